//! What a ruleset is.

use super::board::Square;

/// A set of pieces, as their letters in a FEN.
pub type Pieces = &'static str;

/// Squares with special rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// The squares.
    pub squares: Vec<Square>,
    /// The pieces that may stop there.
    pub stop: Pieces,
    /// The pieces that may pass.
    pub pass: Pieces,
    /// The pieces that may enter from outside.
    pub reenter: Pieces,
    /// The pieces to which its empty squares are hostile.
    pub hostile_empty: Pieces,
    /// The pieces to which its occupied squares are hostile.
    pub hostile_occupied: Pieces,
}

impl Area {
    /// Squares like any other.
    #[must_use]
    pub fn plain(squares: Vec<Square>) -> Area {
        Area {
            squares,
            stop: "tTK",
            pass: "tTK",
            reenter: "tTK",
            hostile_empty: "",
            hostile_occupied: "",
        }
    }
}

/// How the king is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingCapture {
    /// Between two enemies, like a soldier.
    Custodial,
    /// By attackers on all sides that are not the throne.
    Surrounded,
    /// By attackers or hostile squares on all four sides.
    FourSides,
    /// As above, but squares off the board need no attacker.
    FourSidesOrEdge,
}

/// Whether rows along the edge are captured together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShieldWalls {
    /// No.
    None,
    /// Yes, between two soldiers.
    Weak,
    /// Yes, also between a soldier and a hostile corner.
    Strong,
}

/// The squares on which the king wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Escape {
    /// In the corners.
    Corners,
    /// All squares of the edge except camps.
    Edge,
}

/// The forts at the edge that win for the defenders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeFort {
    /// None.
    None,
    /// Forts as OpenTafl's program judges them.
    OpenTafl,
    /// Forts in which no attacker can ever come beside the king.
    Unbreakable,
    /// Forts as hnefatafl.org's server judges them.
    HnefataflOrg,
}

/// The result of repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// The second occurrence of a position draws.
    Draw2,
    /// The third draws.
    Draw3,
    /// The player who causes the third loses.
    MoverLoses3,
    /// The player who causes the third wins.
    MoverWins3,
    /// The defenders lose at the third.
    DefendersLose3,
    /// Causing the third is illegal.
    Illegal3,
    /// The defenders may not cause the second occurrence of a position. The attackers may repeat.
    DefendersIllegal2,
    /// The defenders may not repeat a board, regardless of the side to move. Their board is
    /// compared before captured pieces leave it. The attackers may repeat.
    DefendersNewBoard,
    /// As above, but the game's first board does not count if it is the ruleset's start.
    DefendersNewBoardOrStart,
}

/// The result for a side without legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMoves {
    /// It loses.
    Loses,
    /// It draws.
    Draw,
    /// It draws if the other side would have no move either, else it loses.
    LosesUnlessBoth,
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The length of the board's side, in squares.
    pub size: i32,
    /// The start position as a FEN.
    pub start: String,
    /// Throne, corners, attackers' forts, defenders' forts. A square is in at most one of them.
    pub areas: [Area; 4],
    /// Camps, which are areas too. A camp is not hostile to a piece that stands in it.
    pub camps: Vec<Area>,
    /// The maximum number of squares per move of attackers, defenders and the king.
    pub speeds: [i32; 3],
    /// How the king is captured on the throne.
    pub king_on_throne: KingCapture,
    /// How he is captured beside it.
    pub king_beside_throne: KingCapture,
    /// How he is captured elsewhere.
    pub king_elsewhere: KingCapture,
    /// Whether the king captures when he moves.
    pub king_is_hammer: bool,
    /// Whether his soldiers capture against the king.
    pub king_is_anvil: bool,
    /// Whether rows along the edge are captured together.
    pub shield_walls: ShieldWalls,
    /// Whether such a row is captured only by a move to one of its ends.
    pub shield_walls_flanked: bool,
    /// Whether a defender beside the throne is captured against it while the king is on the throne
    /// with attackers on the other three sides.
    pub linnaean_capture: bool,
    /// The squares on which the king wins.
    pub escape: Escape,
    /// Whether the king must announce an escape one move ahead.
    pub announce: bool,
    /// Whether the attackers win by a closed ring around all defenders.
    pub encirclement: bool,
    /// Whether the attackers win when no defender has an empty square beside him.
    pub smothering: bool,
    /// The forts at the edge that win for the defenders.
    pub edge_fort: EdgeFort,
    /// The result of repetition.
    pub repetition: Repetition,
    /// The result for a side without legal moves.
    pub no_moves: NoMoves,
    /// The number of the move, counted over both sides, that draws the game unless it wins.
    pub turn_limit: Option<usize>,
    /// Whether the attackers win when hnefatafl.org's server considers the king trapped or the
    /// corners closed.
    pub early_wins: bool,
}

/// The index of the throne among a ruleset's areas.
pub const THRONE: usize = 0;
/// The index of the corners.
pub const CORNERS: usize = 1;
/// The index of the attackers' forts.
pub const ATTACKER_FORTS: usize = 2;
/// A speed without limit.
pub const ROOK: i32 = 99;

impl Rules {
    /// The area of a square. `None` if it is in no area.
    #[must_use]
    pub fn area_of(&self, square: Square) -> Option<&Area> {
        self.areas.iter().chain(&self.camps).find(|area| area.squares.contains(&square))
    }

    /// Whether a square is in a camp.
    #[must_use]
    pub fn is_camp(&self, square: Square) -> bool {
        self.camps.iter().any(|camp| camp.squares.contains(&square))
    }

    /// Whether two squares are in the same camp.
    #[must_use]
    pub fn is_same_camp(&self, one: Square, other: Square) -> bool {
        self.camps.iter().any(|camp| [one, other].iter().all(|at| camp.squares.contains(at)))
    }

    /// Whether a square is the throne.
    #[must_use]
    pub fn is_throne(&self, square: Square) -> bool {
        self.areas[THRONE].squares.contains(&square)
    }

    /// Whether a square is one of the corners.
    #[must_use]
    pub fn is_corner(&self, square: Square) -> bool {
        self.areas[CORNERS].squares.contains(&square)
    }

    /// Whether the king wins on a square.
    #[must_use]
    pub fn is_escape(&self, square: Square) -> bool {
        match self.escape {
            Escape::Corners => self.is_corner(square),
            Escape::Edge => {
                let edge = self.is_end(square.file) || self.is_end(square.rank);
                edge && !self.is_camp(square)
            }
        }
    }

    fn is_end(&self, line: i32) -> bool {
        line == 0 || line == self.size - 1
    }
}

/// All sets of pieces.
pub const SETS: [Pieces; 8] = ["", "t", "T", "K", "tT", "tK", "TK", "tTK"];
