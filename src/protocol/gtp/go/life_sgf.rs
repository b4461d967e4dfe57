//! Life and death as SGF: the position, the variations for either side first, and refutations of wrong first moves.

use super::ladder_sgf::game_at;
use super::life_commands::{BATCH_VISITS, LifeBounds, verdict_text};
use super::text;
use tengen_engine::game::Color;
use tengen_go::life::group::{GroupLife, LifeAnswer};
use tengen_go::life::posed::PosedQuestion;
use tengen_go::life::reading::LifeVerdict;
use tengen_go::life::side::LifeSide;
use tengen_go::{Move, Point, Position};
use tengen_play::go::{move_text, to_top};
use tengen_records::sgf::{NoteNode, SgfStep, SgfVariation};

/// Returns the life of a group as SGF text. The main line begins with the attacker. Refutations that take too long to
/// read are left out.
pub fn spell(
    position: &Position,
    posed: &PosedQuestion,
    life: &GroupLife,
    bounds: &LifeBounds<'_>,
) -> String {
    let size = position.board().size();
    let [attack, defense] = &life.answers;
    let mut game = game_at(position, life.color(LifeSide::Attacker));
    let line = points(position, &attack.pv);
    game.steps = line
        .into_iter()
        .map(|(color, point)| SgfStep::Move(color, point))
        .collect();
    let heading = heading(position, posed.targets[0], life);
    game.notes.add(NoteNode::Root, "C", &heading);
    let region: Vec<tengen_engine::game::Point> =
        life.region.iter().map(|&at| to_top(size, at)).collect();
    game.notes.add_points(NoteNode::Root, "SL", &region);
    let mut variations = Vec::new();
    if !defense.pv.is_empty() {
        variations.push(SgfVariation {
            moves: points(position, &defense.pv),
            comment: first_text(life, defense),
        });
    }
    for answer in &life.answers {
        variations.extend(refutations(position, posed, answer, bounds));
    }
    game.notes.add_variations(0, &variations);
    if !attack.pv.is_empty() {
        let comment = first_text(life, attack);
        game.notes.add(NoteNode::Step(0), "C", &comment);
    }
    game.to_text()
}

fn heading(position: &Position, stone: Point, life: &GroupLife) -> String {
    let mut lines = vec![format!(
        "The {} group at {}: {}",
        life.defender,
        text(position, stone),
        life.status().name()
    )];
    lines.extend(
        life.answers
            .iter()
            .map(|answer| format!("{}.", first_text(life, answer))),
    );
    lines.join("\n")
}

fn first_text(life: &GroupLife, answer: &LifeAnswer) -> String {
    let color = life.color(answer.first);
    format!("{color} first: {}", verdict_text(answer))
}

/// Reads the refutation of every first move that fails if another move works.
fn refutations(
    position: &Position,
    posed: &PosedQuestion,
    answer: &LifeAnswer,
    bounds: &LifeBounds<'_>,
) -> Vec<SgfVariation> {
    let Ok(asked) = &posed.question else {
        return Vec::new();
    };
    if !answer.succeeds() || !answer.is_complete {
        return Vec::new();
    }
    let first = answer.first;
    let wrong = asked.region().iter().map(|&point| Move::Place(point));
    let wrong = wrong.filter(|mv| !answer.moves.contains(mv));
    let refuted = wrong.filter_map(|mv| {
        let after = bounds.limited(BATCH_VISITS, |limits| {
            GroupLife::after(asked, (first, mv), limits)
        });
        let after = after.ok()?;
        if after.verdict == LifeVerdict::Unknown {
            return None;
        }
        let color = asked.color(first);
        let mut line = vec![(color, mv)];
        line.extend(&after.pv);
        let name = move_text(position, mv);
        Some(SgfVariation {
            moves: points(position, &line),
            comment: format!("{color} {name} is wrong: {}", verdict_text(&after)),
        })
    });
    refuted.collect()
}

fn points(
    position: &Position,
    line: &[(Color, Move)],
) -> Vec<(Color, Option<tengen_engine::game::Point>)> {
    let size = position.board().size();
    let step = |&(color, mv): &(Color, Move)| match mv {
        Move::Pass => (color, None),
        Move::Place(point) => (color, Some(to_top(size, point))),
    };
    line.iter().map(step).collect()
}
