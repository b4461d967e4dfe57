//! The first moves of a game: renju's openings, and the opening rules of tournaments.
//!
//! In swap2 one player places three stones (black, white, black). The other takes black, continues as white, or adds a
//! white and a black stone and leaves the choice of colors to the first.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::request::Balance;
use crate::rules::{Cell, Point, Position, Rule};
use tengen_engine::SearchResult;
use tengen_engine::game::{Color, Position as _};

/// Returns the legal point nearest to the center of the board.
pub fn center(position: &Position) -> Option<Point> {
    let middle = middle(position);
    let legal = position.points().filter(|&point| position.is_legal(point));
    legal.min_by_key(|point| {
        let dx = point.x().abs_diff(middle.x());
        let dy = point.y().abs_diff(middle.y());
        (dx.max(dy), dx + dy)
    })
}

/// Returns white's answer in renju to a black stone in the center. In all renju openings the second stone is adjacent
/// to the first (RIF rules of renju, 3.3), and a search of a million nodes prefers the direct opening to the indirect
/// one.
pub fn renju_second_move(position: &Position) -> Option<Point> {
    let middle = middle(position);
    let begun = position.rule() == Rule::Renju
        && position.to_move() == Color::White
        && position.cell(middle) == Cell::Stone(Color::Black)
        && position.empty_count() + 1 == position.points().count();
    begun.then(|| Point::new(middle.x(), middle.y() - 1))
}

/// Maximum number of fifth moves that may be requested in soosorv-8.
pub const SOOSORV_FIFTHS: usize = 8;

/// Returns the legal points in the square around the center with sides of `2 * radius + 1` points.
pub fn central(position: &Position, radius: u8) -> Vec<Point> {
    let middle = middle(position);
    let legal = position.points().filter(|&point| position.is_legal(point));
    legal
        .filter(|&point| distance(point, middle) <= radius)
        .collect()
}

/// Returns the points for the next stone under the pro rule: the center, then any, then those at least `from_first`
/// points from the center in a row, a column or a diagonal.
pub fn pro_points(position: &Position, from_first: u8) -> Vec<Point> {
    let middle = middle(position);
    let stones = position.points().count() - position.empty_count();
    let legal = position.points().filter(|&point| position.is_legal(point));
    legal
        .filter(|&point| match stones {
            0 => point == middle,
            2 => distance(point, middle) >= from_first,
            _ => true,
        })
        .collect()
}

/// Returns the first two stones of one of renju's 26 openings (RIF rules of renju, 3.3), direct or indirect: black's in
/// the center and white's adjacent to it.
pub fn renju_first_two(width: u8, height: u8, seed: u64) -> [Point; 2] {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let middle = Point::new(width / 2, height / 2);
    let is_direct = rng.next_u32() & 1 == 0;
    let column = middle.x() + u8::from(!is_direct);
    [middle, Point::new(column, middle.y() - 1)]
}

/// Returns the larger of the distances in columns and in rows.
fn distance(one: Point, other: Point) -> u8 {
    let columns = one.x().abs_diff(other.x());
    columns.max(one.y().abs_diff(other.y()))
}

/// Returns the center point; with an even side, the one to the right of the middle or below it.
fn middle(position: &Position) -> Point {
    Point::new(position.width() / 2, position.height() / 2)
}

/// A choice of the second player after three stones, or of the first after five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2 {
    /// Take black; the other player continues as white.
    Swap,
    /// Stay white and play here.
    Play(Point),
    /// Add a white and a black stone and leave the choice to the other player.
    AddTwo,
}

/// Distance of a winrate from a half below which a search cannot identify the better side. Scores of one position at
/// successive depths differ by as much.
const UNDECIDED: f32 = 0.03;

/// Target of the third stone, black's second: an even game.
pub const EVEN: Balance = Balance { moves: 1, score: 0 };

