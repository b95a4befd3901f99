//! The plain board, for the tests of the Python package: for each line `RULESET MOVE …` of the input it
//! prints the result and the legal moves after each of the moves, a line each, and an empty line.

use std::error::Error;
use std::io::{self, BufRead, BufWriter, Write};

use branan_plain::PlainGame;

fn main() -> Result<(), Box<dyn Error>> {
    let mut output = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let mut game = PlainGame::new(words.next().ok_or("a line begins with a ruleset")?);
        writeln!(output, "{} {}", game.result(), game.moves().join(" "))?;
        for mv in words {
            let captures = game.play(mv).join("/");
            writeln!(output, "{captures} {} {}", game.result(), game.moves().join(" "))?;
        }
        writeln!(output)?;
    }
    Ok(output.flush()?)
}
