//! `tengen bench`: a fixed amount of work in all three games, to see what a change costs and that it changes
//! nothing it should not.

use std::time::Instant;

use anyhow::{Result, anyhow};

use crate::go::gtp::Go;
use crate::gomoku::Rule;
use crate::gomoku::gtp::Gomoku;
use crate::output::Output;
use crate::protocol::Options;
use crate::protocol::gtp::{GtpGame, MoveOf, game::write_move};
use crate::reversi::gtp::Reversi;
use crate::search::{Control, Found, Limits, Searcher, Settings};

/// One search: a position as `set_position` takes it, on a board of this size under this rule.
struct Case {
    size: u8,
    rule: Rule,
    position: &'static str,
}

/// What all searches so far came to.
struct Total {
    nodes: u64,
    seconds: f64,
    signature: Signature,
}

/// Searches every position of every game with one thread and prints a line each; the last line is
/// `BENCH <nodes> nodes <nps> nps`. The nodes and the signature, a digest of nodes, depths, moves and scores,
/// are the same on every run and machine until a search changes.
pub fn run(out: &mut Output) -> Result<()> {
    let mut total = Total {
        nodes: 0,
        seconds: 0.0,
        signature: Signature::new(),
    };
    bench::<Go>(GO, GO_NODES, &mut total, out)?;
    bench::<Gomoku>(GOMOKU, GOMOKU_NODES, &mut total, out)?;
    bench::<Reversi>(REVERSI, REVERSI_NODES, &mut total, out)?;
    let per_second = total.nodes as f64 / total.seconds;
    out.line(&format!("signature {:016x}", total.signature.0))?;
    out.line(&format!("BENCH {} nodes {per_second:.0} nps", total.nodes))?;
    Ok(())
}

fn bench<G: GtpGame>(
    cases: &[Case],
    limit: u64,
    total: &mut Total,
    out: &mut Output,
) -> Result<()> {
    let began = Instant::now();
    let mut nodes = 0;
    for case in cases {
        let settings = Settings {
            memory: 64 << 20,
            ..Settings::default()
        };
        let options = Options {
            game: G::GAME,
            size: Some(case.size),
            rule: case.rule,
            settings,
            network: None,
        };
        let unreadable = |failure| anyhow!("{} {:?}: {failure}", G::GAME.name(), case.position);
        let start = G::start(&options).map_err(unreadable)?;
        let set_up = G::read_set_up(&start, case.position).map_err(unreadable)?;
        let position = G::set_up(&start, &set_up).map_err(unreadable)?;
        // A searcher of its own for every position: none depends on what came before.
        let found = G::searcher(settings).search(&position, &Control::new(Limits::nodes(limit)));
        let found =
            found.ok_or_else(|| anyhow!("{} {:?}: no move", G::GAME.name(), case.position))?;
        total.signature.add::<G>(&position, &found);
        nodes += found.report.nodes;
        let (mv, depth) = (write_move::<G>(&position, found.mv), found.report.depth);
        out.line(&format!(
            "{:8} {:9} nodes  depth {depth:2}  {mv}",
            G::GAME.name(),
            found.report.nodes
        ))?;
    }
    let seconds = began.elapsed().as_secs_f64();
    out.line(&format!(
        "{:8} {nodes:9} nodes  {seconds:.3} s  {:.0} nps",
        G::GAME.name(),
        nodes as f64 / seconds
    ))?;
    total.nodes += nodes;
    total.seconds += seconds;
    Ok(())
}

/// FNV-1a, 64 bits: short, and the same everywhere.
struct Signature(u64);

impl Signature {
    fn new() -> Self {
        Signature(0xcbf2_9ce4_8422_2325)
    }

