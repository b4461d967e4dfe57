//! What a stone on an empty point would make of each line through it, and of the four together: tables.
//!
//! A pattern is worked out from the eleven points around a point. Seen from the middle, each side is cut at
//! the first cell that is not free to its owner, which leaves 63 different sides (94 where the rule tells the
//! opponent from the edge), so a table over pairs of sides holds every pattern in a few kilobytes.

use super::Rule;
use super::lines::{CENTRE, REACH, Window, bits_of};
use super::params::Params;
use crate::game::Color;

/// What one stone makes of one line. The names follow renju's: a four needs one more stone to be five, a
/// three one more to be an open four, and so on; open ones can't be stopped from becoming more with one stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Pattern {
    /// No row of five can come of it.
    Dead,
    /// Could become a `Two`.
    One,
    /// Could become an `OpenTwo`.
    OpenOne,
    /// Could become a `Three`.
    Two,
    /// Could become an `OpenThree`.
    OpenTwo,
    /// Could become a `Four` but no open one.
    Three,
    /// Could become an `OpenFour`.
    OpenThree,
    /// One stone more wins, and one of the other side prevents it.
    Four,
    /// One stone more wins, and no single stone prevents it.
    OpenFour,
    /// Wins.
    Five,
    /// Two fours on one line: an open four to most, a foul to black in renju.
    DoubleFour,
    /// A row too long to win.
    Overline,
}

impl Pattern {
    /// What a line is now if its best next stone makes this.
    fn one_stone_less(self) -> Pattern {
        match self {
            Pattern::OpenFour => Pattern::OpenThree,
            Pattern::Four => Pattern::Three,
            Pattern::OpenThree => Pattern::OpenTwo,
            Pattern::Three => Pattern::Two,
            Pattern::OpenTwo => Pattern::OpenOne,
            Pattern::Two => Pattern::One,
            _ => Pattern::Dead,
        }
    }
}

/// What one stone makes of all four lines, in the order of urgency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Threat {
    /// Nothing that must be answered.
    Nothing,
    /// One open three.
    OpenThree,
    /// Two or more of them.
    DoubleThree,
    /// One four.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: five cannot be prevented.
    Unstoppable,
    /// The game.
    Five,
    /// An overline or two fours, to black in renju.
    Foul,
}

/// A `Threat` and what else the board keeps count of, in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind(u8);

impl Kind {
    /// Number of slots that `slot` may name.
    pub const SLOTS: usize = 16;

    const ALL: [Threat; 8] = [
        Threat::Nothing,
        Threat::OpenThree,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourThree,
        Threat::Unstoppable,
        Threat::Five,
        Threat::Foul,
    ];
    const SUSPECT: u8 = 8;
    const MAKES_FOUR: u8 = 16;

    /// A point at which a stone changes nothing.
    pub const NOTHING: Kind = Kind(Threat::Nothing as u8);

    /// What the stone makes; a suspect's threat holds only if it is allowed.
    pub fn threat(self) -> Threat {
        Kind::ALL[usize::from(self.0 & 7)]
    }

    /// Two open threes by the tables, to black in renju: only `forbidden::judge` can tell whether it is a foul.
    pub fn is_suspect(self) -> bool {
        self.0 & Kind::SUSPECT != 0
    }

    /// Whether there is a four on some line and no five, even if the stone is a foul.
    pub fn makes_four(self) -> bool {
        self.0 & Kind::MAKES_FOUR != 0
    }

    /// An index for counts, different for suspects.
    pub fn slot(self) -> usize {
        usize::from(self.0 & 15)
    }

    /// Sums up the patterns of four lines; `forbids` for black in renju.
    fn of(patterns: [Pattern; 4], forbids: bool) -> Kind {
        let count = |pattern| patterns.iter().filter(|&&p| p == pattern).count();
        if count(Pattern::Five) > 0 {
            return Kind(Threat::Five as u8);
        }
        let open = count(Pattern::OpenFour);
        let fours = count(Pattern::Four) + open + 2 * count(Pattern::DoubleFour);
        let threes = count(Pattern::OpenThree);
        let flag = if fours > 0 { Kind::MAKES_FOUR } else { 0 };
        if forbids && (fours >= 2 || count(Pattern::Overline) > 0) {
            return Kind(Threat::Foul as u8 | flag);
        }
        let threat = match (fours, threes) {
            _ if open > 0 => Threat::Unstoppable,
            (2.., _) => Threat::Unstoppable,
            (1, 0) => Threat::Four,
            (1, _) => Threat::FourThree,
            (_, 0) => Threat::Nothing,
            (_, 1) => Threat::OpenThree,
            _ => Threat::DoubleThree,
        };
        let suspect = if forbids && threes >= 2 {
            Kind::SUSPECT
        } else {
            0
        };
        Kind(threat as u8 | suspect | flag)
    }
}

