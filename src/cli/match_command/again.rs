//! The command that continues a match which was stopped.

use std::path::Path;
use std::time::Duration;

use super::arguments::MatchArgs;

impl MatchArgs {
    /// The command line that continues the match with this record: with what was given and is not in the record.
    pub(super) fn command_to_continue(&self, record: &Path) -> String {
        let seconds = |time: Duration| time.as_secs_f64().to_string();
        let values = [
            ("concurrency", self.concurrency.map(|games| games.to_string())),
            ("affinity", self.affinity.clone()),
            ("clock-factor", self.clock_factor.map(|factor| factor.to_string())),
            ("machine", self.machine.clone()),
            ("startup", self.startup.map(seconds)),
            ("ping", self.ping.map(seconds)),
            ("patience", self.patience.map(seconds)),
            ("log", self.log.clone()),
            ("log-size", self.log_size.map(|size| size.to_string())),
            #[cfg(feature = "db")]
            ("db", self.db.as_ref().map(|path| path.display().to_string())),
            #[cfg(feature = "board")]
            ("listen", self.listen.map(|address| address.to_string())),
            ("every", self.every.map(|games| games.to_string())),
        ];
        let flags = [
            ("watchdog", self.watchdog),
            ("recover", self.recover),
            ("quiet", self.quiet),
            #[cfg(feature = "board")]
            ("board", self.board),
            ("json", self.json),
            ("moves", self.moves),
        ];
        let mut words = vec!["--resume".to_owned(), "--record".to_owned()];
        words.push(record.display().to_string());
        for (name, value) in values {
            words.extend(value.into_iter().flat_map(|value| [format!("--{name}"), value]));
        }
        words.extend(flags.iter().filter(|(_, given)| *given).map(|(name, _)| format!("--{name}")));
        let command = self.continue_with.as_deref().unwrap_or("branan match");
        // Only a zero byte cannot be quoted, and no argument has one.
        let words = words.iter().map(|word| shlex::try_quote(word).unwrap_or_default());
        words.fold(command.to_owned(), |command, word| format!("{command} {word}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_in_the_record_is_given_again() {
        let command = |words: &str| {
            let words = shlex::split(words).unwrap();
            MatchArgs::from_words(words).unwrap().command_to_continue(Path::new("my games.txt"))
        };
        assert_eq!(command("--rounds 3"), "branan match --resume --record 'my games.txt'");
        assert_eq!(
            command(
                "--recover --concurrency 2 --startup 0.5 --log 'a b' --seed 3 --watchdog --affinity"
            ),
            "branan match --resume --record 'my games.txt' --concurrency 2 --affinity all --startup 0.5 \
             --log 'a b' --watchdog --recover"
        );
        assert_eq!(
            command("--collect --continue-with 'branan-cluster match --'"),
            "branan-cluster match -- --resume --record 'my games.txt'"
        );
    }
}
