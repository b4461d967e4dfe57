//! Tests of Yixin-Board's commands.

use super::*;
use crate::gomocup::settings::most_memory;
use tengen_engine::Settings;

#[test]
fn the_best_moves_are_reported_before_the_move() {
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
fn white_is_shown_no_forbidden_points() {
    let mut manager = Manager::hasty();
    manager.ask("INFO rule 4 / START 15 / TURN 7,7");
    assert_eq!(manager.ask("YXSHOWFORBID"), "FORBID .\n");
    manager.ask("PLAY 9,9");
    assert_eq!(manager.ask("YXSHOWFORBID"), "FORBID .\n");
}

#[test]
fn yixin_board_gets_our_limits_and_its_own_rule_numbers() {
    let mut manager = Manager::hasty();
    let reply = manager.ask("yxshowinfo");
    let lines: Vec<&str> = reply.lines().collect();
    assert!(lines[0].starts_with("MESSAGE Tengen "));
    assert!(lines[1].starts_with("MESSAGE INFO MAX_THREAD_NUM "));
    // At least 256 MiB; on a larger machine, half of its memory.
    let size = lines[2].strip_prefix("MESSAGE INFO MAX_HASH_SIZE ");
    let kilobytes = most_memory(Settings::default()) >> 10;
    assert_eq!(size, Some(kilobytes.ilog2().to_string().as_str()));
    assert!(kilobytes.ilog2() >= 18);
    assert_eq!(manager.ask("start 15 15 / INFO rule 2"), "OK\n");
    assert_eq!(manager.position().rule(), Rule::Renju);
    let unknown = "yxhashclear / yxquerydatabaseall / 3,3 / done / yxdbtotxt";
    assert_eq!(manager.ask(unknown), "");
}

#[test]
fn a_start_clears_the_memory_of_games_but_not_for_yixin_board() {
    for (greeting, expected) in [("ABOUT", 1), ("yxshowinfo", 0)] {
        let mut manager = Manager::hasty();
        manager.ask(&format!("{greeting} / START 15 / BEGIN"));
        let before = manager.cleared.load(Relaxed);
        manager.ask("START 15 / BEGIN");
        let cleared = manager.cleared.load(Relaxed) - before;
        assert_eq!(cleared, expected, "{greeting}");
    }
}

#[test]
fn progress_is_reported_as_requested() {
    let mut manager = Manager::hasty();
    assert_eq!(manager.ask("START 15 / BEGIN"), "OK\n0,0\n");
    let steps = "MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST 0,0\n";
    let line = "INFO PV 0\n";
    for (level, has_steps, has_lines) in [(1, true, false), (2, false, true), (3, true, true)] {
        let mut manager = Manager::patient();
        manager.send(&format!("INFO show_detail {level} / START 15 / BEGIN"));
        let mut output = String::new();
        while !output.contains("MESSAGE depth") {
            manager.bell.recv_timeout(Duration::from_secs(10)).unwrap();
            manager.flow = manager.front.wake(&mut manager.out).unwrap();
            output += &manager.output();
        }
        assert!(output.ends_with("MESSAGE depth 2 ev 12 n 5 pv 0,0 1,0\n"));
        assert_eq!(output.contains(steps), has_steps, "{output}");
        assert_eq!(output.contains(line), has_lines, "{output}");
        let answer = manager.ask("YXSTOP");
        assert!(answer.ends_with("MESSAGE depth 2 ev 12 n 5 pv 0,0 1,0\n0,0\n"));
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
    // Opening steps that cannot be answered leave the board unchanged.
    manager.ask("YXBLOCKRESET / START 5 / TURN 0,0 / YXBLOCK / 2,2 / 3,3 / DONE");
    for step in [
        "TARAGUCHISTEP2 / DONE",
        "TARAGUCHISTEP4 / 1,1 / 1,2 / 1,3 / 1,4 / 3,3 / DONE",
    ] {
        let refused = manager.ask(step);
        assert_eq!(refused, "ERROR there is no legal move\n", "{step}");
        assert_eq!(manager.cell(0, 0), Cell::Stone(Color::Black), "{step}");
        assert_eq!(manager.cell(1, 1), Cell::Empty, "{step}");
    }
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
    assert_eq!(manager.cell(1, 0), Cell::Stone(Color::White));
    assert_eq!(manager.position().to_move(), Color::Black);
    for bad in ["YXBALANCEONE", "YXBALANCETWO even"] {
        assert!(manager.ask(bad).starts_with("ERROR "), "{bad}");
    }
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
    // The fake searcher prefers White if 7,7 is black.
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
    // Ten columns and twelve rows; coordinates give the row first.
    assert_eq!(manager.ask("start 10 12 / turn 11,9"), "OK\n0,0\n");
    assert!(manager.ask("turn 9,11").starts_with("ERROR "));
}
