//! The positions leading to the one being searched, for the repetition rules.

use rustc_hash::FxHashMap;

use super::score::{DRAW, Score, of_verdict};
use crate::hashing::GOLDEN_RATIO;
use crate::rules::{Repetition, Side};

/// The game so far and the line being searched, with the current position last.
#[derive(Clone, Debug, Default)]
pub(super) struct GamePath {
    steps: Vec<Step>,
    /// The index of the root.
    root: usize,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// The key of the pieces alone, where the rules compare boards. 0 if this board does not count.
    board: u64,
    /// Plies since the last capture. No earlier position can recur.
    reversible: usize,
}

/// Whether the current position repeats an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeated {
    /// It is new.
    No,
    /// It has occurred before, but not often enough to end the game.
    Before,
    /// The game is over by repetition, with this score for the side to move.
    Ended {
        /// The score.
        score: Score,
        /// The ply of the earliest position that counts, from the root. Negative for a position of
        /// the game before the root.
        depends_on: i32,
    },
}

/// The minimum number of plies after which a position recurs: each side moves out and back.
pub(super) const SHORTEST_CYCLE: usize = 4;

impl GamePath {
    /// Adds the position after a move.
    #[inline(always)]
    pub fn push(&mut self, key: u64, board: u64, captured: bool) {
        let reversible = match self.steps.last() {
            Some(before) if !captured => before.reversible + 1,
            _ => 0,
        };
        self.steps.push(Step { key, board, reversible });
    }

    /// Adds the position after a pass. A pass is not a move, so nothing repeats across it.
    #[inline(always)]
    pub fn push_pass(&mut self, key: u64) {
        self.push(key, 0, true);
    }

    /// Removes the last position.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// The plies since the last capture: the maximum distance of a repetition.
    #[inline(always)]
    pub fn reversible(&self) -> usize {
        self.steps.last().map_or(0, |step| step.reversible)
    }

    /// Makes the current position the root.
    pub fn set_root(&mut self) {
        self.root = self.steps.len() - 1;
    }

    /// A hash of the game's positions, up to the root, whose next occurrence ends the game under
    /// `rule` or is forbidden. 0 if there are none.
    ///
    /// Search results under one signature need not hold under another: the value of a position
    /// changes once certain others can no longer be revisited.
    pub fn signature(&self, rule: Repetition) -> u64 {
        let Some(root) = self.steps.get(self.root) else { return 0 };
        let window = &self.steps[self.root - root.reversible..=self.root];
        let mut occurrences: FxHashMap<u64, usize> = FxHashMap::default();
        for step in window {
            *occurrences.entry(step.key).or_default() += 1;
        }
        // Every search can return to its root and handles that itself.
        let only_root = |key: u64, times: usize| key == root.key && times == 1;
        let counts =
            |(key, times): &(u64, usize)| !only_root(*key, *times) && times + 1 >= rule.limit();
        occurrences.into_iter().filter(counts).fold(0, |signature, (key, _)| {
            signature ^ key.rotate_left(32).wrapping_mul(GOLDEN_RATIO)
        })
    }

    /// Returns to the position `ply` plies from the root.
    pub fn return_to(&mut self, ply: usize) {
        self.steps.truncate(self.root + 1 + ply);
    }

    /// Returns to the root.
    pub fn return_to_root(&mut self) {
        self.return_to(0);
    }

    /// The ply of the earliest position that makes the last move illegal under `rule`. `None` if
    /// the move is legal.
    #[inline(never)]
    pub fn barred(&self, rule: Repetition, to_move: Side, ply: usize) -> Option<i32> {
        match self.repeated(rule, to_move, ply) {
            Repeated::Ended { depends_on, .. } => Some(depends_on),
            Repeated::No | Repeated::Before => None,
        }
    }

    /// If the board after a move, before captures, has occurred, the ply of its last occurrence.
    /// The move was made `before` plies before the current position, which is at `ply`. No board
    /// from before the captures of earlier moves can recur.
    #[inline(never)]
    pub fn board_repeated(&self, board: u64, before: usize, ply: usize) -> Option<i32> {
        let last = self.steps.len() - 1;
        let reversible = self.steps[last - before].reversible;
        let back =
            (before..=before + reversible).find(|back| self.steps[last - back].board == board)?;
        Some(ply as i32 - back as i32)
    }

