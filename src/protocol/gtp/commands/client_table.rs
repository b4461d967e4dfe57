//! Table of commands that all games share and that originate from particular programs.

use super::{
    about, analyze_menu, best_moves, engine_report, gogui, gogui_parameters, history, levels,
    query, server, setup,
};
use crate::gtp::command_table::{GtpCommand, Handling};
use crate::gtp::game::GtpGame;
use tengen_engine::conversation::Precedence;

/// Returns the table rows.
pub fn commands<G: GtpGame>() -> &'static [GtpCommand<G>] {
    const {
        &[
            command!("black" "VERTEX" => history::black,
                "play a black move, as in GTP 1"),
            command!("white" "VERTEX" => history::white,
                "play a white move, as in GTP 1"),
            command!("trymove" "COLOR VERTEX" => history::trymove,
                "play a trial move, which popgo takes back"),
            command!("popgo" "" => history::popgo,
                "take back the last trial move and what was played after it"),
            command!("move_history" "" => history::move_history,
                "the moves, one per line, the last one first: white E5"),
            command!("last_move" "" => history::last_move,
                "the last move: white E5"),
            command!("list_stones" "COLOR" => query::list_stones,
                "the points with stones of that color"),
            command!("query_boardsize" "" => gogui::board_size,
                "the size of the board, one number if it is square"),
            command!("top_moves" "" => best_moves::of_last_search,
                "up to ten moves of the last search, the best first, each with its winrate in percent; no passes"),
            command!("top_moves_black" "" => best_moves::for_black,
                "search for black and reply with up to ten moves, as top_moves does; one second unless limits sets a bound"),
            command!("top_moves_white" "" => best_moves::for_white,
                "search for white and reply with up to ten moves, as top_moves does; one second unless limits sets a bound"),
            command!("clear_cache" "" => about::clear_cache,
                "clear the memory of the search"),
            command!("get_random_seed" "" => about::get_random_seed,
                "the seed of every random choice"),
            command!("set_random_seed" "N" => about::set_random_seed,
                "set the seed of every random choice, and clear the memory of the search"),
            command!("gogui-setup" "[COLOR VERTEX]..." => setup::setup,
                "begin at a position with these stones; the board must be as clear_board leaves it"),
            command!("gogui-setup_player" "COLOR" => setup::setup_player,
                "set the side to move before the first move"),
            command!("gogui-analyze_commands" "" => analyze_menu::analyze_commands,
                "the commands of GoGui's analysis menu, one per line"),
            command!("gogui-param_search" "[KEY VALUE]" => gogui_parameters::search_parameters,
                "the parameters of kata-set-param for GoGui's dialog, one per line: type, name and value; or set one"),
            command!("gogui-param_level" "[KEY VALUE]" => levels::dialog,
                "the level of play for GoGui's dialog: type, name and value; or set it"),
            command!("gomill-cpu_time" "" => engine_report::cpu_time,
                "processor time of all threads spent on searching for moves so far, in seconds"),
            command!("gomill-describe_engine" "" => engine_report::describe_engine,
                "name, version, game and settings, in several lines"),
            command!("gomill-explain_last_move" "" => engine_report::explain_last_move,
                "the last search for a move: color, move, winrate in percent, score, nodes, depth if there is one, pv and the line; empty before the first"),
            command!("cgos-opponent_name" "NAME" => server::opponent,
                "write the opponent's name to the log"),
            command!("cgos-opponent_rating" "NAME" => server::opponent,
                "write the opponent's rating to the log"),
            command!("cgos-gameover" "NAME" => server::game_result,
                "write the game's result to the log, and clear the memory of the search"),
            command!("kgs-game_over" "" => server::game_over,
                "clear the memory of the search"),
            GtpCommand {
                name: server::UNLISTED,
                args: "game NAME MESSAGE | private NAME MESSAGE",
                help: "reply to a message that begins with winrate or version; other private messages get a list of these words",
                action: Handling {
                    precedence: Precedence::Waits,
                    run: server::chat,
                },
            },
        ]
    }
}
