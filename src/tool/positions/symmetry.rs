//! The eight symmetries of a board.

/// Number of symmetries.
pub const COUNT: u8 = 8;

/// Returns the image of a column and a row, which may be off the board, under a symmetry from 0 to 7. `size` is the number
/// of columns and of rows. From 4 on, the image is on a board with as many columns as this one has rows.
pub fn image((column, row): (i16, i16), size: (i16, i16), symmetry: u8) -> (i16, i16) {
    let turned = |at, length, bit| match symmetry & bit {
        0 => at,
        _ => length - 1 - at,
    };
    let (column, row) = (turned(column, size.0, 1), turned(row, size.1, 2));
    match symmetry & 4 {
        0 => (column, row),
        _ => (row, column),
    }
}