    /// Whether the current position has occurred before, and the result of that for `to_move`.
    ///
    /// Where repetition draws, the first return to a position of the search counts: a side that can
    /// go around once can do so again, and the other side has nothing better the second time. Where
    /// repetition decides the game, occurrences are counted as the rule does, so that the distance
    /// to the end is exact. Where one side may repeat and the other may not, the game continues.
    #[inline(always)]
    pub fn repeated(&self, rule: Repetition, to_move: Side, ply: usize) -> Repeated {
        let last = self.steps.len() - 1;
        let Step { key, reversible, .. } = self.steps[last];
        let mut occurrences = 1;
        for back in (SHORTEST_CYCLE..=reversible).step_by(2) {
            if self.steps[last - back].key != key {
                continue;
            }
            occurrences += 1;
            let depends_on = ply as i32 - back as i32;
            if rule.ends(to_move, occurrences) {
                return Repeated::Ended {
                    score: of_verdict(rule.verdict(to_move), ply),
                    depends_on,
                };
            }
            if rule.draws() && depends_on >= 0 {
                return Repeated::Ended { score: DRAW, depends_on };
            }
        }
        if occurrences > 1 { Repeated::Before } else { Repeated::No }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::{loss_at, win_at};

    /// The path through positions named by letters, upper case after a capture. `root` is the
    /// root's index.
    fn path(letters: &str, root: usize) -> (GamePath, usize) {
        let mut path = GamePath::default();
        for (index, letter) in letters.chars().enumerate() {
            let key = u64::from(letter.to_ascii_lowercase());
            path.push(key, key, letter.is_ascii_uppercase());
            if index == root {
                path.set_root();
            }
        }
        (path, letters.len() - 1 - root)
    }

    fn repeated(letters: &str, root: usize, rule: Repetition) -> Repeated {
        let (path, ply) = path(letters, root);
        path.repeated(rule, Side::Attackers, ply)
    }

    #[test]
    fn occurrences_are_counted_since_the_last_capture() {
        use Repetition::*;
        let lost = |depends_on| Repeated::Ended { score: loss_at(8), depends_on };
        let won = |depends_on| Repeated::Ended { score: win_at(8), depends_on };
        assert_eq!(repeated("abcda", 0, MoverLoses3), Repeated::Before);
        assert_eq!(repeated("abcdabcda", 0, MoverLoses3), won(0));
        assert_eq!(repeated("abcdabcda", 0, DefendersLose3), won(0));
        let (path, ply) = path("abcdabcda", 0);
        assert_eq!(path.repeated(DefendersLose3, Side::Defenders, ply), lost(0));
        assert_eq!(repeated("abcdabcda", 0, MoverWins3), lost(0));
        assert_eq!(repeated("abcdaBcda", 0, MoverLoses3), Repeated::No);
        assert_eq!(repeated("abcdAbcda", 0, MoverLoses3), Repeated::Before);
        assert_eq!(repeated("abcdefgha", 0, Draw3), Repeated::Ended { score: DRAW, depends_on: 0 });
    }

    #[test]
    fn the_third_occurrence_is_barred_where_it_is_not_legal() {
        let barred = |letters: &str, root| {
            let (path, ply) = path(letters, root);
            path.barred(Repetition::Illegal3, Side::Attackers, ply)
        };
        assert_eq!(barred("abcda", 0), None);
        assert_eq!(barred("abcdabcda", 0), Some(0));
        assert_eq!(barred("abcdabcda", 4), Some(-4));
        assert_eq!(barred("abcdabcdA", 0), None);
    }

    #[test]
    fn the_second_occurrence_is_barred_to_the_defenders_alone() {
        let rule = Repetition::DefendersIllegal2;
        let told = |letters: &str, to_move| {
            let (path, ply) = path(letters, 1);
            (path.barred(rule, to_move, ply), path.repeated(rule, to_move, ply))
        };
        let (barred, repeated) = told("abcdeb", Side::Attackers);
        assert_eq!(barred, Some(0));
        assert!(matches!(repeated, Repeated::Ended { .. }));
        assert_eq!(told("abcdeB", Side::Attackers), (None, Repeated::No));
        assert_eq!(told("abcdef", Side::Attackers), (None, Repeated::No));
        // Repetitions by the attackers are neither illegal nor a draw, however often.
        for letters in ["abcdeb", "abcdebcdeb", "bcdebcdebcdeb"] {
            assert_eq!(told(letters, Side::Defenders), (None, Repeated::Before));
        }
    }

    #[test]
    fn boards_are_compared_back_to_the_last_capture_before_the_move() {
        let told = |letters: &str, board| {
            let (path, ply) = path(letters, 1);
            path.board_repeated(u64::from(board), 1, ply)
        };
        assert_eq!(told("abcdef", b'b'), Some(0));
        assert_eq!(told("abcdef", b'c'), Some(1));
        assert_eq!(told("abcdef", b'a'), Some(-1));
        assert_eq!(told("abcdef", b'f'), None, "the present board has not been before itself");
        // The last move's own capture does not count: the board is compared before it.
        assert_eq!(told("abcdeF", b'b'), Some(0));
        assert_eq!(told("abcDef", b'b'), None);
        assert_eq!(told("abcDef", b'd'), Some(2));
    }

    #[test]
    fn positions_that_would_end_the_game_sign_it() {
        use Repetition::*;
        let sign = |letters: &str, rule| path(letters, letters.len() - 1).0.signature(rule);
        assert_eq!(sign("abcd", Draw3), 0);
        assert_eq!(sign("abcda", MoverLoses3), sign("xyza", MoverLoses3) ^ sign("abcda", Draw3));
        assert_ne!(sign("abcda", Draw3), 0);
        assert_eq!(sign("abcdab", Draw3), sign("badcba", Draw3));
        assert_ne!(sign("abcdab", Draw3), sign("abcda", Draw3));
        assert_eq!(sign("abcdaB", Draw3), 0, "a capture leaves all behind");
        assert_ne!(sign("abcd", Draw2), sign("abc", Draw2));
        assert_eq!(sign("abcd", Draw2), sign("cbad", Draw2));
        assert_eq!(sign("a", Draw2), 0);
    }

    #[test]
    fn draws_count_from_the_first_return_within_the_search() {
        use Repetition::*;
        let draw = |depends_on| Repeated::Ended { score: DRAW, depends_on };
        assert_eq!(repeated("abcda", 0, Draw3), draw(0));
        assert_eq!(repeated("abcda", 1, Draw3), Repeated::Before);
        assert_eq!(repeated("abcda", 1, Draw2), draw(-1));
        assert_eq!(repeated("abcdabcda", 5, Draw3), draw(-5));
    }
}
