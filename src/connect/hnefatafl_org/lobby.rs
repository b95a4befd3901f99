//! The offers and users of the server.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use super::ron;
use super::time_setting::TimeSetting;
use crate::types::Side;

/// Most games and users remembered; a server has a few hundred.
const MAX_GAMES: usize = 10_000;
const MAX_USERS: usize = 100_000;

/// Longest name believed, in bytes. The server's own limit is 16.
const MAX_NAME: usize = 64;

/// Deepest nesting that is searched.
const MAX_DEPTH: usize = 16;

/// A game as the server lists it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OpenGame {
    pub id: u64,
    pub attackers: Option<String>,
    pub defenders: Option<String>,
    /// Who asks to join.
    pub challenger: Option<String>,
    pub rated: bool,
    pub time: TimeSetting,
    pub board: u8,
    /// Whether it has begun.
    pub begun: bool,
    pub over: bool,
}

impl OpenGame {
    /// Reads a game in JSON, or converted from RON.
    fn read(fields: &Value) -> Option<Self> {
        let rated = match &fields["rated"] {
            Value::Bool(rated) => *rated,
            other => other.as_str() == Some("Yes"),
        };
        let board = match &fields["board_size"] {
            Value::Number(size) => size.as_u64()?,
            other => other.as_str()?.trim_start_matches('_').parse().ok()?,
        };
        Some(Self {
            id: fields["id"].as_u64()?,
            attackers: name(&fields["attacker"]),
            defenders: name(&fields["defender"]),
            challenger: name(&fields["challenger"]),
            rated,
            time: TimeSetting::from_json(&fields["timed"])?,
            board: u8::try_from(board).ok()?,
            begun: fields["challenge_accepted"].as_bool().unwrap_or(false),
            over: fields["game_over"].as_bool().unwrap_or(false),
        })
    }

    /// The side that nobody plays. `None` if neither or both are free.
    pub fn free_side(&self) -> Option<Side> {
        match (&self.attackers, &self.defenders) {
            (None, Some(_)) => Some(Side::Attackers),
            (Some(_), None) => Some(Side::Defenders),
            _ => None,
        }
    }

    /// Who offers the game.
    pub fn owner(&self) -> Option<&str> {
        self.attackers.as_deref().or(self.defenders.as_deref())
    }

    /// Whether it is an offer that can be asked for.
    pub fn is_open(&self) -> bool {
        !self.begun && !self.over && self.challenger.is_none() && self.free_side().is_some()
    }

    /// Whether an account plays in it.
    pub fn has(&self, account: &str) -> bool {
        [&self.attackers, &self.defenders].into_iter().flatten().any(|name| name == account)
    }
}

/// Whether a name is as short as the server's are, so that a list of them is bounded too.
pub(super) fn is_name(name: &str) -> bool {
    name.len() <= MAX_NAME
}

/// A player's name, possibly wrapped in the name of its type.
fn name(value: &Value) -> Option<String> {
    match value {
        Value::String(name) if is_name(name) => Some(name.clone()),
        Value::Object(map) if map.len() == 1 => map.values().next().and_then(name),
        _ => None,
    }
}

/// The offers and users of the server, as far as it has told them.
#[derive(Debug, Default)]
pub(super) struct Lobby {
    games: BTreeMap<u64, OpenGame>,
    ratings: HashMap<String, f64>,
}

impl Lobby {
    /// Takes the first message, in RON.
    pub fn display(&mut self, text: &str) {
        self.games.clear();
        if let Some(value) = ron::read(text) {
            self.collect(&value, 0);
        }
    }

    /// Takes changed users, in RON.
    pub fn update_users(&mut self, text: &str) {
        if let Some(value) = ron::read(text) {
            self.collect(&value, 0);
        }
    }

    /// Takes changed games, in JSON.
    pub fn update_games(&mut self, value: &Value) {
        self.collect(&value["created"], 0);
        self.collect(&value["updated"], 0);
        // Removed games are repeated, and a number may have been given anew.
        let listed = listed(value);
        for removed in value["removed"].as_array().into_iter().flatten() {
            let id = removed.as_u64().or_else(|| removed.as_str()?.parse().ok());
            if let Some(id) = id.filter(|id| !listed.contains(id)) {
                self.games.remove(&id);
            }
        }
    }

