//! Whole numbers as protocols write them: digits, and a minus where a number may be negative; never a plus.

use std::str::FromStr;

use nom::character::complete::{char, digit1};
use nom::combinator::{map_opt, opt, recognize};
use nom::{IResult, Parser};

/// Parses digits as a number of type `T`; one that is too large for it is an error.
pub fn unsigned<T: FromStr>(input: &str) -> IResult<&str, T> {
    map_opt(digit1, |digits: &str| digits.parse().ok()).parse(input)
}

/// Parses digits, with or without a minus before them; a number that is too large for `T` is an error.
pub fn integer<T: FromStr>(input: &str) -> IResult<&str, T> {
    let digits = recognize((opt(char('-')), digit1));
    map_opt(digits, |digits: &str| digits.parse().ok()).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_has_a_plus() {
        assert_eq!(unsigned("5,7"), Ok((",7", 5_u32)));
        assert_eq!(integer("-5"), Ok(("", -5_i32)));
        for bad in ["+5", "", "x", "4294967296", "-", "-+5"] {
            assert!(unsigned::<u32>(bad).is_err(), "{bad}");
            assert!(integer::<i32>(bad).is_err(), "{bad}");
        }
        assert!(unsigned::<u32>("-5").is_err());
    }
}
