//! Writes rulesets as rules strings in a canonical form: keys in a fixed order, without defaults.

use super::position::write_rows;
use super::read::{STRENGTHS, UNNAMED, WALLS, plain};
use crate::rules::{
    Area, EdgeFort, Escape, KingArmed, KingCapture, NoMoves, PieceKinds, Repetition, Ruleset, Side,
    Speed,
};
use crate::types::Placement;

/// A rule that rules strings cannot express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rules string cannot say {field} = {value}{hint}")]
pub struct NoString {
    /// The rule, by its name in data files.
    pub field: &'static str,
    /// Its value.
    pub value: String,
    /// The values that strings can express.
    pub hint: &'static str,
}

/// Writes a ruleset as its canonical rules string, with `tfr` as in the notation's specification.
///
/// # Errors
/// When one of its rules cannot be expressed.
pub fn write(rules: &Ruleset) -> Result<String, NoString> {
    check_fields_are_known(rules);
    let no = |field, value: String, hint| Err(NoString { field, value, hint });
    if rules.announce {
        return no("announce", "true".to_owned(), "");
    }
    if let Some(limit) = rules.turn_limit {
        return no("turn-limit", limit.to_string(), "");
    }
    if rules.early_wins {
        return no("early-wins", "true".to_owned(), "");
    }
    if rules.no_moves != NoMoves::DrawUnlessHemmedIn {
        return no(
            "no-moves",
            rules.no_moves.to_string(),
            "; it can only say draw-unless-hemmed-in",
        );
    }
    let threefold = match rules.repetition {
        Repetition::Draw3 => None,
        Repetition::Illegal3 => Some("i"),
        Repetition::MoverWins3 => Some("w"),
        Repetition::MoverLoses3 => Some("l"),
        Repetition::Draw2
        | Repetition::DefendersLose3
        | Repetition::DefendersIllegal2
        | Repetition::DefendersNewBoard
        | Repetition::DefendersNewBoardOrStart => {
            return no("repetition", rules.repetition.to_string(), "");
        }
    };
    let fort = match rules.edge_fort {
        EdgeFort::None => None,
        EdgeFort::OpenTafl => Some("y"),
        EdgeFort::Unbreakable | EdgeFort::HnefataflOrg => {
            return no("edge-fort", rules.edge_fort.to_string(), "; it can only say opentafl");
        }
    };
    let (strength, throne) = strength(rules)?;
    let empty = Placement::empty(rules.side_length(), Side::Attackers);
    let start = rules.first_placement().unwrap_or(empty);

    let mut text = Text(format!("dim:{}", rules.side_length()));
    if rules.name != UNNAMED {
        text.some("name", Some(name(&rules.title)));
    }
    text.some("esc", (rules.escape == Escape::Edge).then_some("e"));
    text.some("surf", (!rules.encirclement).then_some("n"));
    text.some("atkf", (start.to_move() == Side::Defenders).then_some("n"));
    text.some("tfr", threefold);
    text.some("ka", armed(rules.king_armed));
    text.some("ks", strength);
    areas(&mut text, rules, throne)?;
    let walls = WALLS.iter().skip(1).find(|(_, walls)| *walls == rules.shield_walls);
    text.some("sw", walls.map(|(letter, _)| letter));
    text.some("swf", (!rules.shield_walls_flanked).then_some("n"));
    text.some("efe", fort);
    text.some("linc", rules.linnaean_capture.then_some("y"));
    text.some("start", Some(write_rows(&start)));
    Ok(text.0)
}

/// Names every field, so that a new one does not compile until this file writes or refuses it.
fn check_fields_are_known(rules: &Ruleset) {
    let Ruleset {
        // Not rules.
        name: _,
        aliases: _,
        title: _,
        source: _,
        network: _,
        // Written.
        start: _,
        throne: _,
        corners: _,
        attacker_forts: _,
        defender_forts: _,
        attacker_move: _,
        defender_move: _,
        king_move: _,
        king_on_throne: _,
        king_beside_throne: _,
        king_elsewhere: _,
        king_armed: _,
        shield_walls: _,
        shield_walls_flanked: _,
        linnaean_capture: _,
        escape: _,
        encirclement: _,
        edge_fort: _,
        repetition: _,
        no_moves: _,
        // Refused.
        announce: _,
        turn_limit: _,
        early_wins: _,
    } = rules;
}

struct Text(String);

impl Text {
    /// Adds an entry, if it has a value.
    fn some(&mut self, key: &str, value: Option<impl AsRef<str>>) {
        if let Some(value) = value {
            self.0 += &format!(" {key}:{}", value.as_ref());
        }
    }
}

/// A title without the characters that would end an entry.
fn name(title: &str) -> String {
    let plain = title.replace([':', '_'], " ").replace(char::is_control, " ");
    plain.split_whitespace().collect::<Vec<&str>>().join("_")
}

fn armed(armed: KingArmed) -> Option<&'static str> {
    match armed {
        KingArmed::Yes => None,
        KingArmed::Hammer => Some("h"),
        KingArmed::Anvil => Some("a"),
        KingArmed::No => Some("n"),
    }
}

