//! Table of the commands that all games share.

use super::{
    about, client_table, gogui, levels, limits, parameters, play, query, records, search, time,
};
use crate::gtp::analysis_lines::Style;
use crate::gtp::command_table::GtpCommand;
use crate::gtp::game::GtpGame;
use crate::gtp::search::MoveUse;
use tengen_engine::files::Access;

impl<G: GtpGame> GtpCommand<G> {
    /// Returns the commands of GTP and its widespread extensions that all games share.
    pub fn shared() -> &'static [GtpCommand<G>] {
        commands()
    }

    /// Returns the commands of particular programs that all games share.
    pub fn of_clients() -> &'static [GtpCommand<G>] {
        client_table::commands()
    }

    /// Returns every command of the game, first the shared ones and then its own.
    pub fn all() -> impl Iterator<Item = &'static GtpCommand<G>> {
        let shared = GtpCommand::shared().iter().chain(GtpCommand::of_clients());
        shared.chain(G::COMMANDS)
    }

    /// Returns the commands of the game that a client may use. If no files are allowed, commands with a file argument
    /// are left out.
    pub fn allowed(files: &Access) -> impl Iterator<Item = &'static GtpCommand<G>> + use<G> {
        let with_files = files.allows_files();
        GtpCommand::all().filter(move |command| with_files || !command.names_a_file())
    }
}

