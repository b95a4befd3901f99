//! What commands and options give access to beyond the game. A program that forwards lines, such as
//! the page's server, uses this to block those that its user may not send.

/// What a command gives access to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandReach {
    /// The game and its search, in any UCI-style protocol.
    Standard,
    /// The same, by a command that only this engine knows.
    Own,
    /// The process itself, or output to the terminal.
    Host,
}

/// What an option gives access to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionReach {
    /// The game and its search.
    Game,
    /// Memory or threads: a number that needs a limit.
    Resources,
    /// Files of this machine.
    Files,
}
