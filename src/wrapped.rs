//! Text in lines that fit.

use comfy_table::{ContentArrangement, Table, presets};

/// A paragraph in lines of at most `width` characters, cut between words.
pub(crate) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width)
        .add_row([text]);
    for column in table.column_iter_mut() {
        column.set_padding((0, 0));
    }
    table.lines().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_is_cut_between_words() {
        assert_eq!(wrapped("one two three", 9), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 80), ["one two three"]);
    }
}
