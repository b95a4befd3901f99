//! The plots of the page, with their captions.

use statistics::{Estimate, KnownElo, wilson_interval};

use super::chart::{
    Axes, ChartError, Interval, PlotLine, histogram, intervals, line_colors, lines,
};
use super::tally::{Moment, calibration, clocks};
use crate::arena::tournament::{Sprt, Standings};
use crate::record::GameRecord;

/// A plot with its heading and caption.
pub struct Plot {
    pub title: &'static str,
    pub svg: String,
    pub caption: String,
    /// Names and colours of the lines, if there are several.
    pub legend: Vec<(String, String)>,
}

impl Plot {
    /// A plot without a legend.
    pub fn new(title: &'static str, svg: String, caption: String) -> Self {
        Self { title, svg, caption, legend: Vec::new() }
    }

    /// A plot of several lines.
    pub fn of_lines(
        title: &'static str,
        axes: Axes,
        drawn: &[PlotLine],
        levels: &[f64],
        caption: String,
    ) -> Result<Self, ChartError> {
        let names = drawn.iter().map(|line| line.name.clone());
        let legend = if drawn.len() > 1 { names.zip(line_colors()).collect() } else { Vec::new() };
        Ok(Self { title, svg: lines(axes, drawn, levels)?, caption, legend })
    }
}

/// Elo of each player, best first. `None` if no player has one yet.
pub fn ratings(standings: &Standings) -> Result<Option<Plot>, ChartError> {
    let known: Vec<(String, KnownElo)> = standings
        .ordered()
        .filter_map(|player| Some((player.name.clone(), player.pairs.known_elo()?)))
        .collect();
    if known.is_empty() {
        return Ok(None);
    }
    let rows = known.iter().map(|(name, elo)| elo_interval(name.clone(), *elo));
    let svg = intervals("Elo against the field", &rows.collect::<Vec<_>>(), 0.0)?;
    Ok(Some(Plot::new("Elo", svg, ratings_caption(&known, standings.players.len()))))
}

fn elo_interval(name: String, elo: KnownElo) -> Interval {
    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    match elo {
        KnownElo::Value(Estimate { value, error }) => Interval::around(name, value, error),
        KnownElo::NoError(value) => Interval { name, value, low, high },
        KnownElo::Above(low) => Interval { name, value: high, low, high },
        KnownElo::Below(high) => Interval { name, value: low, low, high },
    }
}

/// The caption explains the marks that are there, and names what is missing.
fn ratings_caption(known: &[(String, KnownElo)], players: usize) -> String {
    let any = |is: fn(&KnownElo) -> bool| known.iter().any(|(_, elo)| is(elo));
    let mut caption = "With 95 % intervals from pairs.".to_owned();
    if any(|elo| matches!(elo, KnownElo::NoError(_))) {
        caption += " A dot alone: the error is unknown.";
    }
    if any(|elo| matches!(elo, KnownElo::Above(_) | KnownElo::Below(_))) {
        caption +=
            " A bar to the edge: the engine won or lost every game, so only a bound is known.";
    }
    if known.len() < players {
        caption += &format!(" Engines without a complete pair: {}.", players - known.len());
    }
    caption
}

/// The lines of the best engines by standing, and a note on those that are not shown.
fn best_lines(
    standings: &Standings,
    points: impl Fn(usize) -> Vec<(f64, f64)>,
) -> (Vec<PlotLine>, String) {
    let line = |engine: usize| PlotLine {
        name: standings.players[engine].name.clone(),
        points: points(engine),
        band: Vec::new(),
    };
    let lines = standings.order().into_iter().map(line);
    let mut lines: Vec<PlotLine> = lines.filter(|line| line.points.len() > 1).collect();
    let (all, with_line) = (standings.players.len(), lines.len());
    lines.truncate(line_colors().count());
    let mut note = String::new();
    if lines.len() < with_line {
        note += &format!(" Shown are the best {} of {with_line} engines.", lines.len());
    }
    if with_line < all {
        note += &format!(" Engines with too few games for a line: {}.", all - with_line);
    }
    (lines, note)
}

