//! Engines that judge openings.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::contest::Contest;
use crate::arena::engine::{EngineProcess, EngineSpec, Launch, check_offer};
use crate::arena::game::announce;
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
    /// The self-play games that test the opening, if any.
    pub contest: Option<Contest>,
}

impl Test<'_> {
    /// Evaluates an opening. `None` if it is not playable. The error is a message for the user.
    fn judge(
        &self,
        engine: &mut EngineProcess,
        moves: &[String],
    ) -> Result<Option<JudgedOpening>, String> {
        let Test { rules, alternates, depth, window, contest } = *self;
        let eval = search(engine, rules, alternates, depth, moves)?;
        if !matches!(eval, Eval::Centipawns(cp) if cp.unsigned_abs() <= window) {
            return Ok(None);
        }
        let is_open = match contest {
            Some(contest) => contest.is_open(engine, rules, alternates, moves)?,
            None => true,
        };
        Ok(is_open.then(|| JudgedOpening { moves: moves.to_vec(), eval }))
    }
}

impl Judges<'_> {
    /// Starts an engine and checks that it supports the ruleset. The error is a message for the
    /// user.
    pub fn add(&mut self, spec: &EngineSpec) -> Result<(), String> {
        if !spec.protocol.features().scores {
            return Err("speaks OpenTafl's protocol, which has no scores".to_owned());
        }
        let engine = EngineProcess::start(spec, &Launch::default())
            .map_err(|failure| failure.to_string())?;
        check_offer(&engine, [self.test.rules.name.as_str()], self.test.alternates)?;
        self.engines.push(engine);
        Ok(())
    }

    /// Divides the openings among the engines and returns the playable ones in their original
    /// order. The result does not depend on which engine searched which opening.
    pub fn playable(&mut self, openings: &[Vec<String>]) -> Result<Vec<JudgedOpening>, String> {
        let share = openings.len().div_ceil(self.engines.len().max(1)).max(1);
        let failed = AtomicBool::new(false);
        let test = self.test;
        thread::scope(|scope| {
            let shares = self.engines.iter_mut().zip(openings.chunks(share));
            let workers: Vec<_> = shares
                .map(|(engine, share)| {
                    let failed = &failed;
                    scope.spawn(move || {
                        let mut playable = Vec::with_capacity(share.len());
                        for moves in share {
                            if failed.load(Ordering::Relaxed) {
                                break;
                            }
                            let opening = test
                                .judge(engine, moves)
                                .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
                            playable.extend(opening);
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

fn search(
    engine: &mut EngineProcess,
    rules: &Ruleset,
    alternates: &[(String, String)],
    depth: u32,
    moves: &[String],
) -> Result<Eval, String> {
    announce(engine, rules, alternates).map_err(|failure| failure.to_string())?;
    let position = format!("position startpos moves {}", moves.join(" "));
    let answer = engine
        .think(&position, &format!("go depth {depth}"), None)
        .map_err(|failure| failure.to_string())?;
    answer.info.eval.ok_or_else(|| "gives no scores, so it cannot judge openings".to_owned())
}
