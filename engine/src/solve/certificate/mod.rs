//! Certificates: a proof written down, as one side's answers to everything that can come up.
//!
//! What the solver has found out stands in its table, which says that a position is decided, but not
//! always by which moves: it may have forgotten some of them, and what it says was found at different
//! times. So the answers are collected anew from the first position on, and what is missing is
//! searched again. The file is described in `docs/prove.md`; the crate `branan-plain` checks it.

mod code;
mod holding;
mod records;
mod winning;
mod write;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub use write::Heading;

use super::answer::{Answer, Solution};
use super::dfpn::Search;
use super::goal::{Closed, Goal, Judge};
use super::question::held;
use super::solver::Solver;
use crate::board::{Bits, Board, BoardGame, Position};
use crate::eval::BoardEvaluation;
use crate::rules::{Repetition, Side};
use records::Records;

/// What is claimed for the side whose answers are written down, the holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It wins within a number of plies.
    Win(Side),
    /// It does not lose: the other side cannot force a win.
    Hold(Side),
    /// It wins, in the end by repetition.
    WinByRepetition(Side),
}

impl Claim {
    /// What a solution of a position with this side to move proves; none, if it proves nothing. Where
    /// neither side can force a win, the claim is that `loser` cannot.
    #[must_use]
    pub fn of<M>(solution: &Solution<M>, mover: Side, loser: Side) -> Option<Self> {
        let won = |winner| match solution.plies {
            Some(_) => Self::Win(winner),
            None => Self::WinByRepetition(winner),
        };
        match solution.answer {
            Answer::Win => Some(won(mover)),
            Answer::Loss => Some(won(mover.other())),
            Answer::Neither => Some(Self::Hold(loser.other())),
            Answer::CannotWin(side) => Some(Self::Hold(side.other())),
            Answer::Unknown(_) => None,
        }
    }

    /// Whether it stays true when play goes on for ever, and positions repeat.
    fn bears(self, repetition: Repetition) -> bool {
        if repetition.compares_boards() {
            // A position does not tell which boards have been there. The attackers face fewer replies.
            return self == Self::Win(Side::Attackers) || self == Self::Hold(Side::Attackers);
        }
        match self {
            Self::Win(_) => true,
            Self::Hold(holder) => match repetition {
                Repetition::Draw2 | Repetition::Draw3 => true,
                Repetition::DefendersLose3 | Repetition::DefendersIllegal2 => {
                    holder == Side::Attackers
                }
                _ => false,
            },
            Self::WinByRepetition(winner) => {
                repetition == Repetition::DefendersLose3 && winner == Side::Attackers
            }
        }
    }

    /// The side whose answers are written down.
    #[must_use]
    pub fn holder(self) -> Side {
        match self {
            Self::Win(side) | Self::Hold(side) | Self::WinByRepetition(side) => side,
        }
    }
}

/// Why a proof could not be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncertified {
    /// The game is over before the first move.
    #[error("the game is over, so there is nothing to answer")]
    Over,
    /// The side that does not lose may have to repeat positions, which the ruleset does not let it.
    #[error("the ruleset's repetition rule may decide, which a certificate does not tell")]
    Repetition,
    /// It was stopped.
    #[error("it was interrupted")]
    Stopped,
    /// Too much has to be searched again.
    #[error(
        "the table has forgotten too much of the proof to write it down; give it a larger --hash"
    )]
    Forgotten,
    /// The claim has more positions or plies than a file can hold.
    #[error("the proof has more positions or plies than a certificate can hold")]
    Size,
}

/// A proof written down.
#[derive(Debug)]
pub struct Certificate {
    claim: Claim,
    records: Records,
}

impl Certificate {
    /// How many positions it answers.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.records.done()
    }
}

/// The nodes for which a single position is searched again if the proof was a small one.
const MIN_AGAIN: u64 = 1 << 16;

/// How many times the nodes of the proof are spent on searching again, at most.
const AGAIN: u64 = 16;

