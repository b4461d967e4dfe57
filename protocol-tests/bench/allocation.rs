//! Checks with a counting allocator that a ladder verdict allocates nothing, on the labeled questions.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::path::PathBuf;

use serde_json::Value;
use tengen_engine::game::Color;
use tengen_go::board::stones::Ko;
use tengen_go::ladder::{self, DEFAULT_NODES};
use tengen_go::{Board, Point, Size};

thread_local! {
    /// Bytes that this thread has allocated so far. The test harness's other threads do not affect it.
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, counting the bytes requested.
struct Counting;

impl Counting {
    fn count(size: usize) {
        // While a thread ends, its count is already gone and no longer needed.
        let _ = BYTES.try_with(|bytes| bytes.set(bytes.get() + size));
    }
}

// SAFETY: every call is passed on to the system's allocator unchanged, so its guarantees hold. The count touches only a
// number of this thread, which neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::count(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`, which is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Counting::count(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Counting::count(size);
        // SAFETY: the caller keeps the contract of `realloc`, and `place` came from the system's allocator.
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`, and `place` came from the system's allocator.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocated(work: impl FnOnce()) -> usize {
    let before = BYTES.get();
    work();
    BYTES.get() - before
}

/// A position with the stones and first movers of its questions.
struct Case {
    board: Board,
    questions: Vec<(Point, Color)>,
}

fn cases() -> Vec<Case> {
    let samples = || {
        [env!("CARGO_MANIFEST_DIR"), "protocol-tests", "data"]
            .iter()
            .collect()
    };
    let folder: PathBuf = std::env::var_os("TENGEN_DATA").map_or_else(samples, PathBuf::from);
    let text = std::fs::read_to_string(folder.join("ladders.jsonl")).unwrap();
    text.lines()
        .map(|line| case(&serde_json::from_str(line).unwrap()))
        .collect()
}

fn case(line: &Value) -> Case {
    let rows: Vec<&str> = line["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    let size = Size::new(rows[0].len() as u32, rows.len() as u32).unwrap();
    let mut stones = Vec::new();
    for (row, letters) in (0..size.height()).rev().zip(&rows) {
        for (column, letter) in (0..size.width()).zip(letters.chars()) {
            match letter {
                'X' => stones.push((Color::Black, Point::new(column, row))),
                'O' => stones.push((Color::White, Point::new(column, row))),
                _ => {}
            }
        }
    }
    let mut board = Board::with_stones(size, &stones).unwrap();
    let from_top = |pair: &Value| {
        let [column, row] = [0, 1].map(|i| pair[i].as_u64().unwrap() as u8);
        Point::new(column, size.height() - 1 - row)
    };
    if !line["ko"].is_null() {
        let point = from_top(&line["ko"]);
        // The stones around a ko belong to the side that has taken it.
        let taker = point.neighbors().into_iter().find_map(|n| board.at(n));
        board.set_ko(taker.map(|taker| Ko {
            point,
            barred: taker.opponent(),
        }));
    }
    let questions = line["queries"].as_array().unwrap().iter().map(|query| {
        let target = from_top(&query["at"]);
        let defender = board.at(target).unwrap();
        let is_attack = query["first"] == "attacker";
        (
            target,
            if is_attack {
                defender.opponent()
            } else {
                defender
            },
        )
    });
    Case {
        questions: questions.collect(),
        board,
    }
}

#[test]
fn a_ladder_verdict_allocates_nothing() {
    let mut cases = cases();
    let mut asked = 0;
    for Case { board, questions } in &mut cases {
        for &(target, first) in questions.iter() {
            let bytes = allocated(|| {
                black_box(ladder::verdict(board, target, first, DEFAULT_NODES));
            });
            assert_eq!(bytes, 0, "{target} for {first:?}");
            asked += 1;
        }
    }
    assert!(asked >= cases.len() && asked > 0);
    // Check that the allocator counts at all.
    assert_eq!(allocated(|| drop(black_box(Box::new(7_u64)))), 8);
}
