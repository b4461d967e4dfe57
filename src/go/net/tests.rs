//! Evaluations compared with the slow reference, and with KataGo's in `katago_labels`.

pub(super) mod katago_labels;

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use self::katago_labels::{OPTIMISM, teacher};
use super::FORMAT_VERSIONS;
use super::evaluation::Evaluation;
use super::evaluator::Evaluator;
use super::features::Features;
use super::history::GameHistory;
use super::model::Model;
use super::network::Network;
use super::symmetry::Symmetry;
use crate::board::{Move, Size};
use crate::rules::{Komi, Position, Rules};
use crate::score;
use crate::testing::counted_games::CountedGame;
use crate::testing::net_reference;
use crate::testing::net_reference::Answer;
use crate::testing::net_sample;
use tengen_engine::cpu::{Bf16, Level};
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_testing::length::short_or_long;

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
        let games = CountedGame::all();
        for (number, game) in games.iter().enumerate().step_by(short_or_long(3, 1)) {
            let history = GameHistory::of_record(&game.record(rules));
            let judged = score::judge_with(&history, Some((&network, Level::detect())), &|| false);
            let mut dead: Vec<_> = judged.dead.iter().map(|p| p.to_string()).collect();
            dead.sort();
            let said = (judged.score, dead);
            assert_eq!(said, game.expected(name), "{name}, game {number}");
        }
    }
}
