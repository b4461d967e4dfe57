//! Proofs of wins by threats: trees with an answer to every defense.

use serde::Serialize;

use super::super::finding::Finding;
use super::super::kind::ProblemKind;
use super::super::problem::{ColorName, Place, place, places};
use super::super::proof::Proof;
use super::NODES;
use tengen_engine::game::{Color, Position as _};
use tengen_gomoku::{Attack, Point, Position, solve_vcf, solve_vct};
use tengen_play::PlayableGame as _;
use tengen_play::gomoku::{Gomoku, at};
use tengen_play::records::save::stones;

/// Most moves of an attack. No win that the searches find is as long.
const MOST_MOVES: usize = 60;

/// Most attacks of a proof.
const MOST_ATTACKS: usize = 2_000;

/// A proof that one move wins.
#[derive(Serialize)]
struct ThreatProof {
    format: &'static str,
    size: [u8; 2],
    rules: Option<String>,
    black: Vec<Place>,
    white: Vec<Place>,
    #[serde(with = "ColorName")]
    to_move: Color,
    attack: AttackTree,
}

/// A move of the attacker. After a reply that is not listed, continuous fours win.
#[derive(Serialize)]
struct AttackTree {
    #[serde(rename = "move")]
    mv: Place,
    replies: Vec<ReplyTree>,
}

/// A reply of the defender, and the attacker's next move.
#[derive(Serialize)]
struct ReplyTree {
    reply: Place,
    attack: AttackTree,
}

/// Returns the proof that a solution of a finding wins. `None` if a search takes too long.
pub fn proof(
    position: &Position,
    finding: &Finding,
    solution: tengen_engine::game::Point,
) -> Option<Proof> {
    let first = Gomoku::move_at(position, Some(solution))?;
    let [column, row] = place(solution);
    let stones = stones::<Gomoku>(position);
    let of = |color: Color| {
        let stones = stones.iter().filter(|(other, _)| *other == color);
        places(&stones.map(|&(_, point)| point).collect::<Vec<_>>())
    };
    let (width, height) = Gomoku::size(position);
    let mut builder = ProofBuilder {
        is_by_fours: finding.kind == ProblemKind::Vcf,
        attacks: 0,
    };
    let proof = ThreatProof {
        format: "threat-proof 1",
        size: [width, height],
        rules: Gomoku::exact_rules(position),
        black: of(Color::Black),
        white: of(Color::White),
        to_move: position.to_move(),
        attack: builder.attack(position, first, MOST_MOVES)?,
    };
    Some(Proof {
        suffix: match finding.solutions.first() == Some(&solution) {
            true => ".json".to_owned(),
            false => format!("_{column}-{row}.json"),
        },
        text: serde_json::to_string(&proof).ok()? + "\n",
    })
}

struct ProofBuilder {
    is_by_fours: bool,
    attacks: usize,
}

impl ProofBuilder {
    /// Returns the tree of a move that wins within `moves` moves.
    fn attack(&mut self, position: &Position, mv: Point, moves: usize) -> Option<AttackTree> {
        self.attacks += 1;
        if moves == 0 || self.attacks > MOST_ATTACKS {
            return None;
        }
        let mut after = position.clone();
        after.play(position.to_move(), mv).ok()?;
        let mut replies = Vec::new();
        if after.outcome().is_none() {
            for reply in after.legal_moves(after.to_move()) {
                let mut end = after.clone();
                end.play(after.to_move(), reply).ok()?;
                if end.outcome().is_some() {
                    return None;
                }
                if let Some(next) = self.answer(&end)? {
                    replies.push(ReplyTree {
                        reply: place(at(reply)),
                        attack: self.attack(&end, next, moves - 1)?,
                    });
                }
            }
        }
        Some(AttackTree {
            mv: place(at(mv)),
            replies,
        })
    }

    /// Returns the attacker's next move, or `Some(None)` if the proof need not name it. `None` if no win is found.
    fn answer(&self, position: &Position) -> Option<Option<Point>> {
        match solve_vcf(position, NODES) {
            Attack::Win { moves, pv } => {
                let is_listed = self.is_by_fours && moves > 1;
                Some(is_listed.then(|| pv[0]))
            }
            _ if self.is_by_fours => None,
            _ => match solve_vct(position, NODES) {
                Attack::Win { pv, .. } => Some(Some(pv[0])),
                Attack::None | Attack::Unknown => None,
            },
        }
    }
}
