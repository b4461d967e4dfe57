//! Table of the protocol's commands: one row per command, with its name, its arguments, the lines that follow it, its
//! precedence, its function and its help.

use std::fmt::{self, Debug};

use nom::IResult;

use super::board::GomocupGame;
use super::database_command::DATABASE_COMMANDS;
use super::dialect::{GomocupDialect, Reply};
use super::grammar::{
    self, ANYTHING, COUNT, MILLISECONDS, MOVES_TO_BALANCE, NAME, NOTHING, NewBoard, POINT,
    RECTANGLE, SCORE, SETTING, SIZE, Stone, Xy,
};
use super::opening_command::OPENING_COMMANDS;
use super::search::{GomocupTask, SwapProtocol};
use crate::CommandRow;
use tengen_engine::TableCommand;
use tengen_engine::conversation::Precedence;
use tengen_gomoku::request::Balance;

/// A command. Its name is in upper case.
pub type GomocupRow = CommandRow<Handling>;

/// How a command is read and executed.
pub struct Handling {
    /// Effect on a running search before the command's turn.
    pub precedence: Precedence,
    /// Lines that belong to the command.
    pub lines: Lines,
    /// Description of the arguments.
    pub expected: &'static str,
    /// Reads the arguments. Returns `None` if they do not fit.
    pub(super) read: fn(&str) -> Option<Box<dyn Call>>,
}

/// Lines that belong to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// One line.
    One,
    /// One line, which also gives up an unfinished block.
    Break,
    /// One line, or a second one with the name of a file.
    File,
    /// A block: lines of stones up to `DONE`, in turn.
    Block,
    /// A block in which each stone has an owner.
    OwnedBlock,
    /// A block, and a line of fifth moves after it.
    BlockAndFifths,
    /// A text in quotation marks, which may have several lines, and a block.
    TextAndBlock,
    /// One line, and further ones of stones, which have no effect.
    Ignored,
}

impl Lines {
    /// Whether lines up to `DONE` follow.
    pub fn is_block(self) -> bool {
        !matches!(
            self,
            Lines::One | Lines::Break | Lines::File | Lines::Ignored
        )
    }
}

/// The arguments of a command, with their type, range and description.
pub struct Arguments<T> {
    /// Description of the arguments.
    pub expected: &'static str,
    /// Parser of the arguments.
    pub read: fn(&str) -> IResult<&str, T>,
    /// Whether a command of [`Precedence::Cancels`] with these arguments ends a search.
    pub cancels: fn(&GomocupDialect, &T) -> bool,
}

/// Function of a command, which takes the arguments and the stones of its block.
type Run<T> = fn(&mut GomocupDialect, T, &[Stone]) -> Reply;

/// A command's function with its arguments.
pub(super) trait Call: Debug {
    /// Executes the command.
    fn run(self: Box<Self>, session: &mut GomocupDialect, stones: &[Stone]) -> Reply;
    /// Whether the command ends a search.
    fn cancels(&self, session: &GomocupDialect) -> bool;
}

struct Bound<T> {
    value: T,
    run: Run<T>,
    cancels: fn(&GomocupDialect, &T) -> bool,
}

impl<T: Debug> Debug for Bound<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: Debug> Call for Bound<T> {
    fn run(self: Box<Self>, session: &mut GomocupDialect, stones: &[Stone]) -> Reply {
        (self.run)(session, self.value, stones)
    }

    fn cancels(&self, session: &GomocupDialect) -> bool {
        (self.cancels)(session, &self.value)
    }
}

/// Reads arguments for a function. Returns `None` if they do not fit.
pub(super) fn bind<T: Debug + 'static>(
    text: &str,
    arguments: &Arguments<T>,
    run: Run<T>,
) -> Option<Box<dyn Call>> {
    let value = grammar::whole(text, arguments.read)?;
    let cancels = arguments.cancels;
    Some(Box::new(Bound {
        value,
        run,
        cancels,
    }))
}

/// A parsed command.
#[derive(Debug)]
pub struct GomocupCommand {
    /// Row of the command.
    pub row: &'static GomocupRow,
    pub(super) call: Box<dyn Call>,
    /// Stones of the block in the order sent.
    pub stones: Vec<Stone>,
}

/// The size of a new board, on which a game begins only if it is supported.
const NEW_SIZE: Arguments<NewBoard> = Arguments {
    cancels: is_supported,
    ..SIZE
};
const NEW_RECTANGLE: Arguments<NewBoard> = Arguments {
    cancels: is_supported,
    ..RECTANGLE
};

fn is_supported(session: &GomocupDialect, board: &NewBoard) -> bool {
    GomocupGame::new(board.width, board.height, session.settings.variant()).is_ok()
}

