//! Searches, counts and proofs on threads of their own: when they end, and what stops them.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use branan::engine::{Engine, Request, Resources, Running, Sink, Update, channel, new_engine};
use branan::rules::find;
use branan::search::{Limits, Purpose};
use branan::solve::Budget;

/// Time for a thread to end, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn engine(variant: &str) -> Box<dyn Engine> {
    new_engine(find(variant).unwrap(), Resources { hash: 1, threads: 1 }).unwrap()
}

fn infinite() -> Request {
    Request::new(Limits { purpose: Purpose::Infinite, ..Limits::default() })
}

/// Waits for the last update.
fn last(updates: &Receiver<Update>) -> Update {
    loop {
        let update = updates.recv_timeout(PATIENCE).expect("it goes on");
        if update.is_last() {
            return update;
        }
    }
}

#[test]
fn an_engine_can_be_printed_while_it_searches() {
    let engine = engine("tablut");
    let (sink, _updates) = channel();
    let running = engine.search(infinite(), sink).unwrap();
    let text = format!("{engine:?}");
    assert!(!running.is_finished());
    running.stop();
    running.wait().unwrap();
    assert!(text.contains("tablut") && text.contains(&engine.game().fen()), "{text}");
}

#[test]
fn work_ends_when_its_handle_is_dropped() {
    let engine = engine("tablut");
    let start: [&dyn Fn(Sink) -> Running; 3] = [
        &|sink| engine.search(infinite(), sink).unwrap(),
        &|sink| engine.perft(20, sink).unwrap(),
        &|sink| engine.start_solving(1, None, Budget::default(), sink).unwrap(),
    ];
    for start in start {
        let (sink, updates) = channel();
        drop(start(sink));
        last(&updates);
    }
    // The next search is not affected.
    let (sink, updates) = channel();
    let limits = Limits { depth: Some(3), ..Limits::default() };
    engine.search(Request::new(limits), sink).unwrap().wait().unwrap();
    let depth = |update: Update| if let Update::Line(line) = update { line.depth } else { 0 };
    assert_eq!(updates.iter().map(depth).max(), Some(3));
}

#[test]
fn a_sink_stops_the_search() {
    let (sender, done) = mpsc::channel();
    let sink: Sink = Box::new(move |update| {
        if update.is_last() {
            sender.send(()).unwrap();
        }
        ControlFlow::Break(())
    });
    let running = engine("tablut").search(infinite(), sink).unwrap();
    done.recv_timeout(PATIENCE).expect("it goes on");
    running.wait().unwrap();

    let (sink, updates) = channel();
    drop(updates);
    engine("tablut").search(infinite(), sink).unwrap().wait().unwrap();
}

#[test]
fn a_detached_search_goes_on() {
    let engine = engine("tablut");
    let (sink, updates) = channel();
    let running = engine.search(infinite(), sink).unwrap();
    let control = running.control().clone();
    running.detach();
    assert!(!control.is_stopped());
    control.stop();
    last(&updates);
}

#[test]
fn an_engine_takes_typed_moves_and_positions() {
    let mut engine = engine("brandubh");
    let moves = ["d2e2", "d3c3"].map(|text| text.parse().unwrap());
    engine.set_up(None, &moves[..1]).unwrap();
    engine.play(moves[1]).unwrap();
    let played = engine.game().placement();
    assert_eq!(engine.game().ply_count(), 2);
    engine.set_up_text(None, &["d2e2".to_owned(), "d3c3".to_owned()]).unwrap();
    assert_eq!(engine.game().placement(), played);
    assert!(engine.play(moves[0]).is_err());
    engine.set_up(Some(&played), &[]).unwrap();
    assert_eq!((engine.game().placement(), engine.game().ply_count()), (played, 0));
    let error = engine.set_up(None, &[moves[1]]).unwrap_err().to_string();
    assert!(error.starts_with("move 1 (d3c3) cannot be played"), "{error}");
}
