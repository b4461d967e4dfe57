//! The state of a game: the rules, the clocks, the result and what the players have asked for.

use std::time::Instant;

use serde_json::{Value, json};

use super::clocks::GameClocks;
use super::description::GameDescription;
use super::entry::{Entry, VERSION, letter};
use super::link::SeatSecrets;
use super::message::pairs;
use super::referee::{CountJob, Ending, Referee, referee};
use tengen_engine::game::Color;
use tengen_protocol::Options;

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalResult {
    /// The result, as SGF writes it.
    pub text: String,
    /// Whether the engine has judged the board.
    pub judged: bool,
}

/// A game over the network.
pub struct NetworkGame {
    description: GameDescription,
    secrets: SeatSecrets,
    referee: Box<dyn Referee>,
    clocks: GameClocks,
    /// Whether the clocks run whenever the server does.
    has_started: bool,
    result: Option<FinalResult>,
    /// The side that has asked to take back.
    undo_from: Option<Color>,
}

impl NetworkGame {
    /// Restores a game from its entries. The clocks do not run.
    ///
    /// # Errors
    ///
    /// The entries are none of a game; the text tells why.
    pub fn restore(entries: &[Entry], now: Instant) -> Result<NetworkGame, String> {
        let Some((
            Entry::Game {
                version: VERSION,
                description,
                secrets,
            },
            rest,
        )) = entries.split_first()
        else {
            return Err("the file begins with no game of this version".to_owned());
        };
        let (options, control) = description.options().map_err(|error| error.to_string())?;
        let mut game = NetworkGame {
            description: description.clone(),
            secrets: secrets.clone(),
            referee: referee(&options)?,
            clocks: GameClocks::new(control),
            has_started: false,
            result: None,
            undo_from: None,
        };
        for entry in rest {
            game.replay(entry, now)?;
        }
        Ok(game)
    }

    fn replay(&mut self, entry: &Entry, now: Instant) -> Result<(), String> {
        match entry {
            Entry::Game { .. } => return Err("a second game in a file".to_owned()),
            Entry::Move { mv, clocks } => {
                self.referee.play(mv)?;
                self.clocks.restore(*clocks);
            }
            Entry::Undo { count, clocks } => {
                let played = self.referee.len();
                if *count > played {
                    return Err(format!("{count} of {played} moves are taken back"));
                }
                self.take_back(*count);
                self.clocks.restore(*clocks);
            }
            Entry::Start => self.has_started = true,
            Entry::Pause { clocks } => self.clocks.restore(*clocks),
            Entry::Result {
                result,
                judged,
                clocks,
            } => {
                self.clocks.restore(*clocks);
                self.finish(result.clone(), *judged, now);
            }
        }
        Ok(())
    }

    /// Returns the secrets of the seats.
    pub fn secrets(&self) -> &SeatSecrets {
        &self.secrets
    }

    /// Returns the rules.
    pub fn referee(&self) -> &dyn Referee {
        self.referee.as_ref()
    }

    /// Returns the clocks.
    pub fn clocks(&self) -> &GameClocks {
        &self.clocks
    }

    /// Whether the clocks have been started once.
    pub fn has_started(&self) -> bool {
        self.has_started
    }

    /// Whether the clocks have to run while somebody is at the game.
    fn is_timed(&self) -> bool {
        self.has_started && self.result.is_none() && self.referee.ending() == Ending::GoesOn
    }

    /// Tries a move of a side. It is not played until [`confirm_move`](Self::confirm_move), and
    /// [`withdraw_move`](Self::withdraw_move) forgets it.
    ///
    /// # Errors
    ///
    /// The reason why it may not be played, in a sentence for a person.
    pub fn try_move(&mut self, color: Color, number: usize, text: &str) -> Result<String, String> {
        self.check_going_on()?;
        if number != self.referee.len() + 1 {
            let next = self.referee.len() + 1;
            return Err(format!("move {next} is the next one, not {number}"));
        }
        if color != self.referee.to_move() {
            return Err("it is the other side's turn".to_owned());
        }
        self.try_text(text)
    }

    /// Tries the pass of a side that has no move, as [`try_move`](Self::try_move) tries moves.
    pub fn try_forced_pass(&mut self) -> Option<String> {
        let is_forced = self.result.is_none() && self.referee.must_pass();
        is_forced.then(|| self.try_text("pass").ok()).flatten()
    }

    fn try_text(&mut self, text: &str) -> Result<String, String> {
        let was_to_count = self.referee.ending() == Ending::ToCount;
        let mv = self.referee.play(text)?;
        if was_to_count && self.referee.ending() == Ending::ToCount {
            self.referee.undo();
            return Err("both sides have passed: count, or play on".to_owned());
        }
        Ok(mv)
    }

