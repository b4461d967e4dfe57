//! The interface to a game for independent searches.

use anyhow::{Result, bail};
use serde_json::Value;

use super::value::PositionValue;
use tengen_engine::Limits;
use tengen_engine::game::Position as _;
use tengen_play::MoveOf;
use tengen_play::notation::write_point;
use tengen_protocol::Options;
use tengen_protocol::analysis::AnalysisGame;

/// A game with positions that can be searched independently.
pub trait SearchedGame: AnalysisGame {
    /// Default limit: visits in Go, nodes in other games. A time limit would make results differ from run to run.
    const NODES: u64 = 100_000;
    /// Whether the search counts visits. Otherwise it counts nodes instead, and only a limit of nodes is exact.
    const COUNTS_VISITS: bool = false;
    /// Unit of scores; `None` for units of an evaluation.
    const SCORE_UNIT: Option<&'static str> = None;

    /// Sets the rules by name. Fails if the game has no rules of this name.
    fn set_rule(_options: &mut Options, _name: &str) -> Result<()> {
        bail!("{} has none", Self::GAME.name())
    }

    /// Returns the field `rules` of a query for these options; `None` if the game has only one set of rules.
    fn rules_field(_options: &Options) -> Option<Value> {
        None
    }

    /// Returns equivalent limits that this game's search observes exactly.
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

    /// Spells a move as in GTP, with `pass` for a pass.
    fn name_of(position: &Self::Position, mv: MoveOf<Self>) -> String {
        Self::point_of(position, mv).map_or_else(
            || "pass".to_owned(),
            |point| write_point::<Self>(position, point),
        )
    }

    /// Spells a move in the notation of the game's players.
    fn players_name_of(position: &Self::Position, mv: MoveOf<Self>) -> String {
        Self::name_of(position, mv)
    }

    /// Whether two moves lead to the same position or to symmetric images of it.
    fn are_alike(_: &Self::Position, one: MoveOf<Self>, other: MoveOf<Self>) -> bool {
        one == other
    }

    /// Returns the value of a finished game; `None` if the board alone does not show it.
    fn value_of_end(position: &Self::Position) -> Option<PositionValue> {
        let outcome = position.outcome()?;
        Some(PositionValue::decided(outcome, 0.0))
    }
}
