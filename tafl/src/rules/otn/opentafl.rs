//! Rulesets as OpenTafl is told of them.

use crate::rules::otn::{self, NoString};
use crate::rules::{NoMoves, Repetition, Ruleset};

/// Whether the notation has no word for a rule of repetition.
pub fn is_unsaid(repetition: Repetition) -> bool {
    matches!(repetition, Repetition::Draw2 | Repetition::DefendersLose3)
}

/// The rules string by which OpenTafl plays a game as a ruleset has it, but for what a side without
/// moves means, which never ends a game there, and for a rule of repetition without a word.
///
/// # Errors
/// When it has no words for one of the rules.
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
