//! What was played in a position, and how it went.

use rusqlite::params_from_iter;
use rusqlite::types::Value;
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};
use tafl::game::Game;
use tafl::record::RecordedMove;
use tafl::types::{Move, Side};

use crate::error::DatabaseError;
use crate::filter::Filter;
use crate::key::{Canonical, Key, KeyBoard, KeyMaker, MoveNumber};
use crate::openings::OpeningNames;
use crate::read::{GameLine, LINE, LINE_TABLES};
use crate::rules::RulesName;
use crate::share::Share;
use crate::store::Database;
use crate::summary::{self, ByMove, Sums};

/// The games of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exploration {
    /// The ruleset.
    pub variant: String,
    /// The alternate rules, empty without any.
    pub rules: String,
    /// The position.
    pub fen: String,
    /// Its key, as the file stores it.
    #[serde(serialize_with = "stored")]
    pub key: Key,
    /// The opening, if [`Exploration::name_openings`] found a name.
    pub opening: Option<NamedOpening>,
    /// All games with the position.
    #[serde(flatten)]
    pub results: Results,
    /// Games that ended in it.
    pub ended: i64,
    /// The moves played in it, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// Some of the games, those added last first.
    pub list: Vec<ListedGame>,
    /// Those that would be among them, but cannot be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<UnreadableGame>,
}

/// A game that is passed over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnreadableGame {
    /// Its number.
    pub id: i64,
    /// Why it cannot be read.
    pub reason: String,
}

/// The last position on the way that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedOpening {
    /// The name.
    pub name: String,
    /// The number of moves since then.
    pub since: usize,
}

/// A move with its games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExploredMove {
    /// The move, `d2e2`.
    #[serde(rename = "move", serialize_with = "in_words")]
    pub mv: Move,
    /// Other moves whose games are counted here too: its images, if the position is symmetric.
    #[serde(serialize_with = "all_in_words")]
    pub images: Vec<Move>,
    /// The name of the position that it leads to, if [`Exploration::name_openings`] found one.
    pub opening: Option<String>,
    /// Its games.
    #[serde(flatten)]
    pub results: Results,
    /// The best rated player who made it. `None` if nobody has a rating.
    pub best: Option<RatedPlayer>,
}

/// A player and a rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RatedPlayer {
    /// The name.
    pub name: String,
    /// The rating in the game.
    pub rating: i64,
}

/// The results of a number of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    /// The games.
    pub games: i64,
    /// Wins of the attackers.
    pub attackers: i64,
    /// Draws.
    pub draws: i64,
    /// Wins of the defenders.
    pub defenders: i64,
    /// Games without a result.
    pub unfinished: i64,
    /// The attackers' share of the points. `None` without results.
    pub score: Option<Share>,
    /// The mean number of plies. `None` without games.
    pub length: Option<f64>,
    /// The date of the latest game. `None` if no game has one.
    pub last_played: Option<String>,
}

/// A game in which a position occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedGame {
    /// The game.
    #[serde(flatten)]
    pub game: GameLine,
    /// The number of moves before the position occurs first.
    pub ply: usize,
    /// The move played there, `d2-e2xd3`, in the orientation of the exploration: of images of a move, the
    /// one that [`ExploredMove::mv`] names. `None` if the game ends.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}

fn stored<S: Serializer>(key: &Key, serializer: S) -> Result<S::Ok, S::Error> {
    // Programs that read numbers as floating point would round it.
    serializer.collect_str(&key.stored())
}

fn in_words<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(mv)
}

fn all_in_words<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(Move::to_string))
}

impl Results {
    /// The points of a side: two for each win and one for each draw.
    #[must_use]
    pub fn points(&self, side: Side) -> i64 {
        let wins = match side {
            Side::Attackers => self.attackers,
            Side::Defenders => self.defenders,
        };
        2 * wins + self.draws
    }
}

