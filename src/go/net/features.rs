//! What a network sees of a position: KataGo's inputs, version 7 (its cpp/neuralnet/nninputs.cpp).
//!
//! | plane | 1 on |
//! |---|---|
//! | 0 | every point |
//! | 1, 2 | own stones, the other side's |
//! | 3, 4, 5 | stones of chains with one, two, three liberties |
//! | 6 | points barred by ko or superko |
//! | 7, 8, 20, 21 | nothing: they belong to the second phase of KataGo's territory rules, which is not played |
//! | 9 to 13 | the last five moves, the latest first |
//! | 14, 15, 16 | chains that a ladder captures, now and on the two boards before |
//! | 17 | moves that begin such a ladder against the other side |
//! | 18, 19 | own area, the other side's; under area scoring only |

use super::model::{GLOBALS, PLANES};
use super::situation::{BOARDS, MOVES, Situation};
use crate::engine::game::{IllegalMove, Position as _};
use crate::go::board::{Move, Point};
use crate::go::ladder::katago;
use crate::go::rules::benson::PassAliveArea;
use crate::go::rules::ruleset::{KoRule, Scoring, Tax};

/// Komi counts up to this many points beyond the size of the board.
const KOMI_MARGIN: f32 = 20.0;

/// The inputs for one position, the side to move's view. Made anew in the same memory for each position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    size: (usize, usize),
    /// Point after point, row by row from the top.
    planes: Vec<f32>,
    globals: [f32; GLOBALS],
}

impl Features {
    /// The inputs for this situation. `area_with_suicide` is the network's wish ([`super::Model`]).
    pub fn of(situation: &Situation, area_with_suicide: bool) -> Features {
        let mut features = Features::default();
        features.fill(situation, area_with_suicide);
        features
    }

    /// Inputs that were stored: for each point, row by row from the top, its planes.
    pub fn from_inputs(
        size: (usize, usize),
        planes: Vec<f32>,
        globals: [f32; GLOBALS],
    ) -> Features {
        assert_eq!(
            planes.len(),
            size.0 * size.1 * PLANES,
            "planes of all points"
        );
        Features {
            size,
            planes,
            globals,
        }
    }

