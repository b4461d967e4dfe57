//! Games between players of random levels, as a source of problems.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::game::ProblemGame;
use crate::tool::openings::OpeningGame;
use crate::tool::searches::FreshSearch;
use tengen_engine::control::Stop;
use tengen_engine::game::Position as _;
use tengen_engine::record::Record;
use tengen_engine::{Limits, SearchRequest, Settings};
use tengen_play::MoveOf;
use tengen_play::records::save::sgf_game;
use tengen_protocol::Options;
use tengen_records::loaded_record::Annotations;

/// Memory of a player's tables, in bytes.
const MEMORY: usize = 1 << 20;

/// Plays the game of a seed to its end and returns it as SGF. Two neighbors of the levels that grade problems play,
/// drawn by the seed, after random opening moves.
pub fn game<G: ProblemGame + OpeningGame>(options: &Options, seed: u64) -> Result<String, String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |count: usize| (rng.next_u64() % count as u64) as usize;
    let start = G::start(&options.games).map_err(|refusal| refusal.to_string())?;
    let mut record = Record::new(start);
    for _ in 0..G::PLIES {
        let position = record.position();
        let mut moves = position.legal_moves(position.to_move());
        moves.retain(|&mv| G::is_common(position, mv));
        if moves.is_empty() {
            break;
        }
        let mv = moves[below(moves.len())];
        play::<G>(&mut record, mv)?;
    }
    // Neighboring levels, so that games stay close.
    let weaker = below(G::GRADERS.len() - 1);
    let mut levels = [G::GRADERS[weaker], G::GRADERS[weaker + 1]];
    levels.rotate_left(below(2));
    let mut player = FreshSearch::new(
        Options {
            settings: Settings {
                threads: 1,
                memory: MEMORY,
                seed,
                ..Settings::default()
            },
            ..options.clone()
        },
        Stop::default(),
    );
    let (width, height) = G::size(record.position());
    let most = 2 * usize::from(width) * usize::from(height);
    let mut passes = 0;
    while record.position().outcome().is_none() && record.len() < most && passes < 2 {
        let level = levels[record.position().to_move().index()];
        let request = SearchRequest {
            level: G::levels().read(level).map_err(|error| error.to_string())?,
            move_only: true,
            ..SearchRequest::default()
        };
        let found = player.search::<G>(&record, Limits::default(), request)?;
        let Some(found) = found.filter(|found| !found.resigns) else {
            break;
        };
        let is_pass = G::point_of(record.position(), found.mv).is_none();
        passes = if is_pass { passes + 1 } else { 0 };
        play::<G>(&mut record, found.mv)?;
    }
    let game = sgf_game::<G>(&record, &Annotations::default());
    Ok(game.map_err(|error| error.to_string())?.to_text())
}

fn play<G: ProblemGame>(record: &mut Record<G::Position>, mv: MoveOf<G>) -> Result<(), String> {
    let color = record.position().to_move();
    let played = record.play(color, mv);
    played.map(drop).map_err(|reason| reason.to_string())
}
