//! The network file: its format and validation.
//!
//! All numbers are little-endian. In order: the magic bytes, version (u16), side (u8), input set
//! (u8), number of hidden units (u16), scale (f32), the name's length (u8) and bytes; then, as i16,
//! the first layer's weights (a row of hidden units for each input), its biases, and the weights of
//! both heads; both heads' biases (i32); and the CRC-32 of everything before it.

use std::io;
use std::path::Path;

use super::inputs::{InputSet, SOLDIERS};
use crate::rules::SIDES;
use crate::text::read_regular_file;

const MAGIC: [u8; 8] = *b"BRANNET\0";
const VERSION: u16 = 1;

/// The fixed-point 1 of the first layer's weights and biases.
pub const HIDDEN_ONE: i32 = 255;

/// The fixed-point 1 of the heads' weights.
pub const HEAD_ONE: i32 = 64;

/// The allowed numbers of hidden units. Each is compiled for every board.
pub const HIDDEN: [usize; 2] = [64, MAX_HIDDEN];
pub(super) const MAX_HIDDEN: usize = 128;

/// The maximum weight of a head. Its product with a clipped value fits in 16 bits.
const MAX_HEAD: u16 = 127;

/// The output head for one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The weight of each hidden unit; 64 stands for 1, and ±127 is the limit.
    pub weights: Vec<i16>,
    /// The bias; 255 · 64 stands for 1.
    pub bias: i32,
}

/// A network with integer weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The name of the ruleset that it was trained for.
    pub ruleset: String,
    /// The length of the board's side.
    pub side: u8,
    /// Its inputs.
    pub inputs: InputSet,
    /// The number of hidden units: 64 or 128.
    pub hidden: usize,
    /// Centipawns per unit of output. The output is the natural logarithm of the defenders' odds.
    pub scale: f32,
    /// The weights of each input, one row of hidden units each; 255 stands for 1.
    pub first: Vec<i16>,
    /// The bias of each hidden unit; 255 stands for 1.
    pub biases: Vec<i16>,
    /// The heads for the attackers and for the defenders to move.
    pub heads: [Head; 2],
}

/// Why a file is not a usable network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The magic bytes are missing.
    #[error("it is not a network: it does not begin with 'BRANNET'")]
    Magic,
    /// The file has another version.
    #[error("its version is {0}, but this program reads version {VERSION}")]
    Version(u16),
    /// A size is out of range.
    #[error("its {0} is out of range")]
    Size(&'static str),
    /// The file's length does not match its header.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// The actual number of bytes.
        found: usize,
        /// The number of bytes that the header implies.
        expected: usize,
    },
    /// The file is damaged.
    #[error("it is damaged: its checksum does not match")]
    Checksum,
    /// Values could overflow 16 bits.
    #[error("its weights are so large that hidden unit {0} could overflow")]
    Overflow(usize),
    /// It is for another board.
    #[error("it is for boards of side {found}, but this one has side {expected}")]
    Board {
        /// The side of the network's board.
        found: u8,
        /// The side of the board it should be used on.
        expected: usize,
    },
}

/// Why a network cannot be read from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkFileError {
    /// It cannot be read.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// Why not.
        error: io::Error,
    },
    /// It is not a usable network.
    #[error("{path}: {error}")]
    Content {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: NetworkError,
    },
}

/// The maximum size of a file, in bytes. The largest network takes less than half of it.
const MAX_FILE_SIZE: u64 = 4 << 20;

/// The bytes before the name.
const FIXED: usize = 8 + 2 + 1 + 1 + 2 + 4 + 1;

impl Network {
    /// The number of inputs.
    #[must_use]
    pub fn input_count(&self) -> usize {
        self.inputs.count(self.squares())
    }

    fn squares(&self) -> usize {
        usize::from(self.side) * usize::from(self.side)
    }

