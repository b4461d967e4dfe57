//! Steps of opening rules, and their table.
//!
//! The names and forms of the steps are from AlphaGomoku's extended protocol and Yixin-Board.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{eof, map_opt, value};

use super::command_table::{Arguments, GomocupRow, Handling, Lines, bind};
use super::search::SwapProtocol;
use crate::CommandRow;
use crate::usage::integer;
use tengen_engine::conversation::Precedence;
use tengen_gomoku::Point;

/// A step of an opening rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningStep {
    /// Command name in upper case.
    pub word: &'static str,
    /// Decision asked of the engine.
    pub question: OpeningQuestion,
    /// Number of fifth moves to offer, or the maximum that may be requested.
    pub fifths: usize,
}

/// A part of an opening rule, with one search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OpeningTask {
    /// Third stone of an opening, after these two.
    Third([Point; 2], SwapProtocol),
    /// Choice of a side after three or five stones of swap2.
    Side(SwapProtocol),
    /// Two more stones after three of swap2, for which the opponent chooses a side.
    TwoStones(SwapProtocol),
    /// A step of an opening rule.
    Step(OpeningStep),
    /// Balanced fourth stone of soosorv.
    Fourth(OpeningStep),
    /// Number of fifth moves to go with this fourth stone.
    FifthCount(OpeningStep, Point),
    /// Sixth move after this fifth move.
    Sixth(Point),
}

/// A decision asked of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningQuestion {
    /// Place three stones on an empty board, or choose a side after them.
    Swap,
    /// Place the first stone, or choose a side after it.
    SwapFirst,
    /// Place the next of the first three stones, Black's second at least this number of points from the first.
    Pro(u8),
    /// Place three stones, in renju as one of the 26 openings.
    Three,
    /// Place the fourth stone.
    Fourth {
        /// Whether the player may take the other side instead.
        may_swap: bool,
        /// Whether the player also names the number of fifth moves.
        counts: bool,
    },
    /// Offer fifth moves that are distinct under symmetry.
    Fifths {
        /// Whether the player may take the other side instead.
        may_swap: bool,
    },
    /// Choose one of the fifth moves and play the sixth.
    Choice,
    /// Place the next stone in a central square that grows with each stone.
    Central {
        /// Whether the player may take the other side instead.
        may_swap: bool,
    },
}

impl OpeningStep {
    /// Whether the step is Yixin-Board's, which has different replies.
    pub fn is_yixin(&self) -> bool {
        self.word.starts_with("YX")
    }
}

/// Number of fifth moves under RIF's older rule.
const RIF_FIFTHS: usize = 2;
/// Default number of fifth moves in soosorv.
const SOOSORV_FIFTHS: usize = 8;
/// Default number of fifth moves in Taraguchi.
const TARAGUCHI_FIFTHS: usize = 10;

/// Largest number of fifth moves that may be requested.
const MOST_FIFTHS: i32 = 40;

/// Minimum distance of Black's second stone from the first, in pro and in long pro.
const PRO: u8 = 3;
const LONG_PRO: u8 = 4;

macro_rules! steps {
    ($($word:literal $question:ident $({ $($field:ident: $value:literal),* })? $(($distance:expr))?, $fifths:expr, $help:literal;)*) => {
        [$(CommandRow {
            name: $word,
            args: if $fifths == 0 { "... X,Y ... DONE" } else { "[N] ... X,Y ... DONE" },
            help: $help,
            action: Handling {
                precedence: Precedence::Waits,
                lines: lines($word, OpeningQuestion::$question $({ $($field: $value),* })? $(($distance))?),
                expected: if $fifths == 0 { NO_FIFTHS.expected } else { FIFTHS.expected },
                read: |input| bind(input, if $fifths == 0 { &NO_FIFTHS } else { &FIFTHS }, |session, fifths, stones| {
                    let step = OpeningStep {
                        word: $word,
                        question: OpeningQuestion::$question $({ $($field: $value),* })? $(($distance))?,
                        fifths: fifths.unwrap_or($fifths),
                    };
                    session.ask_opening(step, stones)
                }),
            },
        }),*]
    };
}

