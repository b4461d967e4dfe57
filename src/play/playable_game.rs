//! A game to everyone who converses about it.

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

/// A game that can be played; its type has no state. Points count columns from the left and rows from the top, both from 0.
pub trait PlayableGame: Sized + 'static {
    /// The game's rules.
    type Position: Position;
    /// The game's search.
    type Searcher: Searcher<Self::Position>;
    /// The resources of a session apart from its position, such as a network or a book.
    type Resources: Clone + Send;

    /// The game.
    const GAME: Game;
    /// Game type in SGF, if SGF has a number for the game.
    const SGF: Option<SgfGameType> = None;
    /// Whether the game has komi.
    const HAS_KOMI: bool = false;
    /// Whether row 1 is at the top and letters are in lower case, as in Othello programs.
    const ROW_1_ON_TOP: bool = false;

    /// Returns the levels of strength below the full one, by default none.
    fn levels() -> &'static SkillScale {
        &rating_scale::EMPTY
    }

    /// Returns the initial position of a session.
    ///
    /// # Errors
    ///
    /// Fails if the game has no board of this size.
    fn start(options: &GameOptions) -> Result<Self::Position, Refusal>;

    /// Returns the initial resources of a session.
    fn resources(options: &GameOptions) -> Self::Resources;

    /// Returns the start of a game on a board of this size, with the same rules and komi.
    ///
    /// # Errors
    ///
    /// Fails if the game has no board of this size.
    fn resized(
        position: &Self::Position,
        width: u32,
        height: u32,
    ) -> Result<Self::Position, Refusal>;

    /// Returns a position with these stones on a board of the same size, with the same rules and komi.
    ///
    /// # Errors
    ///
    /// Fails if no position can have these stones.
    fn set_up(position: &Self::Position, set_up: &SetUp) -> Result<Self::Position, Refusal>;

    /// Creates a searcher that uses the session's resources.
    fn searcher(settings: Settings, resources: &Self::Resources) -> Self::Searcher;

    /// Returns the name of the evaluation on this board, such as a network, for the reply to `version`. Returns `None`
    /// if the game has only one.
    fn plays_by(_position: &Self::Position, _resources: &Self::Resources) -> Option<String> {
        None
    }

    /// Copies options that clients set into the game's part of a request.
    fn take_options(_request: &mut RequestOf<Self>, _options: ClientOptions) {}

    /// Returns the number of columns and the number of rows.
    fn size(position: &Self::Position) -> (u8, u8);

    /// Returns the content of a point of the board.
    fn cell(position: &Self::Position, point: Point) -> Occupant;

    /// Returns the move at `point`, which must be on the board, or the pass for `None`. Returns `None` if the game has
    /// no pass.
    fn move_at(position: &Self::Position, point: Option<Point>) -> Option<MoveOf<Self>>;

    /// Returns the point of a move, or `None` for a pass.
    fn point_of(position: &Self::Position, mv: MoveOf<Self>) -> Option<Point>;

    /// Describes the state of the game or its result in a sentence.
    fn result(position: &Self::Position) -> String;

    /// Estimates the number of moves left to the side to move, for its clock.
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

    /// Returns the komi in points that goes with the rules of a position.
    fn usual_komi(_position: &Self::Position) -> f64 {
        0.0
    }

    /// Sets the komi. Games without komi ignore it, since controllers send it to every engine.
    ///
    /// # Errors
    ///
    /// Fails if the game does not support this komi.
    fn set_komi(_position: &mut Self::Position, _komi: f64) -> Result<(), Refusal> {
        Ok(())
    }

    /// Returns the number of handicap stones with which the game began.
    fn handicap(_position: &Self::Position) -> u32 {
        0
    }

    /// Sets the number of handicap stones with which the game began, where the rules pay for them.
    fn set_handicap(_position: &mut Self::Position, _stones: u32) {}

    /// Returns the name of the rules in SGF, if the game has more than one set of rules: one that other programs know,
    /// which need not be exact.
    fn rules_name(position: &Self::Position) -> Option<String> {
        Self::exact_rules(position)
    }

    /// Returns a text of the rules from which [`ruled_by`](Self::ruled_by) restores them exactly, if the game has more
    /// than one set of rules.
    fn exact_rules(_position: &Self::Position) -> Option<String> {
        None
    }

    /// Returns `start` with the rules of this text in SGF.
    ///
    /// # Errors
    ///
    /// Fails if the text is not understood.
    fn ruled_by(start: Self::Position, _text: &str) -> Result<Self::Position, Refusal> {
        Ok(start)
    }

    /// Whether other programs read a text as the name of rules. A record keeps such a name.
    fn is_rules_name(_text: &str) -> bool {
        true
    }
}
