//! The first line of a file of jobs, which identifies the game.

use super::file::JobFileError;
use crate::game::Game;
use crate::rules::Ruleset;

/// The beginning of the line, with the version of the format.
const MAGIC: &str = "branan jobs 2 | ";

/// The beginning of the line of the version before, which has a checksum of the ruleset as Rust's `Debug`
/// writes it. Such files are read as long as that has not changed.
const FIRST_MAGIC: &str = "branan jobs 1 | ";

/// What identifies a game.
pub struct JobHeading {
    /// The ruleset's name, the alternate rules and the position.
    game: [String; 3],
    ruleset: Ruleset,
}

impl JobHeading {
    /// The heading for a game, with its alternate rules as they were given.
    pub fn of(game: &dyn Game, rules: &str) -> Self {
        let ruleset = game.ruleset().clone();
        Self { game: [ruleset.name.clone(), rules.to_owned(), game.fen()], ruleset }
    }

    /// Whether a file begins like one of jobs.
    pub fn begins(bytes: &[u8]) -> bool {
        [MAGIC, FIRST_MAGIC].iter().any(|magic| bytes.starts_with(magic.as_bytes()))
    }

    /// The game without its rules in full.
    fn words(&self) -> String {
        format!("{MAGIC}{} | ", self.game.join(" | "))
    }

    /// The line: the game, and the ruleset in JSON.
    pub fn line(&self) -> serde_json::Result<String> {
        Ok(self.words() + &serde_json::to_string(&self.ruleset)? + "\n")
    }

    /// Checks that a line is about this game.
    pub fn check(&self, line: &str) -> Result<(), JobFileError> {
        let is_same = |json: &str| {
            serde_json::from_str::<Ruleset>(json).is_ok_and(|ruleset| ruleset == self.ruleset)
        };
        if line.strip_prefix(&self.words()).is_some_and(is_same) || line == self.first_version() {
            return Ok(());
        }
        let other = line.strip_prefix(MAGIC).or_else(|| line.strip_prefix(FIRST_MAGIC));
        let game = other.ok_or(JobFileError::Format)?;
        let (game, _) = game.split_once(" | {").unwrap_or((game, ""));
        Err(JobFileError::Game(game.to_owned()))
    }

    /// The line in the version before.
    fn first_version(&self) -> String {
        let [name, rules, fen] = &self.game;
        let sum = crc32fast::hash(format!("{:?}", self.ruleset).as_bytes());
        format!("{FIRST_MAGIC}{name} | {rules} | rules {sum:08x} | {fen}")
    }
}
