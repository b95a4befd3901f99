//! The openings of a match.
//!
//! A file has one opening per line: a FEN, moves from the start, or a FEN, the word `moves` and
//! moves from there. Blank lines and text after a `#` are ignored.

use std::path::{Path, PathBuf};

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use thiserror::Error;

use super::openings_source::{OpeningsOrder, OpeningsSource};
use crate::arena::game::{Opening, OpeningError};
use crate::rules::Ruleset;
use crate::text::unmarked;

/// Placeholder for the ruleset's name in the path of a file of openings.
pub const VARIANT_PLACEHOLDER: &str = "{variant}";

/// Why a file of openings cannot be used.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// It cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// A line is not an opening of the ruleset.
    #[error("{path}, line {line}: {source} (in {variant})")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The ruleset.
        variant: String,
        /// The cause.
        source: Box<OpeningError>,
    },
    /// It has fewer openings than are to be skipped.
    #[error("{path} holds {count} openings, so there is no opening {start} to start with")]
    Start {
        /// The file.
        path: PathBuf,
        /// Number of openings in the file.
        count: usize,
        /// The first opening wanted, from 1.
        start: usize,
    },
    /// It has no openings.
    #[error("{path} holds no opening")]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// The openings of one ruleset in a match.
#[derive(Clone, Debug)]
pub struct Openings {
    list: Vec<Opening>,
    order: OpeningsOrder,
    /// Index of the first one.
    start: usize,
    seed: u64,
}

impl Openings {
    /// Every game begins at the ruleset's start.
    pub fn start_only() -> Self {
        let (list, order) = (vec![Opening::default()], OpeningsOrder::Sequential);
        Self { list, order, start: 0, seed: 0 }
    }

    /// Reads the file for a ruleset and checks every opening. `seed` shuffles them if the order is
    /// random. `{variant}` in the path stands for the ruleset's name.
    pub fn load(
        source: &OpeningsSource,
        rules: &Ruleset,
        seed: u64,
    ) -> Result<Self, OpeningsError> {
        let path = PathBuf::from(source.file.replace(VARIANT_PLACEHOLDER, &rules.name));
        let text = std::fs::read_to_string(&path)
            .map_err(|source| OpeningsError::Read { path: path.clone(), source })?;
        let mut list = read(&text, rules, &path)?;
        let (count, start) = (list.len(), source.start.max(1) as usize);
        if count == 0 {
            return Err(OpeningsError::Empty { path });
        }
        if start > count {
            return Err(OpeningsError::Start { path, count, start });
        }
        if let Some(plies) = source.plies {
            list.iter_mut().for_each(|opening| opening.moves.truncate(plies as usize));
        }
        Ok(Self { list, order: source.order, start: start - 1, seed })
    }

    /// Adds a ruleset's openings to a checksum, in the order of the file.
    pub(super) fn add_to(&self, ruleset: &str, hasher: &mut crc32fast::Hasher) {
        hasher.update(ruleset.as_bytes());
        for opening in &self.list {
            hasher.update(format!("\n{opening}").as_bytes());
        }
        hasher.update(b"\n\n");
    }

    /// Whether any opening begins with a FEN.
    pub fn has_fens(&self) -> bool {
        self.list.iter().any(|opening| opening.fen.is_some())
    }

    /// Number of openings.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The opening of a round, counted from 0. After the last one they start over, reshuffled if
    /// the order is random.
    pub fn pick(&self, round: u32) -> &Opening {
        let round = round as usize + self.start;
        let (cycle, place) = (round / self.list.len(), round % self.list.len());
        match self.order {
            OpeningsOrder::Sequential => &self.list[place],
            OpeningsOrder::Random => {
                let mut order: Vec<usize> = (0..self.list.len()).collect();
                let mut random = ChaCha8Rng::seed_from_u64(self.seed);
                random.set_stream(cycle as u64);
                order.shuffle(&mut random);
                &self.list[order[place]]
            }
        }
    }
}

