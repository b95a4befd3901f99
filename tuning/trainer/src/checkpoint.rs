//! The checkpoint of a run: the parameters, the optimiser's state and the progress.
//!
//! The format is safetensors, so that other programs can read the numbers.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use branan::eval::network::NetworkFileError;
use branan::text::{differing, read_regular_file, write_whole_file};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensorError, SafeTensors};
use serde::{Deserialize, Serialize};

use crate::adamw::AdamW;
use crate::layout::Layout;

/// The name of the file in a run's folder.
pub const FILE_NAME: &str = "checkpoint.safetensors";

/// The maximum size of the file, in bytes. The largest checkpoint takes a small part of it.
const MAX_FILE_SIZE: u64 = 64 << 20;

/// The settings of a run. A run resumes only with the settings it was started with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The rulesets, in the order of their parameters.
    pub rulesets: Vec<String>,
    /// The name of the network's input set.
    pub inputs: String,
    /// The number of inputs.
    pub input_count: usize,
    /// The number of hidden units.
    pub hidden: usize,
    /// The number of training positions.
    pub positions: u32,
    /// The number of epochs of the whole run.
    pub epochs: u32,
    /// The number of positions in a batch.
    pub batch: usize,
    /// The highest learning rate.
    pub rate: f32,
    /// The share of the game's result in a target, from 0 to 1.
    pub result_share: f64,
    /// The maximum weight of the first layer.
    pub clip: f32,
    /// The seed.
    pub seed: u64,
    /// The file that the run started from, as it was named; `None` for random weights, and in checkpoints
    /// of earlier versions.
    #[serde(default)]
    pub from: Option<String>,
}

impl Settings {
    /// The shape of the networks.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let Self { input_count: inputs, hidden, .. } = *self;
        Layout { inputs, hidden, rulesets: self.rulesets.len() }
    }

    /// The settings that differ from those of another run, as options of the program. `None` if none does.
    #[must_use]
    pub fn other_than(&self, other: &Self) -> Option<String> {
        differing(self.options(), other.options())
    }

    fn options(&self) -> [String; 11] {
        let Self { positions, inputs, input_count, hidden, epochs, batch, .. } = self;
        [
            format!("{positions} positions of {}", self.rulesets.join(" and ")),
            format!("--inputs {inputs}"),
            format!("{input_count} inputs"),
            format!("--hidden {hidden}"),
            format!("--epochs {epochs}"),
            format!("--batch {batch}"),
            format!("--lr {}", self.rate),
            format!("--wdl {}", self.result_share),
            format!("--clip {}", self.clip),
            format!("--seed {}", self.seed),
            self.from.as_ref().map_or("no --from".to_owned(), |path| format!("--from {path}")),
        ]
    }
}

/// The mean losses of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// During training.
    pub training: f64,
    /// Afterwards, on positions of other games.
    pub validation: f64,
}

/// A state of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The settings of the run.
    pub settings: Settings,
    /// The losses of the finished epochs.
    pub history: Vec<Losses>,
    /// The parameters.
    pub parameters: Vec<f32>,
    /// The optimiser's state.
    pub optimiser: AdamW,
}

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It is not a checkpoint.
    #[error("{path}: not a checkpoint: {problem}")]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// It does not match the networks to train.
    #[error("{path} has {found}, but {wanted} is needed; {advice}")]
    Shape {
        /// The file.
        path: PathBuf,
        /// The shape in the file.
        found: String,
        /// The requested shape.
        wanted: String,
        /// What to do.
        advice: String,
    },
    /// It is not a network.
    #[error(transparent)]
    Network(#[from] NetworkFileError),
    /// The run was started with other settings.
    #[error("{path} was started with {settings}; give the same, or name another folder")]
    Settings {
        /// The file.
        path: PathBuf,
        /// Those of its settings that differ.
        settings: String,
    },
}

/// The metadata of the file.
#[derive(Serialize, Deserialize)]
struct Notes {
    settings: Settings,
    history: Vec<Losses>,
    steps: u64,
}

const NOTES: &str = "run";
const PARAMETERS: &str = "parameters";
const MEANS: &str = "means";
const SQUARES: &str = "squares";

