//! The settings of self-play, and how the header of a file keeps them.

use std::sync::Arc;

use crate::eval::network::Network;
use crate::search::score::Score;

/// The length of the settings, in bytes.
pub(super) const SETTINGS_SIZE: usize = 13;

/// The evaluation that self-play games are played with.
#[derive(Clone, Debug, Default)]
pub enum PlayEvaluation {
    /// The ruleset's own: its built-in network, or the linear one if it has none.
    #[default]
    BuiltIn,
    /// The linear one, even if there is a network.
    Linear,
    /// A network from a file.
    Network(Arc<Network>),
}

/// The settings of self-play games.
#[derive(Clone, Debug)]
pub struct PlayPlan {
    /// The evaluation.
    pub evaluation: PlayEvaluation,
    /// The soft node limit of each move: no iteration starts after this number of nodes.
    pub nodes: u64,
    /// The minimum and maximum number of random plies at the start of a game.
    pub random_plies: (u32, u32),
    /// An opening is accepted if its search score is within this distance of even, in centipawns.
    pub window: Score,
    /// How many plies may be added to an opening outside the window. In these the side that is ahead
    /// makes random moves and the other its best ones, since some games are won by one side from
    /// almost all random positions. If this is above 0, a lot decides how even an opening must be.
    pub even_out: u32,
    /// The maximum length of a game in plies, at most 65,535. A longer game counts as a draw.
    pub longest: u32,
    /// A game is adjudicated as won once the score has been beyond this for six plies, in
    /// centipawns.
    pub decided: Score,
}

/// Why games cannot be played by a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The minimum number of random plies is above the maximum.
    #[error("there cannot be at least {0} and at most {1} random plies")]
    RandomPlies(u32, u32),
    /// The window is negative.
    #[error("an opening cannot be within {0} centipawns of even")]
    Window(Score),
    /// The games are longer than records can count.
    #[error("a game of {0} plies is longer than a file can count; the longest has {most}", most = u16::MAX)]
    Longest(u32),
}

impl PlayPlan {
    /// Checks that games can be played by it.
    ///
    /// # Errors
    /// When they cannot.
    pub fn check(&self) -> Result<(), PlanError> {
        let (fewest, most) = self.random_plies;
        if fewest > most {
            Err(PlanError::RandomPlies(fewest, most))
        } else if self.window < 0 {
            Err(PlanError::Window(self.window))
        } else if self.longest > u16::MAX.into() {
            Err(PlanError::Longest(self.longest))
        } else {
            Ok(())
        }
    }
}

/// The evaluation named in the header of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationMark {
    /// The ruleset's own.
    BuiltIn,
    /// The linear one.
    Linear,
    /// A network from a file, and its CRC-32 modulo 253, which tells most networks apart. Larger numbers
    /// are written modulo 253, too.
    Network(u8),
}

/// The number of marks of networks: the values of a byte above those of the other evaluations.
const MARKS: u8 = 253;

impl From<&PlayEvaluation> for EvaluationMark {
    fn from(evaluation: &PlayEvaluation) -> Self {
        match evaluation {
            PlayEvaluation::BuiltIn => Self::BuiltIn,
            PlayEvaluation::Linear => Self::Linear,
            PlayEvaluation::Network(network) => {
                Self::Network((network.crc32() % u32::from(MARKS)) as u8)
            }
        }
    }
}

impl EvaluationMark {
    /// Encodes it, never as 0.
    fn encode(self) -> u8 {
        match self {
            Self::BuiltIn => 1,
            Self::Linear => 2,
            Self::Network(mark) => 3 + mark % MARKS,
        }
    }

    /// Reads it. `None` if it is not recorded.
    fn decode(byte: u8) -> Option<Self> {
        match byte {
            0 => None,
            1 => Some(Self::BuiltIn),
            2 => Some(Self::Linear),
            _ => Some(Self::Network(byte - 3)),
        }
    }
}

/// How the games of a file were played, besides the number of nodes. [`PlayPlan`] explains the numbers.
/// Values above 65,535 are stored as 65,535.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaySettings {
    /// The evaluation.
    pub evaluation: EvaluationMark,
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
            evaluation: EvaluationMark::from(&plan.evaluation),
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
        bytes[0] = self.evaluation.encode();
        bytes[1..].copy_from_slice(numbers.as_flattened());
        bytes
    }

    /// Reads them. `None` if there are none, as in files of earlier versions.
    pub(super) fn decode(bytes: &[u8; SETTINGS_SIZE]) -> Option<Self> {
        let evaluation = EvaluationMark::decode(bytes[0])?;
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Some(Self {
            evaluation,
            random_plies: (number(1), number(3)),
            window: number(5),
            even_out: number(7),
            longest: number(9),
            decided: number(11),
        })
    }
}
