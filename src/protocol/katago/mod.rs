//! KataGo's configuration: its files, and what their keys mean here.
//!
//! - `config_file`: the files and overrides of the command line, as keys and values with their origins
//! - `config`: the settings that the keys make
//! - `key_table`: the keys with a meaning, their ranges and effects
//! - `key_values`: the grammar of the values
//! - `human_models`: settings for networks that imitate people, against the networks at hand
//! - `model_description`: a network as KataGo describes it
//! - `foreign_keys`: the keys of KataGo's without a meaning here
//!
//! Tests: `config/tests.rs` and `config_file/tests.rs`; `protocol-tests/katago.rs`;
//! `protocol-tests/analysis/override-settings.txt`.
//! A change moves: the manual (`src/protocol/manual.md`), which prints the table of keys, and errors in these tests.

pub mod config;
pub mod config_file;
mod foreign_keys;
mod human_models;
pub mod key_table;
mod key_values;
pub mod model_description;

pub use config::{KataGoConfig, RuleSettings};
pub use config_file::{ConfigEntries, ConfigError};
pub use human_models::{HumanModels, UnusedHumanSetting};
