//! The routes of the public and the admin listener.
use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Extension, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::{Router, get};
use shared::base::limits::CLIENT_MESSAGE_BYTES_MAX;
use shared::wire::route::Route;

use crate::app::App;
use crate::connection_permit::ConnectionPermit;
use crate::embedding::Embedding;
use crate::host::FORWARD_HOST;
use crate::limits::{READ_BUFFER_BYTES, TURNED_AWAY_FOR, WRITE_BUFFER_BYTES};
use crate::metered::Meter;
use crate::per_address::bound::{Count, Initiator, Rate};
use crate::per_address::share::Share;
use crate::proxies::Client;
use crate::room_list::ROOM_LIST_PATH;
use crate::whoami::WHOAMI_PATH;
use crate::{bounds_page, embedding, headers, host, origin, page, room_list, socket, whoami};

/// The path of the health check.
pub(crate) const HEALTH_PATH: &str = "/healthz";
/// The path at which a load balancer asks whether new clients should come.
const READY_PATH: &str = "/readyz";

/// Who may read `/metrics` and `/limits`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricsExposure {
    /// Programs on this machine.
    Loopback,
    /// Clients of the [`admin`] listener only.
    AdminOnly,
}

/// Routes of the public listener.
pub(crate) fn public(app: Arc<App>, exposure: MetricsExposure) -> Router {
    let router = Router::new()
        .route("/ws", get(upgrade).post(upgrade))
        // The path of one server among several. Another one that gets such a request, since that
        // one is gone, serves it as its own.
        .route("/n/{node}/ws", get(upgrade).post(upgrade))
        .route(HEALTH_PATH, get(health))
        .route(READY_PATH, get(ready))
        .route(WHOAMI_PATH, get(whoami::answer))
        .route(ROOM_LIST_PATH, get(room_list::answer))
        .fallback(get(page::serve));
    let embedding = Embedding::allow(&app.config.allow_embed, app.config.site);
    let router = with_guards(
        app,
        match exposure {
            MetricsExposure::Loopback => {
                router.merge(metrics_routes().layer(from_fn(loopback_only)))
            }
            MetricsExposure::AdminOnly => router,
        },
    );
    match embedding {
        Some(embedding) => router.layer(from_fn_with_state(embedding, embedding::adjust_response)),
        None => router,
    }
}

/// Routes of the admin listener.
pub(crate) fn admin(app: Arc<App>) -> Router {
    with_guards(app, metrics_routes().route(HEALTH_PATH, get(health)).route(READY_PATH, get(ready)))
}

fn metrics_routes() -> Router<Arc<App>> {
    Router::new().route("/metrics", get(metrics)).route("/limits", get(limits))
}

/// Rejects requests from other machines.
async fn loopback_only(
    Extension(client): Extension<Client>,
    request: Request,
    next: Next,
) -> Response {
    if client.is_local() {
        return next.run(request).await;
    }
    let text = "Metrics and limits are served only to direct connections from this machine; \
                --admin serves them on a separate address.\n";
    (StatusCode::FORBIDDEN, text).into_response()
}

fn with_guards(app: Arc<App>, router: Router<Arc<App>>) -> Router {
    router
        .layer(from_fn_with_state(app.clone(), host::guard))
        .layer(map_response(headers::guard))
        .with_state(app)
}

async fn upgrade(
    State(app): State<Arc<App>>,
    Extension(permit): Extension<ConnectionPermit>,
    Extension(meter): Extension<Meter>,
    Extension(share): Extension<Share>,
    Parts { method, uri, headers, .. }: Parts,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let is_page = headers.get("sec-fetch-mode").is_none_or(|mode| mode != "websocket");
    if is_page && origin::initiator(&headers) == Initiator::OtherSite {
        let text = "Pages of other sites may not send requests here.\n";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    if !origin::is_allowed(&headers, &app.config.allow_origin) {
        let text = format!(
            "A page of {} requested the host {}: pages of other sites may not connect (see \
             --allow-origin). {FORWARD_HOST}\n",
            origin::describe(&headers),
            host::describe(&headers),
        );
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    // In a cluster a draining server knows where each room is, and its players still come back.
    if app.shutdown.is_ending() || (app.shutdown.is_begun() && app.rooms.cluster.is_none()) {
        return unavailable("This server is ending: its rooms move to another one.");
    }
    let route = Route::from_address(uri.path(), uri.query());
    // A page asks by POST why its WebSocket was refused: browsers send the page's origin with it,
    // but not with a GET. It does not count as a handshake, since pages of other sites can cause
    // such requests too.
    let upgrade = match (upgrade, share.refusal()) {
        (Ok(upgrade), _) => upgrade,
        (Err(_), Some(exceeded)) => return unavailable(&exceeded.to_string()),
        (Err(_), None) if method == Method::POST => return upgrade_required(),
        (Err(rejection), None) => return rejection.into_response(),
    };
    let reservation =
        share.use_once(Rate::Handshakes).and_then(|()| share.reserve(Count::WebSockets));
    share.note_refusal(reservation.as_ref().err().copied());
    let reservation = match reservation {
        Ok(reservation) => reservation,
        Err(exceeded) => {
            app.metrics.count_refused(exceeded);
            return unavailable(&exceeded.to_string());
        }
    };
    upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES)
        .max_message_size(CLIENT_MESSAGE_BYTES_MAX)
        .max_frame_size(CLIENT_MESSAGE_BYTES_MAX)
        .on_upgrade(async move |socket| {
            meter.begin(share.clone());
            socket::serve(socket, meter, share, route, app).await;
            drop((permit, reservation));
        })
}

/// The response to a page that asks why its WebSocket was refused, although nothing refuses it.
fn upgrade_required() -> Response {
    let text = "Nothing here refuses a WebSocket. If none gets through, a proxy does not forward \
                the headers Upgrade and Connection; in nginx: proxy_http_version 1.1; \
                proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade;\n";
    let upgrade = [(header::UPGRADE, "websocket"), (header::CONNECTION, "upgrade")];
    (StatusCode::UPGRADE_REQUIRED, upgrade, text).into_response()
}

/// The response when there is no capacity.
pub(crate) fn unavailable(why: &str) -> Response {
    let retry_after = [(header::RETRY_AFTER, TURNED_AWAY_FOR.as_secs().to_string())];
    (StatusCode::SERVICE_UNAVAILABLE, retry_after, format!("{why}\n")).into_response()
}

async fn health(State(app): State<Arc<App>>) -> Response {
    match app.rooms.health() {
        Ok(()) => "healthy\n".into_response(),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")).into_response(),
    }
}

/// A server that ends is healthy until its last client has gone, and takes no new ones. One that
/// has just joined a cluster cannot tell yet whose rooms it may take over.
async fn ready(state: State<Arc<App>>) -> Response {
    if state.shutdown.is_begun() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the server is ending\n").into_response();
    }
    if state.rooms.cluster.as_ref().is_some_and(|cluster| !cluster.standing().is_settled) {
        let text = "the server has just joined its cluster\n";
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    }
    health(state).await
}

async fn limits(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    bounds_page::answer(&app, &headers)
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    let content_type = (header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8");
    let age_max = app.config.timeouts.metrics_age;
    let text = app.metrics_text.get(age_max, || app.metrics.render().into());
    ([content_type], text).into_response()
}
