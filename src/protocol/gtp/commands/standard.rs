//! The table of the commands that all games share.

use super::{
    about, client_table, gogui, levels, limits, parameters, play, query, records, search, time,
};
use crate::gtp::command::GtpCommand;
use crate::gtp::game::GtpGame;
use tengen_engine::files::Access;

impl<G: GtpGame> GtpCommand<G> {
    /// Returns the commands of GTP and of its wide-spread extensions that all games share.
    pub fn shared() -> &'static [GtpCommand<G>] {
        commands()
    }

    /// Returns the commands of particular programs that all games share.
    pub fn of_clients() -> &'static [GtpCommand<G>] {
        client_table::commands()
    }

    /// Returns every command of the game: the shared ones, then its own.
    pub fn all() -> impl Iterator<Item = &'static GtpCommand<G>> {
        let shared = GtpCommand::shared().iter().chain(GtpCommand::of_clients());
        shared.chain(G::COMMANDS)
    }

    /// Returns the commands of the game that a client may use. Commands that can name a file are left out if no files
    /// are allowed.
    pub fn allowed(files: &Access) -> impl Iterator<Item = &'static GtpCommand<G>> + use<G> {
        let with_files = files.allows_files();
        GtpCommand::all().filter(move |command| with_files || !command.names_a_file())
    }
}

