//! Reversi (Othello): rules, evaluation and an alpha-beta search with an exact endgame.
