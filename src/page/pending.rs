//! What a page has sent and nobody has read yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Lines of a page that have not been read yet, counted while they wait.
pub(super) struct Pending {
    text: String,
    bytes: usize,
    waiting: Arc<AtomicUsize>,
}

impl Pending {
    /// Counts a text among those that wait.
    pub fn new(text: String, waiting: &Arc<AtomicUsize>) -> Self {
        let bytes = text.len();
        waiting.fetch_add(bytes, Ordering::Relaxed);
        Self { text, bytes, waiting: Arc::clone(waiting) }
    }

    /// The lines, each with its end.
    pub fn take(mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.waiting.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
