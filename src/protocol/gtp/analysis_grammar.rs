//! Arguments of the analysis commands: color, interval and options in Leela Zero's and KataGo's grammar.

use std::time::Duration;

use nom::combinator::{fail, map_opt, verify};
use nom::multi::many0;
use nom::{IResult, Parser};

use super::analysis_lines::{Format, Style};
use super::grammar::{boolean, color, int, unsigned_float, word};
use crate::CommandRow;
use tengen_engine::game::Color;
use tengen_play::vertex::Vertex;

/// Arguments of an analysis command. Vertices may be off the board, since parsers have no board.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalyzeRequest {
    /// Side to search for; `None` for the side to move.
    pub color: Option<Color>,
    /// Minimum time between two lines.
    pub interval: Duration,
    /// Minimum number of moves to show, if the position has that many.
    pub min_moves: usize,
    /// Restrictions on the moves to search.
    pub restrictions: Vec<VertexRestriction>,
    /// Contents of each line.
    pub format: Format,
}

/// Restriction by one `avoid` or `allow`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexRestriction {
    /// Side with the restricted moves.
    pub color: Color,
    /// Vertices of the moves.
    pub vertices: Vec<Vertex>,
    /// Whether only these moves may be searched (`allow`) instead of all but these (`avoid`).
    pub only: bool,
    /// Number of plies from the root for which the restriction applies, at least 1.
    pub plies: u32,
}

/// Time between two lines if no interval is given. Leela Zero and KataGo write no lines in that case.
const DEFAULT_INTERVAL: Duration = Duration::from_secs(1);

/// Minimum time between two lines.
const MIN_INTERVAL: Duration = Duration::from_millis(10);

/// Maximum accepted interval in hundredths of a second.
const MAX_CENTISECONDS: f64 = 1e11;

/// One argument of an analysis command.
#[derive(Clone)]
pub enum AnalyzeArgument {
    /// Side to search for.
    Color(Color),
    /// Minimum time between two lines.
    Interval(Duration),
    /// Minimum number of moves to show.
    MinMoves(u32),
    /// Maximum number of moves to show.
    MaxMoves(u32),
    /// Restriction on the moves to search.
    Restriction(VertexRestriction),
    /// Field of the format, and whether to show it.
    Field(fn(&mut Format) -> &mut bool, bool),
}

/// An option of the analysis commands. Its action parses the text after the name.
pub type AnalyzeOption = CommandRow<fn(&str) -> IResult<&str, AnalyzeArgument>>;

/// Options of every analysis command.
pub static OPTIONS: [AnalyzeOption; 5] = [
    row!("interval" "CENTISECONDS" => |input| centiseconds.map(AnalyzeArgument::Interval).parse(input),
        "time between two lines, in hundredths of a second"),
    row!("minmoves" "N" => |input| int.map(AnalyzeArgument::MinMoves).parse(input),
        "report at least N moves, if there are that many"),
    row!("maxmoves" "N" => |input| int.map(AnalyzeArgument::MaxMoves).parse(input),
        "report at most N moves"),
    row!("avoid" "COLOR VERTICES PLIES" => |input| restriction(false).map(AnalyzeArgument::Restriction).parse(input),
        "do not try these moves of COLOR in the first PLIES plies; may be given several times"),
    row!("allow" "COLOR VERTICES PLIES" => |input| restriction(true).map(AnalyzeArgument::Restriction).parse(input),
        "try no other moves of COLOR in the first PLIES plies"),
];

/// A field that KataGo's analysis commands show or hide. Its action returns the field of the format.
pub type AnalyzeField = CommandRow<fn(&mut Format) -> &mut bool>;

/// Fields, by KataGo's names.
pub static FIELDS: [AnalyzeField; 8] = [
    row!("rootInfo" "BOOLEAN" => |format| &mut format.root_info,
        "the position itself: its winrate, score and visits"),
    row!("ownership" "BOOLEAN" => |format| &mut format.ownership,
        "who is expected to own each point, from 1 for the side to move to -1"),
    row!("ownershipStdev" "BOOLEAN" => |format| &mut format.ownership_stdev,
        "the standard deviation of the ownership"),
    row!("movesOwnership" "BOOLEAN" => |format| &mut format.moves_ownership,
        "the ownership after each move"),
    row!("movesOwnershipStdev" "BOOLEAN" => |format| &mut format.moves_ownership_stdev,
        "the standard deviation of the ownership after each move"),
    row!("pvVisits" "BOOLEAN" => |format| &mut format.pv_visits,
        "the visits of each position of a line of play"),
    row!("pvEdgeVisits" "BOOLEAN" => |format| &mut format.pv_edge_visits,
        "the visits of each move of a line of play"),
    row!("noResultValue" "BOOLEAN" => |format| &mut format.no_result_value,
        "the chance that the game has no result"),
];

