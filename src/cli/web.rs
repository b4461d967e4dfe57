//! The board in the browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use etcetera::BaseStrategy as _;

use super::player::{PlayerArgs, Threads};
use crate::tool::interrupt;
use crate::tool::whole_number::whole;
use crate::web::{WebOptions, WebServer, make_games_folder};
use tengen_engine::files::printable;
use tengen_go::net::{NetworkSource, builtin};
use tengen_protocol::Options;
use tengen_protocol::io::output::Output;

/// The usual port, that of no other well-known service.
const PORT: u16 = 8361;

/// The usual address, which only this machine reaches.
const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), PORT);

/// Arguments of the board in the browser.
#[derive(Clone, Debug, Args)]
pub struct WebArgs {
    /// Listen at this address and port; port 0 for a free one. 0.0.0.0:PORT lets other machines in: to games by their links,
    /// to everything else by the key in the printed address.
    #[arg(long, default_value_t = LISTEN, value_name = "ADDRESS:PORT")]
    listen: SocketAddr,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// The folder of games over the network, a file for each [default: tengen/games in the user's folder for data]. A server
    /// that was ended or killed goes on where it was; its clocks stand while it is down, and a kill gives the move at hand its
    /// time back.
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// A name by which browsers reach this server, beside addresses and localhost. May be given several times.
    #[arg(long = "name", value_name = "HOST")]
    names: Vec<String>,
    /// The address of a proxy before this server, such as 127.0.0.1. Limits for each address hold for the clients that it names in
    /// X-Forwarded-For; from elsewhere that header is ignored. May be given several times.
    #[arg(long = "proxy", value_name = "ADDRESS")]
    proxies: Vec<IpAddr>,
    /// Replace the key of the printed address, which is kept in the folder of games. Earlier addresses lead nowhere then.
    #[arg(long)]
    new_key: bool,
    /// Threads that think, shared by all conversations; auto for one on each processor.
    #[arg(long, default_value = "auto", value_name = "N|auto")]
    threads: Threads,
    /// Memory for the tables of all searches together, in MiB.
    #[arg(long, default_value_t = 512, value_name = "MiB", value_parser = whole(1_u32..=1_048_576))]
    memory: u32,
    /// Most conversations with engines at once; a page that plays and analyzes has two.
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = whole(1_u16..=1024))]
    engines: u16,
    /// The network for Go, as --model of playing.
    #[arg(long, default_value = builtin::NAME, value_name = "FILE|own|none")]
    model: NetworkSource,
    /// The opening book for Reversi, as --book of playing.
    #[arg(long, value_name = "FILE|none")]
    book: Option<PathBuf>,
    /// Seed of every random choice.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: u64,
}

impl WebArgs {
    /// Serves the page until Ctrl-C.
    ///
    /// # Errors
    ///
    /// An option names what cannot be opened, or the address cannot be listened at.
    pub fn run(self, out: &mut Output) -> Result<()> {
        let options = WebOptions {
            listen: self.listen,
            engine: self.engine()?,
            games: self.games_folder()?,
            names: self.names,
            proxies: self.proxies,
            has_new_key: self.new_key,
            engines: self.engines.into(),
        };
        let listen = options.listen;
        let interrupt = interrupt::next_interrupt()?;
        let server = WebServer::open(options).with_context(|| format!("--listen {listen}"))?;
        let url = server.url()?;
        let server = server.start()?;
        out.line(&url)?;
        out.flush()?;
        if self.open {
            // The address is printed, and other clients may come.
            if let Err(error) = open::that_detached(&url) {
                log::warn!("--open: no browser: {error}");
            }
        }
        // A closed channel cannot be: the handler lives as long as the process.
        let _ = interrupt.recv();
        server.end();
        Ok(())
    }

    /// Returns the folder of games. One that is named has to exist, or is made now.
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
