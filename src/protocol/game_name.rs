//! Names of games for clients and the command line.

use std::str::FromStr;
use std::sync::LazyLock;

use thiserror::Error;

use tengen_gomoku::Rule;
use tengen_play::Game;

/// A game given by name. The name of a gomoku rule selects gomoku with this rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameName {
    /// Game to be played.
    pub game: Game,
    /// Gomoku rule selected by the name, if it is a rule's.
    pub rule: Option<Rule>,
}

impl GameName {
    /// Returns all names, separated by `|`, as the command line shows them.
    pub fn choices() -> &'static str {
        static CHOICES: LazyLock<String> = LazyLock::new(|| {
            let names = Game::ALL.into_iter().flat_map(names_of);
            names.collect::<Vec<_>>().join("|")
        });
        &CHOICES
    }
}

/// Returns a game's names, including those of rules that also select it.
fn names_of(game: Game) -> Vec<String> {
    let mut names = vec![game.choice().to_owned()];
    if game == Game::Gomoku {
        names.extend(Rule::ALL.map(|rule| rule.name().to_owned()));
    }
    let other = game.name().to_lowercase();
    if other != game.choice() {
        names.push(other);
    }
    names
}

/// Error for a name that belongs to no game or rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game '{0}': expected {names}", names = GameName::choices().replace('|', ", "))]
pub struct UnknownGameName(String);

impl FromStr for GameName {
    type Err = UnknownGameName;

    /// Parses a name in upper or lower case.
    fn from_str(text: &str) -> Result<Self, UnknownGameName> {
        if let Some(game) = Game::named(text) {
            return Ok(GameName { game, rule: None });
        }
        let rule: Rule = text.parse().map_err(|_| UnknownGameName(text.to_owned()))?;
        Ok(GameName {
            game: Game::Gomoku,
            rule: Some(rule),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choices_are_every_game_and_every_rule() {
        let named: Vec<GameName> = GameName::choices()
            .split('|')
            .map(|name| name.to_uppercase().parse().unwrap())
            .collect();
        let all = "go|gomoku|freestyle|standard|renju|caro|exact-caro|reversi|othello";
        assert_eq!(GameName::choices(), all);
        for rule in Rule::ALL {
            assert!(named.iter().any(|name| name.rule == Some(rule)), "{rule}");
        }
        for game in Game::ALL {
            assert!(named.iter().any(|name| name.game == game), "{game:?}");
        }
        let gomoku: GameName = "gomoku".parse().unwrap();
        assert_eq!(gomoku.rule, None);
        let refusal = "chess".parse::<GameName>().unwrap_err().to_string();
        assert!(
            refusal.ends_with("renju, caro, exact-caro, reversi, othello"),
            "{refusal}"
        );
    }
}
