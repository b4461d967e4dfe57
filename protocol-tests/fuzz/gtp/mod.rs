//! GTP: conversations about all games, begun in each.

mod framing;
mod grammar;
mod referee;
mod usage;

use std::sync::{Arc, LazyLock};

use bolero::Driver;
use tengen_go::net::{Network, builtin};
use tengen_play::Game;
use tengen_play::options::{GameOptions, GoOptions};
use tengen_protocol::Options;
use tengen_protocol::gtp::GtpFront;

use crate::conversation::{Client, hold, options};
use crate::dice::Dice;
use crate::target::{self, Target};
use framing::{Reply, Request};
use grammar::Grammar;
use referee::Referee;

/// Room beyond the tables of one megabyte: for boards, histories and the replies to a long conversation.
const MOST_MEMORY: usize = 96 << 20;

/// Commands after every conversation that has not ended with `quit`, so that the position is compared.
const PROBES: &str = "\ngogui-rules_board\ngogui-rules_side_to_move\nshowboard\n";

static OWN: LazyLock<Arc<Network>> = LazyLock::new(|| Arc::new(Network::builtin()));

/// Holds a conversation that begins with `game`, and checks every reply.
fn check(input: &[u8], options: Options) {
    let mut sent = input.to_vec();
    sent.extend(PROBES.bytes());
    let requests = framing::requests(&sent);
    let model = if options.games.go.network.is_some() {
        builtin::NAME
    } else {
        "none"
    };
    let arguments = [
        "--protocol",
        "gtp",
        "--game",
        options.game.name(),
        "--model",
        model,
    ];
    let heard = hold(client(&sent, &requests), &arguments, |waker| {
        Ok(Box::new(GtpFront::new(options.clone(), waker)?))
    });
    let replies =
        framing::replies(&heard).unwrap_or_else(|error| panic!("{error}\n{}", text(&heard)));
    let ended = requests
        .iter()
        .zip(&replies)
        .position(|(request, reply)| request.name == "quit" && reply.is_success);
    let expected = ended.map_or(requests.len(), |at| at + 1);
    assert_eq!(
        replies.len(),
        expected,
        "replies to {expected} commands\n{}",
        text(&heard)
    );
    let mut referee = Referee::new(options.game);
    for (request, reply) in requests.iter().zip(&replies) {
        let judged = check_reply(request, reply).and_then(|()| referee.check(request, reply));
        judged.unwrap_or_else(|error| panic!("{error}\n{request:?}\n{reply:?}\n{}", text(&heard)));
    }
}

/// Checks properties of every reply.
fn check_reply(request: &Request, reply: &Reply) -> Result<(), String> {
    if request.id != reply.id {
        return Err(format!(
            "expected the id {:?}, saw {:?}",
            request.id, reply.id
        ));
    }
    for fault in ["the search failed", "no legal move", "nobody asked"] {
        if !reply.is_success
            && reply.text.contains(fault)
            && !reply.text.contains("no legal move is allowed")
        {
            return Err(format!("a reply that tells of a fault: {fault}"));
        }
    }
    Ok(())
}

/// Returns a client. It waits for each reply before it continues if the conversation begins with a comment that says
/// so. It does not wait for analyses, which go on until another line arrives.
fn client(sent: &[u8], requests: &[Request]) -> Client {
    if !sent.starts_with(b"#patient") {
        return Client::hasty(sent);
    }
    let mut chunks = Vec::new();
    let (mut asked, mut begun) = (0, 0);
    let mut waits_for = 0;
    for (at, _) in sent.iter().enumerate().filter(|&(_, &byte)| byte == b'\n') {
        chunks.push((waits_for, sent[begun..=at].to_vec()));
        begun = at + 1;
        while requests
            .get(asked)
            .is_some_and(|request| request.end <= begun)
        {
            asked += 1;
            if !requests[asked - 1].yields() {
                waits_for = asked;
            }
        }
    }
    chunks.push((waits_for, sent[begun..].to_vec()));
    Client::new(chunks)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

macro_rules! conversations {
    ($target:ident, $name:ident, $corpus:literal, $game:expr, $network:expr) => {
        struct $target;

        impl Target for $target {
            const CORPUS: &'static str = $corpus;
            const SHARE: f64 = 4.0;
            const MOST_MEMORY: usize = MOST_MEMORY;

            fn draw<D: Driver>(dice: &mut Dice<'_, D>) -> Vec<u8> {
                Grammar::new($game).conversation(dice)
            }

            fn check(input: &[u8]) {
                let options = Options {
                    game: $game,
                    games: GameOptions {
                        go: GoOptions {
                            network: $network,
                            ..GoOptions::default()
                        },
                        ..options().games
                    },
                    ..options()
                };
                check(input, options);
            }
        }

        #[test]
        fn $name() {
            target::run::<$target>();
        }
    };
}

conversations!(GoByPlayouts, go_by_playouts, "gtp-go", Game::Go, None);
conversations!(
    GoByNetwork,
    go_by_network,
    "gtp-network",
    Game::Go,
    Some(OWN.clone())
);
conversations!(Gomoku, gomoku, "gtp-gomoku", Game::Gomoku, None);
conversations!(Reversi, reversi, "gtp-reversi", Game::Reversi, None);
