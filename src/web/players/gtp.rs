//! Engines that speak GTP. Commands that an engine does not list are not sent, unless nothing works without them.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::engine_fault::{EngineStop, FaultCode};
use super::engine_lines::{EngineLines, PATIENCE};
use super::engine_player::{
    Choice, EngineGame, EngineMove, EnginePlayer, EngineTurn, Evaluation, EvaluationUnit,
    PlayedMove,
};
use tengen_engine::clock::TimeControl;
use tengen_engine::game::Color;
use tengen_play::Game;

/// Hundredths of a second between two reports of a search.
const REPORTS: u32 = 50;

/// Most bytes of a reply that are kept.
const MOST_TEXT: usize = 64 << 10;

/// A reply: the text, or that of a refusal.
pub type GtpReply = Result<String, String>;

/// An engine that speaks GTP.
#[derive(Default)]
pub struct GtpPlayer {
    /// The engine's own name of the game, for `set_game`.
    game_name: String,
    commands: HashSet<String>,
    /// The moves that the engine knows, as arguments of `play`.
    known: Vec<String>,
}

impl GtpPlayer {
    /// Creates the player; `game_name` is the engine's own name of the game.
    pub fn new(game_name: String) -> GtpPlayer {
        GtpPlayer {
            game_name,
            ..GtpPlayer::default()
        }
    }

