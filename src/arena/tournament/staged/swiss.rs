//! The pairings of a Swiss tournament.
//!
//! A simplified Dutch system (FIDE Handbook, C.04.3): engines are ranked by score and then by their
//! order in the match. Within a score group the upper half meets the lower half, and whoever is left
//! over meets the best of the next group. Where that would be a rematch, or would leave others with
//! nothing but rematches, the next best opponent follows. Left out are the criteria for colours,
//! because the roles are swapped in each pair of games, and those for repeated floats.

use super::matching::Meetings;
use super::{Meeting, Round};

/// An engine before a round.
#[derive(Clone, Copy, Debug, Default)]
struct Entrant {
    half_points: u32,
    byes: u32,
    /// Meetings in which it attacked first, less those in which it attacked second. The number of the
    /// former alone would favour engines that have rested.
    surplus: i32,
}

/// The next round after these, in which `games` are played in each meeting.
pub(super) fn next_round(rounds: &[Round], engines: usize, games: u32) -> Round {
    let mut entrants = vec![Entrant::default(); engines];
    let mut met = Meetings::none(engines);
    for round in rounds {
        for meeting in &round.meetings {
            met.add(meeting.engines);
            entrants[meeting.engines[0]].surplus += 1;
            entrants[meeting.engines[1]].surplus -= 1;
            for (engine, points) in meeting.engines.into_iter().zip(meeting.half_points) {
                entrants[engine].half_points += points;
            }
        }
        for &engine in &round.byes {
            entrants[engine].byes += 1;
            entrants[engine].half_points += 2 * games;
        }
    }
    let mut ranked: Vec<usize> = (0..engines).collect();
    ranked.sort_by_key(|&engine| std::cmp::Reverse(entrants[engine].half_points));
    let byes = take_bye(&mut ranked, &entrants, &met).into_iter().collect();
    let meetings = pair(ranked, &entrants, &met);
    Round { meetings, byes }
}

/// Takes out the engine that rests, if their number is odd: of those that have rested least, the
/// lowest whose rest lets the others be paired with the fewest repeated meetings.
fn take_bye(ranked: &mut Vec<usize>, entrants: &[Entrant], met: &Meetings) -> Option<usize> {
    if ranked.len().is_multiple_of(2) {
        return None;
    }
    let without = |place: usize| {
        let mut others = ranked.clone();
        others.remove(place);
        others
    };
    let place = (0..ranked.len())
        .rev()
        .min_by_key(|&place| (entrants[ranked[place]].byes, met.least_repeats(&without(place))))?;
    Some(ranked.remove(place))
}

/// Pairs the engines from the first down: each meets the opponent it should most, as long as the rest
/// can still be paired.
fn pair(mut ranked: Vec<usize>, entrants: &[Entrant], met: &Meetings) -> Vec<Meeting> {
    let most = met.least_repeats(&ranked);
    let mut meetings = Vec::new();
    while ranked.len() > 1 {
        let best = ranked.remove(0);
        let mut choices = preferences(best, &ranked, entrants);
        choices.sort_by_key(|&place| met.of(best, ranked[place]));
        let fits = |place: &usize| {
            let mut rest = ranked.clone();
            met.of(best, rest.remove(*place)) <= most && met.can_pair(&rest, most)
        };
        // One fits, because all could be paired; the first would do if that were wrong.
        let place = choices.iter().copied().find(fits).unwrap_or(choices[0]);
        let opponent = ranked.remove(place);
        let second = entrants[opponent].surplus < entrants[best].surplus;
        meetings.push(Meeting::new(if second { [opponent, best] } else { [best, opponent] }));
    }
    meetings
}

/// The places of an engine's opponents, best first: from the middle of its score group down, then up,
/// then the lower groups from the top.
fn preferences(best: usize, others: &[usize], entrants: &[Entrant]) -> Vec<usize> {
    let score = entrants[best].half_points;
    let group = others.iter().take_while(|&&other| entrants[other].half_points == score).count();
    // With `best` itself the group has one more, and its lower half begins here.
    let lower = group.div_ceil(2).saturating_sub(1);
    (lower..group).chain((0..lower).rev()).chain(group..others.len()).collect()
}
