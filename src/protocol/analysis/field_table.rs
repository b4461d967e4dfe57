//! The table of the fields of queries, for the manual and for warnings about fields that have no meaning.

use super::fields::Object;
use super::game::AnalysisGame;
use crate::CommandRow;

/// A field of a query. Its arguments describe its values.
pub type QueryField = CommandRow<()>;

/// Creates a row.
pub const fn field(name: &'static str, args: &'static str, help: &'static str) -> QueryField {
    QueryField {
        name,
        args,
        help,
        action: (),
    }
}

/// The fields of queries about any game.
pub static QUERY_FIELDS: [QueryField; 36] = [
    field(
        "id",
        "TEXT",
        "any text, which comes back with every reply; required",
    ),
    field(
        "game",
        "TEXT",
        "`go`, `gomoku`, `othello` or the name of a rule of gomoku such as `renju`; Go if absent",
    ),
    field("moves", "MOVES", "the moves of the game; required"),
    field(
        "initialStones",
        "STONES",
        "stones on the board before the first move",
    ),
    field(
        "initialPlayer",
        "PLAYER",
        "the side to move at turn 0; that of the first move if absent",
    ),
    field(
        "rules",
        "RULES",
        "Go: a name or an object as in `kata-set-rules`, required; gomoku: the name of a rule, that of `game` or freestyle if absent",
    ),
    field(
        "komi",
        "NUMBER",
        "half points from -400 to 400; 7.5 if absent, 6.5 with territory scoring, 7 with a button",
    ),
    field(
        "whiteHandicapBonus",
        "TEXT",
        "`0`, `N` or `N-1`: points for white, for N handicap stones",
    ),
    field("boardXSize", "N", "columns; required in Go"),
    field("boardYSize", "N", "rows; required in Go"),
    field(
        "analyzeTurns",
        "LIST",
        "the turns to analyze, one reply for each: 0 is the position before the first move; the last one if absent",
    ),
    field(
        "maxVisits",
        "N",
        "limit of visits, from 1 to 2^50; in gomoku and Othello of nodes",
    ),
    field("maxTime", "SECONDS", "limit of time"),
    field("maxDepth", "PLIES", "limit of depth, in gomoku and Othello"),
    field(
        "level",
        "LEVEL",
        "play at this level, such as `\"5k\"` or 1500, and reply its move; full strength if absent",
    ),
    field(
        "minMoves",
        "N",
        "value at least so many moves, in gomoku and Othello; 1 if absent",
    ),
    field(
        "analysisPVLen",
        "N",
        "the longest principal variation, not counting its first move; 15 if absent",
    ),
    field(
        "rootFpuReductionMax",
        "NUMBER",
        "from 0 to 2: first-play urgency (FPU) reduction at the root",
    ),
    field(
        "rootPolicyTemperature",
        "NUMBER",
        "from 0.01 to 100: above 1 the search tries more moves",
    ),
    field(
        "overrideSettings",
        "OBJECT",
        "settings for this query alone, by KataGo's names of parameters",
    ),
    field(
        "avoidMoves",
        "LIST",
        "objects with `player`, `moves` and `untilDepth`: moves not to try in so many plies",
    ),
    field(
        "allowMoves",
        "LIST",
        "the same, at most one for each player: try no other moves",
    ),
    field(
        "includeOwnership",
        "BOOLEAN",
        "reply `ownership`: the expected owner of each point",
    ),
    field(
        "includeOwnershipStdev",
        "BOOLEAN",
        "reply `ownershipStdev`: its standard deviation over the tree",
    ),
    field(
        "includeMovesOwnership",
        "BOOLEAN",
        "reply `ownership` for each move",
    ),
    field(
        "includeMovesOwnershipStdev",
        "BOOLEAN",
        "reply `ownershipStdev` for each move",
    ),
    field(
        "includePolicy",
        "BOOLEAN",
        "reply `policy`: the network's prior of each point, then of the pass; -1 for illegal moves",
    ),
    field(
        "includePVVisits",
        "BOOLEAN",
        "reply `pvVisits` and `pvEdgeVisits` for each move",
    ),
    field(
        "includeNoResultValue",
        "BOOLEAN",
        "reply `noResultValue` for each move",
    ),
    field(
        "reportDuringSearchEvery",
        "SECONDS",
        "reply during the search too, with `isDuringSearch` true",
    ),
    field(
        "firstReportDuringSearchAfter",
        "SECONDS",
        "the time of the first such reply",
    ),
    field(
        "priority",
        "N",
        "turns of higher priority come first; 0 if absent",
    ),
    field(
        "priorities",
        "LIST",
        "a priority for each of `analyzeTurns`",
    ),
    field("action", "TEXT", "an action instead of an analysis"),
    field("terminateId", "TEXT", "the id of the queries to end"),
    field(
        "turnNumbers",
        "LIST",
        "the turns to end; all of them if absent",
    ),
];

/// The actions.
pub static ACTIONS: [QueryField; 5] = [
    field(
        "query_version",
        "",
        "reply `version`, the release of KataGo whose protocol this is, and `engineVersion`",
    ),
    field("query_models", "", "reply `models`, the networks in use"),
    field("clear_cache", "", "forget the evaluations of positions"),
    field(
        "terminate",
        "",
        "end the queries with the id `terminateId`: those under way reply what they have, the others `noResults`",
    ),
    field("terminate_all", "", "end all queries"),
];

/// Returns the fields of an object that have no meaning in a query about the game `G`.
pub fn unknown_fields<G: AnalysisGame>(object: &Object) -> impl Iterator<Item = &str> {
    let is_known = |name: &str| {
        let mut fields = QUERY_FIELDS.iter().chain(G::FIELDS);
        fields.any(|field| field.name == name)
    };
    let names = object.keys().map(String::as_str);
    names.filter(move |name| !is_known(name))
}
