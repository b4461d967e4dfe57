//! The typed commands of the protocol.

use std::fmt::{self, Display};

/// Coordinates as they came: column from the left and row from the top, from 0. They may lie beyond the board.
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
    /// Nobody: 3. In continuous games it is a stone of a finished row.
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
    /// `BOARD`: take this position and move.
    Board,
    /// `YXBOARD`: take this position and say nothing.
    SetUp,
    /// `SWAP2BOARD`: take a turn in the swap2 opening.
    Swap2,
    /// `YXBLOCK`: do not play on these points.
    Block,
    /// `YXBLOCKUNDO`: play on these points again.
    Unblock,
    /// `YXBLOCKPATH`: do not play the last of these moves after the others.
    Path,
    /// `YXBLOCKPATHUNDO`: play it again.
    Unpath,
}

impl BlockKind {
    /// Every kind.
    pub const ALL: [BlockKind; 7] = [
        BlockKind::Board,
        BlockKind::SetUp,
        BlockKind::Swap2,
        BlockKind::Block,
        BlockKind::Unblock,
        BlockKind::Path,
        BlockKind::Unpath,
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
        }
    }

    /// Whether its lines name the owners of the stones.
    pub const fn names_owners(self) -> bool {
        matches!(self, BlockKind::Board | BlockKind::SetUp)
    }
}

/// The commands that are followed by the name of a file, on the same line or the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `YXHASHDUMP`: write the hash table.
    Dump,
    /// `YXHASHLOAD`: read one back.
    Load,
}

impl FileKind {
    /// Returns the command's name.
    pub const fn word(self) -> &'static str {
        match self {
            FileKind::Dump => "YXHASHDUMP",
            FileKind::Load => "YXHASHLOAD",
        }
    }
}

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GomocupCommand {
    /// `ABOUT`: tell name, version and author.
    About,
    /// `START n`, `RECTSTART w,h` or Yixin-Board's `start w h`: a new game on an empty board.
    Start {
        /// Columns.
        width: i32,
        /// Rows.
        height: i32,
        /// Whether it is spelled as only Yixin-Board does.
        yixin: bool,
    },
    /// `RESTART`: a new game on a board of the same size.
    Restart,
    /// `BEGIN`: make the first move.
    Begin,
    /// `TURN x,y`: answer this move of the opponent.
    Turn(Xy),
    /// `PLAY x,y`: play this as the engine's own move.
    Play(Xy),
    /// `TAKEBACK x,y`: remove that stone.
    TakeBack(Xy),
    /// `BOARD`, `YXBOARD` or `SWAP2BOARD` with the stones up to its `DONE`.
    Block {
        /// Which.
        kind: BlockKind,
        /// In the order in which they were sent.
        stones: Vec<Stone>,
    },
    /// `INFO key value`; both may be empty.
    Info {
        /// In the case in which it was sent.
        key: String,
        /// The rest of the line.
        value: String,
    },
    /// `END`: end the conversation at once, without a reply.
    End,
    /// `YXSTOP` or `STOP`: end the search with the move it has.
    Stop,
    /// `YXNBEST n`, `YXSEARCHDEFEND` for all: move, after a line on each of the best moves.
    Best(usize),
    /// `YXBALANCEONE score`, `YXBALANCETWO score`: make so many moves, one for each side, after which the position is
    /// worth nearest `score` to the side to move now.
    Balance {
        /// One or two.
        moves: usize,
        /// In evaluation units.
        score: i32,
    },
    /// `YXSHOWFORBID`: list black's forbidden points.
    ShowForbidden,
    /// `YXSHOWINFO`: tell name and limits, to a Yixin-Board.
    ShowInfo,
    /// `YXHASHCLEAR`: clear the hash table.
    ClearHash,
    /// `YXSHOWHASHUSAGE`: tell the share of the hash table that is in use.
    HashUsage,
    /// `YXHASHDUMP file`, `YXHASHLOAD file`.
    HashFile {
        /// Which.
        kind: FileKind,
        /// The file; empty if its name is on the next line.
        name: String,
    },
    /// `YXBLOCKRESET`: play on all points again.
    UnblockAll,
    /// `YXBLOCKPATHRESET`: play all moves again.
    UnpathAll,
    /// `YXSWAP2STEP1`: put the three stones with which swap2 begins.
    Swap2Offer,
    /// `YXSWAP2STEP2`, `YXSWAP2STEP3`: choose a side, with so many stones on the board.
    Swap2Choose {
        /// Three or five.
        stones: usize,
    },
    /// Another command of Yixin-Board's, which is taken in silence.
    Foreign,
}
