//! A player that speaks the protocol of the Tablut competition.

use std::time::{Duration, Instant};

use super::clock::Clocks;
use super::player::{Demands, Driver, Player};
use super::referee::{GameEnding, GameSetup, Referee};
use crate::arena::engine::wire::{RULESET, read_move, write_state};
use crate::arena::engine::{
    EngineAnswer, EngineSpec, Failure, Fault, Launch, Message, MoveMessage, SearchInfo,
    TablutProcess, Turn,
};
use crate::record::{FaultKind, Termination};
use crate::rules::Side;
use crate::types::{Coordinate, PieceKind, Placement};

/// Time for a move where the game has no limit, which the protocol cannot express.
const NO_LIMIT: Duration = Duration::from_secs(60);

/// A program of this protocol in a game. Each game starts it anew.
struct TablutPlayer {
    spec: EngineSpec,
    launch: Launch,
    running: Option<TablutProcess>,
    /// The number of moves in the last state sent.
    sent: Option<usize>,
    /// Illegal moves so far.
    errors: u32,
    /// The king's square in the last state sent.
    king: Option<Coordinate>,
}

impl TablutPlayer {
    fn new(spec: &EngineSpec, launch: &Launch) -> Self {
        let (spec, launch) = (spec.clone(), launch.clone());
        Self { spec, launch, running: None, sent: None, errors: 0, king: None }
    }

    fn process(&mut self) -> Result<&mut TablutProcess, Failure> {
        let none = || Fault::new(FaultKind::Crash, "is not running").into();
        self.running.as_mut().ok_or_else(none)
    }

    /// Sends the position, as often as its caller asks.
    fn send_state(&mut self, referee: &Referee, turn: Turn) -> Result<(), Failure> {
        let mut placement = referee.placement();
        self.show_king(&mut placement);
        self.sent = Some(referee.moves().len());
        Ok(self.process()?.send(&write_state(&placement, turn))?)
    }

    /// The server leaves a captured king on the board.
    fn show_king(&mut self, placement: &mut Placement) {
        match (placement.king(), self.king) {
            (None, Some(at)) => placement.put(at, Some(PieceKind::King)),
            (king, _) => self.king = king,
        }
    }

    /// Sends the position after the opponent's move, unless it has been sent.
    fn show(&mut self, referee: &Referee) -> Result<(), Failure> {
        match self.sent {
            Some(plies) if plies == referee.moves().len() => Ok(()),
            _ => self.send_state(referee, Turn::ToMove(referee.to_move())),
        }
    }

    /// Waits for a legal move, which is asked for again after each forgiven error.
    fn legal_move(&mut self, referee: &Referee, limit: Duration) -> Result<EngineAnswer, Failure> {
        loop {
            let start = Instant::now();
            let mistake = match self.process()?.receive(start + limit)? {
                Message::Text(text) => match read_move(&text) {
                    MoveMessage::Move(mv) => match referee.read_move(&mv.to_string()) {
                        Ok(_) => {
                            let (elapsed, info) = (start.elapsed(), SearchInfo::default());
                            let (best, said) = (mv.to_string(), beginning(&text));
                            return Ok(EngineAnswer { best, said, ponder: None, elapsed, info });
                        }
                        Err(error) => format!("{mv}: {error}"),
                    },
                    MoveMessage::NoMove => format!("sent \"{}\"", beginning(&text)),
                    MoveMessage::Broken => {
                        let detail = format!("sent \"{}\", which is no object", beginning(&text));
                        return Err(Fault::new(FaultKind::Garbage, detail).into());
                    }
                },
                Message::BadLength(length) => {
                    let detail = format!("sent a message of length {length}");
                    return Err(Fault::new(FaultKind::Garbage, detail).into());
                }
                Message::Late => {
                    let detail = format!("no move within {limit:?}");
                    return Err(Fault::new(FaultKind::TimeForfeit, detail).into());
                }
                Message::Closed | Message::Stopped => return Err(self.process()?.crash().into()),
            };
            self.errors += 1;
            if self.errors > self.spec.errors {
                return Err(Fault::new(FaultKind::IllegalMove, mistake).into());
            }
            self.send_state(referee, Turn::ToMove(referee.to_move()))?;
        }
    }
}

fn beginning(text: &str) -> String {
    text.chars().take(60).collect()
}

impl Player for TablutPlayer {
    fn begin(
        &mut self,
        side: Side,
        setup: &GameSetup,
        referee: &Referee,
        _: &Clocks,
    ) -> Result<(), Failure> {
        // An earlier process must not keep the port.
        self.running = None;
        (self.errors, self.king) = (0, None);
        let process = TablutProcess::start(&self.spec, &self.launch, side)?;
        process.note_game(setup.number);
        self.running = Some(process);
        self.send_state(referee, Turn::ToMove(referee.to_move()))
    }

    fn think(
        &mut self,
        referee: &Referee,
        _: &Clocks,
        limit: Option<Duration>,
    ) -> Result<EngineAnswer, Failure> {
        self.show(referee)?;
        self.legal_move(referee, limit.unwrap_or(NO_LIMIT))
    }

    fn wait(&mut self, referee: &mut Referee, _: &Clocks) -> Result<(), Failure> {
        self.show(referee)
    }

    fn finish(&mut self, referee: &Referee, ending: &GameEnding) -> Result<(), Failure> {
        // The server does not announce the end after a loss on time or of a connection.
        let silent = matches!(
            ending.termination,
            Termination::Fault(FaultKind::TimeForfeit | FaultKind::Stall | FaultKind::Crash)
        );
        let told =
            if silent { Ok(()) } else { self.send_state(referee, Turn::Over(ending.winner)) };
        if let Some(process) = self.running.take() {
            process.quit();
        }
        told
    }

    fn quit(self: Box<Self>) {
        if let Some(process) = self.running {
            process.quit();
        }
    }
}

/// Starts and checks programs of this protocol.
pub(super) const DRIVER: Driver =
    Driver { start: |spec, launch| Ok(Box::new(TablutPlayer::new(spec, launch))), check };

fn check(spec: &EngineSpec, launch: &Launch, demands: &Demands) -> Result<(), String> {
    if let Some(other) = demands.rulesets.iter().find(|ruleset| ruleset.name != RULESET) {
        return Err(format!("the protocol tablut plays only {RULESET}, not {}", other.name));
    }
    if !demands.alternates.is_empty() {
        return Err("the protocol tablut has no alternate rules".to_owned());
    }
    let process = TablutProcess::start(spec, launch, Side::Defenders);
    process.map_err(|failure| failure.to_string())?.quit();
    Ok(())
}
