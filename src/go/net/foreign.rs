//! Detection of files that are mistaken for networks, by their first bytes.

const KINDS: [(&[u8], &str); 22] = [
    (
        b"PK\x03\x04",
        "a zip archive, as PyTorch keeps its checkpoints",
    ),
    (
        b"\x80\x02",
        "a Python pickle, as PyTorch kept its checkpoints",
    ),
    (b"\x80\x03", "a Python pickle"),
    (b"\x80\x04", "a Python pickle"),
    (b"\x80\x05", "a Python pickle"),
    (b"\x89HDF", "an HDF5 file, as Keras keeps its weights"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"GGUF\x03\0", "a GGUF file, as language models come in"),
    (b"\x0d\xc0\x01\0\0", "a network of Leela Chess Zero"),
    (b"\x20\x2f\xf3\x7a", "an NNUE network for chess"),
    (
        b"\x04\x22\x4d\x18",
        "an LZ4 file, as Rapfi keeps its networks",
    ),
    (b"\xfd7zXZ", "an xz file"),
    (b"BZh91AY", "a bzip2 file"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\0", "a program"),
    (
        b"version https://git-lfs",
        "a pointer of Git LFS in place of the file",
    ),
    (b"<", "a web page, not the file that it offers"),
    (b"(;", "a game record"),
    (b"{", "JSON text"),
];

/// Returns the kind of a file that isn't a KataGo network; `None` if its first bytes are inconclusive.
pub(super) fn kind(bytes: &[u8]) -> Option<&'static str> {
    if let Some((_, kind)) = KINDS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Some(kind);
    }
    match bytes {
        [] => Some("an empty file"),
        // The length of a JSON header, as an eight-byte number.
        [_, _, _, _, 0, 0, 0, 0, b'{', ..] => Some("a Safetensors file"),
        // The version, and the name of the program that wrote the file.
        [0x08, 1..=32, 0x12, ..] => Some("an ONNX model"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_recognized_by_their_first_bytes() {
        let onnx = b"\x08\x08\x12\x07pytorch";
        let tensors = b"\x40\x01\0\0\0\0\0\0{\"a\":";
        for (bytes, expected) in [
            (&b"PK\x03\x04rest"[..], "PyTorch"),
            (onnx, "ONNX"),
            (tensors, "Safetensors"),
            (b"<!DOCTYPE html>", "web page"),
            (b"", "empty"),
        ] {
            let kind = kind(bytes).unwrap();
            assert!(kind.contains(expected), "{kind}");
        }
        assert_eq!(kind(b"b6c96\n8\n22\n19\n"), None);
    }
}
