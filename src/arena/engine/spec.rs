//! An engine's specification: how to start it, and its limits.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use super::protocol::EngineProtocol;
use super::time_control::EngineLimits;
use super::variant_names::VariantNames;
use crate::arena::key_value::KeyError;
use crate::text::{did_you_mean, single_spaced};

/// The keys and their meanings, besides `option.NAME`.
pub const ENGINE_KEYS: &[(&str, &str)] = &[
    ("cmd", "program to start"),
    ("proto", "protocol: uci (default), opentafl or tablut"),
    ("name", "name in tables and records (default: the program's)"),
    (
        "args",
        "arguments for the program, quoted as in a shell; tablut: {role}, {seconds}, {host}, {port}",
    ),
    ("dir", "working directory of the program"),
    ("tc", "game clock, [moves/]time+increment in seconds, or inf"),
    ("st", "seconds for each move"),
    ("nodes", "nodes for each move"),
    ("depth", "depth of each search in plies"),
    ("ponder", "yes: think on the opponent's time (default no)"),
    ("variant", "the one ruleset of a UCI engine without UCI_Variant"),
    ("variant-name", "the engine's name for the ruleset; or RULESET:NAME,…"),
    ("restart", "on: a fresh process for every game (default off; opentafl, tablut: on)"),
    ("errors", "tablut: illegal moves forgiven in each game (default 0)"),
    ("timemargin", "milliseconds an answer may be late (default 50)"),
    ("option.NAME", "value of an engine option"),
];

/// A name as it is in the games, also where an older version kept its white space in the settings.
fn name_on_file<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|name| single_spaced(&name))
}

/// Everything known about an engine before it starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Name in tables and records, unique in the match.
    #[serde(deserialize_with = "name_on_file")]
    pub name: String,
    /// The absolute path of the program.
    pub program: PathBuf,
    /// Arguments for the program.
    pub args: Vec<String>,
    /// The protocol it speaks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub protocol: EngineProtocol,
    /// The working directory, if different from the runner's.
    pub dir: Option<PathBuf>,
    /// Its limits per move or game.
    pub limits: EngineLimits,
    /// How late an answer may arrive without losing the game on time.
    pub margin: Duration,
    /// Engine options, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// Whether to think on the opponent's time.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ponder: bool,
    /// The engine's only ruleset, if it has no option to select one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub variant: Option<String>,
    /// The engine's names for rulesets.
    #[serde(default, skip_serializing_if = "is_default")]
    pub variant_names: VariantNames,
    /// Whether to start a new process for every game.
    pub restart: bool,
    /// Illegal moves forgiven in each game, in the protocol of the Tablut competition.
    #[serde(default, skip_serializing_if = "is_default")]
    pub errors: u32,
}

/// Whether a setting can be left out of the match settings.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What to write where a program is given alone.
fn name_the_program(error: &KeyError) -> String {
    match error {
        KeyError::Form(word) => format!("; a program is given as cmd={word}"),
        _ => String::new(),
    }
}

/// Why the engines of a match cannot be set up.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SpecError {
    /// The words for all engines are invalid.
    #[error("--each: {0}")]
    Each(KeyError),
    /// The words for one engine are invalid.
    #[error("engine {number}: {source}{}", name_the_program(.source))]
    Key {
        /// Position of the engine in the list, from 1.
        number: usize,
        /// The cause.
        source: KeyError,
    },
    /// An engine has no program.
    #[error("engine {number} has no program; give it cmd=PATH")]
    NoProgram {
        /// Position of the engine in the list, from 1.
        number: usize,
    },
    /// The program does not exist.
    #[error("engine {number}: no program \"{cmd}\"{hint}", hint = did_you_mean(.suggestion.as_deref()))]
    Missing {
        /// Position of the engine in the list, from 1.
        number: usize,
        /// The program as given.
        cmd: String,
        /// A similar name, if there is one.
        suggestion: Option<String>,
    },
    /// The program is a file that cannot be executed.
    #[error("engine {number}: \"{path}\" is not executable{}", make_executable(.path))]
    NotExecutable {
        /// Position of the engine in the list, from 1.
        number: usize,
        /// The file.
        path: String,
    },
    /// The program is a directory.
    #[error("engine {number}: \"{path}\" is a directory; name the program in it")]
    Directory {
        /// Position of the engine in the list, from 1.
        number: usize,
        /// The directory.
        path: String,
    },
    /// The working directory does not exist.
    #[error("engine {number}: no directory \"{dir}\"")]
    NoDirectory {
        /// Position of the engine in the list, from 1.
        number: usize,
        /// The directory.
        dir: String,
    },
    /// The protocol lacks a feature.
    #[error("engine {number} ({name}): the protocol {protocol} does not support {what}")]
    Unsaid {
        /// Position of the engine in the list, from 1.
        number: usize,
        /// The engine's name.
        name: String,
        /// The protocol.
        protocol: EngineProtocol,
        /// The missing feature.
        what: &'static str,
    },
    /// The engine has no limit on its thinking.
    #[error(
        "engine {number} ({name}) may think forever; limit it by tc, st, nodes or depth, or limit all engines with --each"
    )]
    Unlimited {
        /// Position of the engine in the list, from 1.
        number: usize,
        /// The engine's name.
        name: String,
    },
}

/// How to make a file executable, where the system has a command for it.
fn make_executable(path: &str) -> String {
    match shlex::try_quote(path) {
        Ok(quoted) if cfg!(unix) => format!("; if it is the engine, run: chmod +x {quoted}"),
        _ => String::new(),
    }
}

/// The option that names a file of rulesets.
const VARIANT_PATH: &str = "VariantPath";

impl EngineSpec {
    /// Sets a file of rulesets, if there is one, ahead of the other options.
    pub fn tell_rulesets(&mut self, file: Option<&str>) {
        if let Some(file) = file.filter(|_| self.protocol.features().options) {
            self.options.insert(0, (VARIANT_PATH.to_owned(), file.to_owned()));
        }
    }
}
