//! Tables of plain text.

use std::io::IsTerminal as _;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};

use crate::wrapped;

/// Shown where there is nothing to show yet.
const NOTHING: &str = "-";

/// The spaces between columns.
const GAP: u16 = 2;

/// The columns of a terminal, or `None` for files and pipes, where lines may have any length.
pub type Width = Option<u16>;

/// The width of standard output.
pub fn output_width() -> Width {
    let output = std::io::stdout();
    output
        .is_terminal()
        .then(|| terminal_size::terminal_size_of(&output))?
        .map(|(width, _)| width.0)
}

/// An empty table with a heading; the first column is text, the others are numbers.
pub fn table(heading: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(heading.to_vec());
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, GAP));
        if place > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// The rows as text, one line each. Columns that do not fit in the width follow below, each time
/// with the first column.
pub fn lines(table: &Table, width: Width) -> String {
    let widths = table.column_max_content_widths();
    let parts = width.map_or_else(|| vec![(1..widths.len()).collect()], |w| parts(&widths, w));
    let texts = parts.iter().map(|shown| part(table, &widths, shown, width));
    texts.collect::<Vec<_>>().join("\n")
}

/// The columns that fit beside the first one, and then those that fit below.
fn parts(widths: &[u16], width: u16) -> Vec<Vec<usize>> {
    let first = widths.first().copied().unwrap_or_default();
    let mut parts = vec![Vec::new()];
    let mut used = first;
    for (column, &content) in widths.iter().enumerate().skip(1) {
        let full = used.saturating_add(GAP).saturating_add(content) > width;
        if full && parts.last().is_some_and(|part| !part.is_empty()) {
            parts.push(Vec::new());
            used = first;
        }
        used = used.saturating_add(GAP).saturating_add(content);
        parts.last_mut().into_iter().for_each(|part| part.push(column));
    }
    parts
}

/// The first column and those to show. A column too wide even so is wrapped between words.
fn part(table: &Table, widths: &[u16], shown: &[usize], width: Width) -> String {
    let total = shown.iter().fold(widths.first().copied().unwrap_or_default(), |sum, &column| {
        sum.saturating_add(GAP).saturating_add(widths[column])
    });
    let mut table = table.clone();
    for (place, column) in table.column_iter_mut().enumerate() {
        if place == 0 {
            column.set_constraint(ColumnConstraint::ContentWidth);
        } else if !shown.contains(&place) {
            column.set_constraint(ColumnConstraint::Hidden);
        }
    }
    if let Some(width) = width.filter(|&width| total > width) {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    // Rows end in spaces, which only clutter a log.
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A paragraph, wrapped between words.
pub fn wrapped(text: &str, width: Width) -> String {
    width.map_or_else(|| text.to_owned(), |width| wrapped::wrapped(text, width).join("\n"))
}

/// The text, or a dash.
pub fn or_nothing(value: Option<String>) -> String {
    value.unwrap_or_else(|| NOTHING.to_owned())
}

/// `53.2 %`.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings() -> Table {
        let mut table = table(&["Engine", "Score", "Elo", "Endings"]);
        table.add_row(["one", "53.2 %", "12.3 ± 4.5", "king-captured 10, king-escaped 12, draw 3"]);
        table
    }

    #[test]
    fn without_a_width_a_row_is_a_line() {
        assert_eq!(lines(&standings(), None).lines().count(), 2);
    }

    #[test]
    fn columns_that_do_not_fit_follow_below() {
        let text = lines(&standings(), Some(49));
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[0], "Engine   Score         Elo");
        assert_eq!(rows[1], "one     53.2 %  12.3 ± 4.5");
        assert_eq!(rows[2], "");
        assert!(rows[3].starts_with("Engine ") && rows[3].ends_with(" Endings"), "{text}");
        assert!(rows[4].starts_with("one ") && rows[4].ends_with(" draw 3"), "{text}");
        assert!(rows.iter().all(|row| row.chars().count() <= 49), "{text}");
    }

    #[test]
    fn a_column_wider_than_the_terminal_is_wrapped_between_words() {
        let text = lines(&standings(), Some(30));
        assert!(text.lines().all(|row| row.chars().count() <= 30), "{text}");
        for word in ["king-captured", "king-escaped", "12.3 ± 4.5"] {
            assert!(text.contains(word), "{word}: {text}");
        }
    }
}
