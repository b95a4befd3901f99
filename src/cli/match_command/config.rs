//! Match options from a file, which the command line overrides.

use std::path::Path;

use clap::{Arg, Args, Command, FromArgMatches};

use super::MatchError;
use super::arguments::MatchArgs;
use super::engine_words::EngineWords;
use super::file;

impl MatchArgs {
    /// A command that parses only these options.
    fn command() -> Command {
        Self::augment_args(Command::new("match").no_binary_name(true))
    }

    /// Parses options from command-line words.
    pub(super) fn from_words(words: Vec<String>) -> Result<Self, clap::Error> {
        Self::from_arg_matches(&Self::command().try_get_matches_from(words)?)
    }

    /// Parses options from a file.
    pub(super) fn read_file(path: &Path) -> Result<Self, MatchError> {
        let path = path.to_owned();
        let text = std::fs::read_to_string(&path)
            .map_err(|source| MatchError::ReadFile { path: path.clone(), source })?;
        let command = Self::command();
        let known: Vec<&str> = command
            .get_arguments()
            .filter_map(Arg::get_long)
            // A file cannot include another one.
            .filter(|name| !["config", "continue-with"].contains(name))
            .collect();
        let words = file::command_line(&text, &known)
            .map_err(|source| MatchError::File { path: path.clone(), source })?;
        Self::from_words(words).map_err(|error| {
            // The first line is the error; the rest is about the command line.
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            let message = first.trim_start_matches("error: ").to_owned();
            MatchError::FileWords { path, message }
        })
    }

    /// Merges these options over those of a file. The engines of both take part.
    pub(super) fn over(self, file: Self) -> Self {
        let list = |own: Vec<String>, other: Vec<String>| if own.is_empty() { other } else { own };
        let mut engines = self.words.engines;
        engines.extend(file.words.engines);
        // A key given here replaces the same key of the file.
        let key = |word: &str| word.split('=').next().map(str::to_owned);
        let own_keys: Vec<_> = self.words.each.iter().map(|w| key(w)).collect();
        let mut each = self.words.each;
        let others = file.words.each.into_iter().filter(|w| !own_keys.contains(&key(w)));
        each.extend(others);
        Self {
            words: EngineWords { engines, each },
            config: self.config,
            variant: list(self.variant, file.variant),
            variants: self.variants.or(file.variants),
            rule: list(self.rule, file.rule),
            format: self.format.or(file.format),
            roles: self.roles.or(file.roles),
            seeds: self.seeds.or(file.seeds),
            rounds: self.rounds,
            rounds_in_file: file.rounds,
            pairs: self.pairs.or(file.pairs),
            concurrency: self.concurrency.or(file.concurrency),
            affinity: self.affinity.or(file.affinity),
            watchdog: self.watchdog || file.watchdog,
            machine: self.machine.or(file.machine),
            clock_factor: self.clock_factor.or(file.clock_factor),
            openings: list(self.openings, file.openings),
            order: self.order.or(file.order),
            seed: self.seed.or(file.seed),
            sprt: self.sprt.or(file.sprt),
            resign: self.resign.or(file.resign),
            draw: self.draw.or(file.draw),
            max_moves: self.max_moves.or(file.max_moves),
            known_wins: self.known_wins || file.known_wins,
            record: self.record.or(file.record),
            resume: self.resume || file.resume,
            share: self.share.or(file.share),
            collect: self.collect || file.collect,
            continue_with: self.continue_with,
            dry_run: self.dry_run || file.dry_run,
            event: self.event.or(file.event),
            recover: self.recover || file.recover,
            startup: self.startup.or(file.startup),
            ping: self.ping.or(file.ping),
            patience: self.patience.or(file.patience),
            log: self.log.or(file.log),
            log_size: self.log_size.or(file.log_size),
            #[cfg(feature = "db")]
            db: self.db.or(file.db),
            quiet: self.quiet || file.quiet,
            #[cfg(feature = "board")]
            board: self.board || file.board,
            #[cfg(feature = "board")]
            listen: self.listen.or(file.listen),
            json: self.json || file.json,
            moves: self.moves || file.moves,
            every: self.every.or(file.every),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> MatchArgs {
        MatchArgs::from_words(shlex::split(words).unwrap()).unwrap()
    }

    const ENGINES: &str = "--engine cmd=sh name=x --engine cmd=sh name=y --each tc=10+0.1";

    #[test]
    fn a_wrong_value_in_the_file_is_told_with_its_key() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, "rounds = -1\n").unwrap();
        let error = MatchArgs::read_file(file.path()).unwrap_err().to_string();
        assert!(error.contains("invalid value '-1' for '--rounds <N>'"), "{error}");
    }

    #[test]
    fn the_command_line_comes_before_the_file() {
        let file = parse("--each tc=5 nodes=7 --rounds 3 --seed 8 --engine cmd=sh name=z");
        let both = parse(&format!("{ENGINES} --rounds 4")).over(file).settings(None).unwrap();
        assert_eq!((both.rounds, both.seed), (4, 8));
        let names: Vec<_> = both.engines.iter().map(|e| e.name.as_str()).collect();
        assert_eq!(names, ["x", "y", "z"]);
        assert_eq!(both.engines[2].limits.to_string(), "10+0.1, 7 nodes");
    }
}
