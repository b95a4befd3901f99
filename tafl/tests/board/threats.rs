//! Wins in one move and open escapes, compared with trying every move.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tafl::board::{Bits, Board, BoardMove, BoardRules, BoardVisitor, Ending, Position, with_board};
use tafl::rules::{
    Alternate, Alternates, Escape, Ruleset, ShieldWalls, Side, builtin, find, read_rulesets,
};

use crate::random_rules::RandomRules;

struct Check<'a> {
    ruleset: Ruleset,
    random: &'a mut StdRng,
    seen: &'a mut Seen,
}

/// How often each case occurred, so that none is tested vacuously.
#[derive(Debug, Default)]
struct Seen {
    wins: [u32; 2],
    closed_escapes: u32,
    lost_to_escape: u32,
    dangers: u32,
    forks: u32,
    missed_forks: u32,
}

impl BoardVisitor for Check<'_> {
    type Output = ();

    fn visit<B: Board>(self) {
        let rules = BoardRules::<B>::new(&self.ruleset).unwrap();
        // Games on a large board have more moves to test.
        for _ in 0..2000 / rules.ruleset().side_length().pow(2) {
            let mut position = *rules.start();
            for _ in 0..80 {
                // A fort of hnefatafl.org may stand in a start position already.
                if position.ending().is_some() {
                    break;
                }
                winning_move(&rules, &position, self.seen);
                escapes(&rules, &position, self.seen);
                danger(&rules, &position, self.seen);
                fork(&rules, &position, self.seen);
                let moves = rules.moves(&position);
                // Plays only moves that do not end the game, to reach more positions.
                let lasting: Vec<_> = moves
                    .iter()
                    .filter(|mv| rules.play_unchecked(&position, **mv).ending().is_none())
                    .collect();
                let Some(mv) = lasting.choose(self.random) else { break };
                position = rules.play_unchecked(&position, **mv);
            }
        }
    }
}

/// Number of moves that end the game by escape or capture of the king.
fn winning_moves<B: Board>(rules: &BoardRules<B>, position: &Position<B>) -> usize {
    let wins = |mv: &tafl::board::BoardMove| {
        matches!(
            rules.play_unchecked(position, *mv).ending(),
            Some(Ending::KingCaptured | Ending::KingEscaped)
        )
    };
    rules.moves(position).iter().filter(|mv| wins(mv)).count()
}

/// A reported fork wins against every reply, two plies later.
fn fork<B: Board>(rules: &BoardRules<B>, position: &Position<B>, seen: &mut Seen) {
    if position.to_move() == Side::Attackers
        || !rules.blocks_suffice()
        || rules.winning_move(position).is_some()
    {
        return;
    }
    let wins = |mv: BoardMove| {
        let after = rules.play_unchecked(position, mv);
        let answers = rules.moves(&after);
        !answers.is_empty()
            && answers.iter().all(|answer| {
                let next = rules.play_unchecked(&after, *answer);
                next.ending().is_none() && rules.winning_move(&next).is_some()
            })
    };
    let found = rules.escape_fork(position);
    if let Some(mv) = found {
        assert!(rules.is_legal(position, mv) && wins(mv), "{}", rules.write_fen(position));
        seen.forks += 1;
    } else if rules.moves(position).into_iter().any(wins) {
        // A win by a discovered line, or because the replies do not help.
        seen.missed_forks += 1;
    }
}

fn winning_move<B: Board>(rules: &BoardRules<B>, position: &Position<B>, seen: &mut Seen) {
    let found = rules.winning_move(position);
    assert_eq!(
        found.is_some(),
        winning_moves(rules, position) > 0,
        "{}: {}",
        rules.ruleset().name,
        rules.write_fen(position)
    );
    if let Some(mv) = found {
        assert!(rules.is_legal(position, mv), "{}", rules.write_fen(position));
        let ending = rules.play_unchecked(position, mv).ending();
        assert!(matches!(ending, Some(Ending::KingCaptured | Ending::KingEscaped)));
        seen.wins[position.to_move() as usize] += 1;
    }
}

