//! Keys of positions: the same for every image of a position under the symmetries of its board.
//!
//! The key is part of the file format, so it depends on nothing but the text of this module, which
//! `docs/database.md` repeats. [`number`] gives a number for each piece on each square. The value
//! of an orientation of the board is the exclusive or of its pieces' numbers and the ruleset's; the
//! key is the smallest value of all orientations, with the side to move as its lowest bit.

use tafl::game::Played;
use tafl::rules::Ruleset;
use tafl::symmetry::Symmetry;
use tafl::types::{Coordinate, Move, PieceKind, Placement, Side};

/// The key of a position under a ruleset, in all orientations. Bit 0 is set if the defenders are to
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u64);

impl Key {
    /// The key as SQLite stores it: the same 64 bits as a signed number.
    #[must_use]
    pub fn stored(self) -> i64 {
        self.0.cast_signed()
    }

    /// The key that is stored as this number.
    #[must_use]
    pub fn from_stored(number: i64) -> Self {
        Self(number.cast_unsigned())
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(self) -> Side {
        if self.0 & 1 == 0 { Side::Attackers } else { Side::Defenders }
    }
}

/// A move as a number: the origin times the number of squares, plus the destination. Squares are
/// counted from `a1`, rank by rank.
pub(crate) type MoveNumber = u32;

/// The finaliser of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014) after one step of its sequence.
pub(crate) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// FNV-1a, 64 bits.
pub(crate) fn text_hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    mix(bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// Something that can be on a square, as it is numbered in keys.
#[derive(Clone, Copy)]
enum Mark {
    Attacker = 1,
    Defender = 2,
    King = 3,
    Announced = 4,
}

impl From<PieceKind> for Mark {
    fn from(kind: PieceKind) -> Self {
        match kind {
            PieceKind::Attacker => Self::Attacker,
            PieceKind::Defender => Self::Defender,
            PieceKind::King => Self::King,
        }
    }
}

/// The number of a mark on a square.
fn number(mark: Mark, at: Coordinate) -> u64 {
    mix(((mark as u64) << 16) | (u64::from(at.rank) << 8) | u64::from(at.file))
}

/// How to compute the keys of one ruleset's positions.
#[derive(Debug)]
pub struct KeyMaker {
    side_length: usize,
    /// The number of the ruleset.
    rules: u64,
    /// The symmetries of the rules: all, or only the identity.
    symmetries: &'static [Symmetry],
    /// For each square, mark and symmetry, the number of the mark on the square's image.
    numbers: Vec<[[u64; Symmetry::COUNT]; 4]>,
}

impl KeyMaker {
    /// For a ruleset, which `text` names in keys: its name, a bar, and its alternate rules.
    #[must_use]
    pub fn new(ruleset: &Ruleset, text: &str) -> Self {
        let side_length = ruleset.side_length();
        let count = if ruleset.is_symmetric() { Symmetry::COUNT } else { 1 };
        let symmetries = &Symmetry::ALL[..count];
        let of_square = |at: Coordinate| {
            [Mark::Attacker, Mark::Defender, Mark::King, Mark::Announced].map(|mark| {
                let mut images = [0; Symmetry::COUNT];
                for (image, symmetry) in images.iter_mut().zip(symmetries) {
                    *image = number(mark, symmetry.image(side_length, at));
                }
                images
            })
        };
        let last = side_length as u8;
        let squares =
            (0..last).flat_map(|rank| (0..last).map(move |file| Coordinate { file, rank }));
        let numbers = squares.map(of_square).collect();
        Self { side_length, rules: text_hash(text.as_bytes()), symmetries, numbers }
    }

    /// The symmetries of the rules.
    pub(crate) fn symmetries(&self) -> &'static [Symmetry] {
        self.symmetries
    }

    fn square(&self, at: Coordinate) -> usize {
        usize::from(at.rank) * self.side_length + usize::from(at.file)
    }

    /// The number of a move.
    pub(crate) fn move_number(&self, mv: Move) -> MoveNumber {
        let squares = self.side_length * self.side_length;
        (self.square(mv.from) * squares + self.square(mv.to)) as MoveNumber
    }

    fn image(&self, symmetry: Symmetry, mv: Move) -> Move {
        Move {
            from: symmetry.image(self.side_length, mv.from),
            to: symmetry.image(self.side_length, mv.to),
        }
    }

    /// The key of a position.
    #[must_use]
    pub fn key(&self, placement: &Placement) -> Key {
        KeyBoard::new(self, placement).canonical().key
    }
}

/// A position whose keys are kept up to date move by move.
pub(crate) struct KeyBoard<'a> {
    maker: &'a KeyMaker,
    squares: Vec<Option<PieceKind>>,
    announced: Vec<Coordinate>,
    to_move: Side,
    /// The value of each orientation.
    values: [u64; Symmetry::COUNT],
}

