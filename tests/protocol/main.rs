//! Both protocols, tested with sessions in the test's own process.

mod answers;
mod any_input;
mod bad_lines;
mod books;
mod commands;
mod described_rules;
mod description;
mod fuzz;
mod levels;
#[path = "../common/names.rs"]
mod names;
mod opentafl;
mod opentafl_disagreements;
mod opentafl_following;
mod perft_and_bench;
mod rulesets_of_users;
mod running_search;
mod search_results;
mod soak;
mod solving;
mod state;
mod talk;
#[path = "../common/user_rulesets.rs"]
mod user_rulesets;
mod variants;
