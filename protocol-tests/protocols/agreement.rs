//! Requests in both GTP and JSON analysis, which both either accept or refuse.

use serde_json::{Value, json};

use crate::engine::Engine;

/// A request in both protocols.
struct Request {
    /// Lines of GTP. The reply to the last one shows whether the request is accepted.
    gtp: Vec<String>,
    /// Fields of a query.
    json: Value,
}

impl Request {
    /// Whether GTP accepts the request in this game, and whether JSON does.
    fn takers(&self, game: &str) -> (bool, bool) {
        let mut engine = Engine::start(&["--game", game, "--model", "none", "--visits", "2"]);
        engine.write(self.gtp.join("\n") + "\nquit\n");
        let replies = engine.finish().rest;
        // The last reply is the one to `quit`.
        let replies: Vec<&String> = replies
            .iter()
            .filter(|line| line.starts_with(['=', '?']))
            .collect();
        assert_eq!(replies.len(), self.gtp.len() + 1, "{:?}", self.gtp);
        let by_gtp = replies[self.gtp.len() - 1].starts_with('=');
        let mut query = json!({ "id": "a", "game": game, "maxVisits": 2, "moves": [] });
        if game == "go" {
            query["rules"] = json!("tromp-taylor");
            query["boardXSize"] = json!(5);
            query["boardYSize"] = json!(5);
        }
        for (name, value) in self.json.as_object().unwrap() {
            query[name] = value.clone();
        }
        let mut analysis = Engine::start(&["analysis", "--model", "none"]);
        analysis.write(format!("{query}\n"));
        let reply = analysis.finish().rest.join("\n");
        let reply: Value = serde_json::from_str(&reply).unwrap();
        (by_gtp, reply["error"].is_null())
    }

    #[track_caller]
    fn assert_taken(&self, game: &str, expected: bool) {
        let takers = self.takers(game);
        assert_eq!(takers, (expected, expected), "{:?} {}", self.gtp, self.json);
    }
}

