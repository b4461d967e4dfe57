//! Provides the commit and date of the build for `--version`.
//!
//! Only release builds have them, so that a commit alone does not rebuild the tests. The date is `SOURCE_DATE_EPOCH` or
//! else the commit's, so that the same source always gives the same program; without either it is left out. A crate
//! made by `cargo package` isn't a repository but records the commit's name.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let name = if is_release {
        watch_commits();
        release_name()
    } else {
        " (not a release build)".to_owned()
    };
    println!("cargo::rustc-env=TENGEN_BUILD={name}");
}

/// Makes Cargo run this script again after a commit or a change.
fn watch_commits() {
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|path| std::path::Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    for source in ["src", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={source}");
    }
}

/// Returns the commit and date in parentheses, after a space; an empty string if neither is known.
fn release_name() -> String {
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).map(|commit| {
        let changed = git(&["status", "--porcelain", "--untracked-files=no"]);
        with_changes(commit, changed.is_some_and(|changes| !changes.is_empty()))
    });
    let commit = commit.or_else(packaged_commit);
    let epoch = env::var("SOURCE_DATE_EPOCH").ok();
    let epoch = epoch.or_else(|| git(&["show", "--no-patch", "--format=%ct", "HEAD"]));
    let date = epoch
        .and_then(|seconds| seconds.trim().parse().ok())
        .map(date);
    let parts: Vec<String> = commit.into_iter().chain(date).collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!(" ({})", parts.join(", ")),
    }
}

/// Appends a note to the commit's name if the source has uncommitted changes.
fn with_changes(commit: String, is_changed: bool) -> String {
    match is_changed {
        true => format!("{commit} with changes"),
        false => commit,
    }
}

/// Returns the commit that `cargo package` recorded in JSON.
fn packaged_commit() -> Option<String> {
    let info = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, hash) = info.split_once("\"sha1\": \"")?;
    let commit = hash.get(..12)?.to_owned();
    Some(with_changes(commit, info.contains("\"dirty\": true")))
}

/// Runs git in this repository. Returns `None` if that fails or if this folder isn't a repository's root.
fn git(args: &[&str]) -> Option<String> {
    // A package unpacked inside another repository must not show that repository's commit.
    if !std::path::Path::new(".git").exists() {
        return None;
    }
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Formats seconds since 1970 as a date of the Gregorian calendar.
fn date(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400);
    // Years begin in March here, so that the leap day comes last; an era has 400 years.
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
