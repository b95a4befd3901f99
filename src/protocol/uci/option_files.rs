//! The files that options name.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::options::{OptionError, Options};
use crate::book::Book;
use crate::eval::network::Network;
use crate::game::load_catalog;
use crate::protocol::debug_log::DebugLog;

/// Reads rulesets of the user's own.
pub(super) fn read_catalog(options: &mut Options, path: Option<&Path>) -> Result<(), OptionError> {
    options.catalog = path.map(load_catalog).transpose()?.map(Arc::new).unwrap_or_default();
    Ok(())
}

/// Opens a log. Requires an absolute path, because the host chooses the engine's working directory.
pub(super) fn open_log(options: &mut Options, path: Option<&Path>) -> Result<(), OptionError> {
    options.log = match path {
        None => None,
        Some(path) if !path.is_absolute() => {
            let reason = "an absolute path is needed";
            return Err(OptionError::Log(io::Error::other(reason)));
        }
        Some(path) => Some(Arc::new(DebugLog::open(path).map_err(OptionError::Log)?)),
    };
    Ok(())
}

/// Reads a network to evaluate with.
pub(super) fn read_network(options: &mut Options, path: Option<&Path>) -> Result<(), OptionError> {
    options.network = path.map(Network::load).transpose()?.map(Arc::new);
    Ok(())
}

/// Reads a book to play from.
pub(super) fn read_book(options: &mut Options, path: Option<&Path>) -> Result<(), OptionError> {
    let read = |path: &Path| Book::load(path, &options.catalog);
    options.book = path.map(read).transpose()?.map(Arc::new);
    Ok(())
}
