//! Line-by-line tests of the front, with a fake searcher of controlled duration.

mod database;
mod waiting;
mod yixin;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crossbeam_channel::Receiver;
use proptest::prelude::*;

use super::*;
use crate::gomocup::opening_command::{OPENING_COMMANDS, OpeningTask};
use crate::gomocup::search::SwapProtocol;
use crate::io::input::LineEnd;
use crate::io::server::Front;
use tengen_engine;
use tengen_engine::control::Budget;
use tengen_engine::conversation::Flow;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_engine::threads::backlog::BacklogShare;
use tengen_engine::{Control, Searcher};
use tengen_engine::{Report, SearchResult};
use tengen_gomoku::Cell;
use tengen_gomoku::request::Balance;
use tengen_testing::written::Written;

/// Fake searcher that plays the first free point in reading order. With a node limit it returns at once; otherwise it
/// runs until its time is up or it is stopped. It panics on boards 13 wide and prefers White if 7,7 is black.
struct Fake {
    /// Number of times its memory of games has been cleared.
    cleared: Arc<AtomicUsize>,
    /// Limits of its searches, in order.
    searched: Arc<Mutex<Vec<Limits>>>,
}

const UNLUCKY_WIDTH: u8 = 13;

impl Searcher<Position> for Fake {
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Point>,
    ) -> Option<SearchResult<Point>> {
        self.searched.lock().unwrap().push(*control.limits());
        let position = record.position();
        assert_ne!(position.width(), UNLUCKY_WIDTH, "unlucky\nfor some");
        let (to_move, request) = (position.to_move(), control.request());
        let mut moves = position.legal_moves(to_move);
        moves.retain(|mv| request.allows(to_move, mv, 0));
        let mv = *moves.first()?;
        let black_in_the_middle = position.cell(Point::new(7, 7)) == Cell::Stone(Color::Black);
        let line = tengen_engine::RootMove::new(
            mv,
            if black_in_the_middle { 0.8 } else { 0.3 },
            12.4,
            5,
            moves.into_iter().take(2).collect(),
        );
        let report = Report::new(vec![line], 5, 2);
        control.report(report.clone());
        while control.limits().nodes.is_none() && !control.interrupted() {
            std::thread::yield_now();
        }
        Some(SearchResult {
            mv,
            resigns: false,
            report,
        })
    }
    fn clear(&mut self) {
        self.cleared.fetch_add(1, Relaxed);
    }
    fn configure(&mut self, _: Settings) {}
}

/// A manager connected to the front.
struct Manager {
    front: GomocupFront,
    bell: Receiver<()>,
    out: Output,
    written: Written,
    flow: Flow,
    cleared: Arc<AtomicUsize>,
    searched: Arc<Mutex<Vec<Limits>>>,
}

impl Manager {
    fn new() -> Self {
        let (waker, bell) = Waker::new();
        let settings = Settings::default();
        let cleared = Arc::<AtomicUsize>::default();
        let searched = Arc::<Mutex<Vec<Limits>>>::default();
        let shared = (cleared.clone(), searched.clone());
        let fake = move |_| Fake {
            cleared: shared.0.clone(),
            searched: shared.1.clone(),
        };
        let worker = Worker::spawn(settings, waker, fake).unwrap();
        let written = Written::default();
        Manager {
            front: ProtocolFront::from_parts(
                BlockReader::default(),
                GomocupDialect::with_worker(Rule::Freestyle, settings, worker),
                Duration::ZERO,
            ),
            bell,
            out: Output::new(written.clone()),
            written,
            flow: Flow::Continue,
            cleared,
            searched,
        }
    }

    /// Creates a manager with an engine that moves at once.
    fn hasty() -> Self {
        let mut manager = Manager::new();
        manager.send("INFO max_node 10");
        manager
    }

    /// Creates a manager with an engine that searches until it is stopped.
    fn patient() -> Self {
        let mut manager = Manager::new();
        manager.send("INFO timeout_turn 3600000");
        manager
    }

