//! Gomoku's part in the tools.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::terminal::game::spell;
use crate::tool::bench::{BenchGame, Suite, case};
use crate::tool::openings::{OpeningGame, OpeningsArgs, refuse_komi, started};
use crate::tool::searches::SearchedGame;
use tengen_gomoku::Rule;
use tengen_gomoku::search::opening;
use tengen_play::MoveOf;
use tengen_play::gomoku::Gomoku;
use tengen_protocol::Options;

impl BenchGame for Gomoku {
    const SUITES: &'static [Suite] = &[SUITE];
}

impl OpeningGame for Gomoku {
    const PLIES: u32 = 5;

    fn first_position(args: &OpeningsArgs) -> Result<Self::Position> {
        refuse_komi(args)?;
        let rule = args.rule.as_deref().map(str::parse).transpose();
        started::<Gomoku>(args, rule.context("--rule")?.unwrap_or_default())
    }

    /// Whether the point is within a threat's reach of another stone. In renju the first three stones must be in the
    /// central squares of 1x1, 3x3 and 5x5 points, so that a game begins with one of the 26 openings.
    fn is_common(position: &Self::Position, mv: MoveOf<Self>) -> bool {
        let stones = position.points().count() - position.empty_count();
        if position.rule() == Rule::Renju && stones < 3 {
            return opening::central(position, stones as u8).contains(&mv);
        }
        let is_near = |point: tengen_gomoku::Point| {
            point.x().abs_diff(mv.x()).max(point.y().abs_diff(mv.y())) <= 4
        };
        let mut stones = position
            .points()
            .filter(|&point| position.cell(point) != tengen_gomoku::Cell::Empty)
            .peekable();
        stones.peek().is_none() || stones.any(is_near)
    }
}

impl SearchedGame for Gomoku {
    fn set_rule(options: &mut Options, name: &str) -> Result<()> {
        options.games.gomoku.rule = name.parse()?;
        Ok(())
    }

    fn rules_field(options: &Options) -> Option<Value> {
        Some(json!(options.games.gomoku.rule.name()))
    }

    /// Spells columns without skipping the letter I, as the program's boards do.
    fn players_name_of(position: &Self::Position, mv: MoveOf<Self>) -> String {
        spell::<Gomoku>(position, mv).to_ascii_uppercase()
    }
}

/// Openings and middle games from the engine's self-play after three random stones.
const SUITE: Suite = Suite {
    name: "Gomoku",
    by_network: false,
    nodes: 150_000,
    cases: &[
        case!(15 Freestyle "b J6 w G9 b G8 w K5 b L5 w E10 b E11 w F11 b D9 w H9 b J9 w J8"),
        case!(15 Freestyle "b G5 w L5 b L6 w F5 b E6 w E8 b E10 w F11 b K5 w M7 b J6 w H6 b H7 w G8 b L4 w M3 b F8 w G10 b J4"),
        case!(20 Freestyle "b N10 w J14 b K10 w H16 b G16 w J15 b L10 w M10 b J16 w K14 b G17 w H14"),
        case!(15 Standard "b F9 w E5 b H11 w E8 b E11 w F11 b E6 w H8 b F8 w F6 b G7 w J5 b G9 w H9"),
        case!(15 Renju "b L7 w L11 b H6 w L5 b L10 w K6 b J7 w G5 b K7 w H7 b L8 w L9 b M7"),
        case!(15 Renju "b F9 w E11 b L5 w L6 b H11 w E8 b E9 w H9 b K9 w J8 b G10 w M5 b K7 w K13 b J10 w G12"),
    ],
};
