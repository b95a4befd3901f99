//! OpenTafl's saved games, `.otg`: tags, and turns of two moves with comments on them.
//!
//! ```text
//! [date:2015.05.04]
//! [result:-1]
//! [rules:dim:7 name:Brandub surf:n ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]
//!
//! 1. d2-e2 c4-c5
//! [on the first|on the second]
//! ```
//!
//! The format is in part 4 of `opentafl-notation-spec.txt` of the repository jslater89/OpenTafl, and in
//! its `GameSerializer.java`, which differs: it has the rules in a tag. Variations (`8a.1.1a. …`), and
//! positions beside the rules' own, are refused: records have no place for the former, and no file
//! with the latter is known.

mod lines;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

use crate::rules::otn::{self, NoString};
use crate::rules::{NoMoves, Repetition, Ruleset};

/// Begins the tags that hold those of a saved game.
const PREFIX: &str = "otg:";

/// Whether the notation has no word for a rule of repetition.
fn is_unsaid(repetition: Repetition) -> bool {
    matches!(repetition, Repetition::Draw2 | Repetition::DefendersLose3)
}

/// The rules string by which OpenTafl plays a game as a ruleset has it, but for what a side without
/// moves means, which never ends a game there, and for a rule of repetition without a word.
///
/// # Errors
/// When it has no words for one of the rules.
fn string_of(rules: &Ruleset) -> Result<String, NoString> {
    // The program gives `w` and `l` the opposite of their written meanings.
    let repetition = match rules.repetition {
        Repetition::MoverWins3 => Repetition::MoverLoses3,
        Repetition::MoverLoses3 => Repetition::MoverWins3,
        unsaid if is_unsaid(unsaid) => Repetition::Draw3,
        other => other,
    };
    otn::write(&Ruleset { repetition, no_moves: NoMoves::DrawUnlessHemmedIn, ..rules.clone() })
}
