//! Human profiles: the players whom a network imitates, by KataGo's names (its cpp/neuralnet/sgfmetadata.cpp).

use std::f64::consts::TAU;
use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use tengen_engine::game::Color;

/// Number of metadata inputs.
pub const METADATA: usize = 192;

/// The metadata inputs of a position: the players and their game.
pub type MetadataRow = [f32; METADATA];

/// Index of the first input of each part of a row.
const RANKS: usize = 6;
const RATED: usize = 74;
const TIME_UNKNOWN: usize = 75;
const BYO_YOMI: usize = 79;
const TIMES: usize = 82;
const AREA: usize = 86;
const DATE: usize = 87;
const SOURCE: usize = 151;

/// Number of inputs per player for the rank, which is encoded in unary counting from the best rank.
const RANK_INPUTS: usize = 34;

/// Number of waves that encode a date, and their periods in days: from a week up, in a geometric series.
const WAVES: usize = 32;
const FIRST_PERIOD: f64 = 7.0;
const PERIOD_RANGE: f64 = 80_000.0;

/// Indices of the game collections among the inputs.
const KGS: usize = 2;
const GOGOD: usize = 5;
const GO4GO: usize = 6;

/// Dates as days after 1970-01-01: 2020-03-01, and 2016-09-01, before AlphaZero changed the openings.
const MODERN: i32 = 18_322;
const BEFORE_ALPHA_ZERO: i32 = 17_045;

/// Range of years of professional games, and the last year in GoGoD.
const FIRST_YEAR: i32 = 1800;
const LAST_YEAR: i32 = 2023;
const LAST_YEAR_OF_GOGOD: i32 = 2020;

const BEST_DAN: u8 = 9;
const WEAKEST_KYU: u8 = 20;

/// The rank of an amateur, from 9 dan to 20 kyu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank {
    /// Number of ranks from the best to this one: 1 for 9 dan, 9 for 1 dan, 10 for 1 kyu, 29 for 20 kyu.
    from_best: u8,
}

/// The players whom a network imitates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HumanProfile {
    /// Amateurs who play on KGS.
    Amateurs {
        /// Rank of the black player.
        black: Rank,
        /// Rank of the white player.
        white: Rank,
        /// Whether they play the openings from before AlphaZero.
        is_before_alpha_zero: bool,
    },
    /// Professionals in a given year.
    Professionals {
        /// Year of the game, from 1800 to 2023.
        year: i32,
    },
}

/// The error for a text that doesn't name a profile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no human profile '{name}': expected {}", HumanProfile::NAMES)]
pub struct UnknownProfile {
    /// The name that wasn't recognized.
    pub name: String,
}

/// Amateurs of 9 dan, whom a network imitates unless a profile is set.
impl Default for HumanProfile {
    fn default() -> HumanProfile {
        let best = Rank { from_best: 1 };
        HumanProfile::Amateurs {
            black: best,
            white: best,
            is_before_alpha_zero: false,
        }
    }
}

impl HumanProfile {
    /// Syntax of profile names, for messages.
    pub const NAMES: &'static str = "rank_R or preaz_R with a rank R from 20k to 9d, rank_B_W or preaz_B_W with the ranks of black and white, or proyear_Y with a year Y from 1800 to 2023";

    /// Returns the metadata inputs for a position with this side to move on a board of `area` points.
    pub fn row(&self, to_move: Color, area: usize) -> MetadataRow {
        let mut row = [0.0; METADATA];
        // Both players are human.
        row[..2].fill(1.0);
        for (player, color) in [to_move, to_move.opponent()].into_iter().enumerate() {
            let start = RANKS + player * RANK_INPUTS;
            row[start..][..self.ranks_from_best(color)].fill(1.0);
        }
        let seconds = match self {
            HumanProfile::Amateurs { .. } => {
                // Half, because it is unknown whether the game was rated.
                row[RATED] = 0.5;
                row[BYO_YOMI] = 1.0;
                [1200.0, 30.0, 5.0]
            }
            HumanProfile::Professionals { .. } => {
                row[TIME_UNKNOWN] = 1.0;
                [0.0; 3]
            }
        };
        row[TIMES..][..4].copy_from_slice(&times(seconds));
        row[AREA] = (0.5 * (area as f64 / 361.0).ln()) as f32;
        write_date(&mut row[DATE..][..2 * WAVES], self.date());
        row[SOURCE + self.source()] = 1.0;
        row
    }

