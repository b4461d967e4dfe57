//! The search with small random networks: it must be sound regardless of their output.

use std::sync::Arc;
use std::time::Duration;

use super::graph::{Graph, NodeState};
use super::network_search::NetworkSearch;
use super::position_evaluator::SearchNetworks;
use crate::board::{Move, Point, PointSet, Size};
use crate::net::Network;
use crate::request::GoRequest;
use crate::rules::{Komi, Position, Rules};
use crate::search_mode::PuctParams;
use crate::testing::go_reference::Stones;
use crate::testing::net_sample;
use tengen_engine::control::Budget;
use tengen_engine::game::{Color, Outcome, Position as _};
use tengen_engine::record::Record;
use tengen_engine::testing::time_use::assert_time_is_used_unless_saved;
use tengen_engine::{
    Control, Limits, Restriction, SearchRequest, SearchResult, Searcher, Settings,
};

mod human;
mod options;

fn network(version: u32) -> SearchNetworks {
    let network = Network::new("sample".to_owned(), net_sample::model(version, 5));
    SearchNetworks {
        main: Arc::new(network),
        human: None,
    }
}

fn searcher(settings: Settings) -> NetworkSearch {
    NetworkSearch::new(settings, network(8))
}

fn small() -> Settings {
    Settings {
        memory: 32 << 20,
        seed: 3,
        ..Settings::default()
    }
}

fn empty(width: u32, height: u32, rules: Rules) -> Record<Position> {
    let size = Size::new(width, height).unwrap();
    Record::new(Position::new(size, rules, Komi::from_points(6.5).unwrap()))
}

fn drawn(rows: &[&str], rules: Rules, to_move: Color) -> Record<Position> {
    let stones = Stones::drawn(rows);
    let mut position = Position::new(stones.size, rules, Komi::from_points(0.5).unwrap());
    let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
    position.set_position(&placed, to_move).unwrap();
    Record::new(position)
}

fn find(
    search: &mut NetworkSearch,
    record: &Record<Position>,
    limits: Limits,
    request: SearchRequest<Move>,
) -> SearchResult<Move> {
    let control = Control::new(limits).with_request(request);
    let found = search.search_game(record, &control);
    found.expect("a pass is always legal")
}

fn find_in(
    search: &mut NetworkSearch,
    record: &Record<Position>,
    nodes: u64,
) -> SearchResult<Move> {
    find(
        search,
        record,
        Limits::nodes(nodes),
        SearchRequest::default(),
    )
}

/// Checks the invariants of a graph while no search runs.
fn check(graph: &Graph) {
    let root = graph.root().unwrap();
    let mut stack = vec![root];
    let mut seen = std::collections::HashSet::from([root]);
    while let Some(id) = stack.pop() {
        let node = graph.node(id);
        assert_eq!(node.in_flight, 0);
        assert_ne!(node.state, NodeState::Pending);
        if node.visits == 0 {
            assert_eq!(node.state, NodeState::New);
            continue;
        }
        let stats = &node.stats;
        let bound = graph.utility.max_abs() * (1.0 + 1.0);
        assert!(stats.utility.abs() <= bound, "{stats:?}");
        assert!(stats.values.win_loss.abs() <= 1.0 + 1e-9, "{stats:?}");
        assert!(stats.values.score.is_finite() && stats.values.lead.is_finite());
        assert!(stats.utility_squared >= stats.utility * stats.utility - 1e-9);
        assert!(stats.weight > 0.0 && stats.weight_squared > 0.0);
        let by_edges: u32 = graph.children(id).map(|child| child.visits).sum();
        match node.state {
            NodeState::Evaluated => {
                assert_eq!(node.visits, 1 + by_edges);
                assert!(stats.weight <= f64::from(node.visits) + 1e-6);
            }
            _ => assert_eq!(by_edges, 0),
        }
        for child in graph.children(id) {
            assert!(child.visits <= child.node.visits);
            if seen.insert(child.id) {
                stack.push(child.id);
            }
        }
    }
}