/// With the attackers to move and an escape open, exactly the moves to blocking squares and those
/// that end the game stop the king. Under early wins, whose tests do not ask what the king can do,
/// no other moves stop him.
fn escapes<B: Board>(rules: &BoardRules<B>, position: &Position<B>, seen: &mut Seen) {
    if position.to_move() != Side::Attackers {
        return;
    }
    let escapes = rules.escapes(position);
    if escapes.squares.is_empty() {
        assert!(escapes.blocks.is_empty());
        return;
    }
    let mut any = false;
    for mv in rules.moves(position) {
        let after = rules.play_unchecked(position, mv);
        let stops = match after.ending() {
            // A fort of hnefatafl.org may arise from a move of either side.
            Some(Ending::EdgeFort) => false,
            Some(_) => true,
            None => rules.winning_move(&after).is_none(),
        };
        let blocks = escapes.blocks.has(mv.to());
        let walls = rules.ruleset().shield_walls != ShieldWalls::None;
        if blocks && walls && !after.captured_since(position).is_empty() {
            // A block that captures a row along the edge may open another line.
            continue;
        }
        let captures_king = after.ending() == Some(Ending::KingCaptured);
        let wins = after.ending().is_some_and(|ending| ending.winner() == Side::Attackers);
        let wins_otherwise = wins && !rules.blocks_suffice();
        let expected = blocks || captures_king || wins_otherwise;
        let may_fail = rules.ruleset().early_wins && !stops;
        assert!(
            stops == expected || may_fail,
            "{} {:?}: {} {mv:?}",
            rules.ruleset().name,
            rules.ruleset().summary(),
            rules.write_fen(position)
        );
        any |= stops;
    }
    if any { seen.closed_escapes += 1 } else { seen.lost_to_escape += 1 }
}

/// With the defenders to move, whether the attackers could capture the king after a pass.
fn danger<B: Board>(rules: &BoardRules<B>, position: &Position<B>, seen: &mut Seen) {
    if position.to_move() != Side::Defenders {
        return;
    }
    let real = winning_moves(rules, &rules.pass(position)) > 0;
    assert_eq!(rules.king_in_danger(position), real, "{}", rules.write_fen(position));
    seen.dangers += u32::from(real);
}

#[test]
fn wins_and_threats_are_those_that_trying_finds() {
    let mut random = StdRng::seed_from_u64(7);
    let mut seen = Seen::default();
    for ruleset in builtin() {
        for round in 0..3 {
            let mut alternates = Alternates::default();
            for rule in Alternate::all().filter(|_| round > 0) {
                if random.random_bool(0.3) {
                    let value = rule.values().choose(&mut random).unwrap();
                    alternates.choose(rule, value).unwrap();
                }
            }
            let ruleset = alternates.over(ruleset);
            let side = ruleset.side_length();
            let check = Check { ruleset, random: &mut random, seen: &mut seen };
            with_board(side, check).unwrap();
        }
    }
    for _ in 0..200 {
        let mut ruleset = read_rulesets(&RandomRules::new(&mut random).text).unwrap().remove(0);
        ruleset.early_wins = random.random_bool(0.3);
        let side = ruleset.side_length();
        with_board(side, Check { ruleset, random: &mut random, seen: &mut seen }).unwrap();
    }
    println!("{seen:?}");
    let Seen { wins, closed_escapes, lost_to_escape, dangers, forks, missed_forks } = seen;
    assert!(wins[0].min(wins[1]).min(closed_escapes).min(lost_to_escape).min(dangers) > 100);
    assert!(forks > 1000 && forks > missed_forks);
}

/// The corners can be closed by k5-k3, which takes no line from the king.
#[test]
fn with_the_edge_as_the_goal_an_early_win_may_leave_the_kings_lines_open() {
    let fen = "2t5t2/1t7t1/t9t/11/11/1t3K5/10t/11/t10/1t7t1/2t5t2 a";
    let mut ruleset = find("hnefatafl-org-11").unwrap().clone();
    ruleset.start = fen.to_owned();
    let mut seen = Seen::default();
    let mut random = StdRng::seed_from_u64(8);
    for escape in [Escape::Corners, Escape::Edge] {
        let ruleset = Ruleset { escape, ..ruleset.clone() };
        with_board(11, Check { ruleset, random: &mut random, seen: &mut seen }).unwrap();
    }
    assert!(seen.closed_escapes > 0);
}
