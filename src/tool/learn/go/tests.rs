use std::io;

use super::*;
use tengen_go::testing::net_sample;
use tengen_testing::scratch::Scratch;
use tengen_testing::written::Written;

/// A test's temporary folder, with a small random network in it.
struct Folder(Scratch);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Scratch::new(name);
        let model = net_sample::file(&net_sample::model(8, 1), true);
        fs::write(folder.path().join("model"), net_sample::packed(&model)).unwrap();
        Folder(folder)
    }

    fn args(&self, out: &str, threads: u16, seed: u64) -> LearnGoPositionsArgs {
        LearnGoPositionsArgs {
            teacher: NetworkSource::File(self.0.path().join("model")),
            player: None,
            visits: None,
            out: self.0.path().join(out),
            shards: 2,
            minutes: None,
            size: Some(5),
            per_game: None,
            by_disagreement: false,
            threads,
            seed,
        }
    }

    fn made(&self, args: &LearnGoPositionsArgs) -> Vec<Vec<u8>> {
        let log = Written::default();
        args.run(&mut ErrorOutput::new(log.clone())).unwrap();
        let log = log.take();
        assert!(
            log.lines().all(|line| line.contains(" positions ")),
            "{log}"
        );
        let files = (0..args.shards).map(|number| file(&args.out, number));
        files.map(|file| fs::read(file).unwrap()).collect()
    }
}

#[test]
fn files_depend_on_the_seed_alone_and_are_made_once() {
    let folder = Folder::new("positions");
    let args = folder.args("one", 1, 5);
    let files = folder.made(&args);
    for (file, bytes) in files.iter().enumerate() {
        let rows = Rows::read(bytes).unwrap();
        assert!(
            rows.len() > rows.size().area(),
            "file {file}: {}",
            rows.len()
        );
    }
    assert_eq!(folder.made(&folder.args("two", 2, 5)), files);
    assert_ne!(folder.made(&folder.args("other", 2, 6)), files);
    fs::remove_file(file(&args.out, 0)).unwrap();
    fs::write(file(&args.out, 1), "kept").unwrap();
    assert_eq!(folder.made(&args), [&files[0][..], b"kept"]);
}

#[test]
fn few_positions_of_more_games_are_kept() {
    let folder = Folder::new("sample");
    let mut args = folder.args("sample", 1, 5);
    (args.shards, args.per_game) = (1, Some(3));
    let bytes = folder.made(&args).remove(0);
    let rows = Rows::read(&bytes).unwrap();
    assert_eq!(rows.len(), 3 * 32);
    args.out = folder.0.path().join("again");
    assert_eq!(folder.made(&args), [bytes]);
}

#[test]
fn a_search_teaches_with_a_network_and_without() {
    let folder = Folder::new("study");
    let mut args = folder.args("by-network", 1, 5);
    (args.shards, args.visits) = (1, Some(4));
    let with_network = folder.made(&args);
    (args.teacher, args.out) = (NetworkSource::None, folder.0.path().join("by-playouts"));
    let by_playouts = folder.made(&args);
    assert_ne!(with_network, by_playouts);
    let labels = |files: &[Vec<u8>]| -> Vec<_> {
        let rows = Rows::read(&files[0]).unwrap();
        (0..rows.len()).map(|index| rows.row(index).1).collect()
    };
    let by_playouts = labels(&by_playouts);
    for label in labels(&with_network).iter().chain(&by_playouts) {
        let sum: f32 = label.policy.iter().sum();
        assert!((sum - 1.0).abs() < 1e-3, "{label:?}");
    }
    // A search by playouts has no deviation; the game results provide it.
    assert!(by_playouts.iter().any(|label| label.deviation > 0.0));
}

#[test]
fn only_chosen_positions_of_a_players_games_are_labeled() {
    let folder = Folder::new("chosen");
    let mut args = folder.args("all", 1, 5);
    (args.shards, args.visits) = (1, Some(8));
    args.player = Some(args.teacher.clone());
    let rows = |args: &LearnGoPositionsArgs| {
        let rows = Rows::read(&folder.made(args)[0]).unwrap();
        (0..rows.len())
            .map(|index| rows.row(index))
            .collect::<Vec<_>>()
    };
    let all = rows(&args);
    args.per_game = Some(2);
    args.out = folder.0.path().join("random");
    let random = rows(&args);
    args.by_disagreement = true;
    args.out = folder.0.path().join("disagreement");
    let chosen = rows(&args);
    assert_ne!(random, chosen);
    for few in [&random, &chosen] {
        // A few games have a single position.
        assert!((56..=2 * 32).contains(&few.len()), "{}", few.len());
        // The first games are the same.
        let first = |row: &&_| all.contains(row);
        assert!(few.iter().filter(first).count() >= few.len() / 2);
    }
    args.player = Some(NetworkSource::None);
    let refused = args
        .run(&mut ErrorOutput::new(Written::default()))
        .unwrap_err();
    assert!(refused.to_string().contains("playouts"), "{refused}");
}