impl From<&Sums> for Results {
    fn from(sums: &Sums) -> Self {
        let Sums { games, attackers, draws, defenders, plies, ref last_played, .. } = *sums;
        Self {
            games,
            attackers,
            draws,
            defenders,
            unfinished: games - attackers - draws - defenders,
            score: Share::of(attackers, draws, defenders),
            length: (games > 0).then(|| plies as f64 / games as f64),
            last_played: (!last_played.is_empty()).then(|| last_played.clone()),
        }
    }
}

impl Exploration {
    /// Names the position and its moves. `game` is the one that was explored.
    pub fn name_openings(&mut self, game: &dyn Game, openings: &OpeningNames) {
        let named = openings.last_name(game);
        self.opening = named.map(|(name, since)| NamedOpening { name: name.to_owned(), since });
        for explored in &mut self.moves {
            let mut after = game.boxed_clone();
            if after.play(explored.mv).is_ok() {
                let name = openings.name(after.ruleset(), &after.placement());
                explored.opening = name.map(str::to_owned);
            }
        }
    }
}

impl Database {
    /// The games of the current position of `game`, whose rules are called `variant` and `rules`.
    /// Lists at most `limit` games.
    ///
    /// # Errors
    /// When the rules are unknown or the file cannot be read.
    pub fn explore(
        &mut self,
        game: &dyn Game,
        (variant, alternates): (&str, &[(String, String)]),
        filter: &Filter,
        limit: usize,
    ) -> Result<Exploration, DatabaseError> {
        let rules = self.rulebook.find(variant, alternates)?;
        let (RulesName { variant, alternates }, maker) = (rules.name.clone(), &rules.keys);
        let placement = game.placement();
        let canonical = KeyBoard::new(maker, &placement).canonical();
        let condition = filter.condition();
        let mut by_move = match condition.text.as_str() {
            "" => summary::stored(&self.connection, canonical.key)?,
            _ => ByMove::default(),
        };
        if by_move.is_empty() {
            by_move = summary::select(
                &self.connection,
                canonical.key,
                &condition.text,
                &condition.values,
            )?;
        }
        let (all, ended) = totals(&by_move);
        let legal = moves_by_number(game, &canonical);
        let key = canonical.key;
        let told = in_this_orientation(game, &legal);
        let moves = self.moves(by_move, legal)?;
        let lines = self.games_with(key, filter, limit)?;
        let (list, unreadable) = self.list(lines, key, &told)?;
        Ok(Exploration {
            variant,
            rules: alternates,
            fen: placement.to_string(),
            key,
            opening: None,
            results: Results::from(&all),
            ended,
            moves,
            list,
            unreadable,
        })
    }

    /// The moves with their results, the most frequent first.
    fn moves(
        &self,
        by_move: ByMove,
        legal: Vec<(MoveNumber, Vec<Move>)>,
    ) -> Result<Vec<ExploredMove>, DatabaseError> {
        let mut moves = Vec::new();
        for (number, mut images) in legal {
            let Some(sums) = by_move.get(&Some(number)) else { continue };
            let best = sums.best.map(|(rating, id)| {
                let mut statement =
                    self.connection.prepare_cached("SELECT name FROM players WHERE id = ?1")?;
                let name = statement.query_row([id], |row| row.get(0))?;
                Ok::<_, DatabaseError>(RatedPlayer { name, rating })
            });
            let mv = images.remove(0);
            moves.push(ExploredMove {
                mv,
                images,
                opening: None,
                results: sums.into(),
                best: best.transpose()?,
            });
        }
        moves.sort_by_key(|explored| (-explored.results.games, explored.mv));
        Ok(moves)
    }

