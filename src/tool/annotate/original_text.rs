//! The text of an original file, its games, and the annotated text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

use super::appraisal::{Appraisal, PositionKey};
use super::comment::{CommentStyle, MARK};
use crate::tool::searches::{SearchPlan, SearchedGame as _, game_of, record_after, type_of};
use crate::tool::source::is_ggf;
use tengen_play::Game;
use tengen_play::formats::{CollectionFile, NoRecord};
use tengen_play::games::with_game;
use tengen_records::sgf::{self, GamePlace, MainLine, SgfEdit, SgfError, SgfReading, SgfStep};

/// A file of games, as SGF.
#[derive(Default)]
pub struct OriginalText {
    /// Text as it was read, or the SGF written for another format.
    pub text: String,
    /// Text with its syntax faults repaired; the games are read from it.
    repaired: String,
    /// Whether the file was not UTF-8. The annotated text then names UTF-8 as its encoding.
    is_recoded: bool,
    /// Games that can be annotated.
    pub games: Vec<OriginalGame>,
    /// Errors of games that cannot be annotated.
    pub faults: Vec<String>,
    /// Oddities in games that can be annotated, such as moves that break a rule.
    pub warnings: Vec<String>,
}

/// A game that can be annotated.
pub struct OriginalGame {
    /// The kind of game.
    pub game: Game,
    place: GamePlace,
    /// Number of moves that can be played.
    moves: usize,
}

impl OriginalText {
    /// Reads a file. Games that cannot be played at all become faults, and games of other formats are converted to SGF.
    /// `name` is for the log. Fails if the file isn't a game record.
    pub fn read(
        bytes: &[u8],
        plan: &SearchPlan,
        name: &dyn Display,
    ) -> Result<OriginalText, NoRecord> {
        let file = CollectionFile::read(bytes, plan.game.and_then(type_of))?;
        file.decoded.log(name);
        if file.format.is_some() {
            return Ok(OriginalText::of_other(&file, plan));
        }
        let text = file.decoded.text;
        let is_recoded = matches!(text, Cow::Owned(_));
        let text = text.into_owned();
        let mut original = OriginalText {
            repaired: sgf::repaired(&text).into_owned(),
            text,
            is_recoded,
            ..OriginalText::default()
        };
        // Warnings give positions in the text as it was read.
        let repaired = sgf::games(&original.repaired);
        for (place, repaired) in sgf::games(&original.text).into_iter().zip(repaired) {
            let number = place.number;
            match OriginalGame::read(&original.text, place, plan) {
                Ok((game, warnings)) => {
                    original.games.push(OriginalGame {
                        place: repaired,
                        ..game
                    });
                    original.add_warnings(number, warnings);
                }
                Err(error) => original.faults.push(format!("game {number}: {error}")),
            }
        }
        Ok(original)
    }

    /// Converts the games of a file in another format to SGF. Faults and warnings give positions in the original file.
    fn of_other(file: &CollectionFile<'_>, plan: &SearchPlan) -> OriginalText {
        let mut original = OriginalText::default();
        let mut kinds = Vec::new();
        for (number, game) in (1..).zip(file.other_games()) {
            let read = game.and_then(|reading| {
                let game = game_of(&reading);
                let text = reading.game.to_text();
                let (moves, warnings) = played(game, reading, plan)?;
                Ok((game, moves, text, warnings))
            });
            match read {
                Ok((game, moves, text, warnings)) => {
                    kinds.push((game, moves));
                    original.text.push_str(&text);
                    original.add_warnings(number, warnings);
                }
                Err(error) => original.faults.push(format!("game {number}: {error}")),
            }
        }
        let places = sgf::games(&original.text).into_iter().zip(kinds);
        original.games = places
            .map(|(place, (game, moves))| OriginalGame { game, place, moves })
            .collect();
        original.repaired = original.text.clone();
        original
    }

    fn add_warnings(&mut self, number: usize, warnings: Vec<String>) {
        let warnings = warnings.into_iter();
        self.warnings
            .extend(warnings.map(|warning| format!("game {number}: {warning}")));
    }

    /// Reads the game of this number again. Fails if the game is missing or the text has a syntax error.
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

    /// Returns the text with the values and comments of all appraised positions.
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

/// Plays a game up to the last playable move. Returns the number of its moves and the warnings about them. The record
/// may have more moves: an Othello text leaves out passes.
fn played(
    game: Game,
    reading: SgfReading<'_>,
    plan: &SearchPlan,
) -> Result<(usize, Vec<String>), String> {
    let written = reading.game.moves().count();
    with_game!(game, G => {
        let loaded = record_after::<G>(reading, plan, usize::MAX)?;
        Ok((loaded.record.moves().count().min(written), loaded.warnings))
    })
}

impl OriginalGame {
    /// Reads a game up to the last playable move. Also returns the warnings about it.
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
        let (moves, warnings) = played(game, reading, plan)?;
        let read = OriginalGame { game, place, moves };
        Ok((read, warnings))
    }

    fn positions(&self) -> impl Iterator<Item = PositionKey> + use<> {
        let game = self.place.number;
        (0..=self.moves).map(move |moves| PositionKey { game, moves })
    }

    /// Adds values and comments to the root and to every main-line node with a move.
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