#[test]
fn a_teacher_labels_the_games_of_another_player() {
    let folder = Folder::new("player");
    let mut args = folder.args("labeled", 1, 5);
    (args.shards, args.visits) = (1, Some(4));
    args.player = Some(NetworkSource::None);
    let bytes = folder.made(&args).remove(0);
    (args.player, args.out) = (None, folder.0.path().join("searched"));
    assert_ne!(folder.made(&args), [&bytes[..]]);
    let rows = Rows::read(&bytes).unwrap();
    let network = Arc::new(Network::open(&folder.0.path().join("model")).unwrap());
    let mut evaluator = Evaluator::new(&network, rows.size(), 1, Level::detect());
    for index in 0..rows.len() {
        let (features, label) = rows.row(index);
        // The label comes from an evaluation in one of the symmetries, not from the game's result. A game without a
        // result has no score.
        let has_result = 1.0 - f64::from(label.value[2]);
        let is_seen = Symmetry::all().any(|symmetry| {
            evaluator.set(0, &features, symmetry);
            evaluator.evaluate(1);
            let score =
                f64::from(evaluator.output(0).score()[0]) * network.model().scales.score_mean;
            let mean = has_result * score;
            (mean - f64::from(label.score)).abs() < 1e-3 * (1.0 + mean.abs())
        });
        assert!(is_seen, "position {index}: {}", label.score);
    }
}

#[test]
fn heads_of_stored_positions_are_those_of_the_labels() {
    let folder = Folder::new("heads");
    let mut args = folder.args("rows", 1, 5);
    args.shards = 1;
    let bytes = folder.made(&args).remove(0);
    let rows = Rows::read(&bytes).unwrap();
    let path = file(&args.out, 0);
    let model = folder.0.path().join("model");
    let network = Arc::new(Network::open(&model).unwrap());
    let mut evaluator = Evaluator::new(&network, rows.size(), 1, Level::detect());
    // The label comes from any one of the symmetries, and a random network's outputs differ between them.
    let (features, label) = rows.row(rows.len() / 2);
    let nearest = Symmetry::all().map(|symmetry| {
        evaluator.set(0, &features, symmetry);
        evaluator.evaluate(1);
        let score = f64::from(evaluator.output(0).score()[0]) * network.model().scales.score_mean;
        (score - f64::from(label.score)).abs()
    });
    let nearest = nearest.fold(f64::INFINITY, f64::min);
    assert!(
        nearest < 1e-3 * (1.0 + f64::from(label.score.abs())),
        "{nearest}"
    );
    let lines = answers(&model, &path, 2).unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        lines[0]["policy"].as_array().unwrap().len(),
        rows.size().area()
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = Folder::new("refused");
    let mut args = folder.args("rows", 1, 0);
    for (teacher, said) in [
        ("nothing", "nothing: "),
        ("none", "none: playouts need --visits"),
    ] {
        args.teacher = teacher.parse().unwrap();
        let error = args.run(&mut ErrorOutput::new(io::sink())).unwrap_err();
        assert!(format!("{error:#}").contains(said), "{error:#}");
        assert!(!args.out.exists());
    }
    args.player = Some(NetworkSource::Builtin);
    for (teacher, visits, said) in [
        (
            NetworkSource::None,
            Some(2),
            "playouts cannot label the games",
        ),
        (NetworkSource::Builtin, None, "a search needs --visits"),
    ] {
        (args.teacher, args.visits) = (teacher, visits);
        let error = args.run(&mut ErrorOutput::new(io::sink())).unwrap_err();
        assert!(format!("{error:#}").contains(said), "{error:#}");
        assert!(!args.out.exists());
    }
    let model = folder.0.path().join("model");
    let error = answers(&model, &model, 1).unwrap_err();
    assert!(
        format!("{error:#}").ends_with("begin with TENGENR1"),
        "{error:#}"
    );
}
