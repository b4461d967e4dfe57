//! `tengen openings`: random openings that a search judges even, for matches in which each is played with both colors.
//!
//! - `opening_format`: the spellings of their moves
//!
//! Tests: here and in `opening_format.rs`; `protocol-tests/process/program.rs`; `scripts/tests/test_openings.py` for files read
//! by `scripts/match`.
//! A change moves: openings of matches and of the page.

use std::collections::HashSet;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use self::opening_format::OpeningFormat;
use super::streams::Streams;
use crate::tool::positions::symmetry;
use crate::tool::whole_number::whole;
use tengen_engine::game::Point;
use tengen_engine::game::Position as _;
use tengen_engine::{Control, Limits, RootMove, Searcher, Settings};
use tengen_gomoku::Rule;
use tengen_play::Game;
use tengen_play::board::Occupant;
use tengen_play::games::{self, with_game};
use tengen_play::options::{GameOptions, GomokuOptions};
use tengen_play::{MoveOf, PlayableGame};

mod opening_format;

/// Number of random openings in a row without a new, even one after which the tool gives up.
const MOST_IN_VAIN: u32 = 1000;

/// Memory for the tables of the judging search, in bytes. The search is short.
const MEMORY: usize = 16 << 20;

/// Arguments of `tengen openings`.
#[derive(Clone, Debug, Args)]
pub struct OpeningsArgs {
    /// Make openings for this game.
    #[arg(long, value_name = Game::CHOICES)]
    game: Game,
    /// Set the board size [default: 19 for Go, 15 for gomoku, 8 for Reversi].
    #[arg(long, value_name = "N", value_parser = whole(1_u8..=25))]
    size: Option<u8>,
    /// Use this gomoku rule [default: freestyle], or these Go rules by their KataGo name [default: cgos].
    #[arg(long, value_name = "NAME")]
    pub(super) rule: Option<String>,
    /// Use this komi in Go, in points [default: 7.5].
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub(super) komi: Option<f64>,
    /// Make N openings, all distinct up to symmetry of the board.
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole(0_usize..=usize::MAX))]
    count: usize,
    /// Make openings of N plies, 1 to 60 [default: 4 for Go, 5 for gomoku, 8 for Reversi].
    #[arg(long, value_name = "N", value_parser = whole(1_u32..=60))]
    plies: Option<u32>,
    /// Set the random seed: with the same options it gives the same list, and a shorter list is the beginning of a
    /// longer one.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(0_u64..=u64::MAX))]
    seed: u64,
    /// Judge each opening by a search of N nodes or playouts [default: 1000 for Go, 10000 for the others].
    #[arg(long, value_name = "N", value_parser = whole(1_u64..=u64::MAX))]
    nodes: Option<u64>,
    /// Write the moves in this format. gomocup and xy have no pass, so openings with a pass are left out there.
    #[arg(long, value_enum, default_value_t = OpeningFormat::Gtp, value_name = "FORMAT")]
    format: OpeningFormat,
}

/// A game with support for openings.
pub(super) trait OpeningGame: PlayableGame {
    /// Default length of an opening in plies: enough for many openings, while most of the game is left.
    const PLIES: u32 = 4;
    /// Default nodes of the judging search: enough to recognize an even position.
    const NODES: u64 = 10_000;

    /// Returns the position from which openings begin. By default the game has no komi and a single set of rules.
    fn first_position(args: &OpeningsArgs) -> Result<Self::Position> {
        refuse_komi(args)?;
        if let Some(rule) = &args.rule {
            bail!("--rule {rule}: {} has none", Self::GAME.name());
        }
        started::<Self>(args, Rule::default())
    }

    /// Whether players might open with this legal move.
    fn is_common(_position: &Self::Position, _mv: MoveOf<Self>) -> bool {
        true
    }

    /// Whether neither side is ahead, judged by the best line of a search.
    fn is_even(best: &RootMove<MoveOf<Self>>) -> bool {
        (0.4..=0.6).contains(&best.winrate)
    }
}

impl OpeningsArgs {
    /// Prints the openings as they are found, one per line, starting with Black's move. Fails if the game
    /// lacks what an option asks for, or if there are fewer openings than asked for.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let out = &mut *streams.out;
        self.each(|opening| {
            out.line(opening)?;
            Ok(out.flush()?)
        })
    }

    /// Returns one random opening of the default length that a search judges even, as vertices.
    pub fn one(game: Game, size: u8, rule: Option<String>, seed: u64) -> Result<Option<String>> {
        let args = OpeningsArgs {
            game,
            size: Some(size),
            rule,
            komi: None,
            count: 1,
            plies: None,
            seed,
            nodes: None,
            format: OpeningFormat::Gtp,
        };
        let mut found = None;
        args.each(|opening| {
            found = Some(opening.to_owned());
            Ok(())
        })?;
        Ok(found)
    }

    /// Passes each opening to `take`.
    fn each(&self, take: impl FnMut(&str) -> Result<()>) -> Result<()> {
        with_game!(self.game, G => find::<G>(self, take))
    }
}

