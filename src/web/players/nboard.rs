//! Engines that speak the NBoard protocol.

use std::time::{Duration, Instant};

use super::engine_fault::{EngineStop, FaultCode};
use super::engine_lines::{EngineLines, PATIENCE};
use super::engine_player::{
    Choice, EngineGame, EngineMove, EnginePlayer, EngineTurn, Evaluation, EvaluationUnit,
};
use tengen_engine::clock::{Clock, TimeControl};
use tengen_engine::game::Color;

/// Moves of a side among which a clock's main time is divided.
const MOVES: f64 = 30.0;

/// The depth for a second a move, in plies, and the extremes. The protocol has no other limit.
const DEPTH: f64 = 14.0;
const LEAST_DEPTH: f64 = 4.0;
const MOST_DEPTH: f64 = 24.0;

/// An engine that speaks the NBoard protocol.
#[derive(Debug, Default)]
pub struct NBoardPlayer {
    /// The number of the last `ping`.
    pings: u32,
}

impl EnginePlayer for NBoardPlayer {
    fn begin(&mut self, lines: &mut EngineLines, game: &EngineGame) -> Result<(), EngineStop> {
        lines.send("nboard 2");
        lines.send(&format!("set depth {}", depth(game)));
        self.wait_until_ready(lines)
    }

    fn choose(
        &mut self,
        lines: &mut EngineLines,
        game: &EngineGame,
        turn: &EngineTurn,
    ) -> Result<Choice, EngineStop> {
        lines.send(&format!("set game {}", ggf(game, turn)));
        self.wait_until_ready(lines)?;
        lines.send("go");
        let chosen = |line: &str| line.trim().strip_prefix("===").map(str::to_owned);
        let text = lines.read_until(turn.deadline(game.move_time), chosen)?;
        // `=== F5/1.50/0.2`; some engines write blanks instead.
        let mut parts = text.split(['/', ' ']).filter(|part| !part.is_empty());
        let mv = parts.next().unwrap_or_default();
        if mv.is_empty() {
            return Err(EngineStop::fault(FaultCode::Error, "==="));
        }
        let value = parts.next();
        Ok(Choice {
            mv: EngineMove::Text(mv.to_owned()),
            evaluation: value.and_then(|text| Evaluation::parse(EvaluationUnit::Discs, text)),
        })
    }

    fn farewell(&self) -> &'static str {
        "quit"
    }
}

impl NBoardPlayer {
    /// Waits until the engine has read everything.
    fn wait_until_ready(&mut self, lines: &mut EngineLines) -> Result<(), EngineStop> {
        self.pings += 1;
        lines.send(&format!("ping {}", self.pings));
        let pong = format!("pong {}", self.pings);
        let deadline = Instant::now() + PATIENCE;
        lines.read_until(deadline, |line| (line.trim() == pong).then_some(()))
    }
}

/// Returns the depth for the time of a move.
fn depth(game: &EngineGame) -> u32 {
    let share = |main: Duration| main.as_secs_f64() / MOVES;
    let seconds = match game.control {
        TimeControl::Unlimited => game.move_time.as_secs_f64(),
        TimeControl::Absolute { main } => share(main),
        TimeControl::Fischer {
            main, increment, ..
        } => share(main) + increment.as_secs_f64(),
        TimeControl::Byoyomi { main, period, .. } | TimeControl::Canadian { main, period, .. } => {
            share(main).max(period.as_secs_f64() / 2.0)
        }
    };
    let depth = DEPTH + 2.0 * seconds.max(0.01).log2();
    depth.clamp(LEAST_DEPTH, MOST_DEPTH) as u32
}

/// Writes the game so far in GGF.
fn ggf(game: &EngineGame, turn: &EngineTurn) -> String {
    let square = |letter: char| match letter {
        'X' => '*',
        'O' => 'O',
        _ => '-',
    };
    let board: String = game.start.chars().map(square).collect();
    let moves: String = turn
        .moves
        .iter()
        .map(|mv| {
            let color = if mv.color == Color::Black { 'B' } else { 'W' };
            match mv.point {
                Some(_) => format!("{color}[{}]", mv.text.to_ascii_uppercase()),
                None => format!("{color}[PA]"),
            }
        })
        .collect();
    let clock = clock(&turn.clock, game.move_time);
    format!(
        "(;GM[Othello]PC[Tengen]PB[Black]PW[White]RE[?]TI[{clock}]TY[8]BO[8 {board} *]{moves};)"
    )
}

/// Writes the time left as minutes and seconds, as if it were that of the whole game.
fn clock(clock: &Clock, move_time: Duration) -> String {
    let left = match clock.control() {
        TimeControl::Unlimited => move_time.mul_f64(MOVES),
        _ => clock.left(),
    };
    let seconds = left.as_secs().max(1);
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::super::engine_lines::scripted::scripted;
    use super::super::engine_player::samples::{game, turn};
    use super::*;
    use tengen_play::Game;

    #[test]
    fn the_game_is_sent_whole_in_every_turn() {
        let mut settings = game(Game::Reversi, 8);
        settings.start.replace_range(27..29, "OX");
        settings.start.replace_range(35..37, "XO");
        let (mut lines, sent, _keep) = scripted(|line| {
            Some(match line.split_once(' ') {
                Some(("ping", number)) => format!("status\npong {number}\n"),
                Some(("nboard", _)) => "set myname Test\n".to_owned(),
                None => "search F5 1 0 4\n=== D6/-1.50/0.2\n".to_owned(),
                _ => String::new(),
            })
        });
        let clock = Clock::new(TimeControl::Unlimited);
        let mut player = NBoardPlayer::default();
        player.begin(&mut lines, &settings).unwrap();
        let mut turn = turn(8, &[(5, 4), (5, 5)], clock);
        turn.moves[1].point = None;
        let choice = player.choose(&mut lines, &settings, &turn).unwrap();
        assert_eq!(choice.mv, EngineMove::Text("D6".to_owned()));
        assert_eq!(choice.evaluation.map(|found| found.value), Some(-1.5));
        let expected = "nboard 2|set depth 14|ping 1|set game (;GM[Othello]PC[Tengen]PB[Black]PW[White]RE[?]TI[00:30]TY[8]BO[8 \
                        ---------------------------O*------*O--------------------------- *]B[F4]W[PA];)|ping 2|go";
        assert_eq!(sent.lock().unwrap().join("|"), expected);
    }

    #[test]
    fn depths_follow_the_time() {
        let at = |control| {
            depth(&EngineGame {
                control,
                ..game(Game::Reversi, 8)
            })
        };
        let main = |seconds| TimeControl::Absolute {
            main: Duration::from_secs(seconds),
        };
        assert_eq!(at(TimeControl::Unlimited), 14);
        assert_eq!([at(main(1)), at(main(60)), at(main(100_000))], [4, 16, 24]);
    }

    #[test]
    fn blanks_may_separate_the_parts_of_a_move() {
        let (mut lines, _, _keep) = scripted(|line| match line {
            "ping 1" => Some("pong 1\n".to_owned()),
            "go" => Some("=== c3 4.00 0.0\n".to_owned()),
            _ => Some(String::new()),
        });
        let settings = game(Game::Reversi, 8);
        let clock = Clock::new(TimeControl::Unlimited);
        let mut player = NBoardPlayer::default();
        let choice = player
            .choose(&mut lines, &settings, &turn(8, &[], clock))
            .unwrap();
        assert_eq!(choice.mv, EngineMove::Text("c3".to_owned()));
        assert_eq!(choice.evaluation.map(|found| found.value), Some(4.0));
    }
}
