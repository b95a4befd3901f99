//! A server of hnefatafl.org's kind that follows a test's script, line by line.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::bot::{Bot, LIMIT};

/// The account under test.
pub const NAME: &str = "ai-bot";

/// The lines after a login, as the real server sends them.
const WELCOME: &str = r#"= login
= users_updated (removed:[],updated:({"ai-bot":(username:"ai-bot",wins:0,losses:0,draws:0,rating:(rating:1500.0,rd:350.0),logged_in:true)}))
= initialize_display ([],Users(({"ann":(username:"ann",wins:0,losses:0,draws:0,rating:(rating:1612.5,rd:80.0),logged_in:true)})),false,false)
= tournament_status_0 {"players":[],"board_size":"_11","time_setting":"UnTimed","date":null,"group_size":{"size":4},"number_of_games":{"number":1},"tournament":null}
version 6.4.1"#;

/// A server with one client.
pub struct Server {
    pub listener: TcpListener,
    stream: TcpStream,
    lines: BufReader<TcpStream>,
}

fn accept(listener: &TcpListener) -> (TcpStream, BufReader<TcpStream>) {
    listener.set_nonblocking(true).unwrap();
    let start = Instant::now();
    let stream = loop {
        match listener.accept() {
            Ok((stream, _)) => break stream,
            Err(_) => assert!(start.elapsed() < LIMIT, "no client"),
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(LIMIT)).unwrap();
    let lines = BufReader::new(stream.try_clone().unwrap());
    (stream, lines)
}

/// Starts a client with a policy, and accepts its connection.
pub fn connect(policy: &str, more: &[&str]) -> (Bot, Server) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), policy).unwrap();
    let mut args = vec!["connect", "hnefatafl.org", "--host", "127.0.0.1", "--port", &port];
    args.extend(["--account", "bot", "--policy", file.path().to_str().unwrap()]);
    args.extend(["--record", "{folder}/games.txt", "--log", "{folder}/log"]);
    args.extend(more);
    if !more.contains(&"--engine") {
        args.extend(["--level", "0", "--threads", "1", "--hash", "1"]);
    }
    let bot = Bot::start(&args);
    let (stream, lines) = accept(&listener);
    // The policy has been read by now.
    drop(file);
    (bot, Server { listener, stream, lines })
}

/// The same, logged in.
pub fn logged_in(policy: &str) -> (Bot, Server) {
    let (bot, mut server) = connect(policy, &[]);
    server.log_in();
    (bot, server)
}

impl Server {
    /// Sends lines.
    pub fn say(&mut self, lines: &str) {
        self.stream.write_all(format!("{lines}\n").as_bytes()).unwrap();
    }

