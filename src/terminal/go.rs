//! Go at a terminal.

use anstyle::AnsiColor;

use super::game::{Count, DeadStones, GameResult, Settlement, TerminalGame, drawn, spell_point};
use super::messages::{Messages, side};
use tengen_engine::RootMove;
use tengen_engine::cpu::Level;
use tengen_engine::deferred;
use tengen_engine::game::{Color, Outcome};
use tengen_engine::record::Record;
use tengen_engine::worker::Computation;
use tengen_go::ladder::question::LadderQuestion;
use tengen_go::ladder::{self, Verdict};
use tengen_go::net::GameHistory;
use tengen_go::rules::BoardCount;
use tengen_go::rules::area_score::AreaScore;
use tengen_go::score::{self, Judgment};
use tengen_go::{Move, Point, PointSet, Position, Score};
use tengen_play::PlayableGame;
use tengen_play::go::{Go, GoResources};

/// Smallest side of a board with star points.
const LEAST_STARRED: u8 = 7;

/// Smallest side of a board with star points at the middle of its edges.
const LEAST_WITH_SIDE_STARS: u8 = 15;

impl TerminalGame for Go {
    const LETTERS: &'static str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    const BOARD: AnsiColor = AnsiColor::Yellow;
    const EXAMPLE: &'static str = "D4";

    fn star_points(width: u8, height: u8) -> Vec<tengen_engine::game::Point> {
        if width.min(height) < LEAST_STARRED {
            return Vec::new();
        }
        let mut points = Vec::new();
        for column in star_lines(width) {
            for row in star_lines(height) {
                let (in_middle, in_center) = (column * 2 + 1 == width, row * 2 + 1 == height);
                let is_side_star = in_middle != in_center;
                if !is_side_star || width.min(height) >= LEAST_WITH_SIDE_STARS {
                    points.push(tengen_engine::game::Point { column, row });
                }
            }
        }
        points
    }

    fn status(position: &Position, messages: &Messages) -> Vec<String> {
        let [black, white] = Color::BOTH.map(|color| position.board().prisoners(color));
        let captures = [("black", black.into()), ("white", white.into())];
        let komi = messages.with_decimal_mark(&position.komi().to_string());
        vec![
            messages.format("captures", captures),
            messages.format("komi", [("komi", komi.into())]),
        ]
    }

    fn value(_: &Position, color: Color, line: &RootMove<Move>, messages: &Messages) -> String {
        let percent = messages.decimal(f64::from(line.winrate) * 100.0, 0);
        let leader = if line.score < 0.0 {
            color.opponent()
        } else {
            color
        };
        let margin = f64::from(line.score.abs());
        let percent = ("percent", percent.into());
        // Playouts estimate no margin.
        match margin < 0.05 {
            true => messages.format("percent", [percent]),
            false => {
                let margin = ("margin", messages.decimal(margin, 1).into());
                messages.format("percent-lead", [percent, side(leader), margin])
            }
        }
    }

    fn count(
        record: &Record<Position>,
        resources: &GoResources,
        isa: Level,
        messages: &Messages,
    ) -> Count<Self> {
        let messages = messages.clone();
        let history = GameHistory::of_record(record);
        let network = resources.networks.network();
        let position = record.position().clone();
        deferred::computation(move |control| {
            let network = network.as_ref().map(|network| (network, isa));
            let judgment = score::judge_with(&history, network, &|| control.interrupted());
            Ok(match judgment.is_finished {
                true => result_of(&position, &judgment, &messages),
                false => estimate_of(&position, &judgment, &messages),
            })
        })
    }

    fn dead_stones(
        record: &Record<Position>,
        resources: &GoResources,
        isa: Level,
    ) -> Option<DeadStones<Self>> {
        let history = GameHistory::of_record(record);
        let network = resources.networks.network();
        let position = record.position().clone();
        Some(deferred::computation(move |control| {
            let network = network.as_ref().map(|network| (network, isa));
            let judgment = score::judge_with(&history, network, &|| control.interrupted());
            let dead = judgment.dead.iter();
            Ok(dead.map(|point| from_top(&position, point)).collect())
        }))
    }

    fn chain(
        position: &Position,
        point: tengen_engine::game::Point,
    ) -> Vec<tengen_engine::game::Point> {
        let (board, point) = (position.board(), from_bottom(position, point));
        if !board.contains(point) || board.is_empty(point) {
            return Vec::new();
        }
        let stones = board.stones_of(point);
        stones.map(|stone| from_top(position, stone)).collect()
    }

    fn settle(position: &Position, dead: &[tengen_engine::game::Point]) -> Option<Settlement> {
        let dead = dead.iter().map(|&point| from_bottom(position, point));
        let dead: PointSet = dead.collect();
        let BoardCount { seki, score, .. } = BoardCount::new(position, &dead);
        let board = position.board();
        let counted = AreaScore::new(board, &dead).with_captures().with_seki(seki);
        let points = board.size().points_from_top();
        Some(Settlement {
            owners: points.map(|point| counted.owner(point)).collect(),
            code: score.to_string(),
        })
    }

