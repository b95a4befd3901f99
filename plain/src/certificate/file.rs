//! The file format of certificates.

use super::Refusal;
use super::claim::{Claim, Kind};
use super::code::{is_symmetric, pack, position_length};
use super::start::check_start;
use crate::board::Position;
use crate::rules::Rules;

const MAGIC: &str = "branan certificate 1\n";

/// The maximum length of a header, in bytes, so that a file without a header's end is rejected at
/// once.
const MAX_HEADER: usize = 4096;

/// The maximum length of the text before the positions, in bytes.
pub const MAX_BEGINNING: usize = MAGIC.len() + MAX_HEADER;

/// The length of the position count and the checksum, in bytes.
pub const TRAILER: usize = 8 + 4;

/// The layout of a certificate's positions, from its header.
pub struct Layout {
    /// The number of bytes before the first position.
    pub header: usize,
    record_length: usize,
    position_length: usize,
}

impl Layout {
    /// Reads the layout from the beginning of a file.
    pub fn read(beginning: &[u8]) -> Result<Layout, Refusal> {
        let (header, end) = header(beginning)?;
        let file = File::of_header(header, &[])?;
        let File { record_length, position_length, .. } = file;
        Ok(Layout { header: end, record_length, position_length })
    }

    /// The length of a file with this number of positions. `None` on overflow.
    pub fn length(&self, positions: u64) -> Option<u64> {
        let records = positions.checked_mul(self.record_length as u64)?;
        records.checked_add((self.header + TRAILER) as u64)
    }

    /// Checks that the complete records between the bytes `from` and `to` are in order of their
    /// positions. Returns the start of the last one.
    pub fn check_order(&self, bytes: &[u8], mut from: usize, to: usize) -> Result<usize, Refusal> {
        let position = |at: usize| &bytes[at..at + self.position_length];
        while from + 2 * self.record_length <= to {
            let next = from + self.record_length;
            if position(from) >= position(next) {
                return Err(OUT_OF_ORDER);
            }
            from = next;
        }
        Ok(from)
    }
}

const OUT_OF_ORDER: Refusal = Refusal::Damaged("its positions are not in order");

/// The lines of a certificate's header, and their end.
fn header(bytes: &[u8]) -> Result<(&str, usize), Refusal> {
    let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(Refusal::Foreign)?;
    let searched = &rest[..rest.len().min(MAX_HEADER)];
    let length = searched.windows(2).position(|pair| pair == b"\n\n");
    let length = length.ok_or(Refusal::Damaged("the header does not end"))?;
    let text = str::from_utf8(&rest[..length])
        .map_err(|_| Refusal::Header("it is not UTF-8".to_owned()))?;
    Ok((text, MAGIC.len() + length + 2))
}

/// A position of a certificate, with the holder to move.
pub struct Record<'a> {
    pub position: &'a [u8],
    /// The holder's answer.
    pub answer: u16,
    /// The maximum number of plies to the win. `None` if the claim has no distances.
    pub distance: Option<u16>,
}

/// A well-formed certificate. Its contents have not been checked.
pub struct File<'a> {
    /// The ruleset's name, and the alternate rules as `KingMove=step`.
    pub ruleset: String,
    pub alternates: Vec<String>,
    pub rules: Rules,
    pub start: Position,
    pub claim: Claim,
    records: &'a [u8],
    /// The length of a record, and of the position at its start, in bytes.
    record_length: usize,
    position_length: usize,
}

