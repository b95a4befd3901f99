//! The settings of self-play in the header of a file.

use super::format::FormatError;
use super::selfplay::PlayPlan;

/// The length of the settings, in bytes.
pub(super) const SETTINGS_SIZE: usize = 13;

/// How the games of a file were played, besides the number of nodes. [`PlayPlan`] explains the numbers.
/// Values above 65,535 are stored as 65,535.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaySettings {
    /// Whether the evaluation was the linear one.
    pub linear: bool,
    /// The minimum and maximum number of random plies.
    pub random_plies: (u16, u16),
    /// The largest score of an opening.
    pub window: u16,
    /// The most plies added to an opening beyond it.
    pub even_out: u16,
    /// The maximum length of a game.
    pub longest: u16,
    /// The score beyond which a game was adjudicated.
    pub decided: u16,
}

impl From<&PlayPlan> for PlaySettings {
    fn from(plan: &PlayPlan) -> Self {
        let short = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        let (fewest, most) = plan.random_plies;
        Self {
            linear: plan.linear,
            random_plies: (short(fewest), short(most)),
            window: short(plan.window.unsigned_abs()),
            even_out: short(plan.even_out),
            longest: short(plan.longest),
            decided: short(plan.decided.unsigned_abs()),
        }
    }
}

impl PlaySettings {
    /// Encodes them. The first byte is never 0.
    pub(super) fn encode(self) -> [u8; SETTINGS_SIZE] {
        let (fewest, most) = self.random_plies;
        let numbers = [fewest, most, self.window, self.even_out, self.longest, self.decided]
            .map(u16::to_le_bytes);
        let mut bytes = [0; SETTINGS_SIZE];
        bytes[0] = 1 + u8::from(self.linear);
        bytes[1..].copy_from_slice(numbers.as_flattened());
        bytes
    }

    /// Reads them. `None` if there are none, as in files of earlier versions.
    pub(super) fn decode(bytes: &[u8; SETTINGS_SIZE]) -> Result<Option<Self>, FormatError> {
        let linear = match bytes[0] {
            0 => return Ok(None),
            1 => false,
            2 => true,
            _ => return Err(FormatError::Header("there is no such evaluation")),
        };
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Ok(Some(Self {
            linear,
            random_plies: (number(1), number(3)),
            window: number(5),
            even_out: number(7),
            longest: number(9),
            decided: number(11),
        }))
    }
}