/// Returns a random black and a random white stone to which a third can be added to make the game even. They are close
/// together and near an edge, where black's stone is worth less. In the center, the stones of an even position would
/// have to be far apart.
pub fn first_two(width: u8, height: u8, seed: u64) -> [Point; 2] {
    const FROM_EDGE: u32 = 3;
    const APART: u32 = 4;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |bound: u32| ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32;
    let (columns, rows) = (u32::from(width), u32::from(height));
    let (mut x, mut y) = (below(columns), below(FROM_EDGE));
    match below(4) {
        0 => {}
        1 => y = rows - 1 - y,
        edge => {
            (x, y) = (below(FROM_EDGE), below(rows));
            if edge == 3 {
                x = columns - 1 - x;
            }
        }
    }
    let black = Point::new(x as u8, y as u8);
    let mut white = black;
    // A board has at least 25 points, so a different point comes soon.
    while white == black {
        let mut near = |center: u32, side: u32| {
            (center + below(2 * APART + 1))
                .saturating_sub(APART)
                .min(side - 1) as u8
        };
        white = Point::new(near(x, columns), near(y, rows));
    }
    [black, white]
}

/// Chooses a side after three or five stones, from a search of the position with white to move.
///
/// The better side is worth at least half a game. Adding two stones is worth at most half, since it leaves the choice
/// to the other player. It is therefore chosen, if the rule allows it, only if the search cannot identify the better
/// side: then the other player has to find it.
pub fn choose(found: &SearchResult<Point>, may_add: bool) -> Swap2 {
    let for_white = found.report.lines.first().map_or(0.5, |line| line.winrate);
    if may_add && (for_white - 0.5).abs() < UNDECIDED {
        Swap2::AddTwo
    } else if for_white < 0.5 {
        Swap2::Swap
    } else {
        Swap2::Play(found.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::super::AlphaBeta;
    use super::*;
    use crate::request::GomokuRequest;
    use crate::testing::drawing::board;
    use tengen_engine::{Control, Limits, SearchRequest, Searcher, Settings};

    fn search(
        position: &Position,
        limits: Limits,
        request: SearchRequest<Point>,
    ) -> SearchResult<Point> {
        let control = Control::new(limits).with_request(request);
        let mut player = AlphaBeta::new(Settings {
            memory: 8 << 20,
            ..Settings::default()
        });
        player.search(position, &control).unwrap()
    }

    fn chosen(rows: &[&str]) -> Swap2 {
        let mut position = board(Rule::Freestyle, rows);
        position.turn_to(Color::White).unwrap();
        choose(
            &search(&position, Limits::nodes(3000), SearchRequest::default()),
            true,
        )
    }

    #[test]
    fn renju_begins_around_the_middle() {
        let mut position = Position::new(15, 15, Rule::Renju).unwrap();
        let request = SearchRequest {
            move_only: true,
            ..SearchRequest::default()
        };
        for reach in 0..3 {
            let found = search(&position, Limits::nodes(3000), request.clone());
            let (dx, dy) = (found.mv.x().abs_diff(7), found.mv.y().abs_diff(7));
            assert!(dx.max(dy) <= reach, "{:?}", found.mv);
            position.play(position.to_move(), found.mv).unwrap();
        }
        let freestyle = Position::new(15, 15, Rule::Freestyle).unwrap();
        assert_eq!(renju_second_move(&freestyle), None);
    }

    #[test]
    fn two_stones_fit_every_board() {
        for (width, height) in [(5, 5), (15, 15), (22, 5), (22, 22)] {
            for seed in 0..200 {
                let [black, white] = first_two(width, height, seed);
                assert_ne!(black, white);
                let inside = |point: Point| point.x() < width && point.y() < height;
                assert!(inside(black) && inside(white));
            }
        }
        assert_eq!(first_two(15, 15, 7), first_two(15, 15, 7));
        assert!((0..20).any(|seed| first_two(15, 15, seed) != first_two(15, 15, 7)));
    }

    #[test]
    fn the_third_stone_makes_the_game_as_even_as_it_can() {
        const DEPTH: u32 = 10;
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            for seed in 0..4 {
                let mut position = Position::new(15, 15, rule).unwrap();
                let [black, white] = first_two(15, 15, seed);
                position.play(Color::Black, black).unwrap();
                position.play(Color::White, white).unwrap();
                let even = SearchRequest {
                    game: GomokuRequest {
                        balance: Some(EVEN),
                        ..GomokuRequest::default()
                    },
                    ..SearchRequest::default()
                };
                // All searches have the same depth, since a deeper one would find a different score.
                let seen = |position: &Position, depth, request| {
                    let limits = Limits {
                        depth: Some(depth),
                        ..Limits::default()
                    };
                    search(position, limits, request)
                };
                let winrate = |position: &Position, depth| {
                    let found = seen(position, depth, SearchRequest::default());
                    found.report.lines[0].winrate
                };
                // Some pairs of stones favor white for any third stone.
                let best = winrate(&position, DEPTH);
                let found = seen(&position, DEPTH, even);
                position.play(Color::Black, found.mv).unwrap();
                // The score of balance is the mean of the last two depths.
                let whites = [DEPTH - 2, DEPTH - 1].map(|depth| winrate(&position, depth));
                let blacks = 1.0 - whites.iter().sum::<f32>() / 2.0;
                let wanted = best.min(0.5);
                let is_even = (wanted - blacks).abs() <= 0.1;
                assert!(is_even, "{rule} {seed}: {blacks}, wanted {wanted}");
            }
        }
    }

    #[test]
    fn takes_the_better_side() {
        let black_is_better = [
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . X . . . .",
            ". . . . . X . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            "O . . . . . . . .",
            ". . . . . . . . .",
        ];
        assert_eq!(chosen(&black_is_better), Swap2::Swap);
        let white_is_better = [
            "X . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . O . . . .",
            ". . . . . O . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            "X . . . . . . . X",
        ];
        assert!(matches!(chosen(&white_is_better), Swap2::Play(_)));
    }

    #[test]
    fn an_even_opening_is_handed_on_where_the_rule_allows_it() {
        let found = |winrate| {
            let mv = Point::new(3, 3);
            let line = tengen_engine::RootMove::new(mv, winrate, 0.0, 1, vec![mv]);
            SearchResult {
                mv,
                resigns: false,
                report: tengen_engine::Report::new(vec![line], 1, 1),
            }
        };
        for (winrate, may_add, expected) in [
            (0.51, true, Swap2::AddTwo),
            (0.49, true, Swap2::AddTwo),
            (0.49, false, Swap2::Swap),
            (0.51, false, Swap2::Play(Point::new(3, 3))),
            (0.4, true, Swap2::Swap),
            (0.6, true, Swap2::Play(Point::new(3, 3))),
        ] {
            assert_eq!(choose(&found(winrate), may_add), expected, "{winrate}");
        }
    }

    #[test]
    fn squares_and_distances_of_opening_rules() {
        let mut position = Position::new(15, 15, Rule::Renju).unwrap();
        assert_eq!(central(&position, 0), [Point::new(7, 7)]);
        assert_eq!(pro_points(&position, 3), [Point::new(7, 7)]);
        for seed in 0..10 {
            let [black, white] = renju_first_two(15, 15, seed);
            assert_eq!(black, Point::new(7, 7));
            assert_eq!(distance(black, white), 1);
        }
        position.play(Color::Black, Point::new(7, 7)).unwrap();
        assert_eq!(central(&position, 1).len(), 8);
        assert_eq!(pro_points(&position, 3).len(), 224);
        position.play(Color::White, Point::new(8, 6)).unwrap();
        assert_eq!(pro_points(&position, 3).len(), 225 - 25);
        assert_eq!(pro_points(&position, 4).len(), 225 - 49);
    }
}
