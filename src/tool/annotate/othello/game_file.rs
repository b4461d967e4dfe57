//! Reads the Othello games of a WTHOR file, a GGF file, transcripts or boards.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use tengen_engine::files;
use tengen_engine::files::printable;
use tengen_engine::record::Record;
use tengen_play::formats::{self, othello};
use tengen_records::sgf::SgfGameType;
use tengen_reversi::Position;
use tengen_reversi::records::wthor::{WthorFile, WthorGame, WthorNames};

/// Maximum size of a file in bytes: ten times all games of the WTHOR database.
const MAX_BYTES: u64 = 64 << 20;

/// Name of standard input on the command line.
const STDIN: &str = "-";

/// An Othello game with the players and event that its file names.
pub struct OthelloGame {
    /// Names of the players, Black first; empty if unknown.
    pub players: [String; 2],
    /// Place, tournament, date and other details from the file; empty if unknown.
    pub event: String,
    /// The moves of the game.
    pub record: Record<Position>,
}

/// The games of a file.
pub struct OthelloFile {
    /// Name of the file as given on the command line.
    pub name: String,
    /// Games in file order. The error of a damaged game is a sentence that says where the damage is.
    pub games: Vec<Result<OthelloGame, String>>,
    /// Errors in the files of names that belong to it.
    pub faults: Vec<String>,
}

/// Files with the names of WTHOR's players and tournaments, if they are not the usual ones.
#[derive(Clone, Debug, Default)]
pub struct NameFiles {
    /// File of player names.
    pub players: Option<PathBuf>,
    /// File of tournament names.
    pub tournaments: Option<PathBuf>,
}

/// Whether a file has Othello games in a format other than SGF, judged by its extension or else by its content. Fails
/// if the file cannot be read or isn't a game record.
pub fn is_othello(path: &Path) -> Result<bool, String> {
    let extension = path.extension().map(OsStr::to_ascii_lowercase);
    match extension.as_deref().and_then(OsStr::to_str) {
        Some("sgf") => return Ok(false),
        Some("wtb" | "ggf") => return Ok(true),
        _ if path == Path::new(STDIN) => return Ok(true),
        _ => {}
    }
    let bytes = files::read(path, MAX_BYTES, &|| false).map_err(|error| error.to_string())?;
    let (_, format) = formats::recognize(&bytes, None).map_err(|error| error.to_string())?;
    Ok(format.is_some_and(|format| format.game == SgfGameType::Othello))
}

impl OthelloFile {
    /// Reads a file, or standard input for `-`. Fails if the file cannot be read, is too large, or is a WTHOR file of
    /// another game.
    pub fn read(path: &Path, names: &NameFiles) -> Result<OthelloFile, String> {
        let bytes = match path == Path::new(STDIN) {
            true => read_stdin().map_err(|error| error.to_string())?,
            false => files::read(path, MAX_BYTES, &|| false).map_err(|error| error.to_string())?,
        };
        let mut file = OthelloFile {
            name: printable(path),
            games: Vec::new(),
            faults: Vec::new(),
        };
        let extension = path.extension();
        let is_wthor = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("wtb"));
        if is_wthor || WthorFile::is_likely(&bytes) {
            file.add_wthor(path, &bytes, names)?;
        } else {
            let othello = Some(SgfGameType::Othello);
            let (decoded, _) =
                formats::recognize(&bytes, othello).map_err(|error| error.to_string())?;
            decoded.log(&file.name);
            file.add_text(decoded.text.trim_start_matches('\u{feff}'));
        }
        Ok(file)
    }

    fn add_wthor(&mut self, path: &Path, bytes: &[u8], names: &NameFiles) -> Result<(), String> {
        let read = WthorFile::read(bytes).map_err(|error| error.to_string())?;
        let players = self.names(WthorNames::Players, path, names.players.as_deref());
        let tournaments = self.names(WthorNames::Tournaments, path, names.tournaments.as_deref());
        for game in &read.games {
            let game = game.clone().and_then(|game| Ok((game.record()?, game)));
            let game = game.map_err(|error| error.to_string());
            self.games.push(game.map(|(record, game)| {
                OthelloGame {
                    players: game
                        .players
                        .map(|number| name_of(&players, number, "player")),
                    event: event(&read, &game, &tournaments),
                    record,
                }
            }));
        }
        Ok(())
    }

    /// Reads a file of names: the named one, or the usual one next to the games. If it cannot be read, records a fault
    /// and leaves the names unknown.
    fn names(&mut self, kind: WthorNames, games: &Path, named: Option<&Path>) -> Vec<String> {
        let default = || sibling(games, kind.default_file());
        let Some(path) = named.map(Path::to_owned).or_else(default) else {
            return Vec::new();
        };
        let bytes = files::read(&path, MAX_BYTES, &|| false).map_err(|error| error.to_string());
        let names = bytes.and_then(|bytes| kind.read(&bytes).map_err(|error| error.to_string()));
        names.unwrap_or_else(|error| {
            self.faults.push(format!("{}: {error}", printable(&path)));
            Vec::new()
        })
    }

    /// Adds the games of a text, as [`othello::read_games`] reads them.
    fn add_text(&mut self, text: &str) {
        for game in othello::read_games(text) {
            let number = self.games.len() + 1;
            let game = game.map_err(|fault| format!("game {number}, {fault}"));
            self.games.push(game.map(|game| OthelloGame {
                players: game.players,
                event: game.event,
                record: game.record,
            }));
        }
    }
}

