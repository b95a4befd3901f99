//! Matches and the other tools that run engines, through the program.

mod conversion;
mod faults;
mod matches;
mod other_engines;
mod program;
mod report;
mod shares;
mod tools;