/// Parses the arguments of an analysis command in this style. Color and interval may appear anywhere. If an argument is
/// repeated, the last one counts.
pub fn request(style: Style) -> impl Fn(&str) -> IResult<&str, AnalyzeRequest> {
    move |input| {
        let (input, arguments) = many0(argument(style)).parse(input)?;
        let mut request = AnalyzeRequest {
            color: None,
            interval: DEFAULT_INTERVAL,
            min_moves: 0,
            restrictions: Vec::new(),
            format: Format::new(style),
        };
        for argument in arguments {
            match argument {
                AnalyzeArgument::Color(color) => request.color = Some(color),
                AnalyzeArgument::Interval(interval) => {
                    request.interval = interval.max(MIN_INTERVAL);
                }
                AnalyzeArgument::MinMoves(min_moves) => request.min_moves = min_moves as usize,
                AnalyzeArgument::MaxMoves(max_moves) => {
                    request.format.max_moves = max_moves as usize
                }
                AnalyzeArgument::Restriction(restriction) => request.restrictions.push(restriction),
                AnalyzeArgument::Field(field, shown) => *field(&mut request.format) = shown,
            }
        }
        Ok((input, request))
    }
}

fn argument(style: Style) -> impl Fn(&str) -> IResult<&str, AnalyzeArgument> {
    move |input| {
        if let Ok((input, color)) = color(input) {
            return Ok((input, AnalyzeArgument::Color(color)));
        }
        if let Ok((input, interval)) = centiseconds(input) {
            return Ok((input, AnalyzeArgument::Interval(interval)));
        }
        let (input, name) = word(input)?;
        if let Some(option) = OPTIONS.iter().find(|option| option.name == name) {
            return (option.action)(input);
        }
        let named = |field: &&AnalyzeField| style != Style::Lz && field.name == name;
        let Some(field) = FIELDS.iter().find(named) else {
            return fail().parse(input);
        };
        let shown = |shown| AnalyzeArgument::Field(field.action, shown);
        boolean.map(shown).parse(input)
    }
}

/// Parses `COLOR VERTEX,VERTEX,... PLIES`.
fn restriction(only: bool) -> impl Fn(&str) -> IResult<&str, VertexRestriction> {
    move |input| {
        let plies = verify(int, |&plies: &u32| plies >= 1);
        (color, vertices, plies)
            .map(|(color, vertices, plies)| VertexRestriction {
                color,
                vertices,
                only,
                plies,
            })
            .parse(input)
    }
}

fn vertices(input: &str) -> IResult<&str, Vec<Vertex>> {
    map_opt(word, |list| {
        // Lizzie sends a trailing comma.
        let names = list.split(',').filter(|name| !name.is_empty());
        names.map(Vertex::parse).collect()
    })
    .parse(input)
}

fn centiseconds(input: &str) -> IResult<&str, Duration> {
    map_opt(unsigned_float, |value| {
        (value <= MAX_CENTISECONDS).then(|| Duration::from_secs_f64(value / 100.0))
    })
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::super::grammar::arguments;
    use super::*;

    fn lz(text: &str) -> Option<AnalyzeRequest> {
        arguments(text, request(Style::Lz)).ok()
    }

    fn kata(text: &str) -> Option<AnalyzeRequest> {
        arguments(text, request(Style::Kata)).ok()
    }

    #[test]
    fn color_and_interval_come_in_any_order_or_not_at_all() {
        let expected = |color, centiseconds: u64| {
            Some(AnalyzeRequest {
                color,
                interval: Duration::from_millis(centiseconds * 10),
                min_moves: 0,
                restrictions: Vec::new(),
                format: Format::new(Style::Lz),
            })
        };
        let black = Some(Color::Black);
        for text in [
            "B 50",
            "50 black",
            "b interval 50",
            "interval 50 B",
            "50.0 b",
        ] {
            assert_eq!(lz(text), expected(black, 50), "{text}");
        }
        assert_eq!(lz("10"), expected(None, 10));
        assert_eq!(lz("0"), expected(None, 1), "a thousand lines help nobody");
        assert_eq!(lz(""), expected(None, 100));
    }

    #[test]
    fn moves_to_avoid_and_to_allow() {
        let text = "10 avoid b D4,Q16,pass 5 allow W c3, 1 maxmoves 3 minmoves 2";
        let request = lz(text).unwrap();
        let [avoid, allow] = &request.restrictions[..] else {
            panic!("{request:?}");
        };
        assert_eq!(
            (avoid.color, avoid.only, avoid.plies),
            (Color::Black, false, 5)
        );
        assert_eq!(avoid.vertices.len(), 3);
        assert_eq!(avoid.vertices[2], Vertex::Pass);
        assert_eq!(
            (allow.color, allow.only, allow.plies),
            (Color::White, true, 1)
        );
        assert_eq!(allow.vertices, [Vertex::Point { column: 2, row: 3 }]);
        assert_eq!((request.min_moves, request.format.max_moves), (2, 3));
    }

    #[test]
    fn fields_are_katagos_alone() {
        let request = kata("b 1 ownership true rootInfo true pvVisits false").unwrap();
        let format = Format {
            ownership: true,
            root_info: true,
            ..Format::new(Style::Kata)
        };
        assert_eq!(request.format, format);
        assert_eq!(lz("ownership true"), None);
    }

    #[test]
    fn what_is_wrong() {
        for bad in [
            "x",
            "b x",
            "interval",
            "interval x",
            "-1",
            "maxmoves",
            "maxmoves -1",
            "avoid",
            "avoid b",
            "avoid b D4",
            "avoid b D4 0",
            "avoid x D4 1",
            "avoid b Z99 1",
            "ownership",
            "ownership 1",
            "nan",
        ] {
            assert_eq!(kata(bad), None, "{bad}");
        }
    }
}
