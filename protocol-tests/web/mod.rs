//! `tengen web` as a process: its page, its engines, games between people and engines, load, kills, and hostile clients.
//!
//! `TENGEN_WEB_FULL=1` runs the load and the kills with the numbers that the manual promises, which takes some minutes.

mod agreements;
mod client;
mod engines;
mod games;
mod hostile;
mod kills;
mod load;
mod pages;
mod players;
mod watchers;

/// Returns the small number, or the full one for a full run.
fn number(small: usize, full: usize) -> usize {
    match std::env::var_os("TENGEN_WEB_FULL") {
        Some(_) => full,
        None => small,
    }
}
