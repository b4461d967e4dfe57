//! Links to games: the game's number and a secret.

use std::fmt::{self, Display};
use std::io;

use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::web::secret::Secret;
use tengen_engine::game::Color;

/// Bytes of a game's number.
const ID_BYTES: usize = 8;

/// Characters of a game's number in a link.
const ID_LENGTH: usize = 11;

/// The number of a game. It is not secret, since it names the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameId([u8; ID_BYTES]);

impl GameId {
    /// Returns a random number. Fails if the system has no random number generator.
    pub fn random() -> io::Result<GameId> {
        let mut bytes = [0; ID_BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(GameId(bytes))
    }
}

impl TryFrom<String> for GameId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<GameId, &'static str> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes());
        let bytes = bytes.ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(GameId).ok_or("not the number of a game")
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> String {
        id.to_string()
    }
}

impl Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64URL_NOPAD.encode(&self.0))
    }
}

/// A link to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLink {
    /// The number of the game.
    pub id: GameId,
    /// The secret, which gives a role.
    pub secret: Secret,
}

impl GameLink {
    /// Parses a link as written by [`Display`].
    pub fn parse(text: &str) -> Option<GameLink> {
        let (id, secret) = text.split_at_checked(ID_LENGTH)?;
        Some(GameLink {
            id: id.to_owned().try_into().ok()?,
            secret: Secret::parse(secret)?,
        })
    }
}

impl Display for GameLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.id, self.secret.text())
    }
}

/// The role of a connection at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuestRole {
    /// The player of this side.
    Player(Color),
    /// A watcher, who cannot move.
    Watcher,
}

impl GuestRole {
    /// Returns the side of a player; `None` for a watcher.
    pub fn side(self) -> Option<Color> {
        match self {
            GuestRole::Player(color) => Some(color),
            GuestRole::Watcher => None,
        }
    }
}

/// The secrets of a game's three links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkSecrets {
    black: String,
    white: String,
    watch: String,
}

impl LinkSecrets {
    /// Returns random secrets. Fails if the system has no random number generator.
    pub fn random() -> io::Result<LinkSecrets> {
        Ok(LinkSecrets {
            black: Secret::random()?.text(),
            white: Secret::random()?.text(),
            watch: Secret::random()?.text(),
        })
    }

    /// Returns the role with this secret.
    pub fn role(&self, secret: &Secret) -> Option<GuestRole> {
        let roles = [
            (&self.black, GuestRole::Player(Color::Black)),
            (&self.white, GuestRole::Player(Color::White)),
            (&self.watch, GuestRole::Watcher),
        ];
        let found = roles
            .into_iter()
            .find(|(text, _)| Secret::parse(text).as_ref() == Some(secret));
        found.map(|(_, role)| role)
    }
}

/// The links to a new game, as paths of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLinks {
    id: GameId,
    secrets: LinkSecrets,
}

impl GameLinks {
    /// Creates the links with these secrets.
    pub fn new(id: GameId, secrets: LinkSecrets) -> GameLinks {
        GameLinks { id, secrets }
    }

    /// Returns the link for a role.
    pub fn path(&self, role: GuestRole) -> String {
        let secret = match role {
            GuestRole::Player(Color::Black) => &self.secrets.black,
            GuestRole::Player(Color::White) => &self.secrets.white,
            GuestRole::Watcher => &self.secrets.watch,
        };
        format!("/game/{}{secret}", self.id)
    }

    /// Writes the links as a JSON object.
    pub fn json(&self) -> Value {
        let [black, white] = Color::BOTH.map(|color| self.path(GuestRole::Player(color)));
        json!({ "black": black, "white": white, "watch": self.path(GuestRole::Watcher) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_leads_to_its_role() {
        let (id, secrets) = (GameId::random().unwrap(), LinkSecrets::random().unwrap());
        let links = GameLinks::new(id, secrets.clone()).json();
        for (name, role) in [
            ("black", GuestRole::Player(Color::Black)),
            ("white", GuestRole::Player(Color::White)),
            ("watch", GuestRole::Watcher),
        ] {
            let path = links[name].as_str().unwrap();
            let text = path.strip_prefix("/game/").unwrap();
            let link = GameLink::parse(text).unwrap();
            assert_eq!(link.id, id);
            assert_eq!(secrets.role(&link.secret), Some(role));
            assert_eq!(link.to_string(), text);
        }
        assert_eq!(secrets.role(&Secret::random().unwrap()), None);
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
