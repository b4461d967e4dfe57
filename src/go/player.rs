//! The Go player: searches with a network if one fits the board, otherwise with playouts.

use std::sync::Arc;

use super::board::{Move, Size};
use super::level::{LevelSearch, Profile, people};
use super::net::{Network, NetworkSlot};
use super::playouts::tree_search::TreeSearch;
use super::puct::{NetworkSearch, SearchNetworks};
use super::rules::position::Position;
use super::search_mode::SearchOverrides;
use tengen_engine::game::Position as _;
use tengen_engine::record::Record;
use tengen_engine::searcher::valued_at_full_strength;
use tengen_engine::{Control, Limits, SearchRequest, SearchResult, Searcher, Settings, SkillLevel};

/// Divisor of the memory that playouts get if there is a network. They then play only on boards that the network
/// doesn't fit, and in the last milliseconds on the clock.
const PLAYOUTS_SHARE: usize = 8;

/// Visits of a search by the human policy. They only decide when to pass and to resign.
const IMITATION_VISITS: u64 = 40;

/// A player with both kinds of search, each created on first use.
pub struct Player {
    settings: Settings,
    slot: NetworkSlot,
    network: Option<Arc<Network>>,
    by_network: Option<NetworkSearch>,
    by_playouts: Option<TreeSearch>,
    levels: LevelSearch,
}

impl Player {
    /// Creates a player with these resources and the current network of `slot`.
    pub fn new(settings: Settings, slot: NetworkSlot) -> Player {
        Player {
            levels: LevelSearch::new(settings.seed),
            settings,
            network: slot.network(),
            slot,
            by_network: None,
            by_playouts: None,
        }
    }

    /// Picks up a changed network. Both searches are then rebuilt, because they share the memory.
    fn refresh_network(&mut self) {
        let network = self.slot.network();
        let of = |network: &Option<Arc<Network>>| network.as_ref().map(Arc::as_ptr);
        if of(&network) != of(&self.network) {
            self.network = network;
            self.by_network = None;
            self.by_playouts = None;
        }
    }

    /// Returns the network search if a working network fits the board and can answer in time. Capturing dead stones is
    /// left to playouts, which recognize them as dead before they are captured.
    fn by_network(&mut self, size: Size, control: &Control<Move>) -> Option<&mut NetworkSearch> {
        if control.request().game.cleans_up {
            return None;
        }
        let plays = |network: &&Arc<Network>| Network::fits(size) && !network.has_failed();
        let network = self.network.as_ref().filter(plays)?;
        let settings = self.network_settings();
        let networks = || SearchNetworks {
            main: Arc::clone(network),
            human: self.slot.human().cloned(),
        };
        let new = || NetworkSearch::new(settings, networks());
        let search = self.by_network.get_or_insert_with(new);
        let time = control.limits().time;
        time.is_none_or(|budget| budget.hard > search.min_time())
            .then_some(search)
    }

    /// Finds a move for a level: like a human of its rank if there is a human network, with the main network if the
    /// level uses it, otherwise with playouts.
    fn find_by_level(
        &mut self,
        level: SkillLevel,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        let size = record.position().board().size();
        let profile = Profile::new(level, size);
        let (visits, overrides) = match self.slot.human() {
            Some(_) => (
                Some(IMITATION_VISITS),
                SearchOverrides::imitating(people(level.rating())),
            ),
            None => (
                self.levels.network_visits(&profile, record),
                SearchOverrides::default(),
            ),
        };
        if let Some(visits) = visits
            && let Some(search) = self.by_network(size, control)
        {
            let most = control
                .limits()
                .visits
                .into_iter()
                .chain(control.limits().nodes);
            let limits = Limits {
                visits: most.chain([visits]).min(),
                time: control.level_time(false),
                ..Limits::default()
            };
            let mut request = SearchRequest {
                level: None,
                ..control.request().clone()
            };
            request.game.overrides = overrides.under(&request.game.overrides);
            let found = search.search_game(record, &control.nested(limits, request));
            if !self.network_has_failed() {
                return found;
            }
        }
        self.levels.find(&profile, record, control)
    }

    fn network_has_failed(&self) -> bool {
        self.network
            .as_ref()
            .is_some_and(|network| network.has_failed())
    }

    fn network_settings(&self) -> Settings {
        let memory = self.settings.memory;
        Settings {
            memory: memory - memory / PLAYOUTS_SHARE,
            ..self.settings
        }
    }

    fn playout_settings(&self) -> Settings {
        let memory = self.settings.memory;
        let share = if self.network.is_some() {
            PLAYOUTS_SHARE
        } else {
            1
        };
        Settings {
            memory: memory / share,
            ..self.settings
        }
    }
}

