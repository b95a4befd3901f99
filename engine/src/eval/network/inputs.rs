//! The inputs of networks.

use strum::{Display, EnumString};

use crate::board::{Bits, Board, BoardRules, Influence, Position};

/// The inputs of a network. Each set includes the sets before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum InputSet {
    /// The squares of the attackers, the defenders' soldiers and the king.
    Places,
    /// The squares that the king can move to, and those from which he could then reach a goal.
    Lines,
    /// The numbers of capturable soldiers, of moves, and of attackers near the king.
    Counts,
}

impl InputSet {
    /// All sets. A file holds an index into this list.
    pub const ALL: [InputSet; 3] = [InputSet::Places, InputSet::Lines, InputSet::Counts];

    /// The number of planes, whose squares are inputs.
    #[must_use]
    pub fn planes(self) -> usize {
        if self == InputSet::Places { 3 } else { 5 }
    }

    /// The number of inputs on a board with `squares` squares.
    #[must_use]
    pub fn count(self, squares: usize) -> usize {
        let counts = if self == InputSet::Counts { GROUPS.iter().sum() } else { 0 };
        self.planes() * squares + counts
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

pub(super) const REACH: usize = 3;
const NEXT_SIGHT: usize = 4;

/// The number of values of each count. The last one includes everything above it; see [`counts`].
const GROUPS: [usize; 8] = [5, 5, 24, 24, 5, 13, 2, 12];

/// Calls `visit` with each input of a piece, as plane and square.
#[cfg(feature = "datagen")]
pub fn place_inputs<B: Board>(position: &Position<B>, mut visit: impl FnMut(usize, usize)) {
    for (plane, set) in
        [position.attackers(), position.defenders(), position.king()].into_iter().enumerate()
    {
        for square in set.iter() {
            visit(plane, square.index());
        }
    }
}

/// Calls `visit` with each input that is recomputed for every position: first those on squares, as
/// plane and square, then the counts, as the next plane and an index among all counts.
#[inline(always)]
pub fn fresh_inputs<B: Board>(
    set: InputSet,
    rules: &BoardRules<B>,
    position: &Position<B>,
    mut visit: impl FnMut(usize, usize),
) {
    if set == InputSet::Places {
        return;
    }
    let influence = rules.influence(position);
    for square in influence.king_reach.iter() {
        visit(REACH, square.index());
    }
    for square in influence.king_reach_in_sight.iter() {
        visit(NEXT_SIGHT, square.index());
    }
    if set == InputSet::Counts {
        let mut before = 0;
        for (count, length) in counts(position, &influence).into_iter().zip(GROUPS) {
            visit(set.planes(), before + count.min(length - 1));
            before += length;
        }
    }
}

#[inline(always)]
fn counts<B: Board>(position: &Position<B>, influence: &Influence<B>) -> [usize; GROUPS.len()] {
    let count = |squares: B::Bits| squares.count() as usize;
    [
        count(influence.attackers_exposed),
        count(influence.defenders_exposed),
        influence.attacker_moves as usize / 4,
        (influence.defender_moves as usize + count(influence.king_reach)) / 4,
        count(influence.beside_king & position.attackers()),
        count(influence.near_king & position.attackers()),
        usize::from(influence.sight_in_two),
        count(influence.escape_sight) / 4,
    ]
}
