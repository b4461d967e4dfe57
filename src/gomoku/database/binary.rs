//! The database format of Yixin and Rapfi.
//!
//! Little-endian, with or without an LZ4 frame around the whole: the number of records in 32 bits, then the records. A
//! record is the length of its key in 16 bits, the key, the length of its entry in 16 bits, and the entry: label,
//! value, and depth with bound in 1, 2 and 2 bytes, then text. An empty entry means only the position is known. A
//! record with a board size of 0 declares that texts are UTF-8.
//!
//! The text of an entry has the texts on points first, if there are any: `@BTXT@`, then for each point two base-36
//! digits for column and row, its text and a line end. A backspace ends them, and the comment follows.

use std::io::{self, Read, Write};

use lz4_flex::frame::{BlockMode, FrameDecoder, FrameEncoder, FrameInfo};

use super::DatabaseError;
use super::entry::{DatabaseEntry, Label, ValueBound};
use super::key::{DatabaseKey, Stones};
use super::legacy_text;
use super::position_database::PositionDatabase;
use crate::rules::Point;

/// Magic number of an LZ4 frame.
const LZ4_MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

/// Maximum size of an unpacked database per byte of its file; `MORE_BYTES` are added. Databases of games have a ratio
/// of three or four. A hostile file could reach 255 and fill the memory.
const MOST_BYTES_PER_BYTE: u64 = 16;
const MORE_BYTES: u64 = 16 << 20;

/// Bytes of an entry before its text.
const ENTRY_HEAD: usize = 5;

/// Text of the record that declares the encoding.
const UTF_8: &[u8] = b"charset=\"UTF-8\"";

/// Start marker of texts on points.
const POINT_TEXTS: &str = "@BTXT@";

/// End marker of texts on points.
const END_OF_TEXTS: char = '\u{8}';

/// Reads a database. No bytes at all are an empty database. Fails if the bytes are damaged or not a database.
pub fn read(bytes: &[u8]) -> Result<PositionDatabase, DatabaseError> {
    if bytes.is_empty() {
        return Ok(PositionDatabase::default());
    }
    if !bytes.starts_with(&LZ4_MAGIC) {
        return read_records(bytes);
    }
    let most = MOST_BYTES_PER_BYTE * bytes.len() as u64 + MORE_BYTES;
    let mut unpacked = FrameDecoder::new(bytes).take(most);
    let database = read_records(&mut unpacked);
    if unpacked.limit() == 0 {
        return Err(DatabaseError::Unpacked(most));
    }
    database
}

fn read_records(mut input: impl Read) -> Result<PositionDatabase, DatabaseError> {
    let mut database = PositionDatabase::default();
    let count = u32::from_le_bytes(read_array(&mut input, 0)?);
    let mut is_utf_8 = false;
    for number in 0..count {
        let key = read_part(&mut input, number)?;
        if key.is_empty() {
            continue;
        }
        let entry = read_part(&mut input, number)?;
        if matches!(key[..], [_, 0, 0, ..]) {
            is_utf_8 |= entry
                .get(ENTRY_HEAD..)
                .is_some_and(|text| text.starts_with(UTF_8));
            continue;
        }
        let stones = Stones::of_bytes(&key).ok_or(DatabaseError::BadRecord(number))?;
        let entry = decode_entry(&entry, is_utf_8).ok_or(DatabaseError::BadRecord(number))?;
        database.merge(stones.key(), &entry);
    }
    if input
        .read(&mut [0])
        .map_err(|_| DatabaseError::BadRecord(count))?
        != 0
    {
        return Err(DatabaseError::Foreign);
    }
    database.take_changed();
    Ok(database)
}

/// Reads a length and that number of bytes.
fn read_part(input: &mut impl Read, number: u32) -> Result<Vec<u8>, DatabaseError> {
    let length = u16::from_le_bytes(read_array(input, number)?);
    let mut bytes = vec![0; length.into()];
    input
        .read_exact(&mut bytes)
        .map_err(|_| DatabaseError::BadRecord(number))?;
    Ok(bytes)
}

fn read_array<const N: usize>(
    input: &mut impl Read,
    number: u32,
) -> Result<[u8; N], DatabaseError> {
    let mut bytes = [0; N];
    input
        .read_exact(&mut bytes)
        .map_err(|_| DatabaseError::BadRecord(number))?;
    Ok(bytes)
}

