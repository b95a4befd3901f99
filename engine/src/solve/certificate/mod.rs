//! Certificates: written proofs, with one side's answer to everything the other side can play.
//!
//! The solver's table says that a position is decided, but not always by which moves: some entries
//! may be lost, and entries were stored at different times. So the answers are collected again from
//! the first position on, and missing parts are searched again. `docs/prove.md` describes the file,
//! and the crate `branan-plain` checks it.

mod code;
mod holding;
mod records;
mod winning;
mod write;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub use write::Heading;

use super::answer::{Answer, Solution};
use super::dfpn::Search;
use super::goal::{Closed, Goal, Judge};
use super::question::{Doubts, held};
use super::solver::Solver;
use crate::board::{Bits, Board, BoardGame, Position};
use crate::eval::BoardEvaluation;
use crate::rules::{NoMoves, Repetition, Ruleset, Side};
use records::Records;

/// The claim for the holder, the side whose answers the certificate contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The holder wins within a number of plies.
    Win(Side),
    /// The holder does not lose: the other side cannot force a win.
    Hold(Side),
    /// The holder wins, eventually by repetition.
    WinByRepetition(Side),
}

impl Claim {
    /// The claim that a solution of a position with this side to move proves. `None` if it proves
    /// nothing. If neither side can force a win, the claim is that `loser` cannot.
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

    /// Whether the claim stays true in endless play, where positions repeat.
    fn bears(self, ruleset: &Ruleset) -> bool {
        let repetition = ruleset.repetition;
        if repetition.compares_boards() {
            // A position does not record which boards have occurred. The attackers face fewer
            // replies, and win where none is left.
            return matches!(self, Self::Win(Side::Attackers) | Self::Hold(Side::Attackers))
                && ruleset.no_moves == NoMoves::Loses;
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

    /// The holder.
    #[must_use]
    pub fn holder(self) -> Side {
        match self {
            Self::Win(side) | Self::Hold(side) | Self::WinByRepetition(side) => side,
        }
    }
}

/// Why a proof could not be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Uncertified {
    /// The game is already over.
    #[error("the game is over, so there is nothing to answer")]
    Over,
    /// The holder may have to repeat positions, which the ruleset forbids it.
    #[error("the ruleset's repetition rule may decide, which a certificate does not tell")]
    Repetition,
    /// The win may come after the ruleset's turn limit.
    #[error("the ruleset's turn limit may draw the game before the win")]
    TurnLimit,
    /// The collection was stopped.
    #[error("it was interrupted")]
    Stopped,
    /// Too much would have to be searched again.
    #[error(
        "the table has forgotten too much of the proof to write it down; give it a larger --hash"
    )]
    Forgotten,
    /// The claim has more positions or plies than the file format allows.
    #[error("the proof has more positions or plies than a certificate can hold")]
    Size,
}

/// A certificate.
#[derive(Debug)]
pub struct Certificate {
    claim: Claim,
    plies: Option<u16>,
    records: Records,
}

impl Certificate {
    /// The number of positions with an answer.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.records.done()
    }

    /// The number of plies within which its answers win, which may be more than the solver found.
    /// `None` if it does not claim a win by force.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        self.plies.map(u32::from)
    }
}

/// The minimum node budget for searching one position again, if the proof was small.
const MIN_AGAIN: u64 = 1 << 16;

/// The maximum node budget for searching again, as a multiple of the proof's nodes.
const AGAIN: u64 = 16;

/// The node budget of the first repeated search. It doubles with each further try.
const FIRST_SLICE: u64 = 1 << 12;

impl Solver {
    /// Collects the answers for the proof that [`Solver::solve`] has just found for the same
    /// position in `nodes` nodes. Reports the number of positions at intervals. A certificate is about the
    /// position alone: a proof that needs the earlier moves of the game fails here.
    ///
    /// # Errors
    /// When the table has lost too much, or `stop` is set.
    pub fn certify<B: Board>(
        &mut self,
        game: &BoardGame<B>,
        claim: Claim,
        nodes: u64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(usize),
    ) -> Result<Certificate, Uncertified> {
        let game = &BoardGame::starting_from(Arc::clone(game.rules()), *game.position());
        if game.outcome().is_some() {
            return Err(Uncertified::Over);
        }
        let ruleset = game.rules().ruleset();
        if !claim.bears(ruleset) {
            return Err(Uncertified::Repetition);
        }
        if matches!(claim, Claim::WinByRepetition(_)) && ruleset.turn_limit.is_some() {
            return Err(Uncertified::TurnLimit);
        }
        let goal = match claim {
            Claim::Win(side) => Goal { prover: side, draw_suffices: false },
            Claim::Hold(side) => Goal { prover: side.other(), draw_suffices: false },
            // Only the attackers can: see `Claim::bears`.
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
        let plies = match claim {
            Claim::Win(side) => {
                let plies = collector.collect_win(first)?;
                // They may be more than the solver found. Recurring boards are no doubt any more: see
                // `Claim::bears`.
                if Doubts::under(ruleset, 0).about(side, plies.into()).is_some() {
                    return Err(Uncertified::TurnLimit);
                }
                Some(plies)
            }
            Claim::Hold(_) | Claim::WinByRepetition(_) => {
                collector.collect_hold(first)?;
                None
            }
        };
        Ok(Certificate { claim, plies, records: collector.records })
    }
}

/// Collects the answers of the holder.
struct Collector<'a, 's, B: Board> {
    search: Search<'s, B>,
    records: Records,
    /// The node budget for searching one position again, and the rest of the total budget.
    again: u64,
    left: u64,
    stop: &'a AtomicBool,
    report: &'a mut dyn FnMut(usize),
}

/// Records between progress reports and checks of the stop flag.
const REPORT_INTERVAL: usize = 1 << 10;

impl<B: Board> Collector<'_, '_, B> {
    /// Reports the progress and checks the stop flag.
    fn tick(&mut self) -> Result<(), Uncertified> {
        if self.records.done().is_multiple_of(REPORT_INTERVAL) {
            (self.report)(self.records.done());
            if self.stop.load(Relaxed) {
                return Err(Uncertified::Stopped);
            }
        }
        Ok(())
    }

    /// Searches again a position whose table entry is missing or insufficient.
    ///
    /// For a disproof, short searches alternate with enclosures as in the solver. A long search
    /// alone would follow cyclic lines to the maximum path length.
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
            // Without any nodes searched, nothing more can be found.
            let nothing = self.search.nodes == before;
            if decided || nothing || (disproves && self.search.enclose(position, most, 1)) {
                break;
            }
            slice = slice.saturating_mul(2);
        }
        Ok(())
    }
}
