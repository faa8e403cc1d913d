//! Renders `/limits`: the server's limits and their current use from the metrics, as a page or as
//! JSON.
use std::fmt::{self, Write};

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use directory::limits::PEERS_MAX;
use serde::Serialize;
use shared::base::limits::{
    ACK_SILENCE_MAX_MS, HELD_SEAT_FIRM_MS, HELD_SEAT_MS, IDLE_ANSWER_MS, IDLE_ASK_MS,
};
use shared::wire::close_reason::CloseReason;

use crate::app::App;
use crate::limits::{
    ADDRESSES_MAX, BYTES_BURST, BYTES_PER_S, IPV6_PREFIXES, LOBBIES_MAX, MESSAGES_BURST,
    MESSAGES_PER_S, SHARED_ENTRIES,
};
use crate::metrics::{Refused, close_label};
use crate::per_address::bound::{Bounds, Count, Initiator, Rate, seats_of_network, seats_of_one};
use crate::readings::Readings;

/// What happens to a request over the limit.
const UNAVAILABLE: &str = "503 with the reason";
const TOO_MANY: &str = "429 after one second, with the reason";

/// A limit.
#[derive(Debug, Serialize)]
struct Row {
    bound: &'static str,
    max: Max,
    /// Current use, if it is counted.
    now: Option<u64>,
    /// How often it was exceeded since the server started, if that is counted.
    reached: Option<u64>,
    /// What happens when it is exceeded.
    then: String,
}

/// The maximum of a limit: a number, or several in words.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Max {
    Number(u64),
    Words(String),
}

impl fmt::Display for Max {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(n) => n.fmt(f),
            Self::Words(words) => words.fmt(f),
        }
    }
}

impl From<u32> for Max {
    fn from(n: u32) -> Self {
        Self::Number(n.into())
    }
}

