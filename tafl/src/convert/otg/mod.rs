//! OpenTafl's saved games, `.otg`: tags, and turns of two moves with comments.
//!
//! ```text
//! [date:2015.05.04]
//! [result:-1]
//! [rules:dim:7 name:Brandub surf:n ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]
//!
//! 1. d2-e2 c4-c5
//! [on the first|on the second]
//! ```
//!
//! The format is described in part 4 of `opentafl-notation-spec.txt` of the repository
//! jslater89/OpenTafl. Its `GameSerializer.java` differs: it writes the rules in a tag, and
//! variations, `8a.1.1a. …`. Positions other than the rules' own are rejected, because no file with
//! them is known.

mod label;
mod lines;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// The prefix of tags that hold those of a saved game.
const PREFIX: &str = "otg:";

/// The tag for a comment on the game.
const START_COMMENT: &str = "start-comment";

/// A tag of our own, for those of a record that OpenTafl has no words for, as a JSON object.
const RECORD_TAGS: &str = "record-tags";

/// A text as a saved game can hold it: without the characters that would end it or divide it, and without the
/// brackets that these close.
fn shown(text: &str) -> String {
    let text = text.replace('|', "/");
    if text.contains(']') { text.replace('[', "(").replace(']', ")") } else { text }
}
