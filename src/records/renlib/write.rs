//! Writes a library.

use super::{HEAD, LibraryNode, MAGIC, TITLE_END, flag};

/// Version written, 3.0: the first with board texts, which every later program reads.
const VERSION: [u8; 2] = [3, 0];

/// Returns the library with these nodes, which are in preorder.
pub fn write(nodes: &[LibraryNode]) -> Vec<u8> {
    let mut file = Vec::with_capacity(HEAD + 2 * nodes.len());
    file.extend(MAGIC);
    file.extend(VERSION);
    file.resize(HEAD, 0xff);
    for (index, has_sibling) in siblings(nodes).into_iter().enumerate() {
        let node = &nodes[index];
        let next = nodes.get(index + 1);
        let has_child = next.is_some_and(|next| next.depth > node.depth);
        write_node(&mut file, node, has_child, has_sibling);
    }
    file
}

/// Returns for each node whether a sibling follows it.
fn siblings(nodes: &[LibraryNode]) -> Vec<bool> {
    // Depths at which a preceding node would have a sibling; filled from the end.
    let mut open: Vec<u32> = Vec::new();
    let mut siblings: Vec<bool> = nodes
        .iter()
        .rev()
        .map(|node| {
            while open.last().is_some_and(|&depth| depth > node.depth) {
                open.pop();
            }
            let has_sibling = open.last() == Some(&node.depth);
            if !has_sibling {
                open.push(node.depth);
            }
            has_sibling
        })
        .collect();
    siblings.reverse();
    siblings
}

fn write_node(file: &mut Vec<u8>, node: &LibraryNode, has_child: bool, has_sibling: bool) {
    let point = node.point.map_or(0, |(x, y)| y << 4 | (x + 1));
    let has_text = !node.board_text.is_empty();
    let flags = [
        (has_text, flag::EXTENDED),
        (!node.comment.is_empty(), flag::COMMENT),
        (node.is_marked, flag::MARK),
        (!has_child, flag::CHILDLESS),
        (has_sibling, flag::SIBLING),
    ];
    let flags = flags
        .into_iter()
        .filter(|&(is_set, _)| is_set)
        .fold(0, |flags, (_, flag)| flags | flag);
    file.extend([point, flags]);
    if has_text {
        file.extend([0, flag::BOARD_TEXT]);
    }
    if !node.comment.is_empty() {
        let mut comment = vec![TITLE_END];
        for &byte in &node.comment {
            if byte == b'\n' {
                comment.push(b'\r');
            }
            comment.push(byte);
        }
        write_text(file, &comment);
    }
    if has_text {
        write_text(file, &node.board_text);
    }
}

/// Writes a text, up to its first zero, as pairs of bytes, the last one with a zero.
fn write_text(file: &mut Vec<u8>, text: &[u8]) {
    let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
    file.extend(text);
    let ends = if text.len() % 2 == 0 { 2 } else { 1 };
    file.resize(file.len() + ends, 0);
}
