//! Positions and labels as rows of bytes, all of one board size.
//!
//! A file starts with `TENGENR1`, width and height as bytes, the row size in bytes as `u16` and the number of rows as
//! `u32`. Numbers are little-endian, points are row by row from the top, and everything is from the side to move's
//! point of view. A row contains
//!
//! | content | format |
//! |---|---|
//! | the planes of [`Features`], one after another | one bit per point, lowest bit first, each plane in whole bytes |
//! | the global inputs | `f32` |
//! | the policy: points, then the pass | `u16`, 65535 for 1 |
//! | ownership | `i8`, 127 for the side to move |
//! | win, loss, no result, score, its standard deviation, lead | `f32`; NaN if unknown |

use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use super::game_setup::below;
use super::label::Label;
use crate::board::Size;
use crate::net::Features;
use crate::net::model::{GLOBALS, PLANES};

const MAGIC: &[u8; 8] = b"TENGENR1";
const HEADER: usize = MAGIC.len() + 8;

/// Scale of the policy, which is stored as integers.
const POLICY_UNIT: f32 = 65535.0;
const OWNERSHIP_UNIT: f32 = 127.0;

/// Number of values of a label besides policy and ownership.
const NUMBERS: usize = 6;

/// The reason why bytes are not a valid file of positions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadRows {
    /// Not a file of positions.
    #[error("no file of positions: expected it to begin with TENGENR1")]
    Kind,
    /// A board size that isn't supported.
    #[error("a board of {width}x{height} points")]
    Size {
        /// Width in the file's header.
        width: u8,
        /// Height in the file's header.
        height: u8,
    },
    /// A length that doesn't match the header.
    #[error("{seen} bytes, expected {expected}")]
    Length {
        /// Actual size of the file in bytes.
        seen: usize,
        /// Size in bytes according to the header.
        expected: usize,
    },
}

/// Positions with their labels as rows of bytes, for one board size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    size: Size,
    count: usize,
    bytes: Vec<u8>,
}

