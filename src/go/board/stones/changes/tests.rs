use super::*;
use crate::board::Size;
use crate::testing::go_reference::Stones;
use tengen_engine::game::Color;

/// All orders of four elements.
fn orders() -> Vec<Vec<usize>> {
    let all = (0..256).map(|code| (0..4).map(|place| code >> (2 * place) & 3).collect());
    let is_order = |order: &Vec<usize>| (0..4).all(|number| order.contains(&number));
    all.filter(is_order).collect()
}

#[test]
fn chains_with_stones_in_another_order_differ() {
    let points = [(1, 1), (2, 1), (3, 1), (2, 2)].map(|(column, row)| Point::new(column, row));
    let boards: Vec<Board> = orders()
        .iter()
        .map(|order| {
            let mut board = Board::new(Size::square(5).unwrap());
            for &number in order {
                board.play(Color::Black, points[number]);
            }
            board
        })
        .collect();
    let mut in_another_order = 0;
    for board in &boards {
        for former in &boards {
            let near = board.changes_since(former).unwrap().near;
            let of_chain = |board: &Board| {
                let stones: Vec<Point> = board.stones_of(points[0]).collect();
                (board.head(points[0]), stones)
            };
            let (head, stones) = of_chain(board);
            let (former_head, former_stones) = of_chain(former);
            let differs = head != former_head || stones != former_stones;
            assert_eq!(points.iter().all(|&p| near.contains(p)), differs);
            assert_eq!(near.is_empty(), !differs);
            in_another_order += usize::from(head == former_head && differs);
        }
    }
    assert!(in_another_order > 0);
}

#[test]
fn a_connection_changes_the_chains_around_its_point_alone() {
    let former = Stones::drawn(&[
        ". . . . . . .",
        ". O . . . O .",
        ". X X . X X .",
        ". . . O . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    ])
    .board();
    let mut board = former.clone();
    board.play(Color::Black, Point::new(3, 4));
    let near = board.changes_since(&former).unwrap().near;
    let row = |columns: std::ops::Range<u8>| columns.map(|column| Point::new(column, 4));
    let changed: PointSet = row(1..6).chain([Point::new(3, 3)]).collect();
    assert_eq!(near, changed);
}

#[test]
fn a_capture_changes_the_chains_around_its_stones() {
    let former = Stones::drawn(&[
        "O X . . .",
        ". . . . .",
        "X . . . .",
        ". . . . .",
        ". . . . O",
    ])
    .board();
    let mut board = former.clone();
    board.play(Color::Black, Point::new(0, 3));
    let changed = [(0, 4), (1, 4), (0, 3), (0, 2)].map(|(column, row)| Point::new(column, row));
    let near = board.changes_since(&former).unwrap().near;
    assert_eq!(near, changed.into_iter().collect());
}
