//! Matches and the other tools that run engines, through the program.

mod faults;
mod matches;
mod program;
mod tools;