    /// Collects every game and user within a value, wherever the server has put them.
    fn collect(&mut self, value: &Value, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.collect(value, depth + 1)),
            Value::Object(fields) if fields.contains_key("board_size") => {
                if let Some(game) = OpenGame::read(value)
                    && (self.games.len() < MAX_GAMES || self.games.contains_key(&game.id))
                {
                    self.games.insert(game.id, game);
                }
            }
            Value::Object(fields) if fields.contains_key("username") => {
                let rating = value["rating"]["rating"].as_f64().or(value["rating"].as_f64());
                if let (Some(name), Some(rating)) = (value["username"].as_str(), rating)
                    && is_name(name)
                    && self.ratings.len() < MAX_USERS
                {
                    self.ratings.insert(name.to_owned(), rating);
                }
            }
            Value::Object(fields) => {
                fields.values().for_each(|value| self.collect(value, depth + 1));
            }
            _ => {}
        }
    }

    /// A listed game.
    pub fn game(&self, id: u64) -> Option<&OpenGame> {
        self.games.get(&id)
    }

    /// The listed games.
    pub fn games(&self) -> impl Iterator<Item = &OpenGame> {
        self.games.values()
    }

    /// A user's rating.
    pub fn rating(&self, name: &str) -> Option<f64> {
        self.ratings.get(name).copied()
    }
}

/// The games that a message of changed games lists as created or updated.
fn listed(value: &Value) -> HashSet<u64> {
    let created = value["created"].as_array().into_iter().flatten();
    let created = created.filter_map(|entry| entry[0].as_u64());
    let updated = value["updated"].as_object().into_iter().flatten();
    created.chain(updated.filter_map(|(id, _)| id.parse().ok())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const GAME: &str = r#"{"id":3,"attacker":"ann","defender":null,"challenger":null,"rated":"Yes","timed":{"Timed":{"add_seconds":10,"milliseconds_left":900000}},"spectators":{},"challenge_accepted":false,"game_over":false,"board_size":"_11","turn":"Roleless"}"#;

    fn game() -> Value {
        serde_json::from_str(GAME).unwrap()
    }

    #[test]
    fn offers_are_followed() {
        let mut lobby = Lobby::default();
        lobby.update_games(&json!({"created": [[3, null, game()]], "removed": [], "updated": {}}));
        let offer = lobby.game(3).unwrap();
        assert!(offer.is_open() && offer.rated);
        assert_eq!((offer.owner(), offer.free_side()), (Some("ann"), Some(Side::Defenders)));
        assert_eq!((offer.board, offer.time), (11, TimeSetting::timed(900_000, 10)));
        let mut asked = game();
        asked["challenger"] = json!("bob");
        lobby.update_games(&json!({"created": [], "removed": [1], "updated": {"3": asked}}));
        assert_eq!(lobby.game(3).unwrap().challenger.as_deref(), Some("bob"));
        lobby.update_games(&json!({"created": [], "removed": [3, 1], "updated": {}}));
        assert_eq!(lobby.games().count(), 0);
        // A number that is given anew while it is still listed as removed.
        lobby.update_games(&json!({"created": [[3, null, game()]], "removed": [3], "updated": {}}));
        assert!(lobby.game(3).is_some());
    }

    #[test]
    fn the_first_message_is_read() {
        let mut lobby = Lobby::default();
        lobby.display(
            r#"([(id:5,attacker:None,defender:Some("bob"),challenger:(None),rated:No,timed:TimeSettings(UnTimed),board_size:_7,challenge_accepted:false,game_over:false)],Users(({"ann":(username:"ann",wins:0,losses:0,draws:0,rating:(rating:1512.5,rd:350.0),logged_in:true)})),false,false)"#,
        );
        let offer = lobby.game(5).unwrap();
        assert_eq!((offer.owner(), offer.board, offer.rated), (Some("bob"), 7, false));
        assert!(offer.is_open());
        assert_eq!((lobby.rating("ann"), lobby.rating("bob")), (Some(1512.5), None));
        lobby.update_users(
            r#"(removed:[],updated:({"bob":(username:"bob",wins:1,rating:(rating:1600.0,rd:90.0))}))"#,
        );
        assert_eq!(lobby.rating("bob"), Some(1600.0));
    }

    #[test]
    fn nonsense_is_ignored() {
        let mut lobby = Lobby::default();
        lobby.display("([(id:-1,board_size:_11)],{})");
        lobby.update_users(&"[".repeat(1000));
        let long = "x".repeat(65);
        lobby.update_users(&format!(r#"{{"u":(username:"{long}",rating:1500.0)}}"#));
        assert_eq!(lobby.rating(&long), None);
        lobby.update_games(&json!([1, {"created": "x"}]));
        lobby.update_games(
            &json!({"created": [[[[[{"id": 1, "board_size": "_x"}]]]]], "removed": 5}),
        );
        assert_eq!(lobby.games().count(), 0);
    }
}
