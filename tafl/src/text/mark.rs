//! The mark that some editors put at the start of UTF-8 text.

/// The byte order mark in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A text, or a line of it, without a byte order mark at its start. In the middle of a text stands one
/// where files were joined.
#[must_use]
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// [`unmarked`] for bytes.
pub(crate) fn unmarked_bytes(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}
