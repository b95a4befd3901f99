//! The games in the form that the page's script reads.

use std::collections::HashMap;

use serde::Serialize;

use super::tally::centipawns;
use crate::record::{COMMENT_TAG, GameRecord, PreparedRules, RecordedMove};
use crate::rules::{Catalog, Coordinate, Ruleset, Side, find_ruleset};

/// The games that the reader can step through, with the data that they share.
#[derive(Debug, Default, Serialize)]
pub struct GameList {
    /// Names of the players.
    players: Vec<String>,
    /// Names of the rulesets.
    variants: Vec<String>,
    /// Distinct starting positions, as FENs.
    starts: Vec<String>,
    /// The games, each with the index of its board in [`GameList::boards`].
    games: Vec<ShownGame>,
    /// The boards of the games.
    boards: Vec<ShownBoard>,
    /// The rulesets of those boards.
    #[serde(skip)]
    rulesets: Vec<Ruleset>,
}

/// The features of a ruleset that are visible on the board.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ShownBoard {
    side: usize,
    throne: Vec<String>,
    corners: Vec<String>,
    attacker_forts: Vec<String>,
    defender_forts: Vec<String>,
    goals: Vec<String>,
}

impl ShownBoard {
    fn new(ruleset: &Ruleset) -> Self {
        let named = |squares: Vec<Coordinate>| squares.iter().map(ToString::to_string).collect();
        let [throne, corners, attacker_forts, defender_forts] =
            ruleset.special_squares().map(named);
        let (side, goals) = (ruleset.side_length(), named(ruleset.goals()));
        Self { side, throne, corners, attacker_forts, defender_forts, goals }
    }
}

/// One game. Its moves include their captures, so the script needs no rules.
#[derive(Debug, Serialize)]
struct ShownGame {
    /// Number in the match, from 1.
    number: u64,
    attackers: usize,
    defenders: usize,
    variant: usize,
    board: usize,
    start: usize,
    /// Whether the defenders move first.
    defenders_first: bool,
    moves: Vec<String>,
    /// Score after each move from the defenders' view, in centipawns.
    scores: Vec<Option<i32>>,
    /// Remark on each move, or an empty string.
    remarks: Vec<String>,
    /// Comment on the first position, or an empty string.
    comment: String,
    result: &'static str,
    termination: String,
    detail: Option<String>,
    /// Why the game cannot be shown. If set, there are no moves.
    broken: Option<String>,
}

/// Assigns an index to each distinct text.
#[derive(Default)]
struct Numbers(HashMap<String, usize>);

impl Numbers {
    fn of(&mut self, text: &str, list: &mut Vec<String>) -> usize {
        if let Some(&number) = self.0.get(text) {
            return number;
        }
        list.push(text.to_owned());
        self.0.insert(text.to_owned(), list.len() - 1);
        list.len() - 1
    }
}

/// The title of a ruleset, or the name under which it is not known.
pub fn title_of(variant: &str, catalog: &Catalog) -> String {
    find_ruleset(variant, catalog).map_or_else(|_| variant.to_owned(), |rules| rules.title.clone())
}

impl GameList {
    /// The same games with the titles of their rulesets instead of the names, for readers who do not know those.
    pub fn with_titles(mut self, catalog: &Catalog) -> Self {
        for variant in &mut self.variants {
            *variant = title_of(variant, catalog);
        }
        self
    }

