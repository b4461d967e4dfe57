//! What the program does without a conversation.

pub mod bench;
pub mod ladders;
pub mod learn;
pub mod manual;
pub mod perft;