    /// Sends lines separated by ` / ` without handling worker events.
    fn send(&mut self, lines: &str) {
        for text in lines.split(" / ") {
            let line = InputLine {
                bytes: text.as_bytes().to_vec(),
                end: LineEnd::LineFeed,
                too_long: false,
                share: BacklogShare::default(),
            };
            self.flow = self.front.line(line, &mut self.out).unwrap();
        }
    }

    fn output(&mut self) -> String {
        self.out.flush().unwrap();
        self.written.take()
    }

    /// Handles worker events until every command is answered.
    fn settle(&mut self) {
        while self.front.conversation.is_busy() && self.flow == Flow::Continue {
            let woken = self.bell.recv_timeout(Duration::from_secs(10));
            woken.expect("the worker answers");
            self.flow = self.front.wake(&mut self.out).unwrap();
        }
    }

    /// Sends lines and returns the limits of the resulting searches, in order.
    fn searches(&mut self, lines: &str) -> Vec<Limits> {
        self.searched.lock().unwrap().clear();
        self.send(lines);
        self.settle();
        std::mem::take(&mut *self.searched.lock().unwrap())
    }

    /// Sends lines and returns all of their output.
    fn ask(&mut self, lines: &str) -> String {
        self.send(lines);
        self.settle();
        self.output()
    }

    fn dialect(&self) -> &GomocupDialect {
        self.front.conversation.dialect()
    }

    fn cell(&self, x: u8, y: u8) -> Cell {
        self.position().cell(Point::new(x, y))
    }

    fn position(&self) -> Position {
        self.dialect().game.as_ref().unwrap().position().clone()
    }
}

#[test]
fn a_game_is_played_to_the_byte() {
    let mut manager = Manager::hasty();
    assert_eq!(manager.ask("START 15"), "OK\n");
    assert_eq!(manager.ask("INFO rule 1 / INFO foo bar / INFO / "), "");
    assert_eq!(manager.ask("BEGIN"), "0,0\n");
    assert_eq!(manager.ask("TURN 7,7"), "1,0\n");
    assert_eq!(manager.ask("turn 3,0"), "2,0\n");
    assert_eq!(manager.ask("RESTART"), "OK\n");
    assert_eq!(manager.ask("TURN 0,0"), "1,0\n");
    assert_eq!(manager.ask("RECTSTART 15,20"), "OK\n");
    assert_eq!(manager.ask("TURN 14,19"), "0,0\n");
    assert_eq!(manager.ask("END"), "");
    assert_eq!(manager.flow, Flow::Quit);
}

#[test]
fn about_is_one_line() {
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "name=\"Tengen\", version=\"{version}\", author=\"Tengen contributors\", country=\"\"\n"
    );
    assert_eq!(Manager::new().ask("about"), expected);
}