#[test]
fn rules_of_go() {
    for (rules, expected) in [
        ("japanese", true),
        ("tromp-taylor", true),
        ("koPOSITIONALscoreAREAtaxNONEsui0", true),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", true),
        ("koSITUATIONALscoreAREAtaxALLsui1button1whbN-1", true),
        ("koPOSITIONALscoreAREAtaxNONE", true),
        ("koNEVERscoreAREAtaxNONEsui0", false),
        ("chess", false),
        (
            r#"{"ko":"SIMPLE","scoring":"AREA","tax":"NONE","suicide":false}"#,
            true,
        ),
        (r#"{"ko":"NEVER"}"#, false),
    ] {
        let in_json = serde_json::from_str(rules).unwrap_or_else(|_| json!(rules));
        let request = Request {
            gtp: vec!["boardsize 5".to_owned(), format!("kata-set-rules {rules}")],
            json: json!({ "rules": in_json }),
        };
        request.assert_taken("go", expected);
    }
}

#[test]
fn spellings_of_a_pass() {
    for (pass, expected) in [
        ("pass", true),
        ("PASS", true),
        ("pa", true),
        ("ps", true),
        ("--", true),
        ("tt", true),
        ("passed", false),
        ("-", false),
    ] {
        let request = Request {
            gtp: vec!["boardsize 5".to_owned(), format!("play b {pass}")],
            json: json!({ "moves": [["b", pass]] }),
        };
        request.assert_taken("go", expected);
        // Black has no move and must pass.
        let stones = [("w", "a1"), ("b", "a2")];
        let squares = format!("O-------X{}", "-".repeat(55));
        let request = Request {
            gtp: vec![
                format!("set_position {squares} X"),
                format!("play b {pass}"),
            ],
            json: json!({ "initialStones": stones, "initialPlayer": "b", "moves": [["b", pass]] }),
        };
        request.assert_taken("othello", expected);
    }
}

#[test]
fn restrictions_that_leave_a_move_or_none() {
    for (game, restriction, points, expected) in [
        ("go", "avoid", "a1", true),
        ("go", "allow", "a1,c3", true),
        ("go", "allow", "c3", false),
        ("gomoku", "allow", "h8,j8", true),
        ("gomoku", "allow", "c3", false),
        ("othello", "allow", "f5,a1", true),
        ("othello", "allow", "a1", false),
        ("othello", "avoid", "c4,d3,e6,f5", false),
    ] {
        // In Go and gomoku a stone occupies c3. In Othello the first move is restricted.
        let moves = match game {
            "othello" => json!([]),
            _ => json!([["b", "c3"]]),
        };
        let color = if game == "othello" { "b" } else { "w" };
        let mut gtp: Vec<String> = match game {
            "go" => vec!["boardsize 5".to_owned(), "play b c3".to_owned()],
            "gomoku" => vec!["play b c3".to_owned()],
            _ => Vec::new(),
        };
        gtp.push(format!(
            "kata-analyze {color} {restriction} {color} {points} 1"
        ));
        let points: Vec<&str> = points.split(',').collect();
        let list = json!([{ "player": color, "moves": points, "untilDepth": 1 }]);
        let request = Request {
            gtp,
            json: json!({ "moves": moves, format!("{restriction}Moves"): list }),
        };
        request.assert_taken(game, expected);
    }
}

/// The score of a finished board, in GTP and in JSON analysis, if black placed two stones before white's first move.
fn scores_with_played_handicap(counts: bool) -> (String, f64) {
    const KEY: &str = "assumeMultipleStartingBlackMovesAreHandicap";
    let walls = [
        ("b", "b1"),
        ("b", "b2"),
        ("w", "d1"),
        ("b", "b3"),
        ("w", "d2"),
        ("b", "b4"),
        ("w", "d3"),
        ("b", "b5"),
        ("w", "d4"),
        ("b", "c5"),
        ("w", "d5"),
    ];
    let rules =
        r#"{"ko":"SIMPLE","scoring":"AREA","tax":"NONE","suicide":false,"whiteHandicapBonus":"N"}"#;
    let mut engine = Engine::start(&["--model", "none"]);
    let mut lines =
        format!("boardsize 5\nkata-set-rules {rules}\nkomi 0\nkata-set-param {KEY} {counts}\n");
    for (color, at) in walls {
        lines += &format!("play {color} {at}\n");
    }
    engine.write(lines + "play b pass\nplay w pass\nget_handicap\nfinal_score\nquit\n");
    let replies = engine.finish().rest;
    let replies: Vec<&String> = replies.iter().filter(|line| line.len() > 2).collect();
    let handicap = if counts { "= 2" } else { "= 0" };
    assert_eq!(replies[replies.len() - 2], handicap);
    let mut analysis = Engine::start(&[
        "analysis",
        "--model",
        "none",
        "--override-config",
        &format!("{KEY}={counts}"),
    ]);
    let query = json!({
        "id": "a", "moves": walls, "rules": serde_json::from_str::<Value>(rules).unwrap(), "komi": 0,
        "boardXSize": 5, "boardYSize": 5, "maxVisits": 500,
    });
    analysis.write(format!("{query}\n"));
    let reply: Value = serde_json::from_str(&analysis.finish().rest.join("\n")).unwrap();
    let lead = reply["rootInfo"]["scoreLead"].as_f64().unwrap();
    (replies[replies.len() - 1].clone(), lead)
}

#[test]
fn handicap_by_plays() {
    // Black has 11 points, white 10 and two stones.
    let (with, lead_with) = scores_with_played_handicap(true);
    let (without, lead_without) = scores_with_played_handicap(false);
    assert_eq!((with.as_str(), without.as_str()), ("= W+1", "= B+1"));
    assert!(
        (lead_with - lead_without).abs() > 1.0,
        "{lead_with} {lead_without}"
    );
}
