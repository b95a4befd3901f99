//! The texts of the Tablut competition's protocol, for both ends of a connection.
//!
//! The protocol is that of the Java server in the repository AGalassi/TablutCompetition. The form
//! of its states is reproduced exactly, because some programs search the text instead of parsing
//! it. The server reads what players send leniently, and so does this.

use serde::Deserialize;
use thiserror::Error;

use crate::types::{Coordinate, Move, PieceKind, Placement, Side};

/// The ruleset of the competition.
pub const RULESET: &str = "ashton-tablut";

/// Squares along a side of the board.
const SIDE_LENGTH: usize = 9;

/// The castle, e5.
const CASTLE: Coordinate = Coordinate { file: 4, rank: 4 };

/// The word for a side: the defenders are White.
#[must_use]
pub fn role_word(side: Side) -> &'static str {
    match side {
        Side::Attackers => "BLACK",
        Side::Defenders => "WHITE",
    }
}

/// The port on which the server listens for the player of a side.
#[must_use]
pub fn port(side: Side) -> u16 {
    match side {
        Side::Attackers => 5801,
        Side::Defenders => 5800,
    }
}

/// The field `turn` of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side is to move.
    ToMove(Side),
    /// The game is over, with its winner, or `None` for a draw.
    Over(Option<Side>),
}

impl Turn {
    const ALL: [Self; 5] = [
        Self::ToMove(Side::Attackers),
        Self::ToMove(Side::Defenders),
        Self::Over(Some(Side::Attackers)),
        Self::Over(Some(Side::Defenders)),
        Self::Over(None),
    ];

    fn word(self) -> String {
        match self {
            Self::ToMove(side) => role_word(side).to_owned(),
            Self::Over(Some(side)) => format!("{}WIN", role_word(side)),
            Self::Over(None) => "DRAW".to_owned(),
        }
    }
}

/// Writes a state as the server does.
#[must_use]
pub fn write_state(placement: &Placement, turn: Turn) -> String {
    let cell = |file: u8, rank: u8| {
        let at = Coordinate { file, rank };
        match placement.piece_at(at) {
            Some(PieceKind::Attacker) => "\"BLACK\"",
            Some(PieceKind::Defender) => "\"WHITE\"",
            Some(PieceKind::King) => "\"KING\"",
            None if at == CASTLE => "\"THRONE\"",
            None => "\"EMPTY\"",
        }
    };
    let side = SIDE_LENGTH as u8;
    let row = |rank: u8| (0..side).map(|file| cell(file, rank)).collect::<Vec<&str>>().join(",");
    let rows: Vec<String> = (0..side).map(|rank| format!("[{}]", row(rank))).collect();
    format!("{{\"board\":[{}],\"turn\":\"{}\"}}", rows.join(","), turn.word())
}

/// Why a text is not a state.
#[derive(Debug, Error)]
pub enum StateError {
    /// It is not JSON of the expected form.
    #[error("the state is not understood: {0}")]
    Syntax(#[from] serde_json::Error),
    /// The board has another size.
    #[error("the board is not 9 by 9")]
    Size,
    /// A square holds something unknown.
    #[error("{at} holds \"{cell}\"")]
    Cell {
        /// The square.
        at: Coordinate,
        /// Its first characters.
        cell: String,
    },
    /// The turn is unknown.
    #[error("the turn is \"{0}\"")]
    Turn(String),
}

/// Reads a state. The placement's side to move is meaningless once the game is over.
///
/// # Errors
/// If the text has another form than the server's.
pub fn read_state(text: &str) -> Result<(Placement, Turn), StateError> {
    #[derive(Deserialize)]
    struct StateFields {
        board: Vec<Vec<String>>,
        turn: String,
    }
    let StateFields { board, turn } = serde_json::from_str(text)?;
    let short = |word: &str| word.chars().filter(|c| !c.is_control()).take(20).collect::<String>();
    let known = Turn::ALL.into_iter().find(|known| known.word() == turn);
    let turn = known.ok_or_else(|| StateError::Turn(short(&turn)))?;
    if board.len() != SIDE_LENGTH || board.iter().any(|row| row.len() != SIDE_LENGTH) {
        return Err(StateError::Size);
    }
    let to_move = match turn {
        Turn::ToMove(side) => side,
        Turn::Over(_) => Side::Attackers,
    };
    let mut placement = Placement::empty(SIDE_LENGTH, to_move);
    for (rank, row) in (0..).zip(&board) {
        for (file, cell) in (0..).zip(row) {
            let at = Coordinate { file, rank };
            let piece = match cell.as_str() {
                "EMPTY" | "THRONE" => None,
                "BLACK" => Some(PieceKind::Attacker),
                "WHITE" => Some(PieceKind::Defender),
                "KING" => Some(PieceKind::King),
                other => return Err(StateError::Cell { at, cell: short(other) }),
            };
            placement.put(at, piece);
        }
    }
    Ok((placement, turn))
}

/// Writes a move as players do.
#[must_use]
pub fn write_move(mv: Move, side: Side) -> String {
    let Move { from, to } = mv;
    format!("{{\"from\":\"{from}\",\"to\":\"{to}\",\"turn\":\"{}\"}}", role_word(side))
}

/// A player's message in place of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveMessage {
    /// A move, legal or not.
    Move(Move),
    /// An object without two squares, which counts as an illegal move.
    NoMove,
    /// No object at all, which ends the server.
    Broken,
}