#[test]
fn what_is_bad_gets_one_line_and_changes_nothing() {
    let mut manager = Manager::hasty();
    for early in [
        "BEGIN",
        "TURN 7,7",
        "PLAY 7,7",
        "TAKEBACK 7,7",
        "RESTART",
        "BOARD / DONE",
        "YXBOARD / DONE",
        "SWAP2BOARD / DONE",
        "YXSHOWFORBID",
    ] {
        let reply = manager.ask(early);
        assert_eq!(reply, "ERROR no game has been started\n", "{early}");
    }
    assert_eq!(manager.ask("START 15 / TURN 7,7"), "OK\n0,0\n");
    let before = manager.position();
    for (bad, prefix) in [
        ("TURN a,b", "ERROR "),
        (
            "TURN 7,7",
            "ERROR 7,7 can't be played: the point is occupied\n",
        ),
        (
            "TURN 15,0",
            "ERROR 15,0 can't be played: the point is off the board\n",
        ),
        ("TURN -1,-1", "ERROR "),
        ("TURN", "ERROR "),
        ("START 4", "ERROR "),
        ("START 23", "ERROR "),
        ("START big", "ERROR "),
        ("RECTSTART 15", "ERROR "),
        ("RECTSTART 1000,1000", "ERROR "),
        ("BEGIN", "ERROR it is the opponent's turn\n"),
        ("PLAY 9,9", "ERROR it is the opponent's turn\n"),
        ("TAKEBACK 5,5", "ERROR there is no stone at 5,5\n"),
        ("BOARD / 1,1,1 / rubbish / 2,2,9 / DONE", "ERROR "),
        ("BOARD / 1,1,1 / 1,1,2 / DONE", "ERROR "),
        ("BOARD / 1,15,1 / DONE", "ERROR "),
        ("SWAP2BOARD / 1,1 / DONE", "ERROR "),
        ("SWAP2BOARD / 1,1 / 2,2 / 2,2 / DONE", "ERROR "),
        ("YXBOARD / 1,1 / DONE", "ERROR "),
        ("NONSENSE 3,4", "UNKNOWN command 'NONSENSE'\n"),
        ("7,7", "UNKNOWN command '7,7'\n"),
        ("DONE", "UNKNOWN command 'DONE'\n"),
    ] {
        let reply = manager.ask(bad);
        assert!(reply.starts_with(prefix), "{bad}: {reply}");
        assert_eq!(reply.lines().count(), 1, "{bad}: {reply}");
        assert!(manager.position() == before, "{bad}");
    }
    assert_eq!(manager.ask("TURN 1,0"), "2,0\n");
}

#[test]
fn blocks_set_the_position_up() {
    let mut manager = Manager::hasty();
    manager.ask("START 15");
    assert_eq!(manager.ask("BOARD / DONE"), "0,0\n");
    let reply = manager.ask("BOARD / 0,0,2 / 7,7,1 / 8,8,2 / 1,0,3 / DONE");
    assert_eq!(reply, "2,0\n");
    assert_eq!(manager.cell(7, 7), Cell::Stone(Color::White));
    assert_eq!(manager.cell(1, 0), Cell::Blocked);
    assert_eq!(manager.ask("TURN 9,9"), "3,0\n");
    assert_eq!(manager.ask("yxboard / 7,7,1 / 8,8,2 / done"), "");
    assert_eq!(manager.ask("BEGIN"), "0,0\n");
}

#[test]
fn searches_of_one_step_share_its_limits() {
    let mut manager = Manager::hasty();
    manager.ask("START 15 / yxboard / 7,7,1 / 8,8,2 / 9,9,1 / done");
    let [soft, hard] = [6, 12].map(Duration::from_secs);
    let limits = Limits {
        time: Some(Budget { soft, hard }),
        nodes: Some(13),
        ..Limits::default()
    };
    for (task, searches, nodes) in [
        (OpeningTask::Side(SwapProtocol::Renju), 1, 13),
        (OpeningTask::Side(SwapProtocol::Gomocup), 2, 6),
        (OpeningTask::Side(SwapProtocol::Yixin), 2, 6),
        (OpeningTask::Sixth(Point::new(7, 7)), 2, 6),
    ] {
        let of_one = manager.dialect().step_limits(task, limits);
        let [soft, hard] = [soft, hard].map(|time| time / searches);
        assert_eq!(of_one.time, Some(Budget { soft, hard }), "{task:?}");
        assert_eq!(of_one.nodes, Some(nodes), "{task:?}");
    }
}

