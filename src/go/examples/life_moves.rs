//! Learns how often moves of a kind win in questions of life and death, and prints the table of weights:
//! `cargo run --release -p tengen-go --example life_moves FILE...`.
//!
//! Each line of a file is a question as in `protocol-tests/data/life.jsonl`, of which `rows`, `target` and `region` count. The weights
//! are those of a softmax regression on the winning moves of decided states, by stochastic gradient descent with
//! AdaGrad's rates.

use std::error::Error;
use std::fs;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::Value;
use tengen_engine::game::Color;
use tengen_go::life::question::LifeQuestion;
use tengen_go::life::side::LifeSide;
use tengen_go::life::zone_search::{KINDS, Lesson, VALUES, ZoneLimits, lessons};
use tengen_go::{Board, Point, Size};

const VISITS: u64 = 60_000;
const MEMORY: usize = 1 << 30;
const EPOCHS: usize = 2;
const RATE: f32 = 0.1;
const DECAY: f32 = 1e-4;

/// Units of a weight in a nat.
const NAT: f32 = 16.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut all = Vec::new();
    for path in std::env::args().skip(1) {
        for line in fs::read_to_string(path)?.lines() {
            let question = read_question(&serde_json::from_str(line)?);
            let limits = ZoneLimits {
                visits: VISITS,
                memory: MEMORY,
                is_stopped: &|| false,
            };
            all.extend(question.map_or(Vec::new(), |question| lessons(&question, limits)));
        }
    }
    let mut model = Model::new();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..EPOCHS {
        for last in (1..all.len()).rev() {
            all.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
        }
        // The error before each step is that of a state not seen in this round.
        let errors: f32 = all.iter().map(|lesson| model.learn(lesson)).sum();
        eprintln!(
            "{} states, {:.3} nats each",
            all.len(),
            errors / all.len() as f32
        );
    }
    for weights in model.weights {
        println!("    [");
        let mut rest = &weights[..];
        for count in VALUES {
            let (values, others) = rest.split_at(count);
            let rounded = |weight: &f32| format!("{}", (weight * NAT).round() as i8);
            let values: Vec<String> = values.iter().map(rounded).collect();
            println!("        {},", values.join(", "));
            rest = others;
        }
        println!("    ],");
    }
    Ok(())
}

/// The weights of both sides, with the sums of squared gradients.
struct Model {
    weights: [Vec<f32>; 2],
    squares: [Vec<f32>; 2],
}

impl Model {
    fn new() -> Model {
        Model {
            weights: [0.0, 0.0].map(|start| vec![start; KINDS]),
            squares: [1.0, 1.0].map(|start| vec![start; KINDS]),
        }
    }

    /// Takes a step, and returns the negative logarithm of the winning move's probability before it.
    fn learn(&mut self, lesson: &Lesson) -> f32 {
        let weights = &mut self.weights[lesson.side as usize];
        let squares = &mut self.squares[lesson.side as usize];
        let scores = lesson.moves.iter().map(|kind| {
            let terms = kind.iter().map(|&value| weights[usize::from(value)]);
            terms.sum::<f32>().exp()
        });
        let scores: Vec<f32> = scores.collect();
        let sum: f32 = scores.iter().sum();
        for (number, (kind, score)) in lesson.moves.iter().zip(&scores).enumerate() {
            let excess = score / sum - f32::from(u8::from(number == lesson.winning));
            for value in kind.map(usize::from) {
                let gradient = excess + DECAY * weights[value];
                squares[value] += gradient * gradient;
                weights[value] -= RATE * gradient / squares[value].sqrt();
            }
        }
        -(scores[lesson.winning] / sum).ln()
    }
}

/// Returns the question of a line; `None` if it has several targets or cannot be asked.
fn read_question(line: &Value) -> Option<LifeQuestion> {
    let rows = line["rows"].as_array()?;
    let top = u8::try_from(rows.len()).ok()? - 1;
    let mut stones = Vec::new();
    for (row, text) in (0..).zip(rows) {
        for (column, letter) in (0..).zip(text.as_str()?.chars()) {
            let color = match letter {
                'X' => Color::Black,
                'O' => Color::White,
                _ => continue,
            };
            stones.push((color, Point::new(column, top - row)));
        }
    }
    let points = |field: &str| -> Option<Vec<Point>> {
        let number = |at: &Value| u8::try_from(at.as_u64()?).ok();
        let places = line[field].as_array()?.iter();
        places
            .map(|at| Some(Point::new(number(&at[0])?, top - number(&at[1])?)))
            .collect()
    };
    let board = Board::with_stones(Size::square(u32::from(top) + 1).ok()?, &stones).ok()?;
    LifeQuestion::new(&board, &points("target")?, &points("region")?).ok()
}

// A side's number is its index into the weights.
const _: () = assert!(LifeSide::Attacker as usize == 0 && LifeSide::Defender as usize == 1);
