//! Conversion of a Reversi record to GGF.

use tengen_engine::record::Record;
use tengen_records::loaded_record::Annotations;
use tengen_records::sgf::{self, NoteNode};
use tengen_reversi::Position;
use tengen_reversi::records::ggf::notes::{EXACT_RESULT, KOMI, MOVE_VALUES, RESULT, ggf_name};
use tengen_reversi::records::ggf::{GgfGame, GgfMove, GgfResult, write_move};

/// Returns the GGF game of a record, with the annotations of the file it was loaded from. GGF has no set-ups within a
/// game, so the game begins after the last one.
pub fn ggf_game(record: &Record<Position>, annotations: &Annotations) -> GgfGame {
    let (start, line) = record.line();
    let mut game = GgfGame::new(start.clone());
    let mut exact_result = None;
    for (name, value) in annotations.notes.root() {
        match name.as_str() {
            RESULT => game.result = GgfResult::from_sgf(&value),
            EXACT_RESULT => exact_result = Some(value),
            _ => game.set(ggf_name(&name), &value),
        }
    }
    if let Some(exact) = exact_result {
        let translated = game.result;
        game.set(RESULT, &exact);
        // The exact result is outdated if another program changed the result.
        if game.result.map(GgfResult::to_sgf) != translated.map(GgfResult::to_sgf) {
            game.result = translated;
        }
    }
    if let Some(komi) = annotations
        .info
        .as_ref()
        .and_then(|info| info.komi.as_ref())
    {
        game.set(KOMI, komi);
    }
    let moves = line.map(|(color, mv)| GgfMove {
        color,
        mv,
        eval: None,
        time: Default::default(),
    });
    game.moves = moves.collect();
    let first_step = record.len() - game.moves.len();
    for (node, text) in annotations.notes.iter() {
        let NoteNode::Step(step) = node else {
            continue;
        };
        let played = (step as usize).checked_sub(first_step);
        if let Some(played) = played.and_then(|index| game.moves.get_mut(index)) {
            *played = with_values(*played, text);
        }
    }
    if let Some(margin) = record.position().final_score() {
        game.result = Some(GgfResult {
            margin: margin.into(),
            early: None,
        });
    }
    game
}

/// Returns a move with the values in its note.
fn with_values(played: GgfMove, note: &str) -> GgfMove {
    let properties = sgf::properties(note);
    let values = properties.iter().find(|(name, _)| name == MOVE_VALUES);
    let text = values.map(|(_, values)| format!("{}/{values}", write_move(played.mv)));
    let annotated = text.and_then(|text| GgfMove::parse(played.color, &text).ok());
    annotated.unwrap_or(played)
}
