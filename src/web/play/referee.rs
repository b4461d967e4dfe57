//! The rules of any game, with moves as text in the spelling of GTP replies.

use super::codes::GameCode;
use super::message::Refusal;
use crate::terminal::TerminalGame;
use crate::terminal::game::{Settlement, is_over};
use crate::terminal::messages::{Language, Messages};
use tengen_engine::Limits;
use tengen_engine::control::Control;
use tengen_engine::cpu::Level;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_play::Game;
use tengen_play::board::Occupant;
use tengen_play::games::with_game;
use tengen_play::notation::{read_move, write_move, write_point};
use tengen_play::options::GameOptions;
use tengen_play::vertex::Vertex;
use tengen_play::{MoveOf, PlayableGame};
use tengen_protocol::Options;

/// A move or a stone with its color.
pub type ColoredText = (Color, String);

/// The computation that counts a board. Its result is in SGF's spelling, such as `W+3.5`.
pub type CountJob = Box<dyn FnOnce() -> Result<String, String> + Send>;

/// The computation of the stones that the engine considers dead.
pub type DeadStonesJob = Box<dyn FnOnce() -> Result<Vec<Point>, String> + Send>;

/// The state of a game according to the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game is not over.
    GoesOn,
    /// Both sides have passed, and the board has to be counted. Another move continues the game.
    ToCount,
    /// The game is over with this result.
    Over(String),
}

/// A game refereed by its rules.
pub trait Referee: Send {
    /// Plays a move of the side to move. Returns its usual spelling, or the reason for refusing it.
    fn play(&mut self, text: &str) -> Result<String, Refusal>;
    /// Takes back the last move.
    fn undo(&mut self);
    /// Returns the side to move.
    fn to_move(&self) -> Color;
    /// Whether the side to move can only pass.
    fn must_pass(&self) -> bool;
    /// Returns the stones on the board at the start.
    fn set_up(&self) -> Vec<ColoredText>;
    /// Returns the moves so far.
    fn moves(&self) -> Vec<ColoredText>;
    /// Returns the board as text: a letter for each point, row by row from the upper left corner.
    fn board(&self) -> String;
    /// Returns the boards from the start to the last move.
    fn boards(&self) -> Vec<String>;
    /// Returns the legal moves of the side to move; none once the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// Returns the number of moves so far.
    fn len(&self) -> usize;
    /// Returns the number of moves to take back in order to undo a side's last decision; `None` if it has not made one.
    fn last_decision(&self, color: Color) -> Option<usize>;
    /// Returns whether the game goes on, needs a count or is over.
    fn ending(&self) -> Ending;
    /// Returns the computation that counts the board as it stands.
    fn count(&self, engine: &Options) -> CountJob;
    /// Returns the computation of the dead stones; `None` in games without dead stones.
    fn dead_stones(&self, engine: &Options) -> Option<DeadStonesJob>;
    /// Returns the stones of the chain at a point given as text; none if there is no such stone.
    fn chain(&self, text: &str) -> Vec<Point>;
    /// Counts the board with these whole chains dead; `None` in games without dead stones.
    fn settle(&self, dead: &[Point]) -> Option<Settlement>;
    /// Returns the point of a move given as text; `None` for a pass, or if there is no such point.
    fn point(&self, text: &str) -> Option<Point>;
    /// Writes a point as text.
    fn spell_point(&self, point: Point) -> String;
    /// Returns the side length of the board in points.
    fn size(&self) -> u8;
    /// Returns the name of the rules; `None` for a game with only one set.
    fn rule(&self) -> Option<String>;
    /// Returns Go's komi in points.
    fn komi(&self) -> f64;
}

/// Returns the referee of a game at its start. Fails if the game does not support these options.
pub fn referee(options: &Options) -> Result<Box<dyn Referee>, String> {
    Ok(with_game!(options.game, G => {
        let start = G::start(&options.games).map_err(|failure| failure.to_string())?;
        Box::new(GameReferee::<G>(Record::new(start)))
    }))
}

/// The referee of the game `G`, with the moves so far.
struct GameReferee<G: TerminalGame>(Record<G::Position>);

impl<G: TerminalGame> GameReferee<G> {
    fn position(&self) -> &G::Position {
        self.0.position()
    }

    fn spell(&self, mv: MoveOf<G>) -> String {
        let text = write_move::<G>(self.position(), mv);
        match G::point_of(self.position(), mv) {
            Some(_) => text,
            None => text.to_ascii_lowercase(),
        }
    }
}

impl<G: TerminalGame> Referee for GameReferee<G> {
    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        let vertex = Vertex::parse(text).ok_or_else(|| {
            Refusal::new(GameCode::OffBoard, "expected a point such as D4, or pass")
        })?;
        let mv = read_move::<G>(self.position(), vertex)
            .ok_or_else(|| Refusal::new(GameCode::OffBoard, "there is no such point here"))?;
        let color = self.to_move();
        self.0.play(color, mv).map_err(Refusal::Rule)?;
        Ok(self.spell(mv))
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn to_move(&self) -> Color {
        self.position().to_move()
    }

