//! The program as a person at a shell, or a program that starts it, sees it.

mod commands;
mod self_play;