/// The patterns of one point's four lines, a nibble each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Quad(u16);

impl Quad {
    /// The pattern's number in direction `direction`.
    #[inline]
    pub fn get(self, direction: usize) -> u8 {
        (self.0 >> (4 * direction) & 15) as u8
    }

    /// The same with another pattern in one direction.
    #[inline]
    pub fn set(self, direction: usize, pattern: u8) -> Quad {
        let shift = 4 * direction;
        Quad(self.0 & !(15 << shift) | u16::from(pattern) << shift)
    }
}

/// Every table of one rule. Building takes about two milliseconds.
pub(super) struct Patterns {
    sides: Sides,
    /// Per colour, the pattern of a pair of sides.
    lines: [Box<[u8; 1 << 15]>; 2],
    /// Per colour, the kind of four patterns.
    kinds: [Box<[Kind; 1 << 16]>; 2],
    /// The evaluation of one pattern by its number, 0 for numbers that no pattern has.
    values: [i32; 16],
    /// The evaluation of a threat beyond its patterns.
    bonuses: [i32; Kind::SLOTS],
}

impl Patterns {
    /// Builds the tables of `rule`.
    pub fn new(rule: Rule, params: &Params) -> Self {
        let sides = Sides::new(rule);
        let lines = Color::BOTH.map(|color| LineBuilder::new(rule, color, &sides).build());
        let kinds = Color::BOTH.map(|color| kinds(rule.forbids(color)));
        Patterns {
            sides,
            lines,
            kinds,
            values: std::array::from_fn(|n| params.pattern_values.get(n).copied().unwrap_or(0)),
            bonuses: params.threat_bonuses,
        }
    }

    /// The number of the pattern that a stone of `color` makes in the middle of a window, in which it may stand
    /// already or not.
    #[inline]
    pub fn of_line(&self, color: Color, own: u32, rival: u32) -> u8 {
        self.lines[color.index()][self.sides.index(own, rival)]
    }

    /// What the four patterns make together.
    #[inline]
    pub fn kind(&self, color: Color, quad: Quad) -> Kind {
        self.kinds[color.index()][usize::from(quad.0)]
    }

    /// What a point gains in value when a pattern on it gives way to another, its kind aside.
    #[inline]
    pub fn step(&self, old: u8, new: u8) -> i32 {
        self.values[usize::from(new & 15)] - self.values[usize::from(old & 15)]
    }

    /// What a kind adds to the value of a point's patterns.
    #[inline]
    pub fn bonus(&self, kind: Kind) -> i32 {
        self.bonuses[kind.slot()]
    }

    /// What a point with these patterns is worth to the side, in evaluation units.
    #[inline]
    pub fn value(&self, quad: Quad, kind: Kind) -> i32 {
        let pattern = |direction| self.values[usize::from(quad.get(direction))];
        pattern(0) + pattern(1) + pattern(2) + pattern(3) + self.bonus(kind)
    }
}

/// Whether a pattern with this number has a say in the kind of its point.
#[inline]
pub(super) fn is_threat(pattern: u8) -> bool {
    pattern >= Pattern::OpenThree as u8
}

fn kinds(forbids: bool) -> Box<[Kind; 1 << 16]> {
    let mut table = Box::new([Kind::NOTHING; 1 << 16]);
    let patterns = PATTERNS.len();
    for i in 0..patterns.pow(4) {
        let digits: [usize; 4] = std::array::from_fn(|d| i / patterns.pow(d as u32) % patterns);
        let mut quad = Quad::default();
        for (direction, &digit) in digits.iter().enumerate() {
            quad = quad.set(direction, digit as u8);
        }
        table[usize::from(quad.0)] = Kind::of(digits.map(|digit| PATTERNS[digit]), forbids);
    }
    table
}

