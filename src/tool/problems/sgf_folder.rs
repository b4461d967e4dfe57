//! Problems as SGF collections in a folder, one file per game and kind.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::kind::ProblemKind;
use super::position::{point, points};
use super::problem::{Problem, WrittenBranch};
use crate::terminal::messages::Messages;
use tengen_engine::files;
use tengen_engine::files::printable;
use tengen_engine::game::{Color, Point};
use tengen_play::PlayableGame as _;
use tengen_play::games::with_game;
use tengen_records::sgf::{NoteNode, SgfGame, SgfGameInfo, SgfSetup, SgfStep, SgfVariation};

/// Maximum size in bytes of a file that is compared before it is extended.
const MAX_BYTES: u64 = 1 << 30;

/// Writes the problems of a collection to a folder, as GAME-KIND.sgf, with comments in a language. Files that an earlier run wrote are extended.
/// Fails before anything is written if a file has other content.
pub fn write(folder: &Path, problems: &[Problem], messages: &Messages) -> Result<()> {
    let texts = texts(problems, messages);
    let mut changed = Vec::new();
    for (kind, text) in &texts {
        let path = folder.join(format!("{}-{kind}.sgf", kind.game().choice()));
        let there = match files::read(&path, MAX_BYTES, &|| false) {
            Ok(bytes) => bytes,
            Err(error) if error.is_missing() => Vec::new(),
            Err(error) => return Err(error).with_context(|| printable(&path)),
        };
        ensure!(
            text.as_bytes().starts_with(&there),
            "{} has other content and is left unchanged",
            printable(&path)
        );
        if there.len() < text.len() {
            changed.push((path, text));
        }
    }
    fs::create_dir_all(folder).with_context(|| printable(folder))?;
    for (path, text) in changed {
        files::write(&path, text.as_bytes()).with_context(|| printable(&path))?;
    }
    Ok(())
}

/// Returns the SGF collection of each kind.
fn texts(problems: &[Problem], messages: &Messages) -> BTreeMap<ProblemKind, String> {
    let mut texts: BTreeMap<ProblemKind, String> = BTreeMap::new();
    let mut numbers: BTreeMap<ProblemKind, usize> = BTreeMap::new();
    for problem in problems {
        let number = numbers.entry(problem.kind).or_default();
        *number += 1;
        texts
            .entry(problem.kind)
            .or_default()
            .push_str(&text(problem, *number, messages));
    }
    texts
}

/// Returns a problem as an SGF game: the right line is the main line, the wrong moves are variations.
fn text(problem: &Problem, number: usize, messages: &Messages) -> String {
    // Every game with problems has an SGF number.
    let Some(kind) = with_game!(problem.kind.game(), G => G::SGF) else {
        return String::new();
    };
    let [width, height] = problem.size;
    let mut game = SgfGame::new(SgfGameInfo {
        rules: problem.rules.clone(),
        ..SgfGameInfo::new(kind, width, height)
    });
    game.start = SgfSetup {
        black: points(&problem.black),
        white: points(&problem.white),
        to_move: Some(problem.to_move),
        ..SgfSetup::default()
    };
    let root = NoteNode::Root;
    game.notes
        .add(root, "GN", &format!("{} {number}", problem.kind));
    game.notes.add(root, "C", &comment(problem, messages));
    game.notes.add_points(root, "TR", &points(&problem.target));
    let mut branches = problem.right.iter();
    let Some(main) = branches.next() else {
        return game.to_text();
    };
    game.steps = moves(main, problem.to_move)
        .into_iter()
        .map(|(color, point)| SgfStep::Move(color, point))
        .collect();
    let variations: Vec<SgfVariation> = branches
        .chain(&problem.wrong)
        .map(|branch| SgfVariation {
            moves: moves(branch, problem.to_move),
            comment: problem.explained(messages, branch),
        })
        .collect();
    game.notes.add_variations(0, &variations);
    let note = problem.explained(messages, main);
    game.notes.add(NoteNode::Step(0), "C", &note);
    game.notes.add(NoteNode::Step(0), "TE", "1");
    game.to_text()
}

/// Returns the question, with the level below.
fn comment(problem: &Problem, messages: &Messages) -> String {
    let question = problem.asked(messages);
    match problem.level(messages) {
        Some(level) => format!("{question}\n{level}"),
        None => question,
    }
}

fn moves(branch: &WrittenBranch, first: Color) -> Vec<(Color, Option<Point>)> {
    let colors = [first, first.opponent()].into_iter().cycle();
    let moves = branch.moves.iter().map(|place| place.map(point));
    colors.zip(moves).collect()
}
