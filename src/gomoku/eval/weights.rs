//! The learned weights of the evaluation, and their bytes: differences from weight to weight are of no use here, so
//! they are plain 16-bit numbers, low byte first, packed by zlib, whose checksum tells damaged bytes.

use std::io::{Read, Write};
use std::sync::OnceLock;

use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use super::network::NetworkWeights;
use crate::engine::game::Color;
use crate::gomoku::patterns::classes::{CLASSES, Classes};
use crate::gomoku::patterns::pattern::Pattern;
use crate::gomoku::patterns::threat::{PackedThreat, Threat};
use crate::gomoku::rules::Rule;

/// Numbers of states that threats may be in (see `Board::state`).
pub(super) const THREAT_STATES: usize = 256;

/// Weights of a position: first by the class of the mover's patterns on an empty point, then by the class of the other
/// side's, then by the state of the threats.
pub(in crate::gomoku) const POSITION_FEATURES: usize = 2 * CLASSES + THREAT_STATES;

/// Weights of a move: first by the class of the mover's patterns on its point, then by the class of the other side's.
pub(super) const MOVE_FEATURES: usize = 2 * CLASSES;

/// Units of a move's weights that make it e times as likely to be the best.
pub(in crate::gomoku) const MOVE_SCALE: f32 = 30.0;

/// The rules that have weights of their own.
pub const LEARNED_RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

/// What the right to move is worth to a player that has learned nothing.
const TEMPO: i16 = 60;

/// What it holds a point for, by the pattern that a stone there would make: dead, one, open one, two, open two, wide two,
/// three, open three, wide three, four, open four, five, double-four, overline.
// From matches of 150 to 180 games at 2000 nodes a move, each against the last best.
const PATTERN_VALUES: [i32; Pattern::ALL.len()] = [0, 0, 0, 1, 4, 4, 5, 24, 24, 20, 60, 100, 0, 0];

/// What it adds to the sum of a point's patterns, which underrates threats that it makes at once.
fn threat_bonus(threat: Threat) -> i32 {
    match threat {
        Threat::DoubleThree => 60,
        Threat::FourThree => 150,
        Threat::Unstoppable => 100,
        Threat::Forbidden => -20,
        Threat::Nothing | Threat::OpenThree | Threat::Four | Threat::Five => 0,
    }
}

/// How urgent it holds a move that makes a threat.
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

/// The weights that come with the program.
const EMBEDDED: &[u8] = include_bytes!("weights.bin");

/// The first bytes: what this is and which arrangement of terms it belongs to.
const MAGIC: &[u8; 8] = b"TGGOMO03";

/// What one side knows of one rule when it is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::gomoku) struct SideWeights {
    /// `TERMS` weights whose sums are the worths of positions, in evaluation units.
    pub positions: Vec<i16>,
    /// `MOVE_TERMS` weights whose sums tell how likely moves are the best.
    pub moves: Vec<i16>,
    /// The network that adds to the worths of positions.
    pub network: NetworkWeights,
}

impl SideWeights {
    /// Numbers that it consists of.
    const SIZE: usize = POSITION_FEATURES + MOVE_FEATURES + NetworkWeights::SIZE;

    /// The sums of hand-made values of patterns and threats.
    fn handcrafted(rule: Rule, mover: Color) -> Self {
        let of_classes = |color: Color, value: fn([Pattern; 4], Threat) -> i32| {
            Classes::all().members().iter().map(move |&members| {
                let threat = PackedThreat::of(members, rule.forbids(color)).threat();
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

    /// Takes the numbers apart that `numbers` gives.
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

/// What a point is worth by hand to the side that makes these patterns there.
fn point_value(patterns: [Pattern; 4], threat: Threat) -> i32 {
    let value = |pattern| {
        let index = Pattern::ALL.iter().position(|&other| other == pattern);
        index.map_or(0, |index| PATTERN_VALUES[index])
    };
    patterns.into_iter().map(value).sum::<i32>() + threat_bonus(threat)
}

/// What is known of every rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By rule as in `LEARNED`, then by the side to move.
    sides: Vec<[SideWeights; 2]>,
}

impl Weights {
    /// What a player knows that has learned nothing.
    pub fn handcrafted() -> Self {
        let of_rule = |rule: Rule| Color::BOTH.map(|mover| SideWeights::handcrafted(rule, mover));
        Weights {
            sides: LEARNED_RULES.map(of_rule).to_vec(),
        }
    }

    /// The weights that come with the program, unpacked when they are first asked for.
    pub fn embedded() -> &'static Self {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| decode(EMBEDDED).expect("a test decodes these very bytes"))
    }

    /// A checksum that tells the embedded weights from those of other versions.
    pub(in crate::gomoku) fn embedded_checksum() -> u32 {
        let mut sum = Crc::new();
        sum.update(EMBEDDED);
        sum.sum()
    }

    /// The weights for games by `rule` with `mover` to move. Caro has none of its own and uses standard's, where
    /// overlines don't win either.
    pub(in crate::gomoku) fn of(&self, rule: Rule, mover: Color) -> &SideWeights {
        &self.sides[rule_index(rule)][mover.index()]
    }

    /// Replaces the network of a rule in `LEARNED`.
    pub(in crate::gomoku) fn set_network(
        &mut self,
        rule: Rule,
        mover: Color,
        network: NetworkWeights,
    ) {
        self.sides[rule_index(rule)][mover.index()].network = network;
    }

    /// Replaces what is known of a rule in `LEARNED`.
    pub(in crate::gomoku) fn set(&mut self, rule: Rule, mover: Color, knowledge: SideWeights) {
        debug_assert_eq!(knowledge.iter().count(), SideWeights::SIZE);
        self.sides[rule_index(rule)][mover.index()] = knowledge;
    }
}

/// The place of a rule's weights in `LEARNED`.
fn rule_index(rule: Rule) -> usize {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard | Rule::Caro | Rule::ExactCaro => 1,
        Rule::Renju => 2,
    }
}

/// The bytes of weights.
pub fn encode(weights: &Weights) -> Vec<u8> {
    let all = weights.sides.iter().flatten().flat_map(SideWeights::iter);
    let bytes: Vec<u8> = all.flat_map(|weight| weight.to_le_bytes()).collect();
    let mut packer = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
    packer
        .write_all(&bytes)
        .and_then(|()| packer.finish())
        .expect("a vector takes any bytes")
}

/// The weights that `bytes` hold, or `None` if they are no such bytes.
pub fn decode(bytes: &[u8]) -> Option<Weights> {
    let wanted = LEARNED_RULES.len() * 2 * SideWeights::SIZE * size_of::<i16>();
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
        .chunks_exact(2 * SideWeights::SIZE)
        .map(|rule| {
            let (black, white) = rule.split_at(SideWeights::SIZE);
            [
                SideWeights::from_slice(black),
                SideWeights::from_slice(white),
            ]
        })
        .collect();
    Some(Weights { sides })
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
        weights.set(Rule::Renju, Color::White, SideWeights::from_slice(&odd));
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
