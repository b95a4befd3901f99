//! `branan board`: the board in the browser.

use std::io::{self, IsTerminal as _};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::Args;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use super::{CliError, print};
use crate::arena::engine::exit_with_groups;
use crate::page::{EngineCommand, PageServer, PageSettings, USUAL_PORT};
use crate::protocol::Options;

const NOTES: &str = "\
The page is served on this machine alone, to whoever has the link. Ctrl-C ends it.

Examples:
  branan board                           play and analyse with this engine
  branan board --engine './other --uci'  with another engine of the protocol
  branan board --db games.db             with the games of a database
  branan board --host 0.0.0.0            for a phone in the same network";

/// The arguments of `branan board`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct BoardArgs {
    /// The port to listen on [default: 7919, or a free one if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// The address to listen on; with any but the default, other machines can open the page
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = read_host)]
    host: IpAddr,
    /// Print the link without opening it
    #[arg(long)]
    no_open: bool,
    /// An engine to play and analyse with instead of this one: a program and its arguments
    #[arg(long, value_name = "CMD")]
    engine: Option<EngineCommand>,
    /// Maximum size of a page's transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Maximum number of threads of a page's engine [default: the number of cores less one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// A database of games to ask what was played in a position; 'branan db import' makes one
    #[cfg(feature = "db")]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    db: Option<PathBuf>,
    /// A file with names of openings of your own, in TOML
    #[cfg(feature = "db")]
    #[arg(long, value_name = "FILE", requires = "db", value_hint = clap::ValueHint::FilePath)]
    openings: Option<PathBuf>,
    /// Serve the page's files from this folder, for work on them without rebuilding the program
    #[arg(long, value_name = "DIR", hide = true)]
    files: Option<PathBuf>,
}

/// An address. Of all names only this one is always known.
fn read_host(text: &str) -> Result<IpAddr, &'static str> {
    if text == "localhost" {
        return Ok(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    text.parse().map_err(|_| "an IP address is needed, such as 192.168.1.7, or 0.0.0.0 for all")
}

impl BoardArgs {
    /// Serves the page until Ctrl-C.
    pub fn run(self, mut options: Options) -> Result<(), CliError> {
        let cores = available_parallelism().map_or(1, usize::from);
        options.hash = self.hash as usize;
        options.threads = self.threads.map_or(cores.saturating_sub(1).clamp(1, 256), usize::from);
        #[cfg(feature = "db")]
        let open = |path: &PathBuf| {
            super::db::open_to_explore(path, self.openings.as_deref(), &mut options)
        };
        #[cfg(feature = "db")]
        let database = self.db.as_ref().map(open).transpose()?;
        let Self { host, port, engine, files, .. } = self;
        let server = PageServer::new(PageSettings {
            host,
            port,
            options,
            engine,
            files,
            watched: None,
            #[cfg(feature = "db")]
            database,
        })?;
        let link = server.link();
        print(&link)?;
        if port.is_none() && server.address().port() != USUAL_PORT {
            eprintln!(
                "branan: port {USUAL_PORT} is in use. Browsers keep games by address, so those of the usual \
                 address are not listed here."
            );
        }
        if !host.is_loopback() && io::stdout().is_terminal() {
            print(&code(&link))?;
        }
        if !self.no_open && open::that_detached(server.link_for_one_visit()?).is_err() {
            eprintln!("branan: the browser cannot be opened; open the link in one");
        }
        let (sender, ended) = tokio::sync::oneshot::channel::<()>();
        let mut sender = Some(sender);
        ctrlc::set_handler(move || drop(sender.take()))?;
        server.serve(async {
            // Resolves when the handler drops the sender; nothing is ever sent.
            let _ = ended.await;
        })?;
        // Other engines may go on after the end of their input.
        exit_with_groups(0)
    }
}

/// The link as a QR code for a phone.
fn code(link: &str) -> String {
    let Ok(code) = QrCode::new(link) else { return String::new() };
    // Dark on light, independent of the terminal's colours.
    let picture =
        code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
    format!(
        "{picture}\nScan this with a phone on the same network. Anyone with the link can use the page."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_become_codes() {
        let text = code("http://192.168.100.200:7919/#token=0123456789abcdef0123456789abcdef");
        let rows: Vec<&str> = text.lines().collect();
        let width = rows[0].chars().count();
        assert!(width < 80 && rows.len() > 15, "{width} by {}", rows.len());
        assert!(rows[..rows.len() - 1].iter().all(|row| row.chars().count() == width), "{text}");
    }
}
