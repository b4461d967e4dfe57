//! Remarks on stderr about searches: GoGui's live graphics and the OGS chat.

use crate::engine::{Ending, Engine};

fn played(args: &[&str], lines: &str) -> Ending {
    let mut engine = Engine::start(args);
    engine.write(lines);
    engine.finish()
}

const A_MOVE: &str = "boardsize 9\nlimits nodes 300\ngenmove b\n";

#[test]
fn nothing_is_remarked_unless_asked_for() {
    assert_eq!(played(&[], A_MOVE).stderr, "");
}

/// GoGui 1.5, `LiveGfx`: after a line `gogui-gfx:`, every line up to an empty one is a draw command.
#[test]
fn live_graphics_are_drawn_and_removed() {
    let parameter = format!("kata-set-param liveGraphics true\n{A_MOVE}");
    for (args, lines) in [(&["--live-graphics"][..], A_MOVE), (&[], &parameter)] {
        let ending = played(args, lines);
        let drawing: Vec<&str> = ending.stderr.lines().collect();
        assert_eq!(drawing.last(), Some(&"gogui-gfx: CLEAR"), "{drawing:?}");
        assert_eq!(drawing[0], "gogui-gfx:");
        assert!(drawing[1].starts_with("VAR B "), "{drawing:?}");
        let end = drawing.iter().position(|line| line.is_empty()).unwrap();
        assert!(drawing[end - 1].starts_with("TEXT black "), "{drawing:?}");
    }
}

/// gtp2ogs 9, `PvOutputParser`: a line that names KataGo announces the format, and lines in this form are shown.
#[test]
fn moves_are_reported_in_the_words_that_gtp2ogs_reads() {
    let parameter = format!("kata-set-param ogsChatToStderr true\n{A_MOVE}");
    for (args, lines) in [(&["--ogs-chat"][..], A_MOVE), (&[], &parameter)] {
        let ending = played(args, lines);
        let said: Vec<&str> = ending.stderr.lines().collect();
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].contains("KataGo"), "{said:?}");
        let words: Vec<&str> = said[1].split(' ').collect();
        assert_eq!(words[0], "MALKOVICH:Visits");
        assert!(words[1].parse::<u64>().unwrap() > 0);
        let names = [words[2], words[4], words[6], words[8]];
        assert_eq!(names, ["Winrate", "ScoreLead", "ScoreStdev", "PV"]);
        let winrate = words[3].strip_suffix('%').unwrap();
        assert!((0.0..=100.0).contains(&winrate.parse::<f64>().unwrap()));
        for (text, digits) in [(winrate, 2), (words[5], 1), (words[7], 1)] {
            let (_, fraction) = text.split_once('.').unwrap();
            assert_eq!(fraction.len(), digits, "{}", said[1]);
        }
        assert!(words.len() > 9, "{}", said[1]);
    }
}
