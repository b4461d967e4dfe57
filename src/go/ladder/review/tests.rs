//! Events of small games and of the labeled games.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::*;
use crate::testing::go_records;
use tengen_records::sgf::SgfGame;
use tengen_testing::test_data;

/// Returns the events of a game in the format of the labeled games.
fn labeled(game: &SgfGame, min_stones: usize) -> Vec<Value> {
    let start = go_records::start(game);
    let size = start.size();
    let mut review = GameReview::new(&start, min_stones);
    for (color, mv) in go_records::moves(game) {
        review.play(color, mv);
    }
    let event = |event: LadderEvent| {
        let chain = event
            .chain
            .iter()
            .map(|point| [point.column(), size.height() - 1 - point.row()]);
        json!({
            "move": event.number,
            "color": event.color.to_string(),
            "event": event.kind.name(),
            "chain": chain.collect::<Vec<_>>(),
        })
    };
    review.into_events().into_iter().map(event).collect()
}

#[test]
fn labeled_games_have_their_events_and_no_other() {
    for line in test_data::lines("ladder_review.jsonl") {
        let game = SgfGame::from_text(line["sgf"].as_str().unwrap()).unwrap();
        let set = |name: &str| -> HashSet<String> {
            let events = line[name].as_array().unwrap();
            events.iter().map(Value::to_string).collect()
        };
        let (wanted, free) = (set("events"), set("open"));
        let told: HashSet<String> = labeled(&game, 1).iter().map(Value::to_string).collect();
        let id = &line["id"];
        let not_told: Vec<&String> = wanted.difference(&told).collect();
        assert!(not_told.is_empty(), "{id}: not told: {not_told:?}");
        for event in told.difference(&wanted) {
            assert!(free.contains(event), "{id}: told: {event}");
        }
    }
}

#[test]
fn small_chains_are_left_out() {
    let line = &test_data::samples("ladder_review.jsonl")[1];
    let game = SgfGame::from_text(line["sgf"].as_str().unwrap()).unwrap();
    let all = labeled(&game, 1);
    let large = |event: &&Value| event["chain"].as_array().unwrap().len() >= 3;
    let wanted: Vec<&Value> = all.iter().filter(large).collect();
    assert!(!wanted.is_empty() && wanted.len() < all.len());
    assert_eq!(labeled(&game, 3).iter().collect::<Vec<_>>(), wanted);
}
