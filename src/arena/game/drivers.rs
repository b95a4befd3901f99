//! Maps protocols to players.

use super::opentafl_player;
use super::player::{Demands, Driver, Player};
use super::tablut_player;
use super::uci_player;
use crate::arena::engine::{EngineProtocol, EngineSpec, Failure, Launch};

/// Starts an engine.
///
/// # Errors
/// If it cannot be started or does not follow its protocol.
pub fn start_player(spec: &EngineSpec, launch: &Launch) -> Result<Box<dyn Player>, Failure> {
    (driver(spec.protocol).start)(spec, launch)
}

/// Starts an engine and checks that it supports the match. The error is a message for the user.
pub fn check_player(spec: &EngineSpec, launch: &Launch, demands: &Demands) -> Result<(), String> {
    (driver(spec.protocol).check)(spec, launch, demands)
}

fn driver(protocol: EngineProtocol) -> Driver {
    match protocol {
        EngineProtocol::Uci => uci_player::DRIVER,
        EngineProtocol::OpenTafl => opentafl_player::DRIVER,
        EngineProtocol::Tablut => tablut_player::DRIVER,
    }
}
