//! Parses engine specifications written as `key=value` words after `--engine` and `--each`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::program::{find_program, similar_program};
use super::protocol::EngineProtocol;
use super::spec::{ENGINE_KEYS, EngineSpec, SpecError};
use super::time_control::{EngineLimits, TimeControl};
use super::variant_names::VariantNames;
use crate::arena::key_value::{self, KeyError};
use crate::text::parse_seconds;

/// Default of `timemargin`: how late an answer may arrive.
///
/// It covers the pipe and the scheduler of a busy machine. The engine's clock is still charged for
/// it.
const DEFAULT_MARGIN: Duration = Duration::from_millis(50);

/// The words for one engine, before defaults are filled in.
#[derive(Clone, Debug, Default)]
struct Draft {
    cmd: Option<String>,
    name: Option<String>,
    args: Option<Vec<String>>,
    dir: Option<PathBuf>,
    /// The inner `None` is the word `inf`.
    clock: Option<Option<TimeControl>>,
    move_time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    protocol: Option<EngineProtocol>,
    ponder: Option<bool>,
    variant: Option<String>,
    variant_names: Option<VariantNames>,
    restart: Option<bool>,
    errors: Option<u32>,
    margin: Option<Duration>,
    options: Vec<(String, String)>,
}

/// Reads a number that must not be zero.
fn positive<T: FromStr + Default + PartialEq>(key: &str, value: &str) -> Result<T, KeyError> {
    match value.parse() {
        Ok(number) if number != T::default() => Ok(number),
        _ => Err(KeyError::value(key, value, "a whole number of at least 1 is needed")),
    }
}

impl Draft {
    fn read(words: &[String]) -> Result<Self, KeyError> {
        let mut draft = Self::default();
        for (key, value) in key_value::split(words)? {
            draft.set(key, value)?;
        }
        if draft.clock.flatten().is_some() && draft.move_time.is_some() {
            return Err(KeyError::value(
                "st",
                "…",
                "a game clock (tc) is given too; leave one of them out",
            ));
        }
        Ok(draft)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), KeyError> {
        let refuse = |reason: &str| Err(KeyError::value(key, value, reason));
        match key {
            "cmd" if value.is_empty() => return refuse("a program is needed"),
            "cmd" => self.cmd = Some(value.to_owned()),
            "name" if value.is_empty() || value.chars().any(char::is_control) => {
                return refuse("a name of printable characters is needed");
            }
            "name" => self.name = Some(value.to_owned()),
            "args" => match shlex::split(value) {
                Some(args) => self.args = Some(args),
                None => return refuse("the quotes are not closed"),
            },
            "dir" => self.dir = Some(PathBuf::from(value)),
            "tc" if value == "inf" => self.clock = Some(None),
            "tc" => self.clock = Some(Some(key_value::parse(key, value)?)),
            "st" => match parse_seconds(value) {
                Some(time) if !time.is_zero() => self.move_time = Some(time),
                _ => return refuse("a number of seconds above 0 is needed"),
            },
            "nodes" => self.nodes = Some(positive(key, value)?),
            "depth" => self.depth = Some(positive(key, value)?),
            "proto" => match value.parse() {
                Ok(protocol) => self.protocol = Some(protocol),
                Err(_) => return refuse(&format!("it must be {}", EngineProtocol::names())),
            },
            "ponder" => match value {
                "yes" | "on" => self.ponder = Some(true),
                "no" | "off" => self.ponder = Some(false),
                _ => return refuse("it must be yes or no"),
            },
            "variant" if value.is_empty() => return refuse("the name of a ruleset is needed"),
            "variant" => self.variant = Some(value.to_owned()),
            "variant-name" => self.variant_names = Some(key_value::parse(key, value)?),
            "restart" => match value {
                "on" => self.restart = Some(true),
                "off" => self.restart = Some(false),
                _ => return refuse("it must be on or off"),
            },
            "errors" => self.errors = Some(key_value::parse(key, value)?),
            "timemargin" => match value.parse::<u32>() {
                Ok(ms) => self.margin = Some(Duration::from_millis(u64::from(ms))),
                Err(_) => return refuse("a whole number of milliseconds is needed"),
            },
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    self.options.push((name.to_owned(), value.to_owned()));
                }
                _ => {
                    let known: Vec<&str> = ENGINE_KEYS.iter().map(|(key, _)| *key).collect();
                    return Err(KeyError::unknown(key, &known));
                }
            },
        }
        Ok(())
    }

    /// Fills in missing values from the words for all engines.
    fn over(self, each: &Self) -> Self {
        // An engine's own kind of time control replaces the common one.
        let clock = self.clock.or(if self.move_time.is_some() { None } else { each.clock });
        let move_time = self.move_time.or(if self.clock.is_some() { None } else { each.move_time });
        let mut options: Vec<(String, String)> = each
            .options
            .iter()
            .filter(|(common, _)| {
                !self.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(common))
            })
            .cloned()
            .collect();
        options.extend(self.options);
        Self {
            cmd: self.cmd.or_else(|| each.cmd.clone()),
            name: self.name.or_else(|| each.name.clone()),
            args: self.args.or_else(|| each.args.clone()),
            dir: self.dir.or_else(|| each.dir.clone()),
            clock,
            move_time,
            nodes: self.nodes.or(each.nodes),
            depth: self.depth.or(each.depth),
            protocol: self.protocol.or(each.protocol),
            ponder: self.ponder.or(each.ponder),
            variant: self.variant.or_else(|| each.variant.clone()),
            variant_names: self.variant_names.or_else(|| each.variant_names.clone()),
            restart: self.restart.or(each.restart),
            errors: self.errors.or(each.errors),
            margin: self.margin.or(each.margin),
            options,
        }
    }

    fn finish(self, number: usize) -> Result<EngineSpec, SpecError> {
        let cmd = self.cmd.ok_or(SpecError::NoProgram { number })?;
        if let Some(dir) = self.dir.as_ref().filter(|dir| !dir.is_dir()) {
            let dir = dir.display().to_string();
            return Err(SpecError::NoDirectory { number, dir });
        }
        let program = find_program(&cmd, self.dir.as_deref())
            .ok_or_else(|| SpecError::Missing { number, suggestion: similar_program(&cmd), cmd })?;
        let name = self.name.unwrap_or_else(|| {
            let stem = program.file_stem().unwrap_or(program.as_os_str());
            stem.to_string_lossy().into_owned()
        });
        let protocol = self.protocol.unwrap_or_default();
        let spec = EngineSpec {
            name,
            program,
            args: self.args.unwrap_or_default(),
            dir: self.dir,
            limits: EngineLimits {
                clock: self.clock.flatten(),
                move_time: self.move_time,
                nodes: self.nodes,
                depth: self.depth,
            },
            margin: self.margin.unwrap_or(DEFAULT_MARGIN),
            options: self.options,
            protocol,
            ponder: self.ponder.unwrap_or(false),
            variant: self.variant,
            variant_names: self.variant_names.unwrap_or_default(),
            restart: self.restart.unwrap_or(!protocol.features().many_games),
            errors: self.errors.unwrap_or(0),
        };
        match unsaid(&spec) {
            Some(what) => Err(SpecError::Unsaid { number, name: spec.name, protocol, what }),
            None => Ok(spec),
        }
    }
}

