//! Tests of proofs by continuous threats against slow references on small random positions.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::super::vcf::tests::labelled_position;
use super::super::vct::tests::{by_open_threes, scattered};
use super::*;
use crate::engine::game::{Color, Outcome, Position as _};
use crate::gomoku::rules::{Position, Rule};
use crate::gomoku::{solve_vcf, solve_vct};
use crate::testing::test_data;

const NODES: u64 = 200_000;

fn prove(position: &Position) -> Option<Attack> {
    let mut board = Board::of(position);
    let mut budget = NodeBudget::new(NODES, &|| false);
    let mut search = ProofSearch::new(NODES);
    match search.prove(&mut board, &mut budget) {
        ThreatResult::Win => Some(search.win(&mut board, &mut budget)),
        ThreatResult::Refuted => Some(Attack::None),
        ThreatResult::Unknown => None,
    }
}

fn next_positions(position: &Position, color: Color) -> impl Iterator<Item = Position> {
    let moves = position.legal_moves(color);
    moves.into_iter().map(move |point| {
        let mut next = position.clone();
        next.play(color, point).unwrap();
        next
    })
}

/// Slow reference: whether `attacker`, to move, wins within so many moves, whatever either side plays.
fn wins_within(position: &Position, attacker: Color, moves: u32) -> bool {
    let has_won = |next: &Position| next.outcome() == Some(Outcome::Win(attacker));
    if next_positions(position, attacker).any(|next| has_won(&next)) {
        return true;
    }
    moves > 1
        && next_positions(position, attacker).any(|next| {
            next.outcome().is_none()
                && next_positions(&next, attacker.opponent())
                    .all(|next| next.outcome().is_none() && wins_within(&next, attacker, moves - 1))
        })
}

/// Whether the moves of the proof lead to a five against every defense.
fn holds(position: &Position, attacker: Color) -> bool {
    let pv = match prove(position) {
        Some(Attack::Win { pv, .. }) => pv,
        _ => match solve_vcf(position, NODES) {
            Attack::Win { pv, .. } => pv,
            _ => return false,
        },
    };
    let mut next = position.clone();
    if next.play(attacker, pv[0]).is_err() {
        return false;
    }
    match next.outcome() {
        Some(outcome) => outcome == Outcome::Win(attacker),
        None => next_positions(&next, attacker.opponent())
            .all(|next| next.outcome().is_none() && holds(&next, attacker)),
    }
}

#[test]
fn proofs_hold_against_every_defense_and_need_quiet_threats() {
    for rule in Rule::ALL {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut quiet = 0;
        while quiet < 2 {
            let position = scattered(rule, &mut random);
            let attacker = position.to_move();
            let threes = by_open_threes(&position, NODES);
            let proof = prove(&position);
            if matches!(threes, Attack::Win { .. }) {
                assert!(matches!(proof, Some(Attack::Win { .. })), "{position:?}");
            }
            if threes == Attack::None
                && let Some(Attack::Win { moves, pv }) = proof
            {
                assert!(holds(&position, attacker), "{moves} {pv:?} {position:?}");
                quiet += 1;
            }
        }
    }
}

#[test]
fn wins_take_no_more_moves_than_told() {
    for rule in Rule::ALL {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut found = 0;
        while found < 4 {
            let position = scattered(rule, &mut random);
            if let Some(Attack::Win {
                moves: moves @ 2..=3,
                ..
            }) = prove(&position)
            {
                let attacker = position.to_move();
                assert!(
                    wins_within(&position, attacker, moves),
                    "{moves} {position:?}"
                );
                found += 1;
            }
        }
    }
}

/// A stone outside of the relevance zone that makes no four leaves the VCF as it is.
#[test]
fn a_vcf_depends_on_its_relevance_zone_alone() {
    for rule in Rule::ALL {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut found = 0;
        while found < 150 {
            let position = scattered(rule, &mut random);
            let mut board = Board::of(&position);
            let defender = board.to_move();
            let attacker = defender.opponent();
            let has_five = |color| board.count(color, Threat::Five) > 0;
            if has_five(defender) || has_five(attacker) {
                continue;
            }
            let mut search = VcfSearch::new();
            let mut budget = NodeBudget::new(NODES, &|| false);
            board.pass();
            let vcf = search.find_threat(&mut board, 12, &mut budget);
            board.pass();
            let Ok(VcfThreat { moves, zone }) = vcf else {
                continue;
            };
            found += 1;
            for reply in position.legal_moves(defender) {
                if contains(&zone, reply) || contains(board.fours(defender), reply) {
                    continue;
                }
                board.play(reply);
                let still = search.find_threat(&mut board, moves, &mut budget);
                board.undo();
                assert!(still.is_ok(), "{reply:?} {moves} {position:?}");
            }
        }
    }
}

#[test]
fn labelled_vcfs_are_vcts() {
    for line in test_data::lines("vcf.jsonl") {
        if line["has_vcf"].as_bool() == Some(true) {
            let found = solve_vct(&labelled_position(&line), 1_000_000);
            assert!(
                matches!(found, Attack::Win { .. }),
                "position {}",
                line["id"]
            );
        }
    }
}
