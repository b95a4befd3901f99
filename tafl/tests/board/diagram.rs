//! Positions composed to show a single rule.
//!
//! The diagrams are 7×7. On a larger board, a diagram is placed in the middle, around the throne,
//! or in the corner at `a1`. Each is tested in all eight symmetries, on the engine's board and on
//! the plain board, with the same rules.

use crate::names::{legal_names, names};
use branan_plain::PlainGame;
use branan_plain::table::VARIANTS;
use tafl::game::{Game, new_game};
use tafl::rules::{Alternate, Alternates, Ruleset, find};

/// Names of rulesets.
pub type Names = &'static [&'static str];

pub const ALL: Names = &VARIANTS;
/// The rulesets on 7×7.
pub const SEVEN: Names = ALL.split_at(8).0;
/// The rulesets with a throne: all but one.
pub const THRONE: Names = &[
    "brandubh-macwhite",
    "brandub-walker",
    "brandub-leaflet",
    "brandubh-nielsen",
    "brandubh-fosdick",
    "brandubh-fosdick-21",
    "fitchneal",
    "tablut",
    "tawlbwrdd",
    "hnefatafl-13",
];
pub const ARD_RI: Names = &["ard-ri"];
/// Beside the throne, the king is captured from the other three sides.
pub const THREE_SIDES: Names = &[
    "brandubh-macwhite",
    "brandub-walker",
    "brandub-leaflet",
    "brandubh-nielsen",
    "tablut",
    "tawlbwrdd",
    "hnefatafl-13",
];
/// The king is captured like a soldier beside the throne, and against it when it is empty.
pub const FOSDICK: Names = &["brandubh-fosdick", "brandubh-fosdick-21", "fitchneal"];
/// Corners are restricted and hostile, and the king escapes there.
pub const ROYAL_CORNERS: Names = &[
    "brandubh-macwhite",
    "brandub-walker",
    "brandub-leaflet",
    "brandubh-nielsen",
    "brandubh-fosdick",
    "brandubh-fosdick-21",
];
/// Corners are normal squares, and the king escapes to the edge.
pub const PLAIN_CORNERS: Names = &["fitchneal", "ard-ri", "tablut", "tawlbwrdd", "hnefatafl-13"];
/// The throne is always hostile to defenders.
pub const HOSTILE_ALWAYS: Names =
    &["brandub-leaflet", "brandubh-fosdick", "brandubh-fosdick-21", "fitchneal"];
/// The throne is hostile to defenders when it is empty.
pub const HOSTILE_WHEN_EMPTY: Names = &[
    "brandubh-macwhite",
    "brandub-walker",
    "brandubh-nielsen",
    "tablut",
    "tawlbwrdd",
    "hnefatafl-13",
];
/// The king may stop on the throne again.
pub const KING_RETURNS: Names =
    &["brandubh-macwhite", "brandubh-nielsen", "tablut", "tawlbwrdd", "hnefatafl-13"];
/// No piece may stop on the throne again.
pub const NOBODY_RETURNS: Names =
    &["brandub-walker", "brandub-leaflet", "brandubh-fosdick", "brandubh-fosdick-21", "fitchneal"];
/// A closed ring wins.
pub const ENCIRCLEMENT: Names = &[
    "brandubh-macwhite",
    "brandubh-nielsen",
    "brandubh-fosdick",
    "brandubh-fosdick-21",
    "fitchneal",
    "ard-ri",
    "tablut",
    "tawlbwrdd",
    "hnefatafl-13",
];
pub const NO_ENCIRCLEMENT: Names = &["brandub-walker", "brandub-leaflet"];

pub const ONGOING: &str = "ongoing";
pub const KING_CAPTURED: &str = "attackers king-captured";
pub const KING_ESCAPED: &str = "defenders king-escaped";
pub const ENCIRCLED: &str = "attackers encircled";

/// A ruleset with alternate rules such as `("KingMove", "step")`.
pub fn ruleset(name: &str, overlay: &[(&str, &str)]) -> Ruleset {
    let mut alternates = Alternates::default();
    for (rule, value) in overlay {
        let rule = Alternate::all().find(|known| known.to_string() == *rule).expect("a rule");
        alternates.choose(rule, value).unwrap();
    }
    alternates.over(find(name).expect("a ruleset"))
}

