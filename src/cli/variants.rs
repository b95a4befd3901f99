//! `branan variants`: the rulesets and their rules.

use std::fmt::Write as _;

use clap::Args;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};

use super::text_table::{Width, output_width, table};
use super::{CliError, choose_ruleset, print};
use crate::protocol::Options;
use crate::rules::{self, Catalog};

/// The narrowest terminal to wrap for.
const MIN_WIDTH: u16 = 60;

/// The ruleset to explain, if any.
#[derive(Debug, Args)]
pub(super) struct VariantsArgs {
    /// Explain one of them in plain sentences; a rules string in OpenTafl's notation works too
    #[arg(long, value_name = "NAME")]
    explain: Option<String>,
}

impl VariantsArgs {
    /// Lists the rulesets, or explains one.
    pub fn run(&self, mut options: Options) -> Result<(), CliError> {
        match &self.explain {
            None => print(&list(&options.catalog, output_width())),
            Some(name) => {
                choose_ruleset(&mut options, name)?;
                print(&options.variant.explanation())
            }
        }
    }
}

/// The rulesets: their rules side by side where these fit, and otherwise their titles.
fn list(catalog: &Catalog, width: Width) -> String {
    let rules = side_by_side(catalog).to_string();
    let needed = rules.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    let default = format!("The default is {}, also called brandub and brandubh.", rules::DEFAULT);
    match width {
        Some(width) if usize::from(width) < needed => format!(
            "{}\n\n{default}\nTheir rules side by side need {needed} columns: branan variants | less -S",
            titles(catalog, width)
        ),
        _ => format!("{rules}\n{default}\n{}", sources(catalog)),
    }
}

fn side_by_side(catalog: &Catalog) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(rules::OVERVIEW_HEADER);
    for ruleset in catalog.all() {
        table.add_row(rules::overview(ruleset));
    }
    table
}

/// Where each ruleset is from, one per line.
fn sources(catalog: &Catalog) -> String {
    catalog.all().fold(String::new(), |mut text, ruleset| {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {}: {} ({})", ruleset.name, ruleset.title, ruleset.source);
        text
    })
}

/// The rulesets with their titles and sources, which are wrapped between words. Names stay whole.
fn titles(catalog: &Catalog, width: u16) -> String {
    let mut table = table(&["ruleset", "board", "goal", "title and source"]);
    for ruleset in catalog.all() {
        let side = ruleset.side_length();
        table.add_row([
            ruleset.name.clone(),
            format!("{side}x{side}"),
            ruleset.escape.to_string(),
            format!("{} ({})", ruleset.title, ruleset.source),
        ]);
    }
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_cell_alignment(CellAlignment::Left);
        if place < 3 {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width.max(MIN_WIDTH));
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_stand_side_by_side_where_they_fit() {
        let catalog = Catalog::default();
        let full = list(&catalog, None);
        assert!(full.contains("king taken on/beside throne"), "{full}");
        let needed = u16::try_from(full.lines().next().unwrap().chars().count()).unwrap();
        assert_eq!(list(&catalog, Some(needed)), full);
        let narrow = list(&catalog, Some(needed - 1));
        assert!(!narrow.contains("king taken on/beside throne"), "{narrow}");
    }

    #[test]
    fn a_narrow_terminal_cuts_no_name() {
        for width in [40, 60, 80, 120] {
            let catalog = Catalog::default();
            let text = list(&catalog, Some(width));
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= usize::from(width).max(80), "{width}: {text}");
            for ruleset in catalog.all() {
                let row = format!("{} ", ruleset.name);
                assert!(text.lines().any(|line| line.starts_with(&row)), "{row}: {text}");
                for word in ruleset.title.split_whitespace() {
                    assert!(text.contains(word), "{word}: {text}");
                }
            }
        }
    }
}
