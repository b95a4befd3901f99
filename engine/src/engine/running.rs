//! Work on a thread of its own.

use std::io;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use crate::search::Control;

/// A search, a count or a proof that runs on its own thread.
///
/// Dropping it stops the work, which then ends soon, and does not wait for that. [`Self::detach`] lets the
/// work go on.
#[must_use = "the work stops when this is dropped"]
#[derive(Debug)]
pub struct Running {
    control: Arc<Control>,
    /// `None` once it has been waited for or detached.
    thread: Option<JoinHandle<()>>,
}

/// The thread of a search, a count or a proof panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engine's thread failed; this is a bug, please report it")]
pub struct Panicked;

impl Running {
    /// Starts a thread with a name, which does the work until `control` stops it.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub fn start(
        name: &str,
        control: Control,
        work: impl FnOnce(&Control) + Send + 'static,
    ) -> io::Result<Self> {
        let control = Arc::new(control);
        let shared = Arc::clone(&control);
        let thread = Builder::new().name(name.to_owned()).spawn(move || work(&shared))?;
        Ok(Self { control, thread: Some(thread) })
    }

    /// Tells the work to end and report its result.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// The control of the work, with which other threads stop it or signal a ponder hit.
    #[must_use]
    pub fn control(&self) -> &Arc<Control> {
        &self.control
    }

    /// Whether the thread has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the thread to end. An infinite search ends only once it is stopped, and one that
    /// ponders once it is stopped or its move has been played.
    ///
    /// # Errors
    /// When the thread panicked.
    pub fn wait(mut self) -> Result<(), Panicked> {
        self.thread.take().map_or(Ok(()), |thread| thread.join().map_err(|_| Panicked))
    }

    /// Lets the work go on until it ends by itself or its [`Control`] stops it.
    pub fn detach(mut self) {
        self.thread = None;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.thread.is_some() {
            self.control.stop();
        }
    }
}
