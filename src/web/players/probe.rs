//! Recognizing the protocol of an engine, and the games that it plays.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use super::engine_command::EngineCommand;
use super::engine_fault::{EngineStop, FaultCode};
use super::engine_lines::{EngineLines, PATIENCE};
use super::engine_player::EnginePlayer;
use super::engine_process::EngineProcess;
use super::gomocup::GomocupPlayer;
use super::gtp::{GtpPlayer, ask, list_commands, read_reply};
use super::nboard::NBoardPlayer;
use tengen_play::Game;
use tengen_protocol::GameName;

/// The questions, in the order in which they are asked. Engines of other protocols ignore them or answer an error.
const QUESTIONS: [&str; 3] = ["protocol_version", "ABOUT", "nboard 2"];

/// Time for the answer to the last question: a network may have to be loaded for the first time.
const LAST: Duration = Duration::from_secs(60);

/// Time for an answer before the next question is asked as well. A refusal in Gomocup's words ends the wait.
const PAUSE: Duration = Duration::from_secs(2);

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineProtocol {
    Gtp,
    /// The Gomocup protocol.
    Gomocup,
    /// The NBoard protocol.
    NBoard,
}

/// The protocol and the games of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognized {
    pub protocol: EngineProtocol,
    /// The games, each with the engine's own name of it.
    pub games: Vec<(Game, String)>,
}

impl Recognized {
    /// Returns a player of a game; `None` if the engine does not play it.
    pub fn player(&self, game: Game) -> Option<Box<dyn EnginePlayer>> {
        let (_, name) = self.games.iter().find(|(known, _)| *known == game)?;
        Some(match self.protocol {
            EngineProtocol::Gtp => Box::new(GtpPlayer::new(name.clone())),
            EngineProtocol::Gomocup => Box::new(GomocupPlayer::default()),
            EngineProtocol::NBoard => Box::new(NBoardPlayer::default()),
        })
    }
}

/// Asks an engine for its protocol and games. Fails if it gives no answer in time, or before `ending` is closed.
pub fn recognize(
    engine: &EngineCommand,
    ending: Receiver<Infallible>,
) -> Result<Recognized, EngineStop> {
    let start = || {
        let process = EngineProcess::start(engine).map_err(EngineStop::Fault)?;
        Ok(EngineLines::new(Box::new(process), ending.clone()))
    };
    recognize_with(start, PAUSE)
}

fn recognize_with(
    start: impl Fn() -> Result<EngineLines, EngineStop>,
    pause: Duration,
) -> Result<Recognized, EngineStop> {
    let mut lines = start()?;
    // Questions that are not answered yet.
    let mut waiting = 0;
    let last = QUESTIONS.len() - 1;
    for (number, question) in QUESTIONS.into_iter().enumerate() {
        lines.send(question);
        let patience = if number == last { LAST } else { pause };
        let answer = |line: &str| match protocol_of(line) {
            None if number < last && is_refusal(line) => Some(None),
            protocol => protocol.map(Some),
        };
        match lines.read_until(Instant::now() + patience, answer) {
            Ok(Some(protocol)) => {
                let games = match protocol {
                    EngineProtocol::Gtp => games(&mut lines, waiting)?,
                    EngineProtocol::Gomocup => vec![(Game::Gomoku, String::new())],
                    EngineProtocol::NBoard => vec![(Game::Reversi, String::new())],
                };
                return Ok(Recognized { protocol, games });
            }
            // Should a GTP engine talk like that, its reply is still to come.
            Ok(None) => waiting += 1,
            Err(EngineStop::Fault(fault)) if number < last => {
                // An engine that a question has ended is asked the next one alone.
                if fault.code == FaultCode::Crash {
                    lines = start()?;
                    waiting = 0;
                } else {
                    waiting += 1;
                }
            }
            Err(stop) => return Err(stop),
        }
    }
    Err(EngineStop::fault(FaultCode::Hang, ""))
}

/// Returns the protocol that an answer belongs to.
fn protocol_of(line: &str) -> Option<EngineProtocol> {
    let line = line.trim();
    if line.starts_with(['=', '?']) {
        return Some(EngineProtocol::Gtp);
    }
    // `name="Engine", version="1.0"`; the protocol allows no blank, but some engines write one.
    let after_name = line.strip_prefix("name").map(str::trim_start);
    if after_name.is_some_and(|rest| rest.starts_with('=')) {
        return Some(EngineProtocol::Gomocup);
    }
    line.starts_with("set myname ")
        .then_some(EngineProtocol::NBoard)
}

/// Whether a line refuses a question as the Gomocup protocol does.
fn is_refusal(line: &str) -> bool {
    ["UNKNOWN", "ERROR"].contains(&line.split_whitespace().next().unwrap_or_default())
}

