//! File formats: damaged files are refused with a reason and without much memory; others can be written again.

use std::io::{self, Cursor, Read as _, Write as _};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use bolero::Driver;
use flate2::read::{GzDecoder, ZlibDecoder};
use flate2::write::{GzEncoder, ZlibEncoder};
use flate2::{Compression, Crc};
use tengen::tool::ladders;
use tengen::tool::positions::input::PositionInput;
use tengen::tool::streams::Streams;
use tengen_engine::cpu::Level;
use tengen_go::net::{Evaluation, Evaluator, Features, GameHistory, Model, Network, Symmetry};
use tengen_go::{Komi, Position, Rules, Size};
use tengen_play::formats::CollectionFile;
use tengen_protocol::gomocup::GomocupFront;
use tengen_protocol::io::error_output::ErrorOutput;
use tengen_protocol::io::output::Output;
use tengen_records::sgf::{self, SgfGameType};
use tengen_reversi::book::Book;
use tengen_reversi::records::ggf;
use tengen_reversi::records::obf::ObfProblem;
use tengen_reversi::records::wthor::{WthorFile, WthorNames};

use crate::conversation::{Client, hold, options};
use crate::corpus;
use crate::dice::{Dice, spoil};
use crate::target::{self, Target};
use crate::temporary;

/// Files of a corpus folder.
type Files = LazyLock<Vec<(String, Vec<u8>)>>;

/// No small file may take more: twice the memory that a table leaves free (`ROOM` in `engine/resources.rs`).
const MOST_MEMORY: usize = 80 << 20;

/// Draws a file of the corpus and mutates it one to eight times.
fn spoiled<D: Driver>(dice: &mut Dice<'_, D>, files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = corpus::pick(dice, files);
    for _ in 0..=dice.below(8) {
        spoil(dice, &mut bytes);
    }
    bytes
}

macro_rules! files {
    ($target:ident, $name:ident, $corpus:literal, $draw:expr, $check:expr) => {
        struct $target;

        impl Target for $target {
            const CORPUS: &'static str = $corpus;
            const MOST_MEMORY: usize = MOST_MEMORY;

            fn draw<D: Driver>(dice: &mut Dice<'_, D>) -> Vec<u8> {
                static FILES: Files = LazyLock::new(|| corpus::files($corpus));
                $draw(dice, &FILES)
            }

            fn check(input: &[u8]) {
                $check(input);
            }
        }

        #[test]
        fn $name() {
            target::run::<$target>();
        }
    };
}

files!(Sgf, sgf, "sgf", spoiled, check_sgf);
files!(Ggf, ggf, "ggf", spoiled, check_ggf);
files!(Obf, obf, "obf", spoiled, check_obf);
files!(Wthor, wthor, "wthor", spoiled, check_wthor);
files!(Records, records, "records", spoiled, check_records);
files!(
    Networks,
    networks,
    "networks",
    repacked_network,
    check_network
);
files!(Books, books, "books", resealed_book, check_book);
files!(
    GomokuWeights,
    gomoku_weights,
    "gomoku-weights",
    |dice: &mut _, _: &[_]| spoil_largest(
        dice,
        include_bytes!("../../src/gomoku/eval/weights.bin")
    ),
    |bytes| drop(tengen_gomoku::eval::weights::decode(bytes))
);
files!(
    ReversiWeights,
    reversi_weights,
    "reversi-weights",
    |dice: &mut _, _: &[_]| spoil_largest(
        dice,
        include_bytes!("../../src/reversi/eval/weights.bin")
    ),
    |bytes| drop(tengen_reversi::eval::weights::decode(bytes))
);
files!(
    HashTables,
    hash_tables,
    "hash-tables",
    |dice: &mut _, _: &[_]| resealed_table(dice),
    check_hash_table
);
files!(Ladders, ladders, "ladders", spoiled, check_ladders);

/// Mutates a file embedded in the program, which is too large for copies of it.
fn spoil_largest<D: Driver>(dice: &mut Dice<'_, D>, whole: &[u8]) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    spoil(dice, &mut bytes);
    bytes
}

