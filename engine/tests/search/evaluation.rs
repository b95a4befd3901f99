//! The evaluation along random games: the incremental value equals the recomputed one, mirror
//! images have equal values where the evaluation knows none apart, and the value is the sum of its
//! terms.

use branan_engine::eval::network::{InputSet, Network};
use branan_engine::eval::{BoardEvaluation, Evaluation, LinearEvaluation, MAX_EVAL};
use rand::prelude::*;
use rand::rngs::StdRng;
use tafl::board::{Bits, Board, BoardRules, BoardVisitor, Position, with_board};
use tafl::rules::{Ruleset, Side, builtin};
use tafl::symmetry::Symmetry;

struct RandomGames<'a> {
    ruleset: &'a Ruleset,
    random: StdRng,
}

impl BoardVisitor for RandomGames<'_> {
    type Output = usize;

    fn visit<B: Board>(mut self) -> usize {
        let rules = BoardRules::<B>::new(self.ruleset).unwrap();
        let terms = LinearEvaluation::new(&rules);
        let builtin = BoardEvaluation::of(&rules);
        // Some networks see the board as from the king, which is one view unless he is on an axis. The
        // others have weights of their own for each square.
        let mirrors =
            Network::of(self.ruleset).is_none_or(|network| network.inputs == InputSet::Rings);
        let (mut positions, mut compared) = (0, 0);
        for _ in 0..20 {
            let mut position = *rules.start();
            let mut memory = terms.memory(120);
            let mut builtin_memory = builtin.memory(120);
            for ply in 0..120 {
                let moves = rules.moves(&position);
                let Some(mv) = moves.choose(&mut self.random) else { break };
                let after = rules.play_unchecked(&position, *mv);
                if after.ending().is_some() {
                    break;
                }
                position = after;
                let value = terms.evaluate(&rules, &mut memory, ply, &position);
                assert_eq!(value, value_of(&terms, &rules, &position));
                assert_eq!(value, value_of(&terms, &rules, &mirrored(&rules, &position)));
                let explained: i32 =
                    terms.explain(&rules, &position).iter().map(|term| term.value).sum();
                assert_eq!(for_defenders(value, &position), explained);
                let value = builtin.evaluate(&rules, &mut builtin_memory, ply, &position);
                assert_eq!(value, builtin.evaluate(&rules, &mut builtin.memory(0), 0, &position));
                let explained: i32 =
                    builtin.explain(&rules, &position).iter().map(|term| term.value).sum();
                let explained = explained.clamp(-MAX_EVAL, MAX_EVAL);
                assert_eq!(for_defenders(value, &position), explained);
                if mirrors && !is_king_on_axis(&rules, &position) {
                    let mirrored = mirrored(&rules, &position);
                    let memory = &mut builtin.memory(0);
                    assert_eq!(value, builtin.evaluate(&rules, memory, 0, &mirrored));
                    compared += 1;
                }
                positions += 1;
            }
        }
        assert_eq!(compared > 20, mirrors, "{}: {compared}", self.ruleset.name);
        positions
    }
}

fn for_defenders<B: Board>(value: i32, position: &Position<B>) -> i32 {
    match position.to_move() {
        Side::Attackers => -value,
        Side::Defenders => value,
    }
}

/// Whether a symmetry of the board leaves the king where he is.
fn is_king_on_axis<B: Board>(rules: &BoardRules<B>, position: &Position<B>) -> bool {
    let king = B::coordinate(position.king().first());
    let side = rules.ruleset().side_length();
    Symmetry::ALL[1..].iter().any(|symmetry| symmetry.image(side, king) == king)
}

fn value_of<B: Board>(
    terms: &LinearEvaluation,
    rules: &BoardRules<B>,
    position: &Position<B>,
) -> i32 {
    terms.evaluate(rules, &mut terms.memory(0), 0, position)
}

/// The position mirrored top to bottom.
fn mirrored<B: Board>(rules: &BoardRules<B>, position: &Position<B>) -> Position<B> {
    let fen = rules.write_fen(position);
    let mut words = fen.split(' ');
    let rows: Vec<&str> = words.next().unwrap().split('/').rev().collect();
    let rest: Vec<&str> = words.collect();
    rules.read_fen(&format!("{} {}", rows.join("/"), rest.join(" "))).unwrap()
}

#[test]
fn values_agree_along_random_games() {
    for ruleset in builtin() {
        let games = RandomGames { ruleset, random: StdRng::seed_from_u64(3) };
        let positions = with_board(ruleset.side_length(), games).unwrap();
        assert!(positions > 200, "{}: {positions}", ruleset.name);
    }
}
