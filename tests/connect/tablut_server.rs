//! The server of the Tablut competition, for one client and without rules.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use branan::arena::engine::Turn;
use branan::arena::engine::wire::write_state;
use branan::rules;
use branan::types::{Placement, Side};
use serde_json::Value;

use crate::bot::{Bot, LIMIT};

/// A server with one client.
pub struct TablutServer {
    stream: TcpStream,
}

/// Starts a client, accepts it and takes its name.
pub fn connect(role: &str, seconds: &str) -> (Bot, TablutServer) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let args = ["connect", "tablut", role, seconds, "127.0.0.1", "--port", &port];
    let more = ["--record", "{folder}/games.txt", "--threads", "1", "--hash", "1", "--level", "1"];
    let bot = Bot::start(&[&args[..], &more[..]].concat());
    listener.set_nonblocking(true).unwrap();
    let start = Instant::now();
    let stream = loop {
        match listener.accept() {
            Ok((stream, _)) => break stream,
            Err(_) => assert!(start.elapsed() < LIMIT, "no client: {}", bot.file("err")),
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(LIMIT)).unwrap();
    let mut server = TablutServer { stream };
    assert_eq!(server.receive().unwrap(), "\"Branan\"");
    (bot, server)
}

impl TablutServer {
    /// Sends bytes as one message.
    pub fn send(&mut self, text: &str) {
        let mut bytes = (text.len() as i32).to_be_bytes().to_vec();
        bytes.extend(text.as_bytes());
        self.stream.write_all(&bytes).unwrap();
    }

    /// Sends bytes.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Sends a position and its turn.
    pub fn show(&mut self, fen: &str, turn: Turn) {
        self.send(&write_state(&position(fen), turn));
    }

    /// The next message. `None` once the client has gone.
    pub fn receive(&mut self) -> Option<String> {
        let mut head = [0; 4];
        self.stream.read_exact(&mut head).ok()?;
        let mut text = vec![0; u32::from_be_bytes(head) as usize];
        self.stream.read_exact(&mut text).ok()?;
        Some(String::from_utf8(text).unwrap())
    }

    /// The client's next move, `e3d3`.
    pub fn take_move(&mut self) -> String {
        let text = self.receive().expect("a move");
        let fields: Value = serde_json::from_str(&text).unwrap();
        format!("{}{}", fields["from"].as_str().unwrap(), fields["to"].as_str().unwrap())
    }

    /// Whether the client sends nothing for a while.
    pub fn is_silent(&mut self, time: Duration) -> bool {
        self.stream.set_read_timeout(Some(time)).unwrap();
        let silent = self.stream.read(&mut [0]).is_err();
        self.stream.set_read_timeout(Some(LIMIT)).unwrap();
        silent
    }
}

/// A position of the competition's rules.
pub fn position(fen: &str) -> Placement {
    let rules = rules::find("ashton-tablut").unwrap();
    match fen {
        "start" => rules.first_placement().unwrap(),
        fen => rules.read_fen(fen).unwrap(),
    }
}

/// The turn of a side.
pub fn to_move(side: Side) -> Turn {
    Turn::ToMove(side)
}
