//! Recognition of binary files by their first bytes.

use super::NoRecord;

const ARCHIVES: [(&[u8], &str); 10] = [
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"PK\x07\x08", "a zip archive"),
    (b"\x1f\x8b", "a gzip file"),
    (b"BZh", "a bzip2 file"),
    (b"\xfd7zXZ\0", "an xz file"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file"),
    (b"\x1f\x9d", "a compressed file"),
];

/// Signatures of other binary files.
const OTHERS: [(&[u8], &str); 15] = [
    (b"\x89PNG\r\n", "a PNG image"),
    (b"GIF8", "a GIF image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"%PDF-", "a PDF document"),
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "a document of an office program",
    ),
    (b"\x7fELF", "a program"),
    (b"\xcf\xfa\xed\xfe", "a program"),
    (b"\xce\xfa\xed\xfe", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\0asm", "a program"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"OggS", "a sound"),
    (b"ID3", "a sound"),
];

/// Signatures short enough to begin a text, so a zero byte must follow within [`NEAR`] bytes.
const SHORT: [(&[u8], &str); 4] = [
    (b"MZ", "a program"),
    (b"BM", "a BMP image"),
    (b"RIFF", "an image, a sound or a film"),
    (b"\xff\xfb", "a sound"),
];

/// Offset and signature of a tar archive.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// Number of leading bytes searched for a zero byte.
const NEAR: usize = 512;

/// Returns an error if the first bytes show that the file cannot be a record.
pub(super) fn by_first_bytes(bytes: &[u8]) -> Option<NoRecord> {
    let find = |marks: &[(&[u8], &'static str)]| {
        let mut marks = marks.iter();
        marks.find_map(|&(mark, name)| bytes.starts_with(mark).then_some(name))
    };
    let (at, mark) = TAR;
    if bytes.get(at..).is_some_and(|rest| rest.starts_with(mark)) {
        return Some(NoRecord::Archive("a tar archive"));
    }
    if let Some(name) = find(&ARCHIVES) {
        return Some(NoRecord::Archive(name));
    }
    if let Some(name) = find(&OTHERS) {
        return Some(NoRecord::Binary(name));
    }
    let near = &bytes[..bytes.len().min(NEAR)];
    let short = find(&SHORT).filter(|_| near.contains(&0));
    short.map(NoRecord::Binary)
}
