//! A server in the test's own process, and a client for it.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use branan::page::{PageServer, PageSettings};
use branan::protocol::Options;
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Request;
use tungstenite::http::HeaderValue;
use tungstenite::http::header::{HOST, ORIGIN};
use tungstenite::{Message, WebSocket};

/// Time limit for any wait, generous for busy machines.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server that runs until the test ends.
pub struct Server {
    pub address: SocketAddr,
    pub token: String,
}

/// An answer to a request.
pub struct Answer {
    pub status: u16,
    /// The headers, in lower case.
    pub head: String,
    pub body: String,
}

/// A socket of a page.
pub type Page = WebSocket<TcpStream>;

impl Server {
    pub fn start() -> Self {
        Self::with(PageSettings::default())
    }

    /// A server with these settings, on any free port, whose engines get little memory.
    pub fn with(settings: PageSettings) -> Self {
        Self::serve(settings, |_| ()).0
    }

    /// A server and its link for one visit.
    pub fn with_visit() -> (Self, String) {
        Self::serve(PageSettings::default(), |server| server.link_for_one_visit().unwrap())
    }

    fn serve<T>(settings: PageSettings, ask: impl FnOnce(&PageServer) -> T) -> (Self, T) {
        let options = Options { hash: 2, threads: 1, ..Options::default() };
        let settings = PageSettings { port: Some(0), options, ..settings };
        let server = PageServer::new(settings).unwrap();
        let found = Self::at(&server.link());
        assert_eq!(found.address, server.address());
        let asked = ask(&server);
        std::thread::spawn(move || server.serve(std::future::pending()).unwrap());
        (found, asked)
    }

    /// The server with a link.
    pub fn at(link: &str) -> Self {
        let rest = link.strip_prefix("http://").unwrap();
        let (address, token) = rest.split_once("/#token=").unwrap();
        Self { address: address.parse().unwrap(), token: token.to_owned() }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request verbatim and reads the whole answer.
    pub fn send(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        let mut bytes = Vec::new();
        // The server may answer and close before it has read all of a request that is too long.
        unless_closed(stream.write_all(request.as_bytes()));
        unless_closed(stream.read_to_end(&mut bytes).map(drop));
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").expect("an answer");
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn get(&self, path: &str, host: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    }

    /// Posts a text, as the page does.
    pub fn post(&self, path: &str, body: &str) -> Answer {
        let (address, token) = (self.address, &self.token);
        let joint = if path.contains('?') { '&' } else { '?' };
        self.send(&format!(
            "POST {path}{joint}token={token} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Origin: http://{address}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{body}",
            body.len(),
        ))
    }

    /// A request for a socket, as sent by the page.
    pub fn request(&self, path: &str) -> Request {
        let link = format!("ws://{}/{path}?token={}", self.address, self.token);
        let mut request = link.into_client_request().unwrap();
        let origin = format!("http://{}", self.address);
        request.headers_mut().insert(ORIGIN, HeaderValue::from_str(&origin).unwrap());
        request
    }

    /// Opens a socket. The error is the HTTP status.
    pub fn open(&self, request: Request) -> Result<Page, u16> {
        match tungstenite::client(request, self.connect()) {
            Ok((page, _)) => Ok(page),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// Opens a socket as the page does.
    pub fn page(&self, path: &str) -> Page {
        self.open(self.request(path)).unwrap()
    }

    /// Opens a socket with a header changed or removed.
    pub fn open_with(&self, name: &'static str, value: Option<&str>) -> Result<Page, u16> {
        let mut request = self.request("rules");
        request.headers_mut().remove(name);
        if let Some(value) = value {
            request.headers_mut().insert(name, HeaderValue::from_str(value).unwrap());
        }
        assert!(name == ORIGIN.as_str() || name == HOST.as_str());
        self.open(request)
    }
}

/// Sends lines, one per message.
pub fn say(page: &mut Page, text: &str) {
    for line in text.lines() {
        page.send(Message::text(line)).unwrap();
    }
}

/// The lines up to the first one that begins with `start`.
pub fn hear(page: &mut Page, start: &str) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        if let Message::Text(text) = page.read().unwrap() {
            lines.extend(text.lines().map(str::to_owned));
        }
        if let Some(at) = lines.iter().position(|line| line.starts_with(start)) {
            lines.truncate(at + 1);
            return lines;
        }
    }
}

/// The answers to some lines.
pub fn ask(page: &mut Page, text: &str) -> Vec<String> {
    say(page, &format!("{text}\nisready"));
    let mut lines = hear(page, "readyok");
    lines.retain(|line| line != "readyok" && !line.starts_with("info string limits"));
    lines
}

/// The code with which the server closes a socket. `None` if the connection just ends.
pub fn close_code(page: &mut Page) -> Option<u16> {
    loop {
        match page.read() {
            Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

/// Panics on an error other than a closed connection.
fn unless_closed(done: io::Result<()>) {
    if let Err(error) = done {
        let closed = [ErrorKind::BrokenPipe, ErrorKind::ConnectionReset];
        assert!(closed.contains(&error.kind()), "{error}");
    }
}

/// Waits for a condition. Returns whether it became true in time.
pub fn within(limit: Duration, is_so: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < limit {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    is_so()
}
