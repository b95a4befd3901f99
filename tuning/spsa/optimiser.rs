//! Simultaneous perturbation stochastic approximation (SPSA): perturbs all parameters at once in
//! both directions and moves them towards the side that scores better.
//!
//! Source: J. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization", 1998. As in Fishtest, the gains are given by their values in the last iteration.

use std::io;
use std::path::Path;
use std::str::FromStr;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// The gains shrink with the iteration number to these powers, as the source advises.
const GAIN_DECAY: f64 = 0.602;
const STEP_DECAY: f64 = 0.101;
/// The stability constant, as a share of the iterations. It limits the first gains.
const STABILITY: f64 = 0.1;

/// A parameter: an integer in a range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The engine's option.
    pub name: String,
    /// The best estimate so far.
    pub value: f64,
    /// The lower bound.
    pub least: f64,
    /// The upper bound.
    pub most: f64,
    /// The perturbation in the last iteration, chosen to be worth about three Elo.
    pub step: f64,
}

impl FromStr for Parameter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not NAME=START,MIN,MAX,STEP");
        let (name, numbers) = text.split_once('=').ok_or_else(wrong)?;
        let numbers: Result<Vec<f64>, _> = numbers.split(',').map(str::parse).collect();
        let [value, least, most, step] = numbers.map_err(|_| wrong())?[..] else {
            return Err(wrong());
        };
        if !(least <= value && value <= most) {
            return Err(format!("'{text}' does not start between its bounds"));
        }
        if step.is_nan() || step <= 0.0 {
            return Err(format!("'{text}' needs a step above 0"));
        }
        Ok(Self { name: name.to_owned(), value, least, most, step })
    }
}

/// A run, as saved in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The planned number of iterations.
    pub iterations: u64,
    /// The number of finished iterations.
    pub done: u64,
    /// The change of a parameter in the last iteration per game won, in squares of its step.
    pub rate: f64,
    /// The points of the first side minus those of the second. A sanity check: it should stay near
    /// 0.
    pub balance: f64,
}

/// The perturbation of one iteration.
pub struct Trial {
    /// Its number, from 0.
    number: u64,
    /// For each parameter, whether the first side has the higher value.
    signs: Vec<f64>,
    /// The values of both sides, as engine options.
    pub sides: [Vec<(String, String)>; 2],
}

impl Run {
    /// A new run.
    pub fn new(parameters: Vec<Parameter>, iterations: u64, rate: f64) -> Self {
        Self { parameters, iterations, done: 0, rate, balance: 0.0 }
    }

    /// Whether the run was started with these settings. Only the parameters' values may differ.
    pub fn is_of(&self, parameters: &[Parameter], iterations: u64, rate: f64) -> bool {
        let terms = |parameter: &Parameter| Parameter { value: 0.0, ..parameter.clone() };
        self.iterations == iterations
            && self.rate == rate
            && self.parameters.iter().map(terms).eq(parameters.iter().map(terms))
    }

    /// Loads a run.
    pub fn load(path: &Path) -> io::Result<Self> {
        serde_json::from_str(&std::fs::read_to_string(path)?).map_err(io::Error::other)
    }

