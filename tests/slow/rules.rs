//! The rulesets, one line of the table each, and the options that lay over them.

use super::board::Square;

/// The names of the rulesets, in the order of the table.
pub const VARIANTS: [&str; 11] = [
    "brandubh-macwhite",
    "brandub-walker",
    "brandub-leaflet",
    "brandubh-nielsen",
    "brandubh-fosdick",
    "brandubh-fosdick-21",
    "fitchneal",
    "ard-ri",
    "tablut",
    "tawlbwrdd",
    "hnefatafl-13",
];

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

const CROSS: &str = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a";
const FOSDICK_21: &str = "2ttt2/3T3/t2T2t/tTTKTTt/t2T2t/3T3/2ttt2 a";
const FITCHNEAL: &str = "t1ttt1t/3T3/t2T2t/tTTKTTt/t2T2t/3T3/t1ttt1t a";
const ARD_RI: &str = "2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2 a";
const TABLUT: &str = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a";
const TAWLBWRDD: &str = "4ttt4/4t1t4/5t5/5T5/tt2TTT2tt/t1tTTKTTt1t/\
                         tt2TTT2tt/5T5/5t5/4t1t4/4ttt4 a";
const HNEFATAFL_13: &str = "4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/\
                            tt3TTT3tt/t3T3T3t/6T6/6t6/5t1t5/4ttttt4 a";

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hostility {
    Always,
    WhenEmpty,
    Never,
}

/// How the king is taken beside the throne.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BesideThrone {
    ThreeSides,
    Custodial,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum KingMove {
    Rook,
    Step,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Escape {
    Corners,
    Edge,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    Draw2,
    Draw3,
    MoverLoses3,
    DefendersLose3,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum NoMoves {
    Loses,
    Draw,
    LosesUnlessBoth,
}

#[derive(Clone)]
pub struct Rules {
    pub size: i32,
    pub start: &'static str,
    /// Whether the middle square is a throne; if not, it is a plain square.
    pub has_throne: bool,
    pub king_may_reenter_throne: bool,
    pub throne_to_attackers: Hostility,
    pub throne_to_defenders: Hostility,
    pub throne_to_king: Hostility,
    /// Marked corners are restricted and hostile.
    pub marked_corners: bool,
    pub king_beside_throne: BesideThrone,
    pub king_move: KingMove,
    pub escape: Escape,
    pub announce: bool,
    pub encirclement: bool,
    pub repetition: Repetition,
    pub no_moves: NoMoves,
}

impl Rules {
    /// A ruleset with some rules replaced; panics on a name or value that does not exist.
    pub fn new(variant: &str, overrides: &[(&str, &str)]) -> Rules {
        let mut rules = ruleset(variant);
        for &(option, value) in overrides {
            rules.set(option, value);
        }
        rules
    }

    pub fn is_throne(&self, square: Square) -> bool {
        let middle = self.size / 2;
        self.has_throne && square.file == middle && square.rank == middle
    }

    pub fn is_marked_corner(&self, square: Square) -> bool {
        self.marked_corners && self.is_corner(square)
    }

    pub fn is_escape(&self, square: Square) -> bool {
        match self.escape {
            Escape::Corners => self.is_corner(square),
            Escape::Edge => self.is_end(square.file) || self.is_end(square.rank),
        }
    }

    fn is_corner(&self, square: Square) -> bool {
        self.is_end(square.file) && self.is_end(square.rank)
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
                self.king_beside_throne = BesideThrone::Custodial;
            }
            ("Rule KingBesideThrone", "three-sides") => {
                self.king_beside_throne = BesideThrone::ThreeSides;
            }
            // 2: hostility of the throne to defenders.
            ("Rule ThroneHostility", "always") => self.throne_to_defenders = Hostility::Always,
            ("Rule ThroneHostility", "when-empty") => {
                self.throne_to_defenders = Hostility::WhenEmpty;
            }
            ("Rule ThroneHostility", "never") => self.throne_to_defenders = Hostility::Never,
            // 3: whether the king may stop on the throne again.
            ("Rule ThroneReentry", "yes") => self.king_may_reenter_throne = true,
            ("Rule ThroneReentry", "no") => self.king_may_reenter_throne = false,
            // 4: how far the king moves.
            ("Rule KingMove", "rook") => self.king_move = KingMove::Rook,
            ("Rule KingMove", "step") => self.king_move = KingMove::Step,
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
            ("Rule NoMoves", "loses") => self.no_moves = NoMoves::Loses,
            ("Rule NoMoves", "draw") => self.no_moves = NoMoves::Draw,
            ("Rule NoMoves", "loses-unless-both") => self.no_moves = NoMoves::LosesUnlessBoth,
            _ => panic!("no such rule: {option} = {value}"),
        }
    }
}