/// A point that is taken back only if it has a stone.
const PLAYED_POINT: Arguments<Xy> = Arguments {
    cancels: |session, &at| session.game.as_ref().is_some_and(|board| board.holds(at)),
    ..POINT
};

/// Makes the rows of a table: name, argument grammar, lines, precedence, arguments, function and help.
macro_rules! commands {
    ($($name:literal $args:literal, $lines:ident $precedence:ident $arguments:expr => $run:expr, $help:literal;)*) => {
        [$(CommandRow {
            name: $name,
            args: $args,
            help: $help,
            action: Handling {
                precedence: Precedence::$precedence,
                lines: Lines::$lines,
                expected: $arguments.expected,
                read: |text| bind(text, &$arguments, $run),
            },
        }),*]
    };
}
pub(super) use commands;

/// All commands except those of opening rules and databases. Other names that begin with `YX` are Yixin-Board commands
/// without effect.
pub static COMMANDS: [GomocupRow; 40] = commands! {
    "ABOUT" "", One Waits NOTHING => |session, (), _| session.about(),
        "the engine's name, version and author";
    "START" "SIZE", Break Cancels NEW_SIZE => |session, size, _| session.start(size),
        "begin a game on an empty board; Yixin-Board's `start WIDTH HEIGHT` is accepted too";
    "RECTSTART" "WIDTH,HEIGHT", Break Cancels NEW_RECTANGLE => |session, size, _| session.start(size),
        "begin a game on a board that may be rectangular";
    "RESTART" "", Break Cancels NOTHING => |session, (), _| session.restart(),
        "begin a game on a board of the same size";
    "BEGIN" "", One Waits NOTHING => |session, (), _| session.start_turn(GomocupTask::Move),
        "make the first move";
    "TURN" "X,Y", One Waits POINT => |session, at, _| session.turn(at),
        "answer the opponent's move";
    "PLAY" "X,Y", One Waits POINT => |session, at, _| session.play_for_manager(at),
        "play this as the engine's own move";
    "TAKEBACK" "X,Y", One Cancels PLAYED_POINT => |session, at, _| session.take_back(at),
        "take a stone off the board";
    "BOARD" "... X,Y,F ... DONE", OwnedBlock Waits NOTHING => |session, (), stones| session.set_up_and_move(stones),
        "set up this position and play a move; F is 1 for the engine's stones, 2 for the opponent's, 3 for blocked points";
    "SWAP2BOARD" "... X,Y ... DONE", Block Waits NOTHING => |session, (), stones| session.take_swap2_turn(stones),
        "take the next turn of the opening swap2";
    "INFO" "KEY VALUE", One Waits SETTING => |session, (key, value), _| session.set(&key, &value),
        "change a setting";
    "END" "", Break Quits ANYTHING => |_, (), _| Ok(None),
        "quit at once";
    "STOP" "", One Stops ANYTHING => |session, (), _| session.stop_pondering(),
        "stop the search and play its best move so far";
    "YXSTOP" "", One Stops ANYTHING => |session, (), _| session.stop_pondering(),
        "the same as STOP";
    "YXBOARD" "... X,Y,F ... DONE", OwnedBlock Waits NOTHING => |session, (), stones| session.set_up(stones),
        "set up this position without a reply";
    "YXNBEST" "N", One Waits COUNT => |session, count, _| session.start_turn(GomocupTask::Best(count)),
        "play a move, after one line for each of the N best moves";
    "YXSEARCHDEFEND" "", One Waits NOTHING => |session, (), _| session.start_turn(GomocupTask::Best(usize::MAX)),
        "play a move, after one line for every move";
    "YXBALANCEONE" "SCORE", One Waits SCORE => |session, score, _| {
        session.start_turn(GomocupTask::Balance(Balance { moves: 1, score }))
    }, "play the move after which the score for its side is nearest to SCORE";
    "YXBALANCETWO" "SCORE", One Waits SCORE => |session, score, _| {
        session.start_turn(GomocupTask::Balance(Balance { moves: 2, score }))
    }, "play one move for each side, after which the score for the side to move is nearest to SCORE";
    "YXSHOWFORBID" "", One Waits NOTHING => |session, (), _| session.show_forbidden(),
        "black's forbidden points, two digits for each coordinate";
    "YXSHOWINFO" "", One Waits NOTHING => |session, (), _| session.show_limits(),
        "the name, and the maximum threads and memory; from now on rules have Yixin-Board's numbers";
    "YXBLOCK" "... X,Y ... DONE", Block Waits NOTHING => |session, (), stones| {
        session.blocked.block(stones);
        Ok(None)
    }, "do not play on these points";
    "YXBLOCKUNDO" "... X,Y ... DONE", Block Waits NOTHING => |session, (), stones| {
        session.blocked.unblock(stones);
        Ok(None)
    }, "play on these points again";
    "YXBLOCKRESET" "", One Waits NOTHING => |session, (), _| {
        session.blocked.free_points();
        Ok(None)
    }, "play on all points again";
    "YXBLOCKPATH" "... X,Y ... DONE", Block Waits NOTHING => |session, (), stones| {
        session.blocked.block_path(stones);
        Ok(None)
    }, "do not play the last of these moves in the position after the others";
    "YXBLOCKPATHUNDO" "... X,Y ... DONE", Block Waits NOTHING => |session, (), stones| {
        session.blocked.unblock_path(stones);
        Ok(None)
    }, "play that move again";
    "YXBLOCKPATHRESET" "", One Waits NOTHING => |session, (), _| {
        session.blocked.free_paths();
        Ok(None)
    }, "play all such moves again";
    "YXHASHCLEAR" "", One Waits NOTHING => |session, (), _| session.clear_table(),
        "clear the hash table";
    "CLEARHASH" "", One Waits NOTHING => |session, (), _| session.clear_table(),
        "the same as YXHASHCLEAR";
    "SHOWFORBID" "... X,Y,F ... DONE", OwnedBlock Waits NOTHING => |session, (), stones| session.show_forbidden_of(stones),
        "the points of this position that are forbidden to black: `FORBID X,Y X,Y`";
    "BALANCE" "N ... X,Y,F ... DONE", OwnedBlock Waits MOVES_TO_BALANCE => |session, moves, stones| {
        session.set_up_and_balance(moves, stones)
    }, "set up this position and play the one or two moves that balance it best";
    "PONDER" "[MILLISECONDS]", One Waits MILLISECONDS => |session, time, _| session.ponder_on_command(time),
        "search the position without a reply, for this time or until STOP";
    "PROTOCOLVERSION" "", One Waits NOTHING => |_, (), _| Ok(Some(PROTOCOL_VERSION.to_owned())),
        "the version of the extended protocol";
    "YXSHOWHASHUSAGE" "", One Waits NOTHING => |session, (), _| session.run_table(TableCommand::Usage),
        "the fraction of the hash table in use";
    "YXHASHDUMP" "FILE", File Waits NAME => |session, name, _| session.save_table(&name),
        "write the hash table to a file; its name may be on the next line";
    "YXHASHLOAD" "FILE", File Waits NAME => |session, name, _| session.load_table(&name),
        "load such a file into the hash table; a damaged file or one of another program is refused";
    "YXSOOSORVSTEP1" "", One Waits NOTHING => |session, (), _| session.offer_opening(SwapProtocol::YixinRenju),
        "offer three stones, in renju one of the 26 openings, each in a `MESSAGE SOOSORV MOVEn`";
    "YXSWAP2STEP1" "", One Waits NOTHING => |session, (), _| session.offer_opening(SwapProtocol::Yixin),
        "offer three stones, each in a `MESSAGE SWAP2 MOVEn`";
    "YXSWAP2STEP2" "", One Waits NOTHING => |session, (), _| session.choose_swap2_side(3),
        "take a side with three stones on the board: `MESSAGE SWAP2 SWAP1 YES` for black, or add two, each in a `MESSAGE SWAP2 MOVEn`";
    "YXSWAP2STEP3" "", One Waits NOTHING => |session, (), _| session.choose_swap2_side(5),
        "take a side with five: `MESSAGE SWAP2 SWAP2 YES` for black";
};

