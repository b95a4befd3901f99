//! The server: connections and routes.

use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use super::guard;
use super::seats::Kind;
use super::shared::Shared;
use super::socket;
use super::{PageError, PageSettings, files, games, phone, watch};

/// The default port. A fixed one lets the browser find its saved settings again.
pub const USUAL_PORT: u16 = 7919;

/// Maximum number of connections; further ones wait.
const MAX_CONNECTIONS: usize = 512;

/// Time limit for a connection to send its request, and for being idle.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long a client may take none of what is sent to it. The system's buffers take the first megabytes.
const READER_PATIENCE: Duration = Duration::from_secs(10);

/// Pause after a failure to accept a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// A server that is bound but not yet serving.
pub struct PageServer {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl PageServer {
    /// Binds the address in the settings.
    ///
    /// # Errors
    /// If the port is taken or not permitted, or the system has no random numbers for the link.
    pub fn new(settings: PageSettings) -> Result<Self, PageError> {
        let listen = |port| {
            let address = SocketAddr::new(settings.host, port);
            TcpListener::bind(address).map_err(|error| PageError::Listen { address, error })
        };
        let listener = match settings.port {
            Some(port) => listen(port)?,
            None => listen(USUAL_PORT).or_else(|_| listen(0))?,
        };
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::new(settings, address)?);
        Ok(Self { listener, address, shared })
    }

    /// The bound address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The link to the page, with the token that every request needs.
    #[must_use]
    pub fn link(&self) -> String {
        phone::link(&self.shared.guard)
    }

    /// A link to the page for a browser that is started with it. It is good for one visit: others
    /// can read the arguments of a program.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn link_for_one_visit(&self) -> Result<String, PageError> {
        let guard = &self.shared.guard;
        Ok(format!("{}#code={}", phone::address(guard), guard.new_code()?))
    }

    /// Serves until `stop` completes.
    ///
    /// # Errors
    /// If the system cannot start the server.
    pub fn serve(self, stop: impl Future<Output = ()>) -> Result<(), PageError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = router(self.shared);
            let mut stop = pin!(stop);
            tokio::select! {
                () = accept(&listener, router) => {}
                () = &mut stop => {}
            }
            Ok::<(), io::Error>(())
        })?;
        // Does not wait for running conversions.
        runtime.shutdown_background();
        Ok(())
    }
}

/// The routes.
fn router(shared: Arc<Shared>) -> Router {
    let socket = |kind: Kind| {
        get(move |state, upgrade| async move { socket::open(kind, state, upgrade).await })
    };
    let guarded = Router::new()
        .route("/rules", socket(Kind::Rules))
        .route("/engine", socket(Kind::Engine))
        .route("/solver", socket(Kind::Solver))
        .route("/games/read", post(games::read))
        .route("/games/write", post(games::write))
        .merge(database())
        .route("/phone", post(phone::phone))
        .route("/watch", post(watch::follow))
        .route("/watch/game", post(watch::game))
        .layer(games::body_limit())
        .layer(middleware::from_fn_with_state(Arc::clone(&shared.guard), guard::only_our_page));
    guarded
        .route("/enter", post(guard::enter))
        .fallback(files::serve)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared.guard), guard::only_our_host))
        .with_state(shared)
}

/// The routes to the database.
#[cfg(feature = "db")]
fn database() -> Router<Arc<Shared>> {
    use super::explorer::{explore, game, keep, list};
    Router::new()
        .route("/explore", post(explore))
        .route("/db/games", post(list))
        .route("/db/game", post(game))
        .route("/games/keep", post(keep))
}

/// The routes to the database. Without the feature, none can be open.
#[cfg(not(feature = "db"))]
fn database() -> Router<Arc<Shared>> {
    let paths = ["/explore", "/db/games", "/db/game", "/games/keep"];
    paths.into_iter().fold(Router::new(), |router, path| router.route(path, post(async || "null")))
}

/// Accepts connections, each in its own task.
pub(super) async fn accept(listener: &tokio::net::TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        // The semaphore is never closed.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // For example, out of file descriptors; closing connections will free some.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Sends short lines at once.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(READER_PATIENCE));
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .max_buf_size(1 << 16)
                .serve_connection(TokioIo::new(Box::pin(stream)), service)
                .with_upgrades();
            // An error of a connection concerns only its client.
            let _ = connection.await;
            drop(place);
        });
    }
}
