//! The live page of a match.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use crate::program::{engine, eventually, match_args, play, start};

#[test]
fn the_live_page_counts_the_games_on_file() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let engines = ["a", "b"].map(|name| engine(name, "seed=1"));
    let words = format!("--max-moves 2 --record {}", record.display());
    assert_eq!(play(&engines, &format!("--each tc=10 {words}")).code, Some(0));
    let live = "--resume --rounds 3 --collect --listen 127.0.0.1:0";
    // It waits for games as long as its input is open.
    let args = match_args(&[], &format!("{live} --record {}", record.display()));
    let mut running = start(&args, Stdio::piped());
    let address = eventually(|| {
        let stderr = running.stderr();
        let (_, rest) = stderr.split_once("http://")?;
        rest.split_once("/\n").map(|(address, _)| address.to_owned())
    });
    let page = eventually(|| {
        let mut stream = TcpStream::connect(&address).ok()?;
        let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).ok()?;
        let mut page = String::new();
        stream.read_to_string(&mut page).ok()?;
        page.contains("2 of 6 games played").then_some(page)
    });
    for name in ["a", "b"] {
        let row = format!("{name}</th><td>1.0</td><td>0</td><td>2</td><td>0</td>");
        assert!(page.contains(&row), "{row}: {page}");
    }
    drop(running.child.stdin.take());
    running.wait();
}
