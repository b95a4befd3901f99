//! Lists the legal moves of a position and searches it for a second, using only the library: `cargo
//! run --release --example list_and_search [VARIANT]`.

use std::error::Error;
use std::time::Duration;

use branan::engine::{Request, Resources, Update, channel, new_engine};
use branan::rules;
use branan::search::Limits;
use branan::text::words;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| rules::DEFAULT.to_owned());
    let ruleset = rules::find(&name).ok_or("there is no such ruleset")?;
    let engine = new_engine(ruleset, Resources { hash: 64, threads: 1 })?;
    let game = engine.game();
    println!("{}: the {} are to move", ruleset.title, game.to_move());
    println!("{}", words(game.legal_moves()));

    let (sink, updates) = channel();
    let limits = Limits { move_time: Some(Duration::from_secs(1)), ..Limits::default() };
    // Dropping this would stop the search.
    let running = engine.search(Request::new(limits), sink)?;
    for update in updates {
        match update {
            Update::Line(line) => println!("depth {:>2}: {}", line.depth, words(&line.moves)),
            Update::Best { best, .. } => println!("best: {}", words(best)),
            _ => {}
        }
    }
    Ok(running.wait()?)
}
