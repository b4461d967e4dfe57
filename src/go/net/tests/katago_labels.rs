//! Evaluations compared with KataGo's, where its networks are at hand.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use crate::board::{Move, Point, Size};
use crate::net::evaluation::Evaluation;
use crate::net::evaluator::Evaluator;
use crate::net::features::Features;
use crate::net::history::GameHistory;
use crate::net::human_profile::HumanProfile;
use crate::net::network::Network;
use crate::net::symmetry::Symmetry;
use crate::rules::{Komi, Position, Rules};
use tengen_engine::cpu::Level;
use tengen_engine::game::{Color, Position as _};
use tengen_testing::test_data;

/// The network that labeled positions for convolutional networks.
pub(in crate::net) const TEACHER: &str = "g170-b6c96-s175395328-d26788732";

/// Share of the optimistic policy in the labels, KataGo's at the root.
pub(in crate::net) const OPTIMISM: f32 = 0.2;

/// Tolerated differences from KataGo's numbers; its own backends differ from each other by as much.
pub(in crate::net) struct Tolerance {
    share: f64,
    ownership: f64,
    /// Tolerance for scores in points, if larger than `share` times the score.
    points: f64,
}

pub(in crate::net) const OF_CONVOLUTIONS: Tolerance = Tolerance {
    share: 0.002,
    ownership: 0.002,
    points: 0.002,
};

pub(in crate::net) const OF_TRANSFORMERS: Tolerance = Tolerance {
    share: 0.002,
    ownership: 0.004,
    points: 0.05,
};

pub(super) fn teacher() -> Option<Arc<Network>> {
    published(TEACHER)
}

/// A published network, if it is in the folder `TENGEN_NETS` or next to the project.
pub(in crate::net) fn published(name: &str) -> Option<Arc<Network>> {
    let default = test_data::project().join("../shared/nets");
    let folder = std::env::var_os("TENGEN_NETS").map_or(default, PathBuf::from);
    let path = folder.join(format!("{name}.bin.gz"));
    if !path.exists() {
        eprintln!(
            "{} is not there: nothing is compared with KataGo",
            path.display()
        );
        return None;
    }
    Some(Arc::new(Network::open(&path).unwrap()))
}

pub(in crate::net) fn history(line: &Value) -> GameHistory {
    let side = |key: &str| line[key].as_u64().unwrap() as u32;
    let size = Size::new(side("width"), side("height")).unwrap();
    let rules: Rules = line["rules_json"].to_string().parse().unwrap();
    let komi = Komi::from_points(line["komi"].as_f64().unwrap()).unwrap();
    let mut history = GameHistory::new(Position::new(size, rules, komi));
    for mv in line["moves"].as_array().unwrap() {
        let color = color(&mv[0]);
        history
            .play(color, read_move(mv[1].as_str().unwrap()))
            .unwrap();
    }
    if history.position().to_move() != color(&line["to_move"]) {
        history.turn_over();
    }
    history
}

fn color(value: &Value) -> Color {
    match value.as_str().unwrap() {
        "b" => Color::Black,
        _ => Color::White,
    }
}

fn read_move(text: &str) -> Move {
    if text.eq_ignore_ascii_case("pass") {
        return Move::Pass;
    }
    let letter = text.as_bytes()[0];
    let column = letter - b'A' - u8::from(letter > b'I');
    let row: u8 = text[1..].parse().unwrap();
    Move::Place(Point::new(column, row - 1))
}

fn numbers(value: &Value) -> Vec<Option<f64>> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(Value::as_f64)
        .collect()
}

