//! Table of games with the name and the type of each.

use std::str::FromStr;

use thiserror::Error;

use crate::options::GameOptions;
use crate::playable_game::PlayableGame as _;
use crate::refusal::Refusal;
use tengen_records::sgf::SgfGameType;

/// Table of games, the default first. A row has the variant of [`Game`], its type, its name in protocols and its name
/// on the command line; both names are accepted everywhere. Passes the rows to the macro `$then`, after `$args`.
#[doc(hidden)]
#[macro_export]
macro_rules! game_rows {
    (($($then:tt)*) $args:tt) => {
        $($then)*! {
            $args
            /// Go, from 1x1 to 25x25.
            Go: $crate::go::Go, "Go", "go";
            /// Gomoku with its rules, among them renju and caro.
            Gomoku: $crate::gomoku::Gomoku, "Gomoku", "gomoku";
            /// Reversi, also called Othello.
            Reversi: $crate::reversi::Reversi, "Othello", "reversi";
        }
    };
}

/// Evaluates `$work` with `$G` as the type of the game `$game`.
#[macro_export]
macro_rules! with_game {
    ($game:expr, $G:ident => $work:expr) => {
        $crate::game_rows!(($crate::match_game) { $game, $G, $work })
    };
}

/// Match expression of [`with_game`].
#[doc(hidden)]
#[macro_export]
macro_rules! match_game {
    ({ $game:expr, $G:ident, $work:expr }
     $($(#[$doc:meta])* $Game:ident: $Type:ty, $name:literal, $choice:literal;)*) => {
        match $game {
            $($crate::Game::$Game => {
                type $G = $Type;
                $work
            })*
        }
    };
}

/// Definition of the enum of games from the rows.
#[doc(hidden)]
#[macro_export]
macro_rules! enumerate_games {
    ({} $($(#[$doc:meta])* $Game:ident: $Type:ty, $name:literal, $choice:literal;)*) => {
        /// A game the engine plays.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Game {
            $($(#[$doc])* $Game,)*
        }

        impl Game {
            /// All games, the default first.
            pub const ALL: [Game; [$($choice),*].len()] = [$(Game::$Game),*];

            /// The games' names on the command line, separated by `|`.
            pub const CHOICES: &str = concat!($("|", $choice),*).split_at(1).1;

            /// Returns the game's name in protocols.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Game::$Game => $name,)*
                }
            }

            /// Returns the game's name on the command line.
            pub const fn choice(self) -> &'static str {
                match self {
                    $(Game::$Game => $choice,)*
                }
            }
        }
    };
}

game_rows!((enumerate_games) {});

pub use crate::with_game;

impl Game {
    /// Returns the game with this name, in upper or lower case.
    pub fn named(name: &str) -> Option<Game> {
        let is_named = |known: &str| known.eq_ignore_ascii_case(name);
        let mut games = Game::ALL.into_iter();
        games.find(|game| is_named(game.name()) || is_named(game.choice()))
    }
}

/// Error for a name that no game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {}", alternatives(Game::CHOICES))]
pub struct UnknownGame;

fn alternatives(choices: &str) -> String {
    match choices.rsplit_once('|') {
        Some((others, last)) => format!("{} or {last}", others.replace('|', ", ")),
        None => choices.to_owned(),
    }
}

impl FromStr for Game {
    type Err = UnknownGame;

    /// Parses a name in any case, like [`Game::named`].
    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        Game::named(text).ok_or(UnknownGame)
    }
}

/// Returns the game of an SGF record's game type.
pub fn game_of_sgf(kind: SgfGameType) -> Game {
    match kind {
        SgfGameType::Go => Game::Go,
        SgfGameType::Gomoku => Game::Gomoku,
        SgfGameType::Othello => Game::Reversi,
    }
}

/// Checks that the game has a board of the size in `options`. The error lists the sizes it has.
pub fn check_size(game: Game, options: &GameOptions) -> Result<(), String> {
    let has = |size: Option<u8>| {
        let mut options = options.clone();
        options.size = size;
        options.go.handicap = 0;
        with_game!(game, G => G::start(&options).is_ok())
    };
    if has(options.size) {
        return Ok(());
    }
    let mut sizes = (0..=u8::MAX).filter(|&size| has(Some(size)));
    let (least, most) = (sizes.next(), sizes.next_back());
    let sizes = least.into_iter().chain(most).map(|size| size.to_string());
    let sizes = sizes.collect::<Vec<_>>().join(" to ");
    Err(format!("expected a board of {}: {sizes}", game.name()))
}

/// Checks that the game can begin with these options. Fails if the handicap stones do not fit on the board.
pub fn check_start(game: Game, options: &GameOptions) -> Result<(), Refusal> {
    with_game!(game, G => G::start(options).map(drop))
}