/// A game from a position.
pub fn game(name: &str, overlay: &[(&str, &str)], fen: &str) -> Box<dyn Game> {
    new_game(&ruleset(name, overlay), Some(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The result as text: `ongoing`, or the winner and the reason.
pub fn result(game: &dyn Game) -> String {
    game.outcome().map_or(ONGOING.to_owned(), |outcome| outcome.to_string())
}

/// The place of a diagram on a larger board.
#[derive(Clone, Copy)]
enum Place {
    Middle,
    Corner,
}

/// A diagram and the rulesets to test it in.
#[derive(Clone, Copy)]
pub struct Diagram {
    pub rulesets: Names,
    overlay: &'static [(&'static str, &'static str)],
    place: Place,
    fen: &'static str,
}

/// A symmetry of a board on which a diagram has been placed.
#[derive(Clone, Copy)]
struct View {
    side: usize,
    offset: usize,
    symmetry: u8,
}

impl View {
    /// Maps a square of the diagram to the board.
    fn square(self, name: &str) -> (usize, usize) {
        let file = usize::from(name.as_bytes()[0] - b'a');
        let rank: usize = name[1..].parse().expect("a rank");
        self.turned(file, rank - 1)
    }

    fn turned(self, file: usize, rank: usize) -> (usize, usize) {
        let (mut file, mut rank) = (file + self.offset, rank + self.offset);
        if self.symmetry & 1 != 0 {
            file = self.side - 1 - file;
        }
        if self.symmetry & 2 != 0 {
            rank = self.side - 1 - rank;
        }
        if self.symmetry & 4 != 0 { (rank, file) } else { (file, rank) }
    }

    /// Maps a move of the diagram, such as `d1d3`, to the board.
    fn mv(self, name: &str) -> String {
        let second = name.rfind(|letter: char| letter.is_ascii_lowercase()).expect("two squares");
        let (from, to) = name.split_at(second);
        named(self.square(from)) + &named(self.square(to))
    }

    /// Maps the diagram's FEN to the board.
    fn fen(self, fen: &str) -> String {
        let (rows, to_move) = fen.split_once(' ').expect("a side to move");
        let mut cells = vec![vec![None; self.side]; self.side];
        let drawn = rows.split('/').count();
        for (row, rank) in rows.split('/').zip((0..drawn).rev()) {
            let row = spelled_out(row);
            assert_eq!(row.len(), drawn, "a row of the wrong length: {fen}");
            for (file, letter) in row.into_iter().enumerate() {
                let (file, rank) = self.turned(file, rank);
                cells[rank][file] = letter;
            }
        }
        let rows: Vec<String> = cells.iter().rev().map(|row| row_text(row)).collect();
        format!("{} {to_move}", rows.join("/"))
    }
}

fn named((file, rank): (usize, usize)) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// A row of a FEN as a list of squares.
fn spelled_out(row: &str) -> Vec<Option<char>> {
    let mut squares = Vec::new();
    for part in row.split_inclusive(|letter: char| !letter.is_ascii_digit()) {
        let piece = part.chars().last().filter(|letter| !letter.is_ascii_digit());
        let number = part.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let empty = if number.is_empty() { 0 } else { number.parse().expect("a number") };
        squares.extend(std::iter::repeat_n(None, empty));
        squares.extend(piece.map(Some));
    }
    squares
}

fn row_text(row: &[Option<char>]) -> String {
    let dots: String = row.iter().map(|cell| cell.unwrap_or('.')).collect();
    (1..=row.len()).rev().fold(dots, |text, run| text.replace(&".".repeat(run), &run.to_string()))
}

impl Diagram {
    const fn new(rulesets: Names, fen: &'static str) -> Self {
        Self { rulesets, overlay: &[], place: Place::Middle, fen }
    }

    fn views(&self, side: usize) -> impl Iterator<Item = View> {
        let drawn = self.fen.split('/').count();
        let offset = match self.place {
            Place::Middle => (side - drawn) / 2,
            Place::Corner => 0,
        };
        (0..8).map(move |symmetry| View { side, offset, symmetry })
    }

    /// Runs a test in every ruleset and symmetry, on both boards.
    fn each(&self, mut attempt: impl FnMut(View, &mut dyn Game, &mut PlainGame, &str)) {
        for name in self.rulesets {
            let side = ruleset(name, self.overlay).side_length();
            for view in self.views(side) {
                let fen = view.fen(self.fen);
                let mut game = game(name, self.overlay, &fen);
                assert_eq!(game.fen(), fen, "the position as it was drawn");
                let mut slow = PlainGame::from_fen(name, self.overlay, &fen);
                let place = format!("{name} {:?} {fen}", self.overlay);
                attempt(view, &mut *game, &mut slow, &place);
            }
        }
    }
}

/// A diagram and the expected result.
#[derive(Clone, Copy)]
pub struct Posed<A: Copy> {
    pub diagram: Diagram,
    pub asked: A,
}

impl<A: Copy> Posed<A> {
    /// Applies alternate rules to the rulesets.
    pub const fn with(mut self, overlay: &'static [(&'static str, &'static str)]) -> Self {
        self.diagram.overlay = overlay;
        self
    }

    /// Places the diagram in the corner of larger boards.
    pub const fn in_corner(mut self) -> Self {
        self.diagram.place = Place::Corner;
        self
    }
}

/// A move, its captures, and the result.
#[derive(Clone, Copy)]
pub struct Played {
    /// In long form, such as `d1-d3xd4`.
    mv: &'static str,
    pub result: &'static str,
}

/// A move in a position.
pub type Case = Posed<Played>;

/// A move in long form, and the result after it.
pub const fn case(
    rulesets: Names,
    fen: &'static str,
    mv: &'static str,
    result: &'static str,
) -> Case {
    Posed { diagram: Diagram::new(rulesets, fen), asked: Played { mv, result } }
}

impl Case {
    pub fn check(&self, rule: &str) {
        let (mv, takes) = self.asked.mv.split_once('x').unwrap_or((self.asked.mv, ""));
        let mv = mv.replace('-', "");
        self.diagram.each(|view, game, slow, place| {
            let mv = view.mv(&mv);
            let mut takes: Vec<(usize, usize)> =
                takes.split_terminator('/').map(|name| view.square(name)).collect();
            takes.sort_unstable();
            let takes: Vec<String> = takes.into_iter().map(named).collect();
            let played =
                game.play_text(&mv).unwrap_or_else(|error| panic!("{place} {mv}: {error}"));
            assert_eq!(names(&played.captures), takes, "{rule}: {place} {mv}");
            assert_eq!(result(game), self.asked.result, "{rule}: {place} {mv}");

            let mut plain = slow.play(&mv);
            plain.sort_by_key(|name| takes.iter().position(|taken| taken == name));
            assert_eq!(plain, takes, "{rule}, plain board: {place} {mv}");
            assert_eq!(slow.result(), self.asked.result, "{rule}, plain board: {place} {mv}");
        });
    }
}

/// Legal and illegal moves.
#[derive(Clone, Copy)]
pub struct Moves {
    can: &'static str,
    cannot: &'static str,
}

/// The possible moves of pieces in a position.
pub type Reach = Posed<Moves>;

/// Legal moves, and illegal moves, separated by spaces.
pub const fn reach(
    rulesets: Names,
    fen: &'static str,
    can: &'static str,
    cannot: &'static str,
) -> Reach {
    Posed { diagram: Diagram::new(rulesets, fen), asked: Moves { can, cannot } }
}

impl Reach {
    pub fn check(&self, rule: &str) {
        self.diagram.each(|view, game, slow, place| {
            let (fast, slow) = (legal_names(game), slow.moves());
            for (moves, legal) in [(self.asked.can, true), (self.asked.cannot, false)] {
                for mv in moves.split_ascii_whitespace().map(|mv| view.mv(mv)) {
                    assert_eq!(fast.contains(&mv), legal, "{rule}: {place} {mv}");
                    assert_eq!(slow.contains(&mv), legal, "{rule}, plain board: {place} {mv}");
                    assert_eq!(game.play_text(&mv).is_ok(), legal, "{rule}: {place} {mv}");
                    if legal {
                        game.take_back();
                    }
                }
            }
        });
    }
}
