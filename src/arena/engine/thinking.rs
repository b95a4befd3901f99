//! Searches with an engine that speaks the UCI-style protocol.

use std::time::{Duration, Instant};

use super::fault::{Failure, Fault, Patience};
use super::pipes::Next;
use super::process::{EngineAnswer, EngineProcess, Stray, is_answer, shorten};
use super::reply::SearchInfo;
use crate::record::FaultKind;
use crate::text::short_time;

impl EngineProcess {
    /// Searches a position.
    ///
    /// `position` and `go` are the two commands; `limit` is the latest time for the answer, counted
    /// from `go`. The engine's time starts only after it has processed the position.
    ///
    /// # Errors
    /// An engine that is late is sent `stop`. If it then answers, it has merely lost on time and
    /// can play another game. Otherwise it has stalled and must be killed, which dropping it does.
    pub fn think(
        &mut self,
        position: &str,
        go: &str,
        limit: Option<Duration>,
    ) -> Result<EngineAnswer, Failure> {
        self.set_up(position)?;
        let start = Instant::now();
        self.send(go)?;
        self.answer(start, limit)
    }

    /// Sends a position and waits until the engine has processed it.
    fn set_up(&mut self, position: &str) -> Result<(), Failure> {
        self.send(position)?;
        self.send("isready")?;
        self.wait_ready(Stray::Fault).map_err(|failure| failure.about(position))
    }

    /// Starts pondering a position, until [`Self::ponder_hit`] or [`Self::ponder_miss`].
    ///
    /// # Errors
    /// If the engine rejects the position or does not process it in time.
    pub fn ponder(&mut self, position: &str, go: &str) -> Result<(), Failure> {
        self.set_up(position)?;
        Ok(self.send(go)?)
    }

    /// Reports that the expected move was played. The engine now thinks on its own time.
    ///
    /// # Errors
    /// As for [`Self::think`]; an answer that came before is a fault.
    pub fn ponder_hit(&mut self, limit: Option<Duration>) -> Result<EngineAnswer, Failure> {
        let start = Instant::now();
        self.send("ponderhit")?;
        let mut answer = self.answer(start, limit)?;
        // Its own clock has run since it began to ponder.
        answer.info.time = None;
        Ok(answer)
    }

    /// Stops pondering after an unexpected move and discards the answer.
    ///
    /// # Errors
    /// If the engine does not answer in time. After a late answer it can still play another game.
    pub fn ponder_miss(&mut self) -> Result<(), Failure> {
        let start = Instant::now();
        self.send("stop")?;
        let Patience { stop, hang, .. } = self.patience;
        let answer = self.wait_answer(start, start + hang, &mut SearchInfo::default())?;
        match answer {
            Some(answer) if answer.elapsed > stop => {
                let detail = format!("answered stop after {}", short_time(answer.elapsed));
                Err(Fault::new(FaultKind::TimeForfeit, detail).into())
            }
            Some(_) => Ok(()),
            None => Err(self.stalled("stop", hang)),
        }
    }

    /// Waits for the answer to a search whose clock started at `start`.
    fn answer(&mut self, start: Instant, limit: Option<Duration>) -> Result<EngineAnswer, Failure> {
        let deadline = start + limit.unwrap_or(self.patience.untimed);
        let mut info = SearchInfo::default();
        let answer = self.wait_answer(start, deadline, &mut info)?;
        let takes_late = self.patience.takes_late;
        match (answer, limit) {
            (Some(answer), Some(limit)) if answer.elapsed > limit && !takes_late => {
                Err(late(limit, answer.elapsed))
            }
            (Some(answer), _) => Ok(answer),
            (None, _) => {
                self.send("stop")?;
                let hang = self.patience.hang;
                let grace = Instant::now() + hang;
                let answer = self.wait_answer(start, grace, &mut info)?;
                match (answer, limit) {
                    (Some(answer), Some(_)) if takes_late => Ok(answer),
                    (Some(answer), Some(limit)) => Err(late(limit, answer.elapsed)),
                    (Some(_), None) => Err(self.stalled("go", self.patience.untimed)),
                    (None, _) => Err(self.stalled("stop", hang)),
                }
            }
        }
    }

    /// The fault of an engine that sends no `bestmove`.
    fn stalled(&self, after: &str, patience: Duration) -> Failure {
        let detail = format!("no bestmove within {patience:?} of {after}");
        Fault::new(FaultKind::Stall, detail).into()
    }

    /// Waits for `bestmove`. `None` if the deadline passes first.
    fn wait_answer(
        &mut self,
        start: Instant,
        deadline: Instant,
        info: &mut SearchInfo,
    ) -> Result<Option<EngineAnswer>, Failure> {
        loop {
            match self.pipes.next_line(deadline, is_answer)? {
                Next::Line(line) if is_answer(&line.text) => {
                    if line.at < start {
                        let detail =
                            format!("sent \"{}\" before it was asked to", shorten(&line.text));
                        return Err(Fault::new(FaultKind::Garbage, detail).into());
                    }
                    let mut words = line.text.split_ascii_whitespace().skip(1);
                    let Some(best) = words.next() else {
                        let detail = "sent \"bestmove\" without a move";
                        return Err(Fault::new(FaultKind::Garbage, detail).into());
                    };
                    let said = format!("bestmove {best}");
                    let ponder = words.next().filter(|word| *word == "ponder");
                    let ponder = ponder.and_then(|_| words.next()).map(str::to_ascii_lowercase);
                    let best = best.to_ascii_lowercase();
                    let elapsed = line.at.saturating_duration_since(start);
                    let info = std::mem::take(info);
                    return Ok(Some(EngineAnswer { best, said, ponder, elapsed, info }));
                }
                Next::Line(line) if line.text.starts_with("info") => info.update(&line.text),
                Next::Line(_) => {}
                Next::Late => return Ok(None),
                Next::Closed => return Err(self.pipes.crash("closed its output").into()),
            }
        }
    }
}

fn late(limit: Duration, elapsed: Duration) -> Failure {
    let over = elapsed.saturating_sub(limit);
    let detail = format!("answered {} ms too late", over.as_millis().max(1));
    Fault::new(FaultKind::TimeForfeit, detail).into()
}
