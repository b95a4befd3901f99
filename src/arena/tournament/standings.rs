//! The results of a match, accumulated from the records of its games.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::time::Duration;

use serde::Serialize;
use statistics::{Pentanomial, Wdl};

use super::fixture::pair_of;
use super::schedule::MatchSchedule;
use super::staged::{Place, Round};
use crate::arena::load::LOAD_TAG;
use crate::record::{FaultKind, GameRecord, Termination};
use crate::rules::Side;

/// How much later an engine's answers came than its own clock said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lag {
    /// The mean of its moves.
    pub mean: Duration,
    /// The longest.
    pub longest: Duration,
}

impl fmt::Display for Lag {
    /// In milliseconds: `0.4 (12.1) ms`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mean, longest] = [self.mean, self.longest].map(|time| 1000.0 * time.as_secs_f64());
        write!(f, "{mean:.1} ({longest:.1}) ms")
    }
}

/// One engine's results.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerStanding {
    /// The name.
    pub name: String,
    /// Results as attackers.
    pub as_attackers: Wdl,
    /// Results as defenders.
    pub as_defenders: Wdl,
    /// Finished pairs by this engine's points.
    pub pairs: Pentanomial,
    /// The engine's own faults that lost games.
    pub faults: BTreeMap<FaultKind, u64>,
    /// Time spent on moves, and the number of those moves.
    #[serde(skip)]
    time: (Duration, u64),
    /// Time between an engine's last report of its own time and its answer: the sum, the longest, and
    /// the number of moves with one.
    #[serde(skip)]
    lag: (Duration, Duration, u64),
    /// Sum of the reported depths, and the number of moves with one.
    #[serde(skip)]
    depth: (u64, u64),
}

impl PlayerStanding {
    /// Results in both roles together.
    pub fn total(&self) -> Wdl {
        self.as_attackers + self.as_defenders
    }

    /// Mean time per move. `None` if no time was recorded.
    pub fn time_per_move(&self) -> Option<Duration> {
        let (time, moves) = self.time;
        (moves > 0).then(|| time.div_f64(moves as f64))
    }

    /// How late its answers came. `None` if it never reported a time.
    pub fn lag(&self) -> Option<Lag> {
        let (sum, longest, moves) = self.lag;
        (moves > 0).then(|| Lag { mean: sum.div_f64(moves as f64), longest })
    }

    /// Mean depth in plies. `None` if no depth was reported.
    pub fn mean_depth(&self) -> Option<f64> {
        let (sum, moves) = self.depth;
        (moves > 0).then(|| sum as f64 / moves as f64)
    }
}

/// The results of all games in one ruleset.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RulesetStanding {
    /// The name.
    pub name: String,
    /// Results from the attackers' view.
    pub attackers: Wdl,
    /// Finished pairs in this ruleset, by each player's points.
    pub pairs: Vec<Pentanomial>,
    /// Number of games by termination.
    pub terminations: BTreeMap<Termination, u64>,
    #[serde(skip)]
    plies: u64,
}

impl RulesetStanding {
    /// Mean length of a game in plies. `None` without a game.
    pub fn mean_length(&self) -> Option<f64> {
        let games = self.attackers.games();
        (games > 0).then(|| self.plies as f64 / games as f64)
    }
}

/// Results of a match so far, with players and rulesets in the order of the match settings.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The engines.
    pub players: Vec<PlayerStanding>,
    /// The rulesets.
    pub rulesets: Vec<RulesetStanding>,
    /// Results of each engine against every other.
    pub against: Vec<Vec<Wdl>>,
    /// The rounds so far; none unless results decide who meets.
    pub rounds: Vec<Round>,
    /// Numbers of the games that were played under foreign load, from 1.
    pub loaded: Vec<u64>,
    /// The places in a Swiss tournament, the best first; none in other formats.
    pub places: Vec<Place>,
    /// Pairs with one finished game, by pair number: the half points of that game's attackers and
    /// its index.
    half_pairs: HashMap<u64, HalfPair>,
    games: u64,
}