/// Every pattern by its number.
pub(super) const PATTERNS: [Pattern; 12] = [
    Pattern::Dead,
    Pattern::One,
    Pattern::OpenOne,
    Pattern::Two,
    Pattern::OpenTwo,
    Pattern::Three,
    Pattern::OpenThree,
    Pattern::Four,
    Pattern::OpenFour,
    Pattern::Five,
    Pattern::DoubleFour,
    Pattern::Overline,
];

/// Bits of one side of a window.
const SIDE: u32 = (1 << REACH) - 1;

/// Numbers the different sides of a window.
struct Sides {
    /// By the side's own bits and the rival's above them, nearest first.
    ahead: [u8; 1 << (2 * REACH)],
    /// The same, nearest last.
    back: [u8; 1 << (2 * REACH)],
}

impl Sides {
    fn new(rule: Rule) -> Self {
        let mut sides = Sides {
            ahead: [0; 1 << (2 * REACH)],
            back: [0; 1 << (2 * REACH)],
        };
        let mut seen: Vec<(u32, u32)> = Vec::new();
        for own in 0..=SIDE {
            for rival in 0..=SIDE {
                let cut = cut(rule, own, rival);
                let number = seen
                    .iter()
                    .position(|&side| side == cut)
                    .unwrap_or_else(|| {
                        seen.push(cut);
                        seen.len() - 1
                    });
                let mirror = |bits: u32| bits.reverse_bits() >> (u32::BITS - REACH);
                sides.ahead[(own | rival << REACH) as usize] = number as u8;
                sides.back[(mirror(own) | mirror(rival) << REACH) as usize] = number as u8;
            }
        }
        sides
    }

    /// The place of a window in a table over pairs of sides; numbers are below 128.
    #[inline]
    fn index(&self, own: u32, rival: u32) -> usize {
        let back = self.back[(own & SIDE | (rival & SIDE) << REACH) as usize];
        let ahead = self.ahead
            [(own >> (REACH + 1) & SIDE | (rival >> (REACH + 1) & SIDE) << REACH) as usize];
        usize::from(back) << 7 | usize::from(ahead)
    }
}

/// The side with everything beyond its first obstacle made equal, nearest bit first.
fn cut(rule: Rule, own: u32, rival: u32) -> (u32, u32) {
    if rival == 0 {
        return (own, rival);
    }
    let first = rival.trailing_zeros();
    let beyond = SIDE & !((1 << first) - 1);
    // An obstacle is the rival's stone only where that matters, else it is like the edge.
    let is_stone = rule.counts_ends() && own >> first & 1 == 0;
    let before = own & !beyond;
    (if is_stone { before } else { before | beyond }, beyond)
}

/// Works out the patterns of one colour; what is known is not worked out again.
struct LineBuilder<'a> {
    rule: Rule,
    color: Color,
    sides: &'a Sides,
    known: Vec<Option<Pattern>>,
}

impl<'a> LineBuilder<'a> {
    fn new(rule: Rule, color: Color, sides: &'a Sides) -> Self {
        LineBuilder {
            rule,
            color,
            sides,
            known: vec![None; 1 << 15],
        }
    }

    fn build(mut self) -> Box<[u8; 1 << 15]> {
        let mut table = Box::new([Pattern::Dead as u8; 1 << 15]);
        let codes: Vec<(u32, u32)> = {
            let mut seen = [false; 128];
            (0..1u32 << (2 * REACH))
                .filter(|&code| {
                    let number = usize::from(self.sides.ahead[code as usize]);
                    !std::mem::replace(&mut seen[number], true)
                })
                .map(|code| (code & SIDE, code >> REACH))
                .collect()
        };
        for &(own_back, rival_back) in &codes {
            for &(own_ahead, rival_ahead) in &codes {
                let join = |back: u32, ahead: u32| {
                    back.reverse_bits() >> (u32::BITS - REACH) | ahead << (REACH + 1)
                };
                let window = Window {
                    own: join(own_back, own_ahead) | CENTRE,
                    rival: join(rival_back, rival_ahead),
                };
                let index = self.sides.index(window.own, window.rival);
                table[index] = self.pattern(window) as u8;
            }
        }
        table
    }

