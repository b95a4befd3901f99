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
        match rule {
            // With three-sides the king is not captured against the throne.
            "KingBesideThrone" => {
                self.king_beside_throne = match value {
                    "custodial" => KingCapture::Custodial,
                    "three-sides" => KingCapture::Surrounded,
                    _ => return None,
                };
            }
            "ThroneHostility" => {
                let (empty, occupied) = match value {
                    "always" => (true, true),
                    "when-empty" => (true, false),
                    "never" => (false, false),
                    _ => return None,
                };
                let throne = &mut self.areas[THRONE];
                throne.hostile_empty = with(throne.hostile_empty, 'T', empty);
                throne.hostile_occupied = with(throne.hostile_occupied, 'T', occupied);
            }
            "ThroneReentry" => {
                let (throne, may_stop) = (&mut self.areas[THRONE], yes(value)?);
                throne.stop = with(throne.stop, 'K', may_stop);
                if may_stop {
                    throne.reenter = with(throne.reenter, 'K', true);
                }
            }
            "KingMove" => {
                self.speeds[2] = match value {
                    "rook" => ROOK,
                    "step" => 1,
                    _ => return None,
                };
            }
            // Marked corners stay marked.
            "Escape" => {
                self.escape = match value {
                    "corners" => Escape::Corners,
                    "edge" => Escape::Edge,
                    _ => return None,
                };
            }
            "Announce" => self.announce = yes(value)?,
            "Encirclement" => self.encirclement = yes(value)?,
            "Repetition" => self.repetition = repetition(value)?,
            "NoMoves" => (self.no_moves, self.smothering) = no_moves(value)?,
            _ => return None,
        }
        Some(())
    }
}

fn yes(value: &str) -> Option<bool> {
    match value {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn repetition(value: &str) -> Option<Repetition> {
    Some(match value {
        "draw-2" => Repetition::Draw2,
        "draw-3" => Repetition::Draw3,
        "mover-loses-3" => Repetition::MoverLoses3,
        "defenders-lose-3" => Repetition::DefendersLose3,
        "mover-wins-3" => Repetition::MoverWins3,
        "illegal-3" => Repetition::Illegal3,
        "defenders-illegal-2" => Repetition::DefendersIllegal2,
        "defenders-new-board" => Repetition::DefendersNewBoard,
        "defenders-new-board-or-start" => Repetition::DefendersNewBoardOrStart,
        _ => return None,
    })
}

/// The result without legal moves, and whether attackers win by hemming everyone in.
fn no_moves(value: &str) -> Option<(NoMoves, bool)> {
    Some(match value {
        "loses" => (NoMoves::Loses, false),
        "draw" => (NoMoves::Draw, false),
        "loses-unless-both" => (NoMoves::LosesUnlessBoth, false),
        "draw-unless-hemmed-in" => (NoMoves::Draw, true),
        _ => return None,
    })
}

/// A set of pieces with one piece added or removed.
fn with(pieces: Pieces, piece: char, inside: bool) -> Pieces {
    let wanted = |letter: char| if letter == piece { inside } else { pieces.contains(letter) };
    let same = |set: &&Pieces| "tTK".chars().all(|letter| set.contains(letter) == wanted(letter));
    SETS.iter().find(same).expect("all sets are listed")
}
