//! The options of `branan datagen` that decide what the games of a file are.

use branan_engine::datagen::{EvaluationMark, Header};

use crate::text::differing;

/// The options that a file was made with, where they differ from those of a run. `None` if none does.
/// What a file of an earlier version does not say counts as equal.
pub(super) fn other_options(made: &Header, wanted: &Header) -> Option<String> {
    differing(options(made), options(wanted))
}

fn options(header: &Header) -> Vec<String> {
    let Header { ruleset, side, nodes, seed, play } = header;
    let mut options = vec![
        format!("--variant {ruleset}"),
        format!("a board of side {side}"),
        format!("--nodes {nodes}"),
        format!("--seed {seed}"),
    ];
    if let Some(play) = play {
        let (fewest, most) = play.random_plies;
        options.extend([
            format!("--random-plies {fewest}-{most}"),
            format!("--window {}", play.window),
            format!("--even-out {}", play.even_out),
            format!("--longest {}", play.longest),
            format!("--decided {}", play.decided),
            match play.evaluation {
                EvaluationMark::BuiltIn => "neither --linear nor --network".to_owned(),
                EvaluationMark::Linear => "--linear".to_owned(),
                EvaluationMark::Network(mark) => {
                    format!("a --network whose CRC-32 modulo 253 is {mark}")
                }
            },
        ]);
    }
    options
}
