//! KataGo's analysis protocol: for any line, a query ends with either one error or one final reply per turn, and any
//! other line with one error.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bolero::Driver;
use serde_json::{Value, json};
use tengen_protocol::analysis::field_table::{FieldKind, QueryField, query_fields};
use tengen_protocol::analysis::{ACTIONS, AnalysisFront, AnalysisOptions};
use tengen_protocol::katago::KataGoConfig;

use crate::conversation::{Client, hold, options, stretch};
use crate::corpus;
use crate::dice::{Dice, NASTY, spoil};
use crate::target::{self, Target};

const MOST_MEMORY: usize = 256 << 20;

struct Json;

#[test]
fn json() {
    target::run::<Json>();
}

impl Target for Json {
    const CORPUS: &'static str = "json";
    const SHARE: f64 = 3.0;
    const MOST_MEMORY: usize = MOST_MEMORY;

    fn draw<D: Driver>(dice: &mut Dice<'_, D>) -> Vec<u8> {
        static SEEDS: LazyLock<Vec<(String, Vec<u8>)>> =
            LazyLock::new(|| corpus::files(Json::CORPUS));
        let mut text = Vec::new();
        while dice.goes_on(12 * stretch()) {
            let mut line = match dice.once_in(12) {
                true => corpus::pick(dice, &SEEDS),
                false => object(dice).to_string().into_bytes(),
            };
            if dice.once_in(6) {
                spoil(dice, &mut line);
            }
            text.extend(line);
            text.push(b'\n');
        }
        text
    }

    fn check(input: &[u8]) {
        let mut input = input.to_vec();
        // With any limits, the query ends.
        input.extend(b"\n{\"id\":\"end\",\"action\":\"terminate_all\"}\n");
        let arguments = ["analysis", "-model", "none", "-analysis-threads", "2"];
        let heard = hold(Client::hasty(&input), &arguments, |waker| {
            Ok(Box::new(AnalysisFront::new(
                AnalysisOptions {
                    options: options(),
                    quits_without_waiting: false,
                    config: KataGoConfig {
                        analysis_threads: Some(2),
                        ..KataGoConfig::default()
                    },
                },
                waker,
            )))
        });
        let heard = String::from_utf8(heard).expect("replies that are text");
        check(&String::from_utf8_lossy(&input), &heard)
            .unwrap_or_else(|error| panic!("{error}\n{heard}"));
    }
}

/// Draws an object with fields of the table, most of them with suitable values.
fn object<D: Driver>(dice: &mut Dice<'_, D>) -> Value {
    let game = *dice.pick(&["go", "go", "gomoku", "renju", "othello", "chess"]);
    let side = 2 + dice.below(8);
    let mut object = json!({
        "id": dice.below(6).to_string(),
        "game": game,
        "moves": moves(dice),
        "maxVisits": 1 + dice.below(4),
    });
    if game == "go" {
        object["rules"] = json!(*dice.pick(&["tromp-taylor", "japanese", "x"]));
        object["boardXSize"] = json!(side);
        object["boardYSize"] = json!(if dice.once_in(4) { 5 } else { side });
    }
    if dice.once_in(10) {
        object["action"] = json!(dice.pick(&ACTIONS).name);
    }
    while dice.goes_on(3) {
        let fields: Vec<&QueryField> = query_fields().collect();
        let field = *dice.pick(&fields);
        object[field.name] = value(dice, field);
    }
    object
}

/// Draws a value that the row of a field accepts, or any other.
fn value<D: Driver>(dice: &mut Dice<'_, D>, field: &QueryField) -> Value {
    if dice.once_in(4) {
        return match dice.below(6) {
            0 => Value::Null,
            1 => json!({}),
            2 => json!([dice.below(3)]),
            3 => json!(1e300),
            4 => json!(-1),
            _ => json!(*dice.pick(&NASTY)),
        };
    }
    if let FieldKind::Integer(range, _) = &field.kind {
        let number = *range.start() + dice.below(30) as i64;
        return json!(number.min(*range.end()));
    }
    match field.values() {
        "N" => json!(1 + dice.below(30)),
        "NUMBER" => json!(dice.below(9) as f64 / 4.0),
        "SECONDS" => json!(0.001 + dice.below(4) as f64),
        "BOOLEAN" => json!(dice.once_in(2)),
        "PLAYER" => json!(*dice.pick(&["b", "W", "white", "x"])),
        "MOVES" | "STONES" => moves(dice),
        "LIST" => (0..dice.below(4)).map(|_| json!(dice.below(4))).collect(),
        "OBJECT" => json!({"maxTime": 1, "wideRootNoise": 0.04, "x": 1}),
        _ => json!(*dice.pick(&NASTY)),
    }
}

fn moves<D: Driver>(dice: &mut Dice<'_, D>) -> Value {
    let mut moves = Vec::new();
    while dice.goes_on(4) {
        let player = if moves.len() % 2 == 0 { "B" } else { "W" };
        let column = char::from(b"ABCDEFGHJ"[dice.below(9)]);
        let point = match dice.below(10) {
            0 => "pass".to_owned(),
            1 => format!("({},{})", dice.below(6), dice.below(6)),
            2 => (*dice.pick(&NASTY)).to_owned(),
            _ => format!("{column}{}", 1 + dice.below(9)),
        };
        moves.push(json!([player, point]));
    }
    Value::Array(moves)
}

/// The sums that the replies to one id have to match.
#[derive(Debug, Default)]
struct Account {
    /// Queries and actions with this id.
    queries: usize,
    errors: usize,
    echoes: usize,
    finals: usize,
    /// Turns of all these queries.
    turns: usize,
    /// Queries without turns, which get no reply.
    silent: usize,
}

fn check(input: &str, heard: &str) -> Result<(), String> {
    let mut malformed = 0;
    let mut accounts: BTreeMap<String, Account> = BTreeMap::new();
    for line in input
        .split(['\n', '\r'])
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let object: Option<Value> = serde_json::from_str(line).ok();
        let id = object.as_ref().and_then(|object| object["id"].as_str());
        let (Some(id), Some(object)) = (id, &object) else {
            malformed += 1;
            continue;
        };
        let account = accounts.entry(id.to_owned()).or_default();
        account.queries += 1;
        let turns = object["analyzeTurns"].as_array().map_or(1, Vec::len);
        account.turns += turns;
        account.silent += usize::from(turns == 0);
    }
    for line in heard.lines() {
        let reply: Value =
            serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))?;
        if !reply.is_object() {
            return Err(format!("a reply that is no object: {line}"));
        }
        let Some(id) = reply["id"].as_str() else {
            if reply["error"].is_string() {
                malformed -= 1;
                continue;
            }
            return Err(format!("a reply without an id: {line}"));
        };
        let account = accounts
            .get_mut(id)
            .ok_or_else(|| format!("a reply to nobody: {line}"))?;
        match reply["isDuringSearch"].as_bool() {
            Some(false) => account.finals += 1,
            Some(true) => {}
            None if reply["error"].is_string() => account.errors += 1,
            None if reply["warning"].is_string() => {}
            None => account.echoes += 1,
        }
    }
    if malformed != 0 {
        return Err(format!("{malformed} lines without an error"));
    }
    for (id, account) in accounts {
        let answered = account.errors + account.echoes;
        let least = account.queries.saturating_sub(answered + account.silent);
        if answered > account.queries || !(least..=account.turns).contains(&account.finals) {
            return Err(format!("id {id}: {account:?}"));
        }
    }
    Ok(())
}
