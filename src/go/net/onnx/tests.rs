//! Compares ONNX Runtime's outputs with those of the processor's kernels, if its library is at hand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use prost::Message as _;
use serde_json::Value;

use super::graph::Float;
use super::library;
use super::network_graph::{OUTPUTS, network_graph};
use super::proto::{ModelProto, TensorProto};
use crate::board::Size;
use crate::net::head_output::HeadOutput;
use crate::net::tests::katago_labels::{
    OF_CONVOLUTIONS, OF_TRANSFORMERS, OPTIMISM, TEACHER, Tolerance, compare, history, published,
};
use crate::net::tests::random_situation;
use crate::net::{
    Evaluation, Evaluator, FORMAT_VERSIONS, Features, Model, Network, SearchEvaluator, Symmetry,
};
use crate::puct::{NetworkSearch, SearchNetworks};
use crate::testing::net_sample;
use tengen_engine::cpu::Level;
use tengen_engine::game::Position as _;
use tengen_engine::record::Record;
use tengen_engine::{Backend, Control, Limits, OnnxBackend, OnnxProvider, Searcher as _, Settings};
use tengen_testing::test_data;

/// Sizes of boards: columns and rows.
const SIZES: [(u32, u32); 6] = [(19, 19), (9, 9), (13, 13), (3, 7), (9, 6), (5, 5)];

/// Greatest difference of an output, as a share of it if it is more than 1. The small networks reach 0.0000016.
const SINGLE: f32 = 0.00001;

/// Bound for networks with 6 to 10 blocks, which reach 0.000035.
const PUBLISHED: f32 = 0.0002;

/// Bound with a trunk of half precision.
const HALF: f32 = 0.05;

fn backend(half: bool) -> OnnxBackend {
    OnnxBackend {
        provider: Some(OnnxProvider::Cpu),
        half: Some(half),
        ..OnnxBackend::default()
    }
}

/// Whether the library can be loaded. If the environment names one, it must.
fn has_library() -> bool {
    if std::env::var_os("ORT_DYLIB_PATH").is_none() {
        eprintln!("ORT_DYLIB_PATH is not set: nothing is compared with ONNX Runtime");
        return false;
    }
    library::load(&backend(false)).unwrap();
    true
}

/// Compares the outputs for positions after these numbers of moves, and returns the largest difference.
#[track_caller]
fn largest_difference(
    network: &Arc<Network>,
    size: (u32, u32),
    moves: &[usize],
    half: bool,
) -> f32 {
    let board = Size::new(size.0, size.1).unwrap();
    let mut client = network.onnx_client(board, backend(half)).unwrap();
    let mut evaluator = Evaluator::new(network, board, 1, Level::detect());
    let mut largest = 0.0_f32;
    for (i, &moves) in moves.iter().enumerate() {
        let history = random_situation(size.0, size.1, moves, i as u64);
        let mut features = Features::new(&history, network.model().inputs);
        if network.uses_profile() && i % 2 == 1 {
            features.set_profile(&"rank_5k".parse().unwrap(), history.position());
        }
        let symmetry = Symmetry::all().nth(i % 8).unwrap();
        evaluator.set(0, &features, symmetry);
        evaluator.evaluate(1);
        let evaluated = client.evaluate(network.model(), &features, symmetry, &|| false);
        assert_eq!(evaluated, Ok(()));
        let ours = outputs(&evaluator.output(0), size);
        let theirs = outputs(&client.output(network.model()), size);
        assert_eq!(ours.len(), theirs.len());
        for (ours, theirs) in ours.into_iter().zip(theirs) {
            let difference = (ours - theirs).abs() / ours.abs().max(1.0);
            assert!(difference.is_finite());
            largest = largest.max(difference);
        }
    }
    largest
}

/// All outputs of a board.
fn outputs(output: &HeadOutput, size: (u32, u32)) -> Vec<f32> {
    let (width, height) = (size.0 as usize, size.1 as usize);
    let points = (0..width * height).flat_map(|i| {
        let (column, row) = (i % width, i / width);
        let policies = [0.0, 1.0].map(|optimism| output.policy(column, row, optimism));
        policies.into_iter().chain([output.ownership(column, row)])
    });
    let passes = [0.0, 1.0].map(|optimism| output.pass(optimism));
    points
        .chain(passes)
        .chain(output.value())
        .chain(output.score().iter().copied())
        .collect()
}

