//! Levels named by rank: `20k` to `1k`, then `1d` and up. Ratings are in hundredths of a rank, with 1k at 0.

use crate::net::HumanProfile;

/// Rating difference between adjacent ranks.
pub const STEP: i32 = 100;

/// Rating of 1d, the rank above 1k.
const FIRST_DAN: i32 = 100;

/// The kyu rank that GNU Go reaches on servers at each of its levels from 1 to 10: 8k at first, 6k at last.
const GNU_GO: [i32; 10] = [8, 8, 8, 7, 7, 7, 7, 6, 6, 6];

/// Returns the rating of a kyu rank.
pub const fn kyu(rank: i32) -> i32 {
    (1 - rank) * STEP
}

/// Returns the rating of a dan rank.
pub const fn dan(rank: i32) -> i32 {
    FIRST_DAN + (rank - 1) * STEP
}

/// Formats a rating as the nearest rank.
pub fn write(rating: i32) -> String {
    let ranks = (rating + STEP / 2).div_euclid(STEP);
    match ranks {
        1.. => format!("{ranks}d"),
        _ => format!("{}k", 1 - ranks),
    }
}

/// Returns the human profile of the rank nearest to a rating, from 20k to 9d.
pub fn people(rating: i32) -> HumanProfile {
    let rank = write(rating.clamp(kyu(20), FIRST_DAN + 8 * STEP));
    format!("rank_{rank}").parse().unwrap_or_default()
}

/// Parses a rank such as `5k` or `2d`, or a GNU Go level: a bare number from 1 to 10.
pub fn parse(text: &str) -> Option<i32> {
    let (digits, unit) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    let number: i32 = digits
        .parse()
        .ok()
        .filter(|number| (1..=99).contains(number))?;
    match unit {
        "k" | "kyu" => Some(kyu(number)),
        "d" | "dan" => Some(dan(number)),
        "" => GNU_GO.get(number as usize - 1).map(|&rank| kyu(rank)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_come_back_as_they_were_written() {
        for text in ["30k", "20k", "2k", "1k", "1d", "2d", "9d"] {
            assert_eq!(write(parse(text).unwrap()), text);
        }
        assert!(parse("1d") > parse("1k") && parse("1k") > parse("2k"));
        assert_eq!(
            (write(-149), write(-150), write(49), write(50)),
            ("2k".into(), "2k".into(), "1k".into(), "1d".into())
        );
    }

    #[test]
    fn people_have_the_nearest_rank() {
        let name = |rating| people(rating).to_string();
        assert_eq!(name(kyu(5)), "rank_5k");
        assert_eq!(name(FIRST_DAN + 2 * STEP), "rank_3d");
        assert_eq!(
            (name(kyu(25)), name(5_000)),
            ("rank_20k".into(), "rank_9d".into())
        );
    }

    #[test]
    fn bare_numbers_are_gnu_go_s_levels() {
        assert_eq!(parse("1"), parse("8k"));
        assert_eq!(parse("10"), parse("6k"));
        for bad in ["0", "11", "k", "d", "", "5x", "-5k", "0k", "5 k", "100k"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