    /// Takes in another situation.
    pub fn fill(&mut self, situation: &Situation, area_with_suicide: bool) {
        let size = situation.position().board().size();
        self.size = (usize::from(size.width()), usize::from(size.height()));
        self.planes.clear();
        self.planes.resize(size.area() * PLANES, 0.0);
        self.globals = [0.0; GLOBALS];
        self.stones(situation);
        self.barred_points(situation);
        self.area(situation, area_with_suicide);
        let seen_moves = self.moves(situation);
        self.ladders(situation, seen_moves);
        self.komi(situation);
        self.rules(situation);
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    /// The planes at a point, by column and row from the upper left.
    pub fn at(&self, column: usize, row: usize) -> &[f32] {
        &self.planes[(row * self.size.0 + column) * PLANES..][..PLANES]
    }

    /// The inputs of the whole board.
    pub fn globals(&self) -> &[f32; GLOBALS] {
        &self.globals
    }

    fn mark(&mut self, point: Point, plane: usize) {
        let (width, height) = self.size;
        let row = height - 1 - usize::from(point.row());
        self.planes[(row * width + usize::from(point.column())) * PLANES + plane] = 1.0;
    }

    fn stones(&mut self, situation: &Situation) {
        let position = situation.position();
        let board = position.board();
        for point in board.size().points() {
            self.mark(point, 0);
            if let Some(color) = board.at(point) {
                self.mark(point, if color == position.to_move() { 1 } else { 2 });
                let liberties = board.liberty_count(point);
                if liberties <= 3 {
                    self.mark(point, 2 + liberties);
                }
            }
        }
    }

    fn barred_points(&mut self, situation: &Situation) {
        let position = situation.position();
        let color = position.to_move();
        for &point in position.board().empty_points() {
            let check = position.check(color, Move::Place(point));
            if matches!(check, Err(IllegalMove::Ko | IllegalMove::Superko)) {
                self.mark(point, 6);
            }
        }
    }

    fn area(&mut self, situation: &Situation, area_with_suicide: bool) {
        let position = situation.position();
        let rules = position.rules();
        if rules.scoring == Scoring::Territory {
            return;
        }
        let board = position.board();
        let suicide = rules.suicide || area_with_suicide;
        let area = match rules.tax {
            Tax::None => PassAliveArea::count(board, suicide),
            Tax::Seki | Tax::All => PassAliveArea::count_without_seki(board, suicide),
        };
        for point in board.size().points() {
            if let Some(owner) = area.owner(point) {
                self.mark(point, if owner == position.to_move() { 18 } else { 19 });
            }
        }
    }

    /// Marks the last moves and returns how many there are to be seen.
    fn moves(&mut self, situation: &Situation) -> usize {
        let rules = situation.position().rules();
        let area = rules.scoring == Scoring::Area;
        let hides_end = situation.pass_ends() && area && self.suppresses(situation);
        let most = if hides_end {
            // Where players pass before dead stones are taken off, the first pass is not to look like the end.
            0
        } else if situation.is_over() {
            1
        } else {
            MOVES
        };
        self.globals[14] = f32::from(u8::from(situation.pass_ends() && !hides_end));
        let mut seen = 0;
        for mv in situation.latest_moves().take(most) {
            match mv {
                Move::Pass => self.globals[seen] = 1.0,
                Move::Place(point) => self.mark(point, 9 + seen),
            }
            seen += 1;
        }
        seen
    }

    /// Whether a pass that would end the game shall not look so: friendly passing, and this the second pass.
    fn suppresses(&self, situation: &Situation) -> bool {
        situation.position().rules().friendly_pass_ok && !situation.is_over()
    }

    fn ladders(&mut self, situation: &Situation, seen_moves: usize) {
        let foe = situation.position().to_move().opponent();
        let mut captured = Vec::new();
        for before in 0..=BOARDS {
            // Where the past is not seen, the board is the same as the one after.
            if before <= seen_moves {
                captured.clear();
                let board = situation.board_before(before);
                let mut copy = board.clone();
                for head in board.chains() {
                    let Some(moves) = katago::laddered(&mut copy, head) else {
                        continue;
                    };
                    captured.extend(board.stones_of(head));
                    if before == 0 && board.at(head) == Some(foe) {
                        for mv in moves {
                            self.mark(mv, 17);
                        }
                    }
                }
            }
            for &stone in &captured {
                self.mark(stone, 14 + before);
            }
        }
    }

    fn komi(&mut self, situation: &Situation) {
        let (width, height) = self.size;
        let points = (width * height) as f32;
        let komi = situation.self_komi() as f32 / 2.0;
        let komi = komi.clamp(-points - KOMI_MARGIN, points + KOMI_MARGIN);
        self.globals[5] = komi / 20.0;
        if situation.position().rules().scoring == Scoring::Area {
            self.globals[18] = parity_wave(komi, width * height);
        }
    }

    fn rules(&mut self, situation: &Situation) {
        let rules = situation.position().rules();
        let flag = |on: bool| f32::from(u8::from(on));
        let globals = &mut self.globals;
        (globals[6], globals[7]) = match rules.ko {
            KoRule::Simple => (0.0, 0.0),
            KoRule::Positional => (1.0, 0.5),
            KoRule::Situational => (1.0, -0.5),
        };
        globals[8] = flag(rules.suicide);
        globals[9] = flag(rules.scoring == Scoring::Territory);
        globals[10] = flag(rules.tax != Tax::None);
        globals[11] = flag(rules.tax == Tax::All);
        globals[17] = flag(situation.has_button());
    }
}

/// How much half a point of komi more is worth beyond its size: a wave of two points' length, rising where komi
/// makes a draw possible. Draws need komi of the same parity as the number of points.
fn parity_wave(komi: f32, points: usize) -> f32 {
    let parity = (points % 2) as f32;
    let floor = ((komi - parity) / 2.0).floor() * 2.0 + parity;
    let above = (komi - floor).clamp(0.0, 2.0);
    if above < 0.5 {
        above
    } else if above < 1.5 {
        1.0 - above
    } else {
        above - 2.0
    }
}

#[cfg(test)]
mod tests;
