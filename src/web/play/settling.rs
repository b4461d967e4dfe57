//! The dead stones of a finished board. The engine proposes them, both players mark others, and what both accept
//! decides the game.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::codes::GameCode;
use super::message::Refusal;
use super::referee::Referee;
use crate::terminal::game::Settlement;
use tengen_engine::game::{Color, Point};

/// The marks of a finished board, and who accepts them.
#[derive(Clone, Debug, Default)]
pub struct Settling {
    dead: BTreeSet<Point>,
    /// Whether the engine has proposed marks for this board: those in `known`.
    is_proposed: bool,
    /// The last board that the engine has looked at, with its dead stones, so that a side that passes again and again
    /// does not keep the engine busy.
    known: Option<(String, BTreeSet<Point>)>,
    /// Whether a player has marked a chain.
    is_marked: bool,
    /// Changes with every mark, so that a player cannot accept marks that have just changed.
    version: u32,
    accepted: [bool; 2],
}

impl Settling {
    /// Forgets the marks, because play goes on.
    pub fn clear(&mut self) {
        *self = Settling {
            version: self.version.wrapping_add(1),
            known: self.known.take(),
            ..Settling::default()
        };
    }

    /// Proposes what the engine has found before on the same board.
    pub fn recall(&mut self, board: &str) {
        let known = self.known.as_ref().filter(|(known, _)| known == board);
        if let Some(dead) = known.map(|(_, dead)| dead.clone()) {
            self.set(dead);
            self.is_proposed = true;
        }
    }

    /// Whether the engine has proposed marks for this board.
    pub fn is_proposed(&self) -> bool {
        self.is_proposed
    }

    /// Records the engine's proposal. It becomes the marks if no player has marked a chain yet.
    pub fn propose(&mut self, board: String, dead: Vec<Point>) {
        let dead: BTreeSet<Point> = dead.into_iter().collect();
        if !self.is_marked {
            self.set(dead.clone());
        }
        self.known = Some((board, dead));
        self.is_proposed = true;
    }

    /// Marks the stones of a chain.
    pub fn mark(&mut self, chain: Vec<Point>, is_dead: bool) -> Result<(), Refusal> {
        if chain.is_empty() {
            return Err(Refusal::Code(GameCode::NoStone));
        }
        let mut dead = self.dead.clone();
        for stone in chain {
            match is_dead {
                true => dead.insert(stone),
                false => dead.remove(&stone),
            };
        }
        self.is_marked = true;
        self.set(dead);
        Ok(())
    }

    /// Sets the marks. If they have changed, both sides have to accept them again.
    fn set(&mut self, dead: BTreeSet<Point>) {
        if dead != self.dead {
            self.dead = dead;
            self.accepted = [false; 2];
            self.version = self.version.wrapping_add(1);
        }
    }

    /// Sets the marks to those that the engine has judged by.
    pub fn set_judged(&mut self) {
        let proposed = self.known.clone().filter(|_| self.is_proposed);
        if let Some((_, dead)) = proposed {
            self.set(dead);
        }
    }

    /// Sets the marks of a finished game.
    pub fn restore(&mut self, dead: Vec<Point>) {
        self.set(dead.into_iter().collect());
    }

    /// Accepts the marks for a side. Returns whether both sides have now. Fails if the marks have changed.
    pub fn accept(&mut self, color: Color, version: u32) -> Result<bool, Refusal> {
        if version != self.version {
            return Err(Refusal::Code(GameCode::MarksChanged));
        }
        self.accepted[color.index()] = true;
        Ok(self.accepted == [true; 2])
    }

    /// Withdraws what a side has accepted, because the agreement could not be stored.
    pub fn withdraw(&mut self, color: Color) {
        self.accepted[color.index()] = false;
    }

    /// Returns the marked stones as text.
    pub fn dead(&self, referee: &dyn Referee) -> Vec<String> {
        let dead = self.dead.iter();
        dead.map(|&point| referee.spell_point(point)).collect()
    }

    /// Counts the board with the marks; `None` in games without dead stones.
    pub fn count(&self, referee: &dyn Referee) -> Option<Settlement> {
        let dead: Vec<Point> = self.dead.iter().copied().collect();
        referee.settle(&dead)
    }

    /// Writes the marks and the count as a JSON object; null in games without dead stones.
    pub fn json(&self, referee: &dyn Referee) -> Value {
        let Some(Settlement { owners, code }) = self.count(referee) else {
            return Value::Null;
        };
        let owner = |owner: Option<Color>| match owner {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        };
        let [black, white] = self.accepted;
        json!({
            "dead": self.dead(referee),
            "owners": owners.into_iter().map(owner).collect::<String>(),
            "score": code,
            "version": self.version,
            "accepted": { "b": black, "w": white },
            "proposed": self.is_proposed(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(column: u8) -> Point {
        Point { column, row: 0 }
    }

    #[test]
    fn a_mark_withdraws_what_was_accepted() {
        let mut settling = Settling::default();
        settling.propose("X".to_owned(), vec![point(1)]);
        assert!(settling.is_proposed());
        let version = settling.version;
        assert_eq!(settling.accept(Color::Black, version), Ok(false));
        settling.mark(vec![point(2), point(3)], true).unwrap();
        let changed = Err(Refusal::Code(GameCode::MarksChanged));
        assert_eq!(settling.accept(Color::White, version), changed);
        let version = settling.version;
        assert_eq!(settling.accept(Color::White, version), Ok(false));
        // A mark that changes nothing leaves it.
        settling.mark(vec![point(2)], true).unwrap();
        assert_eq!(settling.accept(Color::Black, version), Ok(true));
        assert_eq!(
            settling.mark(vec![], true),
            Err(Refusal::Code(GameCode::NoStone))
        );
    }

    #[test]
    fn a_late_proposal_does_not_replace_a_players_marks() {
        let mut settling = Settling::default();
        settling.mark(vec![point(2)], true).unwrap();
        settling.propose("X".to_owned(), vec![point(1)]);
        assert_eq!(settling.dead, BTreeSet::from([point(2)]));
        settling.set_judged();
        assert_eq!(settling.dead, BTreeSet::from([point(1)]));
        let version = settling.version;
        settling.clear();
        assert!(settling.dead.is_empty() && settling.version != version);
        settling.recall("O");
        assert!(!settling.is_proposed());
        settling.recall("X");
        assert_eq!(settling.dead, BTreeSet::from([point(1)]));
    }
}
