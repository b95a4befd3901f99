//! Rulesets as data, and rules strings.

mod data_files;
#[path = "../../../tests/common/edits.rs"]
mod edits;
mod opentafl_games;
mod rules_strings;
mod written_strings;
