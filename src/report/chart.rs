//! The three kinds of plots, drawn as SVG.
//!
//! Text, axes and grid have distinct colours so that the page's style can select them and lighten
//! them in dark mode.

use std::io;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::SegmentValue;
use plotters::prelude::*;

/// Text and axes.
const INK: RGBColor = RGBColor(0x24, 0x29, 0x2f);
/// Lines of the grid.
const GRID: RGBColor = RGBColor(0xd0, 0xd7, 0xde);
/// Horizontal lines that mark a level.
const LEVEL: RGBColor = RGBColor(0x8c, 0x95, 0x9f);

/// Colours of the series in order, readable on light and dark backgrounds.
const COLORS: [RGBColor; 6] = [
    RGBColor(0x3b, 0x82, 0xd6),
    RGBColor(0xd9, 0x77, 0x06),
    RGBColor(0x2e, 0x9e, 0x5b),
    RGBColor(0x8b, 0x5c, 0xf6),
    RGBColor(0xdc, 0x4c, 0x4c),
    RGBColor(0x0d, 0x94, 0x88),
];

const WIDTH: u32 = 620;
const HEIGHT: u32 = 340;
const FONT: (&str, u32) = ("sans-serif", 16);

/// Maximum length of a name in a plot, in characters.
const MAX_NAME: usize = 24;

/// Why a plot cannot be drawn.
pub type ChartError = DrawingAreaErrorKind<io::Error>;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The labels of a plot's axes.
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    pub x: &'static str,
    pub y: &'static str,
}

/// One line of a plot.
#[derive(Clone, Debug, Default)]
pub struct PlotLine {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// Points (x, lower bound, upper bound) of the interval around the line.
    pub band: Vec<(f64, f64, f64)>,
}

/// A value with an interval around it. Without a finite value, or with an infinite end, less is drawn: the
/// value alone, or the interval from its one end to the edge.
#[derive(Clone, Debug)]
pub struct Interval {
    pub name: String,
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// An interval that reaches as far to both sides of its value. An error of 0 is one that is not known,
    /// because all results were the same.
    pub fn around(name: String, value: f64, error: f64) -> Self {
        let error = if error > 0.0 { error } else { f64::INFINITY };
        Self { name, value, low: value - error, high: value + error }
    }
}

/// Shortens a name to fit a plot.
pub fn short_name(name: &str) -> String {
    if name.chars().count() <= MAX_NAME {
        return name.to_owned();
    }
    name.chars().take(MAX_NAME - 1).chain(['…']).collect()
}

/// The range of the values with a margin on both sides; never empty.
fn with_room(values: impl Iterator<Item = f64>) -> Range<f64> {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) =
        finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    if low > high {
        return 0.0..1.0;
    }
    let width = high - low;
    let room = if width > 0.0 { width * 0.06 } else { 0.02 * high.abs().max(1.0) };
    low - room..high + room
}

fn drawn(
    height: u32,
    draw: impl FnOnce(&Area) -> Result<(), ChartError>,
) -> Result<String, ChartError> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        draw(&area)?;
        area.present()?;
    }
    Ok(text)
}

/// The CSS colours of the lines in order, for a legend outside the plot.
pub fn line_colors() -> impl Iterator<Item = String> {
    COLORS.iter().map(|RGBColor(red, green, blue)| format!("#{red:02x}{green:02x}{blue:02x}"))
}

