//! Input from a page that has not been read yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Unread lines of a page. They are counted until they are read.
pub(super) struct Pending {
    text: String,
    bytes: usize,
    waiting: Arc<AtomicUsize>,
}

impl Pending {
    /// Adds a text to the count of waiting bytes.
    pub fn new(text: String, waiting: &Arc<AtomicUsize>) -> Self {
        let bytes = text.len();
        waiting.fetch_add(bytes, Ordering::Relaxed);
        Self { text, bytes, waiting: Arc::clone(waiting) }
    }

    /// The lines, each with its line break.
    pub fn take(mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.waiting.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
