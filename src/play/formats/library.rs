//! Main line of a RenLib library: the first move at every branch.

use super::{OtherGame, RecordFormat};
use crate::refusal::{Refusal, RefusalCode};
use tengen_engine::game::Point;
use tengen_records::encoding::decode;
use tengen_records::renlib;
use tengen_records::sgf::{NoteNode, SgfGameType};

pub(super) static FORMAT: RecordFormat = RecordFormat {
    name: "RenLib's libraries",
    game: SgfGameType::Gomoku,
    recognize: |content| renlib::is_library(content.bytes),
    read: |content| vec![read(content.bytes)],
};

fn read(bytes: &[u8]) -> Result<OtherGame, Refusal> {
    let nodes = renlib::read_main_line(bytes)
        .map_err(|error| Refusal::coded(RefusalCode::NoRecord, error))?;
    let side = renlib::MAX_SIDE;
    let mut game = OtherGame::new(SgfGameType::Gomoku, (side, side), 0);
    for (depth, node) in nodes.iter().enumerate() {
        let note = match node.point {
            Some((column, row)) => {
                game.play(0, game.next_color(), Some(Point { column, row }));
                NoteNode::Step(game.moves() as u32 - 1)
            }
            None if depth == 0 => NoteNode::Root,
            // Gomoku has no pass, so the colors of the remaining moves would be swapped.
            None => break,
        };
        if !node.comment.is_empty() {
            let comment = decode(&node.comment);
            game.game.notes.add(note, "C", &comment.text);
        }
    }
    Ok(game)
}
