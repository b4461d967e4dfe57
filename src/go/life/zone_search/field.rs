//! A region of up to 128 cells as bit sets, and the moves in it.

use crate::board::Point;
use crate::board::stones::Ko;
use crate::life::question::LifeQuestion;
use crate::life::side::LifeSide;

/// A set of cells.
pub(super) type Cells = u128;

/// Most cells of the rectangle around a region, with an empty column on its right that separates the rows.
pub(super) const MAX_CELLS: usize = 128;

/// Most chains or enclosed areas that [`Field::pass_alive`] looks at. With more it finds no life.
const MAX_GROUPS: usize = 32;

/// More ko threats than are ever used.
pub(super) const ENDLESS: u8 = u8::MAX;

/// The stones of both sides, the ko and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FieldState {
    pub stones: [Cells; 2],
    /// The cell that the side to move may not retake.
    pub ko: Option<u8>,
    /// Ko threats that the side with threats has left; [`ENDLESS`] if they never run out.
    pub threats: u8,
    pub to_move: LifeSide,
}

/// A region within its bounding rectangle.
pub(super) struct Field {
    /// Cells from a row to the next.
    stride: u32,
    /// Column and row of the rectangle's lower left corner.
    corner: (u8, u8),
    pub region: Cells,
    /// Cells with all their neighbors in the region.
    inner: Cells,
    /// Per side, the cells where a stone is safe because it touches an empty point or a friendly stone outside.
    pub anchors: [Cells; 2],
    pub target: Cells,
    start: [Cells; 2],
    /// The board's last column and row.
    last: (u8, u8),
}

/// The position after a move.
pub(super) struct FieldStep {
    pub after: FieldState,
    pub captured: Cells,
}

/// Returns the set with one cell.
#[inline]
pub(super) fn cell(index: u8) -> Cells {
    1 << index
}

/// Returns the set with the lowest cell of a set.
#[inline]
pub(super) fn lowest(set: Cells) -> Cells {
    set & set.wrapping_neg()
}

/// Iterates over the cells of a set.
pub(super) fn cells(mut set: Cells) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let index = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(index)
    })
}

impl FieldState {
    #[inline]
    pub fn of(&self, side: LifeSide) -> Cells {
        self.stones[side as usize]
    }

    /// Returns the position after a pass.
    pub fn passed(&self) -> FieldState {
        FieldState {
            ko: None,
            to_move: self.to_move.opponent(),
            ..*self
        }
    }
}

impl Field {
    /// Returns the region of a question about one chain, or `None` if it has several chains or is too large.
    pub fn new(question: &LifeQuestion) -> Option<Field> {
        let board = question.board();
        let points = question.region();
        let &[target] = question.targets() else {
            return None;
        };
        let columns = || points.iter().map(|point| point.column());
        let rows = || points.iter().map(|point| point.row());
        let corner = (columns().min()?, rows().min()?);
        let stride = u32::from(columns().max()? - corner.0) + 2;
        let height = u32::from(rows().max()? - corner.1) + 1;
        if stride * height > MAX_CELLS as u32 {
            return None;
        }
        let mut field = Field {
            stride,
            corner,
            region: 0,
            inner: 0,
            anchors: [0; 2],
            target: 0,
            start: [0; 2],
            last: (board.size().width() - 1, board.size().height() - 1),
        };
        for &point in points {
            field.region |= cell(field.index(point));
        }
        for &point in points {
            let own = cell(field.index(point));
            for side in LifeSide::BOTH {
                if board.at(point) == Some(question.color(side)) {
                    field.start[side as usize] |= own;
                }
            }
            let around = point.neighbors().into_iter();
            let mut outside = around
                .filter(|&near| board.contains(near) && !points.contains(&near))
                .peekable();
            if outside.peek().is_none() {
                field.inner |= own;
            }
            for near in outside {
                for side in LifeSide::BOTH {
                    let color = board.at(near);
                    if color.is_none() || color == Some(question.color(side)) {
                        field.anchors[side as usize] |= own;
                    }
                }
            }
        }
        let target = cell(field.index(target));
        field.target = field.chain(target, field.start[LifeSide::Defender as usize]);
        Some(field)
    }

    /// Returns the state of the question. The board's ko binds the side to move if its move there would take a ko.
    pub fn start(&self, to_move: LifeSide, ko: Option<Ko>) -> FieldState {
        let state = FieldState {
            stones: self.start,
            ko: None,
            threats: 0,
            to_move,
        };
        let cell = ko.and_then(|ko| self.cell_of(ko.point));
        let cell = cell.filter(|&cell| self.empty(&state) & (1 << cell) != 0);
        let retake = cell.and_then(|cell| self.play(&state, cell));
        FieldState {
            ko: cell.filter(|_| retake.is_some_and(|step| step.after.ko.is_some())),
            ..state
        }
    }

    fn index(&self, point: Point) -> u8 {
        let row = u32::from(point.row() - self.corner.1);
        (row * self.stride) as u8 + (point.column() - self.corner.0)
    }

    /// Returns the point of a cell.
    pub fn point(&self, index: u8) -> Point {
        let (column, row) = (
            u32::from(index) % self.stride,
            u32::from(index) / self.stride,
        );
        Point::new(self.corner.0 + column as u8, self.corner.1 + row as u8)
    }

