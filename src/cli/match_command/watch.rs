//! A match that can also be followed in the browser.

use std::net::SocketAddr;

use statistics::Wdl;

use super::screen::Screen;
use crate::arena::tournament::{Fixture, MatchObserver, MatchProgress, PlayerStanding, Standings};
use crate::cli::paint::{complain, warning};
use crate::page::{
    LiveServer, PageError, PageServer, PageSettings, WatchedMatch, WatchedPlace, WatchedScore,
    reachable,
};
use crate::record::{GameRecord, RecordedMove};

/// Forwards the events of a match to the screen and to browser pages.
pub struct Watched<'a> {
    screen: &'a mut Screen,
    pages: Option<WatchedMatch>,
}

/// The servers of a match, which have their addresses and answer later.
pub struct Servers {
    pages: Option<WatchedMatch>,
    live: Option<LiveServer>,
    board: Option<PageServer>,
}

impl Servers {
    /// The board if it is asked for, and the live page if it has an address.
    pub fn new(board: bool, listen: Option<SocketAddr>, title: &str) -> Result<Self, PageError> {
        let pages = (board || listen.is_some()).then(WatchedMatch::default);
        let live = match (listen, &pages) {
            (Some(address), Some(watched)) => {
                Some(LiveServer::new(address, title, watched.clone())?)
            }
            _ => None,
        };
        let settings = PageSettings { watched: pages.clone(), ..PageSettings::default() };
        let board = board.then(|| PageServer::new(settings)).transpose()?;
        Ok(Self { pages, live, board })
    }
}

impl<'a> Watched<'a> {
    /// Starts the servers, and prints their links.
    pub fn new(screen: &'a mut Screen, servers: Servers) -> Self {
        let Servers { pages, live, board } = servers;
        if let Some(server) = live {
            let address = reachable(server.address());
            screen.warn(&format!("anyone can watch the match at http://{address}/"));
            serve("--listen", move || server.serve());
        }
        if let Some(server) = board {
            screen.warn(&format!("the match can be watched at {}", server.link()));
            serve("--board", move || server.serve(std::future::pending()));
        }
        Self { screen, pages }
    }
}

/// Runs a server in a thread, which ends with the program.
fn serve(option: &'static str, server: impl FnOnce() -> Result<(), PageError> + Send + 'static) {
    std::thread::spawn(move || {
        if let Err(error) = server() {
            complain(warning(format!("{option}: {error}; the match goes on without the page")));
        }
    });
}

impl MatchObserver for Watched<'_> {
    fn begun(&mut self, progress: &MatchProgress) {
        if let Some(pages) = &self.pages {
            pages.show_scores(scores(progress.standings), progress.total);
        }
        self.screen.begun(progress);
    }

    fn started(&mut self, progress: &MatchProgress, game: &Fixture) {
        if let Some(pages) = &self.pages {
            let plan = progress.plan;
            let ruleset = plan.rulesets[game.variant].clone();
            pages.started(plan.unplayed(game), ruleset, progress.total);
        }
        self.screen.started(progress, game);
    }

    fn moved(&mut self, game: u64, played: &RecordedMove) {
        if let Some(pages) = &self.pages {
            pages.moved(game, played);
        }
        self.screen.moved(game, played);
    }

    fn finished(&mut self, progress: &MatchProgress, game: &GameRecord) {
        let ruleset = progress.plan.rulesets.iter().find(|ruleset| ruleset.name == game.variant);
        if let (Some(pages), Some(ruleset)) = (&self.pages, ruleset) {
            pages.finished(game, ruleset, scores(progress.standings), progress.total);
        }
        self.screen.finished(progress, game);
    }
}

/// The scores of all players. The places of a Swiss tournament order them.
fn scores(standings: &Standings) -> Vec<WatchedScore> {
    let score = |player: &PlayerStanding, place| {
        let Wdl { wins, draws, losses } = player.total();
        WatchedScore { name: player.name.clone(), wins, draws, losses, place }
    };
    if standings.places.is_empty() {
        return standings.players.iter().map(|player| score(player, None)).collect();
    }
    let places = standings.numbered_places().map(|(number, place)| {
        let place_shown = WatchedPlace {
            number,
            points: place.points(),
            buchholz: place.buchholz_points(),
            byes: place.byes,
        };
        score(&standings.players[place.engine], Some(place_shown))
    });
    places.collect()
}
