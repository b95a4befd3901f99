//! The rules of `brandubh-nielsen` compared with another implementation, the crate `hnefatafl`.
//!
//! Two rules differ there. Repetition is left out, because that crate counts repeated moves, not
//! positions. And that crate accepts a closed ring only if it contains all defenders and none of
//! its attackers could be captured from inside (for example, against the empty throne).

use hnefatafl::aliases::SmallBasicBoardState as TheirBoard;
use hnefatafl::board::state::BoardState;
use hnefatafl::collections::piecemap::PieceMap;
use hnefatafl::collections::pieceset::PieceSet;
use hnefatafl::game::logic::GameLogic;
use hnefatafl::game::state::GameState;
use hnefatafl::game::{GameOutcome, WinReason};
use hnefatafl::pieces::Side as TheirSide;
use hnefatafl::play::Play;
use hnefatafl::preset::rules::BRANDUBH;
use hnefatafl::rules::Ruleset as TheirRuleset;
use hnefatafl::tiles::Tile;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use tafl::board::{
    Bits, Board, Board7, BoardMove, BoardRules, EndReason, Position, Square, move_name,
};
use tafl::rules::{Coordinate, Side, find};

type TheirState = GameState<TheirBoard>;

/// That crate counts rows from the top.
fn tile(square: Square) -> Tile {
    let Coordinate { file, rank } = Board7::coordinate(square);
    Tile::new(Board7::SIDE as u8 - 1 - rank, file)
}

fn square(tile: Tile) -> Square {
    Board7::square(usize::from(tile.col), Board7::SIDE - 1 - usize::from(tile.row))
}

fn side(theirs: TheirSide) -> Side {
    match theirs {
        TheirSide::Attacker => Side::Attackers,
        TheirSide::Defender => Side::Defenders,
    }
}

/// Both implementations, and statistics of the comparison.
struct Comparison {
    rules: BoardRules<Board7>,
    logic: GameLogic<TheirBoard>,
    /// Number of moves that ended the game, by rule.
    endings: BTreeMap<String, usize>,
    /// Number of captured pieces.
    captures: usize,
}

impl Comparison {
    fn new() -> Self {
        let theirs = TheirRuleset { repetition_rule: None, ..BRANDUBH };
        Self {
            rules: BoardRules::new(find("brandubh-nielsen").unwrap()).unwrap(),
            logic: GameLogic::new(theirs, Board7::SIDE as u8),
            endings: BTreeMap::new(),
            captures: 0,
        }
    }

    fn their_moves(&self, state: &TheirState) -> BTreeSet<(Square, Square)> {
        let mut moves = BTreeSet::new();
        for tile in state.board.occupied_by_side(state.side_to_play) {
            for valid in self.logic.iter_plays(tile, state).unwrap() {
                moves.insert((square(valid.play.from), square(valid.play.to())));
            }
        }
        moves
    }

    /// Compares a position and all its moves, with their captures and endings. Returns the moves
    /// that do not end the game.
    fn compare(&mut self, ours: &Position<Board7>, theirs: &TheirState) -> Vec<BoardMove> {
        let fen = self.rules.write_fen(ours);
        assert_eq!(fen.split(' ').next(), Some(theirs.board.to_fen().as_str()));
        assert_eq!(ours.to_move(), side(theirs.side_to_play), "{fen}");
        let moves = self.rules.moves(ours);
        let names: BTreeSet<(Square, Square)> =
            moves.iter().map(|mv| (mv.from(), mv.to())).collect();
        assert_eq!(names, self.their_moves(theirs), "legal moves in {fen}");
        let mut quiet = Vec::new();
        for mv in moves {
            let place = format!("{} in {fen}", move_name::<Board7>(mv));
            let after = self.rules.play_unchecked(ours, mv);
            let play = Play::from_tiles(tile(mv.from()), tile(mv.to())).unwrap();
            let result = self.logic.do_play(play, *theirs).unwrap();
            assert_eq!(
                self.rules.write_fen(&after).split(' ').next(),
                Some(result.new_state.board.to_fen().as_str()),
                "the board after {place}"
            );
            let taken: BTreeSet<Square> = after.captured_since(ours).iter().collect();
            let captures = result.record.effects.captures.occupied();
            let their_taken: BTreeSet<Square> = captures.into_iter().map(square).collect();
            assert_eq!(taken, their_taken, "captures of {place}");
            self.captures += taken.len();
            if self.compare_endings(&after, &result.new_state, result.record.effects.game_outcome) {
                quiet.push(mv);
            }
        }
        quiet
    }