/// The nodes with which searching again begins; each further try has twice as many.
const FIRST_SLICE: u64 = 1 << 12;

impl Solver {
    /// Writes down what [`Solver::solve`] has just proven about the same position in `nodes` nodes,
    /// and tells now and then how many positions it has.
    ///
    /// # Errors
    /// When the table has forgotten too much, or `stop` is set.
    pub fn certify<B: Board>(
        &mut self,
        game: &BoardGame<B>,
        claim: Claim,
        nodes: u64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(usize),
    ) -> Result<Certificate, Uncertified> {
        if game.outcome().is_some() {
            return Err(Uncertified::Over);
        }
        if !claim.bears(game.rules().ruleset().repetition) {
            return Err(Uncertified::Repetition);
        }
        let goal = match claim {
            Claim::Win(side) => Goal { prover: side, draw_suffices: false },
            Claim::Hold(side) => Goal { prover: side.other(), draw_suffices: false },
            // Only the attackers do: see `Claim::bears`.
            Claim::WinByRepetition(_) => held(game.rules().ruleset()),
        };
        let (closed, evaluation) = (Closed::of(game), BoardEvaluation::of(game.rules()));
        let mut watch = |_, _| !stop.load(Relaxed);
        let judge = Judge { rules: game.rules(), goal, closed: &closed };
        let mut collector = Collector {
            search: Search::new(judge, &self.table, &mut watch).guided_by(&evaluation),
            records: Records::new::<B>(game.rules()),
            again: nodes.max(MIN_AGAIN),
            left: nodes.max(MIN_AGAIN).saturating_mul(AGAIN),
            stop,
            report,
        };
        let first = game.position();
        match claim {
            Claim::Win(_) => collector.collect_win(first)?,
            Claim::Hold(_) | Claim::WinByRepetition(_) => collector.collect_hold(first)?,
        }
        Ok(Certificate { claim, records: collector.records })
    }
}

/// Collects the answers of one side.
struct Collector<'a, 's, B: Board> {
    search: Search<'s, B>,
    records: Records,
    /// How many nodes one position may be searched again for, and how many all of them.
    again: u64,
    left: u64,
    stop: &'a AtomicBool,
    report: &'a mut dyn FnMut(usize),
}

/// How often progress is told and the stop looked at, in records.
const REPORT_INTERVAL: usize = 1 << 10;

impl<B: Board> Collector<'_, '_, B> {
    /// Tells the progress, and whether to go on.
    fn tick(&mut self) -> Result<(), Uncertified> {
        if self.records.done().is_multiple_of(REPORT_INTERVAL) {
            (self.report)(self.records.done());
            if self.stop.load(Relaxed) {
                return Err(Uncertified::Stopped);
            }
        }
        Ok(())
    }

    /// Searches a position again, of which the table does not say enough.
    ///
    /// For a disproof, short searches take turns with enclosures as in the solver: a long one alone
    /// follows lines that go round in circles to the longest that a path can be.
    fn search_again(&mut self, position: &Position<B>, disproves: bool) -> Result<(), Uncertified> {
        let (mut slice, end) = (FIRST_SLICE, self.search.nodes.saturating_add(self.again));
        while self.search.nodes < end {
            if self.left == 0 {
                return Err(Uncertified::Forgotten);
            }
            let before = self.search.nodes;
            let found = self.search.run(position, slice.min(self.left));
            self.left = self.left.saturating_sub(self.search.nodes - before);
            if self.stop.load(Relaxed) {
                return Err(Uncertified::Stopped);
            }
            let decided = found.is_proven() || (found.is_disproven() && found.leans_on.is_empty());
            let most = usize::try_from(slice).unwrap_or(usize::MAX);
            // Without a node nothing more can be found.
            let nothing = self.search.nodes == before;
            if decided || nothing || (disproves && self.search.enclose(position, most, 1)) {
                break;
            }
            slice = slice.saturating_mul(2);
        }
        Ok(())
    }
}