    /// Sends bytes.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        // A client that has had enough may have gone.
        let _ = self.stream.write_all(bytes);
    }

    /// The client's next line, without those that it may send at any time. A ping is answered.
    #[track_caller]
    pub fn next(&mut self) -> String {
        loop {
            let mut line = String::new();
            let count = self.lines.read_line(&mut line).expect("a line in time");
            assert!(count > 0, "the client has gone");
            let line = line.strip_suffix('\n').expect("a whole line").to_owned();
            assert!(!line.is_empty() && !line.chars().any(char::is_control), "{line:?}");
            match line.as_str() {
                "ping" => self.say("= ping"),
                "resume_games" => {}
                line if line.starts_with("software_id ") => {}
                _ => return line,
            }
        }
    }

    /// The client's next line, which must begin so.
    #[track_caller]
    pub fn expect(&mut self, beginning: &str) -> String {
        let line = self.next();
        assert!(line.starts_with(beginning), "{line:?} instead of {beginning:?}");
        line
    }

    /// Takes the client's login.
    #[track_caller]
    pub fn log_in(&mut self) {
        self.expect(&format!("32d9a140 login {NAME} open sesame"));
        self.say(WELCOME);
    }

    /// Closes the connection and waits for the next one.
    pub fn drop_client(&mut self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
        (self.stream, self.lines) = accept(&self.listener);
    }

    /// Answers the client's request for a game.
    #[track_caller]
    pub fn give(&mut self, id: u64, side: &str, board: u8, moves: &str) {
        self.expect(&format!("resume_game_json {id}"));
        self.say(&saved(id, side, board, moves));
    }

    /// Tells the client of a running game, in which it plays `side` (`attackers` or `defenders`).
    #[track_caller]
    pub fn run(&mut self, id: u64, side: &str, board: u8, moves: &str) {
        self.say(&format!("game {id} generate_move {}", side.trim_end_matches('s')));
        self.give(id, side, board, moves);
    }

    /// Takes the client's move in a game and acknowledges it. Returns its two squares.
    #[track_caller]
    pub fn take_move(&mut self, id: u64, side: &str) -> [String; 2] {
        let squares = self.see_move(id, side);
        self.say(&format!(
            "= game_time {{\"id\":{id},\"attacker_ms_left\":60000,\"defender_ms_left\":60000}}\n= game"
        ));
        squares
    }

    /// Answers the client's first move on 11x11, `squares`, with one that it can't have blocked.
    pub fn reply(&mut self, id: u64, squares: &[String; 2]) {
        self.say(&format!("game {id} play defender {}", reply_to(squares)));
    }

    /// Takes the client's move in a game. Returns its two squares.
    #[track_caller]
    pub fn see_move(&mut self, id: u64, side: &str) -> [String; 2] {
        let beginning = format!("game {id} play {} ", side.trim_end_matches('s'));
        let line = self.expect(&beginning);
        let words: Vec<&str> = line[beginning.len()..].split(' ').collect();
        let [from, to] = words[..] else { panic!("{line}") };
        [from.to_owned(), to.to_owned()]
    }
}

/// A saved game in which the client plays `side`.
pub fn saved(id: u64, side: &str, board: u8, moves: &str) -> String {
    let names = if side == "attackers" { [NAME, "ann"] } else { ["ann", NAME] };
    let [attackers, defenders] = names;
    format!(
        r#"= resume_game_json {{"id":{id},"attackers":"{attackers}","defenders":"{defenders}","dim":{board},"start":"","time_control":{{"main_time_seconds":60,"increment_length":5}},"time_remaining_ms":{{"attackers":60000,"defenders":60000,"last_move":"2026-11-23T09:04:27.119Z"}},"moves":"{moves}","rated":true,"messages":[]}}"#
    )
}

/// A game of the archive: 11x11 and untimed, without messages. The moves are `d1-d3`, or `resigns`,
/// and the other side wins.
pub fn archived(id: u8, attackers: &str, defenders: &str, moves: &[&str]) -> Vec<u8> {
    let mut bytes = vec![id];
    for name in [attackers, defenders] {
        bytes.push(name.len() as u8);
        bytes.extend(name.bytes());
        bytes.extend([1500.0_f64, 350.0].map(f64::to_le_bytes).as_flattened());
    }
    // Rated, untimed, and an empty first entry.
    bytes.extend([1, 1, 1 + moves.len() as u8, 0]);
    for (ply, mv) in moves.iter().enumerate() {
        let role = (ply % 2) as u8;
        bytes.push(1);
        match *mv {
            "resigns" => bytes.push(1 + role),
            mv => {
                bytes.extend([0, role]);
                for square in mv.split('-') {
                    let at: branan::types::Coordinate = square.parse().unwrap();
                    bytes.extend([1, at.file, 10 - at.rank]);
                }
            }
        }
    }
    let winner = if moves.len().is_multiple_of(2) { 0 } else { 3 };
    // No messages, 11x11.
    bytes.extend([winner, 0, 1]);
    bytes
}

/// A move of the defenders on 11x11 that the attackers' first move, `squares`, leaves possible.
pub fn reply_to(squares: &[String; 2]) -> &'static str {
    if squares[1].ends_with('8') { "f4 c4" } else { "f8 c8" }
}
