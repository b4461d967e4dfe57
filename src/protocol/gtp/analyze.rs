//! The arguments of the analysis commands: `[COLOR] [INTERVAL] [KEY VALUE]...`, as Leela Zero and KataGo have them.

use std::time::Duration;

use nom::combinator::{fail, map_opt, verify};
use nom::multi::many0;
use nom::{IResult, Parser};

use super::analysis::{Format, Style};
use super::parse::{boolean, color, float, int, word};
use super::vertex::Vertex;
use crate::engine::game::Color;

/// What the tail of an analysis command asks for. No parser sees a board, so vertices are still text read.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalyzeRequest {
    /// Whose move; the side to move if nobody says.
    pub color: Option<Color>,
    /// Time between two lines.
    pub interval: Duration,
    /// At least so many moves, where there are as many.
    pub least: usize,
    /// Moves that may not be tried, or the only ones that may.
    pub bars: Vec<Bar>,
    /// What each line says.
    pub format: Format,
}

/// One `avoid` or `allow`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Whose moves.
    pub color: Color,
    /// Which.
    pub vertices: Vec<Vertex>,
    /// `allow`: no others may be tried.
    pub only: bool,
    /// Plies from the root on within which it holds, at least 1.
    pub plies: u32,
}

/// Time between two lines where nobody says. Leela Zero and KataGo would say nothing then.
const USUAL_INTERVAL: Duration = Duration::from_secs(1);

/// More lines in a second help nobody.
const LEAST_INTERVAL: Duration = Duration::from_millis(10);

/// One word or pair of the arguments.
#[derive(Clone)]
enum Item {
    Color(Color),
    Interval(Duration),
    Least(u32),
    Most(u32),
    Bar(Bar),
    Field(fn(&mut Format) -> &mut bool, bool),
}

/// Reads the arguments of a command that tells in this style. Colour and interval may stand anywhere; of what is said
/// twice the last counts.
pub fn request(style: Style) -> impl Fn(&str) -> IResult<&str, AnalyzeRequest> {
    move |input| {
        let (input, items) = many0(item(style)).parse(input)?;
        let mut request = AnalyzeRequest {
            color: None,
            interval: USUAL_INTERVAL,
            least: 0,
            bars: Vec::new(),
            format: Format::new(style),
        };
        for item in items {
            match item {
                Item::Color(color) => request.color = Some(color),
                Item::Interval(interval) => request.interval = interval.max(LEAST_INTERVAL),
                Item::Least(least) => request.least = least as usize,
                Item::Most(most) => request.format.most = most as usize,
                Item::Bar(bar) => request.bars.push(bar),
                Item::Field(field, shown) => *field(&mut request.format) = shown,
            }
        }
        Ok((input, request))
    }
}

fn item(style: Style) -> impl Fn(&str) -> IResult<&str, Item> {
    move |input| {
        if let Ok((input, color)) = color(input) {
            return Ok((input, Item::Color(color)));
        }
        if let Ok((input, interval)) = centiseconds(input) {
            return Ok((input, Item::Interval(interval)));
        }
        let (input, key) = word(input)?;
        match key {
            "interval" => centiseconds.map(Item::Interval).parse(input),
            "minmoves" => int.map(Item::Least).parse(input),
            "maxmoves" => int.map(Item::Most).parse(input),
            "avoid" => bar(false).map(Item::Bar).parse(input),
            "allow" => bar(true).map(Item::Bar).parse(input),
            _ if style == Style::Lz => fail().parse(input),
            _ => {
                let field = field(key).map_or_else(|| fail().parse(input), |f| Ok((input, f)));
                let (input, field) = field?;
                boolean.map(|shown| Item::Field(field, shown)).parse(input)
            }
        }
    }
}

/// KataGo's switch of that name.
fn field(key: &str) -> Option<fn(&mut Format) -> &mut bool> {
    Some(match key {
        "rootInfo" => |format| &mut format.root_info,
        "ownership" => |format| &mut format.ownership,
        "ownershipStdev" => |format| &mut format.ownership_stdev,
        "movesOwnership" => |format| &mut format.moves_ownership,
        "movesOwnershipStdev" => |format| &mut format.moves_ownership_stdev,
        "pvVisits" => |format| &mut format.pv_visits,
        "pvEdgeVisits" => |format| &mut format.pv_edge_visits,
        "noResultValue" => |format| &mut format.no_result_value,
        _ => return None,
    })
}

/// `COLOR VERTEX,VERTEX,... PLIES`.
fn bar(only: bool) -> impl Fn(&str) -> IResult<&str, Bar> {
    move |input| {
        let plies = verify(int, |&plies: &u32| plies >= 1);
        (color, vertices, plies)
            .map(|(color, vertices, plies)| Bar {
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
        // Lizzie leaves a comma at the end.
        let names = list.split(',').filter(|name| !name.is_empty());
        names.map(Vertex::parse).collect()
    })
    .parse(input)
}

fn centiseconds(input: &str) -> IResult<&str, Duration> {
    map_opt(float, |value| {
        (0.0..=1e11)
            .contains(&value)
            .then(|| Duration::from_secs_f64(value / 100.0))
    })
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::super::parse::arguments;
    use super::*;

    fn lz(text: &str) -> Option<AnalyzeRequest> {
        arguments(text, request(Style::Lz)).ok()
    }

    fn kata(text: &str) -> Option<AnalyzeRequest> {
        arguments(text, request(Style::Kata)).ok()
    }

    #[test]
    fn colour_and_interval_come_in_any_order_or_not_at_all() {
        let expected = |color, centiseconds: u64| {
            Some(AnalyzeRequest {
                color,
                interval: Duration::from_millis(centiseconds * 10),
                least: 0,
                bars: Vec::new(),
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
        let [avoid, allow] = &request.bars[..] else {
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
        assert_eq!((request.least, request.format.most), (2, 3));
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
