//! Matches and the other tools that run engines, through the program.

mod conversion;
mod faults;
mod matches;
mod other_engines;
mod program;
mod report;
mod saved_games;
mod shares;
mod tools;
