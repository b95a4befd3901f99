//! Requests that do not come from the page are rejected.

use crate::client::{Server, ask};

#[test]
fn the_files_of_the_page_are_served_with_their_guards() {
    let server = Server::start();
    let host = server.address.to_string();
    let page = server.get("/", &host);
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<!doctype html>"));
    for header in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self';",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "referrer-policy: no-referrer",
        "cache-control: no-cache",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(page.head.contains(header), "{header}: {}", page.head);
    }
    assert!(!page.head.contains("unsafe"), "{}", page.head);
    assert!(!page.head.contains("access-control-allow"), "{}", page.head);
    let script = server.get("/js/main.js", &host);
    assert!(script.head.contains("content-type: text/javascript"), "{}", script.head);
    for path in ["/../Cargo.toml", "/js/../../Cargo.toml", "/%2e%2e/Cargo.toml", "/nothing", "/js"]
    {
        assert_eq!(server.get(path, &host).status, 404, "{path}");
    }
}

#[test]
fn a_name_that_was_made_to_lead_here_is_not_answered() {
    let server = Server::start();
    let port = server.address.port();
    for host in [&format!("evil.example:{port}"), "evil.example", "127.0.0.1", "127.0.0.1:1", ""] {
        let answer = server.get("/", host);
        assert_eq!(answer.status, 421, "{host}");
        assert!(!answer.body.contains("script"), "{host}");
        let socket = server.open_with("host", Some(host));
        assert_eq!(socket.err(), Some(421), "{host}");
    }
    assert_eq!(server.get("/", &format!("localhost:{port}")).status, 200);
    // After DNS rebinding, `Host` and `Origin` agree with each other.
    let rebound = format!("evil.example:{port}");
    let mut request = server.request("rules");
    request.headers_mut().insert("host", rebound.parse().unwrap());
    request.headers_mut().insert("origin", format!("http://{rebound}").parse().unwrap());
    assert_eq!(server.open(request).err(), Some(421));
}

#[test]
fn the_link_for_one_visit_gives_the_token_once() {
    let (server, link) = Server::with_visit();
    let code = link.strip_prefix(&format!("http://{}/#code=", server.address)).unwrap();
    assert!(!link.contains(&server.token));
    let enter = |code: &str, origin: &str| {
        server.send(&format!(
            "POST /enter?code={code} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Origin: {origin}\r\nContent-Length: 0\r\n\r\n",
            server.address
        ))
    };
    let ours = format!("http://{}", server.address);
    assert_eq!(enter(&"0".repeat(code.len()), &ours).status, 403);
    assert_eq!(enter("", &ours).status, 403);
    assert_eq!(enter(code, "http://evil.example").status, 403);
    let answer = enter(code, &ours);
    assert_eq!((answer.status, answer.body), (200, server.token.clone()));
    assert!(answer.head.contains("cache-control: no-store"), "{}", answer.head);
    assert_eq!(enter(code, &ours).status, 403);
}

#[test]
fn another_page_in_the_browser_is_not_answered() {
    let server = Server::start();
    let port = server.address.port();
    for origin in [
        "http://evil.example",
        "https://127.0.0.1",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "null",
        &format!("http://localhost:{port}"),
        &format!("https://127.0.0.1:{port}"),
        &format!("http://127.0.0.1:{port}.evil.example"),
    ] {
        assert_eq!(server.open_with("origin", Some(origin)).err(), Some(403), "{origin}");
    }
    assert_eq!(server.open_with("origin", None).err(), Some(403));
    assert!(server.open_with("origin", Some(&format!("http://127.0.0.1:{port}"))).is_ok());
}

#[test]
fn the_token_of_the_link_is_needed() {
    let server = Server::start();
    let token = server.token.clone();
    assert!(token.len() >= 32);
    assert_ne!(token, Server::start().token);
    for wrong in ["", &token[1..], &format!("{token}0"), &"0".repeat(token.len())] {
        let other = Server { address: server.address, token: wrong.to_owned() };
        for path in ["rules", "engine", "solver"] {
            assert_eq!(other.open(other.request(path)).err(), Some(403), "{wrong}");
        }
        assert_eq!(other.post("/games/read", "d2-e2").status, 403, "{wrong}");
        assert_eq!(other.post("/games/write", "[]").status, 403, "{wrong}");
    }
    assert_eq!(ask(&mut server.page("rules"), ""), Vec::<String>::new());
}
