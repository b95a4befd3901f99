use super::*;
use proptest::prelude::*;
use std::collections::HashMap;

fn size(
    format: TournamentFormat,
    seeds: usize,
    engines: usize,
    variants: usize,
    rounds: u32,
) -> MatchSize {
    MatchSize { format, seeds, engines, variants, rounds, pairs: 1, ..MatchSize::default() }
}

fn scheduled(
    format: TournamentFormat,
    seeds: usize,
    engines: usize,
    variants: usize,
    rounds: u32,
) -> MatchSchedule {
    MatchSchedule::new(&size(format, seeds, engines, variants, rounds))
}

#[test]
fn engines_that_join_play_what_they_missed_and_nothing_else_changes() {
    let before = scheduled(TournamentFormat::RoundRobin, 1, 3, 2, 4);
    let joinings = vec![Joining { engines: 3, rounds: 4 }, Joining { engines: 4, rounds: 5 }];
    let after = MatchSchedule::new(&MatchSize {
        joinings,
        ..size(TournamentFormat::RoundRobin, 1, 6, 2, 6)
    });
    for game in before.games() {
        assert_eq!(after.game(game.index), Some(game));
    }
    let key = |game: Fixture| (game.round, game.variant, game.attackers, game.defenders);
    let mut played: Vec<_> = after.games().map(key).collect();
    let mut wanted: Vec<_> =
        scheduled(TournamentFormat::RoundRobin, 1, 6, 2, 6).games().map(key).collect();
    played.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(played, wanted);
    assert!(after.games().enumerate().all(|(place, game)| place as u64 == game.index));
}

#[test]
fn two_engines_swap_roles_game_by_game() {
    let schedule = scheduled(TournamentFormat::RoundRobin, 1, 2, 1, 2);
    let players: Vec<_> = schedule.games().map(|g| (g.round, g.attackers, g.defenders)).collect();
    assert_eq!(players, [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0)]);
}

#[test]
fn gauntlet_spares_the_others() {
    let schedule = scheduled(TournamentFormat::Gauntlet, 1, 4, 2, 3);
    assert_eq!(schedule.len(), 2 * 3 * 2 * 3);
    assert!(schedule.games().all(|g| g.attackers == 0 || g.defenders == 0));
}

#[test]
fn seeds_meet_the_others_and_not_each_other() {
    let schedule = scheduled(TournamentFormat::Gauntlet, 2, 5, 1, 1);
    assert_eq!(schedule.len(), 2 * 2 * 3);
    assert!(schedule.games().all(|g| (g.attackers < 2) != (g.defenders < 2)));
    assert!(scheduled(TournamentFormat::Gauntlet, 5, 3, 1, 1).is_empty());
}

#[test]
fn roles_can_be_reversed_or_fixed() {
    let attackers = |roles| {
        let size = MatchSize { roles, ..size(TournamentFormat::RoundRobin, 1, 2, 1, 1) };
        let schedule = MatchSchedule::new(&size);
        schedule.games().map(|game| game.attackers).collect::<Vec<_>>()
    };
    assert_eq!(attackers(Roles::Swapped), [0, 1]);
    assert_eq!(attackers(Roles::Reversed), [1, 0]);
    assert_eq!(attackers(Roles::Fixed), [0, 0]);
}

#[test]
fn berger_tables_are_those_of_the_handbook() {
    let table =
        |engines| berger(engines).into_iter().map(|(a, b)| (a + 1, b + 1)).collect::<Vec<_>>();
    assert_eq!(table(4), [(1, 4), (2, 3), (4, 3), (1, 2), (2, 4), (3, 1)]);
    let six = table(6);
    assert_eq!(six[..6], [(1, 6), (2, 5), (3, 4), (6, 4), (5, 3), (1, 2)]);
    assert_eq!(six[6..9], [(2, 6), (3, 1), (4, 5)]);
    // With a place empty, the one that would have met it rests.
    assert_eq!(table(3), [(2, 3), (1, 2), (3, 1)]);
    assert_eq!((table(0).len(), table(1).len()), (0, 0));
}

#[test]
fn one_engine_has_nobody_to_play() {
    assert!(scheduled(TournamentFormat::RoundRobin, 1, 1, 3, 10).is_empty());
    assert_eq!(scheduled(TournamentFormat::Gauntlet, 1, 0, 3, 10).game(0), None);
}

proptest! {
    #[test]
    fn the_berger_order_has_the_games_of_a_round_robin(engines in 2usize..12) {
        let games = |format| {
            let schedule = scheduled(format, 1, engines, 1, 1);
            let mut games: Vec<_> =
                schedule.games().map(|game| (game.attackers, game.defenders)).collect();
            games.sort_unstable();
            games
        };
        prop_assert_eq!(games(TournamentFormat::Berger), games(TournamentFormat::RoundRobin));
        let of_round = engines / 2;
        for round in berger(engines).chunks(of_round) {
            let mut playing: Vec<usize> = round.iter().flat_map(|&(a, b)| [a, b]).collect();
            playing.sort_unstable();
            playing.dedup();
            prop_assert_eq!(playing.len(), 2 * of_round);
        }
    }

    #[test]
    fn every_meeting_happens_once_in_each_role(engines in 2usize..6, variants in 1usize..4, rounds in 1u32..4) {
        let schedule = scheduled(TournamentFormat::RoundRobin, 1, engines, variants, rounds);
        let mut seen = HashMap::new();
        for game in schedule.games() {
            prop_assert_ne!(game.attackers, game.defenders);
            *seen.entry((game.round, game.variant, game.attackers, game.defenders)).or_insert(0) += 1;
        }
        prop_assert_eq!(seen.len(), engines * (engines - 1) * variants * rounds as usize);
        prop_assert!(seen.values().all(|&n| n == 1));
        prop_assert_eq!(seen.len() as u64, schedule.len());
    }

    #[test]
    fn pairs_swap_roles_and_rounds_extend(engines in 2usize..6, variants in 1usize..4, rounds in 1u32..4) {
        let schedule = scheduled(TournamentFormat::RoundRobin, 1, engines, variants, rounds);
        let longer = scheduled(TournamentFormat::RoundRobin, 1, engines, variants, rounds + 5);
        let games: Vec<_> = schedule.games().collect();
        for pair in games.chunks(2) {
            prop_assert_eq!(pair_of(pair[0].index), pair_of(pair[1].index));
            prop_assert_eq!((pair[0].attackers, pair[0].defenders), (pair[1].defenders, pair[1].attackers));
            prop_assert_eq!((pair[0].round, pair[0].variant), (pair[1].round, pair[1].variant));
        }
        for game in games {
            prop_assert_eq!(longer.game(game.index), Some(game));
        }
    }
}
