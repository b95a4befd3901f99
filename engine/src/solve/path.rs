//! The positions leading to the one being searched, on which a disproof may depend.

use rustc_hash::FxHashMap;

use super::fold::mixed;
use crate::board::{Bits, Square, Wide};

/// A set of plies of a path. Plies are used as square indices.
pub(super) type Plies = Wide<4>;

/// The maximum number of positions on a path.
pub(super) const MAX_PATH: usize = 255;

/// A ply beyond any path: a disproof that depends on it was cut off at [`MAX_PATH`].
pub(super) const HORIZON: usize = 255;

/// The line being searched, from the root.
#[derive(Debug, Default)]
pub(super) struct Path {
    plies: FxHashMap<u64, usize>,
    /// For each ply, its key and an ordered hash of all keys up to it.
    steps: Vec<(u64, u64)>,
}

impl Path {
    /// Adds a position that is not on the path, and returns its ply.
    #[inline]
    pub fn push(&mut self, key: u64) -> usize {
        let before = self.steps.last().map_or(0, |(_, prefix)| *prefix);
        self.steps.push((key, mixed(before ^ key)));
        let ply = self.steps.len() - 1;
        self.plies.insert(key, ply);
        ply
    }

    /// Removes the last position.
    #[inline]
    pub fn pop(&mut self) {
        if let Some((key, _)) = self.steps.pop() {
            self.plies.remove(&key);
        }
    }

    /// The number of positions.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the path is full.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.steps.len() >= MAX_PATH
    }

    /// The ply of a position, if it is on the path.
    #[inline(always)]
    pub fn ply_of(&self, key: u64) -> Option<usize> {
        self.plies.get(&key).copied()
    }

    /// A hash of the path up to and including a ply. `None` beyond its end.
    #[inline(always)]
    pub fn prefix(&self, ply: usize) -> Option<u64> {
        self.steps.get(ply).map(|(_, prefix)| *prefix)
    }
}

/// The set of a single ply.
#[inline]
pub(super) fn one_ply(ply: usize) -> Plies {
    Plies::bit(Square::new(ply))
}

/// The plies from `first` to `last`, inclusive.
#[inline]
pub(super) fn plies_between(first: usize, last: usize) -> Plies {
    one_ply(first).last_onward() & one_ply(last).up_to_first()
}

/// The lowest ply of a non-empty set.
#[inline]
pub(super) fn first_of(plies: Plies) -> usize {
    plies.first().index()
}

/// The highest ply of a non-empty set.
#[inline]
pub(super) fn last_of(plies: Plies) -> usize {
    first_of(plies.last_onward())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_knows_its_positions_and_how_it_came_there() {
        let mut path = Path::default();
        assert_eq!([path.push(7), path.push(9), path.push(8)], [0, 1, 2]);
        assert_eq!([path.ply_of(7), path.ply_of(8), path.ply_of(1)], [Some(0), Some(2), None]);
        let prefixes = [path.prefix(0), path.prefix(1), path.prefix(2), path.prefix(3)];
        assert_eq!(prefixes[3], None);
        path.pop();
        path.pop();
        assert_eq!(path.ply_of(9), None);
        path.push(8);
        path.push(9);
        assert_eq!(path.prefix(0), prefixes[0]);
        assert!(path.prefix(2).is_some() && path.prefix(2) != prefixes[2], "the order counts");
    }

    #[test]
    fn plies_are_counted() {
        let plies = plies_between(3, 130);
        assert_eq!((plies.count(), first_of(plies), last_of(plies)), (128, 3, 130));
        assert_eq!(plies_between(HORIZON, HORIZON), one_ply(HORIZON));
    }
}
