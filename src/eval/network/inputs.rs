//! What a network sees of a position.

use strum::{Display, EnumString};

use crate::board::{Bits, Board, BoardRules, Position};
use crate::rules::Side;

/// What a network sees of a position. Each set holds what those before it do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum InputSet {
    /// The places of attackers, of the defenders' soldiers, and of the king.
    Places,
    /// The squares the king could move to, and those of them from which he would see a goal.
    Lines,
    /// How many soldiers can be taken, moves there are, and attackers are near the king.
    Counts,
}

impl InputSet {
    /// All of them; a file holds the index.
    pub const ALL: [InputSet; 3] = [InputSet::Places, InputSet::Lines, InputSet::Counts];

    /// The sets of squares that are inputs, one a square.
    fn planes(self) -> usize {
        if self == InputSet::Places { 3 } else { 5 }
    }

    /// The number of inputs on a board of so many squares.
    #[must_use]
    pub fn count(self, squares: usize) -> usize {
        let counts = if self == InputSet::Counts { GROUPS.iter().sum() } else { 0 };
        self.planes() * squares + counts
    }

    /// The number after the last plane.
    #[must_use]
    pub(crate) fn planes_end(self) -> usize {
        self.planes()
    }

    /// Groups of inputs of which at most one is active, as their first input and length.
    pub(super) fn groups(self, squares: usize) -> Vec<(usize, usize)> {
        if self != InputSet::Counts {
            return Vec::new();
        }
        let mut next = self.planes() * squares;
        GROUPS
            .iter()
            .map(|length| {
                next += length;
                (next - length, *length)
            })
            .collect()
    }
}

pub(super) const ATTACKERS: usize = 0;
pub(super) const DEFENDERS: usize = 1;
pub(super) const KING: usize = 2;
pub(super) const REACH: usize = 3;
pub(super) const NEXT_SIGHT: usize = 4;

/// How many values each count can have, the last standing for all beyond: see [`counts`].
const GROUPS: [usize; 8] = [5, 5, 24, 24, 5, 13, 2, 12];

/// Where inputs lie: planes of squares one behind the other, then the counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// The squares of a plane.
    pub squares: usize,
}

impl Layout {
    #[inline(always)]
    pub fn place(self, plane: usize, square: usize) -> usize {
        plane * self.squares + square
    }
}

/// Hands the inputs that pieces make to `visit`, as plane and square.
#[inline(always)]
pub(crate) fn place_inputs<B: Board>(position: &Position<B>, mut visit: impl FnMut(usize, usize)) {
    for (plane, set) in
        [(ATTACKERS, position.attackers), (DEFENDERS, position.defenders), (KING, position.king)]
    {
        for square in set.iter() {
            visit(plane, square);
        }
    }
}

/// Hands the inputs that are found anew for each position to `visit`: those on squares as plane and
/// square, and then the counts as plane 5 and their number among all counts.
#[inline(always)]
pub(crate) fn fresh_inputs<B: Board>(
    set: InputSet,
    rules: &BoardRules<B>,
    position: &Position<B>,
    mut visit: impl FnMut(usize, usize),
) {
    if set == InputSet::Places {
        return;
    }
    let reach = rules.king_reach(position);
    let sight = if rules.has_gaits() {
        rules.escape_sight::<true>(position)
    } else {
        rules.escape_sight::<false>(position)
    };
    for square in reach.iter() {
        visit(REACH, square);
    }
    for square in (reach & sight).iter() {
        visit(NEXT_SIGHT, square);
    }
    if set == InputSet::Counts {
        let mut before = 0;
        for (count, length) in counts(rules, position, reach, sight).into_iter().zip(GROUPS) {
            visit(set.planes(), before + count.min(length - 1));
            before += length;
        }
    }
}

#[inline(always)]
fn counts<B: Board>(
    rules: &BoardRules<B>,
    position: &Position<B>,
    king_reach: B::Bits,
    sight: B::Bits,
) -> [usize; GROUPS.len()] {
    let count = |squares: B::Bits| squares.count() as usize;
    let (attacker_reach, attacker_moves) = if rules.has_gaits() {
        rules.soldier_reach::<true>(position, Side::Attackers)
    } else {
        rules.soldier_reach::<false>(position, Side::Attackers)
    };
    let (defender_reach, defender_moves) = if rules.has_gaits() {
        rules.soldier_reach::<true>(position, Side::Defenders)
    } else {
        rules.soldier_reach::<false>(position, Side::Defenders)
    };
    let at_risk = |side, reach| count(rules.exposed(position, side, reach));
    let beside = rules.grown(position.king);
    let near = rules.grown(rules.grown(beside));
    let next_sight = king_reach & sight;
    let far_sight = next_sight.is_empty()
        && (if rules.has_gaits() {
            rules.king_slides::<true>(position, king_reach)
        } else {
            rules.king_slides::<false>(position, king_reach)
        })
        .meets(sight);
    [
        at_risk(Side::Attackers, defender_reach | king_reach),
        at_risk(Side::Defenders, attacker_reach),
        attacker_moves as usize / 4,
        (defender_moves as usize + count(king_reach)) / 4,
        count(beside & position.attackers),
        count(near & position.attackers),
        usize::from(far_sight),
        count(sight) / 4,
    ]
}
