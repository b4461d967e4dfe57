//! Lines of analysis as clients parse them. Each parser follows its client's source and knows nothing of the others.

/// A move as a client shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub mv: String,
    pub visits: u64,
    /// From 0 to 1.
    pub winrate: f64,
    pub score: Option<f64>,
    pub pv: Vec<String>,
}

/// Sabaki 0.60, `parseAnalysis`: the line is split at `info`. A segment counts if it ends with vertices; the word
/// before them is taken for `pv` and the others for pairs. A pass is dropped. `kata` means that win rates go to 1
/// instead of 10000.
pub fn sabaki(line: &str, kata: bool) -> Vec<Shown> {
    let segments = line.split("info ").skip(1);
    let shown = segments.filter_map(|segment| {
        let words: Vec<&str> = segment.split_whitespace().collect();
        let from_end = words.iter().rev();
        let vertices = from_end.take_while(|word| is_sabaki_vertex(word)).count();
        let (pairs, pv) = words.split_at(words.len() - vertices);
        let (_pv, pairs) = pairs.split_last().filter(|_| vertices > 0)?;
        let value = |key: &str| {
            let pair = pairs.chunks(2).find(|pair| pair[0] == key)?;
            pair.get(1).copied()
        };
        let mv = value("move").filter(|mv| *mv != "pass" && is_sabaki_vertex(mv))?;
        let winrate: f64 = value("winrate")?.parse().ok()?;
        let moves = pv.iter().take_while(|mv| **mv != "pass");
        Some(Shown {
            mv: mv.to_owned(),
            visits: value("visits")?.parse().ok()?,
            winrate: if kata { winrate } else { winrate / 10_000.0 },
            score: value("scoreLead").map(|score| score.parse().unwrap()),
            pv: moves.map(|mv| (*mv).to_owned()).collect(),
        })
    });
    shown.collect()
}

/// Whether the word is a lowercase `pass`, or a letter and digits.
fn is_sabaki_vertex(word: &str) -> bool {
    let digits = word.strip_prefix(|c: char| c.is_ascii_alphabetic());
    word == "pass"
        || digits
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Lizzie 0.7.4, `Leelaz.parseLine` during its version check: the second word of the reply is split at its dots, and
/// the second part has to be an integer of at least 15. With less, Lizzie stays at "loading..."; anything else is an
/// exception.
pub fn lizzie_takes_version(reply: &str) -> bool {
    let word = reply.split(' ').nth(1).unwrap_or_default();
    let minor = word
        .split('.')
        .nth(1)
        .and_then(|part| part.parse::<i32>().ok());
    minor.is_some_and(|minor| minor >= 15)
}

/// Lizzie 0.7, `MoveData.fromInfo` and `fromInfoKatago`: the line without its first `info` is split at ` info `, words
/// are pairs up to `pv`, and the rest is the variation. Visits have to fit in 32 bits; every number of Leela Zero's is
/// an integer. An exception loses the line.
pub fn lizzie(line: &str, kata: bool) -> Result<Vec<Shown>, String> {
    let variations = line.strip_prefix("info ").ok_or("no info")?;
    variations
        .split(" info ")
        .map(|text| lizzie_move(text, kata))
        .collect()
}

fn lizzie_move(text: &str, kata: bool) -> Result<Shown, String> {
    let words: Vec<&str> = text.trim().split(' ').collect();
    let end = words.iter().position(|word| *word == "pv").ok_or("no pv")?;
    let value = |key: &str| {
        let pair = words[..end].chunks(2).find(|pair| pair[0] == key);
        pair.and_then(|pair| pair.get(1).copied())
            .ok_or_else(|| format!("no {key} in {text}"))
    };
    let number = |key: &str| {
        let text = value(key)?;
        let number = match kata {
            true => text.parse::<f64>().map_err(|error| error.to_string()),
            false => text
                .parse::<i32>()
                .map(f64::from)
                .map_err(|error| error.to_string()),
        };
        number.map_err(|error| format!("{key} {text}: {error}"))
    };
    for key in if kata {
        &["lcb", "prior", "scoreMean", "scoreStdev"][..]
    } else {
        &["lcb", "prior"]
    } {
        number(key)?;
    }
    let visits: i32 = value("visits")?.parse().map_err(|_| "visits".to_owned())?;
    Ok(Shown {
        mv: value("move")?.to_owned(),
        visits: visits as u64,
        winrate: number("winrate")? / if kata { 1.0 } else { 10_000.0 },
        score: if kata {
            Some(number("scoreMean")?)
        } else {
            None
        },
        pv: words[end + 1..]
            .iter()
            .map(|word| (*word).to_owned())
            .collect(),
    })
}

#[test]
fn what_katago_writes_is_read() {
    let line = "info move E4 visits 487 utility -0.0408357 winrate 0.480018 scoreMean -0.611848 scoreStdev 24.7058 \
                scoreLead -0.611848 scoreSelfplay -0.515178 prior 0.221121 lcb 0.477221 utilityLcb -0.0486664 order 0 \
                pv E4 E3 pass info move pass visits 4 winrate 0.4 scoreMean -1 scoreStdev 24 scoreLead -1 prior 0.2 \
                lcb 0.1 order 1 pv pass";
    let e4 = Shown {
        mv: "E4".to_owned(),
        visits: 487,
        winrate: 0.480018,
        score: Some(-0.611848),
        pv: vec!["E4".to_owned(), "E3".to_owned()],
    };
    assert_eq!(sabaki(line, true), [e4]);
    let moves = lizzie(line, true).unwrap();
    let names: Vec<&str> = moves.iter().map(|shown| shown.mv.as_str()).collect();
    assert_eq!(names, ["E4", "pass"]);
    assert_eq!(moves[0].pv, ["E4", "E3", "pass"]);
    let owned = format!("{line} ownership 0.5 0.5");
    assert_eq!(sabaki(&owned, true).len(), 1, "the last segment is lost");
    assert!(
        lizzie(line, false).is_err(),
        "Leela Zero's numbers are integers"
    );
}
