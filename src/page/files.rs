//! The files of the page, which are embedded in the program.

use std::collections::HashMap;
use std::path::{Component, Path};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::ALLOW;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

use super::packed::Packed;
use super::shared::Shared;
use crate::puzzle::SHIPPED;
use crate::text::read_regular_file;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/web/page");

/// The folders of files that refer to each other by their relative places.
const PARTS: [&str; 3] = ["css/", "fonts/", "js/"];

/// A folder for all of these in the addresses of the page. Browsers keep what is in it without
/// asking again, so it has another name in a program with other files.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    fn add(dir: &Dir<'_>, sum: &mut crc32fast::Hasher) {
        for file in dir.files() {
            sum.update(file.path().as_os_str().as_encoded_bytes());
            sum.update(file.contents());
        }
        dir.dirs().for_each(|dir| add(dir, sum));
    }
    let mut sum = crc32fast::Hasher::new();
    add(&FILES, &mut sum);
    format!("{:08x}", sum.finalize())
});

/// Largest file served from a folder, in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// The embedded files that were requested, with their compressed forms.
#[derive(Default)]
pub(super) struct EmbeddedFiles(Mutex<HashMap<&'static str, Arc<Packed>>>);

impl EmbeddedFiles {
    fn get(&self, path: &str, kind: &'static str) -> Option<Arc<Packed>> {
        let (path, contents) = embedded(path)?;
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = || match path {
            INDEX => with_version(contents).into(),
            _ => Bytes::from_static(contents),
        };
        let file = || Arc::new(Packed::new(kind, bytes()));
        Some(Arc::clone(files.entry(path).or_insert_with(file)))
    }
}

/// Serves a file.
pub(super) async fn serve(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    }
    let path = match uri.path() {
        "/" => INDEX,
        path => path.trim_start_matches('/'),
    };
    let (version, path) = without_version(path);
    // Files in a folder change while they are worked on.
    let is_kept = shared.settings.files.is_none() && version == Some(VERSION.as_str());
    let file = content_type(path).and_then(|kind| match &shared.settings.files {
        Some(folder) if path != PUZZLES => {
            Some(Arc::new(Packed::new(kind, in_folder(path, folder)?.into())))
        }
        _ => shared.embedded_files.get(path, kind),
    });
    match file {
        Some(file) => file.answer(&headers, is_kept),
        None => (StatusCode::NOT_FOUND, "File not found.").into_response(),
    }
}

/// The page itself.
const INDEX: &str = "index.html";

/// The page with the version in the addresses of its parts.
fn with_version(index: &[u8]) -> String {
    let index = String::from_utf8_lossy(index).into_owned();
    PARTS.iter().fold(index, |text, part| {
        text.replace(&format!("\"{part}"), &format!("\"{}/{part}", *VERSION))
    })
}

/// A path without the folder of a version, and that version: a tab of an earlier program may still
/// ask for some file.
fn without_version(path: &str) -> (Option<&str>, &str) {
    let is_version = |name: &str| name.len() == 8 && name.bytes().all(|b| b.is_ascii_hexdigit());
    match path.split_once('/').filter(|(folder, _)| is_version(folder)) {
        Some((version, path)) => (Some(version), path),
        None => (None, path),
    }
}

/// The name under which the built-in puzzles are served.
const PUZZLES: &str = "puzzles.jsonl";

/// An embedded file: its path and its contents.
fn embedded(path: &str) -> Option<(&'static str, &'static [u8])> {
    if path == PUZZLES {
        return Some((PUZZLES, SHIPPED.as_bytes()));
    }
    let file = FILES.get_file(path)?;
    Some((file.path().to_str()?, file.contents()))
}

/// The contents of a file in `folder`, for work on the page.
fn in_folder(path: &str, folder: &Path) -> Option<Vec<u8>> {
    let path = Path::new(path);
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    is_inside.then(|| read_regular_file(&folder.join(path), MAX_BYTES).ok())?
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
        assert!(in_folder("index.html", &folder).is_some());
        for path in ["../../Cargo.toml", "/etc/hosts", "js/../../../Cargo.toml", "", "js"] {
            assert!(in_folder(path, &folder).is_none(), "{path}");
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
