//! Values in the argument grammar of GTP commands.

/// A value with an upper-case name, or several with the same form.
pub struct ArgumentValue {
    /// Names in the argument grammar.
    pub names: &'static [&'static str],
    /// Description of the valid texts.
    pub meaning: &'static str,
}

/// Makes the rows of the table: names and meaning.
macro_rules! values {
    ($($($name:literal)+ => $meaning:literal;)*) => {
        /// All values of all commands.
        pub static VALUES: &[ArgumentValue] = &[$(ArgumentValue {
            names: &[$($name),+],
            meaning: $meaning,
        }),*];
    };
}

values! {
    "COLOR" => "`b`, `w`, `black` or `white`, in any case";
    "VERTEX" => "a column letter without I and a row number, in any case, row 1 at the bottom (`D4`), in Othello at the top (`d3`); or `pass`";
    "VERTICES" => "vertices separated by commas, without blanks";
    "N" "WIDTH" "HEIGHT" "DEPTH" "PLIES" "STONES" "PERIODS" "MOVE" "LIMIT" => "a whole number in digits, without a sign";
    "LIBERTIES" => "a number of liberties from 2 to 4";
    "SECONDS" "MAIN" "BYOYOMI" "PERIOD" "INCREMENT" => "seconds, at least 0, whole or with a fraction, without a sign";
    "MOST" "PER_MOVE" => "seconds, or a negative number for no limit";
    "CENTISECONDS" => "hundredths of a second, at least 0";
    "KOMI" => "points, with or without a sign";
    "BOOLEAN" => "`true` or `false`";
    "GAME" "NAME" "KEY" "VALUE" => "a word";
    "LEVEL" => "a level that `levels` lists, in Go also a number from 1 to 10 for GNU Go's, or `full`";
    "FILE" => "the name of a file, which may contain blanks: the rest of the line";
    "MESSAGE" => "any text: the rest of the line";
    "JSON" => "a JSON object: the rest of the line";
    "POSITION" => "`[COLOR VERTEX]...` in Go and gomoku; 64 squares from a1 to h8 (`X`, `O` and `-`) and the side to move, a COLOR or `X` or `O`, in Othello";
    "SYMMETRY" => "a number from 0 to 7, or `all`";
    "OPTIMISM" => "a number from 0 to 1; by default 0.2, as in KataGo";
    "OPTION" "FIELD" => "an option or a field of the analysis commands; see their tables";
}
