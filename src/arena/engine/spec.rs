//! How an engine is started and what it may spend.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::protocol::EngineProtocol;
use super::time_control::EngineLimits;
use super::variant_names::VariantNames;
use crate::arena::key_value::KeyError;
use crate::text::did_you_mean;

/// The keys, with what they mean; `option.NAME` comes in addition.
pub const ENGINE_KEYS: &[(&str, &str)] = &[
    ("cmd", "program to start"),
    ("proto", "protocol: uci (default) or opentafl"),
    ("name", "name in tables and records (default: the program's)"),
    ("args", "arguments for the program, quoted as in a shell"),
    ("dir", "working directory of the program"),
    ("tc", "game clock, [moves/]time+increment in seconds, or inf"),
    ("st", "seconds for each move"),
    ("nodes", "nodes for each move"),
    ("depth", "depth of each search in plies"),
    ("ponder", "yes: think on the opponent's time (default no)"),
    ("variant", "the one ruleset of a UCI engine without UCI_Variant"),
    ("variant-name", "the engine's name for the ruleset; or RULESET:NAME,…"),
    ("restart", "on: a fresh process for every game (default off; opentafl: on)"),
    ("timemargin", "milliseconds an answer may be late (default 50)"),
    ("option.NAME", "value of an engine option"),
];

/// All that is known of an engine before it is started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Name in tables and records, unique in a match.
    pub name: String,
    /// The program, found and absolute.
    pub program: PathBuf,
    /// Arguments for the program.
    pub args: Vec<String>,
    /// What it speaks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub protocol: EngineProtocol,
    /// The working directory, if not that of the runner.
    pub dir: Option<PathBuf>,
    /// What it may spend on a move.
    pub limits: EngineLimits,
    /// How late an answer may arrive without losing the game on time.
    pub margin: Duration,
    /// Engine options in the order they are set.
    pub options: Vec<(String, String)>,
    /// Whether it thinks on the opponent's time.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ponder: bool,
    /// The ruleset it plays, if it cannot be told another.
    #[serde(default, skip_serializing_if = "is_default")]
    pub variant: Option<String>,
    /// What it calls the rulesets.
    #[serde(default, skip_serializing_if = "is_default")]
    pub variant_names: VariantNames,
    /// Whether every game gets a fresh process.
    pub restart: bool,
}

/// What goes without saying in the settings of a match.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Why the engines of a match cannot be set up.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SpecError {
    /// The words for all engines are wrong.
    #[error("--each: {0}")]
    Each(KeyError),
    /// The words for one engine are wrong.
    #[error("engine {number}: {source}")]
    Key {
        /// The engine's place in the list, from 1.
        number: usize,
        /// What is wrong.
        source: KeyError,
    },
    /// An engine has no program.
    #[error("engine {number} has no program; give it cmd=PATH")]
    NoProgram {
        /// The engine's place in the list, from 1.
        number: usize,
    },
    /// There is no such program.
    #[error("engine {number}: no program \"{cmd}\"{hint}", hint = did_you_mean(.suggestion.as_deref()))]
    Missing {
        /// The engine's place in the list, from 1.
        number: usize,
        /// What was asked for.
        cmd: String,
        /// A name like it, if there is one.
        suggestion: Option<String>,
    },
    /// There is no such working directory.
    #[error("engine {number}: no directory \"{dir}\"")]
    NoDirectory {
        /// The engine's place in the list, from 1.
        number: usize,
        /// The folder.
        dir: String,
    },
    /// The protocol has no words for something.
    #[error("engine {number} ({name}): OpenTafl's protocol has no words for {what}")]
    Unsaid {
        /// The engine's place in the list, from 1.
        number: usize,
        /// Its name.
        name: String,
        /// What cannot be said.
        what: &'static str,
    },
    /// Nothing limits what an engine may spend on a move.
    #[error(
        "engine {number} ({name}) may think forever; limit it by tc, st, nodes or depth, or limit all engines with --each"
    )]
    Unlimited {
        /// The engine's place in the list, from 1.
        number: usize,
        /// Its name.
        name: String,
    },
}

/// The option that names a file of rulesets.
const VARIANT_PATH: &str = "VariantPath";

impl EngineSpec {
    /// Makes the engine read a file of rulesets, if there is one, before its other options are set.
    pub fn tell_rulesets(&mut self, file: Option<&str>) {
        if let Some(file) = file.filter(|_| self.protocol.features().options) {
            self.options.insert(0, (VARIANT_PATH.to_owned(), file.to_owned()));
        }
    }
}