/// Plots at most six lines on common axes, with horizontal lines at `levels`.
pub fn lines(axes: Axes, lines: &[PlotLine], levels: &[f64]) -> Result<String, ChartError> {
    let points = || lines.iter().flat_map(|line| &line.points);
    let bands = || lines.iter().flat_map(|line| &line.band);
    let x = with_room(points().map(|point| point.0));
    let heights = points().map(|point| point.1).chain(bands().flat_map(|b| [b.1, b.2]));
    let y = with_room(heights.chain(levels.iter().copied()));
    let (width, height) = (x.end - x.start, y.end - y.start);
    drawn(HEIGHT, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(48)
            .y_label_area_size(68)
            .build_cartesian_2d(x.clone(), y)?;
        chart
            .configure_mesh()
            .axis_style(INK)
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .label_style(FONT.into_font().color(&INK))
            .axis_desc_style(FONT.into_font().color(&INK))
            .x_desc(axes.x)
            .y_desc(axes.y)
            .y_labels(7)
            .x_label_formatter(&|value| short_number(*value, width))
            .y_label_formatter(&|value| short_number(*value, height))
            .draw()?;
        for &level in levels {
            let ends = vec![(x.start, level), (x.end, level)];
            chart.draw_series([PathElement::new(ends, LEVEL.stroke_width(2))])?;
        }
        for (place, line) in lines.iter().enumerate().take(COLORS.len()) {
            let color = COLORS[place];
            let upper = line.band.iter().map(|&(x, _, high)| (x, high));
            let lower = line.band.iter().rev().map(|&(x, low, _)| (x, low));
            let outline: Vec<_> = upper.chain(lower).collect();
            if !outline.is_empty() {
                chart.draw_series([Polygon::new(outline, color.mix(0.18).filled())])?;
            }
            let points = line.points.iter().copied();
            chart.draw_series(LineSeries::new(points, color.stroke_width(2)))?;
        }
        Ok(())
    })
}

/// Plots values with intervals, one per row; `middle` is the value at which neither side is better.
pub fn intervals(axis: &'static str, rows: &[Interval], middle: f64) -> Result<String, ChartError> {
    let ends = rows.iter().flat_map(|row| [row.low, row.value, row.high]);
    let x = with_room(ends.chain([middle]));
    let edges = x.clone();
    // The axis needs at least two places; one row leaves the other empty.
    let count = rows.len().max(2) as u32;
    let longest = rows.iter().map(|row| short_name(&row.name).chars().count()).max().unwrap_or(0);
    drawn(70 + 32 * count, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(48)
            .y_label_area_size(24 + 9 * longest as u32)
            .build_cartesian_2d(x, (0..count - 1).into_segmented())?;
        let name = |place: &SegmentValue<u32>| match place {
            // The first row is at the top.
            SegmentValue::CenterOf(row) => (count - 1)
                .checked_sub(*row)
                .and_then(|row| rows.get(row as usize))
                .map_or_else(String::new, |row| short_name(&row.name)),
            _ => String::new(),
        };
        chart
            .configure_mesh()
            .axis_style(INK)
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .disable_y_mesh()
            .label_style(FONT.into_font().color(&INK))
            .axis_desc_style(FONT.into_font().color(&INK))
            .x_desc(axis)
            .y_labels(count as usize)
            .x_label_formatter(&|value| short_number(*value, edges.end - edges.start))
            .y_label_formatter(&name)
            .draw()?;
        let across = vec![(middle, SegmentValue::Exact(0)), (middle, SegmentValue::Last)];
        chart.draw_series([PathElement::new(across, LEVEL.stroke_width(2))])?;
        for (place, row) in (0..count).rev().zip(rows) {
            let at = |x: f64| (x, SegmentValue::CenterOf(place));
            if row.low.is_finite() || row.high.is_finite() {
                let ends = vec![at(row.low.max(edges.start)), at(row.high.min(edges.end))];
                chart.draw_series([PathElement::new(ends, COLORS[0].stroke_width(3))])?;
            }
            if row.value.is_finite() {
                chart.draw_series([Circle::new(at(row.value), 5, COLORS[0].filled())])?;
            }
        }
        Ok(())
    })
}

/// Plots the number of values in bins of equal width, starting at 0.
pub fn histogram(axes: Axes, values: &[f64], bin: f64) -> Result<String, ChartError> {
    let place = |value: f64| (value / bin) as usize;
    let bins = values.iter().map(|&value| place(value)).max().map_or(1, |last| last + 1);
    let mut counts = vec![0u32; bins];
    values.iter().for_each(|&value| counts[place(value)] += 1);
    let highest = counts.iter().copied().max().unwrap_or(0).max(1);
    let (width, height) = (bins as f64 * bin, f64::from(highest) * 1.05);
    drawn(HEIGHT, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(48)
            .y_label_area_size(68)
            .build_cartesian_2d(0.0..width, 0.0..height)?;
        chart
            .configure_mesh()
            .axis_style(INK)
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .disable_x_mesh()
            .label_style(FONT.into_font().color(&INK))
            .axis_desc_style(FONT.into_font().color(&INK))
            .x_desc(axes.x)
            .y_desc(axes.y)
            // Whole numbers only.
            .y_labels(highest.min(10) as usize + 1)
            .x_label_formatter(&|value| short_number(*value, width))
            .y_label_formatter(&|value| short_number(*value, height))
            .draw()?;
        let bars = counts.iter().enumerate().map(|(place, &count)| {
            let left = place as f64 * bin;
            let right = left + bin * 0.92;
            Rectangle::new([(left, 0.0), (right, f64::from(count))], COLORS[0].filled())
        });
        chart.draw_series(bars)?;
        Ok(())
    })
}

