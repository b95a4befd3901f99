//! Why a group of engines lacks some ratings.

use super::RatedGroup;

impl RatedGroup {
    /// Whether the engines have ratings by role.
    #[must_use]
    pub fn has_roles(&self) -> bool {
        let rated = |role: Option<_>| role.is_some();
        self.engines.iter().any(|engine| rated(engine.as_attackers) || rated(engine.as_defenders))
    }

    /// Why there are no ratings by role. `None` if there are.
    #[must_use]
    pub fn roles_note(&self) -> Option<&'static str> {
        if self.has_roles() {
            return None;
        }
        Some(if self.engines.len() < 3 {
            "No ratings by role: between two engines, a strength in one role cannot be told from an \
             advantage of the ruleset."
        } else {
            "No ratings by role: the games do not connect all engines in both roles."
        })
    }

    /// Why rulesets have no ratings of their own. `None` if all have.
    #[must_use]
    pub fn rulesets_note(&self) -> Option<String> {
        let unrated =
            self.rulesets.iter().filter(|ruleset| ruleset.elo.iter().all(Option::is_none));
        let names: Vec<&str> = unrated.map(|ruleset| ruleset.name.as_str()).collect();
        (!names.is_empty()).then(|| {
            format!(
                "No ratings in {}: the games there do not connect all engines that played them.",
                names.join(", ")
            )
        })
    }
}