/// The letter for how the king is captured, and the throne adapted to it.
fn strength(rules: &Ruleset) -> Result<(Option<&'static str>, Area), NoString> {
    let mut throne = rules.throne.clone();
    let mut near = [rules.king_on_throne, rules.king_beside_throne];
    if rules.throne.is_none() {
        // The king never stands there.
        near = [rules.king_elsewhere; 2];
    }
    // Attackers on the three sides that are not the throne capture him like four sides do if an
    // empty throne is hostile to him, no other piece can be on it, and no other square there is
    // hostile.
    let [throne_squares, corners, forts @ ..] = rules.area_squares();
    let [usual_throne, usual_corners, ..] = plain(rules.start.clone()).area_squares();
    let simple = throne_squares == usual_throne
        && corners.iter().all(|square| usual_corners.contains(square))
        && forts.iter().all(Vec::is_empty)
        && rules.side_length() >= 7
        && !(throne.stop.attackers || throne.stop.defenders);
    for capture in &mut near {
        if simple && *capture == KingCapture::Surrounded {
            *capture = KingCapture::FourSides;
            throne.hostile_empty.king = true;
        }
    }
    let ways = (near[0], rules.king_elsewhere);
    match STRENGTHS.iter().find(|(_, known)| near[0] == near[1] && *known == ways) {
        Some(("s", _)) => Ok((None, throne)),
        Some((letter, _)) => Ok((Some(letter), throne)),
        None => Err(NoString {
            field: "king-on-throne, king-beside-throne, king-elsewhere",
            value: format!(
                "{}, {}, {}",
                rules.king_on_throne, rules.king_beside_throne, rules.king_elsewhere
            ),
            hint: "",
        }),
    }
}

/// One effect of squares on pieces.
type Part = fn(&Area) -> PieceKinds;

/// Adds the entries for special squares and speeds.
fn areas(text: &mut Text, rules: &Ruleset, throne: Area) -> Result<(), NoString> {
    let plain = plain(rules.start.clone());
    let (squares, usual_squares) = (rules.area_squares(), plain.area_squares());
    let keys = ["cen", "cor", "afor", "dfor"];
    let own =
        [throne, rules.corners.clone(), rules.attacker_forts.clone(), rules.defender_forts.clone()];
    let usual = plain.areas();
    // Corners before the centre, as OpenTafl does.
    let order = [1, 0, 2, 3];
    for index in order {
        let mut listed = squares[index].clone();
        listed.sort_unstable_by_key(|square| (square.rank, square.file));
        if listed != usual_squares[index] {
            let names: Vec<String> = listed.iter().map(ToString::to_string).collect();
            text.some(keys[index], Some(names.join(",")));
        }
    }
    text.some("spd", speeds(rules));
    let parts: [(&str, Part); 5] = [
        ("p", |area| area.pass),
        ("s", |area| area.stop),
        ("h", |area| area.hostile_occupied),
        ("he", |area| area.hostile_empty),
        ("re", |area| area.reenter),
    ];
    for (suffix, part) in parts {
        // The effects of squares matter only if there are any.
        for index in order.into_iter().filter(|index| !squares[*index].is_empty()) {
            let (key, area) = (keys[index], &own[index]);
            if area.camps {
                return Err(NoString { field: "camps", value: "true".to_owned(), hint: "" });
            }
            if key != "cen" && area.hostile_empty != area.hostile_occupied {
                return Err(NoString {
                    field: "hostile-empty",
                    value: format!(
                        "{} but hostile-occupied = {}",
                        area.hostile_empty, area.hostile_occupied
                    ),
                    hint: "; it can say that only of the throne",
                });
            }
            let said = suffix != "he" || key == "cen";
            // Nothing can pass over the corners of the board.
            let mut outer = squares[index].iter().all(|square| usual_squares[1].contains(square));
            outer &= suffix == "p";
            if said && !outer && part(area) != part(usual[index]) {
                text.some(&format!("{key}{suffix}"), Some(part(area).to_string()));
            }
        }
    }
    Ok(())
}

/// The speeds of the pieces. `None` if all move any distance.
fn speeds(rules: &Ruleset) -> Option<String> {
    let most = rules.side_length().saturating_sub(1);
    let speed = |speed: Speed| match speed.limit().filter(|limit| *limit < most) {
        None => "-1".to_owned(),
        Some(limit) => limit.to_string(),
    };
    let own = [rules.attacker_move, rules.defender_move, rules.king_move].map(speed);
    match &own {
        [a, d, k] if a == d && d == k => Some(a.clone()).filter(|all| all != "-1"),
        [a, d, k] if d == k => Some(format!("{a},{d}")),
        // One number per kind: man, commander, knight, king, mercenary, guard, for each side.
        [a, d, k] => Some(format!("{a},-1,-1,-1,-1,-1,{d},-1,-1,{k},-1,-1")),
    }
}
