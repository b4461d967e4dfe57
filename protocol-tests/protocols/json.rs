//! Conversations in KataGo's analysis protocol.

use std::time::Instant;

use crate::engine::{AT_ONCE, Engine};
use crate::transcript::{Sending, run_all};

/// Replies come in the order in which analyses finish, so the output depends on the waiting here.
#[test]
fn transcripts() {
    run_all("analysis", &[Sending::Waiting]);
}

fn start(args: &[&str]) -> Engine {
    Engine::start(&[&["analysis"], args].concat())
}

/// A query about an empty 5x5 board.
fn query(id: &str, visits: u64, more: &str) -> String {
    format!(
        "{{\"id\":\"{id}\",\"moves\":[],\"rules\":\"tromp-taylor\",\"boardXSize\":5,\"boardYSize\":5,\"maxVisits\":{visits}{more}}}\n"
    )
}

/// Ends the conversation and checks that stderr holds only the start message.
fn finish(engine: Engine) {
    let ending = engine.finish();
    assert_eq!(ending.stderr, "Started, ready to begin handling requests");
    assert!(
        ending.status.success() && ending.rest.is_empty(),
        "{ending:?}"
    );
}

/// Reads `count` final replies. Returns their ids, and the number of other replies.
fn final_ids(engine: &mut Engine, count: usize) -> (Vec<String>, usize) {
    let (mut ids, mut others) = (Vec::new(), 0);
    while ids.len() < count {
        let line = engine.read_line().unwrap();
        let reply: serde_json::Value = serde_json::from_str(&line).unwrap();
        match reply["isDuringSearch"].as_bool() {
            Some(false) => ids.push(reply["id"].as_str().unwrap().to_owned()),
            _ => others += 1,
        }
    }
    (ids, others)
}

#[test]
fn ten_thousand_pipelined_queries_are_answered_once_each() {
    const QUERIES: usize = 10_000;
    let mut engine = start(&[]);
    let text: String = (0..QUERIES)
        .map(|number| query(&number.to_string(), 1, ""))
        .collect();
    engine.write(text);
    engine.close_input();
    let (mut ids, others) = final_ids(&mut engine, QUERIES);
    ids.sort_by_key(|id| id.parse::<usize>().unwrap());
    let expected: Vec<String> = (0..QUERIES).map(|number| number.to_string()).collect();
    assert_eq!((ids, others), (expected, 0));
    finish(engine);
}

#[test]
fn a_line_of_twenty_megabytes_is_a_query_and_one_beyond_all_bounds_an_error() {
    let mut engine = start(&[]);
    let long = "x".repeat(20_000_000);
    engine.write(query("long", 1, &format!(",\"comment\":\"{long}\"")));
    // The warning about the field without a meaning comes first.
    assert_eq!(final_ids(&mut engine, 1), (vec!["long".to_owned()], 1));
    engine.write(format!("{}\n", "x".repeat(40_000_000)));
    let error = engine.read_line();
    assert_eq!(
        error.as_deref(),
        Ok("{\"error\":\"Request line is too long\"}")
    );
    engine.write(query("after", 1, ""));
    assert_eq!(final_ids(&mut engine, 1), (vec!["after".to_owned()], 0));
    engine.close_input();
    finish(engine);
}

#[test]
fn a_query_reports_during_its_search_and_once_at_its_end() {
    let mut engine = start(&[]);
    engine.write(query("a", 1 << 40, ",\"reportDuringSearchEvery\":0.01"));
    for _ in 0..3 {
        let line = engine.read_line().unwrap();
        assert!(line.contains("\"isDuringSearch\":true"), "{line}");
    }
    let began = Instant::now();
    engine.send("{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"a\"}");
    assert_eq!(final_ids(&mut engine, 1).0, ["a"]);
    assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
    engine.close_input();
    finish(engine);
}

#[test]
fn quitting_without_waiting_leaves_the_queue_at_the_end_of_the_input() {
    let mut engine = start(&["-quit-without-waiting"]);
    engine.write(query("a", 1 << 40, ""));
    engine.send("{\"id\":\"v\",\"action\":\"query_version\"}");
    assert!(engine.read_line().unwrap().contains("\"version\""));
    let began = Instant::now();
    engine.close_input();
    finish(engine);
    assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
}

#[test]
fn several_positions_are_analyzed_at_a_time() {
    let mut engine = start(&["-analysis-threads", "2"]);
    engine.write(query("long", 1 << 40, ""));
    engine.write(query("short", 1, ""));
    assert_eq!(final_ids(&mut engine, 1).0, ["short"]);
    engine.send("{\"id\":\"t\",\"action\":\"terminate_all\"}");
    assert_eq!(final_ids(&mut engine, 1).0, ["long"]);
    engine.close_input();
    finish(engine);
}