impl<'a> File<'a> {
    /// Splits a file into its parts, and checks its checksum and the order of its records.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Refusal> {
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(Refusal::Foreign);
        }
        let (checked, checksum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(checked).to_le_bytes() != checksum {
            return Err(Refusal::Damaged("the checksum does not fit, or its end is missing"));
        }
        let (header, end) = header(bytes)?;
        let body = bytes.get(end..bytes.len() - TRAILER);
        let body = body.ok_or(Refusal::Damaged("it is cut short"))?;
        let file = Self::of_header(header, body)?;
        let count = bytes[end + body.len()..][..8].iter().rev();
        let count = count.fold(0_u64, |count, byte| count << 8 | u64::from(*byte));
        let fits = body.len().is_multiple_of(file.record_length) && file.len() as u64 == count;
        if !fits || u32::try_from(count).is_err() {
            return Err(Refusal::Damaged("it does not have as many positions as it says"));
        }
        if (1..file.len()).any(|at| file.record(at - 1).position >= file.record(at).position) {
            return Err(OUT_OF_ORDER);
        }
        Ok(file)
    }

    fn of_header(text: &str, records: &'a [u8]) -> Result<Self, Refusal> {
        let wrong = |what: &str| Refusal::Header(what.to_owned());
        let mut lines = text.split('\n').peekable();
        let mut value = |key: &str| -> Option<String> {
            let line = lines.next_if(|line| line.split(' ').next() == Some(key))?;
            Some(line.strip_prefix(key)?.strip_prefix(' ')?.to_owned())
        };
        let ruleset = value("ruleset").ok_or_else(|| wrong("no ruleset is named"))?;
        let alternates: Vec<String> = std::iter::from_fn(|| value("rule")).collect();
        let pairs: Option<Vec<_>> = alternates.iter().map(|rule| rule.split_once('=')).collect();
        let pairs = pairs.ok_or_else(|| wrong("a rule has no value"))?;
        for (place, (rule, _)) in pairs.iter().enumerate() {
            if pairs[..place].iter().any(|(other, _)| other == rule) {
                return Err(Refusal::Header(format!("there are two values for the rule {rule}")));
            }
        }
        let start = value("start").ok_or_else(|| wrong("no first position is given"))?;
        let claim = value("claim").as_deref().and_then(Claim::parse);
        let claim = claim.ok_or_else(|| wrong("nothing is claimed"))?;
        if lines.next().is_some() {
            return Err(wrong("there is a line that means nothing"));
        }
        let rules =
            Rules::find(&ruleset, &pairs).map_err(|error| Refusal::Header(error.to_string()))?;
        if !is_symmetric(&rules) {
            return Err(wrong("the ruleset is not symmetric"));
        }
        let start = Position::from_fen(&start, rules.size, rules.announce)
            .map_err(|error| Refusal::Header(format!("bad FEN: {error}")))?;
        check_start(&start, &rules)
            .map_err(|error| Refusal::Header(format!("bad first position: {error}")))?;
        let position_length = position_length(&rules);
        let rest = if claim.kind == Kind::Wins { 4 } else { 2 };
        let record_length = position_length + rest;
        Ok(Self {
            ruleset,
            alternates,
            rules,
            start,
            claim,
            records,
            record_length,
            position_length,
        })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.records.len() / self.record_length
    }

    /// The record with an index less than [`Self::len`].
    pub fn record(&self, number: usize) -> Record<'a> {
        let record = &self.records[number * self.record_length..][..self.record_length];
        let (position, rest) = record.split_at(self.position_length);
        let answer = u16::from_le_bytes([rest[0], rest[1]]);
        let distance = (rest.len() == 4).then(|| u16::from_le_bytes([rest[2], rest[3]]));
        Record { position, answer, distance }
    }

    /// The index of a position's record. `None` if the certificate does not have it.
    pub fn find(&self, position: &Position) -> Option<usize> {
        let wanted = pack(position, &self.rules);
        let (mut begin, mut end) = (0, self.len());
        while begin < end {
            let middle = begin + (end - begin) / 2;
            match self.record(middle).position.cmp(&wanted) {
                std::cmp::Ordering::Less => begin = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => end = middle,
            }
        }
        None
    }

    /// Whether the first position is the ruleset's own.
    pub fn starts_as_usual(&self) -> bool {
        Position::from_fen(&self.rules.start, self.rules.size, self.rules.announce)
            .is_ok_and(|usual| usual == self.start)
    }
}
