//! The positions of the bench. A change here changes its signature.

use std::sync::Arc;

use crate::go::net::Network;
use crate::gomoku::Rule;
use crate::reversi::ffo::FFO;

/// The searches of one game.
pub struct Suite {
    /// What the bench calls it.
    pub name: &'static str,
    /// Whether the network inside the program finds the moves of Go.
    pub by_network: bool,
    /// Nodes or playouts for every position.
    pub nodes: u64,
    /// The positions.
    pub cases: &'static [Case],
}

impl Suite {
    /// The network of its searches.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.by_network.then(|| Arc::new(Network::builtin()))
    }
}

/// One search: a position as `set_position` takes it, on a board of this size under this rule.
pub struct Case {
    /// Columns and rows.
    pub size: u8,
    /// Gomoku's rule; nothing to the other games.
    pub rule: Rule,
    /// Stones, or squares and the side to move.
    pub position: &'static str,
}

/// An empty board and middle games of the engine with itself.
pub const GO: Suite = Suite {
    name: "Go",
    by_network: false,
    nodes: 2_000,
    cases: &[
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
    ],
};

/// Middle games in which one move leads clearly, so that it is found with every instruction set.
pub const GO_BY_NETWORK: Suite = Suite {
    name: "GoByNet",
    by_network: true,
    nodes: 100,
    cases: &[
        Case {
            size: 9,
            rule: Rule::Freestyle,
            position: "b C7 w F3 b E6 w H3",
        },
        Case {
            size: 9,
            rule: Rule::Freestyle,
            position: "b E5 w C2",
        },
        Case {
            size: 9,
            rule: Rule::Freestyle,
            position: "b D3 w E5 b C4 w E8",
        },
        Case {
            size: 9,
            rule: Rule::Freestyle,
            position: "b C8 b D8 b E8 b F8 b B7 w C7 w D7 w E7 w F7 b G7 b B6 w C6 w D6 w E6 w F6 b G6 b C5 b D5 b E5 w B4 w F4 w C3 w G3",
        },
        Case {
            size: 13,
            rule: Rule::Freestyle,
            position: "b E11 b F11 b G11 b H11 b D10 w E10 w F10 w G10 w H10 b J10 b D9 w E9 w F9 w G9 w H9 b J9 b E8 b F8 b G8 w K4 w D4 w K10 b G4",
        },
        Case {
            size: 19,
            rule: Rule::Freestyle,
            position: "b Q16 w D16 b Q4 w D4 b C17 w D17 b C16 w C15 b B15 w C14 b C18",
        },
        Case {
            size: 19,
            rule: Rule::Freestyle,
            position: "b D4 w E4 b E5 w F5 b E3 w F4 b D6 w Q16 b Q4 w D16 b F3 w G3 b G4 w H4",
        },
    ],
};

/// Openings and middle games of the engine with itself after three random stones.
pub const GOMOKU: Suite = Suite {
    name: "Gomoku",
    by_network: false,
    nodes: 150_000,
    cases: &[
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
    ],
};

/// Positions of games of the engine with itself after six random moves, from 52 empty squares to 14, and numbers 20 to 39
/// of the FFO endgames.
pub const REVERSI: Suite = Suite {
    name: "Othello",
    by_network: false,
    nodes: 1_000_000,
    cases: &reversi_cases(),
};

const REVERSI_GAMES: [Case; 8] = [
    reversi("-------------------XO-O---XXOO----OXOX------O------------------- b"),
    reversi("--OX------OXX-----OOOO----XXO-----XXOO------XO------------------ b"),
    reversi("-OOOOO----OXX----XXOXO---XOXX-O-XOOOO----X---------------------- b"),
    reversi("---XXXX----OOO-----XOXOO--XXXOOO--XXXOOO--O-XOOO-------O-------- b"),
    reversi("--O-----X-OO----XXOOOOO-XOXOXO--XXOOOX--XXXOOX----XOOX----XXO--- b"),
    reversi("--OOOO----OOOO--OOOXOOO-OOOOXOX--XOXOX--XXXOXX----XXOX----OOOOO- b"),
    reversi("---O----X-OOOOX-XXOOOX-X-XXOXOXOOOOOXXXO-OXOXXOOXXOO-O-OXXXOOX-- b"),
    reversi("XXXXXX---XOOOOOOOOXXXXOO-OXXXOXOOOOXXXO-XOXOXOO--XXXOO-----XOO-- b"),
];

const fn reversi_cases() -> [Case; 28] {
    let mut cases = [const { reversi("") }; 28];
    let mut index = 0;
    while index < cases.len() {
        cases[index] = reversi(if index < REVERSI_GAMES.len() {
            REVERSI_GAMES[index].position
        } else {
            FFO[19 + index - REVERSI_GAMES.len()].position
        });
        index += 1;
    }
    cases
}

const fn reversi(position: &'static str) -> Case {
    Case {
        size: 8,
        rule: Rule::Freestyle,
        position,
    }
}
