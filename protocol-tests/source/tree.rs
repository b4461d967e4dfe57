//! The source files of all crates: their code without comments, strings and tests, and the modules that they name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::text;

/// A path of names from `src`, such as `["go", "board"]`: the crate, unless it is the root package, and its modules.
pub type Names = Vec<String>;

/// A file under `src`.
pub struct SourceFile {
    /// The path under `src`, with slashes.
    pub path: String,
    /// The root of the file's crate: `["go"]` for `tengen_go`, empty for the root package.
    pub crate_root: Names,
    /// The module in the file.
    pub module: Names,
    pub text: String,
    /// The text with comments, strings, characters and test code replaced by blanks.
    pub code: String,
    /// Whether the file is only compiled for tests.
    pub is_test: bool,
}

impl SourceFile {
    fn new(path: String, crate_root: Names, text: String) -> SourceFile {
        let code = text::without_tests(&text::without_comments_and_strings(&text));
        let mut module: Names = path
            .trim_end_matches(".rs")
            .split('/')
            .map(str::to_owned)
            .collect();
        if module
            .last()
            .is_some_and(|name| name == "lib" || name == "mod")
        {
            module.pop();
        }
        let is_test = path
            .split('/')
            .any(|name| ["testing", "tests", "tests.rs", "examples"].contains(&name));
        SourceFile {
            path,
            crate_root,
            module,
            text,
            code,
            is_test,
        }
    }

    /// Whether the file is the root of its folder.
    pub fn is_root(&self) -> bool {
        self.path == "lib.rs" || self.path.ends_with("/lib.rs") || self.path.ends_with("/mod.rs")
    }

    /// The lines of the module's own documentation, without `//!`.
    pub fn docs(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines();
        lines
            .map_while(|line| line.strip_prefix("//!"))
            .map(str::trim)
    }
}

/// A path in a file's code, from `src`.
pub struct Mention {
    /// The names in the path.
    pub names: Names,
    /// Whether the path only reexports a name, as in `pub use`.
    pub is_reexport: bool,
}

/// The programs, which are crates without a library.
const PROGRAMS: [&str; 2] = ["main.rs", "pbrain/main.rs"];

/// All files of the crates.
pub struct Source {
    /// The files, sorted by path.
    pub files: Vec<SourceFile>,
    /// The file of each module, as an index into `files`.
    modules: BTreeMap<Names, usize>,
    /// The reexports: a module and a name, with the names that they refer to.
    reexports: BTreeMap<(Names, String), Names>,
}

impl Source {
    /// Reads every Rust file under `src`.
    pub fn read(root: &Path) -> Source {
        let mut files = Vec::new();
        collect(root, root, &mut files);
        files.sort_by(|a, b| a.path.cmp(&b.path));
        mark_tests(&mut files);
        let named = files.iter().enumerate();
        let modules = named
            .filter(|(_, file)| !PROGRAMS.contains(&&*file.path))
            .map(|(index, file)| (file.module.clone(), index))
            .collect();
        let mut source = Source {
            files,
            modules,
            reexports: BTreeMap::new(),
        };
        for file in &source.files {
            for (name, names) in source.passed_on(file) {
                source.reexports.insert((file.module.clone(), name), names);
            }
        }
        source
    }

    /// Files that are compiled outside tests.
    pub fn shipped(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter(|file| !file.is_test)
    }

    /// The file that defines the item at a path, with reexports followed; `None` for paths of other packages.
    pub fn owner(&self, names: &[String]) -> Option<&SourceFile> {
        let mut names = names.to_vec();
        // More steps than any chain of reexports has.
        for _ in 0..8 {
            let depth = (0..=names.len())
                .rev()
                .find(|&depth| self.modules.contains_key(&names[..depth]))?;
            let module = names[..depth].to_vec();
            let target = names
                .get(depth)
                .and_then(|name| self.reexports.get(&(module.clone(), name.clone())));
            match target {
                Some(target) => names = [target, &names[depth + 1..]].concat(),
                None => return Some(&self.files[self.modules[&module]]),
            }
        }
        None
    }