/// Returns the rows that all games share.
pub fn commands<G: GtpGame>() -> &'static [GtpCommand<G>] {
    const {
        &[
            GtpCommand {
                name: "protocol_version",
                args: "",
                help: "the version of GTP, 2",
                action: about::protocol_version,
            },
            GtpCommand {
                name: "name",
                args: "",
                help: "the engine's name",
                action: about::name,
            },
            GtpCommand {
                name: "version",
                args: "",
                help: "the engine's version, and in Go the player on this board: a network or playouts",
                action: about::version,
            },
            GtpCommand {
                name: "known_command",
                args: "NAME",
                help: "whether the command exists: true or false",
                action: about::known_command,
            },
            GtpCommand {
                name: "list_commands",
                args: "",
                help: "all commands, one a line",
                action: about::list_commands,
            },
            GtpCommand {
                name: "help",
                args: "[NAME]",
                help: "the usage of a command, or of every command",
                action: about::help,
            },
            GtpCommand {
                name: "quit",
                args: "",
                help: "end the session; a computation that runs gets a second more",
                action: about::quit,
            },
            GtpCommand {
                name: "list_games",
                args: "",
                help: "the games that set_game knows",
                action: about::list_games,
            },
            GtpCommand {
                name: "set_game",
                args: "GAME",
                help: "begin another game: Go, Gomoku or Othello (or Reversi); a rule of gomoku, such as Renju or Caro, is gomoku under this rule",
                action: about::set_game,
            },
            GtpCommand {
                name: "boardsize",
                args: "WIDTH [HEIGHT]",
                help: "begin a game on an empty board of this size; 7:10 is a size too",
                action: play::boardsize,
            },
            GtpCommand {
                name: "rectangular_boardsize",
                args: "WIDTH HEIGHT",
                help: "begin a game on a board that need not be square; 7:10 is a size too",
                action: play::rectangular_boardsize,
            },
            GtpCommand {
                name: "clear_board",
                args: "",
                help: "begin a game on a board of the same size; komi, rules and time settings stay",
                action: play::clear_board,
            },
            GtpCommand {
                name: "set_position",
                args: "POSITION",
                help: "begin at a position: [COLOR VERTEX]... for Go and gomoku, 64 squares from a1 to h8 (X O -) and the side to move, a COLOR or X or O, for Othello",
                action: play::set_position,
            },
            GtpCommand {
                name: "komi",
                args: "KOMI",
                help: "set the points that white gets for moving second: half points from -1000 to 1000",
                action: play::komi,
            },
            GtpCommand {
                name: "get_komi",
                args: "",
                help: "the komi",
                action: play::get_komi,
            },
            GtpCommand {
                name: "play",
                args: "COLOR VERTEX",
                help: "play a move",
                action: play::play_move,
            },
            GtpCommand {
                name: "gogui-play_sequence",
                args: "[COLOR VERTEX]...",
                help: "play several moves, all or none",
                action: gogui::play_sequence,
            },
            GtpCommand {
                name: "genmove",
                args: "COLOR",
                help: "find a move, play it and reply it; may reply resign",
                action: search::genmove,
            },
            GtpCommand {
                name: "reg_genmove",
                args: "COLOR",
                help: "find a move and reply it without playing it",
                action: search::reg_genmove,
            },
            GtpCommand {
                name: "lz-analyze",
                args: "[COLOR | CENTISECONDS | OPTION]...",
                help: "search until another line comes, with a line on the best moves at every interval; winrates are numbers from 0 to 10000",
                action: search::lz_analyze,
            },
            GtpCommand {
                name: "kata-analyze",
                args: "[COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]...",
                help: "lz-analyze in KataGo's words and numbers, with fields that can be shown or hidden",
                action: search::kata_analyze,
            },
            GtpCommand {
                name: "lz-genmove_analyze",
                args: "[COLOR | CENTISECONDS | OPTION]...",
                help: "genmove with lines as lz-analyze has them; ends with play VERTEX",
                action: search::lz_genmove_analyze,
            },
            GtpCommand {
                name: "kata-genmove_analyze",
                args: "[COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]...",
                help: "genmove with lines as kata-analyze has them; ends with play VERTEX",
                action: search::kata_genmove_analyze,
            },
            GtpCommand {
                name: "cgos-genmove_analyze",
                args: "[COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]...",
                help: "genmove with lines of JSON, for CGOS; ends with play VERTEX",
                action: search::cgos_genmove_analyze,
            },
            GtpCommand {
                name: "kata-search",
                args: "[COLOR]",
                help: "find a move and reply it without playing it",
                action: search::kata_search,
            },
            GtpCommand {
                name: "kata-search_cancellable",
                args: "[COLOR]",
                help: "kata-search that any other line ends; the reply is then cancelled",
                action: search::kata_search_cancellable,
            },
            GtpCommand {
                name: "kata-search_analyze",
                args: "[COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]...",
                help: "kata-genmove_analyze without playing the move",
                action: search::kata_search_analyze,
            },
            GtpCommand {
                name: "kata-search_analyze_cancellable",
                args: "[COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]...",
                help: "kata-search_analyze that any other line ends; it then ends with play cancelled",
                action: search::kata_search_analyze_cancellable,
            },
            GtpCommand {
                name: "stop",
                args: "",
                help: "end the search that runs, on the opponent's time too; the reply to its command comes first",
                action: search::stop,
            },
            GtpCommand {
                name: "gogui-interrupt",
                args: "",
                help: "no effect; promises that the line '# interrupt' ends the search that runs",
                action: search::stop,
            },
            GtpCommand {
                name: "undo",
                args: "",
                help: "take back one move",
                action: play::undo,
            },
            GtpCommand {
                name: "gg-undo",
                args: "N",
                help: "take back N moves, all or none",
                action: play::gg_undo,
            },
            GtpCommand {
                name: "time_settings",
                args: "MAIN BYOYOMI STONES",
                help: "set both clocks, in seconds: Canadian overtime, absolute if BYOYOMI is 0, no limit if STONES is 0 and BYOYOMI is not",
                action: time::time_settings,
            },
            GtpCommand {
                name: "kgs-time_settings",
                args: "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
                help: "set both clocks by KGS's names of time systems, in seconds",
                action: time::kgs_time_settings,
            },
            GtpCommand {
                name: "kata-time_settings",
                args: "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES | fischer MAIN INCREMENT | fischer-capped MAIN INCREMENT MOST PER_MOVE",
                help: "set both clocks by KataGo's names of time systems, in seconds; -1 for MOST or PER_MOVE is no limit",
                action: time::kata_time_settings,
            },
            GtpCommand {
                name: "kata-list_time_settings",
                args: "",
                help: "the kinds of kata-time_settings",
                action: time::kata_list_time_settings,
            },
            GtpCommand {
                name: "time_left",
                args: "COLOR SECONDS [STONES]",
                help: "set the time that a side has left, and the stones to play in it, 0 in main time",
                action: time::time_left,
            },
            GtpCommand {
                name: "limits",
                args: "[none | seconds SECONDS | nodes N | visits N | depth N]...",
                help: "bound every search beside the clock, or show the bounds; seconds hold where no clock runs, visits include those from earlier moves",
                action: limits::limits,
            },
            GtpCommand {
                name: "level",
                args: "[LEVEL]",
                help: "play at a level that levels lists, or at full strength: full; without LEVEL the level",
                action: levels::level,
            },
            GtpCommand {
                name: "levels",
                args: "",
                help: "the levels, the weakest first, each with its worth: Elo below full strength, and how it was measured",
                action: levels::levels,
            },
            GtpCommand {
                name: "kata-list-params",
                args: "",
                help: "the parameters of kata-set-param",
                action: parameters::list,
            },
            GtpCommand {
                name: "kata-get-param",
                args: "NAME",
                help: "the value of a parameter",
                action: parameters::get,
            },
            GtpCommand {
                name: "kata-set-param",
                args: "NAME [VALUE]",
                help: "set a parameter",
                action: parameters::set,
            },
            GtpCommand {
                name: "kata-get-params",
                args: "",
                help: "the values of all parameters, as JSON",
                action: parameters::get_all,
            },
            GtpCommand {
                name: "kata-set-params",
                args: "JSON",
                help: "set the parameters in a JSON object, all or none",
                action: parameters::set_all,
            },
            GtpCommand {
                name: "cputime",
                args: "",
                help: "seconds spent on searches for moves so far",
                action: about::cputime,
            },
            GtpCommand {
                name: "final_score",
                args: "",
                help: "the side that is ahead as the board stands, and its margin: B+31, W+2.5 or 0",
                action: query::final_score,
            },
            GtpCommand {
                name: "showboard",
                args: "",
                help: "the board as a drawing, X black and O white",
                action: query::showboard,
            },
            GtpCommand {
                name: "is_legal",
                args: "COLOR VERTEX",
                help: "whether the move may be played: 1 or 0",
                action: query::is_legal,
            },
            GtpCommand {
                name: "all_legal",
                args: "COLOR",
                help: "all moves that may be played; a pass only where there is nothing else",
                action: query::all_legal,
            },
            GtpCommand {
                name: "perft",
                args: "DEPTH",
                help: "the number of games of DEPTH plies from here; one that ends before counts 1, a pass is a ply",
                action: query::perft_below,
            },
            GtpCommand {
                name: "loadsgf",
                args: "FILE [MOVE]",
                help: "load a game, or the position before move MOVE of it; the side to move",
                action: records::loadsgf,
            },
            GtpCommand {
                name: "loadgame",
                args: "FILE [GAME]",
                help: "load game GAME [1] of a file: SGF, GIB, NGF, UGF, PSQ, moves in a row, GGF, WTHOR and others, recognized by its content; the side to move",
                action: records::loadgame,
            },
            GtpCommand {
                name: "readrecord",
                args: "BASE64",
                help: "the SGF of a file in any format, as JSON with its format: for files that the client sends",
                action: records::readrecord,
            },
            GtpCommand {
                name: "printsgf",
                args: "[FILE]",
                help: "the game as SGF, into a file, or as a reply to no FILE or to -",
                action: records::printsgf,
            },
            GtpCommand {
                name: "gogui-rules_game_id",
                args: "",
                help: "the game's name, by which GoGui lets the engine teach it the rules",
                action: gogui::game_id,
            },
            GtpCommand {
                name: "gogui-rules_board",
                args: "",
                help: "the board, one row a line from the highest row number down",
                action: gogui::board,
            },
            GtpCommand {
                name: "gogui-rules_side_to_move",
                args: "",
                help: "the side to move",
                action: gogui::side_to_move,
            },
            GtpCommand {
                name: "gogui-rules_legal_moves",
                args: "",
                help: "the moves of the side to move; nothing once the game is over",
                action: gogui::legal_moves,
            },
            GtpCommand {
                name: "gogui-rules_final_result",
                args: "",
                help: "the result of the game, in words",
                action: gogui::final_result,
            },
        ]
    }
}