fn read(text: &str, rules: &Ruleset, path: &Path) -> Result<Vec<Opening>, OpeningsError> {
    let mut list = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = unmarked(text).split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let opening = text.parse::<Opening>().and_then(|opening| {
            opening.set_up(rules)?;
            Ok(opening)
        });
        list.push(opening.map_err(|source| OpeningsError::Line {
            path: path.to_owned(),
            line,
            variant: rules.name.clone(),
            source: source.into(),
        })?);
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    const TABLUT: &str = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3";

    fn tablut() -> &'static Ruleset {
        rules::find("tablut").unwrap()
    }

    fn source(file: &str, order: OpeningsOrder) -> OpeningsSource {
        OpeningsSource { file: file.to_owned(), order, start: 1, plies: None }
    }

    fn load(text: &str, order: OpeningsOrder, seed: u64) -> Result<Openings, String> {
        load_from(text, &source("", order), seed)
    }

    fn load_from(text: &str, source: &OpeningsSource, seed: u64) -> Result<Openings, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let file = file.path().to_str().unwrap().to_owned();
        Openings::load(&OpeningsSource { file, ..source.clone() }, tablut(), seed)
            .map_err(|e| e.to_string())
    }

    #[test]
    fn byte_order_marks_are_skipped() {
        let text = "\u{feff}d1d3\n\u{feff}d1c1 e3c3\n";
        assert_eq!(load(text, OpeningsOrder::Sequential, 0).unwrap().count(), 2);
    }

    #[test]
    fn openings_may_start_later_and_be_cut_short() {
        let text = "d1d3\nd1c1 e3c3\nd1b1 e3b3 d9c9\n";
        let with = |start, plies| {
            let source = OpeningsSource { start, plies, ..source("", OpeningsOrder::Sequential) };
            load_from(text, &source, 0)
        };
        let third = with(3, Some(2)).unwrap();
        assert_eq!(third.pick(0).moves, ["d1b1", "e3b3"]);
        // They start over after the last one.
        assert_eq!(third.pick(1).moves, ["d1d3"]);
        assert_eq!(with(1, Some(0)).unwrap().pick(2).to_string(), "startpos");
        assert!(with(4, None).unwrap_err().contains("holds 3 openings"));
    }

    #[test]
    fn a_file_is_read_and_checked() {
        let text = format!("# a comment\n\nd1d3 # another\n{TABLUT} d\r\n");
        let openings = load(&text, OpeningsOrder::Sequential, 0).unwrap();
        assert_eq!(openings.count(), 2);
        assert_eq!(openings.pick(0).moves, ["d1d3"]);
        assert_eq!(openings.pick(1).fen.as_deref(), Some(format!("{TABLUT} d").as_str()));
        assert_eq!(openings.pick(2), openings.pick(0));
    }

    #[test]
    fn mistakes_name_the_line() {
        let error = load("d1d3\nd1d3 d1d4\n", OpeningsOrder::Sequential, 0).unwrap_err();
        assert!(error.contains("line 2: move 2, \"d1d4\""), "{error}");
        assert!(error.contains("(in tablut)"), "{error}");
        let error =
            load("3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a", OpeningsOrder::Sequential, 0).unwrap_err();
        assert!(error.contains("line 1"), "{error}");
        assert!(load(TABLUT, OpeningsOrder::Sequential, 0).unwrap_err().contains("side to move"));
        let error = load(&format!("{TABLUT} a - d1d3"), OpeningsOrder::Sequential, 0).unwrap_err();
        assert!(error.contains("after the word \"moves\""), "{error}");
        assert!(
            load("# nothing\n", OpeningsOrder::Sequential, 0).unwrap_err().contains("no opening")
        );
        assert!(Openings::load(&source("/no/such", OpeningsOrder::Random), tablut(), 1).is_err());
    }

    #[test]
    fn random_order_is_by_seed_and_without_repeats() {
        let text = "d1d3\nd1c1\nd1b1\nd1a1\ne2a2\ne2b2\n";
        let picks = |seed, rounds: std::ops::Range<u32>| {
            let openings = load(text, OpeningsOrder::Random, seed).unwrap();
            rounds.map(|r| openings.pick(r).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(picks(7, 0..12), picks(7, 0..12));
        assert_ne!(picks(7, 0..6), picks(8, 0..6));
        assert_ne!(picks(7, 0..6), picks(7, 6..12));
        for cycle in [0..6, 6..12] {
            let mut all = picks(7, cycle);
            all.sort();
            all.dedup();
            assert_eq!(all.len(), 6);
        }
    }
}
