//! The options of `branan datagen` that decide what the games of a file are.

use branan_engine::datagen::Header;

/// The options that a file was made with, where they differ from those of a run. `None` if none does.
/// What a file of an earlier version does not say counts as equal.
pub(super) fn other_options(made: &Header, wanted: &Header) -> Option<String> {
    let (made, wanted) = (options(made), options(wanted));
    let differ = made.into_iter().zip(wanted).filter(|(made, wanted)| made != wanted);
    let differ: Vec<String> = differ.map(|(made, _)| made).collect();
    (!differ.is_empty()).then(|| differ.join(", "))
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
            if play.linear { "--linear" } else { "no --linear" }.to_owned(),
        ]);
    }
    options
}
