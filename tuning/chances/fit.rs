//! Fits a curve by maximum likelihood.

use branan::eval::Chances;

/// A position's score and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The engine's raw value for the side to move, in centipawns.
    pub value: f64,
    /// The result for that side: 0, 1/2 or 1.
    pub points: f64,
    /// The part of the soldiers of both sides that is left since the start of the game, from 0 to
    /// 1.
    pub left: f64,
    /// How much it counts: the positions of a game count one in all, or long games would decide.
    pub weight: f64,
}

/// The parameters of [`Chances`].
#[derive(Clone, Copy, Debug)]
pub struct Curve {
    pub scale: f64,
    pub draw: f64,
}

impl Curve {
    pub fn chances(&self) -> Chances {
        Chances::new(self.scale, self.draw)
    }
}

/// The start of the fit.
const START: Curve = Curve { scale: 150.0, draw: 60.0 };

/// The lower limit of a chance, so that one surprise does not outweigh everything else.
const MIN_CHANCE: f64 = 1e-4;

/// The mean negative log-likelihood of the results.
pub fn surprise(samples: &[Sample], chances: &Chances) -> f64 {
    let of = |sample: &Sample| {
        let (win, loss) = (chances.win(sample.value), chances.win(-sample.value));
        let chance = match sample.points {
            points if points > 0.75 => win,
            points if points < 0.25 => loss,
            _ => 1.0 - win - loss,
        };
        -chance.max(MIN_CHANCE).ln() * sample.weight
    };
    let weight: f64 = samples.iter().map(|sample| sample.weight).sum();
    samples.iter().map(of).sum::<f64>() / weight.max(f64::MIN_POSITIVE)
}

/// The curve with the highest likelihood, found by a pattern search (R. Hooke and T. Jeeves, 1961),
/// which tries larger and smaller parameters with ever smaller steps.
pub fn fit(samples: &[Sample]) -> Curve {
    let mut best = START;
    let mut least = surprise(samples, &best.chances());
    let mut step = 1.5;
    while step > 1.001 {
        let Curve { scale, draw } = best;
        let tries = [
            Curve { scale: scale * step, draw },
            Curve { scale: scale / step, draw },
            Curve { scale, draw: draw * step },
            Curve { scale, draw: draw / step },
        ];
        let before = least;
        for curve in tries {
            let found = surprise(samples, &curve.chances());
            if found < least {
                (least, best) = (found, curve);
            }
        }
        if least >= before {
            step = f64::sqrt(step);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_behind_the_results_is_found() {
        let truth = Chances::new(90.0, 30.0);
        let mut samples = Vec::new();
        for value in (-500..=500).step_by(20) {
            let value = f64::from(value);
            let (win, loss) = (truth.win(value), truth.win(-value));
            for (points, chance) in [(1.0, win), (0.5, 1.0 - win - loss), (0.0, loss)] {
                let sample = Sample { value, points, left: 1.0, weight: 1.0 };
                let count = (chance * 1000.0).round() as usize;
                samples.extend(std::iter::repeat_n(sample, count));
            }
        }
        let found = fit(&samples);
        assert!((found.scale - 90.0).abs() < 1.0, "{found:?}");
        assert!((found.draw - 30.0).abs() < 1.0, "{found:?}");
        let error = |chances: &Chances| surprise(&samples, chances);
        assert!(error(&found.chances()) < error(&Chances::new(150.0, 60.0)));
    }
}
