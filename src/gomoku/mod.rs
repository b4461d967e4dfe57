//! Gomoku, renju and caro: rules, patterns and an alpha-beta search.
