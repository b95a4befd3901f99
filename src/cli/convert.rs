//! `branan convert`: converts games between formats.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use strum::VariantNames;
use thiserror::Error;

use super::interrupt::set_on_ctrl_c;
use super::paint::{complain, warning};
use super::records::{
    NoGame, RecordsError, place_of_game, tell_torn, tell_unread, with_recorded, write_rules_out,
};
use super::{CliError, standard};
use crate::arena::key_value::{self, KeyError};
use crate::arena::rulesets::{RulesetError, read_catalog};
use crate::convert::{Context, ConvertError, Format, Reader, read_archive, write};
use crate::record::{self, GameRecord, ReplayError, rules_named};
use crate::rules::read_alternates;
use crate::text::NewFile;

/// How much is written before the next look whether to stop, in bytes.
const PIECE: usize = 1 << 16;

/// Convert games from one format to another, checking every move.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Formats, chosen by the file's extension or by name:
  record  .txt, .games  this program's records of games
  otg     .otg          a saved game of OpenTafl
  json    .json         a game of hnefatafl.org, as resume_game_json has it
  archive .postcard     all games of hnefatafl.org (archived_games); only read
  moves   .moves        moves alone, one game a line; read with --variant

  branan convert puzzle.otg puzzle.txt
  branan convert --variant copenhagen games.moves games.txt
  branan convert games.txt third.otg --game 3")]
pub(super) struct ConvertArgs {
    /// File to read; - for standard input
    #[arg(value_name = "FROM", value_hint = ValueHint::FilePath)]
    source: PathBuf,
    /// File to write, which must not exist; - for standard output
    #[arg(value_name = "TO", value_hint = ValueHint::FilePath)]
    target: PathBuf,
    /// Format of the file to read
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(Format::VARIANTS))]
    from: Option<String>,
    /// Format of the file to write
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(Format::VARIANTS))]
    to: Option<String>,
    /// Ruleset of games whose format does not name it
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// An alternate rule of these games, such as KingMove=step; may be repeated
    #[arg(long, value_name = "RULE=VALUE")]
    rule: Vec<String>,
    /// File with rulesets of your own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,
    /// Convert only the game with this number: that of its tag Game in the record of a match, else its
    /// place in the file, from 1
    #[arg(long, short, value_name = "N")]
    game: Option<u64>,
}