/// The first feature requested that the engine's protocol lacks.
fn unsaid(spec: &EngineSpec) -> Option<&'static str> {
    let can = spec.protocol.features();
    let limits = spec.limits.nodes.is_some() || spec.limits.depth.is_some();
    let names = spec.variant.is_some() || !spec.variant_names.is_empty();
    let asked = [
        (!spec.options.is_empty() && !can.options, "options"),
        (spec.limits.clock.is_some() && !can.game_clock, "game clocks (tc); give st=SECONDS"),
        (spec.errors > 0 && spec.protocol != EngineProtocol::Tablut, "errors=N"),
        (limits && !can.search_limits, "limits of nodes or depth"),
        (spec.ponder && !can.pondering, "pondering"),
        (names && !can.ruleset_names, "names of rulesets"),
    ];
    asked.into_iter().find(|(unsaid, _)| *unsaid).map(|(_, what)| what)
}

/// The engines of a match, from the words after each `--engine` and those for all engines.
///
/// Finds the programs, makes the names unique and requires a limit for every engine.
pub fn read_engines(
    each: &[String],
    engines: &[Vec<String>],
) -> Result<Vec<EngineSpec>, SpecError> {
    let each = Draft::read(each).map_err(SpecError::Each)?;
    let mut specs = Vec::with_capacity(engines.len());
    for (number, words) in (1..).zip(engines) {
        let draft = Draft::read(words).map_err(|source| SpecError::Key { number, source })?;
        let spec = draft.over(&each).finish(number)?;
        if spec.limits.is_unlimited() {
            let name = spec.name;
            return Err(SpecError::Unlimited { number, name });
        }
        specs.push(spec);
    }
    make_names_unique(&mut specs);
    Ok(specs)
}

/// Parses a single engine, which needs no limit.
pub fn read_engine(words: &[String]) -> Result<EngineSpec, SpecError> {
    let number = 1;
    Draft::read(words).map_err(|source| SpecError::Key { number, source })?.finish(number)
}

