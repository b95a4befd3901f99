//! Finds rulesets by name, with alternate rules applied to them.

use std::fmt;

use super::rules::{Escape, KingCapture, NoMoves, Pieces, ROOK, Repetition, Rules, SETS, THRONE};
use super::table::ruleset;

/// Why rules cannot be looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRule(String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownRule {}

impl Rules {
    /// A ruleset with some rules replaced, as in `("KingMove", "step")`.
    ///
    /// # Errors
    /// When there is no such ruleset, or no such rule or value.
    pub fn find(variant: &str, overrides: &[(&str, &str)]) -> Result<Rules, UnknownRule> {
        let unknown = || UnknownRule(format!("there is no ruleset '{variant}'"));
        let mut rules = ruleset(variant).ok_or_else(unknown)?;
        for &(rule, value) in overrides {
            let unknown = || UnknownRule(format!("there is no rule '{rule}={value}'"));
            rules.set(rule, value).ok_or_else(unknown)?;
        }
        Ok(rules)
    }

    /// Replaces a rule. `None` if there is no such rule or value.
    fn set(&mut self, rule: &str, value: &str) -> Option<()> {
        match (rule, value) {
            // 1: the king beside the throne. With three-sides he is not captured against the
            // throne.
            ("KingBesideThrone", "custodial") => {
                self.king_beside_throne = KingCapture::Custodial;
            }
            ("KingBesideThrone", "three-sides") => {
                self.king_beside_throne = KingCapture::Surrounded;
            }
            // 2: hostility of the throne to defenders.
            ("ThroneHostility", "always") => self.set_throne_hostility(true, true),
            ("ThroneHostility", "when-empty") => self.set_throne_hostility(true, false),
            ("ThroneHostility", "never") => self.set_throne_hostility(false, false),
            // 3: whether the king may stop on the throne again.
            ("ThroneReentry", "yes") => {
                let throne = &mut self.areas[THRONE];
                throne.stop = with(throne.stop, 'K', true);
                throne.reenter = with(throne.reenter, 'K', true);
            }
            ("ThroneReentry", "no") => {
                let throne = &mut self.areas[THRONE];
                throne.stop = with(throne.stop, 'K', false);
            }
            // 4: how far the king moves.
            ("KingMove", "rook") => self.speeds[2] = ROOK,
            ("KingMove", "step") => self.speeds[2] = 1,
            // 5: where the king escapes. Marked corners stay marked.
            ("Escape", "corners") => self.escape = Escape::Corners,
            ("Escape", "edge") => self.escape = Escape::Edge,
            // 6: whether the king must announce his escape.
            ("Announce", "yes") => self.announce = true,
            ("Announce", "no") => self.announce = false,
            ("Encirclement", "yes") => self.encirclement = true,
            ("Encirclement", "no") => self.encirclement = false,
            ("Repetition", "draw-2") => self.repetition = Repetition::Draw2,
            ("Repetition", "draw-3") => self.repetition = Repetition::Draw3,
            ("Repetition", "mover-loses-3") => self.repetition = Repetition::MoverLoses3,
            ("Repetition", "defenders-lose-3") => {
                self.repetition = Repetition::DefendersLose3;
            }
            ("Repetition", "mover-wins-3") => self.repetition = Repetition::MoverWins3,
            ("Repetition", "illegal-3") => self.repetition = Repetition::Illegal3,
            ("Repetition", "defenders-illegal-2") => {
                self.repetition = Repetition::DefendersIllegal2;
            }
            ("Repetition", "defenders-new-board") => {
                self.repetition = Repetition::DefendersNewBoard;
            }
            ("Repetition", "defenders-new-board-or-start") => {
                self.repetition = Repetition::DefendersNewBoardOrStart;
            }
            ("NoMoves", "loses") => self.set_no_moves(NoMoves::Loses, false),
            ("NoMoves", "draw") => self.set_no_moves(NoMoves::Draw, false),
            ("NoMoves", "loses-unless-both") => {
                self.set_no_moves(NoMoves::LosesUnlessBoth, false);
            }
            ("NoMoves", "draw-unless-hemmed-in") => self.set_no_moves(NoMoves::Draw, true),
            _ => return None,
        }
        Some(())
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

/// A set of pieces with one piece added or removed.
fn with(pieces: Pieces, piece: char, inside: bool) -> Pieces {
    let wanted = |letter: char| if letter == piece { inside } else { pieces.contains(letter) };
    let same = |set: &&Pieces| "tTK".chars().all(|letter| set.contains(letter) == wanted(letter));
    SETS.iter().find(same).expect("all sets are listed")
}
