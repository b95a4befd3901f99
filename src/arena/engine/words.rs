//! Parses engine specifications written as `key=value` words after `--engine` and `--each`.

use super::draft::Draft;
use super::spec::{EngineSpec, SpecError};

/// The engines of a match, from the words after each `--engine` and those for all engines.
///
/// Finds the programs, makes the names unique and requires a limit for every engine.
pub fn read_engines(
    each: &[String],
    engines: &[Vec<String>],
) -> Result<Vec<EngineSpec>, SpecError> {
    let each = Draft::read(each).map_err(SpecError::Each)?;
    let mut specs = Vec::with_capacity(engines.len());
    let mut named = Vec::with_capacity(engines.len());
    for (number, words) in (1..).zip(engines) {
        let draft = Draft::read(words).map_err(|source| SpecError::Key { number, source })?;
        let draft = draft.over(&each);
        named.push(draft.is_named());
        let spec = draft.finish(number)?;
        if spec.limits.is_unlimited() {
            let name = spec.name;
            return Err(SpecError::Unlimited { number, name });
        }
        specs.push(spec);
    }
    make_names_unique(&mut specs, &named);
    Ok(specs)
}

/// Engines on file, with the words for all engines laid over their own.
///
/// # Errors
/// If the words are invalid.
pub fn read_over(each: &[String], on_file: &[EngineSpec]) -> Result<Vec<EngineSpec>, SpecError> {
    let each = Draft::read(each).map_err(SpecError::Each)?;
    let over = |(number, spec): (usize, &EngineSpec)| {
        let own = Draft::read(&spec.words()).map_err(|source| SpecError::Key { number, source })?;
        let changed = each.clone().over(&own).finish(number)?;
        // An option that is given once more moves to the end, which means nothing.
        Ok(if spec.difference(&changed).is_some() { changed } else { spec.clone() })
    };
    (1..).zip(on_file).map(over).collect()
}

/// Parses a single engine, which needs no limit.
pub fn read_engine(words: &[String]) -> Result<EngineSpec, SpecError> {
    let number = 1;
    Draft::read(words).map_err(|source| SpecError::Key { number, source })?.finish(number)
}

/// Renames all but the first of the engines with the same name to the first free `name-2`, `name-3` … Names that
/// were `named`, rather than taken from the program, come first.
fn make_names_unique(specs: &mut [EngineSpec], named: &[bool]) {
    let mut taken: Vec<String> = specs.iter().map(|s| s.name.clone()).collect();
    let mut order: Vec<usize> = (0..specs.len()).collect();
    order.sort_by_key(|engine| !named[*engine]);
    for (place, &i) in order.iter().enumerate() {
        if !order[..place].iter().any(|earlier| taken[*earlier] == specs[i].name) {
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
    use std::time::Duration;

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
        // A name that was given is kept.
        let specs = read("cmd=sh st=1", &["", "name=sh", ""]).unwrap();
        let names: Vec<_> = specs.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["sh-2", "sh", "sh-3"]);
        let alike = ["name='my engine'", "name=' my  engine'", "name='my\u{a0}engine '"];
        let specs = read("cmd=sh st=1", &alike).unwrap();
        let names: Vec<_> = specs.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["my engine", "my engine-2", "my engine-3"]);
        refused("cmd=sh st=1", &["name=' '"], "printable characters");
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
