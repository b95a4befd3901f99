//! Formats in which results decide who meets next: Swiss and knockout tournaments.
//!
//! Their pairs of games are drawn in stages, each after all games of the last have ended. What is
//! drawn depends on the settings and the results alone, so a stopped match draws the same again.

mod knockout;
mod matching;
mod swiss;

use serde::Serialize;

use super::fixture::{Fixture, Roles, pair_of};

/// Pairs of games that decide a level meeting in a knockout, one after the other, before the better
/// seed goes through.
const TIE_BREAKS: u32 = 3;

/// Two engines that play each other in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Meeting {
    /// The engines, by their place in the match. The first one attacks first.
    pub engines: [usize; 2],
    /// Their half points in the games so far.
    pub half_points: [u32; 2],
    /// Who goes through, in a knockout.
    pub winner: Option<usize>,
    /// Pairs of games that were added because the meeting was level.
    pub tie_breaks: u32,
}

impl Meeting {
    pub(super) fn new(engines: [usize; 2]) -> Self {
        Self { engines, half_points: [0; 2], winner: None, tie_breaks: 0 }
    }
}

/// A round of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Round {
    /// Who meets whom.
    pub meetings: Vec<Meeting>,
    /// The engines that rest.
    pub byes: Vec<usize>,
}

/// What decides who meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StagedFormat {
    /// Engines of about the same score.
    Swiss,
    /// The winners of the last round.
    Knockout,
}

impl StagedFormat {
    /// The usual number of rounds for this many engines; a knockout has no other.
    pub fn rounds(self, engines: usize) -> u32 {
        knockout::rounds_of(engines)
    }
}

/// The size of a tournament.
#[derive(Clone, Copy, Debug)]
pub(super) struct StagedSize {
    pub format: StagedFormat,
    pub engines: usize,
    pub variants: usize,
    pub rounds: u32,
    /// Pairs of games in each meeting and ruleset, at least 1.
    pub pairs: u32,
    pub roles: Roles,
}

/// A pair of games that has been drawn.
#[derive(Clone, Copy, Debug)]
struct DrawnPair {
    round: usize,
    /// The place of its meeting in the round.
    meeting: usize,
    variant: usize,
    opening: u32,
}

/// The games drawn so far, and their results.
#[derive(Clone, Debug)]
pub(super) struct StagedSchedule {
    size: StagedSize,
    rounds: Vec<Round>,
    drawn: Vec<DrawnPair>,
    /// Whether each drawn game has ended.
    ended: Vec<bool>,
    /// Number of drawn games that have not ended.
    open: usize,
}

impl StagedSchedule {
    /// A tournament with its first round drawn.
    pub fn new(size: StagedSize) -> Self {
        let mut new =
            Self { size, rounds: Vec::new(), drawn: Vec::new(), ended: Vec::new(), open: 0 };
        if size.engines > 1 && size.variants > 0 && size.rounds > 0 {
            new.draw();
        }
        new
    }

    /// The rounds drawn so far.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Number of games drawn so far.
    pub fn drawn(&self) -> u64 {
        self.ended.len() as u64
    }

    /// Number of games in all, without tie-breaks that are not drawn yet.
    pub fn expected(&self) -> u64 {
        let StagedSize { engines, rounds, .. } = self.size;
        let later: u64 = match self.size.format {
            StagedFormat::Swiss => {
                (u64::from(rounds) - self.rounds.len() as u64) * (engines / 2) as u64
            }
            StagedFormat::Knockout => {
                let drawn: usize = self.rounds.iter().map(|round| round.meetings.len()).sum();
                (engines.saturating_sub(1) - drawn) as u64
            }
        };
        self.drawn() + later * self.games_of_meeting()
    }

    /// Number of games of a meeting, without tie-breaks.
    fn games_of_meeting(&self) -> u64 {
        2 * u64::from(self.size.pairs) * self.size.variants as u64
    }

    /// Whether all games that will ever be drawn have ended.
    pub fn is_over(&self) -> bool {
        self.open == 0
    }

    /// Number of different openings that are played in a ruleset, without tie-breaks.
    pub fn openings(&self) -> u32 {
        self.size.rounds.saturating_mul(self.size.pairs)
    }

    /// The drawn game at an index.
    pub fn game(&self, index: u64) -> Option<Fixture> {
        let pair = *self.drawn.get(usize::try_from(pair_of(index)).ok()?)?;
        let [one, other] = self.rounds[pair.round].meetings[pair.meeting].engines;
        let second = self.size.roles.second_attacks(index);
        let (attackers, defenders) = if second { (other, one) } else { (one, other) };
        Some(Fixture {
            index,
            round: u32::try_from(pair.round).ok()?,
            opening: pair.opening,
            variant: pair.variant,
            attackers,
            defenders,
        })
    }