/// Writes a database as an LZ4 frame with checksums. Fails if it has more entries than the format can count.
pub fn write(database: &PositionDatabase, out: &mut dyn Write) -> io::Result<()> {
    let info = FrameInfo::new()
        .block_mode(BlockMode::Linked)
        .content_checksum(true);
    let mut frame = FrameEncoder::with_frame_info(info, out);
    let count = u32::try_from(database.len() + 1)
        .map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
    frame.write_all(&count.to_le_bytes())?;
    write_part(&mut frame, &[0; 3])?;
    write_part(&mut frame, &[&[0; ENTRY_HEAD], UTF_8].concat())?;
    for (key, entry) in database.entries() {
        write_part(&mut frame, key.bytes())?;
        write_part(&mut frame, &encode_entry(entry))?;
    }
    frame.finish()?;
    Ok(())
}

fn write_part(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length =
        u16::try_from(bytes.len()).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(bytes)
}

/// Encodes an entry.
pub(super) fn encode_entry(entry: &DatabaseEntry) -> Vec<u8> {
    if *entry == DatabaseEntry::default() {
        return Vec::new();
    }
    let depth_and_bound = entry.depth << 2 | entry.bound as i16;
    let mut bytes = vec![entry.label.number() as u8];
    bytes.extend(entry.value.to_le_bytes());
    bytes.extend(depth_and_bound.to_le_bytes());
    bytes.extend(text_of(entry).bytes());
    bytes
}

/// Returns the text of an entry in the format of files.
pub(super) fn text_of(entry: &DatabaseEntry) -> String {
    let mut text = String::new();
    // With the marker, a comment is not mistaken for texts on points.
    if !entry.point_texts().is_empty() || entry.comment().starts_with(POINT_TEXTS) {
        text += POINT_TEXTS;
        for (point, on_point) in entry.point_texts() {
            text.extend([point.x(), point.y()].map(digit));
            text += on_point;
            text.push('\n');
        }
        if !entry.comment().is_empty() {
            text.push(END_OF_TEXTS);
        }
    }
    text + entry.comment()
}

/// Decodes an entry. Returns `None` if the bytes are invalid.
pub(super) fn decode_entry(bytes: &[u8], is_utf_8: bool) -> Option<DatabaseEntry> {
    let Some((&[label, value @ .., low, high], text)) = bytes.split_first_chunk::<ENTRY_HEAD>()
    else {
        // Files of early programs end within it.
        return match bytes {
            [] => Some(DatabaseEntry::default()),
            &[label, ..] => Some(DatabaseEntry::labeled(Label::of_number(label as i8)?)),
        };
    };
    let depth_and_bound = i16::from_le_bytes([low, high]);
    let mut entry = DatabaseEntry::labeled(Label::of_number(label as i8)?);
    entry.value = i16::from_le_bytes(value);
    entry.depth = depth_and_bound >> 2;
    entry.bound = ValueBound::ALL[usize::from(low & 3)];
    let text = if is_utf_8 {
        String::from_utf8_lossy(text).into_owned()
    } else {
        legacy_text(text)
    };
    set_text(&mut entry, &text);
    Some(entry)
}

/// Sets the comment and the texts on points from a text in the format of files.
pub(super) fn set_text(entry: &mut DatabaseEntry, text: &str) {
    let Some(rest) = text.strip_prefix(POINT_TEXTS) else {
        entry.set_comment(text);
        return;
    };
    let (on_points, comment) = rest.split_once(END_OF_TEXTS).unwrap_or((rest, ""));
    for line in on_points.lines() {
        let mut letters = line.chars();
        let coordinates = [letters.next(), letters.next()].map(|c| c.and_then(|c| c.to_digit(36)));
        if let [Some(x), Some(y)] = coordinates {
            entry.set_point_text(Point::new(x as u8, y as u8), letters.as_str());
        }
    }
    entry.set_comment(comment);
}

/// Returns a coordinate as a base-36 digit.
fn digit(coordinate: u8) -> char {
    let digit = char::from_digit(coordinate.into(), 36);
    digit.unwrap_or('0').to_ascii_uppercase()
}