/// Returns the games of an engine that speaks GTP, after its replies to `waiting` other questions. Without a command that
/// names them it is Go.
fn games(lines: &mut EngineLines, waiting: usize) -> Result<Vec<(Game, String)>, EngineStop> {
    for _ in 0..waiting {
        let _ = read_reply(lines, Instant::now() + PATIENCE)?;
    }
    let commands = list_commands(lines)?;
    let question = ["list_games", "gogui-rules_game_id"];
    let asked = question.into_iter().find(|name| commands.contains(*name));
    let text = match asked {
        Some(command) => ask(lines, command, PATIENCE)?.unwrap_or_default(),
        None => return Ok(vec![(Game::Go, "Go".to_owned())]),
    };
    let named = text.lines().flat_map(|line| {
        let name = line.trim();
        let known: Option<GameName> = name.parse().ok();
        known.map(|known| (known.game, name.to_owned()))
    });
    let mut games: Vec<(Game, String)> = Vec::new();
    for (game, name) in named {
        if games.iter().all(|(known, _)| *known != game) {
            games.push((game, name));
        }
    }
    match games.is_empty() {
        true => Err(EngineStop::fault(FaultCode::Error, &text)),
        false => Ok(games),
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine_lines::scripted::scripted;
    use super::*;

    /// Recognizes an engine that answers each line by a function.
    fn recognized(answer: fn(&str) -> Option<String>) -> Result<Recognized, EngineStop> {
        let keep = std::cell::RefCell::new(Vec::new());
        let start = || {
            let (lines, _, going) = scripted(answer);
            keep.borrow_mut().push(going);
            Ok(lines)
        };
        recognize_with(start, Duration::from_millis(20))
    }

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn each_protocol_is_recognized_by_its_answer() {
        let gomocup = recognized(|line| match line {
            "ABOUT" => text("name=\"A\", version=\"1\"\n"),
            _ => text("UNKNOWN command\n"),
        });
        assert_eq!(gomocup.unwrap().protocol, EngineProtocol::Gomocup);
        let nboard = recognized(|line| match line {
            "nboard 2" => text("set myname A\n"),
            _ => text(""),
        });
        assert_eq!(nboard.unwrap().games, [(Game::Reversi, String::new())]);
        let go = recognized(|line| match line {
            "list_commands" => text("= genmove\nplay\n\n"),
            _ => text("= 2\n\n"),
        });
        assert_eq!(go.unwrap().games, [(Game::Go, "Go".to_owned())]);
    }

    #[test]
    fn an_engine_of_several_games_lists_them() {
        let engine = recognized(|line| match line {
            "list_commands" => text("= genmove\nlist_games\n\n"),
            "list_games" => text("= Chess\nOthello\nGomoku\nrenju\n\n"),
            _ => text("= 2\n\n"),
        });
        let games = [
            (Game::Reversi, "Othello".to_owned()),
            (Game::Gomoku, "Gomoku".to_owned()),
        ];
        assert_eq!(engine.unwrap().games, games);
        let chess = recognized(|line| match line {
            "list_commands" => text("= genmove\nlist_games\n\n"),
            "list_games" => text("= Chess\n\n"),
            _ => text("= 2\n\n"),
        });
        assert_eq!(chess, Err(EngineStop::fault(FaultCode::Error, "Chess")));
    }

    #[test]
    fn a_slow_engine_answers_all_questions_at_last() {
        let mut waiting = Vec::new();
        let answer = move |line: &str| {
            waiting.push(match line {
                "list_commands" => "= genmove\n\n",
                "protocol_version" => "= 2\n\n",
                _ => "? unknown command\n\n",
            });
            let is_slow = line == "protocol_version" || line == "ABOUT";
            Some(if is_slow {
                String::new()
            } else {
                waiting.drain(..).collect()
            })
        };
        let (lines, _, _keep) = scripted(answer);
        let lines = std::cell::RefCell::new(Some(lines));
        let start = || Ok(lines.take().expect("one start"));
        let go = recognize_with(start, Duration::from_millis(20)).unwrap();
        assert_eq!(go.games, [(Game::Go, "Go".to_owned())]);
    }

    #[test]
    fn a_refusal_brings_the_next_question_at_once() {
        let (lines, _, _keep) = scripted(|line| match line {
            "ABOUT" => text("name=\"A\", version=\"1\"\n"),
            _ => text("UNKNOWN command\n"),
        });
        let lines = std::cell::RefCell::new(Some(lines));
        let start = || Ok(lines.take().expect("one start"));
        let begun = Instant::now();
        let gomocup = recognize_with(start, LAST).unwrap();
        assert_eq!(gomocup.protocol, EngineProtocol::Gomocup);
        assert!(begun.elapsed() < LAST);
    }

    #[test]
    fn an_engine_that_a_question_ends_is_started_again() {
        let nboard = recognized(|line| match line {
            "nboard 2" => text("set myname A\n"),
            _ => None,
        });
        assert_eq!(nboard.unwrap().protocol, EngineProtocol::NBoard);
        let crash = EngineStop::fault(FaultCode::Crash, "3");
        assert_eq!(recognized(|_| None), Err(crash));
    }
}
