//! A match that can also be followed in the browser.

use std::net::SocketAddr;

use statistics::Wdl;

use super::screen::Screen;
use crate::arena::tournament::{Fixture, MatchObserver, MatchProgress, PlayerStanding, Standings};
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

impl<'a> Watched<'a> {
    /// Starts the board if it is asked for, and the live page if it has an address. Prints their links.
    pub fn new(
        screen: &'a mut Screen,
        board: bool,
        listen: Option<SocketAddr>,
        title: &str,
    ) -> Result<Self, PageError> {
        let pages = (board || listen.is_some()).then(WatchedMatch::default);
        if let (Some(address), Some(watched)) = (listen, &pages) {
            let server = LiveServer::new(address, title, watched.clone())?;
            let address = reachable(server.address());
            screen.warn(&format!("anyone can watch the match at http://{address}/"));
            // The thread ends with the program.
            std::thread::spawn(move || server.serve());
        }
        if board {
            let watched = pages.clone();
            let server = PageServer::new(PageSettings { watched, ..PageSettings::default() })?;
            screen.warn(&format!("the match can be watched at {}", server.link()));
            // The thread ends with the program.
            std::thread::spawn(move || server.serve(std::future::pending()));
        }
        Ok(Self { screen, pages })
    }
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
