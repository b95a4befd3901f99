//! The files of the page are sent compressed, and not again to a browser that has them.

use branan::page::PageSettings;

use crate::client::{Answer, Server};

/// Asks for a file without its contents, which may be compressed.
fn head(server: &Server, path: &str, headers: &str) -> Answer {
    let address = server.address;
    server.send(&format!(
        "HEAD {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n"
    ))
}

/// The value of a header.
fn value<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    answer.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

fn length(answer: &Answer) -> usize {
    value(answer, "content-length").unwrap().parse().unwrap()
}

#[test]
fn a_browser_gets_small_files_and_keeps_them() {
    let server = Server::start();
    for path in ["/", "/js/main.js", "/css/base.css", "/icon.svg", "/puzzles.jsonl"] {
        let plain = head(&server, path, "");
        let small = head(&server, path, "Accept-Encoding: gzip, deflate, br\r\n");
        assert_eq!((plain.status, small.status), (200, 200), "{path}");
        assert_eq!(value(&plain, "content-encoding"), None, "{path}");
        assert_eq!(value(&small, "content-encoding"), Some("gzip"), "{path}");
        assert!(length(&small) < length(&plain), "{path}");
        for answer in [&plain, &small] {
            assert_eq!(value(answer, "vary"), Some("accept-encoding"), "{path}");
            assert_eq!(value(answer, "cache-control"), Some("no-cache"), "{path}");
        }
        let tag = value(&small, "etag").unwrap();
        let known = format!("Accept-Encoding: gzip\r\nIf-None-Match: {tag}\r\n");
        let again = head(&server, path, &known);
        assert_eq!((again.status, value(&again, "etag")), (304, Some(tag)), "{path}");
        assert!(value(&again, "content-security-policy").is_some(), "{path}");
    }
    let missing = head(&server, "/nothing.js", "");
    assert_eq!((missing.status, value(&missing, "cache-control")), (404, Some("no-store")));
}

/// The parts of the page, as the page asks for them.
fn parts(server: &Server) -> Vec<String> {
    let page = server.get("/", &server.address.to_string()).body;
    let links = page
        .split('"')
        .filter(|word| ["css/", "js/", "fonts/"].iter().any(|part| word.contains(part)));
    links.map(|link| format!("/{link}")).collect()
}

#[test]
fn the_parts_of_the_page_are_kept_until_the_program_has_others() {
    let server = Server::start();
    let parts = parts(&server);
    let (version, _) = parts[0][1..].split_once('/').unwrap();
    assert!(parts.len() > 10 && parts.iter().any(|part| part.ends_with("/js/main.js")));
    for part in &parts {
        assert!(part.starts_with(&format!("/{version}/")), "{part}");
        let answer = head(&server, part, "");
        let caching = value(&answer, "cache-control");
        assert_eq!((answer.status, caching), (200, Some("max-age=31536000, immutable")), "{part}");
        // A tab of another program may ask for a file.
        let answer = head(&server, &part.replace(version, "01234567"), "");
        assert_eq!((answer.status, value(&answer, "cache-control")), (200, Some("no-cache")));
    }
    let missing = head(&server, &format!("/{version}/js/nothing.js"), "");
    assert_eq!((missing.status, value(&missing, "cache-control")), (404, Some("no-store")));
}

#[test]
fn files_that_are_worked_on_are_not_kept() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/web/page");
    let server =
        Server::with(PageSettings { files: Some(folder.into()), ..PageSettings::default() });
    for part in parts(&server) {
        let answer = head(&server, &part, "");
        assert_eq!((answer.status, value(&answer, "cache-control")), (200, Some("no-cache")));
    }
}
