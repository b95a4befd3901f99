//! A ruleset in plain sentences.

use super::language::{Language, Phrases};
use super::wrap::wrap;
use crate::rules::otn;
use crate::rules::{
    Area, Coordinate, EdgeFort, Escape, KingCapture, PieceKind, PieceKinds, Ruleset, ShieldWalls,
    Side, Speed,
};
use crate::types::Placement;

impl Ruleset {
    /// The rules in plain sentences of a language, with headings for the board, moving, capturing, the king and
    /// the end of the game.
    #[must_use]
    pub fn sentences(&self, language: Language) -> [(&'static str, Vec<String>); 5] {
        let words = language.phrases();
        [
            (words.get("headings", "board"), board(self, words)),
            (words.get("headings", "moves"), moves(self, words)),
            (words.get("headings", "captures"), captures(self, words)),
            (words.get("headings", "king"), king(self, words)),
            (words.get("headings", "end"), end(self, words)),
        ]
    }

    /// The rules in plain English sentences: the board, moving, capturing, the king and the end of the
    /// game, with the source and the rules string. Sentences are wrapped at 78 characters.
    #[must_use]
    pub fn explanation(&self) -> String {
        let mut text = format!("{} ({})\n", self.title, self.name);
        text += &wrap("Source:", "   ", &self.source);
        for (heading, sentences) in self.sentences(Language::English) {
            text += &format!("\n{heading}\n");
            for sentence in sentences {
                text += &wrap("  -", "   ", &sentence);
            }
        }
        text += &match otn::write(self) {
            Ok(string) => format!("\nRules string\n  {string}"),
            Err(reason) => {
                format!("\nRules string\n{}", wrap("  -", "   ", &format!("None: {reason}.")))
            }
        };
        text.truncate(text.trim_end().len());
        text
    }
}

fn board(rules: &Ruleset, words: &Phrases) -> Vec<String> {
    let side = rules.side_length();
    let start = rules.first_placement().unwrap_or(Placement::empty(side, Side::Attackers));
    let count = |kind: PieceKind| start.squares_of(kind).count().to_string();
    let values = [
        ("side", side.to_string()),
        ("attackers", count(PieceKind::Attacker)),
        ("defenders", count(PieceKind::Defender)),
    ];
    let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
    let mut sentences = vec![words.fill("board", &start.to_move().to_string(), &values)];
    let names = ["throne", "corners", "attacker-forts", "defender-forts"];
    for ((area, squares), name) in rules.areas().into_iter().zip(rules.area_squares()).zip(names) {
        match (squares.is_empty(), name) {
            (true, "throne" | "corners") => sentences.push(words.get(name, "none").to_owned()),
            (false, "corners") if area.is_plain() => {
                sentences.push(words.get(name, "plain").to_owned());
            }
            (true, _) => {}
            (false, _) if area.is_plain() => {}
            (false, _) => {
                sentences.push(access(area, &squares, name, words));
                sentences.push(hostility(area, name, words));
            }
        }
    }
    sentences
}

/// The intersection of two sets.
fn both(one: PieceKinds, other: PieceKinds) -> PieceKinds {
    PieceKinds {
        attackers: one.attackers && other.attackers,
        defenders: one.defenders && other.defenders,
        king: one.king && other.king,
    }
}

/// The difference of two sets.
fn without(one: PieceKinds, other: PieceKinds) -> PieceKinds {
    PieceKinds {
        attackers: one.attackers && !other.attackers,
        defenders: one.defenders && !other.defenders,
        king: one.king && !other.king,
    }
}

/// Which pieces may stop on the squares of an area, come back to them and pass over them.
fn access(area: &Area, squares: &[Coordinate], name: &str, words: &Phrases) -> String {
    let mut text = words.fill(name, "is", &[("squares", &words.squares(squares, "and"))]);
    text.push(' ');
    text += words.pieces("stop", area.stop);
    let back = both(area.stop, area.reenter);
    text += match back == area.stop {
        true => words.get("back", "same"),
        false => words.pieces("back", back),
    };
    // No move passes over the corners of the board.
    let is_passed = name != "corners" || area.squares.is_some();
    if is_passed || area.pass == PieceKinds::ALL {
        text.push(' ');
        text += &words.pieces("pass", area.pass).replace("{it}", words.get(name, "it"));
    }
    if area.camps {
        text.push(' ');
        text += words.get("camps", "groups");
    }
    text
}

/// Which pieces the squares of an area are hostile to.
fn hostility(area: &Area, name: &str, words: &Phrases) -> String {
    let always = both(area.hostile_empty, area.hostile_occupied);
    let empty = without(area.hostile_empty, always);
    let occupied = without(area.hostile_occupied, always);
    let at_all_times = (empty != occupied).then_some("always");
    let cases = [(always, at_all_times), (empty, Some("empty")), (occupied, Some("occupied"))];
    let cases = cases.into_iter().filter(|(kinds, _)| *kinds != PieceKinds::NONE);
    let hostile: Vec<String> = cases
        .map(|(kinds, when)| (words.pieces("enemies", kinds), when))
        .map(|(enemies, when)| match when {
            Some(when) => words.fill("when", when, &[("enemies", enemies)]),
            None => enemies.to_owned(),
        })
        .collect();
    let mut enemies = match hostile.is_empty() {
        true => words.get("enemies", "none").to_owned(),
        false => words.list(&hostile, "and"),
    };
    if area.camps && !hostile.is_empty() {
        enemies += words.get("camps", "mates");
    }
    words.fill(name, "hostile", &[("enemies", &enemies)])
}

fn distance(speed: Speed, words: &Phrases) -> String {
    match speed.limit() {
        None => words.get("distance", "rook").to_owned(),
        Some(1) => words.get("distance", "step").to_owned(),
        Some(limit) => words.fill("distance", "some", &[("limit", &limit.to_string())]),
    }
}

fn moves(rules: &Ruleset, words: &Phrases) -> Vec<String> {
    let speeds = [rules.attacker_move, rules.defender_move, rules.king_move];
    let [attackers, defenders, king] = speeds.map(|speed| distance(speed, words));
    let key = match (attackers == defenders, defenders == king) {
        (true, true) => "all",
        (true, false) => "soldiers",
        (false, _) => "each",
    };
    let values = [("attackers", &*attackers), ("defenders", &*defenders), ("king", &*king)];
    vec![words.fill("moves", key, &values)]
}

fn captures(rules: &Ruleset, words: &Phrases) -> Vec<String> {
    let mut sentences = vec![
        words.get("captures", "custodial").to_owned(),
        words.get("king-armed", &rules.king_armed.to_string()).to_owned(),
    ];
    if rules.shield_walls != ShieldWalls::None {
        let flanked = if rules.shield_walls_flanked { "flanked" } else { "unflanked" };
        let keys = ["row", &rules.shield_walls.to_string(), flanked, "king"];
        sentences.push(keys.map(|key| words.get("shield-walls", key)).join(" "));
    }
    if rules.linnaean_capture {
        sentences.push(words.get("captures", "linnaean").to_owned());
    }
    sentences
}

fn king(rules: &Ruleset, words: &Phrases) -> Vec<String> {
    let [on, beside, elsewhere] =
        [rules.king_on_throne, rules.king_beside_throne, rules.king_elsewhere];
    let places = if rules.throne.is_none() || (on == beside && beside == elsewhere) {
        vec![("anywhere", elsewhere)]
    } else if on == beside {
        vec![("on-or-beside-throne", on), ("elsewhere", elsewhere)]
    } else {
        vec![("on-throne", on), ("beside-throne", beside), ("elsewhere", elsewhere)]
    };
    let taken = |capture: KingCapture| words.get("taken", &capture.to_string());
    let places = places.into_iter();
    let mut sentences: Vec<String> = places
        .map(|(place, capture)| words.fill("king", place, &[("taken", taken(capture))]))
        .collect();
    let [_, corners, ..] = rules.area_squares();
    sentences.push(match rules.escape {
        Escape::Edge => words.get("escape", "edge").to_owned(),
        Escape::Corners if corners.is_empty() => words.get("escape", "nowhere").to_owned(),
        Escape::Corners => {
            words.fill("escape", "corners", &[("squares", &words.squares(&corners, "or"))])
        }
    });
    if rules.announce {
        sentences.push(words.get("king", "announce").to_owned());
    }
    sentences
}

fn end(rules: &Ruleset, words: &Phrases) -> Vec<String> {
    let get = |table: &str, key: &str| words.get(table, key).to_owned();
    let mut sentences = vec![get("end", "win")];
    sentences.extend(rules.encirclement.then(|| get("end", "encirclement")));
    sentences.extend(rules.early_wins.then(|| get("end", "early-wins")));
    if rules.edge_fort != EdgeFort::None {
        sentences.push(get("edge-fort", &rules.edge_fort.to_string()));
    }
    sentences.push(get("repetition", &rules.repetition.to_string()));
    sentences.push(get("no-moves", &rules.no_moves.to_string()));
    sentences.extend(
        rules
            .turn_limit
            .map(|limit| words.fill("end", "turn-limit", &[("limit", &limit.to_string())])),
    );
    sentences
}