#[derive(Debug, Error)]
pub(super) enum ConvertCommandError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{} exists already; name another file", path.display())]
    Exists { path: PathBuf },
    #[error("interrupted, so {} was not written", path.display())]
    Interrupted { path: PathBuf },
    #[error("{}: {source}{}", path.display(), advice(source))]
    Game { path: PathBuf, source: Box<ConvertError> },
    #[error("{}: the extension does not determine the format; give --{option}", path.display())]
    Format { path: PathBuf, option: &'static str },
    #[error(transparent)]
    Records(#[from] RecordsError),
    #[error(transparent)]
    NoGame(#[from] NoGame),
    #[error("{} holds no games of the format {format}; --from names another", path.display())]
    Empty { path: PathBuf, format: Format },
    #[error("--rule: {0}")]
    Rule(#[from] KeyError),
    #[error("--variant: {0}")]
    Variant(Box<ReplayError>),
    #[error("{0}")]
    Rulesets(#[from] RulesetError),
}

/// What helps if a format has no room for a game.
fn advice(error: &ConvertError) -> &'static str {
    match error {
        ConvertError::NoString(_) | ConvertError::NoRoom { .. } => {
            "; the format record, a file ending in .txt, has room for everything"
        }
        _ => "",
    }
}

impl ConvertArgs {
    /// Converts the games. Writes nothing if any game is invalid.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        self.convert()?;
        Ok(ExitCode::SUCCESS)
    }

    fn convert(&self) -> Result<(), ConvertCommandError> {
        let (from, to) =
            (format(&self.from, &self.source, "from")?, format(&self.to, &self.target, "to")?);
        let given = self.context()?;
        let mut bytes = standard::read(&self.source).map_err(file(&self.source))?;
        let mut recorded = None;
        if from == Format::Record {
            self.leave_torn_out(&mut bytes);
            recorded = with_recorded(&self.source, &bytes, &given)?;
        }
        let context = recorded.as_ref().unwrap_or(&given);
        // A format that names its rules does not look at the variant.
        if let Some(name) = &context.variant {
            rules_named(name, &[], &context.catalog)
                .map_err(|error| ConvertCommandError::Variant(error.into()))?;
        }
        let mut games = self.read(from, bytes, context)?;
        if games.is_empty() {
            return Err(ConvertCommandError::Empty { path: self.source.clone(), format: from });
        }
        tell_unused(&games, context);
        if let Some(number) = self.game {
            let place = place_of_game(&games, number, &self.source)?;
            games = vec![games.swap_remove(place)];
        }
        if matches!(to, Format::Record | Format::Json) {
            games.iter_mut().for_each(|game| write_rules_out(game, &context.catalog));
        }
        let text = write(to, &games, context).map_err(game(&self.target))?;
        self.write(&text).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                ConvertCommandError::Exists { path: self.target.clone() }
            }
            io::ErrorKind::Interrupted => {
                ConvertCommandError::Interrupted { path: self.target.clone() }
            }
            _ => file(&self.target)(error),
        })
    }

    /// Reads the games, and warns of comments in which words are ignored.
    fn read(
        &self,
        from: Format,
        bytes: Vec<u8>,
        context: &Context,
    ) -> Result<Vec<GameRecord>, ConvertCommandError> {
        if from == Format::Archive {
            return read_archive(&bytes, &context.catalog).map_err(game(&self.source));
        }
        let text =
            String::from_utf8(bytes).map_err(|error| self.not_utf8(from, error.as_bytes()))?;
        let checked = Reader::new(context).check(from, &text).map_err(game(&self.source))?;
        tell_unread(&self.source, checked.unread);
        checked.all().map_err(game(&self.source))
    }

    /// Warns of a last game that a killed match has left incomplete, and cuts it off.
    fn leave_torn_out(&self, bytes: &mut Vec<u8>) {
        let Ok(file) = record::examine(bytes) else { return };
        if bytes[file.whole..].iter().any(|byte| *byte != 0) {
            tell_torn(&self.source, file.torn.as_ref());
            bytes.truncate(file.whole);
        }
    }

    fn context(&self) -> Result<Context, ConvertCommandError> {
        let mut rules = key_value::owned(&self.rule)?;
        read_alternates(&mut rules).map_err(RulesetError::from)?;
        let catalog = read_catalog(self.variants.as_deref())?;
        Ok(Context { catalog, variant: self.variant.clone(), rules })
    }

    /// The error for a file that is not UTF-8. For a file of records it names the game.
    fn not_utf8(&self, from: Format, bytes: &[u8]) -> ConvertCommandError {
        let path = self.source.clone();
        if from != Format::Record {
            let source = io::Error::new(io::ErrorKind::InvalidData, "the file is not UTF-8");
            return ConvertCommandError::File { path, source };
        }
        let error = match record::read(bytes) {
            Err(error) => ConvertError::Record(error),
            Ok(file) => file.torn.map_or(ConvertError::NotUtf8, ConvertError::Torn),
        };
        ConvertCommandError::Game { path, source: Box::new(error) }
    }

    fn write(&self, text: &str) -> io::Result<()> {
        if standard::is_standard(&self.target) {
            return io::stdout().write_all(text.as_bytes());
        }
        // A signal would leave the unfinished file behind.
        let stop = Arc::new(AtomicBool::new(false));
        set_on_ctrl_c(Arc::clone(&stop)).map_err(io::Error::other)?;
        let mut file = NewFile::create(&self.target)?;
        for piece in text.as_bytes().chunks(PIECE) {
            if stop.load(Relaxed) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            file.write_all(piece)?;
        }
        file.finish()
    }
}

/// Warns of options for games without rules of their own where these have some: they would seem to have
/// done something.
fn tell_unused(games: &[GameRecord], asked: &Context) {
    let variant = asked.variant.as_ref();
    let other_variant = variant
        .is_some_and(|name| games.iter().any(|game| !name.eq_ignore_ascii_case(&game.variant)));
    let other_rules = !asked.rules.is_empty() && games.iter().any(|game| game.rules != asked.rules);
    let options = match (other_variant, other_rules) {
        (false, false) => return,
        (true, false) => "--variant is",
        (false, true) => "--rule is",
        (true, true) => "--variant and --rule are",
    };
    complain(warning(format!("the games name their own rules; {options} not used")));
}

fn game(path: &Path) -> impl FnOnce(ConvertError) -> ConvertCommandError {
    let path = path.to_owned();
    move |error| ConvertCommandError::Game { path, source: Box::new(error) }
}

fn file(path: &Path) -> impl FnOnce(io::Error) -> ConvertCommandError {
    let path = path.to_owned();
    move |source| ConvertCommandError::File { path, source }
}

/// The format given, or else the one that belongs to the file's extension.
fn format(
    asked: &Option<String>,
    path: &Path,
    option: &'static str,
) -> Result<Format, ConvertCommandError> {
    let asked = asked.as_ref().and_then(|name| name.parse().ok());
    let known = asked.or_else(|| Format::of_file(path));
    known.ok_or_else(|| ConvertCommandError::Format { path: path.to_owned(), option })
}
