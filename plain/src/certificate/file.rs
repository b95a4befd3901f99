//! The parts of a certificate's file.

use super::Refusal;
use super::claim::{Claim, Kind};
use super::code::{is_symmetric, pack, position_length};
use super::start::check_start;
use crate::board::Position;
use crate::rules::Rules;

const MAGIC: &str = "branan certificate 1\n";

/// The longest header, so that a file that never ends it is refused at once.
const MAX_HEADER: usize = 4096;

/// The longest text before the positions.
pub const MAX_BEGINNING: usize = MAGIC.len() + MAX_HEADER;

/// The count of positions and the checksum.
pub const TRAILER: usize = 8 + 4;

/// Where a certificate has its positions, as its header tells.
pub struct Layout {
    /// The bytes before the first position.
    pub header: usize,
    record_length: usize,
    position_length: usize,
}

impl Layout {
    /// The layout of a file, given how it begins.
    pub fn read(beginning: &[u8]) -> Result<Layout, Refusal> {
        let (header, end) = header(beginning)?;
        let file = File::of_header(header, &[])?;
        let File { record_length, position_length, .. } = file;
        Ok(Layout { header: end, record_length, position_length })
    }

    /// The length of a file with this number of positions; none, if there is no such length.
    pub fn length(&self, positions: u64) -> Option<u64> {
        let records = positions.checked_mul(self.record_length as u64)?;
        records.checked_add((self.header + TRAILER) as u64)
    }

    /// Checks that the positions are in order whose records are whole between the bytes `from` and `to`, and
    /// returns where the last of them begins.
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

/// The lines of a certificate's header, and where they end.
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
    /// Within how many plies it wins; none where the claim is not of that kind.
    pub distance: Option<u16>,
}

/// A certificate whose form is right; nothing of what it says has been checked.
pub struct File<'a> {
    /// The ruleset's name, and the alternate rules as `KingMove=step`.
    pub ruleset: String,
    pub alternates: Vec<String>,
    pub rules: Rules,
    pub start: Position,
    pub claim: Claim,
    records: &'a [u8],
    /// The bytes of a record, and of the position at its beginning.
    record_length: usize,
    position_length: usize,
}

impl<'a> File<'a> {
    /// Finds the parts of a file, and checks its checksum and that the records are in order.
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

    /// The record of a number less than [`Self::len`].
    pub fn record(&self, number: usize) -> Record<'a> {
        let record = &self.records[number * self.record_length..][..self.record_length];
        let (position, rest) = record.split_at(self.position_length);
        let answer = u16::from_le_bytes([rest[0], rest[1]]);
        let distance = (rest.len() == 4).then(|| u16::from_le_bytes([rest[2], rest[3]]));
        Record { position, answer, distance }
    }

    /// The number of a position's record, if the certificate has it.
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

    /// Whether the first position is the ruleset's.
    pub fn starts_as_usual(&self) -> bool {
        Position::from_fen(&self.rules.start, self.rules.size, self.rules.announce)
            .is_ok_and(|usual| usual == self.start)
    }
}
