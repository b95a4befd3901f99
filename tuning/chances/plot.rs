//! Plots predicted against actual scores.

use std::path::Path;

use branan::eval::Chances;
use plotters::prelude::*;

use crate::fit::Sample;

/// The number of bins for the predictions.
pub const BINS: usize = 10;

/// Positions with similar predictions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The mean predicted score, from 0 to 1.
    pub predicted: f64,
    /// The mean actual score.
    pub actual: f64,
    /// The number of positions.
    pub count: usize,
}

/// Sorts the samples into bins of equal width and drops the empty ones.
pub fn bins(samples: &[Sample], chances: &Chances) -> Vec<Bin> {
    let mut sums = [(0.0, 0.0, 0.0, 0_usize); BINS];
    for sample in samples {
        let predicted = chances.expected(sample.value);
        let at = ((predicted * BINS as f64) as usize).min(BINS - 1);
        sums[at].0 += predicted * sample.weight;
        sums[at].1 += sample.points * sample.weight;
        sums[at].2 += sample.weight;
        sums[at].3 += 1;
    }
    let bin = |(predicted, actual, weight, count): (f64, f64, f64, usize)| Bin {
        predicted: predicted / weight,
        actual: actual / weight,
        count,
    };
    sums.into_iter().filter(|(.., count)| *count > 0).map(bin).collect()
}

/// Plots the bins of each family.
pub fn draw(path: &Path, curves: &[(String, Vec<Bin>)]) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::new(path, (640, 520)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
    chart
        .configure_mesh()
        .x_desc("score predicted")
        .y_desc("score in the games")
        .light_line_style(TRANSPARENT)
        .draw()?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (1.0, 1.0)], BLACK.mix(0.4)))?;
    for (index, (name, bins)) in curves.iter().enumerate() {
        let color = Palette99::pick(index).to_rgba();
        let points = || bins.iter().map(|bin| (bin.predicted, bin.actual));
        chart
            .draw_series(LineSeries::new(points(), color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        chart.draw_series(points().map(|point| Circle::new(point, 3, color.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_hold_the_means_of_their_positions() {
        let chances = Chances::new(100.0, 0.0);
        let sample = |value, points| Sample { value, points, left: 1.0, weight: 0.5 };
        let samples = [sample(0.0, 1.0), sample(0.0, 0.0), sample(0.0, 0.5), sample(900.0, 1.0)];
        let found = bins(&samples, &chances);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].predicted, found[0].actual, found[0].count), (0.5, 0.5, 3));
        assert_eq!((found[1].actual, found[1].count), (1.0, 1));
    }
}