/// Opening steps, with names in upper case.
pub static OPENING_COMMANDS: [GomocupRow; 24] = steps! {
    "SWAPBOARD" Swap, 0, "swap: three stones; with three on the board `SWAP` or the fourth";
    "SWAP1STBOARD" SwapFirst, 0, "swap after the first stone: that stone; with it on the board `SWAP` or the second";
    "PROBOARD" Pro(PRO), 0, "pro: the next of three stones, the third outside the square of 5x5 around the first";
    "LONGPROBOARD" Pro(LONG_PRO), 0, "long pro: the same with a square of 7x7";
    "RIFSTEP1" Three, 0, "RIF: three stones, in renju one of the 26 openings";
    "RIFSTEP2" Fourth { may_swap: true, counts: false }, 0, "`SWAP` or the fourth stone";
    "RIFSTEP3" Fourth { may_swap: false, counts: false }, 0, "the fourth stone";
    "RIFSTEP4" Fifths { may_swap: false }, RIF_FIFTHS, "two fifth moves, different under symmetry";
    "RIFSTEP5" Choice, RIF_FIFTHS, "one of the fifth moves, which follow on a line after DONE, and the sixth";
    "SOOSYRVSTEP1" Three, SOOSORV_FIFTHS, "soosorv: three stones, in renju one of the 26 openings; also written SOOSORV";
    "SOOSYRVSTEP2" Fourth { may_swap: true, counts: true }, SOOSORV_FIFTHS, "`SWAP`, or the fourth stone and a number of fifth moves of at most N";
    "SOOSYRVSTEP3" Fourth { may_swap: false, counts: true }, SOOSORV_FIFTHS, "the fourth stone and a number of fifth moves of at most N";
    "SOOSYRVSTEP4" Fifths { may_swap: true }, SOOSORV_FIFTHS, "`SWAP`, or N fifth moves, different under symmetry";
    "SOOSYRVSTEP5" Fifths { may_swap: false }, SOOSORV_FIFTHS, "N fifth moves, different under symmetry";
    "SOOSYRVSTEP6" Choice, SOOSORV_FIFTHS, "one of the fifth moves, which follow on a line after DONE, and the sixth";
    "TARAGUCHISTEP1" Central { may_swap: false }, TARAGUCHI_FIFTHS, "Taraguchi: the next stone, in the square around the center of 1, 3, 5, 7 and 9 points, the sixth anywhere";
    "TARAGUCHISTEP2" Central { may_swap: true }, TARAGUCHI_FIFTHS, "`SWAP`, or the next stone";
    "TARAGUCHISTEP3" Fifths { may_swap: false }, TARAGUCHI_FIFTHS, "N fifth moves, different under symmetry";
    "TARAGUCHISTEP4" Choice, TARAGUCHI_FIFTHS, "one of the fifth moves, which follow on a line after DONE, and the sixth";
    "YXSOOSORVSTEP2" Fourth { may_swap: true, counts: true }, 0, "take a side with three stones on the board: `MESSAGE SOOSORV SWAP1 YES` for black";
    "YXSOOSORVSTEP3" Fourth { may_swap: false, counts: true }, 0, "the fourth stone and the number of fifth moves: `MESSAGE SOOSORV MOVE4 X Y N`";
    "YXSOOSORVSTEP4" Fifths { may_swap: true }, SOOSORV_FIFTHS, "take a side with four stones on the board: `MESSAGE SOOSORV SWAP2 YES` for white";
    "YXSOOSORVSTEP5" Fifths { may_swap: false }, SOOSORV_FIFTHS, "N fifth moves, each in a `MESSAGE SOOSORV MOVE5`";
    "YXSOOSORVSTEP6" Choice, 0, "one of the fifth moves, which follow the four stones: `MESSAGE SOOSORV MOVE5C X Y`";
};

/// Returns the lines of a step. Yixin-Board sends the fifth moves among the stones.
const fn lines(word: &str, question: OpeningQuestion) -> Lines {
    let is_yixin = matches!(word.as_bytes(), [b'Y', b'X', ..]);
    match question {
        OpeningQuestion::Choice if !is_yixin => Lines::BlockAndFifths,
        _ => Lines::Block,
    }
}

/// Arguments of a step without a number of fifth moves.
const NO_FIFTHS: Arguments<Option<usize>> =
    Arguments::new("nothing more", |input| value(None, eof).parse(input));

/// The number of fifth moves, if it is not the usual one.
const FIFTHS: Arguments<Option<usize>> =
    Arguments::new("a number of fifth moves from 1 to 40", |input| {
        let fifths = |n: i32| (1..=MOST_FIFTHS).contains(&n).then_some(Some(n as usize));
        alt((value(None, eof), map_opt(integer, fifths))).parse(input)
    });

#[cfg(test)]
mod tests {
    use super::super::grammar;

    #[test]
    fn numbers_of_fifth_moves_are_read_where_they_are_asked_for() {
        let fifths = |line| format!("{:?}", grammar::command(line).unwrap().call);
        assert_eq!(fifths("soosyrvstep4 5"), "Some(5)");
        assert_eq!(fifths("SOOSORVSTEP4"), "None");
        assert_eq!(fifths("TARAGUCHISTEP3 10"), "Some(10)");
        assert_eq!(fifths("yxsoosorvstep5 3"), "Some(3)");
        for bad in [
            "SWAPBOARD 3",
            "SOOSYRVSTEP4 0",
            "SOOSYRVSTEP4 41",
            "RIFSTEP5 a",
        ] {
            assert!(grammar::command(bad).is_err(), "{bad}");
        }
    }
}
