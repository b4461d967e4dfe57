//! Table of query fields: one row per field, with its name, its values and their meaning. The reader of queries, its
//! errors, the manual and the fuzz target read the rows.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use super::fields::{FieldError, Fields, Object};
use super::game::AnalysisGame;
use super::query_options::QueryOptions;
use tengen_go::search_mode::SearchOverrides;
use tengen_play::Game;
use tengen_play::games::with_game;

/// A field of a query.
pub struct QueryField {
    /// Name in the object.
    pub name: &'static str,
    /// Values that the field accepts, and their effect.
    pub kind: FieldKind,
    /// Meaning, on one line.
    pub help: &'static str,
}

/// Values of a field, and the setter that applies one of them.
pub enum FieldKind {
    /// Values that the reader of the query combines with other fields, by their name.
    Combined(&'static str),
    /// `true` or `false`.
    Boolean(fn(&mut QueryOptions, bool)),
    /// An integer in a range.
    Integer(RangeInclusive<i64>, fn(&mut QueryOptions, i64)),
    /// A time, with its name in the error.
    Seconds(&'static str, fn(&mut QueryOptions, Duration)),
    /// The parameter of Go's search with the same name.
    Parameter(),
}

/// Times in seconds that a field accepts.
const SECONDS: RangeInclusive<f64> = 0.001..=1_000_000.0;

impl QueryField {
    /// Returns the name of the values.
    pub fn values(&self) -> &'static str {
        match self.kind {
            FieldKind::Combined(values) => values,
            FieldKind::Boolean(_) => "BOOLEAN",
            FieldKind::Integer(..) => "N",
            FieldKind::Seconds(..) => "SECONDS",
            FieldKind::Parameter() => "NUMBER",
        }
    }

    /// Returns the range of the values, such as `from 1 to 1000`, if the row has one.
    pub fn range(&self) -> Option<String> {
        self.range_with(|number| number.to_string())
    }

    fn range_with(&self, write: fn(f64) -> String) -> Option<String> {
        let ends = |range: &RangeInclusive<f64>| (write(*range.start()), write(*range.end()));
        let (low, high) = match &self.kind {
            FieldKind::Integer(range, _) => (integer(*range.start()), integer(*range.end())),
            FieldKind::Seconds(..) => ends(&SECONDS),
            FieldKind::Parameter() => ends(&self.parameter_range()),
            FieldKind::Combined(_) | FieldKind::Boolean(_) => return None,
        };
        Some(format!("from {low} to {high}"))
    }

    /// Applies the field of a query, if present. Fails if it has another value.
    pub fn read(&self, fields: Fields, options: &mut QueryOptions) -> Result<(), FieldError> {
        let Some(value) = fields.get(self.name) else {
            return Ok(());
        };
        let number = |range: RangeInclusive<f64>| value.as_f64().filter(|x| range.contains(x));
        let is_set = match &self.kind {
            FieldKind::Combined(_) => Some(()),
            FieldKind::Boolean(set) => value.as_bool().map(|flag| set(options, flag)),
            FieldKind::Integer(range, set) => {
                let number = value.as_i64().filter(|number| range.contains(number));
                number.map(|number| set(options, number))
            }
            FieldKind::Seconds(_, set) => {
                number(SECONDS).map(|seconds| set(options, Duration::from_secs_f64(seconds)))
            }
            FieldKind::Parameter() => number(self.parameter_range()).map(|number| {
                let overrides = Arc::make_mut(&mut options.settings.overrides);
                let set = overrides.set(self.name, &number.to_string());
                debug_assert_eq!(set, Ok(true));
            }),
        };
        is_set.ok_or_else(|| FieldError::new(self.name, self.expected()))
    }

    /// Returns the error for another value, in KataGo's words.
    fn expected(&self) -> String {
        let values = match self.kind {
            FieldKind::Combined(_) | FieldKind::Boolean(_) => {
                return "Must be a boolean".to_owned();
            }
            FieldKind::Integer(..) => "an integer",
            FieldKind::Seconds(name, _) => name,
            FieldKind::Parameter() => "a number",
        };
        // A whole number has a fraction too.
        let range = self.range_with(|number| format!("{number:?}"));
        format!("Must be {values} {}", range.unwrap_or_default())
    }

    fn parameter_range(&self) -> RangeInclusive<f64> {
        SearchOverrides::range(self.name).expect("the row has the name of a numeric parameter")
    }
}

/// Writes an integer, as a power of two if it is a large one.
fn integer(number: i64) -> String {
    match number {
        0x1_0000_0000.. if number.count_ones() == 1 => format!("2^{}", number.trailing_zeros()),
        _ => number.to_string(),
    }
}

/// Creates the row of a field with true or false.
pub const fn boolean(
    name: &'static str,
    help: &'static str,
    set: fn(&mut QueryOptions, bool),
) -> QueryField {
    let kind = FieldKind::Boolean(set);
    QueryField { name, kind, help }
}

/// Makes the rows of fields that the reader combines, and a constant for the name of each.
macro_rules! combined_fields {
    ($(#[$doc:meta])* $TABLE:ident: $($NAME:ident = $name:literal, $values:literal, $help:literal;)*) => {
        $(pub(super) const $NAME: &str = $name;)*

        $(#[$doc])*
        static $TABLE: [QueryField; [$($name),*].len()] = [$(QueryField {
            name: $name,
            kind: FieldKind::Combined($values),
            help: $help,
        }),*];
    };
}

combined_fields! {
    /// Fields that the reader of queries combines with each other.
    COMBINED_FIELDS:
    ID = "id", "TEXT", "any text, which is repeated in every reply; required";
    GAME = "game", "TEXT", "`go`, `gomoku`, `othello` or the name of a rule of gomoku such as `renju`; Go if absent";
    MOVES = "moves", "MOVES", "the moves of the game; required";
    INITIAL_STONES = "initialStones", "STONES", "stones on the board before the first move";
    INITIAL_PLAYER = "initialPlayer", "PLAYER", "the side to move at turn 0; that of the first move if absent";
    RULES = "rules", "RULES", "Go: a name or an object as in `kata-set-rules`, required; gomoku: the name of a rule, that of `game` or freestyle if absent";
    KOMI = "komi", "NUMBER", "a multiple of 0.5 from -400 to 400; 7.5 if absent, 6.5 with territory scoring, 7 with a button";
    WHITE_HANDICAP_BONUS = "whiteHandicapBonus", "TEXT", "`0`, `N` or `N-1`: points for white, for N handicap stones";
    BOARD_X_SIZE = "boardXSize", "N", "columns; required in Go";
    BOARD_Y_SIZE = "boardYSize", "N", "rows; required in Go";
    ANALYZE_TURNS = "analyzeTurns", "LIST", "the turns to analyze, one reply for each: 0 is the position before the first move; the last one if absent";
    PRIORITY = "priority", "N", "turns of higher priority come first; 0 if absent";
    PRIORITIES = "priorities", "LIST", "a priority for each of `analyzeTurns`";
    LEVEL = "level", "LEVEL", "play at this level, such as `\"5k\"` or 1500, and reply with its move; full strength if absent";
    OVERRIDE_SETTINGS = "overrideSettings", "OBJECT", "settings for this query only, by KataGo's parameter names";
    AVOID_MOVES = "avoidMoves", "LIST", "objects with `player`, `moves` and `untilDepth`: moves not to try in the first `untilDepth` plies";
    ALLOW_MOVES = "allowMoves", "LIST", "the same, at most one per player: the only moves to try";
}

combined_fields! {
    /// Fields of actions.
    ACTION_FIELDS:
    ACTION = "action", "TEXT", "an action instead of an analysis";
    TERMINATE_ID = "terminateId", "TEXT", "the id of the queries to end";
    TURN_NUMBERS = "turnNumbers", "LIST", "the turns to end; all of them if absent";
}

/// Makes the rows of fields with a setter: name, values, meaning and setter.
macro_rules! set_fields {
    ($(#[$doc:meta])* $TABLE:ident: $($name:literal $kind:ident($($value:expr),*), $help:literal;)*) => {
        $(#[$doc])*
        static $TABLE: [QueryField; [$($name),*].len()] = [$(QueryField {
            name: $name,
            kind: FieldKind::$kind($($value),*),
            help: $help,
        }),*];
    };
}

set_fields! {
    /// Fields with a setter, in KataGo's order of checks.
    SET_FIELDS:
    "maxVisits" Integer(1..=1 << 50, |options, count| options.settings.max_visits = Some(count as u64)),
        "limit of visits; in gomoku and Othello of nodes";
    "maxTime" Seconds("a number of seconds", |options, time| options.settings.max_time = Some(time)),
        "limit of time";
    "analysisPVLen" Integer(1..=1000, |options, length| options.settings.view.pv_len = Some(length as usize)),
        "the longest principal variation, not counting its first move; 15 if absent";
    "rootFpuReductionMax" Parameter(), "first-play urgency (FPU) reduction at the root";
    "rootPolicyTemperature" Parameter(), "values above 1 make the search try more moves";
    "maxDepth" Integer(1..=1000, |options, plies| options.max_depth = Some(plies as u32)),
        "limit of depth in plies, in gomoku and Othello";
    "minMoves" Integer(1..=1000, |options, moves| options.min_moves = moves as usize),
        "evaluate at least this many moves, in gomoku and Othello; 1 if absent";
    "includeMovesOwnership" Boolean(|options, includes| options.moves_ownership = includes),
        "include `ownership` for each move";
    "includeMovesOwnershipStdev" Boolean(|options, includes| options.moves_ownership_stdev = includes),
        "include `ownershipStdev` for each move";
    "includeOwnership" Boolean(|options, includes| options.ownership = includes),
        "include `ownership`: the expected owner of each point";
    "includeOwnershipStdev" Boolean(|options, includes| options.ownership_stdev = includes),
        "include `ownershipStdev`: its standard deviation over the tree";
    "includePolicy" Boolean(|options, includes| options.policy = includes),
        "include `policy`: the network's prior of each point, then of the pass; -1 for illegal moves";
    "includePVVisits" Boolean(|options, includes| options.pv_visits = includes),
        "include `pvVisits` and `pvEdgeVisits` for each move";
    "includeNoResultValue" Boolean(|options, includes| options.no_result = includes),
        "include `noResultValue` for each move";
}

set_fields! {
    /// Times of reports, which KataGo checks last.
    REPORT_FIELDS:
    "reportDuringSearchEvery" Seconds("number of seconds", |options, time| options.report_every = Some(time)),
        "also reply during the search, with `isDuringSearch` true";
    "firstReportDuringSearchAfter" Seconds("number of seconds", |options, time| options.first_report = Some(time)),
        "the time of the first such reply";
}

/// Returns the fields of queries about any game.
pub fn query_fields() -> impl Iterator<Item = &'static QueryField> {
    COMBINED_FIELDS
        .iter()
        .chain(&SET_FIELDS)
        .chain(&REPORT_FIELDS)
        .chain(&ACTION_FIELDS)
}

/// Applies the fields with a setter, those of other games included. Fails at the first invalid one.
pub(super) fn read_options(fields: Fields, options: &mut QueryOptions) -> Result<(), FieldError> {
    let of_games = Game::ALL.into_iter();
    let of_games = of_games.flat_map(|game| with_game!(game, G => <G as AnalysisGame>::FIELDS));
    let mut rows = SET_FIELDS.iter().chain(of_games).chain(&REPORT_FIELDS);
    rows.try_for_each(|row| row.read(fields, options))
}

/// Returns the fields of an object that have no meaning in a query about the game `G`.
pub(super) fn unknown_fields<G: AnalysisGame>(object: &Object) -> impl Iterator<Item = &str> {
    let is_known = |name: &str| {
        let mut fields = query_fields().chain(G::FIELDS);
        fields.any(|field| field.name == name)
    };
    let names = object.keys().map(String::as_str);
    names.filter(move |name| !is_known(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_words_of_katago() {
        let expected = |name: &str| {
            let row = query_fields().find(|row| row.name == name);
            row.map(QueryField::expected).unwrap()
        };
        for (name, text) in [
            ("maxVisits", "Must be an integer from 1 to 2^50"),
            (
                "maxTime",
                "Must be a number of seconds from 0.001 to 1000000.0",
            ),
            ("analysisPVLen", "Must be an integer from 1 to 1000"),
            ("rootFpuReductionMax", "Must be a number from 0.0 to 2.0"),
            (
                "rootPolicyTemperature",
                "Must be a number from 0.01 to 100.0",
            ),
            ("includePolicy", "Must be a boolean"),
            (
                "reportDuringSearchEvery",
                "Must be number of seconds from 0.001 to 1000000.0",
            ),
        ] {
            assert_eq!(expected(name), text);
        }
    }
}
