//! Games that arrive on standard input, and news of those that are being played.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use serde::Deserialize;

use crate::arena::tournament::Collected;
use crate::record::{GameStream, ReadError, RecordedMove, Remark};

/// What a line of news begins with. It is the line that `--json --moves` prints for the event.
const NEWS: &[u8] = b"% live ";

/// The length limit of a line, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// Buffered games and news, beyond which the reader waits.
const WAITING: usize = 64;

/// An event as `--json --moves` prints it.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Event {
    Started {
        game: u64,
    },
    Move {
        game: u64,
        #[serde(rename = "move")]
        text: String,
        remark: String,
    },
}

/// Reads games and news from standard input as they arrive.
///
/// # Errors
/// If the system cannot make a pipe.
pub fn news_on_stdin() -> io::Result<Receiver<Result<Collected, ReadError>>> {
    let (sender, news) = mpsc::sync_channel(WAITING);
    let (games, rest) = io::pipe()?;
    let aside = sender.clone();
    // Reading may block forever; the threads end with the program.
    thread::spawn(move || part(&mut io::stdin().lock(), &aside, rest));
    thread::spawn(move || {
        for game in GameStream::new(BufReader::new(games)) {
            let failed = game.is_err();
            let game = game.map(|game| Collected::Finished(Box::new(game)));
            if sender.send(game).is_err() || failed {
                break;
            }
        }
    });
    Ok(news)
}

/// Sends the news of an input to `aside`, and copies the other lines to `rest` as they arrive.
fn part(
    input: &mut dyn BufRead,
    aside: &SyncSender<Result<Collected, ReadError>>,
    mut rest: impl Write,
) {
    let mut line = Vec::new();
    // A line without end would fill the memory; its parts are copied.
    while let Ok(1..) = (&mut *input).take(MAX_LINE).read_until(b'\n', &mut line) {
        let passed_on = match line.strip_prefix(NEWS) {
            // News that cannot be read only keeps something from a page.
            Some(news) => serde_json::from_slice(news)
                .ok()
                .and_then(read)
                .is_none_or(|news| aside.send(Ok(news)).is_ok()),
            None => rest.write_all(&line).is_ok(),
        };
        if !passed_on {
            break;
        }
        line.clear();
    }
}

fn read(event: Event) -> Option<Collected> {
    let index = |game: u64| game.checked_sub(1);
    Some(match event {
        Event::Started { game } => Collected::Started(index(game)?),
        Event::Move { game, text, remark } => {
            let remark = Remark::read(&remark);
            Collected::Moved(
                index(game)?,
                Box::new(RecordedMove { text, remark, ..RecordedMove::default() }),
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_is_parted_from_games() {
        let (sender, news) = mpsc::sync_channel(WAITING);
        let text = "[Event \"x\"]\n% live {\"event\":\"started\",\"game\":3}\n\n1. d2-e2\n% live nonsense\n\
            % live {\"event\":\"started\",\"game\":0}\n\
            % live {\"event\":\"move\",\"game\":3,\"move\":\"d2-e2\",\"remark\":\"+0.35/12\"}\nend";
        let mut rest = Vec::new();
        part(&mut text.as_bytes(), &sender, &mut rest);
        drop(sender);
        assert_eq!(String::from_utf8(rest).unwrap(), "[Event \"x\"]\n\n1. d2-e2\nend");
        let news: Vec<Collected> = news.into_iter().map(Result::unwrap).collect();
        let [Collected::Started(2), Collected::Moved(2, played)] = &news[..] else {
            panic!("{news:?}")
        };
        assert_eq!((played.text.as_str(), played.remark.depth), ("d2-e2", Some(12)));
    }
}