/// The table of rulesets. Each is told by how it differs from another.
fn ruleset(variant: &str) -> Rules {
    match variant {
        "brandubh-macwhite" | "brandub" | "brandubh" => Rules {
            size: 7,
            start: CROSS,
            has_throne: true,
            king_may_reenter_throne: true,
            throne_to_attackers: Hostility::Always,
            throne_to_defenders: Hostility::WhenEmpty,
            throne_to_king: Hostility::Never,
            marked_corners: true,
            king_beside_throne: BesideThrone::ThreeSides,
            king_move: KingMove::Rook,
            escape: Escape::Corners,
            announce: false,
            encirclement: true,
            repetition: Repetition::MoverLoses3,
            no_moves: NoMoves::Loses,
        },
        "brandub-walker" => Rules {
            king_may_reenter_throne: false,
            encirclement: false,
            repetition: Repetition::Draw2,
            no_moves: NoMoves::Draw,
            ..ruleset("brandubh-macwhite")
        },
        "brandub-leaflet" => Rules {
            king_may_reenter_throne: false,
            throne_to_defenders: Hostility::Always,
            encirclement: false,
            repetition: Repetition::Draw3,
            no_moves: NoMoves::Draw,
            ..ruleset("brandubh-macwhite")
        },
        "brandubh-nielsen" => {
            Rules { repetition: Repetition::DefendersLose3, ..ruleset("brandubh-macwhite") }
        }
        "brandubh-fosdick" => Rules {
            king_may_reenter_throne: false,
            throne_to_defenders: Hostility::Always,
            throne_to_king: Hostility::WhenEmpty,
            king_beside_throne: BesideThrone::Custodial,
            repetition: Repetition::Draw3,
            no_moves: NoMoves::LosesUnlessBoth,
            ..ruleset("brandubh-macwhite")
        },
        "brandubh-fosdick-21" => Rules { start: FOSDICK_21, ..ruleset("brandubh-fosdick") },
        "fitchneal" => Rules {
            start: FITCHNEAL,
            marked_corners: false,
            escape: Escape::Edge,
            ..ruleset("brandubh-fosdick")
        },
        "ard-ri" => Rules {
            start: ARD_RI,
            has_throne: false,
            throne_to_attackers: Hostility::Never,
            throne_to_defenders: Hostility::Never,
            throne_to_king: Hostility::Never,
            marked_corners: false,
            king_beside_throne: BesideThrone::Custodial,
            escape: Escape::Edge,
            ..ruleset("brandubh-nielsen")
        },
        "tablut" => Rules {
            size: 9,
            start: TABLUT,
            marked_corners: false,
            escape: Escape::Edge,
            ..ruleset("brandubh-nielsen")
        },
        "tawlbwrdd" => Rules { size: 11, start: TAWLBWRDD, ..ruleset("tablut") },
        "hnefatafl-13" => Rules { size: 13, start: HNEFATAFL_13, ..ruleset("tablut") },
        _ => panic!("no such ruleset: {variant}"),
    }
}