/// Reads standard input up to [`MAX_BYTES`].
fn read_stdin() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        let sentence = format!("more than {} MiB", MAX_BYTES >> 20);
        return Err(io::Error::other(sentence));
    }
    Ok(bytes)
}

/// Finds a file by name, ignoring case, in the folder of another file.
fn sibling(path: &Path, name: &str) -> Option<PathBuf> {
    let folder = path.parent()?;
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut paths = entries.map(|entry| entry.path());
    paths.find(|path| {
        let found = path.file_name();
        found.is_some_and(|found| found.eq_ignore_ascii_case(name))
    })
}

/// Returns the name with this number, or a placeholder with the number if there is none.
fn name_of(names: &[String], number: u16, kind: &str) -> String {
    let name = names.get(usize::from(number));
    let name = name.filter(|name| !name.is_empty());
    name.cloned().unwrap_or_else(|| format!("{kind} {number}"))
}

/// Returns the tournament and year of a game, with its actual and theoretical results.
fn event(file: &WthorFile, game: &WthorGame, tournaments: &[String]) -> String {
    let tournament = name_of(tournaments, game.tournament, "tournament");
    let year = match file.year {
        0 => String::new(),
        year => format!(", {year}"),
    };
    let (discs, best) = (game.discs, game.best_discs);
    let others = 64_u8.saturating_sub(discs);
    let others_best = 64_u8.saturating_sub(best);
    let empties = file.exact_empties;
    format!(
        "{tournament}{year}, {discs}-{others}, theoretical {best}-{others_best} from {empties} empties"
    )
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use tengen_testing::scratch::Scratch;

    fn of_text(text: &str) -> Vec<Result<usize, String>> {
        let mut file = OthelloFile {
            name: String::new(),
            games: Vec::new(),
            faults: Vec::new(),
        };
        file.add_text(text);
        let games = file.games.into_iter();
        games.map(|game| Ok(game?.record.len())).collect()
    }

    const GGF: &str = "(;GM[Othello]PC[here ;) there]DT[today]PB[a]PW[b]\nTY[8]BO[8 ---------------------------O*------*O--------------------------- *]\nB[F5]W[F6];)";

    #[test]
    fn texts_mix_formats_lines_and_comments() {
        let text = format!("% a comment\n\nf5d6c3\n{GGF}{GGF}\n2 {GGF}\n# another\nF5 d6\r\n");
        assert_eq!(of_text(&text), [3, 2, 2, 2, 2].map(Ok));
        assert_eq!(of_text(""), []);
    }

    #[test]
    fn numbered_transcripts_have_several_lines() {
        let text = "[Event \"a\"]\n[Black \"b\"]\n\n1. f5 d6 2. c3 d3 3. c4 f4 4. f6\nf3\n1. f5\n2. d6 zz\n\nf5d6\n";
        let games = of_text(text);
        assert_eq!((&games[0], &games[2]), (&Ok(8), &Ok(2)));
        assert!(
            games[1]
                .clone()
                .unwrap_err()
                .starts_with("game 2, line 7: column 7: ")
        );
        assert_eq!(games.len(), 3);
    }

    #[test]
    fn damaged_games_are_named_and_the_others_read() {
        let text = format!(
            "f5f5\n{}\n{GGF}\n(;GM[Othello]PB[x\nf5\nzz",
            GGF.replace("F6", "A1")
        );
        let games = of_text(&text);
        let told = |index: usize| games[index].clone().unwrap_err();
        assert!(told(0).starts_with("game 1, line 1: move 2, f5, is illegal"));
        assert!(told(1).starts_with("game 2, line 2: move 2, A1, is illegal"));
        assert_eq!(games[2], Ok(2));
        assert!(told(3).starts_with("game 4, line 8: expected a game such as"));
        assert_eq!(games[4], Ok(1));
        assert!(told(5).starts_with("game 6, line 10: column 1: expected a square"));
        assert_eq!(games.len(), 6);
    }

    #[test]
    fn many_games_without_an_end_are_read_soon() {
        // Would take minutes if each game searched the whole rest for its end.
        let began = Instant::now();
        assert_eq!(of_text(&"(;[]\n".repeat(300_000)).len(), 300_000);
        assert_eq!(of_text(&"(;\n".repeat(300_000)).len(), 300_000);
        assert!(began.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn formats_are_recognized() {
        let folder = Scratch::new("othello-formats");
        let is_othello = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            super::is_othello(&path).unwrap()
        };
        assert!(is_othello("a.txt", "f5d6c3"));
        assert!(is_othello("a.txt", GGF));
        assert!(is_othello("a.GGF", "anything"));
        assert!(!is_othello("a.sgf", GGF));
        assert!(!is_othello("a.txt", "comment\n(;GM[2];B[f5])"));
        assert!(super::is_othello(Path::new("no/such/file")).is_err());
    }

    #[test]
    fn names_of_wthor_lie_beside_the_games() {
        let folder = Scratch::new("othello-names");
        let file = |name: &str, head: &[u8], tail: &[u8]| {
            let mut bytes = vec![20, 24, 5, 1];
            bytes.extend(head);
            bytes.resize(16, 0);
            bytes.extend(tail);
            fs::write(folder.path().join(name), bytes).unwrap();
        };
        let mut game = vec![0, 0, 1, 0, 9, 0, 40, 38, 56];
        game.resize(68, 0);
        file("a.wtb", &[1, 0, 0, 0, 0, 0, 0xd0, 7], &game);
        file("WTHOR.JOU", &[0, 0, 0, 0, 2], &[b'x'; 40]);
        file("Wthor.trn", &[0, 0, 0, 0, 2], b"short");
        let path = folder.path().join("a.wtb");
        let read = OthelloFile::read(&path, &NameFiles::default()).unwrap();
        let game = read.games[0].as_ref().unwrap();
        assert_eq!(game.players, ["x".repeat(20), "player 9".to_owned()]);
        assert_eq!(
            game.event,
            "tournament 0, 2000, 40-24, theoretical 38-26 from 22 empties"
        );
        assert_eq!(read.faults.len(), 1);
        assert!(
            read.faults[0]
                .ends_with("Wthor.trn: expected 2 names of 26 bytes after the header, saw 5 bytes")
        );
        let other = NameFiles {
            tournaments: Some(folder.path().join("WTHOR.JOU")),
            ..NameFiles::default()
        };
        let read = OthelloFile::read(&path, &other).unwrap();
        assert!(read.faults[0].contains("26 bytes"));
    }
}
