//! Engines that speak the Gomocup protocol.

use std::time::{Duration, Instant};

use super::engine_fault::{EngineStop, FaultCode};
use super::engine_lines::{EngineLines, PATIENCE};
use super::engine_player::{
    Choice, EngineGame, EngineMove, EnginePlayer, EngineTurn, Evaluation, EvaluationUnit,
};
use tengen_engine::clock::TimeControl;
use tengen_engine::game::Point;

/// The numbers of the rules in `INFO rule`.
const RULES: [(&str, u8); 5] = [
    ("freestyle", 0),
    ("standard", 1),
    ("renju", 4),
    ("caro", 8),
    ("exact-caro", 9),
];

/// `INFO time_left` without a limit, in milliseconds.
const UNLIMITED: u128 = 2_147_483_647;

/// An engine that speaks the Gomocup protocol.
#[derive(Debug, Default)]
pub struct GomocupPlayer {
    /// The stones that the engine knows.
    known: Vec<Point>,
    /// Whether the engine has moved since the board was last set up, and so follows the game.
    follows: bool,
}

impl GomocupPlayer {
    /// Returns the command for a move in this turn.
    fn question(&self, turn: &EngineTurn, points: &[Point]) -> String {
        if let Some((last, before)) = points.split_last()
            && self.follows
            && before == self.known
        {
            return format!("TURN {},{}", last.column, last.row);
        }
        if points.is_empty() {
            return "BEGIN".to_owned();
        }
        let mut text = "BOARD\n".to_owned();
        for (mv, point) in turn.moves.iter().zip(points) {
            let side = if mv.color == turn.color { 1 } else { 2 };
            text += &format!("{},{},{side}\n", point.column, point.row);
        }
        text + "DONE"
    }
}

impl EnginePlayer for GomocupPlayer {
    fn begin(&mut self, lines: &mut EngineLines, game: &EngineGame) -> Result<(), EngineStop> {
        lines.send(&format!("START {}", game.size));
        let answer = |line: &str| {
            let line = line.trim();
            let upper = line.to_ascii_uppercase();
            let is_refusal = upper.starts_with("ERROR") || upper.starts_with("UNKNOWN");
            (is_refusal || upper == "OK").then(|| (upper == "OK", line.to_owned()))
        };
        let (is_ok, text) = lines.read_until(Instant::now() + PATIENCE, answer)?;
        if !is_ok {
            return Err(EngineStop::fault(FaultCode::Error, &text));
        }
        lines.send(&settings(game).join("\n"));
        Ok(())
    }

    fn choose(
        &mut self,
        lines: &mut EngineLines,
        game: &EngineGame,
        turn: &EngineTurn,
    ) -> Result<Choice, EngineStop> {
        let points: Vec<Point> = turn.moves.iter().filter_map(|mv| mv.point).collect();
        let left = match turn.clock.control() {
            TimeControl::Absolute { .. } | TimeControl::Fischer { .. } => {
                turn.clock.left().as_millis()
            }
            _ => UNLIMITED,
        };
        lines.discard();
        lines.send(&format!("INFO time_left {left}"));
        lines.send(&self.question(turn, &points));
        let mut evaluation = None;
        let answer = |line: &str| {
            if let Some(text) = line.strip_prefix("MESSAGE ") {
                evaluation = evaluation_in(text).or(evaluation);
            }
            match point_in(line) {
                Some(point) => Some(Ok(point)),
                // An UNKNOWN may answer one of the settings.
                None if line.to_ascii_uppercase().starts_with("ERROR") => {
                    Some(Err(line.to_owned()))
                }
                None => None,
            }
        };
        let answer = lines.read_until(turn.deadline(game.move_time), answer)?;
        let (column, row) = answer.map_err(|text| EngineStop::fault(FaultCode::Error, &text))?;
        let side = 0..u32::from(game.size);
        if !side.contains(&column) || !side.contains(&row) {
            let text = format!("{column},{row}");
            return Err(EngineStop::fault(FaultCode::Illegal, &text));
        }
        let point = Point {
            column: column as u8,
            row: row as u8,
        };
        self.known = points;
        self.known.push(point);
        self.follows = true;
        Ok(Choice {
            mv: EngineMove::Point(point),
            evaluation,
        })
    }

    fn farewell(&self) -> &'static str {
        "END"
    }
}

/// Returns the settings of a game as commands, which no engine answers.
fn settings(game: &EngineGame) -> Vec<String> {
    let (turn, total, increment) = match game.control {
        TimeControl::Absolute { main } => (main, main, Duration::ZERO),
        TimeControl::Fischer {
            main, increment, ..
        } => (main, main, increment),
        // A move within the period never loses.
        TimeControl::Byoyomi { period, .. } | TimeControl::Canadian { period, .. } => {
            (period, Duration::ZERO, Duration::ZERO)
        }
        TimeControl::Unlimited => (game.move_time, Duration::ZERO, Duration::ZERO),
    };
    let rule = game.rule.as_deref();
    let rule = RULES.into_iter().find(|(name, _)| Some(*name) == rule);
    let mut settings = vec![
        format!("INFO timeout_turn {}", turn.as_millis()),
        format!("INFO timeout_match {}", total.as_millis()),
        "INFO game_type 1".to_owned(),
        format!("INFO rule {}", rule.map_or(0, |(_, number)| number)),
    ];
    if !increment.is_zero() {
        settings.push(format!("INFO time_increment {}", increment.as_millis()));
    }
    settings
}

