//! A file of games, and its annotated text.

use std::collections::BTreeMap;

use super::appraisal::{Appraisal, PositionKey};
use super::comment::{CommentStyle, MARK};
use crate::engine::game::Game;
use crate::protocol::gtp::games::with_game;
use crate::records::sgf::{GameText, NodePlace, SgfEdit, decode, game_texts};
use crate::tool::positions::{SearchPlan, SearchedGame as _, game_of, record_after};
use crate::tool::source::is_ggf;

/// A file of games.
pub struct GameFile {
    /// Its text.
    pub text: String,
    /// Whether the text was in another encoding than UTF-8, in which it will be written.
    is_recoded: bool,
    /// The games that can be annotated.
    pub games: Vec<FileGame>,
    /// What is wrong with the others.
    pub faults: Vec<String>,
}

/// A game of a file.
pub struct FileGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The byte of the file at which it begins.
    start: usize,
    /// The game that is played.
    pub game: Game,
    /// Its text.
    pub text: String,
    /// The number of its moves.
    moves: usize,
}

impl GameFile {
    /// Reads a file. Games that cannot be played to their ends are left out.
    pub fn read(bytes: &[u8], plan: &SearchPlan) -> GameFile {
        let text = decode(bytes).into_owned();
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        for game in game_texts(&text) {
            let played = playable(&game.text, plan)
                // Once more, for an error with the lines of the file.
                .or_else(|_| playable(&game.in_place(), plan));
            match played {
                Ok(kind) => games.push(FileGame::of(game, kind)),
                Err(error) => faults.push(format!("game {}: {error}", game.number)),
            }
        }
        GameFile {
            is_recoded: std::str::from_utf8(bytes).is_err(),
            text,
            games,
            faults,
        }
    }

    /// Returns the game of this number.
    pub fn game(&self, number: usize) -> Option<&FileGame> {
        let at = self.games.binary_search_by_key(&number, |game| game.number);
        at.ok().map(|at| &self.games[at])
    }

    /// Returns all positions of the main lines, in order.
    pub fn positions(&self) -> Vec<PositionKey> {
        let of_game = |game: &FileGame| {
            let game_number = game.number;
            (0..=game.moves).map(move |moves| PositionKey {
                game: game_number,
                moves,
            })
        };
        self.games.iter().flat_map(of_game).collect()
    }

    /// Returns the text with the values and comments of all positions.
    pub fn annotated(
        &self,
        appraisals: &BTreeMap<PositionKey, Appraisal>,
        style: &CommentStyle,
    ) -> String {
        let mut annotated = String::with_capacity(2 * self.text.len());
        let mut at = 0;
        for game in &self.games {
            annotated += &self.text[at..game.start];
            let of_game = (0..=game.moves).map(|moves| {
                appraisals.get(&PositionKey {
                    game: game.number,
                    moves,
                })
            });
            let appraisals: Vec<Option<&Appraisal>> = of_game.collect();
            annotated += &game.annotated(&appraisals, style, self.is_recoded);
            at = game.start + game.text.len();
        }
        annotated + &self.text[at..]
    }
}

impl FileGame {
    fn of(game: GameText, kind: Game) -> FileGame {
        let moves = SgfEdit::new(&game.text)
            .nodes()
            .iter()
            .map(NodePlace::moves)
            .sum();
        FileGame {
            number: game.number,
            start: game.start,
            game: kind,
            text: game.text,
            moves,
        }
    }

    /// Returns the text with values and comments in the root and in every node with a move.
    fn annotated(
        &self,
        appraisals: &[Option<&Appraisal>],
        style: &CommentStyle,
        is_recoded: bool,
    ) -> String {
        let unit = with_game!(self.game, G => G::SCORE_UNIT);
        let mut edit = SgfEdit::new(&self.text);
        let moves: Vec<usize> = edit.nodes().iter().map(NodePlace::moves).collect();
        let remarks = style.remarks(appraisals, unit);
        let mut played = 0;
        for (node, &moves) in moves.iter().enumerate() {
            played += moves;
            let Some(Some(remark)) = remarks.get(played).filter(|_| node == 0 || moves > 0) else {
                continue;
            };
            edit.set(node, "SBKV", &remark.winrate);
            if let Some(score) = &remark.score {
                edit.set(node, "SBKS", score);
            }
            edit.add_to_comment(node, MARK, &remark.comment);
        }
        if is_recoded {
            edit.set(0, "CA", "UTF-8");
        }
        edit.finish()
    }
}

/// Returns the game that a text is a record of, if it can be played to its end.
fn playable(text: &str, plan: &SearchPlan) -> Result<Game, String> {
    if is_ggf(text.as_bytes()) {
        return Err("a game of GGF, which has no comments: write it as SGF first".to_owned());
    }
    let game = game_of(text)?;
    with_game!(game, G => record_after::<G>(text, &plan.start::<G>()?, usize::MAX).map(drop))?;
    Ok(game)
}
