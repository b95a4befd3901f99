//! The game archive of hnefatafl.org's server: all its finished games, as the bytes that follow `=
//! archived_games N`.
//!
//! The encoding is postcard's: integers as LEB128 varints, signed ones zigzagged, floating-point
//! numbers in eight bytes, texts and lists prefixed with their length, options and enums with a
//! varint. A loss on time has no entry: the game has a winner that follows from neither the board
//! nor a resignation.

use super::ConvertError;
use super::json::ruleset_of;
use super::settle::{Said, bare, settle};
use crate::record::{FaultKind, GameRecord, Ground, PreparedRules, RecordedMove, Termination};
use crate::rules::{Catalog, Coordinate, Side};
use crate::types::Move;

/// The prefix of tags for data that records have no field for.
const PREFIX: &str = "archive:";

/// The user name of the server's own messages. The first message of a game has the time of its end.
const SERVER: &str = "𓇳";

/// Reads the games of an archive, played under the site's rulesets.
///
/// # Errors
/// When the bytes are no archive, or a game breaks its rules; the error gives the game's number in
/// the archive.
pub fn read_archive(bytes: &[u8], catalog: &Catalog) -> Result<Vec<GameRecord>, ConvertError> {
    each_archived_game(bytes, catalog)?.into_iter().collect()
}

/// Reads the games of an archive like [`read_archive`], each with its own error.
///
/// # Errors
/// When the bytes are no archive.
pub fn each_archived_game(
    bytes: &[u8],
    catalog: &Catalog,
) -> Result<Vec<Result<GameRecord, ConvertError>>, ConvertError> {
    let mut rules = PreparedRules::new(catalog);
    Ok(read_all(bytes)?.into_iter().map(|game| game.record(&mut rules)).collect())
}

/// A game of an archive, as far as a client looks for it.
#[derive(Debug)]
pub struct ArchivedGame {
    /// The server's number of the game.
    pub id: u64,
    /// The attackers' and the defenders' names.
    pub players: [String; 2],
    /// The winner. `None` for a draw.
    pub winner: Option<Side>,
    /// The whole game, or why it breaks its rules.
    pub record: Result<GameRecord, ConvertError>,
}

/// Reads the games of an archive that have one of these numbers.
///
/// # Errors
/// When the bytes are no archive.
pub fn find_archived(
    bytes: &[u8],
    ids: &[u64],
    catalog: &Catalog,
) -> Result<Vec<ArchivedGame>, ConvertError> {
    let mut rules = PreparedRules::new(catalog);
    let games = read_all(bytes)?.into_iter().filter(|game| ids.contains(&game.id));
    let found = games.map(|game| ArchivedGame {
        id: game.id,
        players: game.players.each_ref().map(|player| player.name.clone()),
        winner: game.winner,
        record: game.record(&mut rules),
    });
    Ok(found.collect())
}

fn read_all(bytes: &[u8]) -> Result<Vec<Archived>, ConvertError> {
    let mut reader = Reader { bytes, at: 0 };
    let count = reader.length()?;
    let mut games = Vec::new();
    for _ in 0..count {
        games.push(Archived::read(&mut reader)?);
    }
    if reader.at < bytes.len() {
        return Err(reader.wrong("there is something after the last game"));
    }
    Ok(games)
}

/// A player's data after the game.
struct Player {
    name: String,
    rating: f64,
    /// Glicko's rating deviation.
    deviation: f64,
}

/// A game of the archive.
struct Archived {
    id: u64,
    /// The attackers' player and the defenders'.
    players: [Player; 2],
    rated: bool,
    moves: Vec<Move>,
    resigned: Option<Side>,
    winner: Option<Side>,
    /// The time of its end, if the server has noted it.
    ended: Option<String>,
    side_length: u8,
}

impl Player {
    fn rating(&self) -> String {
        format!("{:.0}±{:.0}", self.rating, self.deviation)
    }
}

impl Archived {
    fn read(reader: &mut Reader<'_>) -> Result<Self, ConvertError> {
        let id = reader.number()?;
        let players = [reader.player()?, reader.player()?];
        let rated = reader.choice(&[false, true])?;
        let timed = reader.choice(&[true, false])?;
        let (mut moves, mut resigned) = (Vec::new(), None);
        for _ in 0..reader.length()? {
            if reader.choice(&[false, true])? {
                match reader.number()? {
                    0 => moves.push(reader.mv()?),
                    1 => resigned = Some(Side::Attackers),
                    2 => resigned = Some(Side::Defenders),
                    _ => return Err(reader.wrong("there is no such kind of move")),
                }
            }
            if timed {
                // The clocks of both sides after the move.
                reader.number()?;
                reader.number()?;
            }
        }
        let winner = match reader.number()? {
            0 => Some(Side::Attackers),
            1 => None,
            3 => Some(Side::Defenders),
            _ => return Err(reader.wrong("there is no such result")),
        };
        if resigned.is_some() && resigned.map(Side::other) != winner {
            return Err(reader.wrong("a player resigned and did not lose"));
        }
        let mut ended = None;
        for _ in 0..reader.length()? {
            let (user, time, _) = (reader.text()?, reader.text()?, reader.text()?);
            if user == SERVER {
                ended = ended.or(Some(time));
            }
        }
        let side_length = reader.choice(&[7, 11, 13])?;
        Ok(Self { id, players, rated, moves, resigned, winner, ended, side_length })
    }

