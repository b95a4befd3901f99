//! `--engine` and `--each`, which each take several `key=value` words.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint};

use crate::arena::engine::ENGINE_KEYS;

/// The words for the engines, in groups: each `--engine` starts a new one.
#[derive(Clone, Debug, Default)]
pub struct EngineWords {
    pub engines: Vec<Vec<String>>,
    pub each: Vec<String>,
}

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut words = Self::default();
        words.update_from_arg_matches(matches)?;
        Ok(words)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        if let Some(groups) = matches.get_occurrences::<String>("engine") {
            self.engines = groups.map(|words| words.cloned().collect()).collect();
        }
        if let Some(words) = matches.get_many::<String>("each") {
            self.each = words.cloned().collect();
        }
        Ok(())
    }
}

impl Args for EngineWords {
    fn augment_args(command: Command) -> Command {
        let keys: Vec<String> =
            ENGINE_KEYS.iter().map(|(key, meaning)| format!("  {key:<12} {meaning}")).collect();
        let words = |name: &'static str| {
            Arg::new(name)
                .long(name)
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .value_hint(ValueHint::Other)
        };
        command
            .arg(
                words("engine")
                    .help("An engine, in key=value words; give it once for each engine")
                    .long_help(format!(
                        "An engine, in key=value words; give it once for each engine. The keys are:\n{}",
                        keys.join("\n")
                    )),
            )
            .arg(words("each").help("Keys for every engine that does not set them itself"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
