//! What the program does without a conversation.

pub mod bench;
pub mod ladders;
pub mod manual;
pub mod network;
pub mod perft;
