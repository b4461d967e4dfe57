//! A claim about a point, with its sentence and its form as JSON.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};

use crate::board::{Move, Point};
use crate::life::group::GroupStatus;
use crate::life::reading::{LifeVerdict, WayOfLife};
use crate::life::side::LifeSide;
use tengen_engine::game::Color;

/// A claim about a chain, its group, or an empty point. Every claim can be checked on the board alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "claim", rename_all = "snake_case")]
pub enum Claim {
    /// A chain with its stones and liberties.
    Chain {
        /// The side.
        #[serde(serialize_with = "color_name")]
        color: Color,
        /// The stones.
        #[serde(serialize_with = "point_names")]
        stones: Vec<Point>,
        /// The liberties.
        #[serde(serialize_with = "point_names")]
        liberties: Vec<Point>,
    },
    /// The chain is in atari.
    Atari {
        /// The side that captures.
        #[serde(serialize_with = "color_name")]
        by: Color,
        /// The last liberty.
        #[serde(serialize_with = "point_name")]
        at: Point,
        /// Whether the rules allow the capture now.
        allowed: bool,
    },
    /// A ladder captures the chain.
    LadderWorks {
        /// The side that moves first.
        #[serde(serialize_with = "color_name")]
        first: Color,
        /// Whether ko threats of the defender would save it.
        ko: bool,
        /// The line of play.
        #[serde(serialize_with = "line_names")]
        line: Vec<(Color, Move)>,
    },
    /// No ladder captures the chain.
    LadderFails {
        /// The side that moves first.
        #[serde(serialize_with = "color_name")]
        first: Color,
        /// Whether ko threats of the attacker would capture it.
        ko: bool,
        /// The line of play.
        #[serde(serialize_with = "line_names")]
        line: Vec<(Color, Move)>,
        /// A stone of each chain of the defender without which the ladder works.
        #[serde(serialize_with = "point_names")]
        breakers: Vec<Point>,
    },
    /// The reading of the ladder reached a limit.
    LadderUnknown {
        /// The side that moves first.
        #[serde(serialize_with = "color_name")]
        first: Color,
    },
    /// The chain can never be captured, even if its side always passes.
    PassAlive {
        /// The side.
        #[serde(serialize_with = "color_name")]
        color: Color,
        /// A point of each eye that the chain fills or surrounds alone.
        #[serde(serialize_with = "point_names")]
        eyes: Vec<Point>,
    },
    /// The group lives even if the attacker moves first.
    Alive {
        /// The attacker.
        #[serde(serialize_with = "color_name")]
        attacker: Color,
        /// The way in which it lives, unless the reading of that reached a limit.
        how: Option<WayOfLife>,
        /// The attack and the answers to it.
        #[serde(serialize_with = "line_names")]
        line: Vec<(Color, Move)>,
        /// A point of each eye at the end of the line, if the group has two there.
        #[serde(serialize_with = "point_names")]
        eyes: Vec<Point>,
    },
    /// Groups without two eyes share liberties with the chain, which neither side can fill.
    SharedLiberties {
        /// The liberties.
        #[serde(serialize_with = "point_names")]
        liberties: Vec<Point>,
        /// A stone of each opposing chain that shares them.
        #[serde(serialize_with = "point_names")]
        chains: Vec<Point>,
    },
    /// The group is captured even if the defender moves first.
    Dead {
        /// The defender.
        #[serde(serialize_with = "color_name")]
        defender: Color,
        /// The defense and the answers to it.
        #[serde(serialize_with = "line_names")]
        line: Vec<(Color, Move)>,
    },
    /// The side that moves first succeeds.
    Unsettled {
        /// The attacker.
        #[serde(serialize_with = "color_name")]
        attacker: Color,
        /// The line with the attacker first.
        #[serde(serialize_with = "line_names")]
        attack: Vec<(Color, Move)>,
        /// The line with the defender first.
        #[serde(serialize_with = "line_names")]
        defense: Vec<(Color, Move)>,
    },
    /// A ko decides, at least with one side to move first.
    Ko {
        /// What happens with the attacker and with the defender first.
        outcomes: [KoOutcome; 2],
    },
    /// The points that the readings of life and death rest on.
    Region {
        /// The points.
        #[serde(serialize_with = "point_names")]
        points: Vec<Point>,
        /// A stone of each chain that was taken for safe.
        #[serde(serialize_with = "point_names")]
        walls: Vec<Point>,
    },
    /// Walls of the region are dead or live in seki alone.
    WeakWalls {
        /// A stone of each.
        #[serde(serialize_with = "point_names")]
        walls: Vec<Point>,
        /// The status of the group where these walls can be captured too.
        #[serde(serialize_with = "status_name")]
        status: GroupStatus,
    },
    /// The other chains of its side in the region change the status.
    Survivors {
        /// A stone of each.
        #[serde(serialize_with = "point_names")]
        chains: Vec<Point>,
        /// The status of all together.
        #[serde(serialize_with = "status_name")]
        status: GroupStatus,
    },
    /// The group has no region in which it could be read.
    NotEnclosed {
        /// The reason in words.
        reason: String,
    },
    /// The reading of life and death reached a limit.
    LifeUnknown,
    /// The point is surrounded by pass-alive stones.
    Territory {
        /// The side.
        #[serde(serialize_with = "color_name")]
        color: Color,
    },
    /// The point is an eye.
    Eye {
        /// The side.
        #[serde(serialize_with = "color_name")]
        color: Color,
        /// Whether opposing stones on its corners make it false.
        is_false: bool,
    },
    /// A stone on the point.
    Stone(StoneClaim),
}

