//! Messages of the Tablut competition's protocol over TCP: a length in four bytes, the highest
//! first, then that many bytes of text.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Longest message accepted, in bytes. The protocol's longest has about 700.
const MAX_MESSAGE: usize = 1 << 16;

/// How often a wait for a message is interrupted to look around.
const POLL: Duration = Duration::from_millis(20);

/// How long the other end may take to read a message.
const WRITE_LIMIT: Duration = Duration::from_secs(5);

/// The result of waiting for a message.
#[derive(Debug, PartialEq, Eq)]
pub enum Message {
    /// A message. Bytes that are not UTF-8 have been replaced.
    Text(String),
    /// A length that no message has. The bytes after it are read as the next message.
    BadLength(i32),
    /// The deadline has passed.
    Late,
    /// The other end has closed the connection.
    Closed,
    /// The caller ended the wait.
    Stopped,
}

/// A connection that carries messages.
#[derive(Debug)]
pub struct MessageStream {
    stream: TcpStream,
    /// Bytes of messages not yet complete.
    received: Vec<u8>,
}

impl MessageStream {
    /// Takes over a connection.
    ///
    /// # Errors
    /// If its time limits cannot be set.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(POLL))?;
        stream.set_write_timeout(Some(WRITE_LIMIT))?;
        Ok(Self { stream, received: Vec::new() })
    }

    /// Sends a message in one piece, because some programs read it with a single call.
    ///
    /// # Errors
    /// If the other end has gone or does not read.
    pub fn send(&mut self, text: &str) -> io::Result<()> {
        let length = i32::try_from(text.len()).map_err(io::Error::other)?;
        let mut bytes = length.to_be_bytes().to_vec();
        bytes.extend_from_slice(text.as_bytes());
        self.stream.write_all(&bytes)
    }

    /// Waits for a message until a deadline, or for ever. `stop` is asked every few milliseconds
    /// whether to end the wait.
    ///
    /// # Errors
    /// If the connection fails.
    pub fn receive(
        &mut self,
        deadline: Option<Instant>,
        mut stop: impl FnMut() -> bool,
    ) -> io::Result<Message> {
        loop {
            if let Some(message) = self.take_message() {
                return Ok(message);
            }
            if stop() {
                return Ok(Message::Stopped);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(Message::Late);
            }
            let mut bytes = [0; 4096];
            match self.stream.read(&mut bytes) {
                Ok(0) => return Ok(Message::Closed),
                Ok(count) => self.received.extend_from_slice(&bytes[..count]),
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                    ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
                        return Ok(Message::Closed);
                    }
                    _ => return Err(error),
                },
            }
        }
    }

    /// Takes the first message off the received bytes, if it is complete. As nothing is read before
    /// the messages at hand are taken, the buffer is bounded.
    fn take_message(&mut self) -> Option<Message> {
        let (head, rest) = self.received.split_first_chunk::<4>()?;
        let length = i32::from_be_bytes(*head);
        match usize::try_from(length) {
            Ok(count) if count <= MAX_MESSAGE => {
                let text = String::from_utf8_lossy(rest.get(..count)?).into_owned();
                self.received.drain(..4 + count);
                Some(Message::Text(text))
            }
            _ => {
                self.received.drain(..4);
                Some(Message::BadLength(length))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// A connection's two ends.
    fn pair() -> (TcpStream, MessageStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (one, MessageStream::new(listener.accept().unwrap().0).unwrap())
    }

    fn soon() -> Option<Instant> {
        Some(Instant::now() + Duration::from_secs(20))
    }

    #[test]
    fn messages_come_in_pieces_and_together() {
        let (mut other, mut stream) = pair();
        other.write_all(&[0, 0]).unwrap();
        let late = stream.receive(Some(Instant::now() + Duration::from_millis(50)), || false);
        assert_eq!(late.unwrap(), Message::Late);
        other.write_all(b"\0\x03abc\0\0\0\0\0\0\0\x02d").unwrap();
        assert_eq!(stream.receive(soon(), || false).unwrap(), Message::Text("abc".into()));
        assert_eq!(stream.receive(soon(), || false).unwrap(), Message::Text(String::new()));
        assert_eq!(stream.receive(soon(), || true).unwrap(), Message::Stopped);
        other.write_all(b"\xff").unwrap();
        assert_eq!(stream.receive(soon(), || false).unwrap(), Message::Text("d\u{fffd}".into()));
        drop(other);
        assert_eq!(stream.receive(None, || false).unwrap(), Message::Closed);
    }

    #[test]
    fn bad_lengths_are_reported_and_what_follows_is_read() {
        let (mut other, mut stream) = pair();
        other.write_all(b"\xff\xff\xff\xff\x77\x35\x94\0\0\0\0\x01x").unwrap();
        assert_eq!(stream.receive(soon(), || false).unwrap(), Message::BadLength(-1));
        assert_eq!(stream.receive(soon(), || false).unwrap(), Message::BadLength(2_000_000_000));
        assert_eq!(stream.receive(soon(), || false).unwrap(), Message::Text("x".into()));
    }

    #[test]
    fn a_message_is_sent_with_its_length() {
        let (mut other, mut stream) = pair();
        stream.send("é").unwrap();
        let mut bytes = [0; 6];
        other.read_exact(&mut bytes).unwrap();
        assert_eq!(&bytes, b"\0\0\0\x02\xc3\xa9");
    }
}
