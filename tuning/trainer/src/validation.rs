//! Prediction quality on held-out positions.

use branan::datagen::Record;
use branan::rules::Side;
use rayon::prelude::*;

use crate::data::{Family, head_of};
use crate::fit::fit_scale;
use crate::gradient::{Example, meets, sigmoid};
use crate::kernels::forward;
use crate::layout::Layout;

/// The mean loss, and how often the winner was predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    loss: f64,
    count: u32,
    right: u32,
    decided: u32,
}

impl Measure {
    fn add(&mut self, predicted: f64, point: &Point) {
        self.loss += (predicted - point.target).powi(2);
        self.count += 1;
        if let Some(winner) = point.winner {
            self.decided += 1;
            self.right += u32::from((predicted > 0.5) == (winner == Side::Defenders));
        }
    }

    /// Adds the measurements of other positions.
    pub fn merge(&mut self, other: &Self) {
        self.loss += other.loss;
        self.count += other.count;
        self.right += other.right;
        self.decided += other.decided;
    }

    /// The mean loss.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.loss / f64::from(self.count.max(1))
    }

    /// The number of positions measured.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The share of positions with a correctly predicted winner, among games won on the board.
    /// `None` if there are no such positions.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        (self.decided > 0).then(|| f64::from(self.right) / f64::from(self.decided))
    }
}

/// The stored facts about a position.
#[derive(Clone, Copy, Debug)]
struct Point {
    target: f64,
    /// The winner, unless the game was decided off the board.
    winner: Option<Side>,
    to_move: Side,
    linear: i32,
}

/// The validation positions of a ruleset.
pub struct Validation {
    points: Vec<Point>,
    /// The best constant prediction.
    pub constant: Measure,
    /// The linear evaluation at its best scale.
    pub linear: Measure,
    /// That scale, in centipawns per unit of logit.
    pub linear_scale: f64,
}

/// The name of a subset of the positions and the network's result on it.
pub type Share = (&'static str, Measure);

impl Validation {
    /// Reads the validation positions of a ruleset and measures the baselines.
    #[must_use]
    pub fn new(family: &Family, ruleset: usize) -> Self {
        let data = &family.rulesets[ruleset];
        let point = |index| {
            let record: Record = data.validation.get(index);
            let winner = match record.result {
                _ if record.off_board => None,
                1 => Some(Side::Defenders),
                -1 => Some(Side::Attackers),
                _ => None,
            };
            Point {
                target: family.target(&record).into(),
                winner,
                to_move: record.to_move,
                linear: data.extractor.linear(&record),
            }
        };
        let points: Vec<Point> = (0..data.validation.len()).into_par_iter().map(point).collect();
        let mean = points.iter().map(|point| point.target).sum::<f64>() / points.len() as f64;
        let at = |scale: f64| {
            measure(&points, |_, point| 1.0 / (1.0 + (-f64::from(point.linear) / scale).exp()))
        };
        let linear_scale = fit_scale(|scale| at(scale).loss());
        let (constant, linear) = (measure(&points, |_, _| mean), at(linear_scale));
        Self { constant, linear, linear_scale, points }
    }

    /// The network's outputs for the positions, in logits.
    #[must_use]
    pub fn outputs(
        family: &Family,
        ruleset: usize,
        layout: &Layout,
        parameters: &[f32],
    ) -> Vec<f32> {
        let data = &family.rulesets[ruleset];
        let room = || (Vec::new(), vec![0.0; layout.hidden]);
        (0..data.validation.len())
            .into_par_iter()
            .map_init(room, |(inputs, sums), index| {
                let record = data.validation.get(index);
                inputs.clear();
                data.extractor.inputs(&record, inputs);
                let example = Example { ruleset, head: head_of(&record), target: 0.0 };
                forward(meets(layout, parameters, &example), inputs, sums)
            })
            .collect()
    }

    /// Measures the outputs.
    #[must_use]
    pub fn measure(&self, outputs: &[f32]) -> Measure {
        measure(&self.points, |index, _| sigmoid(outputs[index]).into())
    }

    /// Measures the outputs by winner and by side to move.
    #[must_use]
    pub fn shares(&self, outputs: &[f32]) -> Vec<Share> {
        let share = |name, holds: &dyn Fn(&Point) -> bool| {
            let mut measure = Measure::default();
            for (output, point) in outputs.iter().zip(&self.points) {
                if holds(point) {
                    measure.add(sigmoid(*output).into(), point);
                }
            }
            (name, measure)
        };
        vec![
            share("attackers won", &|point| point.winner == Some(Side::Attackers)),
            share("defenders won", &|point| point.winner == Some(Side::Defenders)),
            share("other endings", &|point| point.winner.is_none()),
            share("attackers to move", &|point| point.to_move == Side::Attackers),
            share("defenders to move", &|point| point.to_move == Side::Defenders),
        ]
    }
}

fn measure(points: &[Point], predict: impl Fn(usize, &Point) -> f64) -> Measure {
    let mut measure = Measure::default();
    for (index, point) in points.iter().enumerate() {
        measure.add(predict(index, point), point);
    }
    measure
}
