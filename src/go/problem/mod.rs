//! Problem diagrams: positions in which the side to move should kill, live or win a race, with no group or region named.
//!
//! A network finds the question: it searches the position with each side to move, and the stones with an open or changing
//! owner are the stakes. An exact reading then answers for the chain with the largest stake, in an area around the fight, with
//! either side first. The network chooses the question and the order of the moves; it decides no verdict.
//!
//! - `stakes`: the points that depend on who moves first
//! - `capture`: captures in ladders and nets on the whole board
//! - `area`: the region of a question, with what is assumed about its surroundings
//! - `answer`, `fields`: the verdict, the goal and the first moves; the answer as JSON
//! - `refutation`: the proofs that natural first moves fail
//! - `reader`, `tried`: chooses chains and areas until one is decided; areas without an answer
//!
//! diagrams.md has the figures behind the constants.
//!
//! Tests: `tests.rs` with `protocol-tests/data/life_diagrams.jsonl`.
//! A change moves: `tengen life --problems`, the GTP command `problem`, the field `problem` of JSON analysis, and through them
//! `src/web/page/engine/advisor.js` and `scripts/python/tengen/diagrams.py`. Not the bench signature.

mod answer;
mod area;
mod capture;
mod fields;
mod reader;
mod refutation;
mod stakes;
mod tried;

pub use answer::{Goal, ProblemAnswer, ProblemLine, SuccessKind};
pub use fields::ProblemFields;
pub use reader::{DEFAULT_BUDGET, ProblemLimits, ProblemReading, read};
pub use refutation::Refutation;
pub use stakes::search;
pub use tried::{TriedArea, TriedOutcome};

#[cfg(test)]
mod tests;
