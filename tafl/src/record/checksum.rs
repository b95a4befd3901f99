//! Checksums of recorded games and of a match's settings, to detect damaged files.

use super::game::ESCAPE;

/// The tag that holds the checksum of a game.
pub(super) const TAG: &str = "Checksum";

/// The prefix of that tag's line.
const TAG_LINE: &str = "[Checksum ";

/// The checksum of a text: CRC-32 in eight hexadecimal digits.
pub(super) fn of(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// The checksum of a game's lines, each with a line feed. Empty lines, escaped lines and the
/// checksum's own line are left out, so that other systems' line ends do no harm.
pub(super) fn of_game(text: &str) -> String {
    let mut hasher = crc32fast::Hasher::new();
    let counts =
        |line: &&str| !line.is_empty() && !line.starts_with(ESCAPE) && !line.starts_with(TAG_LINE);
    for line in text.lines().filter(counts) {
        hasher.update(line.as_bytes());
        hasher.update(b"\n");
    }
    format!("{:08x}", hasher.finalize())
}

/// The text of a game with its checksum as the last of the tags.
pub(super) fn add(text: &str) -> String {
    let tag = format!("{TAG_LINE}\"{}\"]\n", of_game(text));
    // The tags end with the first empty line.
    let at = text.find("\n\n").map_or(0, |end| end + 1);
    format!("{}{tag}{}", &text[..at], &text[at..])
}

/// The error of a game whose tag holds `stated`. `None` if the checksum matches.
pub(super) fn complaint(text: &str, stated: &str) -> Option<String> {
    let actual = of_game(text);
    (actual != stated).then(|| {
        format!(
            "the game was changed after it was written: its checksum is {actual}, not {stated} \
             (if the change was meant, remove the tag {TAG})"
        )
    })
}
