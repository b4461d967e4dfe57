//! Proofs of life-and-death problems in the format `ld-proof 1`.

use super::super::finding::Finding;
use super::super::kind::ProblemKind;
use super::super::problem::place;
use super::super::proof::Proof;
use super::life::MEMORY;
use tengen_go::life::enclosure::Enclosure;
use tengen_go::life::posed::PosedQuestion;
use tengen_go::life::proof::LifeClaim;
use tengen_go::life::question::LifeQuestion;
use tengen_go::life::side::LifeSide;
use tengen_go::life::solver::LifeSolver;
use tengen_go::{Board, Point, Position};
use tengen_play::go::to_top;

/// Returns the proofs that the solutions work, that the target is lost for the mover who passes, and that every other move of
/// the region fails. `None` if one is too large.
pub fn proofs(position: &Position, finding: &Finding) -> Option<Vec<Proof>> {
    let board = position.board();
    let mover = tengen_engine::game::Position::to_move(position);
    let size = board.size();
    let is_target = |stone: &Point| finding.target.contains(&to_top(size, *stone));
    let question = PosedQuestion::about_groups(board)
        .into_iter()
        .filter_map(|posed| posed.question.ok())
        .find(|question| question.targets().iter().all(is_target))?;
    let right = match finding.kind {
        ProblemKind::Live => claim(LifeSide::Defender, false),
        _ => claim(LifeSide::Attacker, true),
    };
    let wrong = claim(right.first.opponent(), !right.captured);
    let mut proofs = vec![
        proof(&question, right, "right")?,
        proof(&question, wrong, "pass")?,
    ];
    for &point in question.region() {
        let top = to_top(size, point);
        let [column, row] = place(top);
        // The proof of the position begins with the first solution.
        let (claimed, name) = match finding.solutions.iter().position(|&other| other == top) {
            Some(0) => continue,
            Some(_) => (
                claim(wrong.first, right.captured),
                format!("right-{column}-{row}"),
            ),
            None => (wrong, format!("{column}-{row}")),
        };
        if !board.is_legal(mover, point) {
            continue;
        }
        let mut after: Board = board.clone();
        after.make(mover, point);
        let mut targets = question.targets().to_vec();
        targets.retain(|&target| after.at(target) == board.at(target));
        let asked = LifeQuestion::new(&after, &targets, question.region()).ok()?;
        proofs.push(proof(&asked, claimed, &name)?);
    }
    Some(proofs)
}

fn claim(first: LifeSide, captured: bool) -> LifeClaim {
    LifeClaim {
        first,
        captured,
        free: None,
        budget: None,
    }
}

fn proof(question: &LifeQuestion, claim: LifeClaim, name: &str) -> Option<Proof> {
    let enclosure = Enclosure::new(question)?;
    let is_stopped = || false;
    let mut solver = LifeSolver::new(&enclosure, question, MEMORY, &is_stopped);
    Some(Proof {
        suffix: format!("_{name}.ldp"),
        text: solver.proof_text(claim, name).ok()?,
    })
}
