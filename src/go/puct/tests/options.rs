//! Options and overrides of single searches.

use super::*;
use crate::search_mode::SearchOverrides;
use tengen_engine::RawEvaluation;
use tengen_engine::game::IllegalMove;

pub(super) fn overriding(pairs: &[(&str, &str)]) -> SearchRequest<Move> {
    let mut overrides = SearchOverrides::default();
    for (name, value) in pairs {
        assert_eq!(overrides.set(name, value), Ok(true), "{name}");
    }
    SearchRequest {
        game: GoRequest {
            overrides,
            policy: true,
            ..GoRequest::default()
        },
        ..SearchRequest::default()
    }
}

fn search_with(
    search: &mut NetworkSearch,
    record: &Record<Position>,
    nodes: u64,
    pairs: &[(&str, &str)],
) -> SearchResult<Move> {
    find(search, record, Limits::nodes(nodes), overriding(pairs))
}

/// Returns the raw evaluation of the root of a search with these overrides.
fn raw(
    search: &mut NetworkSearch,
    record: &Record<Position>,
    pairs: &[(&str, &str)],
) -> RawEvaluation {
    let found = search_with(search, record, 1, pairs);
    found.report.root.unwrap().raw.unwrap()
}

/// A game without symmetry.
pub(super) fn opening() -> Record<Position> {
    let mut record = empty(7, 7, Rules::DEFAULT);
    for (column, row) in [(1, 0), (2, 1), (5, 3)] {
        let color = record.position().to_move();
        let mv = Move::Place(Point::new(column, row));
        record.play(color, mv).unwrap();
    }
    record
}

#[test]
fn overrides_hold_for_one_search_and_leave_no_graph_behind() {
    let record = opening();
    let limits = Limits {
        visits: Some(60),
        ..Limits::default()
    };
    let mut search = searcher(small());
    let mut nodes = |pairs: &[(&str, &str)]| {
        let request = overriding(pairs);
        find(&mut search, &record, limits, request).report.nodes
    };
    assert_eq!(nodes(&[]), 60);
    assert_eq!(nodes(&[]), 0);
    assert_eq!(
        nodes(&[("cpuctExploration", "1")]),
        0,
        "the player's own value"
    );
    for pairs in [
        [("cpuctExploration", "2")],
        [("wideRootNoise", "0.1")],
        [("playoutDoublingAdvantage", "1")],
        [("ignorePreRootHistory", "true")],
    ] {
        assert_eq!(nodes(&pairs), 60, "{pairs:?}");
        assert_eq!(nodes(&pairs), 0, "{pairs:?}");
    }
    assert_eq!(nodes(&[]), 60);
    assert_eq!(search.params, PuctParams::new(&small()));
}

#[test]
fn wide_root_noise_looks_at_more_moves_and_is_reproducible() {
    let record = opening();
    let search = |noise: &str, seed| {
        let mut search = searcher(Settings { seed, ..small() });
        let found = search_with(&mut search, &record, 150, &[("wideRootNoise", noise)]);
        let lines = found.report.lines.into_iter();
        lines.map(|line| (line.mv, line.visits)).collect::<Vec<_>>()
    };
    let moves = |noise| search(noise, 1).len();
    // A random network's policy is flat, so most moves are explored anyway.
    assert!(moves("0.5") > moves("0"), "{} {}", moves("0.5"), moves("0"));
    assert_eq!(search("0.5", 1), search("0.5", 1));
    let mut plain = searcher(Settings { seed: 1, ..small() });
    let found = find_in(&mut plain, &record, 150);
    let visits = found.report.lines.iter().map(|line| (line.mv, line.visits));
    assert_eq!(search("0", 1), visits.collect::<Vec<_>>());
}

#[test]
fn a_history_that_is_ignored_is_not_seen() {
    let record = opening();
    let without_past = Record::new(record.position().clone());
    let mut search = searcher(small());
    let ignoring = [("ignorePreRootHistory", "true")];
    let seen = raw(&mut search, &record, &[]);
    let ignored = raw(&mut search, &record, &ignoring);
    assert_ne!(seen, ignored);
    assert_eq!(ignored, raw(&mut search, &without_past, &[]));
    assert_eq!(
        seen,
        raw(&mut search, &record, &[]),
        "cached evaluations are told apart"
    );
}

#[test]
fn superko_holds_where_history_is_ignored() {
    // White captures a ko and both pass: recapturing would repeat the board.
    let rows = [
        ". X O . .",
        "X . X O .",
        ". X O . .",
        ". . . . .",
        ". . . . .",
    ];
    let mut record = drawn(&rows, Rules::TROMP_TAYLOR, Color::White);
    let ko = Move::Place(Point::new(1, 3));
    let back = Move::Place(Point::new(2, 3));
    record.play(Color::White, ko).unwrap();
    record.play(Color::Black, Move::Pass).unwrap();
    record.play(Color::White, Move::Pass).unwrap();
    let check = record.position().check(Color::Black, back);
    assert_eq!(check, Err(IllegalMove::Superko));
    let evaluation = raw(
        &mut searcher(small()),
        &record,
        &[("ignorePreRootHistory", "true")],
    );
    let size = record.position().board().size();
    assert_eq!(
        evaluation.policy[size.place_from_top(Point::new(2, 3))],
        -1.0
    );
}