    /// Counts the result of a game, by the half points of its attackers, and draws more games if it
    /// was the last one drawn. Games that are unknown or already counted change nothing.
    pub fn note(&mut self, index: u64, attackers: u8) {
        let Some(fixture) = self.game(index) else { return };
        let Some(ended) = usize::try_from(index).ok().and_then(|at| self.ended.get_mut(at)) else {
            return;
        };
        if std::mem::replace(ended, true) {
            return;
        }
        let pair = self.drawn[pair_of(index) as usize];
        let meeting = &mut self.rounds[pair.round].meetings[pair.meeting];
        let attacking = usize::from(meeting.engines[1] == fixture.attackers);
        meeting.half_points[attacking] += u32::from(attackers);
        meeting.half_points[1 - attacking] += 2 - u32::from(attackers);
        self.open -= 1;
        if self.open == 0 {
            self.draw();
        }
    }

    /// Draws the next games: tie-breaks, or a round. Draws nothing once the tournament is over.
    fn draw(&mut self) {
        let StagedSize { engines, rounds, .. } = self.size;
        let next = match self.size.format {
            StagedFormat::Knockout => {
                if self.draw_tie_breaks() {
                    return;
                }
                knockout::next_round(&self.rounds, engines)
            }
            StagedFormat::Swiss => {
                let games = u32::try_from(self.games_of_meeting()).unwrap_or(u32::MAX);
                (self.rounds.len() < rounds as usize)
                    .then(|| swiss::next_round(&self.rounds, engines, games))
            }
        };
        let Some(next) = next else { return };
        let (round, meetings) = (self.rounds.len(), next.meetings.len());
        self.rounds.push(next);
        for number in 0..self.size.pairs {
            let opening = self.opening(round, number);
            for variant in 0..self.size.variants {
                for meeting in 0..meetings {
                    self.add(DrawnPair { round, meeting, variant, opening });
                }
            }
        }
    }

    /// Names the winners of the last round; level meetings get another pair of games each, or the
    /// better seed wins if there were enough. Returns whether any games were added.
    fn draw_tie_breaks(&mut self) -> bool {
        let Some(round) = self.rounds.len().checked_sub(1) else { return false };
        let mut added = Vec::new();
        for (place, meeting) in self.rounds[round].meetings.iter_mut().enumerate() {
            let [one, other] = meeting.engines;
            let [own, others] = meeting.half_points;
            if meeting.winner.is_some() {
            } else if own != others {
                meeting.winner = Some(if own > others { one } else { other });
            } else if meeting.tie_breaks == TIE_BREAKS {
                meeting.winner = Some(one.min(other));
            } else {
                added.push((place, meeting.tie_breaks));
                meeting.tie_breaks += 1;
            }
        }
        for &(meeting, number) in &added {
            let variant = number as usize % self.size.variants;
            let opening = self.opening(round, self.size.pairs.saturating_add(number));
            self.add(DrawnPair { round, meeting, variant, opening });
        }
        !added.is_empty()
    }

    /// The opening of the pair of games with this number in its meeting and ruleset.
    fn opening(&self, round: usize, number: u32) -> u32 {
        let round = u32::try_from(round).unwrap_or(u32::MAX);
        round.saturating_mul(self.size.pairs).saturating_add(number)
    }

    fn add(&mut self, pair: DrawnPair) {
        self.drawn.push(pair);
        self.ended.extend([false; 2]);
        self.open += 2;
    }

    /// The engines in the order of their scores in a Swiss tournament. Of equal ones the one whose
    /// opponents have scored more is before the other (Buchholz).
    pub fn places(&self) -> Vec<Place> {
        if self.size.format != StagedFormat::Swiss {
            return Vec::new();
        }
        let mut places: Vec<Place> =
            (0..self.size.engines).map(|engine| Place { engine, ..Place::default() }).collect();
        for round in &self.rounds {
            for meeting in &round.meetings {
                for (engine, points) in meeting.engines.into_iter().zip(meeting.half_points) {
                    places[engine].half_points += u64::from(points);
                }
            }
            for &engine in &round.byes {
                places[engine].half_points += 2 * self.games_of_meeting();
                places[engine].byes += 1;
            }
        }
        let points: Vec<u64> = places.iter().map(|place| place.half_points).collect();
        for meeting in self.rounds.iter().flat_map(|round| &round.meetings) {
            let [one, other] = meeting.engines;
            places[one].buchholz += points[other];
            places[other].buchholz += points[one];
        }
        places.sort_by_key(|place| std::cmp::Reverse((place.half_points, place.buchholz)));
        places
    }
}

/// An engine's place in a Swiss tournament. Points are counted in halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The engine, by its place in the match.
    pub engine: usize,
    /// Its score, with full marks for each round in which it rested.
    pub half_points: u64,
    /// The sum of its opponents' scores.
    pub buchholz: u64,
    /// The rounds in which it rested.
    pub byes: u32,
}

impl Place {
    /// Its points, for people.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.half_points as f64 / 2.0
    }

    /// Its Buchholz score, for people.
    #[must_use]
    pub fn buchholz_points(&self) -> f64 {
        self.buchholz as f64 / 2.0
    }
}

#[cfg(test)]
mod tests;
