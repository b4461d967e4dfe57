//! Comparison of proofs by continuous threats with slow references on small random positions.

use super::super::vcf::tests::labeled_position;
use super::super::vct::tests::{by_open_threes, scattered_positions};
use super::*;
use crate::rules::{Position, Rule};
use crate::{solve_vcf, solve_vct};
use std::thread;
use tengen_engine::game::{Color, Outcome, Position as _};
use tengen_testing::length::short_or_long;
use tengen_testing::test_data;

const NODES: u64 = 200_000;

fn prove(position: &Position) -> Option<Attack> {
    let mut board = Board::from_position(position);
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

/// Slow reference: whether `attacker`, to move, can win within this number of moves against every defense.
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
    let check = |rule: Rule| {
        let quiet = scattered_positions(rule, 3).filter_map(|position| {
            let proof = prove(&position);
            match by_open_threes(&position, NODES) {
                Attack::Win { .. } => {
                    assert!(matches!(proof, Some(Attack::Win { .. })), "{position:?}");
                    None
                }
                Attack::None if matches!(proof, Some(Attack::Win { .. })) => Some(position),
                _ => None,
            }
        });
        for position in quiet.take(1) {
            assert!(holds(&position, position.to_move()), "{position:?}");
        }
    };
    let rules: &[Rule] = short_or_long(&[Rule::Freestyle, Rule::Renju], &Rule::ALL);
    thread::scope(|scope| {
        for &rule in rules {
            scope.spawn(move || check(rule));
        }
    });
}

#[test]
fn wins_take_at_most_the_reported_moves() {
    for rule in Rule::ALL {
        let short = scattered_positions(rule, 5).filter_map(|position| match prove(&position) {
            Some(Attack::Win {
                moves: moves @ 2..=3,
                ..
            }) => Some((position, moves)),
            _ => None,
        });
        for (position, moves) in short.take(4) {
            assert!(
                wins_within(&position, position.to_move(), moves),
                "{moves} {position:?}"
            );
        }
    }
}

/// In a table that forgets nearly everything, the numbers of a node's moves replace each other.
#[test]
fn a_search_ends_even_if_its_table_forgets() {
    let (told, end) = std::sync::mpsc::channel();
    thread::spawn(move || {
        for line in test_data::lines("vcf.jsonl") {
            let mut board = Board::from_position(&labeled_position(&line));
            let mut search = ProofSearch::new(1);
            search.prove(&mut board, &mut NodeBudget::new(NODES, &|| false));
        }
        told.send(()).unwrap();
    });
    let patience = std::time::Duration::from_secs(300);
    assert!(end.recv_timeout(patience).is_ok(), "it goes to and fro");
}

/// A stone outside the relevance zone that does not make a four leaves the VCF intact.
#[test]
fn a_vcf_depends_on_its_relevance_zone_alone() {
    for rule in Rule::ALL {
        let mut search = VcfSearch::new();
        let mut budget = NodeBudget::new(u64::MAX, &|| false);
        let mut found = 0;
        for position in scattered_positions(rule, 9) {
            let mut board = Board::from_position(&position);
            let defender = board.to_move();
            if Color::BOTH
                .iter()
                .any(|&color| board.count(color, Threat::Five) > 0)
            {
                continue;
            }
            board.pass();
            let vcf = search.find_threat(&mut board, 12, &mut budget);
            board.pass();
            let Ok(VcfThreat { moves, zone }) = vcf else {
                continue;
            };
            for reply in position.legal_moves(defender) {
                if contains(&zone, reply) || contains(board.fours(defender), reply) {
                    continue;
                }
                board.play(reply);
                let still = search.find_threat(&mut board, moves, &mut budget);
                board.undo();
                assert!(still.is_ok(), "{reply:?} {moves} {position:?}");
            }
            found += 1;
            if found == 150 {
                break;
            }
        }
    }
}

#[test]
fn labeled_vcfs_are_vcts() {
    for line in test_data::lines("vcf.jsonl") {
        if line["has_vcf"].as_bool() == Some(true) {
            let found = solve_vct(&labeled_position(&line), 1_000_000);
            assert!(
                matches!(found, Attack::Win { .. }),
                "position {}",
                line["id"]
            );
        }
    }
}
