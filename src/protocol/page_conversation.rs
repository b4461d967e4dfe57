//! Conversations with a page in the browser, with the engine on a server or inside the page.

use std::io;
use std::str::FromStr;

use thiserror::Error;

use super::Options;
use super::analysis::{AnalysisFront, AnalysisOptions};
use super::gtp::GtpFront;
use super::katago::KataGoConfig;
use crate::io::server::Front;
use tengen_engine::Waker;
use tengen_play::Game;

/// Kind of conversation opened by a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageConversation {
    /// GTP for a game.
    Gtp(Game),
    /// JSON analysis, for any game.
    Analysis,
}

impl PageConversation {
    /// Creates the front of the conversation. Fails if no thread can be started for the searches.
    pub fn front(self, mut options: Options, waker: Waker) -> io::Result<Box<dyn Front>> {
        match self {
            PageConversation::Gtp(game) => {
                options.game = game;
                options.gtp.is_for_person = true;
                Ok(Box::new(GtpFront::new(options, waker)?))
            }
            PageConversation::Analysis => {
                // Analyze as many positions in parallel as there are threads, with one thread each.
                let positions = std::mem::replace(&mut options.settings.threads, 1);
                let config = KataGoConfig {
                    analysis_threads: Some(positions),
                    ..KataGoConfig::default()
                };
                let options = AnalysisOptions {
                    options,
                    config,
                    quits_without_waiting: true,
                };
                Ok(Box::new(AnalysisFront::new(options, waker)))
            }
        }
    }
}

/// Error for a text that is not the name of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected gtp GAME or analysis, saw '{0}'")]
pub struct UnknownConversation(String);

impl FromStr for PageConversation {
    type Err = UnknownConversation;

    /// Parses `gtp GAME` or `analysis`.
    fn from_str(text: &str) -> Result<PageConversation, UnknownConversation> {
        let game = |text: &str| Game::named(text.strip_prefix("gtp ")?);
        match text {
            "analysis" => Ok(PageConversation::Analysis),
            _ => game(text)
                .map(PageConversation::Gtp)
                .ok_or_else(|| UnknownConversation(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversations_are_named_by_protocol_and_game() {
        assert_eq!("analysis".parse(), Ok(PageConversation::Analysis));
        let reversi = "gtp reversi".parse();
        assert_eq!(reversi, Ok(PageConversation::Gtp(Game::Reversi)));
        for bad in ["", "gtp", "gtp chess", "analysis go"] {
            let refusal = bad.parse::<PageConversation>().unwrap_err();
            let expected = format!("expected gtp GAME or analysis, saw '{bad}'");
            assert_eq!(refusal.to_string(), expected);
        }
    }
}