#[test]
fn sums_are_consistent_for_all_threads_boards_and_rules() {
    let rules = [Rules::DEFAULT, Rules::JAPANESE, Rules::AGA_BUTTON];
    let sizes = [(3, 3), (7, 7), (5, 8)];
    for (game, threads) in [1, 2, 5].into_iter().enumerate() {
        let (width, height) = sizes[game];
        let mut record = empty(width, height, rules[game]);
        let mut search = searcher(Settings { threads, ..small() });
        for _ in 0..12 {
            let found = find_in(&mut search, &record, 60);
            assert_eq!(found.report.nodes, 60);
            check(search.graph());
            let color = record.position().to_move();
            record.play(color, found.mv).unwrap();
        }
    }
}

#[test]
fn networks_that_tell_their_errors_weigh_their_evaluations() {
    for version in [9, 12, 15] {
        let mut search = NetworkSearch::new(small(), network(version));
        let mut record = empty(5, 5, Rules::DEFAULT);
        for _ in 0..4 {
            let found = find_in(&mut search, &record, 40);
            let graph = search.graph();
            let root = graph.node(graph.root().unwrap());
            assert!(root.stats.weight > 0.0 && root.stats.weight.is_finite());
            assert_eq!(
                root.visits,
                1 + graph
                    .children(graph.root().unwrap())
                    .map(|c| c.visits)
                    .sum::<u32>()
            );
            record.play(record.position().to_move(), found.mv).unwrap();
        }
    }
}

/// The moves of a self-play game.
fn game(seed: u64) -> Vec<Move> {
    let mut record = empty(6, 6, Rules::DEFAULT);
    let mut search = searcher(Settings { seed, ..small() });
    for _ in 0..14 {
        let found = find_in(&mut search, &record, 50);
        record.play(record.position().to_move(), found.mv).unwrap();
    }
    record.moves().map(|(_, mv)| mv).collect()
}

