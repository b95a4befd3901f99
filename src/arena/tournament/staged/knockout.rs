//! The bracket of a knockout tournament.
//!
//! Engines are seeded in the order of the match. The best seeds rest in the first round if there are
//! too few engines for a full bracket, and the two best can only meet in the final.

use super::{Meeting, Round};

/// Number of rounds of a knockout with this many engines.
pub(super) fn rounds_of(engines: usize) -> u32 {
    engines.next_power_of_two().ilog2()
}

/// The next round after these, all of whose meetings have a winner. `None` after the final.
pub(super) fn next_round(rounds: &[Round], engines: usize) -> Option<Round> {
    let slots = match rounds.last() {
        None => bracket(engines),
        Some(last) => {
            let winners = last.meetings.iter().filter_map(|meeting| meeting.winner);
            let left: Vec<usize> = winners.chain(last.byes.iter().copied()).collect();
            bracket(engines).into_iter().filter(|seed| left.contains(seed)).collect()
        }
    };
    (slots.len() > 1).then(|| draw(&slots, engines, rounds))
}

/// The seeds in the order of the bracket; those from `engines` on are places without an engine.
fn bracket(engines: usize) -> Vec<usize> {
    let mut slots = vec![0];
    while slots.len() < engines {
        let last = 2 * slots.len() - 1;
        slots = slots.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    slots
}

/// A round of neighbours. Of two engines, the one that has attacked first less often does so now, or
/// else the better seed.
fn draw(slots: &[usize], engines: usize, rounds: &[Round]) -> Round {
    let firsts = |engine: usize| {
        let meetings = rounds.iter().flat_map(|round| &round.meetings);
        meetings.filter(|meeting| meeting.engines[0] == engine).count()
    };
    let mut round = Round::default();
    for pair in slots.chunks_exact(2) {
        let (better, worse) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        if worse >= engines {
            round.byes.push(better);
        } else if firsts(worse) < firsts(better) {
            round.meetings.push(Meeting::new([worse, better]));
        } else {
            round.meetings.push(Meeting::new([better, worse]));
        }
    }
    round
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_seeds_rest_and_meet_last() {
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        assert_eq!([2, 3, 4, 5, 8, 9].map(rounds_of), [1, 2, 2, 3, 3, 4]);
        let mut rounds = vec![next_round(&[], 6).unwrap()];
        let engines = |round: &Round| round.meetings.iter().map(|m| m.engines).collect::<Vec<_>>();
        assert_eq!((engines(&rounds[0]), &rounds[0].byes[..]), (vec![[3, 4], [2, 5]], &[0, 1][..]));
        rounds[0].meetings[0].winner = Some(4);
        rounds[0].meetings[1].winner = Some(2);
        let second = next_round(&rounds, 6).unwrap();
        // Who has attacked first before now attacks second.
        assert_eq!((engines(&second), second.byes.len()), (vec![[0, 4], [1, 2]], 0));
        rounds.push(second);
        rounds[1].meetings[0].winner = Some(4);
        rounds[1].meetings[1].winner = Some(1);
        let last = next_round(&rounds, 6).unwrap();
        assert_eq!(engines(&last), [[4, 1]]);
        rounds.push(last);
        rounds[2].meetings[0].winner = Some(1);
        assert!(next_round(&rounds, 6).is_none());
    }
}
