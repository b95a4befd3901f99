//! Checks a certificate, position by position.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::Refusal;
use super::claim::{Claim, Kind};
use super::code::{unpack, unpack_move};
use super::file::File;
use crate::board::Position;
use crate::endings::{finished_on_the_board, without_moves};
use crate::moves::legal_moves;
use crate::play::make_move;

/// Positions between progress reports.
const PROGRESS_INTERVAL: u64 = 1 << 12;

/// A verified claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The ruleset's name.
    pub ruleset: String,
    /// The alternate rules applied to it, as `KingMove=step`.
    pub alternates: Vec<String>,
    /// The first position as a FEN. `None` if it is the ruleset's own.
    pub start: Option<String>,
    /// The verified claim.
    pub claim: Claim,
    /// For a win, the maximum number of plies.
    pub plies: Option<u32>,
    /// The number of positions in the certificate.
    pub positions: u64,
    /// The number of positions that cannot be reached, and so were not checked.
    pub unreached: u64,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ruleset)?;
        if !self.alternates.is_empty() {
            write!(f, " with {}", self.alternates.join(" and "))?;
        }
        let holder = self.claim.holder;
        match (self.claim.kind, self.plies) {
            (Kind::Holds, _) => write!(f, ": the {} cannot force a win", holder.other())?,
            (Kind::Wins, Some(plies)) => {
                let plies = counted(u64::from(plies), "ply", "plies");
                write!(f, ": the {holder} win within {plies}")?;
            }
            _ => write!(f, ": the {holder} win, in the end by repetition,")?,
        }
        match &self.start {
            None => write!(f, " from the start position")?,
            Some(fen) => write!(f, " from the position {fen}")?,
        }
        write!(f, " ({}", counted(self.positions, "position", "positions"))?;
        if self.unreached > 0 {
            write!(f, ", {} of which cannot come up", self.unreached)?;
        }
        write!(f, ")")
    }
}

/// A number and what it counts.
fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Checks a certificate, on the rayon pool's threads. `progress` gets the number of positions
/// checked so far, at intervals.
///
/// # Errors
/// When it does not prove its claim.
pub fn verify(bytes: &[u8], progress: &(dyn Fn(u64) + Sync)) -> Result<Verified, Refusal> {
    let file = File::read(bytes)?;
    if !file.claim.bears_repetition(&file.rules) {
        let what = "the ruleset's repetition rule does not bear this claim".to_owned();
        return Err(Refusal::Header(what));
    }
    let check = Check {
        seen: (0..file.len()).map(|_| AtomicBool::new(false)).collect(),
        file: &file,
        looked_at: AtomicU64::new(0),
        progress,
    };
    // Only a win has a length.
    let plies = check.run()?.filter(|_| file.claim.kind == Kind::Wins);
    // A win that comes no sooner may already be a draw.
    let limit = file.rules.turn_limit.filter(|_| file.claim.kind != Kind::Holds);
    if limit.is_some_and(|limit| plies.is_none_or(|plies| plies as usize >= limit)) {
        let what = "the win does not come before the ruleset's turn limit".to_owned();
        return Err(Refusal::Header(what));
    }
    let positions = file.len() as u64;
    let unreached = positions - check.looked_at.into_inner();
    let start = (!file.starts_as_usual()).then(|| file.start.fen(file.rules.announce));
    let File { ruleset, alternates, claim, .. } = file;
    Ok(Verified { ruleset, alternates, start, claim, plies, positions, unreached })
}

/// A ply limit after one more ply. `None` if the limit was 0; `Some(None)` if there is no limit.
fn one_less(plies: Option<u32>) -> Option<Option<u32>> {
    plies.map_or(Some(None), |plies| plies.checked_sub(1).map(Some))
}

