//! The weights of the evaluation as bytes: an adaptive binary range code of what each weight differs by from
//! the weight of the stage nearer to the end.
//!
//! Most weights never change from stage to stage, as their states are rare, so that most bits are almost certain
//! and cost next to nothing. The code is carry-less with 12-bit probabilities, as in LZMA.

use super::eval::{Evaluation, STAGES, WEIGHTS, all_twins};

/// The weights are multiples of this, in units of 1/128 disc.
pub const STEP: i32 = 16;

/// The largest multiple that fits a weight.
const MOST_VALUE: i32 = i16::MAX as i32 / STEP;

/// The first bytes: what this is and which arrangement of patterns it belongs to.
const MAGIC: &[u8; 8] = b"TGREVW01";

/// Adaptive probabilities have this many bits.
const PROBABILITY_BITS: u32 = 12;

/// How fast they follow what was seen.
const ADAPTION: u32 = 5;

/// Below this the range is renewed by a byte.
const LOW_RANGE: u32 = 1 << 24;

/// The most bits of a difference.
const MOST_BITS: usize = 14;

/// Weights before this one that tell whether it may differ.
const NEIGHBOURS: usize = 2;

/// The bytes of an evaluation; weights are rounded to multiples of `STEP`.
pub fn encode(evaluation: &Evaluation) -> Vec<u8> {
    let mut coder = Encoder {
        low: 0,
        range: u32::MAX,
        cache: 0,
        pending: 0,
        bytes: MAGIC.to_vec(),
    };
    let mut models = Models::new();
    walk(|stage, index, before| {
        let weight = i32::from(evaluation.stage(stage)[index]);
        let value = (weight + (STEP / 2) * weight.signum()) / STEP;
        let value = value.clamp(-MOST_VALUE, MOST_VALUE);
        models.code(&mut coder, value - before) + before
    });
    coder.finish()
}

/// The evaluation that `bytes` hold, or `None` if they are no such bytes.
pub fn decode(bytes: &[u8]) -> Option<Evaluation> {
    let mut coder = Decoder::new(bytes.strip_prefix(MAGIC)?);
    let mut models = Models::new();
    let stages = walk(|_, _, before| {
        models
            .code(&mut coder, 0)
            .wrapping_add(before)
            .clamp(-MOST_VALUE, MOST_VALUE)
    });
    let mut evaluation = Evaluation::nothing();
    for (stage, weights) in stages.into_iter().enumerate() {
        let weights = weights.iter().map(|value| (value * STEP) as i16).collect();
        evaluation.set_stage(stage, weights);
    }
    (!coder.overrun).then_some(evaluation)
}

