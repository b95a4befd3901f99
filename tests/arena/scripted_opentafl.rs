//! The scripted engine's OpenTafl dialect. It keeps its own board, and reports an error if the
//! host's differs or a line is not in OpenTafl's format.

use std::io::{self, BufRead};

use branan::game::{Game, new_game};
use branan::rules::{otn, played_by_opentafl};
use chacha20::ChaCha8Rng;
use rand::RngExt;

use crate::say;

/// Plays until the host sends `goodbye`. With the fault `needs-time`, it dies where OpenTafl's AI does: in
/// overtime of a second. With `asks`, it asks when it should move, and reads no answer; with `nonsense`, it
/// answers with what is no move.
pub fn run(random: &mut ChaCha8Rng, fault: &str) {
    say("hello");
    let mut short = false;
    let mut game: Option<Box<dyn Game>> = None;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let done = match words[..] {
            ["rules", ..] => begin(&line["rules ".len()..], &mut game),
            ["clock", first, ..] => {
                short = first == "1000*";
                clock(&words[1..])
            }
            ["play", _] if fault == "asks" => loop {
                say("position");
            },
            ["play", _] if fault == "needs-time" && short => {
                eprintln!("java.lang.NullPointerException");
                std::process::exit(1);
            }
            ["play", _] if fault == "nonsense" => {
                say("move Castle");
                Ok(())
            }
            ["play", side] => play(side, random, game.as_deref_mut()),
            ["move", position] => compare(position, game.as_deref()),
            ["opponent-move", mv, position] => {
                let played = game.as_mut().is_some_and(|game| game.play_text(mv).is_ok());
                if played {
                    compare(position, game.as_deref())
                } else {
                    Err("your move is illegal")
                }
            }
            ["finish", "0" | "1" | "2" | "3"] => Ok(()),
            ["goodbye"] => return,
            _ => Err("no such line"),
        };
        if let Err(reason) = done {
            say(&format!("error -1 {reason}: {line}"));
        }
    }
}

fn begin(rules: &str, game: &mut Option<Box<dyn Game>>) -> Result<(), &'static str> {
    let rules = played_by_opentafl(rules).map_err(|_| "these are no rules")?;
    *game = new_game(&rules, None).ok();
    Ok(())
}

/// Five numbers, of which the first two have a star in overtime.
fn clock(words: &[&str]) -> Result<(), &'static str> {
    let number = |word: &&str| word.trim_end_matches('*').parse::<i64>().is_ok();
    if words.len() == 5 && words.iter().all(number) { Ok(()) } else { Err("that is no clock") }
}

/// Chooses and plays a move. Like OpenTafl's AI, it does not wait for the host to confirm it.
fn play(
    side: &str,
    random: &mut ChaCha8Rng,
    game: Option<&mut (dyn Game + 'static)>,
) -> Result<(), &'static str> {
    let game = game.ok_or("there is no game")?;
    if game.to_move().to_string() != side {
        return Err("it is not that side's turn");
    }
    let moves = game.legal_moves();
    if moves.is_empty() {
        return Err("there is no move");
    }
    let mv = moves[random.random_range(0..moves.len())];
    let played = game.play(mv).map_err(|_| "a mistake of mine")?;
    say("status Thinking for 0 seconds");
    say(&format!("move {}", played.to_string().split('x').next().unwrap_or_default()));
    Ok(())
}

fn compare(position: &str, game: Option<&dyn Game>) -> Result<(), &'static str> {
    let own = otn::write_rows(&game.ok_or("there is no game")?.placement());
    if own == position { Ok(()) } else { Err("that is not my position") }
}