#[test]
fn every_format_gives_the_outputs_of_the_processor() {
    if !has_library() {
        return;
    }
    for (i, version) in FORMAT_VERSIONS.enumerate() {
        let model = net_sample::model(version, u64::from(version));
        let network = Arc::new(Network::new("sample".to_owned(), model));
        let size = SIZES[i % SIZES.len()];
        let points = (size.0 * size.1) as usize;
        let moves = [0, points / 3, points / 2, points];
        let single = largest_difference(&network, size, &moves, false);
        assert!(
            single < SINGLE,
            "version {version}, {size:?}: off by {single}"
        );
        let half = largest_difference(&network, size, &moves, true);
        assert!(
            half < HALF,
            "version {version}, {size:?}, half precision: off by {half}"
        );
        assert!(half > 0.0, "half precision rounds");
    }
}

#[test]
fn networks_of_human_players_give_the_outputs_of_the_processor() {
    if !has_library() {
        return;
    }
    let model = net_sample::human_model(16, 3);
    let network = Arc::new(Network::new("sample".to_owned(), model));
    let single = largest_difference(&network, (9, 7), &[0, 5, 20, 30], false);
    assert!(single < SINGLE, "off by {single}");
}

#[test]
fn published_networks_give_the_outputs_of_the_processor() {
    if !has_library() {
        return;
    }
    let names = [
        TEACHER,
        "b7c96h3tfrs-test5-cnorm",
        "b7c96h6kv3qk32v16tflrs-fson-bnh",
        "b10c384h6nbttflrs",
    ];
    for name in names {
        let Some(network) = published(name) else {
            continue;
        };
        for size in [(19, 19), (9, 9), (13, 7)] {
            let moves: Vec<usize> = (0..8)
                .map(|i| i * (size.0 * size.1) as usize / 10)
                .collect();
            let single = largest_difference(&network, size, &moves, false);
            assert!(single < PUBLISHED, "{name}, {size:?}: off by {single}");
        }
    }
}

#[test]
fn evaluations_are_those_of_katago() {
    if !has_library() {
        return;
    }
    let human = test_data::project().join("protocol-tests/nets/human.txt.gz");
    let human = Arc::new(Network::open(&human).unwrap());
    for line in test_data::samples("katago_human.jsonl") {
        check_label(&human, &line, &OF_CONVOLUTIONS);
    }
    if let Some(teacher) = published(TEACHER) {
        for line in test_data::lines("katago_raw_nn.jsonl") {
            check_label(&teacher, &line, &OF_CONVOLUTIONS);
        }
    }
    let mut networks = BTreeMap::new();
    for line in test_data::lines("katago_raw_nn_transformer.jsonl") {
        let name = line["net"].as_str().unwrap().to_owned();
        let network = networks.entry(name);
        let network = network.or_insert_with_key(|name| published(name));
        if let Some(network) = network {
            check_label(network, &line, &OF_TRANSFORMERS);
        }
    }
}

#[track_caller]
fn check_label(network: &Arc<Network>, line: &Value, tolerance: &Tolerance) {
    let history = history(line);
    let mut features = Features::new(&history, network.model().inputs);
    if let Some(profile) = line["profile"].as_str() {
        features.set_profile(&profile.parse().unwrap(), history.position());
    }
    let size = history.position().board().size();
    let mut evaluator = SearchEvaluator::new(network, size, settings(backend(false)));
    let earlier = network.batch_counts().positions;
    let output = evaluate_in(&mut evaluator, &features);
    assert_eq!(network.batch_counts().positions, earlier + 1);
    let ours = Evaluation::new(&history, output, OPTIMISM);
    let (worst, name) = compare(&ours, &line["raw"], tolerance);
    let (id, file) = (&line["id"], network.file());
    assert!(
        worst <= 1.0,
        "{file}, position {id}: {name} is off by {worst} times what is tolerated"
    );
}

fn evaluate_in<'a>(evaluator: &'a mut SearchEvaluator, features: &Features) -> HeadOutput<'a> {
    let output = evaluator.evaluate(features, Symmetry::default(), &|| false);
    output.unwrap_or_else(|_| panic!("the search goes on"))
}

fn settings(backend: OnnxBackend) -> Settings {
    Settings {
        backend: Backend::Onnx(backend),
        ..Settings::default()
    }
}

#[test]
fn the_processor_takes_over_from_a_provider_that_fails() {
    let network = Network::new("sample".to_owned(), net_sample::model(11, 5));
    let network = Arc::new(network);
    let (width, height) = (9, 9);
    let history = random_situation(width, height, 20, 1);
    let features = Features::new(&history, network.model().inputs);
    let size = history.position().board().size();
    let of_processor = {
        let mut evaluator = SearchEvaluator::new(&network, size, Settings::default());
        outputs(&evaluate_in(&mut evaluator, &features), (width, height))
    };
    let missing = OnnxBackend {
        provider: Some(OnnxProvider::DirectMl),
        ..OnnxBackend::default()
    };
    if cfg!(target_os = "linux") && std::env::var_os("ORT_DYLIB_PATH").is_some() {
        let mut evaluator = SearchEvaluator::new(&network, size, settings(missing));
        let output = evaluate_in(&mut evaluator, &features);
        assert_eq!(outputs(&output, (width, height)), of_processor);
    }
    if !has_library() {
        return;
    }
    let mut evaluator = SearchEvaluator::new(&network, size, settings(backend(true)));
    let mut evaluate = || outputs(&evaluate_in(&mut evaluator, &features), (width, height));
    assert_ne!(evaluate(), of_processor, "half precision rounds");
    network.break_onnx();
    assert_eq!(evaluate(), of_processor);
}

