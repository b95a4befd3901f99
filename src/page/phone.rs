//! The link for other devices on the network, as text and as a QR code.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use qrcode::{Color, QrCode};
use serde::Serialize;

use super::guard::Guard;
use super::shared::Shared;
use super::watch::json;

/// The link with its code.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct PhoneLink {
    link: String,
    /// The rows of the code from the top, `1` for a dark module and `0` for a light one.
    code: Vec<String>,
}

/// Answers with the link that other devices open, or `null` if the page is served on this machine
/// alone.
pub(super) async fn phone(State(shared): State<Arc<Shared>>) -> Response {
    let is_open = !shared.guard.address().ip().is_loopback();
    let phone = is_open.then(|| with_code(link(&shared.guard))).flatten();
    json(phone.and_then(|phone| serde_json::to_string(&phone).ok()))
}

/// The link to the page, with the token that every request needs.
pub(super) fn link(guard: &Guard) -> String {
    // Browsers do not send the fragment to the server, so the token is in no log.
    format!("{}#token={}", address(guard), guard.token())
}

/// The address of the page.
pub(super) fn address(guard: &Guard) -> String {
    format!("http://{}/", reachable(guard.address()))
}

/// The address at which others reach a server that listens at `address`.
pub(crate) fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(network_address().unwrap_or(Ipv4Addr::LOCALHOST.into()));
    }
    address
}

/// The address of this machine for others on the network.
fn network_address() -> Option<IpAddr> {
    /// An address reserved for documentation (RFC 5737). Connecting a datagram socket sends nothing
    /// and only selects the interface.
    const ELSEWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified()).then_some(address)
}

fn with_code(link: String) -> Option<PhoneLink> {
    let code = QrCode::new(&link).ok()?;
    let row = |colors: &[Color]| colors.iter().map(|color| color.select('1', '0')).collect();
    let rows = code.to_colors().chunks(code.width()).map(row).collect();
    Some(PhoneLink { link, code: rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_square_and_have_their_three_corners() {
        let phone = with_code("http://192.168.100.200:7919/#token=0123456789abcdef".to_owned());
        let code = phone.unwrap().code;
        assert!(code.len() > 20 && code.iter().all(|row| row.len() == code.len()));
        let corner = "1111111";
        assert!(code[0].starts_with(corner) && code[0].ends_with(corner));
        assert!(code[code.len() - 1].starts_with(corner));
    }
}