fn find<G: OpeningGame>(
    args: &OpeningsArgs,
    mut take: impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    let start = G::first_position(args)?;
    let plies = args.plies.unwrap_or(G::PLIES);
    let control = Control::new(Limits::nodes(args.nodes.unwrap_or(G::NODES)));
    let settings = Settings {
        memory: MEMORY,
        ..Settings::default()
    };
    let resources = G::resources(&options(args, Rule::default()));
    let mut searcher = G::searcher(settings, &resources);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut seen = HashSet::new();
    for found in 0..args.count {
        let mut even = (0..MOST_IN_VAIN).filter_map(|_| {
            let (moves, position) = random_opening::<G>(&start, plies, &mut rng)?;
            let text = args.format.write::<G>(&start, &moves)?;
            if !seen.insert(canonical::<G>(&position)) {
                return None;
            }
            searcher.clear();
            let found = searcher.search(&position, &control)?;
            G::is_even(found.report.lines.first()?).then_some(text)
        });
        let Some(opening) = even.next() else {
            bail!(
                "{found} of {} openings were found; {MOST_IN_VAIN} more tries of {plies} plies gave no new even one",
                args.count
            );
        };
        take(&opening)?;
    }
    Ok(())
}

/// Plays random usual moves. Returns the moves and the position after them; `None` if the game ends or no move is
/// usual.
fn random_opening<G: OpeningGame>(
    start: &G::Position,
    plies: u32,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<(Vec<MoveOf<G>>, G::Position)> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let color = position.to_move();
        let mut common = position.legal_moves(color);
        common.retain(|&mv| G::is_common(&position, mv));
        if common.is_empty() {
            return None;
        }
        let mv = common[(rng.next_u64() % common.len() as u64) as usize];
        moves.push(mv);
        position.play(color, mv).ok()?;
    }
    let is_open = position.outcome().is_none();
    is_open.then_some((moves, position))
}

/// Returns the content of a square board's points, as the least of its eight symmetric images.
fn canonical<G: PlayableGame>(position: &G::Position) -> Vec<u8> {
    let (width, height) = G::size(position);
    let size = (i16::from(width), i16::from(height));
    let seen_from = |number: u8| -> Vec<u8> {
        let points = (0..size.1).flat_map(|row| (0..size.0).map(move |column| (column, row)));
        let cell = |at| {
            let (column, row) = symmetry::image(at, size, number);
            let point = Point {
                column: column as u8,
                row: row as u8,
            };
            match G::cell(position, point) {
                Occupant::Stone(color) => 1 + color.index() as u8,
                Occupant::Empty | Occupant::Blocked => 0,
            }
        };
        points.map(cell).collect()
    };
    (0..symmetry::COUNT)
        .map(seen_from)
        .min()
        .unwrap_or_default()
}

fn options(args: &OpeningsArgs, rule: Rule) -> GameOptions {
    GameOptions {
        size: args.size,
        gomoku: GomokuOptions { rule },
        ..GameOptions::default()
    }
}

pub(super) fn started<G: PlayableGame>(args: &OpeningsArgs, rule: Rule) -> Result<G::Position> {
    let size = args.size.unwrap_or_default();
    let options = options(args, rule);
    games::check_size(args.game, &options).map_err(|reason| anyhow!("--size {size}: {reason}"))?;
    G::start(&options).map_err(|failure| anyhow!("--size {size}: {failure}"))
}

