//! The interface to a game whose positions are searched one by one.

use anyhow::{Result, bail};
use serde_json::{Value, json};

use super::value::PositionValue;
use crate::engine::Limits;
use crate::engine::game::{Color, Outcome, Position as _};
use crate::protocol::Options;
use crate::protocol::analysis::AnalysisGame;
use crate::protocol::gtp::MoveOf;
use crate::protocol::gtp::game::write_point;
use crate::protocol::gtp::go::Go;
use crate::protocol::gtp::gomoku::Gomoku;
use crate::protocol::gtp::reversi::Reversi;

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

    /// Returns the value of a finished game. `None` if the board alone does not show it.
    fn value_of_end(position: &Self::Position) -> Option<PositionValue>;
}

impl SearchedGame for Go {
    const NODES: u64 = 200;
    const COUNTS_VISITS: bool = true;
    const SCORE_UNIT: Option<&'static str> = Some("points");

    fn set_rule(options: &mut Options, name: &str) -> Result<()> {
        options.go.rules = Some(name.parse()?);
        Ok(())
    }

    fn rules_field(options: &Options) -> Option<Value> {
        let rules = options.go.rules.unwrap_or_default();
        serde_json::from_str(&rules.to_json()).ok()
    }

    /// After two passes dead stones may still stand on the board.
    fn value_of_end(_: &Self::Position) -> Option<PositionValue> {
        None
    }
}

impl SearchedGame for Gomoku {
    const NODES: u64 = 100_000;
    const SCORE_UNIT: Option<&'static str> = None;

    fn set_rule(options: &mut Options, name: &str) -> Result<()> {
        options.gomoku.rule = name.parse()?;
        Ok(())
    }

    fn rules_field(options: &Options) -> Option<Value> {
        Some(json!(options.gomoku.rule.name()))
    }

    fn value_of_end(position: &Self::Position) -> Option<PositionValue> {
        position.outcome().map(|outcome| decided(outcome, 0.0))
    }
}

impl SearchedGame for Reversi {
    const NODES: u64 = 100_000;
    const SCORE_UNIT: Option<&'static str> = Some("discs");

    fn set_rule(_: &mut Options, _: &str) -> Result<()> {
        bail!("Othello has none")
    }

    fn rules_field(_: &Options) -> Option<Value> {
        None
    }

    fn value_of_end(position: &Self::Position) -> Option<PositionValue> {
        let margin = position.final_score()? as f32;
        position.outcome().map(|outcome| decided(outcome, margin))
    }
}

fn decided(outcome: Outcome, margin: f32) -> PositionValue {
    PositionValue {
        winrate: match outcome {
            Outcome::Win(Color::Black) => 1.0,
            Outcome::Win(Color::White) => 0.0,
            Outcome::Draw => 0.5,
        },
        score: margin,
    }
}