#[test]
fn the_advantage_is_that_of_the_named_side_or_of_the_side_to_move() {
    let record = opening();
    let mut search = searcher(small());
    let mut raw = |advantage: &str, color: Option<&str>| {
        let advantage = ("playoutDoublingAdvantage", advantage);
        let color = color.map(|color| ("playoutDoublingAdvantagePla", color));
        let pairs: Vec<_> = [advantage].into_iter().chain(color).collect();
        raw(&mut search, &record, &pairs)
    };
    let (none, plus, minus) = (raw("0", None), raw("1.5", None), raw("-1.5", None));
    assert_ne!(none, plus);
    assert_ne!(none, minus);
    assert_ne!(plus, minus);
    assert_eq!(record.position().to_move(), Color::White);
    assert_eq!(raw("1.5", Some("W")), plus);
    assert_eq!(raw("1.5", Some("BLACK")), minus);
    assert_eq!(raw("0", Some("BLACK")), none);
}

#[test]
fn all_symmetries_together_have_no_preference_for_one() {
    let record = drawn(
        &[
            "X O . . .",
            ". X . . .",
            ". . . . .",
            ". . O . .",
            ". . . . .",
        ],
        Rules::DEFAULT,
        Color::Black,
    );
    let turned = drawn(
        &[
            ". . . O X",
            ". . . X .",
            ". . . . .",
            ". . O . .",
            ". . . . .",
        ],
        Rules::DEFAULT,
        Color::Black,
    );
    let of = |record: &Record<Position>, count: &str| {
        let pairs = [("rootNumSymmetriesToSample", count)];
        raw(&mut searcher(small()), record, &pairs)
    };
    let difference = |count| {
        let (one, other) = (of(&record, count), of(&turned, count));
        let places = (0..25).map(|place| (place, place / 5 * 5 + 4 - place % 5));
        let policies = places.map(|(a, b)| (one.policy[a] - other.policy[b]).abs());
        policies.fold((one.winrate - other.winrate).abs(), f32::max)
    };
    assert!(difference("8") < 1e-5, "{}", difference("8"));
    assert!(difference("1") > 1e-4, "{}", difference("1"));
    assert_ne!(of(&record, "2"), of(&record, "1"));
}

#[test]
fn a_mirroring_opponent_is_met_at_the_center() {
    let mut record = empty(7, 7, Rules::DEFAULT);
    for index in 0..14 {
        let (column, row) = (index % 7, index / 7);
        record
            .play(Color::Black, Move::Place(Point::new(column, row)))
            .unwrap();
        let image = Move::Place(Point::new(6 - column, 6 - row));
        record.play(Color::White, image).unwrap();
    }
    let center = Move::Place(Point::new(3, 3));
    let visits = |breaks: &str| {
        let mut search = searcher(small());
        let found = search_with(&mut search, &record, 200, &[("antiMirror", breaks)]);
        check(search.graph());
        let mut lines = found.report.lines.iter();
        lines
            .find(|line| line.mv == center)
            .map_or(0, |line| line.visits)
    };
    assert!(
        visits("true") > visits("false"),
        "{} {}",
        visits("true"),
        visits("false")
    );
    // Without mirror play, the option changes nothing.
    let record = opening();
    let lines = |breaks: &str| {
        let mut search = searcher(small());
        search_with(&mut search, &record, 60, &[("antiMirror", breaks)])
            .report
            .lines
    };
    assert_eq!(lines("true"), lines("false"));
}

#[test]
fn a_conservative_pass_does_not_end_the_game() {
    let mut record = drawn(&DECIDED, Rules::DEFAULT, Color::White);
    record.play(Color::White, Move::Pass).unwrap();
    let mut search = searcher(small());
    let state_of_pass = |search: &NetworkSearch| {
        let graph = search.graph();
        let pass = graph.child_by(graph.root().unwrap(), Move::Pass);
        pass.map(|pass| graph.node(pass).state)
    };
    let conservative = [
        ("conservativePass", "true"),
        ("rootPolicyTemperature", "100"),
    ];
    search_with(&mut search, &record, 100, &conservative);
    assert_eq!(state_of_pass(&search), Some(NodeState::Evaluated));
    check(search.graph());
    search_with(
        &mut search,
        &record,
        100,
        &[("rootPolicyTemperature", "100")],
    );
    assert_eq!(state_of_pass(&search), Some(NodeState::Terminal));
}

#[test]
fn priors_of_the_root_stay_a_distribution_at_any_temperature() {
    let record = opening();
    for temperature in ["0.01", "1", "100"] {
        let mut search = searcher(small());
        search_with(
            &mut search,
            &record,
            20,
            &[("rootPolicyTemperature", temperature)],
        );
        let graph = search.graph();
        let candidates = graph.candidates(graph.root().unwrap());
        let sum: f32 = candidates.iter().map(|candidate| candidate.prior).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{temperature}: {sum}");
        let (most, least) = (candidates[0].prior, candidates[candidates.len() - 1].prior);
        match temperature {
            "0.01" => assert!(most > 0.5),
            "100" => assert!(most < 1.2 * least),
            _ => assert!(most > 1.2 * least),
        }
    }
}
