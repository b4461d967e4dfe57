//! A claim about a point, with its sentence and its JSON form.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};

use crate::board::{Move, Point};
use crate::life::group::GroupStatus;
use crate::life::reading::{LifeVerdict, WayOfLife};
use crate::life::side::LifeSide;
use tengen_engine::game::Color;

/// A claim about a chain, its group, or an empty point. Every claim can be checked from the board alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "claim", rename_all = "snake_case")]
pub enum Claim {
    /// A chain's stones and liberties.
    Chain {
        /// Color of the chain.
        #[serde(serialize_with = "color_name")]
        color: Color,
        /// All stones of the chain.
        #[serde(serialize_with = "point_names")]
        stones: Vec<Point>,
        /// All liberties of the chain.
        #[serde(serialize_with = "point_names")]
        liberties: Vec<Point>,
    },
    /// The chain is in atari.
    Atari {
        /// Color of the capturing side.
        #[serde(serialize_with = "color_name")]
        by: Color,
        /// The chain's last liberty.
        #[serde(serialize_with = "point_name")]
        at: Point,
        /// Whether the rules allow the capture in this position.
        allowed: bool,
    },
    /// A ladder captures the chain.
    LadderWorks {
        /// The side to move first.
        #[serde(serialize_with = "color_name")]
        first: Color,
        /// Whether ko threats of the defender would save the chain.
        ko: bool,
        /// Principal variation of the ladder.
        #[serde(serialize_with = "line_names")]
        line: Vec<(Color, Move)>,
    },
    /// No ladder captures the chain.
    LadderFails {
        /// The side to move first.
        #[serde(serialize_with = "color_name")]
        first: Color,
        /// Whether ko threats of the attacker would capture the chain.
        ko: bool,
        /// Principal variation of the escape.
        #[serde(serialize_with = "line_names")]
        line: Vec<(Color, Move)>,
        /// One stone of each of the defender's chains without which the ladder would work.
        #[serde(serialize_with = "point_names")]
        breakers: Vec<Point>,
    },
    /// The ladder reading reached a limit.
    LadderUnknown {
        /// The side to move first.
        #[serde(serialize_with = "color_name")]
        first: Color,
    },
    /// The chain can never be captured, even if its side always passes.
    PassAlive {
        /// Color of the chain.
        #[serde(serialize_with = "color_name")]
        color: Color,
        /// One point of each eye of the chain.
        #[serde(serialize_with = "point_names")]
        eyes: Vec<Point>,
    },
    /// The group lives even if the attacker moves first.
    Alive {
        /// Color of the attacker.
        #[serde(serialize_with = "color_name")]
        attacker: Color,
        /// How the group lives; `None` if this reading reached a limit.
        how: Option<WayOfLife>,
        /// The attack and the answers to it.
        #[serde(serialize_with = "line_names")]
        line: Vec<(Color, Move)>,
        /// One point of each eye at the end of the line, if the group has two there.
        #[serde(serialize_with = "point_names")]
        eyes: Vec<Point>,
    },
    /// The chain shares liberties with groups without two eyes, and neither side can fill them.
    SharedLiberties {
        /// Liberties that the chain shares.
        #[serde(serialize_with = "point_names")]
        liberties: Vec<Point>,
        /// One stone of each opposing chain that shares them.
        #[serde(serialize_with = "point_names")]
        chains: Vec<Point>,
    },
    /// The group is captured even if the defender moves first.
    Dead {
        /// Color of the defender.
        #[serde(serialize_with = "color_name")]
        defender: Color,
        /// The defense and the answers to it.
        #[serde(serialize_with = "line_names")]
        line: Vec<(Color, Move)>,
    },
    /// The side that moves first succeeds.
    Unsettled {
        /// Color of the attacker.
        #[serde(serialize_with = "color_name")]
        attacker: Color,
        /// The line if the attacker moves first.
        #[serde(serialize_with = "line_names")]
        attack: Vec<(Color, Move)>,
        /// The line if the defender moves first.
        #[serde(serialize_with = "line_names")]
        defense: Vec<(Color, Move)>,
    },
    /// A ko decides, at least with one side to move first.
    Ko {
        /// Outcomes with the attacker to move first, then the defender.
        outcomes: [KoOutcome; 2],
    },
    /// The points that were read for life and death.
    Region {
        /// Points where both sides may play.
        #[serde(serialize_with = "point_names")]
        points: Vec<Point>,
        /// One stone of each chain that was assumed to be safe.
        #[serde(serialize_with = "point_names")]
        walls: Vec<Point>,
    },
    /// Walls of the region are dead or live only in seki.
    WeakWalls {
        /// One stone of each of these walls.
        #[serde(serialize_with = "point_names")]
        walls: Vec<Point>,
        /// Status of the group if these walls can be captured too.
        #[serde(serialize_with = "status_name")]
        status: GroupStatus,
    },
    /// The side's other chains in the region change the status.
    Survivors {
        /// One stone of each of these chains.
        #[serde(serialize_with = "point_names")]
        chains: Vec<Point>,
        /// Status of all these chains together with the target.
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
        /// Color of the surrounding stones.
        #[serde(serialize_with = "color_name")]
        color: Color,
    },
    /// The point is an eye.
    Eye {
        /// Color of the stones around the eye.
        #[serde(serialize_with = "color_name")]
        color: Color,
        /// Whether opposing stones on its corners make it false.
        is_false: bool,
    },
    /// The effect of a stone on the point.
    Stone(StoneClaim),
}