    /// Saves the run atomically. A program killed meanwhile leaves the old file.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let new = path.with_extension("new");
        std::fs::write(&new, serde_json::to_string_pretty(self).map_err(io::Error::other)?)?;
        std::fs::rename(new, path)
    }

    /// The perturbation of a parameter in an iteration.
    fn step(&self, parameter: &Parameter, number: u64) -> f64 {
        let ratio = self.iterations as f64 / (number + 1) as f64;
        parameter.step * ratio.powf(STEP_DECAY)
    }

    /// The change of its value per point in that iteration.
    fn gain(&self, parameter: &Parameter, number: u64) -> f64 {
        let stability = STABILITY * self.iterations as f64;
        let end = stability + self.iterations as f64;
        let ratio = end / (stability + (number + 1) as f64);
        let gain = self.rate * parameter.step * parameter.step * ratio.powf(GAIN_DECAY);
        gain / self.step(parameter, number)
    }

    /// The two sides of an iteration. Values are rounded stochastically: the closer to the upper
    /// integer, the more often up.
    pub fn trial(&self, number: u64, random: &mut impl Rng) -> Trial {
        let mut signs = Vec::new();
        let mut sides = [Vec::new(), Vec::new()];
        for parameter in &self.parameters {
            let sign = if random.random() { 1.0 } else { -1.0 };
            let dither: f64 = random.random();
            let step = self.step(parameter, number);
            for (side, toward) in sides.iter_mut().zip([sign, -sign]) {
                let value = parameter.value + toward * step;
                let value = (value + dither).floor().clamp(parameter.least, parameter.most);
                side.push((parameter.name.clone(), format!("{value:.0}")));
            }
            signs.push(sign);
        }
        Trial { number, signs, sides }
    }

    /// Learns from an iteration in which the first side made `points` more than the second.
    pub fn learn(&mut self, trial: &Trial, points: f64) {
        let gains: Vec<f64> =
            self.parameters.iter().map(|parameter| self.gain(parameter, trial.number)).collect();
        for ((parameter, gain), sign) in self.parameters.iter_mut().zip(gains).zip(&trial.signs) {
            let value = parameter.value + gain * points * sign;
            parameter.value = value.clamp(parameter.least, parameter.most);
        }
        self.done += 1;
        self.balance += points;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;

    #[test]
    fn parameters_are_read() {
        let read = |text: &str| text.parse::<Parameter>();
        let margin = read("margin=45,10,300,8").unwrap();
        assert_eq!((margin.name.as_str(), margin.value, margin.most), ("margin", 45.0, 300.0));
        for wrong in ["", "margin", "margin=1,2", "margin=5,6,7,1", "margin=5,0,7,0", "m=a,0,1,1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn values_drift_to_where_games_are_won() {
        let parameters =
            ["a=20,0,100,5", "b=80,0,100,5"].map(|text| text.parse::<Parameter>().unwrap());
        let mut run = Run::new(parameters.to_vec(), 4000, 0.05);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        // The closer the values are to 60 and 30, the more games they win.
        let worth = |side: &[(String, String)]| -> f64 {
            let value = |at: usize| side[at].1.parse::<f64>().unwrap();
            -(value(0) - 60.0).powi(2) - (value(1) - 30.0).powi(2)
        };
        for number in 0..run.iterations {
            let trial = run.trial(number, &mut random);
            let better = (worth(&trial.sides[0]) - worth(&trial.sides[1])) / 500.0;
            let wins = f64::from(random.random::<f64>() < (0.5 + better).clamp(0.0, 1.0));
            run.learn(&trial, 2.0 * wins - 1.0);
        }
        let values: Vec<f64> = run.parameters.iter().map(|parameter| parameter.value).collect();
        assert!((values[0] - 60.0).abs() < 6.0 && (values[1] - 30.0).abs() < 6.0, "{values:?}");
    }

    #[test]
    fn a_run_is_taken_up_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        let mut run = Run::new(vec!["a=20,0,100,5".parse().unwrap()], 100, 0.1);
        let trial = run.trial(0, &mut ChaCha8Rng::seed_from_u64(2));
        run.learn(&trial, 1.0);
        run.save(&path).unwrap();
        assert_eq!(Run::load(&path).unwrap(), run);
        let terms = |text: &str| [text.parse::<Parameter>().unwrap()];
        assert!(run.is_of(&terms("a=20,0,100,5"), 100, 0.1));
        for other in ["b=20,0,100,5", "a=20,0,90,5", "a=20,1,100,5", "a=20,0,100,6"] {
            assert!(!run.is_of(&terms(other), 100, 0.1), "{other}");
        }
        assert!(!run.is_of(&terms("a=20,0,100,5"), 101, 0.1));
        assert!(!run.is_of(&terms("a=20,0,100,5"), 100, 0.2));
    }
}
