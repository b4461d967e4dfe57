use super::*;
use tengen_engine::game::Color;
use tengen_engine::{MoveDetails, RawEvaluation};
use tengen_go::{Komi, Move, Point, Position, Rules, Size};
use tengen_play::go::Go;

fn at(column: u8, row: u8) -> Move {
    Move::Place(Point::new(column, row))
}

fn writer(format: Format) -> Writer<Go> {
    let komi = Komi::from_points(7.5).unwrap();
    let position = Position::new(Size::square(3).unwrap(), Rules::DEFAULT, komi);
    Writer::new(position, 10, format)
}

/// Returns a line from a search that knows only the score, and one from a search with all values.
fn report() -> Report<Move> {
    let plain = RootMove::new(
        at(1, 1),
        0.5,
        -3.25,
        100,
        vec![at(1, 1), Move::Pass, at(0, 2)],
    );
    let mut rich = RootMove::new(
        Move::Pass,
        0.123_456_7,
        2.0,
        5_000_000_000,
        vec![Move::Pass],
    );
    rich.details = MoveDetails {
        prior: Some(0.25),
        lcb: Some(0.11),
        utility: Some(-0.5),
        utility_lcb: Some(-0.625),
        score_stdev: Some(12.5),
        child_visits: Some(5_000_000_007),
        weight: Some(6.5),
        edge_weight: Some(6.0),
        score_selfplay: Some(2.5),
        selection_value: Some(5.75),
        no_result: Some(0.001),
        pv_visits: vec![7],
        pv_edge_visits: vec![6],
        ownership: vec![0.5; 9],
        ownership_stdev: vec![0.25; 9],
        twin_of: Some(at(2, 0)),
        ..MoveDetails::default()
    };
    let root = RootStats {
        winrate: 0.4,
        score: 1.0,
        score_stdev: 10.0,
        utility: -0.25,
        ownership: vec![-1.0, 1.0, 0.0, 0.25, -0.000_000_1, 0.0, 0.0, 0.0, 1.0],
        ownership_stdev: vec![0.125; 9],
        weight: 300.5,
        score_selfplay: 1.25,
        raw: Some(RawEvaluation {
            winrate_error: Some(0.0625),
            score_error: Some(0.75),
            time_left: Some(20.0),
            ..RawEvaluation::default()
        }),
        human: None,
    };
    Report {
        root: Some(root),
        ..Report::new(vec![plain, rich], 300, 4)
    }
}

#[test]
fn leela_zeros_words_in_order() {
    assert_eq!(
        writer(Format::new(Style::Lz)).line(&report()),
        "info move B2 visits 100 winrate 5000 prior 1000 lcb 2500 order 0 pv B2 pass A3 \
         info move pass visits 2147483647 winrate 1235 prior 2500 lcb 1100 order 1 pv pass"
    );
}

#[test]
fn katagos_words_in_order() {
    assert_eq!(
        writer(Format::new(Style::Kata)).line(&report()),
        "info move B2 visits 100 winrate 0.5 scoreMean -3.25 scoreStdev 0 scoreLead -3.25 prior 0.1 lcb 0.25 \
         order 0 pv B2 pass A3 \
         info move pass visits 2147483647 edgeVisits 2147483647 utility -0.5 winrate 0.123457 scoreMean 2 \
         scoreStdev 12.5 scoreLead 2 scoreSelfplay 2.5 prior 0.25 lcb 0.11 utilityLcb -0.625 weight 6.5 \
         isSymmetryOf C1 order 1 pv pass"
    );
}