/// The outcome with one side to move first, where a ko may turn it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KoOutcome {
    /// The side that moves first.
    #[serde(serialize_with = "color_name")]
    pub first: Color,
    /// Its role.
    pub role: LifeSide,
    /// Whether the group is captured if nobody has ko threats.
    pub captured: bool,
    /// The side whose threats turn that, and how many it needs.
    #[serde(serialize_with = "threat_fields")]
    pub threats: Option<(Color, usize)>,
    /// The first move that is best, if any helps.
    #[serde(serialize_with = "move_name")]
    pub best: Option<Move>,
}

/// The effect of a stone on an empty point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoneClaim {
    /// The color of the stone.
    #[serde(serialize_with = "color_name")]
    pub color: Color,
    /// The point.
    #[serde(serialize_with = "point_name")]
    pub at: Point,
    /// The reason why the rules forbid it.
    pub forbidden: Option<Forbidden>,
    /// The stones that it captures.
    #[serde(serialize_with = "point_names")]
    pub captures: Vec<Point>,
    /// The liberties of its chain after the move.
    #[serde(serialize_with = "point_names")]
    pub liberties: Vec<Point>,
    /// The number of stones of its chain after the move.
    pub stones: usize,
    /// A stone of each own chain that it joins.
    #[serde(serialize_with = "point_names")]
    pub joins: Vec<Point>,
    /// A stone of each opposing chain that it puts in atari.
    #[serde(serialize_with = "point_names")]
    pub ataris: Vec<Point>,
    /// Whether the opponent may not take back at once.
    pub makes_ko: bool,
}

/// The reason why the rules forbid a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Forbidden {
    /// It would have no liberty.
    Suicide,
    /// The simple ko.
    Ko,
    /// It would repeat an earlier position of the game.
    Superko,
}

impl Claim {
    /// Returns the claim as a JSON object with its sentence as `text`.
    ///
    /// # Errors
    /// Never fails for the claims of this program.
    pub fn to_json(&self) -> serde_json::Result<serde_json::Value> {
        let mut value = serde_json::to_value(self)?;
        value["text"] = self.to_string().into();
        Ok(value)
    }
}

/// Writes the claim as one or two English sentences.
impl Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Chain {
                color,
                stones,
                liberties,
            } => write!(
                f,
                "The {} chain has {} and {}: {}.",
                Name(*color).lower(),
                counted(stones.len(), "stone", "stones"),
                counted(liberties.len(), "liberty", "liberties"),
                List(liberties)
            ),
            Claim::Atari { by, at, allowed } => match allowed {
                true => write!(f, "It is in atari: {by} can capture it at {at}."),
                false => write!(
                    f,
                    "It is in atari, but {by} may not capture it at {at} now."
                ),
            },
            Claim::LadderWorks { .. } | Claim::LadderFails { .. } | Claim::LadderUnknown { .. } => {
                self.write_ladder(f)
            }
            Claim::Territory { color } => write!(
                f,
                "The point is surrounded by {} stones that cannot be captured.",
                Name(*color).lower()
            ),
            Claim::Eye { color, is_false } => write!(
                f,
                "The point is {} eye of {}.",
                if *is_false { "a false" } else { "an" },
                Name(*color).lower()
            ),
            Claim::Stone(stone) => stone.fmt(f),
            _ => self.write_life(f),
        }
    }
}

