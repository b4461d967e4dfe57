//! Compares evaluations with KataGo's, if the network is available, and with the slow reference.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::Value;

use super::FORMAT_VERSIONS;
use super::evaluation::Evaluation;
use super::evaluator::Evaluator;
use super::features::Features;
use super::history::GameHistory;
use super::human_profile::HumanProfile;
use super::model::Model;
use super::network::Network;
use super::symmetry::Symmetry;
use crate::board::{Move, Point, Size};
use crate::rules::{Komi, Position, Rules};
use crate::score;
use crate::testing::counted_games::CountedGame;
use crate::testing::net_reference;
use crate::testing::net_reference::Answer;
use crate::testing::net_sample;
use tengen_engine::cpu::{Bf16, Level};
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_testing::test_data;

/// The network that labeled positions for convolutional networks.
pub(super) const TEACHER: &str = "g170-b6c96-s175395328-d26788732";

/// Share of the optimistic policy in the labels, KataGo's at the root.
pub(super) const OPTIMISM: f32 = 0.2;

/// Tolerated differences from KataGo's numbers; its own backends differ from each other by as much.
pub(super) struct Tolerance {
    share: f64,
    ownership: f64,
    /// Tolerance for scores in points, if larger than `share` times the score.
    points: f64,
}

pub(super) const OF_CONVOLUTIONS: Tolerance = Tolerance {
    share: 0.002,
    ownership: 0.002,
    points: 0.002,
};

pub(super) const OF_TRANSFORMERS: Tolerance = Tolerance {
    share: 0.002,
    ownership: 0.004,
    points: 0.05,
};

#[test]
fn the_history_of_a_record_is_that_of_all_its_moves() {
    let size = Size::square(5).unwrap();
    let mut seed = Xoshiro256PlusPlus::seed_from_u64(3);
    for name in ["chinese", "japanese", "button"] {
        let rules: Rules = match name {
            "button" => Rules {
                has_button: true,
                ..Rules::DEFAULT
            },
            name => name.parse().unwrap(),
        };
        let mut record = Record::new(Position::new(size, rules, Komi::default()));
        let mut whole = GameHistory::new(record.position().clone());
        for _ in 0..300 {
            let color = record.position().to_move();
            let moves = record.position().legal_moves(color);
            let mv = match seed.next_u32() % 4 {
                0 => Move::Pass,
                number => moves[number as usize * 7919 % moves.len()],
            };
            record.play(color, mv).unwrap();
            whole.play(color, mv).unwrap();
            assert_eq!(GameHistory::of_record(&record).summary(), whole.summary());
        }
    }
}

fn teacher() -> Option<Arc<Network>> {
    published(TEACHER)
}