    /// The file's bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(self.side);
        bytes.push(self.inputs as u8);
        bytes.extend((self.hidden as u16).to_le_bytes());
        bytes.extend(self.scale.to_le_bytes());
        let name = &self.ruleset.as_bytes()[..self.ruleset.len().min(255)];
        bytes.push(name.len() as u8);
        bytes.extend(name);
        let heads = self.heads.iter().flat_map(|head| &head.weights);
        for weight in self.first.iter().chain(&self.biases).chain(heads) {
            bytes.extend(weight.to_le_bytes());
        }
        for head in &self.heads {
            bytes.extend(head.bias.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The CRC-32 at the end of its file.
    #[must_use]
    pub fn crc32(&self) -> u32 {
        self.encode().last_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read or is not a usable network.
    pub fn load(path: &Path) -> Result<Self, NetworkFileError> {
        let name = || path.display().to_string();
        let bytes = read_regular_file(path, MAX_FILE_SIZE)
            .map_err(|error| NetworkFileError::Io { path: name(), error })?;
        Self::decode(&bytes).map_err(|error| NetworkFileError::Content { path: name(), error })
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// When they are not a network, are damaged, or contain weights that could overflow.
    pub fn decode(bytes: &[u8]) -> Result<Self, NetworkError> {
        let network = Self::decode_trusted(bytes)?;
        network.check()?;
        Ok(network)
    }

    /// Reads the bytes of a network without the check for overflow.
    pub(super) fn decode_trusted(bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::Magic);
        }
        let too_short = NetworkError::Length { found: bytes.len(), expected: FIXED };
        let head: &[u8; FIXED] = bytes.first_chunk().ok_or(too_short)?;
        let [_, _, _, _, _, _, _, _, v0, v1, side, set, h0, h1, s0, s1, s2, s3, name_length] =
            *head;
        let version = u16::from_le_bytes([v0, v1]);
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        if !SIDES.contains(&usize::from(side)) {
            return Err(NetworkError::Size("board"));
        }
        let inputs = *InputSet::ALL.get(usize::from(set)).ok_or(NetworkError::Size("input set"))?;
        let hidden = usize::from(u16::from_le_bytes([h0, h1]));
        if !HIDDEN.contains(&hidden) {
            return Err(NetworkError::Size("number of hidden units"));
        }
        let scale = f32::from_le_bytes([s0, s1, s2, s3]);
        if !(scale.is_finite() && (1.0..=10_000.0).contains(&scale)) {
            return Err(NetworkError::Size("scale"));
        }
        let count = inputs.count(usize::from(side) * usize::from(side));
        let weights = (count + 3) * hidden;
        let body = FIXED + usize::from(name_length);
        let expected = body + 2 * weights + 2 * 4 + 4;
        if bytes.len() != expected {
            return Err(NetworkError::Length { found: bytes.len(), expected });
        }
        let (data, checksum) = bytes.split_at(expected - 4);
        if crc32fast::hash(data).to_le_bytes() != *checksum {
            return Err(NetworkError::Checksum);
        }
        let ruleset = String::from_utf8_lossy(&data[FIXED..body]).into_owned();
        let (numbers, biases) = data[body..].split_at(2 * weights);
        let mut numbers = numbers.as_chunks::<2>().0.iter().copied().map(i16::from_le_bytes);
        let mut take = |many: usize| numbers.by_ref().take(many).collect::<Vec<i16>>();
        let (first, first_biases) = (take(count * hidden), take(hidden));
        let mut biases = biases.as_chunks::<4>().0.iter().copied().map(i32::from_le_bytes);
        let heads = std::array::from_fn(|_| Head {
            weights: take(hidden),
            bias: biases.next().unwrap_or_default(),
        });
        Ok(Self { ruleset, side, inputs, hidden, scale, first, biases: first_biases, heads })
    }

    /// Checks that no position can make a value overflow.
    ///
    /// # Errors
    /// When one could.
    pub fn check(&self) -> Result<(), NetworkError> {
        const MAX_BIAS: u32 = 1 << 28;
        for head in &self.heads {
            if head.weights.iter().any(|weight| weight.unsigned_abs() > MAX_HEAD)
                || head.bias.unsigned_abs() > MAX_BIAS
            {
                return Err(NetworkError::Size("heads' weights"));
            }
        }
        let overflows = |unit: &usize| {
            let [low, high] = self.extremes(*unit);
            low < i16::MIN.into() || high > i16::MAX.into()
        };
        (0..self.hidden).find(overflows).map_or(Ok(()), |unit| Err(NetworkError::Overflow(unit)))
    }

    /// The lowest and highest possible value of a hidden unit: on each square the soldier with the
    /// most extreme weight, one king with everything he sees, and the most extreme value of each
    /// count.
    fn extremes(&self, unit: usize) -> [i32; 2] {
        let squares = self.squares();
        let king_plane = self.inputs.king_plane();
        let place = |plane: usize, at: usize| plane * squares + at;
        let weight = |input: usize| i32::from(self.first[input * self.hidden + unit]);
        [-1, 1].map(|sign| {
            let signed = |input: usize| (sign * weight(input)).max(0);
            let soldiers = |ring: usize| -> i32 {
                let planes = SOLDIERS * ring..SOLDIERS * (ring + 1);
                let most = |at| planes.clone().map(|plane| signed(place(plane, at))).max();
                (0..squares).filter_map(most).sum()
            };
            let soldiers = (0..king_plane / SOLDIERS).map(soldiers).max().unwrap_or(0);
            let king = (0..squares)
                .map(|king| sign * weight(place(king_plane, king)) + self.seen(king, signed))
                .max()
                .unwrap_or(0);
            let counts: i32 = self
                .inputs
                .groups(squares)
                .into_iter()
                .map(|(from, length)| (from..from + length).map(signed).max().unwrap_or(0))
                .sum();
            sign * (sign * i32::from(self.biases[unit]) + soldiers + king + counts)
        })
    }

    /// The sum of what a king on a square could see at most along his lines.
    fn seen(&self, king: usize, signed: impl Fn(usize) -> i32) -> i32 {
        let (side, squares) = (usize::from(self.side), self.squares());
        let in_line =
            |at: &usize| *at != king && (at / side == king / side || at % side == king % side);
        let planes = self.inputs.king_plane() + 1..self.inputs.planes();
        planes
            .flat_map(|plane| (0..squares).filter(in_line).map(move |at| plane * squares + at))
            .map(signed)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        let (side, hidden) = (7, 64);
        let numbers = |count: usize, most: usize| {
            (0..count).map(|at| (at * 7919 % (2 * most + 1)) as i16 - most as i16).collect()
        };
        let head = |bias| Head { weights: numbers(hidden, 100), bias };
        Network {
            ruleset: "brandubh-macwhite".to_owned(),
            side,
            inputs: InputSet::Counts,
            hidden,
            scale: 170.5,
            first: numbers(InputSet::Counts.count(49) * hidden, 90),
            biases: numbers(hidden, 200),
            heads: [head(-5000), head(7000)],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Network::decode(&network().encode()), Ok(network()));
    }

    #[test]
    fn damaged_and_foreign_bytes_are_refused() {
        let bytes = network().encode();
        assert_eq!(Network::decode(&bytes[1..]), Err(NetworkError::Magic));
        assert_eq!(Network::decode(b""), Err(NetworkError::Magic));
        assert!(matches!(Network::decode(&bytes[..12]), Err(NetworkError::Length { .. })));
        let short = &bytes[..bytes.len() - 1];
        assert!(matches!(Network::decode(short), Err(NetworkError::Length { .. })));
        let changed = |at: usize, value: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            Network::decode(&bytes)
        };
        assert_eq!(changed(8, 9), Err(NetworkError::Version(9)));
        assert_eq!(changed(10, 4), Err(NetworkError::Size("board")));
        assert_eq!(changed(11, 4), Err(NetworkError::Size("input set")));
        assert_eq!(changed(12, 33), Err(NetworkError::Size("number of hidden units")));
        assert_eq!(changed(17, 0xff), Err(NetworkError::Size("scale")));
        assert_eq!(changed(1000, bytes[1000] ^ 1), Err(NetworkError::Checksum));
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let mut large = network();
        large.first.fill(600);
        assert_eq!(Network::decode(&large.encode()), Err(NetworkError::Overflow(0)));
        for weight in [128, -128, i16::MIN] {
            let mut large = network();
            large.heads[1].weights[5] = weight;
            assert_eq!(Network::decode(&large.encode()), Err(NetworkError::Size("heads' weights")));
        }
        for bias in [1 + (1 << 28), i32::MIN] {
            let mut large = network();
            large.heads[0].bias = bias;
            assert_eq!(Network::decode(&large.encode()), Err(NetworkError::Size("heads' weights")));
        }
    }
}
