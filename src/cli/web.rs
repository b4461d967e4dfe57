//! The board in the browser.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use etcetera::BaseStrategy as _;

use super::player::{PlayerArgs, Threads};
use crate::tool::interrupt;
use crate::tool::whole_number::whole;
use crate::web::{EngineCommand, WebOptions, WebServer, make_games_folder};
use tengen_engine::files::printable;
use tengen_go::net::{NetworkSource, builtin};
use tengen_protocol::Options;
use tengen_protocol::io::output::Output;

/// Default port, unused by other well-known services.
const PORT: u16 = 8361;

/// Default address, reachable only from this machine.
const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), PORT);

/// Arguments of `tengen web`.
#[derive(Clone, Debug, Args)]
pub struct WebArgs {
    /// Listen at this address and port; port 0 takes a free one.
    ///
    /// Only this machine reaches PORT, :PORT and localhost:PORT. 0.0.0.0:PORT lets other machines in: to games through
    /// their links, to everything else with the key in the printed address.
    #[arg(long, default_value_t = LISTEN, value_name = "[ADDRESS:]PORT", value_parser = parse_listen)]
    listen: SocketAddr,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Keep the games over the network in this folder, one file each [default: tengen/games in the user's data folder].
    ///
    /// A server that was ended or killed resumes its games. Clocks stand still while it is down; after a kill, the move
    /// that was being thought about gets its time back.
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Accept this host name from browsers, besides addresses and localhost. May be given several times.
    #[arg(long = "name", value_name = "HOST")]
    names: Vec<String>,
    /// Trust the X-Forwarded-For header of the proxy at this address, such as 127.0.0.1. May be given several times.
    ///
    /// Limits per address then apply to the clients named there. From any other address the header is ignored.
    #[arg(long = "proxy", value_name = "ADDRESS")]
    proxies: Vec<IpAddr>,
    /// Replace the key of the printed address, which is kept in the folder of games; earlier addresses stop working.
    #[arg(long)]
    new_key: bool,
    /// Use this many threads for the searches of all conversations together; auto takes one per processor.
    #[arg(long, default_value = "auto", value_name = "N|auto")]
    threads: Threads,
    /// Limit the memory of the tables of all searches together, in MiB.
    #[arg(long, default_value_t = 512, value_name = "MiB", value_parser = whole(1_u32..=1_048_576))]
    memory: u32,
    /// Allow this many engine conversations at once; a page that plays and analyzes has two.
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = whole(1_u16..=1024))]
    engines: u16,
    /// Let games on the page be played by this program too, which speaks GTP, the Gomocup or the NBoard protocol. May be
    /// given several times.
    ///
    /// The protocol is recognized by the program's answers. The command is split into words as a shell does, but no shell
    /// runs it. The page can start no other program.
    #[arg(long = "engine", value_name = "NAME=COMMAND")]
    players: Vec<EngineCommand>,
    /// Run at most this many of the programs of --engine at once.
    #[arg(long = "players", default_value_t = 4, value_name = "N", value_parser = whole(1_u16..=256))]
    most_players: u16,
    /// Load this network for Go; see --model in `tengen --help`.
    #[arg(long, default_value = builtin::NAME, value_name = "FILE|own|none")]
    model: NetworkSource,
    /// Load this opening book for Reversi; see --book in `tengen --help`.
    #[arg(long, value_name = "FILE|none")]
    book: Option<PathBuf>,
    /// Seed every random choice.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: u64,
}

/// Parses an address and a port, or a port of this machine.
fn parse_listen(text: &str) -> Result<SocketAddr, String> {
    let port = text.strip_prefix("localhost").unwrap_or(text);
    let port = match port.strip_prefix(':') {
        Some(port) => Some(port),
        None => (port == text).then_some(text),
    };
    let is_number = |port: &&str| port.bytes().all(|byte| byte.is_ascii_digit());
    let number = port.filter(is_number).and_then(|port| port.parse().ok());
    number
        .map(|port| SocketAddr::new(LISTEN.ip(), port))
        .or_else(|| text.parse().ok())
        .ok_or_else(|| {
            format!(
                "expected an address and a port, such as {LISTEN}, or a port alone, such as {PORT}"
            )
        })
}

impl WebArgs {
    /// Serves the page until Ctrl-C. Fails if an option names a file that cannot be opened, or on an unusable address.
    pub fn run(self, out: &mut Output) -> Result<()> {
        let mut names = HashSet::new();
        if let Some(twin) = self
            .players
            .iter()
            .find(|player| !names.insert(&player.name))
        {
            bail!("--engine {}: this name is given twice", twin.name);
        }
        let options = WebOptions {
            listen: self.listen,
            engine: self.engine()?,
            games: self.games_folder()?,
            names: self.names,
            proxies: self.proxies,
            has_new_key: self.new_key,
            engines: self.engines.into(),
            players: self.players,
            most_players: self.most_players.into(),
        };
        let listen = options.listen;
        let interrupt = interrupt::next_interrupt()?;
        let server = WebServer::open(options).with_context(|| format!("--listen {listen}"))?;
        let url = server.url()?;
        let server = server.start()?;
        out.line(&url)?;
        out.flush()?;
        if self.open {
            // The address has been printed, so the user or other clients can still open it.
            if let Err(error) = open::that_detached(&url) {
                log::warn!("--open: no browser: {error}");
            }
        }
        // The channel cannot be closed: the handler lives as long as the process.
        let _ = interrupt.recv();
        server.end();
        Ok(())
    }

    /// Returns the folder of games. A folder given by option is created if it does not exist.
    fn games_folder(&self) -> Result<PathBuf> {
        if let Some(folder) = &self.games {
            let made = make_games_folder(folder);
            made.with_context(|| format!("--games {}", printable(folder)))?;
            return Ok(folder.clone());
        }
        let folders =
            etcetera::choose_base_strategy().context("no folder for data: use --games")?;
        Ok(folders.data_dir().join("tengen").join("games"))
    }

    /// Builds the options of the engines, and opens the network and the book.
    fn engine(&self) -> Result<Options> {
        PlayerArgs {
            threads: Some(self.threads),
            memory: Some(self.memory),
            model: self.model.clone(),
            book: self.book.clone(),
            seed: self.seed,
            ..PlayerArgs::default()
        }
        .open()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_be_a_port_alone() {
        for (text, address) in [
            ("8361", "127.0.0.1:8361"),
            (":8361", "127.0.0.1:8361"),
            ("localhost:8361", "127.0.0.1:8361"),
            ("0", "127.0.0.1:0"),
            ("0.0.0.0:80", "0.0.0.0:80"),
            ("[::1]:8361", "[::1]:8361"),
        ] {
            assert_eq!(parse_listen(text), Ok(address.parse().unwrap()), "{text}");
        }
        for bad in [
            "",
            ":",
            "localhost",
            "localhost8361",
            "65536",
            ":-1",
            "+80",
            "0.0.0.0",
            "example.org:80",
        ] {
            let error = parse_listen(bad).unwrap_err();
            assert_eq!(
                error,
                "expected an address and a port, such as 127.0.0.1:8361, or a port alone, such as 8361",
                "{bad}"
            );
        }
    }
}
