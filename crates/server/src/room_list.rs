//! `/api/rooms`: where people are, as JSON: the lobbies, and the rooms whose founders asked to be
//! listed, on all servers of the cluster.
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use shared::room::RoomKind;

use crate::app::App;
use crate::rooms::{RoomOpen, RoomsOpen};

/// Its path.
pub(crate) const ROOM_LIST_PATH: &str = "/api/rooms";
/// The oldest list that is shown.
const AGE_MAX: Duration = Duration::from_secs(1);

/// The answer.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    /// Those with the most players first.
    rooms: Vec<Row<'a>>,
    /// Rooms left out.
    more: u64,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    name: &'a str,
    kind: Kind,
    /// The server on which it is, among several.
    node: Option<&'a str>,
    /// People, connected.
    players: u16,
    bots: u16,
    seats: u16,
    watchers: u16,
    tick_hz: u16,
    /// As in a link: `endless`, or kills and seconds of a round.
    rounds: String,
    /// The key of the preset by whose rules it plays; `null` for rules that are no preset's.
    netcode: Option<&'static str>,
}

/// Who may change a room's rules.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Lobby,
    Private,
    Lab,
}

pub(crate) async fn answer(State(app): State<Arc<App>>) -> Response {
    let json = app.room_list.get(AGE_MAX, || json(&app.rooms.list()).into());
    // A list that is not current is of no use to anybody.
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, json).into_response()
}

fn json(open: &RoomsOpen) -> String {
    let answer = Answer { rooms: open.rooms.iter().map(row).collect(), more: open.more };
    serde_json::to_string(&answer).unwrap_or_default() + "\n"
}

fn row(RoomOpen { kind, node, room }: &RoomOpen) -> Row<'_> {
    Row {
        name: room.name.as_str(),
        kind: match kind {
            RoomKind::Public => Kind::Lobby,
            RoomKind::Private | RoomKind::Simulated => Kind::Private,
            RoomKind::Experimental => Kind::Lab,
        },
        node: node.as_ref().map(|node| node.as_str()),
        players: room.players,
        bots: room.bots,
        seats: room.seats,
        watchers: room.watchers,
        tick_hz: room.rate.hz(),
        rounds: room.mode.to_string(),
        netcode: room.preset.map(|preset| preset.key()),
    }
}
