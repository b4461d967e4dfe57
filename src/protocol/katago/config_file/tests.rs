use std::path::{Path, PathBuf};

use super::*;
use tengen_testing::scratch::Scratch;

/// Reads one file with this text, and overrides.
fn read(name: &str, text: &str, overrides: &[&str]) -> Result<ConfigEntries, String> {
    let folder = Scratch::new(&format!("config-{name}"));
    let file = write(folder.path(), "a.cfg", text);
    let overrides: Vec<String> = overrides.iter().map(|&text| text.to_owned()).collect();
    let entries = ConfigEntries::read(&[file], &overrides);
    entries.map_err(|error| {
        let folder = format!("{}/", folder.path().display());
        error.to_string().replace(&folder, "")
    })
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Returns the keys and values as `key=value`.
fn pairs(entries: &ConfigEntries) -> Vec<String> {
    let pair = |(key, value): (&str, &ConfigValue)| format!("{key}={}", value.text);
    entries.iter().map(pair).collect()
}

#[test]
fn lines_have_comments_blanks_and_quotes() {
    let text = "\u{feff}# a comment\r\n\r\n  maxVisits = 500  # trailing\r\nlogDir=a b#c\r\n\
        path = \"a # \\\"b\\\\ \"  # quoted\r\n\t\r\n#x = 1\nempty-key_0 =\t1\n";
    let entries = read("lines", text, &[]).unwrap();
    assert_eq!(
        pairs(&entries),
        [
            "empty-key_0=1",
            "logDir=a b",
            "maxVisits=500",
            "path=a # \"b\\ "
        ]
    );
    let origin = &entries.get("maxVisits").unwrap().origin;
    assert!(origin.to_string().ends_with("a.cfg, line 3"), "{origin}");
}

#[test]
fn bad_lines_are_named() {
    for bad in [
        "maxVisits 500",
        "maxVisits",
        "maxVisits =",
        "maxVisits = # 5",
        "= 5",
        "max visits = 5",
        "a.b = 5",
        "a = \"b",
        "a = \"\"",
        "a = \"b\" c",
        "a # = 5",
    ] {
        let error = read("bad", &format!("x = 1\n{bad}\n"), &[]).unwrap_err();
        let expected = format!("a.cfg, line 2: expected KEY = VALUE, saw '{bad}'");
        assert_eq!(error, expected);
    }
    for bad in [
        "@include",
        "@import b.cfg",
        "@includeb.cfg",
        "@include # b.cfg",
    ] {
        let error = read("bad-include", bad, &[]).unwrap_err();
        assert_eq!(
            error,
            format!("a.cfg, line 1: expected @include FILE, saw '{bad}'")
        );
    }
}

#[test]
fn a_key_stands_once_in_a_file() {
    let error = read("twice", "a = 1\nb = 2\na = 1\n", &[]).unwrap_err();
    assert_eq!(
        error,
        "a.cfg, line 3: the key a has a value in line 1 of this file already"
    );
}

#[test]
fn later_files_and_included_ones_replace_values() {
    let folder = Scratch::new("config-include");
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    let first = write(
        folder.path(),
        "a.cfg",
        "a = 1\nb = 1\n@include = 'sub/b.cfg' # here\nd = 1\n",
    );
    write(
        folder.path(),
        "sub/b.cfg",
        "b = 2\nc = 2\nd = 2\n@include c.cfg\n",
    );
    write(folder.path(), "sub/c.cfg", "c = 3\n");
    let second = write(folder.path(), "d.cfg", "a = 4\n");
    let entries = ConfigEntries::read(&[first, second], &[]).unwrap();
    assert_eq!(pairs(&entries), ["a=4", "b=2", "c=3", "d=1"]);
    let origin = entries.get("c").unwrap().origin.to_string();
    assert!(origin.ends_with("c.cfg, line 1"), "{origin}");
}

#[test]
fn a_file_does_not_include_itself() {
    let error = read("circle", "a = 1\n@include ./a.cfg\n", &[]).unwrap_err();
    assert_eq!(error, "a.cfg, line 2: ./a.cfg is included already");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let error = ConfigEntries::read(&["no/such.cfg".into()], &[]).unwrap_err();
    let error = error.to_string();
    assert!(
        error.starts_with("cannot read the configuration no/such.cfg: "),
        "{error}"
    );
    let error = read("missing", "\n@include b.cfg\n", &[]).unwrap_err();
    let head = "cannot read the configuration b.cfg of a.cfg, line 2: ";
    assert!(error.starts_with(head), "{error}");
}

#[test]
fn overrides_replace_and_remove_values() {
    let overrides = ["maxVisits=10, maxTime = 2,,", "logDir=,x=a=b"];
    let entries = read("override", "maxVisits = 500\nlogDir = a\n", &overrides).unwrap();
    assert_eq!(pairs(&entries), ["maxTime=2", "maxVisits=10", "x=a=b"]);
    let origin = entries.get("maxVisits").unwrap().origin.to_string();
    assert_eq!(origin, "-override-config");
    let error = read("override-bad", "", &["maxVisits=10,maxTime"]).unwrap_err();
    assert_eq!(error, "-override-config: expected KEY=VALUE, saw 'maxTime'");
}

#[test]
fn rules_of_the_command_line_replace_single_rules() {
    let single = "koRule = SIMPLE\ntaxRule = NONE\na = 1\n";
    let entries = read("rules", single, &["rules=japanese"]).unwrap();
    assert_eq!(pairs(&entries), ["a=1", "rules=japanese"]);
    let entries = read("rules-single", "rules = chinese\n", &["hasButton=true"]).unwrap();
    assert_eq!(pairs(&entries), ["hasButton=true"]);
}
