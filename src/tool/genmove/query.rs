//! Positions as JSON Lines: queries of the analysis protocol.

use serde_json::{Value, json};

use super::answer::MoveSettings;
use crate::tool::searches::{SearchPlan, SearchedGame};
use tengen_engine::Limits;
use tengen_play::Game;
use tengen_play::games::with_game;
use tengen_play::go::Go;
use tengen_protocol::analysis::{
    AnalysisQuery, AnalysisSettings, FieldError, Fields, Object, QueryDefaults, game_name,
};
use tengen_protocol::katago::{HumanModels, KataGoConfig};

/// Defaults from the command line for fields that a query leaves out.
pub struct MoveDefaults {
    query: QueryDefaults,
    game: Game,
    /// Level of play, for any game.
    level: Option<String>,
    /// Default fields for queries about `game`.
    fields: Object,
    rules_of_go: Value,
}

/// Configuration that makes a search see the position as in a game, unlike an analysis.
const AS_IN_A_GAME: [(&str, &str); 2] = [("wideRootNoise", "0"), ("ignorePreRootHistory", "false")];

impl MoveDefaults {
    /// Returns the defaults that the command line sets.
    pub fn new(plan: &SearchPlan, settings: &MoveSettings) -> MoveDefaults {
        let mut config = KataGoConfig::default();
        for (name, value) in AS_IN_A_GAME {
            config.set(name, value).expect("a value that the key takes");
        }
        let game = plan.game.unwrap_or(Game::Go);
        MoveDefaults {
            query: QueryDefaults {
                settings: AnalysisSettings::from_config(&config),
                models: HumanModels::new(&plan.options.games.go),
                config,
            },
            game,
            level: settings.level.clone(),
            fields: default_fields(game, plan, settings.komi),
            rules_of_go: Go::rules_field(&plan.options).unwrap_or_default(),
        }
    }

    /// Adds default fields to a query and returns its game. Fails if the query names an unknown game.
    pub fn complete(&self, object: &mut Object) -> Result<Game, FieldError> {
        let named = game_name(Fields(object))?;
        let game = named.as_ref().map_or(self.game, |name| name.game);
        if let Some(level) = &self.level {
            object.entry("level").or_insert_with(|| json!(level));
        }
        if game == self.game {
            // A rule named as the query's game has priority over the rule of the command line.
            let has_rule = named.is_some_and(|name| name.rule.is_some());
            let defaults = self.fields.iter();
            for (name, value) in defaults.filter(|(name, _)| !has_rule || *name != "rules") {
                object.entry(name.as_str()).or_insert_with(|| value.clone());
            }
        }
        if game == Game::Go {
            let side = json!(19);
            for (name, value) in [
                ("rules", self.rules_of_go.clone()),
                ("boardXSize", side.clone()),
                ("boardYSize", side),
            ] {
                object.entry(name).or_insert(value);
            }
        }
        Ok(game)
    }

    /// Reads a query and the turns to answer. Fails on an invalid field or an illegal move.
    pub fn read<G: SearchedGame>(
        &self,
        object: &Object,
    ) -> Result<(AnalysisQuery<G>, Vec<usize>), FieldError> {
        let read = AnalysisQuery::<G>::read("", Fields(object), &self.query)?;
        let turns = read.turns.iter().map(|&(turn, _)| turn as usize);
        let turns = turns.collect();
        Ok((read.query, turns))
    }
}

/// Returns the limits of a query, or those of the command line if it sets none.
pub fn limits<G: SearchedGame>(query: &AnalysisQuery<G>, plan: &SearchPlan) -> Limits {
    let own = query.own_limits();
    match own.bounded() {
        true => own,
        false => plan.limits_or(G::NODES),
    }
}

/// Returns the query fields that the options set.
fn default_fields(game: Game, plan: &SearchPlan, komi: Option<f64>) -> Object {
    let mut fields = Object::new();
    if let Some(side) = plan.options.games.size {
        fields.insert("boardXSize".to_owned(), json!(side));
        fields.insert("boardYSize".to_owned(), json!(side));
    }
    if let Some(komi) = komi {
        fields.insert("komi".to_owned(), json!(komi));
    }
    if let Some(rules) = with_game!(game, G => G::rules_field(&plan.options)) {
        fields.insert("rules".to_owned(), rules);
    }
    fields
}
