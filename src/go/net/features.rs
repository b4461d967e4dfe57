//! Input features of a position: KataGo's inputs, version 7 (its cpp/neuralnet/nninputs.cpp).
//!
//! | plane | 1 on |
//! |---|---|
//! | 0 | every point |
//! | 1, 2 | own stones, the opponent's |
//! | 3, 4, 5 | stones of chains with one, two, three liberties |
//! | 6 | points barred by ko or superko |
//! | 7, 8, 20, 21 | no point: they belong to the second phase of KataGo's territory rules, which isn't played |
//! | 9 to 13 | the last five moves, latest first |
//! | 14, 15, 16 | chains that a ladder captures, on the present board and the two before |
//! | 17 | moves that begin such a ladder against the opponent |
//! | 18, 19 | own pass-alive area, the opponent's; under area scoring only |
//!
//! Older versions use subsets of these planes ([`Inputs`]), with different rules for history, area and komi.

use super::history::{BOARDS, GameHistory, MOVES};
use super::human_profile::{HumanProfile, MetadataRow};
use super::model::{GLOBALS, InputVersion, Inputs, PLANES};
use crate::board::{Move, Point};
use crate::ladder::katago;
use crate::rules::benson::PassAliveArea;
use crate::rules::ruleset::{KoRule, Scoring, Tax};
use crate::rules::{Position, Rules};
use tengen_engine::game::{Color, IllegalMove, Position as _};

/// The input features of a position, from the side to move's point of view. Their memory is reused between positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    size: (usize, usize),
    /// Planes of each point, row by row from the top.
    planes: Vec<f32>,
    globals: [f32; GLOBALS],
    metadata: Option<Box<MetadataRow>>,
}

impl Features {
    /// Computes the features of the last position of a history, for a model with these inputs.
    pub fn new(history: &GameHistory, inputs: Inputs) -> Features {
        let mut features = Features::default();
        features.fill(history, inputs);
        features
    }

    /// Creates features from stored numbers: the planes of each point, row by row from the top.
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
            metadata: None,
        }
    }

    /// Replaces the features by those of the last position of a history.
    pub fn fill(&mut self, history: &GameHistory, inputs: Inputs) {
        let size = history.position().board().size();
        self.size = (usize::from(size.width()), usize::from(size.height()));
        self.planes.clear();
        self.planes.resize(size.area() * PLANES, 0.0);
        self.globals = [0.0; GLOBALS];
        self.metadata = None;
        self.stones(history);
        self.barred_points(history);
        let rules = inputs.nearest_rules(*history.position().rules());
        let seen_moves = self.moves(history, inputs.version, rules);
        if inputs.version != InputVersion::V5 {
            self.area(history, inputs, rules);
            self.ladders(history, seen_moves);
        }
        self.komi(history, inputs, rules);
        self.rules(history, rules);
    }

    /// Sets the playout doubling advantage (PDA) of the side to move, which is assumed to search 2 to the power of
    /// `doublings` times the opponent's playouts.
    pub fn set_playout_doublings(&mut self, doublings: f32) {
        self.globals[15] = f32::from(u8::from(doublings != 0.0));
        self.globals[16] = 0.5 * doublings;
    }

    /// Sets the players whom a network with metadata inputs should imitate in this position.
    pub fn set_profile(&mut self, profile: &HumanProfile, position: &Position) {
        let area = position.board().size().area();
        self.metadata = Some(Box::new(profile.row(position.to_move(), area)));
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    /// Returns the planes of a point, by column and row from the upper left.
    pub fn at(&self, column: usize, row: usize) -> &[f32] {
        &self.planes[(row * self.size.0 + column) * PLANES..][..PLANES]
    }

    /// Returns the global input features.
    pub fn globals(&self) -> &[f32; GLOBALS] {
        &self.globals
    }

    /// Returns the metadata inputs of the profile, or of the default one if none has been set.
    pub fn metadata(&self) -> MetadataRow {
        let (width, height) = self.size;
        // The default profile is the same for both sides.
        let default = || HumanProfile::default().row(Color::Black, width * height);
        self.metadata.as_deref().copied().unwrap_or_else(default)
    }

    fn mark(&mut self, point: Point, plane: usize) {
        let (width, height) = self.size;
        let row = height - 1 - usize::from(point.row());
        self.planes[(row * width + usize::from(point.column())) * PLANES + plane] = 1.0;
    }

    fn stones(&mut self, history: &GameHistory) {
        let position = history.position();
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

    fn barred_points(&mut self, history: &GameHistory) {
        let position = history.position();
        let color = position.to_move();
        for &point in position.board().empty_points() {
            let check = position.check(color, Move::Place(point));
            if matches!(check, Err(IllegalMove::Ko | IllegalMove::Superko)) {
                self.mark(point, 6);
            }
        }
    }

    fn area(&mut self, history: &GameHistory, inputs: Inputs, rules: Rules) {
        if rules.scoring == Scoring::Territory {
            return;
        }
        let position = history.position();
        let board = position.board();
        let suicide = rules.suicide || inputs.area_with_suicide;
        let area = match (inputs.version, rules.tax) {
            (InputVersion::V4, _) => PassAliveArea::safe(board, suicide),
            (_, Tax::None) => PassAliveArea::count(board, suicide),
            (_, Tax::Seki | Tax::All) => PassAliveArea::count_without_seki(board, suicide),
        };
        for point in board.size().points() {
            if let Some(owner) = area.owner(point) {
                self.mark(point, if owner == position.to_move() { 18 } else { 19 });
            }
        }
    }

    /// Marks the last moves and returns how many are visible to the network.
    fn moves(&mut self, history: &GameHistory, version: InputVersion, rules: Rules) -> usize {
        let area = rules.scoring == Scoring::Area;
        let shows_end = version >= InputVersion::V6;
        // If players pass before dead stones are removed, the first pass must not look like the end.
        let hides_end = match history.is_over() {
            true => !shows_end,
            false => history.pass_ends() && area && rules.friendly_pass_ok,
        };
        let most = match (hides_end, history.is_over()) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => MOVES,
        };
        self.globals[14] = f32::from(u8::from(history.pass_ends() && !hides_end));
        let mut seen = 0;
        for mv in history.latest_moves().take(most) {
            match mv {
                Move::Pass => self.globals[seen] = 1.0,
                Move::Place(point) => self.mark(point, 9 + seen),
            }
            seen += 1;
        }
        seen
    }

    fn ladders(&mut self, history: &GameHistory, seen_moves: usize) {
        let foe = history.position().to_move().opponent();
        let mut captured = Vec::new();
        for before in 0..=BOARDS {
            // If earlier moves aren't visible, the board before counts as the same as the one after.
            if before <= seen_moves {
                captured.clear();
                let board = history.board_before(before);
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

    fn komi(&mut self, history: &GameHistory, inputs: Inputs, rules: Rules) {
        let (width, height) = self.size;
        let points = (width * height) as f32;
        let (margin, unit) = inputs.komi_margin_and_unit();
        let komi = history.self_komi() as f32 / 2.0;
        let komi = komi.clamp(-points - margin, points + margin);
        self.globals[5] = komi / unit;
        if rules.scoring == Scoring::Area {
            self.globals[18] = parity_wave(komi, width * height);
        }
    }

    fn rules(&mut self, history: &GameHistory, rules: Rules) {
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
        globals[17] = flag(history.has_button());
    }
}

/// KataGo's komi parity wave: the value of another half point of komi, with a period of two points, rising where komi
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
