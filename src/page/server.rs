//! The server: connections, and which part answers what.

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
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

use super::guard::{self, Guard};
use super::seats::{Kind, Seats};
use super::shared::{MAX_CONVERSIONS, Shared};
use super::socket;
use super::{PageError, PageSettings, files, games, watch};

/// The port that is tried first: settings that a browser keeps belong to a port.
const USUAL_PORT: u16 = 7919;

/// The most connections at a time; more wait until one ends.
const MAX_CONNECTIONS: usize = 512;

/// How long a connection may take to say what it wants, and be idle.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long to wait after the system could not accept a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// A server that listens and does not serve yet.
pub struct PageServer {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl PageServer {
    /// Listens as the settings say.
    ///
    /// # Errors
    /// When the port is taken or may not be used, or there are no random numbers for the link.
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
        let shared = Arc::new(Shared {
            guard: Arc::new(Guard::new(address)?),
            settings,
            seats: Seats::default(),
            desks: Semaphore::new(MAX_CONVERSIONS),
        });
        Ok(Self { listener, address, shared })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The link to the page, with the token without which nothing is answered.
    #[must_use]
    pub fn link(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(Ipv4Addr::LOCALHOST.into());
        }
        // What follows the mark is not sent to the server, nor written to any log.
        format!("http://{address}/#token={}", self.shared.guard.token())
    }

    /// Serves until `stop` is ready.
    ///
    /// # Errors
    /// When the system does not let the server start.
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
        // Conversions at work are not waited for.
        runtime.shutdown_background();
        Ok(())
    }
}

/// What answers which request.
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
        .route("/watch", post(watch::follow))
        .route("/watch/game", post(watch::game))
        .layer(games::body_limit())
        .layer(middleware::from_fn_with_state(Arc::clone(&shared.guard), guard::only_our_page));
    guarded
        .fallback(files::serve)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared.guard), guard::only_our_host))
        .with_state(shared)
}

/// Takes connections, each with a task of its own.
async fn accept(listener: &tokio::net::TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        // Nobody closes the semaphore.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // Out of files, for example; those that end free some.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Short lines are sent at once.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .max_buf_size(1 << 16)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            // What goes wrong with a connection concerns the one at its other end.
            let _ = connection.await;
            drop(place);
        });
    }
}