impl Searcher<Position> for Player {
    /// Always returns a move, since a pass is legal.
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        self.refresh_network();
        // Capturing dead stones ends a game, so the level doesn't matter.
        let ends_game = control.request().game.cleans_up;
        if let Some(level) = control.request().level.filter(|_| !ends_game) {
            let found = self.find_by_level(level, record, control)?;
            let to_move = record.position().to_move();
            let full = |control: &_| self.search_game(record, control);
            let found = valued_at_full_strength(found, to_move, control, full);
            if !control.request().move_only {
                // The level must not profit from the visits of the full search.
                self.clear();
            }
            return Some(found);
        }
        let size = record.position().board().size();
        if let Some(search) = self.by_network(size, control) {
            let found = search.search_game(record, control);
            if !self.network_has_failed() {
                return found;
            }
        }
        let settings = self.playout_settings();
        let new = || TreeSearch::new(settings);
        self.by_playouts
            .get_or_insert_with(new)
            .search_game(record, control)
    }

    fn prepare(&mut self, position: &Position) {
        self.refresh_network();
        if let Some(search) =
            self.by_network(position.board().size(), &Control::new(Limits::default()))
        {
            search.prepare(position);
        }
    }

    fn clear(&mut self) {
        if let Some(search) = &mut self.by_network {
            search.clear();
        }
        if let Some(search) = &mut self.by_playouts {
            search.clear();
        }
    }

    fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        self.levels.set_seed(settings.seed);
        let (by_network, by_playouts) = (self.network_settings(), self.playout_settings());
        if let Some(search) = &mut self.by_network {
            search.configure(by_network);
        }
        if let Some(search) = &mut self.by_playouts {
            search.configure(by_playouts);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::rules::{Komi, Rules};
    use crate::testing::net_sample;
    use tengen_engine::Report;
    use tengen_engine::control::Budget;

    fn find(player: &mut Player, side: u32, limits: Limits) -> SearchResult<Move> {
        let size = Size::square(side).unwrap();
        let position = Position::new(size, Rules::DEFAULT, Komi::default());
        player.search(&position, &Control::new(limits)).unwrap()
    }

    /// Returns a network with finite weights that overflows in its evaluations.
    fn overflowing() -> Network {
        let mut model = net_sample::model(8, 1);
        model.value.score.dense.weights.fill(f32::MAX);
        model.value.score.bias.fill(f32::MAX);
        Network::new("sample".to_owned(), model)
    }

    #[test]
    fn a_network_that_says_no_numbers_is_refused_or_replaced_by_playouts() {
        let refused = overflowing().checked().err().map(|error| error.to_string());
        let expected = "the network's evaluation of the empty board is not finite";
        assert_eq!(refused.as_deref(), Some(expected));
        let sound = Network::new("sample".to_owned(), net_sample::model(8, 1));
        assert!(sound.checked().is_ok());

        let network = Arc::new(overflowing());
        let slot = NetworkSlot::new(Some(Arc::clone(&network)));
        let mut player = Player::new(Settings::default(), slot);
        for _ in 0..2 {
            let found = find(&mut player, 5, Limits::nodes(20));
            assert!(found.report.lines[0].winrate.is_finite());
            assert!(
                found.report.lines[0].details.utility.is_none(),
                "no playouts"
            );
            assert_eq!(found.report.nodes, 20);
        }
        assert!(network.has_failed());
    }

    #[test]
    fn the_network_plays_where_it_can_and_playouts_do_elsewhere() {
        let network = Network::new("sample".to_owned(), net_sample::model(8, 1));
        let settings = Settings {
            memory: 16 << 20,
            ..Settings::default()
        };
        let slot = NetworkSlot::new(Some(Arc::new(network)));
        let mut player = Player::new(settings, slot.clone());
        // Only the network search reports a utility.
        let by_network =
            |found: SearchResult<Move>| found.report.lines[0].details.utility.is_some();
        let nodes = Limits::nodes(20);
        assert!(by_network(find(&mut player, 5, nodes)));
        assert!(!by_network(find(&mut player, 20, nodes)));
        player.configure(settings);
        assert!(by_network(find(&mut player, 5, nodes)));
        let no_time = Limits {
            time: Some(Budget {
                soft: Duration::ZERO,
                hard: Duration::from_nanos(1),
            }),
            ..Limits::default()
        };
        assert!(!by_network(find(&mut player, 5, no_time)));
        let network = slot.network();
        slot.set(None);
        assert!(!by_network(find(&mut player, 5, nodes)));
        slot.set(network);
        assert!(by_network(find(&mut player, 5, nodes)));
    }
    #[test]
    fn a_level_plays_like_people_of_its_rank_where_there_is_a_network_of_them() {
        let main = Network::new("sample".to_owned(), net_sample::model(8, 1));
        let human = Network::new("human".to_owned(), net_sample::human_model(15, 9));
        let slot = NetworkSlot::new(Some(Arc::new(main))).with_human(Some(Arc::new(human)));
        let mut player = Player::new(Settings::default(), slot);
        let size = Size::square(5).unwrap();
        let position = Position::new(size, Rules::DEFAULT, Komi::default());
        let record = Record::new(position);
        let mut find = |level: Option<&str>, overrides: SearchOverrides| {
            let mut request: SearchRequest<Move> = SearchRequest {
                level: level.and_then(|name| crate::level::SCALE.read(name).unwrap()),
                ..SearchRequest::default()
            };
            request.game.policy = true;
            request.game.overrides = overrides;
            let control = Control::new(Limits::nodes(60)).nested(Limits::nodes(60), request);
            // The level's own report, before a full search replaces its values.
            let found = match control.request().level {
                Some(level) => player.find_by_level(level, &record, &control),
                None => player.search_game(&record, &control),
            };
            found.unwrap().report
        };
        let policy = |report: Report<Move>| report.root.unwrap().human.unwrap().policy;
        let imitate = |name: &str| SearchOverrides::imitating(name.parse().unwrap());
        let weak = find(Some("20k"), SearchOverrides::default());
        assert!(weak.nodes <= IMITATION_VISITS, "{}", weak.nodes);
        let weak = policy(weak);
        assert_eq!(weak, policy(find(None, imitate("rank_20k"))));
        assert_ne!(weak, policy(find(Some("5k"), SearchOverrides::default())));
        // A profile set by the client overrides the level's.
        let professionals = policy(find(Some("5k"), imitate("proyear_1985")));
        assert_eq!(professionals, policy(find(None, imitate("proyear_1985"))));
    }
}
