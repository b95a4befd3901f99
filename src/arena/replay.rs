//! `branan replay`: reads games back, checks every move, and shows them.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueHint};
use thiserror::Error;

use crate::board::{Game, SetupError, new_game};
use crate::rules::{Catalog, Ruleset, Side};

use super::grid::Grid;
use super::record::{GameRecord, result_word};
use super::record_reader::{self, ReadError};
use super::report::game_line;
use super::settings::{PlanError, find_ruleset, read_alternates, read_catalog};

/// What is wrong with a recorded game.
#[derive(Debug, Error)]
pub enum ReplayError {
    #[error("{0}")]
    Rules(#[from] PlanError),
    #[error(transparent)]
    Start(#[from] SetupError),
    #[error("ply {ply}, {text}: {reason}")]
    Move { ply: usize, text: String, reason: String },
    #[error("the board says {board}, the record says {record}")]
    Result { board: String, record: String },
}

/// A game gone through move by move.
#[derive(Debug)]
pub struct Replay {
    /// The position before each move, and the last one.
    pub fens: Vec<String>,
    /// The moves with their captures.
    pub moves: Vec<String>,
}

/// The rules a game was played by.
fn rules_of(record: &GameRecord, catalog: &Catalog) -> Result<Ruleset, ReplayError> {
    let alternates = read_alternates(&mut record.rules.clone())?;
    Ok(alternates.over(find_ruleset(&record.variant, catalog)?))
}

/// Plays a recorded game again: every move must be legal, take what it says, and lead to the result
/// that is recorded.
pub fn replay(record: &GameRecord, catalog: &Catalog) -> Result<Replay, ReplayError> {
    let rules = rules_of(record, catalog)?;
    let mut game = new_game(&rules, record.fen.as_deref())?;
    let mut replay = Replay { fens: vec![game.fen()], moves: Vec::new() };
    for (ply, recorded) in (1..).zip(&record.moves) {
        let wrong = |reason: String| ReplayError::Move { ply, text: recorded.text.clone(), reason };
        let played = game.play_text(&recorded.text).map_err(|error| wrong(error.to_string()))?;
        // A move written without its captures is checked by the game only as a move.
        if recorded.text.contains('-') && recorded.text != played.long_name {
            return Err(wrong(format!("the move is {}", played.long_name)));
        }
        replay.moves.push(played.long_name);
        replay.fens.push(game.fen());
    }
    check_result(game.as_ref(), record)?;
    Ok(replay)
}

fn check_result(game: &dyn Game, record: &GameRecord) -> Result<(), ReplayError> {
    let termination = record.termination.to_string();
    let said = format!("{} ({termination})", result_word(record.winner));
    let on_board = game.outcome();
    let board = on_board.as_ref().map_or_else(
        || "the game is not over".to_owned(),
        |result| format!("{} ({})", result_word(result.winner), result.reason),
    );
    let agree = match &on_board {
        Some(_) => board == said,
        None => !record.termination.is_by_rules(),
    };
    if agree { Ok(()) } else { Err(ReplayError::Result { board, record: said }) }
}

/// Read games back: check every move, list the games, print or step through one.
#[derive(Args, Clone, Debug)]
pub struct ReplayArgs {
    /// File of game records
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// File of rulesets of your own that games were played by
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,
    /// Show this game, counted from 1 in the file
    #[arg(long, short, value_name = "N")]
    game: Option<usize>,
    /// Print the board after every move
    #[arg(long, requires = "game")]
    boards: bool,
    /// Go through the game move by move: Enter for the next, b for the one before, q to quit
    #[arg(long, requires = "game", conflicts_with = "boards")]
    step: bool,
}

#[derive(Debug, Error)]
enum CommandError {
    #[error("{path}: {source}")]
    Open { path: PathBuf, source: io::Error },
    #[error("{path}, {source}")]
    Read { path: PathBuf, source: ReadError },
    #[error("{path} holds {count} games, so there is no game {number}")]
    NoGame { path: PathBuf, count: usize, number: usize },
    #[error("game {number}: {source}")]
    Game { number: usize, source: ReplayError },
    #[error("{0}")]
    Rulesets(#[from] PlanError),
    #[error("{0}")]
    Output(#[from] io::Error),
}

impl ReplayArgs {
    /// Shows and checks the games. Exit code 1 tells that a game is wrong, 2 that there is none.
    pub fn run(self) -> ExitCode {
        match self.try_run() {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            // A reader that has seen enough is no failure.
            Err(CommandError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Err(error @ CommandError::Game { .. }) => {
                eprintln!("branan: {error}");
                ExitCode::FAILURE
            }
            Err(error) => {
                eprintln!("branan: {error}");
                ExitCode::from(2)
            }
        }
    }

    fn try_run(&self) -> Result<bool, CommandError> {
        let path = || self.file.clone();
        let bytes = std::fs::read(&self.file)
            .map_err(|source| CommandError::Open { path: path(), source })?;
        let file = record_reader::read(&bytes)
            .map_err(|source| CommandError::Read { path: path(), source })?;
        if file.whole < bytes.len() {
            eprintln!("warning: the last game is not whole and is left out");
        }
        let catalog = read_catalog(self.variants.as_deref())?;
        let Some(number) = self.game else {
            return Ok(list(&file.games, &catalog)?);
        };
        let game = number.checked_sub(1).and_then(|index| file.games.get(index));
        let count = file.games.len();
        let game = game.ok_or_else(|| CommandError::NoGame { path: path(), count, number })?;
        let replay =
            replay(game, &catalog).map_err(|source| CommandError::Game { number, source })?;
        if self.step {
            step(game, &replay, &mut io::stdin().lock(), &mut io::stdout())?;
        } else {
            print(game, &replay, self.boards)?;
        }
        Ok(true)
    }
}

/// One line a game; returns whether all are right.
fn list(games: &[GameRecord], catalog: &Catalog) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    let mut wrong = 0;
    for (number, game) in (1..).zip(games) {
        write!(output, "{number:>4}  {}", game_line(game, None))?;
        match replay(game, catalog) {
            Ok(_) => writeln!(output)?,
            Err(error) => {
                wrong += 1;
                writeln!(output, "\n      WRONG: {error}")?;
            }
        }
    }
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    writeln!(output, "{} games with {moves} moves, {wrong} games wrong", games.len())?;
    Ok(wrong == 0)
}

/// The board of a FEN, or the FEN itself.
fn drawn(fen: &str) -> String {
    Grid::read(fen).map_or_else(|| format!("{fen}\n"), |grid| grid.to_string())
}

/// The words before a move: its number, and whose it is.
fn label(record: &GameRecord, ply: usize) -> String {
    let offset = usize::from(record.first == Side::Defenders);
    let dots = if (ply + offset).is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", (ply + offset) / 2 + 1)
}

fn print(record: &GameRecord, replay: &Replay, boards: bool) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{}\n\n{}", game_line(record, None), drawn(&replay.fens[0]))?;
    for (ply, text) in replay.moves.iter().enumerate() {
        let remark = record.moves[ply].remark.to_string();
        writeln!(output, "{:<7} {text:<14} {remark}", label(record, ply))?;
        if boards {
            writeln!(output, "\n{}", drawn(&replay.fens[ply + 1]))?;
        }
    }
    let last = replay.fens.len() - 1;
    if !boards {
        writeln!(output, "\n{}", drawn(&replay.fens[last]))?;
    }
    writeln!(output, "{}", replay.fens[last])
}

/// Shows position after position as the reader asks for them.
fn step(
    record: &GameRecord,
    replay: &Replay,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let last = replay.fens.len() - 1;
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
            drawn(&replay.fens[at])
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

    const HEAD: &str = "[Variant \"brandubh\"]\n";

    fn record(tags: &str, moves: &str) -> GameRecord {
        let text = format!("{HEAD}{tags}\n{moves}\n");
        record_reader::read(text.as_bytes()).unwrap().games.remove(0)
    }

    fn error(tags: &str, moves: &str) -> String {
        replay(&record(tags, moves), &Catalog::default()).unwrap_err().to_string()
    }

    const CRASH: &str = "[Result \"defenders\"]\n[Termination \"crash\"]\n";

    #[test]
    fn a_right_game_is_gone_through() {
        let game = record(CRASH, "1. d2-e2 d3-b3 2. e2e1 defenders");
        let replay = replay(&game, &Catalog::default()).unwrap();
        assert_eq!(replay.moves, ["d2-e2", "d3-b3", "e2-e1"]);
        assert_eq!(replay.fens.len(), 4);
        assert_eq!(replay.fens[0], "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a");
        assert_eq!(replay.fens[3], "3t3/3t3/3T3/ttTKTtt/1T5/7/3tt2 d");
    }

    #[test]
    fn wrong_moves_and_captures_are_found() {
        assert!(
            error(CRASH, "1. d2-e2 d3-d2 2. a4-a5 d2-d8 defenders").starts_with("ply 4, d2-d8: ")
        );
        assert!(error(CRASH, "1. d2-e2xe3 defenders").starts_with("ply 1, d2-e2xe3: "));
        assert!(error(CRASH, "1. d2-d2 defenders").starts_with("ply 1"));
    }

    #[test]
    fn wrong_results_are_found() {
        let escaped = "[Result \"defenders\"]\n[Termination \"king-escaped\"]\n";
        assert!(error(escaped, "1. d2-e2 defenders").contains("the game is not over"));
        let open = "[FEN \"1t5/7/7/7/7/7/K6 d\"]\n";
        let draw = format!("{open}[Result \"draw\"]\n[Termination \"max-moves\"]\n");
        assert!(error(&draw, "draw").contains("escape square"));
        let edge = "[FEN \"1t5/7/7/7/7/7/3K3 d\"]\n";
        let win = format!("{edge}{escaped}");
        assert!(replay(&record(&win, "1... d1-a1 defenders"), &Catalog::default()).is_ok());
        let draw = format!("{edge}[Result \"draw\"]\n[Termination \"max-moves\"]\n");
        let message = error(&draw, "1... d1-a1 draw");
        assert_eq!(
            message,
            "the board says defenders (king-escaped), the record says draw (max-moves)"
        );
    }

    #[test]
    fn unknown_rules_are_named() {
        let mut game = record(CRASH, "defenders");
        game.variant = "chess".into();
        assert!(
            replay(&game, &Catalog::default())
                .unwrap_err()
                .to_string()
                .contains("unknown ruleset \"chess\"")
        );
        game.variant = "brandub".into();
        game.rules = vec![("KingMove".into(), "leap".into())];
        assert!(replay(&game, &Catalog::default()).unwrap_err().to_string().contains("rook, step"));
    }

    #[test]
    fn stepping_goes_both_ways() {
        let game = record(CRASH, "1. d2-e2 d3-b3 defenders");
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