struct Check<'a> {
    file: &'a File<'a>,
    /// The records that have been reached.
    seen: Vec<AtomicBool>,
    looked_at: AtomicU64,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl Check<'_> {
    /// Checks all reachable positions, and returns the number of plies within which the first
    /// position is won.
    fn run(&self) -> Result<Option<u32>, Refusal> {
        let start = &self.file.start;
        self.must_go_on(start)?;
        if self.file.claim.holder != start.to_move {
            let replies = self.replies(start, None)?;
            let longest = replies.iter().filter_map(|&at| self.distance(at)).max();
            self.follow(&replies)?;
            return Ok(Some(1 + longest.unwrap_or_default()));
        }
        let first = self.file.find(start);
        let first = first.ok_or_else(|| self.refuse(start, "there is no answer"))?;
        self.follow(&[first])?;
        Ok(self.distance(first))
    }

    /// Checks records and all that are reachable from them.
    fn follow(&self, first: &[usize]) -> Result<(), Refusal> {
        let unseen = |at: &usize| !self.seen[*at].swap(true, Relaxed);
        let mut wave: Vec<usize> = first.iter().copied().filter(unseen).collect();
        while !wave.is_empty() {
            let next: Result<Vec<Vec<usize>>, Refusal> = wave
                .par_iter()
                .map(|&at| Ok(self.answer(at)?.into_iter().filter(unseen).collect()))
                .collect();
            wave = next?.concat();
        }
        Ok(())
    }

    /// Checks the answer of a record, and returns the records it leads to.
    fn answer(&self, at: usize) -> Result<Vec<usize>, Refusal> {
        let looked_at = 1 + self.looked_at.fetch_add(1, Relaxed);
        if looked_at.is_multiple_of(PROGRESS_INTERVAL) {
            (self.progress)(looked_at);
        }
        let File { rules, claim, .. } = self.file;
        let record = self.file.record(at);
        let position = unpack(record.position, rules, claim.holder);
        self.must_go_on(&position)?;
        let mv = unpack_move(record.answer, rules);
        if !legal_moves(&position, rules).contains(&mv) {
            return Err(self.refuse(&position, "the answer is not a legal move"));
        }
        let (after, _) = make_move(&position, mv, rules);
        let within = one_less(self.distance(at));
        let within = within.ok_or_else(|| self.refuse(&position, "its distance is 0"))?;
        self.replies(&after, within)
    }

    /// Checks a position in which the other side is to move or the game is over: it must go as
    /// claimed, within a number of plies if there is a limit. Returns the records its moves lead
    /// to.
    fn replies(&self, position: &Position, within: Option<u32>) -> Result<Vec<usize>, Refusal> {
        let rules = &self.file.rules;
        if let Some(result) = finished_on_the_board(position, rules) {
            return self.must_be_allowed(position, result).map(|()| Vec::new());
        }
        let moves = legal_moves(position, rules);
        if moves.is_empty() {
            let result = without_moves(position, rules);
            return self.must_be_allowed(position, result).map(|()| Vec::new());
        }
        let mut records = Vec::new();
        for mv in moves {
            let (after, _) = make_move(position, mv, rules);
            let refuse = |what| self.refuse(position, &format!("the reply {} {what}", mv.name()));
            let left = one_less(within).ok_or_else(|| refuse("is one ply too many"))?;
            if let Some(result) = finished_on_the_board(&after, rules) {
                self.must_be_allowed(&after, result)?;
            } else if let Some(at) = self.file.find(&after) {
                if left.is_some_and(|left| self.distance(at) > Some(left)) {
                    return Err(refuse("leads to a win that is not nearer"));
                }
                records.push(at);
            } else if legal_moves(&after, rules).is_empty() {
                self.must_be_allowed(&after, without_moves(&after, rules))?;
            } else {
                return Err(refuse("has no answer"));
            }
        }
        Ok(records)
    }

    /// The number of plies within which a record's answer wins, for a claim with distances.
    fn distance(&self, at: usize) -> Option<u32> {
        self.file.record(at).distance.map(u32::from)
    }

    /// Checks that the game is not over in the position.
    fn must_go_on(&self, position: &Position) -> Result<(), Refusal> {
        let rules = &self.file.rules;
        match finished_on_the_board(position, rules) {
            None if !legal_moves(position, rules).is_empty() => Ok(()),
            _ => Err(self.refuse(position, "the game is over")),
        }
    }

    fn must_be_allowed(&self, position: &Position, result: &str) -> Result<(), Refusal> {
        if self.file.claim.allows(result) {
            return Ok(());
        }
        Err(self.refuse(position, &format!("the game ends otherwise: {result}")))
    }

    fn refuse(&self, position: &Position, what: &str) -> Refusal {
        Refusal::Position(position.fen(self.file.rules.announce), what.to_owned())
    }
}
