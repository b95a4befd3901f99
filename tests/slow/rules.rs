//! What a ruleset is, and the options that lay over one.

use super::board::Square;
use super::table::ruleset;

/// The options that lay over any ruleset.
const OPTIONS: [&str; 9] = [
    "Rule KingBesideThrone",
    "Rule ThroneHostility",
    "Rule ThroneReentry",
    "Rule KingMove",
    "Rule Escape",
    "Rule Announce",
    "Rule Encirclement",
    "Rule Repetition",
    "Rule NoMoves",
];

/// Which pieces: the letters that a FEN has for them.
pub type Pieces = &'static str;

/// Squares with rules of their own.
#[derive(Clone)]
pub struct Area {
    pub squares: Vec<Square>,
    pub stop: Pieces,
    pub pass: Pieces,
    pub reenter: Pieces,
    pub hostile_empty: Pieces,
    pub hostile_occupied: Pieces,
}

impl Area {
    /// Squares like any other.
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingCapture {
    Custodial,
    Surrounded,
    FourSides,
    FourSidesOrEdge,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShieldWalls {
    None,
    Weak,
    Strong,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Escape {
    Corners,
    Edge,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeFort {
    None,
    /// No attacker is next to where the king can go.
    Closed,
    /// No attacker can ever come there.
    Unbreakable,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    Draw2,
    Draw3,
    MoverLoses3,
    MoverWins3,
    DefendersLose3,
    Illegal3,
    /// The defenders may not bring a position a second time; the attackers may repeat.
    DefendersIllegal2,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMoves {
    Loses,
    Draw,
    LosesUnlessBoth,
}

#[derive(Clone)]
pub struct Rules {
    pub size: i32,
    pub start: String,
    /// Throne, corners, attackers' forts, defenders' forts; a square is in one of them at most.
    pub areas: [Area; 4],
    /// Camps, which are areas too. A camp is hostile to nobody who stands in it himself.
    pub camps: Vec<Area>,
    /// The most squares that attackers, defenders and the king move.
    pub speeds: [i32; 3],
    pub king_on_throne: KingCapture,
    pub king_beside_throne: KingCapture,
    pub king_elsewhere: KingCapture,
    /// Whether the king takes when he moves, and whether others take against him.
    pub king_is_hammer: bool,
    pub king_is_anvil: bool,
    pub shield_walls: ShieldWalls,
    pub shield_walls_flanked: bool,
    pub linnaean_capture: bool,
    pub escape: Escape,
    pub announce: bool,
    pub encirclement: bool,
    /// The attackers win when no defender has an empty square beside him.
    pub smothering: bool,
    pub edge_fort: EdgeFort,
    pub repetition: Repetition,
    pub no_moves: NoMoves,
}

pub const THRONE: usize = 0;
pub const CORNERS: usize = 1;
pub const ATTACKER_FORTS: usize = 2;
/// As far as any piece can go.
pub const ROOK: i32 = 99;

impl Rules {
    /// A ruleset with some rules replaced; panics on a name or value that does not exist.
    pub fn new(variant: &str, overrides: &[(&str, &str)]) -> Rules {
        let mut rules = ruleset(variant);
        for &(option, value) in overrides {
            rules.set(option, value);
        }
        rules
    }

    /// The area of a square, if it is in one.
    pub fn area_of(&self, square: Square) -> Option<&Area> {
        self.areas.iter().chain(&self.camps).find(|area| area.squares.contains(&square))
    }

    pub fn is_camp(&self, square: Square) -> bool {
        self.camps.iter().any(|camp| camp.squares.contains(&square))
    }

    pub fn is_same_camp(&self, one: Square, other: Square) -> bool {
        self.camps.iter().any(|camp| [one, other].iter().all(|at| camp.squares.contains(at)))
    }

    pub fn is_throne(&self, square: Square) -> bool {
        self.areas[THRONE].squares.contains(&square)
    }

    pub fn is_corner(&self, square: Square) -> bool {
        self.areas[CORNERS].squares.contains(&square)
    }

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

    fn set(&mut self, option: &str, value: &str) {
        match (option, value) {
            // `variant`: what the ruleset says.
            (_, "variant") if OPTIONS.contains(&option) => {}
            // 1: the king beside the throne. With three-sides the throne is no anvil against him.
            ("Rule KingBesideThrone", "custodial") => {
                self.king_beside_throne = KingCapture::Custodial;
            }
            ("Rule KingBesideThrone", "three-sides") => {
                self.king_beside_throne = KingCapture::Surrounded;
            }
            // 2: hostility of the throne to defenders.
            ("Rule ThroneHostility", "always") => self.set_throne_hostility(true, true),
            ("Rule ThroneHostility", "when-empty") => self.set_throne_hostility(true, false),
            ("Rule ThroneHostility", "never") => self.set_throne_hostility(false, false),
            // 3: whether the king may stop on the throne again.
            ("Rule ThroneReentry", "yes") => {
                let throne = &mut self.areas[THRONE];
                throne.stop = with(throne.stop, 'K', true);
                throne.reenter = with(throne.reenter, 'K', true);
            }
            ("Rule ThroneReentry", "no") => {
                let throne = &mut self.areas[THRONE];
                throne.stop = with(throne.stop, 'K', false);
            }
            // 4: how far the king moves.
            ("Rule KingMove", "rook") => self.speeds[2] = ROOK,
            ("Rule KingMove", "step") => self.speeds[2] = 1,
            // 5: where the king escapes. Marked corners stay marked.
            ("Rule Escape", "corners") => self.escape = Escape::Corners,
            ("Rule Escape", "edge") => self.escape = Escape::Edge,
            // 6: whether the king must announce his escape.
            ("Rule Announce", "yes") => self.announce = true,
            ("Rule Announce", "no") => self.announce = false,
            ("Rule Encirclement", "yes") => self.encirclement = true,
            ("Rule Encirclement", "no") => self.encirclement = false,
            ("Rule Repetition", "draw-2") => self.repetition = Repetition::Draw2,
            ("Rule Repetition", "draw-3") => self.repetition = Repetition::Draw3,
            ("Rule Repetition", "mover-loses-3") => self.repetition = Repetition::MoverLoses3,
            ("Rule Repetition", "defenders-lose-3") => {
                self.repetition = Repetition::DefendersLose3;
            }
            ("Rule Repetition", "mover-wins-3") => self.repetition = Repetition::MoverWins3,
            ("Rule Repetition", "illegal-3") => self.repetition = Repetition::Illegal3,
            ("Rule Repetition", "defenders-illegal-2") => {
                self.repetition = Repetition::DefendersIllegal2;
            }
            ("Rule NoMoves", "loses") => self.set_no_moves(NoMoves::Loses, false),
            ("Rule NoMoves", "draw") => self.set_no_moves(NoMoves::Draw, false),
            ("Rule NoMoves", "loses-unless-both") => {
                self.set_no_moves(NoMoves::LosesUnlessBoth, false);
            }
            ("Rule NoMoves", "draw-unless-hemmed-in") => self.set_no_moves(NoMoves::Draw, true),
            _ => panic!("no such rule: {option} = {value}"),
        }
    }

    fn set_no_moves(&mut self, no_moves: NoMoves, smothering: bool) {
        (self.no_moves, self.smothering) = (no_moves, smothering);
    }

    fn set_throne_hostility(&mut self, empty: bool, occupied: bool) {
        let throne = &mut self.areas[THRONE];
        throne.hostile_empty = with(throne.hostile_empty, 'T', empty);
        throne.hostile_occupied = with(throne.hostile_occupied, 'T', occupied);
    }
}

/// All sets of pieces.
pub const SETS: [Pieces; 8] = ["", "t", "T", "K", "tT", "tK", "TK", "tTK"];

/// A set of pieces with one of them put in or left out.
fn with(pieces: Pieces, piece: char, inside: bool) -> Pieces {
    let wanted = |letter: char| if letter == piece { inside } else { pieces.contains(letter) };
    let same = |set: &&Pieces| "tTK".chars().all(|letter| set.contains(letter) == wanted(letter));
    SETS.iter().find(same).expect("all sets are listed")
}