/// Decodes a key. Returns `None` if the bytes are invalid.
pub(super) fn decode_key(bytes: &[u8]) -> Option<DatabaseKey> {
    Some(Stones::of_bytes(bytes)?.key())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

    /// Returns a database with an entry of every kind.
    pub(in crate::database) fn sample() -> PositionDatabase {
        let mut database = PositionDatabase::default();
        let empty = Stones::empty(Rule::Renju, 15, 15);
        database.set(empty.key(), DatabaseEntry::default());
        let center = empty.after(Point::new(7, 7));
        database.improve(&center, &DatabaseEntry::searched(-45, 20));
        database.edit(&center, |entry| {
            entry.set_comment("Zum Glück\n@BTXT@, nicht 黑")
        });
        database.set_point_text(&center, Point::new(8, 6), "A1");
        database.edit(&center.after_pass(), |entry| {
            entry.set_comment("@BTXT@77no")
        });
        let second = center.after(Point::new(8, 6));
        database.improve(&second, &DatabaseEntry::searched(29_990, 8));
        let wide = Stones::empty(Rule::ExactCaro, 22, 20).after(Point::new(21, 19));
        database.edit(&wide, |entry| entry.label = Label::FORCED);
        database
    }

    fn bytes(database: &PositionDatabase) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(database, &mut bytes).unwrap();
        bytes
    }

    /// Encodes a database without an LZ4 frame.
    fn plain(database: &PositionDatabase) -> Vec<u8> {
        let mut plain = Vec::new();
        let frame = bytes(database);
        FrameDecoder::new(&frame[..])
            .read_to_end(&mut plain)
            .unwrap();
        plain
    }

    fn same(one: &PositionDatabase, other: &PositionDatabase) -> bool {
        one.entries().eq(other.entries())
    }

    #[test]
    fn a_database_is_read_back_compressed_or_not() {
        let database = sample();
        assert!(same(&read(&bytes(&database)).unwrap(), &database));
        assert!(same(&read(&plain(&database)).unwrap(), &database));
        assert!(read(&[]).unwrap().is_empty());
    }

    #[test]
    fn records_lie_as_in_yixins_files() {
        let mut database = PositionDatabase::default();
        let stones = Stones::empty(Rule::Standard, 15, 15).after(Point::new(7, 7));
        database.improve(&stones, &DatabaseEntry::searched(-2, 3));
        let mut expected = vec![2, 0, 0, 0, 3, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0];
        expected.extend(UTF_8);
        expected.extend([5, 0, 1, 15, 15, 7, 7, 5, 0, 0xff, 0xfe, 0xff, 15, 0]);
        assert_eq!(plain(&database), expected);
    }

    #[test]
    fn texts_of_files_before_unicode_are_decoded() {
        let mut file = vec![1, 0, 0, 0, 5, 0, 2, 15, 15, 7, 7, 7, 0, 0xff, 0, 0, 0, 0];
        file.extend([0xba, 0xda]);
        let database = read(&file).unwrap();
        let (_, entry) = database.entries().next().unwrap();
        assert_eq!(entry.comment(), "黑");
    }

    #[test]
    fn damage_is_found_and_nothing_is_taken_for_a_database() {
        let good = plain(&sample());
        for length in 1..good.len() {
            assert!(read(&good[..length]).is_err(), "{length} bytes");
        }
        assert!(matches!(
            read(&[&good[..], b"x"].concat()),
            Err(DatabaseError::Foreign)
        ));
        let frame = bytes(&sample());
        for at in 0..frame.len() {
            let mut damaged = frame.clone();
            damaged[at] ^= 0x10;
            let found = read(&damaged);
            assert!(
                found.is_err() || same(&found.unwrap(), &sample()),
                "byte {at}"
            );
        }
        for foreign in ["Hello, this is a letter.", "(;GM[4]SZ[15];B[hh])", "\0\0\0"] {
            assert!(read(foreign.as_bytes()).is_err(), "{foreign}");
        }
    }

    #[test]
    fn a_file_that_unpacks_to_too_much_is_refused() {
        let mut frame = FrameEncoder::new(Vec::new());
        frame.write_all(&u32::MAX.to_le_bytes()).unwrap();
        let comment = vec![b'a'; 20_000];
        for number in 0..1000_u16 {
            let (x, y) = (number % 20, number / 20 % 20);
            let key = [0, 22, 22, x as u8, y as u8, 21, (number / 400) as u8];
            write_part(&mut frame, &key).unwrap();
            let entry = [&[0; ENTRY_HEAD], &comment[..]].concat();
            write_part(&mut frame, &entry).unwrap();
        }
        let file = frame.finish().unwrap();
        let error = read(&file).unwrap_err();
        assert!(matches!(error, DatabaseError::Unpacked(_)), "{error}");
    }

    #[test]
    fn a_great_count_takes_no_memory() {
        let file = [255, 255, 255, 255, 3, 0, 0];
        assert!(matches!(read(&file), Err(DatabaseError::BadRecord(0))));
    }
}
