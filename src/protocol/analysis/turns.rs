//! Turns to analyze, and their priorities.

use std::collections::BTreeMap;

use super::field_table::{ANALYZE_TURNS, PRIORITIES, PRIORITY};
use super::fields::{FieldError, Fields};

/// A turn to analyze, with its priority.
pub type TurnPriority = (u32, i64);

/// Largest absolute value of a priority.
const MAX_PRIORITY: i64 = 0x3FFF_FFFF_FFFF_FFFF;

/// Reads the turns to analyze with their priorities, in turn order; by default the last turn, with priority 0.
pub fn read_turns(fields: Fields, moves: usize) -> Result<Vec<TurnPriority>, FieldError> {
    let range = -MAX_PRIORITY..=MAX_PRIORITY;
    let expected = "Must specify an array of integers indicating turns to analyze";
    let named = fields.integers(ANALYZE_TURNS, expected)?;
    if let Some(bad) = named
        .iter()
        .flatten()
        .find(|&&turn| turn < 0 || turn > moves as i64)
    {
        let message = format!("Invalid turn number: {bad}");
        return Err(FieldError::new(ANALYZE_TURNS, message));
    }
    let expected = "Must specify an array of integers indicating priorities";
    let priorities = fields.integers(PRIORITIES, expected)?;
    if let Some(priorities) = &priorities {
        let refused = |message: String| Err(FieldError::new(PRIORITIES, message));
        let Some(named) = &named else {
            return refused("Can only specify when also specifying analyzeTurns".to_owned());
        };
        if priorities.len() != named.len() {
            return refused("Must be of matching length to analyzeTurns".to_owned());
        }
        if let Some(bad) = priorities.iter().find(|priority| !range.contains(priority)) {
            return refused(format!("Invalid priority: {bad}"));
        }
    }
    let expected = "Must be a number between -2^62 and 2^62";
    let priority = fields.integer(PRIORITY, range, expected)?;
    if priority.is_some() && priorities.is_some() {
        let message = "Cannot specify both priority and priorities";
        return Err(FieldError::new(PRIORITY, message));
    }
    let named = named.unwrap_or_else(|| vec![moves as i64]);
    let priorities = priorities.unwrap_or_else(|| vec![priority.unwrap_or(0); named.len()]);
    let turns = named.into_iter().map(|turn| turn as u32).zip(priorities);
    // A turn named twice is analyzed once, with its last priority.
    let turns: BTreeMap<u32, i64> = turns.collect();
    Ok(turns.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, moves: usize) -> Result<Vec<TurnPriority>, String> {
        let object = serde_json::from_str(text).unwrap();
        read_turns(Fields(&object), moves).map_err(|error| error.field)
    }

    #[test]
    fn the_last_turn_is_the_default_and_the_order_is_that_of_the_turns() {
        assert_eq!(read("{}", 3), Ok(vec![(3, 0)]));
        assert_eq!(read(r#"{"priority":-2}"#, 3), Ok(vec![(3, -2)]));
        let named = r#"{"analyzeTurns":[2,0,2],"priorities":[5,6,7]}"#;
        assert_eq!(read(named, 3), Ok(vec![(0, 6), (2, 7)]));
        assert_eq!(read(r#"{"analyzeTurns":[]}"#, 3), Ok(vec![]));
    }

    #[test]
    fn turns_beyond_the_game_and_priorities_without_turns_are_refused() {
        assert_eq!(
            read(r#"{"analyzeTurns":[4]}"#, 3),
            Err("analyzeTurns".to_owned())
        );
        assert_eq!(
            read(r#"{"priorities":[4]}"#, 3),
            Err("priorities".to_owned())
        );
    }
}
