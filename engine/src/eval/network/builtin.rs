//! The built-in networks.

use include_dir::{Dir, include_dir};

use super::file::Network;
use crate::rules::{self, Ruleset};

static NETS: Dir = include_dir!("$CARGO_MANIFEST_DIR/nets");

impl Network {
    /// The built-in network for a ruleset. `None` if there is none, or if the ruleset's board or
    /// goal is not the one that the network was trained for.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> Option<Self> {
        let name = ruleset.network.as_ref()?;
        let learned = rules::find(name)?;
        if learned.side_length() != ruleset.side_length() || learned.escape != ruleset.escape {
            return None;
        }
        let file = NETS.get_file(format!("{name}.net"))?;
        // A test reads and checks all of them.
        Self::decode_trusted(file.contents()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_networks_can_be_used() {
        for file in NETS.files().filter(|file| file.path().extension().is_some_and(|e| e == "net"))
        {
            let name = file.path().file_stem().unwrap().to_str().unwrap();
            let network = Network::decode(file.contents()).unwrap();
            let ruleset = rules::find(name).unwrap();
            assert_eq!(usize::from(network.side), ruleset.side_length(), "{name}");
            assert_eq!(Network::of(ruleset), Some(network), "{name}");
        }
    }

    #[test]
    fn a_network_is_for_its_board_and_goal() {
        let tablut = rules::find("tablut").unwrap();
        let other = Ruleset { escape: rules::Escape::Corners, ..tablut.clone() };
        assert_eq!(Network::of(&other), None);
        let other = Ruleset { network: Some("copenhagen".to_owned()), ..tablut.clone() };
        assert_eq!(Network::of(&other), None);
        let other = Ruleset { network: None, ..tablut.clone() };
        assert_eq!(Network::of(&other), None);
    }
}
