//! Turns ladder events into SGF comments and marks, which Sabaki and GoGui show.

use tengen_go::ladder::KoMark;
use tengen_go::ladder::review::{LadderEvent, LadderEventKind};
use tengen_go::{Point, Size};
use tengen_records::sgf::SgfMarkup;

/// Returns the markup of each step that has events. `steps` has the step index of each move.
///
/// A comment describes each event and triangles mark its chain. Numbers show the line that proves the event of the
/// largest chain.
pub fn markup(size: Size, events: &[LadderEvent], steps: &[usize]) -> Vec<(usize, SgfMarkup)> {
    let of_moves = events.chunk_by(|one, other| one.number == other.number);
    let marked = of_moves.filter_map(|events| {
        let step = *steps.get(events.first()?.number - 1)?;
        Some((step, of_move(size, events)))
    });
    marked.collect()
}

fn of_move(size: Size, events: &[LadderEvent]) -> SgfMarkup {
    let point = |point: Point| tengen_engine::game::Point {
        column: point.column(),
        row: size.height() - 1 - point.row(),
    };
    let sentences: Vec<String> = events.iter().map(sentence).collect();
    let mut markup = SgfMarkup {
        comment: sentences.join("\n"),
        triangles: events
            .iter()
            .flat_map(|event| &event.chain)
            .copied()
            .map(point)
            .collect(),
        ..SgfMarkup::default()
    };
    // Annotate the most serious event.
    markup.annotation = events.iter().map(|event| event.kind).min().map(annotation);
    if let Some(largest) = events.iter().max_by_key(|event| event.chain.len()) {
        let line = largest.proof.line.iter().zip(1..);
        markup.labels = line
            .map(|(&(_, at), number)| (point(at), number.to_string()))
            .collect();
    }
    markup
}

/// Returns the annotation of the move. A missed opportunity only makes a move doubtful, as it may not have been worth
/// taking.
fn annotation(kind: LadderEventKind) -> (&'static str, &'static str) {
    match kind {
        LadderEventKind::Ran | LadderEventKind::Chased => ("BM", "1"),
        LadderEventKind::MissedCapture | LadderEventKind::MissedRescue => ("DO", ""),
        LadderEventKind::Breaker => ("IT", ""),
    }
}

fn sentence(event: &LadderEvent) -> String {
    let first = event
        .chain
        .first()
        .map(Point::to_string)
        .unwrap_or_default();
    let stones = match event.chain.len() {
        1 => "stone",
        _ => "stones",
    };
    let chain = format!("{} {stones} at {first}", event.chain.len());
    let color = event.color;
    let foe = color.opponent();
    let event_text = match event.kind {
        LadderEventKind::Ran => {
            format!("Ladder: {color} runs with the {chain}, though {foe}'s ladder works")
        }
        LadderEventKind::Chased => {
            format!("Ladder: {color} chases the {chain}, though there is a way out")
        }
        LadderEventKind::MissedCapture => {
            format!("Ladder: {color} could have captured the {chain}")
        }
        LadderEventKind::MissedRescue => format!("Ladder: {color} could have saved the {chain}"),
        LadderEventKind::Breaker => format!("Ladder: {color} breaks the ladder of the {chain}"),
    };
    let ko = match event.ko {
        None => String::new(),
        Some(KoMark::Attacker) => " (ko threats of the attacker would change it)".to_owned(),
        Some(KoMark::Defender) => " (ko threats of the defender would change it)".to_owned(),
    };
    let moves: Vec<String> = event
        .proof
        .line
        .iter()
        .map(|(_, point)| point.to_string())
        .collect();
    let line = match moves.is_empty() {
        true => ".".to_owned(),
        false => format!(": {} {}.", event.proof.first, moves.join(" ")),
    };
    format!("{event_text}{ko}{line}")
}
