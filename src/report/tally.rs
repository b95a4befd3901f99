//! Statistics for plots and tables beyond the standings, counted from the games.

use std::collections::HashSet;
use std::time::Duration;

use statistics::Wdl;

use crate::arena::engine::{EngineLimits, TimeControl};
use crate::arena::game::RunnerClock;
use crate::arena::tournament::{MergedRecords, Standings};
use crate::record::{Eval, GameRecord};
use crate::rules::Side;

/// Maximum number of points of a line over all games.
const MAX_POINTS: usize = 300;

/// Scores are capped at this many centipawns: ten soldiers.
const HIGHEST_SCORE: i32 = 1000;

/// Width of a score bin, in centipawns.
const SCORE_STEP: i32 = 100;

/// Minimum number of games behind a point of a plot.
const MIN_GAMES: u64 = 5;

/// The state of a match after some of its games.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Games so far.
    pub games: u64,
    /// Elo of each player with half the width of its interval. `None` before its first pair.
    pub elo: Vec<Option<(f64, f64)>>,
    /// The test's log-likelihood ratio.
    pub llr: Option<f64>,
}

/// The standings at regular intervals, at most [`MAX_POINTS`] of them.
pub fn moments(records: &MergedRecords) -> Vec<Moment> {
    let step = records.games.len().div_ceil(MAX_POINTS).max(1);
    let mut standings = records.empty_standings();
    let mut moments = Vec::new();
    for (number, game) in (1..).zip(&records.games) {
        standings.add(game);
        if number % step == 0 || number == records.games.len() {
            moments.push(Moment {
                games: number as u64,
                elo: standings
                    .players
                    .iter()
                    .map(|p| p.pairs.rating().map(|r| (r.elo.value, r.elo.error)))
                    .collect(),
                llr: records.llr(&standings),
            });
        }
    }
    moments
}

/// The indices of a game's players, attackers first.
pub fn seats(standings: &Standings, game: &GameRecord) -> Option<[usize; 2]> {
    let place = |name: &str| standings.players.iter().position(|player| player.name == name);
    Some([place(&game.attackers.name)?, place(&game.defenders.name)?])
}

/// The results of each player in each ruleset, as attackers and as defenders: `[ruleset][player]`.
pub fn roles(standings: &Standings, games: &[GameRecord]) -> Vec<Vec<[Wdl; 2]>> {
    let mut table =
        vec![vec![[Wdl::default(); 2]; standings.players.len()]; standings.rulesets.len()];
    for game in games {
        if let (Some(ruleset), Some(seats)) = (standings.ruleset_of(game), seats(standings, game)) {
            for (role, side) in Side::BOTH.into_iter().enumerate() {
                table[ruleset][seats[role]][role].add(game.half_points(side));
            }
        }
    }
    table
}

/// A sum and the number of its terms.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    /// The mean. `None` if it has fewer than the minimum number of games behind it.
    fn value(self) -> Option<f64> {
        (self.count >= MIN_GAMES).then(|| self.sum / self.count as f64)
    }
}

/// The means that have enough games behind them, as (x, mean).
fn shown(means: &[Mean], x: impl Fn(usize) -> f64) -> Vec<(f64, f64)> {
    let points = means.iter().enumerate();
    points.filter_map(|(place, mean)| Some((x(place), mean.value()?))).collect()
}

/// A player's clock by move number; times in seconds.
#[derive(Clone, Debug)]
pub struct ClockUse {
    /// The mean time of a move.
    pub used: Vec<(f64, f64)>,
    /// The mean time left after the move. Empty without a game clock.
    pub left: Vec<(f64, f64)>,
}

/// How each player used its time.
pub fn clocks(standings: &Standings, games: &[GameRecord]) -> Vec<ClockUse> {
    let mut means = vec![[Vec::new(), Vec::new()]; standings.players.len()];
    for game in games {
        let Some(seats) = seats(standings, game) else { continue };
        for (seat, side) in seats.into_iter().zip(Side::BOTH) {
            add_clock(&mut means[seat], game, side);
        }
    }
    let by_number = |means: &[Mean]| shown(means, |place| (place + 1) as f64);
    let clock_use =
        |[used, left]: &[Vec<Mean>; 2]| ClockUse { used: by_number(used), left: by_number(left) };
    means.iter().map(clock_use).collect()
}

/// Adds one player's moves to the means of time used and time left.
fn add_clock(means: &mut [Vec<Mean>; 2], game: &GameRecord, side: Side) {
    let mut clock = control(&game.player(side).limits)
        .map(|clock| RunnerClock::new(EngineLimits { clock: Some(clock), ..Default::default() }));
    let own = game.moves_by_side().filter(|(mover, _)| *mover == side).map(|(_, played)| played);
    let remarks = own.map(|played| &played.remark).filter(|remark| !remark.book);
    for (number, remark) in remarks.enumerate() {
        let Some(time) = remark.time else { continue };
        add_at(&mut means[0], number, time.as_secs_f64());
        // Records of other programs and older ones do not say what was left.
        let reckoned = clock.as_mut().map(|clock| {
            clock.spend(time);
            clock.budget().unwrap_or(Duration::ZERO)
        });
        if let Some(left) = remark.left.or(reckoned) {
            add_at(&mut means[1], number, left.as_secs_f64());
        }
    }
}

