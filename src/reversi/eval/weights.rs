//! File format of the evaluation: the network's numbers, compressed by zlib, with zlib's checksum to detect damage.
//!
//! The state vectors come first, as 8-bit numbers. The first entries of all vectors are written, then the second ones, and
//! so on, each into the group of its vector's size so far: rare states have small numbers, and zlib finds a code for each
//! group, which takes a sixth less space. The lengths of the groups precede them. The other inputs and the outputs follow
//! as 16-bit numbers, little-endian. Tied inputs appear once.

use std::io::{Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::evaluation::{Evaluation, LARGEST_OTHER, LARGEST_STATE, STAGES, WIDTH};
use super::inputs::{STATES, tied_inputs};

static LEARNED: LazyLock<Evaluation> =
    LazyLock::new(|| decode(include_bytes!("weights.bin")).expect("a test decodes the same bytes"));

impl Evaluation {
    /// Returns the network embedded in the program.
    pub fn learned() -> &'static Evaluation {
        &LEARNED
    }
}

/// Magic bytes that identify the format and the arrangement of patterns and other inputs.
const MAGIC: &[u8; 8] = b"TGREVN04";

/// The number of groups of numbers.
const GROUPS: usize = 28;

/// Bytes of the lengths of the groups.
const LENGTHS: usize = 4 * GROUPS;

/// The size of a vector's entries so far, in which later ones weigh more.
#[derive(Clone, Copy, Default)]
struct VectorSize(u32);

impl VectorSize {
    /// Returns the group of the next entry: two for each power of two.
    fn group(self) -> usize {
        match self.0.checked_ilog2() {
            None => 0,
            Some(0) => 2,
            Some(log) => 2 * (log + 1) as usize + ((self.0 >> (log - 1)) & 1) as usize,
        }
    }

    /// Adds an entry.
    fn add(&mut self, entry: i8) {
        let size = u32::from(entry.unsigned_abs());
        self.0 = ((7 * self.0) >> 3) + 4 * size;
    }
}

/// Encodes an evaluation in the file format.
pub fn encode(evaluation: &Evaluation) -> Vec<u8> {
    let (firsts, others) = firsts(&tied_inputs());
    let mut groups = vec![Vec::new(); GROUPS];
    let mut sizes = vec![VectorSize::default(); firsts.len()];
    for unit in 0..WIDTH {
        for (&state, size) in firsts.iter().zip(&mut sizes) {
            let entry = evaluation.states[state].0[unit];
            groups[size.group()].push(entry as u8);
            size.add(entry);
        }
    }
    let lengths = groups.iter().map(|group| group.len() as u32);
    let mut numbers: Vec<u8> = lengths.flat_map(u32::to_le_bytes).collect();
    numbers.extend(groups.concat());
    let others = others.iter().flat_map(|&other| evaluation.others[other].0);
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
    let (firsts, others) = firsts(&tied);
    let entries = firsts.len() * WIDTH;
    let wide = others.len() * WIDTH + STAGES * (WIDTH + 1);
    let wanted = LENGTHS + entries + 2 * wide;
    let mut numbers = Vec::new();
    // One byte more than expected, to detect excess data.
    ZlibDecoder::new(bytes.strip_prefix(MAGIC)?)
        .take(wanted as u64 + 1)
        .read_to_end(&mut numbers)
        .ok()?;
    if numbers.len() != wanted {
        return None;
    }
    let (lengths, rest) = numbers.split_at(LENGTHS);
    let (narrow, wide) = rest.split_at(entries);
    let mut evaluation = Evaluation::zero();
    read_states(lengths, narrow, &firsts, &mut evaluation)?;
    let (wide, _) = wide.as_chunks::<2>();
    let mut wide = wide.iter().map(|&bytes| i16::from_le_bytes(bytes));
    for other in others {
        for number in &mut evaluation.others[other].0 {
            *number = wide
                .next()
                .filter(|number| number.unsigned_abs() <= LARGEST_OTHER.unsigned_abs())?;
        }
    }
    let (tied_states, tied_others) = tied.split_at(STATES);
    for (state, &tied_to) in tied_states.iter().enumerate() {
        evaluation.states[state] = evaluation.states[tied_to as usize];
    }
    for (other, &tied_to) in tied_others.iter().enumerate() {
        evaluation.others[other] = evaluation.others[tied_to as usize - STATES];
    }
    for stage in &mut evaluation.stages {
        for number in stage.weights.0.iter_mut().chain([&mut stage.constant]) {
            *number = wide.next()?;
        }
    }
    Some(evaluation)
}

/// Reads the entries of these states' vectors from their groups.
fn read_states(
    lengths: &[u8],
    narrow: &[u8],
    firsts: &[usize],
    evaluation: &mut Evaluation,
) -> Option<()> {
    let mut rest = narrow;
    let mut groups = [&[][..]; GROUPS];
    let (lengths, _) = lengths.as_chunks::<4>();
    for (group, &length) in groups.iter_mut().zip(lengths) {
        (*group, rest) = rest.split_at_checked(u32::from_le_bytes(length) as usize)?;
    }
    let mut sizes = vec![VectorSize::default(); firsts.len()];
    for unit in 0..WIDTH {
        for (&state, size) in firsts.iter().zip(&mut sizes) {
            let entry = groups[size.group()].split_off_first()?.cast_signed();
            if entry.unsigned_abs() > LARGEST_STATE.unsigned_abs() {
                return None;
            }
            evaluation.states[state].0[unit] = entry;
            size.add(entry);
        }
    }
    Some(())
}

/// Returns the states and the other inputs that are not tied to an earlier one.
fn firsts(tied: &[u32]) -> (Vec<usize>, Vec<usize>) {
    let is_first = |&input: &usize| tied[input] as usize == input;
    let others = (STATES..tied.len()).filter(is_first);
    (
        (0..STATES).filter(is_first).collect(),
        others.map(|input| input - STATES).collect(),
    )
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
        let mut overflowing = varied();
        overflowing.states[0].0[3] = LARGEST_STATE + 1;
        assert!(decode(&encode(&overflowing)).is_none());
    }
}
