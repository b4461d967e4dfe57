//! Parts of a file that a record keeps although play does not need them: names, comments, marks, unknown properties and
//! variations.

use std::fmt::Write;

use super::tokens::{SgfToken, SgfTokens};
use super::variations::SgfVariation;
use super::write::letters;
use tengen_engine::game::Point;

/// The node of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteNode {
    /// The root node.
    Root,
    /// The node of the step with this index, from 0.
    Step(u32),
    /// A separate node after this number of steps and before the next.
    After(u32),
    /// A branch of the main line after this number of steps, not a node. Its text is the variations that begin there.
    Branch(u32),
}

impl NoteNode {
    /// Returns the number of steps up to the node.
    fn steps(self) -> u32 {
        match self {
            NoteNode::Root => 0,
            NoteNode::Step(index) => index + 1,
            NoteNode::After(steps) | NoteNode::Branch(steps) => steps,
        }
    }
}

/// The notes of a record in the order of its nodes, as SGF text without the properties that the rules of the game need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfNotes {
    text: String,
    /// Each node with the end of its text. The text begins where that of the previous node ends.
    nodes: Vec<(NoteNode, u32)>,
    /// The text of each branch, in order.
    variations: Vec<String>,
}

impl SgfNotes {
    /// Adds a property with one value to a node, which must not precede the last node with notes.
    pub fn add(&mut self, node: NoteNode, name: &str, text: &str) {
        let _ = write!(self.text, "{name}[{}]", escape(text));
        self.end_node(node);
    }

    /// Adds a property with these points to a node, which must not precede the last node with notes.
    pub fn add_points(&mut self, node: NoteNode, name: &str, points: &[Point]) {
        if points.is_empty() {
            return;
        }
        self.text.push_str(name);
        for &point in points {
            let _ = write!(self.text, "[{}]", letters(point));
        }
        self.end_node(node);
    }

    /// Adds variations that branch off the main line after this number of steps.
    pub fn add_variations(&mut self, steps: u32, variations: &[SgfVariation]) {
        if variations.is_empty() {
            return;
        }
        self.begin_branch(steps);
        let texts = variations.iter().map(SgfVariation::to_text);
        self.variations.push(texts.collect());
    }

    /// Adds a property with one value to the root, before its other notes.
    pub fn add_to_root(&mut self, name: &str, text: &str) {
        let property = format!("{name}[{}]", escape(text));
        for (_, end) in &mut self.nodes {
            *end += property.len() as u32;
        }
        if !matches!(self.nodes.first(), Some((NoteNode::Root, _))) {
            self.nodes
                .insert(0, (NoteNode::Root, property.len() as u32));
        }
        self.text.insert_str(0, &property);
    }

    /// Adds the raw text of a property to the node that the next `end_node` names.
    pub(super) fn push_raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Assigns the text added since the last node to `node`, if there is any.
    pub(super) fn end_node(&mut self, node: NoteNode) {
        let end = self.text.len() as u32;
        match self.nodes.last_mut() {
            Some((last, last_end)) if *last == node && !matches!(node, NoteNode::After(_)) => {
                *last_end = end;
            }
            last => {
                if last.map_or(0, |(_, before)| *before) < end {
                    self.nodes.push((node, end));
                }
            }
        }
    }

    /// Begins a branch after this number of steps.
    pub(super) fn begin_branch(&mut self, steps: u32) {
        self.nodes
            .push((NoteNode::Branch(steps), self.text.len() as u32));
    }

    /// Sets the texts of the branches, in order, and removes branches with an empty one.
    pub(super) fn end_branches(&mut self, variations: Vec<String>) {
        let mut texts = variations.iter();
        let mut has_variations = || texts.next().is_some_and(|text| !text.is_empty());
        self.nodes
            .retain(|(node, _)| !matches!(node, NoteNode::Branch(_)) || has_variations());
        self.variations = variations;
        self.variations.retain(|text| !text.is_empty());
    }

    /// Returns the notes with their nodes, in order.
    pub fn iter(&self) -> impl Iterator<Item = (NoteNode, &str)> {
        let mut from = 0;
        let mut variations = self.variations.iter();
        self.nodes.iter().map(move |&(node, end)| {
            if let NoteNode::Branch(_) = node {
                return (node, variations.next().map_or("", String::as_str));
            }
            let text = &self.text[from..end as usize];
            from = end as usize;
            (node, text)
        })
    }

    /// Returns the properties of the root with their first values as SGF `SimpleText`.
    pub fn root(&self) -> Vec<(String, String)> {
        match self.iter().next() {
            Some((NoteNode::Root, text)) => properties(text),
            _ => Vec::new(),
        }
    }

    /// Makes room for a pass before each of these steps, which are sorted. A separate node directly before such a step
    /// becomes the node of the pass.
    pub fn add_passes(&mut self, steps: &[u32]) {
        if steps.is_empty() {
            return;
        }
        let before = |step: u32| steps.partition_point(|&pass| pass < step) as u32;
        let is_passed = |step: u32| steps.binary_search(&step).is_ok();
        let mut next = None;
        for (node, _) in self.nodes.iter_mut().rev() {
            let seen = *node;
            *node = match seen {
                NoteNode::Root => NoteNode::Root,
                NoteNode::Step(step) => NoteNode::Step(step + before(step + 1)),
                NoteNode::After(step) if is_passed(step) && next != Some(step) => {
                    NoteNode::Step(step + before(step))
                }
                NoteNode::After(step) => NoteNode::After(step + before(step)),
                NoteNode::Branch(step) => NoteNode::Branch(step + before(step)),
            };
            next = match seen {
                NoteNode::After(step) | NoteNode::Branch(step) => Some(step),
                NoteNode::Root | NoteNode::Step(_) => None,
            };
        }
    }

