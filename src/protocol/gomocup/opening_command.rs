//! The steps of opening rules, and their table.
//!
//! The names and the form of the steps are those of AlphaGomoku's extended protocol and of Yixin-Board.

use nom::branch::alt;
use nom::combinator::{eof, map, map_opt};
use nom::{IResult, Parser};

use super::command::{BlockHead, GomocupCommand};
use super::command_table::Form;
use crate::CommandRow;
use crate::number::integer;

/// A step of an opening rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningStep {
    /// The command's name.
    pub word: &'static str,
    /// What is asked.
    pub question: OpeningQuestion,
    /// The number of fifth moves: those to offer, or the most that may be asked for.
    pub fifths: usize,
}

/// A question of an opening rule to the player whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningQuestion {
    /// Place three stones, without any before, or choose a side after them.
    Swap,
    /// Place the first stone, or choose a side after it.
    SwapFirst,
    /// Place the next of the first three stones, black's second at least this number of points from the first.
    Pro(u8),
    /// Place three stones; in renju one of the 26 openings.
    Three,
    /// Place the fourth stone.
    Fourth {
        /// Whether the player may take the other side instead.
        may_swap: bool,
        /// Whether the player names the number of fifth moves.
        counts: bool,
    },
    /// Offer fifth moves, no two of which are alike by symmetry.
    Fifths {
        /// Whether the player may take the other side instead.
        may_swap: bool,
    },
    /// Choose one of the fifth moves, and play the sixth.
    Choice,
    /// Place the next stone in the square around the center that grows with each.
    Central {
        /// Whether the player may take the other side instead.
        may_swap: bool,
    },
}

impl OpeningStep {
    /// Whether a line with the fifth moves follows `DONE`.
    pub fn wants_fifths(&self) -> bool {
        self.question == OpeningQuestion::Choice && !self.is_yixin()
    }

    /// Whether it is one of Yixin-Board's, which has replies of its own.
    pub fn is_yixin(&self) -> bool {
        self.word.starts_with("YX")
    }
}

/// Fifth moves of RIF's older rule.
const RIF_FIFTHS: usize = 2;
/// Fifth moves of soosorv, where no number is given.
const SOOSORV_FIFTHS: usize = 8;
/// Fifth moves of Taraguchi, where no number is given.
const TARAGUCHI_FIFTHS: usize = 10;

/// Most fifth moves that may be asked for.
const MOST_FIFTHS: i32 = 40;

/// Distance of black's second stone from the first in pro, and in long pro.
const PRO: u8 = 3;
const LONG_PRO: u8 = 4;

macro_rules! steps {
    ($($word:literal $question:ident $({ $($field:ident: $value:literal),* })? $(($distance:expr))?, $fifths:expr, $help:literal;)*) => {
        [$(CommandRow {
            name: $word,
            args: if $fifths == 0 { "... X,Y ... DONE" } else { "[N] ... X,Y ... DONE" },
            help: $help,
            action: Form::Own {
                expected: if $fifths == 0 { "nothing more" } else { "a number of fifth moves from 1 to 40" },
                read: |input| read(input, OpeningStep {
                    word: $word,
                    question: OpeningQuestion::$question $({ $($field: $value),* })? $(($distance))?,
                    fifths: $fifths,
                }),
            },
        }),*]
    };
}

