//! The rules that OpenTafl actually plays by, which may differ from the string it sends.

use super::otn::{self, OtnError, Reading};
use super::{Ruleset, find};

/// OpenTafl's built-in games that it plays differently from their strings, with the rulesets that
/// match its play.
///
/// Its Magpie has a throne hostile to no piece. In its Foteviken Tablut the empty throne is hostile
/// to all pieces, forts are hostile to none, and the king is armed and captured from four sides
/// everywhere: see `rules/brandub/Magpie.java` and `rules/tablut/FotevikenTablut.java` in
/// jslater89/OpenTafl.
const OWN_GAMES: [(&str, &str); 2] = [
    (
        "dim:7 name:Magpie surf:n ks:m spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,1,-1,-1 \
         start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
        "magpie-opentafl",
    ),
    (
        "dim:9 name:Foteviken_Tablut esc:e ka:n ks:c cor: \
         afor:a4,a5,a6,b5,d1,e1,f1,e2,i4,i5,i6,h5,d9,e9,f9,e8, cens: cenh: cenhe:K aforh:K cenre: \
         aforre: start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
        "foteviken-opentafl",
    ),
];

/// The rules that the program plays by when it sends this string.
///
/// A game is recognised by its name and its rules together, because a user's own game, which is
/// played by its string, may share one of them.
///
/// # Errors
/// When the string is malformed, or requires an unsupported rule.
pub fn played_by_opentafl(text: &str) -> Result<Ruleset, OtnError> {
    let sent = otn::read(text, Reading::Played)?;
    let own = OWN_GAMES
        .iter()
        .find(|(string, _)| otn::read(string, Reading::Played).as_ref() == Ok(&sent))
        .and_then(|(_, name)| find(name));
    Ok(own.cloned().unwrap_or(sent))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> String {
        played_by_opentafl(text).unwrap().name
    }

    #[test]
    fn the_programs_own_games_are_known_by_name_and_rules() {
        for (string, ruleset) in OWN_GAMES {
            assert_eq!(name(string), ruleset);
            // Defaults and the order of keys do not matter.
            assert_eq!(name(&string.replace(" start:", " atkf:y efe:n start:")), ruleset);
            // Another name or other rules mean a user's own game.
            assert_ne!(name(&string.replace("name:", "name:My_")), ruleset);
            assert_ne!(name(&string.replace(" start:", " efe:y start:")), ruleset);
        }
        assert_eq!(name("dim:7 name:Brandub surf:n ks:w start:/3t3/7/7/3K3/7/7/3t3/"), "brandub");
        assert!(played_by_opentafl("dim:7").is_err());
    }
}