    fn ranks_from_best(&self, color: Color) -> usize {
        match self {
            HumanProfile::Amateurs { black, white, .. } => {
                let rank = if color == Color::Black { black } else { white };
                rank.from_best.into()
            }
            HumanProfile::Professionals { .. } => 1,
        }
    }

    /// Returns the date in days after 1970-01-01.
    fn date(&self) -> i32 {
        match *self {
            HumanProfile::Amateurs {
                is_before_alpha_zero: true,
                ..
            } => BEFORE_ALPHA_ZERO,
            HumanProfile::Amateurs { .. } => MODERN,
            HumanProfile::Professionals { year } => first_of_june(year),
        }
    }

    fn source(&self) -> usize {
        match *self {
            HumanProfile::Amateurs { .. } => KGS,
            HumanProfile::Professionals { year } if year <= LAST_YEAR_OF_GOGOD => GOGOD,
            HumanProfile::Professionals { .. } => GO4GO,
        }
    }

    fn parse(name: &str) -> Option<HumanProfile> {
        if let Some(year) = name.strip_prefix("proyear_") {
            let year = year.parse().ok()?;
            let is_known = (FIRST_YEAR..=LAST_YEAR).contains(&year);
            return is_known.then_some(HumanProfile::Professionals { year });
        }
        let (ranks, is_before_alpha_zero) = match name.strip_prefix("rank_") {
            Some(ranks) => (ranks, false),
            None => (name.strip_prefix("preaz_")?, true),
        };
        let (black, white) = ranks.split_once('_').unwrap_or((ranks, ranks));
        Some(HumanProfile::Amateurs {
            black: Rank::parse(black)?,
            white: Rank::parse(white)?,
            is_before_alpha_zero,
        })
    }
}

/// Returns the inputs for the seconds of main time and per period, the number of periods, and the number of moves in a
/// period of Canadian time, which no profile has.
fn times([main, period, periods]: [f64; 3]) -> [f32; 4] {
    let moves: f64 = 0.0;
    [
        0.4 * ((main + 60.0).ln() - 6.5),
        0.3 * ((period + 1.0).ln() - 3.0),
        0.5 * ((periods + 2.0).ln() - 1.5),
        0.25 * ((moves + 2.0).ln() - 1.5),
    ]
    .map(|time| time as f32)
}

/// Writes the cosine and sine of each wave at a date in days.
fn write_date(inputs: &mut [f32], date: i32) {
    let factor = PERIOD_RANGE.powf(1.0 / (WAVES - 1) as f64);
    let mut period = FIRST_PERIOD;
    let (pairs, _) = inputs.as_chunks_mut::<2>();
    for pair in pairs {
        let angle = f64::from(date) / period * TAU;
        *pair = [angle.cos() as f32, angle.sin() as f32];
        period *= factor;
    }
}

/// Returns the first of June of a year in days after 1970-01-01, by the Gregorian calendar.
fn first_of_june(year: i32) -> i32 {
    let leap_days = |year: i32| year / 4 - year / 100 + year / 400;
    let days_to_june = 151;
    365 * (year - 1970) + leap_days(year) - leap_days(1969) + days_to_june
}

impl Rank {
    fn parse(name: &str) -> Option<Rank> {
        let number = |text: &str| -> Option<u8> {
            // Reject signs and leading zeros.
            let is_plain = text.starts_with(|first: char| ('1'..='9').contains(&first));
            is_plain.then(|| text.parse().ok()).flatten()
        };
        let from_best = match (name.strip_suffix('d'), name.strip_suffix('k')) {
            (Some(dan), _) => (BEST_DAN + 1).checked_sub(number(dan)?)?,
            (_, Some(kyu)) => {
                let kyu = number(kyu).filter(|&kyu| kyu <= WEAKEST_KYU)?;
                BEST_DAN + kyu
            }
            (None, None) => return None,
        };
        (from_best > 0).then_some(Rank { from_best })
    }
}

impl Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from_best {
            rank @ ..=BEST_DAN => write!(f, "{}d", BEST_DAN + 1 - rank),
            rank => write!(f, "{}k", rank - BEST_DAN),
        }
    }
}

impl FromStr for HumanProfile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<HumanProfile, UnknownProfile> {
        HumanProfile::parse(name).ok_or_else(|| UnknownProfile {
            name: name.to_owned(),
        })
    }
}