/// Renames the second and later engines with the same name to the first free `name-2`, `name-3` …
fn make_names_unique(specs: &mut [EngineSpec]) {
    let mut taken: Vec<String> = specs.iter().map(|s| s.name.clone()).collect();
    for i in 1..specs.len() {
        if !taken[..i].contains(&specs[i].name) {
            continue;
        }
        let free =
            (2..).map(|n| format!("{}-{n}", specs[i].name)).find(|name| !taken.contains(name));
        if let Some(name) = free {
            taken[i].clone_from(&name);
            specs[i].name = name;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        shlex::split(text).unwrap()
    }

    fn read(each: &str, list: &[&str]) -> Result<Vec<EngineSpec>, SpecError> {
        let list: Vec<_> = list.iter().map(|text| words(text)).collect();
        read_engines(&words(each), &list)
    }

    #[test]
    fn all_keys_are_read() {
        let spec = &read(
            "",
            &["cmd=sh name='My engine' args='-c \"exit 0\" x' dir=/ tc=10+0.1 nodes=5 depth=3 restart=on timemargin=7 'option.Move Overhead=20'"],
        )
        .unwrap()[0];
        assert_eq!(spec.name, "My engine");
        assert!(spec.program.is_absolute() && spec.program.ends_with("sh"));
        assert_eq!(spec.args, ["-c", "exit 0", "x"]);
        assert_eq!(spec.limits.to_string(), "10+0.1, 5 nodes, depth 3");
        assert_eq!(spec.margin, Duration::from_millis(7));
        assert!(spec.restart);
        assert_eq!(spec.options, [("Move Overhead".into(), "20".into())]);
    }

    #[test]
    fn own_words_win_over_common_ones() {
        let specs = read(
            "cmd=sh tc=10 option.Hash=16 option.Threads=1",
            &["st=0.5 option.hash=64", "tc=5+1", "tc=inf depth=4"],
        )
        .unwrap();
        let limits: Vec<_> = specs.iter().map(|s| s.limits.to_string()).collect();
        assert_eq!(limits, ["0.5/move", "5+1", "depth 4"]);
        let pair = |k: &str, v: &str| (k.to_owned(), v.to_owned());
        assert_eq!(specs[0].options, [pair("Threads", "1"), pair("hash", "64")]);
        assert_eq!(specs[1].options, [pair("Hash", "16"), pair("Threads", "1")]);
    }

    #[test]
    fn names_are_made_unique() {
        let specs = read("cmd=sh st=1", &["name=a", "name=a", "name=a-2", "name=a", ""]).unwrap();
        let names: Vec<_> = specs.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["a", "a-3", "a-2", "a-4", "sh"]);
    }

    #[track_caller]
    fn refused(each: &str, list: &[&str], message: &str) {
        let error = read(each, list).unwrap_err().to_string();
        assert!(error.contains(message), "{error:?} lacks {message:?}");
    }

    #[test]
    fn mistakes_are_explained() {
        refused("", &["cmd=sh nmae=x"], "engine 1: unknown key \"nmae\" (did you mean \"name\"?)");
        refused("optoin.Hash=1", &[], "(did you mean \"option.NAME\"?)");
        refused("", &["cmd=sh st=1", "st=1"], "engine 2 has no program");
        refused("", &["cmd=sh tc=abc"], "tc=abc: \"abc\" is not a time control");
        refused("", &["cmd=sh st=0"], "seconds above 0");
        refused("", &["cmd=sh nodes=-1"], "whole number of at least 1");
        refused("", &["cmd=sh depth=0"], "whole number of at least 1");
        refused("", &["cmd=sh restart=yes"], "on or off");
        refused("", &["cmd=sh"], "may think forever");
        refused("", &["cmd=sh tc=1 st=1"], "a game clock (tc) is given too");
        refused("", &["cmd=sh dir=/no/such st=1"], "no directory \"/no/such\"");
        refused("", &["cmd=sh st=1 args='\"x'"], "quotes are not closed");
        refused("", &["cmd=sh st=1 'name=a\nb'"], "printable");
    }

    #[test]
    fn missing_programs_are_refused_with_a_suggestion() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("branan"), "").unwrap();
        let wrong = folder.path().join("brannan");
        let right = folder.path().join("branan").display().to_string();
        let error = read("", &[&format!("cmd={} st=1", wrong.display())]).unwrap_err();
        assert!(
            matches!(&error, SpecError::Missing { suggestion: Some(s), .. } if *s == right),
            "{error}"
        );
        let own = std::env::current_exe().unwrap();
        let name = own.file_stem().unwrap().display();
        refused("", &[&format!("cmd={name} st=1")], &format!("did you mean \"{}\"", own.display()));
        refused(
            "",
            &["cmd=no-such-program-anywhere st=1"],
            "no program \"no-such-program-anywhere\"",
        );
    }
}
