//! The learned weights of the evaluation, and their bytes: differences from weight to weight are of no use here, so
//! they are plain 16-bit numbers, low byte first, packed by zlib, whose checksum tells damaged bytes.

use std::io::{Read, Write};

use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use super::Rule;
use super::classes::{CLASSES, Classes, Kind};
use super::params::Params;
use crate::game::Color;

/// Numbers of states that threats may be in (see `Board::state`).
pub(super) const STATES: usize = 256;

/// Weights of one rule for one side to move: first by the class of its patterns on an empty point, then by the
/// class of the other side's, then by the state of the threats.
pub(super) const TERMS: usize = 2 * CLASSES + STATES;

/// The rules that have weights of their own.
pub const LEARNED: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

/// What the right to move is worth to a player that has learned nothing.
const TEMPO: i16 = 60;

/// The weights that come with the program.
const EMBEDDED: &[u8] = include_bytes!("weights.bin");

/// The first bytes: what this is and which arrangement of terms it belongs to.
const MAGIC: &[u8; 8] = b"TGGOMO01";

/// The weights of every rule, in evaluation units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By rule as in `LEARNED`, then by the side to move.
    sides: Vec<[Vec<i16>; 2]>,
}

impl Weights {
    /// What a player knows that has learned nothing: the sum of hand-made values of patterns and threats.
    pub fn by_hand() -> Self {
        let params = Params::default();
        let of_side = |rule: Rule, mover: Color| {
            let value = |color: Color, sign: i32| {
                let params = &params;
                Classes::all().members().iter().map(move |members| {
                    let kind = Kind::of(*members, rule.forbids(color));
                    (sign * params.worth(*members, kind)) as i16
                })
            };
            let states = std::iter::repeat_n(TEMPO, STATES);
            value(mover, 1)
                .chain(value(mover.opponent(), -1))
                .chain(states)
                .collect()
        };
        Weights {
            sides: LEARNED
                .map(|rule| Color::BOTH.map(|mover| of_side(rule, mover)))
                .to_vec(),
        }
    }

    /// The weights that come with the program.
    pub fn embedded() -> Self {
        decode(EMBEDDED).expect("a test decodes these very bytes")
    }

    /// A checksum that tells the embedded weights from those of other versions.
    pub(super) fn embedded_checksum() -> u32 {
        let mut sum = Crc::new();
        sum.update(EMBEDDED);
        sum.sum()
    }

    /// The weights for games by `rule` with `mover` to move. Caro has none of its own and uses standard's, where
    /// overlines don't win either.
    pub(super) fn of(&self, rule: Rule, mover: Color) -> &[i16] {
        &self.sides[index(rule)][mover.index()]
    }

    /// Replaces the weights of a rule in `LEARNED`.
    pub(super) fn set(&mut self, rule: Rule, mover: Color, weights: Vec<i16>) {
        debug_assert_eq!(weights.len(), TERMS);
        self.sides[index(rule)][mover.index()] = weights;
    }
}

/// The place of a rule's weights in `LEARNED`.
fn index(rule: Rule) -> usize {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard | Rule::Caro | Rule::ExactCaro => 1,
        Rule::Renju => 2,
    }
}

/// The bytes of weights.
pub fn encode(weights: &Weights) -> Vec<u8> {
    let all = weights.sides.iter().flatten().flatten();
    let bytes: Vec<u8> = all.flat_map(|weight| weight.to_le_bytes()).collect();
    let mut packer = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
    packer
        .write_all(&bytes)
        .and_then(|()| packer.finish())
        .expect("a vector takes any bytes")
}

/// The weights that `bytes` hold, or `None` if they are no such bytes.
pub fn decode(bytes: &[u8]) -> Option<Weights> {
    let wanted = LEARNED.len() * 2 * TERMS * size_of::<i16>();
    let mut plain = Vec::with_capacity(wanted);
    // No more than there may be, and one byte to see that there is more.
    ZlibDecoder::new(bytes.strip_prefix(MAGIC)?)
        .take(wanted as u64 + 1)
        .read_to_end(&mut plain)
        .ok()?;
    if plain.len() != wanted {
        return None;
    }
    let numbers: Vec<i16> = plain
        .chunks_exact(2)
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    let sides = numbers
        .chunks_exact(2 * TERMS)
        .map(|rule| [rule[..TERMS].to_vec(), rule[TERMS..].to_vec()])
        .collect();
    Some(Weights { sides })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_encoded_is_decoded() {
        let mut weights = Weights::by_hand();
        let odd = (0..TERMS).map(|i| (i as i16).wrapping_mul(77)).collect();
        weights.set(Rule::Renju, Color::White, odd);
        assert!(decode(&encode(&weights)) == Some(weights));
    }

    #[test]
    fn the_embedded_weights_are_whole() {
        assert!(Weights::embedded() != Weights::by_hand());
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = encode(&Weights::by_hand());
        assert!(decode(&bytes[..bytes.len() / 2]).is_none());
        assert!(decode(&bytes[1..]).is_none());
        assert!(decode(b"").is_none());
    }
}
