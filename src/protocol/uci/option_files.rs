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
    let open = |path: &Path| {
        let log = if path.is_absolute() {
            DebugLog::open(path)
        } else {
            Err(io::Error::other("an absolute path is needed"))
        };
        log.map_err(|error| OptionError::Log { path: path.display().to_string(), error })
    };
    options.log = path.map(open).transpose()?.map(Arc::new);
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
