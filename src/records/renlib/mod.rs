//! RenLib libraries (`.lib`): trees of moves on a board of up to 15x15, with texts.
//!
//! A file is a header of 20 bytes followed by the nodes in preorder. A node is its point, its flags and its texts. The
//! flags say whether the node has a sibling and whether it is a leaf, so the tree follows from the order.
//!
//! - `read`, `write`: between a file and its nodes
//!
//! Tests: unit tests in this file; `src/gomoku/database/library.rs`; damaged files in `protocol-tests/fuzz/files.rs`.
//! A change moves: libraries on disk, which RenLib reads (`protocol-tests/gomocup/yxdatabase-files.txt`).

mod read;
mod write;

pub use read::{is_library, read, read_main_line};
pub use write::write;

use thiserror::Error;

/// Largest number of columns or rows.
pub const MAX_SIDE: u8 = 15;

/// Magic number at the start of a file.
const MAGIC: [u8; 8] = [0xff, b'R', b'e', b'n', b'L', b'i', b'b', 0xff];

/// Header size in bytes: magic number, two bytes of version, filling.
const HEAD: usize = 20;

/// Flags of a node.
mod flag {
    /// Two more bytes of flags follow.
    pub const EXTENDED: u8 = 0x01;
    /// The point is marked.
    pub const MARK: u8 = 0x10;
    /// A comment follows the flags.
    pub const COMMENT: u8 = 0x08;
    /// A comment follows, in files of early versions.
    pub const OLD_COMMENT: u8 = 0x20;
    /// The node is a leaf.
    pub const CHILDLESS: u8 = 0x40;
    /// A sibling comes after the children.
    pub const SIBLING: u8 = 0x80;
    /// In the second extension byte: a board text follows.
    pub const BOARD_TEXT: u8 = 0x01;
}

/// Separates the title of a comment from its text.
const TITLE_END: u8 = 0x08;

/// A node of a library. A library is a list of nodes in preorder, each with its depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryNode {
    /// Column from the left and row from the top, both from 0; `None` for a pass, or for the empty board as the first
    /// node.
    pub point: Option<(u8, u8)>,
    /// Number of nodes above this one.
    pub depth: u32,
    /// Whether the point is marked.
    pub is_marked: bool,
    /// Comment, in the encoding of the file.
    pub comment: Vec<u8>,
    /// Text shown on the point, in the encoding of the file.
    pub board_text: Vec<u8>,
}

/// Why a file cannot be read as a library, or a tree not be written as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RenLibError {
    /// The file does not begin with the header of a library.
    #[error("expected a library of RenLib, saw something else")]
    Foreign,
    /// The file ends within its tree.
    #[error("the library ends in the middle of its tree")]
    Truncated,
    /// A node's point is off the board. The number is the node's byte offset.
    #[error("byte {0} of the library: expected a point of a board of 15x15")]
    Point(usize),
    /// The library has more nodes than the limit, which is the number.
    #[error("the library has more than {0} positions")]
    TooLarge(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(depth: u32, x: u8, y: u8) -> LibraryNode {
        LibraryNode {
            point: Some((x, y)),
            depth,
            ..LibraryNode::default()
        }
    }

    fn sample() -> Vec<LibraryNode> {
        let commented = |mut node: LibraryNode, comment: &str, text: &str| {
            node.comment = comment.into();
            node.board_text = text.into();
            node
        };
        vec![
            commented(node(0, 7, 7), "the center\nof all", ""),
            commented(node(1, 7, 6), "", "A"),
            LibraryNode {
                is_marked: true,
                ..commented(node(2, 0, 14), "odd", "even")
            },
            node(2, 14, 0),
            LibraryNode {
                point: None,
                ..node(1, 0, 0)
            },
            node(2, 3, 3),
            node(0, 1, 1),
        ]
    }

    const MOST: usize = 100;

    #[test]
    fn a_tree_is_read_back() {
        let nodes = sample();
        assert_eq!(read(&write(&nodes), MOST).unwrap(), nodes);
        assert_eq!(read(&write(&[]), MOST).unwrap(), []);
        assert_eq!(read(&write(&nodes), 6), Err(RenLibError::TooLarge(6)));
    }

    #[test]
    fn bytes_lie_as_renlib_has_them() {
        let file = write(&sample()[..2]);
        let mut expected = MAGIC.to_vec();
        expected.extend([3, 0]);
        expected.extend([0xff; 10]);
        // h8, a comment after an empty title; a child.
        expected.extend([0x78, 0x08, 0x08]);
        expected.extend(b"the center\r\nof all\0");
        // h9, a leaf with a board text.
        expected.extend([0x68, 0x41, 0x00, 0x01, b'A', 0]);
        assert_eq!(file, expected);
    }

    #[test]
    fn damage_is_reported() {
        let file = write(&sample());
        for length in 0..file.len() {
            let result = read(&file[..length], MOST);
            // The empty library ends with its header.
            assert!(result.is_err() || length == HEAD, "{length}: {result:?}");
        }
        assert_eq!(
            read(b"GIF89a, and so on and on", MOST),
            Err(RenLibError::Foreign)
        );
        let mut off = file.clone();
        off[HEAD] = 0x70;
        assert_eq!(read(&off, MOST), Err(RenLibError::Point(HEAD)));
        for at in 0..file.len() {
            for bit in 0..8 {
                let mut damaged = file.clone();
                damaged[at] ^= 1 << bit;
                let _ = read(&damaged, MOST);
            }
        }
    }
}