#[test]
fn the_searches_of_every_step_fill_its_time_and_no_more() {
    const NODES: u64 = 600;
    let turn = Duration::from_secs(60);
    let stones = ["7,6", "8,8", "9,9", "10,10"];
    for row in &OPENING_COMMANDS {
        // With a black stone at 7,7 the fake searcher keeps its side; otherwise it takes the other.
        let longest = [stones, ["7,7", "8,8", "9,9", "10,10"]]
            .iter()
            .flat_map(|stones| (0..=4).map(move |count| &stones[..count]))
            .map(|stones| {
                let mut manager = Manager::new();
                manager.ask(&format!(
                    "INFO max_node {NODES} / INFO timeout_turn {} / START 15",
                    turn.as_millis()
                ));
                // The fifth moves of a choice may be among the stones.
                let fifths: &[&str] = match row.help.starts_with("one of the fifth moves") {
                    true => &["1,1", "2,2"],
                    false => &[],
                };
                let lines = [&[row.name], stones, fifths, &["DONE"]].concat();
                manager.searches(&lines.join(" / "))
            })
            .map(|searches| {
                let time: Duration = searches
                    .iter()
                    .map(|search| search.time.unwrap().hard)
                    .sum();
                let nodes: u64 = searches.iter().map(|search| search.nodes.unwrap()).sum();
                (time, nodes)
            })
            .max()
            .unwrap();
        let whole = Budget::unsaved(turn - Duration::from_millis(40) - turn / 100);
        // Compared in milliseconds, since the parts are rounded down.
        let seen = (longest.0 + Duration::from_micros(1)).as_millis();
        assert_eq!(
            (seen, longest.1),
            (whole.hard.as_millis(), NODES),
            "{}",
            row.name
        );
    }
}

#[test]
fn stones_that_the_other_side_may_take_over_are_to_be_even() {
    let mut manager = Manager::hasty();
    manager.ask("START 15");
    let position = manager.position();
    let stones = [(7, 7), (8, 8)].map(|(x, y)| Point::new(x, y));
    for (task, moves) in [
        (OpeningTask::Third(stones, SwapProtocol::Gomocup), Some(1)),
        (OpeningTask::TwoStones(SwapProtocol::Gomocup), Some(2)),
        (OpeningTask::Side(SwapProtocol::Gomocup), None),
    ] {
        let request = manager.dialect().opening_request(task, &position);
        let even = moves.map(|moves| Balance { moves, score: 0 });
        assert_eq!(request.game.balance, even, "{task:?}");
    }
}

#[test]
fn a_won_game_takes_no_more_moves() {
    let mut manager = Manager::hasty();
    manager.ask("START 15 / YXBOARD / 5,5,2 / 9,9,1 / 6,5,2 / 9,8,1 / 7,5,2 / 9,7,1 / DONE");
    assert_eq!(manager.ask("TURN 8,5"), "0,0\n");
    assert_eq!(
        manager.ask("TURN 9,5"),
        "ERROR the game is over, white has won\n"
    );
    let over = "ERROR 1,1 can't be played: the game is over\n";
    assert_eq!(manager.ask("TURN 1,1"), over);
    assert_eq!(manager.ask("TAKEBACK 9,5 / TURN 1,1"), "OK\n1,0\n");
    let before = manager.position();
    let five = "BOARD / 0,0,1 / 1,0,1 / 2,0,1 / 3,0,1 / 4,0,1 / DONE";
    assert_eq!(manager.ask(five), "ERROR the game is over, black has won\n");
    assert!(manager.position() == before);
}

#[test]
fn a_full_board_is_a_draw() {
    let mut manager = Manager::hasty();
    manager.ask("START 5");
    // Rows of BBWWB, shifted so that no five arises, with 4,4 free.
    let mut block = "YXBOARD".to_owned();
    for y in 0..5 {
        for x in 0..5 {
            if (x, y) != (4, 4) {
                block += &format!(" / {x},{y},{}", 1 + (x + 2 * y) / 2 % 2);
            }
        }
    }
    assert_eq!(manager.ask(&format!("{block} / DONE")), "");
    assert_eq!(
        manager.ask("TURN 4,4"),
        "ERROR the game is over, it is a draw\n"
    );
}