    fn must_pass(&self) -> bool {
        G::must_pass(self.position())
    }

    fn set_up(&self) -> Vec<ColoredText> {
        let start = self.0.start();
        let (columns, rows) = G::size(start);
        let points =
            (0..rows).flat_map(|row| (0..columns).map(move |column| Point { column, row }));
        let stone = |point| match G::cell(start, point) {
            Occupant::Stone(color) => Some((color, write_point::<G>(start, point))),
            Occupant::Empty | Occupant::Blocked => None,
        };
        points.filter_map(stone).collect()
    }

    fn moves(&self) -> Vec<ColoredText> {
        let moves = self.0.moves();
        moves.map(|(color, mv)| (color, self.spell(mv))).collect()
    }

    fn board(&self) -> String {
        board::<G>(self.position())
    }

    fn boards(&self) -> Vec<String> {
        let mut trial = self.0.clone();
        let mut boards = vec![board::<G>(trial.position())];
        while trial.undo().is_some() {
            boards.push(board::<G>(trial.position()));
        }
        boards.reverse();
        boards
    }

    fn legal_moves(&self) -> Vec<String> {
        let position = self.position();
        if position.outcome().is_some() {
            return Vec::new();
        }
        let moves = position.legal_moves(position.to_move());
        moves.into_iter().map(|mv| self.spell(mv)).collect()
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn last_decision(&self, color: Color) -> Option<usize> {
        let mut trial = self.0.clone();
        let mut count = 0;
        while let Some(step) = trial.undo() {
            count += 1;
            let is_theirs = step.as_move().is_some_and(|(mover, _)| mover == color);
            // A forced pass was not a decision.
            if is_theirs && !G::must_pass(trial.position()) {
                return Some(count);
            }
        }
        None
    }

    fn ending(&self) -> Ending {
        if !is_over(self.position()) {
            return Ending::GoesOn;
        }
        if G::GAME == Game::Go {
            return Ending::ToCount;
        }
        // If the board shows the result, no search is needed.
        let result = count::<G>(&self.0, &G::resources(&GameOptions::default()));
        result.map_or(Ending::GoesOn, Ending::Over)
    }

    fn count(&self, engine: &Options) -> CountJob {
        let (record, resources) = (self.0.clone(), G::resources(&engine.games));
        Box::new(move || count::<G>(&record, &resources))
    }

    fn dead_stones(&self, engine: &Options) -> Option<DeadStonesJob> {
        let resources = G::resources(&engine.games);
        let (computation, dead) = G::dead_stones(&self.0, &resources, Level::detect())?;
        Some(Box::new(move || {
            computation(&Control::new(Limits::default()))?;
            dead.take()
                .ok_or_else(|| "the board was not judged".to_owned())
        }))
    }

    fn chain(&self, text: &str) -> Vec<Point> {
        let point = self.point(text);
        point.map_or_else(Vec::new, |point| G::chain(self.position(), point))
    }

    fn settle(&self, dead: &[Point]) -> Option<Settlement> {
        G::settle(self.position(), dead)
    }

    fn point(&self, text: &str) -> Option<Point> {
        let mv = Vertex::parse(text).and_then(|vertex| read_move::<G>(self.position(), vertex))?;
        G::point_of(self.position(), mv)
    }

    fn spell_point(&self, point: Point) -> String {
        write_point::<G>(self.position(), point)
    }

    fn size(&self) -> u8 {
        G::size(self.position()).0
    }

    fn rule(&self) -> Option<String> {
        G::rules_name(self.position())
    }

    fn komi(&self) -> f64 {
        G::komi(self.position())
    }
}

/// Writes a board: `X` is black, `O` white, `.` an empty point.
fn board<G: TerminalGame>(position: &G::Position) -> String {
    let (columns, rows) = G::size(position);
    let points = (0..rows).flat_map(|row| (0..columns).map(move |column| Point { column, row }));
    points
        .map(|point| match G::cell(position, point) {
            Occupant::Stone(Color::Black) => 'X',
            Occupant::Stone(Color::White) => 'O',
            Occupant::Empty | Occupant::Blocked => '.',
        })
        .collect()
}

fn count<G: TerminalGame>(
    record: &Record<G::Position>,
    resources: &G::Resources,
) -> Result<String, String> {
    let messages = Messages::new(Language::En);
    let (computation, result) = G::count(record, resources, Level::detect(), &messages);
    computation(&Control::new(Limits::default()))?;
    let result = result.take().ok_or("the board was not counted")?;
    Ok(result.code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_referee(game: Game, size: Option<u8>) -> Box<dyn Referee> {
        let mut options = Options::new(game);
        options.games.size = size;
        referee(&options).unwrap()
    }

    fn play(referee: &mut dyn Referee, moves: &str) {
        for text in moves.split(' ') {
            referee
                .play(text)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }

    #[test]
    fn moves_are_refereed_and_spelled() {
        let mut go = new_referee(Game::Go, Some(5));
        assert_eq!(go.play("c3").unwrap(), "C3");
        assert_eq!(
            go.play("C3").unwrap_err().to_string(),
            "the point is occupied"
        );
        assert_eq!(
            go.play("F1").unwrap_err().to_string(),
            "there is no such point here"
        );
        assert_eq!(
            go.play("\u{e9}").unwrap_err().to_string(),
            "expected a point such as D4, or pass"
        );
        assert_eq!(go.play("PASS").unwrap(), "pass");
        assert_eq!(
            go.moves(),
            [(Color::Black, "C3".into()), (Color::White, "pass".into())]
        );
        let mut reversi = new_referee(Game::Reversi, None);
        assert_eq!(reversi.play("D3").unwrap(), "d3");
        assert_eq!(
            reversi.play("pass").unwrap_err().to_string(),
            "a pass is not allowed here"
        );
        assert_eq!(reversi.set_up().len(), 4);
        let mut gomoku = new_referee(Game::Gomoku, None);
        assert!(gomoku.play("pass").is_ok() || gomoku.len() == 0);
    }

    #[test]
    fn boards_lack_what_was_captured() {
        let mut go = new_referee(Game::Go, Some(3));
        play(go.as_mut(), "A2 A1 B1");
        assert_eq!(go.board(), "...X...X.");
        assert_eq!(
            go.boards(),
            [".........", "...X.....", "...X..O..", "...X...X."]
        );
        assert!(!go.legal_moves().contains(&"A1".to_owned()), "no suicide");
        assert_eq!(go.legal_moves().last().unwrap(), "pass");
        let mut reversi = new_referee(Game::Reversi, None);
        play(reversi.as_mut(), "d3");
        assert_eq!(&reversi.board()[16..40], "...X.......XX......XO...");
        assert_eq!(reversi.legal_moves(), ["c3", "e3", "c5"]);
        play(reversi.as_mut(), "c3");
        assert_eq!(reversi.boards().len(), 3);
    }

    #[test]
    fn go_ends_by_two_passes_and_is_counted() {
        let mut go = new_referee(Game::Go, Some(5));
        play(go.as_mut(), "C3 pass pass");
        assert_eq!(go.ending(), Ending::ToCount);
        let result = go.count(&Options::new(Game::Go))().unwrap();
        assert!(result.starts_with("B+"), "{result}");
        go.undo();
        assert_eq!(go.ending(), Ending::GoesOn);
    }

    #[test]
    fn a_board_is_counted_with_the_stones_that_are_named_dead() {
        let mut go = new_referee(Game::Go, Some(5));
        play(go.as_mut(), "C3 A1 pass pass");
        let dead = go.dead_stones(&Options::new(Game::Go)).unwrap()().unwrap();
        assert_eq!(dead, go.chain("A1"));
        assert_eq!(go.spell_point(dead[0]), "A1");
        assert!(go.chain("B1").is_empty() && go.chain("Z9").is_empty() && go.chain("").is_empty());
        let [alive, settled] = [&[][..], &dead].map(|dead| go.settle(dead).unwrap());
        let owned = |settlement: &Settlement, color| {
            let owners = settlement.owners.iter();
            owners.filter(|&&owner| owner == Some(color)).count()
        };
        assert_eq!(owned(&alive, Color::White), 1);
        assert_eq!(owned(&settled, Color::Black), 25);
        assert_eq!(settled.code, "B+17.5");
        let reversi = new_referee(Game::Reversi, None);
        assert_eq!(reversi.settle(&[]), None);
        assert!(reversi.chain("d4").is_empty());
    }

    #[test]
    fn five_in_a_row_win() {
        let mut gomoku = new_referee(Game::Gomoku, None);
        play(gomoku.as_mut(), "A1 A2 B1 B2 C1 C2 D1 D2");
        assert_eq!(gomoku.ending(), Ending::GoesOn);
        play(gomoku.as_mut(), "E1");
        assert_eq!(gomoku.ending(), Ending::Over("B+".to_owned()));
    }

    #[test]
    fn reversi_is_over_when_no_side_can_move() {
        // The shortest game: white loses all discs.
        let mut reversi = new_referee(Game::Reversi, None);
        play(reversi.as_mut(), "e6 f4 e3 f6 g5 d6 e7 f5 c5");
        assert_eq!(reversi.ending(), Ending::Over("B+64".to_owned()));
    }

    #[test]
    fn a_decision_is_taken_back_with_the_answer_to_it() {
        let mut go = new_referee(Game::Go, Some(5));
        assert_eq!(go.last_decision(Color::Black), None);
        play(go.as_mut(), "C3 C4 D3");
        assert_eq!(go.last_decision(Color::Black), Some(1));
        assert_eq!(go.last_decision(Color::White), Some(2));
    }
}
