//! File format of the evaluation: the network's numbers, compressed by zlib, with zlib's checksum to detect damage.
//!
//! The state vectors come first, as 8-bit numbers: the first entry of every vector, then the second, and so on; tied
//! states appear once. The other inputs and the outputs follow as 16-bit numbers, little-endian.

use std::io::{Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::evaluation::{Evaluation, LARGEST_OTHER, OTHERS, STAGES, WIDTH, tied_inputs};

static LEARNED: LazyLock<Evaluation> =
    LazyLock::new(|| decode(include_bytes!("weights.bin")).expect("a test decodes the same bytes"));

impl Evaluation {
    /// Returns the network embedded in the program.
    pub fn learned() -> &'static Evaluation {
        &LEARNED
    }
}

/// Magic bytes that identify the format and the arrangement of patterns and other inputs.
const MAGIC: &[u8; 8] = b"TGREVN02";

/// The number of 16-bit numbers.
const WIDE_NUMBERS: usize = OTHERS * WIDTH + STAGES * (WIDTH + 1);

/// Encodes an evaluation in the file format.
pub fn encode(evaluation: &Evaluation) -> Vec<u8> {
    let mut numbers = Vec::new();
    let firsts = firsts(&tied_inputs());
    for unit in 0..WIDTH {
        numbers.extend(
            firsts
                .iter()
                .map(|&state| evaluation.states[state].0[unit] as u8),
        );
    }
    let others = evaluation.others.iter().flat_map(|vector| vector.0);
    let outputs = evaluation.stages.iter();
    let outputs = outputs.flat_map(|stage| stage.weights.0.into_iter().chain([stage.constant]));
    numbers.extend(others.chain(outputs).flat_map(i16::to_le_bytes));
    let mut packer = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
    packer
        .write_all(&numbers)
        .and_then(|()| packer.finish())
        .expect("a vector takes any bytes")
}

/// Decodes an evaluation. Returns `None` if `bytes` are in another format or damaged.
pub fn decode(bytes: &[u8]) -> Option<Evaluation> {
    let tied = tied_inputs();
    let firsts = firsts(&tied);
    let wanted = firsts.len() * WIDTH + 2 * WIDE_NUMBERS;
    let mut numbers = Vec::new();
    // One byte more than expected, to detect excess data.
    ZlibDecoder::new(bytes.strip_prefix(MAGIC)?)
        .take(wanted as u64 + 1)
        .read_to_end(&mut numbers)
        .ok()?;
    if numbers.len() != wanted {
        return None;
    }
    let (narrow, wide) = numbers.split_at(firsts.len() * WIDTH);
    let mut evaluation = Evaluation::zero();
    for (unit, numbers) in narrow.chunks(firsts.len()).enumerate() {
        for (&state, &number) in firsts.iter().zip(numbers) {
            evaluation.states[state].0[unit] = number as i8;
        }
    }
    for (state, &tied_to) in tied.iter().enumerate() {
        evaluation.states[state] = evaluation.states[tied_to as usize];
    }
    let (wide, _) = wide.as_chunks::<2>();
    let mut wide = wide.iter().map(|&bytes| i16::from_le_bytes(bytes));
    for number in evaluation
        .others
        .iter_mut()
        .flat_map(|vector| &mut vector.0)
    {
        *number = wide
            .next()
            .filter(|number| number.unsigned_abs() <= LARGEST_OTHER.unsigned_abs())?;
    }
    for stage in &mut evaluation.stages {
        for number in stage.weights.0.iter_mut().chain([&mut stage.constant]) {
            *number = wide.next()?;
        }
    }
    Some(evaluation)
}

/// Returns the states not tied to an earlier state.
fn firsts(tied: &[u32]) -> Vec<usize> {
    (0..tied.len())
        .filter(|&state| tied[state] as usize == state)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::evaluation::tests::varied;
    use super::*;

    #[test]
    fn an_encoded_network_comes_back() {
        for evaluation in [Evaluation::zero(), varied()] {
            assert!(decode(&encode(&evaluation)) == Some(evaluation));
        }
    }

    #[test]
    fn the_embedded_network_is_whole() {
        assert!(Evaluation::learned() != &Evaluation::zero());
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = encode(&varied());
        assert!(decode(&bytes[..bytes.len() / 2]).is_none());
        assert!(decode(&bytes[1..]).is_none());
        assert!(decode(b"").is_none());
        let mut overflowing = varied();
        overflowing.others[5].0[3] = -LARGEST_OTHER - 1;
        assert!(decode(&encode(&overflowing)).is_none());
    }
}