#[derive(Clone, Copy, Debug)]
struct HalfPair {
    index: u64,
    attackers: usize,
    half_points: u8,
}

impl Standings {
    /// Standings before the first game.
    pub fn new<'a>(
        players: impl IntoIterator<Item = &'a str>,
        rulesets: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let player = |name: &str| PlayerStanding { name: name.to_owned(), ..Default::default() };
        let players: Vec<_> = players.into_iter().map(player).collect();
        let ruleset = |name: &str| RulesetStanding {
            name: name.to_owned(),
            pairs: vec![Pentanomial::default(); players.len()],
            ..Default::default()
        };
        Self {
            rulesets: rulesets.into_iter().map(ruleset).collect(),
            against: vec![vec![Wdl::default(); players.len()]; players.len()],
            players,
            rounds: Vec::new(),
            places: Vec::new(),
            loaded: Vec::new(),
            half_pairs: HashMap::new(),
            games: 0,
        }
    }

    /// Number of games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Takes over the rounds and places of the schedule of these games.
    pub fn note_rounds(&mut self, schedule: &MatchSchedule) {
        self.rounds = schedule.rounds().to_vec();
        self.places = schedule.places();
    }

    /// The place of a game's ruleset: of the one with its alternate rules if it is there. In a match all games have
    /// the same ones, and the rulesets stand there without them.
    pub fn ruleset_of(&self, game: &GameRecord) -> Option<usize> {
        let place = |name: &str| self.rulesets.iter().position(|ruleset| ruleset.name == name);
        place(&game.rules_in_words(&game.variant)).or_else(|| place(&game.variant))
    }

    /// Counts a game. Returns `false`, without counting it, if its player or ruleset is unknown.
    pub fn add(&mut self, game: &GameRecord) -> bool {
        let player = |name: &str| self.players.iter().position(|p| p.name == name);
        let (Some(attackers), Some(defenders), Some(place)) =
            (player(&game.attackers.name), player(&game.defenders.name), self.ruleset_of(game))
        else {
            return false;
        };
        let seat = |side| {
            if side == Side::Attackers { attackers } else { defenders }
        };
        self.games += 1;

        let half_points = game.half_points(Side::Attackers);
        self.players[attackers].as_attackers.add(half_points);
        self.players[defenders].as_defenders.add(2 - half_points);
        self.against[attackers][defenders].add(half_points);
        self.against[defenders][attackers].add(2 - half_points);
        for (side, played) in game.moves_by_side() {
            let player = &mut self.players[seat(side)];
            if let Some(time) = played.remark.time {
                player.time.0 += time;
                player.time.1 += 1;
            }
            if let Some(lag) = played.remark.lag {
                player.lag = (player.lag.0 + lag, player.lag.1.max(lag), player.lag.2 + 1);
            }
            if let Some(depth) = played.remark.depth {
                player.depth.0 += u64::from(depth);
                player.depth.1 += 1;
            }
        }
        if let (Some(winner), Termination::Fault(kind)) = (game.winner, game.termination) {
            let loser = &mut self.players[seat(winner.other())];
            *loser.faults.entry(kind).or_default() += 1;
        }

        let ruleset = &mut self.rulesets[place];
        ruleset.attackers.add(half_points);
        ruleset.plies += game.moves.len() as u64;
        *ruleset.terminations.entry(game.termination).or_default() += 1;

        if game.extra(LOAD_TAG).is_some() {
            self.loaded.extend(game.index.map(|index| index.saturating_add(1)));
        }
        if let Some(index) = game.index {
            self.add_to_pair(HalfPair { index, attackers, half_points }, defenders, place);
        }
        true
    }

    /// Counts the pair once both its games are finished.
    fn add_to_pair(&mut self, game: HalfPair, defenders: usize, ruleset: usize) {
        let number = pair_of(game.index);
        match self.half_pairs.remove(&number) {
            Some(other) if other.index != game.index => {
                // Roles are usually swapped: this game's attackers defended in the other.
                let swapped = other.attackers == defenders;
                let earlier = if swapped { 2 - other.half_points } else { other.half_points };
                let points = game.half_points + earlier;
                for (player, points) in [(game.attackers, points), (defenders, 4 - points)] {
                    self.players[player].pairs.add(points);
                    self.rulesets[ruleset].pairs[player].add(points);
                }
            }
            _ => {
                self.half_pairs.insert(number, game);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{RecordedMove, RecordedPlayer, Remark};

    fn game(index: u64, attackers: &str, defenders: &str, winner: Option<Side>) -> GameRecord {
        let player = |name: &str| RecordedPlayer { name: name.into(), limits: "-".into() };
        let moved = |ms, depth| RecordedMove {
            text: "a1-a2".into(),
            remark: Remark { time: Some(Duration::from_millis(ms)), depth, ..Remark::default() },
            ..RecordedMove::default()
        };
        GameRecord {
            event: "test".into(),
            date: "?".into(),
            index: Some(index),
            round: Some(0),
            variant: "tablut".into(),
            rules: vec![],
            attackers: player(attackers),
            defenders: player(defenders),
            fen: None,
            first: Side::Attackers,
            moves: vec![moved(10, Some(4)), moved(30, None), moved(20, Some(7))],
            winner,
            termination: Termination::Fault(FaultKind::TimeForfeit),
            detail: None,
            extra: Vec::new(),
        }
    }

    const A: Option<Side> = Some(Side::Attackers);
    const D: Option<Side> = Some(Side::Defenders);

    #[test]
    fn pairs_are_counted_in_either_order() {
        for swap in [false, true] {
            let mut standings = Standings::new(["x", "y"], ["tablut"]);
            // x wins as attackers and draws as defenders: 3 of 4 half points.
            let mut pair = [game(4, "x", "y", A), game(5, "y", "x", None)];
            if swap {
                pair.swap(0, 1);
            }
            assert!(standings.add(&pair[0]));
            assert_eq!(standings.players[0].pairs.pairs(), 0);
            assert!(standings.add(&pair[1]));
            assert_eq!(standings.players[0].pairs.0, [0, 0, 0, 1, 0]);
            assert_eq!(standings.players[1].pairs.0, [0, 1, 0, 0, 0]);
            assert_eq!(standings.rulesets[0].pairs[0].0, [0, 0, 0, 1, 0]);
        }
    }

    #[test]
    fn games_of_different_pairs_are_not_mixed() {
        let mut standings = Standings::new(["x", "y"], ["tablut"]);
        standings.add(&game(1, "y", "x", A));
        standings.add(&game(2, "x", "y", A));
        assert_eq!(standings.players[0].pairs.pairs(), 0);
        standings.add(&game(0, "x", "y", D));
        assert_eq!(standings.players[0].pairs.0, [1, 0, 0, 0, 0]);
        assert_eq!(standings.players[1].pairs.0, [0, 0, 0, 0, 1]);
    }

    #[test]
    fn everything_is_booked_to_the_right_player() {
        let mut standings = Standings::new(["x", "y"], ["ard-ri", "tablut"]);
        standings.add(&game(0, "x", "y", D));
        let [x, y] = &standings.players[..] else { panic!() };
        assert_eq!((x.as_attackers.losses, y.as_defenders.wins), (1, 1));
        assert_eq!((x.total().games(), y.total().games()), (1, 1));
        assert_eq!(x.faults, BTreeMap::from([(FaultKind::TimeForfeit, 1)]));
        assert!(y.faults.is_empty());
        assert_eq!(x.time_per_move(), Some(Duration::from_millis(15)));
        assert_eq!(y.time_per_move(), Some(Duration::from_millis(30)));
        assert_eq!((x.mean_depth(), y.mean_depth()), (Some(5.5), None));
        assert_eq!(standings.rulesets[0].mean_length(), None);
        assert_eq!(standings.rulesets[1].mean_length(), Some(3.0));
        assert_eq!(standings.rulesets[1].attackers.losses, 1);
    }

    #[test]
    fn strangers_are_not_counted() {
        let mut standings = Standings::new(["x", "y"], ["tablut"]);
        assert!(!standings.add(&game(0, "x", "z", A)));
        assert_eq!(standings.games(), 0);
    }
}
