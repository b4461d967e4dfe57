//! Trait through which all conversations use a game.

use crate::board::{Occupant, SetUp};
use crate::games::Game;
use crate::options::{ClientOptions, GameOptions};
use crate::refusal::Refusal;
use tengen_engine::game::Point;
use tengen_engine::game::{GameMove, Position};
use tengen_engine::skill::{SkillScale, rating_scale};
use tengen_engine::{Searcher, Settings};
use tengen_records::sgf::SgfGameType;

/// A move of the game `G`.
pub type MoveOf<G> = <<G as PlayableGame>::Position as Position>::Move;

/// The part of a search request that is specific to the game `G`.
pub type RequestOf<G> = <MoveOf<G> as GameMove>::Request;

/// A game that can be played. The implementing type has no state. Points count columns from the left and rows from the
/// top, both from 0.
pub trait PlayableGame: Sized + 'static {
    /// Position with the game's rules.
    type Position: Position;
    /// Search for the game's positions.
    type Searcher: Searcher<Self::Position>;
    /// Resources of a session other than its position, such as a network or a book.
    type Resources: Clone + Send;

    /// Entry in the table of games.
    const GAME: Game;
    /// SGF game type, if SGF has a number for the game.
    const SGF: Option<SgfGameType> = None;
    /// Whether the game has komi.
    const HAS_KOMI: bool = false;
    /// Whether row 1 is at the top and letters are lower case, as in Othello programs.
    const ROW_1_ON_TOP: bool = false;

    /// Returns the levels of play below full strength, by default none.
    fn levels() -> &'static SkillScale {
        &rating_scale::EMPTY
    }

    /// Returns the initial position of a session. Fails if the game has no board of this size.
    fn start(options: &GameOptions) -> Result<Self::Position, Refusal>;

    /// Returns the initial resources of a session.
    fn resources(options: &GameOptions) -> Self::Resources;

    /// Returns the start of a game on a board of this size, with the same rules and komi. Fails if the game has no such
    /// board.
    fn resized(
        position: &Self::Position,
        width: u32,
        height: u32,
    ) -> Result<Self::Position, Refusal>;

    /// Returns a position with these stones on a board of the same size, with the same rules and komi. Fails if no
    /// position can have these stones.
    fn set_up(position: &Self::Position, set_up: &SetUp) -> Result<Self::Position, Refusal>;

    /// Creates a searcher that uses the session's resources.
    fn searcher(settings: Settings, resources: &Self::Resources) -> Self::Searcher;

    /// Returns the name of the evaluation on this board, such as a network, for the reply to `version`. Returns `None`
    /// if the game has only one.
    fn plays_by(_position: &Self::Position, _resources: &Self::Resources) -> Option<String> {
        None
    }

    /// Copies options set by the client into the game's part of a request.
    fn take_options(_request: &mut RequestOf<Self>, _options: ClientOptions) {}

    /// Returns the number of columns and of rows.
    fn size(position: &Self::Position) -> (u8, u8);

    /// Returns the content of a point on the board.
    fn cell(position: &Self::Position, point: Point) -> Occupant;

    /// Returns the move at `point`, which must be on the board, or the pass if `point` is `None`. Returns `None` if the
    /// game has no pass.
    fn move_at(position: &Self::Position, point: Option<Point>) -> Option<MoveOf<Self>>;

    /// Returns the point of a move, or `None` for a pass.
    fn point_of(position: &Self::Position, mv: MoveOf<Self>) -> Option<Point>;

    /// Describes the state or the result of the game in a sentence.
    fn result(position: &Self::Position) -> String;

    /// Estimates the number of moves the side to move still has to make, for its clock.
    fn moves_left(position: &Self::Position) -> u32;

    /// Counts the games of `depth` plies like [`perft`](tengen_engine::perft::perft). A game may override it with a
    /// faster count. Returns `None` if interrupted.
    fn perft(
        position: &mut Self::Position,
        depth: u32,
        interrupted: &dyn Fn() -> bool,
    ) -> Option<u64> {
        tengen_engine::perft::perft(position, depth, interrupted)
    }

    /// Returns the komi in points; 0 in games without komi.
    fn komi(_position: &Self::Position) -> f64 {
        0.0
    }

    /// Returns the usual komi in points for the rules of a position.
    fn default_komi(_position: &Self::Position) -> f64 {
        0.0
    }

    /// Sets the komi. Games without komi ignore it, since controllers send it to every engine. Fails if the game does
    /// not support this komi.
    fn set_komi(_position: &mut Self::Position, _komi: f64) -> Result<(), Refusal> {
        Ok(())
    }

    /// Returns the number of handicap stones at the start of the game.
    fn handicap(_position: &Self::Position) -> u32 {
        0
    }

    /// Sets the number of handicap stones at the start of the game, if the rules compensate White for them.
    fn set_handicap(_position: &mut Self::Position, _stones: u32) {}

    /// Returns the name of the rules for SGF, if the game has several rule sets. Other programs know this name, but it
    /// may describe the rules only approximately.
    fn rules_name(position: &Self::Position) -> Option<String> {
        Self::exact_rules(position)
    }

    /// Returns a text from which [`ruled_by`](Self::ruled_by) restores the rules exactly, if the game has several rule
    /// sets.
    fn exact_rules(_position: &Self::Position) -> Option<String> {
        None
    }

    /// Returns `start` with the rules in this SGF text. Fails if the text is not understood.
    fn ruled_by(start: Self::Position, _text: &str) -> Result<Self::Position, Refusal> {
        Ok(start)
    }

    /// Whether other programs read a text as the name of rules. A record keeps such a name.
    fn is_rules_name(_text: &str) -> bool {
        true
    }
}