/// The outcome with one side to move first, if a ko may decide it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KoOutcome {
    /// The side to move first.
    #[serde(serialize_with = "color_name")]
    pub first: Color,
    /// Role of the side to move first.
    pub role: LifeSide,
    /// Whether the group is captured if neither side has ko threats.
    pub captured: bool,
    /// The side with ko threats that would reverse `captured`, and how many it needs.
    #[serde(serialize_with = "threat_fields")]
    pub threats: Option<(Color, usize)>,
    /// The best first move; `None` if none helps or is known.
    #[serde(serialize_with = "move_name")]
    pub best: Option<Move>,
}

/// The effect of a stone on an empty point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoneClaim {
    /// Color of the stone.
    #[serde(serialize_with = "color_name")]
    pub color: Color,
    /// The point of the stone.
    #[serde(serialize_with = "point_name")]
    pub at: Point,
    /// Why the rules forbid the move, if they do.
    pub forbidden: Option<Forbidden>,
    /// Opposing stones that the move captures.
    #[serde(serialize_with = "point_names")]
    pub captures: Vec<Point>,
    /// Liberties of the stone's chain after the move.
    #[serde(serialize_with = "point_names")]
    pub liberties: Vec<Point>,
    /// Number of stones of its chain after the move.
    pub stones: usize,
    /// One stone of each of its side's chains that it joins.
    #[serde(serialize_with = "point_names")]
    pub joins: Vec<Point>,
    /// One stone of each opposing chain that it puts in atari.
    #[serde(serialize_with = "point_names")]
    pub ataris: Vec<Point>,
    /// Whether the opponent may not retake immediately.
    pub makes_ko: bool,
}

/// The reason why the rules forbid a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Forbidden {
    /// The stone would have no liberty.
    Suicide,
    /// The stone would retake a simple ko immediately.
    Ko,
    /// The stone would repeat an earlier position of the game.
    Superko,
}

impl Claim {
    /// Returns the claim as a JSON object with its sentence as `text`.
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

/// Writes the result for the side that moves first.
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

/// Writes the effect of the stone.
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

/// A side's capitalized name.
struct Name(Color);

impl Name {
    fn lower(&self) -> String {
        self.0.to_string()
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.capitalized())
    }
}

/// Points separated by commas, with `and` before the last.
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

/// Returns whether a decided verdict is a capture; `None` if undecided.
pub(super) fn is_captured(verdict: LifeVerdict) -> Option<bool> {
    match verdict {
        LifeVerdict::Captured => Some(true),
        LifeVerdict::Lives => Some(false),
        LifeVerdict::Unknown => None,
    }
}
