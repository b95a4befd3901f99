//! The program as a person at a shell, or a program that starts it, sees it.

mod certificates;
mod choice_of_protocol;
mod commands;
mod explained_rules;
mod jobs;
mod pictures;
mod program;
mod rulesets_of_users;
mod self_play;
#[path = "../common/user_rulesets.rs"]
mod user_rulesets;
