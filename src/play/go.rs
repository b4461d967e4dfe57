//! Go as a playable game.

use std::sync::Arc;

use crate::board::{Occupant, SetUp};
use crate::games::Game;
use crate::notation::write_point;
use crate::options::{ClientOptions, GameOptions};
use crate::playable_game::PlayableGame;
use crate::refusal::{Refusal, RefusalCode};
use crate::vertex::Vertex;
use tengen_engine::Settings;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::skill::SkillScale;
use tengen_go::ladder::game_ladders::SharedLadders;
use tengen_go::level;
use tengen_go::net::{Network, NetworkSlot};
use tengen_go::player::Player;
use tengen_go::request::GoRequest;
use tengen_go::rules::position::BadSetUp;
use tengen_go::{Komi, Move, Point, PointSet, Position, Rules, Size};
use tengen_records::sgf::SgfGameType;

/// Default komi, which suits area scoring.
const KOMI: f64 = 7.5;

/// Marker type for Go.
pub struct Go;

impl PlayableGame for Go {
    type Position = Position;
    type Searcher = Player;
    type Resources = GoResources;

    const GAME: Game = Game::Go;
    const SGF: Option<SgfGameType> = Some(SgfGameType::Go);
    const HAS_KOMI: bool = true;

    fn levels() -> &'static SkillScale {
        &level::SCALE
    }

    fn start(options: &GameOptions) -> Result<Position, Refusal> {
        let square = options.size.map(|side| (side, side));
        let (width, height) = square.or(options.go.board).unwrap_or((19, 19));
        let size = size(u32::from(width), u32::from(height))?;
        let default = || komi_of(KOMI);
        let komi = options.go.forced_komi.or(options.go.komi);
        let komi = komi.map_or_else(default, Ok)?;
        let mut start = Position::new(size, options.go.rules.unwrap_or_default(), komi);
        if options.go.handicap > 0 {
            start
                .place_fixed_handicap(usize::from(options.go.handicap))
                .map_err(|reason| Refusal::coded(RefusalCode::Handicap, reason))?;
        }
        Ok(start)
    }

    fn resources(options: &GameOptions) -> GoResources {
        GoResources::new(options)
    }

    fn resized(now: &Position, width: u32, height: u32) -> Result<Position, Refusal> {
        Ok(Position::new(
            size(width, height)?,
            *now.rules(),
            now.komi(),
        ))
    }

    fn set_up(now: &Position, set_up: &SetUp) -> Result<Position, Refusal> {
        let size = now.board().size();
        let stones: Vec<_> = set_up
            .stones
            .iter()
            .map(|&(color, at)| (color, from_top(size, at)))
            .collect();
        let mut position = Position::new(size, *now.rules(), now.komi());
        position
            .set_position(&stones, set_up.to_move.unwrap_or(Color::Black))
            .map_err(|reason| {
                let code = match reason {
                    BadSetUp::Point(_) => RefusalCode::OffBoard,
                    BadSetUp::NoLiberty(_) => RefusalCode::NoLiberty,
                };
                Refusal::coded(code, "illegal move")
            })?;
        Ok(position)
    }

    fn searcher(settings: Settings, resources: &GoResources) -> Player {
        Player::new(settings, resources.networks.clone())
    }

    fn plays_by(position: &Position, resources: &GoResources) -> Option<String> {
        let fits = Network::fits(position.board().size());
        let plays = |network: &Arc<Network>| fits && !network.has_failed();
        Some(match resources.networks.network().filter(plays) {
            Some(network) => format!("network {}", network.title()),
            None => "playouts".to_owned(),
        })
    }

    fn take_options(request: &mut GoRequest, options: ClientOptions) {
        request.ownership = options.ownership;
        request.move_ownership = options.move_ownership;
    }

    fn size(position: &Position) -> (u8, u8) {
        let size = position.board().size();
        (size.width(), size.height())
    }

    fn cell(position: &Position, point: tengen_engine::game::Point) -> Occupant {
        let point = from_top(position.board().size(), point);
        position
            .board()
            .at(point)
            .map_or(Occupant::Empty, Occupant::Stone)
    }

    fn move_at(position: &Position, point: Option<tengen_engine::game::Point>) -> Option<Move> {
        Some(point.map_or(Move::Pass, |point| {
            Move::Place(from_top(position.board().size(), point))
        }))
    }

    fn point_of(position: &Position, mv: Move) -> Option<tengen_engine::game::Point> {
        match mv {
            Move::Pass => None,
            Move::Place(point) => Some(to_top(position.board().size(), point)),
        }
    }

    fn result(position: &Position) -> String {
        match position.outcome() {
            Some(_) => format!(
                "{} with every stone alive",
                position.score(&PointSet::new())
            ),
            None => format!("{} to move", position.to_move()),
        }
    }

    fn moves_left(position: &Position) -> u32 {
        // About a third of the board stays empty. Late in the game, at least eight moves are assumed.
        (position.board().empty_points().len() as u32 / 3).max(8)
    }

    fn komi(position: &Position) -> f64 {
        position.komi().points()
    }

    fn default_komi(position: &Position) -> f64 {
        position.rules().default_komi()
    }

    fn set_komi(position: &mut Position, komi: f64) -> Result<(), Refusal> {
        position.set_komi(komi_of(komi)?);
        Ok(())
    }

    fn handicap(position: &Position) -> u32 {
        position.handicap_stones()
    }

    fn set_handicap(position: &mut Position, stones: u32) {
        position.set_handicap_stones(stones);
    }

    fn rules_name(position: &Position) -> Option<String> {
        Some(position.rules().sgf_name().to_owned())
    }

    fn exact_rules(position: &Position) -> Option<String> {
        let rules = position.rules();
        Some(rules.name().map_or_else(|| rules.to_json(), str::to_owned))
    }

    fn ruled_by(mut start: Position, text: &str) -> Result<Position, Refusal> {
        let rules = Rules::of_record(text).map_err(|error| Refusal::new(error.to_string()))?;
        start.set_rules(rules);
        Ok(start)
    }

    fn is_rules_name(text: &str) -> bool {
        Rules::is_name_in_records(text)
    }
}