impl Claim {
    fn write_ladder(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::LadderWorks { first, ko, line } => {
                write!(
                    f,
                    "With {} to move, a ladder captures it",
                    Name(*first).lower()
                )?;
                write_line(f, line)?;
                if *ko {
                    write!(f, " Ko threats of its side would save it.")?;
                }
                Ok(())
            }
            Claim::LadderFails {
                first,
                ko,
                line,
                breakers,
            } => {
                write!(
                    f,
                    "With {} to move, no ladder captures it",
                    Name(*first).lower()
                )?;
                write_line(f, line)?;
                if !breakers.is_empty() {
                    let stones = if breakers.len() == 1 {
                        "the chain"
                    } else {
                        "any one of the chains"
                    };
                    write!(
                        f,
                        " Without {stones} at {} the ladder would work.",
                        List(breakers)
                    )?;
                }
                if *ko {
                    write!(f, " Ko threats of the attacker would capture it.")?;
                }
                Ok(())
            }
            Claim::LadderUnknown { first } => write!(
                f,
                "With {} to move, the ladder takes too many moves to read.",
                Name(*first).lower()
            ),
            _ => Ok(()),
        }
    }

    fn write_life(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::PassAlive { eyes, .. } => write!(
                f,
                "It is alive whatever is played, with {} at {}.",
                counted(eyes.len(), "eye", "eyes"),
                List(eyes)
            ),
            Claim::Alive {
                attacker,
                how,
                line,
                eyes,
            } => {
                let attacker = Name(*attacker);
                let life = match how {
                    Some(WayOfLife::Eyes) => "it can make two eyes",
                    Some(WayOfLife::Seki) => "it lives in seki, without two eyes",
                    Some(WayOfLife::Cycle) => {
                        "the fight repeats for ever, and it is never captured"
                    }
                    None => "it cannot be captured",
                };
                write!(f, "Alive: even if {} plays first, {life}", attacker.lower())?;
                write_line(f, line)?;
                if eyes.len() >= 2 {
                    write!(f, " Then it has eyes at {}.", List(eyes))?;
                }
                Ok(())
            }
            Claim::SharedLiberties { liberties, chains } => write!(
                f,
                "It shares {} {} with the opposing stones at {}.",
                if liberties.len() == 1 {
                    "the liberty"
                } else {
                    "the liberties"
                },
                List(liberties),
                List(chains)
            ),
            Claim::Dead { defender, line } => {
                let defender = Name(*defender).lower();
                write!(f, "Dead: even if {defender} plays first, it is captured")?;
                write_line(f, line)
            }
            Claim::Unsettled {
                attacker,
                attack,
                defense,
            } => {
                write!(
                    f,
                    "Unsettled: {} captures it by moving first",
                    Name(*attacker).lower()
                )?;
                write_line(f, attack)?;
                write!(f, " {} saves it by moving first", Name(attacker.opponent()))?;
                write_line(f, defense)
            }
            Claim::Ko { outcomes } => {
                write!(f, "A ko decides. {} {}", outcomes[0], outcomes[1])
            }
            Claim::Region { points, walls } => {
                write!(f, "This was read on {}", List(points))?;
                if !walls.is_empty() {
                    write!(
                        f,
                        ", with the stones around at {} taken for safe",
                        List(walls)
                    )?;
                }
                write!(f, ".")
            }
            Claim::WeakWalls { walls, status } => {
                let fate = match status {
                    GroupStatus::Alive => "it lives",
                    GroupStatus::Dead => "it is dead all the same",
                    GroupStatus::Unsettled | GroupStatus::Ko => "the side that moves first decides",
                    GroupStatus::Seki => "it is in seki: its captors would be captured in turn",
                    GroupStatus::Unknown => "its life takes too long to read",
                };
                let walls = List(walls);
                write!(
                    f,
                    "The stones around at {walls} are dead or live in seki alone. With them in the region {fate}."
                )
            }
            Claim::Survivors { chains, status } => {
                let fate = match status {
                    GroupStatus::Alive | GroupStatus::Seki => "something of the group always lives",
                    GroupStatus::Dead => "the whole group is dead",
                    GroupStatus::Unsettled => "the side that moves first decides",
                    GroupStatus::Ko => "a ko decides",
                    GroupStatus::Unknown => "the reading takes too long",
                };
                let chains = List(chains);
                write!(
                    f,
                    "Together with the chains of its side at {chains}, {fate}."
                )
            }
            Claim::NotEnclosed { reason } => {
                write!(f, "It is not enclosed, so its life was not read: {reason}.")
            }
            Claim::LifeUnknown => write!(f, "Its life takes too long to read."),
            _ => Ok(()),
        }
    }
}

