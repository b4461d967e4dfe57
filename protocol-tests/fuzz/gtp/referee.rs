//! Follows a conversation with models of the games and compares replies about the position.

use tengen_engine::game::Color;
use tengen_play::Game as Kind;

use super::framing::{Reply, Request};
use crate::models::go::{self, Go, Ko, Rules};
use crate::models::gomoku::{Gomoku, RULES};
use crate::models::reversi::Reversi;
use crate::models::{Game, Model, Point, Verdict};

/// The expected position.
pub enum Referee {
    Go(Game<Go>),
    Gomoku(Game<Gomoku>),
    Reversi(Game<Reversi>),
    /// Unknown because a file was loaded, which other targets check. Known again once a board is set up.
    Unknown(Kind, Option<Rules>),
}

type Judged = Result<(), String>;

/// Commands that load a game.
const LOADS: [&str; 4] = ["loadsgf", "loadgame", "loadggf", "loadwthor"];

impl Referee {
    /// The start of a session.
    pub fn new(kind: Kind) -> Referee {
        match kind {
            Kind::Go => Referee::Go(Game::new(Go::new(19, 19, Some(go::USUAL_RULES)))),
            Kind::Gomoku => Referee::Gomoku(Game::new(Gomoku::new(15, 15, RULES[0]))),
            Kind::Reversi => Referee::Reversi(Game::new(Reversi::start())),
        }
    }

    /// Checks a reply and advances to the position after it.
    pub fn check(&mut self, request: &Request, reply: &Reply) -> Judged {
        if request.name == "set_game" && reply.is_success {
            let kind = Kind::named(request.args.trim()).ok_or("a game that nobody knows")?;
            *self = Referee::new(kind);
            return Ok(());
        }
        if reply.is_success && LOADS.contains(&request.name.as_str()) {
            *self = self.lost();
            return Ok(());
        }
        if let Some(begun) = self.begun(request, reply)? {
            *self = begun;
            return Ok(());
        }
        match self {
            Referee::Go(game) => {
                check_rules(game, request, reply)?;
                follow(game, request, reply)
            }
            Referee::Gomoku(game) => follow(game, request, reply),
            Referee::Reversi(game) => follow(game, request, reply),
            Referee::Unknown(..) => Ok(()),
        }
    }

    fn lost(&self) -> Referee {
        match self {
            // A record brings its own rules.
            Referee::Go(_) => Referee::Unknown(Kind::Go, None),
            Referee::Gomoku(_) => Referee::Unknown(Kind::Gomoku, None),
            Referee::Reversi(_) => Referee::Unknown(Kind::Reversi, None),
            &Referee::Unknown(kind, _) => Referee::Unknown(kind, None),
        }
    }

    /// The position that a command has set up, if it has.
    fn begun(&self, request: &Request, reply: &Reply) -> Result<Option<Referee>, String> {
        if !reply.is_success {
            return Ok(None);
        }
        let words = request.words();
        let side = |at: usize| words.get(at).and_then(|word| word.parse::<usize>().ok());
        let sizes = match request.name.as_str() {
            "boardsize" | "rectangular_boardsize" => {
                let joined = words.first().and_then(|word| word.split_once(':'));
                Some(
                    match joined.map(|(width, height)| (width.parse(), height.parse())) {
                        Some((Ok(width), Ok(height))) => (width, height),
                        Some(_) => return Err("a size that is none".to_owned()),
                        None => {
                            let width = side(0).ok_or("a size without a number")?;
                            (width, side(1).unwrap_or(width))
                        }
                    },
                )
            }
            _ => None,
        };
        Ok(match (self, request.name.as_str()) {
            (Referee::Go(game), _) => {
                begun_go(game, sizes, request, reply)?.map(|start| Referee::Go(Game::new(start)))
            }
            (Referee::Gomoku(game), _) => {
                begun_gomoku(game, sizes, request)?.map(|start| Referee::Gomoku(Game::new(start)))
            }
            (Referee::Reversi(_), "boardsize" | "rectangular_boardsize" | "clear_board") => {
                Some(Referee::new(Kind::Reversi))
            }
            (Referee::Reversi(_), "set_position") => {
                Some(Referee::Reversi(Game::new(squares(&request.args)?)))
            }
            (Referee::Reversi(_), "gogui-setup") => {
                let rows = placed(vec![vec!['.'; 8]; 8], request)?;
                let start = Reversi::set_up(rows, Color::Black);
                Some(Referee::Reversi(Game::new(start)))
            }
            (Referee::Reversi(game), "gogui-setup_player") => {
                let to_move = words.first().and_then(|word| color(word));
                let to_move = to_move.ok_or("a side that is none")?;
                let start = Reversi::set_up(game.now().rows().to_vec(), to_move);
                Some(Referee::Reversi(Game::new(start)))
            }
            (&Referee::Unknown(Kind::Go, rules), _) => {
                sizes.map(|(width, height)| Referee::Go(Game::new(Go::new(width, height, rules))))
            }
            (Referee::Unknown(Kind::Reversi, _), "boardsize" | "clear_board") => {
                Some(Referee::new(Kind::Reversi))
            }
            _ => None,
        })
    }
}

