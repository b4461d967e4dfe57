//! Searches with a human network in addition to the main one.

use super::options::{opening, overriding};
use super::*;
use tengen_engine::RootMove;

const PROFILE: (&str, &str) = ("humanSLProfile", "rank_5k");

fn with_human() -> NetworkSearch {
    seeded(small())
}

fn seeded(settings: Settings) -> NetworkSearch {
    let human = Network::new("human".to_owned(), net_sample::human_model(15, 9));
    let networks = SearchNetworks {
        human: Some(Arc::new(human)),
        ..network(8)
    };
    NetworkSearch::new(settings, networks)
}

fn search_for(pairs: &[(&str, &str)], nodes: u64) -> (NetworkSearch, SearchResult<Move>) {
    let mut search = with_human();
    let pairs = [&[PROFILE], pairs].concat();
    let found = find(
        &mut search,
        &opening(),
        Limits::nodes(nodes),
        overriding(&pairs),
    );
    (search, found)
}

#[test]
fn the_human_policy_is_reported_beside_the_search_and_changes_nothing() {
    let record = opening();
    let mut search = with_human();
    let plain = find(&mut search, &record, Limits::nodes(60), overriding(&[]));
    assert_eq!(plain.report.root.as_ref().unwrap().human, None);
    let (_, found) = search_for(&[], 60);
    assert_eq!(found.mv, plain.mv);
    let human = found.report.root.as_ref().unwrap().human.as_ref().unwrap();
    assert!((0.0..=1.0).contains(&human.winrate));
    let legal = human.policy.iter().filter(|&&share| share >= 0.0);
    assert!((legal.sum::<f32>() - 1.0).abs() < 1e-4);
    for (line, without) in found.report.lines.iter().zip(&plain.report.lines) {
        assert_eq!((line.mv, line.visits), (without.mv, without.visits));
        let size = record.position().board().size();
        let place = match line.mv {
            Move::Place(point) => size.place_from_top(point),
            Move::Pass => size.area(),
        };
        assert_eq!(line.details.human_prior, Some(human.policy[place]));
        assert_eq!(without.details.human_prior, None);
    }
}

#[test]
fn players_of_another_level_have_another_policy() {
    let policy = |profile: &str| {
        let (_, found) = search_for(&[("humanSLProfile", profile)], 1);
        found.report.root.unwrap().human.unwrap().policy
    };
    assert_ne!(policy("rank_20k"), policy("rank_9d"));
    assert_eq!(policy("rank_3k"), policy("rank_3k"));
}

#[test]
fn weightless_playouts_visit_moves_and_not_the_root() {
    let (search, found) = search_for(
        &[
            ("humanSLRootExploreProbWeightless", "0.5"),
            ("humanSLCpuctPermanent", "5"),
        ],
        60,
    );
    assert_eq!(found.report.nodes, 60, "they count in the limit");
    let graph = search.graph();
    let root = graph.node(graph.root().unwrap());
    assert!((20..40).contains(&root.visits), "{}", root.visits);
    let edges: u32 = root.edges.iter().map(|edge| edge.visits).sum();
    assert_eq!(root.visits, 1 + edges);
    check(graph);
    let explored = |line: &RootMove<Move>| line.details.child_visits > Some(0);
    let lines = &found.report.lines;
    assert!(lines.iter().all(explored));
    assert!(lines.iter().any(|line| line.visits == 0));
}

#[test]
fn weightful_playouts_count_and_reach_every_position() {
    let utilities = |found: &SearchResult<Move>| {
        let lines = found.report.lines.iter();
        let utilities = lines.map(|line| (line.mv, line.visits, line.details.utility));
        utilities.collect::<Vec<_>>()
    };
    let (_, plain) = search_for(&[], 100);
    for name in ["Root", "Pla", "Opp"] {
        let key = format!("humanSL{name}ExploreProbWeightful");
        let (search, found) = search_for(&[(&key, "0.9")], 100);
        let graph = search.graph();
        assert_eq!(graph.node(graph.root().unwrap()).visits, 100, "{name}");
        check(graph);
        assert_ne!(utilities(&found), utilities(&plain), "{name}");
    }
}

