//! Making a book by deep analysis.
//!
//! The next position to search is always the one with the cheapest line: each ply of a line costs
//! as much as a loss of [`PLY_COST`] centipawns. So lines of good moves go deep and others stay
//! short, as in drop-out expansion (T. R. Lincke, "Strategies for the Automatic Construction of
//! Opening Books", 2000). Values are then taken back from the ends of the lines to the start.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use thiserror::Error;

use super::section::{BookSection, Weight};
use crate::board::SetupError;
use crate::engine::{Engine, EngineError, Request, Resources, SearchError, Value, new_engine};
use crate::game::{Game, new_game};
use crate::opinion::ask;
use crate::search::Limits;
use crate::types::{Move, Placement};

/// The cost of a ply of a line, in centipawns.
const PLY_COST: i32 = 20;

/// The value of a forced win, less the moves to it. Others are smaller.
const WON: i32 = 100_000;

/// The size of the transposition table in MiB.
const HASH: usize = 64;

/// How often values are taken back. A round carries them back along whole lines, but lines may form
/// a cycle.
const MAX_ROUNDS: usize = 100;

/// The weight of the best move of a position.
const BEST: Weight = 100;

/// How to analyse.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisPlan {
    /// The number of positions to search.
    pub positions: usize,
    /// The nodes of each search.
    pub nodes: u64,
    /// The moves of a position that get a value.
    pub lines: usize,
    /// What a move of the book may lose against the best one, in centipawns.
    pub window: u32,
}

/// Why a book cannot be made.
#[derive(Debug, Error)]
pub enum AnalysisError {
    /// There is no board for the rules.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is no engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A search cannot be started.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// A position that has been searched.
struct Node {
    placement: Placement,
    /// Its moves with their values for the side to move, and the positions after them.
    moves: Vec<(Move, i32, Placement)>,
}

/// A line still to be searched, the cheapest first. Of equal ones the oldest comes first.
type Waiting = BinaryHeap<Reverse<(i32, usize, Vec<Move>)>>;

struct Analysis<'a> {
    plan: &'a AnalysisPlan,
    engine: Box<dyn Engine>,
    symmetric: bool,
    nodes: Vec<Node>,
    /// The searched positions, in their standard orientation.
    known: HashMap<Placement, usize>,
    waiting: Waiting,
    /// The number of lines that have ever waited.
    lines: usize,
}

/// Fills an empty section by searching positions from the start of its ruleset. `report` is called
/// with the number of searched positions, and ends the analysis by returning `false`.
///
/// # Errors
/// When the ruleset cannot be played, or the system lacks memory or threads.
pub fn analyse(
    section: &mut BookSection,
    plan: &AnalysisPlan,
    report: &mut dyn FnMut(usize) -> bool,
) -> Result<(), AnalysisError> {
    let start = new_game(section.ruleset(), None)?;
    let engine = new_engine(section.ruleset(), Resources { hash: HASH, threads: 1 })?;
    let mut analysis = Analysis {
        plan,
        engine,
        symmetric: section.ruleset().is_symmetric(),
        nodes: Vec::new(),
        known: HashMap::new(),
        waiting: BinaryHeap::from([Reverse((0, 0, Vec::new()))]),
        lines: 1,
    };
    while analysis.nodes.len() < plan.positions
        && let Some(Reverse((cost, _, line))) = analysis.waiting.pop()
    {
        analysis.expand(&*start, cost, &line)?;
        if !report(analysis.nodes.len()) {
            break;
        }
    }
    analysis.take_values_back();
    analysis.fill(section);
    Ok(())
}

