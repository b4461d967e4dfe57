//! Gomoku, renju and caro in the analysis protocol.

use serde_json::{Value, json};

use super::field_table::{QueryField, RULES, boolean};
use super::fields::{FieldError, Fields, Object};
use super::game::{AnalysisGame, BoardSize, SizeField};
use super::query;
use super::query_options::QueryOptions;
use crate::katago::RuleSettings;
use tengen_engine::Report;
use tengen_engine::Settings;
use tengen_engine::worker::Computation;
use tengen_gomoku::{MAX_SIDE, MIN_SIDE, Point, Position, Rule};
use tengen_play::gomoku::Gomoku;
use tengen_play::notation::write_move;

impl AnalysisGame for Gomoku {
    type Ruling = Rule;

    const SIDES: (u8, u8) = (MIN_SIDE as u8, MAX_SIDE as u8);
    const SIZE: SizeField = SizeField::Default((15, 15));
    const FIELDS: &'static [QueryField] = &[boolean(
        "includeForbidden",
        "include `forbidden`: the points that renju forbids to black",
        |options, includes| options.forbidden = includes,
    )];

    fn read_ruling(fields: Fields, _: &RuleSettings) -> Result<Rule, FieldError> {
        let Some(name) = fields.text(RULES)? else {
            let rule = query::game_name(fields)?.and_then(|name| name.rule);
            return Ok(rule.unwrap_or_default());
        };
        let rule = name.parse::<Rule>();
        rule.map_err(|error| FieldError::new(RULES, format!("Could not parse rules: {error}")))
    }

    fn board((width, height): BoardSize, &rule: &Rule) -> Result<Position, FieldError> {
        Position::new(width, height, rule)
            .map_err(|error| FieldError::new("boardXSize", error.to_string()))
    }

    fn add_root_fields(root: &mut Object, _: &Position, report: &Report<Point>) {
        root.insert("depth".to_owned(), json!(report.depth));
    }

    fn description(
        position: &Position,
        options: &QueryOptions,
        (): &(),
        _: Settings,
    ) -> Option<Computation<Point>> {
        let position = position.clone();
        options.forbidden.then(|| -> Computation<Point> {
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
