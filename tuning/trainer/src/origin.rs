//! What a run starts from: a checkpoint, or a network of the engine.

use std::path::Path;

use branan::eval::network::{self, InputSet, Network};

use crate::checkpoint::{Checkpoint, CheckpointError, Settings};
use crate::data::SCALE;
use crate::layout::Layout;
use crate::shared;

/// The parameters of trained networks, for another run to start from.
pub struct Origin {
    /// The rulesets, in the order of their parameters.
    rulesets: Vec<String>,
    /// The name of the networks' input set.
    inputs: String,
    layout: Layout,
    parameters: Vec<f32>,
}

impl Origin {
    /// Reads a network, if the file's extension is `net`, or else a checkpoint. A network is
    /// converted to the inputs `wanted` where that is possible, and to the board of this side.
    ///
    /// # Errors
    /// When the file cannot be read or is neither.
    pub fn load(path: &Path, wanted: InputSet, side: usize) -> Result<Self, CheckpointError> {
        if path.extension().is_some_and(|extension| extension == "net") {
            return Ok(Self::from_network(&Network::load(path)?, wanted, side));
        }
        Checkpoint::load(path).map(Self::from_checkpoint)
    }

    fn from_checkpoint(checkpoint: Checkpoint) -> Self {
        let Checkpoint { settings, parameters, .. } = checkpoint;
        let layout = settings.layout();
        Self { rulesets: settings.rulesets, inputs: settings.inputs, layout, parameters }
    }

    /// The parameters before they were rounded are lost, so a run goes on from the rounded ones.
    fn from_network(network: &Network, wanted: InputSet, side: usize) -> Self {
        let hidden = network.hidden;
        let hidden_one = network::HIDDEN_ONE as f32;
        let head_one = network::HEAD_ONE as f32;
        // The networks of a run have the scale of the data.
        let gain = network.scale / SCALE as f32;
        let unrounded = |weight: &i16| f32::from(*weight) / hidden_one;
        let first: Vec<f32> = network.first.iter().map(unrounded).collect();
        let first = stretch(network.inputs, usize::from(network.side), side, hidden, &first);
        let unfolded = shared::unfold(network.inputs, wanted, side * side, hidden, &first);
        let inputs = if unfolded.is_some() { wanted } else { network.inputs };
        let mut parameters = unfolded.unwrap_or(first);
        let layout = Layout { inputs: parameters.len() / hidden, hidden, rulesets: 1 };
        parameters.extend(network.biases.iter().map(unrounded));
        for head in &network.heads {
            let weights = head.weights.iter();
            parameters.extend(weights.map(|&weight| gain * f32::from(weight) / head_one));
        }
        let biases = network.heads.iter().map(|head| head.bias as f32);
        parameters.extend(biases.map(|bias| gain * bias / (hidden_one * head_one)));
        Self {
            rulesets: vec![network.ruleset.clone()],
            inputs: inputs.to_string(),
            layout,
            parameters,
        }
    }

    /// The initial parameters of a run: the shared weights, and each ruleset's own parameters. A
    /// ruleset that is not here gets the mean of those that are.
    ///
    /// # Errors
    /// When the run's networks have another shape. The error names `path`.
    pub fn begin(&self, path: &Path, other: &Settings) -> Result<Vec<f32>, CheckpointError> {
        let (from, to) = (self.layout, other.layout());
        let shape = |inputs: &str, layout: Layout| {
            let Layout { inputs: count, hidden, .. } = layout;
            format!("{count} inputs of the set '{inputs}', {hidden} hidden units")
        };
        let (found, wanted) = (shape(&self.inputs, from), shape(&other.inputs, to));
        if found != wanted {
            let mut options = Vec::new();
            if self.inputs != other.inputs {
                options.push(format!("--inputs {}", self.inputs));
            }
            if from.hidden != to.hidden {
                options.push(format!("--hidden {}", from.hidden));
            }
            let advice = match options.as_slice() {
                [] => "its board has another size".to_owned(),
                options => format!("give {}", options.join(" ")),
            };
            return Err(CheckpointError::Shape { path: path.to_owned(), found, wanted, advice });
        }
        let mut parameters = vec![0.0; to.len()];
        parameters[to.first()].copy_from_slice(&self.parameters[from.first()]);
        for (number, name) in other.rulesets.iter().enumerate() {
            let known = self.rulesets.iter().position(|known| known == name);
            let models = known.map_or(0..from.rulesets, |known| known..known + 1);
            let share = 1.0 / models.len() as f32;
            for model in models {
                let own = &self.parameters[from.own(model)];
                for (to, from) in parameters[to.own(number)].iter_mut().zip(own) {
                    *to += from * share;
                }
            }
        }
        Ok(parameters)
    }
}

