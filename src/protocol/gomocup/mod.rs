//! The Gomocup (Piskvork) protocol.

/// Words that only a Gomocup conversation begins with, in capitals; Yixin's `YX...` come on top.
pub const OPENING_WORDS: [&str; 10] = [
    "START",
    "RECTSTART",
    "RESTART",
    "INFO",
    "ABOUT",
    "BEGIN",
    "BOARD",
    "TURN",
    "SWAP2BOARD",
    "END",
];
