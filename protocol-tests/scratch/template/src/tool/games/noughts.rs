//! Noughts and crosses for the tools.

use crate::tool::bench::BenchGame;
use crate::tool::openings::OpeningGame;
use crate::tool::searches::SearchedGame;
use tengen_play::noughts::Noughts;

impl BenchGame for Noughts {}

impl OpeningGame for Noughts {
    const PLIES: u32 = 2;
}

impl SearchedGame for Noughts {}
