//! A file as browsers load it: compressed if they accept that, and not again if they have it.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// A file in the forms in which it is sent.
pub(super) struct Packed {
    kind: &'static str,
    plain: Bytes,
    /// Differs between different contents.
    tag: String,
    /// Made for the first request that accepts it. `None` where it is not smaller.
    gzip: OnceLock<Option<Bytes>>,
}

impl Packed {
    /// A file with this content type.
    pub fn new(kind: &'static str, plain: Bytes) -> Self {
        let tag = format!("{:08x}-{:x}", crc32fast::hash(&plain), plain.len());
        Self { kind, plain, tag, gzip: OnceLock::new() }
    }

    /// The answer to a request with these headers. The next answer at the same address may come
    /// from another version of the program, so browsers have to ask again, unless the file is kept.
    pub fn answer(&self, request: &HeaderMap, is_kept: bool) -> Response {
        let mut headers = HeaderMap::new();
        let caching = if is_kept { "max-age=31536000, immutable" } else { "no-cache" };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
        let mut body = &self.plain;
        let mut tag = format!("\"{}\"", self.tag);
        if is_text(self.kind) {
            headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
            if accepts_gzip(request)
                && let Some(gzip) = self.gzip.get_or_init(|| compress(&self.plain))
            {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                body = gzip;
                // Different bytes need a different tag.
                tag = format!("\"{}-gzip\"", self.tag);
            }
        }
        let has_it = has_tag(request, &tag);
        if let Ok(tag) = HeaderValue::try_from(tag) {
            headers.insert(ETAG, tag);
        }
        if has_it {
            headers.remove(CONTENT_ENCODING);
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        (headers, body.clone()).into_response()
    }
}

/// Whether files of a content type become smaller. Pictures and fonts are compressed already.
fn is_text(kind: &str) -> bool {
    kind == "image/svg+xml" || !(kind.starts_with("image/") || kind.starts_with("font/"))
}

/// The compressed contents. `None` if they are not smaller.
fn compress(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(plain).ok()?;
    let packed = encoder.finish().ok()?;
    (packed.len() < plain.len()).then(|| packed.into())
}

/// The items of a header with a list of values, from all its lines.
fn items<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim).filter(|item| !item.is_empty())
}

/// Whether a client accepts gzip and does not prefer the plain file (RFC 9110, section 12.5.3).
fn accepts_gzip(request: &HeaderMap) -> bool {
    let [mut gzip, mut identity, mut others] = [None; 3];
    for item in items(request, &ACCEPT_ENCODING) {
        let (coding, parameter) = item.split_once(';').unwrap_or((item, "q=1"));
        let weight = weight(parameter);
        match coding.trim().to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => gzip = Some(weight),
            "identity" => identity = Some(weight),
            "*" => others = Some(weight),
            _ => {}
        }
    }
    let gzip = gzip.or(others).unwrap_or(0.0);
    gzip > 0.0 && gzip >= identity.unwrap_or(0.0)
}

/// The weight in `q=0.5`. One that cannot be read counts as a refusal.
fn weight(parameter: &str) -> f32 {
    let number = parameter.trim().strip_prefix(['q', 'Q']).unwrap_or_default().trim_start();
    let number = number.strip_prefix('=').and_then(|number| number.trim().parse().ok());
    number.filter(|weight| (0.0..=1.0).contains(weight)).unwrap_or(0.0)
}