    /// Removes the notes of all nodes after the first `steps` steps.
    pub fn truncate(&mut self, steps: usize) {
        let is_kept = |(node, _): &(NoteNode, u32)| node.steps() as usize <= steps;
        let kept = self.nodes.partition_point(is_kept);
        let forgotten = self.nodes.split_off(kept);
        let is_branch = |(node, _): &&(NoteNode, u32)| matches!(node, NoteNode::Branch(_));
        let branches = forgotten.iter().filter(is_branch).count();
        self.variations.truncate(self.variations.len() - branches);
        let end = self.nodes.last().map_or(0, |&(_, end)| end);
        self.text.truncate(end as usize);
    }
}

/// Returns the properties of a note with their first values as SGF `SimpleText`.
pub fn properties(note: &str) -> Vec<(String, String)> {
    let mut properties = Vec::new();
    let text = format!("(;{note})");
    let Ok(mut tokens) = SgfTokens::of_game(&text, 0) else {
        return properties;
    };
    let mut name = None;
    while let Some(token) = tokens.next_token() {
        match token {
            SgfToken::Name(seen) => name = Some(seen.to_owned()),
            SgfToken::Value(value) => {
                properties.extend(name.take().map(|name| (name, value.simple_text())));
            }
            _ => {}
        }
    }
    properties
}

/// Escapes a text for use as a value.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(notes: &SgfNotes) -> Vec<String> {
        notes.iter().map(|(_, text)| text.to_owned()).collect()
    }

    #[test]
    fn a_property_of_the_root_may_come_last() {
        let mut notes = SgfNotes::default();
        notes.add(NoteNode::Step(0), "C", "one");
        notes.add_to_root("PW", "a]b");
        assert_eq!(texts(&notes), ["PW[a\\]b]", "C[one]"]);
        notes.add_to_root("PB", "c");
        assert_eq!(texts(&notes), ["PB[c]PW[a\\]b]", "C[one]"]);
    }

    #[test]
    fn branches_end_with_their_steps() {
        let mut notes = SgfNotes::default();
        notes.begin_branch(0);
        notes.add(NoteNode::Step(0), "C", "one");
        notes.begin_branch(1);
        notes.begin_branch(2);
        notes.end_branches(["(;B[aa])", "", "(;B[bb])"].map(str::to_owned).into());
        let seen = |notes: &SgfNotes| -> Vec<(NoteNode, String)> {
            let notes = notes.iter();
            notes.map(|(node, text)| (node, text.to_owned())).collect()
        };
        let first = (NoteNode::Branch(0), "(;B[aa])".to_owned());
        let comment = (NoteNode::Step(0), "C[one]".to_owned());
        let last = (NoteNode::Branch(2), "(;B[bb])".to_owned());
        assert_eq!(seen(&notes), [first.clone(), comment.clone(), last]);
        notes.truncate(1);
        assert_eq!(seen(&notes), [first.clone(), comment]);
        notes.truncate(0);
        assert_eq!(seen(&notes), [first]);
    }

    #[test]
    fn passes_move_the_notes_behind_them() {
        let mut notes = SgfNotes::default();
        for node in [
            NoteNode::Root,
            NoteNode::Step(0),
            NoteNode::After(1),
            NoteNode::After(1),
            NoteNode::Step(1),
            NoteNode::Step(2),
            NoteNode::After(3),
            NoteNode::Step(4),
        ] {
            notes.add(node, "C", "x");
        }
        notes.add_passes(&[1, 4]);
        let nodes: Vec<NoteNode> = notes.iter().map(|(node, _)| node).collect();
        assert_eq!(
            nodes,
            [
                NoteNode::Root,
                NoteNode::Step(0),
                NoteNode::After(1),
                NoteNode::Step(1),
                NoteNode::Step(2),
                NoteNode::Step(3),
                NoteNode::After(4),
                NoteNode::Step(6),
            ]
        );
    }

    #[test]
    fn notes_end_with_their_steps() {
        let mut notes = SgfNotes::default();
        notes.add(NoteNode::Root, "PB", "a]b");
        notes.add(NoteNode::Root, "PW", "");
        notes.add(NoteNode::After(0), "C", "before");
        notes.add(NoteNode::Step(0), "C", "one");
        notes.add(NoteNode::Step(1), "C", "two");
        notes.add(NoteNode::After(2), "C", "end");
        assert_eq!(
            texts(&notes),
            ["PB[a\\]b]PW[]", "C[before]", "C[one]", "C[two]", "C[end]"]
        );
        let of_root = [("PB", "a]b"), ("PW", "")].map(|(name, text)| (name.into(), text.into()));
        assert_eq!(notes.root(), of_root);
        notes.truncate(2);
        assert_eq!(notes.iter().count(), 5);
        notes.truncate(1);
        assert_eq!(notes.iter().count(), 3);
        notes.truncate(0);
        assert_eq!(texts(&notes), ["PB[a\\]b]PW[]", "C[before]"]);
        notes.add(NoteNode::Step(0), "C", "other");
        assert_eq!(notes.iter().last(), Some((NoteNode::Step(0), "C[other]")));
    }
}
