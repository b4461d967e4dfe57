//! Values of configuration keys: `true` or `false`, whole numbers, decimals, times and sides.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Longest time in seconds that counts as a limit. Longer times mean no limit.
pub const MAX_SECONDS: f64 = 1e9;

/// KataGo's number of visits or playouts for no limit.
const UNBOUNDED: u64 = 1 << 50;

/// Parses `true` or `false` in any case.
pub fn boolean(text: &str) -> Option<bool> {
    text.to_ascii_lowercase().parse().ok()
}

/// Parses a whole number in this range.
pub fn whole(text: &str, range: &RangeInclusive<i64>) -> Option<i64> {
    text.parse().ok().filter(|number| range.contains(number))
}

/// Parses a decimal in this range.
pub fn decimal(text: &str, range: &RangeInclusive<f64>) -> Option<f64> {
    text.parse().ok().filter(|number| range.contains(number))
}

/// Parses a number of visits or playouts, from 1 to 2^50. `Some(None)` is the number that means no limit.
pub fn visits(text: &str) -> Option<Option<u64>> {
    let count = text.parse().ok()?;
    let is_bound = count < UNBOUNDED;
    (1..=UNBOUNDED)
        .contains(&count)
        .then(|| is_bound.then_some(count))
}

/// Parses seconds from 0 to 10^20. `Some(None)` is a time that means no limit.
pub fn seconds(text: &str) -> Option<Option<Duration>> {
    let seconds = decimal(text, &(0.0..=1e20))?;
    Some((seconds <= MAX_SECONDS).then(|| Duration::from_secs_f64(seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_within_their_ranges() {
        assert_eq!(boolean("TRUE"), Some(true));
        assert_eq!(boolean("false"), Some(false));
        assert_eq!(boolean("1"), None);
        assert_eq!(whole("-1", &(-1..=48)), Some(-1));
        assert_eq!(whole("49", &(-1..=48)), None);
        assert_eq!(whole("1e3", &(1..=4096)), None);
        assert_eq!(decimal("-.9", &(-1.0..=0.0)), Some(-0.9));
        assert_eq!(decimal("nan", &(-1.0..=1.0)), None);
        assert_eq!(decimal("1.01", &(-1.0..=1.0)), None);
    }

    #[test]
    fn large_bounds_mean_none() {
        assert_eq!(visits("500"), Some(Some(500)));
        assert_eq!(visits("1125899906842624"), Some(None));
        assert_eq!(visits("1125899906842625"), None);
        assert_eq!(visits("0"), None);
        assert_eq!(visits("10.5"), None);
        assert_eq!(seconds("0.5"), Some(Some(Duration::from_millis(500))));
        assert_eq!(seconds("1e20"), Some(None));
        assert_eq!(seconds("-1"), None);
        assert_eq!(seconds("inf"), None);
    }
}
