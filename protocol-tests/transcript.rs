//! Transcripts: conversations as text files.
//!
//! ```text
//! # A comment: what is shown here, and which statement or client it comes from.
//! args --game go --size 9
//! > boardsize 26
//! ? unacceptable size
//!
//! > genmove b
//! = {vertex}
//!
//! ```
//!
//! `> ` sends a line, in which these are escapes: `\r`, `\t`, `\xHH`, `\\`, and a final `\c` for a line without a line
//! end (if it is the last line, the input ends there). `{temp}` is replaced by an empty folder of this conversation.
//!
//! Every other line after the first `> ` is output, expected to the byte, including blank lines. `\s` is a blank that
//! an editor would drop at the end of a line; `\#` and `\>` begin lines of output. Placeholders:
//!
//! - `{vertex}` a point such as D4, `{move}` a point, PASS or resign
//! - `{x,y}` two numbers, `{swap}` SWAP or one or two pairs of numbers
//! - `{int}`, `{float}`, `{any}` anything, even nothing
//! - `{lines}`, alone on a line, any number of lines that are not blank
//!
//! Before the first `> ` there may be `args` with the program's arguments, `pipelined` if the conversation only makes
//! sense without waiting for replies, and `stderr` with a line that is expected there.
//!
//! After the last line the input ends. The process then has to end too, with nothing more on stdout, nothing else on
//! stderr and exit code 0.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use crate::engine::Engine;

/// A parsed transcript.
pub struct Transcript {
    name: String,
    args: Vec<String>,
    pipelined: bool,
    stderr: String,
    steps: Vec<Step>,
}

/// A line of the conversation, with its line number in the file.
struct Step {
    number: usize,
    content: Content,
}

impl Step {
    fn sent(&self) -> Option<&str> {
        match &self.content {
            Content::Send(text) => Some(text),
            Content::Expect(_) => None,
        }
    }

    fn expected(&self) -> Option<&str> {
        match &self.content {
            Content::Send(_) => None,
            Content::Expect(text) => Some(text),
        }
    }
}

enum Content {
    Send(String),
    Expect(String),
}

/// The way of sending the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sending {
    /// Each line once the previous one has been answered.
    Waiting,
    Pipelined,
}

/// Runs every transcript in a folder next to this file in each of these ways, and fails with a list of all faults.
pub fn run_all(folder: &str, ways: &[Sending]) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("protocol-tests")
        .join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no transcripts in {folder}");
    let waiting = Mutex::new(paths.iter());
    let failures = Mutex::new(Vec::new());
    // Each transcript waits for its own process.
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(path) = { waiting.lock().unwrap().next() } {
                    let failed = failures_of(folder, path, ways);
                    failures.lock().unwrap().extend(failed);
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(
        failures.is_empty(),
        "{} failures in {} transcripts:\n\n{}\n",
        failures.len(),
        paths.len(),
        failures.join("\n\n")
    );
}

/// Runs a transcript in each of these ways. Returns the faults.
fn failures_of(folder: &str, path: &Path, ways: &[Sending]) -> Vec<String> {
    let name = format!("{folder}/{}", path.file_name().unwrap().to_string_lossy());
    let transcript = Transcript::parse(&name, &fs::read_to_string(path).unwrap());
    let ways = match transcript.pipelined {
        true => &[Sending::Pipelined],
        false => ways,
    };
    let fault = |&way: &Sending| {
        let failure = transcript.run(way).err()?;
        Some(format!("{failure}\n  (sent {way:?})"))
    };
    ways.iter().filter_map(fault).collect()
}

impl Transcript {
    fn parse(name: &str, text: &str) -> Transcript {
        let mut transcript = Transcript {
            name: name.to_owned(),
            args: Vec::new(),
            pipelined: false,
            stderr: String::new(),
            steps: Vec::new(),
        };
        for (index, line) in text.lines().enumerate() {
            if line.starts_with('#') {
                continue;
            }
            let content = match line.strip_prefix("> ") {
                Some(sent) => Content::Send(sent.to_owned()),
                None if line == ">" => Content::Send(String::new()),
                None if !transcript.steps.is_empty() => Content::Expect(line.to_owned()),
                None => {
                    transcript.head(line);
                    continue;
                }
            };
            let number = index + 1;
            transcript.steps.push(Step { number, content });
        }
        assert!(!transcript.steps.is_empty(), "{name} sends nothing");
        transcript
    }