    /// Returns the cell of a point; `None` outside the region.
    pub fn cell_of(&self, point: Point) -> Option<u8> {
        cells(self.region).find(|&index| self.point(index) == point)
    }

    /// Returns the cells next to those of a set, which may themselves be in the set.
    #[inline]
    pub fn near(&self, set: Cells) -> Cells {
        (set << 1 | set >> 1 | set << self.stride | set >> self.stride) & self.region
    }

    /// Returns the cells diagonally next to those of a set.
    #[inline]
    pub fn diagonal(&self, set: Cells) -> Cells {
        let rows = set << self.stride | set >> self.stride;
        (rows << 1 | rows >> 1) & self.region
    }

    /// Returns the distances of a cell to the nearer edges of the board, the smaller first.
    pub fn edge_distances(&self, index: u8) -> (u8, u8) {
        let point = self.point(index);
        let column = point.column().min(self.last.0 - point.column());
        let row = point.row().min(self.last.1 - point.row());
        (column.min(row), column.max(row))
    }

    /// Returns the cells of `within` that are connected with `seed`.
    #[inline]
    pub fn chain(&self, seed: Cells, within: Cells) -> Cells {
        let mut chain = seed & within;
        loop {
            let next = chain | self.near(chain) & within;
            if next == chain {
                return chain;
            }
            chain = next;
        }
    }

    /// Iterates over the connected parts of a set.
    pub fn chains(&self, set: Cells) -> impl Iterator<Item = Cells> {
        let mut left = set;
        std::iter::from_fn(move || {
            let chain = (left != 0).then(|| self.chain(lowest(left), set))?;
            left &= !chain;
            Some(chain)
        })
    }

    pub fn empty(&self, state: &FieldState) -> Cells {
        self.region & !(state.stones[0] | state.stones[1])
    }

    /// Whether a chain of a side can never be removed.
    #[inline]
    pub fn is_safe(&self, chain: Cells, side: LifeSide) -> bool {
        chain & self.anchors[side as usize] != 0
    }

    /// Returns the stones of a side that can never be removed.
    pub fn safe(&self, state: &FieldState, side: LifeSide) -> Cells {
        let stones = state.of(side);
        self.chain(stones & self.anchors[side as usize], stones)
    }

    /// Returns the position after a stone on an empty cell, or `None` for suicide. The ko is not checked.
    pub fn play(&self, state: &FieldState, index: u8) -> Option<FieldStep> {
        let stone = cell(index);
        let side = state.to_move;
        let own = state.of(side) | stone;
        let theirs = state.of(side.opponent());
        let empty = self.region & !(own | theirs);
        let mut captured = 0;
        let mut left = self.near(stone) & theirs;
        while left != 0 {
            let chain = self.chain(lowest(left), theirs);
            left &= !chain;
            if !self.is_safe(chain, side.opponent()) && self.near(chain) & empty == 0 {
                captured |= chain;
            }
        }
        let chain = self.chain(stone, own);
        let liberties = self.near(chain) & (empty | captured);
        let is_safe = self.is_safe(chain, side);
        if liberties == 0 && !is_safe {
            return None;
        }
        let is_ko = captured.count_ones() == 1 && chain == stone && liberties == captured;
        let ko = (is_ko && !is_safe).then(|| captured.trailing_zeros() as u8);
        let mut stones = [0; 2];
        stones[side as usize] = own;
        stones[side.opponent() as usize] = theirs & !captured;
        let to_move = side.opponent();
        let after = FieldState {
            stones,
            ko,
            threats: state.threats,
            to_move,
        };
        Some(FieldStep { after, captured })
    }

    /// Returns the pass-alive chains and their enclosed areas, or nothing if the target is not among them. Benson's
    /// algorithm, for the defender and areas without an outside neighbor.
    pub fn pass_alive(&self, state: &FieldState, target: Cells) -> Cells {
        let own = state.of(LifeSide::Defender);
        let empty = self.empty(state);
        let mut areas = arrayvec::ArrayVec::<(Cells, Cells), MAX_GROUPS>::new();
        for area in self.chains(self.region & !own) {
            if area & !self.inner == 0 && areas.try_push((area, self.near(area) & own)).is_err() {
                return 0;
            }
        }
        if areas.len() < 2 {
            return 0;
        }
        let mut chains = arrayvec::ArrayVec::<Cells, MAX_GROUPS>::new();
        for chain in self.chains(own) {
            if chains.try_push(chain).is_err() {
                return 0;
            }
        }
        let mut alive = own;
        loop {
            let before = alive;
            chains.retain(|chain| {
                let liberties = self.near(*chain);
                let is_vital = |&&(area, border): &&(Cells, Cells)| {
                    border & !alive == 0 && area & empty & !liberties == 0
                };
                let lives = areas.iter().filter(is_vital).count() >= 2;
                if !lives {
                    alive &= !*chain;
                }
                lives
            });
            if alive & target == 0 {
                return 0;
            }
            if alive == before {
                break;
            }
        }
        let enclosed = areas.iter().filter(|(_, border)| border & !alive == 0);
        enclosed.fold(alive, |zone, &(area, _)| zone | area)
    }

    /// Returns the cells of a set with all their neighbors, on the board, in the set.
    pub fn interior(&self, set: Cells) -> Cells {
        set & self.inner & !self.near(self.region & !set)
    }
}
