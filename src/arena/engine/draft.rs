//! The words for one engine, before they become its specification.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::program::{absolute, find_program};
use super::protocol::EngineProtocol;
use super::spec::{ENGINE_KEYS, EngineSpec, SpecError};
use super::time_control::{EngineLimits, TimeControl};
use super::variant_names::VariantNames;
use crate::arena::key_value::{self, KeyError};
use crate::text::{parse_seconds, single_spaced};

/// Default of `timemargin`: how late an answer may arrive.
///
/// It covers the pipe and the scheduler of a busy machine. The engine's clock is still charged for
/// it.
const DEFAULT_MARGIN: Duration = Duration::from_millis(50);

/// The words for one engine, before defaults are filled in.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
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
    pub fn read(words: &[String]) -> Result<Self, KeyError> {
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
            "name" if value.trim().is_empty() || value.chars().any(char::is_control) => {
                return refuse("a name of printable characters is needed");
            }
            // As records have it: names that look alike are one.
            "name" => self.name = Some(single_spaced(value)),
            "args" => match shlex::split(value) {
                Some(args) => self.args = Some(args),
                None => return refuse("the quotes are not closed"),
            },
            "dir" => self.dir = Some(PathBuf::from(value)),
            "tc" if value == "inf" => self.clock = Some(None),
            "tc" => self.clock = Some(Some(key_value::parse(key, value)?)),
            "st" => match parse_seconds(value) {
                Some(time) if !time.is_zero() => self.move_time = Some(time),
                _ => return refuse("a number of seconds above 0 and at most 1000000 is needed"),
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
    pub fn over(self, each: &Self) -> Self {
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

    /// Whether the engine was given a name.
    pub fn is_named(&self) -> bool {
        self.name.is_some()
    }

    /// The engine. `number` is its position in the list, from 1.
    pub fn finish(self, number: usize) -> Result<EngineSpec, SpecError> {
        let cmd = self.cmd.ok_or(SpecError::NoProgram { number })?;
        if let Some(dir) = self.dir.as_ref().filter(|dir| !dir.is_dir()) {
            let dir = dir.display().to_string();
            return Err(SpecError::NoDirectory { number, dir });
        }
        let program = find_program(number, cmd, self.dir.as_deref())?;
        let name = self.name.unwrap_or_else(|| {
            let stem = program.file_stem().unwrap_or(program.as_os_str());
            single_spaced(&stem.to_string_lossy())
        });
        let protocol = self.protocol.unwrap_or_default();
        let spec = EngineSpec {
            name,
            program,
            args: self.args.unwrap_or_default(),
            // A match may be resumed from another folder.
            dir: self.dir.as_deref().map(|dir| absolute(dir).into()),
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
