//! Sends invalid frames and messages as fast as the server reads them. Each must be answered with
//! its close code, and other players must not notice.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::join_all;
use shared::wire::close_reason::CloseReason;
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, sleep, timeout};

use crate::beside::{self, Run, Scene, nothing, table};
use crate::length::Length;
use crate::outcome::{CheckedFigure, Outcome};
use crate::players::Load;
use crate::socket::{close_of, join, open};

/// The kind of invalid data.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The first fragment of a message, followed by empty continuation frames.
    EmptyContinuations,
    Pings,
    /// A message over the size limit.
    Oversize,
    /// Frames with an undefined opcode.
    UnknownFrames,
    /// Messages of an unknown kind.
    Garbage,
}

impl Kind {
    const ALL: [Self; 5] =
        [Self::EmptyContinuations, Self::Pings, Self::Oversize, Self::UnknownFrames, Self::Garbage];

    /// The close codes to expect. With many undecodable frames, the server may notice their number
    /// first.
    fn reasons(self) -> &'static [CloseReason] {
        match self {
            Self::EmptyContinuations | Self::Pings => &[CloseReason::Flood],
            Self::Oversize => &[CloseReason::TooLong],
            Self::UnknownFrames => &[CloseReason::Framing],
            Self::Garbage => &[CloseReason::Malformed, CloseReason::Flood],
        }
    }

    /// Frames in each piece; a long message consists of fragments only.
    fn frames(self) -> u64 {
        match self {
            Self::EmptyContinuations | Self::Pings => FRAMES_PER_PIECE as u64,
            Self::Oversize => 0,
            Self::UnknownFrames | Self::Garbage => 1,
        }
    }

    /// The bytes sent first, and those then repeated, as frames with a zero mask.
    fn bytes(self) -> (Vec<u8>, Vec<u8>) {
        match self {
            Self::EmptyContinuations => {
                (vec![0x02, 0x80, 0, 0, 0, 0], [0x00, 0x80, 0, 0, 0, 0].repeat(FRAMES_PER_PIECE))
            }
            Self::Pings => (Vec::new(), [0x89, 0x80, 0, 0, 0, 0].repeat(FRAMES_PER_PIECE)),
            Self::Oversize => (vec![0x82, 0xFE, 0xFF, 0xFF, 0, 0, 0, 0], vec![0; 0x1000]),
            Self::UnknownFrames => (Vec::new(), vec![0x83, 0x80, 0, 0, 0, 0]),
            Self::Garbage => (Vec::new(), vec![0x82, 0x81, 0, 0, 0, 0, 0xFF]),
        }
    }
}

/// Frames in one piece.
const FRAMES_PER_PIECE: usize = 1000;
/// Pieces that an attacker sends unless the connection is closed.
const PIECES_MAX: usize = 2000;
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);
/// Pause before the next connection.
const PAUSE: Duration = Duration::from_millis(100);

pub(crate) async fn run(length: Length) -> Result<Outcome> {
    let n = length.of(8, 32);
    let load = Load { bots: 10, room_size: 10, seconds: length.of(6, 20) };
    let options = ["--seats", "128"];
    let without = beside::run("without", &options, load, nothing).await?;
    let mut runs = vec![without];
    let mut checks = Vec::new();
    for kind in length.of(&Kind::ALL[..2], &Kind::ALL[..]) {
        let name = format!("{n} × {kind:?}");
        let run = beside::run(&name, &options, load, async |scene| {
            join_all((0..n).map(|n| attack_once(scene, n, *kind))).await;
        })
        .await?;
        let expected: Vec<u16> = kind.reasons().iter().map(|reason| reason.code()).collect();
        let closed =
            run.totals.answers.iter().filter_map(|(code, n)| Some((code.parse().ok()?, *n)));
        let (by_these, by_others): (Vec<_>, Vec<_>) =
            closed.partition(|(code, _): &(u16, u64)| expected.contains(code));
        let sum = |closed: Vec<(u16, u64)>| closed.iter().map(|(_, n)| n).sum();
        let what = format!("{name}: not closed with {expected:?}");
        checks.push(CheckedFigure::count(&what, sum(by_others), 0));
        checks.push(CheckedFigure::at_least(&format!("{name}: closed so"), sum(by_these), 1));
        runs.push(run);
    }
    let runs: Vec<&Run> = runs.iter().collect();
    checks.extend(beside::check_invariants(&runs[1..]));
    Ok(Outcome { tables: vec![table(&runs)], checks, notes: Vec::new() })
}

/// Every other attacker joins first.
async fn attack_once(scene: &Scene<'_>, n: u8, kind: Kind) {
    let (to, tally) = (scene.server.address, &scene.tally);
    let from = IpAddr::V4(Ipv4Addr::new(127, 0, 10, 1 + n));
    let (first, then) = kind.bytes();
    while Instant::now() < scene.until {
        let Some(mut socket) = open(from, to, tally).await else { continue };
        if n.is_multiple_of(2) {
            join(&mut socket, "frames", tally).await;
        }
        let sending = async {
            let stream = socket.get_mut();
            stream.write_all(&first).await?;
            for _ in 0..PIECES_MAX {
                stream.write_all(&then).await?;
                tally.sent(kind.frames(), then.len());
            }
            Ok::<(), std::io::Error>(())
        };
        // The sender stops by itself once the server stops reading.
        let _ = timeout(CLOSE_TIMEOUT, sending).await;
        let code = close_of(&mut socket, CLOSE_TIMEOUT, tally).await;
        tally.answered(code.map_or("cut off".into(), |code| code.to_string()));
        sleep(PAUSE).await;
    }
}
