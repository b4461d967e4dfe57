//! `tengen commands`: prints the manual of all protocols from the tables that the program itself uses to parse lines.
//!
//! Tests: unit tests in this file; `protocol-tests/tools/examples.rs` runs the examples.
//! A change moves: the manual (`src/protocol/manual.md`).

use std::io;

use crate::terminal::messages::{Language, Messages};
use crate::terminal::word::{WORDS, WordRow};
use tengen_go::rules::ruleset::names;
use tengen_play::Game;
use tengen_play::games::with_game;
use tengen_play::go::Go;
use tengen_play::gomoku::Gomoku;
use tengen_protocol::analysis::field_table::{QueryField, query_fields};
use tengen_protocol::analysis::{ACTIONS, AnalysisGame};
use tengen_protocol::gomocup::settings::{InfoSetting, SETTINGS};
use tengen_protocol::gomocup::{
    command_table as gomocup_commands, database_command as gomocup_database,
    opening_command as gomocup_openings,
};
use tengen_protocol::gtp::parameter::Parameter;
use tengen_protocol::gtp::values::VALUES;
use tengen_protocol::gtp::{GtpCommand, GtpGame, analysis_grammar};
use tengen_protocol::io::output::Output;
use tengen_protocol::katago::key_table::{ConfigKey, KEYS};
use tengen_protocol::nboard::command_table as nboard_commands;
use tengen_protocol::{CommandRow, Protocol, notes};

/// The head of the manual in Markdown.
const MARKDOWN_HEAD: &str = "\
# Commands and settings

Printed by `tengen commands --markdown`; a test holds this file to the program. `tengen commands` prints the same as plain
text, and `tengen --help` the options of the command line.
";

/// A chapter or part of one: a heading, notes in Markdown, and a table.
struct Section {
    /// Heading level: 2 for a chapter, 3 for a part of one.
    level: usize,
    title: String,
    notes: String,
    table: Option<ManualTable>,
}

/// A table of two columns.
struct ManualTable {
    /// Heading of the first column.
    noun: &'static str,
    /// Usages and their meanings.
    entries: Vec<(String, String)>,
}

/// Prints the manual, as Markdown or as plain text.
pub fn print(markdown: bool, out: &mut Output) -> io::Result<()> {
    let manual = if markdown { markdown_manual() } else { text() };
    out.line(manual.trim_end())
}

fn markdown_manual() -> String {
    let mut manual = MARKDOWN_HEAD.to_owned();
    for section in sections() {
        let marks = "#".repeat(section.level);
        manual += &format!("\n{marks} {}\n", section.title);
        if !section.notes.is_empty() {
            manual += &format!("\n{}\n", section.notes.trim_end());
        }
        let Some(table) = section.table else {
            continue;
        };
        manual += &format!("\n| {} | meaning |\n|---|---|\n", table.noun);
        for (usage, help) in table.entries {
            let (usage, help) = (usage.replace('|', "\\|"), help.replace('|', "\\|"));
            manual += &format!("| `{usage}` | {help} |\n");
        }
    }
    manual
}

fn text() -> String {
    let mut manual = String::new();
    for section in sections() {
        let line = if section.level == 2 { "=" } else { "-" };
        let underline = line.repeat(section.title.chars().count());
        manual += &format!("{}\n{underline}\n\n", section.title);
        if !section.notes.is_empty() {
            manual += &format!("{}\n\n", section.notes.trim_end());
        }
        for (usage, help) in section.table.into_iter().flat_map(|table| table.entries) {
            manual += &format!("  {usage}\n      {help}\n");
        }
        if !manual.ends_with("\n\n") {
            manual.push('\n');
        }
    }
    manual
}

fn sections() -> Vec<Section> {
    let mut sections = gtp_sections();
    sections.extend([
        chapter(Protocol::Gomocup.name(), notes::GOMOCUP),
        part(
            "Commands of Gomocup",
            "",
            table("command", &gomocup_commands::COMMANDS),
        ),
        part(
            "Opening rules in Gomocup",
            notes::GOMOCUP_OPENINGS,
            table("command", &gomocup_openings::OPENING_COMMANDS),
        ),
        part(
            "Databases in Gomocup",
            notes::GOMOCUP_DATABASES,
            table("command", &gomocup_database::DATABASE_COMMANDS),
        ),
        part(
            "Settings of Gomocup",
            notes::GOMOCUP_SETTINGS,
            gomocup_settings(),
        ),
        chapter(Protocol::NBoard.name(), notes::NBOARD),
        part(
            "Commands of NBoard",
            "",
            table("command", &nboard_commands::COMMANDS),
        ),
        chapter("JSON analysis", notes::ANALYSIS),
        part("Actions of JSON analysis", "", table("action", &ACTIONS)),
        part("Fields of queries", "", fields(query_fields())),
        part("Fields of queries about Go", "", fields(Go::FIELDS.iter())),
        part(
            "Fields of queries about gomoku",
            "",
            fields(Gomoku::FIELDS.iter()),
        ),
        chapter("Files, the end, resources", notes::ALL_PROTOCOLS),
        chapter("Subcommands", include_str!("subcommands.md")),
        part("Keys of KataGo's configuration", "", katago_keys()),
        part(
            "Playing at a terminal",
            include_str!("../../terminal/notes.md"),
            words(),
        ),
        chapter("A board in the browser", include_str!("../../web/notes.md")),
    ]);
    sections
}

