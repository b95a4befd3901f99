//! `branan replay`: reads games back, checks every move, and shows them.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueHint};
use thiserror::Error;

use super::game_line::game_line;
use super::paint::{bad, complain, warning};
use super::records::{self, NoGame, RecordsError, UNCHECKED, WRONG, is_unknown};
use super::standard::is_standard;
use super::{CliError, counted};
use crate::arena::rulesets::{RulesetError, read_catalog};
use crate::board::diagram;
use crate::record::{
    GameRecord, PreparedRules, ReadError, RecordFile, Remark, Replay, ReplayError, game_numbers,
    replay,
};
use crate::rules::{Catalog, Side};

/// Check recorded games move by move, list them, and print or step through one.
#[derive(Args, Clone, Debug)]
pub(super) struct ReplayArgs {
    /// File of game records; - for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// File with the rulesets of your own that the games were played under
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,
    /// Show the game with this number: that of its tag Game in the record of a match, else its place in
    /// the file, from 1. Without --game, the list has these numbers
    #[arg(long, short, value_name = "N")]
    game: Option<u64>,
    /// Print the board after every move
    #[arg(long, requires = "game")]
    boards: bool,
    /// Step through the game: Enter for the next move, b to go back, q to quit
    #[arg(long, requires = "game", conflicts_with = "boards")]
    step: bool,
}

