//! An engine that follows one game and is asked for moves.

use std::time::{Duration, Instant};

use super::fallback::fallback_move;
use crate::arena::engine::{EngineAnswer, EngineSpec, Failure, Launch, SearchInfo};
use crate::arena::game::{
    Adjudication, Clocks, GameEnding, GameSetup, Opening, Player, Referee, start_player,
};
use crate::record::FaultKind;
use crate::rules::{Ruleset, Side};
use crate::types::Move;

/// A request for a move.
#[derive(Clone, Debug)]
pub(super) struct MoveQuestion {
    /// The game so far.
    pub line: Opening,
    /// Both clocks.
    pub clocks: Clocks,
    /// The latest time for the engine's answer. A move found without the engine is given then.
    pub limit: Duration,
    /// Legal moves that the server refuses.
    pub barred: Vec<Move>,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    /// The move. `None` if there is none.
    pub mv: Option<Move>,
    /// Statistics of the search.
    pub info: SearchInfo,
    /// The time used.
    pub elapsed: Duration,
    /// Why the move is not the engine's.
    pub trouble: Option<String>,
}

/// An engine in one game. Its process is started when first needed and after each failure.
pub(super) struct Thinker {
    spec: EngineSpec,
    launch: Launch,
    rules: Ruleset,
    side: Side,
    /// Number of the game in logs.
    number: u64,
    player: Option<Box<dyn Player>>,
    /// The game as the player knows it.
    known: Option<(Opening, Referee)>,
}

/// A move as the referee takes it.
fn answer(text: &str) -> EngineAnswer {
    let (best, said, elapsed) = (text.to_owned(), text.to_owned(), Duration::ZERO);
    EngineAnswer { best, said, ponder: None, elapsed, info: SearchInfo::default() }
}

impl Thinker {
    /// An engine that plays `side` under these rules.
    pub fn new(spec: EngineSpec, launch: Launch, rules: Ruleset, side: Side, number: u64) -> Self {
        Self { spec, launch, rules, side, number, player: None, known: None }
    }

    /// Starts the engine, so that the first move does not wait for it.
    ///
    /// # Errors
    /// If it cannot be started; the text is for the user.
    pub fn start(&mut self) -> Result<(), String> {
        if self.player.is_none() {
            let player = start_player(&self.spec, &self.launch);
            self.player = Some(player.map_err(|failure| failure.to_string())?);
        }
        Ok(())
    }

    /// Finds a move within the limit, with or without the engine.
    pub fn think(&mut self, question: &MoveQuestion) -> Thought {
        let start = Instant::now();
        let (info, trouble) = match self.ask(question) {
            Ok((mv, info)) => {
                return Thought { mv: Some(mv), info, elapsed: start.elapsed(), trouble: None };
            }
            Err(trouble) => (SearchInfo::default(), trouble),
        };
        let game = question.line.set_up(&self.rules);
        let mv = game.ok().and_then(|(game, _)| fallback_move(game.as_ref(), &question.barred));
        Thought { mv, info, elapsed: start.elapsed(), trouble: Some(trouble) }
    }

    fn ask(&mut self, question: &MoveQuestion) -> Result<(Move, SearchInfo), String> {
        let start = Instant::now();
        self.follow(&question.line, &question.clocks)?;
        let limit = question.limit.saturating_sub(start.elapsed());
        // An engine that does not answer is told to stop, and given up if it does not; that takes time too.
        let limit = limit.saturating_sub(self.launch.patience.hang).max(limit / 2);
        let (Some(player), Some((_, referee))) = (&mut self.player, &mut self.known) else {
            return Err("the engine is not running".to_owned());
        };
        referee.bar(&question.barred);
        match player.think(referee, &question.clocks, Some(limit)) {
            Ok(answer) => {
                let mv = referee.read_move(&answer.best);
                let mv = mv.map_err(|error| format!("it plays {}: {error}", answer.best))?;
                if question.barred.contains(&mv) {
                    return Err(format!("it plays {mv}, which the server refuses"));
                }
                Ok((mv, answer.info))
            }
            Err(failure) => Err(self.failed(failure)),
        }
    }

    /// Reports that a move was accepted and the opponent is to move.
    pub fn moved(&mut self, line: &Opening, clocks: &Clocks) {
        if self.player.is_none() || self.follow(line, clocks).is_err() {
            return;
        }
        if let (Some(player), Some((_, referee))) = (&mut self.player, &mut self.known)
            && let Err(failure) = player.wait(referee, clocks)
        {
            self.failed(failure);
        }
    }

    /// Ends the game.
    pub fn finish(mut self, ending: &GameEnding) {
        if let (Some(mut player), Some((_, referee))) = (self.player.take(), &self.known)
            && player.finish(referee, ending).is_ok()
        {
            player.quit();
        }
    }

    /// Ends an engine that cannot go on. One that was merely late can.
    fn failed(&mut self, failure: Failure) -> String {
        let late =
            matches!(&failure, Failure::Fault(fault) if fault.kind == FaultKind::TimeForfeit);
        if !late {
            (self.player, self.known) = (None, None);
        }
        failure.to_string()
    }

    /// Brings the engine to a position: by one move, or else from the beginning.
    fn follow(&mut self, line: &Opening, clocks: &Clocks) -> Result<(), String> {
        self.start()?;
        if let Some((known, referee)) = &mut self.known
            && known.fen == line.fen
            && let Some(new) = line.moves.strip_prefix(&known.moves[..])
            && new.len() <= 1
        {
            if let [mv] = new {
                referee.play(&answer(mv), None).map_err(|fault| fault.detail)?;
                known.moves.push(mv.clone());
            }
            return Ok(());
        }
        let adjudication = Adjudication::default();
        let (number, rules) = (self.number, &self.rules);
        let setup = GameSetup { number, rules, alternates: &[], opening: line, adjudication };
        let referee = Referee::set_up(&setup).map_err(|error| error.to_string())?;
        let Some(player) = &mut self.player else { return Ok(()) };
        match player.begin(self.side, &setup, &referee, clocks) {
            Ok(()) => {
                self.known = Some((line.clone(), referee));
                Ok(())
            }
            Err(failure) => Err(self.failed(failure)),
        }
    }
}
