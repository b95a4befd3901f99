//! Offers: our own, and those of others.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::command::ClientCommand;
use super::news::News;
use super::offers::{JoinRequest, OwnOffer};
use super::policy::{Opponent, Role};
use super::session::Session;
use crate::types::Side;

/// How long an answer may take. The server is silent about an offer with a mistake.
const ANSWER_LIMIT: Duration = Duration::from_secs(15);

/// How long to wait for the owner of an offer, and then not to ask for it again.
const OWNER_LIMIT: Duration = Duration::from_secs(120);
const COOL_DOWN: Duration = Duration::from_secs(600);

/// How long to look for the name of who asks to join, which comes with the list of games.
const NAME_LIMIT: Duration = Duration::from_secs(3);

/// How long an offer that was not answered rests.
const REST: Duration = Duration::from_secs(300);

impl Session {
    /// Takes a line about offers.
    pub fn take_offer_news(&mut self, news: &News, now: Instant) {
        match news {
            News::Offered(id) => {
                let offers = &mut self.matchmaking.offers;
                match offers.iter_mut().find(|offer| offer.id.is_none()) {
                    Some(offer) => offer.id = Some(*id),
                    // An offer given up too early.
                    None => self.send(ClientCommand::Leave(*id)),
                }
            }
            News::Asked(id) => {
                if let Some(request) = &mut self.matchmaking.request
                    && request.id == *id
                {
                    (request.confirmed, request.made) = (true, now);
                }
            }
            News::Challenged(id) => {
                let mut offers = self.matchmaking.offers.iter_mut();
                if let Some(offer) = offers.find(|offer| offer.id == Some(*id) && !offer.accepted) {
                    offer.challenged = Some(now);
                }
            }
            News::Begun { attackers, defenders } => {
                let ours = [attackers, defenders].into_iter().any(|name| name == self.name());
                // The line does not tell the game's number. Asking for a saved game that does not
                // run does no harm.
                if ours {
                    self.matchmaking
                        .begun()
                        .into_iter()
                        .for_each(|id| self.request(id, false, now));
                }
            }
            _ => {}
        }
    }

    /// Withdraws offers of an earlier run, which stay if they have long clocks.
    pub fn withdraw_old_offers(&mut self) {
        let own = self.name().to_owned();
        let known: Vec<u64> = self.matchmaking.offers.iter().filter_map(|offer| offer.id).collect();
        let old = self.lobby.games().filter(|game| !game.begun && game.owner() == Some(&own));
        let old: Vec<u64> = old.map(|game| game.id).filter(|id| !known.contains(id)).collect();
        old.into_iter().for_each(|id| self.send(ClientCommand::Leave(id)));
    }

    /// Whether there is room for another game, and it is time for one.
    fn has_room(&self) -> bool {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let minute = since_1970.as_secs() % 86_400 / 60;
        let busy = self.tables.len() + self.matchmaking.pending();
        !self.finishing
            && busy < usize::from(self.setup.policy.games)
            && self.setup.policy.is_open(u32::try_from(minute).unwrap_or(0))
    }

    /// Answers requests, makes and withdraws offers, and asks to join those of others.
    pub fn tick_offers(&mut self, now: Instant) {
        self.answer_challenges(now);
        self.give_up_waiting(now);
        if self.has_room() {
            self.make_offer(now);
            self.ask_to_join(now);
        } else {
            if self.finishing
                && let Some(request) = self.matchmaking.request.take()
            {
                self.send(ClientCommand::Leave(request.id));
            }
            let offers = std::mem::take(&mut self.matchmaking.offers);
            for offer in offers {
                match offer.id {
                    Some(id) if !offer.accepted && offer.challenged.is_none() => {
                        self.send(ClientCommand::Leave(id));
                    }
                    _ => self.matchmaking.offers.push(offer),
                }
            }
        }
    }

