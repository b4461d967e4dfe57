//! Links to games: the number of the game, and the secret of a seat.

use std::fmt::{self, Display};
use std::io;

use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::web::secret::Secret;
use tengen_engine::game::Color;

/// Bytes of a game's number.
const ID_BYTES: usize = 8;

/// Characters of a game's number.
const ID_LENGTH: usize = 11;

/// The number of a game, which is no secret: it names the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId([u8; ID_BYTES]);

impl GameId {
    /// Returns a new number.
    ///
    /// # Errors
    ///
    /// The system has no generator of random numbers.
    pub fn random() -> io::Result<GameId> {
        let mut bytes = [0; ID_BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(GameId(bytes))
    }
}

impl Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64URL_NOPAD.encode(&self.0))
    }
}

/// A link to a seat at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLink {
    /// The game.
    pub id: GameId,
    /// The right to the seat.
    pub secret: Secret,
}

impl GameLink {
    /// Parses a link as [`Display`] writes it.
    pub fn parse(text: &str) -> Option<GameLink> {
        let (id, secret) = text.split_at_checked(ID_LENGTH)?;
        let id = BASE64URL_NOPAD.decode(id.as_bytes()).ok()?;
        Some(GameLink {
            id: GameId(id.try_into().ok()?),
            secret: Secret::parse(secret)?,
        })
    }
}

impl Display for GameLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.id, self.secret.text())
    }
}

/// A place at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuestSeat {
    /// A player of this side.
    Player(Color),
    /// A watcher.
    Watcher,
}

impl GuestSeat {
    /// Returns the side of a player.
    pub fn side(self) -> Option<Color> {
        match self {
            GuestSeat::Player(color) => Some(color),
            GuestSeat::Watcher => None,
        }
    }
}

/// The secrets of a game's seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSecrets {
    black: String,
    white: String,
    watch: String,
}

impl SeatSecrets {
    /// Returns new secrets.
    ///
    /// # Errors
    ///
    /// The system has no generator of random numbers.
    pub fn random() -> io::Result<SeatSecrets> {
        Ok(SeatSecrets {
            black: Secret::random()?.text(),
            white: Secret::random()?.text(),
            watch: Secret::random()?.text(),
        })
    }

    /// Returns the seat of a secret.
    pub fn seat(&self, secret: &Secret) -> Option<GuestSeat> {
        let seats = [
            (&self.black, GuestSeat::Player(Color::Black)),
            (&self.white, GuestSeat::Player(Color::White)),
            (&self.watch, GuestSeat::Watcher),
        ];
        let found = seats
            .into_iter()
            .find(|(text, _)| Secret::parse(text).as_ref() == Some(secret));
        found.map(|(_, seat)| seat)
    }
}

/// The links to a new game, as paths of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLinks {
    id: GameId,
    secrets: SeatSecrets,
}

impl GameLinks {
    /// Returns the links of a game.
    pub fn new(id: GameId, secrets: SeatSecrets) -> GameLinks {
        GameLinks { id, secrets }
    }

    /// Writes the links as an object.
    pub fn json(&self) -> Value {
        let link = |secret: &str| format!("/game/{}{secret}", self.id);
        let SeatSecrets {
            black,
            white,
            watch,
        } = &self.secrets;
        json!({ "black": link(black), "white": link(white), "watch": link(watch) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_leads_to_its_seat() {
        let (id, secrets) = (GameId::random().unwrap(), SeatSecrets::random().unwrap());
        let links = GameLinks::new(id, secrets.clone()).json();
        for (name, seat) in [
            ("black", GuestSeat::Player(Color::Black)),
            ("white", GuestSeat::Player(Color::White)),
            ("watch", GuestSeat::Watcher),
        ] {
            let path = links[name].as_str().unwrap();
            let text = path.strip_prefix("/game/").unwrap();
            let link = GameLink::parse(text).unwrap();
            assert_eq!(link.id, id);
            assert_eq!(secrets.seat(&link.secret), Some(seat));
            assert_eq!(link.to_string(), text);
        }
        assert_eq!(secrets.seat(&Secret::random().unwrap()), None);
    }

    #[test]
    fn other_texts_are_no_links() {
        let link = GameLink {
            id: GameId::random().unwrap(),
            secret: Secret::random().unwrap(),
        };
        let text = link.to_string();
        for bad in [
            "",
            "é",
            &text[1..],
            &format!("{text}a"),
            &text.replace(&text[..1], "/"),
            "../../etc/passwd",
        ] {
            assert_eq!(GameLink::parse(bad), None, "{bad}");
        }
    }
}