    /// Replays the first `most` games at most, to find the captures of every move.
    pub fn new(games: &[GameRecord], catalog: &Catalog, most: usize) -> Self {
        let mut list = Self::default();
        let mut players = Numbers::default();
        let mut rules = PreparedRules::new(catalog);
        let (mut variants, mut starts) = (Numbers::default(), Numbers::default());
        for (place, game) in games.iter().take(most).enumerate() {
            let variant = variants.of(&game.variant, &mut list.variants);
            let mut shown = ShownGame {
                number: game.index.unwrap_or(place as u64) + 1,
                attackers: players.of(&game.attackers.name, &mut list.players),
                defenders: players.of(&game.defenders.name, &mut list.players),
                variant,
                board: 0,
                start: 0,
                defenders_first: game.first == Side::Defenders,
                moves: Vec::new(),
                scores: game.moves_by_side().map(|(side, played)| score(side, played)).collect(),
                remarks: game.moves.iter().map(remark).collect(),
                comment: game.extra(COMMENT_TAG).unwrap_or_default().to_owned(),
                result: game.result(),
                termination: game.termination.to_string(),
                detail: game.detail.clone(),
                broken: None,
            };
            match rules.replay(game) {
                Ok(replay) => {
                    shown.start = starts.of(&replay.positions[0].to_string(), &mut list.starts);
                    shown.board = list.board(replay.rules);
                    shown.moves = replay.moves.iter().map(ToString::to_string).collect();
                }
                Err(error) => shown.broken = Some(error.to_string()),
            }
            list.games.push(shown);
        }
        list
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    fn board(&mut self, rules: Ruleset) -> usize {
        if let Some(known) = self.rulesets.iter().position(|known| *known == rules) {
            return known;
        }
        self.boards.push(ShownBoard::new(&rules));
        self.rulesets.push(rules);
        self.boards.len() - 1
    }

    /// JSON that is safe inside a script element: it contains nothing that looks like a tag.
    pub fn to_script(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
    }
}

/// The mover's score, converted to the defenders' view.
fn score(side: Side, played: &RecordedMove) -> Option<i32> {
    let own = centipawns(played.remark.eval?);
    Some(if side == Side::Defenders { own } else { -own })
}

/// The remarks of engines and annotators on a move.
fn remark(played: &RecordedMove) -> String {
    let parts = [played.remark.to_string(), played.comment.clone()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tournament::MergedRecords;

    fn list(text: &str) -> GameList {
        let games = crate::record::read(text.as_bytes()).unwrap().games;
        let records = MergedRecords { games, ..MergedRecords::default() };
        GameList::new(&records.games, &Catalog::default(), 10)
    }

    const TAGS: &str = "[Attackers \"</script><b>\"]\n[Variant \"brandubh\"]\n[Result \"draw\"]\n[Termination \"max-moves\"]\n\n";

    #[test]
    fn scores_are_the_defenders_and_nothing_looks_like_a_tag() {
        let list = list(&format!("{TAGS}1. d2e2 {{+0.35/4}} d3-b3 {{+M2}} {{: <i>&}} draw\n\n"));
        let game = &list.games[0];
        assert_eq!(game.moves, ["d2-e2", "d3-b3"]);
        assert_eq!(game.scores, [Some(-35), Some(1000)]);
        assert_eq!(game.remarks[1], "+M2 · <i>&");
        assert_eq!(game.comment, "");
        let script = list.to_script();
        assert!(!script.contains(['<', '>', '&']), "{script}");
        let read: serde_json::Value = serde_json::from_str(&script).unwrap();
        assert_eq!(read["players"][0], "</script><b>");
        assert_eq!(read["games"][0]["remarks"][1], "+M2 · <i>&");
    }

    #[test]
    fn the_comment_on_the_first_position_is_a_tag() {
        let list = list(&format!("[Comment \"Once [%csl Gd4]\"]\n{TAGS}1. d2e2 draw\n\n"));
        assert_eq!(list.games[0].comment, "Once [%csl Gd4]");
    }

    #[test]
    fn a_game_that_cannot_be_played_again_says_why() {
        let list = list(&format!("{TAGS}1. d2d2 draw\n\n{TAGS}1. d2e2 draw\n\n"));
        assert!(list.games[0].broken.as_ref().unwrap().starts_with("ply 1, d2d2"));
        assert!(list.games[0].moves.is_empty() && list.games[1].broken.is_none());
        assert_eq!((list.len(), list.starts.len(), list.boards.len()), (2, 1, 1));
    }
}
