//! Go in the analysis protocol.

use serde_json::{Value, json};

use super::field_table::{KOMI, QueryField, RULES, WHITE_HANDICAP_BONUS, boolean};
use super::fields::{FieldError, Fields, Object};
use super::game::{AnalysisGame, BoardSize, IllegalTurn, SizeField};
use super::query_options::QueryOptions;
use super::tactics;
use crate::katago::RuleSettings;
use tengen_engine::game::Color;
use tengen_engine::record::Record;
use tengen_engine::worker::Computation;
use tengen_engine::{Limits, Report, SearchRequest, Settings, clock};
use tengen_go::board::point::MAX_SIDE;
use tengen_go::request::GoRequest;
use tengen_go::rules::position_hash;
use tengen_go::rules::ruleset::KoRule;
use tengen_go::{Komi, Move, Position, Rules, Size};
use tengen_play::PlayableGame;
use tengen_play::board::SetUp;
use tengen_play::go::{Go, GoResources, played_handicap};
use tengen_play::options::GameOptions;

/// Name of the field for the answer to a problem diagram.
const INCLUDE_PROBLEM: &str = "includeProblem";

/// Visits of a search without limits, as in KataGo's example configuration.
const VISITS: u64 = 500;

/// Rules and komi of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoRuling {
    rules: Rules,
    komi: Komi,
    /// Whether Black's consecutive first moves never count as handicap stones.
    ignores_played_handicap: bool,
}

/// Error message for an invalid rules field.
const RULES_EXPECTED: &str = "Must specify rules string, such as \"chinese\" or \"tromp-taylor\", or a JSON object with detailed rules parameters.";

/// Error message for an invalid komi.
const KOMI_EXPECTED: &str = "Must be a integer or half-integer from -400.0 to 400.0";

impl AnalysisGame for Go {
    type Ruling = GoRuling;

    const SIDES: (u8, u8) = (2, MAX_SIDE);
    const SIZE: SizeField = SizeField::Required;
    const FIELDS: &'static [QueryField] = &[
        boolean(
            "includeLadders",
            "include `ladders`: the ladder of every chain with one or two liberties",
            |options, includes| options.ladders = includes,
        ),
        boolean(
            "includeChains",
            "include `chains`: the stones and liberties of every chain",
            |options, includes| options.chains = includes,
        ),
        boolean(
            INCLUDE_PROBLEM,
            "include `problem`: the group in question and the first moves of the side to move, in a position where nothing needs to be enclosed, proved or unknown; see `tengen life --problems`",
            |options, includes| options.problem = includes,
        ),
    ];

    fn read_ruling(fields: Fields, config: &RuleSettings) -> Result<GoRuling, FieldError> {
        let value = fields
            .get(RULES)
            .ok_or_else(|| FieldError::new(RULES, RULES_EXPECTED))?;
        let (mut rules, named) = read_rules(value)?;
        let komi = fields.number(KOMI, -400.0..=400.0, KOMI_EXPECTED)?;
        let komi = komi.or(named).unwrap_or_else(|| rules.default_komi());
        let komi = Komi::from_points(komi).map_err(|_| FieldError::new(KOMI, KOMI_EXPECTED))?;
        if let Some(bonus) = fields.text(WHITE_HANDICAP_BONUS)? {
            rules
                .set(WHITE_HANDICAP_BONUS, bonus)
                .map_err(|error| FieldError::new(WHITE_HANDICAP_BONUS, error.to_string()))?;
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
        // If a point is named again, its last stone counts.
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

    /// Plays the moves of a record. Moves before the position may repeat an earlier position or be suicide under any
    /// rules.
    fn play_on(
        record: &mut Record<Position>,
        ruling: &GoRuling,
        moves: &[(Color, Move)],
        from: usize,
    ) -> Result<(), IllegalTurn> {
        if !ruling.ignores_played_handicap {
            let handicap = played_handicap(record.start(), moves.iter().copied());
            record.adjust(|position| position.set_handicap_stones(handicap));
        }
        let rules_of_record = Rules {
            ko: KoRule::Simple,
            suicide: true,
            ..ruling.rules
        };
        record.adjust(|position| position.set_rules(rules_of_record));
        for (turn, &(color, mv)) in moves.iter().enumerate().skip(from) {
            record
                .play(color, mv)
                .map_err(|reason| IllegalTurn { turn, reason })?;
        }
        record.adjust(|position| position.set_rules(ruling.rules));
        Ok(())
    }

    fn default_limits() -> Limits {
        Limits {
            visits: Some(VISITS),
            ..Limits::default()
        }
    }

    fn apply_query_options(request: &mut GoRequest, options: &QueryOptions) {
        request.ownership = options.ownership || options.ownership_stdev;
        request.move_ownership = options.moves_ownership || options.moves_ownership_stdev;
        request.policy = options.policy;
        request.overrides = options.settings.overrides.as_ref().clone();
    }

    fn add_root_fields(root: &mut Object, position: &Position, _: &Report<Move>) {
        let hashes = position_hash::hashes(position);
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
        options: &QueryOptions,
        resources: &GoResources,
        settings: Settings,
    ) -> Option<Computation<Move>> {
        let (chains, ladders) = (options.chains, options.ladders);
        let network = options
            .problem
            .then(|| resources.problem_network(position.board().size()).ok())
            .flatten();
        let time = options.settings.max_time.map(clock::fixed);
        let position = position.clone();
        let game = resources.ladders.clone();
        let is_wanted = chains || ladders || network.is_some();
        is_wanted.then(|| -> Computation<Move> {
            Box::new(move |control| {
                let mut fields = Object::new();
                if chains {
                    fields.insert("chains".to_owned(), tactics::chains(&position));
                }
                if ladders {
                    match tactics::ladders(&position, &game, control) {
                        Ok(ladders) => fields.insert("ladders".to_owned(), ladders),
                        Err(error) => fields.insert("warning".to_owned(), json!(error)),
                    };
                }
                if let Some(network) = network {
                    let limits = Limits {
                        time,
                        ..Limits::default()
                    };
                    let control = control.nested(limits, SearchRequest::default());
                    let problem = tactics::problem(&position, network, settings, &control)?;
                    fields.insert("problem".to_owned(), problem);
                }
                Ok(Value::Object(fields).to_string())
            })
        })
    }

    fn missing_field(
        (width, height): BoardSize,
        options: &QueryOptions,
        games: &GameOptions,
    ) -> Option<FieldError> {
        let size = Size::new(u32::from(width), u32::from(height)).ok()?;
        let network = options
            .problem
            .then(|| Go::resources(games).problem_network(size))?;
        let reason = network.err()?;
        Some(FieldError::new(INCLUDE_PROBLEM, reason.to_string()))
    }
}

/// Reads rules given by name or as an object, which may include a komi.
fn read_rules(value: &Value) -> Result<(Rules, Option<f64>), FieldError> {
    let refused = |error: String| FieldError::new(RULES, format!("Could not parse rules: {error}"));
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
            let komi = object.remove(KOMI).and_then(|komi| komi.as_f64());
            let text = Value::Object(object).to_string();
            let rules = Rules::from_json(&text);
            Ok((
                rules.map_err(|error| refused(format!("{text} ({error})")))?,
                komi,
            ))
        }
        _ => Err(FieldError::new(RULES, RULES_EXPECTED)),
    }
}
