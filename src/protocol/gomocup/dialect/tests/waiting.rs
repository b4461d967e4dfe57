//! Tests of commands during a search and of the end of a conversation.

use super::*;

#[test]
fn commands_wait_for_the_move_and_are_answered_in_order() {
    let mut manager = Manager::patient();
    manager.send("START 15 / BEGIN / ABOUT / TURN 7,7 / TURN a,b / INFO max_node 1 / TURN 8,8");
    assert_eq!(manager.output(), "OK\n");
    manager.send("YXSTOP");
    // The second search started before the node limit was read.
    while !manager.output().ends_with("country=\"\"\n") {
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
        manager.output();
        assert_eq!(manager.ask(command), reply, "{command}");
        assert_eq!(manager.dialect().game.as_ref().unwrap().filled(), 0);
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
    assert_eq!(manager.output(), "OK\n");
    assert_eq!(manager.ask("YXSTOP"), "0,0\nOK\n");
    assert_eq!(manager.dialect().game.as_ref().unwrap().filled(), 1);
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
    assert_eq!(manager.output(), "OK\n");
}

#[test]
fn what_is_refused_does_not_stop_the_search() {
    let mut manager = Manager::patient();
    manager.send("START 15 / TURN 7,7 / START 99 / START x / TAKEBACK 1,1");
    assert_eq!(manager.output(), "OK\n");
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
        assert_eq!(manager.output(), "OK\n");
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
        manager.output(),
        "OK\n0,0\n1,0\nERROR BOARD was not finished with DONE\n"
    );
}

#[test]
fn the_end_of_the_input_stops_endless_work() {
    let mut manager = Manager::new();
    manager.send("yxshowinfo / INFO timeout_turn 2000000 / INFO timeout_match 100000000");
    manager.send("start 15 15 / BEGIN / TURN 7,7");
    manager.output();
    manager.flow = manager.front.end_of_input(&mut manager.out).unwrap();
    manager.settle();
    assert_eq!(manager.flow, Flow::Quit);
    assert_eq!(manager.output(), "0,0\n1,0\n");
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
fn an_opening_that_is_still_being_chosen_is_not_on_the_board() {
    let mut manager = Manager::patient();
    manager.send("START 15 / SWAP2BOARD / DONE");
    assert_eq!(manager.dialect().game.as_ref().unwrap().filled(), 0);
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
    let reply = manager.output();
    assert_eq!(reply.matches(',').count(), 3, "{reply}");
}

#[test]
fn table_commands_are_answered_in_order() {
    let mut manager = Manager::patient();
    manager.send("START 15 / BEGIN / YXSHOWHASHUSAGE / YXHASHDUMP / table / ABOUT");
    assert_eq!(manager.output(), "OK\n");
    let replies = manager.ask("YXSTOP");
    let lines: Vec<&str> = replies.lines().collect();
    let refused = "ERROR this search keeps no table to be looked at";
    assert_eq!(lines[..3], ["0,0", refused, refused]);
    assert!(lines[3].starts_with("name="));
    // A new game does not cancel a table command.
    manager.send("YXSHOWHASHUSAGE / RESTART");
    assert_eq!(manager.ask(""), format!("{refused}\nOK\n"));
}
