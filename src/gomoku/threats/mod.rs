//! Searches for forced wins.
//!
//! - `attack`: results, node budgets and defenses shared by both searches
//! - `vcf`: victory by continuous fours (VCF)
//! - `vct`: victory by continuous threats (VCT): the shortest by fours and open threes, or a proof
//! - `proof_number`: proof of a VCT with all threats, by df-pn
//! - `only_moves`: the only move that wins by force, or that prevents a win
//!
//! Tests: `vcf.rs` and `proof_number/tests.rs` with `protocol-tests/data/vcf.jsonl`; `vct.rs` and `only_moves.rs` against an
//! exhaustive search.
//! A change moves: the bench signature (`protocol-tests/bench/signature`), and replies in
//! `protocol-tests/gtp/gomoku-queries.txt`.

pub(super) mod attack;
pub mod only_moves;
mod proof_number;
pub(super) mod vcf;
pub(super) mod vct;

pub use attack::Attack;
pub use vcf::{solve_vcf, solve_vcf_on, solve_vcf_until};
pub use vct::{solve_vct, solve_vct_until};
