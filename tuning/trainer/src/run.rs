//! A training run, from files to networks.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use branan::eval::network::InputSet;
use branan::text::{lock_file, write_whole_file};
use indicatif::{ProgressBar, ProgressStyle};

use crate::adamw::AdamW;
use crate::chart;
use crate::checkpoint::{Checkpoint, CheckpointError, FILE_NAME, Losses, Settings};
use crate::data::{DataError, Family, SCALE};
use crate::origin::Origin;
use crate::quantise::{Label, fit_integers, quantise};
use crate::training::{Plan, Training, random_parameters};
use crate::validation::{Measure, Validation};

/// Why a run cannot start or continue.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The positions cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A file cannot be written.
    #[error("{path}: {error}")]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        error: Box<dyn std::error::Error>,
    },
    /// The results cannot be printed.
    #[error("standard output: {0}")]
    Output(io::Error),
    /// Another run trains to the folder.
    #[error("{0} is in use by another run")]
    Locked(PathBuf),
}

/// The name of the file in a run's folder that is locked during the run.
const LOCK: &str = "lock";

/// A run.
pub struct Run<'a> {
    /// The positions.
    pub family: &'a Family,
    /// The network's inputs.
    pub inputs: InputSet,
    /// The settings.
    pub settings: Settings,
    /// The checkpoint or network to start from; `None` for random weights.
    pub from: Option<PathBuf>,
    /// The folder for checkpoints and networks.
    pub folder: PathBuf,
}

