//! A server under test, and its clients.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};
use tungstenite::client::client;
use tungstenite::{Message, WebSocket};

use crate::engine::{Engine, PATIENCE};
use crate::process::files::empty_folder;

/// A server that ends with its test.
pub struct Server {
    pub process: Engine,
    /// The address, `127.0.0.1:PORT`.
    pub host: String,
    /// The key that gives access.
    pub key: String,
    /// The folder of the games.
    pub folder: PathBuf,
}

impl Server {
    /// Starts a server without games.
    pub fn start(name: &str) -> Server {
        Server::start_with(name, &[])
    }

    /// Starts a server without games, with further options.
    pub fn start_with(name: &str, options: &[&str]) -> Server {
        Server::start_in(&empty_folder(name), options)
    }

    /// Starts a server with the games in a folder.
    pub fn start_in(folder: &Path, options: &[&str]) -> Server {
        let games = folder.to_str().expect("a path that is text");
        let common = ["web", "--listen", "127.0.0.1:0", "--games", games];
        let mut process = Engine::start(&[&common[..], options].concat());
        let line = process.read_line().expect("the address");
        let url = line.strip_prefix("http://").expect("an address");
        let (host, key) = url.split_once("/#key=").expect("a key");
        Server {
            process,
            host: host.to_owned(),
            key: key.to_owned(),
            folder: folder.to_owned(),
        }
    }

    /// Kills the server and starts another one with its games.
    pub fn restart(self) -> Server {
        let folder = self.folder.clone();
        drop(self);
        Server::start_in(&folder, &[])
    }

    /// Ends the server as Ctrl-C does, and checks that it reports no error.
    #[track_caller]
    pub fn end(self) {
        self.process.signal("INT");
        let ending = self.process.wait_for_exit();
        assert!(
            ending.status.success(),
            "{}: {}",
            ending.status,
            ending.stderr
        );
        assert!(
            !ending.stderr.contains("fault of the program"),
            "{}",
            ending.stderr
        );
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request with one header per line, and returns the whole response.
    pub fn request(&self, head: &str, body: &str) -> String {
        let mut stream = self.connect();
        let length = body.len();
        let head = head.replace('\n', "\r\n");
        let text = format!("{head}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}");
        stream.write_all(text.as_bytes()).unwrap();
        let mut response = Vec::new();
        stream.read_to_end(&mut response).unwrap();
        String::from_utf8_lossy(&response).into_owned()
    }

    /// Fetches a path as a page of the server itself would.
    pub fn get(&self, path: &str) -> String {
        let host = &self.host;
        self.request(&format!("GET {path} HTTP/1.1\nHost: {host}"), "")
    }

    /// Posts the description of a game.
    pub fn post_game(&self, description: &str) -> String {
        let Server { host, key, .. } = self;
        let head = format!(
            "POST /games?key={key} HTTP/1.1\nHost: {host}\nOrigin: http://{host}\nContent-Type: application/json"
        );
        self.request(&head, description)
    }

    /// Creates a game. Returns the links of black, white and watchers.
    pub fn new_game(&self, description: &Value) -> [String; 3] {
        let response = self.post_game(&description.to_string());
        let (head, body) = response.split_once("\r\n\r\n").expect("a response");
        assert!(head.starts_with("HTTP/1.1 201 "), "{response}");
        let links: Value = serde_json::from_str(body).unwrap();
        ["black", "white", "watch"].map(|name| links[name].as_str().unwrap().to_owned())
    }

    pub fn socket(&self, path: &str) -> Result<Socket, String> {
        let url = format!("ws://{}{path}", self.host);
        match client(url, self.connect()) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Opens a conversation with an engine.
    pub fn engine(&self, path: &str) -> Socket {
        let joint = if path.contains('?') { '&' } else { '?' };
        let path = format!("{path}{joint}key={}", self.key);
        self.socket(&path).expect("an engine")
    }

    /// Joins a game by its link. Returns the connection and the state of the game.
    pub fn join(&self, link: &str) -> (Socket, Value) {
        let path = link.replace("/game/", "/play/");
        let mut socket = self.socket(&path).expect("a game");
        let state = socket.next_of("state");
        (socket, state)
    }
}

pub struct Socket(pub WebSocket<TcpStream>);

impl Socket {
    pub fn send(&mut self, text: &str) {
        self.0.send(Message::text(text)).expect("the server reads");
    }

    /// Returns the next text message.
    pub fn read(&mut self) -> String {
        self.try_read().expect("a message")
    }

    /// Returns the next text message; `None` once the server has closed the socket.
    pub fn try_read(&mut self) -> Option<String> {
        let begun = Instant::now();
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
                // Pings arrive even if nothing else does.
                Ok(_) => assert!(begun.elapsed() < PATIENCE, "nothing but pings"),
                Err(_) => return None,
            }
        }
    }

    /// Returns the next message of a type, skipping others.
    pub fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message: Value = serde_json::from_str(&self.read()).expect("JSON");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Sends a command and returns the reply, without earlier output.
    pub fn execute(&mut self, command: &str) -> String {
        self.send(command);
        self.reply()
    }

    /// Returns the next whole reply.
    pub fn reply(&mut self) -> String {
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            reply += &self.read();
        }
        reply.trim_end().to_owned()
    }

    pub fn play(&mut self, number: usize, mv: &str) {
        let message = json!({"type": "move", "number": number, "move": mv});
        self.send(&message.to_string());
    }
}

/// The moves in a state, as text.
pub fn moves(state: &Value) -> Vec<String> {
    let moves = state["moves"].as_array().expect("a state");
    let text = |mv: &Value| mv[1].as_str().unwrap().to_owned();
    moves.iter().map(text).collect()
}
