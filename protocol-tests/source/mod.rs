//! Invariants of the source that no compiler checks: the program's rooms and their imports, accurate maps, plain English,
//! and limits on the sizes of folders and documents.
//!
//! `src/README.md` gives the reasons.

mod text;
mod tree;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use self::tree::{Source, SourceFile};

/// Rooms of the root package, each with the other rooms that it may import. Cargo checks the rest: a crate can only
/// import the crates that it depends on.
const IMPORTS: [(&str, &[&str]); 5] = [
    ("terminal", &[]),
    ("tool", &["terminal"]),
    ("web", &["terminal", "tool"]),
    ("wasm", &["tool"]),
    ("cli", &["terminal", "tool", "web"]),
];

/// Most entries of a folder, not counting tests.
const MOST_ENTRIES: usize = 24;

/// Most types, in percent, that share their names with other types.
const MOST_SHARED_PERCENT: usize = 5;

/// Names that Rust requires, and the twins in every game.
const SHARED_NAMES: [&str; 7] = [
    "Error", "Output", "Item", "Move", "Position", "Searcher", "Point",
];

/// Most lines of `src/main.rs`.
const MOST_MAIN_LINES: usize = 60;

/// Most bytes of the README: two screens.
const MOST_README_BYTES: u64 = 8192;

/// Required prefixes of the lines below a map.
const LINES_UNDER_MAP: [&str; 2] = ["Tests: ", "A change moves: "];

/// Extensions that identify a name without a slash as a file.
const EXTENSIONS: [&str; 10] = [
    "bin", "js", "json", "jsonl", "md", "obf", "py", "rs", "toml", "txt",
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
    let names = ["println!", "print!", "stdout()", "Stdout"];
    let source = source();
    let faults = source
        .shipped()
        .filter(|file| file.path != "protocol/io/output.rs" && has_one_of(&file.code, &names));
    assert_none(faults.map(|file| file.path.clone()).collect());
}

/// Whether code has one of these names, not as the end of a longer one.
fn has_one_of(code: &str, names: &[&str]) -> bool {
    let is_whole = |at: usize| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    names
        .iter()
        .any(|name| code.match_indices(name).any(|(at, _)| is_whole(at)))
}

/// Other ways to open a file wait for the reader of a pipe, or write to a device.
#[test]
fn only_the_engine_s_files_are_opened_for_writing() {
    let source = source();
    let names = [
        "OpenOptions",
        "File::create",
        "File::options",
        "fs::write(",
        "fs::copy(",
    ];
    let faults = source
        .shipped()
        .filter(|file| !file.path.starts_with("engine/files/") && has_one_of(&file.code, &names));
    assert_none(faults.map(|file| file.path.clone()).collect());
}

/// The macros panic if stderr is full or closed.
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

/// The modules of the games, from rows such as `Go: $crate::go::Go` in the table of `play/games.rs`.
fn games() -> Vec<String> {
    let path = root().join("src/play/games.rs");
    let table = fs::read_to_string(path).expect("it is part of the source");
    let rows = table.lines().filter(|line| line.ends_with("\";"));
    let paths = rows.filter_map(|line| line.split_once(": $crate::"));
    let modules = paths.filter_map(|(_, path)| path.split("::").next());
    modules.map(str::to_owned).collect()
}

/// The names at the start of a map's line "- `a`, `b`: description".
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

/// The files and folders named in backticks below a map.
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

/// Counts the entries of a folder and of its subfolders. Returns whether any entry counts.
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
fn few_types_share_their_names() {
    let mut homes: BTreeMap<&str, Vec<&SourceFile>> = BTreeMap::new();
    for file in source().shipped() {
        for name in text::types(&file.code) {
            homes.entry(name).or_default().push(file);
        }
    }
    let all: usize = homes.values().map(Vec::len).sum();
    homes
        .retain(|name, files| files.len() > 1 && !SHARED_NAMES.contains(name) && !are_twins(files));
    let shared: usize = homes.values().map(Vec::len).sum();
    assert!(all > 1000, "only {all} types found");
    let lines = homes.iter().map(|(name, files)| {
        let paths: Vec<_> = files.iter().map(|file| &*file.path).collect();
        format!("{name}: {}", paths.join(" "))
    });
    let list = lines.collect::<Vec<_>>().join("\n");
    let is_low = shared * 100 < all * MOST_SHARED_PERCENT;
    assert!(is_low, "{shared} of {all} types share their names:\n{list}");
}

/// Whether each file belongs to a different game.
fn are_twins(files: &[&SourceFile]) -> bool {
    let is_in = |game: &str| {
        let inside = files
            .iter()
            .filter(|file| file.module.iter().any(|room| room == game));
        inside.count()
    };
    let counts = ["go", "gomoku", "reversi"].map(is_in);
    counts.iter().all(|&count| count <= 1) && counts.iter().sum::<usize>() == files.len()
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
    // A file with submodules is not a room.
    arrows.keep_cycles_of(|entry| root().join("src").join(entry).join("mod.rs").exists());
    assert_none(arrows.examples());
}

/// The imports between the entries of each folder. A file and the folder of its submodules are one entry; the folder's
/// root is not an entry. Files with a reason for a cycle in their doc are left out.
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

/// An import graph: for each entry the entries it imports, with an example.
#[derive(Clone, Default)]
struct Arrows(BTreeMap<String, BTreeMap<String, String>>);

impl Arrows {
    fn add(&mut self, from: &str, to: &str, why: String) {
        let targets = self.0.entry(from.to_owned()).or_default();
        targets.entry(to.to_owned()).or_insert(why);
    }

    /// Leaves out arrows that are not in a cycle with an entry of this kind.
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

    /// The entries that can be reached from here along arrows.
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
