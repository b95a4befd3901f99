//! The engine of one game, in a thread of its own.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;

use super::super::thinker::{MoveQuestion, Thinker, Thought};
use crate::arena::engine::{EngineSpec, Launch};
use crate::arena::game::{Clocks, GameEnding, Opening};
use crate::rules::Ruleset;
use crate::types::Side;

/// Something for the client to handle.
pub(super) enum Event {
    /// A line from a connection, by the connection's number.
    Line(u64, String),
    /// The finished games that were asked for, from a connection.
    Archive(u64, Vec<u8>),
    /// The connection has ended.
    Closed(u64, String),
    /// The answer to a question.
    Thought { game: u64, question: u64, thought: Thought },
}

/// A task for an engine.
enum Order {
    Think(u64, Box<MoveQuestion>),
    Moved(Box<(Opening, Clocks)>),
    Finish(GameEnding),
}

/// The engine of a game. Dropping it ends the engine, even one that is thinking.
pub(super) struct EngineWorker {
    orders: Sender<Order>,
    stop: Arc<AtomicBool>,
}

impl EngineWorker {
    /// Starts a thread, and in it the engine.
    ///
    /// # Errors
    /// If there can be no thread.
    pub fn start(
        game: u64,
        spec: EngineSpec,
        launch: &Launch,
        rules: Ruleset,
        side: Side,
        events: SyncSender<Event>,
    ) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let launch = Launch { stop: Arc::clone(&stop), ..launch.clone() };
        let thinker = Thinker::new(spec, launch, rules, side, game);
        let (orders, tasks) = mpsc::channel();
        let name = format!("engine of game {game}");
        thread::Builder::new().name(name).spawn(move || work(game, thinker, &tasks, &events))?;
        Ok(Self { orders, stop })
    }

    /// Asks for a move. The answer comes as an event with the question's number.
    pub fn ask(&self, number: u64, question: MoveQuestion) {
        // The thread ends only with its orders.
        let _ = self.orders.send(Order::Think(number, Box::new(question)));
    }

    /// Reports that our move was accepted.
    pub fn moved(&self, line: Opening, clocks: Clocks) {
        let _ = self.orders.send(Order::Moved(Box::new((line, clocks))));
    }

    /// Reports the end of the game to an engine that is not thinking.
    pub fn finish(self, ending: GameEnding) {
        let _ = self.orders.send(Order::Finish(ending));
    }
}

impl Drop for EngineWorker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn work(game: u64, mut thinker: Thinker, tasks: &Receiver<Order>, events: &SyncSender<Event>) {
    // A failure is reported with the first answer.
    let _ = thinker.start();
    while let Ok(order) = tasks.recv() {
        match order {
            Order::Think(question, asked) => {
                let thought = thinker.think(&asked);
                if events.send(Event::Thought { game, question, thought }).is_err() {
                    return;
                }
            }
            Order::Moved(moved) => thinker.moved(&moved.0, &moved.1),
            Order::Finish(ending) => return thinker.finish(&ending),
        }
    }
}
