//! A checked game, ready to be stored.

use tafl::record::{
    GameRecord, RecordedMove, RecordedPlayer, Remark, ReplayError, Report, Termination, WriteError,
    replay_from,
};
use tafl::types::{Coordinate, Move, Side, WrittenMove};

use crate::filter::comparable_date;
use crate::key::{Key, KeyBoard, MoveNumber, text_hash};
use crate::rules::{Rulebook, RulesName};

/// The tags that hold players' ratings, attackers' and defenders'. The first that is there counts.
const RATINGS: [[&str; 2]; 3] = [
    ["AttackersRating", "DefendersRating"],
    ["AttackersElo", "DefendersElo"],
    ["archive:attackers-rating", "archive:defenders-rating"],
];

/// The highest rating that is taken for one.
const MAX_RATING: i64 = 10_000;

/// Level of compression of annotations: fast, and a tenth larger than the best.
const COMPRESSION: u8 = 3;

/// A position of a game, and the move first played there. `None` at the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    pub key: Key,
    pub mv: Option<MoveNumber>,
}

/// Everything by which a game is told from others. Annotations do not count.
#[derive(Debug)]
pub(crate) struct Identity {
    pub rules: RulesName,
    pub event: String,
    pub date: String,
    /// Round and number of the game, counted from 1.
    pub round: Option<i64>,
    pub number: Option<i64>,
    /// The attackers' player and the defenders'.
    pub players: [String; 2],
    pub start: Option<String>,
    /// 1 for the attackers, -1 for the defenders, `None` for an unfinished game.
    pub result: Option<i64>,
    pub moves: Vec<u8>,
}

/// A game that has been replayed and can be stored.
#[derive(Debug)]
pub struct Entry {
    pub(crate) identity: Identity,
    pub(crate) limits: [String; 2],
    pub(crate) ratings: [Option<i64>; 2],
    pub(crate) first: Side,
    pub(crate) plies: i64,
    pub(crate) termination: String,
    pub(crate) detail: Option<String>,
    /// Other tags as JSON.
    pub(crate) tags: Option<String>,
    pub(crate) annotations: Option<Vec<u8>>,
    /// Each position once, sorted by key.
    pub(crate) passages: Vec<Passage>,
}

impl Entry {
    /// Replays a game and prepares it.
    ///
    /// # Errors
    /// When its rules are unknown, a move is illegal, or the result contradicts the board.
    pub(crate) fn new(mut record: GameRecord, book: &mut Rulebook) -> Result<Self, ReplayError> {
        let rules = book.find(&record.variant, &record.rules)?;
        let mut game = rules.begin(record.fen.as_deref())?;
        // Some programs write the start position although it says nothing, or in another form.
        record.fen = (game.placement() != rules.start()).then(|| game.fen());
        if let Some(date) = comparable_date(&record.date)
            && !record.date.contains('?')
        {
            record.date = date;
        }
        let first = game.to_move();
        let mut board = KeyBoard::new(&rules.keys, &game.placement());
        let (mut moves, mut texts, mut passages) = (Vec::new(), Vec::new(), Vec::new());
        let side_length = game.ruleset().side_length();
        replay_from(game.as_mut(), &record, |game, played| {
            let canonical = board.canonical();
            passages.push(Passage { key: canonical.key, mv: Some(canonical.number(played.mv)) });
            board.play(&played, game.announced());
            push_move(&mut moves, played.mv, side_length);
            texts.push(played.to_string());
        })?;
        passages.push(Passage { key: board.canonical().key, mv: None });
        // A stable sort: of equal positions, the first one stays.
        passages.sort_by_key(|passage| passage.key);
        passages.dedup_by_key(|passage| passage.key);
        for (recorded, text) in record.moves.iter_mut().zip(texts) {
            recorded.text = text;
        }
        record.first = first;
        let identity = Identity::new(&record, rules.name.clone(), moves);
        Self::store(record, identity, passages)
    }

    fn store(
        mut record: GameRecord,
        identity: Identity,
        passages: Vec<Passage>,
    ) -> Result<Self, ReplayError> {
        let plies = record.moves.len() as i64;
        let annotations = annotations(&mut record)?;
        // Without its moves, which have been replayed, this costs little.
        record.to_text()?;
        Ok(Self {
            identity,
            ratings: [0, 1].map(|side| rating(&record, side)),
            first: record.first,
            plies,
            termination: record.termination.to_string(),
            tags: tags(&record),
            limits: [record.attackers.limits, record.defenders.limits],
            detail: record.detail,
            annotations,
            passages,
        })
    }

    /// The hash of its identity.
    pub(crate) fn hash(&self) -> i64 {
        self.identity.hash()
    }
}

impl Identity {
    fn new(record: &GameRecord, rules: RulesName, moves: Vec<u8>) -> Self {
        Self {
            rules,
            event: record.event.clone(),
            date: record.date.clone(),
            round: record.round.map(|round| i64::from(round) + 1),
            number: record.index.and_then(|index| i64::try_from(index).ok()?.checked_add(1)),
            players: [record.attackers.name.clone(), record.defenders.name.clone()],
            start: record.fen.clone(),
            result: match (record.termination, record.winner) {
                (Termination::Reported(Report::Unfinished), _) => None,
                (_, Some(Side::Attackers)) => Some(1),
                (_, Some(Side::Defenders)) => Some(-1),
                (_, None) => Some(0),
            },
            moves,
        }
    }

