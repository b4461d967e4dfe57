//! The table of the commands that all games share and that particular programs brought into use.

use super::{
    about, analyze_menu, best_moves, engine_report, gogui, gogui_parameters, history, levels,
    query, server, setup,
};
use crate::gtp::command::GtpCommand;
use crate::gtp::game::GtpGame;

/// Returns the rows.
pub fn commands<G: GtpGame>() -> &'static [GtpCommand<G>] {
    const {
        &[
            GtpCommand {
                name: "black",
                args: "VERTEX",
                help: "play a black move, as in GTP 1",
                action: history::black,
            },
            GtpCommand {
                name: "white",
                args: "VERTEX",
                help: "play a white move, as in GTP 1",
                action: history::white,
            },
            GtpCommand {
                name: "trymove",
                args: "COLOR VERTEX",
                help: "play a trial move, which popgo takes back",
                action: history::trymove,
            },
            GtpCommand {
                name: "popgo",
                args: "",
                help: "take back the last trial move and what was played after it",
                action: history::popgo,
            },
            GtpCommand {
                name: "move_history",
                args: "",
                help: "the moves, one a line, the last one first: white E5",
                action: history::move_history,
            },
            GtpCommand {
                name: "last_move",
                args: "",
                help: "the last move: white E5",
                action: history::last_move,
            },
            GtpCommand {
                name: "list_stones",
                args: "COLOR",
                help: "the points with stones of that color",
                action: query::list_stones,
            },
            GtpCommand {
                name: "query_boardsize",
                args: "",
                help: "the size of the board, one number if it is square",
                action: gogui::board_size,
            },
            GtpCommand {
                name: "top_moves",
                args: "",
                help: "up to ten moves of the last search, the best first, each with its winrate in percent; no passes",
                action: best_moves::of_last_search,
            },
            GtpCommand {
                name: "top_moves_black",
                args: "",
                help: "search for black and reply up to ten moves as top_moves does; a second unless limits sets a bound",
                action: best_moves::for_black,
            },
            GtpCommand {
                name: "top_moves_white",
                args: "",
                help: "search for white and reply up to ten moves as top_moves does; a second unless limits sets a bound",
                action: best_moves::for_white,
            },
            GtpCommand {
                name: "clear_cache",
                args: "",
                help: "clear the memory of the search",
                action: about::clear_cache,
            },
            GtpCommand {
                name: "get_random_seed",
                args: "",
                help: "the seed of every random choice",
                action: about::get_random_seed,
            },
            GtpCommand {
                name: "set_random_seed",
                args: "N",
                help: "set the seed of every random choice, and clear the memory of the search",
                action: about::set_random_seed,
            },
            GtpCommand {
                name: "gogui-setup",
                args: "[COLOR VERTEX]...",
                help: "begin at a position with these stones; the board must be as clear_board leaves it",
                action: setup::setup,
            },
            GtpCommand {
                name: "gogui-setup_player",
                args: "COLOR",
                help: "set the side to move before the first move",
                action: setup::setup_player,
            },
            GtpCommand {
                name: "gogui-analyze_commands",
                args: "",
                help: "the commands of GoGui's analysis menu, one a line",
                action: analyze_menu::analyze_commands,
            },
            GtpCommand {
                name: "gogui-param_search",
                args: "[KEY VALUE]",
                help: "the parameters of kata-set-param for GoGui's dialog, one a line: type, name and value; or set one",
                action: gogui_parameters::search_parameters,
            },
            GtpCommand {
                name: "gogui-param_level",
                args: "[KEY VALUE]",
                help: "the level of play for GoGui's dialog: type, name and value; or set it",
                action: levels::dialog,
            },
            GtpCommand {
                name: "gomill-cpu_time",
                args: "",
                help: "seconds of processor time, of all threads, spent on searches for moves so far",
                action: engine_report::cpu_time,
            },
            GtpCommand {
                name: "gomill-describe_engine",
                args: "",
                help: "name, version, game and settings, in several lines",
                action: engine_report::describe_engine,
            },
            GtpCommand {
                name: "gomill-explain_last_move",
                args: "",
                help: "the last search for a move: color, move, winrate in percent, score, nodes, depth if there is one, pv and the line; nothing before the first",
                action: engine_report::explain_last_move,
            },
            GtpCommand {
                name: "cgos-opponent_name",
                args: "NAME",
                help: "write the opponent's name to the log",
                action: server::opponent,
            },
            GtpCommand {
                name: "cgos-opponent_rating",
                args: "NAME",
                help: "write the opponent's rating to the log",
                action: server::opponent,
            },
            GtpCommand {
                name: "cgos-gameover",
                args: "NAME",
                help: "write the game's result to the log, and clear the memory of the search",
                action: server::game_result,
            },
            GtpCommand {
                name: "kgs-game_over",
                args: "",
                help: "clear the memory of the search",
                action: server::game_over,
            },
            GtpCommand {
                name: server::UNLISTED,
                args: "game NAME MESSAGE | private NAME MESSAGE",
                help: "reply to a message that begins with winrate or version; private ones with other words get these named",
                action: server::chat,
            },
        ]
    }
}
