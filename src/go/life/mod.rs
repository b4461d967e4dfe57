//! Life and death of enclosed groups: can the attacker capture a target within a region?
//!
//! Both sides may play on the empty points of the region, and pass. Chains with a stone or a liberty outside it are
//! safe. The simple ko applies, and a repeating line is a failure for the attacker, so the verdict is a reachability
//! question on the graph of states.
//!
//! - `question`, `region`, `reading`: the question, a region for a chain, and the answer
//! - `posed`, `group`: questions about the groups of a position; their status, with answers as points of the board
//! - `side`, `state`, `enclosure`: attacker and defender; a state of the game; the region and its moves
//! - `fate`: the fate of a chain on a finished board, and the region for reading it
//! - `proof_search`, `solver`: proof-number search, and full answers from it
//! - `proof`: proofs that can be checked
//! - `zone_search`: verdicts in regions that are too large for the full answers
//!
//! Tests: `tests.rs` with `protocol-tests/data/life.jsonl`, against `src/go/testing/life_reference.rs`, with proofs checked by
//! `src/go/testing/life_checker.rs`.
//! A change moves: dead stones and scores (`src/go/score/judge.rs`), explanations, `protocol-tests/gtp/life.txt`, and the example
//! in `src/tool/manual/subcommands.md`. Not the bench signature.

pub mod enclosure;
pub mod fate;
pub mod group;
pub mod posed;
pub mod proof;
pub mod proof_search;
pub mod question;
pub mod reading;
pub mod region;
pub mod side;
pub mod solver;
pub mod state;
pub mod zone_search;

#[cfg(test)]
mod tests;