impl Display for HumanProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HumanProfile::Amateurs {
                black,
                white,
                is_before_alpha_zero,
            } => {
                f.write_str(if *is_before_alpha_zero {
                    "preaz_"
                } else {
                    "rank_"
                })?;
                match black == white {
                    true => write!(f, "{black}"),
                    false => write!(f, "{black}_{white}"),
                }
            }
            HumanProfile::Professionals { year } => write!(f, "proyear_{year}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_profile_comes_back() {
        let ranks = (1..=9)
            .rev()
            .map(|dan| format!("{dan}d"))
            .chain((1..=20).map(|kyu| format!("{kyu}k")));
        let ranks: Vec<String> = ranks.collect();
        for (from_best, rank) in (1..).zip(&ranks) {
            for name in [format!("rank_{rank}"), format!("preaz_{rank}_3d")] {
                let profile: HumanProfile = name.parse().unwrap();
                let plain = name.replace("3d_3d", "3d");
                assert_eq!(profile.to_string(), plain);
                assert_eq!(profile.ranks_from_best(Color::Black), from_best);
            }
        }
        for year in [1800, 2020, 2023] {
            let profile: HumanProfile = format!("proyear_{year}").parse().unwrap();
            assert_eq!(profile, HumanProfile::Professionals { year });
        }
        assert_eq!(HumanProfile::default().to_string(), "rank_9d");
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "",
            "rank",
            "rank_",
            "rank_0k",
            "rank_21k",
            "rank_10d",
            "rank_0d",
            "rank_+5k",
            "rank_05k",
            "rank_5K",
            "rank_5",
            "rank_5k_",
            "rank_5k_4k_3k",
            "Rank_5k",
            "preaz_300k",
            "proyear_1799",
            "proyear_2024",
            "proyear_x",
            "proyear_99999999999",
            "rank_é",
        ] {
            let error = name.parse::<HumanProfile>().unwrap_err();
            assert!(
                error
                    .to_string()
                    .starts_with(&format!("no human profile '{name}'"))
            );
        }
    }

    #[test]
    fn dates_are_days_after_1970() {
        for (year, days) in [
            (1800, -61_940),
            (1900, -25_416),
            (1970, 151),
            (2000, 11_109),
        ] {
            assert_eq!(first_of_june(year), days, "{year}");
        }
        // 2020-03-01 is 92 days before the first of June, 2016-09-01 92 days after it.
        assert_eq!(MODERN, first_of_june(2020) - 92);
        assert_eq!(BEFORE_ALPHA_ZERO, first_of_june(2016) + 92);
    }

    #[test]
    fn ranks_are_those_of_the_side_to_move_and_of_its_opponent() {
        let profile: HumanProfile = "rank_2d_3k".parse().unwrap();
        for (to_move, own, other) in [(Color::Black, 8, 12), (Color::White, 12, 8)] {
            let row = profile.row(to_move, 361);
            let set = |start: usize| {
                let inputs = &row[start..start + RANK_INPUTS];
                inputs.iter().filter(|&&input| input == 1.0).count()
            };
            assert_eq!((set(RANKS), set(RANKS + RANK_INPUTS)), (own, other));
            assert_eq!((row[RATED], row[AREA]), (0.5, 0.0));
        }
    }

    #[test]
    fn collections_and_times_are_those_of_the_players() {
        let row = |name: &str| name.parse::<HumanProfile>().unwrap().row(Color::Black, 81);
        for (name, time, source) in [
            ("rank_5k", BYO_YOMI, KGS),
            ("preaz_5k", BYO_YOMI, KGS),
            ("proyear_2020", TIME_UNKNOWN, GOGOD),
            ("proyear_2021", TIME_UNKNOWN, GO4GO),
        ] {
            let row = row(name);
            let only = |range: std::ops::Range<usize>, set: usize| {
                assert!(range.clone().contains(&set));
                for input in range {
                    assert_eq!(
                        row[input],
                        f32::from(u8::from(input == set)),
                        "{name} {input}"
                    );
                }
            };
            only(TIME_UNKNOWN..TIMES, time);
            only(SOURCE..METADATA, SOURCE + source);
            assert!((f64::from(row[AREA]) - (9.0_f64 / 19.0).ln()).abs() < 1e-6);
        }
        assert_ne!(row("rank_5k")[DATE..SOURCE], row("preaz_5k")[DATE..SOURCE]);
    }
}
