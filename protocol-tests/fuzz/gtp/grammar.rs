//! Conversations drawn from the engine's own table of commands: correct, almost correct and wrong.

use std::sync::LazyLock;

use bolero::Driver;
use tengen_play::Game;
use tengen_play::games::with_game;
use tengen_protocol::gtp::analysis_grammar;
use tengen_protocol::gtp::{GtpCommand, GtpGame};
use tengen_protocol::usage::Usage;

use super::usage;
use crate::conversation::stretch;
use crate::dice::{Dice, NASTY, spoil};
use crate::temporary;

/// Commands that cost far more than others and are drawn less often.
const SLOW: [&str; 21] = [
    "kata-set-model",
    "final_score",
    "final_status_list",
    "owners",
    "kgs-genmove_cleanup",
    "kata-raw-nn",
    "heatmap",
    "policy_gfx",
    "estimate_score",
    "ladder_breakers",
    "ladder_makers",
    "ladder_breakers_gfx",
    "ladder_makers_gfx",
    "life",
    "life_moves",
    "life_sgf",
    "life_gfx",
    "lives",
    "lives_gfx",
    "dragon_status",
    "explain",
];

/// Words in lines that can name files or remove a search's limits. Such lines are not mutated.
const GUARDED: [&str; 11] = [
    "limits", "perft", "param", "sgf", "ggf", "model", "vcf", "vct", "solve", "hint", "quit",
];

/// Side lengths of boards; small ones, which allow long games, are more frequent.
const SIDES: [&str; 14] = [
    "5", "5", "6", "7", "9", "9", "15", "19", "3", "2", "1", "25", "0", "26",
];

/// The commands of a game.
pub struct Grammar {
    game: Game,
    side: usize,
}

struct Row {
    name: &'static str,
    usage: Usage,
}

fn rows<G: GtpGame>() -> Vec<Row> {
    let row = |command: &'static GtpCommand<G>| Row {
        name: command.name,
        usage: Usage::parse(command.args),
    };
    GtpCommand::<G>::all().map(row).collect()
}

/// The commands of each game, in the order of the games.
static ROWS: LazyLock<[Vec<Row>; Game::ALL.len()]> =
    LazyLock::new(|| Game::ALL.map(|game| with_game!(game, G => rows::<G>())));

impl Grammar {
    /// A grammar for conversations that begin with this game.
    pub fn new(game: Game) -> Grammar {
        Grammar { game, side: 9 }
    }

    /// Draws a conversation. Every search in it is limited to a few nodes.
    pub fn conversation<D: Driver>(mut self, dice: &mut Dice<'_, D>) -> Vec<u8> {
        let first = self.game;
        let mut text = Vec::new();
        if dice.once_in(4) {
            text.extend(b"#patient\n");
        }
        text.extend(self.bounds(dice).bytes());
        self.game(dice, &mut text);
        for _ in 1..stretch() {
            // Separate games, so that loaded files and full boards do not last.
            self = Grammar::new(first);
            text.extend(format!("set_game {}\n{}", first.name(), self.bounds(dice)).bytes());
            self.game(dice, &mut text);
        }
        if dice.once_in(8) {
            // After a search that has just begun, it waits or acts at once.
            text.extend(b"stop\n");
        }
        text
    }

    /// Adds the lines of a game, usually on a small board.
    fn game<D: Driver>(&mut self, dice: &mut Dice<'_, D>, text: &mut Vec<u8>) {
        if self.game != Game::Reversi && !dice.once_in(8) {
            self.side = 3 + dice.below(7);
            text.extend(format!("boardsize {}\n", self.side).bytes());
        }
        while dice.goes_on(40) {
            let line = self.line(dice);
            self.send(dice, line, text);
        }
    }

    /// Adds a line, with or without an id, blanks, comments and different line ends.
    fn send<D: Driver>(&self, dice: &mut Dice<'_, D>, line: String, text: &mut Vec<u8>) {
        for (at, line) in line.split('\n').enumerate() {
            let mut bytes = line.as_bytes().to_vec();
            if at == 0 && dice.once_in(2) {
                bytes.splice(0..0, format!("{} ", dice.below(100_000)).bytes());
            }
            if dice.once_in(12) {
                let whole = bytes.clone();
                spoil(dice, &mut bytes);
                if is_guarded(&bytes) || is_guarded(&whole) {
                    bytes = whole;
                }
            }
            match dice.below(24) {
                0 => bytes.extend(b"\r"),
                1 => bytes.extend(b" # a comment"),
                2 => bytes.splice(0..0, *b"\t ").for_each(drop),
                3 => bytes.extend(b"\n"),
                4 => bytes.extend(b"\n# interrupt"),
                _ => {}
            }
            text.extend(bytes);
            text.push(b'\n');
        }
    }

