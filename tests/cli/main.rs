//! The program as seen from a shell or from another program.

mod balance;
mod certificates;
mod choice_of_protocol;
mod commands;
#[cfg(feature = "db")]
mod damaged_database;
#[cfg(feature = "db")]
mod database;
#[cfg(feature = "db")]
mod database_files;
mod datagen;
mod doctor;
mod documents;
mod explained_rules;
mod jobs;
#[cfg(target_os = "linux")]
mod memory;
mod pictures;
mod program;
mod puzzles;
mod records;
mod rulesets_of_users;
mod samples;
mod self_play;
mod shipped_puzzles;
#[cfg(target_os = "linux")]
mod terminal;
#[path = "../common/user_rulesets.rs"]
mod user_rulesets;
mod work_file;