impl<'a> KeyBoard<'a> {
    pub fn new(maker: &'a KeyMaker, placement: &Placement) -> Self {
        let squares = vec![None; maker.numbers.len()];
        let values = [maker.rules; Symmetry::COUNT];
        let to_move = placement.to_move();
        let mut board = Self { maker, squares, announced: Vec::new(), to_move, values };
        for (at, kind) in placement.pieces() {
            board.toggle(kind.into(), at);
            board.squares[maker.square(at)] = Some(kind);
        }
        board.announce(placement.announced().to_vec());
        board
    }

    fn toggle(&mut self, mark: Mark, at: Coordinate) {
        let numbers = &self.maker.numbers[self.maker.square(at)][mark as usize - 1];
        for (value, number) in self.values.iter_mut().zip(numbers) {
            *value ^= number;
        }
    }

    fn lift(&mut self, at: Coordinate) -> Option<PieceKind> {
        let kind = self.squares[self.maker.square(at)].take()?;
        self.toggle(kind.into(), at);
        Some(kind)
    }

    fn announce(&mut self, announced: Vec<Coordinate>) {
        for at in std::mem::replace(&mut self.announced, announced) {
            self.toggle(Mark::Announced, at);
        }
        for at in self.announced.clone() {
            self.toggle(Mark::Announced, at);
        }
    }

    /// Plays a move, after which these squares are announced.
    pub fn play(&mut self, played: &Played, announced: Vec<Coordinate>) {
        if let Some(kind) = self.lift(played.mv.from) {
            self.squares[self.maker.square(played.mv.to)] = Some(kind);
            self.toggle(kind.into(), played.mv.to);
        }
        for at in &played.captures {
            self.lift(*at);
        }
        self.to_move = self.to_move.other();
        if !(announced.is_empty() && self.announced.is_empty()) {
            self.announce(announced);
        }
    }

    /// The key, and how the position is turned to its standard orientation.
    pub fn canonical(&self) -> Canonical<'a> {
        let values = &self.values[..self.maker.symmetries.len()];
        let least = values.iter().copied().min().unwrap_or_default();
        let mut turns = [false; Symmetry::COUNT];
        for (turn, value) in turns.iter_mut().zip(values) {
            *turn = *value == least;
        }
        let side = u64::from(self.to_move == Side::Defenders);
        Canonical { maker: self.maker, key: Key(least & !1 | side), turns }
    }
}

/// A position's key and standard orientation.
pub(crate) struct Canonical<'a> {
    maker: &'a KeyMaker,
    pub key: Key,
    /// Whether a symmetry turns the position to its standard orientation. Several do so if the
    /// position is symmetric.
    turns: [bool; Symmetry::COUNT],
}

