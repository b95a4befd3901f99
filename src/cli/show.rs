//! `branan show`: draws a position and lists its moves.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::output::{check_picture, write_page};
use super::{CliError, PositionArgs, print};
use crate::drawing::Picture;
use crate::game::Game;
use crate::protocol::{self, Options};
use crate::types::Move;

const NOTES: &str = "\
On the board t is an attacker, T a defender, K the king, + the empty throne and x an empty corner for the \
king alone. The lines below are for programs: Fen and Otn are the position in two notations, Key is its hash.

Examples:
  branan show --variant tablut --moves 'e2g2 f5f6'
  branan show --variant copenhagen --svg copenhagen.svg";

/// Draw a position and list its result and moves.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw the position with its last move to this file, as SVG, instead of printing it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
    /// An arrow to draw in it from one square to another, such as d2e2; may be repeated
    #[arg(long = "arrow", value_name = "SQUARES", requires = "svg", value_parser = span)]
    arrows: Vec<Move>,
}

fn span(text: &str) -> Result<Move, String> {
    text.parse().map_err(|_| "write two squares, such as d2e2".to_owned())
}

impl ShowArgs {
    /// Shows the position.
    pub fn run(&self, options: Options) -> Result<(), CliError> {
        self.svg.as_deref().map(check_picture).transpose()?;
        let engine = self.position.engine(options, 1)?;
        let Some(path) = &self.svg else {
            return print(&protocol::display(engine.game()));
        };
        self.check_arrows(engine.game())?;
        let picture = Picture {
            ruleset: engine.game().ruleset(),
            placement: &engine.game().placement(),
            last_move: engine.game().last_played().map(|played| played.mv),
            arrows: &self.arrows,
            squares: &[],
            pixels: None,
        };
        write_page(path, &picture.to_svg())
    }

    /// Rejects arrows that leave the board.
    fn check_arrows(&self, game: &dyn Game) -> Result<(), CliError> {
        let side = game.ruleset().side_length();
        let outside = |at| usize::from(at) >= side;
        let mut squares = self.arrows.iter().flat_map(|arrow| [arrow.from, arrow.to]);
        match squares.find(|at| outside(at.file) || outside(at.rank)) {
            Some(square) => Err(CliError::Arrow(square)),
            None => Ok(()),
        }
    }
}
