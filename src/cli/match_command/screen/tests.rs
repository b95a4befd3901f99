//! The display of a match in a terminal in memory.

use super::*;
use crate::arena::engine::read_engines;
use crate::arena::game::Adjudication;
use crate::arena::tournament::{MatchSettings, Standings, TournamentFormat};
use crate::board::EndReason;
use crate::record::{FaultKind, RecordedPlayer};
use crate::rules::Side;
use indicatif::{InMemoryTerm, TermLike};

/// Ten games of "one" against "two".
fn plan() -> Plan {
    let words = |name: &str| ["cmd=sh", "depth=1", name].map(str::to_owned).to_vec();
    Plan::new(MatchSettings {
        event: "test".to_owned(),
        engines: read_engines(&[], &[words("name=one"), words("name=two")]).unwrap(),
        format: TournamentFormat::RoundRobin,
        roles: Default::default(),
        seeds: 1,
        pairs: 1,
        joinings: Vec::new(),
        variants: vec!["tablut".to_owned()],
        variants_file: None,
        own_rulesets: Vec::new(),
        alternates: Vec::new(),
        rounds: 5,
        openings: None,
        openings_hash: None,
        seed: 0,
        adjudication: Adjudication::default(),
        sprt: None,
        share: None,
    })
    .unwrap()
}

/// A game won by the defenders.
fn game(plan: &Plan, index: u64, termination: Termination) -> GameRecord {
    let fixture = plan.schedule.game(index).unwrap();
    let player = |place: usize| RecordedPlayer {
        name: plan.settings.engines[place].name.clone(),
        limits: "depth 1".to_owned(),
    };
    GameRecord {
        event: "test".to_owned(),
        date: "?".to_owned(),
        index: Some(index),
        round: Some(fixture.round),
        variant: "tablut".to_owned(),
        rules: Vec::new(),
        attackers: player(fixture.attackers),
        defenders: player(fixture.defenders),
        fen: None,
        first: Side::Attackers,
        moves: Vec::new(),
        winner: Some(Side::Defenders),
        termination,
        detail: None,
        extra: Vec::new(),
    }
}

/// A screen on an in-memory terminal after games with these endings.
fn shown(endings: &[Termination]) -> (InMemoryTerm, Screen) {
    shown_in(40, endings)
}

/// The same in a terminal with this number of rows.
fn shown_in(rows: u16, endings: &[Termination]) -> (InMemoryTerm, Screen) {
    let terminal = InMemoryTerm::new(rows, 100);
    let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
    let plan = plan();
    let total = plan.total();
    let mut screen = Screen::drawn_on(target, Style::Live, 1, total, 0);
    screen.begin(&plan, 0, 2);
    let mut standings = Standings::new(["one", "two"], ["tablut"]);
    for (index, termination) in (0..).zip(endings) {
        let game = game(&plan, index, *termination);
        standings.add(&game);
        let progress = MatchProgress { plan: &plan, standings: &standings, llr: None, total };
        screen.finished(&progress, &game);
    }
    screen.bar.force_draw();
    (terminal, screen)
}

#[test]
fn the_live_screen_shows_the_standings_and_how_far_the_match_is() {
    let won = Termination::Rules(EndReason::KingEscaped);
    let (terminal, screen) = shown(&[won, won, won]);
    let text = terminal.contents();
    assert!(text.starts_with("10 games, 2 at a time, tablut: one (depth 1), two"), "{text}");
    assert!(text.lines().nth(1).unwrap().contains("] 3/10 games, "), "{text}");
    assert!(text.contains("two against one") || text.contains("one against two"), "{text}");
    assert!(text.contains("king-escaped 3"), "{text}");
    // A game without a fault leaves no line, and each table replaces the last.
    assert!(!text.contains("Game ") && !text.contains("king-escaped 2"), "{text}");
    screen.bar.finish_and_clear();
    let text = terminal.contents();
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn the_time_left_is_told_once_it_can_be_known() {
    let (terminal, _screen) = shown(&[]);
    let bar = |terminal: InMemoryTerm| terminal.contents().lines().nth(1).unwrap().to_owned();
    let text = bar(terminal);
    assert!(text.ends_with("] 0/10 games, 0s elapsed"), "{text}");
    let (terminal, _screen) = shown(&[Termination::Rules(EndReason::KingEscaped)]);
    let text = bar(terminal);
    assert!(text.ends_with(" left"), "{text}");
    // Six of a hundred games were on file.
    let minutes = |minutes: u64| Duration::from_mins(minutes);
    assert_eq!(time_left(minutes(3), 6, 12, Some(100)), Some(minutes(44)));
    assert_eq!(time_left(minutes(3), 12, 12, Some(100)), None);
    assert_eq!(time_left(minutes(3), 0, 100, Some(100)), Some(minutes(0)));
}

#[test]
fn a_low_terminal_shows_the_bar_and_the_top_of_the_table() {
    let (terminal, _screen) = shown_in(6, &[Termination::Rules(EndReason::KingEscaped)]);
    let text = terminal.contents();
    assert!(text.contains("] 1/10 games, ") && text.contains("one"), "{text}");
}

#[test]
fn faults_stay_above_the_live_table() {
    let crash = Termination::Fault(FaultKind::Crash);
    let (terminal, screen) = shown(&[crash]);
    let text = terminal.contents();
    let line = "Game 1/10 tablut: one - two: two (defenders) wins, crash after 0 plies";
    assert_eq!(text.lines().filter(|shown| *shown == line).count(), 1, "{text}");
    screen.bar.finish_and_clear();
    assert!(terminal.contents().ends_with(line), "{}", terminal.contents());
}

#[test]
fn a_wide_line_does_not_break_a_narrow_terminal() {
    let terminal = InMemoryTerm::new(10, 20);
    assert_eq!(terminal.width(), 20);
    let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
    let screen = Screen::drawn_on(target, Style::Live, 1, 10, 4);
    screen.bar.force_draw();
    screen.bar.finish_and_clear();
    assert_eq!(terminal.contents(), "");
}