#[test]
fn moves_are_played_and_taken_back_for_us() {
    let mut manager = Manager::hasty();
    assert_eq!(manager.ask("START 15 / PLAY 7,7"), "OK\n7,7\n");
    assert_eq!(manager.ask("TURN 8,8"), "0,0\n");
    assert_eq!(manager.ask("TAKEBACK 0,0 / TAKEBACK 8,8"), "OK\nOK\n");
    assert_eq!(manager.ask("TURN 6,6"), "0,0\n");
    assert_eq!(manager.ask("TAKEBACK 7,7"), "OK\n");
    assert_eq!(manager.cell(7, 7), Cell::Empty);
    assert_eq!(manager.cell(6, 6), Cell::Stone(Color::White));
}

#[test]
fn a_rule_after_start_applies_at_once() {
    let mut manager = Manager::hasty();
    manager.ask("START 15 / INFO rule 4");
    let cross = "6,7,1 / 0,0,2 / 8,7,1 / 0,14,2 / 7,6,1 / 14,0,2 / 7,8,1 / 14,14,2";
    manager.ask(&format!("YXBOARD / {cross} / DONE"));
    assert_eq!(manager.ask("YXSHOWFORBID"), "FORBID 0707.\n");
    let forbidden = "ERROR 7,7 can't be played: the point is forbidden to black\n";
    assert_eq!(manager.ask("PLAY 7,7"), forbidden);
    manager.ask("INFO rule 0");
    assert_eq!(manager.ask("YXSHOWFORBID"), "FORBID .\n");
    assert_eq!(manager.ask("PLAY 7,7"), "7,7\n");
}

#[test]
fn continuous_games_go_on_after_a_five() {
    let mut manager = Manager::hasty();
    manager.ask("START 15 / INFO rule 2");
    manager.ask("YXBOARD / 5,5,2 / 9,9,1 / 6,5,2 / 9,8,1 / 7,5,2 / 9,7,1 / 8,5,2 / 1,1,1 / DONE");
    assert_eq!(manager.ask("TURN 9,5"), "0,0\n");
    assert_eq!(manager.cell(7, 5), Cell::Blocked);
    assert_eq!(manager.ask("TURN 10,5"), "1,0\n");
}

#[test]
fn swap2_is_played_in_all_its_turns() {
    let mut manager = Manager::hasty();
    manager.ask("START 15");
    let reply = manager.ask("SWAP2BOARD / DONE");
    let points: Vec<&str> = reply.trim_end().split(' ').collect();
    assert_eq!(points.len(), 3);
    assert_eq!(manager.dialect().game.as_ref().unwrap().filled(), 3);
    for point in points {
        assert!(manager.ask(&format!("TURN {point}")).starts_with("ERROR "));
    }
    // The fake searcher prefers White if 7,7 is black. Black and White alternate in the order sent.
    assert_eq!(manager.ask("SWAP2BOARD / 7,7 / 8,8 / 9,9 / DONE"), "0,0\n");
    assert_eq!(manager.cell(0, 0), Cell::Stone(Color::White));
    assert_eq!(manager.ask("TURN 3,3"), "1,0\n");
    assert_eq!(manager.cell(3, 3), Cell::Stone(Color::Black));
    let five = "SWAP2BOARD / 8,8 / 7,7 / 9,9 / 1,1 / 2,2 / DONE";
    assert_eq!(manager.ask(five), "SWAP\n");
    assert_eq!(manager.ask("TURN 3,3"), "0,0\n");
    assert_eq!(manager.cell(3, 3), Cell::Stone(Color::White));
    assert_eq!(manager.cell(0, 0), Cell::Stone(Color::Black));
}

#[test]
fn an_over_long_line_is_an_error() {
    let mut manager = Manager::new();
    let line = InputLine {
        bytes: Vec::new(),
        end: LineEnd::LineFeed,
        too_long: true,
        share: BacklogShare::default(),
    };
    manager.flow = manager.front.line(line, &mut manager.out).unwrap();
    assert_eq!(manager.output(), "ERROR the line is too long\n");
}