impl Checkpoint {
    /// Writes the checkpoint atomically: the old file stays intact until the new one is complete.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let io = |error| CheckpointError::Io { path: path.to_owned(), error };
        let bytes = self.encode().map_err(|error| io(io::Error::other(error)))?;
        write_whole_file(path, |file| file.write_all(&bytes)).map_err(io)
    }

    fn encode(&self) -> Result<Vec<u8>, SafeTensorError> {
        let Self { settings, history, parameters, optimiser } = self;
        let notes =
            Notes { settings: settings.clone(), history: history.clone(), steps: optimiser.steps };
        let notes = serde_json::to_string(&notes)?;
        let tensors =
            [(PARAMETERS, parameters), (MEANS, &optimiser.means), (SQUARES, &optimiser.squares)]
                .into_iter()
                .map(|(name, values)| {
                    let bytes = bytemuck::cast_slice(values);
                    Ok((name, TensorView::new(Dtype::F32, vec![values.len()], bytes)?))
                })
                .collect::<Result<Vec<_>, SafeTensorError>>()?;
        safetensors::serialize(tensors, Some(HashMap::from([(NOTES.to_owned(), notes)])))
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// When it cannot be read or is not a checkpoint.
    pub fn load(path: &Path) -> Result<Self, CheckpointError> {
        let bytes = read_regular_file(path, MAX_FILE_SIZE)
            .map_err(|error| CheckpointError::Io { path: path.to_owned(), error })?;
        Self::decode(&bytes)
            .map_err(|problem| CheckpointError::Content { path: path.to_owned(), problem })
    }

    fn decode(bytes: &[u8]) -> Result<Self, String> {
        let text = |error: SafeTensorError| error.to_string();
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(text)?;
        let notes = metadata.metadata().as_ref().and_then(|notes| notes.get(NOTES));
        let notes = notes.ok_or("it has no notes of a run")?;
        let Notes { settings, history, steps } =
            serde_json::from_str(notes).map_err(|error| error.to_string())?;
        let tensors = SafeTensors::deserialize(bytes).map_err(text)?;
        let length = settings.layout().len();
        let numbers = |name: &str| {
            let tensor = tensors.tensor(name).map_err(text)?;
            if tensor.dtype() != Dtype::F32 || tensor.shape() != [length] {
                return Err(format!("'{name}' is not {length} numbers"));
            }
            Ok(bytemuck::pod_collect_to_vec(tensor.data()))
        };
        let parameters = numbers(PARAMETERS)?;
        let optimiser = AdamW { steps, means: numbers(MEANS)?, squares: numbers(SQUARES)? };
        Ok(Self { settings, history, parameters, optimiser })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        let settings = Settings {
            rulesets: vec!["a".to_owned(), "b".to_owned()],
            inputs: "places".to_owned(),
            input_count: 3,
            hidden: 32,
            positions: 10,
            epochs: 2,
            batch: 4,
            rate: 0.1,
            result_share: 0.3,
            clip: 1.5,
            seed: 7,
            from: Some("a.net".to_owned()),
        };
        let count = settings.layout().len();
        let numbers = |from: usize| (from..from + count).map(|n| n as f32).collect::<Vec<_>>();
        Checkpoint {
            settings,
            history: vec![Losses { training: 0.1, validation: 0.2 }],
            parameters: numbers(0),
            optimiser: AdamW { steps: 9, means: numbers(1000), squares: numbers(2000) },
        }
    }

    #[test]
    fn what_is_saved_is_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let checkpoint = checkpoint();
        checkpoint.save(&path).unwrap();
        checkpoint.save(&path).unwrap();
        assert_eq!(Checkpoint::load(&path).unwrap(), checkpoint);
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn broken_files_are_refused() {
        let bytes = checkpoint().encode().unwrap();
        assert!(Checkpoint::decode(&bytes).is_ok());
        for broken in [&bytes[..bytes.len() - 4], &bytes[..20], &bytes[..0]] {
            assert!(Checkpoint::decode(broken).is_err());
        }
        let mut other = checkpoint();
        other.settings.hidden = 64;
        assert!(Checkpoint::decode(&other.encode().unwrap()).unwrap_err().contains("numbers"));
    }
}