    fn add<G: GtpGame>(&mut self, position: &G::Position, found: &Found<MoveOf<G>>) {
        self.bytes(&found.report.nodes.to_le_bytes());
        self.bytes(&found.report.depth.to_le_bytes());
        self.bytes(write_move::<G>(position, found.mv).as_bytes());
        for line in &found.report.lines {
            // Hundredths: the last bits of a mean may hang on how a platform rounds.
            self.bytes(&((f64::from(line.score) * 100.0).round() as i64).to_le_bytes());
            self.bytes(&line.visits.to_le_bytes());
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

const GO_NODES: u64 = 2_000;

/// An empty board and middle games of the engine with itself.
const GO: &[Case] = &[
    Case {
        size: 9,
        rule: Rule::Freestyle,
        position: "",
    },
    Case {
        size: 9,
        rule: Rule::Freestyle,
        position: "b D4 b C3 b D3 b D5 w E4 w D6 w E6 w E5 w C5 w C4 b F5 b B6 b C6 w C7 w G7 b F8",
    },
    Case {
        size: 9,
        rule: Rule::Freestyle,
        position: "b D4 b B3 b C3 b D3 b D5 w E4 w E3 w B7 w C7 w D7 w F6 w D6 w E6 w E5 w C5 w B4 w C4 b B6 b B5 b C6 b G6 b H5 b G4 b F5 b G5 b F8 b G8 b F7 w H8 w H9 w H6 w G7 w H7 b J8",
    },
    Case {
        size: 13,
        rule: Rule::Freestyle,
        position: "b E1 w C2 b D2 b F2 b C3 b B5 b B4 b B3 b E3 w L3 b F4 w M4 w D5 w F5 w E6 w E7 w E5 w C5 w C4 w D3 w E4 w D4 b D6 b C6 b K7 w C10 b H11 b K11",
    },
    Case {
        size: 19,
        rule: Rule::Freestyle,
        position: "",
    },
    Case {
        size: 19,
        rule: Rule::Freestyle,
        position: "w P1 w E3 w N3 b P3 w Q3 b R3 b Q4 b R4 w D4 w H4 w P4 w C5 b D5 b J5 b L7 b R7 w B8 b Q8 b F9 w H9 b J9 w R9 b B10 w D10 w J10 b D11 w R11 w P12 w C13 b K13 b P13 b G16 b L16 w O16 w R16 b D17 w H17 w M17 b K18 b N18",
    },
    Case {
        size: 19,
        rule: Rule::Freestyle,
        position: "w P1 b D3 w E3 w N3 w N4 b P3 b P2 w Q3 w R2 w Q2 b R3 b Q4 b R4 b C4 b E4 w F4 w H4 b K4 b O4 w C5 w B5 b D5 w E5 b J5 b N5 b P5 b C6 w R6 b D7 w E7 b L7 w O7 w Q7 b R7 w B8 w F8 b O8 w P8 b Q8 w S8 b D9 b F9 b G9 b J9 b H8 b J8 w K9 w J10 w K10 w R9 b T9 b B10 b C10 w F10 w H11 w G11 w E9 w D10 w E10 w G10 b H10 b S10 w T10 w B11 w C11 b D11 b E11 b J11 b K11 w R11 b B12 b C12 b H12 w J12 w K12 b N12 w P12 w C13 b K13 b P13 b O13 w Q13 b B14 b F15 b P15 b G16 b L16 w O16 w P16 w R16 b S16 w C17 b D17 w H17 w M17 b P17 w S17 b G18 b K18 b N18 w O18 w G19 w F19",
    },
];

const GOMOKU_NODES: u64 = 150_000;

/// Openings and middle games of the engine with itself after three random stones.
const GOMOKU: &[Case] = &[
    Case {
        size: 15,
        rule: Rule::Freestyle,
        position: "b J6 w G9 b G8 w K5 b L5 w E10 b E11 w F11 b D9 w H9 b J9 w J8",
    },
    Case {
        size: 15,
        rule: Rule::Freestyle,
        position: "b G5 w L5 b L6 w F5 b E6 w E8 b E10 w F11 b K5 w M7 b J6 w H6 b H7 w G8 b L4 w M3 b F8 w G10 b J4",
    },
    Case {
        size: 20,
        rule: Rule::Freestyle,
        position: "b N10 w J14 b K10 w H16 b G16 w J15 b L10 w M10 b J16 w K14 b G17 w H14",
    },
    Case {
        size: 15,
        rule: Rule::Standard,
        position: "b F9 w E5 b H11 w E8 b E11 w F11 b E6 w H8 b F8 w F6 b G7 w J5 b G9 w H9",
    },
    Case {
        size: 15,
        rule: Rule::Renju,
        position: "b L7 w L11 b H6 w L5 b L10 w K6 b J7 w G5 b K7 w H7 b L8 w L9 b M7",
    },
    Case {
        size: 15,
        rule: Rule::Renju,
        position: "b F9 w E11 b L5 w L6 b H11 w E8 b E9 w H9 b K9 w J8 b G10 w M5 b K7 w K13 b J10 w G12",
    },
];

const REVERSI_NODES: u64 = 1_000_000;

/// Positions of games of the engine with itself after six random moves, from 52 empty squares to 14.
const REVERSI: &[Case] = &[
    reversi("-------------------XO-O---XXOO----OXOX------O------------------- b"),
    reversi("--OX------OXX-----OOOO----XXO-----XXOO------XO------------------ b"),
    reversi("-OOOOO----OXX----XXOXO---XOXX-O-XOOOO----X---------------------- b"),
    reversi("---XXXX----OOO-----XOXOO--XXXOOO--XXXOOO--O-XOOO-------O-------- b"),
    reversi("--O-----X-OO----XXOOOOO-XOXOXO--XXOOOX--XXXOOX----XOOX----XXO--- b"),
    reversi("--OOOO----OOOO--OOOXOOO-OOOOXOX--XOXOX--XXXOXX----XXOX----OOOOO- b"),
    reversi("---O----X-OOOOX-XXOOOX-X-XXOXOXOOOOOXXXO-OXOXXOOXXOO-O-OXXXOOX-- b"),
    reversi("XXXXXX---XOOOOOOOOXXXXOO-OXXXOXOOOOXXXO-XOXOXOO--XXXOO-----XOO-- b"),
];

const fn reversi(position: &'static str) -> Case {
    Case {
        size: 8,
        rule: Rule::Freestyle,
        position,
    }
}
