//! `branan puzzles solve`: puzzles in the terminal.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use clap::Args;

use super::super::CliError;
use super::filter::FilterArgs;
use super::position::{defences, first_position, task, written};
use crate::board::diagram;
use crate::engine::{Engine, Resources, new_engine};
use crate::game::Game;
use crate::puzzle::Puzzle;
use crate::solve::{Answer, Budget};
use crate::text::read_capped_line;
use crate::types::Move;

const NOTES: &str = "\
Type a move, such as d2-e2. 'hint' names the piece and then the move, 'solution' shows all of it, 'next' \
goes on, 'help' lists these words, and 'quit' ends.";

/// What a player can type, and what the board shows.
const HELP: &str = "\
Type a move, such as d2-e2, or one of these words:
  hint      names the piece to move, and then the move
  solution  shows all of it
  next      goes on to the next puzzle
  quit      ends
On the board t is an attacker, T a defender, K the king, + the empty throne and x
an empty corner.";

/// The nodes of the proof that refutes a wrong move.
const REFUTATION_NODES: u64 = 60_000;

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 200;

/// The arguments of `branan puzzles solve`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    filter: FilterArgs,
    /// The order of the puzzles: the same number gives the same one
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// What a player has done with a puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    Solved,
    Missed,
    /// Ended the program, perhaps after a miss.
    Quit {
        missed: bool,
    },
}

impl SolveArgs {
    /// Shows puzzle after puzzle.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        let mut puzzles = self.filter.puzzles()?;
        if let Some(seed) = self.seed {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            puzzles.sort_by_cached_key(|_| random.next_u64());
        }
        let mut input = io::stdin().lock();
        let (mut solved, mut tried) = (0, 0);
        writeln!(anstream::stdout(), "{HELP}")?;
        for puzzle in &puzzles {
            match attempt(puzzle, &mut input)? {
                Attempt::Quit { missed } => {
                    tried += u32::from(missed);
                    break;
                }
                Attempt::Solved => solved += 1,
                Attempt::Missed => {}
            }
            tried += 1;
        }
        writeln!(anstream::stdout(), "{solved} of {tried} solved")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Asks for the moves of one puzzle.
fn attempt(puzzle: &Puzzle, input: &mut impl BufRead) -> Result<Attempt, CliError> {
    let mut output = anstream::stdout();
    let mut game = first_position(puzzle)?;
    let mut engine = new_engine(game.ruleset(), Resources { hash: 1, threads: 1 })?;
    writeln!(output, "\n{}, {}\n", puzzle.id, game.ruleset().title)?;
    write!(output, "{}", diagram(game.ruleset(), &game.placement()))?;
    writeln!(output, "\n{}", task(puzzle))?;
    let (mut ply, mut helped, mut hints) = (0, false, 0);
    while let Some(expected) = puzzle.solution.get(ply) {
        write!(output, "> ")?;
        output.flush()?;
        let Some(line) = read_capped_line(input, MAX_LINE)? else {
            return Ok(Attempt::Quit { missed: helped });
        };
        let text = String::from_utf8_lossy(&line.bytes).trim().to_ascii_lowercase();
        match text.as_str() {
            "" => continue,
            "help" | "?" => {
                writeln!(output, "{HELP}")?;
                continue;
            }
            "quit" | "q" => return Ok(Attempt::Quit { missed: helped }),
            "next" | "n" => return Ok(Attempt::Missed),
            "solution" | "s" => {
                show_solution(puzzle)?;
                return Ok(Attempt::Missed);
            }
            "hint" | "h" => {
                (helped, hints) = (true, hints + 1);
                match hints {
                    1 => writeln!(output, "move the piece on {}", expected.from)?,
                    _ => writeln!(output, "play {}", named(&*game, *expected))?,
                }
                continue;
            }
            _ => {}
        }
        match game.read_move(&text) {
            Err(error) => writeln!(output, "{error}")?,
            Ok(mv) if mv == *expected => {
                hints = 0;
                ply += 1 + play_on(&mut *game, puzzle, ply)?;
            }
            Ok(mv) => {
                helped = true;
                let mut wrong = game.clone();
                if let Ok(played) = wrong.play(mv) {
                    writeln!(output, "{played} is not it: {}", refute(&mut *engine, wrong)?)?;
                }
            }
        }
    }
    for line in defences(puzzle) {
        writeln!(output, "also: {line}")?;
    }
    writeln!(output, "{}", if helped { "solved, with help" } else { "solved" })?;
    Ok(if helped { Attempt::Missed } else { Attempt::Solved })
}

/// Shows the solution and the other defences.
fn show_solution(puzzle: &Puzzle) -> Result<(), CliError> {
    let mut output = anstream::stdout();
    writeln!(output, "{}", written(puzzle))?;
    for line in defences(puzzle) {
        writeln!(output, "also: {line}")?;
    }
    Ok(())
}

/// Plays a right move and the reply to it, and shows the board; returns how many replies there were.
fn play_on(game: &mut dyn Game, puzzle: &Puzzle, ply: usize) -> Result<usize, CliError> {
    let mut output = anstream::stdout();
    let mut replies = 0;
    if game.play(puzzle.solution[ply]).is_ok()
        && let Some(reply) = puzzle.solution.get(ply + 1)
        && let Ok(played) = game.play(*reply)
    {
        replies = 1;
        writeln!(output, "right; the reply is {played}\n")?;
        writeln!(output, "{}", diagram(game.ruleset(), &game.placement()))?;
    }
    Ok(replies)
}

/// A move as the board names it, with its captures.
fn named(game: &dyn Game, mv: Move) -> String {
    game.look_at(mv).map_or_else(|_| mv.to_string(), |played| played.to_string())
}

/// What is wrong with the last move of a game.
fn refute(engine: &mut dyn Engine, game: Box<dyn Game>) -> Result<String, CliError> {
    if let Some(outcome) = game.outcome() {
        return Ok(format!("the game ends, {outcome}"));
    }
    // The game was begun under the engine's rules.
    let _ = engine.set_game(game.clone());
    let budget = Budget { nodes: Some(REFUTATION_NODES), time: None };
    let solution = engine.solve(4, &budget, &AtomicBool::new(false), &mut |_| {})?;
    let reply = solution.line.first();
    Ok(match (solution.answer, reply) {
        (Answer::Win, Some(reply)) => format!("it loses; the reply is {}", named(&*game, *reply)),
        (Answer::Win, None) => "it loses".to_owned(),
        (Answer::Neither, _) => "it does not win".to_owned(),
        _ => "it misses the goal".to_owned(),
    })
}
