//! An engine as another program, spoken to in its protocol.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// A line that an engine has written while it searched.
pub enum Reply {
    Info(String),
    BestMove,
    Other,
}

impl Engine {
    pub fn start(program: &Path) -> io::Result<Self> {
        let mut process =
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let missing = || io::Error::other("the engine has no pipes");
        let input = process.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(process.stdout.take().ok_or_else(missing)?);
        Ok(Self { process, input, output })
    }

    pub fn send(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err(io::Error::other("the engine has ended"));
        }
        Ok(line)
    }

    /// Begins a game, with nothing remembered of those before: `position` follows that word.
    pub fn set_up(&mut self, variant: &str, position: &str) -> io::Result<()> {
        self.send("ucinewgame")?;
        self.send(&format!("setoption name UCI_Variant value {variant}"))?;
        self.send(&format!("position {position}"))?;
        self.send("isready")?;
        while self.line()?.trim() != "readyok" {}
        Ok(())
    }

    /// What it writes next.
    pub fn reply(&mut self) -> io::Result<Reply> {
        let line = self.line()?;
        Ok(match line.split_ascii_whitespace().next() {
            Some("info") => Reply::Info(line),
            Some("bestmove") => Reply::BestMove,
            _ => Reply::Other,
        })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.send("quit");
        let _ = self.process.wait();
    }
}

/// The number that follows a word of an engine's line.
pub fn number_after(line: &str, word: &str) -> Option<i64> {
    line.split_ascii_whitespace().skip_while(|known| *known != word).nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_follows_its_word() {
        let line = "info depth 7 score mate -3 nodes 12345 time x";
        assert_eq!(number_after(line, "nodes"), Some(12345));
        assert_eq!(number_after(line, "mate"), Some(-3));
        for word in ["time", "nps", "x"] {
            assert_eq!(number_after(line, word), None, "{word}");
        }
    }
}