impl Canonical<'_> {
    fn turns(&self) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL
            .into_iter()
            .zip(self.turns)
            .filter_map(|(symmetry, turns)| turns.then_some(symmetry))
    }

    /// The number of a move in the standard orientation: the smallest, if the position is symmetric.
    pub fn number(&self, mv: Move) -> MoveNumber {
        let images = self.turns().map(|turn| self.maker.move_number(self.maker.image(turn, mv)));
        images.min().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tafl::game::new_game;
    use tafl::rules::find;

    /// A lopsided position of Brandubh.
    const LOPSIDED: &str = "3t3/3t3/3T3/ttTKT1t/3T3/3t3/t2t3 d";

    fn maker(name: &str) -> KeyMaker {
        KeyMaker::new(find(name).unwrap(), &format!("{name}|"))
    }

    #[test]
    fn keys_are_those_of_the_format() {
        let brandubh = find("brandubh-macwhite").unwrap();
        let maker = maker("brandubh-macwhite");
        let start = maker.key(&brandubh.first_placement().unwrap());
        let other = maker.key(&brandubh.read_fen(LOPSIDED).unwrap());
        // Computed by the program in docs/database.md.
        assert_eq!((start.0, other.0), (0xdbab_344b_d00e_86b4, 0x0b11_3ce4_20a1_27a7));
        assert_eq!((start.to_move(), other.to_move()), (Side::Attackers, Side::Defenders));
        assert_eq!(Key::from_stored(start.stored()), start);
    }

    #[test]
    fn images_share_a_key_and_rulesets_do_not() {
        let maker = maker("brandubh-macwhite");
        let placement = find("brandubh-macwhite").unwrap().read_fen(LOPSIDED).unwrap();
        for symmetry in Symmetry::ALL {
            assert_eq!(maker.key(&placement.image(symmetry)), maker.key(&placement));
        }
        let other =
            KeyMaker::new(find("brandubh-macwhite").unwrap(), "brandubh-macwhite|KingMove=step");
        assert_ne!(other.key(&placement), maker.key(&placement));
    }

    #[test]
    fn without_symmetric_rules_images_differ() {
        let mut lopsided = find("tablut").unwrap().clone();
        lopsided.corners.squares = Some(vec![Coordinate { file: 0, rank: 3 }]);
        let maker = KeyMaker::new(&lopsided, "lopsided|");
        let placement = lopsided.read_fen("9/9/9/2t6/4K4/9/9/9/9 a").unwrap();
        let keys = Symmetry::ALL.map(|symmetry| maker.key(&placement.image(symmetry)));
        assert!(keys[1..].iter().all(|key| *key != keys[0]));
    }

    #[test]
    fn keys_are_kept_up_to_date_with_captures_and_announcements() {
        let mut rules = find("brandubh-macwhite").unwrap().clone();
        rules.announce = true;
        let maker = KeyMaker::new(&rules, "x|");
        let mut game = new_game(&rules, None).unwrap();
        let mut board = KeyBoard::new(&maker, &game.placement());
        let (mut captured, mut announced, mut state) = (0, 0, 7u64);
        for _ in 0..2000 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                game = new_game(&rules, None).unwrap();
                board = KeyBoard::new(&maker, &game.placement());
                continue;
            }
            state = mix(state);
            let played = game.play(moves[(state % moves.len() as u64) as usize]).unwrap();
            board.play(&played, game.announced());
            captured += played.captures.len();
            announced += game.announced().len();
            assert_eq!(board.canonical().key, maker.key(&game.placement()));
        }
        assert!(captured > 50 && announced > 50, "{captured} {announced}");
    }

    #[test]
    fn mirrored_moves_of_a_symmetric_position_share_a_number() {
        let brandubh = find("brandubh-macwhite").unwrap();
        let maker = maker("brandubh-macwhite");
        let start = KeyBoard::new(&maker, &brandubh.first_placement().unwrap()).canonical();
        let number = |mv: &str| start.number(mv.parse().unwrap());
        assert_eq!(number("d2e2"), number("d2c2"));
        assert_eq!(number("d2e2"), number("b4b3"));
        assert_ne!(number("d2e2"), number("d2f2"));
        // b1 is square 1, and a2 square 7.
        assert_eq!(maker.move_number("b1a2".parse().unwrap()), 49 + 7);
    }
}
