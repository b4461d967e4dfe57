//! Wins that leave the defender no choice.
//!
//! - `attack`: what is common to both kinds: attacks, defenses and node budgets
//! - `vcf`: by continuous fours
//! - `vct`: by fours and threes

pub(super) mod attack;
pub(super) mod vcf;
pub(super) mod vct;

pub use attack::Attack;
pub use vcf::{solve_vcf, solve_vcf_on, solve_vcf_until};
pub use vct::{solve_vct, solve_vct_until};
