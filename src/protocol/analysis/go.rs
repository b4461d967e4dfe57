//! Go in the analysis protocol.

use serde_json::{Value, json};

use super::field_table::{QueryField, field};
use super::fields::{FieldError, Fields, Object};
use super::game::{AnalysisGame, BoardSize, IllegalTurn, SizeField};
use super::tactics;
use super::wishes::Wishes;
use crate::katago::RuleSettings;
use tengen_engine::Limits;
use tengen_engine::Report;
use tengen_engine::game::Color;
use tengen_engine::record::Record;
use tengen_engine::worker::Computation;
use tengen_go::board::point::MAX_SIDE;
use tengen_go::request::GoRequest;
use tengen_go::rules::position_hash;
use tengen_go::rules::ruleset::KoRule;
use tengen_go::{Komi, Move, Position, Rules, Size};
use tengen_play::PlayableGame;
use tengen_play::board::SetUp;
use tengen_play::go::{Go, GoResources, played_handicap};

/// Visits of a search without limits, as in KataGo's example configuration.
const VISITS: u64 = 500;

/// Rules and komi of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoRuling {
    rules: Rules,
    komi: Komi,
    /// Whether black's first moves are no handicap, however many they are.
    ignores_played_handicap: bool,
}

/// Error of a field with rules.
const RULES_EXPECTED: &str = "Must specify rules string, such as \"chinese\" or \"tromp-taylor\", or a JSON object with detailed rules parameters.";

/// Error of a komi.
const KOMI_EXPECTED: &str = "Must be a integer or half-integer from -400.0 to 400.0";

impl AnalysisGame for Go {
    type Ruling = GoRuling;

    const SIDES: (u8, u8) = (2, MAX_SIDE);
    const SIZE: SizeField = SizeField::Required;
    const FIELDS: &'static [QueryField] = &[
        field(
            "includeLadders",
            "BOOLEAN",
            "reply `ladders`: the ladder of every chain with one or two liberties",
        ),
        field(
            "includeChains",
            "BOOLEAN",
            "reply `chains`: the stones and liberties of every chain",
        ),
    ];

    fn read_ruling(fields: Fields, config: &RuleSettings) -> Result<GoRuling, FieldError> {
        let value = fields
            .get("rules")
            .ok_or_else(|| FieldError::new("rules", RULES_EXPECTED))?;
        let (mut rules, named) = read_rules(value)?;
        let komi = fields.number("komi", -400.0..=400.0, KOMI_EXPECTED)?;
        let komi = komi.or(named).unwrap_or_else(|| rules.usual_komi());
        let komi = Komi::from_points(komi).map_err(|_| FieldError::new("komi", KOMI_EXPECTED))?;
        if let Some(bonus) = fields.text("whiteHandicapBonus")? {
            rules
                .set("whiteHandicapBonus", bonus)
                .map_err(|error| FieldError::new("whiteHandicapBonus", error.to_string()))?;
        }
        Ok(GoRuling {
            rules,
            komi,
            ignores_played_handicap: config.ignores_played_handicap,
        })
    }

    fn board((width, height): BoardSize, ruling: &GoRuling) -> Result<Position, FieldError> {
        let size = Size::new(u32::from(width), u32::from(height))
            .map_err(|error| FieldError::new("boardXSize", error.to_string()))?;
        Ok(Position::new(size, ruling.rules, ruling.komi))
    }

    fn with_stones(board: &Position, set_up: &SetUp) -> Result<Position, FieldError> {
        let refused = |message: String| FieldError::new("initialStones", message);
        // A point that is named again takes the last stone.
        let mut stones: Vec<(Color, _)> = Vec::with_capacity(set_up.stones.len());
        for &(color, at) in &set_up.stones {
            stones.retain(|&(_, known)| known != at);
            stones.push((color, at));
        }
        let set_up = SetUp {
            stones,
            to_move: set_up.to_move,
        };
        <Go as PlayableGame>::set_up(board, &set_up)
            .map_err(|_| refused("Stones without a liberty".to_owned()))
    }

    /// A record is what was played: moves before the position may repeat an earlier position or be suicide, whatever the
    /// rules.
    fn replay(
        mut start: Position,
        ruling: &GoRuling,
        moves: &[(Color, Move)],
    ) -> Result<Record<Position>, IllegalTurn> {
        if !ruling.ignores_played_handicap {
            start.set_handicap_stones(played_handicap(&start, moves.iter().copied()));
        }
        start.set_rules(Rules {
            ko: KoRule::Simple,
            suicide: true,
            ..ruling.rules
        });
        let mut record = Record::new(start);
        for (turn, &(color, mv)) in moves.iter().enumerate() {
            record
                .play(color, mv)
                .map_err(|reason| IllegalTurn { turn, reason })?;
        }
        record.adjust(|position| position.set_rules(ruling.rules));
        Ok(record)
    }

    fn default_limits() -> Limits {
        Limits {
            visits: Some(VISITS),
            ..Limits::default()
        }
    }

    fn take_analysis_wishes(request: &mut GoRequest, wishes: &Wishes) {
        request.ownership = wishes.ownership || wishes.ownership_stdev;
        request.move_ownership = wishes.moves_ownership || wishes.moves_ownership_stdev;
        request.policy = wishes.policy;
        request.overrides = wishes.settings.overrides.as_ref().clone();
    }

    fn add_root_fields(root: &mut Object, position: &Position, _: &Report<Move>) {
        let hashes = position_hash::of(position);
        root.insert(
            "thisHash".to_owned(),
            json!(format!("{:032X}", hashes.exact)),
        );
        root.insert(
            "symHash".to_owned(),
            json!(format!("{:032X}", hashes.symmetric)),
        );
    }

    fn description(
        position: &Position,
        wishes: &Wishes,
        resources: &GoResources,
    ) -> Option<Computation<Move>> {
        let (chains, ladders) = (wishes.chains, wishes.ladders);
        let position = position.clone();
        let game = resources.ladders.clone();
        (chains || ladders).then(|| -> Computation<Move> {
            Box::new(move |control| {
                let mut fields = Object::new();
                if chains {
                    fields.insert("chains".to_owned(), tactics::chains(&position));
                }
                if ladders {
                    let ladders = tactics::ladders(&position, &game, control)?;
                    fields.insert("ladders".to_owned(), ladders);
                }
                Ok(Value::Object(fields).to_string())
            })
        })
    }
}

/// Reads rules by a name or as an object, which may hold a komi.
fn read_rules(value: &Value) -> Result<(Rules, Option<f64>), FieldError> {
    let refused =
        |error: String| FieldError::new("rules", format!("Could not parse rules: {error}"));
    match value {
        Value::String(name) => {
            let rules = name.parse::<Rules>();
            Ok((
                rules.map_err(|error| refused(format!("{name} ({error})")))?,
                None,
            ))
        }
        Value::Object(object) => {
            let mut object = object.clone();
            let komi = object.remove("komi").and_then(|komi| komi.as_f64());
            let text = Value::Object(object).to_string();
            let rules = Rules::from_json(&text);
            Ok((
                rules.map_err(|error| refused(format!("{text} ({error})")))?,
                komi,
            ))
        }
        _ => Err(FieldError::new("rules", RULES_EXPECTED)),
    }
}
