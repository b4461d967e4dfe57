//! The table of games, which maps each game to its type. Their names and aliases are in
//! [`engine::game`](crate::engine::game::Game).

/// Evaluates `$work` with `$G` as the type of the game `$game`.
macro_rules! with_game {
    ($game:expr, $G:ident => $work:expr) => {
        match $game {
            $crate::engine::game::Game::Go => {
                type $G = $crate::protocol::gtp::go::Go;
                $work
            }
            $crate::engine::game::Game::Gomoku => {
                type $G = $crate::protocol::gtp::gomoku::Gomoku;
                $work
            }
            $crate::engine::game::Game::Reversi => {
                type $G = $crate::protocol::gtp::reversi::Reversi;
                $work
            }
        }
    };
}

pub(crate) use with_game;
