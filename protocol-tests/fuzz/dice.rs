//! Random choices, drawn from the bytes that bolero records and shrinks.

use bolero::Driver;

/// The choices of one input. Once the recorded bytes are used up, every choice is its first option.
pub struct Dice<'a, D>(pub &'a mut D);

impl<D: Driver> Dice<'_, D> {
    /// A number below `bound`, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.gen_variant(bound, 0).unwrap_or(0)
    }

    /// Whether to do something that happens once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// Whether to continue a list with about this many items; false once the recorded bytes are used up.
    pub fn goes_on(&mut self, about: usize) -> bool {
        self.below(about) != 0
    }

    pub fn pick<'t, T>(&mut self, among: &'t [T]) -> &'t T {
        &among[self.below(among.len())]
    }

    pub fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }
}

/// Words that have broken parsers before: empty, huge, negative, fractional, not numbers, not text.
pub const NASTY: [&str; 28] = [
    "0",
    "-1",
    "1",
    "",
    "26",
    "255",
    "256",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "99999999999999999999",
    "1.5",
    "1e308",
    "-1e308",
    "1e999",
    "nan",
    "inf",
    "\u{e9}",
    "\u{3000}",
    "i5",
    "Z99",
    "A0",
    "pass",
    "resign",
    "#",
    "%n%s{}",
];

/// Mutates bytes in up to four places: changes, inserts, removes, repeats, cuts, or inserts nasty words.
pub fn spoil<D: Driver>(dice: &mut Dice<'_, D>, bytes: &mut Vec<u8>) {
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + 1 + dice.below(8)).min(bytes.len());
        match dice.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 if at < bytes.len() => bytes[at] = dice.byte(),
            2 => bytes.insert(at, dice.byte()),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            5 => bytes.truncate(at),
            _ => {
                let word = dice.pick(&NASTY).bytes();
                bytes.splice(at..end, word);
            }
        }
    }
}