/// Visits the weights in the order of the code; `code` is told a weight's stage, its index and what the stage
/// before has there, and says what it is.
fn walk(mut code: impl FnMut(usize, usize, i32) -> i32) -> Vec<Vec<i32>> {
    let twins = all_twins();
    let mut stages: Vec<Vec<i32>> = Vec::with_capacity(STAGES);
    for stage in 0..STAGES {
        let mut values = vec![0; WEIGHTS];
        for (index, &twin) in twins.iter().enumerate() {
            values[index] = if (twin as usize) < index {
                values[twin as usize]
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

/// Codes one bit by a probability: an encoder writes the bit it is given, a decoder takes no notice of it.
trait Coder {
    fn bit(&mut self, bit: bool, probability: &mut u16) -> bool;
}

/// What is known of the differences so far.
struct Models {
    /// Whether a weight is the same, by how many of the last ones were.
    same: [u16; NEIGHBOURS * 3 + 1],
    negative: u16,
    /// The number of bits of a difference less one, in unary.
    lengths: [u16; MOST_BITS],
    /// The second highest bit by the length, the lower ones are near to even.
    seconds: [u16; MOST_BITS],
    lower: [u16; MOST_BITS],
    /// Lengths of the last differences.
    last: [usize; NEIGHBOURS],
}

impl Models {
    fn new() -> Models {
        const EVEN: u16 = 1 << (PROBABILITY_BITS - 1);
        Models {
            same: [EVEN; NEIGHBOURS * 3 + 1],
            negative: EVEN,
            lengths: [EVEN; MOST_BITS],
            seconds: [EVEN; MOST_BITS],
            lower: [EVEN; MOST_BITS],
            last: [0; NEIGHBOURS],
        }
    }

    /// Codes a difference and returns it.
    fn code(&mut self, coder: &mut impl Coder, difference: i32) -> i32 {
        let context: usize = self.last.iter().map(|&length| length.min(3)).sum();
        self.last.rotate_right(1);
        if coder.bit(difference == 0, &mut self.same[context]) {
            self.last[0] = 0;
            return 0;
        }
        let negative = coder.bit(difference < 0, &mut self.negative);
        let size = difference.unsigned_abs().max(1);
        let wanted = size.ilog2() as usize;
        let mut length = 0;
        while length + 1 < MOST_BITS && coder.bit(wanted > length, &mut self.lengths[length]) {
            length += 1;
        }
        self.last[0] = length + 1;
        let mut coded = 1;
        for place in (0..length).rev() {
            let model = if place + 1 == length {
                &mut self.seconds[length]
            } else {
                &mut self.lower[place]
            };
            coded = coded << 1 | i32::from(coder.bit(size >> place & 1 == 1, model));
        }
        if negative { -coded } else { coded }
    }
}

/// Moves a probability of `true` towards what was seen.
fn adapt(probability: &mut u16, bit: bool) {
    if bit {
        *probability += ((1 << PROBABILITY_BITS) - *probability) >> ADAPTION;
    } else {
        *probability -= *probability >> ADAPTION;
    }
}

/// The range encoder of LZMA: `low` may carry into bytes that wait for that.
struct Encoder {
    low: u64,
    range: u32,
    cache: u8,
    /// Bytes that wait: `cache`, if there is one, and as many of 255 as it takes.
    pending: u64,
    bytes: Vec<u8>,
}

impl Encoder {
    fn shift(&mut self) {
        if self.low < 0xff00_0000 || self.low > u64::from(u32::MAX) {
            let carry = (self.low >> 32) as u8;
            for waiting in 0..self.pending {
                let byte = if waiting == 0 { self.cache } else { 0xff };
                self.bytes.push(byte.wrapping_add(carry));
            }
            self.pending = 0;
            self.cache = (self.low >> 24) as u8;
        }
        self.pending += 1;
        self.low = self.low << 8 & 0xffff_ff00;
    }

    fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        self.bytes
    }
}

impl Coder for Encoder {
    fn bit(&mut self, bit: bool, probability: &mut u16) -> bool {
        let bound = (self.range >> PROBABILITY_BITS) * u32::from(*probability);
        if bit {
            self.range = bound;
        } else {
            self.low += u64::from(bound);
            self.range -= bound;
        }
        adapt(probability, bit);
        while self.range < LOW_RANGE {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

struct Decoder<'a> {
    code: u32,
    range: u32,
    rest: &'a [u8],
    /// More was read than there is.
    overrun: bool,
}

impl Decoder<'_> {
    fn new(bytes: &[u8]) -> Decoder<'_> {
        let mut decoder = Decoder {
            code: 0,
            range: u32::MAX,
            rest: bytes,
            overrun: false,
        };
        for _ in 0..4 {
            decoder.next_byte();
        }
        decoder
    }

    fn next_byte(&mut self) {
        let (byte, rest) = match self.rest.split_first() {
            Some((&byte, rest)) => (byte, rest),
            None => {
                self.overrun = true;
                (0, self.rest)
            }
        };
        self.code = self.code << 8 | u32::from(byte);
        self.rest = rest;
    }
}

impl Coder for Decoder<'_> {
    fn bit(&mut self, _: bool, probability: &mut u16) -> bool {
        let bound = (self.range >> PROBABILITY_BITS) * u32::from(*probability);
        let bit = self.code < bound;
        if bit {
            self.range = bound;
        } else {
            self.code -= bound;
            self.range -= bound;
        }
        adapt(probability, bit);
        while self.range < LOW_RANGE {
            self.range <<= 8;
            self.next_byte();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights as a lesson leaves them: most alike from stage to stage, mirror images the same.
    fn some() -> Evaluation {
        let mut evaluation = Evaluation::nothing();
        let twins = all_twins();
        for stage in 0..STAGES {
            let weight = |&twin: &u32| match twin % 97 {
                0 => (stage * stage) as i32 * 160 - 16 * (twin % 1000) as i32,
                1 => -16 * (twin / 100) as i32,
                _ => 0,
            };
            let bounded = |weight: i32| (weight / STEP).clamp(-MOST_VALUE, MOST_VALUE) * STEP;
            let weights = twins.iter().map(|twin| bounded(weight(twin)) as i16);
            evaluation.set_stage(stage, weights.collect());
        }
        evaluation
    }

    #[test]
    fn what_was_encoded_is_decoded() {
        for evaluation in [Evaluation::nothing(), some()] {
            assert!(decode(&encode(&evaluation)) == Some(evaluation));
        }
    }

    #[test]
    fn weights_are_rounded_to_the_nearest_step() {
        let mut evaluation = Evaluation::nothing();
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
        assert!(Evaluation::learned() != &Evaluation::nothing());
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = encode(&some());
        assert!(decode(&bytes[..bytes.len() / 2]).is_none());
        assert!(decode(&bytes[1..]).is_none());
        assert!(decode(b"").is_none());
    }
}