    fn ladder(
        position: &Position,
        point: tengen_engine::game::Point,
        messages: &Messages,
    ) -> Result<Computation<Move>, String> {
        let target = from_bottom(position, point);
        let board = position.board().clone();
        let question = LadderQuestion::from_target(&board, target)
            .ok_or_else(|| no_stone(&spell_point::<Go>(position, point), messages))?;
        let (position, messages) = (position.clone(), messages.clone());
        Ok(Box::new(move |_| {
            Ok(read_ladder(&position, question, &messages))
        }))
    }
}

/// Converts a point with its row counted from the top.
fn from_bottom(position: &Position, point: tengen_engine::game::Point) -> Point {
    let height = position.board().size().height();
    Point::new(point.column, height - 1 - point.row)
}

/// Converts a point to one with its row counted from the top.
fn from_top(position: &Position, point: Point) -> tengen_engine::game::Point {
    let size = position.board().size();
    let (place, width) = (size.place_from_top(point), usize::from(size.width()));
    tengen_engine::game::Point {
        column: (place % width) as u8,
        row: (place / width) as u8,
    }
}

/// Returns the lines of a board of this side length on which star points are.
fn star_lines(side: u8) -> Vec<u8> {
    let edge = if side < 12 { 2 } else { 3 };
    let mut lines = vec![edge, side - 1 - edge];
    if side % 2 == 1 {
        lines.push(side / 2);
    }
    lines
}

/// Describes the score of a judgment, and the stones that it considers dead.
fn result_of(position: &Position, judgment: &Judgment, messages: &Messages) -> GameResult {
    let score: Score = judgment.score;
    let mut result = match score.outcome() {
        Outcome::Win(color) => {
            let code = score.to_string();
            let points = messages.with_decimal_mark(&code[2..]);
            let sentence = messages.format("wins-by", [side(color), ("points", points.into())]);
            GameResult { code, sentence }
        }
        Outcome::Draw => drawn(messages),
    };
    let board = position.board();
    let dead: Vec<String> = board
        .chains()
        .filter(|&head| judgment.dead.contains(head))
        .map(|head| point_text(position, head))
        .collect();
    if !dead.is_empty() {
        let dead = messages.format("dead-chains", [("points", dead.join(", ").into())]);
        result.sentence += &format!(" {dead}");
    }
    result
}

/// Describes an estimate of an unfinished game, and the owners of the points.
fn estimate_of(position: &Position, judgment: &Judgment, messages: &Messages) -> GameResult {
    let lead = score::expected_lead(position, &judgment.ownership);
    let leader = if lead < 0.0 {
        Color::White
    } else {
        Color::Black
    };
    let sentence = match lead.abs().round() as u32 {
        0 => messages.text("unfinished-even"),
        points => messages.format("unfinished", [side(leader), ("n", points.into())]),
    };
    let drawing = area_drawing(position, judgment);
    let legend = messages.text("area-legend");
    GameResult {
        code: "?".to_owned(),
        sentence: format!("{sentence}{drawing}\n{legend}"),
    }
}

/// Least ownership at which an estimate gives a point to a side.
const LEAST_OWNERSHIP: f32 = 0.3;

/// Draws the board with the owners of its points: `X` and `O` are stones, `x` is black's area, `o` white's.
fn area_drawing(position: &Position, judgment: &Judgment) -> String {
    let board = position.board();
    let sign = |point| match (judgment.ownership.of(point), board.at(point)) {
        (owner, Some(Color::Black)) if owner > -LEAST_OWNERSHIP => 'X',
        (owner, Some(Color::White)) if owner < LEAST_OWNERSHIP => 'O',
        (owner, _) if owner >= LEAST_OWNERSHIP => 'x',
        (owner, _) if owner <= -LEAST_OWNERSHIP => 'o',
        _ => '.',
    };
    let width = usize::from(board.size().width());
    let signs: Vec<char> = board.size().points_from_top().map(sign).collect();
    let rows = signs.chunks(width).map(|row| {
        let row: String = row.iter().flat_map(|&sign| [' ', sign]).collect();
        format!("\n{row}")
    });
    rows.collect()
}

fn no_stone(point: &str, messages: &Messages) -> String {
    messages.format("no-stone", [("point", point.into())])
}

/// Reads a ladder and describes its result.
fn read_ladder(position: &Position, question: LadderQuestion, messages: &Messages) -> String {
    let mut board = position.board().clone();
    let target = point_text(position, question.target);
    let reading = ladder::read(
        &mut board,
        question.target,
        question.first,
        ladder::DEFAULT_NODES,
    );
    let Some(reading) = reading else {
        return no_stone(&target, messages);
    };
    let key = match reading.verdict {
        Verdict::Captured => "chain-captured",
        Verdict::Escapes => "chain-escapes",
        Verdict::Unknown => "chain-unknown",
    };
    let line: Vec<String> = reading
        .pv
        .iter()
        .map(|&(_, point)| point_text(position, point))
        .collect();
    let text = messages.format(key, [side(question.first), ("point", target.into())]);
    if line.is_empty() {
        return text;
    }
    let line = messages.format("line", [("moves", line.join(" ").into())]);
    format!("{text} {line}")
}

fn point_text(position: &Position, point: Point) -> String {
    let (_, height) = Go::size(position);
    let point = tengen_engine::game::Point {
        column: point.column(),
        row: height - 1 - point.row(),
    };
    spell_point::<Go>(position, point)
}
