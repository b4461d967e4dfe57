//! Subcommands as processes, whole games, and the outputs that the documents quote.

mod book;
mod examples;
mod games;
mod positions;
mod problems;
mod solve;
