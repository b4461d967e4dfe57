//! Reads a library.

use super::{HEAD, LibraryNode, MAGIC, MAX_SIDE, RenLibError, TITLE_END, flag};

/// Reads the nodes of a library and ignores what follows the tree. Fails if the bytes are not a library, end within the
/// tree, or have more than `most` nodes.
pub fn read(bytes: &[u8], most: usize) -> Result<Vec<LibraryNode>, RenLibError> {
    if bytes.len() < HEAD || !is_library(bytes) {
        return Err(RenLibError::Foreign);
    }
    let mut reader = NodeReader { bytes, at: HEAD };
    let mut nodes = Vec::new();
    if bytes.len() == HEAD {
        return Ok(nodes);
    }
    let mut depth = 0;
    // Depths at which a sibling is still to come.
    let mut siblings = Vec::new();
    loop {
        if nodes.len() >= most {
            return Err(RenLibError::TooLarge(most));
        }
        let (node, flags) = reader.node(depth)?;
        nodes.push(node);
        if flags & flag::SIBLING != 0 {
            siblings.push(depth);
        }
        depth = if flags & flag::CHILDLESS == 0 {
            depth + 1
        } else if let Some(depth) = siblings.pop() {
            depth
        } else {
            return Ok(nodes);
        };
    }
}

/// Reads the main line of a library: the first child at every node. Fails if the bytes are not a library or end within
/// the line.
pub fn read_main_line(bytes: &[u8]) -> Result<Vec<LibraryNode>, RenLibError> {
    if bytes.len() < HEAD || !is_library(bytes) {
        return Err(RenLibError::Foreign);
    }
    let mut reader = NodeReader { bytes, at: HEAD };
    let mut nodes = Vec::new();
    while bytes.len() > HEAD {
        let (node, flags) = reader.node(nodes.len() as u32)?;
        nodes.push(node);
        if flags & flag::CHILDLESS != 0 {
            break;
        }
    }
    Ok(nodes)
}

/// Whether bytes begin with a library's magic number, except for its first and last byte. The version and the filling
/// after it vary between programs.
pub fn is_library(bytes: &[u8]) -> bool {
    let behind = bytes.get(1..).unwrap_or_default();
    behind.starts_with(&MAGIC[1..MAGIC.len() - 1])
}

struct NodeReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl NodeReader<'_> {
    fn byte(&mut self) -> Result<u8, RenLibError> {
        let byte = self.bytes.get(self.at).ok_or(RenLibError::Truncated)?;
        self.at += 1;
        Ok(*byte)
    }

    /// Reads a node and its flags.
    fn node(&mut self, depth: u32) -> Result<(LibraryNode, u8), RenLibError> {
        let at = self.at;
        let (point, flags) = (self.byte()?, self.byte()?);
        let point = match (point & 0x0f, point >> 4) {
            (0, 0) => None,
            (column @ 1.., row) if row < MAX_SIDE => Some((column - 1, row)),
            _ => return Err(RenLibError::Point(at)),
        };
        let mut has_text = false;
        if flags & flag::EXTENDED != 0 {
            self.byte()?;
            has_text = self.byte()? & flag::BOARD_TEXT != 0;
        }
        let mut node = LibraryNode {
            point,
            depth,
            is_marked: flags & flag::MARK != 0,
            ..LibraryNode::default()
        };
        if flags & (flag::COMMENT | flag::OLD_COMMENT) != 0 {
            node.comment = comment(self.text()?);
        }
        if has_text {
            node.board_text = self.text()?;
        }
        Ok((node, flags))
    }

    /// Reads a text: pairs of bytes, the last one with a zero.
    fn text(&mut self) -> Result<Vec<u8>, RenLibError> {
        let mut text = Vec::new();
        loop {
            let pair = [self.byte()?, self.byte()?];
            let kept = pair.iter().take_while(|&&byte| byte != 0);
            text.extend(kept);
            if pair.contains(&0) {
                return Ok(text);
            }
        }
    }
}

/// Joins the title and text of a comment, with line feeds.
fn comment(bytes: Vec<u8>) -> Vec<u8> {
    let parts = bytes
        .split(|&byte| byte == TITLE_END || byte == b'\n')
        .map(|part| part.strip_suffix(b"\r").unwrap_or(part));
    let mut parts = parts.skip_while(|part| part.is_empty());
    let mut comment = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        comment.push(b'\n');
        comment.extend(part);
    }
    comment
}
