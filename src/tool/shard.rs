//! Parts of an input, for runs on several machines.

use std::iter::{Skip, Take};
use std::str::FromStr;

use anyhow::{Result, ensure};
use clap::Args;

/// Options of tools that answer the items of an input one by one.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ShardArgs {
    /// Answer only part I of N of the input, I from 1 to N. The outputs of all parts in order make up the output of the
    /// whole.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<InputShard>,
    /// Exit with status 0 even if items of the input are bad. They are still reported.
    #[arg(long)]
    pub lenient: bool,
}

impl ShardArgs {
    /// Fails with `sentence` if items were bad, unless `--lenient` allows it.
    pub fn judge(&self, bad: usize, sentence: impl FnOnce() -> String) -> Result<()> {
        ensure!(bad == 0 || self.lenient, "{}", sentence());
        Ok(())
    }
}

/// A part of an input. Parts are consecutive items, and their sizes differ by at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputShard {
    part: usize,
    parts: usize,
}

impl InputShard {
    /// Returns the number of items before this part, and the number in it.
    fn bounds(self, count: usize) -> (usize, usize) {
        // Use 128 bits, so that the product cannot overflow.
        let border = |part: usize| (part as u128 * count as u128 / self.parts as u128) as usize;
        let (from, to) = (border(self.part - 1), border(self.part));
        (from, to - from)
    }
}

impl FromStr for InputShard {
    type Err = String;

    /// Parses `I/N`, such as `2/8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
        numbers
            .filter(|(part, parts)| (1..=*parts).contains(part))
            .map(|(part, parts)| InputShard { part, parts })
            .ok_or_else(|| "expected I/N such as 2/8, with I from 1 to N".to_owned())
    }
}

/// The items of an input that belong to a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputPart {
    /// Number of items before them.
    before: usize,
    count: usize,
}

impl InputPart {
    /// Returns the items that belong to the part.
    pub fn of<I: Iterator>(self, items: I) -> Take<Skip<I>> {
        items.skip(self.before).take(self.count)
    }
}

/// Returns the items of a shard, or all items without a shard. Opens the input twice for a shard, first to count its
/// items.
pub fn part<I: Iterator>(
    shard: Option<InputShard>,
    open: impl Fn() -> Result<I>,
) -> Result<Take<Skip<I>>> {
    let parts = parts(shard, &[()], |()| Ok(open()?.count()))?;
    Ok(parts[0].of(open()?))
}

/// Returns the part of each input that belongs to a shard of all inputs in sequence, or all of each input without a
/// shard. `count` counts the items of an input.
pub fn parts<I>(
    shard: Option<InputShard>,
    inputs: &[I],
    count: impl Fn(&I) -> Result<usize>,
) -> Result<Vec<InputPart>> {
    let Some(shard) = shard else {
        let whole = InputPart {
            before: 0,
            count: usize::MAX,
        };
        return Ok(vec![whole; inputs.len()]);
    };
    let counts: Vec<usize> = inputs.iter().map(count).collect::<Result<_>>()?;
    let (mut before, mut wanted) = shard.bounds(counts.iter().sum());
    let part_of = |&length: &usize| {
        let skipped = before.min(length);
        let count = wanted.min(length - skipped);
        before -= skipped;
        wanted -= count;
        InputPart {
            before: skipped,
            count,
        }
    };
    Ok(counts.iter().map(part_of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_an_input_are_the_whole() {
        for count in [0, 1, 7, 8, 9, 100] {
            for parts in [1, 2, 8, 30] {
                let mut whole = Vec::new();
                for part in 1..=parts {
                    let shard = Some(InputShard { part, parts });
                    let items: Vec<usize> = super::part(shard, || Ok(0..count)).unwrap().collect();
                    assert!(items.len().abs_diff(count / parts) <= 1);
                    whole.extend(items);
                }
                assert_eq!(whole, (0..count).collect::<Vec<_>>(), "{count} in {parts}");
            }
        }
        assert_eq!(super::part(None, || Ok(0..5)).unwrap().count(), 5);
        let huge = InputShard {
            part: usize::MAX,
            parts: usize::MAX,
        };
        assert_eq!(huge.bounds(usize::MAX), (usize::MAX - 1, 1));
    }

    #[test]
    fn the_parts_of_several_inputs_are_the_whole() {
        let inputs = [0..3, 3..3, 3..10, 10..11];
        for parts in [1, 2, 3, 5, 20] {
            let mut whole = Vec::new();
            for part in 1..=parts {
                let shard = Some(InputShard { part, parts });
                let of_inputs = super::parts(shard, &inputs, |input| Ok(input.len())).unwrap();
                let of_inputs = of_inputs.iter().zip(inputs.clone());
                whole.extend(of_inputs.flat_map(|(part, input)| part.of(input)));
            }
            assert_eq!(whole, (0..11).collect::<Vec<_>>(), "{parts}");
        }
        let of_inputs = super::parts(None, &inputs, |_| anyhow::bail!("not counted")).unwrap();
        assert_eq!(of_inputs[2].of(inputs[2].clone()).count(), 7);
    }

    #[test]
    fn a_shard_is_two_numbers() {
        assert_eq!("2/8".parse(), Ok(InputShard { part: 2, parts: 8 }));
        for bad in ["", "2", "0/8", "9/8", "1/0", "a/b", "-1/2", "1/2/3"] {
            let error = bad.parse::<InputShard>().unwrap_err();
            assert!(error.starts_with("expected I/N"), "{bad}");
        }
    }
}
