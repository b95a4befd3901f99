//! Where games to import come from.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, JoinHandle};

use tafl::convert::{self, Context, ConvertError, Format, Reader, each_archived_game};
use tafl::record::{EachGame, GameRecord};

/// The maximum size of a file that has to be read whole, in bytes.
const MAX_WHOLE_BYTES: u64 = 1 << 30;

/// The maximum length of a line of moves, in bytes.
const MAX_LINE_BYTES: usize = 1 << 20;

/// The number of items that are read ahead.
const AHEAD: usize = 256;

/// The number of wrong games without a right one by which a source is known to hold something else.
const MAX_WRONG: usize = 10;

/// A file, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Standard,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Standard => f.write_str("standard input"),
        }
    }
}

/// A game, or why there is none.
type Found = Result<GameRecord, String>;

/// What a source holds.
pub(crate) enum Item {
    Game(Box<Found>),
    /// The settings, as JSON, of the match that played the games that follow.
    Settings(String),
}

/// What a source holds, as it is read.
pub(crate) struct Ahead {
    /// At the end, there may be an error.
    pub items: Receiver<io::Result<Item>>,
    pub reader: JoinHandle<()>,
}

impl Source {
    /// The files that a path names: the file itself, or all files of games in a folder and the folders in
    /// it, in alphabetical order.
    ///
    /// # Errors
    /// When the path or a folder cannot be read.
    pub fn all(path: &Path) -> io::Result<Vec<Self>> {
        let mut sources = Vec::new();
        if std::fs::metadata(path)?.is_dir() {
            collect(path, &mut sources)?;
        } else {
            sources.push(Self::File(path.to_owned()));
        }
        Ok(sources)
    }

    /// The format, by the file's name. `None` if only the text can tell.
    fn format(&self) -> Option<Format> {
        match self {
            Self::File(path) => Format::of_file(path),
            Self::Standard => None,
        }
    }

    /// Reads the source on a thread of its own, which may wait long for more, as from a pipe. It ends with
    /// the source, or when it has read something that nobody takes any more.
    pub(crate) fn read_ahead(&self, format: Option<Format>, context: &Context) -> Ahead {
        let (sender, items) = sync_channel(AHEAD);
        let (source, context) = (self.clone(), context.clone());
        let reader = thread::spawn(move || {
            let read = source.each(format, &context, &mut |item| sender.send(Ok(item)).is_ok());
            if let Err(error) = read {
                // The receiver may have stopped reading.
                let _ = sender.send(Err(error));
            }
        });
        Ahead { items, reader }
    }

    /// Gives each game, and the settings before it, to `take` until it returns `false`.
    ///
    /// # Errors
    /// When the source cannot be read, or is no file of games.
    fn each(
        &self,
        format: Option<Format>,
        context: &Context,
        take: &mut dyn FnMut(Item) -> bool,
    ) -> io::Result<()> {
        let format = format.or_else(|| self.format());
        if let Self::File(path) = self
            && format.is_none()
            && let Some(what) = foreign_name(path)
        {
            return Err(io::Error::other(what));
        }
        let mut sieve = Sieve { wrong: Some(Vec::new()), refuses: false, take };
        let take = &mut |item| sieve.pass(item);
        match self {
            Self::File(path) => {
                each(BufReader::with_capacity(1 << 16, File::open(path)?), format, context, take)
            }
            Self::Standard => each(io::stdin().lock(), format, context, take),
        }?;
        sieve.end()
    }
}

/// Holds wrong games back until a right one shows that the source is a file of games.
struct Sieve<'a> {
    /// The reasons so far. `None` after a right game.
    wrong: Option<Vec<String>>,
    /// Whether the source is no file of games.
    refuses: bool,
    take: &'a mut dyn FnMut(Item) -> bool,
}

impl Sieve<'_> {
    fn pass(&mut self, item: Item) -> bool {
        match (item, &mut self.wrong) {
            (Item::Game(found), Some(wrong)) if found.is_err() => {
                wrong.extend(found.err());
                self.refuses = wrong.len() > MAX_WRONG;
                !self.refuses
            }
            (item, _) => self.release() && (self.take)(item),
        }
    }

    /// Passes on what was held back.
    fn release(&mut self) -> bool {
        let wrong = self.wrong.take().unwrap_or_default();
        wrong.into_iter().all(|reason| (self.take)(Item::Game(Box::new(Err(reason)))))
    }

    fn end(mut self) -> io::Result<()> {
        match self.wrong.as_deref() {
            Some([first, ..]) if self.refuses => {
                Err(io::Error::other(format!("it is no file of games; {first}")))
            }
            _ => {
                self.release();
                Ok(())
            }
        }
    }
}