    /// The identity of a game, by its moves as they are written and without a replay. `None` if
    /// something in it cannot be read.
    pub fn unchecked(record: &GameRecord, book: &mut Rulebook) -> Option<Self> {
        let rules = book.find(&record.variant, &record.rules).ok()?;
        let side_length = rules.side_length();
        let mut moves = Vec::with_capacity(2 * record.moves.len());
        for recorded in &record.moves {
            let WrittenMove { from, to, .. } = WrittenMove::read(&recorded.text)?;
            let mv = Move { from: from.parse().ok()?, to: to.parse().ok()? };
            let on_board = |at: Coordinate| usize::from(at.file.max(at.rank)) < side_length;
            if !(on_board(mv.from) && on_board(mv.to)) {
                return None;
            }
            push_move(&mut moves, mv, side_length);
        }
        Some(Self::new(record, rules.name.clone(), moves))
    }

    pub fn hash(&self) -> i64 {
        let number = |number: Option<i64>| number.unwrap_or_default().to_le_bytes();
        let [attackers, defenders] = &self.players;
        let texts = [
            &self.rules.variant,
            &self.rules.alternates,
            &self.event,
            &self.date,
            attackers,
            defenders,
            // The date once more stands for no start.
            self.start.as_ref().unwrap_or(&self.date),
        ];
        let mut bytes = Vec::with_capacity(128 + self.moves.len());
        for text in texts {
            bytes.extend(text.as_bytes());
            bytes.push(0);
        }
        for value in [self.round, self.number, self.result] {
            bytes.extend(number(value));
        }
        bytes.extend(&self.moves);
        text_hash(&bytes).cast_signed()
    }
}

/// The rating of a side, 0 for the attackers, in a game's tags.
fn rating(record: &GameRecord, side: usize) -> Option<i64> {
    let text = RATINGS.iter().find_map(|names| record.extra(names[side]))?;
    let number = text.split('±').next()?.trim().trim_end_matches('?');
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    // Three digits may be the thousands of a number with a point between them.
    if !is_number(whole) || !is_number(fraction) || fraction.len() > 2 {
        return None;
    }
    whole.parse().ok().filter(|rating| (1..=MAX_RATING).contains(rating))
}

/// The tags of a game that have no column of their own, as JSON. `None` without any.
pub fn tags(record: &GameRecord) -> Option<String> {
    let tags: serde_json::Map<String, serde_json::Value> =
        record.extra.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
    (!tags.is_empty()).then(|| serde_json::Value::from(tags).to_string())
}

/// The compressed moves with their annotations, if there are any. Takes the moves.
fn annotations(record: &mut GameRecord) -> Result<Option<Vec<u8>>, WriteError> {
    let plain = |recorded: &RecordedMove| {
        recorded.remark == Remark::default()
            && recorded.comment.is_empty()
            && recorded.variations.is_empty()
    };
    let moves = std::mem::take(&mut record.moves);
    if moves.iter().all(plain) {
        return Ok(None);
    }
    let player = RecordedPlayer::default;
    let bare = GameRecord {
        event: String::new(),
        date: String::new(),
        index: None,
        round: None,
        variant: record.variant.clone(),
        rules: Vec::new(),
        attackers: player(),
        defenders: player(),
        fen: record.fen.clone(),
        moves,
        detail: None,
        extra: Vec::new(),
        ..*record
    };
    Ok(Some(compressed(&bare)?))
}

/// The compressed text of a game.
pub(crate) fn compressed(game: &GameRecord) -> Result<Vec<u8>, WriteError> {
    let text = game.to_text()?;
    Ok(miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), COMPRESSION))
}

/// The bytes of a square's number: one on boards of up to 256 squares, else two.
fn bytes_per_square(side_length: usize) -> usize {
    if side_length * side_length <= 1 << u8::BITS { 1 } else { 2 }
}

/// Appends the origin and the destination of a move.
fn push_move(bytes: &mut Vec<u8>, mv: Move, side_length: usize) {
    for at in [mv.from, mv.to] {
        let square = usize::from(at.rank) * side_length + usize::from(at.file);
        bytes.extend_from_slice(&square.to_le_bytes()[..bytes_per_square(side_length)]);
    }
}

/// The moves in stored bytes.
pub(crate) fn read_moves(bytes: &[u8], side_length: usize) -> impl Iterator<Item = Move> {
    let width = bytes_per_square(side_length);
    let at = move |bytes: &[u8]| {
        let square = bytes.iter().rev().fold(0, |square, byte| square << 8 | usize::from(*byte));
        Coordinate { file: (square % side_length) as u8, rank: (square / side_length) as u8 }
    };
    bytes.chunks_exact(2 * width).map(move |pair| {
        let (from, to) = pair.split_at(width);
        Move { from: at(from), to: at(to) }
    })
}