/// Writes what the side that moves first gets.
impl Display for KoOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = if self.captured {
            "is captured"
        } else {
            "lives"
        };
        let first = Name(self.first);
        match self.best {
            Some(Move::Place(point)) => write!(f, "{first} first, at {point}: it {result}")?,
            Some(Move::Pass) => write!(f, "{first} first, who need not play here: it {result}")?,
            None => write!(f, "{first} first: it {result}")?,
        }
        match self.threats {
            None => write!(f, "."),
            Some((side, count)) => write!(
                f,
                " unless {} has {}.",
                Name(side).lower(),
                counted(count, "ko threat", "ko threats")
            ),
        }
    }
}

/// Writes what the stone does.
impl Display for StoneClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Name(self.color);
        match self.forbidden {
            Some(Forbidden::Suicide) => return write!(f, "{name} may not play here: suicide."),
            Some(Forbidden::Ko) => return write!(f, "{name} may not take the ko here now."),
            Some(Forbidden::Superko) => {
                return write!(
                    f,
                    "{name} may not play here: it repeats an earlier position."
                );
            }
            None => {}
        }
        if self.stones == 0 {
            return write!(f, "A {} stone here would be suicide.", name.lower());
        }
        let mut effects = Vec::new();
        if !self.captures.is_empty() {
            let count = counted(self.captures.len(), "stone", "stones");
            effects.push(format!("captures {count} at {}", List(&self.captures)));
        }
        if self.joins.len() >= 2 {
            effects.push(format!("joins the chains at {}", List(&self.joins)));
        }
        if !self.ataris.is_empty() {
            effects.push(format!("puts {} in atari", List(&self.ataris)));
        }
        let liberties = counted(self.liberties.len(), "liberty", "liberties");
        effects.push(match (self.liberties.len(), self.makes_ko) {
            (1, true) => "starts a ko".to_owned(),
            (1, false) => "is in atari itself".to_owned(),
            _ => format!("has {liberties}"),
        });
        let last = effects.pop().unwrap_or_default();
        let before = effects.join(", ");
        let and = if before.is_empty() { "" } else { " and " };
        write!(f, "A {} stone here {before}{and}{last}.", name.lower())
    }
}

/// Writes a line of play as `: B D4, W E5.`, or a period if there is none.
fn write_line(f: &mut fmt::Formatter<'_>, line: &[(Color, Move)]) -> fmt::Result {
    let moves: Vec<String> = line.iter().map(move_words).collect();
    if moves.is_empty() {
        return write!(f, ".");
    }
    write!(f, ": {}.", moves.join(", "))
}

fn move_words(&(color, mv): &(Color, Move)) -> String {
    match mv {
        Move::Pass => format!("{} passes", color.letter()),
        Move::Place(point) => format!("{} {point}", color.letter()),
    }
}

fn counted(count: usize, one: &str, several: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {several}"),
    }
}

/// The name of a side at the start of a sentence.
struct Name(Color);

impl Name {
    fn lower(&self) -> String {
        self.0.to_string()
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// Points with commas, and `and` before the last.
struct List<'a>(&'a [Point]);

impl Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, point) in self.0.iter().enumerate() {
            match number {
                0 => {}
                _ if number + 1 == self.0.len() => write!(f, " and ")?,
                _ => write!(f, ", ")?,
            }
            write!(f, "{point}")?;
        }
        Ok(())
    }
}

fn color_name<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(color)
}

fn point_name<S: Serializer>(point: &Point, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(point)
}

fn point_names<S: Serializer>(points: &[Point], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(points.iter().map(Point::to_string))
}

fn status_name<S: Serializer>(status: &GroupStatus, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status.name())
}

fn move_of(mv: Move) -> String {
    match mv {
        Move::Pass => "pass".to_owned(),
        Move::Place(point) => point.to_string(),
    }
}

fn move_name<S: Serializer>(mv: &Option<Move>, serializer: S) -> Result<S::Ok, S::Error> {
    mv.map(move_of).serialize(serializer)
}

fn line_names<S: Serializer>(line: &[(Color, Move)], serializer: S) -> Result<S::Ok, S::Error> {
    let step = |&(color, mv): &(Color, Move)| [color.letter().to_string(), move_of(mv)];
    serializer.collect_seq(line.iter().map(step))
}

fn threat_fields<S: Serializer>(
    threats: &Option<(Color, usize)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let fields = threats.map(|(color, count)| (color.to_string(), count));
    fields.serialize(serializer)
}

/// Returns whether a decided verdict is a capture; `None` if it is not decided.
pub(super) fn is_captured(verdict: LifeVerdict) -> Option<bool> {
    match verdict {
        LifeVerdict::Captured => Some(true),
        LifeVerdict::Lives => Some(false),
        LifeVerdict::Unknown => None,
    }
}
