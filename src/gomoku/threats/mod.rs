//! Searches for forced wins.
//!
//! - `attack`: what both searches share: results, node budgets and defenses
//! - `vcf`: victory by continuous fours (VCF)
//! - `vct`: victory by continuous threats (VCT), fours and open threes

pub(super) mod attack;
pub(super) mod vcf;
pub(super) mod vct;

pub use attack::Attack;
pub use vcf::{solve_vcf, solve_vcf_on, solve_vcf_until};
pub use vct::{solve_vct, solve_vct_until};