#[test]
fn one_thread_and_one_seed_play_one_game() {
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn what_was_found_out_goes_on_to_the_next_move() {
    let mut record = empty(7, 7, Rules::DEFAULT);
    // An asymmetric position: symmetric moves would be left out when the next root is prepared.
    for (color, column, row) in [(Color::Black, 1, 0), (Color::White, 2, 1)] {
        record
            .play(color, Move::Place(Point::new(column, row)))
            .unwrap();
    }
    let mut search = searcher(small());
    let limits = Limits {
        visits: Some(80),
        ..Limits::default()
    };
    let first = find(&mut search, &record, limits, SearchRequest::default());
    assert_eq!(first.report.nodes, 80);
    let best = &first.report.lines[0];
    let kept = best.details.pv_visits[0];
    record.play(Color::Black, best.mv).unwrap();
    let second = find(&mut search, &record, limits, SearchRequest::default());
    assert_eq!(second.report.nodes, 80 - kept);
    check(search.graph());
    // The same position again already has all its visits; another game starts afresh.
    let again = find(&mut search, &record, limits, SearchRequest::default());
    assert_eq!(again.report.nodes, 0);
    let other = empty(7, 7, Rules::TROMP_TAYLOR);
    let anew = find(&mut search, &other, limits, SearchRequest::default());
    assert_eq!(anew.report.nodes, 80);
}

#[test]
fn an_undone_move_costs_no_evaluation_again() {
    let mut record = empty(5, 5, Rules::DEFAULT);
    let mut search = searcher(small());
    let first = find_in(&mut search, &record, 30);
    record.play(Color::Black, first.mv).unwrap();
    find_in(&mut search, &record, 30);
    record.undo();
    let again = find_in(&mut search, &record, 30);
    assert_eq!(again.report.root, first.report.root);
    assert_eq!(again.report.lines, first.report.lines);
}

#[test]
fn memory_is_kept_to_and_a_full_graph_ends_a_bounded_search() {
    let memory = 300_000;
    for threads in [1, 3] {
        let mut search = searcher(Settings {
            memory,
            threads,
            ..small()
        });
        let mut record = empty(9, 9, Rules::DEFAULT);
        for _ in 0..3 {
            let found = find_in(&mut search, &record, 5000);
            assert!(found.report.nodes < 5000);
            assert!(search.graph().bytes() + search.cache_bytes() <= memory);
            assert!(search.graph().len() > 50);
            check(search.graph());
            record.play(record.position().to_move(), found.mv).unwrap();
        }
    }
}

#[test]
fn a_graph_that_moves_on_leaves_nothing_behind() {
    let mut search = searcher(small());
    let mut record = empty(5, 5, Rules::DEFAULT);
    for _ in 0..20 {
        let found = find_in(&mut search, &record, 40);
        record.play(record.position().to_move(), found.mv).unwrap();
    }
    let graph = search.graph();
    // 40 new playouts and at most as many kept ones.
    assert!(graph.len() <= 81 + 40, "{}", graph.len());
}

/// Black owns the left half, white the right; nothing is left to play for.
const DECIDED: [&str; 5] = [
    ". X O O .",
    "X X O . O",
    ". X O O O",
    "X X O O .",
    ". X O . O",
];

#[test]
fn a_second_pass_is_counted_exactly_and_played_where_it_wins() {
    for to_move in Color::BOTH {
        let mut record = drawn(&DECIDED, Rules::DEFAULT, to_move.opponent());
        record.play(to_move.opponent(), Move::Pass).unwrap();
        let mut search = searcher(small());
        let found = find_in(&mut search, &record, 300);
        let graph = search.graph();
        let pass = graph.child_by(graph.root().unwrap(), Move::Pass).unwrap();
        let score = record.position().score(&PointSet::new());
        let white = -f64::from(score.half_points()) / 2.0;
        assert_eq!(graph.node(pass).state, NodeState::Terminal);
        assert_eq!(graph.node(pass).stats.values.score, white);
        assert_eq!(graph.node(pass).stats.values.win_loss, white.signum());
        let wins = score.outcome() == Outcome::Win(to_move);
        assert_eq!(found.mv == Move::Pass, wins, "{to_move}: {}", found.mv);
    }
}

#[test]
fn a_game_that_is_over_can_be_gone_on_with() {
    for rules in [Rules::DEFAULT, Rules::JAPANESE] {
        let mut record = drawn(&DECIDED, rules, Color::Black);
        record.play(Color::Black, Move::Pass).unwrap();
        record.play(Color::White, Move::Pass).unwrap();
        let mut search = searcher(small());
        let found = find_in(&mut search, &record, 50);
        assert!(record.position().check(Color::Black, found.mv).is_ok());
        check(search.graph());
    }
}

#[test]
fn restrictions_hold_at_the_root_and_below() {
    let record = empty(5, 5, Rules::DEFAULT);
    let [a, b, c] = [(0, 0), (1, 0), (2, 2)].map(|(x, y)| Move::Place(Point::new(x, y)));
    let rule = |color, moves: &[Move], only| Restriction {
        color,
        moves: moves.to_vec(),
        only,
        plies: 2,
    };
    let request = SearchRequest {
        restrictions: vec![
            rule(Color::Black, &[a, b], true),
            rule(Color::White, &[c], true),
        ],
        ..SearchRequest::default()
    };
    let mut search = searcher(small());
    let found = find(&mut search, &record, Limits::nodes(60), request);
    for line in &found.report.lines {
        assert!([a, b].contains(&line.mv), "{}", line.mv);
        assert!(line.pv.get(1).is_none_or(|&mv| mv == c));
    }
    // The graph of a restricted search isn't reused.
    let free = find_in(&mut search, &record, 60);
    assert!(free.report.lines.len() > 2);
    let nothing = SearchRequest {
        restrictions: vec![rule(Color::Black, &[], true)],
        ..SearchRequest::default()
    };
    let found = find(&mut search, &record, Limits::nodes(5), nothing);
    assert!(record.position().check(Color::Black, found.mv).is_ok());
}

#[test]
fn mirror_images_are_reported_and_not_searched() {
    let record = empty(5, 5, Rules::DEFAULT);
    let mut search = searcher(small());
    let request = SearchRequest {
        game: GoRequest {
            ownership: true,
            move_ownership: true,
            ..GoRequest::default()
        },
        ..SearchRequest::default()
    };
    let found = find(&mut search, &record, Limits::nodes(400), request);
    let graph = search.graph();
    assert_eq!(graph.candidates(graph.root().unwrap()).len(), 7);
    let lines = &found.report.lines;
    assert_eq!(lines.len(), 26);
    for line in lines {
        let details = &line.details;
        assert_eq!(details.pv_visits.len(), line.pv.len());
        assert_eq!(details.pv_edge_visits.len(), line.pv.len());
        assert_eq!(details.ownership.len(), 25);
        assert!(details.lcb.unwrap() <= line.winrate);
        assert!(details.utility_lcb.unwrap() <= details.utility.unwrap());
        if let Some(of) = details.twin_of {
            let symmetric_move = lines.iter().find(|other| other.mv == of).unwrap();
            assert_eq!(
                (symmetric_move.visits, symmetric_move.details.twin_of),
                (line.visits, None)
            );
        }
    }
    let sum: f32 = lines.iter().filter_map(|line| line.details.prior).sum();
    assert!((sum - 1.0).abs() < 0.05, "{sum}");
    let root = found.report.root.unwrap();
    assert!(root.ownership.iter().all(|share| share.abs() <= 1.0));
    assert_eq!(root.ownership_stdev.len(), 25);
}

#[test]
fn figures_of_moves_and_of_the_root_agree_with_the_graph() {
    let record = empty(5, 5, Rules::JAPANESE);
    let mut search = NetworkSearch::new(small(), network(15));
    let request = SearchRequest {
        game: GoRequest {
            move_ownership: true,
            policy: true,
            ..GoRequest::default()
        },
        ..SearchRequest::default()
    };
    let found = find(&mut search, &record, Limits::nodes(200), request);
    let graph = search.graph();
    let id = graph.root().unwrap();
    let mut last = f32::INFINITY;
    let mut by_no_result = 0.0;
    for line in &found.report.lines {
        let details = &line.details;
        let (visits, weight) = (details.child_visits.unwrap(), details.weight.unwrap());
        assert!(visits >= line.visits);
        let share = details.edge_weight.unwrap() / weight;
        assert!((share - line.visits as f32 / visits as f32).abs() < 1e-5);
        assert!(details.selection_value.unwrap() <= last);
        last = details.selection_value.unwrap();
        let deviations = &details.ownership_stdev;
        assert!(deviations.len() == 25 && deviations.iter().all(|&stdev| stdev <= 1.0));
        by_no_result += details.no_result.unwrap();
        if details.twin_of.is_none() {
            let child = graph.node(graph.child_by(id, line.mv).unwrap());
            assert_eq!(visits, u64::from(child.visits));
            assert_eq!(weight, child.stats.weight as f32);
            let score = -child.stats.values.score as f32;
            assert_eq!(details.score_selfplay, Some(score));
        }
    }
    assert!(
        by_no_result > 0.0,
        "a game under a simple ko rule may have no result"
    );
    let root = found.report.root.unwrap();
    let stats = &graph.node(id).stats;
    assert_eq!(root.weight, stats.weight as f32);
    assert_eq!(root.score_selfplay, -stats.values.score as f32);
    assert!(stats.values.no_result > 0.0 && stats.values.no_result < 1.0);
}

#[test]
fn the_raw_evaluation_of_the_root_is_the_network_s() {
    let record = drawn(&DECIDED, Rules::JAPANESE, Color::White);
    for version in [8, 15] {
        let mut search = NetworkSearch::new(small(), network(version));
        let mut raw = |policy| {
            let request = SearchRequest {
                game: GoRequest {
                    policy,
                    ..GoRequest::default()
                },
                ..SearchRequest::default()
            };
            let found = find(&mut search, &record, Limits::nodes(1), request);
            found.report.root.unwrap().raw.unwrap()
        };
        assert!(raw(false).policy.is_empty());
        let raw = raw(true);
        let predicts = [raw.winrate_error, raw.score_error, raw.time_left];
        assert_eq!(predicts.map(|x| x.is_some()), [version >= 9; 3]);
        assert!(raw.no_result > 0.0 && raw.winrate > 0.0 && raw.winrate < 1.0);
        assert!(raw.score_selfplay_stdev > 0.0);
        let position = record.position();
        let points = position.board().size().points_from_top();
        for (point, &prior) in points.zip(&raw.policy) {
            let is_legal = position.check(Color::White, Move::Place(point)).is_ok();
            assert_eq!(prior >= 0.0, is_legal, "{point}");
            assert!(is_legal || prior == -1.0);
        }
        assert_eq!(raw.policy.len(), 26);
        let sum: f32 = raw.policy.iter().filter(|&&prior| prior > 0.0).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
    }
}

#[test]
fn a_hard_limit_is_kept_and_no_limit_still_gives_a_move() {
    let record = empty(9, 9, Rules::DEFAULT);
    let mut search = searcher(small());
    for millis in [0, 1, 40, 120] {
        let limits = Limits {
            time: Some(Budget::unsaved(Duration::from_millis(millis))),
            ..Limits::default()
        };
        let control = Control::new(limits);
        search.clear();
        let found = search.search_game(&record, &control).unwrap();
        assert!(control.elapsed() < Duration::from_millis(millis + 1000));
        assert!(record.position().check(Color::Black, found.mv).is_ok());
    }
}

#[test]
fn resignation_takes_several_searches_in_a_row_and_stones_on_the_board() {
    // A search that always considers the game lost.
    let params = PuctParams {
        resign_below: 1.1,
        ..PuctParams::default()
    };
    let mut search = NetworkSearch::with_params(small(), network(8), params);
    let resigns = |search: &mut NetworkSearch, record: &Record<Position>| {
        let turns = 0..4;
        turns
            .map(|_| find_in(search, record, 20).resigns)
            .collect::<Vec<_>>()
    };
    let late = drawn(&DECIDED, Rules::DEFAULT, Color::White);
    assert_eq!(resigns(&mut search, &late), [false, false, true, true]);
    search.clear();
    let early = empty(5, 5, Rules::DEFAULT);
    assert_eq!(resigns(&mut search, &early), [false; 4]);
}

#[test]
fn what_is_known_of_a_position_does_not_end_a_search_on_a_clock_before_it_has_begun() {
    let limits = Limits {
        time: Some(Budget::unsaved(Duration::from_secs(60))),
        ..Limits::nodes(200)
    };
    for rows in [DECIDED, [". . . . ."; 5]] {
        let record = drawn(&rows, Rules::DEFAULT, Color::White);
        let mut search = searcher(small());
        for _ in 0..3 {
            let found = find(&mut search, &record, limits, SearchRequest::default());
            assert_eq!(found.report.nodes, 200);
        }
    }
}

#[test]
fn time_that_cannot_be_saved_is_used_where_nothing_is_left_to_choose() {
    let record = drawn(&DECIDED, Rules::DEFAULT, Color::White);
    assert_time_is_used_unless_saved(|control| {
        searcher(small()).search_game(&record, control).unwrap();
    });
}

#[test]
fn a_clock_is_not_spent_on_a_single_choice() {
    let record = empty(5, 5, Rules::DEFAULT);
    let only = Restriction {
        color: Color::Black,
        moves: vec![Move::Place(Point::new(2, 2))],
        only: true,
        plies: 1,
    };
    let request = SearchRequest {
        restrictions: vec![only],
        ..SearchRequest::default()
    };
    let limits = Limits {
        time: Some(Budget {
            soft: Duration::from_secs(20),
            hard: Duration::from_secs(60),
        }),
        ..Limits::default()
    };
    let control = Control::new(limits).with_request(request);
    let found = searcher(small()).search_game(&record, &control).unwrap();
    assert_eq!(found.mv, Move::Place(Point::new(2, 2)));
    assert!(control.elapsed() < Duration::from_secs(10));
}
