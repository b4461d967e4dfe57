//! The typed commands of the protocol.

use std::fmt::{self, Display};

use super::database_command::DatabaseRequest;
use super::opening_command::OpeningStep;

/// Coordinates as sent: column from the left and row from the top, from 0. They may be off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Xy {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl Display for Xy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The owner of a stone in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The engine: 1.
    Own,
    /// The opponent: 2.
    Opponent,
    /// No owner: 3, a blocked point. In continuous games it is a stone of a finished row.
    Blocked,
    /// Not given: black and white alternate, as in `SWAP2BOARD`.
    InTurn,
}

/// One line of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// The point.
    pub at: Xy,
    /// The owner.
    pub owner: Owner,
}

/// The commands that are followed by lines of coordinates and a `DONE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// `BOARD`: set up this position and move.
    Board,
    /// `YXBOARD`: set up this position without a reply.
    SetUp,
    /// `SWAP2BOARD`: take a turn in the swap2 opening.
    Swap2,
    /// `YXBLOCK`: do not play on these points.
    Block,
    /// `YXBLOCKUNDO`: allow these points again.
    Unblock,
    /// `YXBLOCKPATH`: do not play the last of these moves after the others.
    Path,
    /// `YXBLOCKPATHUNDO`: allow that move again.
    Unpath,
    /// `SHOWFORBID`: list the forbidden points of this position.
    ShowForbidden,
}

impl BlockKind {
    /// Every kind.
    pub const ALL: [BlockKind; 8] = [
        BlockKind::Board,
        BlockKind::SetUp,
        BlockKind::Swap2,
        BlockKind::Block,
        BlockKind::Unblock,
        BlockKind::Path,
        BlockKind::Unpath,
        BlockKind::ShowForbidden,
    ];

    /// Returns the command's name.
    pub const fn word(self) -> &'static str {
        match self {
            BlockKind::Board => "BOARD",
            BlockKind::SetUp => "YXBOARD",
            BlockKind::Swap2 => "SWAP2BOARD",
            BlockKind::Block => "YXBLOCK",
            BlockKind::Unblock => "YXBLOCKUNDO",
            BlockKind::Path => "YXBLOCKPATH",
            BlockKind::Unpath => "YXBLOCKPATHUNDO",
            BlockKind::ShowForbidden => "SHOWFORBID",
        }
    }

    /// Whether the lines of the block give the owners of the stones.
    pub const fn names_owners(self) -> bool {
        matches!(
            self,
            BlockKind::Board | BlockKind::SetUp | BlockKind::ShowForbidden
        )
    }
}

/// The first line of a block, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockHead {
    /// A command without arguments.
    Plain(BlockKind),
    /// A command to the database about the position after these moves.
    Database(DatabaseRequest),
    /// A step of an opening rule.
    Opening(OpeningStep),
    /// `BALANCE n`: set up this position and play so many moves that make it even.
    Balance(usize),
}

impl BlockHead {
    /// Returns the command's name.
    pub fn word(&self) -> &'static str {
        match self {
            BlockHead::Plain(kind) => kind.word(),
            BlockHead::Database(request) => request.word(),
            BlockHead::Opening(step) => step.word,
            BlockHead::Balance(_) => "BALANCE",
        }
    }

    /// Whether the lines of the block give the owners of the stones.
    pub fn names_owners(&self) -> bool {
        match self {
            BlockHead::Plain(kind) => kind.names_owners(),
            BlockHead::Balance(_) => true,
            BlockHead::Database(_) | BlockHead::Opening(_) => false,
        }
    }
}

/// The commands that are followed by the name of a file, on the same line or the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `YXHASHDUMP`: write the hash table.
    Dump,
    /// `YXHASHLOAD`: read a hash table.
    Load,
    /// `YXSETDATABASE`: open a database.
    SetDatabase,
    /// `YXDBTOTXTALL`: write the whole database as a table.
    AllToText,
    /// `YXDBTOTXT`: write the positions of this rule and size as a table.
    ToText,
    /// `YXTXTTODB`: read such a table.
    FromText,
    /// `YXLIBTODB`: read a library of RenLib's.
    FromLibrary,
    /// `YXDBTOLIB`: write a library of RenLib's.
    ToLibrary,
    /// `YXDBMERGE`: take the positions of another database.
    Merge,
    /// `YXDBSPLIT`: write what follows from this position to another database.
    Split,
}

