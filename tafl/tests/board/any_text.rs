//! Arbitrary text as input: no reader panics, and accepted text survives a round trip.

use std::sync::LazyLock;

use branan_plain::table::FAMILY;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use tafl::board::{Board, BoardRules, BoardVisitor, long_move_name, move_name, with_board};
use tafl::rules::Ruleset;

use crate::diagram::{ALL, ruleset};
use crate::edits::{config, edited, edits};

/// The parsers of one ruleset, for any board.
trait Reader: Send + Sync {
    fn start(&self) -> &str;

    /// Whether the text is a valid position.
    fn read_position(&self, text: &str) -> Result<bool, TestCaseError>;

    /// The legal moves of the start position, with captures.
    fn long_moves(&self) -> Vec<String>;

    /// Whether the text is a legal move in a position of the ruleset.
    fn read_move(&self, fen: &str, text: &str) -> Result<bool, TestCaseError>;
}

impl<B: Board> Reader for BoardRules<B> {
    fn start(&self) -> &str {
        &self.ruleset().start
    }

    fn long_moves(&self) -> Vec<String> {
        let name = |mv| {
            let after = self.play_unchecked(BoardRules::start(self), mv);
            long_move_name::<B>(mv, after.captured_since(BoardRules::start(self)))
        };
        self.moves(BoardRules::start(self)).into_iter().map(name).collect()
    }

    fn read_position(&self, text: &str) -> Result<bool, TestCaseError> {
        let Ok(position) = self.read_fen(text) else { return Ok(false) };
        let written = self.write_fen(&position);
        prop_assert_eq!(self.read_fen(&written), Ok(position), "{}", written);
        prop_assert_eq!(self.key_of(&position), position.key());
        // An accepted position is playable.
        for mv in self.moves(&position) {
            let after = self.play_unchecked(&position, mv);
            prop_assert_eq!(self.key_of(&after), after.key());
        }
        Ok(true)
    }

    fn read_move(&self, fen: &str, text: &str) -> Result<bool, TestCaseError> {
        let position = self.read_fen(fen).expect("a position");
        let Ok(mv) = BoardRules::read_move(self, &position, text) else { return Ok(false) };
        prop_assert!(self.moves(&position).contains(&mv), "{} in {}", text, fen);
        let name = move_name::<B>(mv);
        prop_assert!(text.replace('-', "").starts_with(&name), "{} read as {}", text, name);
        prop_assert_eq!(BoardRules::read_move(self, &position, &name), Ok(mv));
        Ok(true)
    }
}

struct Boxed<'a>(&'a Ruleset);

impl BoardVisitor for Boxed<'_> {
    type Output = Box<dyn Reader>;

    fn visit<B: Board>(self) -> Box<dyn Reader> {
        Box::new(BoardRules::<B>::new(self.0).unwrap())
    }
}

/// Every ruleset with and without announced escapes, which includes all board sizes.
static READERS: LazyLock<Vec<Box<dyn Reader>>> = LazyLock::new(|| {
    let overlays: [&[(&str, &str)]; 2] = [&[], &[("Announce", "yes")]];
    let both = |name: &&str| overlays.map(|overlay| ruleset(name, overlay));
    let rulesets: Vec<Ruleset> = ALL.iter().chain(&FAMILY).flat_map(both).collect();
    rulesets
        .iter()
        .map(|rules| with_board(rules.side_length(), Boxed(rules)).expect("a board"))
        .collect()
});

/// Parses a text with every reader, as a position and as a move of the start position.
fn read_everywhere(text: &str) -> TestCaseResult {
    for reader in READERS.iter() {
        reader.read_position(text)?;
        reader.read_move(reader.start(), text)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        read_everywhere(&text)?;
    }

    #[test]
    fn text_of_the_letters_of_a_position_is_read_or_refused(
        text in "[tTK0-9/]{0,80}( [adw]?)?( [-a-m0-9,]{0,12})?"
    ) {
        read_everywhere(&text)?;
    }

    #[test]
    fn text_in_the_form_of_a_move_is_read_or_refused(
        text in "[a-n][0-9]{1,4}-?[a-n][0-9]{0,4}(x[a-n][0-9]{1,3}(/[a-n][0-9]{1,3}){0,3})?"
    ) {
        read_everywhere(&text)?;
    }

    #[test]
    fn a_changed_position_is_read_or_refused(
        reader in 0..22_usize,
        edits in edits("[tTK1-9/ad,é -]{0,3}"),
    ) {
        let reader = &READERS[reader];
        reader.read_position(&edited(reader.start(), &edits))?;
    }

    #[test]
    fn a_changed_move_is_read_or_refused(
        reader in 0..22_usize,
        mv in any::<prop::sample::Index>(),
        edits in edits("[a-n0-9x/é-]{0,2}"),
    ) {
        let reader = &READERS[reader];
        let moves = reader.long_moves();
        let text = edited(&moves[mv.index(moves.len())], &edits);
        reader.read_move(reader.start(), &text)?;
    }
}

/// A row with runs of empty squares as single numbers.
fn counted(row: &[char]) -> String {
    let dots: String = row.iter().collect();
    (1..=row.len()).rev().fold(dots, |text, run| text.replace(&".".repeat(run), &run.to_string()))
}

/// A board with random pieces; most are legal positions of some ruleset.
fn random_board(side: usize) -> impl Strategy<Value = String> {
    let square = prop_oneof![4 => Just('.'), 1 => Just('t'), 1 => Just('T')];
    let rows = prop::collection::vec(prop::collection::vec(square, side), side);
    (rows, 1..side - 1, 1..side - 1, "[ad]").prop_map(move |(mut rows, rank, file, to_move)| {
        for (rank, file) in [(0, 0), (0, side - 1), (side - 1, 0), (side - 1, side - 1)] {
            rows[rank][file] = '.';
        }
        rows[side / 2][side / 2] = '.';
        rows[rank][file] = 'K';
        let rows: Vec<String> = rows.iter().map(|row| counted(row)).collect();
        format!("{} {to_move}", rows.join("/"))
    })
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_board_with_a_king_inside_is_a_position_of_every_ruleset_of_its_size(
        boards in (random_board(7), random_board(9), random_board(11), random_board(13)),
    ) {
        let boards = [boards.0, boards.1, boards.2, boards.3];
        // The other rulesets forbid soldiers on some of these squares.
        for reader in READERS.iter().take(2 * ALL.len()) {
            let rows = |fen: &str| fen.split('/').count();
            let fen = boards.iter().find(|fen| rows(fen) == rows(reader.start())).expect("a board");
            prop_assert!(reader.read_position(fen)?, "{} is refused", fen);
        }
    }
}
