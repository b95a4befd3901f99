//! Tables of plain text.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// Shown where there is nothing to show yet.
const NOTHING: &str = "-";

/// An empty table with a heading; the first column is text, the others are numbers.
pub fn table(heading: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(heading.to_vec());
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if place > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// The rows as text, one line each.
pub fn lines(table: &Table) -> String {
    // Rows end in spaces, which only clutter a log.
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The text, or a dash.
pub fn or_nothing(value: Option<String>) -> String {
    value.unwrap_or_else(|| NOTHING.to_owned())
}

/// `53.2 %`.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