#[test]
fn a_search_plays_a_game_with_batches_of_its_threads() {
    if !has_library() {
        return;
    }
    let network = Network::new("sample".to_owned(), net_sample::model(8, 5));
    let networks = SearchNetworks {
        main: Arc::new(network),
        human: None,
    };
    let settings = Settings {
        threads: 4,
        ..settings(backend(false))
    };
    let mut search = NetworkSearch::new(settings, networks.clone());
    let start = random_situation(5, 5, 0, 0).position().clone();
    let mut record = Record::new(start);
    while record.position().outcome().is_none() && record.len() < 40 {
        if record.len() == 10 {
            networks.main.break_onnx();
        }
        let control = Control::new(Limits::nodes(30));
        let found = search.search_game(&record, &control).unwrap();
        assert!(found.report.nodes >= 30);
        let color = record.position().to_move();
        record.play(color, found.mv).unwrap();
    }
    assert!(record.len() > 10);
}

#[test]
fn a_graph_has_every_value_before_its_use() {
    for version in FORMAT_VERSIONS {
        for float in [Float::Single, Float::Half] {
            check_graph(&net_sample::model(version, 1), float);
        }
    }
    check_graph(&net_sample::human_model(16, 1), Float::Single);
}

/// Checks names, constants and outputs of a network's graph, as it is read from its bytes.
#[track_caller]
fn check_graph(model: &Model, float: Float) {
    let written = network_graph(model, (9, 7), float);
    let read = ModelProto::decode(written.bytes().as_slice()).unwrap();
    assert_eq!(read, written);
    let graph = read.graph.unwrap();
    let inputs = graph.input.iter().map(|input| input.name.clone());
    let mut known: BTreeSet<String> = inputs.collect();
    assert_eq!(known.len(), 2 + usize::from(model.metadata.is_some()));
    let mut used = BTreeSet::new();
    for constant in &graph.initializer {
        let width = match constant.data_type {
            TensorProto::FLOAT => 4,
            TensorProto::INT64 => 8,
            other => panic!("constants of type {other}"),
        };
        let count: i64 = constant.dims.iter().product();
        assert_eq!(constant.raw_data.len(), count as usize * width);
        assert!(known.insert(constant.name.clone()));
    }
    for node in &graph.node {
        for input in &node.input {
            assert!(known.contains(input), "{} needs {input}", node.name);
            used.insert(input.clone());
        }
        for output in &node.output {
            assert!(known.insert(output.clone()), "{output} is written twice");
        }
    }
    let outputs = graph.output.iter().map(|output| output.name.clone());
    let outputs: Vec<String> = outputs.collect();
    assert_eq!(outputs, OUTPUTS);
    used.extend(outputs);
    assert_eq!(known, used, "every value is used");
    let casts = graph.node.iter().any(|node| node.op_type == "Cast");
    assert_eq!(casts, float == Float::Half);
}

#[test]
fn boards_of_many_threads_share_batches() {
    if !has_library() {
        return;
    }
    let network = Network::new("sample".to_owned(), net_sample::model(17, 5));
    let network = Arc::new(network);
    std::thread::scope(|scope| {
        for thread in 0..6 {
            let network = Arc::clone(&network);
            scope.spawn(move || {
                let moves: Vec<usize> = (0..10).map(|i| (i * 7 + thread) % 60).collect();
                let off = largest_difference(&network, (9, 9), &moves, false);
                assert!(off < SINGLE, "thread {thread}: off by {off}");
            });
        }
    });
    let counts = network.batch_counts();
    assert_eq!(counts.positions, 60);
    assert!((10..60).contains(&counts.batches), "{counts}");
}

#[test]
fn a_provider_that_the_library_lacks_is_named() {
    if !has_library() {
        return;
    }
    let missing = OnnxBackend {
        provider: Some(OnnxProvider::DirectMl),
        ..OnnxBackend::default()
    };
    if cfg!(target_os = "linux") {
        let error = library::load(&missing).unwrap_err().to_string();
        assert!(
            error.contains("directml") && error.contains("it has"),
            "{error}"
        );
    }
    let network = Network::new("sample".to_owned(), net_sample::model(8, 5));
    let client = network.onnx_client(Size::square(9).unwrap(), missing);
    assert_eq!(client.is_none(), cfg!(target_os = "linux"));
}