    /// Compares the result after a move. Returns whether the game continues.
    fn compare_endings(
        &mut self,
        after: &Position<Board7>,
        state: &TheirState,
        theirs: Option<GameOutcome>,
    ) -> bool {
        let fen = self.rules.write_fen(after);
        // Repetition is not compared, so this counts as the first occurrence.
        let Some(ours) = self.rules.outcome(after, 1) else {
            assert_eq!(theirs, None, "{fen}");
            return true;
        };
        *self.endings.entry(ours.to_string()).or_default() += 1;
        let Some(theirs) = theirs else {
            assert!(
                ours.reason == EndReason::Encircled && self.is_breakable(state),
                "{ours}: {fen}"
            );
            *self.endings.entry("breakable ring".to_owned()).or_default() += 1;
            return false;
        };
        let GameOutcome::Win(reason, winner) = theirs else { panic!("{theirs:?} in {fen}") };
        assert_eq!(ours.winner, Some(side(winner)), "{fen}");
        let ours_too = match reason {
            WinReason::KingEscaped => ours.reason == EndReason::KingEscaped,
            WinReason::KingCaptured => ours.reason == EndReason::KingCaptured,
            WinReason::Enclosed => ours.reason == EndReason::Encircled,
            WinReason::NoPlays => ours.reason == EndReason::NoMoves,
            // The capture of a lone king, or of the last attacker, who then has no move.
            WinReason::AllCaptured => {
                matches!(
                    ours.reason,
                    EndReason::KingCaptured | EndReason::KingEscaped | EndReason::NoMoves
                )
            }
            WinReason::ExitFort | WinReason::Repetition => false,
        };
        assert!(ours_too, "{ours}, or {reason:?}: {fen}");
        false
    }

    /// Whether all defenders are in one ring that could be broken from inside.
    fn is_breakable(&self, state: &TheirState) -> bool {
        let board = &state.board;
        let [inside, around] = [TheirSide::Defender, TheirSide::Attacker].map(PieceSet::from);
        let king = board.get_king().expect("a king in the ring");
        let ring = self.logic.find_enclosure(king, inside, around, true, true, board);
        ring.is_some_and(|ring| {
            let all = u32::from(board.count_pieces_of_side(TheirSide::Defender));
            ring.occupied.count() == all && !self.logic.enclosure_secure(&ring, false, true, board)
        })
    }
}

/// A random position with the king off the throne and many attackers around him.
fn crowded(random: &mut StdRng) -> (String, TheirSide) {
    let mut board = [['.'; 7]; 7];
    let king = (random.random_range(1..6), random.random_range(1..6));
    board[king.0][king.1] = 'K';
    let chance = *[0.0, 0.0, 0.2, 0.4].choose(random).unwrap();
    for _ in 0..random.random_range(4..18) {
        let near = |at: usize, random: &mut StdRng| {
            (at + random.random_range(0..5)).saturating_sub(2).clamp(0, 6)
        };
        let (row, file) = (near(king.0, random), near(king.1, random));
        let corner = row % 6 == 0 && file % 6 == 0;
        if board[row][file] == '.' && (row, file) != (3, 3) && !corner {
            board[row][file] = if random.random_bool(chance) { 'T' } else { 't' };
        }
    }
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    let rows = (1..=7)
        .rev()
        .fold(rows.join("/"), |text, run| text.replace(&".".repeat(run), &run.to_string()));
    let side = if random.random_bool(0.5) { TheirSide::Attacker } else { TheirSide::Defender };
    (rows, side)
}

#[test]
fn random_games_have_the_same_moves_captures_and_endings() {
    let mut random = StdRng::seed_from_u64(7);
    let mut comparison = Comparison::new();
    for number in 0..500 {
        let (rows, to_play) = if number % 2 == 0 {
            ("3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3".to_owned(), TheirSide::Attacker)
        } else {
            crowded(&mut random)
        };
        let mut theirs = TheirState::new(&rows, to_play).unwrap();
        let mut ours =
            comparison.rules.read_fen(&format!("{rows} {}", side(to_play).letter())).unwrap();
        if comparison.rules.outcome(&ours, 1).is_some() {
            continue;
        }
        for _ in 0..40 {
            let quiet = comparison.compare(&ours, &theirs);
            let Some(mv) = quiet.choose(&mut random) else { break };
            let play = Play::from_tiles(tile(mv.from()), tile(mv.to())).unwrap();
            theirs = comparison.logic.do_play(play, theirs).unwrap().new_state;
            ours = comparison.rules.play_unchecked(&ours, *mv);
        }
    }
    // The games must have covered everything compared.
    let Comparison { endings, captures, .. } = comparison;
    println!("{endings:?}, {captures} captures");
    assert!(captures > 10_000);
    for ending in [
        "attackers king-captured",
        "attackers encircled",
        "attackers no-moves",
        "defenders king-escaped",
        "defenders no-moves",
        "breakable ring",
    ] {
        assert!(endings.contains_key(ending), "no {ending} in {endings:?}");
    }
}