    fn head(&mut self, line: &str) {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("", _) => {}
            ("args", rest) => self.args = rest.split(' ').map(str::to_owned).collect(),
            ("stderr", line) => self.stderr = line.to_owned(),
            ("pipelined", "") => self.pipelined = true,
            _ => panic!("{}: '{line}' before the first line sent", self.name),
        }
    }

    /// Plays the conversation. The error says where and how it differed.
    fn run(&self, way: Sending) -> Result<(), String> {
        let temp = self.empty_folder(way);
        let bytes = |text: &str| unescape(&text.replace("{temp}", &temp.to_string_lossy()));
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        let mut engine = Engine::start(&args);
        if way == Sending::Pipelined {
            let all: Vec<_> = self
                .steps
                .iter()
                .filter_map(Step::sent)
                .map(bytes)
                .collect();
            engine.write(all.concat());
            engine.close_input();
        }
        let mut sent = "";
        let mut ahead = None;
        for (index, step) in self.steps.iter().enumerate() {
            let following = &self.steps[index + 1..];
            match &step.content {
                Content::Send(_) if way == Sending::Pipelined => {}
                Content::Send(text) => {
                    sent = text;
                    engine.write(bytes(text));
                    if text.ends_with("\\c") && following.iter().all(|step| step.sent().is_none()) {
                        engine.close_input();
                    }
                }
                Content::Expect(expected) => {
                    let next = following.first().and_then(Step::expected);
                    listen(&mut engine, &mut ahead, expected, next)
                        .map_err(|seen| self.failure(step.number, sent, expected, &seen))?;
                }
            }
        }
        let mut ending = engine.finish();
        if ending.stderr == self.stderr {
            ending.stderr.clear();
        }
        let fault = ending.fault();
        fault.map_or(Ok(()), |fault| {
            Err(format!("{}: at the end: {fault}", self.name))
        })
    }

    /// A folder for the files of one run.
    fn empty_folder(&self, way: Sending) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{way:?}", self.name));
        // Left over from an earlier run, if it exists.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn failure(&self, number: usize, sent: &str, expected: &str, seen: &str) -> String {
        let after = if sent.is_empty() {
            String::new()
        } else {
            format!("\n  after    > {sent}")
        };
        format!(
            "{}:{number}:{after}\n  expected {expected}\n  seen     {seen}",
            self.name
        )
    }
}

/// Reads the output that matches `expected`; the error is the output found instead. To find the end of `{lines}`, which
/// is before `next`, one line too many is read and kept in `ahead`.
fn listen(
    engine: &mut Engine,
    ahead: &mut Option<String>,
    expected: &str,
    next: Option<&str>,
) -> Result<(), String> {
    let mut read = || match ahead.take() {
        Some(line) => Ok(line),
        None => engine.read_line().map_err(|missing| format!("({missing})")),
    };
    if expected != "{lines}" {
        let line = read()?;
        return if matches(expected, &line) {
            Ok(())
        } else {
            Err(line)
        };
    }
    let next = next.expect("something has to be expected after {lines}");
    loop {
        let line = read()?;
        if matches(next, &line) {
            *ahead = Some(line);
            return Ok(());
        }
        if line.is_empty() {
            return Err("an empty line".to_owned());
        }
    }
}

/// Decodes the escapes of a line to send.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend_from_slice(plain.as_bytes());
        let kind = escape.chars().next();
        rest = escape.get(1..).unwrap_or_default();
        match kind {
            Some('r') => bytes.push(b'\r'),
            Some('t') => bytes.push(b'\t'),
            Some('\\') => bytes.push(b'\\'),
            Some('x') => {
                let (digits, after) = rest.split_at(2);
                bytes.push(u8::from_str_radix(digits, 16).unwrap());
                rest = after;
            }
            Some('c') if rest.is_empty() => return bytes,
            _ => panic!("an unknown escape in '{text}'"),
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes.push(b'\n');
    bytes
}