/// The steps, their names in capitals.
pub static OPENING_COMMANDS: [CommandRow<Form>; 24] = steps! {
    "SWAPBOARD" Swap, 0, "swap: three stones; with three on the board `SWAP` or the fourth";
    "SWAP1STBOARD" SwapFirst, 0, "swap after the first stone: that stone; with it on the board `SWAP` or the second";
    "PROBOARD" Pro(PRO), 0, "pro: the next of three stones, the third outside the square of 5x5 around the first";
    "LONGPROBOARD" Pro(LONG_PRO), 0, "long pro: the same with a square of 7x7";
    "RIFSTEP1" Three, 0, "RIF: three stones, in renju one of the 26 openings";
    "RIFSTEP2" Fourth { may_swap: true, counts: false }, 0, "`SWAP` or the fourth stone";
    "RIFSTEP3" Fourth { may_swap: false, counts: false }, 0, "the fourth stone";
    "RIFSTEP4" Fifths { may_swap: false }, RIF_FIFTHS, "two fifth moves, not alike by symmetry";
    "RIFSTEP5" Choice, RIF_FIFTHS, "one of the fifth moves, which follow on a line after DONE, and the sixth";
    "SOOSYRVSTEP1" Three, SOOSORV_FIFTHS, "soosorv: three stones, in renju one of the 26 openings; SOOSORV is the same word";
    "SOOSYRVSTEP2" Fourth { may_swap: true, counts: true }, SOOSORV_FIFTHS, "`SWAP`, or the fourth stone and a number of fifth moves of at most N";
    "SOOSYRVSTEP3" Fourth { may_swap: false, counts: true }, SOOSORV_FIFTHS, "the fourth stone and a number of fifth moves of at most N";
    "SOOSYRVSTEP4" Fifths { may_swap: true }, SOOSORV_FIFTHS, "`SWAP`, or N fifth moves, not alike by symmetry";
    "SOOSYRVSTEP5" Fifths { may_swap: false }, SOOSORV_FIFTHS, "N fifth moves, not alike by symmetry";
    "SOOSYRVSTEP6" Choice, SOOSORV_FIFTHS, "one of the fifth moves, which follow on a line after DONE, and the sixth";
    "TARAGUCHISTEP1" Central { may_swap: false }, TARAGUCHI_FIFTHS, "Taraguchi: the next stone, in the square around the center of 1, 3, 5, 7 and 9 points, the sixth anywhere";
    "TARAGUCHISTEP2" Central { may_swap: true }, TARAGUCHI_FIFTHS, "`SWAP`, or the next stone";
    "TARAGUCHISTEP3" Fifths { may_swap: false }, TARAGUCHI_FIFTHS, "N fifth moves, not alike by symmetry";
    "TARAGUCHISTEP4" Choice, TARAGUCHI_FIFTHS, "one of the fifth moves, which follow on a line after DONE, and the sixth";
    "YXSOOSORVSTEP2" Fourth { may_swap: true, counts: true }, 0, "take a side with three stones on the board: `MESSAGE SOOSORV SWAP1 YES` for black";
    "YXSOOSORVSTEP3" Fourth { may_swap: false, counts: true }, 0, "the fourth stone and the number of fifth moves: `MESSAGE SOOSORV MOVE4 X Y N`";
    "YXSOOSORVSTEP4" Fifths { may_swap: true }, SOOSORV_FIFTHS, "take a side with four stones on the board: `MESSAGE SOOSORV SWAP2 YES` for white";
    "YXSOOSORVSTEP5" Fifths { may_swap: false }, SOOSORV_FIFTHS, "N fifth moves, each in a `MESSAGE SOOSORV MOVE5`";
    "YXSOOSORVSTEP6" Choice, 0, "one of the fifth moves, which follow the four stones: `MESSAGE SOOSORV MOVE5C X Y`";
};

fn read(input: &str, step: OpeningStep) -> IResult<&str, GomocupCommand> {
    let block = move |step| GomocupCommand::Block {
        head: BlockHead::Opening(step),
        stones: Vec::new(),
    };
    let with_number = map_opt(integer, move |number: i32| {
        let is_expected = step.fifths > 0 && (1..=MOST_FIFTHS).contains(&number);
        let step = OpeningStep {
            fifths: number as usize,
            ..step
        };
        is_expected.then(|| block(step))
    });
    alt((map(eof, move |_| block(step)), with_number)).parse(input)
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn step(line: &str) -> Option<OpeningStep> {
        match parse::command(line) {
            Ok(GomocupCommand::Block {
                head: BlockHead::Opening(step),
                ..
            }) => Some(step),
            _ => None,
        }
    }

    #[test]
    fn numbers_of_fifth_moves_are_read_where_they_are_asked_for() {
        let fifths = |line| step(line).map(|step| step.fifths);
        assert_eq!(fifths("soosyrvstep4 5"), Some(5));
        assert_eq!(fifths("SOOSORVSTEP4"), Some(8));
        assert_eq!(fifths("TARAGUCHISTEP3 10"), Some(10));
        assert_eq!(fifths("yxsoosorvstep5 3"), Some(3));
        assert_eq!(fifths("RIFSTEP4"), Some(2));
        for bad in [
            "SWAPBOARD 3",
            "SOOSYRVSTEP4 0",
            "SOOSYRVSTEP4 41",
            "RIFSTEP5 a",
        ] {
            assert!(parse::command(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn words_of_steps_are_those_of_the_table() {
        for row in &OPENING_COMMANDS {
            let step = step(row.name).expect(row.name);
            assert_eq!(step.word, row.name);
            assert_eq!(step.is_yixin(), row.name.starts_with("YX"));
        }
    }
}
