//! Whole numbers on the command line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Returns a parser for whole numbers in a range. Its errors name the range.
pub fn whole<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + Display + PartialOrd + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok();
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                let (least, most) = (range.start(), range.end());
                format!("expected a whole number from {least} to {most}")
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_range() {
        let parse = whole(1_u16..=1024);
        assert_eq!(parse("1"), Ok(1));
        assert_eq!(parse("1024"), Ok(1024));
        for bad in ["0", "1025", "-1", "x", "", "1.5", "70000"] {
            let error = parse(bad).unwrap_err();
            assert_eq!(error, "expected a whole number from 1 to 1024", "{bad}");
        }
    }
}
