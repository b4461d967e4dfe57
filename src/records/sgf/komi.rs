//! Conversion of the komi notations of servers and programs to points.

/// Returns a komi text as a number of points for white, or unchanged if it cannot be parsed. `rules` and `program` are
/// the ones named in the file.
pub(super) fn in_points(text: String, rules: &str, program: &str) -> String {
    match points(&text, rules, program) {
        // A plain number stays as written.
        Some(komi) if text.parse() != Ok(komi) => written(komi),
        _ => text,
    }
}

/// Writes a komi in points. A large whole number gets a decimal point, since without one it would be read as
/// hundredths.
pub fn written(komi: f64) -> String {
    match komi.abs() < LEAST_HUNDREDTHS {
        true => komi.to_string(),
        false => format!("{komi:?}"),
    }
}

/// Whole numbers of at least this size are hundredths of a komi.
const LEAST_HUNDREDTHS: f64 = 100.0;

/// Parses a komi and returns it in points for white. `rules` and `program` are the ones named in the file.
///
/// - Digits may be full width, the decimal point a comma, and a unit may follow: `6.5目`, `6.5 points`, `6目半`.
/// - Chinese rules count stones, each worth two points: `3.75子` and `3又3/4子` are 7.5. No other komi has quarters.
/// - Chinese servers write hundredths of points or stones: `650`, and `375` for 7.5. Fox Weiqi also writes `50` for
///   0.5.
fn points(text: &str, rules: &str, program: &str) -> Option<f64> {
    let text: String = text.chars().map(half_width).collect();
    let text = text.trim().to_lowercase();
    let (number, unit) = split(&text)?;
    let number = number.parse::<f64>().ok()?;
    let (fraction, is_stones) = fraction_and_unit(unit)?;
    let value = number + fraction.copysign(number);
    if is_stones {
        return Some(value * 2.0);
    }
    let quarters = value * 4.0;
    let is_quarter = quarters.fract() == 0.0 && quarters % 2.0 != 0.0;
    let of_fox = program.to_lowercase().contains("fox") && value.abs() >= 25.0;
    let is_whole = unit.is_empty() && !text.contains('.');
    let is_large = value.abs() >= LEAST_HUNDREDTHS || of_fox;
    let is_hundredths = is_whole && is_large && value % 25.0 == 0.0;
    Some(match value {
        _ if is_hundredths => match value / 100.0 {
            stones if (2.75..=4.0).contains(&stones) && !counts_territory(rules) => stones * 2.0,
            quarter if (quarter * 2.0).fract() != 0.0 => quarter * 2.0,
            points => points,
        },
        _ if is_quarter => value * 2.0,
        _ => value,
    })
}

/// Returns the half-width form of a full-width character.
fn half_width(c: char) -> char {
    match c {
        ',' | '，' | '。' | '、' | '・' => '.',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        '−' | '‐' | '–' => '-',
        _ => c,
    }
}

/// Splits a text after the number at its start.
fn split(text: &str) -> Option<(&str, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    number
        .contains(|c: char| c.is_ascii_digit())
        .then(|| (number, unit.trim()))
}

/// Returns the fraction that the text after a number adds to it, and whether the unit is stones.
fn fraction_and_unit(unit: &str) -> Option<(f64, bool)> {
    let (fraction, unit) = match unit.strip_prefix('又') {
        Some(fraction) => {
            let (upper, rest) = fraction.split_once('/')?;
            let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let lower = &rest[..rest.len() - digits.len()];
            let (upper, lower): (u8, u8) = (upper.trim().parse().ok()?, lower.parse().ok()?);
            let fraction = (upper < lower).then(|| f64::from(upper) / f64::from(lower))?;
            (fraction, digits.trim())
        }
        None => (0.0, unit),
    };
    Some(match unit {
        "" | "目" | "点" | "點" | "집" | "points" | "point" | "pts" | "pt" | "moku" => {
            (fraction, false)
        }
        "目半" | "点半" | "點半" | "집반" | "半" => (fraction + 0.5, false),
        "子" => (fraction, true),
        "子半" => (fraction + 0.5, true),
        _ => return None,
    })
}

/// Whether these rules count territory, under which komi is never given in stones.
fn counts_territory(rules: &str) -> bool {
    let rules = rules.to_lowercase();
    ["japan", "jp", "korea", "日", "韩", "韓"]
        .iter()
        .any(|name| rules.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_written_in_many_ways() {
        for (text, komi) in [
            ("6.5", 6.5),
            ("6,5", 6.5),
            ("-6.5", -6.5),
            ("+7", 7.0),
            ("0", 0.0),
            ("6.5目", 6.5),
            ("6.5 points", 6.5),
            ("6目半", 6.5),
            ("6집반", 6.5),
            ("６．５", 6.5),
            ("６，５目", 6.5),
            ("3.75子", 7.5),
            ("3又3/4子", 7.5),
            ("-3又3/4子", -7.5),
            ("3.75", 7.5),
            ("3.25", 6.5),
            ("2.75", 5.5),
            ("3.5", 3.5),
            ("275", 5.5),
            ("325", 6.5),
            ("350", 7.0),
            ("375", 7.5),
            ("400", 8.0),
            ("550", 5.5),
            ("650", 6.5),
            ("700", 7.0),
            ("750", 7.5),
            ("50", 50.0),
            ("0.30", 0.3),
        ] {
            assert_eq!(points(text, "", ""), Some(komi), "{text}");
        }
        for text in [
            "",
            "nan",
            "seven",
            "6.5 stones?",
            "6..5",
            "-",
            "1e3",
            "3又4/4子",
        ] {
            assert_eq!(points(text, "", ""), None, "{text}");
        }
    }

    #[test]
    fn komi_that_is_written_is_read_as_it_was() {
        for half in -1000..1000 {
            let komi = f64::from(half) / 2.0;
            assert_eq!(points(&written(komi), "", ""), Some(komi));
        }
        assert_eq!(in_points("0.50".into(), "", ""), "0.50");
        assert_eq!(in_points("6.5目".into(), "", ""), "6.5");
        assert_eq!(in_points("seven".into(), "", ""), "seven");
    }

    #[test]
    fn rules_and_programs_decide_what_hundredths_are() {
        for (text, rules, program, komi) in [
            ("50", "Chinese", "foxwq", 0.5),
            ("0", "Chinese", "foxwq", 0.0),
            ("6.5", "Japanese", "foxwq", 6.5),
            ("350", "Chinese", "foxwq", 7.0),
            ("350", "Japanese", "", 3.5),
            ("375", "Japanese", "foxwq", 7.5),
            ("650", "Korean", "", 6.5),
        ] {
            let found = points(text, rules, program);
            assert_eq!(found, Some(komi), "{text} {rules} {program}");
        }
    }
}
