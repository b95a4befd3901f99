use super::*;
use crate::board::{Board7, Board11};
use crate::rules::find;

fn plan() -> PlayPlan {
    PlayPlan {
        evaluation: PlayEvaluation::Linear,
        nodes: 1,
        random_plies: (6, 6),
        window: 1000,
        even_out: 0,
        longest: 60,
        decided: 2000,
    }
}

fn player(plan: PlayPlan) -> BoardPlayer<Board11> {
    BoardPlayer::new(find("copenhagen").unwrap(), plan, 1).unwrap()
}

/// The lengths of the openings found for twelve games.
fn openings(plan: PlayPlan) -> Vec<usize> {
    let mut player = player(plan);
    let mut random = ChaCha8Rng::seed_from_u64(3);
    (0..12)
        .filter_map(|_| player.opening(&mut random, &Control::default()))
        .map(|game| game.line().len())
        .collect()
}

#[test]
fn a_plan_that_cannot_be_played_is_refused() {
    for (plan, wrong) in [
        (PlayPlan { random_plies: (7, 6), ..plan() }, PlanError::RandomPlies(7, 6)),
        (PlayPlan { window: -1, ..plan() }, PlanError::Window(-1)),
        (PlayPlan { longest: 65_536, ..plan() }, PlanError::Longest(65_536)),
    ] {
        let made = BoardPlayer::<Board11>::new(find("copenhagen").unwrap(), plan, 1);
        assert!(matches!(made, Err(PlayerError::Plan(error)) if error == wrong), "{wrong}");
    }
    let most = PlayPlan { window: Score::MAX, longest: 65_535, decided: -1, ..plan() };
    assert!(player(most).play(1, &Control::default()).is_some());
}

#[test]
fn openings_that_one_side_wins_are_evened_out() {
    let narrow = PlayPlan { nodes: 200, window: 20, ..plan() };
    let without = openings(narrow.clone());
    let with = openings(PlayPlan { even_out: 40, ..narrow });
    assert!(without.len() < with.len(), "{without:?} {with:?}");
    assert!(without.iter().all(|plies| *plies == 6) && with.iter().any(|plies| *plies > 6));
    let short = openings(PlayPlan { even_out: 40, longest: 8, window: 20, nodes: 200, ..plan() });
    assert!(short.iter().all(|plies| *plies < 8), "{short:?}");
}

#[test]
fn openings_that_are_evened_out_favour_each_side_alike() {
    let mut player =
        player(PlayPlan { even_out: 120, window: 300, nodes: 100, longest: 200, ..plan() });
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let leads: Vec<Score> = (0..40)
        .map(|_| {
            let game = player.opening(&mut random, &Control::default()).expect("an opening");
            let (_, score) = player.search(&game, &Control::default()).expect("a move");
            if game.to_move() == Side::Attackers { score } else { -score }
        })
        .collect();
    // The attackers' leads in three bands.
    let bands = [-300..-50, -50..50, 50..301]
        .map(|band| leads.iter().copied().filter(|lead| band.contains(lead)).count());
    assert!(bands.iter().all(|count| (8..=20).contains(count)), "{bands:?}: {leads:?}");
}

#[test]
fn a_stopped_game_is_left_out_at_once() {
    let mut player = player(PlayPlan { nodes: u64::MAX, ..plan() });
    let control = Control::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            control.stop();
        });
        assert!(player.play(0, &control).is_none());
    });
}

#[test]
fn draws_at_a_limit_of_moves_are_marked() {
    let mut rules = find("copenhagen").unwrap().clone();
    rules.turn_limit = std::num::NonZeroU16::new(20);
    let mut player = BoardPlayer::<Board11>::new(&rules, plan(), 1).unwrap();
    let game = player.play(0, &Control::default()).expect("an opening");
    assert_eq!(game.termination, Termination::Rules(EndReason::TurnLimit));
    assert!(!game.records.is_empty() && game.records.iter().all(|record| record.off_board));
}

#[test]
fn games_are_played_to_an_end_however_few_nodes_a_move_has() {
    let mut player = player(plan());
    for game in 0..4 {
        let SelfPlayGame { records, moves, .. } =
            player.play(game, &Control::default()).expect("an opening");
        let last = records.last().expect("a game has quiet positions");
        // A game without a winner or a repetition lasts to the last ply.
        assert!(last.result != 0 || last.ply > 40, "game {game} ends at ply {}", last.ply);
        assert!(moves.len() > usize::from(last.ply), "the moves lead past the last record");
    }
}

#[test]
fn a_game_that_ends_on_the_last_ply_ends_by_the_rules() {
    let plan = |longest| PlayPlan { random_plies: (2, 6), longest, ..plan() };
    let player =
        |longest| BoardPlayer::<Board7>::new(find("magpie").unwrap(), plan(longest), 1).unwrap();
    let mut games = 0;
    for number in 0..20 {
        let whole = player(200).play(number, &Control::default()).expect("an opening");
        let Termination::Rules(_) = whole.termination else { continue };
        let last = player(whole.moves.len() as u32)
            .play(number, &Control::default())
            .expect("the same opening");
        assert_eq!((last.winner, last.termination), (whole.winner, whole.termination));
        assert_eq!(last.records, whole.records);
        let cut = player(whole.moves.len() as u32 - 1)
            .play(number, &Control::default())
            .expect("the same opening");
        assert_eq!(cut.termination, Termination::Adjudication(Ground::MaxMoves));
        games += 1;
    }
    assert!(games > 0, "no game ended by the rules");
}
