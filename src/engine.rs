//! Engines for boards of any size: a game, a searcher and the means to run them.
//!
//! # Searching
//! ```
//! use branan::engine::{Request, Resources, Update, channel, new_engine};
//! use branan::rules;
//! use branan::search::Limits;
//!
//! let ruleset = rules::find("brandubh").ok_or("no such ruleset")?;
//! let mut engine = new_engine(ruleset, Resources { hash: 1, threads: 1 })?;
//! engine.set_up_text(Some("7/3t3/7/7/7/7/1K5 d"), &[])?;
//!
//! let (sink, updates) = channel();
//! let request = Request::new(Limits { depth: Some(3), ..Limits::default() });
//! // Dropping what `search` returns stops the search.
//! engine.search(request, sink)?.wait()?;
//!
//! let Some(Update::Best { best, .. }) = updates.iter().last() else { panic!("no best move") };
//! assert_eq!(best, Some("b1a1".parse()?)); // the king escapes to a corner
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solving
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use branan::engine::{Resources, new_engine};
//! use branan::rules;
//! use branan::solve::{Answer, Budget};
//!
//! let ruleset = rules::find("brandubh").ok_or("no such ruleset")?;
//! let mut engine = new_engine(ruleset, Resources { hash: 1, threads: 1 })?;
//! engine.set_up_text(Some("7/3t3/7/7/7/7/1K5 d"), &[])?;
//!
//! let budget = Budget { nodes: Some(1000), ..Budget::default() };
//! let solution = engine.solve(1, &budget, &AtomicBool::new(false), &mut |_| {})?;
//! assert_eq!(solution.answer, Answer::Win);
//! assert_eq!(solution.plies, Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use branan_engine::engine::*;
pub use branan_engine::evenness::Evenness;

use crate::board::SetupError;
use crate::rules::Ruleset;

/// The boards, from smallest to largest.
static BOARDS: [&BoardEngines; 6] = [
    &branan_board_7::ENGINES,
    &branan_board_9::ENGINES,
    &branan_board_11::ENGINES,
    &branan_board_13::ENGINES,
    &branan_board_15::ENGINES,
    &branan_board_19::ENGINES,
];

/// The smallest board that fits a ruleset.
///
/// # Errors
/// If no board fits it.
pub fn boards_for(ruleset: &Ruleset) -> Result<&'static BoardEngines, SetupError> {
    let side = ruleset.side_length();
    let fits = |boards: &&BoardEngines| side <= boards.side();
    BOARDS.into_iter().find(fits).ok_or(SetupError::Size(side))
}

/// Creates an engine for a ruleset, at its start position.
///
/// # Errors
/// If no board fits the ruleset, or the system lacks the resources.
pub fn new_engine(ruleset: &Ruleset, resources: Resources) -> Result<Box<dyn Engine>, EngineError> {
    boards_for(ruleset)?.new_engine(ruleset, resources)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::SIDES;

    #[test]
    fn every_side_has_a_board_that_is_built_for_speed() {
        let sides: Vec<usize> = BOARDS.iter().map(|boards| boards.side()).collect();
        assert!(sides.is_sorted() && sides.last() == Some(SIDES.end()), "{sides:?}");
        let manifest = include_str!("../Cargo.toml");
        for side in sides {
            for line in [
                format!("[profile.release.package.branan-board-{side}]"),
                format!("\"branan-board-{side}/datagen\""),
            ] {
                assert!(manifest.contains(&line), "{line}");
            }
        }
    }
}
