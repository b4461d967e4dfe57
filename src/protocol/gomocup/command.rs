//! The typed commands of the protocol.

use std::fmt::{self, Display};

/// Coordinates as they came: column from the left and row from the top, from 0. Whether they lie on the board
/// is for the board to say.
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

/// Whose stone a line of a block names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// 1: the engine's.
    Own,
    /// 2: the opponent's.
    Opponent,
    /// 3: nobody's; in continuous games a stone of a finished row.
    Blocked,
    /// Not said: black and white alternate, as in `SWAP2BOARD`.
    InTurn,
}

/// One line of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Where.
    pub at: Xy,
    /// Whose.
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
    /// `YXBLOCK`: don't play on these points.
    Block,
    /// `YXBLOCKUNDO`: play on these points again.
    Unblock,
    /// `YXBLOCKPATH`: don't play the last of these moves after the others.
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

    /// The word that begins the block.
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

    /// Whether its lines say whose the stones are.
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
    /// The word before the name.
    pub const fn word(self) -> &'static str {
        match self {
            FileKind::Dump => "YXHASHDUMP",
            FileKind::Load => "YXHASHLOAD",
        }
    }
}

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GomocupCommand {
    /// `ABOUT`: who are you?
    About,
    /// `START n`, `RECTSTART w,h` or Yixin-Board's `start w h`: a new game on an empty board.
    Start {
        /// Columns.
        width: i32,
        /// Rows.
        height: i32,
        /// Spelled as only Yixin-Board does.
        yixin: bool,
    },
    /// `RESTART`: a new game on a board of the same size.
    Restart,
    /// `BEGIN`: make the first move.
    Begin,
    /// `TURN x,y`: the opponent's move, to be answered by ours.
    Turn(Xy),
    /// `PLAY x,y`: the manager makes our move for us.
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
    /// `INFO key value`; both may be empty, and what they mean is for the settings to say.
    Info {
        /// In the case in which it was sent.
        key: String,
        /// The rest of the line.
        value: String,
    },
    /// `END`: leave at once and say nothing.
    End,
    /// `YXSTOP` or `STOP`: give the move you have.
    Stop,
    /// `YXNBEST n`, `YXSEARCHDEFEND` for all: move, and say what you think of the best so many moves.
    Best(usize),
    /// `YXBALANCEONE score`, `YXBALANCETWO score`: make so many moves, one for each side, after which the position is
    /// worth nearest `score` to the side to move now.
    Balance {
        /// One or two.
        moves: usize,
        /// In evaluation units.
        score: i32,
    },
    /// `YXSHOWFORBID`: where may black not play?
    ShowForbidden,
    /// `YXSHOWINFO`: a Yixin-Board asks for our name and limits.
    ShowInfo,
    /// `YXHASHCLEAR`: forget what you learned.
    ClearHash,
    /// `YXSHOWHASHUSAGE`: how full is the hash table?
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
    /// Another command of Yixin-Board, which expects silence from engines that don't know it.
    Foreign,
}