    fn line<D: Driver>(&mut self, dice: &mut Dice<'_, D>) -> String {
        match dice.below(32) {
            0..=12 => {
                let (color, vertex) = (self.value(dice, "COLOR"), self.value(dice, "VERTEX"));
                format!("play {color} {vertex}")
            }
            13..=14 => format!("genmove {}", self.value(dice, "COLOR")),
            15 => "undo".to_owned(),
            16 => "gogui-rules_board".to_owned(),
            17 => {
                let noise: Vec<u8> = (0..dice.below(20)).map(|_| dice.byte()).collect();
                let noise = String::from_utf8_lossy(&noise).into_owned();
                if is_guarded(noise.as_bytes()) {
                    String::new()
                } else {
                    noise
                }
            }
            _ => self.command(dice),
        }
    }

    /// Draws a command of the table, slow ones less often.
    fn command<D: Driver>(&mut self, dice: &mut Dice<'_, D>) -> String {
        let rows = &ROWS[self.game as usize];
        let mut row = dice.pick(rows);
        if SLOW.contains(&row.name) && !dice.once_in(4) {
            row = dice.pick(rows);
        }
        if SLOW.contains(&row.name) && self.side > 9 {
            return "name".to_owned();
        }
        let name = row.name;
        match name {
            "limits" => return self.bounds_in_words(dice),
            "perft" => return format!("perft {}", dice.pick(&["0", "1", "2", "x", "-1", ""])),
            "vcf" | "vct" => {
                return format!("{name} {} {}", self.value(dice, "COLOR"), dice.below(300));
            }
            "kata-set-param" | "kata-set-params" => return self.parameter(dice, name),
            "quit" if !dice.once_in(8 * stretch()) => return "name".to_owned(),
            "set_game" => {
                self.game = *dice.pick(&Game::ALL);
                let size = if self.game == Game::Reversi { 8 } else { 7 };
                self.side = size;
                return format!("set_game {}\nboardsize {size}", self.game.name());
            }
            _ => {}
        }
        let arguments = usage::draw(&row.usage, dice, &mut |dice, name| self.value(dice, name));
        let line = format!("{name} {arguments}");
        match name {
            "kata-set-rules" | "kata-set-rule" | "kgs-rules" | "gogui-param_rules" => {
                line + "\nkata-get-rules"
            }
            _ => line,
        }
    }

    fn bounds<D: Driver>(&self, dice: &mut Dice<'_, D>) -> String {
        format!("limits none nodes {}\n", dice.pick(&[4, 1, 2, 8, 20, 0]))
    }

    /// Draws limits of all kinds. The number of nodes stays limited in any case.
    fn bounds_in_words<D: Driver>(&mut self, dice: &mut Dice<'_, D>) -> String {
        let kind = *dice.pick(&["seconds", "visits", "depth", "nodes", "none", "x"]);
        let number = *dice.pick(&NASTY);
        format!(
            "limits {kind} {number}\nlimits\n{}",
            self.bounds(dice).trim_end()
        )
    }

    fn parameter<D: Driver>(&mut self, dice: &mut Dice<'_, D>, command: &str) -> String {
        let name = *dice.pick(&[
            "maxVisits",
            "maxPlayouts",
            "maxTime",
            "ponderingEnabled",
            "maxTimePondering",
            "resignThreshold",
            "allowResignation",
            "analysisWideRootNoise",
            "antiMirror",
            "conservativePass",
            "ignorePreRootHistory",
            "playoutDoublingAdvantage",
            "playoutDoublingAdvantagePla",
            "policyOptimism",
            "rootNumSymmetriesToSample",
            "rootPolicyOptimism",
            "rootPolicyTemperature",
            "useUncertainty",
            "nonsense",
        ]);
        let value = *dice.pick(&[
            "1",
            "3",
            "0.5",
            "-0.9",
            "auto",
            "true",
            "false",
            "1e20",
            "1125899906842624",
            "{}",
            "\"",
            "",
        ]);
        let line = match command {
            "kata-set-params" => format!(
                "{command} {{\"{name}\":{value},\"numSearchThreads\":{}}}",
                1 + dice.below(2)
            ),
            _ => format!("{command} {name} {value}"),
        };
        format!("{line}\nkata-get-params\n{}", self.bounds(dice).trim_end())
    }

