//! Files of scored positions, by ruleset, with some games held out for validation.

use branan::symmetry::Symmetry;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use branan::datagen::{PositionFileError, Reader, Record};
use branan::eval::network::InputSet;
use branan::rules::{Catalog, Side};
use branan::text::{did_you_mean, nearest};
use rustc_hash::FxHasher;

use crate::extractor::Extractor;
use crate::fit::ScoreCounts;
use crate::gradient::{Entry, Example, Source};
use crate::positions::Positions;

/// One game in this many is held out for validation.
const VALIDATION_SHARE: u64 = 20;

/// Centipawns per unit of logit, the same for every network, so that the search's margins mean the
/// same chances everywhere. Scores in files are rescaled to it, because other evaluations with
/// their own scales produced them.
pub const SCALE: f64 = 150.0;

/// Why files cannot be used for training.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file cannot be read.
    #[error(transparent)]
    Store(#[from] PositionFileError),
    /// No ruleset has the name of a file.
    #[error("{path}: no ruleset is called '{name}'; give --variants FILE or --as {name}=NAME")]
    Unknown {
        /// The file.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// No file needs a renaming.
    #[error("--as {from}={to} applies to no file{hint}", hint = did_you_mean(.suggestion.as_deref()))]
    Unused {
        /// The name that no file has, or that is renamed already.
        from: String,
        /// The name to use instead.
        to: String,
        /// A similar name of a file.
        suggestion: Option<String>,
    },
    /// A ruleset cannot be played, or has another board than its file.
    #[error("{path}: {problem}")]
    Ruleset {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Rulesets cannot share a first layer.
    #[error("{0} and {1} are played on boards of different sizes and cannot be trained together")]
    Sizes(String, String),
    /// A file is given twice.
    #[error("{0} is given twice")]
    Twice(PathBuf),
    /// There are too few positions for training or validation.
    #[error("{0}: there are too few positions ({1} to train on, {2} to test on)")]
    TooFew(String, usize, usize),
    /// There are more positions than 32 bits can number.
    #[error("there are more than {} positions", u32::MAX)]
    TooMany,
}

/// The positions of a ruleset.
pub struct RulesetData {
    /// The ruleset's name.
    pub name: String,
    /// The length of the board's side.
    pub side: usize,
    /// Whether its positions may be turned and mirrored.
    pub is_symmetric: bool,
    /// Converts positions to inputs.
    pub extractor: Extractor,
    /// The training positions.
    pub training: Positions,
    /// The validation positions, from other games.
    pub validation: Positions,
    /// For each file, the K with which `sigmoid(score / K)` predicts its results best.
    pub scales: Vec<f64>,
}

/// The positions of rulesets that are trained together, with consecutive numbers.
pub struct Family {
    /// The rulesets.
    pub rulesets: Vec<RulesetData>,
    /// The share of the game's result in a target. The rest is the score.
    pub result_share: f64,
    /// The number of the first position of each ruleset.
    starts: Vec<u32>,
}

/// The files to read, and how to read them.
pub struct Choice<'a> {
    /// The files.
    pub files: &'a [PathBuf],
    /// The catalogue of their rulesets.
    pub catalog: &'a Catalog,
    /// Ruleset names in files and the names to use instead.
    pub renamed: &'a [(String, String)],
    /// The network's inputs.
    pub inputs: InputSet,
}

/// Whether a game is held out for validation.
fn is_kept(seed: u64, game: u32) -> bool {
    let mut hasher = FxHasher::default();
    hasher.write_u64(seed);
    hasher.write_u32(game);
    hasher.finish().is_multiple_of(VALIDATION_SHARE)
}

impl Family {
    /// Reads files.
    ///
    /// # Errors
    /// When a file is broken or given twice, its ruleset is unknown or has another size, there are too
    /// few positions, or a name to use instead is for no file.
    pub fn read(choice: &Choice<'_>, result_share: f64) -> Result<Self, DataError> {
        check_renamed(choice)?;
        check_distinct(choice.files)?;
        let mut rulesets: Vec<RulesetData> = Vec::new();
        for path in choice.files {
            read_file(choice, path, &mut rulesets)?;
        }
        let mut starts = Vec::new();
        let mut count = 0;
        for data in &rulesets {
            let (training, validation) = (data.training.len(), data.validation.len());
            if training == 0 || validation == 0 {
                return Err(DataError::TooFew(data.name.clone(), training, validation));
            }
            starts.push(u32::try_from(count).map_err(|_| DataError::TooMany)?);
            count += training;
        }
        u32::try_from(count).map_err(|_| DataError::TooMany)?;
        Ok(Self { rulesets, result_share, starts })
    }

    /// The number of training positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rulesets.iter().map(|data| data.training.len()).sum()
    }

    /// The mean number of active inputs, estimated from the first positions.
    #[must_use]
    pub fn mean_active(&self) -> f64 {
        let mut inputs = Vec::new();
        let sample = self.len().min(1000) as u32;
        for index in 0..sample {
            self.read(Entry { index, symmetry: Symmetry::ALL[0] }, &mut inputs);
        }
        inputs.len() as f64 / f64::from(sample)
    }

    /// The target: the defenders' expected score.
    #[must_use]
    pub fn target(&self, record: &Record) -> f32 {
        let share = if record.off_board { 0.0 } else { self.result_share };
        let logit = f64::from(record.score) / SCALE;
        (share * points(record) + (1.0 - share) / (1.0 + (-logit).exp())) as f32
    }
}