impl From<String> for Max {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

/// Answers with a page, or with JSON if the request accepts that.
pub(crate) fn answer(app: &App, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let wants_json = accepted.is_some_and(|accepted| accepted.contains("application/json"));
    let [page, json] = app.limits_texts.get(app.config.timeouts.metrics_age, || {
        let rows = rows(app);
        let json = serde_json::to_string_pretty(&rows).unwrap_or_default();
        [page(&rows).into(), json.into()]
    });
    let (content_type, text) = match wants_json {
        true => ("application/json", json),
        false => ("text/html; charset=utf-8", page),
    };
    ([(header::CONTENT_TYPE, content_type)], text).into_response()
}

fn rows(app: &App) -> Vec<Row> {
    let counted = MetricValues(Readings::parse(&app.metrics.render()));
    let mut rows = server_rows(app, &counted);
    rows.extend(app.rooms.cluster.is_some().then(|| cluster_row(&counted)));
    rows.extend(address_rows(app, &counted));
    rows.extend(connection_rows(app, &counted));
    rows
}

/// That there are other servers.
fn cluster_row(counted: &MetricValues) -> Row {
    Row {
        bound: "servers of the cluster",
        max: Max::Number(PEERS_MAX as u64),
        now: counted.number("lagrange_cluster_nodes"),
        reached: None,
        then: "each has all of these limits for itself, also those per address".into(),
    }
}

fn server_rows(app: &App, counted: &MetricValues) -> Vec<Row> {
    let config = &app.config;
    let full = closed_with(CloseReason::RoomFull);
    vec![
        Row {
            bound: "connections",
            max: config.connections_max.into(),
            now: counted.number("lagrange_connections"),
            reached: counted.refused(Refused::ServerConnections),
            then: "503 with Retry-After; /healthz is still answered".into(),
        },
        Row {
            bound: "rooms",
            max: Max::Number(config.rooms_max as u64),
            now: counted.number("lagrange_rooms"),
            reached: counted.refused(Refused::ServerRooms),
            then: format!(
                "the room empty for longest is closed; for an address's first room, even one \
                 with a held seat; otherwise {full}"
            ),
        },
        Row {
            bound: "seats of a room",
            max: u32::from(config.seats).into(),
            now: None,
            reached: counted.closes(CloseReason::RoomFull),
            then: format!(
                "the seat held for longest is given up, in its first {} s only to its own \
                 address or to a network without a seat in the room; otherwise the next lobby, \
                 or {full}",
                HELD_SEAT_FIRM_MS / 1000
            ),
        },
        Row {
            bound: "lobbies",
            max: u32::from(LOBBIES_MAX).into(),
            now: None,
            reached: None,
            then: full,
        },
        Row {
            bound: "addresses tracked separately",
            max: Max::Number(ADDRESSES_MAX as u64),
            now: Some(app.addresses.n_entries() as u64),
            reached: None,
            then: format!("further ones share {SHARED_ENTRIES} entries, by network"),
        },
        Row {
            bound: "trusted proxies that name no client",
            max: 0.into(),
            now: Some(app.proxies.n_without_header() as u64),
            reached: None,
            then: "all clients of one share the limits of one address: it must send \
                   X-Forwarded-For"
                .into(),
        },
    ]
}

fn address_rows(app: &App, counted: &MetricValues) -> Vec<Row> {
    let Some(bounds) = Bounds::new(app.config.per_address) else { return Vec::new() };
    let (bytes_per_s, bytes) = bounds.bytes();
    let [full, flood] = [CloseReason::RoomFull, CloseReason::Flood].map(closed_with);
    let seats = app.config.seats;
    let row = |bound, max: Max, refused, then| {
        let reached = counted.refused(refused);
        Row { bound, max, now: None, reached, then }
    };
    let mut rows = request_rows(bounds, counted);
    rows.extend([
        row(
            "rooms opened by an address",
            bounds.max(Count::Rooms).into(),
            Refused::Rooms,
            format!("{full} and the reason"),
        ),
        row(
            "new rooms per address",
            bounds.new_rooms().into(),
            Refused::NewRooms,
            format!("{full} and the reason"),
        ),
        row(
            "seats per address in a room that it did not open",
            format!("{}; an IPv6 network: {}", seats_of_one(seats), seats_of_network(seats)).into(),
            Refused::Seats,
            format!("the next lobby, or {full} and the reason"),
        ),
        row(
            "bytes received per address",
            format!("{} KiB a second, {} at once", bytes_per_s.get() >> 10, bytes.get() >> 10)
                .into(),
            Refused::Bytes,
            format!("the connection that exceeds it is {flood}"),
        ),
    ]);
    rows
}

/// Limits on an address's connections and requests.
fn request_rows(bounds: Bounds, counted: &MetricValues) -> Vec<Row> {
    let rate = |rate| {
        let (per_s, burst) = bounds.per_s_and_burst(rate);
        Max::Words(format!("{per_s} a second, {burst} at once"))
    };
    let count = |count| Max::from(bounds.max(count));
    let (answers_per_s, answers) = bounds.per_s_and_burst(Rate::ResponseBytes(Initiator::Client));
    let [(bits, _), wider @ ..] = IPV6_PREFIXES;
    let wider = wider.map(|(bits, times)| format!("/{bits}: {times} times"));
    let row = |bound, max, refused, then: &str| Row {
        bound,
        max,
        now: None,
        reached: counted.refused(refused),
        then: then.into(),
    };
    let (connections, sockets) = (Refused::Connections, Refused::WebSockets);
    vec![
        Row {
            bound: "an IPv6 address",
            max: format!("/{bits}").into(),
            now: None,
            reached: None,
            then: format!("wider networks are limited too, {}", wider.join(", ")),
        },
        row("connections per address", count(Count::Connections), connections, UNAVAILABLE),
        row(
            "new connections per address",
            rate(Rate::NewConnections),
            Refused::NewConnections,
            "closed without an answer",
        ),
        row(
            "requests per address",
            rate(Rate::Requests(Initiator::Client)),
            Refused::Requests,
            TOO_MANY,
        ),
        row(
            "bytes sent per address",
            format!("{} KiB a second, {} at once", answers_per_s >> 10, answers >> 10).into(),
            Refused::ResponseBytes,
            TOO_MANY,
        ),
        row("WebSockets per address", count(Count::WebSockets), sockets, UNAVAILABLE),
        row("new WebSockets per address", rate(Rate::Handshakes), Refused::Handshakes, UNAVAILABLE),
    ]
}

fn connection_rows(app: &App, counted: &MetricValues) -> Vec<Row> {
    let timeouts = &app.config.timeouts;
    let row = |bound, max: String, reason, and: &str| {
        let (reached, then) = (counted.closes(reason), closed_with(reason) + and);
        Row { bound, max: max.into(), now: None, reached, then }
    };
    let [between, header] = [timeouts.between, timeouts.header].map(|limit| limit.as_secs());
    vec![
        Row {
            bound: "time to receive the header of the next request",
            max: format!("{between} s in total, {header} s from its first byte").into(),
            now: None,
            reached: None,
            then: "it is closed".into(),
        },
        row(
            "messages per player",
            format!("{MESSAGES_PER_S} a second, {MESSAGES_BURST} at once"),
            CloseReason::Flood,
            ": a flood",
        ),
        row(
            "bytes received per connection",
            format!(
                "{} KiB a second, {} at once",
                BYTES_PER_S.get() >> 10,
                BYTES_BURST.get() >> 10
            ),
            CloseReason::Flood,
            ": a flood",
        ),
        row(
            "silence of a player",
            format!("{} s, {} s for the hello", timeouts.idle.as_secs(), timeouts.hello.as_secs()),
            CloseReason::Silent,
            "; the seat is held",
        ),
        row(
            "time without an acknowledgement",
            format!("{} s", ACK_SILENCE_MAX_MS / 1000),
            CloseReason::Slow,
            "; the seat is held",
        ),
        row(
            "idle time in a full room",
            format!("{} s, then {} s to respond", IDLE_ASK_MS / 1000, IDLE_ANSWER_MS / 1000),
            CloseReason::Idle,
            "; the seat is free",
        ),
        Row {
            bound: "time a seat is held",
            max: format!("{} s", HELD_SEAT_MS / 1000).into(),
            now: None,
            reached: None,
            then: "the seat is free, and the first player of a private room may change".into(),
        },
    ]
}

/// What happens to a connection, in few words.
fn closed_with(reason: CloseReason) -> String {
    format!("closed with {}", reason.code())
}

fn page(rows: &[Row]) -> String {
    let mut text = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"color-scheme\" content=\"dark\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Limits · Lagrange</title>\n<h1>Limits of this server</h1>\n\
         <p>Each limit, its current use, how often it was reached since the server started, and \
         what happens then. The same as JSON: <code>curl -H 'accept: application/json'</code>.\
         </p>\n<table border=\"1\" cellpadding=\"6\">\n\
         <tr><th>limit<th>maximum<th>now<th>reached<th>then\n",
    );
    for Row { bound, max, now, reached, then } in rows {
        let [now, reached] = [now, reached].map(|n| n.map_or("–".to_string(), |n| n.to_string()));
        // Nothing here comes from a client, and writing to a string cannot fail.
        let _ = writeln!(text, "<tr><td>{bound}<td>{max}<td>{now}<td>{reached}<td>{then}");
    }
    text + "</table>\n"
}

/// The values of the metrics.
struct MetricValues(Readings);

impl MetricValues {
    fn number(&self, name: &str) -> Option<u64> {
        self.0.value(name).map(|value| value as u64)
    }

    fn closes(&self, reason: CloseReason) -> Option<u64> {
        self.number(&format!("lagrange_closes_total{{reason=\"{}\"}}", close_label(reason)))
    }

    fn refused(&self, refused: Refused) -> Option<u64> {
        self.number(&format!("lagrange_refused_total{{bound=\"{}\"}}", refused.label()))
    }
}