fn komi_of(points: f64) -> Result<Komi, Refusal> {
    Komi::from_points(points).map_err(|error| Refusal::coded(RefusalCode::Komi, error))
}

fn size(width: u32, height: u32) -> Result<Size, Refusal> {
    Size::new(width, height).map_err(|_| Refusal::coded(RefusalCode::Size, "unacceptable size"))
}

/// Converts a game-independent point, with rows from the top, to a point of Go.
pub fn from_top(size: Size, point: tengen_engine::game::Point) -> Point {
    Point::new(point.column, size.height() - 1 - point.row)
}

/// Converts a point of Go, with rows from the bottom, to a game-independent point.
pub fn to_top(size: Size, point: Point) -> tengen_engine::game::Point {
    tengen_engine::game::Point {
        column: point.column(),
        row: size.height() - 1 - point.row(),
    }
}

/// Returns a point as text, such as `Q16`.
pub fn text(position: &Position, point: Point) -> String {
    write_point::<Go>(position, to_top(position.board().size(), point))
}

/// Returns a move as text.
pub fn move_text(position: &Position, mv: Move) -> String {
    match mv {
        Move::Pass => Vertex::Pass.to_string(),
        Move::Place(point) => text(position, point),
    }
}

/// Returns the number of handicap stones: Black's stones if White has none on the board, plus Black's moves before
/// White's first if there is more than one. KataGo counts the same way (docs/GTP_Extensions.md,
/// assumeMultipleStartingBlackMovesAreHandicap).
pub fn played_handicap(start: &Position, moves: impl Iterator<Item = (Color, Move)>) -> u32 {
    let board = start.board();
    let stones = |color| {
        let mut points = board.size().points();
        points
            .by_ref()
            .filter(|&point| board.at(point) == Some(color))
            .count()
    };
    if stones(Color::White) > 0 {
        return 0;
    }
    let is_stone = |&(color, mv): &(Color, Move)| color == Color::Black && mv != Move::Pass;
    let moved = moves.take_while(is_stone).count();
    let moved = if moved > 1 { moved } else { 0 };
    match stones(Color::Black) + moved {
        1 => 0,
        count => count as u32,
    }
}

/// Networks of a session and ladders of its game.
#[derive(Clone, Default)]
pub struct GoResources {
    /// Networks for search and for human moves.
    pub networks: NetworkSlot,
    /// Ladders of the position last queried.
    pub ladders: SharedLadders,
}

impl GoResources {
    /// Creates the resources for a new session, with the networks in its options.
    pub fn new(options: &GameOptions) -> GoResources {
        let networks = NetworkSlot::new(options.go.network.clone());
        GoResources {
            networks: networks.with_human(options.go.human.clone()),
            ladders: SharedLadders::default(),
        }
    }

    /// Returns the network that answers problem diagrams. Fails without a network, or if it does not fit the board.
    pub fn problem_network(&self, size: Size) -> Result<Arc<Network>, Refusal> {
        let refused = |text: &str| Refusal::coded(RefusalCode::NoNetwork, text);
        let network = self.networks.network();
        let network = network.ok_or_else(|| refused("a problem needs a network"))?;
        match Network::fits(size) {
            true => Ok(network),
            false => Err(refused("the network does not fit this board")),
        }
    }
}
