//! The offers of a connection.

use std::collections::HashMap;
use std::time::Instant;

/// An offer of ours.
pub(super) struct OwnOffer {
    /// Its place in the policy.
    pub index: usize,
    /// `None` until the server has answered.
    pub id: Option<u64>,
    pub made: Instant,
    /// When somebody asked to join.
    pub challenged: Option<Instant>,
    /// Whether we have accepted. A second time would start the game anew.
    pub accepted: bool,
}

/// A request to join an offer of somebody else.
pub(super) struct JoinRequest {
    pub id: u64,
    pub made: Instant,
    pub confirmed: bool,
}

/// The offers of this connection.
#[derive(Default)]
pub(super) struct Matchmaking {
    pub offers: Vec<OwnOffer>,
    pub request: Option<JoinRequest>,
    /// Offers of others not to ask for again, and since when.
    pub avoided: HashMap<u64, Instant>,
    /// Offers of the policy that the server does not answer, and since when.
    pub resting: HashMap<usize, Instant>,
    /// How many games each offer of the policy has led to.
    pub games: HashMap<usize, usize>,
}

impl Matchmaking {
    /// Forgets what belongs to a connection.
    pub fn forget(&mut self) {
        self.offers.clear();
        self.request = None;
        self.avoided.clear();
    }

    /// A game has begun, perhaps by an offer of the policy.
    pub fn count_game(&mut self, id: u64) {
        if let Some(offer) = self.offers.iter().find(|offer| offer.id == Some(id)) {
            *self.games.entry(offer.index).or_default() += 1;
        }
    }

    /// The last request was refused.
    pub fn refused(&mut self) {
        if let Some(request) = self.request.take_if(|request| !request.confirmed) {
            self.avoided.insert(request.id, request.made);
        }
    }

    /// Games that may begin at any moment.
    pub fn pending(&self) -> usize {
        self.offers.iter().filter(|offer| offer.accepted).count()
            + usize::from(self.request.is_some())
    }

    /// The offers and requests from which a game may have begun.
    pub fn begun(&self) -> Vec<u64> {
        let accepted = self.offers.iter().filter(|offer| offer.accepted);
        accepted
            .filter_map(|offer| offer.id)
            .chain(self.request.as_ref().map(|request| request.id))
            .collect()
    }

    /// Drops an offer or request, as its game has begun.
    pub fn drop_game(&mut self, id: u64) {
        self.offers.retain(|offer| offer.id != Some(id));
        self.request.take_if(|request| request.id == id);
    }
}