    /// The lines of the last games with a position.
    fn games_with(
        &self,
        key: Key,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<GameLine>, DatabaseError> {
        let condition = filter.condition();
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {LINE} FROM positions CROSS JOIN games ON games.id = positions.game {LINE_TABLES}
             WHERE positions.key = ? {} ORDER BY positions.game DESC LIMIT ?",
            condition.text
        ))?;
        let key = Value::from(key.stored());
        let limit = Value::from(i64::try_from(limit).unwrap_or(i64::MAX));
        let values = std::iter::once(&key).chain(&condition.values).chain([&limit]);
        let lines = statement.query_map(params_from_iter(values), GameLine::read)?;
        Ok(lines.collect::<Result<_, _>>()?)
    }

    /// Finds the position in each of the games that can be read. `told` has its moves as they are told.
    fn list(
        &mut self,
        lines: Vec<GameLine>,
        key: Key,
        told: &FxHashMap<MoveNumber, String>,
    ) -> Result<(Vec<ListedGame>, Vec<UnreadableGame>), DatabaseError> {
        let (mut list, mut unreadable) = (Vec::new(), Vec::new());
        for game in lines {
            let id = game.id;
            match self.in_game(game, key, told) {
                Ok(listed) => list.push(listed),
                Err(DatabaseError::Game { reason, .. }) => {
                    unreadable.push(UnreadableGame { id, reason });
                }
                Err(error) if error.is_of_one_game() => {
                    unreadable.push(UnreadableGame { id, reason: error.to_string() });
                }
                Err(error) => return Err(error),
            }
        }
        Ok((list, unreadable))
    }

    /// Finds the position in a game.
    fn in_game(
        &mut self,
        game: GameLine,
        key: Key,
        told: &FxHashMap<MoveNumber, String>,
    ) -> Result<ListedGame, DatabaseError> {
        let id = game.id;
        let record = self.game(id)?;
        let rules = self.rulebook.find(&record.variant, &record.rules)?;
        let place = place(&rules.keys, rules.begin(record.fen.as_deref())?, &record.moves, key);
        let (ply, number) = place.ok_or_else(|| DatabaseError::Game {
            id,
            reason: "the index is wrong; 'branan db compact' makes it anew".to_owned(),
        })?;
        let mv = number.and_then(|number| told.get(&number).cloned());
        Ok(ListedGame { game, ply, mv })
    }
}

/// The number of moves before a position first occurs, and the move played there.
fn place(
    maker: &KeyMaker,
    mut game: Box<dyn Game>,
    moves: &[RecordedMove],
    key: Key,
) -> Option<(usize, Option<MoveNumber>)> {
    let mut board = KeyBoard::new(maker, &game.placement());
    for (ply, recorded) in moves.iter().enumerate() {
        let canonical = board.canonical();
        let played = game.play_text(&recorded.text).ok()?;
        if canonical.key == key {
            return Some((ply, Some(canonical.number(played.mv))));
        }
        board.play(&played, game.announced());
    }
    (board.canonical().key == key).then_some((moves.len(), None))
}

/// The moves of a position with their captures, by their numbers: of images, the first.
fn in_this_orientation(
    game: &dyn Game,
    legal: &[(MoveNumber, Vec<Move>)],
) -> FxHashMap<MoveNumber, String> {
    let told = |(number, images): &(MoveNumber, Vec<Move>)| {
        let mut before = game.begin(Some(&game.placement())).ok()?;
        let played = before.play(*images.first()?).ok()?;
        Some((*number, played.to_string()))
    };
    legal.iter().filter_map(told).collect()
}

/// The sums of all moves, and the number of games that ended in the position.
fn totals(by_move: &ByMove) -> (Sums, i64) {
    let mut all = Sums::default();
    for sums in by_move.values() {
        all.join(sums);
    }
    (all, by_move.get(&None).map_or(0, |sums| sums.games))
}

/// The legal moves by their numbers in the standard orientation, in order. Moves that are images of
/// each other share a number.
fn moves_by_number(game: &dyn Game, canonical: &Canonical<'_>) -> Vec<(MoveNumber, Vec<Move>)> {
    // A game that is over here may go on where there was no history.
    let moves =
        game.begin(Some(&game.placement())).map_or_else(|_| Vec::new(), |game| game.legal_moves());
    let mut by_number: Vec<(MoveNumber, Vec<Move>)> = Vec::new();
    for mv in moves {
        let number = canonical.number(mv);
        match by_number.iter_mut().find(|(known, _)| *known == number) {
            Some((_, images)) => images.push(mv),
            None => by_number.push((number, vec![mv])),
        }
    }
    by_number
}
