//! The front driven line by line, with a searcher that thinks exactly as long as it is told to.

use std::io::Write;
use std::sync::{Arc, Mutex};

use crossbeam_channel::Receiver;
use proptest::prelude::*;

use super::*;
use crate::game::{Color, Position as _};
use crate::gomoku::Cell;
use crate::input::End;
use crate::record::Record;
use crate::search::{self, Control, Searcher};

/// Plays the first free point as one reads. With a node limit it answers at once, without one it thinks until
/// its time is spent or it is stopped. It panics on boards 13 wide and likes white if 7,7 is black's.
struct Fake;

const UNLUCKY_WIDTH: u8 = 13;

impl Searcher<Position> for Fake {
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Point>,
    ) -> Option<Found<Point>> {
        let position = record.position();
        assert_ne!(position.width(), UNLUCKY_WIDTH, "unlucky\nfor some");
        let (to_move, question) = (position.to_move(), control.question());
        let mut moves = position.legal_moves(to_move);
        moves.retain(|mv| question.allows(to_move, mv, 0));
        let mv = *moves.first()?;
        let black_in_the_middle = position.cell(Point::new(7, 7)) == Cell::Stone(Color::Black);
        let line = search::Line::new(
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
        Some(Found {
            mv,
            resigns: false,
            report,
        })
    }
    fn clear(&mut self) {}
    fn configure(&mut self, _: Settings) {}
}

