//! Arguments drawn from the grammar of a command's usage.

use bolero::Driver;
use tengen_protocol::usage::{Usage, UsagePart};

use crate::dice::Dice;

/// Draws arguments; `value` draws a value by its name.
pub fn draw<D: Driver>(
    usage: &Usage,
    dice: &mut Dice<'_, D>,
    value: &mut impl FnMut(&mut Dice<'_, D>, &str) -> String,
) -> String {
    let mut words = Vec::new();
    draw_way(usage, dice, value, &mut words);
    words.join(" ")
}

fn draw_way<D: Driver>(
    usage: &Usage,
    dice: &mut Dice<'_, D>,
    value: &mut impl FnMut(&mut Dice<'_, D>, &str) -> String,
    words: &mut Vec<String>,
) {
    for part in dice.pick(&usage.ways) {
        draw_part(part, dice, value, words);
    }
}

fn draw_part<D: Driver>(
    part: &UsagePart,
    dice: &mut Dice<'_, D>,
    value: &mut impl FnMut(&mut Dice<'_, D>, &str) -> String,
    words: &mut Vec<String>,
) {
    match part {
        UsagePart::Word(word) => words.push(word.clone()),
        UsagePart::Value(name) => words.push(value(dice, name)),
        UsagePart::Optional(usage) => {
            if !dice.once_in(2) {
                draw_way(usage, dice, value, words);
            }
        }
        UsagePart::Repeated(part) => {
            for _ in 0..=dice.below(3) {
                draw_part(part, dice, value, words);
            }
        }
    }
}
