//! The game as its engines see it, and the match that it belongs to.

use std::time::Instant;

use super::{NetworkGame, STOPPED};
use crate::web::play::description::GameDescription;
use crate::web::play::engine_sides::PlayedGame;
use crate::web::play::link::{GameId, GameLinks, GuestRole};
use crate::web::players::{EngineChoice, EngineGame, EngineTurn, FaultCode, PATIENCE, PlayedMove};
use tengen_engine::game::Color;
use tengen_play::Game;

impl NetworkGame {
    /// Returns the engine of a side.
    pub fn engine(&self, color: Color) -> Option<&EngineChoice> {
        self.description.engines.get(color)
    }

    /// Returns the settings of the game for the engine of a side.
    pub fn engine_game(&self, color: Color) -> EngineGame {
        let referee = &self.referee;
        let rule = match self.kind {
            // The name that programs know, and not that of records; JSON text is one line for them.
            Game::Go => {
                let named = self.description.rule.as_deref().unwrap_or("chinese");
                Some(named.replace(char::is_control, " "))
            }
            Game::Gomoku | Game::Reversi => referee.rule(),
        };
        let set_up = referee.set_up().into_iter();
        let handicap = match self.kind {
            Game::Go => set_up.map(|(_, text)| text).collect(),
            Game::Gomoku | Game::Reversi => Vec::new(),
        };
        EngineGame {
            game: self.kind,
            size: referee.size(),
            rule,
            komi: referee.komi(),
            handicap,
            start: referee.boards().swap_remove(0),
            control: self.clocks.control(),
            move_time: self.description.move_time(),
            level: self.engine(color).and_then(|engine| engine.level.clone()),
        }
    }

    /// Returns the turn of the side to move, for its engine.
    pub fn engine_turn(&self, now: Instant) -> EngineTurn {
        let color = self.referee.to_move();
        let played = |(color, text): (Color, String)| PlayedMove {
            color,
            point: self.referee.point(&text),
            text,
        };
        EngineTurn {
            color,
            moves: self.referee.moves().into_iter().map(played).collect(),
            clock: self.clocks.at(color, now),
            delay: PATIENCE,
        }
    }

    /// Returns the next game of a match, with the games before it; `None` if there is none.
    pub fn next_of_match(&self, id: GameId) -> Option<(GameDescription, Vec<PlayedGame>)> {
        let result = self.result.as_ref()?;
        let is_stopped = result.text == STOPPED;
        // An engine that cannot be started would lose all games at once.
        let is_missing = result
            .fault
            .as_ref()
            .is_some_and(|fault| fault.fault.code == FaultCode::Start);
        let count = self.played.len() as u32 + 1;
        if is_stopped
            || is_missing
            || self.rematch.links.is_some()
            || count >= self.description.games
        {
            return None;
        }
        let names = &self.description.names;
        let links = GameLinks::new(id, self.secrets.clone());
        let mut played = self.played.clone();
        played.push(PlayedGame {
            black: names.black.clone(),
            white: names.white.clone(),
            result: result.text.clone(),
            watch: links.path(GuestRole::Watcher),
        });
        let mut description = self.description.swapped();
        // Both sides play each opening with both colors.
        if count.is_multiple_of(2) {
            description.opening.clear();
        }
        Some((description, played))
    }
}
