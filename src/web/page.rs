//! The files of the page, embedded in the program. A debug build reads them from the source at each request. A release
//! build sends the page's modules as two scripts, and its style sheets as one.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use data_encoding::HEXLOWER;
use log::warn;
use rust_embed::Embed;
use rustc_hash::FxHasher;

use super::http::{HttpRequest, HttpResponse, Status};
use super::script::{JoinError, join_modules, join_styles};

/// The embedded folder of the page.
#[derive(Embed)]
#[folder = "src/web/page/"]
struct PageFiles;

/// The file served for `/` and for links to games.
pub const INDEX: &str = "index.html";

/// Files that others are joined to: the script that is there first, the page's own, and the style sheet.
const ENTRIES: [&str; 3] = ["early.js", "app.js", "style/style.css"];

/// The joined files. A debug build sends the source itself, since it can change.
static JOINED: LazyLock<Vec<(&str, PageFile)>> = LazyLock::new(|| {
    let entries = ENTRIES.iter().filter(|_| !cfg!(debug_assertions));
    let joined = entries.filter_map(|&entry| {
        let file = joined(entry);
        let file = file.inspect_err(|error| warn!("the page is served in its parts: {error}"));
        Some((entry, file.ok()?))
    });
    joined.collect()
});

/// Bytes of a hash that distinguish versions of a file.
const TAG_BYTES: usize = 12;

/// Content types by file extension.
const CONTENT_TYPES: [(&str, &str); 14] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("json", "application/json"),
    ("jsonl", "application/jsonl"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
    ("md", "text/plain; charset=utf-8"),
];

/// A file of the page.
#[derive(Clone)]
struct PageFile {
    bytes: Cow<'static, [u8]>,
    /// The ETag, which differs between versions of the file.
    tag: String,
}

impl PageFile {
    fn find(name: &str) -> Option<PageFile> {
        let joined = JOINED.iter().find(|(entry, _)| *entry == name);
        joined
            .map(|(_, file)| file.clone())
            .or_else(|| PageFile::embedded(name))
    }

    fn embedded(name: &str) -> Option<PageFile> {
        let file = PageFiles::get(name)?;
        let tag = HEXLOWER.encode(&file.metadata.sha256_hash()[..TAG_BYTES]);
        Some(PageFile {
            bytes: file.data,
            tag,
        })
    }
}

/// Joins a script or a style sheet with all that it imports.
fn joined(entry: &str) -> Result<PageFile, JoinError> {
    let read = |path: &str| {
        let file = PageFile::embedded(path)?;
        String::from_utf8(file.bytes.into_owned()).ok()
    };
    let text = match entry.ends_with(".css") {
        true => join_styles(entry, read)?,
        false => join_modules(entry, read)?,
    };
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    Ok(PageFile {
        bytes: Cow::Owned(text.into_bytes()),
        tag: format!("{:016x}", hasher.finish()),
    })
}

/// Returns a file of the page, or a 404 response.
pub fn file(name: &str, request: &HttpRequest) -> HttpResponse {
    let found = PageFile::find(name).zip(content_type(name));
    let Some((file, content_type)) = found else {
        return HttpResponse::text(Status::NotFound, "not found");
    };
    let tag = format!("\"{}\"", file.tag);
    let response = match request.has_word("if-none-match", &tag) {
        true => HttpResponse::not_modified(),
        false => HttpResponse::new(Status::Ok, content_type, file.bytes.into_owned()),
    };
    // A browser keeps the file and revalidates it each time.
    response
        .with("ETag", &tag)
        .with("Cache-Control", "no-cache")
}

fn content_type(name: &str) -> Option<&'static str> {
    let (_, suffix) = name.rsplit_once('.')?;
    let mut types = CONTENT_TYPES.iter();
    types.find_map(|(known, content_type)| (*known == suffix).then_some(*content_type))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_play::Game;
    use tengen_play::PlayableGame as _;
    use tengen_play::games::with_game;

    fn get(name: &str, headers: &str) -> HttpResponse {
        file(
            name,
            &HttpRequest::of_text(&format!("GET / HTTP/1.1{headers}")),
        )
    }

    fn head(response: &HttpResponse) -> String {
        let mut bytes = Vec::new();
        response.write(&mut bytes, true, false).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_file_has_a_type_and_a_tag_and_is_sent_once() {
        let first = get(INDEX, "");
        let text = head(&first);
        assert_eq!(first.status, Status::Ok);
        assert!(
            text.contains("Content-Type: text/html; charset=utf-8\r\n"),
            "{text}"
        );
        let tag = text.split("ETag: ").nth(1).unwrap().lines().next().unwrap();
        let again = get(INDEX, &format!("\nIf-None-Match: {tag}"));
        assert_eq!(again.status, Status::NotModified);
        assert_eq!(get(INDEX, "\nIf-None-Match: \"x\"").status, Status::Ok);
    }

    #[test]
    fn only_files_of_the_page_are_found() {
        for bad in [
            "",
            "no.js",
            "../mod.rs",
            "../../../Cargo.toml",
            "/etc/hosts",
            "index",
            "./",
        ] {
            assert_eq!(get(bad, "").status, Status::NotFound, "{bad}");
        }
    }

    #[test]
    fn the_modules_of_the_page_are_joined() {
        let texts = ENTRIES.map(|entry| joined(entry).unwrap().bytes.into_owned());
        let [early, script, style] = texts.map(|text| String::from_utf8(text).unwrap());
        assert!(early.len() < script.len() / 20, "{} bytes", early.len());
        assert!(style.contains("--panel") && !style.contains("@import"));
        let worker = ["engine/engine-worker.js", "engine/engine-module.js"];
        for name in PageFiles::iter().filter(|name| name.ends_with(".js")) {
            let headline = format!("\n// {name}\nconst module");
            let is_joined = format!("\n{script}").contains(&headline);
            // A browser fetches the messages of its language only.
            let is_alone =
                worker.contains(&&*name) || name == "early.js" || name.starts_with("text/tables/");
            assert_eq!(is_joined, !is_alone, "{name}");
        }
    }

    #[test]
    fn the_page_offers_levels_that_its_games_have() {
        let text = include_str!("page/game/games.js");
        let ratings = text.lines().find(|line| line.starts_with("const RATINGS"));
        let mut count = 0;
        for game in Game::ALL {
            let row = format!("\n  {}: {{\n", game.choice());
            let Some((_, row)) = text.split_once(&row) else {
                continue;
            };
            let line = row
                .lines()
                .find(|line| line.starts_with("    levels: "))
                .unwrap();
            let line = match line.contains("RATINGS") {
                true => ratings.unwrap(),
                false => line,
            };
            for level in line.split('\'').skip(1).step_by(2) {
                let read = with_game!(game, G => G::levels().read(level));
                assert!(read.is_ok_and(|level| level.is_some()), "{game:?} {level}");
                count += 1;
            }
        }
        assert!(count > 20);
    }

    #[test]
    fn every_file_of_the_page_has_a_type() {
        for name in PageFiles::iter() {
            assert!(content_type(&name).is_some(), "{name}");
        }
    }
}
