//! Engines that judge openings.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::contest::Contest;
use super::walks::{Walk, replay};
use crate::arena::engine::{EngineProcess, EngineSpec, Launch, check_offer};
use crate::arena::game::announce;
use crate::engine::Evenness;
use crate::record::Eval;
use crate::rules::Ruleset;

/// An opening with the engine's score for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedOpening {
    /// Its moves from the start.
    pub moves: Vec<String>,
    /// The score of the resulting position.
    pub eval: Eval,
}

/// Several processes of one engine that search openings of one ruleset to a fixed depth.
pub(super) struct Judges<'a> {
    pub test: Test<'a>,
    pub engines: Vec<EngineProcess>,
}

/// The criteria for a playable opening.
#[derive(Clone, Copy)]
pub(super) struct Test<'a> {
    pub rules: &'a Ruleset,
    /// The alternate rules as (name, value) pairs.
    pub alternates: &'a [(String, String)],
    /// Depth of the search in plies.
    pub depth: u32,
    /// Largest absolute score, in centipawns.
    pub window: u32,
    /// Most plies to add to an opening beyond it. In these the side that is ahead makes random
    /// moves and the other its best ones. If this is above 0, a lot decides how even an opening must
    /// be.
    pub even_out: u32,
    /// The self-play games that test the opening, if any.
    pub contest: Option<Contest>,
    /// Once it is set, no other opening is judged, one in a test is not playable, and no engine is
    /// waited for.
    pub stop: &'a Arc<AtomicBool>,
}

impl Test<'_> {
    /// Evaluates an opening, and adds moves to it until it is within the window. `None` if it is not
    /// playable. The error is a message for the user.
    fn judge(
        &self,
        engine: &mut EngineProcess,
        walk: &mut Walk,
    ) -> Result<Option<JudgedOpening>, String> {
        let Walk { moves, random } = walk;
        let mut moves = std::mem::take(moves);
        let mut game = replay(self.rules, &moves)?;
        let window = i32::try_from(self.window).unwrap_or(i32::MAX);
        let limit = (self.even_out > 0).then(|| random.random_range(Evenness::limits(window)));
        let mut evenness = Evenness::new(window, limit);
        for left in (0..=self.even_out).rev() {
            let (eval, best) = self.search(engine, &moves)?;
            if evenness.accepts(game.to_move(), eval.ranked()) {
                return self.contest(engine, JudgedOpening { moves, eval });
            }
            if left == 0 {
                break;
            }
            let any = game.legal_moves().choose(random).copied();
            let played = match any.filter(|_| eval.is_ahead()) {
                Some(mv) => game.play(mv),
                None => game.play_text(&best),
            };
            moves.push(played.map_err(|error| format!("answers {best}: {error}"))?.name());
            if game.outcome().is_some() {
                break;
            }
        }
        Ok(None)
    }

    /// Plays the games that test an opening. `None` if one role wins too few of them.
    fn contest(
        &self,
        engine: &mut EngineProcess,
        opening: JudgedOpening,
    ) -> Result<Option<JudgedOpening>, String> {
        let is_open = match self.contest {
            Some(contest) => {
                contest.is_open(engine, self.rules, self.alternates, &opening.moves, self.stop)?
            }
            None => true,
        };
        Ok(is_open.then_some(opening))
    }

    /// The score of an opening for the side to move, and the best move.
    fn search(
        &self,
        engine: &mut EngineProcess,
        moves: &[String],
    ) -> Result<(Eval, String), String> {
        announce(engine, self.rules, self.alternates).map_err(|failure| failure.to_string())?;
        let position = format!("position startpos moves {}", moves.join(" "));
        let answer = engine
            .think(&position, &format!("go depth {}", self.depth), None)
            .map_err(|failure| failure.to_string())?;
        match answer.info.eval {
            Some(eval) => Ok((eval, answer.best)),
            None => Err("gives no scores, so it cannot judge openings".to_owned()),
        }
    }
}

impl Judges<'_> {
    /// Starts an engine and checks that it supports the ruleset. The error is a message for the
    /// user.
    pub fn add(&mut self, spec: &EngineSpec) -> Result<(), String> {
        if !spec.protocol.features().scores {
            return Err("speaks OpenTafl's protocol, which has no scores".to_owned());
        }
        let launch = Launch { stop: Arc::clone(self.test.stop), ..Launch::default() };
        let engine = EngineProcess::start(spec, &launch).map_err(|failure| failure.to_string())?;
        check_offer(&engine, [self.test.rules.name.as_str()], self.test.alternates)?;
        self.engines.push(engine);
        Ok(())
    }

    /// Divides the openings among the engines and returns the playable ones in their original
    /// order. The result does not depend on which engine searched which opening, unless the test
    /// is stopped meanwhile.
    pub fn playable(&mut self, mut openings: Vec<Walk>) -> Result<Vec<JudgedOpening>, String> {
        let share = openings.len().div_ceil(self.engines.len().max(1)).max(1);
        let failed = AtomicBool::new(false);
        let test = self.test;
        thread::scope(|scope| {
            let shares = self.engines.iter_mut().zip(openings.chunks_mut(share));
            let workers: Vec<_> = shares
                .map(|(engine, share)| {
                    let failed = &failed;
                    scope.spawn(move || {
                        let mut playable = Vec::with_capacity(share.len());
                        for walk in share {
                            if failed.load(Ordering::Relaxed) || test.stop.load(Ordering::Relaxed) {
                                break;
                            }
                            match test.judge(engine, walk) {
                                Ok(opening) => playable.extend(opening),
                                // The search was interrupted.
                                Err(_) if test.stop.load(Ordering::Relaxed) => break,
                                Err(reason) => {
                                    failed.store(true, Ordering::Relaxed);
                                    return Err(reason);
                                }
                            }
                        }
                        Ok::<_, String>(playable)
                    })
                })
                .collect();
            let mut all = Vec::new();
            for worker in workers {
                match worker.join() {
                    Ok(judged) => all.extend(judged?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok(all)
        })
    }
}