/// A readable record is unchanged after it was written and read again. Passes of Othello are not written.
fn check_sgf(bytes: &[u8]) {
    if let Ok(game) = sgf::SgfGame::from_text(&sgf::decode(bytes).text) {
        let text = game.to_text();
        let again = sgf::SgfGame::from_text(&text);
        let is_pass = |step: &sgf::SgfStep| matches!(step, sgf::SgfStep::Move(_, None));
        if game.info.kind == sgf::SgfGameType::Othello && game.steps.iter().any(is_pass) {
            let moves = game.steps.iter().filter(|step| !is_pass(step)).count();
            assert_eq!(again.map(|game| game.steps.len()), Ok(moves), "{text}");
        } else {
            assert_eq!(again.as_ref(), Ok(&game), "{text}");
        }
    }
}

fn check_ggf(bytes: &[u8]) {
    if let Ok(game) = String::from_utf8_lossy(bytes).parse::<ggf::GgfGame>() {
        let record = game.record();
        let text = game.to_string();
        let again = text
            .parse::<ggf::GgfGame>()
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again.moves.len(), game.moves.len(), "{text}");
        assert_eq!(again.record().is_ok(), record.is_ok(), "{text}");
    }
}

/// Readable records of other programs can be written as SGF and read again with the same moves.
fn check_records(bytes: &[u8]) {
    for game in [None, Some(SgfGameType::Gomoku), Some(SgfGameType::Othello)] {
        let Ok(file) = CollectionFile::read(bytes, game) else {
            continue;
        };
        for reading in file.other_games().flatten() {
            let text = reading.game.to_text();
            let again = sgf::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            // A game of Othello is written without its passes.
            let is_kept = |point: &Option<tengen_engine::game::Point>| {
                point.is_some() || reading.game.info.kind != SgfGameType::Othello
            };
            let moves = reading.game.moves().filter(|(_, point)| is_kept(point));
            assert_eq!(again.game.moves().count(), moves.count(), "{text}");
        }
        let _ = file.game(1);
    }
}

fn check_obf(bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Ok(Some(problem)) = ObfProblem::parse(line) {
            let text = problem.to_string();
            let again = ObfProblem::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let again = again.unwrap_or_else(|| panic!("no position: {text}"));
            assert_eq!(again.position, problem.position, "{text}");
            assert_eq!(again.result(), problem.result(), "{text}");
        }
    }
}

/// A file has no more games than its length allows, and their moves are legal.
fn check_wthor(bytes: &[u8]) {
    if let Ok(file) = WthorFile::read(bytes) {
        assert!(file.games.len() <= bytes.len() / 68 + 1);
        for game in file.games.into_iter().flatten() {
            if let Ok(record) = game.record() {
                assert!(record.len() >= game.squares.len());
            }
        }
    }
    for names in [WthorNames::Players, WthorNames::Tournaments] {
        let _ = names.read(bytes);
    }
}

/// Draws a network with mutated weights, packed again, or a mutated packed file.
fn repacked_network<D: Driver>(dice: &mut Dice<'_, D>, files: &[(String, Vec<u8>)]) -> Vec<u8> {
    if dice.once_in(4) {
        return spoiled(dice, files);
    }
    let packed = corpus::pick(dice, files);
    let mut bytes = Vec::new();
    GzDecoder::new(&packed[..])
        .read_to_end(&mut bytes)
        .expect("a network of the corpus");
    for _ in 0..dice.below(8) {
        spoil(dice, &mut bytes);
    }
    if dice.once_in(4) {
        return bytes;
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer
        .write_all(&bytes)
        .and_then(|()| packer.finish())
        .expect("memory takes any bytes")
}

/// A network is refused with a message, or it evaluates a board. Its output may be NaN.
fn check_network(bytes: &[u8]) {
    let model = match Model::read(bytes, bytes.len() as u64) {
        Ok(model) => model,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let network = Arc::new(Network::new("spoiled".to_owned(), model));
    let size = Size::new(4, 3).expect("a size of boards");
    let position = Position::new(size, Rules::DEFAULT, Komi::default());
    let history = GameHistory::new(position);
    let mut evaluator = Evaluator::new(&network, size, 1, Level::detect());
    let features = Features::new(&history, network.model().inputs);
    evaluator.set(0, &features, Symmetry::default());
    evaluator.evaluate(1);
    let evaluation = Evaluation::new(&history, evaluator.output(0), 0.5);
    assert_eq!(evaluation.white_ownership.len(), size.area());
}

/// Draws a book with mutated positions but valid counts, checksum and packing, or simply a mutated book.
fn resealed_book<D: Driver>(dice: &mut Dice<'_, D>, files: &[(String, Vec<u8>)]) -> Vec<u8> {
    const HEAD: usize = 16;
    const SIZE: usize = 20;
    if dice.once_in(4) {
        return spoiled(dice, files);
    }
    let book = corpus::pick(dice, files);
    let mut positions = Vec::new();
    ZlibDecoder::new(&book[HEAD..])
        .read_to_end(&mut positions)
        .expect("a book of the corpus");
    spoil(dice, &mut positions);
    let mut sum = Crc::new();
    sum.update(&positions);
    let mut bytes = book[..HEAD - 8].to_vec();
    bytes.extend(((positions.len() / SIZE) as u32).to_le_bytes());
    bytes.extend(sum.sum().to_le_bytes());
    let mut packer = ZlibEncoder::new(bytes, Compression::fast());
    packer
        .write_all(&positions)
        .and_then(|()| packer.finish())
        .expect("memory takes any bytes")
}

/// A readable book is unchanged after it was written and read again.
fn check_book(bytes: &[u8]) {
    if let Ok(book) = Book::decode(bytes) {
        let written = book.encode();
        let again = Book::decode(&written).expect("a book just written");
        assert_eq!(again.encode(), written);
    }
}

/// A small hash table as written by this program after a search.
static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let file = temporary::folder().join("made.table");
    let text = format!(
        "INFO max_node 30\nSTART 7\nBEGIN\nYXHASHDUMP {}\n",
        file.display()
    );
    converse(&text);
    let bytes = std::fs::read(&file).expect("the table that was written");
    std::fs::remove_file(&file).expect("a temporary file");
    bytes
});