/// Row of unsupported Yixin-Board commands, which have no effect and no reply.
static UNSUPPORTED: [GomocupRow; 1] = commands! {
    "YX" "", Ignored Waits ANYTHING => |_, (), _| Ok(None), "";
};

/// Version of AlphaGomoku's extended protocol.
const PROTOCOL_VERSION: &str = "1,0";

/// Returns the rows of all commands.
pub fn rows() -> impl Iterator<Item = &'static GomocupRow> {
    COMMANDS
        .iter()
        .chain(&OPENING_COMMANDS)
        .chain(&DATABASE_COMMANDS)
}

/// Returns the row of an upper-case name. Soosorv has two spellings.
pub(super) fn find(name: &str) -> Option<&'static GomocupRow> {
    let is_meant = |row: &&GomocupRow| match name.strip_prefix("SOOSORV") {
        Some(step) => row.name.strip_prefix("SOOSYRV") == Some(step),
        None => row.name == name,
    };
    let unsupported = name.starts_with("YX").then_some(&UNSUPPORTED[0]);
    rows().find(is_meant).or(unsupported)
}

/// Returns the upper-case names of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    rows().map(|row| row.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_capitals_and_unique() {
        for (number, row) in rows().enumerate() {
            assert_eq!(row.name, row.name.to_ascii_uppercase());
            let mut before = rows().take(number);
            assert!(before.all(|other| other.name != row.name), "{}", row.name);
            assert_eq!(row.action.lines.is_block(), row.args.ends_with("DONE"));
        }
    }
}
