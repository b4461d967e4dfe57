//! The chat of the two players of a game, which its file keeps.

use std::collections::VecDeque;
use std::time::Instant;

use serde_json::{Value, json};

use super::codes::GameCode;
use super::entry::{Entry, letter, side};
use super::message::Refusal;
use super::plain_text::{self, BadText, LONGEST_CHAT};
use crate::web::socket::TokenBucket;
use tengen_engine::game::Color;

/// Most messages sent to a player who comes back.
const MOST_KEPT: usize = 100;

/// Most messages that the file of a game keeps: at most a third of its length, so that moves always have room. Later ones
/// are passed on only.
const MOST_STORED: usize = 1000;

/// Messages that a player may send at once.
const BURST: u32 = 5;

/// Messages that a player may send per second after that.
const PER_SECOND: u32 = 1;

/// The chat of a game.
pub struct Chat {
    /// Whether the host of the game allows it.
    is_allowed: bool,
    /// Whether each player has it turned on.
    is_on: [bool; 2],
    /// The rate of each player.
    rates: [TokenBucket; 2],
    /// The newest messages with their authors.
    lines: VecDeque<(Color, String)>,
    /// The number of messages so far.
    count: usize,
}

impl Chat {
    /// Returns an empty chat.
    pub fn new(is_allowed: bool, now: Instant) -> Chat {
        Chat {
            is_allowed,
            is_on: [is_allowed; 2],
            rates: [(); 2].map(|()| TokenBucket::new(BURST, PER_SECOND, now)),
            lines: VecDeque::new(),
            count: 0,
        }
    }

    /// Restores the chat of a game from its entries.
    pub fn restore(is_allowed: bool, entries: &[Entry], now: Instant) -> Chat {
        let mut chat = Chat::new(is_allowed, now);
        for entry in entries {
            if let Entry::Chat { black, text } = entry {
                chat.add(side(*black), text.clone());
            }
        }
        chat
    }

    /// Checks a line that a player wants to add, and counts it against the player's rate. Returns its text.
    pub fn check(&mut self, from: Color, text: &str, now: Instant) -> Result<String, Refusal> {
        if self.is_on.contains(&false) {
            return Err(Refusal::Code(GameCode::ChatOff));
        }
        let text = plain_text::line(text, LONGEST_CHAT).map_err(|error| match error {
            BadText::Empty => Refusal::Code(GameCode::ChatEmpty),
            BadText::TooLong(_) => Refusal::Code(GameCode::ChatLong),
            BadText::Control => Refusal::Code(GameCode::ChatControl),
        })?;
        if !self.rates[from.index()].try_take(now) {
            return Err(Refusal::Code(GameCode::ChatFast));
        }
        Ok(text.to_owned())
    }

    /// Whether the file keeps the next line.
    pub fn is_stored(&self) -> bool {
        self.count < MOST_STORED
    }

    /// Adds a checked line. Returns it as sent to both players.
    pub fn add(&mut self, from: Color, text: String) -> String {
        let message = json!({ "type": "chat", "from": letter(from), "text": text });
        if self.lines.len() == MOST_KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back((from, text));
        self.count += 1;
        message.to_string()
    }

    /// Turns the chat on or off for a player. While it is off for one, neither can write.
    pub fn switch(&mut self, color: Color, is_on: bool) -> Result<(), Refusal> {
        if !self.is_allowed {
            return Err(Refusal::Code(GameCode::ChatOff));
        }
        self.is_on[color.index()] = is_on;
        Ok(())
    }

    /// Writes who has the chat turned on; null if the game has none.
    pub fn json(&self) -> Value {
        let [black, white] = self.is_on;
        match self.is_allowed {
            true => json!({ "b": black, "w": white }),
            false => Value::Null,
        }
    }

    /// Writes the lines so far for a player who has come; `None` if there are none.
    pub fn history(&self) -> Option<String> {
        let lines = self.lines.iter();
        let lines: Vec<Value> = lines
            .map(|(from, text)| json!([letter(*from), text]))
            .collect();
        (!lines.is_empty()).then(|| json!({ "type": "chats", "lines": lines }).to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn say(chat: &mut Chat, from: Color, text: &str, now: Instant) -> Result<String, Refusal> {
        let text = chat.check(from, text, now)?;
        Ok(chat.add(from, text))
    }

    #[test]
    fn lines_are_bounded_in_length_rate_and_number() {
        let mut now = Instant::now();
        let mut chat = Chat::new(true, now);
        assert_eq!(chat.history(), None);
        let refusal = |chat: &mut Chat, text: &str| say(chat, Color::Black, text, now).unwrap_err();
        let long = "棋".repeat(LONGEST_CHAT + 1);
        assert_eq!(refusal(&mut chat, &long), Refusal::Code(GameCode::ChatLong));
        assert_eq!(refusal(&mut chat, " "), Refusal::Code(GameCode::ChatEmpty));
        assert_eq!(
            refusal(&mut chat, "a\u{1b}b"),
            Refusal::Code(GameCode::ChatControl)
        );
        for _ in 0..BURST {
            say(&mut chat, Color::Black, "hi", now).unwrap();
        }
        assert_eq!(refusal(&mut chat, "hi"), Refusal::Code(GameCode::ChatFast));
        let other = say(&mut chat, Color::White, "hi", now);
        assert!(other.is_ok(), "each has a rate");
        for number in 0..2 * MOST_KEPT {
            now += Duration::from_secs(1);
            say(&mut chat, Color::Black, &number.to_string(), now).unwrap();
        }
        assert_eq!(chat.lines.len(), MOST_KEPT);
        assert!(chat.history().unwrap().contains(r#"["b","199"]"#));
    }

    #[test]
    fn entries_restore_the_newest_lines_and_are_bounded() {
        let now = Instant::now();
        let entry = |number: usize| Entry::Chat {
            black: number.is_multiple_of(2),
            text: number.to_string(),
        };
        let entries: Vec<Entry> = (0..MOST_STORED).map(entry).collect();
        assert!(Chat::restore(true, &entries[1..], now).is_stored());
        let mut chat = Chat::restore(true, &entries, now);
        assert!(!chat.is_stored());
        assert_eq!(chat.lines.len(), MOST_KEPT);
        let history = chat.history().unwrap();
        assert!(history.contains(r#"["b","998"],["w","999"]]"#), "{history}");
        assert!(
            say(&mut chat, Color::White, "hi", now).is_ok(),
            "it goes on"
        );
    }

    #[test]
    fn either_side_turns_it_off_and_the_host_for_good() {
        let now = Instant::now();
        let mut chat = Chat::new(true, now);
        chat.switch(Color::White, false).unwrap();
        assert_eq!(chat.json(), json!({"b": true, "w": false}));
        let off = Err(Refusal::Code(GameCode::ChatOff));
        assert_eq!(say(&mut chat, Color::Black, "hi", now), off);
        chat.switch(Color::White, true).unwrap();
        assert!(say(&mut chat, Color::Black, "hi", now).is_ok());
        let mut chat = Chat::new(false, now);
        assert_eq!(chat.json(), Value::Null);
        assert_eq!(
            chat.switch(Color::Black, true),
            Err(Refusal::Code(GameCode::ChatOff))
        );
        assert_eq!(say(&mut chat, Color::Black, "hi", now), off);
    }
}
