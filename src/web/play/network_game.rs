//! The state of a game: the position, the clocks, the result and a pending takeback request.
//!
//! - `engine_view`: the game as its engines see it, and the match that it belongs to

mod engine_view;

use std::time::Instant;

use serde_json::{Value, json};

use super::clocks::GameClocks;
use super::codes::GameCode;
use super::description::GameDescription;
use super::engine_sides::{PlayedGame, SideFault};
use super::entry::{Entry, VERSION, letter, side};
use super::link::{GameLinks, LinkSecrets};
use super::message::{Refusal, pairs};
use super::plain_text::{self, LONGEST_NAME};
use super::referee::{CountJob, DeadStonesJob, Ending, Referee, referee};
use super::settling::Settling;
use crate::web::players::Evaluation;
use tengen_engine::game::{Color, IllegalMove};
use tengen_play::Game;
use tengen_protocol::Options;

/// Most takeback requests of a game that are refused before the next move.
const MOST_REFUSALS: u8 = 3;

/// Most times that a player changes the own name, each of which is in the file.
const MOST_RENAMES: u8 = 20;

/// Most games in a row between the same players.
const MOST_REMATCHES: u32 = 100;

/// The result of a game that the host has stopped.
pub const STOPPED: &str = "Void";

/// Moves after which a game without clocks counts as begun: one of each side.
const BEGUN: usize = 2;

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalResult {
    /// The result, as SGF writes it.
    pub text: String,
    /// Whether the engine judged the board.
    pub judged: bool,
    /// The fault by which an engine has lost.
    pub fault: Option<SideFault>,
}

impl FinalResult {
    /// Returns a result that follows from the rules or the players.
    pub fn new(text: String) -> FinalResult {
        FinalResult {
            text,
            judged: false,
            fault: None,
        }
    }

    /// Returns a result that the engine has judged.
    pub fn judged(text: String) -> FinalResult {
        FinalResult {
            judged: true,
            ..FinalResult::new(text)
        }
    }
}

/// The wishes of both players for another game.
#[derive(Clone, Debug, Default)]
struct RematchWishes {
    wanted: [bool; 2],
    refused_by: Option<Color>,
    /// The links of the next game.
    links: Option<GameLinks>,
}

/// A game between two people, a person and an engine, or two engines.
pub struct NetworkGame {
    description: GameDescription,
    kind: Game,
    secrets: LinkSecrets,
    referee: Box<dyn Referee>,
    clocks: GameClocks,
    /// Whether the clocks have been started; from then on they run while the server does.
    has_started: bool,
    result: Option<FinalResult>,
    /// The side that has asked to take back.
    undo_from: Option<Color>,
    /// The side that was the last to be refused since the last move.
    undo_refused: Option<Color>,
    /// The number of requests refused since the last move.
    refusals: u8,
    settling: Settling,
    /// The number of games before this one between the same players.
    rematches: u32,
    rematch: RematchWishes,
    /// The evaluations of the moves.
    evaluations: Vec<Option<Evaluation>>,
    /// The games of a match before this one.
    played: Vec<PlayedGame>,
    /// How often each player has changed the own name.
    renames: [u8; 2],
}

impl NetworkGame {
    /// Restores a game from its entries, with its clocks stopped. Fails with the reason if the entries do not form a
    /// game.
    pub fn restore(entries: &[Entry], now: Instant) -> Result<NetworkGame, String> {
        let Some((
            Entry::Game {
                version: VERSION,
                description,
                secrets,
                rematches,
                played,
            },
            rest,
        )) = entries.split_first()
        else {
            return Err("the file begins with no game of this version".to_owned());
        };
        let (options, control) = description.options().map_err(|error| error.to_string())?;
        let mut game = NetworkGame {
            description: description.as_ref().clone(),
            kind: options.game,
            secrets: secrets.clone(),
            referee: referee(&options)?,
            clocks: GameClocks::new(control),
            has_started: false,
            result: None,
            undo_from: None,
            undo_refused: None,
            refusals: 0,
            settling: Settling::default(),
            rematches: *rematches,
            rematch: RematchWishes::default(),
            evaluations: Vec::new(),
            played: played.clone(),
            renames: [0; 2],
        };
        for mv in &description.opening {
            game.referee
                .play(mv)
                .map_err(|refusal| refusal.to_string())?;
            game.evaluations.push(None);
        }
        for entry in rest {
            game.replay(entry, now)?;
        }
        Ok(game)
    }

