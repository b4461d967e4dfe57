//! KataGo's configuration: its files, and the effect of their keys in Tengen.
//!
//! - `config_file`: configuration files and command-line overrides, as keys and values with their origins
//! - `config`: the resulting settings
//! - `key_table`: keys with an effect, and their ranges
//! - `key_values`: grammar of the values
//! - `models`: networks as KataGo describes them; check of settings for human-like ones
//! - `foreign_keys`: KataGo keys without effect in Tengen
//!
//! Tests: `config/tests.rs` and `config_file/tests.rs`; `protocol-tests/protocols/katago.rs`;
//! `protocol-tests/analysis/override-settings.txt`.
//! A change moves: the manual (`src/protocol/manual.md`), which prints the table of keys, and errors in these tests.

pub mod config;
pub mod config_file;
mod foreign_keys;
pub mod key_table;
mod key_values;
mod models;

pub use config::{KataGoConfig, RuleSettings};
pub use config_file::{ConfigEntries, ConfigError};
pub use models::{HumanModels, UnusedHumanSetting, describe_model};
