//! Both protocols, mostly in sessions inside the test's own process.

mod any_input;
mod fuzz;
mod opentafl;
mod sentences;
mod soak;
mod talk;
mod user_rulesets;