#[test]
fn what_is_asked_for_follows_the_line_of_play_and_the_moves() {
    let format = Format {
        max_moves: 1,
        root_info: true,
        ownership: true,
        ownership_stdev: true,
        moves_ownership: true,
        moves_ownership_stdev: true,
        no_result_value: true,
        pv_visits: true,
        pv_edge_visits: true,
        ..Format::new(Style::Kata)
    };
    let mut report = report();
    report.lines.swap(0, 1);
    assert_eq!(
        writer(format).line(&report),
        "info move pass visits 2147483647 edgeVisits 2147483647 utility -0.5 winrate 0.123457 scoreMean 2 \
         scoreStdev 12.5 scoreLead 2 scoreSelfplay 2.5 noResultValue 0.001 prior 0.25 lcb 0.11 utilityLcb -0.625 \
         weight 6.5 isSymmetryOf C1 order 0 pv pass pvVisits 7 pvEdgeVisits 6 \
         movesOwnership 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 \
         movesOwnershipStdev 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25 \
         rootInfo visits 300 utility -0.25 winrate 0.4 scoreMean 1 scoreStdev 10 scoreLead 1 scoreSelfplay 1.25 \
         weight 300.5 rawStWrError 0.0625 rawStScoreError 0.75 rawVarTimeLeft 20 \
         ownership -1 1 0 0.25 0 0 0 0 1 \
         ownershipStdev 0.125 0.125 0.125 0.125 0.125 0.125 0.125 0.125 0.125"
    );
}

#[test]
fn what_a_search_does_not_know_is_left_out() {
    let format = Format {
        root_info: true,
        ownership: true,
        pv_visits: true,
        moves_ownership: true,
        moves_ownership_stdev: true,
        no_result_value: true,
        ..Format::new(Style::Kata)
    };
    let mut report = report();
    report.root = None;
    report.lines.truncate(1);
    let line = writer(format).line(&report);
    assert!(line.ends_with("order 0 pv B2 pass A3"), "{line}");
}

#[test]
fn cgos_gets_one_object() {
    let format = Format {
        max_moves: 1,
        ..Format::new(Style::Cgos)
    };
    let line = writer(format).line(&report());
    let object: Value = serde_json::from_str(&line).unwrap();
    let expected = json!({
        "winrate": 0.4,
        "score": 1.0,
        "visits": 300,
        "moves": [{
            "move": "B2", "winrate": 0.5, "score": -3.25, "prior": 0.1, "visits": 100, "pv": "B2 pass A3"
        }],
        "ownership": "A+fnffff+",
    });
    assert_eq!(object, expected);
}

#[test]
fn a_bound_never_leaves_the_scale() {
    let of = |winrate, visits| RootMove::new((), winrate, 0.0, visits, Vec::new()).lcb();
    assert_eq!((of(0.0, 1), of(1.0, 1), of(0.5, 0)), (0.0, 1.0, 0.0));
    assert!(of(0.5, 1_000_000) > 0.497);
}

#[test]
fn a_view_turns_values_around_and_shortens_variations() {
    let view = |side| ReportView {
        side: Some(side),
        pv_len: Some(1),
    };
    let line = |style, side| {
        let view = view(side);
        let format = Format::new(style);
        writer(Format { view, ..format }).line(&report())
    };
    assert_eq!(
        line(Style::Kata, Color::White),
        "info move B2 visits 100 winrate 0.5 scoreMean 3.25 scoreStdev 0 scoreLead 3.25 prior 0.1 lcb 0.75 \
         order 0 pv B2 pass \
         info move pass visits 2147483647 edgeVisits 2147483647 utility 0.5 winrate 0.876543 scoreMean -2 \
         scoreStdev 12.5 scoreLead -2 scoreSelfplay -2.5 prior 0.25 lcb 0.89 utilityLcb 0.625 weight 6.5 \
         isSymmetryOf C1 order 1 pv pass"
    );
    // Black is to move.
    assert!(line(Style::Kata, Color::Black).contains("winrate 0.5 scoreMean -3.25 "));
    assert!(line(Style::Lz, Color::White).contains("winrate 8765 prior 2500 lcb 8900"));
    assert_eq!(
        line(Style::Cgos, Color::White),
        line(Style::Cgos, Color::Black)
    );
}

#[test]
fn a_view_turns_the_figures_of_the_root_around() {
    let mut seen = report();
    ReportView {
        side: Some(Color::White),
        pv_len: None,
    }
    .apply(&mut seen, Color::Black);
    let (seen, plain) = (seen.root.unwrap(), report().root.unwrap());
    assert_eq!(seen.winrate, 1.0 - plain.winrate);
    let signed = |root: &RootStats| {
        [
            root.score,
            root.utility,
            root.score_selfplay,
            root.ownership[0],
        ]
    };
    assert_eq!(signed(&seen), signed(&plain).map(|value| -value));
    assert_eq!(seen.ownership_stdev, plain.ownership_stdev);
}
