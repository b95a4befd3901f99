//! Rules strings for OpenTafl.

use crate::rules::otn::{self, NoString};
use crate::rules::{NoMoves, Repetition, Ruleset};

/// Whether the notation cannot express a rule of repetition.
pub fn is_unsaid(repetition: Repetition) -> bool {
    matches!(repetition, Repetition::Draw2 | Repetition::DefendersLose3)
}

/// The rules string with which OpenTafl plays a game under a ruleset. It leaves out the result for
/// a side without moves, which never ends a game there, and any rule of repetition that the
/// notation cannot express.
///
/// # Errors
/// When it cannot express one of the other rules.
pub fn rules_string(rules: &Ruleset) -> Result<String, NoString> {
    let repetition = match rules.repetition {
        // The program gives `w` and `l` the opposite of their written meanings.
        Repetition::MoverWins3 => Repetition::MoverLoses3,
        Repetition::MoverLoses3 => Repetition::MoverWins3,
        unsaid if is_unsaid(unsaid) => Repetition::Draw3,
        other => other,
    };
    otn::write(&Ruleset { repetition, no_moves: NoMoves::DrawUnlessHemmedIn, ..rules.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find;

    #[test]
    fn rules_are_told_as_opentafl_plays_them() {
        let string = |name: &str| rules_string(find(name).unwrap());
        let brandubh = string("brandubh-macwhite").unwrap();
        assert!(brandubh.starts_with("dim:7 ") && brandubh.contains(" tfr:w "), "{brandubh}");
        let mut turned = find("brandubh").unwrap().clone();
        turned.start = "3t3/7/7/3K3/7/7/3t3 d".to_owned();
        let turned = rules_string(&turned).unwrap();
        assert!(turned.contains("atkf:n") && turned.ends_with("start:/3t3/7/7/3K3/7/7/3t3/"));
        assert!(string("copenhagen").unwrap_err().to_string().contains("edge-fort"));
    }
}
