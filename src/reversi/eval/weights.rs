//! File format of the evaluation's weights: the difference of each weight from that of the stage nearer to the end of
//! the game, low bytes before high ones, compressed by zlib, whose checksum detects damage.
//!
//! Most weights never change from stage to stage, as their states are rare, so they take hardly any space.

use std::io::{Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::evaluation::{Evaluation, STAGES, WEIGHTS, tied_weights};

/// The weights that the program was built with.
static LEARNED: LazyLock<Evaluation> =
    LazyLock::new(|| decode(include_bytes!("weights.bin")).expect("a test decodes the same bytes"));

impl Evaluation {
    /// Returns the weights embedded in the program.
    pub fn learned() -> &'static Evaluation {
        &LEARNED
    }
}

/// Weights are multiples of this, in units of 1/128 disc.
pub const STEP: i32 = 16;

/// Largest multiple of `STEP` that fits a weight.
const MAX_VALUE: i32 = i16::MAX as i32 / STEP;

/// Magic bytes: the format and the arrangement of patterns.
const MAGIC: &[u8; 8] = b"TGREVW03";

/// Encodes an evaluation. Weights are rounded to multiples of `STEP`.
pub fn encode(evaluation: &Evaluation) -> Vec<u8> {
    let mut differences = Vec::new();
    for_each_weight(&tied_weights(), |stage, index, before| {
        let weight = i32::from(evaluation.stage(stage)[index]);
        let value = (weight + (STEP / 2) * weight.signum()) / STEP;
        let value = value.clamp(-MAX_VALUE, MAX_VALUE);
        differences.push(zigzag(value - before));
        value
    });
    let low = differences.iter().map(|&difference| difference as u8);
    let high = differences
        .iter()
        .map(|&difference| (difference >> 8) as u8);
    let planes: Vec<u8> = low.chain(high).collect();
    let mut packer = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
    packer
        .write_all(&planes)
        .and_then(|()| packer.finish())
        .expect("a vector takes any bytes")
}

/// Decodes an evaluation, `None` if `bytes` are in another format or damaged.
pub fn decode(bytes: &[u8]) -> Option<Evaluation> {
    let mut planes = Vec::new();
    // One byte more than expected, so that excess data is noticed.
    let most = 2 * STAGES * WEIGHTS + 1;
    ZlibDecoder::new(bytes.strip_prefix(MAGIC)?)
        .take(most as u64)
        .read_to_end(&mut planes)
        .ok()?;
    let tied = tied_weights();
    let firsts = tied
        .iter()
        .enumerate()
        .filter(|&(index, &tied_to)| index == tied_to as usize);
    let wanted = STAGES * firsts.count();
    if planes.len() != 2 * wanted {
        return None;
    }
    let (low, high) = planes.split_at(wanted);
    let mut differences = low
        .iter()
        .zip(high)
        .map(|(&low, &high)| u16::from_le_bytes([low, high]));
    let stages = for_each_weight(&tied, |_, _, before| {
        let difference = differences.next().map_or(0, unzigzag);
        (before + difference).clamp(-MAX_VALUE, MAX_VALUE)
    });
    let mut evaluation = Evaluation::zero();
    for (stage, weights) in stages.into_iter().enumerate() {
        let weights = weights.iter().map(|value| (value * STEP) as i16).collect();
        evaluation.set_stage(stage, weights);
    }
    Some(evaluation)
}

/// Zigzag encoding: maps small numbers of either sign to small unsigned numbers.
fn zigzag(difference: i32) -> u16 {
    ((difference << 1) ^ (difference >> 31)) as u16
}

/// Zigzag decoding.
fn unzigzag(folded: u16) -> i32 {
    let folded = i32::from(folded);
    (folded >> 1) ^ -(folded & 1)
}

/// Visits the weights in the order of the file. `code` gets the stage of a weight, its index and its value in the stage
/// before, and returns its value. Of tied weights only the first is visited.
fn for_each_weight(tied: &[u32], mut code: impl FnMut(usize, usize, i32) -> i32) -> Vec<Vec<i32>> {
    let mut stages: Vec<Vec<i32>> = Vec::with_capacity(STAGES);
    for stage in 0..STAGES {
        let mut values = vec![0; WEIGHTS];
        for (index, &tied_to) in tied.iter().enumerate() {
            values[index] = if (tied_to as usize) < index {
                values[tied_to as usize]
            } else {
                code(
                    stage,
                    index,
                    stages.last().map_or(0, |before| before[index]),
                )
            };
        }
        stages.push(values);
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights as learning leaves them: most equal from stage to stage, mirror images tied.
    fn some() -> Evaluation {
        let mut evaluation = Evaluation::zero();
        let tied = tied_weights();
        for stage in 0..STAGES {
            let weight = |&tied_to: &u32| match tied_to % 97 {
                0 => (stage * stage) as i32 * 160 - 16 * (tied_to % 1000) as i32,
                1 => -16 * (tied_to / 100) as i32,
                _ => 0,
            };
            let bounded = |weight: i32| (weight / STEP).clamp(-MAX_VALUE, MAX_VALUE) * STEP;
            let weights = tied.iter().map(|tied_to| bounded(weight(tied_to)) as i16);
            evaluation.set_stage(stage, weights.collect());
        }
        evaluation
    }

    #[test]
    fn encoded_weights_round_trip() {
        for evaluation in [Evaluation::zero(), some()] {
            assert!(decode(&encode(&evaluation)) == Some(evaluation));
        }
    }

    #[test]
    fn weights_are_rounded_to_the_nearest_step() {
        let mut evaluation = Evaluation::zero();
        evaluation.set_stage(3, vec![STEP as i16 * 3 / 2; WEIGHTS]);
        let decoded = decode(&encode(&evaluation)).unwrap();
        assert!(
            decoded
                .stage(3)
                .iter()
                .all(|&weight| i32::from(weight) == 2 * STEP)
        );
    }

    #[test]
    fn the_embedded_weights_are_whole() {
        assert!(Evaluation::learned() != &Evaluation::zero());
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = encode(&some());
        assert!(decode(&bytes[..bytes.len() / 2]).is_none());
        assert!(decode(&bytes[1..]).is_none());
        assert!(decode(b"").is_none());
    }
}