pub(super) fn refuse_komi(args: &OpeningsArgs) -> Result<()> {
    match args.komi {
        Some(komi) => bail!("--komi {komi}: {} has none", args.game.name()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_play::gomoku::Gomoku;

    fn args(game: Game) -> OpeningsArgs {
        OpeningsArgs {
            game,
            size: (game == Game::Go).then_some(7),
            rule: None,
            komi: None,
            count: 6,
            plies: None,
            seed: 5,
            nodes: Some(300),
            format: OpeningFormat::Gtp,
        }
    }

    fn openings(args: &OpeningsArgs) -> Vec<String> {
        let mut openings = Vec::new();
        let all = args.each(|opening| {
            openings.push(opening.to_owned());
            Ok(())
        });
        all.unwrap();
        openings
    }

    fn complaint(args: &OpeningsArgs) -> String {
        format!("{:#}", args.each(|_| Ok(())).unwrap_err())
    }

    #[test]
    fn a_seed_gives_one_list() {
        for (game, plies) in [(Game::Go, 4), (Game::Gomoku, 5), (Game::Reversi, 8)] {
            let list = openings(&args(game));
            assert_eq!(list.len(), 6);
            assert!(
                list.iter().all(|line| line.split(' ').count() == plies),
                "{list:?}"
            );
            assert_eq!(openings(&args(game)), list);
            let shorter = OpeningsArgs {
                count: 3,
                ..args(game)
            };
            assert_eq!(openings(&shorter), list[..3]);
            let other = OpeningsArgs {
                seed: 6,
                ..args(game)
            };
            assert_ne!(openings(&other), list);
        }
    }

    #[test]
    fn a_format_spells_the_same_list() {
        let in_format = |format| {
            openings(&OpeningsArgs {
                format,
                count: 2,
                ..args(Game::Gomoku)
            })
        };
        let vertices = in_format(OpeningFormat::Gtp);
        assert!(
            vertices.iter().all(|line| line.split(' ').count() == 5),
            "{vertices:?}"
        );
        let offsets = in_format(OpeningFormat::Gomocup);
        assert!(
            offsets.iter().all(|line| line.split(", ").count() == 5),
            "{offsets:?}"
        );
        let points = in_format(OpeningFormat::Xy);
        for (vertices, points) in vertices.iter().zip(&points) {
            let columns = vertices.chars().filter(char::is_ascii_uppercase);
            // Columns from J on have the next letter in GTP.
            let columns = columns.map(|letter| match letter {
                'J'.. => letter as u8 - 1,
                _ => letter as u8,
            });
            let columns: String = columns
                .map(|letter| (letter as char).to_ascii_lowercase())
                .collect();
            assert_eq!(points.replace(|c: char| c.is_ascii_digit(), ""), columns);
        }
    }

    #[test]
    fn openings_are_even_and_none_stands_twice() {
        let args = OpeningsArgs {
            count: 12,
            plies: Some(3),
            ..args(Game::Reversi)
        };
        // Othello has 14 positions after three moves up to symmetry, of which fewer than 12 are even.
        let error = complaint(&args);
        assert!(error.contains("of 12 openings were found"), "{error}");
    }

    #[test]
    fn renju_has_26_openings() {
        let renju = OpeningsArgs {
            rule: Some("renju".into()),
            ..args(Game::Gomoku)
        };
        let mut positions = vec![Gomoku::first_position(&renju).unwrap()];
        for _ in 0..3 {
            let after = positions.iter().flat_map(|position| {
                let common = position
                    .points()
                    .filter(|&mv| Gomoku::is_common(position, mv));
                common.map(|mv| {
                    let mut after = position.clone();
                    after.play(after.to_move(), mv).unwrap();
                    after
                })
            });
            positions = after.collect();
        }
        assert_eq!(positions.len(), 8 * 23);
        let distinct: HashSet<Vec<u8>> = positions.iter().map(canonical::<Gomoku>).collect();
        assert_eq!(distinct.len(), 26);
    }

    #[test]
    fn turned_and_mirrored_positions_are_the_same() {
        let at = |moves: &[(u8, u8)]| {
            let mut position = tengen_gomoku::Position::new(9, 9, Rule::Freestyle).unwrap();
            for &(x, y) in moves {
                let color = position.to_move();
                position
                    .play(color, tengen_gomoku::Point::new(x, y))
                    .unwrap();
            }
            canonical::<Gomoku>(&position)
        };
        let position = at(&[(1, 2), (4, 3)]);
        for turned in [
            [(2, 1), (3, 4)],
            [(7, 2), (4, 3)],
            [(1, 6), (4, 5)],
            [(6, 7), (5, 4)],
        ] {
            assert_eq!(at(&turned), position, "{turned:?}");
        }
        assert_ne!(at(&[(4, 3), (1, 2)]), position, "colors count");
        assert_ne!(at(&[(1, 2), (3, 4)]), position);
    }

    #[test]
    fn a_win_within_sight_is_not_even() {
        let line = |winrate, score| {
            RootMove::new(
                tengen_gomoku::Point::new(4, 4),
                winrate,
                score,
                1,
                Vec::new(),
            )
        };
        assert!(Gomoku::is_even(&line(0.45, -30.0)));
        assert!(!Gomoku::is_even(&line(1.0, 29_995.0)));
        assert!(!Gomoku::is_even(&line(0.0, -29_990.0)));
    }

    #[test]
    fn what_a_game_does_not_have_is_refused() {
        let refused = [
            (
                OpeningsArgs {
                    komi: Some(6.5),
                    ..args(Game::Reversi)
                },
                "--komi 6.5: Othello has none",
            ),
            (
                OpeningsArgs {
                    komi: Some(6.5),
                    ..args(Game::Gomoku)
                },
                "--komi 6.5: Gomoku has none",
            ),
            (
                OpeningsArgs {
                    size: Some(9),
                    ..args(Game::Reversi)
                },
                "--size 9: expected a board of Othello: 8",
            ),
            (
                OpeningsArgs {
                    rule: Some("x".into()),
                    ..args(Game::Reversi)
                },
                "--rule x: Othello has none",
            ),
            (
                OpeningsArgs {
                    rule: Some("x".into()),
                    ..args(Game::Gomoku)
                },
                "--rule: ",
            ),
            (
                OpeningsArgs {
                    rule: Some("x".into()),
                    ..args(Game::Go)
                },
                "--rule: unknown rules 'x'",
            ),
        ];
        for (args, expected) in refused {
            let seen = complaint(&args);
            assert!(seen.starts_with(expected), "{seen}");
        }
    }
}