/// A published network, if it is in the folder `TENGEN_NETS` or next to the project.
pub(super) fn published(name: &str) -> Option<Arc<Network>> {
    let beside = test_data::project().join("../shared/nets");
    let folder = std::env::var_os("TENGEN_NETS").map_or(beside, PathBuf::from);
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

pub(super) fn history(line: &Value) -> GameHistory {
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
pub(super) fn compare(ours: &Evaluation, raw: &Value, tolerance: &Tolerance) -> (f64, String) {
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

fn evaluate(
    network: &Arc<Network>,
    history: &GameHistory,
    symmetry: Symmetry,
    isa: Level,
) -> Evaluation {
    let size = history.position().board().size();
    let mut evaluator = Evaluator::new(network, size, 1, isa);
    let features = Features::new(history, network.model().inputs);
    evaluator.set(0, &features, symmetry);
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

#[test]
fn players_are_imitated_by_the_side_to_move() {
    let network = Network::new("sample".to_owned(), net_sample::human_model(16, 3));
    let network = Arc::new(network);
    let history = random_situation(9, 7, 5, 1);
    let size = history.position().board().size();
    let features = |profile: Option<&str>| {
        let mut features = Features::new(&history, network.model().inputs);
        if let Some(profile) = profile {
            features.set_profile(&profile.parse().unwrap(), history.position());
        }
        features
    };
    let profiles = [
        None,
        Some("rank_9d"),
        Some("rank_1d_9k"),
        Some("preaz_9k_1d"),
        Some("proyear_1990"),
    ];
    let boards = profiles.map(features);
    let answers = boards
        .each_ref()
        .map(|board| net_reference::evaluate(network.model(), board));
    for level in Level::available() {
        let mut evaluator = Evaluator::new(&network, size, boards.len(), level);
        for (board, features) in boards.iter().enumerate() {
            evaluator.set(board, features, Symmetry::default());
        }
        evaluator.evaluate(boards.len());
        for (board, answer) in answers.iter().enumerate() {
            // The optimistic policy isn't used, regardless of its share.
            let output = evaluator.output(board);
            assert_eq!(output.policy(0, 0, 1.0), output.policy(0, 0, 0.0));
            assert_eq!(output.pass(1.0), output.pass(0.0));
            let answer = Answer {
                policy: vec![answer.policy[0].clone()],
                pass: vec![answer.pass[0]],
                value: answer.value.clone(),
                score: answer.score.clone(),
                ownership: answer.ownership.clone(),
            };
            let what = format!("{:?}, {}", profiles[board], level.name());
            compare_with_reference(&evaluator, board, &answer, &what);
        }
    }
    // Without a profile, players are amateurs of 9 dan. All other profiles give distinct evaluations.
    assert_eq!(answers[0].value, answers[1].value);
    for (board, answer) in answers.iter().enumerate().skip(1) {
        let others = answers[1..board].iter();
        assert!(others.into_iter().all(|other| other.value != answer.value));
    }
}

/// A position after random moves on a board of this size.
pub(super) fn random_situation(width: u32, height: u32, moves: usize, seed: u64) -> GameHistory {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let size = Size::new(width, height).unwrap();
    let komi = Komi::from_points(6.5).unwrap();
    let mut history = GameHistory::new(Position::new(size, Rules::TROMP_TAYLOR, komi));
    for _ in 0..moves {
        let position = history.position();
        let color = position.to_move();
        let moves = position.legal_moves(color);
        let choice = random.next_u64() as usize % moves.len();
        let mv = moves[choice];
        history.play(color, mv).unwrap();
    }
    history
}

/// Compares a board of an evaluator with the slow reference.
#[track_caller]
fn compare_with_reference(evaluator: &Evaluator, board: usize, answer: &Answer, what: &str) {
    let output = evaluator.output(board);
    let near = |ours: f32, theirs: f64, part: &str| {
        let distance = (f64::from(ours) - theirs).abs() / theirs.abs().max(1.0);
        assert!(
            distance < 1e-4,
            "{what}: {part} is {ours}, should be {theirs}"
        );
    };
    let (width, _) = evaluator.size();
    let second = answer.policy.len() > 1;
    for (i, &theirs) in answer.policy[0].iter().enumerate() {
        near(
            output.policy(i % width, i / width, 0.0),
            theirs,
            "the policy",
        );
        if second {
            let theirs = answer.policy[1][i];
            near(
                output.policy(i % width, i / width, 1.0),
                theirs,
                "the second policy",
            );
        }
        let theirs = answer.ownership[i];
        near(
            output.ownership(i % width, i / width),
            theirs,
            "the ownership",
        );
    }
    near(output.pass(0.0), answer.pass[0], "the pass");
    if second {
        near(output.pass(1.0), answer.pass[1], "the second pass");
    }
    for (ours, &theirs) in output.value().into_iter().zip(&answer.value) {
        near(ours, theirs, "the value");
    }
    assert_eq!(output.score().len(), answer.score.len());
    for (&ours, &theirs) in output.score().iter().zip(&answer.score) {
        near(ours, theirs, "the score");
    }
}

#[test]
fn every_block_with_every_instruction_set_agrees_with_the_slow_reference() {
    let sizes = [
        (3, 3),
        (4, 4),
        (5, 5),
        (3, 7),
        (9, 6),
        (9, 9),
        (13, 13),
        (19, 19),
    ];
    for (i, version) in FORMAT_VERSIONS.enumerate() {
        let (width, height) = sizes[i % sizes.len()];
        let model = net_sample::model(version, u64::from(version));
        let network = Arc::new(Network::new("sample".to_owned(), model));
        let boards: Vec<Features> = [0, width * height / 2, width * height]
            .map(|moves| {
                let history = random_situation(width, height, moves as usize, i as u64);
                Features::new(&history, network.model().inputs)
            })
            .into();
        let answers = boards
            .iter()
            .map(|board| net_reference::evaluate(network.model(), board));
        let answers: Vec<Answer> = answers.collect();
        let size = Size::new(width, height).unwrap();
        for level in Level::available() {
            let mut evaluator = Evaluator::new(&network, size, boards.len(), level);
            // Fewer boards first: an evaluation must not leave anything behind for the next.
            for count in [1, boards.len(), 2] {
                for (board, features) in boards.iter().enumerate().take(count) {
                    evaluator.set(board, features, Symmetry::default());
                }
                evaluator.evaluate(count);
                for (board, answer) in answers.iter().enumerate().take(count) {
                    let level = level.name();
                    let what = format!("version {version}, {width}x{height}, {level}");
                    compare_with_reference(&evaluator, board, answer, &what);
                }
            }
        }
    }
}

/// The logits of all points, the value and the score of the first board.
fn outputs(evaluator: &Evaluator) -> Vec<f32> {
    let output = evaluator.output(0);
    let (width, height) = evaluator.size();
    let points = (0..width * height).map(|i| output.policy(i % width, i / width, 0.0));
    points
        .chain(output.value())
        .chain(output.score().iter().copied())
        .collect()
}

type Create = fn(&Arc<Network>, Size, usize, Level) -> Evaluator;

#[test]
fn searches_round_the_products_of_transformers() {
    let history = random_situation(9, 9, 20, 1);
    let size = history.position().board().size();
    let evaluated = |network: &Arc<Network>, level, create: Create| {
        let mut evaluator = create(network, size, 3, level);
        let features = Features::new(&history, network.model().inputs);
        // Evaluate a second board first, so that memory is reused.
        for count in [2, 1] {
            for board in 0..count {
                evaluator.set(board, &features, Symmetry::default());
            }
            evaluator.evaluate(count);
        }
        outputs(&evaluator)
    };
    for (version, has_transformer) in [(11, false), (15, true), (17, true)] {
        let model = net_sample::model(version, 7);
        let network = Arc::new(Network::new("sample".to_owned(), model));
        for level in Level::available() {
            let exact = evaluated(&network, level, Evaluator::new);
            let rounded = evaluated(&network, level, Evaluator::for_search);
            let rounds = has_transformer && Bf16::new(level).is_some();
            assert_eq!(exact != rounded, rounds, "version {version}, {level}");
            for (&exact, &rounded) in exact.iter().zip(&rounded) {
                let distance = (exact - rounded).abs() / exact.abs().max(1.0);
                assert!(
                    distance < 0.05,
                    "version {version}, {level}: {rounded}, not rounded {exact}"
                );
            }
        }
    }
}

#[test]
fn transformers_without_wide_convolutions_are_packed_once_for_all_boards() {
    let mut model = net_sample::model(17, 3);
    let packed_once = |model: &Model| {
        let network = Network::new("sample".to_owned(), model.clone());
        network.tiles(9, 9) == network.tiles(19, 19)
    };
    assert!(!packed_once(&model));
    model.blocks.retain(|block| !block.has_wide_convolution());
    assert!(packed_once(&model));
    // Tiles of four points, on boards with sides three and nine.
    let network = Arc::new(Network::new("sample".to_owned(), model));
    for side in [3, 9] {
        let history = random_situation(side, side, 5, 1);
        let features = Features::new(&history, network.model().inputs);
        let size = Size::square(side).unwrap();
        let mut evaluator = Evaluator::new(&network, size, 1, Level::detect());
        evaluator.set(0, &features, Symmetry::default());
        evaluator.evaluate(1);
        let answer = net_reference::evaluate(network.model(), &features);
        compare_with_reference(&evaluator, 0, &answer, &format!("{side}x{side}"));
    }
}

#[test]
fn a_symmetry_transforms_the_inputs_and_the_outputs_back() {
    let model = net_sample::model(11, 5);
    let network = Arc::new(Network::new("sample".to_owned(), model));
    for (width, height) in [(5, 5), (6, 4)] {
        let history = random_situation(width, height, 9, 2);
        let features = Features::new(&history, network.model().inputs);
        let size = Size::new(width, height).unwrap();
        let mut evaluator = Evaluator::new(&network, size, 1, Level::detect());
        for symmetry in Symmetry::all() {
            let turned = features.turned(symmetry);
            evaluator.set(0, &turned, Symmetry::default());
            evaluator.evaluate(1);
            let plain: Vec<f32> = corners(&evaluator, symmetry);
            evaluator.set(0, &features, symmetry);
            evaluator.evaluate(1);
            assert_eq!(
                corners(&evaluator, Symmetry::default()),
                plain,
                "{symmetry:?}"
            );
        }
    }
}

/// The policy and the ownership at three points, seen in a symmetry.
fn corners(evaluator: &Evaluator, symmetry: Symmetry) -> Vec<f32> {
    let output = evaluator.output(0);
    let places = [(0, 0), (1, 0), (0, 1)].map(|(x, y)| symmetry.apply(evaluator.size(), x, y));
    let both = places.map(|(x, y)| [output.policy(x, y, 0.0), output.ownership(x, y)]);
    both.into_iter().flatten().collect()
}

#[test]
fn probabilities_are_of_legal_moves_and_sum_to_one() {
    let network = Arc::new(Network::new("sample".to_owned(), net_sample::model(15, 7)));
    let history = random_situation(7, 7, 40, 3);
    let evaluation = evaluate(&network, &history, Symmetry::default(), Level::detect());
    let position = history.position();
    let sum = evaluation.white_win + evaluation.white_loss + evaluation.no_result;
    assert!((sum - 1.0).abs() < 1e-9);
    // Under superko, every game has a result.
    assert_eq!(evaluation.no_result, 0.0);
    let mut sum = 0.0;
    for mv in position
        .board()
        .size()
        .points()
        .map(Move::Place)
        .chain([Move::Pass])
    {
        let share = evaluation.policy.of(position, mv);
        let is_legal = position.check(position.to_move(), mv).is_ok();
        assert_eq!(share.is_some(), is_legal, "{mv}");
        sum += share.unwrap_or(0.0);
    }
    assert!((sum - 1.0).abs() < 1e-5);
    assert!(evaluation.value_error.is_some() && evaluation.score_error.is_some());
}

#[test]
fn old_formats_give_fewer_numbers() {
    for (version, count) in [(3, 1), (4, 2), (7, 2), (8, 4), (9, 6)] {
        let model = net_sample::model(version, 9);
        let network = Arc::new(Network::new("sample".to_owned(), model));
        let history = random_situation(7, 5, 6, 3);
        let features = Features::new(&history, network.model().inputs);
        let size = history.position().board().size();
        let mut evaluator = Evaluator::new(&network, size, 1, Level::detect());
        evaluator.set(0, &features, Symmetry::default());
        evaluator.evaluate(1);
        let score = evaluator.output(0).score().to_vec();
        assert_eq!(score.len(), count, "version {version}");
        let own = Evaluation::new(&history, evaluator.output(0), 0.0);
        assert_eq!(history.position().to_move(), Color::Black);
        let unit = if version == 3 {
            2.0 * 35_f64.sqrt()
        } else {
            network.model().scales.score_mean
        };
        assert_eq!(own.white_score, -f64::from(score[0]) * unit);
        assert_eq!(own.white_lead == own.white_score, version < 8);
        let is_certain = own.white_score_squared == own.white_score.powi(2);
        assert_eq!(is_certain, version == 3);
        assert_eq!(own.time_left.is_some(), version >= 9);
    }
}

#[test]
fn evaluators_on_many_threads_agree() {
    let network = Arc::new(Network::new("sample".to_owned(), net_sample::model(14, 8)));
    let history = random_situation(9, 9, 20, 4);
    let alone = evaluate(&network, &history, Symmetry::default(), Level::detect());
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| evaluate(&network, &history, Symmetry::default(), Level::detect()))
            })
            .collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), alone);
        }
    });
}

#[test]
fn finished_games_are_judged_as_without_a_network() {
    let Some(network) = teacher() else {
        return;
    };
    for (name, rules) in [("chinese", Rules::CHINESE), ("japanese", Rules::JAPANESE)] {
        for (number, game) in CountedGame::all().iter().enumerate() {
            let history = GameHistory::of_record(&game.record(rules));
            let judged = score::judge_with(&history, Some((&network, Level::detect())), &|| false);
            let mut dead: Vec<_> = judged.dead.iter().map(|p| p.to_string()).collect();
            dead.sort();
            let said = (judged.score, dead);
            assert_eq!(said, game.expected(name), "{name}, game {number}");
        }
    }
}
