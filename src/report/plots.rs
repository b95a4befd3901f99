//! The plots of the page, with their captions.

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

/// Elo of each player, with intervals. `None` if no player has one yet.
pub fn ratings(standings: &Standings) -> Result<Option<Plot>, ChartError> {
    let mut rows: Vec<Interval> = standings
        .players
        .iter()
        .filter_map(|player| {
            let elo = player.pairs.rating()?.elo;
            Some(Interval::around(player.name.clone(), elo.value, elo.error))
        })
        .filter(|row| row.value.is_finite() && row.high.is_finite())
        .collect();
    if rows.is_empty() {
        return Ok(None);
    }
    rows.sort_by(|a, b| b.value.total_cmp(&a.value));
    let svg = intervals("Elo against the field", &rows, 0.0)?;
    let caption =
        "With 95 % intervals from pairs. Players that won or lost every pair have no Elo.";
    Ok(Some(Plot::new("Elo", svg, caption.to_owned())))
}

/// Elo over the course of the match, with the interval of the first player. `None` if there are too
/// few games for a line.
pub fn elo_over_games(
    standings: &Standings,
    moments: &[Moment],
) -> Result<Option<Plot>, ChartError> {
    let duel = standings.players.len() == 2;
    let shown = if duel { 1 } else { standings.players.len().min(line_colors().count()) };
    let finite = |place: usize| {
        moments.iter().filter_map(move |moment| {
            let (value, error) = moment.elo[place]?;
            let good = value.is_finite() && error.is_finite();
            good.then_some((moment.games as f64, value, error))
        })
    };
    let line = |place: usize| PlotLine {
        name: standings.players[place].name.clone(),
        points: finite(place).map(|(x, value, _)| (x, value)).collect(),
        band: finite(place)
            .filter(|_| duel)
            .map(|(x, value, error)| (x, value - error, value + error))
            .collect(),
    };
    let drawn: Vec<PlotLine> = (0..shown).map(line).filter(|line| line.points.len() > 1).collect();
    if drawn.is_empty() {
        return Ok(None);
    }
    let caption = match &standings.players[..] {
        [first, second] => {
            format!("Of {} against {}, with its 95 % interval.", first.name, second.name)
        }
        _ => "Of each engine against the field.".to_owned(),
    };
    let axes = Axes { x: "games", y: "Elo" };
    Plot::of_lines("Elo over the games", axes, &drawn, &[0.0], caption).map(Some)
}

/// The test's log-likelihood ratio over the course of the match.
pub fn llr_over_games(sprt: &Sprt, moments: &[Moment]) -> Result<Plot, ChartError> {
    let ratios = moments.iter().filter_map(|moment| Some((moment.games as f64, moment.llr?)));
    let line = PlotLine { name: "LLR".to_owned(), points: ratios.collect(), band: Vec::new() };
    let (lower, upper) = sprt.bounds();
    let (elo0, elo1) = sprt.elo();
    let caption = format!(
        "Of Elo {elo1} against {elo0}. Below {lower:.2} the test accepts {elo0}, above {upper:.2} it accepts {elo1}."
    );
    let axes = Axes { x: "games", y: "log-likelihood ratio" };
    Plot::of_lines("Sequential test", axes, &[line], &[lower, 0.0, upper], caption)
}

/// The attackers' score in each ruleset.
pub fn role_scores(standings: &Standings) -> Result<Plot, ChartError> {
    let rows = standings.rulesets.iter().filter_map(|ruleset| {
        let (score, error) = ruleset.attackers.score().zip(ruleset.attackers.score_error())?;
        Some(Interval::around(ruleset.name.clone(), 100.0 * score, 100.0 * error))
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
    let drawn = |points: Vec<Vec<(f64, f64)>>| -> Vec<PlotLine> {
        let named = standings.players.iter().zip(points).take(line_colors().count());
        named
            .filter(|(_, points)| !points.is_empty())
            .map(|(player, points)| PlotLine {
                name: player.name.clone(),
                points,
                band: Vec::new(),
            })
            .collect()
    };
    let used = drawn(clocks.iter().map(|clock| clock.used.clone()).collect());
    let left = drawn(clocks.iter().map(|clock| clock.left.clone()).collect());
    let mut plots = Vec::new();
    if !used.is_empty() {
        let caption = "Mean time of each move after the opening.".to_owned();
        plots.push(Plot::of_lines("Time used", AXES, &used, &[], caption)?);
    }
    if !left.is_empty() {
        let caption = "Mean time left on the clock after each move.".to_owned();
        plots.push(Plot::of_lines("Time left", AXES, &left, &[0.0], caption)?);
    }
    Ok(plots)
}

/// The mean result of games by the mover's evaluation.
pub fn judgement(standings: &Standings, games: &[GameRecord]) -> Result<Option<Plot>, ChartError> {
    let drawn: Vec<PlotLine> = standings
        .players
        .iter()
        .zip(calibration(standings, games))
        .take(line_colors().count())
        .filter(|(_, points)| !points.is_empty())
        .map(|(player, points)| PlotLine { name: player.name.clone(), points, band: Vec::new() })
        .collect();
    if drawn.is_empty() {
        return Ok(None);
    }
    let axes = Axes { x: "the mover's evaluation in soldiers", y: "its mean result" };
    let caption =
        "A good evaluation rises steadily from 0 to 1 and passes ½ at 0. Proven results and \
                   scores beyond ten soldiers are at the ends."
            .to_owned();
    Plot::of_lines("Evaluation and result", axes, &drawn, &[0.0, 0.5, 1.0], caption).map(Some)
}
