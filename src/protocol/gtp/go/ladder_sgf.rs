//! Ladders as SGF: the position, the principal variation, and comments on its moves.

use super::ladder_commands::verdict_text;
use super::{list, text};
use tengen_engine::game::Color;
use tengen_go::Position;
use tengen_go::ladder::Reading;
use tengen_go::ladder::question::LadderQuestion;
use tengen_play::go::to_top;
use tengen_records::sgf;
use tengen_records::sgf::{NoteNode, SgfGame, SgfSetup, SgfStep};

/// Returns a ladder as SGF text. The root's comment is the verdict; every atari, capture and escape has a comment too.
pub fn spell(position: &Position, question: &LadderQuestion, reading: &Reading) -> String {
    let size = position.board().size();
    let mut game = game_at(position, question.first);
    let line = reading.pv.iter();
    game.steps = line
        .map(|&(color, point)| SgfStep::Move(color, Some(to_top(size, point))))
        .collect();
    let heading = heading(position, question, reading);
    game.notes.add(NoteNode::Root, "C", &heading);
    for (step, comment) in events(position, question, reading) {
        game.notes.add(NoteNode::Step(step), "C", &comment);
    }
    game.to_text()
}

/// Returns a game without moves that begins at a position, with this side to move.
pub(super) fn game_at(position: &Position, first: Color) -> SgfGame {
    let board = position.board();
    let size = board.size();
    let mut info = sgf::SgfGameInfo::new(sgf::SgfGameType::Go, size.width(), size.height());
    info.komi = Some(sgf::written_komi(position.komi().points()));
    let stones = |color| {
        let points = size
            .points()
            .filter(|&point| board.at(point) == Some(color));
        points.map(|point| to_top(size, point)).collect()
    };
    let mut game = SgfGame::new(info);
    game.start = SgfSetup {
        black: stones(Color::Black),
        white: stones(Color::White),
        empty: Vec::new(),
        to_move: Some(first),
    };
    game
}

fn heading(position: &Position, question: &LadderQuestion, reading: &Reading) -> String {
    format!(
        "The {} chain at {}, {} to move: {}",
        question.defender,
        text(position, question.target),
        question.first,
        verdict_text(reading.verdict, reading.ko)
    )
}

/// Returns comments by step, counted from 0.
fn events(position: &Position, question: &LadderQuestion, reading: &Reading) -> Vec<(u32, String)> {
    let mut board = position.board().clone();
    let target = question.target;
    let name = text(position, target);
    let mut events = Vec::new();
    for (step, &(color, point)) in reading.pv.iter().enumerate() {
        // The reader's variations are legal; the check costs nothing here.
        if !board.is_empty(point) {
            break;
        }
        let stones = board.captures(color, point);
        board.play(color, point);
        let mut sentences = Vec::new();
        if board.at(target) != Some(question.defender) {
            sentences.push(format!("Captures the chain at {name}."));
        } else {
            if stones > 0 {
                let plural = if stones == 1 { "" } else { "s" };
                sentences.push(format!("Captures {stones} stone{plural}."));
            }
            let liberties = list(position, board.liberties(target));
            let is_last = step + 1 == reading.pv.len();
            match board.liberty_count(target) {
                1 if color != question.defender => {
                    sentences.push(format!(
                        "Atari: the chain at {name} has its last liberty at {liberties}."
                    ));
                }
                _ if is_last && reading.verdict == tengen_go::ladder::Verdict::Escapes => {
                    sentences.push(format!(
                        "The chain at {name} escapes with liberties at {liberties}."
                    ));
                }
                _ => {}
            }
        }
        if !sentences.is_empty() {
            events.push((step as u32, sentences.join(" ")));
        }
    }
    events
}
