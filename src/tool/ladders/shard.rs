//! A part of the input for one of many machines.

use std::str::FromStr;

/// The part that one of several runs takes: every N-th task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputShard {
    /// The number of the part, from 1.
    number: usize,
    /// The number of parts.
    of: usize,
}

impl InputShard {
    /// Whether the task with this index, from 0, belongs to the part.
    pub fn contains(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }
}

impl FromStr for InputShard {
    type Err = String;

    fn from_str(text: &str) -> Result<InputShard, String> {
        let parse = || {
            let (number, of) = text.split_once('/')?;
            let shard = InputShard {
                number: number.parse().ok()?,
                of: of.parse().ok()?,
            };
            (1..=shard.of).contains(&shard.number).then_some(shard)
        };
        parse().ok_or_else(|| "expected I/N, a part I from 1 to N".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_belongs_to_one_part() {
        for index in 0..20 {
            let parts = (1..=3).map(|number| InputShard { number, of: 3 });
            assert_eq!(parts.filter(|part| part.contains(index)).count(), 1);
        }
        assert!("1/1".parse::<InputShard>().unwrap().contains(7));
        for bad in ["", "1", "0/3", "4/3", "a/3", "1/0", "-1/3", "1/3/5"] {
            assert!(bad.parse::<InputShard>().is_err(), "{bad}");
        }
    }
}