    fn replay(&mut self, entry: &Entry, now: Instant) -> Result<(), String> {
        match entry {
            Entry::Game { .. } => return Err("a second game in a file".to_owned()),
            Entry::Move {
                mv,
                clocks,
                evaluation,
            } => {
                self.referee
                    .play(mv)
                    .map_err(|refusal| refusal.to_string())?;
                self.evaluations.push(*evaluation);
                self.clocks.restore(*clocks);
            }
            Entry::Undo { count, clocks } => {
                let played = self.referee.len();
                if *count > played {
                    return Err(format!("moves taken back: {count} of {played}"));
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
                dead,
                fault,
            } => {
                self.clocks.restore(*clocks);
                let dead = dead.iter().flat_map(|text| self.referee.chain(text));
                self.settling.restore(dead.collect());
                let result = FinalResult {
                    text: result.clone(),
                    judged: *judged,
                    fault: fault.clone(),
                };
                self.finish(result, now);
            }
            Entry::Rematch { links } => self.rematch.links = Some(links.clone()),
            Entry::Chat { .. } => {}
            Entry::Name { black, name } => self.set_name(side(*black), name.clone()),
        }
        Ok(())
    }

    /// Returns the secrets of the links.
    pub fn secrets(&self) -> &LinkSecrets {
        &self.secrets
    }

    /// Returns the referee, which holds the moves.
    pub fn referee(&self) -> &dyn Referee {
        self.referee.as_ref()
    }

    /// Returns the clocks of both sides.
    pub fn clocks(&self) -> &GameClocks {
        &self.clocks
    }

    /// Returns the settings of the game.
    pub fn description(&self) -> &GameDescription {
        &self.description
    }

    /// Checks the name that a player wants. Returns it without the blanks around it.
    pub fn check_name(&self, color: Color, name: &str) -> Result<String, Refusal> {
        if self.renames[color.index()] >= MOST_RENAMES {
            return Err(Refusal::Code(GameCode::NameOften));
        }
        let name = plain_text::line(name, LONGEST_NAME);
        name.map(str::to_owned)
            .map_err(|error| Refusal::new(GameCode::SettingNames, error.to_string()))
    }

    /// Sets a checked name.
    pub fn set_name(&mut self, color: Color, name: String) {
        let renames = &mut self.renames[color.index()];
        *renames = renames.saturating_add(1);
        self.description.names.set(color, name);
    }

    /// Whether leaving the game now can lose it.
    pub fn can_be_left(&self) -> bool {
        let has_begun = self.has_started || self.referee.len() >= BEGUN;
        has_begun && self.result.is_none()
    }

    /// Whether the clocks have been started.
    pub fn has_started(&self) -> bool {
        self.has_started
    }

    /// Whether the clocks have to run while someone is at the game.
    fn is_timed(&self) -> bool {
        self.has_started && self.result.is_none() && self.referee.ending() == Ending::GoesOn
    }

    /// Tries a move of a side. [`confirm_move`](Self::confirm_move) plays it, [`withdraw_move`](Self::withdraw_move)
    /// discards it. Fails with the reason if it may not be played.
    pub fn try_move(&mut self, color: Color, number: usize, text: &str) -> Result<String, Refusal> {
        self.check_going_on()?;
        if number != self.referee.len() + 1 {
            let next = self.referee.len() + 1;
            let text = format!("move {next} is the next one, not {number}");
            return Err(Refusal::new(GameCode::MoveNumber, text));
        }
        if color != self.referee.to_move() {
            return Err(Refusal::Rule(IllegalMove::WrongSide));
        }
        self.try_text(text)
    }

    /// Tries the pass of a side that has no move, like [`try_move`](Self::try_move).
    pub fn try_forced_pass(&mut self) -> Option<String> {
        let is_forced = self.result.is_none() && self.referee.must_pass();
        is_forced.then(|| self.try_text("pass").ok()).flatten()
    }

    fn try_text(&mut self, text: &str) -> Result<String, Refusal> {
        let was_to_count = self.referee.ending() == Ending::ToCount;
        let mv = self.referee.play(text)?;
        if was_to_count && self.referee.ending() == Ending::ToCount {
            self.referee.undo();
            let text = "both sides have passed: count, or play on";
            return Err(Refusal::new(GameCode::TwoPasses, text));
        }
        Ok(mv)
    }

    /// Discards a move that was only tried.
    pub fn withdraw_move(&mut self) {
        self.referee.undo();
    }

    /// Returns the clocks after a move that was tried.
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
    pub fn confirm_move(&mut self, clocks: GameClocks, evaluation: Option<Evaluation>) {
        self.clocks = clocks;
        self.evaluations.push(evaluation);
        self.forget_requests();
    }

    /// Forgets requests about a position that is no longer on the board.
    fn forget_requests(&mut self) {
        self.undo_from = None;
        self.undo_refused = None;
        self.refusals = 0;
        self.settling.clear();
        if self.referee.ending() == Ending::ToCount {
            self.settling.recall(&self.referee.board());
        }
    }

    /// Returns the result by the rules if the game has ended and has no result yet.
    pub fn ruled_result(&self) -> Option<String> {
        match self.referee.ending() {
            Ending::Over(result) if self.result.is_none() => Some(result),
            _ => None,
        }
    }

    /// Ends the game with a result.
    pub fn finish(&mut self, result: FinalResult, now: Instant) {
        self.clocks.stop(now);
        self.undo_from = None;
        self.result = Some(result);
    }

    /// Records a takeback request of a side. Fails if it has no move to take back.
    pub fn ask_undo(&mut self, color: Color) -> Result<(), Refusal> {
        self.check_going_on()?;
        if self.referee.last_decision(color).is_none() {
            let text = "there is no move to take back";
            return Err(Refusal::new(GameCode::NothingToUndo, text));
        }
        self.undo_from = Some(color);
        self.undo_refused = None;
        Ok(())
    }

    /// Fails if too many takeback requests were refused since the last move.
    pub fn check_undo_is_welcome(&self) -> Result<(), Refusal> {
        match self.refusals < MOST_REFUSALS {
            true => Ok(()),
            false => Err(Refusal::Code(GameCode::UndoRefusedOften)),
        }
    }

    /// Refuses the takeback request.
    pub fn refuse_undo(&mut self) {
        self.undo_refused = self.undo_from.take();
        self.refusals += 1;
    }

    /// Returns the number of moves that the opponent of `color` has asked to take back. Fails without such a request.
    pub fn asked_undo(&self, color: Color) -> Result<usize, Refusal> {
        let asked = self.undo_from.filter(|from| *from == color.opponent());
        let count = asked.and_then(|from| self.referee.last_decision(from));
        let text = "no one has asked to take back a move";
        count.ok_or_else(|| Refusal::new(GameCode::NothingAsked, text))
    }

    /// Takes back moves. If the clocks run, that of the side to move runs afterwards.
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
            self.evaluations.pop();
        }
        self.forget_requests();
    }

    /// Starts the clocks for the rest of the game.
    pub fn start(&mut self, now: Instant) {
        self.has_started = true;
        self.resume(now);
    }

    /// Restarts the clocks after the server was down.
    pub fn resume(&mut self, now: Instant) {
        if self.is_timed() && !self.clocks.is_running() {
            self.clocks.start(self.referee.to_move(), now);
        }
    }

    /// Returns the count of a Go game that two passes have ended. Fails for any other game.
    pub fn count(&self, engine: &Options) -> Result<CountJob, Refusal> {
        self.check_going_on()?;
        match self.referee.ending() {
            Ending::ToCount => Ok(self.referee.count(engine)),
            Ending::GoesOn | Ending::Over(_) => {
                let text = "a game of Go is counted after two passes";
                Err(Refusal::new(GameCode::CountEarly, text))
            }
        }
    }

    /// Fails unless the dead stones of a board have to be agreed on.
    pub fn check_settling(&self) -> Result<(), Refusal> {
        self.check_going_on()?;
        match self.referee.ending() {
            Ending::ToCount => Ok(()),
            Ending::GoesOn | Ending::Over(_) => Err(Refusal::Code(GameCode::NotSettling)),
        }
    }

    /// Returns the computation of the marks that the engine proposes; `None` if it has proposed some, or if there is
    /// nothing to mark.
    pub fn proposal(&self, engine: &Options) -> Option<DeadStonesJob> {
        let is_due = self.check_settling().is_ok() && !self.settling.is_proposed();
        is_due.then(|| self.referee.dead_stones(engine)).flatten()
    }

    /// Returns the marks of the finished board.
    pub fn settling(&mut self) -> &mut Settling {
        &mut self.settling
    }

    /// Marks the chain at a point as dead or alive.
    pub fn mark(&mut self, point: &str, is_dead: bool) -> Result<(), Refusal> {
        self.check_settling()?;
        self.settling.mark(self.referee.chain(point), is_dead)
    }

    /// Returns the result by the marks.
    pub fn settled_result(&self) -> Option<String> {
        let settlement = self.settling.count(self.referee.as_ref());
        settlement.map(|settlement| settlement.code)
    }

    /// Returns the marked stones as text; none before the board is finished.
    pub fn dead(&self) -> Vec<String> {
        self.settling.dead(self.referee.as_ref())
    }

    /// Returns the number of moves to take back so that a side that has passed can play on. Fails unless the dead
    /// stones have to be agreed on.
    pub fn moves_to_play_on(&self, color: Color) -> Result<usize, Refusal> {
        self.check_settling()?;
        let count = self.referee.last_decision(color);
        count.ok_or(Refusal::Code(GameCode::NotSettling))
    }

    /// Records whether a side wants another game. Returns whether both do. Fails before the end of this game and once
    /// there is a next one.
    pub fn wish_rematch(&mut self, color: Color, wants: bool) -> Result<bool, Refusal> {
        if self.result.is_none() {
            return Err(Refusal::Code(GameCode::RematchEarly));
        }
        if self.rematch.links.is_some() || self.rematch.wanted == [true; 2] {
            return Err(Refusal::Code(GameCode::RematchMade));
        }
        if self.rematches >= MOST_REMATCHES {
            return Err(Refusal::Code(GameCode::RematchOften));
        }
        self.rematch.refused_by = (!wants).then_some(color);
        match wants {
            true => self.rematch.wanted[color.index()] = true,
            false => self.rematch.wanted = [false; 2],
        }
        Ok(self.rematch.wanted == [true; 2])
    }

    /// Withdraws the wishes for another game, because it could not be made.
    pub fn withdraw_rematch(&mut self) {
        self.rematch.wanted = [false; 2];
    }

    /// Returns the settings of the next game, and the number of games before it.
    pub fn next_game(&self) -> (GameDescription, u32) {
        (self.description.swapped(), self.rematches + 1)
    }

    /// Records the links of the next game.
    pub fn set_rematch(&mut self, links: GameLinks) {
        self.rematch.links = Some(links);
    }

    /// Returns the links of the next game.
    pub fn rematch(&self) -> Option<&GameLinks> {
        self.rematch.links.as_ref()
    }

    /// Fails if the game is over.
    pub fn check_going_on(&self) -> Result<(), Refusal> {
        match &self.result {
            Some(result) => {
                let text = format!("the game is over: {}", result.text);
                Err(Refusal::new(GameCode::GameOver, text))
            }
            None => Ok(()),
        }
    }

    /// Writes the state as a JSON object, except for the connections.
    pub fn json(&self, now: Instant) -> Value {
        let referee = &self.referee;
        let names = &self.description.names;
        let is_settled = referee.ending() == Ending::ToCount;
        let [black, white] = self.rematch.wanted;
        let result = self.result.as_ref();
        let fault = result.and_then(|result| result.fault.as_ref());
        let is_match = self.description.games > 1;
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
            "counting": is_settled && self.result.is_none(),
            "settling": match is_settled {
                true => self.settling.json(referee.as_ref()),
                false => Value::Null,
            },
            "names": { "b": names.black, "w": names.white },
            "leaving": self.description.leaving,
            "undo": self.undo_from.map(letter),
            "undoRefused": self.undo_refused.map(letter),
            "rematch": {
                "b": black,
                "w": white,
                "refused": self.rematch.refused_by.map(letter),
            },
            "result": result.map(|result| &result.text),
            "judged": result.is_some_and(|result| result.judged),
            "engines": self.description.engines.json(),
            "evaluations": match self.description.engines.are_none() {
                true => Value::Null,
                false => json!(self.evaluations),
            },
            "fault": fault.map(SideFault::json),
            "match": is_match.then(|| json!({
                "games": self.description.games,
                "played": self.played,
            })),
        })
    }
}