/// Takes what the front says.
#[derive(Clone, Default)]
struct Ear(Arc<Mutex<Vec<u8>>>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A manager.
struct Manager {
    front: GomocupFront,
    bell: Receiver<()>,
    out: Output,
    ear: Ear,
    flow: Flow,
}

impl Manager {
    fn new() -> Self {
        let (waker, bell) = Waker::new();
        let settings = Settings::default();
        let worker = Worker::spawn(settings, waker, |_| Fake).unwrap();
        let ear = Ear::default();
        Manager {
            front: GomocupFront::with_worker(Rule::Freestyle, settings, worker),
            bell,
            out: Output::new(ear.clone()),
            ear,
            flow: Flow::Continue,
        }
    }

    /// A manager whose engine answers at once.
    fn hasty() -> Self {
        let mut manager = Manager::new();
        manager.send("INFO max_node 10");
        manager
    }

    /// A manager whose engine thinks until it is stopped.
    fn patient() -> Self {
        let mut manager = Manager::new();
        manager.send("INFO timeout_turn 3600000");
        manager
    }

    /// Sends lines, separated by blanks around a slash, while nobody listens to the worker.
    fn send(&mut self, lines: &str) {
        for text in lines.split(" / ") {
            let line = Line {
                bytes: text.as_bytes().to_vec(),
                end: End::LineFeed,
                too_long: false,
            };
            self.flow = self.front.line(&line, &mut self.out).unwrap();
        }
    }

    /// What was said so far.
    fn heard(&mut self) -> String {
        self.out.flush().unwrap();
        let bytes = std::mem::take(&mut *self.ear.0.lock().unwrap());
        String::from_utf8(bytes).unwrap()
    }

    /// Lets the engine think until nothing waits to be answered.
    fn settle(&mut self) {
        while self.front.thinking.is_some() && self.flow == Flow::Continue {
            let woken = self.bell.recv_timeout(Duration::from_secs(10));
            woken.expect("the worker answers");
            self.flow = self.front.wake(&mut self.out).unwrap();
        }
    }

    /// Sends lines and returns all that is said to them.
    fn ask(&mut self, lines: &str) -> String {
        self.send(lines);
        self.settle();
        self.heard()
    }

    fn position(&self) -> Position {
        self.front.board.as_ref().unwrap().position().clone()
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
fn the_best_moves_are_told_before_the_move() {
    let mut manager = Manager::hasty();
    let expected = "OK\nMESSAGE (1) 12 / 2-2 / 0,0 1,0\n0,0\n";
    assert_eq!(manager.ask("START 15 / YXNBEST 2"), expected);
    let after = manager.position();
    for bad in ["YXNBEST", "YXNBEST 0", "YXNBEST -1", "YXNBEST two"] {
        assert!(manager.ask(bad).starts_with("ERROR "), "{bad}");
    }
    assert!(manager.position() == after);
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
    let position = manager.position();
    assert_eq!(position.cell(Point::new(7, 7)), Cell::Stone(Color::White));
    assert_eq!(position.cell(Point::new(1, 0)), Cell::Blocked);
    assert_eq!(manager.ask("TURN 9,9"), "3,0\n");
    assert_eq!(manager.ask("yxboard / 7,7,1 / 8,8,2 / done"), "");
    assert_eq!(manager.ask("BEGIN"), "0,0\n");
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
    // Rows of BBWWB shifted so that no five arises, with 4,4 free.
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
    assert_eq!(manager.position().cell(Point::new(7, 7)), Cell::Empty);
    assert_eq!(
        manager.position().cell(Point::new(6, 6)),
        Cell::Stone(Color::White)
    );
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
    assert_eq!(manager.position().cell(Point::new(7, 5)), Cell::Blocked);
    assert_eq!(manager.ask("TURN 10,5"), "1,0\n");
}

#[test]
fn white_is_shown_no_forbidden_points() {
    let mut manager = Manager::hasty();
    manager.ask("INFO rule 4 / START 15 / TURN 7,7");
    assert_eq!(manager.ask("YXSHOWFORBID"), "FORBID .\n");
    manager.ask("PLAY 9,9");
    assert_eq!(manager.ask("YXSHOWFORBID"), "FORBID .\n");
}

#[test]
fn yixin_board_is_told_our_limits_and_counts_rules_its_own_way() {
    let mut manager = Manager::hasty();
    let reply = manager.ask("yxshowinfo");
    let lines: Vec<&str> = reply.lines().collect();
    assert!(lines[0].starts_with("MESSAGE Tengen "));
    assert!(lines[1].starts_with("MESSAGE INFO MAX_THREAD_NUM "));
    assert_eq!(lines[2], "MESSAGE INFO MAX_HASH_SIZE 18", "256 MiB");
    assert_eq!(manager.ask("start 15 15 / INFO rule 2"), "OK\n");
    assert_eq!(manager.position().rule(), Rule::Renju);
    let unknown = "yxhashclear / yxquerydatabaseall / 3,3 / done / yxdbtotxt";
    assert_eq!(manager.ask(unknown), "");
}

#[test]
fn commands_wait_for_the_move_and_are_answered_in_order() {
    let mut manager = Manager::patient();
    manager.send("START 15 / BEGIN / ABOUT / TURN 7,7 / TURN a,b / INFO max_node 1 / TURN 8,8");
    assert_eq!(manager.heard(), "OK\n");
    manager.send("YXSTOP");
    // The second search began before the node limit was read.
    while !manager.heard().ends_with("country=\"\"\n") {
        manager.bell.recv_timeout(Duration::from_secs(10)).unwrap();
        manager.flow = manager.front.wake(&mut manager.out).unwrap();
    }
    let replies = manager.ask("stop");
    let lines: Vec<&str> = replies.lines().collect();
    assert_eq!(lines[0], "1,0");
    assert!(lines[1].starts_with("ERROR TURN"));
    assert_eq!(lines[2..], ["2,0"]);
}

#[test]
fn a_stop_without_a_search_is_nothing() {
    let mut manager = Manager::hasty();
    assert_eq!(manager.ask("YXSTOP / START 15 / STOP / BEGIN"), "OK\n0,0\n");
}

#[test]
fn a_new_game_silences_the_search() {
    for (command, reply) in [
        ("START 20", "OK\n"),
        ("RECTSTART 10,12", "OK\n"),
        ("RESTART", "OK\n"),
        ("TAKEBACK 7,7", "OK\n"),
    ] {
        let mut manager = Manager::patient();
        manager.send("START 15 / TURN 7,7");
        manager.heard();
        assert_eq!(manager.ask(command), reply, "{command}");
        assert_eq!(manager.front.board.as_ref().unwrap().filled(), 0);
        assert_eq!(manager.ask("INFO max_node 1 / BEGIN"), "0,0\n");
    }
}

#[test]
fn a_new_game_silences_the_searches_that_wait_as_well() {
    let mut manager = Manager::patient();
    manager.send("START 15 / BEGIN / TURN 7,7 / NONSENSE / TURN 8,8 / START 15");
    let replies = manager.ask("INFO max_node 1 / BEGIN");
    assert_eq!(replies, "OK\nUNKNOWN command 'NONSENSE'\nOK\n0,0\n");
}

#[test]
fn a_stone_that_waits_is_taken_back_in_its_turn() {
    let mut manager = Manager::patient();
    manager.send("START 15 / BEGIN / TURN 7,7 / TAKEBACK 7,7");
    assert_eq!(manager.heard(), "OK\n");
    assert_eq!(manager.ask("YXSTOP"), "0,0\nOK\n");
    assert_eq!(manager.front.board.as_ref().unwrap().filled(), 1);
}

#[test]
fn end_overtakes_a_flood() {
    let mut manager = Manager::patient();
    manager.send("START 15 / BEGIN");
    let started = Instant::now();
    for _ in 0..30_000 {
        manager.send("TURN 3,3 / ABOUT / TAKEBACK 1,1");
    }
    manager.send("END");
    assert_eq!(manager.flow, Flow::Quit);
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_eq!(manager.heard(), "OK\n");
}

#[test]
fn what_is_refused_does_not_stop_the_search() {
    let mut manager = Manager::patient();
    manager.send("START 15 / TURN 7,7 / START 99 / START x / TAKEBACK 1,1");
    assert_eq!(manager.heard(), "OK\n");
    let replies = manager.ask("YXSTOP");
    let lines: Vec<&str> = replies.lines().collect();
    assert_eq!(lines[0], "0,0");
    assert_eq!(lines.len(), 4);
    assert!(lines[1..].iter().all(|line| line.starts_with("ERROR ")));
}

#[test]
fn end_is_obeyed_at_once_and_in_silence() {
    for lines in [
        "START 15 / BEGIN / ABOUT / TURN 7,7 / BOARD / 1,1,1 / END",
        "START 15 / BEGIN / end",
    ] {
        let mut manager = Manager::patient();
        let started = Instant::now();
        manager.send(lines);
        assert_eq!(manager.flow, Flow::Quit);
        assert_eq!(manager.heard(), "OK\n");
        drop(manager);
        assert!(started.elapsed() < Duration::from_secs(1));
    }
}

#[test]
fn the_end_of_the_input_lets_bounded_work_finish() {
    let mut manager = Manager::new();
    manager.send("INFO timeout_turn 60 / START 15 / BEGIN / TURN 7,7 / BOARD / 1,1,1");
    manager.flow = manager.front.end_of_input(&mut manager.out).unwrap();
    assert_eq!(manager.flow, Flow::Continue);
    manager.settle();
    assert_eq!(manager.flow, Flow::Quit);
    assert_eq!(
        manager.heard(),
        "OK\n0,0\n1,0\nERROR BOARD was not finished with DONE\n"
    );
}

#[test]
fn the_end_of_the_input_stops_endless_work() {
    let mut manager = Manager::new();
    manager.send("yxshowinfo / INFO timeout_turn 2000000 / INFO timeout_match 100000000");
    manager.send("start 15 15 / BEGIN / TURN 7,7");
    manager.heard();
    manager.flow = manager.front.end_of_input(&mut manager.out).unwrap();
    manager.settle();
    assert_eq!(manager.flow, Flow::Quit);
    assert_eq!(manager.heard(), "0,0\n1,0\n");
}

#[test]
fn the_end_of_the_input_of_an_idle_session_ends_it() {
    let mut manager = Manager::new();
    let flow = manager.front.end_of_input(&mut manager.out).unwrap();
    assert_eq!(flow, Flow::Quit);
}

#[test]
fn a_search_that_fails_is_one_error() {
    let mut manager = Manager::hasty();
    let reply = manager.ask("START 13 / BEGIN");
    assert!(
        reply.starts_with("OK\nERROR the search failed: "),
        "{reply}"
    );
    assert_eq!(reply.lines().count(), 2);
    assert_eq!(manager.ask("START 15 / BEGIN"), "OK\n0,0\n");
}

#[test]
fn swap2_is_played_in_all_its_turns() {
    let mut manager = Manager::hasty();
    manager.ask("START 15");
    let reply = manager.ask("SWAP2BOARD / DONE");
    let points: Vec<&str> = reply.trim_end().split(' ').collect();
    assert_eq!(points.len(), 3);
    assert_eq!(manager.front.board.as_ref().unwrap().filled(), 3);
    for point in points {
        assert!(manager.ask(&format!("TURN {point}")).starts_with("ERROR "));
    }
    // The fake likes white if black holds the middle; black and white alternate in the order sent.
    assert_eq!(manager.ask("SWAP2BOARD / 7,7 / 8,8 / 9,9 / DONE"), "0,0\n");
    assert_eq!(
        manager.position().cell(Point::new(0, 0)),
        Cell::Stone(Color::White)
    );
    assert_eq!(manager.ask("TURN 3,3"), "1,0\n");
    assert_eq!(
        manager.position().cell(Point::new(3, 3)),
        Cell::Stone(Color::Black)
    );
    let five = "SWAP2BOARD / 8,8 / 7,7 / 9,9 / 1,1 / 2,2 / DONE";
    assert_eq!(manager.ask(five), "SWAP\n");
    assert_eq!(manager.ask("TURN 3,3"), "0,0\n");
    assert_eq!(
        manager.position().cell(Point::new(3, 3)),
        Cell::Stone(Color::White)
    );
    assert_eq!(
        manager.position().cell(Point::new(0, 0)),
        Cell::Stone(Color::Black)
    );
}

#[test]
fn an_opening_that_is_still_being_chosen_is_not_on_the_board() {
    let mut manager = Manager::patient();
    manager.send("START 15 / SWAP2BOARD / DONE");
    assert_eq!(manager.front.board.as_ref().unwrap().filled(), 0);
    assert_eq!(
        manager.ask("RESTART / INFO max_node 1 / BEGIN"),
        "OK\nOK\n0,0\n"
    );
}

#[test]
fn a_hurried_swap2_opening_comes_at_once() {
    let mut manager = Manager::patient();
    manager.send("START 15 / SWAP2BOARD / DONE / YXSTOP");
    manager.settle();
    let reply = manager.heard();
    assert_eq!(reply.matches(',').count(), 3, "{reply}");
}

#[test]
fn progress_is_told_as_it_was_asked_for() {
    let mut manager = Manager::hasty();
    assert_eq!(manager.ask("START 15 / BEGIN"), "OK\n0,0\n");
    let steps = "MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST 0,0\n";
    let line = "INFO PV 0\n";
    for (level, has_steps, has_lines) in [(1, true, false), (2, false, true), (3, true, true)] {
        let mut manager = Manager::patient();
        manager.send(&format!("INFO show_detail {level} / START 15 / BEGIN"));
        let mut heard = String::new();
        while !heard.contains("MESSAGE depth") {
            manager.bell.recv_timeout(Duration::from_secs(10)).unwrap();
            manager.flow = manager.front.wake(&mut manager.out).unwrap();
            heard += &manager.heard();
        }
        assert!(heard.ends_with("MESSAGE depth 2 ev 12 n 5 pv 0,0 1,0\n"));
        assert_eq!(heard.contains(steps), has_steps, "{heard}");
        assert_eq!(heard.contains(line), has_lines, "{heard}");
        let answer = manager.ask("YXSTOP");
        assert!(answer.ends_with("0,0\n"));
        assert_eq!(answer.starts_with(line), has_lines, "{answer}");
    }
}

#[test]
fn what_is_blocked_is_not_played_until_it_is_freed() {
    let mut manager = Manager::hasty();
    manager.ask("START 15 / YXBLOCK / 0,0 / 1,0 / DONE");
    assert_eq!(manager.ask("TURN 7,7"), "2,0\n");
    assert_eq!(manager.ask("TAKEBACK 2,0 / TAKEBACK 7,7"), "OK\nOK\n");
    assert_eq!(manager.ask("YXBLOCKUNDO / 1,0 / DONE / TURN 7,7"), "1,0\n");
    assert_eq!(
        manager.ask("START 15 / YXNBEST 1").lines().last(),
        Some("1,0")
    );
    assert_eq!(
        manager.ask("RESTART / YXBLOCKRESET / TURN 7,7"),
        "OK\n0,0\n"
    );
    let path = "YXBLOCKPATH / 7,7 / 0,0 / DONE";
    assert_eq!(
        manager.ask(&format!("RESTART / {path} / TURN 7,7")),
        "OK\n1,0\n"
    );
    assert_eq!(manager.ask("RESTART / TURN 8,8"), "OK\n0,0\n");
    assert_eq!(
        manager.ask("RESTART / YXBLOCKPATHRESET / TURN 7,7"),
        "OK\n0,0\n"
    );
    let all: String = (0..25).map(|i| format!("{},{} / ", i % 5, i / 5)).collect();
    let nothing = manager.ask(&format!("START 5 / YXBLOCK / {all}DONE / BEGIN"));
    assert_eq!(nothing, "OK\nERROR there is no legal move\n");
    let refused = manager.ask("YXBLOCK / here / DONE");
    assert_eq!(refused, "ERROR YXBLOCK expects lines of x,y, saw 'here'\n");
}

#[test]
fn balanced_moves_are_played_for_one_side_or_both() {
    let mut manager = Manager::hasty();
    assert_eq!(manager.ask("START 15 / YXBALANCEONE 0"), "OK\n0,0\n");
    assert_eq!(manager.ask("TURN 7,7"), "1,0\n");
    assert_eq!(manager.ask("RESTART"), "OK\n");
    assert_eq!(manager.ask("YXBALANCETWO -20"), "0,0 1,0\n");
    let position = manager.position();
    assert_eq!(position.cell(Point::new(1, 0)), Cell::Stone(Color::White));
    assert_eq!(position.to_move(), Color::Black);
    for bad in ["YXBALANCEONE", "YXBALANCETWO even"] {
        assert!(manager.ask(bad).starts_with("ERROR "), "{bad}");
    }
}

#[test]
fn errands_are_answered_in_their_turn() {
    let mut manager = Manager::patient();
    manager.send("START 15 / BEGIN / YXSHOWHASHUSAGE / YXHASHDUMP / table / ABOUT");
    assert_eq!(manager.heard(), "OK\n");
    let replies = manager.ask("YXSTOP");
    let lines: Vec<&str> = replies.lines().collect();
    let refused = "ERROR this search keeps no table to be looked at";
    assert_eq!(lines[..3], ["0,0", refused, refused]);
    assert!(lines[3].starts_with("name="));
    // A new game does not end an errand.
    manager.send("YXSHOWHASHUSAGE / RESTART");
    assert_eq!(manager.ask(""), format!("{refused}\nOK\n"));
}

#[test]
fn yixin_board_plays_swap2_in_steps() {
    let mut manager = Manager::hasty();
    manager.ask("yxshowinfo / start 15 15");
    let offered = manager.ask("yxswap2step1");
    let lines: Vec<&str> = offered.lines().collect();
    assert_eq!(lines.len(), 3);
    for (number, line) in (1..).zip(lines) {
        assert!(
            line.starts_with(&format!("MESSAGE SWAP2 MOVE{number} ")),
            "{line}"
        );
    }
    // The fake likes white if black holds the middle.
    let three = "start 15 15 / yxboard / 7,7,2 / 8,8,1 / 9,9,2 / done";
    assert_eq!(manager.ask(three), "OK\n");
    let before = manager.position();
    assert_eq!(manager.ask("yxswap2step2"), "MESSAGE SWAP2 SWAP1 NO\n");
    assert!(manager.position() == before, "the board comes again");
    let five = "start 15 15 / yxboard / 8,8,2 / 7,7,1 / 9,9,2 / 1,1,1 / 2,2,2 / done";
    assert_eq!(manager.ask(five), "OK\n");
    assert_eq!(manager.ask("yxswap2step3"), "MESSAGE SWAP2 SWAP2 YES\n");
    let refused = "ERROR this step of swap2 does not begin with 5 stones\n";
    assert_eq!(manager.ask("yxswap2step2"), refused);
}

#[test]
fn a_tall_board_of_yixin_lies_on_its_side() {
    let mut manager = Manager::hasty();
    // Ten columns and twelve rows; coordinates have the row first.
    assert_eq!(manager.ask("start 10 12 / turn 11,9"), "OK\n0,0\n");
    assert!(manager.ask("turn 9,11").starts_with("ERROR "));
}

#[test]
fn an_over_long_line_is_an_error() {
    let mut manager = Manager::new();
    let line = Line {
        bytes: Vec::new(),
        end: End::LineFeed,
        too_long: true,
    };
    manager.flow = manager.front.line(&line, &mut manager.out).unwrap();
    assert_eq!(manager.heard(), "ERROR the line is too long\n");
}

#[test]
fn bytes_that_are_no_text_are_unknown() {
    let mut manager = Manager::new();
    let line = Line {
        bytes: b"\xff\xfe\x00".to_vec(),
        end: End::CarriageReturn,
        too_long: false,
    };
    manager.flow = manager.front.line(&line, &mut manager.out).unwrap();
    assert_eq!(manager.heard(), "UNKNOWN command '\u{fffd}\u{fffd}?'\n");
}

/// A command of a session and whether it is always answered, with one line.
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
    fn whatever_is_sent_is_answered_once_and_on_one_line(
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