/// A placeholder, with the length of the longest prefix of a text that it matches, if any.
type Placeholder = (&'static str, fn(&str) -> Option<usize>);

const PLACEHOLDERS: [Placeholder; 7] = [
    ("{any}", |text| Some(text.len())),
    ("{int}", |text| digits(text)),
    ("{float}", float),
    ("{x,y}", pair),
    ("{swap}", swap),
    ("{vertex}", vertex),
    ("{move}", |text| {
        let word = ["PASS", "resign"]
            .into_iter()
            .find(|word| text.starts_with(word));
        word.map(str::len).or_else(|| vertex(text))
    }),
];

fn digits(text: &str) -> Option<usize> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    (count > 0).then_some(count)
}

fn float(text: &str) -> Option<usize> {
    let sign = usize::from(text.starts_with('-'));
    let whole = sign + digits(&text[sign..])?;
    let fraction = text[whole..].strip_prefix('.').and_then(digits);
    Some(fraction.map_or(whole, |fraction| whole + 1 + fraction))
}

fn pair(text: &str) -> Option<usize> {
    let x = digits(text)?;
    let y = digits(text[x..].strip_prefix(',')?)?;
    Some(x + 1 + y)
}

fn swap(text: &str) -> Option<usize> {
    if text.starts_with("SWAP") {
        return Some("SWAP".len());
    }
    let first = pair(text)?;
    let second = text[first..].strip_prefix(' ').and_then(pair);
    Some(second.map_or(first, |second| first + 1 + second))
}

/// Othello programs write lowercase letters.
fn vertex(text: &str) -> Option<usize> {
    let letter = text.chars().next()?.to_ascii_uppercase();
    let known = letter.is_ascii_uppercase() && letter != 'I';
    Some(1 + digits(&text[1..]).filter(|_| known)?)
}

/// Whether a line of output is as expected.
fn matches(expected: &str, seen: &str) -> bool {
    let expected = match expected.strip_prefix('\\') {
        Some(rest) if rest.starts_with(['#', '>']) => rest,
        _ => expected,
    };
    matches_text(&expected.replace("\\s", " "), seen)
}

fn matches_text(expected: &str, seen: &str) -> bool {
    let first = PLACEHOLDERS
        .iter()
        .filter_map(|(name, longest)| Some((expected.find(name)?, *name, longest)))
        .min_by_key(|&(at, ..)| at);
    let Some((at, name, longest)) = first else {
        return expected == seen;
    };
    let Some(seen) = seen.strip_prefix(&expected[..at]) else {
        return false;
    };
    let rest = &expected[at + name.len()..];
    let Some(longest) = longest(seen) else {
        return false;
    };
    // A wildcard gives back the characters that the rest of the line needs.
    let least = if name == "{any}" { 0 } else { longest };
    (least..=longest)
        .rev()
        .filter_map(|length| seen.get(length..))
        .any(|seen| matches_text(rest, seen))
}

#[test]
fn placeholders_stand_for_what_they_say() {
    for (expected, seen) in [
        ("= {vertex}", "= D4"),
        ("= {vertex} {vertex}", "= d3 Q16"),
        ("= {move}", "= PASS"),
        ("= {move}", "= resign"),
        ("{x,y}", "0,14"),
        ("{swap}", "SWAP"),
        ("{swap}", "7,7 8,8"),
        ("={int} {float}", "=7 -0.25"),
        ("= {\"ko\":{any}}", "= {\"ko\":\"SIMPLE\"}"),
        ("\\# a\\s", "# a "),
    ] {
        assert!(matches(expected, seen), "{expected} / {seen}");
    }
    for (expected, seen) in [
        ("= {vertex}", "= I4"),
        ("= {vertex}", "= D4 "),
        ("= {vertex}", "= PASS"),
        ("{x,y}", "3, 4"),
        ("{swap}", "7,7 8"),
        ("{int}", "-1"),
        ("= ", "="),
        ("=", "= "),
    ] {
        assert!(!matches(expected, seen), "{expected} / {seen}");
    }
}

#[test]
fn escapes_are_bytes() {
    assert_eq!(unescape("a\\r"), b"a\r\n");
    assert_eq!(unescape("\\xff\\t\\\\\\c"), b"\xff\t\\");
}
