use super::*;
use crate::arena::tournament::openings_source::{OpeningsOrder, OpeningsSource};
use crate::arena::tournament::settings::tests::settings;
use crate::arena::tournament::sprt::{EloModel, Sprt};
use crate::record::Ground;

fn record(plan: &Plan, index: u64) -> GameRecord {
    let fixture = plan.schedule.game(index).unwrap();
    let player = |i: usize| RecordedPlayer {
        name: plan.settings.engines[i].name.clone(),
        limits: "-".into(),
    };
    GameRecord {
        event: "test".into(),
        date: "?".into(),
        index: Some(index),
        round: Some(fixture.round),
        variant: plan.rulesets[fixture.variant].name.clone(),
        rules: plan.settings.alternates.clone(),
        attackers: player(fixture.attackers),
        defenders: player(fixture.defenders),
        fen: None,
        first: Side::Attackers,
        moves: vec![],
        winner: None,
        termination: Termination::Adjudication(Ground::MaxMoves),
        detail: None,
        extra: Vec::new(),
    }
}

#[test]
fn names_are_completed_and_rules_applied() {
    let plan = Plan::new(settings()).unwrap();
    assert_eq!(plan.settings.variants, ["brandubh-macwhite", "tablut"]);
    assert_eq!(plan.settings.alternates, [("KingMove".into(), "step".into())]);
    assert_eq!(plan.rulesets[1].king_move, crate::rules::Speed::STEP);
    assert_eq!(plan.schedule.len(), 12);
}

#[test]
fn impossible_matches_are_refused() {
    let refused = |change: fn(&mut MatchSettings)| {
        let mut settings = settings();
        change(&mut settings);
        Plan::new(settings).unwrap_err().to_string()
    };
    assert!(refused(|s| drop(s.engines.pop())).contains("at least two engines"));
    assert!(refused(|s| s.variants[0] = "tabluut".into()).contains("did you mean \"tablut\""));
    assert!(refused(|s| s.variants[0] = "TABLUT".into()).contains("tablut is given twice"));
    assert!(
        refused(|s| s.alternates[0].0 = "KingMoves".into()).contains("did you mean \"KingMove\"")
    );
    assert!(refused(|s| s.alternates[0].1 = "leap".into()).contains("one of rook, step"));
    assert!(refused(|s| s.rounds = 0).contains("at least 1"));
    assert!(
        refused(|s| s.openings = Some(OpeningsSource {
            file: "/no/{variant}".into(),
            order: OpeningsOrder::Random,
            start: 1,
            plies: None
        }))
        .contains("/no/brandubh-macwhite")
    );
    assert!(
        refused(|s| {
            s.engines.push(s.engines[0].clone());
            s.sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).ok();
        })
        .contains("but there are 3")
    );
    assert!(refused(|s| s.seeds = 2).contains("--format gauntlet"));
    assert!(refused(|s| s.pairs = 2).contains("round-robin, use --rounds"));
    assert!(
        refused(|s| s.format = TournamentFormat::Knockout).contains("of 2 engines is 1, not 3")
    );
    assert!(
        refused(|s| (s.format, s.share) = (TournamentFormat::Swiss, "1/2".parse().ok()))
            .contains("--format swiss cannot be played in shares")
    );
    assert!(
        refused(|s| {
            s.format = TournamentFormat::Swiss;
            s.sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).ok();
        })
        .contains("--format swiss cannot be ended by a test")
    );
    assert!(
        refused(|s| (s.format, s.seeds) = (TournamentFormat::Gauntlet, 2))
            .contains("2 seeds of 2 engines")
    );
    assert!(
        refused(|s| s.engines[0].variant = Some("tabluut".into()))
            .contains("did you mean \"tablut\"")
    );
    assert!(
        refused(|s| s.engines[0].variant_names = "tafl".parse().unwrap())
            .contains("several rulesets")
    );
}

#[test]
fn a_gauntlet_can_be_tested() {
    let mut settings = settings();
    settings.engines.push(settings.engines[0].clone());
    settings.format = TournamentFormat::Gauntlet;
    settings.sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).ok();
    assert!(Plan::new(settings).is_ok());
}

#[test]
fn settings_survive_their_text() {
    let plan = Plan::new(settings()).unwrap();
    let text = serde_json::to_string(&plan.settings).unwrap();
    assert!(!text.contains('\n'));
    assert_eq!(serde_json::from_str::<MatchSettings>(&text).unwrap(), plan.settings);
}

#[test]
fn what_is_left_is_what_is_not_on_file() {
    let mut plan = Plan::new(settings()).unwrap();
    let earlier: Vec<_> = [3, 0, 3, 11].map(|i| record(&plan, i)).into();
    let left: Vec<_> = plan.remaining(&earlier).unwrap().iter().map(|f| f.index).collect();
    assert_eq!(left, [1, 2, 4, 5, 6, 7, 8, 9, 10]);
}

#[test]
fn games_of_another_match_are_refused() {
    let mut plan = Plan::new(settings()).unwrap();
    let mut with = |change: fn(&mut GameRecord)| {
        let mut game = record(&plan, 2);
        change(&mut game);
        plan.remaining(&[game]).unwrap_err()
    };
    assert_eq!(with(|g| g.index = Some(12)), ResumeError::NotScheduled { game: 13, rounds: 3 });
    assert_eq!(with(|g| g.index = None), ResumeError::NoNumber);
    assert_eq!(with(|g| g.variant = "ard-ri".into()), ResumeError::OtherPlayers { game: 3 });
    assert_eq!(with(|g| g.index = Some(3)), ResumeError::OtherPlayers { game: 4 });
    assert_eq!(with(|g| g.rules.clear()), ResumeError::OtherAlternates { game: 3 });
    assert_eq!(with(|g| g.fen = Some("x a".into())), ResumeError::OtherOpening { game: 3 });
}
