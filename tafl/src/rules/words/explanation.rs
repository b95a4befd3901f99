//! A ruleset in plain sentences.

use super::phrases::{either, list, names, ordinal, pieces, wrap};
use crate::rules::otn;
use crate::rules::{
    Area, Coordinate, EdgeFort, Escape, KingArmed, KingCapture, NoMoves, PieceKind, PieceKinds,
    Repetition, Ruleset, ShieldWalls, Side, Speed,
};
use crate::types::Placement;

impl Ruleset {
    /// The rules in plain sentences, with headings for the board, moving, capturing, the king and
    /// the end of the game.
    #[must_use]
    pub fn sentences(&self) -> [(&'static str, Vec<String>); 5] {
        [
            ("Board", board(self)),
            ("Moves", moves(self)),
            ("Captures", captures(self)),
            ("The king", king(self)),
            ("End", end(self)),
        ]
    }

    /// The rules in plain sentences: the board, moving, capturing, the king and the end of the
    /// game, with the source and the rules string. Lines have at most 78 characters.
    #[must_use]
    pub fn explanation(&self) -> String {
        let mut text = format!("{} ({})\n", self.title, self.name);
        text += &wrap("Source:", "   ", &self.source);
        for (heading, sentences) in self.sentences() {
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

fn board(rules: &Ruleset) -> Vec<String> {
    let side = rules.side_length();
    let start = rules.first_placement().unwrap_or(Placement::empty(side, Side::Attackers));
    let count = |kind: PieceKind| start.squares_of(kind).count();
    let first = start.to_move();
    let mut sentences = vec![format!(
        "The board has {side} by {side} squares. {} attackers play against a king and {} defenders; the {first} move first.",
        count(PieceKind::Attacker),
        count(PieceKind::Defender),
    )];
    let words = ["throne", "corners", "attackers' forts", "defenders' forts"];
    for ((area, squares), word) in rules.areas().into_iter().zip(rules.area_squares()).zip(words) {
        match (squares.is_empty(), word) {
            (true, "throne") => sentences
                .push("There is no throne: the middle is like any other square.".to_owned()),
            (true, "corners") => sentences.push("No squares are marked as corners.".to_owned()),
            (true, _) => {}
            (false, _) if area.is_plain() => {
                if word == "corners" {
                    sentences.push("The corners are like any other squares.".to_owned());
                }
            }
            (false, _) => sentences.extend(area_sentences(area, &squares, word)),
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

/// Sentences on the effect of an area's squares on pieces.
fn area_sentences(area: &Area, squares: &[Coordinate], word: &str) -> [String; 2] {
    let singular = squares.len() == 1 || word == "throne";
    [access(area, squares, word, singular), stand_ins(area, word, singular)]
}

/// Which pieces may stop on the squares of an area, come back to them and pass over them.
fn access(area: &Area, squares: &[Coordinate], word: &str, singular: bool) -> String {
    let (is, it) = if singular { ("is", "it") } else { ("are", "them") };
    let mut text = format!("The {word} {is} {}.", names(squares));
    text += &match area.stop {
        PieceKinds::ALL => " Every piece may stop there".to_owned(),
        PieceKinds::NONE => " No piece may stop there".to_owned(),
        kinds => format!(" Only {} may stop there", pieces(kinds)),
    };
    let back = both(area.stop, area.reenter);
    text += &match back {
        _ if back == area.stop => ".".to_owned(),
        PieceKinds::NONE => ", and none that has left may come back.".to_owned(),
        kinds => format!(", and of those that have left only {} may come back.", pieces(kinds)),
    };
    text += &match area.pass {
        PieceKinds::ALL => format!(" Every piece may pass over {it} when empty."),
        // No move passes over the corners of the board.
        _ if word == "corners" && area.squares.is_none() => String::new(),
        PieceKinds::NONE => format!(" No piece may pass over {it}."),
        kinds => format!(" Only {} may pass over {it}.", pieces(kinds)),
    };
    if area.camps {
        text += " Each group of adjoining squares is a camp of its own: a piece in one is outside the others.";
    }
    text
}

/// Which pieces the squares of an area are hostile to.
fn stand_ins(area: &Area, word: &str, singular: bool) -> String {
    let always = both(area.hostile_empty, area.hostile_occupied);
    let empty = without(area.hostile_empty, always);
    let occupied = without(area.hostile_occupied, always);
    let at_all_times = if empty == occupied { "" } else { " at all times" };
    let cases = [(always, at_all_times), (empty, " while empty"), (occupied, " while occupied")];
    let hostile: Vec<String> = cases
        .into_iter()
        .filter(|(kinds, _)| *kinds != PieceKinds::NONE)
        .map(|(kinds, when)| format!("of {}{when}", pieces(kinds)))
        .collect();
    let counts = if singular { "counts as an enemy" } else { "count as enemies" };
    let but = if area.camps { ", but not of a soldier in the same camp" } else { "" };
    match hostile.is_empty() {
        true => format!("In captures the {word} {counts} of nobody."),
        false => format!("In captures the {word} {counts} {}{but}.", list(&hostile)),
    }
}

fn distance(speed: Speed) -> String {
    match speed.limit() {
        None => "any number of empty squares".to_owned(),
        Some(1) => "one square".to_owned(),
        Some(limit) => format!("up to {limit} squares"),
    }
}

fn moves(rules: &Ruleset) -> Vec<String> {
    let speeds = [rules.attacker_move, rules.defender_move, rules.king_move];
    let [attackers, defenders, king] = speeds.map(distance);
    let how = "along a row or column, without jumping";
    vec![if attackers == defenders && defenders == king {
        format!("Every piece moves {king} {how}.")
    } else if attackers == defenders {
        format!("Soldiers move {attackers} and the king moves {king}, {how}.")
    } else {
        format!("Attackers move {attackers}, defenders {defenders} and the king {king}, {how}.")
    }]
}

fn captures(rules: &Ruleset) -> Vec<String> {
    let mut sentences = vec![
        "A soldier is taken when an enemy's move leaves him between two enemies in a row or column. \
         Moving between two enemies is safe."
            .to_owned(),
    ];
    sentences.push(
        match rules.king_armed {
            KingArmed::Yes => "The king takes part in captures like a soldier.",
            KingArmed::Hammer => {
                "The king takes by moving, but his soldiers do not take against him."
            }
            KingArmed::Anvil => {
                "The king's soldiers take against him, but he does not take by moving."
            }
            KingArmed::No => "The king takes no part in captures.",
        }
        .to_owned(),
    );
    let flanked = if rules.shield_walls_flanked {
        "The move that takes them must be made to an end of the row."
    } else {
        "Any move that closes them in takes them."
    };
    let corner = match rules.shield_walls {
        ShieldWalls::None => None,
        ShieldWalls::Weak => Some("Corners do not close the row."),
        ShieldWalls::Strong => Some("A hostile corner closes the row as an enemy does."),
    };
    if let Some(corner) = corner {
        sentences.push(format!(
            "Shield walls: a row of two or more pieces along the edge is taken when each has an \
             enemy in front of it and an enemy stands at either end of the row. {corner} {flanked} A king \
             in the row is not taken with it."
        ));
    }
    if rules.linnaean_capture {
        sentences.push(
            "A defender beside the throne is taken against it while the king sits there with \
             attackers on his other three sides."
                .to_owned(),
        );
    }
    sentences
}

fn taken(capture: KingCapture) -> &'static str {
    match capture {
        KingCapture::Custodial => "between two enemies, like a soldier",
        KingCapture::Surrounded => "by attackers on every side of him that is not the throne",
        KingCapture::FourSides => {
            "by attackers, or squares hostile to him, on all four sides, so never on the edge"
        }
        KingCapture::FourSidesOrEdge => {
            "by attackers, squares hostile to him, or the edge, on all four sides"
        }
    }
}

fn king(rules: &Ruleset) -> Vec<String> {
    let [on, beside, elsewhere] =
        [rules.king_on_throne, rules.king_beside_throne, rules.king_elsewhere].map(taken);
    let mut sentences = if rules.throne.is_none() || (on == beside && beside == elsewhere) {
        vec![format!("He is taken {elsewhere}.")]
    } else if on == beside {
        vec![
            format!("On the throne and beside it he is taken {on}."),
            format!("Elsewhere he is taken {elsewhere}."),
        ]
    } else {
        vec![
            format!("On the throne he is taken {on}."),
            format!("Beside it he is taken {beside}."),
            format!("Elsewhere he is taken {elsewhere}."),
        ]
    };
    sentences.push(match rules.escape {
        Escape::Edge => {
            "He escapes, and wins, by reaching any square of the board's edge.".to_owned()
        }
        Escape::Corners => {
            let [_, corners, ..] = rules.area_squares();
            match corners.is_empty() {
                true => "There is no square to escape to.".to_owned(),
                false => format!("He escapes, and wins, by reaching {}.", either(&corners)),
            }
        }
    });
    if rules.announce {
        sentences.push(
            "He must announce his escape: the square must have been open to him after the \
             defenders' previous move, and still be open."
                .to_owned(),
        );
    }
    sentences
}

/// The two endings that only hnefatafl.org's server has.
const EARLY_WINS: &str = "The attackers also win, after a move of either side, when the server finds too few \
    ways out. The king is trapped: he stands on the edge but not beside a corner, with two attackers next to \
    him on both sides along the edge, where a corner counts as the second of them and as one more attacker; if \
    there are more than 5 attackers, two more stand in front of him in file; and fewer than 2 soldiers defend \
    him, or more than 7 attackers are left and two of them stand beside those in front. The corners are closed: \
    no way over empty squares leads from beside a corner to a defender, and fewer than 4 soldiers face at least \
    13 attackers, or on no edge is there more left than one run of 2 squares, 3 with fewer than 6 soldiers. A \
    defender on a square beside a corner is overlooked there.";

fn end(rules: &Ruleset) -> Vec<String> {
    let mut sentences =
        vec!["The attackers win by taking the king, the defenders when he escapes.".to_owned()];
    if rules.encirclement {
        sentences.push(
            "The attackers also win by closing a ring around all defenders, clear of the edge."
                .to_owned(),
        );
    }
    sentences.extend(rules.early_wins.then(|| EARLY_WINS.to_owned()));
    let fort = match rules.edge_fort {
        EdgeFort::None => None,
        EdgeFort::Unbreakable => Some(
            "The defenders also win by a fort: the king stands on the edge and can move, and no \
             attacker can ever come beside him, because no soldier that keeps them out can be taken \
             while all of those stay.",
        ),
        EdgeFort::OpenTafl => Some(
            "The defenders also win by a fort: the king can move, he and the empty squares connected \
             to him touch the edge and no attacker, and each soldier next to them has at most two \
             neighbours that are neither among them nor held by his side.",
        ),
        EdgeFort::HnefataflOrg => Some(
            "The defenders also win by a fort, as the server judges one after every move: the king \
             stands on the edge and can move, the empty squares connected to him touch no attacker, and \
             each soldier they touch has the edge or another defender beside him, across the line from \
             the empty square to him. With fewer than two attackers left the soldiers need no such \
             neighbour.",
        ),
    };
    sentences.extend(fort.map(str::to_owned));
    sentences.push(
        match rules.repetition {
            Repetition::Draw2 => "When a position occurs for the second time, the game is drawn.",
            Repetition::Draw3 => "When a position occurs for the third time, the game is drawn.",
            Repetition::MoverLoses3 => "Whoever brings about a position for the third time loses.",
            Repetition::MoverWins3 => "Whoever brings about a position for the third time wins.",
            Repetition::DefendersLose3 => {
                "When a position occurs for the third time, the defenders lose."
            }
            Repetition::Illegal3 => "No move may bring about a position for the third time.",
            Repetition::DefendersIllegal2 => {
                "No move of the defenders may bring about a position that has been before."
            }
            Repetition::DefendersNewBoard => {
                "No move of the defenders may bring about a board that has been there before, whichever \
                 side was to move then. Their board is compared before captured pieces are removed. The \
                 attackers may repeat."
            }
            Repetition::DefendersNewBoardOrStart => {
                "No move of the defenders may bring about a board that has been there before, whichever \
                 side was to move then. Their board is compared before captured pieces are removed, and \
                 the start position does not count as the first board. The attackers may repeat."
            }
        }
        .to_owned(),
    );
    sentences.push(
        match rules.no_moves {
            NoMoves::Loses => "A side that has no move on its turn loses.",
            NoMoves::Draw => "When a side has no move on its turn, the game is drawn.",
            NoMoves::DrawUnlessHemmedIn => {
                "The attackers also win when no piece of the defenders has an empty square beside it. \
                 When a side has no move on its turn otherwise, the game is drawn."
            }
            NoMoves::LosesUnlessBoth => {
                "A side that has no move on its turn loses; if neither side has one, the game is drawn."
            }
        }
        .to_owned(),
    );
    sentences.extend(rules.turn_limit.map(|limit| {
        format!("The {limit}{} move of the game draws it unless it wins.", ordinal(limit.get()))
    }));
    sentences
}