/// A number for a label of an axis of this width, without superfluous digits.
fn short_number(value: f64, width: f64) -> String {
    // Labels are some tenths of the width apart; fewer digits would make them equal.
    let decimals = (2.0 - width.log10()).ceil().clamp(0.0, 6.0);
    let text = format!("{value:.*}", decimals as usize);
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXES: Axes = Axes { x: "games", y: "Elo" };

    #[test]
    fn nothing_and_what_is_not_finite_can_be_drawn() {
        let line = |points: &[(f64, f64)]| PlotLine {
            name: "a".into(),
            points: points.to_vec(),
            band: points.iter().map(|&(x, y)| (x, y - 1.0, y + 1.0)).collect(),
        };
        for points in [&[][..], &[(1.0, 0.0)], &[(1.0, 5.0), (2.0, 5.0)]] {
            let text = lines(AXES, &[line(points), line(&[])], &[0.0]).unwrap();
            assert!(text.ends_with("</svg>\n") && !text.contains("NaN"), "{text}");
        }
        let row = |value| Interval::around("<b>".into(), value, 3.0);
        for rows in [vec![], vec![row(1.0)], vec![row(f64::INFINITY), row(-2.0)]] {
            let text = intervals("Elo", &rows, 0.0).unwrap();
            assert!(text.ends_with("</svg>\n") && !text.contains("NaN") && !text.contains("inf"));
            assert!(!text.contains("<b>"), "{text}");
        }
        assert!(histogram(AXES, &[], 10.0).unwrap().ends_with("</svg>\n"));
        assert!(histogram(AXES, &[0.0, 3.0, 35.0], 10.0).unwrap().contains("<rect"));
    }

    #[test]
    fn labels_of_an_axis_differ() {
        for value in [0.0, 0.5, 1.0, 50.0, 99.5, 100.0, 999.0, -1500.0] {
            let row = Interval::around("a".into(), value, 0.0);
            let text = intervals("Elo", &[row], value).unwrap();
            let lines = text.lines().map(str::trim);
            let labels: Vec<&str> = lines.filter(|line| line.parse::<f64>().is_ok()).collect();
            let mut different = labels.clone();
            different.dedup();
            assert!(labels.len() > 2 && different == labels, "{value}: {labels:?}");
        }
    }

    #[test]
    fn an_unknown_error_leaves_a_dot_and_a_bound_a_bar() {
        let drawn = |value: f64, low: f64, high: f64| {
            let rows = [Interval { name: "a".into(), value, low, high }];
            let text = intervals("Elo", &rows, 0.0).unwrap();
            (text.matches("<circle").count(), text.matches("stroke-width=\"3\"").count())
        };
        let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
        assert_eq!(drawn(5.0, 1.0, 9.0), (1, 1));
        assert_eq!(drawn(5.0, least, most), (1, 0));
        assert_eq!(drawn(most, 75.0, most), (0, 1));
        assert_eq!(drawn(least, least, -75.0), (0, 1));
    }

    #[test]
    fn numbers_and_names_are_short() {
        let shown = [
            (1.0, 1.0, "1"),
            (0.25, 1.0, "0.25"),
            (-0.00125, 0.005, "-0.00125"),
            (0.0, 1.0, "0"),
            (-1e-9, 1.0, "0"),
            (-1250.4, 1000.0, "-1250"),
            (100.0, 1000.0, "100"),
        ];
        for (value, width, text) in shown {
            assert_eq!(short_number(value, width), text);
        }
        assert_eq!(short_name(&"x".repeat(24)), "x".repeat(24));
        assert_eq!(short_name(&"x".repeat(25)).chars().count(), 24);
    }
}
