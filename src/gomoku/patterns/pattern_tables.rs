//! Lookup tables for the pattern that a stone makes on a line.
//!
//! A pattern depends on the eleven points around the stone. Each half of the line is truncated for each color at the
//! first cell that blocks it. That leaves fewer than 256 different halves, so a table over pairs of halves holds both
//! colors' patterns in 64 KiB.

use std::collections::HashMap;
use std::sync::OnceLock;

use arrayvec::ArrayVec;

use super::pattern::{Pattern, pattern_before};
use crate::rules::Rule;
use crate::rules::lines::{CENTER, LineWindow, REACH, bits_of};
use tengen_engine::game::Color;

/// Both colors' patterns of one line: black's in the lower four bits, white's in the upper.
pub(super) type PatternPair = u8;

/// The tables of one rule. Building them takes about two milliseconds.
pub(crate) struct PatternTables {
    numbers: HalfLineNumbers,
    /// Patterns by the numbers of the halves behind and ahead.
    pairs: Box<[PatternPair; 1 << 16]>,
    /// Maximum distance, in points, at which a stone can change a pattern.
    reach: u32,
}

impl PatternTables {
    /// Returns the tables of `rule`, built at the first call. They are constant, but too large to build at compile
    /// time.
    pub fn get(rule: Rule) -> &'static PatternTables {
        static TABLES: [OnceLock<PatternTables>; Rule::ALL.len()] =
            [const { OnceLock::new() }; Rule::ALL.len()];
        TABLES[rule as usize].get_or_init(|| PatternTables::build(rule))
    }

    fn build(rule: Rule) -> Self {
        let (numbers, halves) = HalfLineNumbers::new(rule);
        let mut builders = Color::BOTH.map(|color| PatternBuilder::new(rule, color));
        let mut pairs = Box::new([0; 1 << 16]);
        for (back, &back_half) in halves.iter().enumerate() {
            for (ahead, &ahead_half) in halves.iter().enumerate() {
                let mut pair = 0;
                for (color, builder) in Color::BOTH.into_iter().zip(&mut builders) {
                    let window = join(back_half.of(color), ahead_half.of(color));
                    pair |= (builder.pattern(window) as u8) << (4 * color.index());
                }
                pairs[back << 8 | ahead] = pair;
            }
        }
        // The fifth point matters only if overlines or open ends decide whether a five wins.
        let reach = if rule == Rule::Freestyle {
            REACH - 1
        } else {
            REACH
        };
        PatternTables {
            numbers,
            pairs,
            reach,
        }
    }

    /// Returns the patterns that a stone in the center of a window makes. The window has eleven points, two bits each.
    #[inline]
    pub fn center_patterns(&self, window: u64) -> PatternPair {
        let back = self.numbers.back[(window & HALF_PAIR_MASK) as usize];
        let ahead = self.numbers.ahead[(window >> (2 * REACH + 2) & HALF_PAIR_MASK) as usize];
        self.pairs[usize::from(back) << 8 | usize::from(ahead)]
    }

    /// Returns the points of a window with patterns that a stone in its center can change, as the lower bits of the
    /// points.
    #[inline]
    pub fn affected(&self) -> u64 {
        let points = 2 * self.reach + 1;
        let all = 0x5555_5555_5555_5555 & ((1 << (2 * points)) - 1);
        (all << (2 * (REACH - self.reach))) & !(1 << (2 * REACH))
    }
}

/// Bits of half a window for one color.
const HALF_MASK: u32 = (1 << REACH) - 1;

/// Bits of half a window for both colors.
const HALF_PAIR_MASK: u64 = (1 << (2 * REACH)) - 1;

/// Half a window from one color's view, nearest point lowest.
#[derive(Clone, Copy, PartialEq, Eq)]
struct HalfLine {
    own: u32,
    opponent: u32,
}