/// Elo over the course of the match: of the first player with its interval in a duel, else of the best
/// ones. `None` if there are too few games for a line.
pub fn elo_over_games(
    standings: &Standings,
    moments: &[Moment],
) -> Result<Option<Plot>, ChartError> {
    // An unknown error does not end the line, only the band.
    let known = |engine: usize| {
        let elo =
            moments.iter().filter_map(move |moment| Some((moment.games, moment.elo[engine]?)));
        elo.filter(|(_, (value, _))| value.is_finite())
    };
    let points = |engine| known(engine).map(|(games, (value, _))| (games as f64, value)).collect();
    let axes = Axes { x: "games", y: "Elo" };
    let (drawn, caption) = match &standings.players[..] {
        [first, second] => {
            let band = known(0).filter(|(_, (_, error))| error.is_finite());
            let band =
                band.map(|(games, (value, error))| (games as f64, value - error, value + error));
            let line =
                PlotLine { name: first.name.clone(), points: points(0), band: band.collect() };
            let caption =
                format!("Of {} against {}, with its 95 % interval.", first.name, second.name);
            (vec![line], caption)
        }
        _ => {
            let (lines, note) = best_lines(standings, points);
            (lines, format!("Of each engine against the field.{note}"))
        }
    };
    if drawn.iter().all(|line| line.points.len() < 2) {
        return Ok(None);
    }
    Plot::of_lines("Elo over the games", axes, &drawn, &[0.0], caption).map(Some)
}

/// The test's log-likelihood ratio over the course of the match.
pub fn llr_over_games(sprt: &Sprt, moments: &[Moment]) -> Result<Plot, ChartError> {
    let ratios = moments.iter().filter_map(|moment| Some((moment.games as f64, moment.llr?)));
    let line = PlotLine { name: "LLR".to_owned(), points: ratios.collect(), band: Vec::new() };
    let (lower, upper) = sprt.bounds();
    let (elo0, elo1) = sprt.elo();
    let unit = sprt.unit();
    let caption = format!(
        "For [{elo0}, {elo1}] {unit}. At {lower:.2} the test accepts H0 ({elo0}), at {upper:.2} H1 ({elo1})."
    );
    let axes = Axes { x: "games", y: "log-likelihood ratio" };
    Plot::of_lines("Sequential test", axes, &[line], &[lower, 0.0, upper], caption)
}

/// The attackers' score in each ruleset.
pub fn role_scores(standings: &Standings) -> Result<Plot, ChartError> {
    let rows = standings.rulesets.iter().filter_map(|ruleset| {
        let results = ruleset.attackers;
        let (score, games) = (results.score()?, results.games());
        let (low, high) = wilson_interval(score, games);
        let [value, low, high] = [score, low, high].map(|share| 100.0 * share);
        Some(Interval { name: ruleset.name.clone(), value, low, high })
    });
    let svg = intervals("attackers' score in %", &rows.collect::<Vec<_>>(), 50.0)?;
    let caption = "With 95 % intervals. To the right of the line, the attackers are favoured.";
    Ok(Plot::new("Roles", svg, caption.to_owned()))
}

/// The lengths of the games.
pub fn lengths(games: &[GameRecord]) -> Result<Plot, ChartError> {
    /// Approximate number of bars.
    const BARS: f64 = 24.0;
    let plies: Vec<f64> = games.iter().map(|game| game.moves.len() as f64).collect();
    let longest = plies.iter().copied().fold(1.0, f64::max);
    let bin = (longest / BARS / 2.0).ceil() * 2.0;
    let svg = histogram(Axes { x: "plies", y: "games" }, &plies, bin)?;
    let caption = "In moves of both sides, including the opening.".to_owned();
    Ok(Plot::new("Lengths", svg, caption))
}