/// Compares an evaluation with KataGo's. Returns the largest difference in units of the tolerance, and its name.
pub(in crate::net) fn compare(
    ours: &Evaluation,
    raw: &Value,
    tolerance: &Tolerance,
) -> (f64, String) {
    let mut worst = (0.0, String::new());
    let mut see = |name: String, ours: f64, theirs: f64, tolerated: f64| {
        let distance = (ours - theirs).abs() / tolerated;
        if distance > worst.0 || distance.is_nan() {
            worst = (distance, name);
        }
    };
    let theirs = |key: &str| raw[key].as_f64().unwrap();
    let share = tolerance.share;
    see("win".into(), ours.white_win, theirs("whiteWin"), share);
    see("loss".into(), ours.white_loss, theirs("whiteLoss"), share);
    see(
        "no result".into(),
        ours.no_result,
        theirs("noResult"),
        share,
    );
    let numbers = [
        ("whiteLead", Some(ours.white_lead)),
        ("whiteScoreSelfplay", Some(ours.white_score)),
        ("whiteScoreSelfplaySq", Some(ours.white_score_squared)),
        ("varTimeLeft", ours.time_left),
        ("shorttermWinlossError", ours.value_error),
        ("shorttermScoreError", ours.score_error),
    ];
    for (key, ours) in numbers {
        // Numbers are printed with three decimals and grow with the board. -1 means unknown.
        let theirs = theirs(key);
        let tolerated = tolerance.points.max(share * theirs.abs());
        see(key.into(), ours.unwrap_or(-1.0), theirs, tolerated);
    }
    let policy = self::numbers(&raw["policy"]);
    assert_eq!(policy.len(), ours.policy.points.len());
    for (i, (&ours, theirs)) in ours.policy.points.iter().zip(policy).enumerate() {
        assert_eq!(ours.is_some(), theirs.is_some(), "legality of point {i}");
        if let (Some(ours), Some(theirs)) = (ours, theirs) {
            see(format!("policy {i}"), ours.into(), theirs, share);
        }
    }
    let pass = f64::from(ours.policy.pass);
    see("pass".into(), pass, theirs("policyPass"), share);
    let ownership = self::numbers(&raw["whiteOwnership"]);
    assert_eq!(ownership.len(), ours.white_ownership.len());
    for (i, (&ours, theirs)) in ours.white_ownership.iter().zip(ownership).enumerate() {
        let name = format!("ownership {i}");
        see(name, ours.into(), theirs.unwrap(), tolerance.ownership);
    }
    worst
}

/// Checks labeled evaluations with the best instruction set, and every fourth with the others too, which take most of the
/// time.
#[track_caller]
fn check_labels(network: &Arc<Network>, labels: &[Value], tolerance: &Tolerance) {
    for (index, line) in labels.iter().enumerate() {
        let history = history(line);
        let profile = line["profile"].as_str().map(|name| name.parse().unwrap());
        let levels = match index % 4 {
            0 => Level::available(),
            _ => vec![Level::detect()],
        };
        for level in levels {
            let ours = evaluate_for(network, &history, profile, level);
            let (worst, name) = compare(&ours, &line["raw"], tolerance);
            let (id, level, file) = (&line["id"], level.name(), network.file());
            assert!(
                worst <= 1.0,
                "{file}, position {id}, {level}: {name} is off by {worst} times what is tolerated"
            );
        }
    }
}

/// Evaluates a position for the players of a profile.
fn evaluate_for(
    network: &Arc<Network>,
    history: &GameHistory,
    profile: Option<HumanProfile>,
    isa: Level,
) -> Evaluation {
    let mut features = Features::new(history, network.model().inputs);
    if let Some(profile) = profile {
        features.set_profile(&profile, history.position());
    }
    let size = history.position().board().size();
    let mut evaluator = Evaluator::new(network, size, 1, isa);
    evaluator.set(0, &features, Symmetry::default());
    evaluator.evaluate(1);
    Evaluation::new(history, evaluator.output(0), OPTIMISM)
}

#[test]
fn evaluations_of_the_teacher_are_those_of_katago() {
    let Some(network) = teacher() else {
        return;
    };
    let labels = test_data::lines("katago_raw_nn.jsonl");
    check_labels(&network, &labels, &OF_CONVOLUTIONS);
}

#[test]
fn evaluations_of_transformers_are_those_of_katago() {
    let mut by_network: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in test_data::lines("katago_raw_nn_transformer.jsonl") {
        let name = line["net"].as_str().unwrap().to_owned();
        by_network.entry(name).or_default().push(line);
    }
    for (name, labels) in by_network {
        if let Some(network) = published(&name) {
            // These take longer than all other tests of the crate together.
            let halves = labels.chunks(labels.len().div_ceil(2));
            std::thread::scope(|scope| {
                for labels in halves {
                    scope.spawn(|| check_labels(&network, labels, &OF_TRANSFORMERS));
                }
            });
        }
    }
}

#[test]
fn evaluations_for_players_of_every_kind_are_those_of_katago() {
    let path = test_data::project().join("protocol-tests/nets/human.txt.gz");
    let network = Network::open(&path).unwrap();
    assert!(network.uses_profile());
    let network = Arc::new(network);
    let labels = test_data::samples("katago_human.jsonl");
    assert!(labels.len() > 40);
    check_labels(&network, &labels, &OF_CONVOLUTIONS);
}
