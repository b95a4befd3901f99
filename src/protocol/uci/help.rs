//! The text of `help`.

use super::option_table::{VARIANT, option_table};
use crate::rules::Catalog;

const COMMANDS: &str = "\
uci                                   identify the engine and list its options
isready                               answer readyok
ucinewgame                            forget the results of earlier games
setoption name <name> [value <value>] set an option, e.g. UCI_Variant, VariantPath, Rule KingMove
position startpos|fen <fen>|otn <position> <side> [moves <move>…]
go [wtime|btime|winc|binc|movetime <ms>] [movestogo|depth|nodes|mate <n>]
   [infinite] [ponder] [searchmoves <move>…]
                                      search; white (wtime) is the defenders
go perft <n>                          count the sequences of n moves
stop, ponderhit                       end a search; report that the expected move was played
solve [only attackers|defenders] [nodes <n>] [movetime <ms>]
                                      prove the result, or whether one side can force a win
d                                     show the position, its result and its moves
variants, rules, moves                rulesets, current rules and moves, in a form for programs
state [line]                          the position in JSON; with line, all positions of the game
fields                                the current rules in JSON, with all values of each field
eval                                  show the terms of the static evaluation
bench [<hash> [<threads> [<depth>]]]  search fixed positions to fixed depths, or to one
debug on|off                          show how each command was parsed
help                                  show this
quit                                  end
A blank line, or one that begins with #, does nothing.";

/// A sentence of the manual without its marks for code and links.
fn unmarked(text: &str) -> String {
    let mut plain = String::new();
    for (place, part) in text.replace('`', "").split("](").enumerate() {
        let part = match part.split_once(')') {
            Some((_, rest)) if place > 0 => rest,
            _ => part,
        };
        plain += &part.replace('[', "");
    }
    plain
}

/// Describes the commands and the options.
pub(super) fn help() -> String {
    let catalog = Catalog::default();
    let mut text = format!("{COMMANDS}\n\nOptions:");
    for option in option_table() {
        text += &format!("\n{:<23} {}", option.name, unmarked(option.help));
        let wanted = option.wanted(&catalog);
        // The list of rulesets would fill the screen.
        if option.name != VARIANT {
            text += &format!(" ({wanted})");
        }
    }
    text
}