fn begun_go(
    game: &Game<Go>,
    sizes: Option<(usize, usize)>,
    request: &Request,
    reply: &Reply,
) -> Result<Option<Go>, String> {
    let now = game.now();
    let rules = now.rules();
    let size = (now.rows()[0].len(), now.rows().len());
    let stones = |text: &str| {
        text.split(' ')
            .map(vertex)
            .collect::<Option<Vec<_>>>()
            .ok_or("bad stones".to_owned())
    };
    let handicap = |text: &str| -> Result<Option<Go>, String> {
        let mut rows = Go::new(size.0, size.1, rules).rows().to_vec();
        for point in stones(text)?.into_iter().flatten() {
            put(&mut rows, point, 'X')?;
        }
        Ok(Some(Go::set_up(rows, Color::White, rules)))
    };
    match request.name.as_str() {
        "fixed_handicap" | "place_free_handicap" => handicap(&reply.text),
        "set_free_handicap" => handicap(&request.words().join(" ")),
        "clear_board" => Ok(Some(Go::new(size.0, size.1, rules))),
        "gogui-setup_player" => {
            let to_move = request.words().first().and_then(|word| color(word));
            let to_move = to_move.ok_or("a side that is none")?;
            Ok(Some(Go::set_up(now.rows().to_vec(), to_move, rules)))
        }
        "set_position" | "gogui-setup" => {
            let rows = placed(Go::new(size.0, size.1, rules).rows().to_vec(), request)?;
            let start = Go::set_up(rows, Color::Black, rules);
            if start.is_possible() {
                Ok(Some(start))
            } else {
                Err("a chain without liberties was set up".to_owned())
            }
        }
        _ => Ok(sizes.map(|(width, height)| Go::new(width, height, rules))),
    }
}

fn begun_gomoku(
    game: &Game<Gomoku>,
    sizes: Option<(usize, usize)>,
    request: &Request,
) -> Result<Option<Gomoku>, String> {
    let now = game.now();
    let (width, height) = (now.rows()[0].len(), now.rows().len());
    match request.name.as_str() {
        "clear_board" => Ok(Some(Gomoku::new(width, height, now.rule()))),
        "rule" => {
            let wanted = request.args.to_ascii_lowercase();
            let rule = RULES.into_iter().find(|&rule| rule == wanted);
            Ok(rule.map(|rule| Gomoku::new(width, height, rule)))
        }
        "gogui-setup_player" => {
            let to_move = request.words().first().and_then(|word| color(word));
            let to_move = to_move.ok_or("a side that is none")?;
            Ok(Some(now.set_up(now.rows().to_vec(), to_move)))
        }
        "set_position" | "gogui-setup" => {
            let rows = placed(
                Gomoku::new(width, height, now.rule()).rows().to_vec(),
                request,
            )?;
            let count = |letter| rows.iter().flatten().filter(|&&c| c == letter).count();
            let to_move = if count('X') == count('O') {
                Color::Black
            } else {
                Color::White
            };
            Ok(Some(now.set_up(rows, to_move)))
        }
        _ => Ok(sizes.map(|(width, height)| Gomoku::new(width, height, now.rule()))),
    }
}

/// Applies `set_position` to an empty board.
fn placed(mut rows: Vec<Vec<char>>, request: &Request) -> Result<Vec<Vec<char>>, String> {
    for pair in request.words().chunks(2) {
        let (color, point) = colored(pair).ok_or("stones that are none")?;
        put(
            &mut rows,
            point.ok_or("a pass among stones")?,
            crate::models::letter(color),
        )?;
    }
    Ok(rows)
}

fn put(rows: &mut [Vec<char>], (column, row): Point, letter: char) -> Judged {
    let cell = rows
        .get_mut(row - 1)
        .and_then(|row| row.get_mut(column))
        .ok_or("a stone beyond the board")?;
    if *cell != '.' {
        return Err("a point named twice".to_owned());
    }
    *cell = letter;
    Ok(())
}

