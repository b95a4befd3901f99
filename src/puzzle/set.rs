//! The puzzles that come with the program, and how they are chosen.

use std::collections::BTreeMap;

use super::form::{Puzzle, PuzzleGoal};
use crate::rules::Side;

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
    /// How many puzzles of a ruleset one role may have more than the other, at least 1.
    pub lead: usize,
    /// Whether puzzles whose solution is not proven to hold are chosen too.
    pub unproven: bool,
}

/// Chooses puzzles of each ruleset so that the roles, themes and ratings are as even as the supply
/// allows. The capture of the most pieces is the answer in a third at most.
#[must_use]
pub fn select(puzzles: Vec<Puzzle>, selection: &Selection) -> Vec<Puzzle> {
    let mut rulesets: BTreeMap<String, Vec<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        if selection.unproven || puzzle.goal != PuzzleGoal::OnlyMove {
            rulesets.entry(puzzle.ruleset.clone()).or_default().push(puzzle);
        }
    }
    let mut chosen: Vec<Vec<Puzzle>> =
        rulesets.into_values().map(|of| balanced(of, selection)).collect();
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
fn balanced(mut pool: Vec<Puzzle>, selection: &Selection) -> Vec<Puzzle> {
    pool.sort_by(|one, other| one.id.cmp(&other.id));
    let mut pool: Vec<(Puzzle, Vec<String>)> =
        pool.into_iter().map(|puzzle| (features(&puzzle), puzzle)).map(|(f, p)| (p, f)).collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut chosen, mut greedy): (Vec<Puzzle>, usize) = (Vec::new(), 0);
    while chosen.len() < selection.most {
        let commonness = |features: &[String]| -> f64 {
            let count = |feature| counts.get(feature).copied().unwrap_or_default() as f64;
            features.iter().map(count).sum::<f64>() / features.len() as f64
        };
        let of = |side: Side| counts.get(&side.to_string()).copied().unwrap_or_default();
        let leads = |side: Side| of(side) >= of(side.other()) + selection.lead.max(1);
        let allowed = |puzzle: &Puzzle| {
            (!puzzle.greedy || 3 * (greedy + 1) <= chosen.len() + 1) && !leads(puzzle.side())
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Theme;

    const ALL: Selection = Selection { most: 1000, bytes: 1_000_000, lead: 1000, unproven: true };

    /// Puzzles of which every fourth is the defenders' and every second a capture.
    fn supply() -> Vec<Puzzle> {
        let puzzle = |number: u32| Puzzle {
            id: format!("tablut-{number:08x}"),
            ruleset: ["tablut", "copenhagen"][number as usize % 2].to_owned(),
            fen: format!("9 {}", if number.is_multiple_of(4) { "d" } else { "a" }),
            goal: if number.is_multiple_of(5) { PuzzleGoal::OnlyMove } else { PuzzleGoal::Win },
            solution: Vec::new(),
            rest: Vec::new(),
            defences: Vec::new(),
            plies: Some(3),
            themes: vec![Theme::Escape],
            greedy: !number.is_multiple_of(3),
            rating: Some(500 + 10 * number),
            from: String::new(),
            budget: 0,
        };
        (0..120).map(puzzle).collect()
    }

    #[test]
    fn a_capture_is_the_answer_in_a_third_at_most() {
        for most in [10, 30, 1000] {
            let chosen = select(supply(), &Selection { most, ..ALL });
            for name in ["tablut", "copenhagen"] {
                let of: Vec<_> = chosen.iter().filter(|puzzle| puzzle.ruleset == name).collect();
                let greedy = of.iter().filter(|puzzle| puzzle.greedy).count();
                assert!(3 * greedy <= of.len() && of.len() <= most, "{greedy} of {}", of.len());
                assert!(greedy > 0);
            }
        }
    }

    #[test]
    fn rare_roles_are_chosen_first() {
        let chosen = select(supply(), &Selection { most: 12, ..ALL });
        let defenders = chosen.iter().filter(|puzzle| puzzle.side() == Side::Defenders).count();
        // All of them are of Tablut.
        assert!((5..=7).contains(&defenders), "{defenders}");
    }

    #[test]
    fn no_role_leads_by_more_than_is_allowed() {
        let side = |puzzles: &[Puzzle], side| {
            puzzles.iter().filter(|puzzle| puzzle.side() == side).count()
        };
        let tablut: Vec<Puzzle> =
            supply().into_iter().filter(|puzzle| puzzle.ruleset == "tablut").collect();
        let chosen = select(tablut.clone(), &Selection { lead: 3, ..ALL });
        let [attackers, defenders] = [Side::Attackers, Side::Defenders].map(|of| side(&chosen, of));
        assert!(attackers.abs_diff(defenders) <= 3 && defenders > 10, "{attackers}, {defenders}");
        // Of the other ruleset there are none of the defenders.
        let chosen = select(supply(), &Selection { lead: 3, ..ALL });
        assert_eq!(chosen.iter().filter(|puzzle| puzzle.ruleset == "copenhagen").count(), 3);
    }

    #[test]
    fn room_and_proofs_are_respected() {
        let chosen = select(supply(), &Selection { bytes: 3000, unproven: false, ..ALL });
        assert!(chosen.iter().all(|puzzle| puzzle.goal == PuzzleGoal::Win));
        let bytes: usize = chosen.iter().map(|puzzle| puzzle.to_line().len() + 1).sum();
        assert!((2500..=3000).contains(&bytes), "{bytes}");
    }
}
