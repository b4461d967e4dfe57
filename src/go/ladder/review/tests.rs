//! Events of small games, and of the labeled games.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::*;
use crate::engine::game::Color;
use crate::go::board::point::Size;
use crate::records::sgf::{Point as SgfPoint, SgfGame, SgfStep};
use crate::testing::test_data;

/// Returns the events of a game as the labeled games have them.
fn labeled(game: &SgfGame, min_stones: usize) -> Vec<Value> {
    let size = Size::square(game.info.width.into()).unwrap();
    let at = |p: SgfPoint| Point::new(p.column, size.height() - 1 - p.row);
    let mut review = GameReview::new(&Board::new(size), min_stones);
    for step in &game.steps {
        match step {
            SgfStep::Setup(setup) => {
                let black = setup.black.iter().map(|&p| (Color::Black, at(p)));
                let white = setup.white.iter().map(|&p| (Color::White, at(p)));
                let stones: Vec<(Color, Point)> = black.chain(white).collect();
                review.set_position(&Board::with_stones(size, &stones).unwrap());
            }
            &SgfStep::Move(color, point) => {
                review.play(color, point.map_or(Move::Pass, |p| Move::Place(at(p))));
            }
        }
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
        for event in wanted.difference(&told) {
            panic!("{id}: not told: {event}");
        }
        for event in told.difference(&wanted) {
            assert!(free.contains(event), "{id}: told: {event}");
        }
    }
}