#[test]
fn bytes_that_are_no_text_are_unknown() {
    let mut manager = Manager::new();
    let line = InputLine {
        bytes: b"\xff\xfe\x00".to_vec(),
        end: LineEnd::CarriageReturn,
        too_long: false,
        share: BacklogShare::default(),
    };
    manager.flow = manager.front.line(line, &mut manager.out).unwrap();
    assert_eq!(manager.output(), "UNKNOWN command '\u{fffd}\u{fffd}?'\n");
}

/// Generates a command and whether it always has a one-line reply.
fn any_command() -> impl Strategy<Value = (String, bool)> {
    let at = || (-1..16_i32, -1..16_i32);
    let block = |kind: &'static str| {
        proptest::collection::vec((at(), 0..5_i32), 0..6).prop_map(move |stones| {
            let mut text = kind.to_owned();
            for ((x, y), flag) in stones {
                text += &format!(" / {x},{y},{flag}");
            }
            (text + " / DONE", kind != "YXBOARD")
        })
    };
    let fixed = |text: &'static str, answered| Just((text.to_owned(), answered));
    prop_oneof![
        8 => at().prop_map(|(x, y)| (format!("TURN {x},{y}"), true)),
        2 => at().prop_map(|(x, y)| (format!("PLAY {x},{y}"), true)),
        4 => at().prop_map(|(x, y)| (format!("TAKEBACK {x},{y}"), true)),
        1 => (4..8_i32).prop_map(|side| (format!("START {side}"), true)),
        1 => (4..8_i32, 4..16_i32).prop_map(|(w, h)| (format!("RECTSTART {w},{h}"), true)),
        2 => (0..12_u8).prop_map(|rule| (format!("INFO rule {rule}"), false)),
        2 => block("BOARD"),
        1 => block("YXBOARD"),
        2 => block("SWAP2BOARD"),
        1 => fixed("RESTART", true),
        2 => fixed("BEGIN", true),
        1 => fixed("ABOUT", true),
        1 => fixed("YXSHOWFORBID", true),
        1 => fixed("YXSTOP", false),
        1 => fixed("nonsense", true),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_input_is_answered_once_and_on_one_line(
        commands in proptest::collection::vec(any_command(), 1..60),
    ) {
        let mut manager = Manager::hasty();
        manager.ask("START 15");
        for (command, answered) in commands {
            let before = manager.position();
            let reply = manager.ask(&command);
            let lines: Vec<&str> = reply.lines().collect();
            prop_assert!(lines.len() <= 1, "{}: {}", command, reply);
            prop_assert!(!answered || lines.len() == 1, "{} is not answered", command);
            let Some(line) = lines.first() else { continue };
            prop_assert_eq!(*line, line.trim_end());
            let refused = line.starts_with("ERROR") && !line.starts_with("ERROR the game is over");
            prop_assert!(!refused || manager.position() == before, "{}: {}", command, line);
        }
    }
}

#[test]
fn offered_stones_keep_off_blocked_points() {
    let mut manager = Manager::hasty();
    manager.ask("START 5");
    let free = ["0,0", "1,3", "4,1", "2,4"];
    let points = (0..25).map(|at| format!("{},{}", at % 5, at / 5));
    let blocked: Vec<String> = points.filter(|at| !free.contains(&at.as_str())).collect();
    manager.ask(&format!("YXBLOCK / {} / DONE", blocked.join(" / ")));
    for _ in 0..20 {
        let offered = manager.ask("SWAP2BOARD / DONE");
        let stones: Vec<&str> = offered.trim().split(' ').collect();
        assert!(stones.iter().all(|at| free.contains(at)), "{offered}");
        assert_eq!(stones.len(), 3);
    }
    manager.ask("INFO rule 4");
    let no_center = manager.ask("START 5 / RIFSTEP1 / DONE");
    assert_eq!(no_center, "OK\nERROR there is no legal move\n");
    manager.ask("YXBLOCKUNDO / 2,2 / 2,1 / 3,1 / 3,3 / DONE");
    let offered = manager.ask("RIFSTEP1 / DONE");
    assert!(offered.starts_with("2,2 "), "{offered}");
}
