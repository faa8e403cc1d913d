//! Honest players: runs `lagrange load` on a server and reads its measurements.

use std::ffi::OsString;

use anyhow::{Context, Result};
use serde_json::Value;
use tokio::io::AsyncReadExt;
use tokio::process::ChildStdout;

use crate::guard::Guarded;
use crate::server::{Server, program};

/// How many play, and for how long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    pub(crate) bots: u32,
    /// Players per room.
    pub(crate) room_size: u32,
    /// How long they are measured.
    pub(crate) seconds: u32,
}

/// The running players.
#[derive(Debug)]
pub(crate) struct Players {
    load: Load,
    output: ChildStdout,
    /// Killed on drop.
    _process: Guarded,
}

/// Measurements of the players.
#[derive(Clone, Debug)]
pub(crate) struct PlayerFigures {
    pub(crate) bots: u64,
    /// Players without a seat at the end.
    pub(crate) lost: u64,
    pub(crate) gap_p99_ms: f64,
    /// Messages sent while measured: command packets and pings.
    pub(crate) messages_per_bot_second: f64,
    /// Share of commands that were late; `None` if it was not reported.
    pub(crate) late_commands: Option<f64>,
    /// Snapshots that decoded to another state than the server's.
    pub(crate) mismatches: u64,
}

impl Players {
    /// Starts them. Returns when all have their seats.
    pub(crate) async fn join(server: &Server, load: Load) -> Result<Self> {
        let url = format!("ws://{}", server.address);
        let admin = server.admin().to_string();
        let numbers = [load.bots, load.room_size, load.seconds].map(|n| n.to_string());
        let [bots, size, seconds] = numbers.each_ref().map(String::as_str);
        let args = ["load", "--url", &url, "--metrics", &admin, "--sample", "8", "--bots", bots];
        let more = ["--room-size", size, "--seconds", seconds];
        let mut words = vec![program()?.into_os_string()];
        words.extend(args.iter().chain(&more).map(OsString::from));
        let mut process = Guarded::start(&words)?;
        let output = process.take_output()?;
        let all = f64::from(load.bots);
        let joined = server.wait_for_metric("lagrange_players", |n| n >= all).await;
        joined.then_some(()).context("the honest players got no seats")?;
        Ok(Self { load, output, _process: process })
    }

    /// Waits for their measurements.
    pub(crate) async fn leave(mut self) -> Result<PlayerFigures> {
        let mut text = String::new();
        self.output.read_to_string(&mut text).await?;
        let line = text.lines().next().context("lagrange load printed nothing")?;
        PlayerFigures::read(line, self.load)
    }
}

impl PlayerFigures {
    fn read(line: &str, load: Load) -> Result<Self> {
        let report: Value = serde_json::from_str(line)?;
        let number = |path: &str| {
            let value = report.pointer(path).and_then(Value::as_f64);
            value.with_context(|| format!("lagrange load printed no {path}: {line}"))
        };
        let gone = report.pointer("/disconnects").and_then(Value::as_object);
        let gone = gone.into_iter().flat_map(|gone| gone.values());
        let gone: u64 = gone.filter_map(Value::as_u64).sum();
        let unseated = u64::from(load.bots).saturating_sub(number("/joined")? as u64);
        Ok(Self {
            bots: load.bots.into(),
            lost: gone.max(unseated),
            gap_p99_ms: number("/snapshot_gap_ms/p99")?,
            messages_per_bot_second: number("/up_per_bot_second/messages")?,
            late_commands: number("/server/late_commands").ok(),
            mismatches: number("/hash_mismatches")? as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOAD: Load = Load { bots: 4, room_size: 2, seconds: 9 };

    fn line(joined: u32, disconnects: &str) -> String {
        format!(
            "{{\"joined\":{joined},\"disconnects\":{disconnects},\"hash_mismatches\":0,\
             \"snapshot_gap_ms\":{{\"p99\":52.5}},\"server\":{{\"late_commands\":3}},\
             \"up_per_bot_second\":{{\"messages\":27}}}}"
        )
    }

    #[test]
    fn players_without_a_seat_at_the_end_are_lost() {
        for (joined, disconnects, lost) in
            [(4, "{}", 0), (4, "{\"slow\":1,\"lost\":1}", 2), (3, "{}", 1), (3, "{\"lost\":1}", 1)]
        {
            let seen = PlayerFigures::read(&line(joined, disconnects), LOAD).unwrap();
            assert_eq!((seen.lost, seen.gap_p99_ms, seen.late_commands), (lost, 52.5, Some(3.0)));
        }
        assert!(PlayerFigures::read("{}", LOAD).is_err());
    }
}
