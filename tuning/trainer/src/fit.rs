//! Fits the scale of scores.

/// A histogram of scores: for each score, the number of positions and the defenders' points.
#[derive(Clone, Debug, Default)]
pub struct ScoreCounts(std::collections::BTreeMap<i16, (f64, f64)>);

impl ScoreCounts {
    /// Adds a position, with the defenders' points from 0 to 1.
    pub fn add(&mut self, score: i16, points: f64) {
        let (count, sum) = self.0.entry(score).or_default();
        *count += 1.0;
        *sum += points;
    }

    /// The K with which `sigmoid(score / K)` predicts the results best, by log loss.
    #[must_use]
    pub fn fit(&self) -> f64 {
        fit_scale(|scale| {
            let loss = |(&score, &(count, points)): (&i16, &(f64, f64))| {
                let logit = f64::from(score) / scale;
                // -ln(sigmoid(logit)) and -ln(1 - sigmoid(logit)), without overflow.
                let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
                points * softplus(-logit) + (count - points) * softplus(logit)
            };
            self.0.iter().map(loss).sum()
        })
    }
}

/// The range of scales, in centipawns per unit of logit.
const SCALES: (f64, f64) = (20.0, 20_000.0);

/// The scale with the least loss, by golden-section search over its logarithm.
#[must_use]
pub fn fit_scale(loss: impl Fn(f64) -> f64) -> f64 {
    let golden = (5.0f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (SCALES.0.ln(), SCALES.1.ln());
    let probe = |at: f64| loss(at.exp());
    let (mut left, mut right) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_left, mut at_right) = (probe(left), probe(right));
    while high - low > 1e-4 {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - golden * (high - low);
            at_left = probe(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + golden * (high - low);
            at_right = probe(right);
        }
    }
    f64::midpoint(low, high).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_scale_is_found() {
        for scale in [90.0, 400.0, 2500.0] {
            let mut counts = ScoreCounts::default();
            for score in (-1500..=1500).step_by(7) {
                counts.add(score, 1.0 / (1.0 + (-f64::from(score) / scale).exp()));
            }
            let found = counts.fit();
            assert!((found / scale - 1.0).abs() < 1e-3, "{found} for {scale}");
        }
    }

    #[test]
    fn results_that_say_nothing_of_the_scale_end_in_its_range() {
        for points in [0.0, 1.0] {
            let mut counts = ScoreCounts::default();
            counts.add(100, points);
            assert!((SCALES.0..=SCALES.1).contains(&counts.fit()));
        }
        assert!(ScoreCounts::default().fit().is_finite());
    }
}
