//! The values that the arguments of GTP's commands name.

/// A value in capitals, or several that are written alike.
pub struct ArgumentValue {
    /// Its names in the grammar of arguments.
    pub names: &'static [&'static str],
    /// The texts that stand for it.
    pub meaning: &'static str,
}

/// Every value of every command.
pub static VALUES: [ArgumentValue; 19] = [
    ArgumentValue {
        names: &["COLOR"],
        meaning: "`b`, `w`, `black` or `white`, in any case",
    },
    ArgumentValue {
        names: &["VERTEX"],
        meaning: "a column letter without I and a row number, in any case, row 1 at the bottom (`D4`), in Othello at the top (`d3`); or `pass`",
    },
    ArgumentValue {
        names: &["VERTICES"],
        meaning: "vertices with commas between them and no blanks",
    },
    ArgumentValue {
        names: &[
            "N", "WIDTH", "HEIGHT", "DEPTH", "PLIES", "STONES", "PERIODS", "MOVE", "LIMIT",
        ],
        meaning: "a whole number in digits, without a sign",
    },
    ArgumentValue {
        names: &["LIBERTIES"],
        meaning: "a number of liberties from 2 to 4",
    },
    ArgumentValue {
        names: &["SECONDS", "MAIN", "BYOYOMI", "PERIOD", "INCREMENT"],
        meaning: "seconds from 0 on, whole or with a fraction, without a sign",
    },
    ArgumentValue {
        names: &["MOST", "PER_MOVE"],
        meaning: "seconds, or a negative number for no limit",
    },
    ArgumentValue {
        names: &["CENTISECONDS"],
        meaning: "hundredths of a second from 0 on",
    },
    ArgumentValue {
        names: &["KOMI"],
        meaning: "points, with a sign or not",
    },
    ArgumentValue {
        names: &["BOOLEAN"],
        meaning: "`true` or `false`",
    },
    ArgumentValue {
        names: &["GAME", "NAME", "KEY", "VALUE"],
        meaning: "a word",
    },
    ArgumentValue {
        names: &["LEVEL"],
        meaning: "a level that `levels` lists, in Go also a number from 1 to 10 for GNU Go's, or `full`",
    },
    ArgumentValue {
        names: &["FILE"],
        meaning: "the name of a file, with blanks in it or not: the rest of the line",
    },
    ArgumentValue {
        names: &["MESSAGE"],
        meaning: "any text: the rest of the line",
    },
    ArgumentValue {
        names: &["JSON"],
        meaning: "a JSON object: the rest of the line",
    },
    ArgumentValue {
        names: &["POSITION"],
        meaning: "`[COLOR VERTEX]...` in Go and gomoku; 64 squares from a1 to h8 (`X`, `O` and `-`) and the side to move, a COLOR or `X` or `O`, in Othello",
    },
    ArgumentValue {
        names: &["SYMMETRY"],
        meaning: "a number from 0 to 7, or `all`",
    },
    ArgumentValue {
        names: &["OPTIMISM"],
        meaning: "a number from 0 to 1; 0.2 if it is left out, as in KataGo",
    },
    ArgumentValue {
        names: &["OPTION", "FIELD"],
        meaning: "an option or a field of the analysis commands, see their tables",
    },
];
