//! The text of an original, its games, and the text with their annotations.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

use super::appraisal::{Appraisal, PositionKey};
use super::comment::{CommentStyle, MARK};
use crate::engine::game::Game;
use crate::protocol::gtp::games::with_game;
use crate::records::sgf::{self, GamePlace, MainLine, SgfEdit, SgfError, SgfReading, SgfStep};
use crate::tool::searches::{SearchPlan, SearchedGame as _, game_of, record_after};
use crate::tool::source::is_ggf;

/// The text of a file of games.
pub struct OriginalText {
    /// The text as it was read.
    pub text: String,
    /// The text without its faults, in which the games are.
    repaired: String,
    /// Whether the text was in another encoding than UTF-8, in which it will be written.
    is_recoded: bool,
    /// The games that can be annotated.
    pub games: Vec<OriginalGame>,
    /// What is wrong with the others.
    pub faults: Vec<String>,
    /// What is odd about those that can be annotated, such as broken rules.
    pub warnings: Vec<String>,
}

/// A game that can be annotated.
pub struct OriginalGame {
    /// The game that is played.
    pub game: Game,
    place: GamePlace,
    /// The number of its moves.
    moves: usize,
}

impl OriginalText {
    /// Reads a file. Games that cannot be played at all are left out. The name is for the log.
    pub fn read(bytes: &[u8], plan: &SearchPlan, name: &dyn Display) -> OriginalText {
        let decoded = sgf::decode(bytes);
        decoded.log(name);
        let is_recoded = matches!(decoded.text, Cow::Owned(_));
        let text = decoded.text.into_owned();
        let mut original = OriginalText {
            repaired: sgf::repaired(&text).into_owned(),
            text,
            is_recoded,
            games: Vec::new(),
            faults: Vec::new(),
            warnings: Vec::new(),
        };
        // The warnings are about the text as it was read.
        let repaired = sgf::games(&original.repaired);
        for (place, repaired) in sgf::games(&original.text).into_iter().zip(repaired) {
            let number = place.number;
            let told = |sentence: String| format!("game {number}: {sentence}");
            match OriginalGame::read(&original.text, place, plan) {
                Ok((game, warnings)) => {
                    original.games.push(OriginalGame {
                        place: repaired,
                        ..game
                    });
                    original.warnings.extend(warnings.into_iter().map(told));
                }
                Err(error) => original.faults.push(told(error)),
            }
        }
        original
    }

    /// Reads the game of this number once more.
    ///
    /// # Errors
    ///
    /// There is no such game that can be annotated, or the text has a syntax error; in words.
    pub fn game(&self, number: usize) -> Result<(Game, SgfReading<'_>), String> {
        let at = self
            .games
            .binary_search_by_key(&number, |game| game.place.number);
        let game = at.map(|at| &self.games[at]);
        let game = game.map_err(|_| "there is no such game".to_owned())?;
        let reading = game.place.read(&self.repaired);
        Ok((game.game, reading.map_err(|error| error.to_string())?))
    }

    /// Returns all positions of the main lines, in order.
    pub fn positions(&self) -> Vec<PositionKey> {
        self.games
            .iter()
            .flat_map(OriginalGame::positions)
            .collect()
    }

    /// Returns the text with the values and comments of all positions.
    ///
    /// # Errors
    ///
    /// Fails as reading a game does.
    pub fn annotated(
        &self,
        appraisals: &BTreeMap<PositionKey, Appraisal>,
        style: &CommentStyle,
    ) -> Result<String, SgfError> {
        let mut edit = SgfEdit::new(&self.repaired);
        for game in &self.games {
            let of_game = game.positions().map(|key| appraisals.get(&key));
            let of_game: Vec<Option<&Appraisal>> = of_game.collect();
            game.annotate(&mut edit, &self.repaired, &of_game, style)?;
        }
        if self.is_recoded {
            edit.name_utf_8(&sgf::games(&self.repaired));
        }
        Ok(edit.finish())
    }
}

impl OriginalGame {
    /// Reads a game up to the last move that can be played. Also returns the warnings about it.
    fn read(
        text: &str,
        place: GamePlace,
        plan: &SearchPlan,
    ) -> Result<(OriginalGame, Vec<String>), String> {
        if is_ggf(&text.as_bytes()[place.start..]) {
            return Err("a game of GGF, which has no comments: write it as SGF first".to_owned());
        }
        let reading = place.read(text).map_err(|error| error.to_string())?;
        let game = game_of(&reading);
        let (moves, warnings) = with_game!(game, G => {
            let loaded = record_after::<G>(reading, plan, usize::MAX)?;
            (loaded.record.moves().count(), loaded.warnings)
        });
        let read = OriginalGame { game, place, moves };
        Ok((read, warnings))
    }

    fn positions(&self) -> impl Iterator<Item = PositionKey> + use<> {
        let game = self.place.number;
        (0..=self.moves).map(move |moves| PositionKey { game, moves })
    }

    /// Adds values and comments to the root and to every node with a move.
    fn annotate(
        &self,
        edit: &mut SgfEdit<'_>,
        text: &str,
        appraisals: &[Option<&Appraisal>],
        style: &CommentStyle,
    ) -> Result<(), SgfError> {
        let unit = with_game!(self.game, G => G::SCORE_UNIT);
        let remarks = style.remarks(appraisals, unit);
        let line = self.place.main_line(text);
        let moves = moves_of_nodes(&line, &self.place.read(text)?);
        let mut played = 0;
        for (number, (node, moves)) in line.nodes.iter().zip(moves).enumerate() {
            played += moves;
            let remark = remarks.get(played).filter(|_| number == 0 || moves > 0);
            let Some(Some(remark)) = remark else {
                continue;
            };
            edit.set(node, "SBKV", &remark.winrate);
            if let Some(score) = &remark.score {
                edit.set(node, "SBKS", score);
            }
            edit.renew_in_comment(node, MARK, &remark.comment);
        }
        Ok(())
    }
}

/// Returns the number of moves in each node of a main line.
fn moves_of_nodes(line: &MainLine<'_>, reading: &SgfReading<'_>) -> Vec<usize> {
    let mut moves = vec![0; line.nodes.len()];
    for (index, step) in reading.game.steps.iter().enumerate() {
        if let (SgfStep::Move(..), Some(node)) = (step, line.node_of(reading, index)) {
            moves[node] += 1;
        }
    }
    moves
}
