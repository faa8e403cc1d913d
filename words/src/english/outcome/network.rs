//! Outcomes about links and the order of commands, in English.

use alloc::{format, string::String};

use lab::outcome_statement::{BeamsFired, BufferedSnapshots, ShotDown};

use crate::english::counts::counted;

pub(crate) fn stream_stalled(silent_ms: i64, burst: u32, datagrams_ms: i64) -> String {
    let burst = counted(burst, "snapshot");
    format!(
        "Your stream was silent for {silent_ms} ms, and then {burst} came at once. The third \
         player’s datagrams were silent for at most {datagrams_ms} ms."
    )
}

pub(crate) fn buffered_snapshots(buffered: BufferedSnapshots, behind_ms: i64) -> String {
    let BufferedSnapshots { n_arrived, n_late, n_lost, .. } = buffered;
    let late = match n_late {
        0 => format!("None of {n_arrived} snapshots came too late"),
        n => format!("{n} of {n_arrived} snapshots came too late"),
    };
    let lost = match n_lost {
        0 => String::new(),
        n => format!(", and {n} more were lost"),
    };
    format!("{late}{lost}. The other ship is shown where it was {behind_ms} ms ago.")
}

pub(crate) fn clock_stepped(
    [before_ms, after_ms, longer_ms, followed_ms]: [i64; 4],
    n_late: u32,
) -> String {
    let late = match n_late {
        0 => "No command came too late meanwhile.".into(),
        n => format!("Meanwhile {} came too late.", counted(n, "command")),
    };
    format!(
        "Your clock was {before_ms} ms ahead of the server’s. Then your commands began to take \
         {longer_ms} ms longer. It caught up within {followed_ms} ms, and is now {after_ms} ms \
         ahead. {late}"
    )
}

pub(crate) fn bolts_left([in_a, in_b]: [i64; 2], flight_u: f32) -> String {
    let when = |earlier_ms| match earlier_ms {
        0 => "at the same moment as yours".into(),
        ms if ms < 0 => format!("{} ms after yours", -ms),
        ms => format!("{ms} ms before yours"),
    };
    format!(
        "In A the other player’s bolt left {}: a bolt flies {:.0} u in that time. In B, with the \
         minimum lag, it left {}.",
        when(in_a),
        flight_u,
        when(in_b),
    )
}

pub(crate) fn beams_fired([in_a, in_b]: [BeamsFired; 2], shot_down: ShotDown) -> String {
    let end = match shot_down {
        ShotDown::BothShips => " There, both ships were shot down.",
        ShotDown::NotBoth => "",
    };
    format!(
        "In A you fired {}, and the other player fired {}. In B, with the minimum lag, you fired \
         {}, and the other player fired {}.{end}",
        counted(in_a.yours, "beam"),
        in_a.theirs,
        counted(in_b.yours, "beam"),
        in_b.theirs,
    )
}

pub(crate) fn lockstep(
    ran_hz: f32,
    rate_hz: u16,
    [slowest_ms, answers_ms]: [i64; 2],
    [up, down]: [u32; 2],
) -> String {
    let up = counted(up, "packet");
    format!(
        "The slowest player’s ping is {slowest_ms} ms. The world runs at {ran_hz:.0} of {rate_hz} \
         ticks a second, and your ship responds after {answers_ms} ms. Each second you send {up} \
         and receive {down}, and no tick is ever run twice."
    )
}

pub(crate) fn hits_reported(
    n_shots: u32,
    [two, one]: [u64; 2],
    [late_ms, early_ms]: [i64; 2],
) -> String {
    let shots = counted(n_shots, "shot");
    format!(
        "{shots} took {two} messages in A, and {one} in B. The other player learned of a hit \
         {late_ms} ms after the trigger in A, and {early_ms} ms after it in B."
    )
}