    /// Draws a value for a name that appears in usages, sometimes a wrong one.
    fn value<D: Driver>(&mut self, dice: &mut Dice<'_, D>, name: &str) -> String {
        let is_wrong = dice.once_in(24);
        match name {
            "FILE" => {
                let name = dice.pick(&[
                    "0.sgf", "1.sgf", "2.sgf", "0.ggf", "1.ggf", "new.sgf", "none.sgf", "folder",
                    "", "2 3",
                ]);
                temporary::folder().join(name).display().to_string()
            }
            _ if is_wrong => (*dice.pick(&NASTY)).to_owned(),
            "COLOR" => (*dice.pick(&["b", "w", "b", "w", "black", "White", "B"])).to_owned(),
            "VERTEX" => self.vertex(dice),
            "WIDTH" if dice.once_in(8) => {
                format!("{}:{}", dice.pick(&SIDES), dice.pick(&SIDES))
            }
            "WIDTH" | "HEIGHT" => (*dice.pick(&SIDES)).to_owned(),
            "KOMI" => (*dice.pick(&["7.5", "0", "-3", "6.25", "375", "1000"])).to_owned(),
            "GAME" => (*dice.pick(&["Go", "gomoku", "Othello", "renju"])).to_owned(),
            "NAME" => (*dice.pick(&[
                "chinese",
                "japanese",
                "tromp-taylor",
                "aga",
                "new-zealand",
                "name",
                "maxTime",
            ]))
            .to_owned(),
            "KEY" => (*dice.pick(&[
                "ko",
                "suicide",
                "scoring",
                "tax",
                "hasButton",
                "friendlyPassOk",
            ]))
            .to_owned(),
            "VALUE" => (*dice.pick(&[
                "SIMPLE",
                "POSITIONAL",
                "SITUATIONAL",
                "true",
                "false",
                "AREA",
                "TERRITORY",
            ]))
            .to_owned(),
            "BOOLEAN" => (*dice.pick(&["true", "false"])).to_owned(),
            "FIELD" => {
                let field = dice.pick(&analysis_grammar::FIELDS);
                field.name.to_owned()
            }
            "OPTION" => self.option(dice),
            "JSON" => (*dice.pick(&[
                "{\"ko\":\"SIMPLE\",\"suicide\":true}",
                "{\"ko\":\"SITUATIONAL\"}",
                "{}",
                "{\"ko\":1}",
                "[[[[[[",
                "{\"suicide\":true}",
            ]))
            .to_owned(),
            "POSITION" if self.game == Game::Reversi => {
                let squares: String = (0..64).map(|_| *dice.pick(&['-', 'X', 'O'])).collect();
                format!("{squares} {}", dice.pick(&["b", "w", "X", "O"]))
            }
            "POSITION" => {
                let stone = |dice: &mut Dice<'_, D>| {
                    format!("{} {}", dice.pick(&["b", "w"]), self.vertex(dice))
                };
                let stones: Vec<String> = (0..dice.below(20)).map(|_| stone(dice)).collect();
                stones.join(" ")
            }
            "SYMMETRY" => dice.below(9).to_string(),
            "LIBERTIES" => dice.below(6).to_string(),
            "LIMIT" => dice.below(300).to_string(),
            _ => (*dice.pick(&["1", "2", "3", "5", "9", "0", "0.5", "60", "600"])).to_owned(),
        }
    }

    fn vertex<D: Driver>(&self, dice: &mut Dice<'_, D>) -> String {
        if dice.once_in(24) {
            return "pass".to_owned();
        }
        let beyond = usize::from(dice.once_in(16));
        let column = dice.below((self.side + beyond).min(25));
        let row = 1 + dice.below(self.side + beyond);
        format!("{}{row}", char::from(b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[column]))
    }

    fn option<D: Driver>(&self, dice: &mut Dice<'_, D>) -> String {
        let (color, depth) = (*dice.pick(&["b", "w"]), dice.below(4));
        match dice.below(5) {
            0 => format!("avoid {color} {} {depth}", self.vertex(dice)),
            1 => format!(
                "allow {color} {},{} {depth}",
                self.vertex(dice),
                self.vertex(dice)
            ),
            2 => format!("minmoves {}", dice.below(60)),
            3 => format!("maxmoves {}", dice.below(4)),
            _ => "interval 1".to_owned(),
        }
    }
}

/// Whether a line must stay as the grammar made it. GTP ignores control characters.
fn is_guarded(line: &[u8]) -> bool {
    let text: String = String::from_utf8_lossy(line)
        .chars()
        .filter(|c| !c.is_control())
        .collect();
    GUARDED.iter().any(|word| text.contains(word))
}
