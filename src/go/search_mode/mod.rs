//! The mode of one search with a network: its parameters, and what a client may change of them.
//!
//! - `params`: the search parameters
//! - `options`: ways to search that clients ask for
//! - `human_options`: how it follows the policy of a network that imitates people
//! - `overrides`: deviations of one search, by KataGo's names
//! - `network_view`: the way in which a network sees a position
//!
//! Tests: unit tests in `overrides.rs`, `options.rs` and `human_options.rs`; `src/go/puct/tests/options.rs`;
//! `protocol-tests/analysis/override-settings.txt`.
//! A change moves: the bench signature, where a default changes; KataGo's keys and parameters in the manual
//! (`src/protocol/manual.md`).

mod human_options;
mod network_view;
mod options;
mod overrides;
mod params;

pub use human_options::{HumanExploration, HumanOptions};
pub use network_view::NetworkView;
pub use options::{MoveChoiceOptions, SearchMode, SearchOptions};
pub use overrides::{BadOverride, SearchOverrides};
pub use params::PuctParams;
