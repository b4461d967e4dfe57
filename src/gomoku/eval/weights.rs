//! The learned weights of the evaluation and their file format: little-endian 16-bit numbers, compressed with zlib,
//! which detects damage by its checksum. Delta coding does not help here.

use std::io::{Read, Write};
use std::sync::OnceLock;

use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use super::network::{NetworkWeights, THREAT_STATES};
use crate::patterns::classes::{CLASSES, Classes};
use crate::patterns::pattern::Pattern;
use crate::patterns::threat::{PackedThreat, Threat};
use crate::rules::Rule;
use tengen_engine::game::Color;

/// Number of position features: classes of the mover's patterns at empty points, classes of the opponent's, threat
/// states.
pub(crate) const POSITION_FEATURES: usize = 2 * CLASSES + THREAT_STATES;

/// Number of move features: classes of the mover's patterns at the point, classes of the opponent's.
pub(super) const MOVE_FEATURES: usize = 2 * CLASSES;

/// Move score units that multiply the odds of being the best move by e.
pub(crate) const MOVE_SCALE: f32 = 30.0;

/// Handcrafted value of the right to move.
const TEMPO: i16 = 60;

/// Handcrafted values of patterns at a point, in the order dead, one, open one, two, open two, wide two, three, open
/// three, wide three, four, open four, five, double-four, overline.
// Tuned in matches of 150 to 180 games at 2000 nodes per move, each against the previous best.
const PATTERN_VALUES: [i32; Pattern::ALL.len()] = [0, 0, 0, 1, 4, 4, 5, 24, 24, 20, 60, 100, 0, 0];

/// Handcrafted value that a threat adds to the sum of its patterns, which underrates combined threats.
fn threat_bonus(threat: Threat) -> i32 {
    match threat {
        Threat::DoubleThree => 60,
        Threat::FourThree => 150,
        Threat::Unstoppable => 100,
        Threat::Forbidden => -20,
        Threat::Nothing | Threat::OpenThree | Threat::Four | Threat::Five => 0,
    }
}

/// Handcrafted value that a threat adds to a move score.
fn urgency(threat: Threat) -> i32 {
    match threat {
        Threat::Nothing | Threat::Forbidden => 0,
        Threat::OpenThree => 30,
        Threat::Four => 40,
        Threat::DoubleThree => 150,
        Threat::FourThree => 300,
        Threat::Unstoppable => 600,
        Threat::Five => 2000,
    }
}

/// The weights built into the program.
const EMBEDDED: &[u8] = include_bytes!("weights.bin");

/// Magic number, which includes the version of the feature layout.
const MAGIC: &[u8; 8] = b"TGGOMO05";

/// The weights of one rule with one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SideWeights {
    /// `POSITION_FEATURES` weights, in evaluation units.
    pub positions: Vec<i16>,
    /// `MOVE_FEATURES` weights, in move score units.
    pub moves: Vec<i16>,
    /// The network that adds to the position score.
    pub network: NetworkWeights,
}

impl SideWeights {
    /// Total number of weights.
    const SIZE: usize = POSITION_FEATURES + MOVE_FEATURES + NetworkWeights::SIZE;

    /// Returns weights from handcrafted values of patterns and threats.
    fn handcrafted(rule: Rule, mover: Color) -> Self {
        let of_classes = |color: Color, value: fn([Pattern; 4], Threat) -> i32| {
            Classes::all().members().iter().map(move |&members| {
                let threat = PackedThreat::from_patterns(members, rule.forbids(color)).threat();
                value(members, threat) as i16
            })
        };
        let (own, opponents) = (mover, mover.opponent());
        let positions = of_classes(own, point_value)
            .chain(of_classes(opponents, |members, threat| {
                -point_value(members, threat)
            }))
            .chain(std::iter::repeat_n(TEMPO, THREAT_STATES));
        let attack = |members, threat| 2 * point_value(members, threat) + urgency(threat);
        let defense = |members, threat| point_value(members, threat) + urgency(threat) / 2;
        let moves = of_classes(own, attack).chain(of_classes(opponents, defense));
        SideWeights {
            positions: positions.collect(),
            moves: moves.collect(),
            network: NetworkWeights::zero(),
        }
    }

    /// Splits a flat list of weights into the parts.
    fn from_slice(numbers: &[i16]) -> Self {
        let (positions, others) = numbers.split_at(POSITION_FEATURES);
        let (moves, network) = others.split_at(MOVE_FEATURES);
        SideWeights {
            positions: positions.to_vec(),
            moves: moves.to_vec(),
            network: NetworkWeights::from_slice(network),
        }
    }

    fn iter(&self) -> impl Iterator<Item = i16> + '_ {
        let sums = self.positions.iter().chain(&self.moves).copied();
        sums.chain(self.network.iter())
    }
}

