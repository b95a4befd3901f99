//! The lines that do best and worst for a side.

use serde::{Serialize, Serializer};
use tafl::types::{Move, Side};

use crate::explore::Results;
use crate::share::Share;
use crate::tree::TreePosition;

/// A line and how a side did in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RepertoireLine {
    /// Its moves.
    #[serde(serialize_with = "in_words")]
    pub line: Vec<Move>,
    /// The results of its games.
    #[serde(flatten)]
    pub results: Results,
    /// The side's share of the points.
    pub share: Share,
}

/// The lines that do best and worst for a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Repertoire {
    /// The side.
    #[serde(serialize_with = "side_word")]
    pub side: Side,
    /// The lines with the highest shares, judged by the low ends of their intervals.
    pub best: Vec<RepertoireLine>,
    /// The lines with the lowest shares, judged by the high ends.
    pub worst: Vec<RepertoireLine>,
}

fn in_words<S: Serializer>(line: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(line.iter().map(Move::to_string))
}

fn side_word<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(side)
}

impl Repertoire {
    /// Chooses at most `count` best and worst lines of the positions of a tree. Of lines that are
    /// part of one another, one is chosen.
    #[must_use]
    pub fn new(tree: &[TreePosition], side: Side, count: usize) -> Self {
        let mut lines: Vec<RepertoireLine> =
            tree.iter().flat_map(|position| lines_of(position, side)).collect();
        lines.sort_by(|one, other| other.share.low.total_cmp(&one.share.low));
        let best = choose(&lines, count);
        lines.sort_by(|one, other| one.share.high.total_cmp(&other.share.high));
        Self { side, best, worst: choose(&lines, count) }
    }
}

/// The line of each move of a position.
fn lines_of(position: &TreePosition, side: Side) -> impl Iterator<Item = RepertoireLine> {
    position.moves.iter().filter_map(move |explored| {
        let Results { attackers, draws, defenders, .. } = explored.results;
        let share = match side {
            Side::Attackers => Share::of(attackers, draws, defenders),
            Side::Defenders => Share::of(defenders, draws, attackers),
        }?;
        let line = [&position.line[..], &[explored.mv]].concat();
        Some(RepertoireLine { line, results: explored.results.clone(), share })
    })
}

fn choose(lines: &[RepertoireLine], count: usize) -> Vec<RepertoireLine> {
    let mut chosen: Vec<RepertoireLine> = Vec::new();
    for line in lines {
        if chosen.len() == count {
            break;
        }
        let related = |known: &RepertoireLine| {
            known.line.starts_with(&line.line) || line.line.starts_with(&known.line)
        };
        if !chosen.iter().any(related) {
            chosen.push(line.clone());
        }
    }
    chosen
}