/// Returns the table of words for a game at a terminal.
fn words() -> ManualTable {
    let messages = Messages::new(Language::En);
    let entry = |row: &WordRow| (row.usage(&messages), messages.text(row.help));
    ManualTable {
        noun: "word",
        entries: WORDS.iter().map(entry).collect(),
    }
}

/// Returns GTP's chapter: commands of all games and of each game, values, options and parameters.
fn gtp_sections() -> Vec<Section> {
    let values = ManualTable {
        noun: "value",
        entries: VALUES
            .iter()
            .map(|value| (value.names.join(", "), value.meaning.to_owned()))
            .collect(),
    };
    let mut sections = vec![
        chapter(Protocol::Gtp.name(), notes::GTP),
        part("Values", "", values),
        part(
            "Commands of all games",
            "",
            table("command", GtpCommand::<Go>::shared()),
        ),
        part(
            "Commands of particular programs",
            notes::GTP_CLIENTS,
            table("command", GtpCommand::<Go>::of_clients()),
        ),
    ];
    for game in Game::ALL {
        sections.push(with_game!(game, G => commands_of::<G>()));
    }
    sections.push(rules_of_go());
    sections.extend([
        part(
            "Options of the analysis commands",
            notes::GTP_ANALYSIS,
            table("option", &analysis_grammar::OPTIONS),
        ),
        part(
            "Fields of the analysis commands",
            "",
            table("field", &analysis_grammar::FIELDS),
        ),
        part(
            "Parameters of all games",
            notes::GTP_PARAMETERS,
            parameters(Parameter::<Go>::shared()),
        ),
    ]);
    for game in Game::ALL {
        sections.extend(with_game!(game, G => parameters_of::<G>()));
    }
    sections
}

fn commands_of<G: GtpGame>() -> Section {
    let title = format!("Commands of {}", G::GAME.name());
    part(title, G::NOTES, table("command", G::COMMANDS))
}

/// Returns the section of names that the commands for Go's rules accept.
fn rules_of_go() -> Section {
    let names: Vec<String> = names().iter().map(|name| format!("- `{name}`")).collect();
    Section {
        level: 3,
        title: "Rules of Go".to_owned(),
        notes: format!(
            "Names for `kata-set-rules` and `kgs-rules`, in KataGo's spelling:\n\n{}",
            names.join("\n")
        ),
        table: None,
    }
}

/// Returns the section of parameters that only this game has, if any.
fn parameters_of<G: GtpGame>() -> Option<Section> {
    let title = format!("Parameters of {}", G::GAME.name());
    let own = parameters(G::PARAMETERS);
    (!G::PARAMETERS.is_empty()).then(|| part(title, "", own))
}

fn chapter(title: impl Into<String>, notes: &str) -> Section {
    Section {
        level: 2,
        title: title.into(),
        notes: notes.to_owned(),
        table: None,
    }
}

fn part(title: impl Into<String>, notes: &str, table: ManualTable) -> Section {
    Section {
        level: 3,
        title: title.into(),
        notes: notes.to_owned(),
        table: Some(table),
    }
}

fn table<A>(noun: &'static str, rows: &[CommandRow<A>]) -> ManualTable {
    let entry = |row: &CommandRow<A>| (row.usage(), row.help.to_owned());
    ManualTable {
        noun,
        entries: rows.iter().map(entry).collect(),
    }
}

fn fields(rows: impl Iterator<Item = &'static QueryField>) -> ManualTable {
    let entry = |row: &QueryField| {
        let meaning = match row.range() {
            Some(range) => format!("{}; {range}", row.help),
            None => row.help.to_owned(),
        };
        (format!("{} {}", row.name, row.values()), meaning)
    };
    ManualTable {
        noun: "field",
        entries: rows.map(entry).collect(),
    }
}

fn gomocup_settings() -> ManualTable {
    let entry = |row: &InfoSetting| {
        let meaning = format!("{}; {}", row.help, row.expected());
        (row.usage(), meaning)
    };
    ManualTable {
        noun: "setting",
        entries: SETTINGS.iter().map(entry).collect(),
    }
}

fn katago_keys() -> ManualTable {
    let entry = |row: &ConfigKey| {
        let meaning = format!("{}; {}", row.help, row.expected());
        (row.name.to_owned(), meaning)
    };
    ManualTable {
        noun: "key",
        entries: KEYS.iter().map(entry).collect(),
    }
}

fn parameters<G: GtpGame>(rows: &[Parameter<G>]) -> ManualTable {
    let entry = |row: &Parameter<G>| {
        let meaning = format!("{}; {}", row.help, row.values.expected());
        (row.name.to_owned(), meaning)
    };
    ManualTable {
        noun: "parameter",
        entries: rows.iter().map(entry).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_what_the_program_prints() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/protocol/manual.md");
        assert!(
            std::fs::read_to_string(path).unwrap() == markdown_manual(),
            "write it again: cargo run -- commands --markdown > src/protocol/manual.md"
        );
    }

    #[test]
    fn every_entry_says_something_on_one_line() {
        for section in sections() {
            let entries = section.table.into_iter().flat_map(|table| table.entries);
            for (usage, help) in entries {
                assert!(!usage.is_empty() && !help.is_empty(), "{usage}");
                assert!(!usage.contains('\n') && !help.contains('\n'), "{usage}");
            }
        }
    }

    #[test]
    fn plain_text_holds_the_same_commands() {
        let text = text();
        for section in sections() {
            assert!(text.contains(&section.title), "{}", section.title);
            let entries = section.table.into_iter().flat_map(|table| table.entries);
            for (usage, _) in entries {
                assert!(text.contains(&usage), "{usage}");
            }
        }
    }
}
