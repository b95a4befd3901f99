//! The files of the page, which are embedded in the program.

use std::borrow::Cow;
use std::path::{Component, Path};
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

use super::shared::Shared;
use crate::puzzle::SHIPPED;
use crate::text::read_regular_file;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/web/page");

/// Largest file served from a folder, in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// Serves a file.
pub(super) async fn serve(State(shared): State<Arc<Shared>>, method: Method, uri: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    }
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let file = content_type(path).zip(contents(path, shared.settings.files.as_deref()));
    match file {
        Some((kind, bytes)) => ([(CONTENT_TYPE, kind)], bytes).into_response(),
        None => (StatusCode::NOT_FOUND, "File not found.").into_response(),
    }
}

/// The name under which the built-in puzzles are served.
const PUZZLES: &str = "puzzles.jsonl";

/// The contents of an embedded file, or of a file in `folder`, for work on the page.
fn contents(path: &str, folder: Option<&Path>) -> Option<Cow<'static, [u8]>> {
    if path == PUZZLES {
        return Some(Cow::Borrowed(SHIPPED.as_bytes()));
    }
    let Some(folder) = folder else {
        return FILES.get_file(path).map(|file| Cow::Borrowed(file.contents()));
    };
    let path = Path::new(path);
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let bytes = is_inside.then(|| read_regular_file(&folder.join(path), MAX_BYTES).ok())?;
    bytes.map(Cow::Owned)
}

/// The content type for a file's name. `None` for files that do not belong to the page.
fn content_type(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1 {
        "html" => Some("text/html; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "json" => Some("application/json"),
        "webmanifest" => Some("application/manifest+json"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "woff2" => Some("font/woff2"),
        "txt" => Some("text/plain; charset=utf-8"),
        "jsonl" => Some("application/x-ndjson; charset=utf-8"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_a_folder_is_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/page");
        assert!(contents("index.html", Some(&folder)).is_some());
        for path in ["../../Cargo.toml", "/etc/hosts", "js/../../../Cargo.toml", "", "js"] {
            assert!(contents(path, Some(&folder)).is_none(), "{path}");
        }
    }

    #[test]
    fn every_file_of_the_page_can_be_served() {
        fn names(dir: &Dir<'_>) -> Vec<String> {
            let own = dir.files().map(|file| file.path().display().to_string());
            own.chain(dir.dirs().flat_map(names)).collect()
        }
        let names = names(&FILES);
        assert!(names.iter().any(|name| name == "index.html"));
        for name in names {
            assert!(content_type(&name).is_some(), "{name}");
        }
    }
}
