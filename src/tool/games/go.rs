//! Go's part in the tools.

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::tool::bench::{BenchGame, Suite, case};
use crate::tool::openings::{OpeningGame, OpeningsArgs, started};
use crate::tool::searches::{PositionValue, SearchedGame};
use tengen_engine::RootMove;
use tengen_engine::game::Point;
use tengen_engine::game::Position as _;
use tengen_go::rules::position_hash;
use tengen_go::{Komi, Move, Rules};
use tengen_gomoku::Rule;
use tengen_play::go::Go;
use tengen_play::{MoveOf, PlayableGame as _};
use tengen_protocol::Options;

impl BenchGame for Go {
    const SUITES: &'static [Suite] = &[SUITE, SUITE_BY_NETWORK];
}

impl OpeningGame for Go {
    const PLIES: u32 = 4;
    const NODES: u64 = 1000;

    fn first_position(args: &OpeningsArgs) -> Result<Self::Position> {
        let mut start = started::<Go>(args, Rule::default())?;
        if let Some(rules) = &args.rule {
            start.set_rules(Rules::named(rules).context("--rule")?);
        }
        if let Some(points) = args.komi {
            start.set_komi(Komi::from_points(points).context("--komi")?);
        }
        Ok(start)
    }

    /// Whether the move is on the third line or above, or on boards smaller than 9x9 on the second; false for a pass.
    fn is_common(position: &Self::Position, mv: MoveOf<Self>) -> bool {
        let (side, _) = Go::size(position);
        let lowest = if side >= 9 { 2 } else { 1 };
        Go::point_of(position, mv).is_some_and(|point| from_edge(point, side) >= lowest)
    }

    fn is_even(best: &RootMove<MoveOf<Self>>) -> bool {
        (0.45..=0.55).contains(&best.winrate)
    }
}

impl SearchedGame for Go {
    const NODES: u64 = 200;
    const COUNTS_VISITS: bool = true;
    const SCORE_UNIT: Option<&'static str> = Some("points");

    fn set_rule(options: &mut Options, name: &str) -> Result<()> {
        options.games.go.rules = Some(name.parse()?);
        Ok(())
    }

    fn rules_field(options: &Options) -> Option<Value> {
        let rules = options.games.go.rules.unwrap_or_default();
        serde_json::from_str(&rules.to_json()).ok()
    }

    /// Whether the positions after the moves have the same hash up to symmetry.
    fn are_alike(position: &Self::Position, one: Move, other: Move) -> bool {
        let hash = |mv| {
            let mut after = position.clone();
            let played = after.play(after.to_move(), mv).ok();
            played.map(|_| position_hash::hashes(&after).symmetric)
        };
        one == other || hash(one).is_some_and(|one| Some(one) == hash(other))
    }

    /// Returns `None`: dead stones may still be on the board after two passes.
    fn value_of_end(_: &Self::Position) -> Option<PositionValue> {
        None
    }
}

/// Returns the distance to the nearest edge, 0 on the edge.
fn from_edge(point: Point, side: u8) -> u8 {
    let from = |at: u8| at.min(side - 1 - at);
    from(point.column).min(from(point.row))
}

/// The empty board, and middle games from the engine's self-play.
const SUITE: Suite = Suite {
    name: "Go",
    by_network: false,
    nodes: 2_000,
    cases: &[
        case!(9 Freestyle ""),
        case!(9 Freestyle "b D4 b C3 b D3 b D5 w E4 w D6 w E6 w E5 w C5 w C4 b F5 b B6 b C6 w C7 w G7 b F8"),
        case!(9 Freestyle "b D4 b B3 b C3 b D3 b D5 w E4 w E3 w B7 w C7 w D7 w F6 w D6 w E6 w E5 w C5 w B4 w C4 b B6 b B5 b C6 b G6 b H5 b G4 b F5 b G5 b F8 b G8 b F7 w H8 w H9 w H6 w G7 w H7 b J8"),
        case!(13 Freestyle "b E1 w C2 b D2 b F2 b C3 b B5 b B4 b B3 b E3 w L3 b F4 w M4 w D5 w F5 w E6 w E7 w E5 w C5 w C4 w D3 w E4 w D4 b D6 b C6 b K7 w C10 b H11 b K11"),
        case!(19 Freestyle ""),
        case!(19 Freestyle "w P1 w E3 w N3 b P3 w Q3 b R3 b Q4 b R4 w D4 w H4 w P4 w C5 b D5 b J5 b L7 b R7 w B8 b Q8 b F9 w H9 b J9 w R9 b B10 w D10 w J10 b D11 w R11 w P12 w C13 b K13 b P13 b G16 b L16 w O16 w R16 b D17 w H17 w M17 b K18 b N18"),
        case!(19 Freestyle "w P1 b D3 w E3 w N3 w N4 b P3 b P2 w Q3 w R2 w Q2 b R3 b Q4 b R4 b C4 b E4 w F4 w H4 b K4 b O4 w C5 w B5 b D5 w E5 b J5 b N5 b P5 b C6 w R6 b D7 w E7 b L7 w O7 w Q7 b R7 w B8 w F8 b O8 w P8 b Q8 w S8 b D9 b F9 b G9 b J9 b H8 b J8 w K9 w J10 w K10 w R9 b T9 b B10 b C10 w F10 w H11 w G11 w E9 w D10 w E10 w G10 b H10 b S10 w T10 w B11 w C11 b D11 b E11 b J11 b K11 w R11 b B12 b C12 b H12 w J12 w K12 b N12 w P12 w C13 b K13 b P13 b O13 w Q13 b B14 b F15 b P15 b G16 b L16 w O16 w P16 w R16 b S16 w C17 b D17 w H17 w M17 b P17 w S17 b G18 b K18 b N18 w O18 w G19 w F19"),
    ],
};

/// Middle games in which one move leads clearly, so that every instruction set finds it.
const SUITE_BY_NETWORK: Suite = Suite {
    name: "GoByNet",
    by_network: true,
    nodes: 100,
    cases: &[
        case!(9 Freestyle "b C7 w F3 b E6 w H3"),
        case!(9 Freestyle "b E5 w C2"),
        case!(9 Freestyle "b F4 w G4 b D7 w F3 b E3 w F5 b E4 w G3 b F6 w E5"),
        case!(9 Freestyle "b C8 b D8 b E8 b F8 b B7 w C7 w D7 w E7 w F7 b G7 b B6 w C6 w D6 w E6 w F6 b G6 b C5 b D5 b E5 w B4 w F4 w C3 w G3"),
        case!(13 Freestyle "b J3 w D5 b J5 w F9 b D10 w L10 b D3 w F11 b E11 w F12 b C7 w C3 b K10 w L9 b K9 w K11 b J11 w K12 b K7 w K8"),
        case!(19 Freestyle "b Q16 w D16 b Q4 w D4 b C17 w D17 b C16 w C15 b B15 w C14 b C18"),
        case!(19 Freestyle "b D4 w E4 b E5 w F5 b E3 w F4 b D6 w Q16 b Q4 w D16 b F3 w G3 b G4 w H4"),
    ],
};
