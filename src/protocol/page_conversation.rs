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
                options.gtp.sends_codes = true;
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
    use std::io::Cursor;

    use crossbeam_channel::never;
    use data_encoding::BASE64;
    use serde_json::{Value, json};

    use super::*;
    use crate::io::input;
    use crate::io::output::Output;
    use crate::io::server::{self, Sources};
    use tengen_testing::written::Written;

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

    /// Returns the replies to these lines, of a page's conversation or of a plain one.
    fn replies(is_page: bool, lines: &str) -> String {
        let (waker, events) = Waker::new();
        let options = Options::new(Game::Go);
        let mut front = match is_page {
            true => PageConversation::Gtp(Game::Go)
                .front(options, waker)
                .unwrap(),
            false => Box::new(GtpFront::new(options, waker).unwrap()),
        };
        let lines = input::spawn(Cursor::new(lines.to_owned())).unwrap();
        let sources = Sources {
            lines,
            events,
            gone: never(),
        };
        let written = Written::default();
        server::run(sources, front.as_mut(), &mut Output::new(written.clone())).unwrap();
        written.take()
    }

    #[test]
    fn refusals_end_with_their_codes_for_a_page_only() {
        let record = |bytes: &[u8]| format!("readrecord {}", BASE64.encode(bytes));
        for (lines, sentence, code) in [
            (
                "play b d4\nplay w d4",
                "illegal move",
                r#"{"code":"occupied"}"#,
            ),
            ("play b z1", "illegal move", r#"{"code":"off_board"}"#),
            ("boardsize 99", "unacceptable size", r#"{"code":"size"}"#),
            (
                "play b d4\nfixed_handicap 2",
                "board not empty",
                r#"{"code":"handicap"}"#,
            ),
            (
                "problem",
                "a problem needs a network",
                r#"{"code":"no_network"}"#,
            ),
            (
                "boardsize 2\nset_position b a1 b a2 b b1 b b2",
                "illegal move",
                r#"{"code":"no_liberty"}"#,
            ),
            (
                &record(b"PK\x03\x04"),
                "this is a zip archive; extract it first",
                r#"{"code":"archive","kind":"zip"}"#,
            ),
            (
                &record(b"\n(;GM[7])"),
                "line 2, column 6: expected game 1 (Go), 2 (Othello) or 4 (gomoku and renju), saw \"7\"",
                r#"{"code":"record_at","line":2}"#,
            ),
            (
                &record(b" "),
                "line 1: expected a game record, saw an empty file",
                r#"{"code":"empty_file"}"#,
            ),
        ] {
            let refusal = format!("? {sentence}\n");
            let [page, plain] = [true, false].map(|is_page| replies(is_page, lines));
            assert!(
                page.ends_with(&format!("{refusal}{code}\n\n")),
                "{lines}: {page}"
            );
            assert!(plain.ends_with(&format!("{refusal}\n")), "{lines}: {plain}");
        }
        // A refusal that a person cannot meet has none.
        assert_eq!(replies(true, "fly"), "? unknown command\n\n");
    }

    #[test]
    fn faults_of_a_record_have_codes_for_a_page_only() {
        let line = format!(
            "readrecord {}",
            BASE64.encode(b"(;SZ[9]KM[x]\n;B[aa];W[aa];B[zz]")
        );
        let page = replies(true, &line);
        let reply: Value = serde_json::from_str(page.trim_start_matches("= ").trim()).unwrap();
        assert_eq!(
            reply["codes"],
            json!([
                { "code": "left_out", "line": 2 },
                { "code": "cut", "line": 2 },
                { "code": "komi" },
                { "code": "move", "line": 2, "number": 2, "rule": "occupied" },
            ])
        );
        assert_eq!(reply["faults"].as_array().unwrap().len(), 4);
        assert!(!replies(false, &line).contains("codes"));
    }
}
