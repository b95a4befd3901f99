//! Matches and the other tools that run engines, tested through the program.

mod conversion;
mod damage;
mod damage_fuzz;
mod faults;
mod first_mover;
mod formats;
mod joining;
#[cfg(feature = "board")]
mod live;
mod machine;
mod matches;
mod other_engines;
mod own_rulesets;
mod program;
mod ratings;
mod recorded;
mod report;
mod resuming;
mod saved_games;
mod shares;
#[cfg(unix)]
mod starting;
mod tools;
mod unread;
mod wrong_games;
