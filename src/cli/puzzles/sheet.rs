//! `branan puzzles print`: puzzles on paper.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueHint};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::super::output::{check_page, write_page};
use super::super::{CliError, counted, print};
use super::error::PuzzlesError;
use super::filter::FilterArgs;
use super::position::{defences, first_position, task, written};
use crate::drawing::Picture;
use crate::puzzle::Puzzle;
use crate::report::GENERATOR;

/// The puzzles of a page.
const A_PAGE: usize = 6;

/// Nothing may come from elsewhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "\
@page { margin: 12mm }
body { font: 11pt/1.35 system-ui, sans-serif; margin: 0 auto; max-width: 190mm; color: #000; background: #fff }
.sheet { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm 10mm; break-after: page }
figure { margin: 0; break-inside: avoid }
figure svg { width: 100%; max-height: 78mm }
figcaption { margin-top: 1mm }
li { break-inside: avoid }
small { color: #444 }";

/// The arguments of `branan puzzles print`.
#[derive(Debug, Args)]
pub(super) struct PrintArgs {
    #[command(flatten)]
    filter: FilterArgs,
    /// The most puzzles to print
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// The page to write, for a browser to print: six puzzles a page, the solutions at the end
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
}

impl PrintArgs {
    /// Writes the page.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        check_page("--output", &self.output, self.filter.file.as_slice())?;
        let mut puzzles = self.filter.puzzles()?;
        puzzles.truncate(usize::try_from(self.count).unwrap_or(usize::MAX));
        let page = page(&puzzles)?.into_string();
        write_page(&self.output, &page)?;
        print(&format!("{}: {}", self.output.display(), counted(puzzles.len() as u64, "puzzle")))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The page with all puzzles and their solutions.
fn page(puzzles: &[Puzzle]) -> Result<Markup, PuzzlesError> {
    let figures: Vec<Markup> = (1..)
        .zip(puzzles)
        .map(|(number, puzzle)| figure(number, puzzle))
        .collect::<Result<_, _>>()?;
    Ok(html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                (PreEscaped(GENERATOR))
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { "Puzzles" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                @for sheet in figures.chunks(A_PAGE) {
                    section class="sheet" { @for figure in sheet { (figure) } }
                }
                h2 { "Solutions" }
                ol {
                    @for puzzle in puzzles {
                        li {
                            (written(puzzle)) " " small { (puzzle.id) }
                            @for line in defences(puzzle) { br; small { "also " (line) } }
                        }
                    }
                }
            }
        }
    })
}

fn figure(number: usize, puzzle: &Puzzle) -> Result<Markup, PuzzlesError> {
    let game = first_position(puzzle)?;
    let placement = game.placement();
    let (ruleset, arrows, squares) = (game.ruleset(), &[], &[]);
    let placement = &placement;
    let picture = Picture { ruleset, placement, last_move: None, arrows, squares, pixels: None };
    let rating = puzzle.rating.map_or_else(String::new, |rating| format!(", rated {rating}"));
    Ok(html! {
        figure {
            (PreEscaped(picture.to_svg()))
            figcaption {
                b { (number) ". " (task(puzzle)) } br;
                small { (ruleset.title) (rating) }
            }
        }
    })
}