    /// Converts the game to a record.
    fn record(self, rules: &mut PreparedRules<'_>) -> Result<GameRecord, ConvertError> {
        let id = self.id;
        let moved = |mv: &Move| RecordedMove { text: mv.to_string(), ..RecordedMove::default() };
        let variant = ruleset_of(self.side_length.into()).unwrap_or_default();
        let mut game = bare(variant.to_owned(), self.moves.iter().map(moved).collect());
        let [attackers, defenders] = self.players;
        for (name, value) in [
            ("id", id.to_string()),
            ("rated", self.rated.to_string()),
            ("attackers-rating", attackers.rating()),
            ("defenders-rating", defenders.rating()),
            ("ended", self.ended.clone().unwrap_or_default()),
        ] {
            if !value.is_empty() {
                game.extra.push((format!("{PREFIX}{name}"), value));
            }
        }
        game.extra.sort_unstable();
        game.index = id.checked_sub(1);
        if let Some(date) = self.ended.as_deref().and_then(date) {
            game.date = date;
        }
        (game.attackers.name, game.defenders.name) = (attackers.name, defenders.name);
        let how = match (self.resigned, self.winner) {
            (Some(_), _) => Some(Termination::Adjudication(Ground::Resign)),
            (None, Some(_)) => Some(Termination::Fault(FaultKind::TimeForfeit)),
            (None, None) => None,
        };
        let number = |error| ConvertError::Archived { id, error: Box::new(error) };
        settle(game, Said::Result(self.winner, how), rules).map_err(number)
    }
}

/// The server's time, `2026-11-23T09:09:12.734927936Z`, as records write dates.
fn date(ended: &str) -> Option<String> {
    let (day, time) = ended.trim_end_matches('Z').split_once('T')?;
    let seconds = time.split('.').next().unwrap_or_default();
    let is_date = day.len() == 10 && seconds.len() == 8;
    is_date.then(|| format!("{} {seconds}", day.replace('-', ".")))
}

