//! Tests of training with problems.

use super::*;
use crate::terminal::messages::Language;

const LINES: &str = include_str!("../../../web/page/trainer/problems.jsonl");
const PLAIN: Screen = Screen {
    colors: false,
    unicode: false,
};

/// Begins with the first problem of each of these kinds.
fn training(kinds: &[&str], language: Language) -> Training {
    let problems: Vec<Problem> = LINES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let first = |name: &&str| {
        let mut of_kind = problems
            .iter()
            .filter(|problem| problem.kind.name() == *name);
        of_kind.next().cloned().unwrap()
    };
    Training::new(
        kinds.iter().map(first).collect(),
        PLAIN,
        Messages::new(language),
    )
}

#[test]
fn the_right_move_shows_its_line_and_leads_to_the_next_problem() {
    let mut training = training(&["ladder", "endgame-win"], Language::En);
    assert!(
        training
            .begin()
            .contains("Problem 1 of 2: Ladder, level 16k")
    );
    let reply = training.answer("j6");
    assert!(
        reply.contains("Right: the ladder works, the chain is captured."),
        "{reply}"
    );
    assert!(reply.contains("J6 H5 H4 J5 J4"), "{reply}");
    assert!(reply.contains("Problem 2 of 2: Winning endgame"), "{reply}");
    assert!(!training.is_over());
    assert!(
        training
            .summary()
            .starts_with("1 problem: 1 solved at once, 0 after")
    );
}

#[test]
fn a_wrong_move_is_refuted_and_may_be_tried_again() {
    let mut training = training(&["ladder"], Language::En);
    let reply = training.answer("H5");
    assert!(reply.contains("Wrong: the chain escapes."), "{reply}");
    assert!(reply.contains("H5 G7 J6 J5"), "{reply}");
    assert!(reply.ends_with("Try again.\n"), "{reply}");
    assert_eq!(
        training.answer("a1"),
        "a1 is not the solution. Try again.\n"
    );
    assert_eq!(
        training.answer("f7"),
        "f7 is not possible: the point is occupied.\n"
    );
    assert!(training.answer("x9").contains("neither a point nor a word"));
    assert!(training.summary().ends_with("1 not solved.\n"));
    training.answer("J6");
    assert!(training.is_over());
    assert!(
        training
            .summary()
            .contains("0 solved at once, 1 after a hint")
    );
}

#[test]
fn hints_name_the_area_and_then_the_solution() {
    let mut training = training(&["ladder", "vcf"], Language::En);
    assert_eq!(training.answer("HINT"), "Look between G6 and J4.\n");
    assert_eq!(training.answer("hint"), "The solution is J6.\n");
    assert!(
        training
            .answer("next")
            .contains("Problem 2 of 2: Win by fours (VCF)")
    );
    assert!(training.answer("next").is_empty() && training.is_over());
    assert!(training.summary().ends_with("2 not solved.\n"));
}

#[test]
fn forbidden_points_are_not_marked_and_come_with_their_reason() {
    let mut training = training(&["forbidden"], Language::En);
    assert!(!training.begin().contains('!'));
    assert!(training.answer("h11").contains("Black may play there"));
    let reply = training.answer("j6");
    assert!(reply.contains("double three"), "{reply}");
    assert!(training.is_over());
}

#[test]
fn every_included_problem_is_solved_by_its_solution() {
    for line in LINES.lines() {
        let problem: Problem = serde_json::from_str(line).unwrap();
        assert!(problem.is_consistent());
        let solutions: Vec<Option<Place>> = problem.solutions.iter().copied().map(Some).collect();
        let text = with_game!(problem.kind.game(), G => spelled::<G>(&problem, &solutions));
        let mut training = Training::new(vec![problem], PLAIN, Messages::new(Language::En));
        for word in text.split(' ') {
            training.answer(word);
        }
        assert!(training.is_over());
        assert!(
            training
                .summary()
                .starts_with("1 problem: 1 solved at once")
        );
    }
}

#[test]
fn another_language_has_its_own_sentences() {
    let mut german = training(&["ladder", "forbidden"], Language::De);
    let begin = german.begin();
    assert!(begin.contains("Aufgabe 1 von 2: "), "{begin}");
    assert!(begin.contains("Fangen Sie die markierte Kette"), "{begin}");
    let reply = german.answer("H5");
    assert!(
        reply.contains("Nein: die Treppe läuft nicht, die Kette entkommt."),
        "{reply}"
    );
    let reply = german.answer("f7");
    assert_eq!(reply, "f7 ist nicht möglich: der Punkt ist besetzt.\n");
    let reply = german.answer("j6");
    assert!(
        reply.contains("Richtig: die Treppe läuft, die Kette wird gefangen."),
        "{reply}"
    );
    let reply = german.answer("j6");
    assert_eq!(
        reply,
        "Richtig: Schwarz darf dort nicht setzen: Doppeldrei.\n"
    );
    assert!(german.is_over());
}

#[test]
fn no_english_sentence_of_the_file_is_shown_in_another_language() {
    for line in LINES.lines() {
        let problem: Problem = serde_json::from_str(line).unwrap();
        let messages = Messages::new(Language::Ja);
        let mut training = Training::new(vec![problem.clone()], PLAIN, messages);
        let mut shown = training.begin();
        for branch in problem.wrong.iter().chain(&problem.right) {
            shown += &problem.explained(&training.messages, branch);
            shown += "\n";
        }
        shown += &training.answer("hint");
        shown += &training.answer("help");
        // Points, kinds such as VCF, and words to type remain.
        let words = shown.split(|c: char| !c.is_ascii_alphabetic());
        let known = ["VCF", "VCT", "hint", "board", "next", "help", "quit"];
        let is_english = |word: &&str| word.len() > 2 && !known.contains(word);
        assert_eq!(words.clone().find(is_english), None, "{shown}");
    }
}
