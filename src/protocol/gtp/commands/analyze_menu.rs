//! GoGui's menu of analyze commands (GoGui manual, "Analyze Commands").

use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::{GtpGame, MenuEntry};
use crate::gtp::grammar::{arguments, nothing};
use crate::gtp::session::Session;

/// Entries for all games.
const SHARED: [MenuEntry; 6] = [
    MenuEntry::new("pspairs", "Best Moves for Black", "top_moves_black"),
    MenuEntry::new("pspairs", "Best Moves for White", "top_moves_white"),
    MenuEntry::new("string", "Last Search", "gomill-explain_last_move"),
    MenuEntry::new("plist", "Legal Moves", "all_legal %c"),
    MenuEntry::new("param", "Level", "gogui-param_level"),
    MenuEntry::new("param", "Search Parameters", "gogui-param_search"),
];

/// Returns the name of an entry's command.
fn command_name(entry: &MenuEntry) -> &'static str {
    entry.command.split(' ').next().unwrap_or_default()
}

fn menu<G: GtpGame>() -> impl Iterator<Item = &'static MenuEntry> {
    G::MENU.iter().chain(&SHARED)
}

/// Runs `gogui-analyze_commands`, leaving out commands that the client may not use.
pub fn analyze_commands<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let lines = menu::<G>()
        .filter(|entry| session.command(command_name(entry)).is_some())
        .map(|entry| format!("{}/{}/{}", entry.kind, entry.label, entry.command));
    say(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::GtpCommand;
    use tengen_play::Game;
    use tengen_play::games::with_game;

    /// Reply types in GoGui's manual.
    const KINDS: [&str; 11] = [
        "dboard", "gfx", "hpstring", "hstring", "none", "param", "plist", "pspairs", "pstring",
        "string", "varc",
    ];

    fn check<G: GtpGame>() {
        let mut labels = Vec::new();
        for entry in menu::<G>() {
            let name = command_name(entry);
            assert!(
                GtpCommand::<G>::all().any(|command| command.name == name),
                "{name}"
            );
            assert!(KINDS.contains(&entry.kind), "{}", entry.kind);
            let label = entry.label;
            assert!(
                !label.contains('/') && !entry.command.contains('/'),
                "{label}"
            );
            assert!(!labels.contains(&label), "{label}");
            labels.push(label);
        }
    }

    #[test]
    fn menus_hold_commands_that_exist_and_lines_of_three_parts() {
        for game in Game::ALL {
            with_game!(game, G => check::<G>());
        }
    }
}
