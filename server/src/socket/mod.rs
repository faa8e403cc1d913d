//! One WebSocket from its upgrade to its end: a hello becomes a seat in a room, then messages go
//! both ways until one side has enough; then a close frame says why.
//!
//! Reading and writing wait apart: a client that does not read is still heard, and one that waits
//! for its room is still sent to.

pub(crate) mod closing;
pub(crate) mod outbox;
mod reader;
mod writer;

use std::future::pending;
use std::sync::Arc;

use axum::extract::ws::WebSocket;
use futures_util::StreamExt;
use shared::wire::message::CloseReason;
use tokio::time::{Instant, timeout, timeout_at};
use tracing::debug;

use crate::app::App;
use crate::inbox::Urgency;
use crate::rooms::RoomEvent;
use crate::tally::Tally;
use closing::Closing;
use reader::Reader;
use writer::Writer;

/// How a connection ends.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// We end it, and the client can still be read from.
    Close(Closing),
    /// We end it, for what came was so wrong that nothing after it can be understood.
    Break(Closing),
    /// The client has ended it.
    Gone,
}

/// Serves one client until the end.
pub(crate) async fn serve(socket: WebSocket, app: Arc<App>) {
    let (sink, stream) = socket.split();
    let mut writer = Writer::new(sink, &app);
    let mut reader = Reader::new(stream, &app);
    let end = tokio::select! {
        end = play(&mut reader, &mut writer, &app) => end,
        () = app.shutdown.wait() => End::Close(CloseReason::Shutdown.into()),
    };
    debug!(?end, "a connection ends");
    match end {
        End::Gone => {
            app.metrics.closes_by_client.increment(1);
            // A close frame wants one in return, and a lost connection nothing.
            let _ = timeout(app.config.timeouts.close, writer.finish()).await;
        }
        End::Close(closing) => {
            app.metrics.count_close(closing.reason);
            say_goodbye(writer, Some(reader), &closing, &app).await;
        }
        End::Break(closing) => {
            app.metrics.count_close(closing.reason);
            say_goodbye(writer, None, &closing, &app).await;
        }
    }
}

async fn play(reader: &mut Reader, writer: &mut Writer, app: &App) -> End {
    let hello = match reader.hello().await {
        Ok(hello) => hello,
        Err(end) => return end,
    };
    let mut seat = match app.rooms.join(hello).await {
        Ok(seat) => seat,
        Err(closing) => return End::Close(closing),
    };
    let _tally = Tally::of(&app.metrics.players);
    let end = tokio::select! {
        end = reader.run(&seat.room, seat.session) => end,
        end = writer.run(&mut seat.outbox) => end,
    };
    let session = seat.session;
    // Without a room there is nobody to tell.
    let _ = seat.room.send(RoomEvent::Leave { session }, Urgency::AtOnce).await;
    end
}

/// Sends the close frame, and gives it time to get through: a socket that is closed while there
/// is something unread in it is reset, and what the client has not read yet may be lost.
async fn say_goodbye(mut writer: Writer, reader: Option<Reader>, closing: &Closing, app: &App) {
    let deadline = Instant::now() + app.config.timeouts.close;
    if timeout_at(deadline, writer.close(closing)).await.is_err() {
        return;
    }
    let answered = async {
        match reader {
            Some(mut reader) => reader.discard().await,
            None => pending().await,
        }
    };
    // Without an answer it ends all the same.
    let _ = timeout_at(deadline, answered).await;
}
