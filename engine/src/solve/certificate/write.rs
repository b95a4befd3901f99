//! Writes a certificate's file.

use std::io::{self, Write};

use crc32fast::Hasher;

use super::{Certificate, Claim};

/// The first line.
const MAGIC: &str = "branan certificate 1";

/// The header of a certificate, in the words of its checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The name of a built-in ruleset.
    pub ruleset: String,
    /// The alternate rules applied to it, as `KingMove=step`.
    pub alternates: Vec<String>,
    /// The first position as a FEN.
    pub start: String,
}

impl Certificate {
    /// Writes the file and returns its length in bytes.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, heading: &Heading, output: &mut dyn Write) -> io::Result<u64> {
        let mut output = Checked { output, checksum: Hasher::new(), written: 0 };
        let kind = match self.claim {
            Claim::Win(_) => "win",
            Claim::Hold(_) => "hold",
            Claim::WinByRepetition(_) => "win-by-repetition",
        };
        let Heading { ruleset, alternates, start } = heading;
        writeln!(output, "{MAGIC}\nruleset {ruleset}")?;
        for rule in alternates {
            writeln!(output, "rule {rule}")?;
        }
        write!(output, "start {start}\nclaim {} {kind}\n\n", self.claim.holder())?;
        let mut count = 0_u64;
        for record in self.records.in_order(matches!(self.claim, Claim::Win(_))) {
            output.write_all(record)?;
            count += 1;
        }
        output.write_all(&count.to_le_bytes())?;
        let checksum = output.checksum.clone().finalize();
        output.write_all(&checksum.to_le_bytes())?;
        output.flush()?;
        Ok(output.written)
    }
}

/// Computes the checksum and length of everything written.
struct Checked<'a> {
    output: &'a mut dyn Write,
    checksum: Hasher,
    written: u64,
}

impl Write for Checked<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.output.write(bytes)?;
        self.checksum.update(&bytes[..length]);
        self.written += length as u64;
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
