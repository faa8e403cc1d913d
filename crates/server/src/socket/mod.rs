//! One WebSocket from its upgrade to its end. A hello gets the client a seat in a room; then
//! messages flow both ways until one side ends the connection, and a close frame says why.
//!
//! Reading and writing block independently: a client that does not read is still read from, and one
//! whose room's inbox is full still gets its messages.

pub(crate) mod closing;
mod end;
pub(crate) mod outbox;
mod reader;
mod writer;

use std::future::pending;
use std::sync::Arc;

use axum::extract::ws::WebSocket;
use futures_util::StreamExt;
use shared::wire::close_reason::CloseReason;
use shared::wire::route::Route;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};
use tracing::debug;

use crate::app::App;
use crate::config::Timeouts;
use crate::inbox::Urgency;
use crate::limits::WATCHER_ANSWERS;
use crate::metered::Meter;
use crate::per_address::share::Share;
use crate::rooms::{RoomEvent, Seat, Stand, Watching};
use crate::tally::Tally;
use closing::Closing;
use end::End;
use outbox::Stopper;
use reader::{Asked, Reader};
use writer::Writer;

/// How a connection ended, and what the closing handshake needs.
struct ConnectionEnd {
    end: End,
    /// `None` if the writer did not stop by itself: the client is not reading.
    writer: Option<Writer>,
    /// Until when the closing handshake may take.
    deadline: Instant,
}

/// Serves one client until its connection ends.
pub(crate) async fn serve(
    socket: WebSocket,
    meter: Meter,
    share: Share,
    route: Route,
    app: Arc<App>,
) {
    let (sink, stream) = socket.split();
    let writer = Writer::new(sink, &app);
    let mut reader = Reader::new(stream, meter, &app);
    let _counted = app.web_sockets.clone();
    let place = tokio::select! {
        place = take_place(&mut reader, share, &route, &app) => place,
        () = app.shutdown.wait() => Err(End::Close(CloseReason::Shutdown.into())),
    };
    let ConnectionEnd { end, writer, deadline } = match place {
        Ok(Place::Seat(seat)) => play(&mut reader, writer, seat, &app).await,
        Ok(Place::Stand(watching)) => watch(&mut reader, writer, watching, &app).await,
        Err(end) => ConnectionEnd { deadline: deadline(&end, &app), end, writer: Some(writer) },
    };
    debug!(?end, "connection ended");
    let (reader, closing) = match end {
        End::Gone | End::Left => (None, None),
        End::Close(closing) => (Some(reader), Some(closing)),
        End::Break(closing) => (None, Some(closing)),
    };
    match &closing {
        Some(closing) => app.metrics.count_close(closing.reason),
        None => app.metrics.closes_by_client.increment(1),
    }
    let Some(mut writer) = writer else { return };
    match closing {
        Some(closing) => send_close_frame(writer, reader, &closing, deadline).await,
        None => {
            // The client's close frame needs an answer; on a lost connection this fails at once.
            let _ = timeout_at(deadline, writer.finish()).await;
        }
    }
}

/// Until when the closing handshake may take.
fn deadline(end: &End, app: &App) -> Instant {
    let Timeouts { close, brief_close, .. } = app.config.timeouts;
    Instant::now() + if end.expects_reply() { close } else { brief_close }
}

/// Where a client is in its room.
enum Place {
    Seat(Seat),
    Stand(Watching),
}

async fn take_place(
    reader: &mut Reader,
    share: Share,
    route: &Route,
    app: &App,
) -> Result<Place, End> {
    let asked = reader.hello().await?;
    let place = async {
        match asked {
            Asked::Seat(token, hello) => {
                app.rooms.join(hello, token, share, route).await.map(Place::Seat)
            }
            Asked::Stand(hello) => app.rooms.watch(hello, share, route).await.map(Place::Stand),
        }
    };
    tokio::select! {
        // A place that was granted is taken, so that the room learns of the end.
        biased;
        place = place => place.map_err(End::Close),
        end = reader.read_ahead() => Err(end),
    }
}

/// Sends a watcher what all watchers of its room are sent.
async fn watch(
    reader: &mut Reader,
    writer: Writer,
    watching: Watching,
    app: &App,
) -> ConnectionEnd {
    let Watching { stand: Stand { watcher, feed }, room, outbox } = watching;
    let _tally = Tally::new(&app.metrics.watchers);
    let stop = outbox.stopper();
    let (answers, to_answer) = mpsc::channel(WATCHER_ANSWERS);
    let mut writing = tokio::spawn(writer.run_watcher(outbox, feed, to_answer));
    let (end, writer) = tokio::select! {
        biased;
        end = reader.run_watcher(&room, watcher, &answers) => (end, None),
        written = &mut writing => match written {
            Ok((writer, end)) => (end, Some(writer)),
            Err(_) => (End::Gone, None),
        },
        () = app.shutdown.wait() => (End::Close(CloseReason::Shutdown.into()), None),
    };
    let _ = room.send(RoomEvent::Unwatch { watcher }, Urgency::AtOnce).await;
    finish(end, writer, writing, stop, app).await
}

/// Reads in this task and writes in another, so that activity on one side does not poll the other.
async fn play(reader: &mut Reader, writer: Writer, seat: Seat, app: &App) -> ConnectionEnd {
    let Seat { session, room, outbox } = seat;
    let _tally = Tally::new(&app.metrics.players);
    let stop = outbox.stopper();
    let mut writing = tokio::spawn(writer.run(outbox));
    let (end, writer) = tokio::select! {
        biased;
        end = reader.run(&room, session) => (end, None),
        written = &mut writing => match written {
            Ok((writer, end)) => (end, Some(writer)),
            Err(_) => (End::Gone, None),
        },
        () = app.shutdown.wait() => (End::Close(CloseReason::Shutdown.into()), None),
    };
    // If the room has ended, it needs no event.
    let gone = match end.may_resume() {
        true => RoomEvent::Disconnect { session },
        false => RoomEvent::Leave { session },
    };
    let _ = room.send(gone, Urgency::AtOnce).await;
    finish(end, writer, writing, stop, app).await
}

/// Gets the writer back for the closing handshake, if the client reads.
async fn finish(
    end: End,
    writer: Option<Writer>,
    mut writing: JoinHandle<(Writer, End)>,
    stop: Stopper,
    app: &App,
) -> ConnectionEnd {
    let deadline = deadline(&end, app);
    if writer.is_some() || writing.is_finished() {
        return ConnectionEnd { end, writer, deadline };
    }
    stop.stop();
    let writer = match timeout_at(deadline, &mut writing).await {
        Ok(written) => written.ok().map(|(writer, _)| writer),
        Err(_) => {
            writing.abort();
            None
        }
    };
    ConnectionEnd { end, writer, deadline }
}

/// Sends the close frame and gives it time to get through. Closing a socket with unread data resets
/// it, and the client may lose what it has not read yet.
async fn send_close_frame(
    mut writer: Writer,
    reader: Option<Reader>,
    closing: &Closing,
    deadline: Instant,
) {
    if timeout_at(deadline, writer.close(closing)).await.is_err() {
        return;
    }
    let answered = async {
        match reader {
            Some(mut reader) => reader.discard().await,
            None => pending().await,
        }
    };
    // The connection ends even without an answer.
    let _ = timeout_at(deadline, answered).await;
}