/// Returns the rows that all games share.
pub fn commands<G: GtpGame>() -> &'static [GtpCommand<G>] {
    const {
        &[
            command!("protocol_version" "" => about::protocol_version,
                "the version of GTP, 2"),
            command!("name" "" => about::name,
                "the engine's name"),
            command!("version" "" => about::version,
                "the engine's version, and in Go the player on this board: a network or playouts"),
            command!("known_command" "NAME" => about::known_command,
                "whether the command exists: true or false"),
            command!("list_commands" "" => about::list_commands,
                "all commands, one per line"),
            command!("help" "[NAME]" => about::help,
                "the usage of a command, or of every command"),
            command!("quit" "", QuitsInTurn => about::quit,
                "end the session; a running computation gets one more second"),
            command!("list_games" "" => about::list_games,
                "the games that set_game accepts"),
            command!("set_game" "GAME" => about::set_game,
                "begin another game: Go, Gomoku or Othello (or Reversi); a rule of gomoku, such as Renju or Caro, is gomoku under this rule"),
            command!("boardsize" "WIDTH [HEIGHT]" => play::boardsize,
                "begin a game on an empty board of this size; 7:10 is accepted too"),
            command!("rectangular_boardsize" "WIDTH HEIGHT" => play::rectangular_boardsize,
                "begin a game on a board that may be rectangular; 7:10 is accepted too"),
            command!("clear_board" "" => play::clear_board,
                "begin a game on a board of the same size; komi, rules and time settings stay"),
            command!("set_position" "POSITION" => play::set_position,
                "begin at a position: [COLOR VERTEX]... for Go and gomoku, 64 squares from a1 to h8 (X O -) and the side to move, a COLOR or X or O, for Othello"),
            command!("komi" "KOMI" => play::komi,
                "set the points that white gets for moving second: a multiple of 0.5 from -1000 to 1000"),
            command!("get_komi" "" => play::get_komi,
                "the komi"),
            command!("play" "COLOR VERTEX" => play::play_move,
                "play a move"),
            command!("gogui-play_sequence" "[COLOR VERTEX]..." => gogui::play_sequence,
                "play several moves, all or none"),
            command!("genmove" "COLOR" => search::genmove,
                "find a move and play it; the reply is the move, or resign"),
            command!("reg_genmove" "COLOR" => search::reg_genmove,
                "find a move without playing it"),
            command!("lz-analyze" "[COLOR | CENTISECONDS | OPTION]..."
                => |session, args| search::analyze(session, args, Style::Lz),
                "search until the next line of input, and report the best moves at every interval; winrates are numbers from 0 to 10000"),
            command!("kata-analyze" "[COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]..."
                => |session, args| search::analyze(session, args, Style::Kata),
                "lz-analyze in KataGo's format, with fields that can be shown or hidden"),
            command!("lz-genmove_analyze" "[COLOR | CENTISECONDS | OPTION]..."
                => |session, args| search::genmove_analyze(session, args, Style::Lz, MoveUse::Played),
                "genmove with reports as in lz-analyze; ends with play VERTEX"),
            command!("kata-genmove_analyze" "[COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]..."
                => |session, args| search::genmove_analyze(session, args, Style::Kata, MoveUse::Played),
                "genmove with reports as in kata-analyze; ends with play VERTEX"),
            command!("cgos-genmove_analyze" "[COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]..."
                => |session, args| search::genmove_analyze(session, args, Style::Cgos, MoveUse::Played),
                "genmove with lines of JSON, for CGOS; ends with play VERTEX"),
            command!("kata-search" "[COLOR]" => search::kata_search,
                "find a move without playing it"),
            command!("kata-search_cancellable" "[COLOR]" => search::kata_search_cancellable,
                "kata-search that any other line ends; the reply is then cancelled"),
            command!("kata-search_analyze" "[COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]..."
                => |session, args| search::genmove_analyze(session, args, Style::Kata, MoveUse::Reported),
                "kata-genmove_analyze without playing the move"),
            command!("kata-search_analyze_cancellable" "[COLOR | CENTISECONDS | OPTION | FIELD BOOLEAN]..." => search::kata_search_analyze_cancellable,
                "kata-search_analyze that any other line ends; it then ends with play cancelled"),
            command!("stop" "", Stops => search::stop,
                "stop the running search, also on the opponent's time; the reply to its command comes first"),
            command!("gogui-interrupt" "" => search::stop,
                "no effect; indicates that the line '# interrupt' stops the running search"),
            command!("undo" "" => play::undo,
                "take back one move"),
            command!("gg-undo" "N" => play::gg_undo,
                "take back N moves, all or none"),
            command!("time_settings" "MAIN BYOYOMI STONES" => time::time_settings,
                "set both clocks, in seconds: Canadian overtime, absolute if BYOYOMI is 0, no limit if STONES is 0 and BYOYOMI is not"),
            command!("kgs-time_settings" "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES" => time::kgs_time_settings,
                "set both clocks by KGS's names of time systems, in seconds"),
            command!("kata-time_settings" "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES | fischer MAIN INCREMENT | fischer-capped MAIN INCREMENT MOST PER_MOVE" => time::kata_time_settings,
                "set both clocks by KataGo's names of time systems, in seconds; -1 for MOST or PER_MOVE means no limit"),
            command!("kata-list_time_settings" "" => time::kata_list_time_settings,
                "the kinds of kata-time_settings"),
            command!("time_left" "COLOR SECONDS [STONES]" => time::time_left,
                "set the time that a side has left, and the stones to play in it, 0 in main time"),
            command!("limits" "[none | seconds SECONDS | nodes N | visits N | depth N]..." => limits::limits,
                "limit every search in addition to the clock, or show the limits; seconds apply if no clock runs, visits include those from earlier moves"),
            command!("level" "[LEVEL]" => levels::level,
                "play at one of the levels that levels lists, or at full strength (full); without LEVEL, show the level"),
            command!("levels" "" => levels::levels,
                "the levels, weakest first, each with its Elo below full strength and how it was measured"),
            command!("kata-list-params" "" => parameters::list,
                "the parameters of kata-set-param"),
            command!("kata-get-param" "NAME" => parameters::get,
                "the value of a parameter"),
            command!("kata-set-param" "NAME [VALUE]" => parameters::set,
                "set a parameter"),
            command!("kata-get-params" "" => parameters::get_all,
                "the values of all parameters, as JSON"),
            command!("kata-set-params" "JSON" => parameters::set_all,
                "set the parameters in a JSON object, all or none"),
            command!("cputime" "" => about::cputime,
                "time spent on searching for moves so far, in seconds"),
            command!("final_score" "" => query::final_score,
                "the side that is ahead as the board stands, and its margin: B+31, W+2.5 or 0"),
            command!("showboard" "" => query::showboard,
                "the board as a drawing, X black and O white"),
            command!("is_legal" "COLOR VERTEX" => query::is_legal,
                "whether the move is legal: 1 or 0"),
            command!("all_legal" "COLOR" => query::all_legal,
                "all legal moves; a pass only if there is no other"),
            command!("perft" "DEPTH" => query::perft_below,
                "the number of games of DEPTH plies from here; a game that ends earlier counts 1, and a pass is a ply"),
            command!("loadsgf" "FILE [MOVE]" => records::loadsgf,
                "load a game, or its position before move MOVE; the reply is the side to move"),
            command!("loadgame" "FILE [GAME]" => records::loadgame,
                "load game GAME [1] of a file: SGF, GIB, NGF, UGF, PSQ, moves in a row, GGF, WTHOR and others, recognized by its content; the reply is the side to move"),
            command!("readrecord" "BASE64" => records::readrecord,
                "the SGF of a file in any format, as JSON with its format and the faults of its first game: for files that the client sends"),
            command!("printsgf" "[FILE]" => records::printsgf,
                "the game as SGF, to a file, or as the reply if FILE is missing or -"),
            command!("gogui-rules_game_id" "" => gogui::game_id,
                "the game's name, for which GoGui asks the engine about the rules"),
            command!("gogui-rules_board" "" => gogui::board,
                "the board, one row per line from the highest row number down"),
            command!("gogui-rules_side_to_move" "" => gogui::side_to_move,
                "the side to move"),
            command!("gogui-rules_legal_moves" "" => gogui::legal_moves,
                "the moves of the side to move; nothing once the game is over"),
            command!("gogui-rules_final_result" "" => gogui::final_result,
                "the result of the game, in words"),
        ]
    }
}