impl Run<'_> {
    /// Trains to the end and writes the networks. Resumes from the folder's checkpoint if there is
    /// one.
    ///
    /// # Errors
    /// When a file cannot be read or written, or does not match the settings, or another run uses the folder.
    pub fn run(&self) -> Result<(), RunError> {
        let write = |error: std::io::Error| self.write_error(&self.folder, error.into());
        std::fs::create_dir_all(&self.folder).map_err(write)?;
        let _locked = self.lock()?;
        let (mut training, mut history) = self.begin()?;
        let validations: Vec<Validation> = (0..self.family.rulesets.len())
            .map(|ruleset| Validation::new(self.family, ruleset))
            .collect();
        self.describe(&validations)?;
        let mut linear = Measure::default();
        validations.iter().for_each(|validation| linear.merge(&validation.linear));
        for epoch in history.len() as u32..self.settings.epochs {
            let losses = self.epoch(&mut training, &validations, epoch)?;
            history.push(losses);
            let checkpoint = Checkpoint {
                settings: self.settings.clone(),
                history: history.clone(),
                parameters: training.parameters.clone(),
                optimiser: training.optimiser.clone(),
            };
            checkpoint.save(&self.folder.join(FILE_NAME))?;
            let path = self.folder.join("loss.svg");
            chart::draw(&path, &history, linear.loss())
                .map_err(|error| self.write_error(&path, error))?;
        }
        self.finish(&training, &validations)
    }

    /// Locks the folder until the returned file is dropped.
    fn lock(&self) -> Result<File, RunError> {
        let path = self.folder.join(LOCK);
        let file = File::create(&path).map_err(|error| self.write_error(&path, error.into()))?;
        if lock_file(&file) { Ok(file) } else { Err(RunError::Locked(self.folder.clone())) }
    }

    fn write_error(&self, path: &Path, error: Box<dyn std::error::Error>) -> RunError {
        RunError::Write { path: path.to_owned(), error }
    }

    /// The initial state, and the losses of earlier epochs.
    fn begin(&self) -> Result<(Training, Vec<Losses>), RunError> {
        let layout = self.settings.layout();
        let path = self.folder.join(FILE_NAME);
        if path.exists() {
            let checkpoint = Checkpoint::load(&path)?;
            if let Some(settings) = checkpoint.settings.other_than(&self.settings) {
                return Err(CheckpointError::Settings { path, settings }.into());
            }
            print(&format!("resuming after epoch {}", checkpoint.history.len()))?;
            let training = Training::new(layout, checkpoint.parameters, checkpoint.optimiser);
            return Ok((training, checkpoint.history));
        }
        let parameters = match &self.from {
            Some(path) => {
                let side = self.family.rulesets[0].side;
                Origin::load(path, self.inputs, side)?.begin(path, &self.settings)?
            }
            None => random_parameters(&layout, self.family.mean_active(), self.settings.seed),
        };
        let optimiser = AdamW::new(layout.len());
        Ok((Training::new(layout, parameters, optimiser), Vec::new()))
    }

    /// Prints the sizes of the data and the baselines.
    fn describe(&self, validations: &[Validation]) -> Result<(), RunError> {
        for (data, validation) in self.family.rulesets.iter().zip(validations) {
            print(&format!(
                "{}: {} positions to train on, {} to test on, K {:.0?}",
                data.name,
                data.training.len(),
                data.validation.len(),
                data.scales
            ))?;
            print(&format!("  constant                {}", text(&validation.constant)))?;
            let linear = text(&validation.linear);
            print(&format!(
                "  linear evaluation       {linear}, K {:.0}",
                validation.linear_scale
            ))?;
        }
        Ok(())
    }

    fn epoch(
        &self,
        training: &mut Training,
        validations: &[Validation],
        epoch: u32,
    ) -> Result<Losses, RunError> {
        let start = Instant::now();
        let Settings { positions, epochs, batch, rate, clip, seed, .. } = self.settings;
        let plan = Plan { positions, epochs, batch, rate, clip, seed };
        let bar = ProgressBar::new(positions.into());
        let form = "epoch {msg} {bar:30} {human_pos}/{human_len} positions, {eta} to go";
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        bar.set_message(format!("{}/{epochs}", epoch + 1));
        let loss = training.epoch(&plan, self.family, epoch, &|seen| bar.inc(seen as u64));
        bar.finish_and_clear();
        let seconds = start.elapsed().as_secs_f64();
        let label = self.label(0);
        let shrunk = fit_integers(&training.layout, &mut training.parameters, &label);
        if shrunk > 0 {
            print(&format!("the weights of {shrunk} hidden units were reduced to fit in 16 bits"))?;
        }
        let mut measured = Measure::default();
        for (ruleset, validation) in validations.iter().enumerate() {
            measured.merge(&validation.measure(&self.outputs(training, ruleset)));
        }
        print(&format!(
            "epoch {}/{epochs}: training loss {loss:.5}; validation {}; {:.0} positions a second",
            epoch + 1,
            text(&measured),
            f64::from(positions) / seconds
        ))?;
        Ok(Losses { training: loss, validation: measured.loss() })
    }

    fn outputs(&self, training: &Training, ruleset: usize) -> Vec<f32> {
        Validation::outputs(self.family, ruleset, &training.layout, &training.parameters)
    }

    fn label(&self, ruleset: usize) -> Label {
        let data = &self.family.rulesets[ruleset];
        Label {
            ruleset: data.name.clone(),
            side: data.side as u8,
            inputs: self.inputs,
            scale: SCALE as f32,
        }
    }

    /// Prints the results and writes the networks.
    fn finish(&self, training: &Training, validations: &[Validation]) -> Result<(), RunError> {
        for (ruleset, validation) in validations.iter().enumerate() {
            let name = &self.family.rulesets[ruleset].name;
            let outputs = self.outputs(training, ruleset);
            print(name)?;
            print(&format!("  constant                {}", text(&validation.constant)))?;
            print(&format!("  linear evaluation       {}", text(&validation.linear)))?;
            print(&format!("  network                 {}", text(&validation.measure(&outputs))))?;
            for (share, measure) in validation.shares(&outputs) {
                print(&format!(
                    "    {share:<22}{}, {} positions",
                    text(&measure),
                    measure.count()
                ))?;
            }
            let label = self.label(ruleset);
            let network = quantise(&training.layout, &training.parameters, ruleset, label);
            let path = self.folder.join(format!("{name}.net"));
            network.check().map_err(|error| self.write_error(&path, error.into()))?;
            write_whole_file(&path, |file| file.write_all(&network.encode()))
                .map_err(|error| self.write_error(&path, error.into()))?;
        }
        Ok(())
    }
}

/// Prints a line.
fn print(text: &str) -> Result<(), RunError> {
    writeln!(io::stdout(), "{text}").map_err(RunError::Output)
}

fn text(measure: &Measure) -> String {
    let loss = format!("loss {:.5}", measure.loss());
    match measure.accuracy() {
        Some(share) => format!("{loss}, {:.2} % of winners", 100.0 * share),
        None => loss,
    }
}
