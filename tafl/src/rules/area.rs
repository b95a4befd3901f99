//! Squares that are not like the others: the throne, the corners, the forts.

use serde::Deserialize;

use super::{Coordinate, Escape, PieceKinds, Ruleset};

/// Squares with rules of their own.
///
/// What is not said of an area is as on any other square of the board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Area {
    /// Its squares; if they are not given, the usual ones: the centre for the throne, the four
    /// corner squares for the corners, and none for forts. A square of several areas belongs to the
    /// first of throne, corners, attackers' forts and defenders' forts.
    pub squares: Option<Vec<Coordinate>>,
    /// Who may stop on it.
    pub stop: PieceKinds,
    /// Who may move over it while it is empty.
    pub pass: PieceKinds,
    /// Who may come to it from outside, to stop there or to pass over it, where that is allowed to
    /// him. Others may move about in it only while they stand in it from the start.
    pub reenter: PieceKinds,
    /// Whether each group of adjoining squares is a camp of its own: a piece in one counts as outside
    /// the others, and no square of a camp is hostile to a soldier who stands in it.
    pub camps: bool,
    /// To whom a square of it is hostile, that is, stands in for an enemy, while a piece is on it.
    pub hostile_occupied: PieceKinds,
    /// To whom a square of it is hostile while no piece is on it.
    pub hostile_empty: PieceKinds,
}

impl Default for Area {
    fn default() -> Self {
        Self {
            squares: None,
            stop: PieceKinds::ALL,
            pass: PieceKinds::ALL,
            reenter: PieceKinds::ALL,
            camps: false,
            hostile_occupied: PieceKinds::NONE,
            hostile_empty: PieceKinds::NONE,
        }
    }
}

impl Area {
    /// Whether the ruleset says that there is no such area on its board.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.squares.as_ref().is_some_and(Vec::is_empty)
    }

    /// Whether its squares are like any other.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let usual = Area::default();
        *self == Area { squares: self.squares.clone(), ..usual }
    }
}

impl Ruleset {
    /// The areas in the order in which they claim squares: throne, corners, attackers' forts,
    /// defenders' forts.
    #[must_use]
    pub fn areas(&self) -> [&Area; 4] {
        [&self.throne, &self.corners, &self.attacker_forts, &self.defender_forts]
    }

    /// The squares of each of [`Self::areas`]: the usual ones where none are given, and each square
    /// in one area only. Those that are given may lie off the board.
    #[must_use]
    pub fn area_squares(&self) -> [Vec<Coordinate>; 4] {
        // No board of a ruleset that can be played is as wide as a byte.
        let last = self.side_length().saturating_sub(1) as u8;
        let centre = Coordinate { file: last / 2, rank: last / 2 };
        let corners = [(0, 0), (last, 0), (0, last), (last, last)];
        let usual = [
            vec![centre],
            corners.map(|(file, rank)| Coordinate { file, rank }).to_vec(),
            Vec::new(),
            Vec::new(),
        ];
        let mut claimed = Vec::new();
        let mut areas = self.areas().into_iter().zip(usual);
        std::array::from_fn(|_| {
            let Some((area, usual)) = areas.next() else { return Vec::new() };
            let mut squares = area.squares.clone().unwrap_or(usual);
            squares.retain(|square| !claimed.contains(square));
            claimed.extend_from_slice(&squares);
            squares
        })
    }

    /// The squares of each of [`Self::areas`] that are not like any other square.
    #[must_use]
    pub fn special_squares(&self) -> [Vec<Coordinate>; 4] {
        let mut squares = self.area_squares();
        for (area, squares) in self.areas().into_iter().zip(&mut squares) {
            if area.is_plain() {
                squares.clear();
            }
        }
        squares
    }

    /// The squares on which the king wins: those of his goal that he may stop on.
    #[must_use]
    pub fn goals(&self) -> Vec<Coordinate> {
        let last = self.side_length().saturating_sub(1) as u8;
        let areas = self.area_squares();
        let closed = self.areas().into_iter().zip(&areas).filter(|(area, _)| !area.stop.king);
        let closed: Vec<Coordinate> = closed.flat_map(|(_, squares)| squares).copied().collect();
        let mut goals = match self.escape {
            Escape::Corners => areas[1].clone(),
            Escape::Edge => (0..=last)
                .flat_map(|rank| (0..=last).map(move |file| Coordinate { file, rank }))
                .filter(|square| [square.file, square.rank].iter().any(|at| [0, last].contains(at)))
                .collect(),
        };
        goals.retain(|square| !closed.contains(square));
        goals
    }
}