/// Whether a client has the contents with a tag. `W/` marks a weak tag, which is as good here.
fn has_tag(request: &HeaderMap, tag: &str) -> bool {
    let mut known = items(request, &IF_NONE_MATCH);
    known.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    fn headers(lines: &[(HeaderName, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn gzip_is_sent_only_to_clients_that_accept_it() {
        for accepted in [
            "gzip",
            "gzip, deflate, br, zstd",
            "br;q=1.0, GZIP ; q = 0.2 , *;q=0.1",
            "x-gzip",
            "*",
            "*;q=0.5",
            "identity;q=0.5, gzip;q=0.5",
            "identity;q=0, gzip;q=0.001",
        ] {
            assert!(accepts_gzip(&headers(&[(ACCEPT_ENCODING, accepted)])), "{accepted}");
        }
        for refused in [
            "",
            "identity",
            "br, zstd",
            "gzip;q=0",
            "gzip;q=0.000, *",
            "*;q=0",
            "identity, gzip;q=0.5",
            "gzip;q=NaN",
            "gzip;q=2",
            "gzip;q=",
            "gzip;level=9",
            "gzipped",
        ] {
            assert!(!accepts_gzip(&headers(&[(ACCEPT_ENCODING, refused)])), "{refused}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
        assert!(accepts_gzip(&headers(&[(ACCEPT_ENCODING, "br"), (ACCEPT_ENCODING, "gzip")])));
    }

    #[test]
    fn each_form_has_its_tag_and_is_not_sent_to_a_client_that_has_it() {
        let text = "a text, a text, a text".repeat(20);
        let file = Packed::new("text/css; charset=utf-8", text.clone().into());
        let plain = file.answer(&HeaderMap::new(), false);
        let gzip = file.answer(&headers(&[(ACCEPT_ENCODING, "gzip")]), false);
        let tags = [&plain, &gzip].map(|answer| answer.headers()[ETAG].to_str().unwrap());
        assert_ne!(tags[0], tags[1]);
        assert!(!plain.headers().contains_key(CONTENT_ENCODING));
        assert_eq!(gzip.headers()[CONTENT_ENCODING], "gzip");
        for answer in [&plain, &gzip] {
            assert_eq!(answer.headers()[VARY], "accept-encoding");
            assert_eq!(answer.headers()[CACHE_CONTROL], "no-cache");
            assert_eq!(answer.headers()[CONTENT_TYPE], "text/css; charset=utf-8");
        }
        let status = |encoding: &str, known: &str| {
            let mut request = HeaderMap::new();
            request.insert(ACCEPT_ENCODING, encoding.parse().unwrap());
            request.insert(IF_NONE_MATCH, known.parse().unwrap());
            let answer = file.answer(&request, false);
            for header in [ETAG, VARY, CACHE_CONTROL] {
                assert!(answer.headers().contains_key(&header), "{header}");
            }
            answer.status().as_u16()
        };
        assert_eq!(status("gzip", tags[1]), 304);
        assert_eq!(status("gzip", &format!("\"x\", W/{}", tags[1])), 304);
        assert_eq!(status("identity", tags[0]), 304);
        assert_eq!(status("gzip", "*"), 304);
        assert_eq!(status("gzip", tags[0]), 200);
        assert_eq!(status("identity", tags[1]), 200);
        let changed = Packed::new("text/css; charset=utf-8", text.to_uppercase().into());
        assert_ne!(changed.answer(&HeaderMap::new(), false).headers()[ETAG], tags[0]);
    }

    #[test]
    fn what_is_compressed_is_the_file() {
        let text = "a text, a text, a text".repeat(20);
        let packed = compress(text.as_bytes()).unwrap();
        assert!(packed.len() < text.len() / 5);
        let mut read = String::new();
        GzDecoder::new(&packed[..]).read_to_string(&mut read).unwrap();
        assert_eq!(read, text);
        assert!(compress(b"short").is_none());
    }

    #[test]
    fn pictures_and_fonts_are_sent_as_they_are() {
        for kind in ["image/png", "font/woff2"] {
            let answer = Packed::new(kind, vec![0; 1000].into())
                .answer(&headers(&[(ACCEPT_ENCODING, "gzip")]), false);
            assert!(!answer.headers().contains_key(CONTENT_ENCODING), "{kind}");
            assert!(!answer.headers().contains_key(VARY), "{kind}");
            assert!(answer.headers().contains_key(ETAG), "{kind}");
        }
        assert!(is_text("image/svg+xml") && is_text("application/json"));
    }
}