impl Rows {
    /// Creates an empty list of rows for a board size.
    pub fn new(size: Size) -> Rows {
        Rows {
            size,
            count: 0,
            bytes: Vec::new(),
        }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the size of all boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Adds a position and its label, both for a board of this size.
    pub fn push(&mut self, features: &Features, label: &Label) {
        let (width, height) = features.size();
        let points = self.size.area();
        assert_eq!(width * height, points, "rows are of one size");
        assert_eq!(label.policy.len(), points + 1, "a policy for every point");
        let before = self.bytes.len();
        for plane in 0..PLANES {
            let start = self.bytes.len();
            self.bytes.resize(start + points.div_ceil(8), 0);
            for point in 0..points {
                let is_set = features.at(point % width, point / width)[plane] != 0.0;
                self.bytes[start + point / 8] |= u8::from(is_set) << (point % 8);
            }
        }
        let put = |bytes: &mut Vec<u8>, x: f32| bytes.extend(x.to_le_bytes());
        for &global in features.globals() {
            put(&mut self.bytes, global);
        }
        for share in &label.policy {
            let units = (share * POLICY_UNIT).round() as u16;
            self.bytes.extend(units.to_le_bytes());
        }
        let owned = |share: &f32| ((share * OWNERSHIP_UNIT).round() as i8).to_le_bytes();
        self.bytes.extend(label.ownership.iter().flat_map(owned));
        for number in numbers(label) {
            put(&mut self.bytes, number);
        }
        debug_assert_eq!(self.bytes.len() - before, row_bytes(self.size));
        self.count += 1;
    }

    /// Adds the rows of another list for the same board size.
    pub fn append(&mut self, other: &Rows) {
        assert_eq!(self.size, other.size, "rows are of one size");
        self.bytes.extend(&other.bytes);
        self.count += other.count;
    }

    /// Keeps `most` rows at random, in their order; all if there are fewer.
    pub fn sample(&mut self, most: usize, random: &mut Xoshiro256PlusPlus) {
        let length = row_bytes(self.size);
        let mut kept = 0;
        for row in 0..self.count {
            let left = (self.count - row) as u64;
            if below(random, left) < most.saturating_sub(kept) as u64 {
                self.bytes
                    .copy_within(row * length..(row + 1) * length, kept * length);
                kept += 1;
            }
        }
        self.count = kept;
        self.bytes.truncate(kept * length);
    }

    /// Decodes the position and the label of a row.
    pub fn row(&self, index: usize) -> (Features, Label) {
        let length = row_bytes(self.size);
        let row = &self.bytes[index * length..][..length];
        let points = self.size.area();
        let (planes, row) = row.split_at(PLANES * points.div_ceil(8));
        let (globals, row) = row.split_at(4 * GLOBALS);
        let (policy, row) = row.split_at(2 * (points + 1));
        let (ownership, numbers) = row.split_at(points);
        let mut features = vec![0.0; points * PLANES];
        for (plane, bits) in planes.chunks_exact(points.div_ceil(8)).enumerate() {
            for point in 0..points {
                let bit = bits[point / 8] >> (point % 8) & 1;
                features[point * PLANES + plane] = f32::from(bit);
            }
        }
        let mut inputs = [0.0; GLOBALS];
        inputs.copy_from_slice(&floats(globals));
        let (width, height) = (self.size.width().into(), self.size.height().into());
        let numbers = floats(numbers);
        let label = Label {
            policy: policy
                .as_chunks::<2>()
                .0
                .iter()
                .map(|&pair| f32::from(u16::from_le_bytes(pair)) / POLICY_UNIT)
                .collect(),
            ownership: ownership
                .iter()
                .map(|&byte| f32::from(byte as i8) / OWNERSHIP_UNIT)
                .collect(),
            value: [numbers[0], numbers[1], numbers[2]],
            score: numbers[3],
            deviation: numbers[4],
            lead: numbers[5],
        };
        (
            Features::from_inputs((width, height), features, inputs),
            label,
        )
    }

    /// Returns the contents of a file with these rows.
    pub fn file(&self) -> Vec<u8> {
        let mut file = Vec::with_capacity(HEADER + self.bytes.len());
        file.extend(MAGIC);
        file.extend([self.size.width(), self.size.height()]);
        file.extend((row_bytes(self.size) as u16).to_le_bytes());
        file.extend((self.count as u32).to_le_bytes());
        file.extend(&self.bytes);
        file
    }

    /// Parses a file. Refuses files of another kind, unsupported board sizes and a wrong length.
    pub fn read(file: &[u8]) -> Result<Rows, BadRows> {
        if file.len() < HEADER || !file.starts_with(MAGIC) {
            return Err(BadRows::Kind);
        }
        let (header, bytes) = file.split_at(HEADER);
        let (width, height) = (header[8], header[9]);
        let size = Size::new(width.into(), height.into());
        let size = size.map_err(|_| BadRows::Size { width, height })?;
        let length = u16::from_le_bytes([header[10], header[11]]);
        let count = u32::from_le_bytes([header[12], header[13], header[14], header[15]]) as usize;
        let expected = count * row_bytes(size);
        if usize::from(length) != row_bytes(size) || bytes.len() != expected {
            return Err(BadRows::Length {
                seen: file.len(),
                expected: HEADER + expected,
            });
        }
        Ok(Rows {
            size,
            count,
            bytes: bytes.to_vec(),
        })
    }
}

fn numbers(label: &Label) -> [f32; NUMBERS] {
    let [win, loss, no_result] = label.value;
    [
        win,
        loss,
        no_result,
        label.score,
        label.deviation,
        label.lead,
    ]
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    let (quads, _) = bytes.as_chunks::<4>();
    quads.iter().map(|&quad| f32::from_le_bytes(quad)).collect()
}

/// Returns the size of a row in bytes, for a board of this size.
fn row_bytes(size: Size) -> usize {
    let points = size.area();
    PLANES * points.div_ceil(8) + 4 * GLOBALS + 2 * (points + 1) + points + 4 * NUMBERS
}

#[cfg(test)]
mod tests;
