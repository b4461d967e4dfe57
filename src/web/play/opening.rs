//! The openings of a match.

use super::codes::GameSetting;
use super::description::{BadDescription, GameDescription};
use super::referee::{Ending, referee};
use super::room::counting::run_count;
use crate::tool::openings::OpeningsArgs;
use tengen_play::Game;
use tengen_protocol::Options;

/// Draws a random opening, if the game asks for one and has none yet. Fails if its moves are not legal, or if the game
/// has no openings, for example on a tiny board.
pub fn draw(description: &mut GameDescription, options: &Options) -> Result<(), BadDescription> {
    let fail = |reason: String| BadDescription::new(GameSetting::Opening, reason);
    if description.random_openings && description.opening.is_empty() {
        let mut referee = referee(options).map_err(fail)?;
        let rule = match options.game {
            // Most rules of Go have no name there, and their openings are alike.
            Game::Go | Game::Reversi => None,
            Game::Gomoku => referee.rule(),
        };
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).map_err(|error| fail(error.to_string()))?;
        let seed = u64::from_le_bytes(seed);
        let (game, size) = (options.game, referee.size());
        let search = move || {
            let found = OpeningsArgs::one(game, size, rule, seed);
            found.map_err(|error| error.to_string())
        };
        let found = run_count(Box::new(search)).map_err(|refusal| fail(refusal.to_string()))?;
        let moves = found.unwrap_or_default();
        for mv in moves.split_whitespace() {
            let played = referee
                .play(mv)
                .map_err(|refusal| fail(refusal.to_string()));
            description.opening.push(played?);
        }
    }
    check(description, options).map_err(fail)
}

/// Checks that the moves are legal and leave the game open.
fn check(description: &GameDescription, options: &Options) -> Result<(), String> {
    let mut referee = referee(options)?;
    for mv in &description.opening {
        referee.play(mv).map_err(|refusal| refusal.to_string())?;
    }
    match referee.ending() {
        Ending::GoesOn => Ok(()),
        Ending::ToCount | Ending::Over(_) => Err("the game is over after it".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> Result<GameDescription, String> {
        let mut description: GameDescription = serde_json::from_str(text).unwrap();
        let (options, _) = description.options().map_err(|error| error.to_string())?;
        let drawn = draw(&mut description, &options);
        drawn.map_err(|error| error.to_string())?;
        Ok(description)
    }

    #[test]
    fn openings_are_drawn_or_checked() {
        let engines = r#""engines":{"black":{"name":"A"},"white":{"name":"B"}}"#;
        let random = drawn(&format!(
            r#"{{"game":"reversi",{engines},"random_openings":true}}"#
        ));
        assert_eq!(random.unwrap().opening.len(), 8);
        let given = |moves: &str| {
            drawn(&format!(
                r#"{{"game":"go","size":5,{engines},"opening":{moves}}}"#
            ))
        };
        assert_eq!(given(r#"["C3"]"#).unwrap().opening, ["C3"]);
        assert_eq!(
            given(r#"["C3","C3"]"#).unwrap_err(),
            "opening: the point is occupied"
        );
        assert_eq!(
            given(r#"["pass","pass"]"#).unwrap_err(),
            "opening: the game is over after it"
        );
        let empty = drawn(r#"{"game":"go"}"#).unwrap();
        assert!(empty.opening.is_empty());
    }
}