/// The first layer on a board of the side `to`, from that on a board of the side `from`: each square gets
/// the weights of the square at the same place between edge and centre.
fn stretch(inputs: InputSet, from: usize, to: usize, hidden: usize, first: &[f32]) -> Vec<f32> {
    let (squares, counts) = first.split_at(inputs.planes() * from * from * hidden);
    let place = |at: usize| {
        let edge = at.min(to - 1 - at);
        let nearest = (2 * edge * (from - 1) + to - 1) / (2 * (to - 1));
        if edge == at { nearest } else { from - 1 - nearest }
    };
    let mut stretched = Vec::with_capacity(inputs.count(to * to) * hidden);
    for plane in squares.chunks_exact(from * from * hidden) {
        for (rank, file) in (0..to * to).map(|square| (square / to, square % to)) {
            let source = (place(rank) * from + place(file)) * hidden;
            stretched.extend_from_slice(&plane[source..source + hidden]);
        }
    }
    stretched.extend_from_slice(counts);
    stretched
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adamw::AdamW;
    use crate::checkpoint::FILE_NAME;
    use crate::quantise::{Label, quantise};

    fn settings(rulesets: &[&str]) -> Settings {
        Settings {
            rulesets: rulesets.iter().map(|&name| name.to_owned()).collect(),
            inputs: "places".to_owned(),
            input_count: InputSet::Places.count(49),
            hidden: 32,
            positions: 10,
            epochs: 2,
            batch: 4,
            rate: 0.1,
            result_share: 0.3,
            clip: 1.5,
            seed: 7,
            from: None,
        }
    }

    fn parameters(settings: &Settings) -> Vec<f32> {
        (0..settings.layout().len()).map(|n| (n % 61) as f32 / 61.0 - 0.5).collect()
    }

    #[test]
    fn another_run_begins_with_what_it_shares() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let settings_of_both = settings(&["a", "b"]);
        let old = parameters(&settings_of_both);
        let from = settings_of_both.layout();
        let checkpoint = Checkpoint {
            settings: settings_of_both,
            history: Vec::new(),
            parameters: old.clone(),
            optimiser: AdamW::new(from.len()),
        };
        checkpoint.save(&path).unwrap();
        let origin = Origin::load(&path, InputSet::Places, 7).unwrap();
        let other = settings(&["b", "new"]);
        let begun = origin.begin(&path, &other).unwrap();
        let to = other.layout();
        assert_eq!(begun[to.first()], old[from.first()]);
        assert_eq!(begun[to.own(0)], old[from.own(1)]);
        let mean = (old[from.head_bias(0, 1)] + old[from.head_bias(1, 1)]) / 2.0;
        assert_eq!(begun[to.head_bias(1, 1)], mean);
        let wider = Settings { hidden: 64, ..other };
        assert!(origin.begin(&path, &wider).unwrap_err().to_string().contains("64 hidden units"));
    }

    #[test]
    fn a_network_is_rounded_to_itself_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.net");
        let settings = Settings { hidden: 64, ..settings(&["a"]) };
        let label = Label {
            ruleset: "a".to_owned(),
            side: 7,
            inputs: InputSet::Places,
            scale: SCALE as f32,
        };
        let network = quantise(&settings.layout(), &parameters(&settings), 0, label.clone());
        std::fs::write(&path, network.encode()).unwrap();
        let begun =
            Origin::load(&path, InputSet::Places, 7).unwrap().begin(&path, &settings).unwrap();
        assert_eq!(quantise(&settings.layout(), &begun, 0, label).encode(), network.encode());
    }

    #[test]
    fn another_scale_is_brought_to_that_of_the_data() {
        let settings = settings(&["a"]);
        let layout = settings.layout();
        let label = Label {
            ruleset: "a".to_owned(),
            side: 7,
            inputs: InputSet::Places,
            scale: 2.0 * SCALE as f32,
        };
        let network = quantise(&layout, &parameters(&settings), 0, label);
        let origin = Origin::from_network(&network, InputSet::Places, 7);
        let head = layout.head(0, 1);
        let weight = f32::from(network.heads[1].weights[3]) / network::HEAD_ONE as f32;
        assert_eq!(origin.parameters[head.start + 3], 2.0 * weight);
    }

    #[test]
    fn a_board_is_stretched_from_its_edges_and_centre() {
        let (from, to, hidden) = (7, 9, 2);
        let count = InputSet::Counts.count(from * from);
        let first: Vec<f32> = (0..count * hidden).map(|at| at as f32).collect();
        let stretched = stretch(InputSet::Counts, from, to, hidden, &first);
        assert_eq!(stretched.len(), InputSet::Counts.count(to * to) * hidden);
        let row = |weights: &[f32], side: usize, plane: usize, rank: usize, file: usize| {
            weights[((plane * side + rank) * side + file) * hidden + 1]
        };
        for plane in 0..InputSet::Counts.planes() {
            for (old, new) in [(0, 0), (2, 2), (3, 4), (4, 6), (6, 8)] {
                assert_eq!(row(&stretched, to, plane, new, 4), row(&first, from, plane, old, 3));
                assert_eq!(row(&stretched, to, plane, 8, new), row(&first, from, plane, 6, old));
            }
        }
        assert_eq!(stretched.last(), first.last());
        assert_eq!(stretch(InputSet::Counts, from, from, hidden, &first), first);
    }

    #[test]
    fn a_file_that_is_no_network_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("broken.net");
        std::fs::write(&path, "no network").unwrap();
        let error = Origin::load(&path, InputSet::Places, 7).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("broken.net"), "{error}");
    }
}
