//! Positions, moves, captures, endings and notation.

mod against_hnefatafl_crate;
mod against_plain_board;
mod announced_escapes;
mod any_text;
mod captures;
mod diagram;
mod edge_forts;
#[path = "../../../tests/common/edits.rs"]
mod edits;
mod endings;
mod endings_against_plain_board;
mod hnefatafl_org;
mod king_capture;
mod moves;
#[path = "../../../tests/common/names.rs"]
mod names;
mod notation;
mod perft;
mod play_along;
mod random_positions;
mod random_rules;
mod repetition;
mod special_rules;
mod threats;