    /// The files that a file names in its code, each once and without the file itself.
    pub fn dependencies(&self, file: &SourceFile) -> Vec<&SourceFile> {
        let mut seen = BTreeSet::new();
        self.mentions(file)
            .filter(|mention| !mention.is_reexport)
            .filter_map(|mention| self.owner(&mention.names))
            .filter(|owner| owner.path != file.path && !owner.is_test && seen.insert(&owner.path))
            .collect()
    }

    /// The paths in this workspace's crates that a file names.
    fn mentions(&self, file: &SourceFile) -> impl Iterator<Item = Mention> {
        let mut mentions = Vec::new();
        for statement in text::uses(&file.code) {
            for leaf in &statement.leaves {
                if let Some(names) = self.absolute(file, &statement.inside, &leaf.names) {
                    let is_reexport = statement.is_public;
                    mentions.push(Mention { names, is_reexport });
                }
            }
        }
        for (inside, names) in text::paths(&file.code) {
            if let Some(names) = self.absolute(file, &inside, &names) {
                let is_reexport = false;
                mentions.push(Mention { names, is_reexport });
            }
        }
        mentions.into_iter()
    }

    fn passed_on(&self, file: &SourceFile) -> Vec<(String, Names)> {
        let mut passed = Vec::new();
        for statement in text::uses(&file.code).into_iter().filter(|it| it.is_public) {
            for leaf in statement.leaves {
                if let Some(names) = self.absolute(file, &statement.inside, &leaf.names) {
                    passed.push((leaf.name, names));
                }
            }
        }
        passed
    }

    /// A path in a file, within its inline modules `inside`, as a path from `src`.
    fn absolute(&self, file: &SourceFile, inside: &[String], names: &[String]) -> Option<Names> {
        let mut here = [&file.module[..], inside].concat();
        let mut names = names;
        let first = names.first()?.as_str();
        if let Some(folder) = first.strip_prefix("tengen_") {
            return Some([&[folder.to_owned()], &names[1..]].concat());
        }
        match first {
            "crate" => return Some([&file.crate_root[..], &names[1..]].concat()),
            "tengen" if PROGRAMS.contains(&&*file.path) => return Some(names[1..].to_vec()),
            "self" => names = &names[1..],
            "super" => {
                while names.first().is_some_and(|name| name == "super") {
                    here.pop();
                    names = &names[1..];
                }
            }
            // A child module; other names belong to other crates or appear in a `use` already.
            name => {
                let child = [&here[..], &[name.to_owned()]].concat();
                self.modules.get(&child)?;
            }
        }
        Some([&here[..], names].concat())
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<SourceFile>) {
    for entry in fs::read_dir(folder).expect("the folder is part of the source") {
        let path = entry.expect("the folder is part of the source").path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("the file is part of the source");
            let path = path.strip_prefix(root).expect("the file is under the root");
            let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
            let is_crate = root.join(&*names[0]).join("Cargo.toml").exists();
            let crate_root = names[..usize::from(is_crate)]
                .iter()
                .map(|name| name.to_string())
                .collect();
            files.push(SourceFile::new(names.join("/"), crate_root, text));
        }
    }
}

/// Marks the files with a `mod` line for tests only, and those in their folders.
fn mark_tests(files: &mut [SourceFile]) {
    let mut tests: Vec<Names> = Vec::new();
    for file in &*files {
        let all = text::modules(&text::without_comments_and_strings(&file.text));
        let shipped = text::modules(&file.code);
        let only = all.into_iter().filter(|name| !shipped.contains(name));
        tests.extend(only.map(|name| [&file.module[..], &[name]].concat()));
    }
    for file in files {
        file.is_test |= tests.iter().any(|test| file.module.starts_with(test));
    }
}
