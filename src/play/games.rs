//! The table of games: the name of each and its type.

use std::str::FromStr;

use thiserror::Error;

use crate::options::GameOptions;
use crate::playable_game::PlayableGame as _;
use crate::refusal::Refusal;

/// The table of games, the default first. A row holds the variant of [`Game`], its type, its name in protocols and its name on
/// the command line; both names are accepted everywhere. Passes the rows to the macro `$then`, after `$args`.
#[doc(hidden)]
#[macro_export]
macro_rules! game_rows {
    ($then:ident $args:tt) => {
        $crate::$then! {
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
        $crate::game_rows!(match_game { $game, $G, $work })
    };
}

/// The match of [`with_game`].
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

/// The enumeration of the rows.
#[doc(hidden)]
#[macro_export]
macro_rules! enumerate_games {
    ({} $($(#[$doc:meta])* $Game:ident: $Type:ty, $name:literal, $choice:literal;)*) => {
        /// The games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Game {
            $($(#[$doc])* $Game,)*
        }

        impl Game {
            /// All games, the default first.
            pub const ALL: [Game; [$($choice),*].len()] = [$(Game::$Game),*];

            /// The games as the command line names them.
            pub const CHOICES: &str = concat!($("|", $choice),*).split_at(1).1;

            /// Returns the name in protocols.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Game::$Game => $name,)*
                }
            }

            /// Returns the name on the command line.
            pub const fn choice(self) -> &'static str {
                match self {
                    $(Game::$Game => $choice,)*
                }
            }
        }
    };
}

game_rows!(enumerate_games {});

pub use crate::with_game;

impl Game {
    /// Returns the game of this name, in upper or lower case.
    pub fn named(name: &str) -> Option<Game> {
        let is_named = |known: &str| known.eq_ignore_ascii_case(name);
        let mut games = Game::ALL.into_iter();
        games.find(|game| is_named(game.name()) || is_named(game.choice()))
    }
}

/// No game has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {}", alternatives(Game::CHOICES))]
pub struct UnknownGame;

/// Writes `a|b|c` as `a, b or c`.
fn alternatives(choices: &str) -> String {
    match choices.rsplit_once('|') {
        Some((others, last)) => format!("{} or {last}", others.replace('|', ", ")),
        None => choices.to_owned(),
    }
}

impl FromStr for Game {
    type Err = UnknownGame;

    /// Parses a name in any case, as [`Game::named`] does.
    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        Game::named(text).ok_or(UnknownGame)
    }
}

/// Checks that the game has a board of the size in `options`.
///
/// # Errors
///
/// Fails with the sizes of the game's boards if it has none.
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

/// Checks that the game can begin with these options.
///
/// # Errors
///
/// Fails if the board has no place for the handicap stones.
pub fn check_start(game: Game, options: &GameOptions) -> Result<(), Refusal> {
    with_game!(game, G => G::start(options).map(drop))
}