impl Analysis<'_> {
    fn standard(&self, placement: &Placement) -> Placement {
        if self.symmetric { placement.canonical() } else { placement.clone() }
    }

    /// Searches the position at the end of a line.
    fn expand(&mut self, start: &dyn Game, cost: i32, line: &[Move]) -> Result<(), AnalysisError> {
        let mut game = start.boxed_clone();
        for mv in line {
            // The moves were found by a search of the same game.
            let _ = game.play(*mv);
        }
        let placement = game.placement();
        let standard = self.standard(&placement);
        if game.outcome().is_some() || self.known.contains_key(&standard) {
            return Ok(());
        }
        let moves = self.search(&*game)?;
        let best = moves.first().map_or(0, |(_, value, _)| *value);
        if best.abs() < WON / 2 {
            for (mv, value, _) in &moves {
                let line = [line, &[*mv]].concat();
                self.waiting.push(Reverse((cost + PLY_COST + best - value, self.lines, line)));
                self.lines += 1;
            }
        }
        self.known.insert(standard, self.nodes.len());
        self.nodes.push(Node { placement, moves });
        Ok(())
    }

    /// The best moves of a position with their values.
    fn search(&mut self, game: &dyn Game) -> Result<Vec<(Move, i32, Placement)>, AnalysisError> {
        // Searches do not depend on earlier ones, so that a longer book begins like a shorter one.
        self.engine.clear();
        let limits = Limits { nodes: Some(self.plan.nodes), ..Limits::default() };
        let images = |mv: Move| {
            let mut after = game.boxed_clone();
            after.play(mv).ok().map(|_| after.placement())
        };
        // In a symmetric position one move of each kind is enough.
        let mut distinct: HashMap<Placement, Move> = HashMap::new();
        for mv in game.legal_moves() {
            if let Some(after) = images(mv) {
                distinct.entry(self.standard(&after)).or_insert(mv);
            }
        }
        let mut search_moves: Vec<Move> = distinct.into_values().collect();
        search_moves.sort_unstable();
        let lines = self.plan.lines.min(search_moves.len()).max(1);
        let request = Request { search_moves, multi_pv: lines, ..Request::new(limits) };
        let opinion = ask(&mut *self.engine, game, request)?;
        let valued = opinion.lines.iter().filter_map(|line| {
            let mv = *line.moves.first()?;
            Some((mv, centipawns(line.value), images(mv)?))
        });
        let mut valued: Vec<_> = valued.collect();
        valued.sort_by_key(|(_, value, _)| Reverse(*value));
        Ok(valued)
    }

    /// Gives each move that leads to a searched position that position's value.
    fn take_values_back(&mut self) {
        let children = self.children();
        for _ in 0..MAX_ROUNDS {
            let mut changed = false;
            // Later nodes are mostly deeper.
            for &(place, number, child) in children.iter().rev() {
                let Some(value) = self.value(child) else { continue };
                let old = std::mem::replace(&mut self.nodes[place].moves[number].1, -value);
                changed |= old != -value;
            }
            if !changed {
                break;
            }
        }
    }

    /// The moves that lead to searched positions: position, number of the move, position after it.
    fn children(&self) -> Vec<(usize, usize, usize)> {
        let nodes = self.nodes.iter().enumerate();
        let moves = nodes.flat_map(|(place, node)| {
            node.moves.iter().enumerate().map(move |(number, (.., after))| (place, number, after))
        });
        moves
            .filter_map(|(place, number, after)| {
                Some((place, number, *self.known.get(&self.standard(after))?))
            })
            .collect()
    }

    /// The value of a searched position for the side to move.
    fn value(&self, place: usize) -> Option<i32> {
        self.nodes[place].moves.iter().map(|(_, value, _)| *value).max()
    }

    /// Adds the moves that lose little.
    fn fill(&self, section: &mut BookSection) {
        let window = i32::try_from(self.plan.window).unwrap_or(WON);
        for node in &self.nodes {
            let best = node.moves.iter().map(|(_, value, _)| *value).max().unwrap_or_default();
            for (mv, value, _) in &node.moves {
                let loss = best - value;
                if loss <= window {
                    section.add(&node.placement, *mv, weight(loss, window));
                }
            }
        }
    }
}

/// The weight of a move that loses `loss` of at most `window` centipawns.
fn weight(loss: i32, window: i32) -> Weight {
    let share = 1.0 - f64::from(loss) / f64::from(window + 1);
    ((f64::from(BEST) * share) as Weight).max(1)
}

fn centipawns(value: Value) -> i32 {
    match value {
        Value::Centipawns(value) => value,
        Value::Mate(moves) if moves > 0 => WON - moves,
        Value::Mate(moves) => -WON - moves,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Book, Variety};
    use crate::rules::find;

    fn book(positions: usize) -> Book {
        let ruleset = find("brandubh").unwrap();
        let mut section = BookSection::new("brandubh", Vec::new(), ruleset.clone());
        let plan = AnalysisPlan { positions, nodes: 500, lines: 4, window: 30 };
        analyse(&mut section, &plan, &mut |_| true).unwrap();
        let mut book = Book::default();
        book.push(section);
        book
    }

    #[test]
    fn lines_from_the_start_are_known() {
        let book = book(40);
        assert_eq!(book.sections()[0].len(), 40);
        let mut game = new_game(find("brandubh").unwrap(), None).unwrap();
        let mut plies = 0;
        while let Some(mv) = book.choose(&*game, Variety::NONE, 0) {
            game.play(mv).unwrap();
            plies += 1;
        }
        assert!((2..40).contains(&plies), "{plies}");
    }

    #[test]
    fn the_same_plan_makes_the_same_book() {
        assert_eq!(book(12).to_text(), book(12).to_text());
    }

    #[test]
    fn good_moves_weigh_more() {
        assert_eq!((weight(0, 0), weight(0, 30)), (100, 100));
        assert!(weight(10, 30) > weight(20, 30) && weight(30, 30) >= 1);
    }
}
