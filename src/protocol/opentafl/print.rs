//! Formats answers to the host.

use crate::engine::{LineReport, Value};
use crate::rules::Side;
use crate::types::Move;

/// The evaluation of a won game, before the moves until the win are subtracted.
const WON: f64 = 1000.0;

/// A move in the host's notation, `d2-e2`.
pub fn simple_move(mv: Move) -> String {
    format!("{}-{}", mv.from, mv.to)
}

/// The score of a line, positive for the attackers.
fn evaluation(line: &LineReport, to_move: Side) -> f64 {
    let own = match line.value {
        Value::Centipawns(value) => f64::from(value) / 100.0,
        Value::Mate(moves) => (WON - f64::from(moves).abs()).copysign(f64::from(moves)),
    };
    // Adding 0 turns -0 into 0.
    (if to_move == Side::Attackers { own } else { -own }) + 0.0
}

/// A status line for the host's user.
pub fn status(line: &LineReport, to_move: Side) -> String {
    let moves: Vec<String> = line.moves.iter().map(|mv| simple_move(*mv)).collect();
    let score = match line.value {
        Value::Centipawns(_) => format!("attackers {:+.2}", evaluation(line, to_move)),
        Value::Mate(moves) => {
            let winner = if moves > 0 { to_move } else { to_move.other() };
            format!("{winner} win in {}", moves.abs())
        }
    };
    format!("status depth {}, {score}: {}", line.depth, moves.join(" "))
}

/// The analysis, best line first. The search may find a later line of the same depth to be better.
pub fn analysis(lines: &[LineReport], to_move: Side) -> String {
    let sign = if to_move == Side::Attackers { 1.0 } else { -1.0 };
    let mut judged: Vec<(f64, &LineReport)> =
        lines.iter().map(|line| (evaluation(line, to_move), line)).collect();
    judged.sort_by(|(one, _), (other, _)| (sign * other).total_cmp(&(sign * one)));
    let mut text = format!("analysis {}", lines.len());
    for (evaluation, line) in judged {
        let moves: Vec<String> = line.moves.iter().map(|mv| simple_move(*mv)).collect();
        text += &format!(" {} {evaluation:.2}", moves.join("|"));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Bound;

    fn line(value: Value, moves: &[&str]) -> LineReport {
        LineReport {
            depth: 5,
            seldepth: 9,
            rank: 1,
            value,
            win_draw_loss: (0, 1000, 0),
            bound: Bound::Exact,
            nodes: 1000,
            hashfull: 3,
            elapsed: Duration::from_millis(500),
            moves: moves.iter().map(|name| name.parse().unwrap()).collect(),
        }
    }

    #[test]
    fn moves_have_a_dash() {
        assert_eq!(simple_move("d2e2".parse().unwrap()), "d2-e2");
        assert_eq!(simple_move("a10a11".parse().unwrap()), "a10-a11");
    }

    #[test]
    fn scores_are_the_attackers() {
        let own = line(Value::Centipawns(150), &["a4a3", "b1b2"]);
        assert_eq!(status(&own, Side::Attackers), "status depth 5, attackers +1.50: a4-a3 b1-b2");
        assert_eq!(status(&own, Side::Defenders), "status depth 5, attackers -1.50: a4-a3 b1-b2");
        let won = line(Value::Mate(2), &["a4a3"]);
        assert_eq!(status(&won, Side::Defenders), "status depth 5, defenders win in 2: a4-a3");
        let lost = line(Value::Mate(-2), &["a4a3"]);
        assert_eq!(status(&lost, Side::Defenders), "status depth 5, attackers win in 2: a4-a3");
        assert_eq!(
            analysis(&[own, won, lost], Side::Defenders),
            "analysis 3 a4-a3 -998.00 a4-a3|b1-b2 -1.50 a4-a3 998.00"
        );
        assert_eq!(analysis(&[], Side::Attackers), "analysis 0");
    }
}