impl FileKind {
    /// Returns the command's name.
    pub const fn word(self) -> &'static str {
        match self {
            FileKind::Dump => "YXHASHDUMP",
            FileKind::Load => "YXHASHLOAD",
            FileKind::SetDatabase => "YXSETDATABASE",
            FileKind::AllToText => "YXDBTOTXTALL",
            FileKind::ToText => "YXDBTOTXT",
            FileKind::FromText => "YXTXTTODB",
            FileKind::FromLibrary => "YXLIBTODB",
            FileKind::ToLibrary => "YXDBTOLIB",
            FileKind::Merge => "YXDBMERGE",
            FileKind::Split => "YXDBSPLIT",
        }
    }

    /// Whether the command replaces the file, apart from the open database.
    pub const fn is_written(self) -> bool {
        matches!(
            self,
            FileKind::Dump
                | FileKind::AllToText
                | FileKind::ToText
                | FileKind::ToLibrary
                | FileKind::Split
        )
    }
}

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GomocupCommand {
    /// `ABOUT`: reply name, version and author.
    About,
    /// `START n`, `RECTSTART w,h` or Yixin-Board's `start w h`: a new game on an empty board.
    Start {
        /// Columns.
        width: i32,
        /// Rows.
        height: i32,
        /// Whether the arguments have Yixin-Board's form.
        yixin: bool,
    },
    /// `RESTART`: a new game on a board of the same size.
    Restart,
    /// `BEGIN`: make the first move.
    Begin,
    /// `TURN x,y`: play this move of the opponent and reply to it.
    Turn(Xy),
    /// `PLAY x,y`: play this as the engine's own move.
    Play(Xy),
    /// `TAKEBACK x,y`: remove that stone.
    TakeBack(Xy),
    /// `BOARD`, `YXBOARD`, `SWAP2BOARD` or another block with the lines up to its `DONE`.
    Block {
        /// The first line.
        head: BlockHead,
        /// The stones, in the order sent.
        stones: Vec<Stone>,
    },
    /// `INFO key value`; both may be empty.
    Info {
        /// The key, in the case sent.
        key: String,
        /// The value: the rest of the line.
        value: String,
    },
    /// `END`: end the conversation at once, without a reply.
    End,
    /// `YXSTOP` or `STOP`: end the search with its best move so far.
    Stop,
    /// `YXNBEST n`, or `YXSEARCHDEFEND` for all moves: move, after one line for each of the best moves.
    Best(usize),
    /// `YXBALANCEONE score`, `YXBALANCETWO score`: play one move, or one for each side, so that the position's score
    /// for the side to move now is nearest to `score`.
    Balance {
        /// Number of moves: one or two.
        moves: usize,
        /// The target score, in evaluation units.
        score: i32,
    },
    /// `YXSHOWFORBID`: list black's forbidden points.
    ShowForbidden,
    /// `YXSHOWINFO`: reply the engine's name and limits to Yixin-Board.
    ShowInfo,
    /// `YXHASHCLEAR`: clear the hash table.
    ClearHash,
    /// `YXSHOWHASHUSAGE`: reply the share of the hash table in use.
    HashUsage,
    /// `YXHASHDUMP file`, `YXSETDATABASE file` and others: write or read a file.
    File {
        /// Its content and the direction.
        kind: FileKind,
        /// The name of the file; empty if it is on the next line.
        name: String,
    },
    /// `YXBLOCKRESET`: allow all points again.
    UnblockAll,
    /// `YXBLOCKPATHRESET`: allow the moves of all paths again.
    UnpathAll,
    /// `YXSWAP2STEP1`: place the first three stones of swap2.
    Swap2Offer,
    /// `YXSWAP2STEP2`, `YXSWAP2STEP3`: choose a side.
    Swap2Choose {
        /// Number of stones on the board: three or five.
        stones: usize,
    },
    /// `YXSAVEDATABASE`: replace the file of the database.
    SaveDatabase,
    /// `YXSOOSORVSTEP1`: place the first three stones of soosorv.
    SoosorvOffer,
    /// `PONDER [ms]`: search without a move, until `STOP` without a number.
    Ponder(Option<u64>),
    /// `PROTOCOLVERSION`: reply the version of the extended protocol.
    ProtocolVersion,
    /// An unsupported command of Yixin-Board, which has no effect and no reply.
    Foreign,
}
