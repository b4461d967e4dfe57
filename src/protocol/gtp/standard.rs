//! The commands that every game has.

use super::command::Command;
use super::game::GtpGame;
use super::{about, gogui, limits, parameters, play, query, records, search, time};

/// The rows that all games share.
pub fn commands<G: GtpGame>() -> &'static [Command<G>] {
    const {
        &[
            Command {
                name: "protocol_version",
                args: "",
                help: "the version of GTP spoken here, 2",
                run: about::protocol_version,
            },
            Command {
                name: "name",
                args: "",
                help: "the engine's name",
                run: about::name,
            },
            Command {
                name: "version",
                args: "",
                help: "the engine's version",
                run: about::version,
            },
            Command {
                name: "known_command",
                args: "NAME",
                help: "whether the command exists: true or false",
                run: about::known_command,
            },
            Command {
                name: "list_commands",
                args: "",
                help: "all commands, one a line",
                run: about::list_commands,
            },
            Command {
                name: "help",
                args: "[NAME]",
                help: "how a command is used, or every command",
                run: about::help,
            },
            Command {
                name: "quit",
                args: "",
                help: "end the session",
                run: about::quit,
            },
            Command {
                name: "list_games",
                args: "",
                help: "the games that set_game knows",
                run: about::list_games,
            },
            Command {
                name: "set_game",
                args: "GAME",
                help: "begin another game: Go, Gomoku or Othello (Renju and Reversi are other names)",
                run: about::set_game,
            },
            Command {
                name: "boardsize",
                args: "WIDTH [HEIGHT]",
                help: "begin a game on an empty board of this size",
                run: play::boardsize,
            },
            Command {
                name: "rectangular_boardsize",
                args: "WIDTH HEIGHT",
                help: "begin a game on a board that need not be square",
                run: play::rectangular_boardsize,
            },
            Command {
                name: "clear_board",
                args: "",
                help: "begin a game on a board of the same size; komi, rules and time settings stay",
                run: play::clear_board,
            },
            Command {
                name: "set_position",
                args: "POSITION",
                help: "begin at a position: [COLOR VERTEX]... for Go and gomoku, 64 squares from a1 to h8 (X O -) and the side to move for Othello",
                run: play::set_position,
            },
            Command {
                name: "komi",
                args: "KOMI",
                help: "set the points that white gets for moving second",
                run: play::komi,
            },
            Command {
                name: "get_komi",
                args: "",
                help: "the komi",
                run: play::get_komi,
            },
            Command {
                name: "play",
                args: "COLOR VERTEX",
                help: "play a move",
                run: play::play_move,
            },
            Command {
                name: "gogui-play_sequence",
                args: "[COLOR VERTEX]...",
                help: "play several moves, all or none",
                run: gogui::play_sequence,
            },
            Command {
                name: "genmove",
                args: "COLOR",
                help: "find a move, play it and reply it; may reply resign",
                run: search::genmove,
            },
            Command {
                name: "reg_genmove",
                args: "COLOR",
                help: "find a move and reply it without playing it",
                run: search::reg_genmove,
            },
            Command {
                name: "lz-analyze",
                args: "[COLOR] [CENTISECONDS] [OPTION VALUE]...",
                help: "search until another line comes, and tell the best moves every so often, numbers from 0 to 10000; options interval, minmoves, maxmoves, and avoid or allow COLOR VERTEX,VERTEX DEPTH",
                run: search::lz_analyze,
            },
            Command {
                name: "kata-analyze",
                args: "[COLOR] [CENTISECONDS] [OPTION VALUE]...",
                help: "lz-analyze in KataGo's words and numbers; more options, each true or false: rootInfo, ownership, ownershipStdev, movesOwnership, movesOwnershipStdev, pvVisits, pvEdgeVisits, noResultValue",
                run: search::kata_analyze,
            },
            Command {
                name: "lz-genmove_analyze",
                args: "[COLOR] [CENTISECONDS] [OPTION VALUE]...",
                help: "genmove that tells what it thinks as lz-analyze does, and ends with play VERTEX",
                run: search::lz_genmove_analyze,
            },
            Command {
                name: "kata-genmove_analyze",
                args: "[COLOR] [CENTISECONDS] [OPTION VALUE]...",
                help: "genmove that tells what it thinks as kata-analyze does, and ends with play VERTEX",
                run: search::kata_genmove_analyze,
            },
            Command {
                name: "cgos-genmove_analyze",
                args: "[COLOR] [CENTISECONDS] [OPTION VALUE]...",
                help: "genmove that tells what it thinks as a JSON object, for CGOS, and ends with play VERTEX",
                run: search::cgos_genmove_analyze,
            },
            Command {
                name: "kata-search",
                args: "[COLOR]",
                help: "find a move and reply it without playing it",
                run: search::kata_search,
            },
            Command {
                name: "kata-search_cancellable",
                args: "[COLOR]",
                help: "kata-search that any other line ends, with the reply cancelled",
                run: search::kata_search_cancellable,
            },
            Command {
                name: "kata-search_analyze",
                args: "[COLOR] [CENTISECONDS] [OPTION VALUE]...",
                help: "kata-genmove_analyze without playing the move",
                run: search::kata_search_analyze,
            },
            Command {
                name: "kata-search_analyze_cancellable",
                args: "[COLOR] [CENTISECONDS] [OPTION VALUE]...",
                help: "kata-search_analyze that any other line ends, with play cancelled",
                run: search::kata_search_analyze_cancellable,
            },
            Command {
                name: "stop",
                args: "",
                help: "end what is being searched now, on the opponent's time too; a move's reply comes first",
                run: search::stop,
            },
            Command {
                name: "gogui-interrupt",
                args: "",
                help: "says that the line '# interrupt' ends the running search",
                run: search::stop,
            },
            Command {
                name: "undo",
                args: "",
                help: "take back one move",
                run: play::undo,
            },
            Command {
                name: "gg-undo",
                args: "N",
                help: "take back N moves, all or none",
                run: play::gg_undo,
            },
            Command {
                name: "time_settings",
                args: "MAIN BYOYOMI STONES",
                help: "set both clocks, in seconds: Canadian overtime, absolute if BYOYOMI is 0, no limit if STONES is 0 and BYOYOMI is not",
                run: time::time_settings,
            },
            Command {
                name: "kgs-time_settings",
                args: "none | absolute M | byoyomi M PERIOD PERIODS | canadian M PERIOD STONES",
                help: "set both clocks the way KGS names them, in seconds",
                run: time::kgs_time_settings,
            },
            Command {
                name: "time_left",
                args: "COLOR SECONDS STONES",
                help: "set what a side has left; STONES is 0 in main time",
                run: time::time_left,
            },
            Command {
                name: "limits",
                args: "[none] [seconds S] [nodes N] [visits N] [depth N]",
                help: "bound every search beside the clock, or show the bounds; seconds count where no clock runs, visits count what a tree has from earlier moves",
                run: limits::limits,
            },
            Command {
                name: "kata-list-params",
                args: "",
                help: "what kata-set-param can set",
                run: parameters::list,
            },
            Command {
                name: "kata-get-param",
                args: "NAME",
                help: "what a parameter is set to",
                run: parameters::get,
            },
            Command {
                name: "kata-set-param",
                args: "NAME VALUE",
                help: "set a parameter",
                run: parameters::set,
            },
            Command {
                name: "kata-get-params",
                args: "",
                help: "what all parameters are set to, as JSON",
                run: parameters::get_all,
            },
            Command {
                name: "kata-set-params",
                args: "JSON",
                help: "set the parameters in a JSON object, all or none",
                run: parameters::set_all,
            },
            Command {
                name: "cputime",
                args: "",
                help: "seconds spent on searching for moves so far",
                run: about::cputime,
            },
            Command {
                name: "final_score",
                args: "",
                help: "who is ahead as the board stands, and by how much: B+31, W+2.5 or 0",
                run: query::final_score,
            },
            Command {
                name: "showboard",
                args: "",
                help: "the board as a drawing, X black and O white",
                run: query::showboard,
            },
            Command {
                name: "is_legal",
                args: "COLOR VERTEX",
                help: "whether the move may be played: 1 or 0",
                run: query::is_legal,
            },
            Command {
                name: "all_legal",
                args: "COLOR",
                help: "all moves that may be played; a pass only where there is nothing else",
                run: query::all_legal,
            },
            Command {
                name: "perft",
                args: "DEPTH",
                help: "the number of games of DEPTH plies from here; one that ends before counts 1, a pass is a ply",
                run: query::perft_below,
            },
            Command {
                name: "loadsgf",
                args: "FILE [MOVE]",
                help: "load a game, or the position before move MOVE of it",
                run: records::loadsgf,
            },
            Command {
                name: "printsgf",
                args: "[FILE]",
                help: "the game as SGF, as a reply or into a file",
                run: records::printsgf,
            },
            Command {
                name: "gogui-rules_game_id",
                args: "",
                help: "the game's name, by which GoGui lets the engine teach it the rules",
                run: gogui::game_id,
            },
            Command {
                name: "gogui-rules_board_size",
                args: "",
                help: "the size of the board, one number if it is square",
                run: gogui::board_size,
            },
            Command {
                name: "gogui-rules_board",
                args: "",
                help: "the board, one row a line from the highest row number down",
                run: gogui::board,
            },
            Command {
                name: "gogui-rules_side_to_move",
                args: "",
                help: "whose turn it is",
                run: gogui::side_to_move,
            },
            Command {
                name: "gogui-rules_legal_moves",
                args: "",
                help: "the moves of the side to move; nothing once the game is over",
                run: gogui::legal_moves,
            },
            Command {
                name: "gogui-rules_final_result",
                args: "",
                help: "how the game ended, in words",
                run: gogui::final_result,
            },
        ]
    }
}