/// Reads a player's move. Keys and values may lack quotation marks, files may be capitals, and
/// other keys are ignored.
#[must_use]
pub fn read_move(text: &str) -> MoveMessage {
    let inner = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let Some(inner) = inner else { return MoveMessage::Broken };
    let plain = |word: &str| word.trim().trim_matches('"').to_ascii_lowercase();
    let fields: Vec<(String, String)> = inner
        .split(',')
        .filter_map(|field| field.split_once(':'))
        .map(|(key, value)| (plain(key), plain(value)))
        .collect();
    let square = |name: &str| -> Option<Coordinate> {
        let (_, value) = fields.iter().find(|(key, _)| key == name)?;
        value.parse().ok()
    };
    match (square("from"), square("to")) {
        (Some(from), Some(to)) => MoveMessage::Move(Move { from, to }),
        _ => MoveMessage::NoMove,
    }
}

/// Reads a player's name: a JSON string, or one word without quotation marks.
#[must_use]
pub fn read_name(text: &str) -> Option<String> {
    if text.starts_with('"') {
        return serde_json::from_str(text).ok();
    }
    let one_word = !text.is_empty() && !text.contains(char::is_whitespace);
    one_word.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    #[test]
    fn states_have_the_servers_form() {
        let start = rules::find(RULESET).unwrap().first_placement().unwrap();
        let text = write_state(&start, Turn::ToMove(Side::Defenders));
        assert_eq!(text.len(), 691);
        let begin = r#"{"board":[["EMPTY","EMPTY","EMPTY","BLACK","BLACK","BLACK","EMPTY""#;
        assert!(text.starts_with(begin), "{text}");
        assert!(text.ends_with(r#""EMPTY"]],"turn":"WHITE"}"#), "{text}");
        let (read, turn) = read_state(&text).unwrap();
        assert_eq!((read, turn), (start.clone(), Turn::ToMove(Side::Defenders)));
        let won = write_state(&start, Turn::Over(Some(Side::Attackers)));
        assert_eq!(
            (won.len(), read_state(&won).unwrap().1),
            (694, Turn::Over(Some(Side::Attackers)))
        );
        // The castle is never empty once the king has left it, and rank 1 comes first.
        let mut left = start;
        left.put(CASTLE, None);
        left.put("c1".parse().unwrap(), Some(PieceKind::King));
        let text = write_state(&left, Turn::Over(None));
        assert!(
            text.starts_with(r#"{"board":[["EMPTY","EMPTY","KING","#) && text.contains("THRONE")
        );
        assert_eq!(read_state(&text).unwrap().0.king(), left.king());
    }

    #[test]
    fn other_states_are_refused() {
        let good = write_state(&Placement::empty(9, Side::Attackers), Turn::Over(None));
        for (from, to) in [
            ("DRAW", "PAUSE"),
            ("THRONE", "QUEEN"),
            ("\"THRONE\",", ""),
            ("\"board\":[[", "\"board\":[[],["),
            ("}", ""),
        ] {
            assert!(read_state(&good.replacen(from, to, 1)).is_err(), "{from} {to}");
        }
        assert!(read_state(&"[".repeat(60_000)).is_err());
    }

    #[test]
    fn moves_are_read_leniently() {
        let mv: Move = "e3d3".parse().unwrap();
        assert_eq!(write_move(mv, Side::Defenders), r#"{"from":"e3","to":"d3","turn":"WHITE"}"#);
        for text in [
            r#"{"from":"e3","to":"d3","turn":"WHITE"}"#,
            r#"{"to":"d3","from":"e3"}"#,
            r#" { "turn" : "BLACK", "from" : "E3", "to":"D3", "more": 3 } "#,
            "{from:e3,to:d3}",
        ] {
            assert_eq!(read_move(text), MoveMessage::Move(mv), "{text}");
        }
        for text in ["{}", r#"{"from":"e3"}"#, r#"{"from":"e3","to":"d33333"}"#, "{,:,}"] {
            assert_eq!(read_move(text), MoveMessage::NoMove, "{text}");
        }
        for text in ["", "null", "Turn: W Pawn from e4 to b4", r#"{"from":"e3""#, "\"e3d3\""] {
            assert_eq!(read_move(text), MoveMessage::Broken, "{text}");
        }
    }

    #[test]
    fn names_need_no_quotation_marks() {
        assert_eq!(read_name("\"alpha\"").as_deref(), Some("alpha"));
        assert_eq!(read_name("Beta").as_deref(), Some("Beta"));
        for text in ["", "two words", "\"half"] {
            assert_eq!(read_name(text), None, "{text}");
        }
    }
}