    /// Takes back a move that was only tried.
    pub fn withdraw_move(&mut self) {
        self.referee.undo();
    }

    /// Returns the clocks as they stand after a move that was tried.
    pub fn clocks_after_move(&self, now: Instant) -> GameClocks {
        let mut clocks = self.clocks.clone();
        clocks.press(self.referee.to_move().opponent(), now);
        if self.is_timed() {
            if !clocks.is_running() {
                clocks.start(self.referee.to_move(), now);
            }
        } else {
            clocks.stop(now);
        }
        clocks
    }

    /// Plays a move that was tried.
    pub fn confirm_move(&mut self, clocks: GameClocks) {
        self.clocks = clocks;
        self.undo_from = None;
    }

    /// Returns the result by the rules, if the game has ended and its result is not settled.
    pub fn ruled_result(&self) -> Option<String> {
        match self.referee.ending() {
            Ending::Over(result) if self.result.is_none() => Some(result),
            _ => None,
        }
    }

    /// Ends the game.
    pub fn finish(&mut self, text: String, judged: bool, now: Instant) {
        self.clocks.stop(now);
        self.undo_from = None;
        self.result = Some(FinalResult { text, judged });
    }

    /// Notes that a side asks to take back.
    ///
    /// # Errors
    ///
    /// It has nothing to take back.
    pub fn ask_undo(&mut self, color: Color) -> Result<(), String> {
        self.check_going_on()?;
        if self.referee.last_decision(color).is_none() {
            return Err("there is no move to take back".to_owned());
        }
        self.undo_from = Some(color);
        Ok(())
    }

    /// Forgets the request to take back.
    pub fn refuse_undo(&mut self) {
        self.undo_from = None;
    }

    /// Returns the number of moves that the other side of `color` has asked to take back.
    ///
    /// # Errors
    ///
    /// It has not asked.
    pub fn asked_undo(&self, color: Color) -> Result<usize, String> {
        let asked = self.undo_from.filter(|from| *from == color.opponent());
        let count = asked.and_then(|from| self.referee.last_decision(from));
        count.ok_or_else(|| "nobody has asked to take back".to_owned())
    }

    /// Takes back moves. The clock of the side to move runs then, if clocks run.
    pub fn undo(&mut self, count: usize, now: Instant) {
        self.take_back(count);
        match self.is_timed() {
            true => self.clocks.start(self.referee.to_move(), now),
            false => self.clocks.stop(now),
        }
    }

    fn take_back(&mut self, count: usize) {
        for _ in 0..count {
            self.referee.undo();
        }
        self.undo_from = None;
    }

    /// Starts the clocks for the rest of the game.
    pub fn start(&mut self, now: Instant) {
        self.has_started = true;
        self.resume(now);
    }

    /// Goes on with the clocks after the server was down.
    pub fn resume(&mut self, now: Instant) {
        if self.is_timed() && !self.clocks.is_running() {
            self.clocks.start(self.referee.to_move(), now);
        }
    }

    /// Returns the count of a game of Go that has ended by two passes.
    ///
    /// # Errors
    ///
    /// It has not.
    pub fn count(&self, engine: &Options) -> Result<CountJob, String> {
        self.check_going_on()?;
        match self.referee.ending() {
            Ending::ToCount => Ok(self.referee.count(engine)),
            Ending::GoesOn | Ending::Over(_) => {
                Err("a game of Go is counted after two passes".to_owned())
            }
        }
    }

    /// Checks that the game is not over.
    ///
    /// # Errors
    ///
    /// It is over.
    pub fn check_going_on(&self) -> Result<(), String> {
        match &self.result {
            Some(result) => Err(format!("the game is over: {}", result.text)),
            None => Ok(()),
        }
    }

    /// Returns the state for a message, apart from the people.
    pub fn json(&self, now: Instant) -> Value {
        let referee = &self.referee;
        json!({
            "type": "state",
            "game": self.description.game,
            "size": referee.size(),
            "rule": referee.rule(),
            "komi": referee.komi(),
            "handicap": self.description.handicap,
            "clock": self.description.clock,
            "setup": pairs(&referee.set_up()),
            "moves": pairs(&referee.moves()),
            "toMove": letter(referee.to_move()),
            "board": referee.board(),
            "legal": referee.legal_moves(),
            "clocks": self.clocks.json(now),
            "running": self.clocks.is_running(),
            "counting": referee.ending() == Ending::ToCount && self.result.is_none(),
            "undo": self.undo_from.map(letter),
            "result": self.result.as_ref().map(|result| &result.text),
            "judged": self.result.as_ref().is_some_and(|result| result.judged),
        })
    }
}
