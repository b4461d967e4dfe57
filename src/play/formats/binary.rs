//! Recognition of binary files by their first bytes.

use super::{Archive, NoRecord};

/// Signatures of archives, with their descriptions and the usual endings of their names.
const ARCHIVES: [(&[u8], Archive); 10] = [
    (b"PK\x03\x04", Archive::new("a zip archive", "zip")),
    (
        b"PK\x05\x06",
        Archive::new("an empty zip archive", "empty-zip"),
    ),
    (b"PK\x07\x08", Archive::new("a zip archive", "zip")),
    (b"\x1f\x8b", Archive::new("a gzip file", "gz")),
    (b"BZh", Archive::new("a bzip2 file", "bz2")),
    (b"\xfd7zXZ\0", Archive::new("an xz file", "xz")),
    (b"7z\xbc\xaf\x27\x1c", Archive::new("a 7-Zip archive", "7z")),
    (b"Rar!\x1a\x07", Archive::new("a RAR archive", "rar")),
    (b"\x28\xb5\x2f\xfd", Archive::new("a Zstandard file", "zst")),
    (b"\x1f\x9d", Archive::new("a compressed file", "z")),
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
    let (at, mark) = TAR;
    if bytes.get(at..).is_some_and(|rest| rest.starts_with(mark)) {
        return Some(NoRecord::Archive(Archive::new("a tar archive", "tar")));
    }
    if let Some(name) = find(bytes, &ARCHIVES) {
        return Some(NoRecord::Archive(name));
    }
    if let Some(name) = find(bytes, &OTHERS) {
        return Some(NoRecord::Binary(name));
    }
    let near = &bytes[..bytes.len().min(NEAR)];
    let short = find(bytes, &SHORT).filter(|_| near.contains(&0));
    short.map(NoRecord::Binary)
}

fn find<T: Copy>(bytes: &[u8], marks: &[(&[u8], T)]) -> Option<T> {
    let mut marks = marks.iter();
    marks.find_map(|&(mark, kind)| bytes.starts_with(mark).then_some(kind))
}
