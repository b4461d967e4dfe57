//! Topics of the commands that all games share, for `help`.

use crate::gtp::command_table::GtpCommand;
use crate::gtp::game::GtpGame;

/// Topics of the shared commands: the first command of each run in their table, and its topic.
const TOPICS: [(&str, &str); 12] = [
    ("protocol_version", "Session"),
    ("list_games", "Game and board"),
    ("play", "Moves"),
    ("genmove", "Search"),
    ("undo", "Moves"),
    ("time_settings", "Time"),
    ("limits", "Limits and strength"),
    ("kata-list-params", "Parameters"),
    ("cputime", "Session"),
    ("final_score", "Position"),
    ("loadsgf", "Records"),
    ("gogui-rules_game_id", "Position"),
];

/// Topic of the commands for particular clients.
pub const CLIENTS: &str = "For particular clients";

/// Returns the commands of all games with their topics, in the order of their table.
pub fn shared<G: GtpGame>() -> impl Iterator<Item = (&'static GtpCommand<G>, &'static str)> {
    let mut topic = TOPICS[0].1;
    GtpCommand::shared().iter().map(move |command| {
        let begun = TOPICS.iter().find(|(first, _)| *first == command.name);
        topic = begun.map_or(topic, |(_, title)| title);
        (command, topic)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_play::go::Go;

    #[test]
    fn every_topic_begins_at_a_command() {
        for (first, _) in TOPICS {
            let is_shared = |command: &GtpCommand<Go>| command.name == first;
            assert!(GtpCommand::shared().iter().any(is_shared), "{first}");
        }
    }
}