/// Draws a hash table with mutated positions but valid counts and checksum, or simply a mutated one.
fn resealed_table<D: Driver>(dice: &mut Dice<'_, D>) -> Vec<u8> {
    const HEAD: usize = 12;
    const SIZE: usize = 14;
    const TAIL: usize = 12;
    let mut bytes = TABLE.clone();
    if dice.once_in(4) {
        spoil(dice, &mut bytes);
        return bytes;
    }
    let mut positions = bytes[HEAD..bytes.len() - TAIL].to_vec();
    spoil(dice, &mut positions);
    bytes.truncate(HEAD);
    bytes.extend(&positions);
    bytes.extend(((positions.len() / SIZE) as u64).to_le_bytes());
    let mut sum = Crc::new();
    sum.update(&bytes);
    bytes.extend(sum.sum().to_le_bytes());
    bytes
}

/// Returns the output of a Gomocup conversation with this program.
fn converse(text: &str) -> String {
    let heard = hold(
        Client::hasty(text.as_bytes()),
        &["--protocol", "gomocup"],
        |waker| Ok(Box::new(GomocupFront::new(&options(), waker)?)),
    );
    String::from_utf8(heard).expect("replies that are text")
}

/// A hash table is accepted or refused in one line, and the conversation goes on either way.
fn check_hash_table(bytes: &[u8]) {
    let file = temporary::folder().join("tried.table");
    std::fs::write(&file, bytes).expect("a temporary file");
    let heard = converse(&format!(
        "INFO max_node 2\nSTART 9\nYXHASHLOAD {}\nBEGIN\n",
        file.display()
    ));
    std::fs::remove_file(&file).expect("a temporary file");
    let lines: Vec<&str> = heard.lines().collect();
    let [ok, loaded, played] = lines[..] else {
        panic!("expected three lines, saw {heard}")
    };
    assert_eq!(ok, "OK");
    assert!(
        loaded.starts_with("MESSAGE ") || loaded.starts_with("ERROR "),
        "{heard}"
    );
    assert!(played.contains(','), "{heard}");
}

/// Every line that is not blank gets an object with a verdict or an error.
fn check_ladders(bytes: &[u8]) {
    const NODES: u64 = 200;
    let said = Said::default();
    let input = PositionInput::lines(Cursor::new(bytes.to_vec()));
    let mut streams = Streams {
        out: &mut Output::new(said.clone()),
        log: &mut ErrorOutput::new(io::sink()),
    };
    ladders::run(input, "-", 1, NODES, &mut streams).expect("memory takes all output");
    let said = said.0.lock().unwrap_or_else(PoisonError::into_inner);
    for line in String::from_utf8(said.clone())
        .expect("answers that are text")
        .lines()
    {
        let answer: serde_json::Value = serde_json::from_str(line).expect("an answer that is JSON");
        let is_known = ["captured", "escapes", "unknown"]
            .iter()
            .any(|&verdict| answer["verdict"] == verdict);
        assert!(is_known || answer["error"].is_string(), "{line}");
    }
}

/// A writer that keeps the output.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
