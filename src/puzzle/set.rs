//! The puzzles that come with the program, and how they are chosen.

use std::collections::BTreeMap;

use super::form::{Goal, Puzzle};

/// The puzzles that come with the program, one a line.
pub const SHIPPED: &str = include_str!("../../puzzles/proven.jsonl");

/// The puzzles that come with the program.
#[must_use]
pub fn shipped() -> Vec<Puzzle> {
    SHIPPED.lines().filter_map(|line| super::read_line(line).ok()).collect()
}

/// Which puzzles to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The most puzzles of one ruleset.
    pub most: usize,
    /// The most bytes in all.
    pub bytes: usize,
    /// Whether puzzles whose solution is not proven to hold are chosen too.
    pub unproven: bool,
}

/// Chooses puzzles of each ruleset so that the roles, themes and ratings are as even as the supply
/// allows. The capture of the most pieces is the answer in a third at most.
#[must_use]
pub fn select(puzzles: Vec<Puzzle>, selection: &Selection) -> Vec<Puzzle> {
    let mut rulesets: BTreeMap<String, Vec<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        if selection.unproven || puzzle.goal != Goal::OnlyMove {
            rulesets.entry(puzzle.ruleset.clone()).or_default().push(puzzle);
        }
    }
    let mut chosen: Vec<Vec<Puzzle>> =
        rulesets.into_values().map(|of| balanced(of, selection.most)).collect();
    // One of each ruleset in turn, until the room is used up.
    let mut all = Vec::new();
    let mut bytes = 0;
    for of in &mut chosen {
        of.reverse();
    }
    while chosen.iter().any(|of| !of.is_empty()) {
        for of in &mut chosen {
            let Some(puzzle) = of.pop() else { continue };
            bytes += puzzle.to_line().len() + 1;
            if bytes > selection.bytes {
                return sorted(all);
            }
            all.push(puzzle);
        }
    }
    sorted(all)
}

fn sorted(mut puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
    puzzles.sort_by(|one, other| {
        (&one.ruleset, one.rating, &one.id).cmp(&(&other.ruleset, other.rating, &other.id))
    });
    puzzles
}

/// What is counted to keep a choice even: the role, the rating in steps, each theme, the length.
fn features(puzzle: &Puzzle) -> Vec<String> {
    let mut features: Vec<String> = puzzle.themes.iter().map(ToString::to_string).collect();
    features.push(puzzle.side().to_string());
    features.push(format!("rating {}", puzzle.rating.unwrap_or_default() / 200));
    features.push(format!("length {}", puzzle.solution.len()));
    features
}

/// Chooses one puzzle after another: always one whose features are rarest among those chosen.
fn balanced(mut pool: Vec<Puzzle>, most: usize) -> Vec<Puzzle> {
    pool.sort_by(|one, other| one.id.cmp(&other.id));
    let mut pool: Vec<(Puzzle, Vec<String>)> =
        pool.into_iter().map(|puzzle| (features(&puzzle), puzzle)).map(|(f, p)| (p, f)).collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut chosen, mut greedy): (Vec<Puzzle>, usize) = (Vec::new(), 0);
    while chosen.len() < most {
        let commonness = |features: &[String]| -> f64 {
            let count = |feature| counts.get(feature).copied().unwrap_or_default() as f64;
            features.iter().map(count).sum::<f64>() / features.len() as f64
        };
        let allowed = |puzzle: &Puzzle| !puzzle.greedy || 3 * (greedy + 1) <= chosen.len() + 1;
        let candidates = pool.iter().enumerate().filter(|(_, (puzzle, _))| allowed(puzzle));
        let next = candidates
            .min_by(|(_, (_, one)), (_, (_, other))| commonness(one).total_cmp(&commonness(other)));
        let Some((index, _)) = next else { break };
        let (puzzle, features) = pool.swap_remove(index);
        for feature in features {
            *counts.entry(feature).or_default() += 1;
        }
        greedy += usize::from(puzzle.greedy);
        chosen.push(puzzle);
    }
    chosen
}