    fn has(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    fn list_commands(&mut self, lines: &mut EngineLines) -> Result<(), EngineStop> {
        self.commands = list_commands(lines)?;
        Ok(())
    }

    fn set_rules(&self, lines: &mut EngineLines, game: &EngineGame) -> Result<(), EngineStop> {
        let Some(rule) = &game.rule else {
            return Ok(());
        };
        match game.game {
            // Engines without such commands have fixed rules. The game's referee checks every move anyway.
            Game::Go if self.has("kata-set-rules") => {
                execute(lines, &format!("kata-set-rules {rule}"))?;
            }
            Game::Go if self.has("kgs-rules") => {
                let _ = ask(lines, &format!("kgs-rules {rule}"), PATIENCE)?;
            }
            Game::Gomoku if self.has("rule") => {
                execute(lines, &format!("rule {rule}"))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn set_clock(&self, lines: &mut EngineLines, game: &EngineGame) -> Result<(), EngineStop> {
        let has_kata = self.has("kata-time_settings");
        let exact = has_kata || self.has("limits");
        let command = match game.control {
            TimeControl::Unlimited => {
                format!("time_settings 0 {} 1", seconds(game.move_time, exact, 1))
            }
            TimeControl::Absolute { main } => {
                format!("time_settings {} 0 0", seconds(main, exact, 1))
            }
            TimeControl::Fischer {
                main, increment, ..
            } if has_kata => format!(
                "kata-time_settings fischer {} {}",
                main.as_secs_f64(),
                increment.as_secs_f64()
            ),
            // The increments come with `time_left`.
            TimeControl::Fischer { main, .. } => {
                format!("time_settings {} 0 0", seconds(main, exact, 1))
            }
            TimeControl::Byoyomi {
                main,
                period,
                periods,
            } if has_kata => format!(
                "kata-time_settings byoyomi {} {} {periods}",
                main.as_secs_f64(),
                period.as_secs_f64()
            ),
            TimeControl::Byoyomi { main, period, .. } => format!(
                "time_settings {} {} 1",
                seconds(main, exact, 0),
                seconds(period, exact, 1)
            ),
            TimeControl::Canadian {
                main,
                period,
                stones,
            } => format!(
                "time_settings {} {} {stones}",
                seconds(main, exact, 0),
                seconds(period, exact, 1)
            ),
        };
        // An engine that does not keep time may still be quick.
        let _ = ask(lines, &command, PATIENCE)?;
        Ok(())
    }

    fn place_handicap(&self, lines: &mut EngineLines, stones: &[String]) -> Result<(), EngineStop> {
        if stones.is_empty() {
            return Ok(());
        }
        if self.has("set_free_handicap") {
            execute(lines, &format!("set_free_handicap {}", stones.join(" ")))?;
            return Ok(());
        }
        for stone in stones {
            execute(lines, &format!("play b {stone}"))?;
        }
        Ok(())
    }

    /// Clears the board.
    fn clear(&mut self, lines: &mut EngineLines, game: &EngineGame) -> Result<(), EngineStop> {
        execute(lines, "clear_board")?;
        self.known.clear();
        self.place_handicap(lines, &game.handicap)
    }

    /// Plays the moves that the engine does not know yet. If moves were taken back, all are played again.
    fn follow(
        &mut self,
        lines: &mut EngineLines,
        game: &EngineGame,
        moves: &[PlayedMove],
    ) -> Result<(), EngineStop> {
        let arguments = |mv: &PlayedMove| format!("{} {}", letter(mv.color), mv.text);
        let wanted: Vec<String> = moves.iter().map(arguments).collect();
        let is_known = |(known, wanted): (&String, &String)| known.eq_ignore_ascii_case(wanted);
        if self.known.len() > wanted.len() || !self.known.iter().zip(&wanted).all(is_known) {
            self.clear(lines, game)?;
        }
        for arguments in &wanted[self.known.len()..] {
            execute(lines, &format!("play {arguments}"))?;
        }
        self.known = wanted;
        Ok(())
    }

    fn report_time(
        &self,
        lines: &mut EngineLines,
        color: &str,
        turn: &EngineTurn,
    ) -> Result<(), EngineStop> {
        let clock = &turn.clock;
        if clock.control() == TimeControl::Unlimited || !self.has("time_left") {
            return Ok(());
        }
        let exact = self.has("kata-time_settings") || self.has("limits");
        let stones = clock.overtime().unwrap_or(0);
        // Without KataGo's command, a period of byo-yomi is one of Canadian overtime with one stone.
        let is_byoyomi = matches!(clock.control(), TimeControl::Byoyomi { .. });
        let stones = if is_byoyomi && !self.has("kata-time_settings") {
            stones.min(1)
        } else {
            stones
        };
        let left = seconds(clock.left(), exact, 0);
        let _ = ask(
            lines,
            &format!("time_left {color} {left} {stones}"),
            PATIENCE,
        )?;
        Ok(())
    }
}

impl EnginePlayer for GtpPlayer {
    fn begin(&mut self, lines: &mut EngineLines, game: &EngineGame) -> Result<(), EngineStop> {
        self.list_commands(lines)?;
        if self.has("set_game") {
            execute(lines, &format!("set_game {}", self.game_name))?;
            // Each game has its own commands.
            self.list_commands(lines)?;
        }
        if game.game != Game::Reversi || self.has("boardsize") {
            execute(lines, &format!("boardsize {}", game.size))?;
        }
        self.set_rules(lines, game)?;
        self.clear(lines, game)?;
        if game.game == Game::Go {
            execute(lines, &format!("komi {}", game.komi))?;
        }
        if let Some(level) = game.level.as_ref().filter(|_| self.has("level")) {
            execute(lines, &format!("level {level}"))?;
        }
        self.set_clock(lines, game)
    }

    fn choose(
        &mut self,
        lines: &mut EngineLines,
        game: &EngineGame,
        turn: &EngineTurn,
    ) -> Result<Choice, EngineStop> {
        let color = letter(turn.color);
        self.follow(lines, game, &turn.moves)?;
        self.report_time(lines, color, turn)?;
        // KataGo writes a chance as a part of one, Leela Zero as one of ten thousand.
        let searches = [
            ("kata-genmove_analyze", 100.0),
            ("lz-genmove_analyze", 0.01),
        ];
        let search = searches.into_iter().find(|(command, _)| self.has(command));
        lines.send(&match search {
            Some((command, _)) => format!("{command} {color} {REPORTS}"),
            None => format!("genmove {color}"),
        });
        let reply = read_reply(lines, turn.deadline(game.move_time))?;
        let text = reply.map_err(|text| EngineStop::fault(FaultCode::Error, &text))?;
        let (mv, evaluation) = match search {
            Some((_, percent)) => analyzed(&text, percent),
            None => (text.trim(), None),
        };
        if mv.eq_ignore_ascii_case("resign") {
            let mv = EngineMove::Resign;
            return Ok(Choice { mv, evaluation });
        }
        // If the referee accepts the move, it becomes the next of the moves.
        self.known.push(format!("{color} {mv}"));
        let mv = EngineMove::Text(mv.to_owned());
        Ok(Choice { mv, evaluation })
    }

    fn farewell(&self) -> &'static str {
        "quit"
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// Writes a time; whole seconds for engines that are not known to take fractions, as the protocol defines them.
fn seconds(time: Duration, exact: bool, least: u64) -> String {
    match exact {
        true => format!("{:.3}", time.as_secs_f64()),
        false => time.as_secs().max(least).to_string(),
    }
}

/// Returns the move and the evaluation of a search with reports, in which 1 is `percent` percent. The last line is
/// `play MOVE`.
fn analyzed(text: &str, percent: f64) -> (&str, Option<Evaluation>) {
    let last = text
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("play "));
    let report = text.lines().rfind(|line| line.starts_with("info "));
    let mut words = report.unwrap_or_default().split(' ');
    let rate = words
        .find(|word| *word == "winrate")
        .and_then(|_| words.next());
    let found = rate.and_then(|rate| Evaluation::parse(EvaluationUnit::Percent, rate));
    let evaluation = found.map(|found| Evaluation {
        value: (found.value * percent * 100.0).round().clamp(0.0, 10_000.0) / 100.0,
        ..found
    });
    (last.unwrap_or(text).trim(), evaluation)
}

/// Asks for the commands of an engine; none if it does not list them.
pub fn list_commands(lines: &mut EngineLines) -> Result<HashSet<String>, EngineStop> {
    let listed = ask(lines, "list_commands", PATIENCE)?.unwrap_or_default();
    Ok(listed.split_whitespace().map(str::to_owned).collect())
}

/// Sends a command that must succeed, and returns the reply.
fn execute(lines: &mut EngineLines, command: &str) -> Result<String, EngineStop> {
    let reply = ask(lines, command, PATIENCE)?;
    reply.map_err(|text| EngineStop::fault(FaultCode::Error, &format!("{command}: {text}")))
}

/// Sends a command and returns the reply.
pub fn ask(
    lines: &mut EngineLines,
    command: &str,
    patience: Duration,
) -> Result<GtpReply, EngineStop> {
    lines.send(command);
    read_reply(lines, Instant::now() + patience)
}

/// Reads a reply. Some engines print messages before it.
pub fn read_reply(lines: &mut EngineLines, deadline: Instant) -> Result<GtpReply, EngineStop> {
    let first = |line: &str| match line.strip_prefix('=') {
        Some(text) => Some(Ok(text.to_owned())),
        None => line.strip_prefix('?').map(|text| Err(text.to_owned())),
    };
    let mut reply = lines.read_until(deadline, first)?;
    loop {
        let line = lines.read(deadline)?;
        if line.trim().is_empty() {
            break;
        }
        // Only the reports of a search are many; the last two lines are enough of them.
        let text = match &mut reply {
            Ok(text) | Err(text) => text,
        };
        if line.starts_with("info ") {
            text.clear();
        }
        if text.len() < MOST_TEXT {
            text.push('\n');
            text.push_str(&line);
        }
    }
    let trimmed = |text: String| text.trim().to_owned();
    Ok(reply.map(trimmed).map_err(trimmed))
}

#[cfg(test)]
mod tests {
    use super::super::engine_lines::scripted::{Sent, scripted};
    use super::super::engine_player::samples::{game, turn};
    use super::*;
    use tengen_engine::clock::Clock;

    /// Plays for an engine with these commands, which answers `genmove` and its kin with a text.
    fn play(
        commands: &'static str,
        answer: &'static str,
        turns: &[EngineTurn],
    ) -> (Vec<Choice>, Sent) {
        let game = EngineGame {
            control: turns[0].clock.control(),
            rule: Some("chinese".to_owned()),
            handicap: vec!["A1".to_owned(), "A2".to_owned()],
            ..game(Game::Go, 9)
        };
        let (mut lines, sent, _keep) = scripted(move |line| {
            Some(match line.split(' ').next().unwrap_or_default() {
                "list_commands" => format!("some talk\n= {}\n\n", commands.replace(' ', "\n")),
                name if name.contains("genmove") => format!("{answer}\n\n"),
                _ => "=\n\n".to_owned(),
            })
        });
        let mut player = GtpPlayer::new("Go".to_owned());
        player.begin(&mut lines, &game).unwrap();
        let choose = |turn| player.choose(&mut lines, &game, turn).unwrap();
        (turns.iter().map(choose).collect(), sent)
    }

    fn text(text: &str) -> EngineMove {
        EngineMove::Text(text.to_owned())
    }

    #[test]
    fn an_engine_with_few_commands_gets_few() {
        let clock = Clock::new(TimeControl::Unlimited);
        let turns = [
            turn(9, &[], clock),
            turn(9, &[(2, 6), (3, 3)], clock),
            turn(9, &[(4, 4)], clock),
        ];
        let (choices, sent) = play("play genmove", "= c3", &turns);
        assert_eq!(choices[0].mv, text("c3"));
        assert_eq!(choices[0].evaluation, None);
        let expected = "list_commands|boardsize 9|clear_board|play b A1|play b A2|komi 7|time_settings 0 1 1|genmove b|\
                        play w D6|genmove b|clear_board|play b A1|play b A2|play b E5|genmove w";
        assert_eq!(sent.lock().unwrap().join("|"), expected);
    }

    #[test]
    fn an_engine_like_katago_gets_its_clock_and_gives_its_chances() {
        let clock = Clock::new(TimeControl::Fischer {
            main: Duration::from_secs(60),
            increment: Duration::from_millis(500),
            cap: None,
            per_move: None,
        });
        let commands = "play set_game set_free_handicap kata-set-rules kata-time_settings time_left kata-genmove_analyze";
        let reply = "=\ninfo move Q3 visits 1 winrate 0.5 scoreLead 1\ninfo move C3 visits 9 winrate 0.625 info move D4 winrate 0.1\nplay C3";
        let (choices, sent) = play(commands, reply, &[turn(9, &[], clock)]);
        let evaluation = Some(Evaluation {
            unit: EvaluationUnit::Percent,
            value: 62.5,
        });
        assert_eq!(
            choices,
            [Choice {
                mv: text("C3"),
                evaluation
            }]
        );
        let expected = "list_commands|set_game Go|list_commands|boardsize 9|kata-set-rules chinese|clear_board|\
                        set_free_handicap A1 A2|komi 7|kata-time_settings fischer 60 0.5|time_left b 60.000 0|\
                        kata-genmove_analyze b 50";
        assert_eq!(sent.lock().unwrap().join("|"), expected);
    }

    #[test]
    fn chances_of_leela_zero_are_parts_of_ten_thousand() {
        let (mv, evaluation) = analyzed("info move C3 visits 9 winrate 4321 pv\nplay resign", 0.01);
        assert_eq!(
            (mv, evaluation.map(|found| found.value)),
            ("resign", Some(43.21))
        );
        assert_eq!(analyzed("play C3", 100.0), ("C3", None));
    }

    #[test]
    fn a_refusal_is_a_fault_and_a_resignation_none() {
        let clock = Clock::new(TimeControl::Unlimited);
        let (choices, _) = play("play genmove", "= Resign", &[turn(9, &[], clock)]);
        assert_eq!(choices[0].mv, EngineMove::Resign);
        let (mut lines, _, _keep) = scripted(|line| match line {
            "list_commands" => Some("=\n\n".to_owned()),
            _ => Some("? no such board\n\n".to_owned()),
        });
        let fault = GtpPlayer::default().begin(&mut lines, &game(Game::Go, 9));
        let text = "boardsize 9: no such board";
        assert_eq!(fault, Err(EngineStop::fault(FaultCode::Error, text)));
    }
}
