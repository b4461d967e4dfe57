//! The invariants of the source that no compiler checks: rooms of the program and their imports, maps that are true, folders
//! and documents of a bearable size.
//!
//! `src/README.md` gives their reasons.

mod source;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use self::source::{Source, SourceFile};

/// The rooms of the root package that each of them may import, besides itself. Cargo holds the rest: a crate imports only the
/// crates that it depends on.
const IMPORTS: [(&str, &[&str]); 5] = [
    ("terminal", &[]),
    ("tool", &["terminal"]),
    ("web", &["terminal", "tool"]),
    ("wasm", &["tool"]),
    ("cli", &["terminal", "tool", "web"]),
];

/// Entries that a folder may hold, tests left out.
const MOST_ENTRIES: usize = 24;

/// Lines that `src/main.rs` may have.
const MOST_MAIN_LINES: usize = 60;

/// Bytes that the README may have: two screens.
const MOST_README_BYTES: u64 = 8192;

/// The beginnings of the lines under a map.
const LINES_UNDER_MAP: [&str; 2] = ["Tests: ", "A change moves: "];

/// Extensions by which a name without a slash is a file's.
const EXTENSIONS: [&str; 11] = [
    "bin",
    "js",
    "json",
    "jsonl",
    "md",
    "obf",
    "py",
    "rs",
    "signature",
    "toml",
    "txt",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The source, read once for all tests.
fn source() -> &'static Source {
    static SOURCE: LazyLock<Source> = LazyLock::new(|| Source::read(&root().join("src")));
    &SOURCE
}

#[track_caller]
fn assert_none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn room(file: &SourceFile) -> &str {
    file.module.first().map_or("", String::as_str)
}

#[test]
fn rooms_import_only_what_they_may() {
    let source = source();
    let is_room = |name: &str| IMPORTS.iter().any(|(room, _)| *room == name);
    let mut faults = Vec::new();
    for file in source.shipped() {
        let rooms = IMPORTS.iter().find(|(name, _)| *name == room(file));
        for owner in source.dependencies(file) {
            let imported = room(owner);
            let may = |(_, allowed): &(&str, &[&str])| allowed.contains(&imported);
            if is_room(imported)
                && imported != room(file)
                && !rooms.is_some_and(may)
                && file.path != "main.rs"
            {
                faults.push(format!("{} imports {}", file.path, owner.path));
            }
        }
    }
    assert_none(faults);
}

