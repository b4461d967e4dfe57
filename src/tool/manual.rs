//! `tengen commands`: the GTP commands of all games as one table, and Gomocup's as another, read from the rows that the
//! engine runs.

use std::io;

use crate::engine::game::Game;
use crate::io::output::Output;
use crate::protocol::gomocup::vocabulary;
use crate::protocol::gtp::go::Go;
use crate::protocol::gtp::gomoku::Gomoku;
use crate::protocol::gtp::reversi::Reversi;
use crate::protocol::gtp::{Command, GtpGame};

/// Prints the tables.
///
/// # Errors
///
/// The output is closed.
pub fn print(out: &mut Output) -> io::Result<()> {
    out.line(&table())?;
    out.line(vocabulary::table().trim_end())
}

/// GTP's table in Markdown: commands that every game has first, then those of one game.
pub fn table() -> String {
    let mut rows: Vec<Row> = Vec::new();
    collect::<Go>(&mut rows);
    collect::<Gomoku>(&mut rows);
    collect::<Reversi>(&mut rows);
    rows.sort_by_key(|row| std::cmp::Reverse(row.games.len()));
    let mut text = "| command | games | what it does |\n|---|---|---|\n".to_owned();
    for Row { typed, games, help } in rows {
        let games = if games.len() == Game::ALL.len() {
            "all".to_owned()
        } else {
            games.join(", ")
        };
        text.push_str(&format!(
            "| `{}` | {games} | {} |\n",
            typed.replace('|', "\\|"),
            help.replace('|', "\\|")
        ));
    }
    text
}

struct Row {
    typed: String,
    games: Vec<&'static str>,
    help: &'static str,
}

fn collect<G: GtpGame>(rows: &mut Vec<Row>) {
    for command in Command::<G>::all() {
        let typed = format!("{} {}", command.name, command.args)
            .trim_end()
            .to_owned();
        match rows
            .iter_mut()
            .find(|row| row.typed == typed && row.help == command.help)
        {
            Some(row) => row.games.push(G::GAME.name()),
            None => rows.push(Row {
                typed,
                games: vec![G::GAME.name()],
                help: command.help,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_filled_and_no_name_stands_twice() {
        fn check<G: GtpGame>() {
            let mut names = Vec::new();
            for command in Command::<G>::all() {
                assert!(
                    !command.help.is_empty() && !command.help.contains('\n'),
                    "{}",
                    command.name
                );
                assert!(!command.name.contains(' '), "{}", command.name);
                assert!(
                    !names.contains(&command.name),
                    "{} stands twice",
                    command.name
                );
                names.push(command.name);
            }
        }
        check::<Go>();
        check::<Gomoku>();
        check::<Reversi>();
    }
}