/// Parses a Reversi position: 64 squares from a1 to h8, and the side to move.
fn squares(text: &str) -> Result<Reversi, String> {
    let (squares, side) = text
        .rsplit_once(' ')
        .ok_or("squares without a side to move")?;
    let cells: Vec<char> = squares
        .chars()
        .filter(|&c| c != ' ')
        .map(|c| match c {
            'X' | 'x' | '*' => 'X',
            'O' | 'o' | '0' => 'O',
            _ => '.',
        })
        .collect();
    let to_move = match side {
        "X" => Some(Color::Black),
        "O" => Some(Color::White),
        _ => color(side),
    };
    let to_move = to_move.ok_or("a side that is none")?;
    Ok(Reversi::set_up(
        cells.chunks(8).map(<[char]>::to_vec).collect(),
        to_move,
    ))
}

/// Takes the rules from the reply to `kata-get-rules`. After a change they are unknown until then.
fn check_rules(game: &mut Game<Go>, request: &Request, reply: &Reply) -> Judged {
    if !reply.is_success {
        return Ok(());
    }
    match request.name.as_str() {
        "gogui-param_rules" if request.args.is_empty() => {}
        "kata-set-rules" | "kata-set-rule" | "kgs-rules" | "gogui-param_rules" => {
            game.adjust(|position| position.set_rules(None))
        }
        "kata-get-rules" => {
            let said: serde_json::Value =
                serde_json::from_str(&reply.text).map_err(|error| error.to_string())?;
            let ko = match said["ko"].as_str() {
                Some("SIMPLE") => Ko::Simple,
                Some("POSITIONAL") => Ko::Positional,
                Some("SITUATIONAL") => Ko::Situational,
                _ => return Err("rules without a rule about kos".to_owned()),
            };
            let suicide = said["suicide"]
                .as_bool()
                .ok_or("rules without one about suicide")?;
            game.adjust(|position| position.set_rules(Some(Rules { ko, suicide })));
        }
        _ => {}
    }
    Ok(())
}

/// Checks the replies to the commands of every game, and plays their moves.
fn follow<M: Model>(game: &mut Game<M>, request: &Request, reply: &Reply) -> Judged {
    let words = request.words();
    match request.name.as_str() {
        // GTP 2 ignores further arguments of its commands.
        "play" => played(game, colored(words.get(..2).unwrap_or_default()), reply),
        "black" => played(game, one_side(Color::Black, &words), reply),
        "white" => played(game, one_side(Color::White, &words), reply),
        "trymove" => match colored(&words) {
            Some((color, point)) => {
                agree(game, color, point, reply.is_success)?;
                if reply.is_success {
                    game.try_move(color, point);
                }
                Ok(())
            }
            None => played(game, None, reply),
        },
        "popgo" if reply.is_success => {
            let count = game.since_trial().ok_or("a trial that nobody has played")?;
            take_back(game, count, true)
        }
        "popgo" if words.is_empty() && game.since_trial().is_some() => {
            Err("a trial move could not be taken back".to_owned())
        }
        "gogui-play_sequence" => play_sequence(game, &words, reply.is_success),
        "undo" => take_back(game, 1, reply.is_success),
        "gg-undo" => match words[..] {
            [count] if count.len() < 10 && count.bytes().all(|byte| byte.is_ascii_digit()) => {
                let count = count.parse().map_err(|_| "a number that is none")?;
                take_back(game, count, reply.is_success)
            }
            _ => Ok(()),
        },
        "is_legal" if reply.is_success => match (colored(&words), reply.text.as_str()) {
            (Some((color, point)), "0") => agree(game, color, point, false),
            (Some((color, point)), "1") => agree(game, color, point, true),
            _ => Err("an odd answer".to_owned()),
        },
        "gogui-rules_board" if reply.is_success => compare(game.now(), &reply.text),
        "gogui-rules_side_to_move" if reply.is_success => {
            let expected = game.now().to_move().to_string();
            if reply.text == expected {
                Ok(())
            } else {
                Err(format!("expected {expected} to move"))
            }
        }
        name if name.contains("genmove") || name.starts_with("kata-search") => {
            if !reply.is_success {
                return Ok(());
            }
            let is_played = name.contains("genmove") && name != "reg_genmove";
            let takes_one = matches!(name, "genmove" | "reg_genmove");
            let words = if takes_one { &words[..1] } else { &words[..] };
            found(game, words, &reply.text, is_played)
        }
        _ => Ok(()),
    }
}