/// A reader over bytes.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn wrong(&self, what: &'static str) -> ConvertError {
        ConvertError::Archive { at: self.at, what }
    }

    fn take(&mut self, count: usize) -> Result<&[u8], ConvertError> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or_else(|| self.wrong("it ends too early"))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, ConvertError> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.wrong("a number is too long"))
    }

    /// The number of items in a list. Each takes at least one byte.
    fn length(&mut self) -> Result<usize, ConvertError> {
        let length = usize::try_from(self.number()?).ok();
        let length = length.filter(|length| *length <= self.bytes.len() - self.at);
        length.ok_or_else(|| self.wrong("a list or text is longer than what is left"))
    }

    fn choice<T: Copy>(&mut self, values: &[T]) -> Result<T, ConvertError> {
        let index = usize::try_from(self.number()?).ok();
        let value = index.and_then(|index| values.get(index)).copied();
        value.ok_or_else(|| self.wrong("there is no such choice"))
    }

    fn text(&mut self) -> Result<String, ConvertError> {
        let length = self.length()?;
        let text = String::from_utf8(self.take(length)?.to_vec());
        text.map_err(|_| self.wrong("a text is not UTF-8"))
    }

    fn player(&mut self) -> Result<Player, ConvertError> {
        Ok(Player { name: self.text()?, rating: self.float()?, deviation: self.float()? })
    }

    fn float(&mut self) -> Result<f64, ConvertError> {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(self.take(8)?);
        Ok(f64::from_le_bytes(bytes))
    }

    /// A move. It is preceded by the side that made it, which is redundant.
    fn mv(&mut self) -> Result<Move, ConvertError> {
        self.choice(&[Side::Attackers, Side::Defenders])?;
        Ok(Move { from: self.square()?, to: self.square()? })
    }

    /// A square. The server counts from the left and from the top.
    fn square(&mut self) -> Result<Coordinate, ConvertError> {
        let length: u8 = self.choice(&[7, 11, 13])?;
        let (x, y) = (self.number()?, self.number()?);
        match (u8::try_from(x), u8::try_from(y)) {
            (Ok(file), Ok(y)) if file < length && y < length => {
                Ok(Coordinate { file, rank: length - 1 - y })
            }
            _ => Err(self.wrong("a square is not on the board")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &mut Vec<u8>, text: &str) {
        bytes.push(text.len() as u8);
        bytes.extend(text.bytes());
    }

    /// Encodes a game as the server does. The entries of `moves` are moves `d5-a5`, or `resigns`.
    /// `status` is the server's number.
    fn game(id: u8, size: u8, timed: bool, moves: &str, status: u8) -> Vec<u8> {
        let mut bytes = vec![0x80 | id, 1];
        for name in ["ann", "ai-bob"] {
            text(&mut bytes, name);
            bytes.extend(1500.0_f64.to_le_bytes());
            bytes.extend(350.0_f64.to_le_bytes());
        }
        bytes.extend([1, u8::from(!timed)]);
        let (side, first) = ([7, 11, 13][usize::from(size)], u8::from(size == 0));
        let entries: Vec<&str> = moves.split_whitespace().collect();
        bytes.push(1 + entries.len() as u8);
        let clocks: &[u8] = if timed { &[0xc0, 0xa9, 0x07, 0x01] } else { &[] };
        bytes.push(0);
        bytes.extend(clocks);
        for (ply, entry) in entries.into_iter().enumerate() {
            let role = (ply as u8 + first) % 2;
            bytes.push(1);
            if entry == "resigns" {
                bytes.push(1 + role);
            } else {
                bytes.extend([0, role]);
                for name in entry.split('-') {
                    let at: Coordinate = name.parse().unwrap();
                    bytes.extend([size, at.file, side - 1 - at.rank]);
                }
            }
            bytes.extend(clocks);
        }
        bytes.extend([status, 1]);
        for part in [SERVER, "2026-11-23T09:09:12.734927936Z", ""] {
            text(&mut bytes, part);
        }
        bytes.push(size);
        bytes
    }

    fn archive() -> Vec<u8> {
        let games = [
            game(1, 0, true, "d5-a5 f4-f5 resigns", 0),
            game(2, 1, false, "d1-d3 f8-c8", 3),
            game(3, 2, true, "i13-i10 j7-j10 i10-i13 j10-j7 resigns", 3),
        ];
        [vec![3], games.concat()].concat()
    }

    #[test]
    fn games_of_all_boards_are_read() {
        let games = read_archive(&archive(), &Catalog::default()).unwrap();
        let told = |game: &GameRecord| {
            (game.variant.clone(), game.moves.len(), game.result().to_owned(), game.termination)
        };
        let resigned = Termination::Adjudication(Ground::Resign);
        let on_time = Termination::Fault(FaultKind::TimeForfeit);
        let expected = [
            ("hnefatafl-org-7", 2, "attackers", resigned),
            ("hnefatafl-org-11", 2, "defenders", on_time),
            ("hnefatafl-org-13", 4, "defenders", resigned),
        ];
        let expected = expected
            .map(|(name, moves, winner, how)| (name.to_owned(), moves, winner.to_owned(), how));
        assert_eq!(games.iter().map(told).collect::<Vec<_>>(), expected);
        assert_eq!(games[0].attackers.name, "ann");
        assert_eq!((games[0].date.as_str(), games[0].index), ("2026.11.23 09:09:12", Some(128)));
        let tags = ["id", "rated", "attackers-rating", "ended"].map(|name| {
            let tag = format!("{PREFIX}{name}");
            games[0].extra.iter().find(|(known, _)| *known == tag).map(|(_, value)| value.as_str())
        });
        let time = "2026-11-23T09:09:12.734927936Z";
        assert_eq!(tags, [Some("129"), Some("true"), Some("1500±350"), Some(time)]);
    }

    #[test]
    fn what_is_no_archive_is_refused() {
        let whole = archive();
        let catalog = Catalog::default();
        for length in 0..whole.len() {
            assert!(read_archive(&whole[..length], &catalog).is_err(), "{length}");
        }
        let longer = [&whole[..], &[0]].concat();
        let error = read_archive(&longer, &catalog).unwrap_err().to_string();
        assert!(error.contains("something after the last game"), "{error}");
        for at in 0..whole.len() {
            // Damage anywhere must not cause a panic.
            let mut damaged = whole.clone();
            damaged[at] ^= 0xff;
            let _ = read_archive(&damaged, &catalog);
        }
        let illegal = [vec![1], game(5, 0, false, "d5-a5 d7-d2", 0)].concat();
        let error = read_archive(&illegal, &catalog).unwrap_err().to_string();
        assert!(error.starts_with("game 133: ply 2, d7d2"), "{error}");
    }
}
