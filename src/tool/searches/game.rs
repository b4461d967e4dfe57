//! The interface to a game whose positions are searched one by one.

use anyhow::{Result, bail};
use serde_json::Value;

use super::value::PositionValue;
use tengen_engine::Limits;
use tengen_engine::game::Position as _;
use tengen_play::MoveOf;
use tengen_play::notation::write_point;
use tengen_protocol::Options;
use tengen_protocol::analysis::AnalysisGame;

/// A game whose positions are searched one by one.
pub trait SearchedGame: AnalysisGame {
    /// Visits of a search in Go, nodes in other games, where no limit is given: time would make results differ from run to
    /// run.
    const NODES: u64 = 100_000;
    /// Whether a search counts visits. Others count nodes in their place, but are exact only about a limit of nodes.
    const COUNTS_VISITS: bool = false;
    /// The unit of scores; `None` if they are units of an evaluation.
    const SCORE_UNIT: Option<&'static str> = None;

    /// Sets the rules of this name.
    ///
    /// # Errors
    ///
    /// The game has no such rules, by default none at all.
    fn set_rule(_options: &mut Options, _name: &str) -> Result<()> {
        bail!("{} has none", Self::GAME.name())
    }

    /// Returns the field `rules` of a query by these options; `None` if the game has one set of rules only.
    fn rules_field(_options: &Options) -> Option<Value> {
        None
    }

    /// Returns limits that a search of this game keeps to exactly.
    fn exact(limits: Limits) -> Limits {
        if Self::COUNTS_VISITS {
            return limits;
        }
        Limits {
            nodes: limits.nodes.into_iter().chain(limits.visits).min(),
            visits: None,
            ..limits
        }
    }

    /// Spells a move as over GTP, a pass as `pass`.
    fn name_of(position: &Self::Position, mv: MoveOf<Self>) -> String {
        Self::point_of(position, mv).map_or_else(
            || "pass".to_owned(),
            |point| write_point::<Self>(position, point),
        )
    }

    /// Spells a move as players of the game do.
    fn players_name_of(position: &Self::Position, mv: MoveOf<Self>) -> String {
        Self::name_of(position, mv)
    }

    /// Whether two moves lead to positions that are images of each other, or to the same one.
    fn are_alike(_: &Self::Position, one: MoveOf<Self>, other: MoveOf<Self>) -> bool {
        one == other
    }

    /// Returns the value of a finished game. `None` if the board alone does not show it.
    fn value_of_end(position: &Self::Position) -> Option<PositionValue> {
        let outcome = position.outcome()?;
        Some(PositionValue::decided(outcome, 0.0))
    }
}