    fn answer_challenges(&mut self, now: Instant) {
        let mut busy = self.tables.len() + self.matchmaking.pending();
        let mut offers = std::mem::take(&mut self.matchmaking.offers);
        for offer in &mut offers {
            let (Some(id), Some(since)) = (offer.id, offer.challenged) else { continue };
            if offer.accepted {
                continue;
            }
            let challenger = self.lobby.game(id).and_then(|game| game.challenger.clone());
            let waited = now.saturating_duration_since(since) > NAME_LIMIT;
            let wanted = match &challenger {
                Some(name) => self.wants(name),
                None if !waited => continue,
                // A server that lists no games: only somebody whom everybody may be.
                None => self.wants(""),
            };
            offer.challenged = None;
            let room = busy < usize::from(self.setup.policy.games) && !self.finishing;
            let name = challenger.unwrap_or_else(|| "somebody".to_owned());
            if wanted && room {
                offer.accepted = true;
                offer.made = now;
                self.send(ClientCommand::Join(id));
                busy += 1;
            } else {
                self.report(format!("declining {name} in game {id}"));
                self.send(ClientCommand::Decline(id));
            }
        }
        self.matchmaking.offers = offers;
    }

    /// Whether to play somebody.
    fn wants(&self, name: &str) -> bool {
        let (rating, met) = (self.lobby.rating(name), self.met.contains(name));
        name != self.name() && self.setup.policy.wants(&Opponent { name, rating, met })
    }

    /// Gives up offers and requests that wait too long.
    fn give_up_waiting(&mut self, now: Instant) {
        let age = |since: Instant| now.saturating_duration_since(since);
        let (matchmaking, reports) = (&mut self.matchmaking, &mut self.reports);
        matchmaking.offers.retain(|offer| match offer.id {
            None if age(offer.made) > ANSWER_LIMIT => {
                reports.push(format!("the server ignores offer {}", offer.index + 1));
                matchmaking.resting.insert(offer.index, now);
                false
            }
            // The game should have begun.
            Some(_) => !(offer.accepted && age(offer.made) > ANSWER_LIMIT),
            None => true,
        });
        matchmaking.resting.retain(|_, since| age(*since) < REST);
        matchmaking.avoided.retain(|_, since| age(*since) < COOL_DOWN);
        let limit = |request: &mut JoinRequest| {
            age(request.made) > if request.confirmed { OWNER_LIMIT } else { ANSWER_LIMIT }
        };
        if let Some(request) = matchmaking.request.take_if(limit) {
            matchmaking.avoided.insert(request.id, now);
            self.send(ClientCommand::Leave(request.id));
        }
    }

    /// Makes the first offer of the policy that is not open. The reply does not tell which offer it
    /// is about, so there is one at a time.
    fn make_offer(&mut self, now: Instant) {
        let matchmaking = &self.matchmaking;
        if matchmaking.offers.iter().any(|offer| offer.id.is_none()) {
            return;
        }
        let is_open = |index: usize| matchmaking.offers.iter().any(|offer| offer.index == index);
        let free = |index: &usize| !is_open(*index) && !matchmaking.resting.contains_key(index);
        let Some(index) = (0..self.setup.policy.offer.len()).find(free) else { return };
        let offer = self.setup.policy.offer[index];
        let games = self.matchmaking.games.get(&index).copied().unwrap_or_default();
        let side = match offer.role {
            Role::Attackers => Side::Attackers,
            Role::Defenders => Side::Defenders,
            Role::Alternate if games.is_multiple_of(2) => Side::Attackers,
            Role::Alternate => Side::Defenders,
        };
        self.matchmaking.offers.push(OwnOffer {
            index,
            id: None,
            made: now,
            challenged: None,
            accepted: false,
        });
        let (rated, time, board) = (offer.rated, offer.time, offer.board);
        self.send(ClientCommand::NewGame { side, rated, time, board });
    }

    /// Asks to join an offer of somebody else, one at a time.
    fn ask_to_join(&mut self, now: Instant) {
        if self.matchmaking.request.is_some() {
            return;
        }
        let found = self.lobby.games().find(|game| {
            game.is_open()
                && !self.matchmaking.avoided.contains_key(&game.id)
                && self.setup.policy.wants_game(game)
                && game.owner().is_some_and(|owner| self.wants(owner))
        });
        if let Some(id) = found.map(|game| game.id) {
            self.matchmaking.request = Some(JoinRequest { id, made: now, confirmed: false });
            self.send(ClientCommand::JoinPending(id));
        }
    }
}