/// Returns the handcrafted value of a point for the side that makes these patterns there.
fn point_value(patterns: [Pattern; 4], threat: Threat) -> i32 {
    let value = |pattern| {
        let index = Pattern::ALL.iter().position(|&other| other == pattern);
        index.map_or(0, |index| PATTERN_VALUES[index])
    };
    patterns.into_iter().map(value).sum::<i32>() + threat_bonus(threat)
}

/// The weights of all rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Weights by rule as in `Rule::ALL`, then by the side to move.
    sides: Vec<[SideWeights; 2]>,
}

impl Weights {
    /// Returns handcrafted weights, the starting point of learning.
    pub fn handcrafted() -> Self {
        let of_rule = |rule: Rule| Color::BOTH.map(|mover| SideWeights::handcrafted(rule, mover));
        Weights {
            sides: Rule::ALL.map(of_rule).to_vec(),
        }
    }

    /// Returns the weights built into the program, decompressed at the first call.
    pub fn embedded() -> &'static Self {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| decode(EMBEDDED).expect("a test decodes these very bytes"))
    }

    /// Returns a checksum that identifies the built-in weights.
    pub(crate) fn embedded_checksum() -> u32 {
        let mut sum = Crc::new();
        sum.update(EMBEDDED);
        sum.sum()
    }

    /// Returns the weights of `rule` with `mover` to move.
    pub(crate) fn of(&self, rule: Rule, mover: Color) -> &SideWeights {
        &self.sides[rule as usize][mover.index()]
    }

    /// Replaces the network of `movers`, a group of `side_groups`.
    pub(crate) fn set_network(&mut self, rule: Rule, movers: &[Color], network: &NetworkWeights) {
        for mover in movers {
            self.sides[rule as usize][mover.index()].network = network.clone();
        }
    }

    /// Replaces the weights of `movers`, a group of `side_groups`.
    pub(crate) fn set(&mut self, rule: Rule, movers: &[Color], weights: &SideWeights) {
        debug_assert_eq!(weights.iter().count(), SideWeights::SIZE);
        for mover in movers {
            self.sides[rule as usize][mover.index()] = weights.clone();
        }
    }
}

/// Returns the groups of sides that share weights: both sides together, unless the rule forbids moves to one of them.
pub(crate) fn side_groups(rule: Rule) -> &'static [&'static [Color]] {
    if rule.forbids(Color::Black) {
        &[&[Color::Black], &[Color::White]]
    } else {
        &[&Color::BOTH]
    }
}

/// Encodes weights: those of each rule of `Rule::ALL`, once for each of its groups of sides.
pub fn encode(weights: &Weights) -> Vec<u8> {
    let of_rule = |rule| {
        let groups = side_groups(rule).iter();
        groups.flat_map(move |movers| weights.of(rule, movers[0]).iter())
    };
    let all = Rule::ALL.into_iter().flat_map(of_rule);
    let bytes: Vec<u8> = all.flat_map(i16::to_le_bytes).collect();
    let mut packer = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
    packer
        .write_all(&bytes)
        .and_then(|()| packer.finish())
        .expect("a vector takes any bytes")
}

/// Decodes weights. Returns `None` if the bytes are not valid.
pub fn decode(bytes: &[u8]) -> Option<Weights> {
    let parts: usize = Rule::ALL.iter().map(|&rule| side_groups(rule).len()).sum();
    let wanted = parts * SideWeights::SIZE * size_of::<i16>();
    let mut plain = Vec::with_capacity(wanted);
    // One byte more than the expected size is enough to detect an overlong file.
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
    let mut parts = numbers
        .chunks_exact(SideWeights::SIZE)
        .map(SideWeights::from_slice);
    let mut of_rule = |rule| {
        let first = parts.next()?;
        let second = match side_groups(rule) {
            [_both] => first.clone(),
            _ => parts.next()?,
        };
        Some([first, second])
    };
    let sides: Option<Vec<_>> = Rule::ALL.into_iter().map(&mut of_rule).collect();
    Some(Weights { sides: sides? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_encoded_is_decoded() {
        let mut weights = Weights::handcrafted();
        let odd: Vec<i16> = (0..SideWeights::SIZE)
            .map(|i| (i as i16).wrapping_mul(77))
            .collect();
        let odd = SideWeights::from_slice(&odd);
        weights.set(Rule::Renju, &[Color::White], &odd);
        weights.set(Rule::ExactCaro, &Color::BOTH, &odd);
        assert!(decode(&encode(&weights)) == Some(weights));
    }

    #[test]
    fn the_embedded_weights_are_whole() {
        assert!(*Weights::embedded() != Weights::handcrafted());
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = encode(&Weights::handcrafted());
        assert!(decode(&bytes[..bytes.len() / 2]).is_none());
        assert!(decode(&bytes[1..]).is_none());
        assert!(decode(b"").is_none());
    }
}
