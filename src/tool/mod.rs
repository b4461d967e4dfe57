//! What the program does without a conversation.

pub mod bench;
pub mod book;
pub mod cpu_clock;
pub mod ladders;
pub mod learn;
pub mod manual;
pub mod network;
pub mod openings;
pub mod perft;
pub mod solve;