    /// The pattern of the centre stone.
    fn pattern(&mut self, window: Window) -> Pattern {
        let index = self.sides.index(window.own, window.rival);
        if let Some(pattern) = self.known[index] {
            return pattern;
        }
        let pattern = self.work_out(window);
        self.known[index] = Some(pattern);
        pattern
    }

    fn work_out(&mut self, window: Window) -> Pattern {
        let (length, hemmed) = window.row();
        if self.rule.wins(self.color, length, hemmed) {
            return Pattern::Five;
        }
        match length {
            5 => return Pattern::Dead,
            6.. => return Pattern::Overline,
            _ => {}
        }
        let mut completions = 0u32;
        let mut best = Pattern::Dead;
        for bit in bits_of(window.empty()) {
            match self.pattern(window.with(1 << bit)) {
                Pattern::Five => completions |= 1 << bit,
                next => best = best.max(next.one_stone_less()),
            }
        }
        if completions == 0 {
            return best;
        }
        if self.rule.forbids(self.color) {
            return match completions.count_ones() {
                1 => Pattern::Four,
                2 if completions & completions >> 5 != 0 => Pattern::OpenFour,
                _ => Pattern::DoubleFour,
            };
        }
        let stoppable = bits_of(window.empty()).any(|stop| {
            let rival = window.rival | 1 << stop;
            let stopped = Window { rival, ..window };
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

    use super::super::lines::WINDOW;
    use super::*;

    /// One line of cells: own stones, rival stones, blocked and empty.
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
        let hemmed = first > 0 && row[first - 1] == 'O' && row.get(last + 1) == Some(&'O');
        rule.wins(color, (last - first + 1) as u32, hemmed)
    }

    fn with(row: &Row, at: usize, c: char) -> Row {
        let mut row = row.clone();
        row[at] = c;
        row
    }

    fn empties(row: &Row) -> Vec<usize> {
        (0..row.len()).filter(|&i| row[i] == '.').collect()
    }

    /// The points at which one more stone wins together with the one at `at`.
    fn completions(rule: Rule, color: Color, row: &Row, at: usize) -> Vec<usize> {
        let mut points = empties(row);
        points.retain(|&i| wins(rule, color, &with(row, i, 'X'), at));
        points
    }

    /// The pattern of the stone at `at`, by the words of `Pattern` on the whole row.
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
            let nexts = empties(row).into_iter().filter(|&i| i.abs_diff(at) <= 5);
            return nexts
                .map(|i| slow(rule, color, &with(row, i, 'X'), at).one_stone_less())
                .max()
                .unwrap_or(Pattern::Dead);
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

    fn fast(patterns: &Patterns, color: Color, row: &Row, at: usize) -> Pattern {
        let bits = |mine: char| {
            (0..=2 * REACH as usize)
                .filter(|&k| {
                    let cell = (at + k)
                        .checked_sub(REACH as usize)
                        .and_then(|i| row.get(i));
                    cell.is_none_or(|&c| c == mine || c == '#')
                })
                .fold(0, |bits, k| bits | 1 << k)
        };
        PATTERNS[usize::from(patterns.of_line(color, bits('X'), bits('O') & WINDOW))]
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
            let patterns = Patterns::new(rule, &Params::default());
            let mut row: Row = cells.into_iter().map(|c| ['.', '.', 'X', 'X', 'X', 'X', 'O', '#'][c]).collect();
            let at = at.index(row.len());
            row[at] = 'X';
            prop_assert_eq!(
                fast(&patterns, color, &row, at),
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
            let patterns = Patterns::new(rule, &Params::default());
            assert_eq!(
                fast(&patterns, color, &row, at),
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
        check(Rule::Freestyle, black, "...X*X...", OpenThree);
        check(Rule::Freestyle, black, "..OX*X.O.", Dead);
        check(Rule::Freestyle, black, "..OX*X..O", Three);
        check(Rule::Freestyle, black, "....*X...", OpenTwo);
        check(Rule::Caro, black, "O.XX*X..O", Four);
        check(Rule::Caro, black, "..XX*X..O", OpenFour);
        check(Rule::Caro, black, ".OXX*X...", Four);
        check(Rule::Caro, black, ".OXX*XXO.", Dead);
        check(Rule::Caro, black, "#XX*XXO..", Five);
    }
}
