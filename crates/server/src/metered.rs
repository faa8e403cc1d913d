//! Counts the bytes of a connection before they are parsed. A client that sends too many, or too
//! few at a time, is no longer read. This also covers empty WebSocket frames, which nothing else
//! counts.
use std::io;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::app::App;
use crate::budget::Budget;
use crate::header_watch::HeaderWatch;
use crate::limits::{BYTES_BURST, BYTES_PER_S, READ_COST_BYTES};
use crate::metrics::{Metrics, Refused};
use crate::per_address::share::Share;

/// A connection whose bytes are counted.
pub(crate) struct Metered<S> {
    stream: S,
    budget: Budget,
    meter: Meter,
    headers: HeaderWatch,
    metrics: Arc<Metrics>,
}

/// The share that a connection's bytes count towards, and whether they exceeded a limit. Shared
/// with the connection's task.
#[derive(Clone, Default)]
pub(crate) struct Meter(Arc<Metering>);

#[derive(Default)]
struct Metering {
    /// Nothing counts towards a share before it is known.
    share: OnceLock<Share>,
    overdrawn: AtomicBool,
}

impl<S> Metered<S> {
    /// A connection of an address; of none if it is a proxy's, until it is upgraded for a single
    /// client.
    pub(crate) fn new(stream: S, share: Option<Share>, app: &App) -> Self {
        let (meter, headers) = (Meter::default(), HeaderWatch::default());
        if let Some(share) = share {
            meter.begin(share);
        }
        let budget = Budget::new(BYTES_PER_S, BYTES_BURST, app.clock, &app.awake);
        Self { stream, budget, meter, headers, metrics: app.metrics.clone() }
    }

    /// The watch that is notified of arriving bytes.
    pub(crate) fn headers(&self) -> HeaderWatch {
        self.headers.clone()
    }

    /// A handle that reports whether the client sent too much.
    pub(crate) fn meter(&self) -> Meter {
        self.meter.clone()
    }
}

impl Meter {
    /// Counts all further bytes towards this share.
    pub(crate) fn begin(&self, share: Share) {
        self.0.share.get_or_init(|| share);
    }

    pub(crate) fn is_overdrawn(&self) -> bool {
        self.0.overdrawn.load(Ordering::Relaxed)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { stream, budget, meter, headers, metrics } = &mut *self;
        let before = into.filled().len();
        ready!(Pin::new(stream).poll_read(context, into))?;
        let n = u32::try_from(into.filled().len() - before).unwrap_or(u32::MAX);
        if n > 0 {
            headers.note_bytes();
        }
        // A read of zero bytes is the end of the stream.
        let cost = NonZeroU32::new(if n == 0 { 0 } else { n.max(READ_COST_BYTES) });
        let (Some(cost), Some(share)) = (cost, meter.0.share.get()) else {
            return Poll::Ready(Ok(()));
        };
        if budget.take(cost) {
            if share.take_bytes(cost) {
                return Poll::Ready(Ok(()));
            }
            metrics.count_refused(Refused::Bytes);
        }
        meter.0.overdrawn.store(true, Ordering::Relaxed);
        Poll::Ready(Err(io::Error::other("too many bytes at once")))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;
    use crate::config::Config;

    #[tokio::test(start_paused = true)]
    async fn single_byte_reads_are_charged_as_whole_reads() {
        let app = App::new(Config::default());
        let burst = BYTES_BURST.get();
        for (chunk, n_reads) in
            [(1, burst / READ_COST_BYTES), (64, burst / 64), (4096, burst / 4096)]
        {
            let (mut far, near) = duplex(chunk);
            let share = app.addresses.share(Ipv4Addr::LOCALHOST.into());
            let mut metered = Metered::new(near, Some(share), &app);
            let meter = metered.meter();
            let (sent, mut read) = (vec![0; chunk], vec![0; chunk]);
            for n in 0..=n_reads {
                far.write_all(&sent).await.unwrap();
                let got = metered.read(&mut read).await;
                assert_eq!(got.is_ok(), n < n_reads, "{chunk} bytes at a time, read {n}");
            }
            assert!(meter.is_overdrawn());
        }
    }
}
