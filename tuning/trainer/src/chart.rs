//! Draws the losses of a run.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use crate::checkpoint::Losses;

const SIZE: (u32, u32) = (800, 450);

/// Draws the losses of each epoch as an SVG file. `linear` is the loss of the linear evaluation.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(path: &Path, history: &[Losses], linear: f64) -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    draw_text(&mut text, history, linear)?;
    Ok(std::fs::write(path, text)?)
}

fn draw_text(text: &mut String, history: &[Losses], linear: f64) -> Result<(), Box<dyn Error>> {
    let losses = || history.iter().flat_map(|losses| [losses.training, losses.validation]);
    let low = losses().chain([linear]).fold(f64::INFINITY, f64::min);
    let high = losses().chain([linear]).fold(0.0, f64::max);
    let room = (high - low).max(1e-6) * 0.05;
    let last = history.len().max(2);

    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Loss by epoch", ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(30)
        .y_label_area_size(60)
        .build_cartesian_2d(1..last, low - room..high + room)?;
    chart.configure_mesh().y_label_formatter(&|loss| format!("{loss:.4}")).draw()?;
    let numbered = |of: fn(&Losses) -> f64| {
        let points: Vec<_> =
            history.iter().enumerate().map(|(epoch, losses)| (epoch + 1, of(losses))).collect();
        points
    };
    let lines = [
        ("training", BLUE, numbered(|losses| losses.training)),
        ("validation", RED, numbered(|losses| losses.validation)),
        ("linear evaluation", BLACK, vec![(1, linear), (last, linear)]),
    ];
    for (name, color, points) in lines {
        chart
            .draw_series(LineSeries::new(points, &color))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_drawn_and_named() {
        let losses = |training| Losses { training, validation: training + 0.01 };
        for history in [vec![], vec![losses(0.1)], vec![losses(0.1), losses(0.08)]] {
            let mut text = String::new();
            draw_text(&mut text, &history, 0.09).unwrap();
            assert!(text.contains("linear evaluation") && text.contains("</svg>"));
        }
    }
}
