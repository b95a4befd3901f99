//! Special squares: the throne, the corners, the forts.

use serde::{Deserialize, Serialize};

use super::{Coordinate, Escape, PieceKinds, Ruleset, SIDES};

/// Squares with rules of their own.
///
/// By default an area is like any other square of the board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Area {
    /// Its squares. `None` means the usual ones: the centre for the throne, the four corner squares
    /// for the corners, and none for forts. A square of several areas belongs to the first of
    /// throne, corners, attackers' forts and defenders' forts; a user's file may not have one.
    pub squares: Option<Vec<Coordinate>>,
    /// The pieces that may stop on it.
    pub stop: PieceKinds,
    /// The pieces that may pass over it while it is empty.
    pub pass: PieceKinds,
    /// The pieces that may enter it from outside, to stop or to pass, where they may do so at all.
    /// Other pieces may move about in it only if they stand in it from the start.
    pub reenter: PieceKinds,
    /// Whether each connected group of squares is a camp of its own. A piece in one camp counts as
    /// outside the others, and no square of a camp is hostile to a soldier who stands in it.
    pub camps: bool,
    /// The pieces to which its occupied squares are hostile. A piece between a hostile square and
    /// an enemy is captured.
    pub hostile_occupied: PieceKinds,
    /// The pieces to which its empty squares are hostile.
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
    /// Whether the ruleset explicitly has no such area.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.squares.as_ref().is_some_and(Vec::is_empty)
    }

    /// Whether its squares are like any others.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let usual = Area::default();
        *self == Area { squares: self.squares.clone(), ..usual }
    }
}

/// The fields with the squares of [`Ruleset::areas`], and what the areas are called.
const SQUARES: [(&str, &str); 4] = [
    ("throne.squares", "the throne"),
    ("corners.squares", "the corners"),
    ("attacker-forts.squares", "the attackers' forts"),
    ("defender-forts.squares", "the defenders' forts"),
];

impl Ruleset {
    /// The areas in the order in which they claim squares: throne, corners, attackers' forts,
    /// defenders' forts.
    #[must_use]
    pub fn areas(&self) -> [&Area; 4] {
        [&self.throne, &self.corners, &self.attacker_forts, &self.defender_forts]
    }

    /// The squares of each of [`Self::areas`]: the usual ones if `squares` is `None`. Each square
    /// is in at most one area. Explicit squares may lie off the board.
    #[must_use]
    pub fn area_squares(&self) -> [Vec<Coordinate>; 4] {
        let usual = self.usual_squares();
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

    /// The squares of each of [`Self::areas`] where the ruleset lists none.
    fn usual_squares(&self) -> [Vec<Coordinate>; 4] {
        // No playable board is as wide as a byte.
        let last = self.side_length().saturating_sub(1) as u8;
        let centre = Coordinate { file: last / 2, rank: last / 2 };
        let corners = [(0, 0), (last, 0), (0, last), (last, last)];
        [
            vec![centre],
            corners.map(|(file, rank)| Coordinate { file, rank }).to_vec(),
            Vec::new(),
            Vec::new(),
        ]
    }

    /// Checks that the squares of the areas are on the board, and that none is in two of them or listed
    /// twice.
    ///
    /// # Errors
    /// The field with the wrong square, and what is wrong. Of two areas, it is the later one that lists
    /// its squares.
    pub(super) fn check_areas(&self) -> Result<(), (&'static str, String)> {
        let side = self.side_length();
        if !SIDES.contains(&side) {
            // The start is wrong, and the squares may be right.
            return Ok(());
        }
        let mut seen: Vec<(Coordinate, usize)> = Vec::new();
        let listed = self.areas().map(|area| area.squares.as_ref());
        let already = |area: usize| format!("is a square of {} already", SQUARES[area].1);
        for (area, usual) in self.usual_squares().iter().enumerate() {
            for square in listed[area].unwrap_or(usual) {
                let wrong =
                    |area: usize, what: String| Err((SQUARES[area].0, format!("{square} {what}")));
                if usize::from(square.file.max(square.rank)) >= side {
                    return wrong(area, format!("is not on a board of side {side}"));
                }
                let first = seen.iter().find(|(known, _)| known == square).map(|(_, area)| *area);
                match first {
                    None => seen.push((*square, area)),
                    Some(first) if first == area => {
                        return wrong(area, "is listed twice".to_owned());
                    }
                    Some(first) if listed[area].is_none() => return wrong(first, already(area)),
                    Some(first) => return wrong(area, already(first)),
                }
            }
        }
        Ok(())
    }

    /// The squares of each of [`Self::areas`] that have special rules.
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

    /// The squares on which the king wins: those of his goal on which he may stop.
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