#[derive(Debug, Error)]
pub(super) enum ReplayCommandError {
    #[error(transparent)]
    Records(#[from] RecordsError),
    #[error("--step reads keys from standard input, so the game has to be in a file")]
    Step,
    #[error("{path} holds no game records")]
    NoGames { path: PathBuf },
    #[error(transparent)]
    NoGame(#[from] NoGame),
    #[error("game {number}: {source}")]
    Game { number: u64, source: ReplayError },
    #[error("{0}")]
    Rulesets(#[from] RulesetError),
}

impl ReplayArgs {
    /// Shows and checks the games. Exit code 1 means that a game is invalid, 2 that there are no
    /// games.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        if self.step && is_standard(&self.file) {
            return Err(ReplayCommandError::Step.into());
        }
        let path = || self.file.clone();
        let file = records::open_any(&self.file).map_err(ReplayCommandError::Records)?;
        if file.games.is_empty() {
            return Err(ReplayCommandError::NoGames { path: path() }.into());
        }
        let mut catalog =
            read_catalog(self.variants.as_deref()).map_err(ReplayCommandError::Rulesets)?;
        records::add_rulesets(&self.file, &file, &mut catalog)
            .map_err(ReplayCommandError::Records)?;
        let Some(number) = self.game else {
            let right = list(&file, &catalog)?;
            return Ok(if right { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        };
        let place = records::place_of_game(&file.games, number, &self.file)
            .map_err(ReplayCommandError::from)?;
        let game = &file.games[place];
        if let Some(changed) = changed(&file, place) {
            complain(warning(changed.reason.as_str()));
        }
        let replay =
            replay(game, &catalog).map_err(|source| ReplayCommandError::Game { number, source })?;
        if self.step {
            step(game, &replay, &mut io::stdin().lock(), &mut io::stdout())?;
        } else {
            print(game, &replay, self.boards)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The checksum error of the game at a place in the file.
fn changed(file: &RecordFile, place: usize) -> Option<&ReadError> {
    file.changed.iter().find(|changed| changed.game == Some(place + 1))
}

/// Prints one line per game. Returns whether all are valid.
fn list(file: &RecordFile, catalog: &Catalog) -> io::Result<bool> {
    let mut output = anstream::stdout().lock();
    let (mut wrong, mut unchecked) = (0, 0);
    let games = &file.games;
    let mut rules = PreparedRules::new(catalog);
    for (place, (number, game)) in game_numbers(games).into_iter().zip(games).enumerate() {
        writeln!(output, "{number:>4}  {}", game_line(game, None))?;
        let replayed = rules
            .replay(game)
            .err()
            .map(|error| (if is_unknown(&error) { UNCHECKED } else { WRONG }, error.to_string()));
        let changed = changed(file, place).map(|error| (WRONG, error.to_string()));
        let found: Vec<_> = replayed.into_iter().chain(changed).collect();
        wrong += usize::from(found.iter().any(|(what, _)| *what == WRONG));
        unchecked += usize::from(found.iter().any(|(what, _)| *what == UNCHECKED));
        for (what, error) in found {
            writeln!(output, "      {} {error}", bad(what))?;
        }
    }
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    let count = |games: usize| counted(games as u64, "game");
    let unknown =
        if unchecked > 0 { format!(", {} unchecked", count(unchecked)) } else { String::new() };
    writeln!(output, "{} with {moves} moves, {} wrong{unknown}", count(games.len()), count(wrong))?;
    Ok(wrong + unchecked == 0)
}

/// The label of a move: its number and side.
fn label(record: &GameRecord, ply: usize) -> String {
    let offset = usize::from(record.first == Side::Defenders);
    let dots = if (ply + offset).is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", (ply + offset) / 2 + 1)
}

fn print(record: &GameRecord, replay: &Replay, boards: bool) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "{}\n\n{}",
        game_line(record, None),
        diagram(&replay.rules, &replay.positions[0])
    )?;
    for (ply, text) in replay.moves.iter().enumerate() {
        // The engine's variation would fill the screen; stepping through the game shows it.
        let remark = Remark { pv: Vec::new(), ..record.moves[ply].remark.clone() };
        writeln!(output, "{:<7} {text:<14} {remark}", label(record, ply))?;
        if boards {
            writeln!(output, "\n{}", diagram(&replay.rules, &replay.positions[ply + 1]))?;
        }
    }
    let last = replay.positions.len() - 1;
    if !boards {
        writeln!(output, "\n{}", diagram(&replay.rules, &replay.positions[last]))?;
    }
    writeln!(output, "{}", replay.positions[last])
}

/// Steps through positions as the user asks for them.
fn step(
    record: &GameRecord,
    replay: &Replay,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let last = replay.positions.len() - 1;
    let mut at = 0;
    writeln!(output, "{}", game_line(record, None))?;
    loop {
        let title = match at {
            0 => "start".to_owned(),
            at => format!(
                "{} {}  {}",
                label(record, at - 1),
                replay.moves[at - 1],
                record.moves[at - 1].remark
            ),
        };
        write!(
            output,
            "\n{title}\n\n{}\n[{at}/{last}] Enter next, b back, q quit: ",
            diagram(&replay.rules, &replay.positions[at])
        )?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            break;
        }
        match line.trim() {
            "q" => break,
            "b" => at = at.saturating_sub(1),
            _ if at == last => break,
            _ => at += 1,
        }
    }
    if io::stdout().is_terminal() {
        writeln!(output)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(moves: &str) -> GameRecord {
        let tags = "[Variant \"brandubh\"]\n[Result \"defenders\"]\n[Termination \"crash\"]\n";
        crate::record::read(format!("{tags}\n{moves}\n").as_bytes()).unwrap().games.remove(0)
    }

    #[test]
    fn stepping_goes_both_ways() {
        let game = record("1. d2-e2 d3-b3 defenders");
        let replay = replay(&game, &Catalog::default()).unwrap();
        let shown = |keys: &str| {
            let mut output = Vec::new();
            step(&game, &replay, &mut keys.as_bytes(), &mut output).unwrap();
            let text = String::from_utf8(output).unwrap();
            let places = text.matches("/2]").count();
            (places, text)
        };
        assert_eq!(shown("").0, 1);
        assert_eq!(shown("\n\nb\nq\n").0, 4);
        assert_eq!(shown("\n\n\n\n\n").0, 3);
        assert!(shown("\n\n").1.contains("1... d3-b3"));
    }
}
