//! The mode of one search with a network: its parameters, and the options that a client may change.
//!
//! - `params`: the search parameters
//! - `options`: options that clients may request
//! - `human_options`: how a search follows the policy of a network that imitates human players
//! - `overrides`: per-search overrides, by KataGo's names
//! - `network_view`: the network's view of a position
//!
//! Tests: unit tests in `overrides.rs`, `options.rs` and `human_options.rs`; `src/go/puct/tests/options.rs`;
//! `protocol-tests/analysis/override-settings.txt`.
//! A change moves: the bench signature if a default changes; KataGo's keys and parameters in the manual
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