/// Parses a line that is a move, such as `7,7`.
fn point_in(line: &str) -> Option<(u32, u32)> {
    let (column, row) = line.split_once(',')?;
    Some((column.trim().parse().ok()?, row.trim().parse().ok()?))
}

/// Returns the evaluation in a message such as `depth 9 ev 24 n 1000` or `Depth 15-31 | Eval 120 | Time 10ms`.
fn evaluation_in(text: &str) -> Option<Evaluation> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let mut words = text.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    let names = ["ev", "eval", "score"];
    words.find(|word| names.iter().any(|name| name.eq_ignore_ascii_case(word)))?;
    Evaluation::parse(EvaluationUnit::Score, words.next()?)
}

#[cfg(test)]
mod tests {
    use super::super::engine_lines::scripted::scripted;
    use super::super::engine_player::samples::{game, turn};
    use super::*;
    use tengen_engine::clock::Clock;
    use tengen_play::Game;

    #[test]
    fn moves_follow_the_game_and_takebacks() {
        let settings = EngineGame {
            rule: Some("renju".to_owned()),
            ..game(Game::Gomoku, 15)
        };
        let mut answers = ["7,7", "MESSAGE depth 3 ev -24 n 5\n8,8", "ERROR?\n"].into_iter();
        let (mut lines, sent, _keep) = scripted(move |line| match line.split(' ').next() {
            Some("START") => Some("MESSAGE hello\nok\n".to_owned()),
            // A late word after a move is not the answer to the next question.
            Some("BEGIN" | "TURN") => answers.next().map(|text| format!("{text}\n0,0\n")),
            Some("DONE") => answers.next().map(|text| format!("{text}\n")),
            _ => Some(String::new()),
        });
        let clock = Clock::new(TimeControl::Unlimited);
        let mut player = GomocupPlayer::default();
        player.begin(&mut lines, &settings).unwrap();
        let mut choose =
            |points: &[(u8, u8)]| player.choose(&mut lines, &settings, &turn(15, points, clock));
        let first = choose(&[]).unwrap();
        let middle = Point { column: 7, row: 7 };
        assert_eq!(first.mv, EngineMove::Point(middle));
        let second = choose(&[(7, 7), (7, 8)]).unwrap();
        assert_eq!(second.evaluation.map(|found| found.value), Some(-24.0));
        let error = choose(&[(7, 7), (9, 9)]);
        assert_eq!(error, Err(EngineStop::fault(FaultCode::Error, "ERROR?")));
        let expected = "START 15|INFO timeout_turn 1000|INFO timeout_match 0|INFO game_type 1|INFO rule 4|\
                        INFO time_left 2147483647|BEGIN|INFO time_left 2147483647|TURN 7,8|\
                        INFO time_left 2147483647|BOARD|7,7,1|9,9,2|DONE";
        assert_eq!(sent.lock().unwrap().join("|"), expected);
    }

    #[test]
    fn a_clock_becomes_limits() {
        let control = TimeControl::Fischer {
            main: Duration::from_secs(60),
            increment: Duration::from_secs(2),
            cap: None,
            per_move: None,
        };
        let settings = settings(&EngineGame {
            control,
            ..game(Game::Gomoku, 15)
        });
        let expected = "INFO timeout_turn 60000|INFO timeout_match 60000|INFO game_type 1|INFO rule 0|INFO time_increment 2000";
        assert_eq!(settings.join("|"), expected);
    }

    #[test]
    fn a_point_off_the_board_is_illegal_and_a_refused_board_an_error() {
        let answer = |line: &str| match line {
            "BEGIN" => Some("15,0\n".to_owned()),
            "START 15" => Some("OK\n".to_owned()),
            "START 4" => Some("ERROR too small\n".to_owned()),
            _ => Some(String::new()),
        };
        let (mut lines, _, _keep) = scripted(answer);
        let mut player = GomocupPlayer::default();
        let fifteen = game(Game::Gomoku, 15);
        player.begin(&mut lines, &fifteen).unwrap();
        let clock = Clock::new(TimeControl::Unlimited);
        let illegal = player.choose(&mut lines, &fifteen, &turn(15, &[], clock));
        assert_eq!(illegal, Err(EngineStop::fault(FaultCode::Illegal, "15,0")));
        let refused = player.begin(&mut lines, &game(Game::Gomoku, 4));
        assert_eq!(
            refused,
            Err(EngineStop::fault(FaultCode::Error, "ERROR too small"))
        );
    }

    #[test]
    fn evaluations_stand_in_messages_of_several_kinds() {
        for (text, value) in [
            ("depth 9 ev 24 n 1000 pv h8", Some(24.0)),
            ("Depth 15-31 | Eval -120 | Time 10ms", Some(-120.0)),
            ("score=+3.5", Some(3.5)),
            ("Eval +M5", None),
            ("several events", None),
            ("ev", None),
        ] {
            assert_eq!(
                evaluation_in(text).map(|found| found.value),
                value,
                "{text}"
            );
        }
        assert_eq!(point_in(" 3, 4"), Some((3, 4)));
        assert_eq!(point_in("MESSAGE 3,4"), None);
    }
}
