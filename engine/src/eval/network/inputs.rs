//! The inputs of networks.

use strum::{Display, EnumString};

use super::king_view::{KingView, KingViews, RINGS};
use crate::board::{Bits, Board, BoardRules, Influence, Position};
use crate::eval::accumulator_stack::KING;

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
    /// The same, on the board as seen from the king. The soldiers' weights depend on his ring.
    Rings,
}

impl InputSet {
    /// All sets. A file holds an index into this list.
    pub const ALL: [InputSet; 4] =
        [InputSet::Places, InputSet::Lines, InputSet::Counts, InputSet::Rings];

    /// The number of planes, whose squares are inputs: the soldiers' planes, the king's, and those
    /// of the squares in his lines.
    #[must_use]
    pub fn planes(self) -> usize {
        let lines = if self == InputSet::Places { 0 } else { 2 };
        self.king_plane() + 1 + lines
    }

    /// The plane of the king: the number of planes of soldiers.
    #[must_use]
    pub fn king_plane(self) -> usize {
        SOLDIERS * if self == InputSet::Rings { RINGS } else { 1 }
    }

    /// The plane of a kind of piece in a view.
    #[inline(always)]
    pub(super) fn plane(self, view: KingView, kind: usize) -> usize {
        if kind < SOLDIERS { SOLDIERS * view.ring() + kind } else { self.king_plane() }
    }

    fn has_counts(self) -> bool {
        matches!(self, InputSet::Counts | InputSet::Rings)
    }

    /// The number of inputs on a board with `squares` squares.
    #[must_use]
    pub fn count(self, squares: usize) -> usize {
        let counts = if self.has_counts() { GROUPS.iter().sum() } else { 0 };
        self.planes() * squares + counts
    }

    /// How this set sees a board of this side.
    #[must_use]
    pub fn views<B: Board>(self, side: usize) -> KingViews<B> {
        if self == InputSet::Rings { KingViews::relative(side) } else { KingViews::fixed(side) }
    }

    /// Groups of inputs of which at most one is active, as their first input and length.
    pub(super) fn groups(self, squares: usize) -> Vec<(usize, usize)> {
        if !self.has_counts() {
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

/// The kinds of soldiers.
pub(super) const SOLDIERS: usize = KING;

/// The number of values of each count. The last one includes everything above it; see [`counts`].
const GROUPS: [usize; 8] = [5, 5, 24, 24, 5, 13, 2, 12];

/// Calls `visit` with each input of a piece, as plane and square.
#[cfg(feature = "datagen")]
pub fn place_inputs<B: Board>(
    set: InputSet,
    views: &KingViews<B>,
    position: &Position<B>,
    mut visit: impl FnMut(usize, usize),
) {
    let view = views.of(position.king().first());
    for (kind, pieces) in
        [position.attackers(), position.defenders(), position.king()].into_iter().enumerate()
    {
        for square in pieces.iter() {
            visit(set.plane(view, kind), views.image(view, square));
        }
    }
}

/// Calls `visit` with each input that is recomputed for every position: first those on squares, as
/// plane and square, then the counts, as the next plane and an index among all counts.
#[inline(always)]
pub fn fresh_inputs<B: Board>(
    set: InputSet,
    views: &KingViews<B>,
    rules: &BoardRules<B>,
    position: &Position<B>,
    mut visit: impl FnMut(usize, usize),
) {
    if set == InputSet::Places {
        return;
    }
    let influence = rules.influence(position);
    let view = views.of(position.king().first());
    let reach = set.king_plane() + 1;
    for square in influence.king_reach.iter() {
        visit(reach, views.image(view, square));
    }
    for square in influence.king_reach_in_sight.iter() {
        visit(reach + 1, views.image(view, square));
    }
    if set.has_counts() {
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
