//! The solver as a witness: it finds proofs anew and writes them down as certificates.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use branan_plain::board;
use branan_plain::puzzle::{Wanted, Witness};

use crate::engine::{Engine, Prover, Resources, new_engine};
use crate::puzzle::can_hold;
use crate::rules::{self, Side};
use crate::solve::{Answer, Budget, Heading};

/// Searches for the certificates that the checker of puzzles wants.
pub(super) struct SolverWitness<'a> {
    nodes: u64,
    stop: &'a AtomicBool,
    engines: BTreeMap<String, Box<dyn Engine>>,
}

/// The size of the solver's table, in MiB.
const HASH: usize = 64;

/// A win is a shorter proof than that a side does not lose, so it is looked for first, with this
/// part of the nodes.
const WIN_SHARE: u64 = 8;

impl<'a> SolverWitness<'a> {
    /// A witness that spends at most `nodes` nodes on a proof.
    pub fn new(nodes: u64, stop: &'a AtomicBool) -> Self {
        Self { nodes, stop, engines: BTreeMap::new() }
    }

    /// The engine of a ruleset, set to a position.
    fn engine(&mut self, ruleset: &str, fen: &str) -> Option<&mut dyn Engine> {
        if !self.engines.contains_key(ruleset) {
            let engine = new_engine(rules::find(ruleset)?, Resources { hash: 1, threads: 1 });
            self.engines.insert(ruleset.to_owned(), engine.ok()?);
        }
        let engine = self.engines.get_mut(ruleset)?;
        engine.set_up_text(Some(fen), &[]).ok()?;
        Some(&mut **engine)
    }

    /// A certificate that `holder` wins, or only that it does not lose.
    fn prove(&mut self, ruleset: &str, fen: &str, holder: Side, wins: bool) -> Option<Vec<u8>> {
        let (nodes, stop) = (self.nodes, self.stop);
        let engine = self.engine(ruleset, fen)?;
        let asked = if wins { holder } else { holder.other() };
        let mover = engine.game().to_move();
        let mut prover: Box<dyn Prover> =
            engine.prover(Resources { hash: HASH, threads: 1 }).ok()?;
        prover.ask_only(asked);
        let budget = Budget { nodes: Some(nodes), time: None };
        let solution = prover.prove(&budget, stop, &mut |_| {});
        let proven = match solution.answer {
            Answer::Win => mover == holder,
            Answer::Loss => mover != holder,
            Answer::CannotWin(side) => !wins && side == holder.other(),
            Answer::Neither | Answer::Unknown(_) => false,
        };
        if !proven {
            return None;
        }
        let certificate =
            prover.certify(&solution, holder.other(), stop, &mut |_| {}).ok().flatten()?;
        let (ruleset, start) = (ruleset.to_owned(), fen.to_owned());
        let heading = Heading { ruleset, alternates: Vec::new(), start };
        let mut bytes = Vec::new();
        certificate.write(&heading, &mut bytes).ok()?;
        Some(bytes)
    }
}

impl Witness for SolverWitness<'_> {
    fn certificate(&mut self, ruleset: &str, fen: &str, wanted: Wanted) -> Option<Vec<u8>> {
        let (Wanted::Wins(side) | Wanted::DoesNotLose(side)) = wanted;
        let holder = match side {
            board::Side::Attackers => Side::Attackers,
            board::Side::Defenders => Side::Defenders,
        };
        if matches!(wanted, Wanted::Wins(_)) {
            return self.prove(ruleset, fen, holder, true);
        }
        let holds = rules::find(ruleset).is_some_and(|rules| can_hold(rules, holder));
        let all = self.nodes;
        self.nodes = if holds { all / WIN_SHARE } else { all };
        let win = self.prove(ruleset, fen, holder, true);
        self.nodes = all;
        win.or_else(|| holds.then(|| self.prove(ruleset, fen, holder, false)).flatten())
    }
}
