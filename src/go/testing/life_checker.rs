//! A checker of life and death proofs in the format `ld-proof 1`, by the slow rules.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::life_reference::{Cell, SlowLife, SlowState};
use crate::board::Point;
use crate::life::question::LifeQuestion;
use crate::life::side::LifeSide;

/// A state and the threats left.
type Key = (SlowState, Option<u64>);

struct Checked<'a> {
    life: SlowLife,
    question: &'a LifeQuestion,
    answers: BTreeMap<String, String>,
    captured: bool,
    free: Option<String>,
    has_budget: bool,
}

/// Checks a proof of this question. Returns the number of states reached, or the first error in words.
pub fn check(text: &str, question: &LifeQuestion) -> Result<usize, String> {
    let (first, rest) = text.split_once('\n').ok_or("no lines")?;
    let header: Value = serde_json::from_str(first).map_err(|error| error.to_string())?;
    let mut answers = BTreeMap::new();
    for line in rest.lines() {
        let mut words: Vec<&str> = line.split(' ').collect();
        let answer = words.remove(3);
        if answers.insert(words.join(" "), answer.to_owned()).is_some() {
            return Err(format!("listed twice: {line}"));
        }
    }
    let (life, state) = SlowLife::new(question);
    let side = if header["first"] == "attacker" {
        LifeSide::Attacker
    } else {
        LifeSide::Defender
    };
    let root = life.start(question, &state, side);
    let checked = Checked {
        life,
        question,
        answers,
        captured: header["claim"] == "captured",
        free: header["free"].as_str().map(str::to_owned),
        has_budget: !header["budget"].is_null(),
    };
    checked.run((root, header["budget"].as_u64()))
}

impl Checked<'_> {
    fn run(&self, root: Key) -> Result<usize, String> {
        let mut edges: BTreeMap<Key, Vec<Key>> = BTreeMap::new();
        let mut todo = vec![root];
        while let Some(key) = todo.pop() {
            if edges.contains_key(&key) {
                continue;
            }
            let next = self.next(&key)?;
            todo.extend(next.iter().map(|(next, _)| next.clone()));
            // A finite number of retakes cannot continue forever.
            let endless = next
                .into_iter()
                .filter(|&(_, is_retake)| self.has_budget || !is_retake);
            edges.insert(key, endless.map(|(next, _)| next).collect());
        }
        let count = edges.len();
        if self.captured {
            // Remove leaves until none is left; the remaining states form a cycle.
            let mut gone: BTreeSet<Key> = BTreeSet::new();
            loop {
                let is_leaf = |next: &Vec<Key>| next.iter().all(|next| gone.contains(next));
                let leaves: Vec<Key> = edges
                    .iter()
                    .filter(|(_, next)| is_leaf(next))
                    .map(|(key, _)| key.clone())
                    .collect();
                if leaves.is_empty() {
                    break;
                }
                for leaf in leaves {
                    edges.remove(&leaf);
                    gone.insert(leaf);
                }
            }
            if !edges.is_empty() {
                return Err("the line can repeat".to_owned());
            }
        }
        Ok(count)
    }

    /// The states after the answer, or after all replies, and whether each step spends a threat.
    fn next(&self, (state, left): &Key) -> Result<Vec<(Key, bool)>, String> {
        let name = self.name(state, *left);
        let answer = self.answers.get(&name).map(String::as_str);
        if answer == Some("B") {
            let holds = !self.captured && self.life.is_pass_alive(state);
            return if holds {
                Ok(Vec::new())
            } else {
                Err(format!("not alive: {name}"))
            };
        }
        let claimant = if self.captured {
            LifeSide::Attacker
        } else {
            LifeSide::Defender
        };
        let may_retake = self.free.as_deref() == Some(state.to_move.name()) && *left != Some(0);
        let mut steps = self.life.steps(state);
        steps.retain(|step| !step.is_retake || may_retake);
        if state.to_move == claimant {
            let answer = answer.ok_or_else(|| format!("no answer: {name}"))?;
            steps.retain(|step| step.mv.map_or("pass".to_owned(), |at| self.index(at)) == answer);
            if steps.is_empty() {
                return Err(format!("illegal: {name} {answer}"));
            }
        }
        let mut next = Vec::new();
        for step in steps {
            match step.next {
                Some(after) if step.is_retake => next.push(((after, left.map(|n| n - 1)), true)),
                Some(after) => next.push(((after, *left), false)),
                None if self.captured => {}
                None => return Err(format!("captured after {name}")),
            }
        }
        Ok(next)
    }

    fn index(&self, point: Point) -> String {
        let mut region = self.question.region().iter();
        region
            .position(|&inside| inside == point)
            .map_or_else(String::new, |at| at.to_string())
    }

    /// Formats a state as in the file, without the answer.
    fn name(&self, state: &SlowState, left: Option<u64>) -> String {
        let letter = |side| {
            if self.question.color(side).index() == 0 {
                'X'
            } else {
                'O'
            }
        };
        let cell = |point: &Point| match state.cells[point] {
            Cell::Empty => '.',
            Cell::Stone(side) => letter(side),
            Cell::Target => letter(LifeSide::Defender).to_ascii_lowercase(),
        };
        let cells: String = self.question.region().iter().map(cell).collect();
        let ko = state.ko.map_or("-".to_owned(), |ko| self.index(ko));
        let side = &state.to_move.name()[..1];
        let left = left.map_or(String::new(), |left| format!(" {left}"));
        format!("{cells} {ko} {side}{left}")
    }
}
