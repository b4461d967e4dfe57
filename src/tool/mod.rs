//! What the program does without a conversation.

pub mod bench;
pub mod manual;
pub mod perft;
