//! The mode of one search with a network: its parameters, and what a client may change of them.
//!
//! - `params`: the search parameters
//! - `options`: ways to search that clients ask for
//! - `overrides`: deviations of one search, by KataGo's names
//! - `network_view`: the way in which a network sees a position

mod network_view;
mod options;
mod overrides;
mod params;

pub use network_view::NetworkView;
pub use options::{SearchMode, SearchOptions};
pub use overrides::{BadOverride, SearchOverrides};
pub use params::PuctParams;