fn add_at(means: &mut Vec<Mean>, place: usize, value: f64) {
    if means.len() <= place {
        means.resize(place + 1, Mean::default());
    }
    means[place].add(value);
}

/// The game clock in a tag of limits, such as `10+0.1, depth 6`.
fn control(limits: &str) -> Option<TimeControl> {
    limits.split(", ").find_map(|limit| limit.parse().ok())
}

/// The mean result of each player's games by its evaluation: x in soldiers, y in points. A game with
/// several similar evaluations counts once there.
pub fn calibration(standings: &Standings, games: &[GameRecord]) -> Vec<Vec<(f64, f64)>> {
    let steps = (2 * HIGHEST_SCORE / SCORE_STEP + 1) as usize;
    let mut means = vec![vec![Mean::default(); steps]; standings.players.len()];
    for game in games {
        let Some([attackers, defenders]) = seats(standings, game) else { continue };
        let mut counted = HashSet::new();
        for (side, played) in game.moves_by_side() {
            let seat = if side == Side::Attackers { attackers } else { defenders };
            if let Some(eval) = played.remark.eval {
                let step = (centipawns(eval) + HIGHEST_SCORE + SCORE_STEP / 2) / SCORE_STEP;
                if counted.insert((side, step)) {
                    means[seat][step as usize].add(f64::from(game.half_points(side)) / 2.0);
                }
            }
        }
    }
    let soldiers =
        |step: usize| (step as f64 * f64::from(SCORE_STEP) - f64::from(HIGHEST_SCORE)) / 100.0;
    means.iter().map(|means| shown(means, soldiers)).collect()
}

/// An evaluation in centipawns, clamped to the plot's range; proven results lie at its ends.
pub fn centipawns(eval: Eval) -> i32 {
    eval.ranked().clamp(-HIGHEST_SCORE, HIGHEST_SCORE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games between x and y, each given by the text after its tags.
    fn records(games: &[(&str, &str, &str)]) -> MergedRecords {
        let mut text = String::new();
        for (tags, moves, result) in games {
            text += &format!(
                "[Variant \"tablut\"]\n[AttackersTimeControl \"10+1\"]\n{tags}\n\
                 [Result \"{result}\"]\n\n{moves} {result}\n\n"
            );
        }
        let games = crate::record::read(text.as_bytes()).unwrap().games;
        MergedRecords { games, ..MergedRecords::default() }
    }

    const XY: &str = "[Attackers \"x\"]\n[Defenders \"y\"]";
    const YX: &str = "[Attackers \"y\"]\n[Defenders \"x\"]";

    #[test]
    fn results_are_told_apart_by_opponent_and_role() {
        let records = records(&[(XY, "", "attackers"), (YX, "", "draw"), (XY, "", "defenders")]);
        let standings = records.standings();
        let cross = &standings.against;
        assert_eq!((cross[0][1].wins, cross[0][1].draws, cross[0][1].losses), (1, 1, 1));
        assert_eq!((cross[1][0].wins, cross[1][0].games(), cross[0][0].games()), (1, 3, 0));
        let roles = roles(&standings, &records.games);
        assert_eq!((roles[0][0][0].games(), roles[0][0][1].games()), (2, 1));
        assert_eq!((roles[0][1][1].wins, roles[0][1][0].draws), (1, 1));
        assert_eq!(moments(&records).iter().map(|m| m.games).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn clocks_are_those_of_the_runner() {
        let moves = "1. a1a2 {book} a2a3 {book} 2. a1a2 {4s} a2a3 {1s} 3. a1a2 {2s} a2a3";
        let records = records(&[(XY, moves, "draw"); 5]);
        let clocks = clocks(&records.standings(), &records.games);
        assert_eq!(clocks[0].used, [(1.0, 4.0), (2.0, 2.0)]);
        // Ten seconds, plus one after each move.
        assert_eq!(clocks[0].left, [(1.0, 7.0), (2.0, 6.0)]);
        // The defenders have no clock.
        assert_eq!(
            (clocks[1].used.as_slice(), clocks[1].left.as_slice()),
            (&[(1.0, 1.0)][..], &[][..])
        );
    }

    #[test]
    fn evaluations_are_compared_with_what_became_of_the_game() {
        let moves = "1. a1a2 {+0.45} a2a3 {-30.00} 2. a1a2 {+M3}";
        let mut games = vec![(XY, moves, "attackers"); 4];
        games.push((XY, moves, "draw"));
        let records = records(&games);
        let lines = calibration(&records.standings(), &records.games);
        assert_eq!(lines, [vec![(0.0, 0.9), (10.0, 0.9)], vec![(-10.0, 0.1)]]);
        let often = "1. a1a2 {+0.45} a2a3 2. a1a2 {+0.42} a2a3 3. a1a2 {+0.47} a2a3 4. a1a2 {+0.44} a2a3 \
                     5. a1a2 {+0.41}";
        let one = self::records(&[(XY, often, "attackers")]);
        assert_eq!(
            calibration(&one.standings(), &one.games),
            [vec![], vec![]],
            "one game is no point"
        );
        assert_eq!(
            [Eval::Mate(0), Eval::Mate(-4), Eval::Centipawns(-7)].map(centipawns),
            [-1000, -1000, -7]
        );
    }
}
