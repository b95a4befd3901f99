//! The order of the engines in a match, and what a reader of the standings needs beside the numbers.

use std::cmp::Reverse;

use super::staged::Place;
use super::standings::{PlayerStanding, Standings};

impl Standings {
    /// The engines, best first: by their places in a Swiss tournament, else by their scores.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        if !self.places.is_empty() {
            return self.places.iter().map(|place| place.engine).collect();
        }
        let score = |engine: usize| self.players[engine].total().score().unwrap_or(0.0);
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        order
    }

    /// The engines' results in that order.
    pub fn ordered(&self) -> impl Iterator<Item = &PlayerStanding> {
        self.order().into_iter().map(|engine| &self.players[engine])
    }

    /// The places of a Swiss tournament with their numbers, the best first. Engines level on points and
    /// Buchholz share a place, and the numbers after it are skipped.
    pub fn numbered_places(&self) -> impl Iterator<Item = (usize, &Place)> {
        let level = |place: &Place| Reverse((place.half_points, place.buchholz));
        self.places.iter().map(move |place| {
            let better = self.places.partition_point(|other| level(other) < level(place));
            (better + 1, place)
        })
    }

    /// The winner of a knockout. `None` before the end of the final, and in other formats.
    #[must_use]
    pub fn champion(&self) -> Option<&str> {
        let [last] = &self.rounds.last()?.meetings[..] else { return None };
        last.winner.map(|winner| self.players[winner].name.as_str())
    }

    /// Why Elo and score may disagree: games whose pair is not complete count for the score alone.
    #[must_use]
    pub fn pairs_note(&self) -> Option<String> {
        // Each pair counts for both its engines.
        let paired: u64 = self.players.iter().map(|player| player.pairs.pairs()).sum();
        let games = self.games();
        (paired < games).then(|| {
            format!("Score counts all {games} games; Elo, nElo and LOS only the {paired} in complete pairs.")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::staged::{Meeting, Round};
    use super::*;
    use crate::record;
    use statistics::Wdl;

    /// Three engines after a Swiss round: `c` rested, and so leads although its score in games is nothing.
    fn swiss() -> Standings {
        let mut standings = Standings::new(["a", "b", "c"], ["tablut"]);
        standings.players[0].as_attackers = Wdl { wins: 1, draws: 2, losses: 1 };
        standings.players[1].as_attackers = Wdl { wins: 1, draws: 2, losses: 1 };
        let place = |engine, half_points, byes| Place { engine, half_points, byes, buchholz: 4 };
        standings.places = vec![place(2, 8, 1), place(0, 4, 0), place(1, 4, 0)];
        standings
    }

    #[test]
    fn places_come_before_scores() {
        let mut standings = swiss();
        assert_eq!(standings.order(), [2, 0, 1]);
        standings.places.clear();
        assert_eq!(standings.order(), [0, 1, 2]);
        standings.players[2].as_defenders.wins = 1;
        assert_eq!(standings.order(), [2, 0, 1]);
    }

    #[test]
    fn level_engines_share_a_place() {
        let mut standings = swiss();
        let numbers = |standings: &Standings| -> Vec<usize> {
            standings.numbered_places().map(|(number, _)| number).collect()
        };
        assert_eq!(numbers(&standings), [1, 2, 2]);
        standings.places[0] = Place { engine: 2, ..standings.places[1] };
        assert_eq!(numbers(&standings), [1, 1, 1]);
        standings.places[2].buchholz = 3;
        assert_eq!(numbers(&standings), [1, 1, 3]);
    }

    #[test]
    fn a_knockout_has_a_champion_after_the_final() {
        let mut standings = Standings::new(["a", "b"], ["tablut"]);
        assert_eq!(standings.champion(), None);
        let round = |winner| {
            let meeting = Meeting { winner, ..Meeting::new([0, 1]) };
            Round { meetings: vec![meeting], byes: Vec::new() }
        };
        standings.rounds = vec![round(None)];
        assert_eq!(standings.champion(), None);
        standings.rounds = vec![round(Some(1))];
        assert_eq!(standings.champion(), Some("b"));
    }

    #[test]
    fn a_half_pair_is_noted() {
        let mut standings = Standings::new(["a", "b"], ["tablut"]);
        let mut add = |number: u64, attackers: &str, defenders: &str| {
            let text = format!(
                "[Game \"{number}\"]\n[Variant \"tablut\"]\n[Attackers \"{attackers}\"]\n\
                 [Defenders \"{defenders}\"]\n[Result \"draw\"]\n[Termination \"draw-agreed\"]\n\ndraw\n\n"
            );
            standings.add(&record::read(text.as_bytes()).unwrap().games[0]);
            standings.pairs_note()
        };
        let half = |games, paired| {
            Some(format!(
                "Score counts all {games} games; Elo, nElo and LOS only the {paired} in complete pairs."
            ))
        };
        assert_eq!(add(1, "a", "b"), half(1, 0));
        assert_eq!(add(2, "b", "a"), None);
        assert_eq!(add(3, "a", "b"), half(3, 2));
    }
}