impl HalfLine {
    /// Returns the half with everything beyond its first obstacle normalized.
    fn truncated(self, rule: Rule) -> HalfLine {
        let HalfLine { own, opponent } = self;
        if opponent == 0 {
            return self;
        }
        let first = opponent.trailing_zeros();
        let beyond = HALF_MASK & !((1 << first) - 1);
        // An opponent's stone differs from the edge only if a five needs an open end.
        let is_stone = rule.needs_open_end() && own >> first & 1 == 0;
        let before = own & !beyond;
        HalfLine {
            own: if is_stone { before } else { before | beyond },
            opponent: beyond,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct HalfLinePair([HalfLine; 2]);

impl HalfLinePair {
    fn of(self, color: Color) -> HalfLine {
        self.0[color.index()]
    }
}

/// Returns the window made of two halves, with an own stone in its center.
fn join(back: HalfLine, ahead: HalfLine) -> LineWindow {
    let bits = |back: u32, ahead: u32| mirror(back) | ahead << (REACH + 1);
    LineWindow {
        own: bits(back.own, ahead.own) | CENTER,
        opponent: bits(back.opponent, ahead.opponent),
    }
}

/// Reverses the order of points.
fn mirror(half: u32) -> u32 {
    half.reverse_bits() >> (u32::BITS - REACH)
}

/// Numbers of the distinct halves of a window.
struct HalfLineNumbers {
    /// Number by two bits per point, nearest first.
    ahead: [u8; 1 << (2 * REACH)],
    /// Number by two bits per point, nearest last.
    back: [u8; 1 << (2 * REACH)],
}

impl HalfLineNumbers {
    /// Returns the numbers, and the half for each number.
    fn new(rule: Rule) -> (Self, Vec<HalfLinePair>) {
        let mut numbers = HalfLineNumbers {
            ahead: [0; 1 << (2 * REACH)],
            back: [0; 1 << (2 * REACH)],
        };
        let mut halves: Vec<HalfLinePair> = Vec::new();
        for black in 0..=HALF_MASK {
            for white in 0..=HALF_MASK {
                let view = |own, opponent| HalfLine { own, opponent }.truncated(rule);
                let pair = HalfLinePair([view(black, white), view(white, black)]);
                let number = halves
                    .iter()
                    .position(|&half| half == pair)
                    .unwrap_or_else(|| {
                        halves.push(pair);
                        halves.len() - 1
                    });
                numbers.ahead[interleave(black, white)] = number as u8;
                numbers.back[interleave(mirror(black), mirror(white))] = number as u8;
            }
        }
        (numbers, halves)
    }
}

/// Interleaves two bits per point, black's below white's.
fn interleave(black: u32, white: u32) -> usize {
    (0..REACH)
        .map(|place| (black >> place & 1 | (white >> place & 1) << 1) << (2 * place))
        .fold(0, |all, bits| all | bits as usize)
}

/// Computes the patterns of one color, with a cache.
struct PatternBuilder {
    rule: Rule,
    color: Color,
    /// Patterns by the bits of truncated windows.
    cache: HashMap<(u32, u32), Pattern>,
}

impl PatternBuilder {
    fn new(rule: Rule, color: Color) -> Self {
        PatternBuilder {
            rule,
            color,
            cache: HashMap::new(),
        }
    }

    /// Returns the pattern of the center stone.
    fn pattern(&mut self, window: LineWindow) -> Pattern {
        let window = self.truncated(window);
        let key = (window.own, window.opponent);
        if let Some(&pattern) = self.cache.get(&key) {
            return pattern;
        }
        let pattern = self.compute(window);
        self.cache.insert(key, pattern);
        pattern
    }

    /// Returns the window without the points that cannot affect its center.
    fn truncated(&self, window: LineWindow) -> LineWindow {
        let half = |own: u32, opponent: u32| HalfLine { own, opponent }.truncated(self.rule);
        let ahead = half(
            window.own >> (REACH + 1) & HALF_MASK,
            window.opponent >> (REACH + 1) & HALF_MASK,
        );
        let back = half(
            mirror(window.own & HALF_MASK),
            mirror(window.opponent & HALF_MASK),
        );
        join(back, ahead)
    }

    fn compute(&mut self, window: LineWindow) -> Pattern {
        let (length, closed) = window.center_row();
        if self.rule.wins(self.color, length, closed) {
            return Pattern::Five;
        }
        match length {
            5 => return Pattern::Dead,
            6.. => return Pattern::Overline,
            _ => {}
        }
        let nexts: ArrayVec<(u32, Pattern), { 2 * REACH as usize }> = bits_of(window.empty())
            .map(|bit| (bit, self.pattern(window.with(1 << bit))))
            .collect();
        let completions = nexts
            .iter()
            .filter(|(_, next)| *next == Pattern::Five)
            .fold(0u32, |all, (bit, _)| all | 1 << bit);
        if completions == 0 {
            return pattern_before(nexts.into_iter().map(|(_, next)| next));
        }
        if self.rule.forbids(self.color) {
            return match completions.count_ones() {
                1 => Pattern::Four,
                2 if completions & completions >> 5 != 0 => Pattern::OpenFour,
                _ => Pattern::DoubleFour,
            };
        }
        let stoppable = bits_of(window.empty()).any(|stop| {
            let opponent = window.opponent | 1 << stop;
            let stopped = LineWindow { opponent, ..window };
            !bits_of(completions & !(1 << stop))
                .any(|bit| self.pattern(stopped.with(1 << bit)) == Pattern::Five)
        });
        if stoppable {
            Pattern::Four
        } else {
            Pattern::OpenFour
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A line of cells: own stones, opponent's stones, blocked and empty cells.
    type Row = Vec<char>;

    fn wins(rule: Rule, color: Color, row: &Row, at: usize) -> bool {
        let own = |i: usize| row.get(i) == Some(&'X');
        let (mut first, mut last) = (at, at);
        while first > 0 && own(first - 1) {
            first -= 1;
        }
        while own(last + 1) {
            last += 1;
        }
        let closed = first > 0 && row[first - 1] == 'O' && row.get(last + 1) == Some(&'O');
        rule.wins(color, (last - first + 1) as u32, closed)
    }

    fn with(row: &Row, at: usize, c: char) -> Row {
        let mut row = row.clone();
        row[at] = c;
        row
    }

    fn empties(row: &Row) -> Vec<usize> {
        (0..row.len()).filter(|&i| row[i] == '.').collect()
    }

    /// Returns the points where one more stone wins together with the one at `at`.
    fn completions(rule: Rule, color: Color, row: &Row, at: usize) -> Vec<usize> {
        let mut points = empties(row);
        points.retain(|&i| wins(rule, color, &with(row, i, 'X'), at));
        points
    }

    /// Slow reference: returns the pattern of the stone at `at` by the definitions of `Pattern`, on the whole line.
    fn slow(rule: Rule, color: Color, row: &Row, at: usize) -> Pattern {
        if wins(rule, color, row, at) {
            return Pattern::Five;
        }
        let run = |step: isize| {
            (1..)
                .take_while(|k| row.get((at as isize + step * k) as usize) == Some(&'X'))
                .count()
        };
        match 1 + run(1) + run(-1) {
            5 => return Pattern::Dead,
            6.. => return Pattern::Overline,
            _ => {}
        }
        let ends = completions(rule, color, row, at);
        if ends.is_empty() {
            let nexts: Vec<Pattern> = empties(row)
                .into_iter()
                .filter(|&i| i.abs_diff(at) <= 5)
                .map(|i| slow(rule, color, &with(row, i, 'X'), at).before_next_stone())
                .collect();
            let best = nexts.iter().copied().max().unwrap_or(Pattern::Dead);
            let ways = nexts.iter().filter(|&&next| next == best).count();
            return match best {
                Pattern::OpenThree if ways > 1 => Pattern::WideThree,
                Pattern::OpenTwo if ways > 2 => Pattern::WideTwo,
                _ => best,
            };
        }
        if rule.forbids(color) {
            return match ends[..] {
                [_] => Pattern::Four,
                [a, b] if b - a == 5 => Pattern::OpenFour,
                _ => Pattern::DoubleFour,
            };
        }
        let stopped = empties(row)
            .into_iter()
            .any(|stop| completions(rule, color, &with(row, stop, 'O'), at).is_empty());
        if stopped {
            Pattern::Four
        } else {
            Pattern::OpenFour
        }
    }

    fn fast(rule: Rule, color: Color, row: &Row, at: usize) -> Pattern {
        let bits = |mine: char| {
            (0..=2 * REACH as usize)
                .filter(|&k| {
                    let cell = (at + k)
                        .checked_sub(REACH as usize)
                        .and_then(|i| row.get(i));
                    cell.is_none_or(|&c| c == mine || c == '#')
                })
                .fold(0, |bits, k| bits | 1 << (2 * k))
        };
        let (own, opponent) = (color.index(), color.opponent().index());
        let window = bits('X') << own | bits('O') << opponent;
        let number = PatternTables::get(rule).center_patterns(window) >> (4 * own) & 15;
        let pattern = Pattern::ALL.into_iter().find(|&p| p as u8 == number);
        pattern.unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn tables_agree_with_play_on_a_row(
            rule in 0usize..5,
            black in any::<bool>(),
            cells in proptest::collection::vec(0usize..8, 5..13),
            at in any::<prop::sample::Index>(),
        ) {
            let rule = Rule::ALL[rule];
            let color = if black { Color::Black } else { Color::White };
            let mut row: Row = cells.into_iter().map(|c| ['.', '.', 'X', 'X', 'X', 'X', 'O', '#'][c]).collect();
            let at = at.index(row.len());
            row[at] = 'X';
            prop_assert_eq!(
                fast(rule, color, &row, at),
                slow(rule, color, &row, at),
                "{} {} {:?} {}", rule, color, row, at
            );
        }
    }

    #[test]
    fn patterns_by_name() {
        let check = |rule, color, row: &str, pattern| {
            let at = row.find('*').unwrap();
            let row: Row = row.replace('*', "X").chars().collect();
            assert_eq!(
                fast(rule, color, &row, at),
                pattern,
                "{rule} {color} {row:?}"
            );
        };
        use Pattern::*;
        let (black, white) = (Color::Black, Color::White);
        check(Rule::Freestyle, black, "..XX*XX..", Five);
        check(Rule::Freestyle, black, "..XX*X...", OpenFour);
        check(Rule::Freestyle, black, "..XX*XO..", Four);
        check(Rule::Freestyle, black, "X.XX*.X..", OpenFour);
        check(Rule::Renju, black, "O.XX*.X..", Four);
        check(Rule::Renju, black, "X.X*X.X..", DoubleFour);
        check(Rule::Renju, black, "XX.*XXX..", Four);
        check(Rule::Renju, black, "XXX*XX...", Overline);
        check(Rule::Renju, white, "XXX*XX...", Five);
        check(Rule::Freestyle, black, "...X*X...", WideThree);
        check(Rule::Freestyle, black, "..X.X*...", OpenThree);
        check(Rule::Freestyle, black, "..OX*X.O.", Dead);
        check(Rule::Freestyle, black, "..OX*X..O", Three);
        check(Rule::Freestyle, black, "....*X...", WideTwo);
        check(Rule::Freestyle, black, "O.X.*.O..", Two);
        check(Rule::Caro, black, "O.XX*X..O", Four);
        check(Rule::Caro, black, "..XX*X..O", OpenFour);
        check(Rule::Caro, black, ".OXX*X...", Four);
        check(Rule::Caro, black, ".OXX*XXO.", Dead);
        check(Rule::Caro, black, "#XX*XXO..", Five);
    }
}
