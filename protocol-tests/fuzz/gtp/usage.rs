//! A command's usage as the engine's own table has it, read as a grammar to draw arguments from.

use bolero::Driver;

use crate::dice::Dice;

/// What may stand among the arguments.
#[derive(Debug)]
enum Part {
    /// A word as it is.
    Word(String),
    /// A value, by its name in capitals.
    Value(String),
    /// What may be left out: one of several.
    Optional(Usage),
    /// Once or more often.
    Repeated(Box<Part>),
}

/// Several ways to use a command.
#[derive(Debug)]
pub struct Usage(Vec<Vec<Part>>);

impl Usage {
    /// Reads a usage such as `COLOR [VERTEX]... | none`.
    pub fn parse(text: &str) -> Usage {
        let spaced = text
            .replace('[', " [ ")
            .replace(']', " ] ")
            .replace("...", " ... ");
        let mut words = spaced.split_whitespace();
        Usage::read(&mut words)
    }

    fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Usage {
        let mut ways = vec![Vec::new()];
        while let Some(word) = words.next() {
            let way: &mut Vec<Part> = ways.last_mut().expect("there is always one");
            match word {
                "]" => break,
                "|" => ways.push(Vec::new()),
                "..." => {
                    let last = way.pop().expect("something before the dots");
                    way.push(Part::Repeated(Box::new(last)));
                }
                "[" => way.push(Part::Optional(Usage::read(words))),
                _ if word.chars().all(|c| c.is_ascii_uppercase() || c == '_') => {
                    way.push(Part::Value(word.to_owned()))
                }
                _ => way.push(Part::Word(word.to_owned())),
            }
        }
        Usage(ways)
    }

    /// Draws arguments; `value` makes one of a value's name.
    pub fn draw<D: Driver>(
        &self,
        dice: &mut Dice<'_, D>,
        value: &mut impl FnMut(&mut Dice<'_, D>, &str) -> String,
    ) -> String {
        let mut words = Vec::new();
        self.collect(dice, value, &mut words);
        words.join(" ")
    }

    fn collect<D: Driver>(
        &self,
        dice: &mut Dice<'_, D>,
        value: &mut impl FnMut(&mut Dice<'_, D>, &str) -> String,
        words: &mut Vec<String>,
    ) {
        for part in dice.pick(&self.0) {
            match part {
                Part::Repeated(part) => {
                    for _ in 0..=dice.below(3) {
                        part.collect(dice, value, words);
                    }
                }
                part => part.collect(dice, value, words),
            }
        }
    }
}

impl Part {
    fn collect<D: Driver>(
        &self,
        dice: &mut Dice<'_, D>,
        value: &mut impl FnMut(&mut Dice<'_, D>, &str) -> String,
        words: &mut Vec<String>,
    ) {
        match self {
            Part::Word(word) => words.push(word.clone()),
            Part::Value(name) => words.push(value(dice, name)),
            Part::Optional(usage) => {
                if !dice.once_in(2) {
                    usage.collect(dice, value, words);
                }
            }
            Part::Repeated(part) => part.collect(dice, value, words),
        }
    }
}