/// The result of a search has to be legal. It is played if the command does so.
fn found<M: Model>(game: &mut Game<M>, words: &[&str], text: &str, is_played: bool) -> Judged {
    let last = text.lines().next_back().unwrap_or_default();
    let mv = last.trim_start_matches("play ");
    if mv == "resign" || mv == "cancelled" {
        return Ok(());
    }
    let point = vertex(mv).ok_or_else(|| format!("expected a move, saw {mv:?}"))?;
    let color = mover(words).unwrap_or(game.now().to_move());
    if game.now().judge(color, point) == Verdict::Illegal {
        return Err(format!("{mv} is not legal for {color}"));
    }
    if is_played {
        game.play(color, point);
    }
    Ok(())
}

/// The side that a search is for: a color that does not belong to a list of moves to avoid or allow.
fn mover(words: &[&str]) -> Option<Color> {
    let mut found = None;
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "avoid" | "allow" => drop(words.nth(2)),
            _ => found = color(word).or(found),
        }
    }
    found
}

/// A move of one side, if the words are exactly one vertex.
fn one_side(color: Color, words: &[&str]) -> Option<(Color, Option<Point>)> {
    match words {
        [word] => Some((color, vertex(word)?)),
        _ => None,
    }
}

fn played<M: Model>(
    game: &mut Game<M>,
    mv: Option<(Color, Option<Point>)>,
    reply: &Reply,
) -> Judged {
    match mv {
        Some((color, point)) => play(game, color, point, reply.is_success),
        None if reply.is_success => Err("a move that is none was played".to_owned()),
        None => Ok(()),
    }
}

fn play<M: Model>(
    game: &mut Game<M>,
    color: Color,
    point: Option<Point>,
    was_played: bool,
) -> Judged {
    agree(game, color, point, was_played)?;
    if was_played {
        game.play(color, point);
    }
    Ok(())
}

fn play_sequence<M: Model>(game: &mut Game<M>, words: &[&str], was_played: bool) -> Judged {
    let Some(moves) = words.chunks(2).map(colored).collect::<Option<Vec<_>>>() else {
        return if was_played {
            Err("moves that are none were played".to_owned())
        } else {
            Ok(())
        };
    };
    let mut after = game.clone();
    for (color, point) in moves {
        match after.now().judge(color, point) {
            Verdict::Illegal if was_played => return Err(format!("{point:?} is not legal")),
            Verdict::Illegal => return Ok(()),
            Verdict::Unknown if !was_played => return Ok(()),
            Verdict::Legal | Verdict::Unknown => after.play(color, point),
        }
    }
    if !was_played {
        return Err("legal moves were refused".to_owned());
    }
    *game = after;
    Ok(())
}

fn take_back<M: Model>(game: &mut Game<M>, count: usize, was_done: bool) -> Judged {
    if count > game.len() {
        return if was_done {
            Err("moves were taken back that nobody has played".to_owned())
        } else {
            Ok(())
        };
    }
    if was_done {
        game.undo(count);
        return Ok(());
    }
    if count > 0 {
        Err("a move could not be taken back".to_owned())
    } else {
        Ok(())
    }
}

fn agree<M: Model>(game: &Game<M>, color: Color, point: Option<Point>, is_legal: bool) -> Judged {
    match (game.now().judge(color, point), is_legal) {
        (Verdict::Legal, false) => Err(format!("{point:?} is legal for {color}")),
        (Verdict::Illegal, true) => Err(format!("{point:?} is not legal for {color}")),
        _ => Ok(()),
    }
}

/// Compares with `gogui-rules_board`, where the first row has the highest number.
fn compare(model: &impl Model, said: &str) -> Judged {
    let expected: Vec<String> = model
        .rows()
        .iter()
        .rev()
        .map(|row| row.iter().collect())
        .collect();
    let seen: Vec<&str> = said.lines().collect();
    if expected == seen {
        Ok(())
    } else {
        Err(format!("expected the position\n{}", expected.join("\n")))
    }
}

fn colored(words: &[&str]) -> Option<(Color, Option<Point>)> {
    let [side, point] = words else {
        return None;
    };
    Some((color(side)?, vertex(point)?))
}

fn color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Parses a vertex; a pass is `Some(None)`.
fn vertex(word: &str) -> Option<Option<Point>> {
    let word = word.to_ascii_uppercase();
    if word == "PASS" {
        return Some(None);
    }
    let letter = word.chars().next()?;
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(letter)?;
    let digits = &word[1..];
    let is_number = digits.len() <= 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let row: usize = digits
        .parse()
        .ok()
        .filter(|row| is_number && (1..=25).contains(row))?;
    Some(Some((column, row)))
}
