//! No page uses more than its share, and none can bring the server down.

use std::io::{ErrorKind, Read, Write};
use std::time::Duration;

use tungstenite::Message;

use crate::client::{Page, Server, ask, close_code, hear, say, within};

/// WebSocket close codes.
const UNSUPPORTED: u16 = 1003;
const POLICY: u16 = 1008;
const AGAIN: u16 = 1013;

/// Checks that the server still answers pages.
fn assert_alive(server: &Server) {
    assert_eq!(server.get("/", &server.address.to_string()).status, 200);
    let mut page = server.page("rules");
    assert_eq!(ask(&mut page, "position startpos"), Vec::<String>::new());
}

#[test]
fn a_flood_is_ended() {
    let server = Server::start();
    let mut page = server.page("rules");
    // The server closes the socket while these are being sent.
    let _ = (0..100_000).try_for_each(|_| page.send(Message::text("moves")));
    assert!(matches!(close_code(&mut page), Some(POLICY) | None));
    assert_alive(&server);
}

#[test]
fn every_position_of_a_long_game_can_be_looked_at() {
    let server = Server::start();
    let mut page = server.page("rules");
    for look in 0..1100 {
        let lines = ask(&mut page, "position startpos moves d2e2\nd\nmoves");
        assert!(lines.contains(&"Played: d2-e2".to_owned()), "{look}: {lines:?}");
    }
}

#[test]
fn long_and_half_messages_and_bytes_do_no_harm() {
    let server = Server::start();
    let mut long = server.page("rules");
    let _ = long.send(Message::text("x".repeat(1 << 20)));
    assert_ne!(close_code(&mut long), Some(1000));
    let mut bytes = server.page("rules");
    bytes.send(Message::binary(vec![0, 159, 146, 150])).unwrap();
    assert_eq!(close_code(&mut bytes), Some(UNSUPPORTED));
    // The first fragment of a text, and the start of a frame, without the rest.
    let mut half = server.page("rules");
    half.get_mut().write_all(&[0x01, 0x83, 1, 2, 3, 4, b'u', b'c']).unwrap();
    let mut garbage = server.page("rules");
    garbage.get_mut().write_all(&[0xff; 64]).unwrap();
    assert_ne!(close_code(&mut garbage), Some(1000));
    assert_alive(&server);
    drop(half);
}

#[test]
fn there_are_only_so_many_sessions() {
    let server = Server::start();
    for (path, most) in [("rules", 16), ("engine", 6), ("solver", 2)] {
        let mut pages: Vec<Page> = (0..most).map(|_| server.page(path)).collect();
        let mut refused = server.page(path);
        // A page speaks before it hears that it is refused. It must hear it all the same.
        for line in ["uci", "isready"] {
            say(&mut refused, line);
            std::thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(close_code(&mut refused), Some(AGAIN), "{path}");
        pages.pop();
        let freed = || server.page(path).read().is_ok_and(|first| first.is_text());
        assert!(within(Duration::from_secs(20), freed), "{path}");
    }
}

#[test]
fn many_idle_connections_do_no_harm() {
    let server = Server::start();
    let idle: Vec<_> = (0..600).map(|_| server.connect()).collect();
    drop(idle);
    assert_alive(&server);
}

#[test]
fn a_client_that_reads_nothing_is_let_go() {
    let server = Server::start();
    let mut client = server.connect();
    let (requests, page) = (4000, server.get("/js/page.js", &server.address.to_string()).body);
    let request = format!("GET /js/page.js HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let mut writer = client.try_clone().unwrap();
    // The server stops reading when its answers are not taken.
    std::thread::spawn(move || writer.write_all(request.repeat(requests).as_bytes()));
    std::thread::sleep(Duration::from_secs(14));
    let mut taken = Vec::new();
    let end = client.read_to_end(&mut taken);
    assert!(end.is_ok() || end.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
    assert!(taken.len() < requests * page.len(), "{}", taken.len());
    assert_alive(&server);
}

/// The number of threads in this process with a given name.
#[cfg(target_os = "linux")]
fn threads_called(name: &str) -> usize {
    let names = std::fs::read_dir("/proc/self/task")
        .unwrap()
        .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok());
    names.filter(|found| found.trim() == name).count()
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_page_ends_its_search_and_its_proof() {
    let server = Server::start();
    // No other test in this binary runs a long proof.
    let mut prover = server.page("solver");
    say(&mut prover, "setoption name UCI_Variant value alea-evangelii\nsolve");
    assert!(within(Duration::from_secs(30), || threads_called("solve") > 0));
    drop(prover);
    assert!(within(Duration::from_secs(5), || threads_called("solve") == 0));
    let mut page = server.page("engine");
    say(&mut page, "setoption name UCI_Variant value tablut\ngo infinite");
    hear(&mut page, "info depth 2");
    assert!(threads_called("search") > 0);
    drop(page);
    assert!(within(Duration::from_secs(20), || threads_called("search") == 0));
}