/// Each player's time per move, and the time left if there is a clock.
pub fn time_use(standings: &Standings, games: &[GameRecord]) -> Result<Vec<Plot>, ChartError> {
    const AXES: Axes = Axes { x: "own move", y: "seconds" };
    let clocks = clocks(standings, games);
    let (used, used_note) = best_lines(standings, |engine| clocks[engine].used.clone());
    let (left, left_note) = best_lines(standings, |engine| clocks[engine].left.clone());
    let mut plots = Vec::new();
    if !used.is_empty() {
        let caption = format!("Mean time of each move after the opening.{used_note}");
        plots.push(Plot::of_lines("Time used", AXES, &used, &[], caption)?);
    }
    if !left.is_empty() {
        let caption = format!("Mean time left on the clock after each move.{left_note}");
        plots.push(Plot::of_lines("Time left", AXES, &left, &[0.0], caption)?);
    }
    Ok(plots)
}

/// The mean result of games by the mover's evaluation.
pub fn judgement(standings: &Standings, games: &[GameRecord]) -> Result<Option<Plot>, ChartError> {
    let points = calibration(standings, games);
    let (drawn, note) = best_lines(standings, |engine| points[engine].clone());
    if drawn.is_empty() {
        return Ok(None);
    }
    let axes = Axes { x: "the mover's evaluation in soldiers", y: "its mean result" };
    let caption = format!(
        "A good evaluation rises steadily from 0 to 1 and passes ½ at 0. Proven results and scores beyond \
         ten soldiers are at the ends.{note}"
    );
    Plot::of_lines("Evaluation and result", axes, &drawn, &[0.0, 0.5, 1.0], caption).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tournament::Standings;

    /// Seven engines, the last one best: it won every pair, one has no error, and one no pair.
    fn seven() -> Standings {
        let mut standings = Standings::new(["a", "b", "c", "d", "e", "f", "g"], ["tablut"]);
        for (place, player) in standings.players.iter_mut().enumerate() {
            player.as_attackers.wins = place as u64;
            player.as_attackers.losses = 1;
            player.pairs.0 = [3, 2, 1, 2, 3];
        }
        standings.players[0].pairs.0 = [0; 5];
        standings.players[1].pairs.0 = [0, 0, 2, 0, 0];
        standings.players[6].pairs.0 = [0, 0, 0, 0, 2];
        standings
    }

    #[test]
    fn engines_whose_error_is_unknown_are_in_the_plot_too() {
        let plot = ratings(&seven()).unwrap().unwrap();
        for name in ["b", "c", "d", "e", "f", "g"] {
            assert!(plot.svg.contains(&format!("\n{name}\n")), "{name}: {}", plot.svg);
        }
        assert_eq!(plot.svg.matches("<circle").count(), 5);
        for part in ["A dot alone", "A bar to the edge", "without a complete pair: 1."] {
            assert!(plot.caption.contains(part), "{part}: {}", plot.caption);
        }
    }

    #[test]
    fn lines_are_those_of_the_best_engines_and_the_others_are_counted() {
        let (lines, note) = best_lines(&seven(), |engine| vec![(0.0, engine as f64); 2]);
        let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(names, ["g", "f", "e", "d", "c", "b"]);
        assert_eq!(note, " Shown are the best 6 of 7 engines.");
        let (lines, note) = best_lines(&seven(), |engine| vec![(0.0, 0.0); engine]);
        assert_eq!(lines.len(), 5);
        assert_eq!(note, " Engines with too few games for a line: 2.");
    }

    #[test]
    fn a_line_goes_on_to_the_last_game() {
        let moment = |games, error| Moment {
            games,
            elo: vec![Some((100.0, error)), Some((f64::INFINITY, error)), None],
            llr: None,
        };
        let moments = [moment(2, 10.0), moment(4, f64::INFINITY), moment(6, f64::INFINITY)];
        let standings = Standings::new(["a", "b", "c"], ["tablut"]);
        let plot = elo_over_games(&standings, &moments).unwrap().unwrap();
        let (_, line) = plot.svg.split_once("#3B82D6").unwrap();
        assert_eq!(line.split('"').nth(4).unwrap().split_whitespace().count(), 3, "{line}");
    }
}
