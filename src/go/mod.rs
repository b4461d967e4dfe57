//! Go: rules, scoring, ladders and a tree search.
