use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

fn size(format: StagedFormat, engines: usize, rounds: u32) -> StagedSize {
    StagedSize { format, engines, variants: 1, rounds, pairs: 1, roles: Roles::Swapped }
}

/// Plays everything; `result` gives the half points of the attackers.
fn play(schedule: &mut StagedSchedule, mut result: impl FnMut(Fixture) -> u8) {
    let mut index = 0;
    while let Some(fixture) = schedule.game(index) {
        schedule.note(index, result(fixture));
        index += 1;
    }
}

/// The better seed wins.
fn by_seed(game: Fixture) -> u8 {
    if game.attackers < game.defenders { 2 } else { 0 }
}

fn met(schedule: &StagedSchedule) -> Vec<Vec<[usize; 2]>> {
    let sorted = |meeting: &Meeting| {
        let mut engines = meeting.engines;
        engines.sort_unstable();
        engines
    };
    schedule.rounds().iter().map(|round| round.meetings.iter().map(sorted).collect()).collect()
}

#[test]
fn upper_halves_meet_lower_halves() {
    let mut schedule = StagedSchedule::new(size(StagedFormat::Swiss, 8, 3));
    assert_eq!((schedule.drawn(), schedule.expected()), (8, 24));
    play(&mut schedule, by_seed);
    assert_eq!(
        met(&schedule),
        [
            [[0, 4], [1, 5], [2, 6], [3, 7]],
            [[0, 2], [1, 3], [4, 6], [5, 7]],
            // 0 and 1 have won all, 6 and 7 none; 2 to 5 have one win each.
            [[0, 1], [2, 4], [3, 5], [6, 7]],
        ]
    );
    assert_eq!((schedule.drawn(), schedule.expected()), (24, 24));
    let places = schedule.places();
    assert_eq!((places[0].engine, places[0].half_points), (0, 12));
    assert_eq!(places[7].engine, 7);
    // 0 met 4, 2 and 1, who scored 2, 4 and 4 points.
    assert_eq!(places[0].buchholz, 20);
}

#[test]
fn everyone_rests_once_before_anyone_rests_again() {
    let mut schedule = StagedSchedule::new(size(StagedFormat::Swiss, 5, 5));
    play(&mut schedule, by_seed);
    let mut resting: Vec<usize> =
        schedule.rounds().iter().flat_map(|round| round.byes.clone()).collect();
    assert_eq!(resting[0], 4);
    resting.sort_unstable();
    assert_eq!(resting, [0, 1, 2, 3, 4]);
    assert!(schedule.places().iter().all(|place| place.byes == 1));
}

#[test]
fn a_level_knockout_is_decided_by_more_games_and_then_by_the_seeds() {
    let mut schedule = StagedSchedule::new(size(StagedFormat::Knockout, 2, 1));
    assert_eq!(schedule.expected(), 2);
    // The attackers win every game.
    play(&mut schedule, |_| 2);
    assert_eq!(schedule.drawn(), 2 + 2 * u64::from(TIE_BREAKS));
    let meeting = &schedule.rounds()[0].meetings[0];
    assert_eq!((meeting.winner, meeting.tie_breaks), (Some(0), TIE_BREAKS));
    let openings: Vec<u32> = (0..4).map(|pair| schedule.game(2 * pair).unwrap().opening).collect();
    assert_eq!(openings, [0, 1, 2, 3]);

    let mut schedule = StagedSchedule::new(size(StagedFormat::Knockout, 2, 1));
    // Engine 1 wins a game of the first tie-break.
    play(&mut schedule, |game| if game.index == 2 { 0 } else { 2 });
    assert_eq!((schedule.drawn(), schedule.expected()), (4, 4));
    assert_eq!(schedule.rounds()[0].meetings[0].winner, Some(1));
}

#[test]
fn games_are_counted_once_and_unknown_ones_never() {
    let mut schedule = StagedSchedule::new(size(StagedFormat::Swiss, 4, 2));
    for index in [0, 0, 0, 0, 9, 1, 2] {
        schedule.note(index, 2);
    }
    assert_eq!(schedule.drawn(), 4);
    assert_eq!(schedule.rounds()[0].meetings[0].half_points, [2, 2]);
    schedule.note(3, 2);
    assert_eq!(schedule.drawn(), 8);
}

fn results() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(0u8..3, 400)
}

proptest! {
    #[test]
    fn nobody_meets_again_while_there_is_a_choice(engines in 2usize..13, results in results()) {
        let rounds = engines as u32 / 2;
        let mut schedule = StagedSchedule::new(size(StagedFormat::Swiss, engines, rounds));
        play(&mut schedule, |game| results[game.index as usize % 400]);
        prop_assert_eq!(schedule.rounds().len() as u32, rounds);
        let mut seen = HashSet::new();
        for round in schedule.rounds() {
            let mut playing: Vec<usize> = round.meetings.iter().flat_map(|m| m.engines).collect();
            playing.extend(&round.byes);
            playing.sort_unstable();
            prop_assert_eq!(playing, (0..engines).collect::<Vec<_>>());
            prop_assert_eq!(round.byes.len(), engines % 2);
        }
        // Half the rounds of a round robin can always be paired without a rematch: every engine
        // still has more possible opponents than others are left (Dirac).
        for [one, other] in met(&schedule).into_iter().flatten() {
            prop_assert!(seen.insert((one, other)), "{one} met {other} again");
        }
        let byes = schedule.places();
        let rested = |place: &Place| place.byes;
        prop_assert!(byes.iter().map(rested).max() <= byes.iter().map(rested).min().map(|n| n + 1));
    }

    #[test]
    fn engines_attack_first_about_equally_often(engines in 2usize..10, results in results()) {
        let mut schedule = StagedSchedule::new(size(StagedFormat::Swiss, engines, 5));
        play(&mut schedule, |game| results[game.index as usize % 400]);
        for engine in 0..engines {
            let own = |place: usize| {
                let meetings = schedule.rounds().iter().flat_map(|round| &round.meetings);
                meetings.filter(|m| m.engines[place] == engine).count() as i64
            };
            prop_assert!((own(0) - own(1)).abs() <= 3, "{} {}", own(0), own(1));
        }
    }

    #[test]
    fn results_alone_decide_the_draw(knockout: bool, engines in 2usize..9, results in results()) {
        let format = if knockout { StagedFormat::Knockout } else { StagedFormat::Swiss };
        let rounds = format.rounds(engines);
        let mut schedule = StagedSchedule::new(size(format, engines, rounds));
        play(&mut schedule, |game| results[game.index as usize % 400]);
        prop_assert_eq!(schedule.drawn(), schedule.expected());
        // The games of a stage may end in any order.
        let mut again = StagedSchedule::new(size(format, engines, rounds));
        let mut from = 0;
        while from < again.drawn() {
            let to = again.drawn();
            for index in (from..to).rev() {
                again.note(index, results[index as usize % 400]);
            }
            from = to;
        }
        prop_assert_eq!(again.rounds(), schedule.rounds());
        if knockout {
            let last = &schedule.rounds().last().unwrap().meetings;
            prop_assert!(last.len() == 1 && last[0].winner.is_some());
        }
    }
}