#[test]
fn the_human_policy_chooses_the_move_if_it_is_to() {
    let choose = |pairs: &[(&str, &str)]| {
        let greedy = ("chosenMoveTemperature", "0");
        let early = ("chosenMoveTemperatureEarly", "0");
        let share = ("humanSLChosenMoveProp", "1");
        let (_, found) = search_for(&[&[greedy, early, share], pairs].concat(), 100);
        found
    };
    let found = choose(&[]);
    let policy = &found
        .report
        .root
        .as_ref()
        .unwrap()
        .human
        .as_ref()
        .unwrap()
        .policy;
    let size = opening().position().board().size();
    let best = (0..policy.len())
        .max_by(|&a, &b| policy[a].total_cmp(&policy[b]))
        .unwrap();
    let place = |mv| match mv {
        Move::Place(point) => size.place_from_top(point),
        Move::Pass => size.area(),
    };
    assert_eq!(place(found.mv), best);
    // With a small lambda, only the move with the best utility remains.
    let found = choose(&[("humanSLChosenMovePiklLambda", "0.000001")]);
    let utility = |line: &&RootMove<Move>| line.details.utility.unwrap();
    let lines = found.report.lines.iter();
    let best = lines.max_by(|a, b| utility(a).total_cmp(&utility(b)));
    assert_eq!(found.mv, best.unwrap().mv);
}

/// Draws moves of one position by the human policy alone, after a search of two visits: the root and one move.
fn draw(count: usize, ignores_pass: &str) -> (Vec<Move>, SearchResult<Move>) {
    let mut search = with_human();
    let record = opening();
    let limits = Limits {
        visits: Some(2),
        ..Limits::default()
    };
    let pairs = [
        PROFILE,
        ("humanSLChosenMoveProp", "1"),
        ("humanSLChosenMoveIgnorePass", ignores_pass),
        ("chosenMoveTemperature", "5"),
        ("chosenMoveTemperatureEarly", "5"),
    ];
    let mut next = || find(&mut search, &record, limits, overriding(&pairs));
    let last = next();
    ((0..count).map(|_| next().mv).collect(), last)
}

#[test]
fn the_search_alone_passes_if_the_human_policy_of_a_pass_is_ignored() {
    let (moves, found) = draw(100, "true");
    let lines = found.report.lines.iter();
    let passes = lines
        .filter(|line| line.visits > 0)
        .all(|line| line.mv == Move::Pass);
    let is_by_search = |mv: &Move| (*mv == Move::Pass) == passes;
    assert!(moves.iter().all(is_by_search));
    let (moves, _) = draw(300, "false");
    assert!(!moves.iter().all(is_by_search));
}

#[test]
fn human_moves_are_drawn_again_in_every_search() {
    let (moves, _) = draw(30, "false");
    assert!(moves.iter().any(|mv| *mv != moves[0]));
    assert_eq!(draw(30, "false").0, moves, "by the seed");
}

#[test]
fn a_graph_explored_for_one_side_is_not_used_for_the_other() {
    let mut search = with_human();
    let record = opening();
    let pairs = [PROFILE, ("humanSLOppExploreProbWeightful", "0.5")];
    let limits = Limits {
        visits: Some(60),
        ..Limits::default()
    };
    let found = find(&mut search, &record, limits, overriding(&pairs));
    assert_eq!(found.report.nodes, 60);
    let mut next = record.clone();
    next.play(record.position().to_move(), found.mv).unwrap();
    assert_eq!(
        find(&mut search, &next, limits, overriding(&pairs))
            .report
            .nodes,
        60
    );
    let found = find(&mut search, &record, limits, overriding(&[PROFILE]));
    let mut next = record.clone();
    next.play(record.position().to_move(), found.mv).unwrap();
    assert!(
        find(&mut search, &next, limits, overriding(&[PROFILE]))
            .report
            .nodes
            < 60
    );
}