/// The defenders' points, from 0 to 1.
#[must_use]
pub fn points(record: &Record) -> f64 {
    f64::from(record.result + 1) / 2.0
}

/// The index of a position's head.
#[must_use]
pub fn head_of(record: &Record) -> usize {
    usize::from(record.to_move == Side::Defenders)
}

impl Source for Family {
    fn read(&self, entry: Entry, inputs: &mut Vec<u16>) -> Example {
        let ruleset = self.starts.partition_point(|&start| start <= entry.index) - 1;
        let data = &self.rulesets[ruleset];
        let record = data.training.get((entry.index - self.starts[ruleset]) as usize);
        let symmetry = if data.is_symmetric { entry.symmetry } else { Symmetry::ALL[0] };
        data.extractor.inputs(&record.image(data.side, symmetry), inputs);
        Example { ruleset, head: head_of(&record), target: self.target(&record) }
    }
}

/// Refuses a file that is given twice, whose positions would count double.
fn check_distinct(files: &[PathBuf]) -> Result<(), DataError> {
    let mut seen = std::collections::HashSet::new();
    for path in files {
        if !seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            return Err(DataError::Twice(path.clone()));
        }
    }
    Ok(())
}

/// Refuses a renaming that no file needs.
fn check_renamed(choice: &Choice<'_>) -> Result<(), DataError> {
    let name = |path: &PathBuf| Ok(Reader::open(path)?.header().ruleset.clone());
    let names = choice.files.iter().map(name).collect::<Result<Vec<String>, DataError>>()?;
    for (number, (from, to)) in choice.renamed.iter().enumerate() {
        let again = choice.renamed[..number].iter().any(|(earlier, _)| earlier == from);
        if again || !names.contains(from) {
            let similar =
                nearest(from, names.iter().map(String::as_str).filter(|name| name != from));
            let suggestion = similar.map(str::to_owned);
            return Err(DataError::Unused { from: from.clone(), to: to.clone(), suggestion });
        }
    }
    Ok(())
}

fn read_file(
    choice: &Choice<'_>,
    path: &Path,
    rulesets: &mut Vec<RulesetData>,
) -> Result<(), DataError> {
    let reader = Reader::open(path)?;
    let header = reader.header().clone();
    let renamed = choice.renamed.iter().find(|(from, _)| *from == header.ruleset);
    let name = renamed.map_or(&header.ruleset, |(_, to)| to);
    let unknown = || DataError::Unknown { path: path.to_owned(), name: name.clone() };
    let ruleset = choice.catalog.find(name).ok_or_else(unknown)?;
    let problem = |problem| DataError::Ruleset { path: path.to_owned(), problem };
    let side = ruleset.side_length();
    if usize::from(header.side) != side {
        let boards = format!("its board has side {}, that of '{name}' {side}", header.side);
        return Err(problem(boards));
    }
    let number = match rulesets.iter().position(|data| data.name == ruleset.name) {
        Some(number) => number,
        None => {
            if let Some(other) = rulesets.iter().find(|data| data.side != side) {
                return Err(DataError::Sizes(other.name.clone(), ruleset.name.clone()));
            }
            rulesets.push(RulesetData {
                name: ruleset.name.clone(),
                side,
                is_symmetric: ruleset.is_symmetric(),
                extractor: Extractor::new(ruleset, choice.inputs)
                    .map_err(|error| problem(error.to_string()))?,
                training: Positions::new(side),
                validation: Positions::new(side),
                scales: Vec::new(),
            });
            rulesets.len() - 1
        }
    };
    let scale = fit_scale_of(reader)?;
    let data = &mut rulesets[number];
    data.scales.push(scale);
    for record in Reader::open(path)? {
        let mut record = record?;
        let score = f64::from(record.score) * SCALE / scale;
        record.score = score.clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16;
        let kept = is_kept(header.seed, record.game);
        if kept { &mut data.validation } else { &mut data.training }.push(&record);
    }
    Ok(())
}

/// The K with which `sigmoid(score / K)` best predicts the results of a file. Uses only games
/// decided on the board.
fn fit_scale_of(reader: Reader) -> Result<f64, PositionFileError> {
    let mut counts = ScoreCounts::default();
    for record in reader {
        let record = record?;
        if !record.off_board {
            counts.add(record.score, points(&record));
        }
    }
    Ok(counts.fit())
}