/// What a file is by the end of its name, if that is no kind of file of games.
fn foreign_name(path: &Path) -> Option<&'static str> {
    let end = path.extension()?.to_str()?.to_ascii_lowercase();
    Some(match end.as_str() {
        "csv" | "tsv" => {
            "it is a table, from which no games can be read; a file of records has them whole"
        }
        "toml" => "it is a TOML file, and no file of games; --variants reads rulesets",
        "png" | "jpg" | "jpeg" | "gif" | "webp" => "it is a picture, and no file of games",
        _ => return None,
    })
}

/// What a text is that no format of games begins like.
fn foreign(begin: &[u8]) -> Option<&'static str> {
    if begin.starts_with(b"SQLite format 3\0") {
        return Some("it is a database; add its games with 'branan db merge'");
    }
    begin.trim_ascii_start().starts_with(b"<").then_some("it is a page, and no file of games")
}

/// Adds the files of games in a folder.
fn collect(folder: &Path, sources: &mut Vec<Source>) -> io::Result<()> {
    let entries: io::Result<Vec<_>> = std::fs::read_dir(folder)?.collect();
    let mut entries = entries?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        // Links to folders are not followed, as they may lead back.
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), sources)?;
        } else if Format::of_file(&entry.path()).is_some() && entry.path().is_file() {
            sources.push(Source::File(entry.path()));
        }
    }
    Ok(())
}

fn each(
    mut input: impl BufRead,
    format: Option<Format>,
    context: &Context,
    take: &mut dyn FnMut(Item) -> bool,
) -> io::Result<()> {
    if format != Some(Format::Archive)
        && let Some(what) = foreign(input.fill_buf()?)
    {
        return Err(io::Error::other(what));
    }
    let format = match format {
        Some(format) => format,
        None => Format::of_text(&String::from_utf8_lossy(input.fill_buf()?)),
    };
    match format {
        Format::Record => {
            each_record(input, take);
            Ok(())
        }
        Format::Moves => each_line(input, context, &mut |found| take(Item::Game(Box::new(found)))),
        Format::Archive | Format::Otg | Format::Json => {
            let mut bytes = Vec::new();
            input.take(MAX_WHOLE_BYTES + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > MAX_WHOLE_BYTES {
                return Err(io::Error::other("the file is longer than 1 GiB"));
            }
            for found in whole(format, bytes, context) {
                if !take(Item::Game(Box::new(found))) {
                    break;
                }
            }
            Ok(())
        }
    }
}

fn each_record(input: impl BufRead, take: &mut dyn FnMut(Item) -> bool) {
    let mut games = EachGame::new(input);
    let mut known = None;
    while let Some(game) = games.next() {
        let settings = games.settings();
        if settings != known.as_deref() {
            known = settings.map(str::to_owned);
            if !known.clone().is_none_or(|settings| take(Item::Settings(settings))) {
                break;
            }
        }
        if !take(Item::Game(Box::new(game.map_err(|error| error.to_string())))) {
            break;
        }
    }
}

/// The games of a file that is not read in parts.
fn whole(format: Format, bytes: Vec<u8>, context: &Context) -> Vec<Found> {
    let games = if format == Format::Archive {
        each_archived_game(&bytes, &context.catalog)
    } else {
        match String::from_utf8(bytes) {
            Ok(text) => convert::read(format, &text, context)
                .map(|games| games.into_iter().map(Ok).collect()),
            Err(_) => return vec![Err("the file is not UTF-8".to_owned())],
        }
    };
    match games {
        Ok(games) => {
            games.into_iter().map(|game| game.map_err(|error| error.to_string())).collect()
        }
        Err(error) => vec![Err(error.to_string())],
    }
}

/// Reads moves alone, one game a line.
fn each_line(
    mut input: impl BufRead,
    context: &Context,
    take: &mut dyn FnMut(Found) -> bool,
) -> io::Result<()> {
    let mut reader = Reader::new(context);
    for line in 1_usize.. {
        let Some(text) = tafl::text::read_capped_line(&mut input, MAX_LINE_BYTES)? else { break };
        let wrong = |reason: &str| Err(format!("line {line}: {reason}"));
        let found = match String::from_utf8(text.bytes) {
            _ if text.cut => vec![wrong("it is too long")],
            Err(_) => vec![wrong("it is not UTF-8")],
            Ok(text) => match reader.read(Format::Moves, &text) {
                Ok(games) => games.into_iter().map(Ok).collect(),
                // That is the same for all lines.
                Err(error @ (ConvertError::NoRuleset | ConvertError::NoGames(_))) => {
                    take(Err(error.to_string()));
                    break;
                }
                // The reader counts lines from the one line that it got.
                Err(error) => vec![wrong(error.to_string().trim_start_matches("line 1: "))],
            },
        };
        if !found.into_iter().all(&mut *take) {
            break;
        }
    }
    Ok(())
}
