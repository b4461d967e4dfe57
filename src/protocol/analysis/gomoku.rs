//! Gomoku, renju and caro in the analysis protocol.

use std::time::Duration;

use serde_json::{Value, json};

use super::field_table::{QueryField, field};
use super::fields::{FieldError, Fields, Object};
use super::game::{AnalysisGame, BoardSize, SizeField};
use super::query;
use super::wishes::Wishes;
use crate::engine::worker::Computation;
use crate::engine::{Limits, Report, clock};
use crate::gomoku::{MAX_SIDE, MIN_SIDE, Point, Position, Rule};
use crate::protocol::gtp::game::write_move;
use crate::protocol::gtp::gomoku::Gomoku;
use crate::protocol::katago::RuleSettings;

/// Time of a search without limits.
const TIME: Duration = Duration::from_secs(1);

impl AnalysisGame for Gomoku {
    type Ruling = Rule;

    const SIDES: (u8, u8) = (MIN_SIDE as u8, MAX_SIDE as u8);
    const SIZE: SizeField = SizeField::Default((15, 15));
    const FIELDS: &'static [QueryField] = &[field(
        "includeForbidden",
        "BOOLEAN",
        "reply `forbidden`: the points that renju forbids to black",
    )];

    fn read_ruling(fields: Fields, _: &RuleSettings) -> Result<Rule, FieldError> {
        let Some(name) = fields.text("rules")? else {
            let rule = query::game_name(fields)?.and_then(|name| name.rule);
            return Ok(rule.unwrap_or_default());
        };
        let rule = name.parse::<Rule>();
        rule.map_err(|error| FieldError::new("rules", format!("Could not parse rules: {error}")))
    }

    fn board((width, height): BoardSize, &rule: &Rule) -> Result<Position, FieldError> {
        Position::new(width, height, rule)
            .map_err(|error| FieldError::new("boardXSize", error.to_string()))
    }

    fn default_limits() -> Limits {
        Limits {
            time: Some(clock::fixed(TIME)),
            ..Limits::default()
        }
    }

    fn add_root_fields(root: &mut Object, _: &Position, report: &Report<Point>) {
        root.insert("depth".to_owned(), json!(report.depth));
    }

    fn description(position: &Position, wishes: &Wishes, (): &()) -> Option<Computation<Point>> {
        let position = position.clone();
        wishes.forbidden.then(|| -> Computation<Point> {
            Box::new(move |_| {
                let points = position.forbidden_points();
                let forbidden = points.iter().map(|&(point, kind)| {
                    json!({"point": write_move::<Gomoku>(&position, point), "kind": kind.to_string()})
                });
                Ok(json!({"forbidden": Value::from_iter(forbidden)}).to_string())
            })
        })
    }
}