#[test]
fn only_the_output_writes_to_stdout() {
    let writes = |code: &str| {
        ["println!", "print!", "stdout()", "Stdout"]
            .iter()
            .any(|name| {
                let mut places = code.match_indices(name);
                places
                    .any(|(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
            })
    };
    let source = source();
    let faults = source
        .shipped()
        .filter(|file| !["protocol/io/output.rs"].contains(&&*file.path) && writes(&file.code));
    assert_none(faults.map(|file| file.path.clone()).collect());
}

/// The macros panic where stderr is full or closed.
#[test]
fn only_the_error_output_writes_to_stderr() {
    let source = source();
    let faults = source.shipped().filter(|file| {
        let names = ["eprint!", "eprintln!", "dbg!", "io::stderr", "Stderr"];
        file.path != "protocol/io/error_output.rs"
            && names.iter().any(|name| file.code.contains(name))
    });
    let faults: Vec<String> = faults.map(|file| file.path.clone()).collect();
    assert_none(faults);
}

#[test]
fn every_folder_has_a_true_map() {
    let games = games();
    let mut faults = Vec::new();
    for file in source().shipped().filter(|file| file.is_root()) {
        let rooms: BTreeSet<String> = text::modules(&file.code).into_iter().collect();
        let is_named = |name: &str| {
            let quoted = format!("`{name}`");
            let is_game = games.iter().any(|game| game == name);
            file.docs().any(|line| {
                let is_line = line.starts_with("- `") && line.contains(&quoted);
                is_line || is_game && line.starts_with("- the games")
            })
        };
        let missing = rooms.iter().filter(|name| !is_named(name));
        faults.extend(missing.map(|name| format!("{}: no line for {name}", file.path)));
        let heads: BTreeSet<String> = file.docs().flat_map(heads).collect();
        let stale = heads.difference(&rooms);
        faults.extend(stale.map(|name| format!("{}: a line for {name}, no module", file.path)));
    }
    assert_none(faults);
}

/// The modules of the games: the table of `play/games.rs` has rows such as `Go: $crate::go::Go`.
fn games() -> Vec<String> {
    let path = root().join("src/play/games.rs");
    let table = fs::read_to_string(path).expect("it is part of the source");
    let rows = table.lines().filter(|line| line.ends_with("\";"));
    let paths = rows.filter_map(|line| line.split_once(": $crate::"));
    let modules = paths.filter_map(|(_, path)| path.split("::").next());
    modules.map(str::to_owned).collect()
}

/// The names at the head of a line of a map: "- `a`, `b`: what they hold".
fn heads(line: &str) -> Vec<String> {
    let Some((names, _)) = line
        .strip_prefix("- `")
        .and_then(|rest| rest.split_once("`:"))
    else {
        return Vec::new();
    };
    names.split("`, `").map(str::to_owned).collect()
}

#[test]
fn every_folder_names_its_tests_and_what_a_change_moves() {
    let mut faults = Vec::new();
    for file in source().shipped().filter(|file| file.is_root()) {
        let is_there = |begin: &str| file.docs().any(|line| line.starts_with(begin));
        let missing = LINES_UNDER_MAP.iter().filter(|begin| !is_there(begin));
        faults.extend(missing.map(|begin| format!("{}: no line \"{begin}\"", file.path)));
        let path = root().join("src").join(&file.path);
        let folder = path.parent().expect("a file is in a folder");
        let exists = |name: &str| root().join(name).exists() || folder.join(name).exists();
        let stale = files_under_map(file)
            .into_iter()
            .filter(|name| !exists(name));
        faults.extend(stale.map(|name| format!("{}: no file {name}", file.path)));
    }
    assert_none(faults);
}

/// The files and folders that the lines under a map name, in backticks.
fn files_under_map(file: &SourceFile) -> Vec<String> {
    let is_under_map = |line: &&str| LINES_UNDER_MAP.iter().any(|begin| line.starts_with(begin));
    let is_file = |name: &str| {
        let extension = Path::new(name).extension();
        let is_known = |known: &&str| extension.is_some_and(|extension| extension == *known);
        name.contains('/') || EXTENSIONS.iter().any(is_known)
    };
    let docs: Vec<&str> = file.docs().collect();
    let mut names = Vec::new();
    for paragraph in docs.split(|line| line.is_empty()) {
        if paragraph.iter().any(is_under_map) {
            let text = paragraph.join(" ");
            let quoted = text.split('`').skip(1).step_by(2);
            names.extend(quoted.filter(|name| is_file(name)).map(str::to_owned));
        }
    }
    names
}

#[test]
fn no_folder_is_crowded() {
    let source = source();
    let tests: BTreeSet<String> = source
        .files
        .iter()
        .filter(|file| file.is_test)
        .map(|file| format!("src/{}", file.path))
        .collect();
    let mut faults = Vec::new();
    for folder in ["src", "scripts"] {
        count(folder, &tests, &mut faults);
    }
    assert_none(faults);
}

/// Counts the entries of a folder and of those within; returns whether it holds anything that counts.
fn count(folder: &str, tests: &BTreeSet<String>, faults: &mut Vec<String>) -> bool {
    let mut entries = 0;
    for entry in fs::read_dir(root().join(folder)).expect("the folder is part of the source") {
        let entry = entry.expect("the folder is part of the source");
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        // Every crate has these.
        let is_left_out = ["tests", "__pycache__", "Cargo.toml", "LICENSE", "lib.rs"]
            .contains(&name.as_str())
            || tests.contains(&path);
        let counts = !is_left_out && (!entry.path().is_dir() || count(&path, tests, faults));
        entries += usize::from(counts);
    }
    if entries > MOST_ENTRIES {
        faults.push(format!(
            "{folder}: {entries} entries, at most {MOST_ENTRIES}"
        ));
    }
    entries > 0
}

#[test]
fn the_program_and_the_readme_stay_short() {
    let main = fs::read_to_string(root().join("src/main.rs")).expect("it is part of the source");
    let lines = main.lines().count();
    assert!(lines <= MOST_MAIN_LINES, "src/main.rs: {lines} lines");
    let readme = fs::metadata(root().join("README.md")).expect("it is part of the source");
    let bytes = readme.len();
    assert!(bytes <= MOST_README_BYTES, "README.md: {bytes} bytes");
}

#[test]
fn links_of_the_documents_lead_to_files() {
    let documents = [
        "README.md",
        "src/README.md",
        "src/protocol/manual.md",
        "src/tool/README.md",
        "scripts/README.md",
        "scripts/python/README.md",
        "protocol-tests/README.md",
    ];
    let mut faults = Vec::new();
    for document in documents {
        let path = root().join(document);
        let text = fs::read_to_string(&path).expect("it is part of the source");
        let folder = path.parent().expect("a file is in a folder");
        let links = text.split("](").skip(1);
        let links = links.filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.is_empty() && !link.contains("://")) {
            if !folder.join(link).exists() {
                faults.push(format!("{document}: {link}"));
            }
        }
    }
    assert_none(faults);
}

#[test]
fn folders_are_in_no_import_cycle() {
    let mut arrows = arrows();
    // A file with submodules is no room.
    arrows.keep_cycles_of(|entry| root().join("src").join(entry).join("mod.rs").exists());
    assert_none(arrows.examples());
}

/// The imports between the entries of every folder. A file and the folder of its submodules are one entry; a folder's
/// root is none. Files whose doc gives the reason for a cycle are left out.
fn arrows() -> Arrows {
    let source = source();
    let mut arrows = Arrows::default();
    let gives_reason = |file: &SourceFile| file.docs().any(|line| line.contains("cycle"));
    for file in source.shipped().filter(|file| !gives_reason(file)) {
        for owner in source.dependencies(file) {
            let shared = file.module.iter().zip(&owner.module);
            let depth = shared.take_while(|(a, b)| a == b).count();
            if depth < file.module.len() && depth < owner.module.len() {
                let entry = |file: &SourceFile| file.module[..=depth].join("/");
                let why = format!("{} imports {}", file.path, owner.path);
                arrows.add(&entry(file), &entry(owner), why);
            }
        }
    }
    arrows
}

/// Who imports whom, and an example of each.
#[derive(Clone, Default)]
struct Arrows(BTreeMap<String, BTreeMap<String, String>>);

impl Arrows {
    fn add(&mut self, from: &str, to: &str, why: String) {
        let targets = self.0.entry(from.to_owned()).or_default();
        targets.entry(to.to_owned()).or_insert(why);
    }

    /// Leaves out arrows that are in no cycle with an entry of this kind.
    fn keep_cycles_of(&mut self, is_kind: impl Fn(&str) -> bool) {
        let all = self.clone();
        for (from, targets) in &mut self.0 {
            let leads_back = |entry: &str| all.reachable(entry).contains(from.as_str());
            targets.retain(|to, _| {
                let mut after = all.reachable(to).into_iter();
                after.any(|entry| leads_back(entry) && is_kind(entry))
            });
        }
    }

    fn examples(&self) -> Vec<String> {
        self.0
            .values()
            .flat_map(BTreeMap::values)
            .cloned()
            .collect()
    }

    /// What can be reached from here along arrows.
    fn reachable<'a>(&'a self, from: &'a str) -> BTreeSet<&'a str> {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(next) = open.pop() {
            for to in self.0.get(next).into_iter().flat_map(BTreeMap::keys) {
                if reached.insert(to.as_str()) {
                    open.push(to);
                }
            }
        }
        reached
    }
}
