//! Restricts the server to requests from the page that it served.
//!
//! Any page in the browser can send requests to this machine. Three checks reject them. The `Host`
//! must be one of our addresses, so that no foreign name can resolve to this server (DNS
//! rebinding). The `Origin`, which browsers set and pages cannot forge, must be that host. And the
//! request must contain a token that is only in the printed link.

use std::fmt::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::PageError;
use super::shared::Shared;

/// The port of HTTP.
const DEFAULT_PORT: u16 = 80;

/// Size of a token in random bytes.
const TOKEN_BYTES: usize = 16;

/// The token and the address that requests are checked against.
pub(super) struct Guard {
    token: String,
    /// A code that gives the token to the first who sends it.
    code: Mutex<Option<String>>,
    address: SocketAddr,
}

impl Guard {
    /// A guard for the server at an address, with a new token.
    pub fn new(address: SocketAddr) -> Result<Self, PageError> {
        Ok(Self { token: random_word()?, code: Mutex::default(), address })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// A new code for the browser that is started. It stands among that program's arguments, which
    /// other users of the machine can read for as long as the browser runs; the token must not.
    pub fn new_code(&self) -> Result<String, PageError> {
        let code = random_word()?;
        *self.code.lock().unwrap_or_else(PoisonError::into_inner) = Some(code.clone());
        Ok(code)
    }

    /// The token for a request of the page with the code, which is good for one visit.
    pub fn admit(&self, headers: &HeaderMap, query: Option<&str>) -> Option<&str> {
        let given = Self::is_our_origin(headers).then(|| parameter(query, "code="))??;
        let mut code = self.code.lock().unwrap_or_else(PoisonError::into_inner);
        code.take_if(|code| is_same(given.as_bytes(), code.as_bytes()))?;
        Some(&self.token)
    }

    /// Whether a `Host` header names this server by address or as `localhost`.
    fn is_our_host(&self, host: &str) -> bool {
        let host = &with_port(host);
        if *host == format!("localhost:{}", self.address.port()) {
            return true;
        }
        let Ok(named) = host.parse::<SocketAddr>() else { return false };
        let loopback_only = self.address.ip().is_loopback();
        let is_ours = |ip: IpAddr| !loopback_only || ip.is_loopback();
        named.port() == self.address.port() && is_ours(named.ip())
    }

    /// Whether a request comes from the page itself.
    fn is_our_page(&self, headers: &HeaderMap, query: Option<&str>) -> bool {
        let given = parameter(query, "token=");
        Self::is_our_origin(headers)
            && given.is_some_and(|given| is_same(given.as_bytes(), self.token.as_bytes()))
    }

    /// Whether a request comes from a page of its `Host`.
    fn is_our_origin(headers: &HeaderMap) -> bool {
        let (Some(host), Some(origin)) = (text(headers, &HOST), text(headers, &ORIGIN)) else {
            return false;
        };
        origin.strip_prefix("http://") == Some(host)
    }
}

/// A random word that nobody can guess.
fn random_word() -> Result<String, PageError> {
    let mut random = [0; TOKEN_BYTES];
    getrandom::fill(&mut random).map_err(PageError::Random)?;
    Ok(random.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// The value of a parameter in a query.
fn parameter<'a>(query: Option<&'a str>, name: &str) -> Option<&'a str> {
    query.unwrap_or_default().split('&').find_map(|part| part.strip_prefix(name))
}

/// A `Host` with its port. Browsers leave out the default port.
fn with_port(host: &str) -> String {
    let port = host.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
    if port.is_some() { host.to_owned() } else { format!("{host}:{DEFAULT_PORT}") }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    // A request with a repeated header is rejected.
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Compares two byte strings in constant time.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

/// Rejects requests with a foreign `Host`, and adds security headers to responses.
pub(super) async fn only_our_host(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let host = text(request.headers(), &HOST).unwrap_or_default().to_owned();
    let mut response = if guard.is_our_host(&host) {
        next.run(request).await
    } else {
        (StatusCode::MISDIRECTED_REQUEST, "This server does not have that name.").into_response()
    };
    protect(response.headers_mut(), &host);
    response
}

/// Rejects requests that do not come from the page.
pub(super) async fn only_our_page(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    if guard.is_our_page(request.headers(), request.uri().query()) {
        next.run(request).await
    } else {
        let reason = "Only the page that 'branan board' links to may request this.";
        (StatusCode::FORBIDDEN, reason).into_response()
    }
}

/// Answers with the token to the first visitor who has the code.
pub(super) async fn enter(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    match shared.guard.admit(request.headers(), request.uri().query()) {
        Some(token) => token.to_owned().into_response(),
        None => (StatusCode::FORBIDDEN, "This link has been used.").into_response(),
    }
}

/// Adds headers that restrict a page to its own files and server.
fn protect(headers: &mut HeaderMap, host: &str) {
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
         manifest-src 'self'; font-src 'self'; connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    let fixed = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Files say how long browsers may keep them; nothing else is to be kept.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        let code = Mutex::default();
        Guard { token: "1234abcd".to_owned(), code, address: address.parse().unwrap() }
    }

    #[test]
    fn only_addresses_are_our_host() {
        let guard = guard("127.0.0.1:7919");
        for host in ["127.0.0.1:7919", "localhost:7919", "[::1]:7919", "127.0.0.2:7919"] {
            assert!(guard.is_our_host(host), "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost",
            "evil.example:7919",
            "localhost.evil.example:7919",
            "192.168.1.2:7919",
            "127.0.0.1:7919@evil.example",
        ] {
            assert!(!guard.is_our_host(host), "{host}");
        }
    }

    #[test]
    fn browsers_leave_out_the_default_port() {
        let guard = guard("127.0.0.1:80");
        for host in ["127.0.0.1", "localhost", "[::1]", "127.0.0.1:80", "localhost:80"] {
            assert!(guard.is_our_host(host), "{host}");
        }
        for host in ["", "evil.example", "::1", "127.0.0.1:7919", "192.168.1.2", "localhost:"] {
            assert!(!guard.is_our_host(host), "{host}");
        }
    }

    #[test]
    fn a_server_for_others_is_known_by_any_address() {
        let guard = guard("0.0.0.0:7919");
        assert!(guard.is_our_host("192.168.1.2:7919"));
        assert!(!guard.is_our_host("evil.example:7919"));
    }

    #[test]
    fn the_page_has_our_origin_and_the_token() {
        let guard = guard("127.0.0.1:7919");
        let asks = |headers: &[(HeaderName, &'static str)], query: &str| {
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                map.append(name.clone(), HeaderValue::from_static(value));
            }
            guard.is_our_page(&map, Some(query))
        };
        let host = (HOST, "127.0.0.1:7919");
        let ours = [host.clone(), (ORIGIN, "http://127.0.0.1:7919")];
        assert!(asks(&ours, "token=1234abcd"));
        assert!(asks(&ours, "format=moves&token=1234abcd"));
        assert!(!asks(&ours, ""));
        assert!(!asks(&ours, "token="));
        assert!(!asks(&ours, "token=1234abce"));
        assert!(!asks(std::slice::from_ref(&host), "token=1234abcd"));
        for origin in
            ["http://evil.example", "null", "http://127.0.0.1:8080", "https://127.0.0.1:7919"]
        {
            assert!(!asks(&[host.clone(), (ORIGIN, origin)], "token=1234abcd"), "{origin}");
        }
        let twice = [host, (ORIGIN, "http://127.0.0.1:7919"), (ORIGIN, "http://evil.example")];
        assert!(!asks(&twice, "token=1234abcd"));
    }
}
