//! The interface to a game whose positions are searched one by one.

use anyhow::Result;
use serde_json::Value;

use super::value::PositionValue;
use crate::engine::Limits;
use crate::protocol::Options;
use crate::protocol::analysis::AnalysisGame;
use crate::protocol::gtp::MoveOf;
use crate::protocol::gtp::game::write_point;

/// A game whose positions are searched one by one.
pub trait SearchedGame: AnalysisGame {
    /// Visits of a search in Go, nodes in other games, where no limit is given: time would make results differ from run to
    /// run.
    const NODES: u64;
    /// Whether a search counts visits. Others count nodes in their place, but are exact only about a limit of nodes.
    const COUNTS_VISITS: bool = false;
    /// The unit of scores; `None` if they are units of an evaluation.
    const SCORE_UNIT: Option<&'static str>;

    /// Sets the rules of this name.
    ///
    /// # Errors
    ///
    /// The game has no such rules.
    fn set_rule(options: &mut Options, name: &str) -> Result<()>;

    /// Returns the field `rules` of a query by these options; `None` if the game has one set of rules only.
    fn rules_field(options: &Options) -> Option<Value>;

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
    fn value_of_end(position: &Self::Position) -> Option<PositionValue>;
}
