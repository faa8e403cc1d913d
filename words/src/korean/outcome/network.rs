//! Outcomes about links and the order of commands, in Korean.

use alloc::{format, string::String};

use lab::outcome_statement::{BeamsFired, BufferedSnapshots, ShotDown};

pub(crate) fn stream_stalled(silent_ms: i64, burst: u32, datagrams_ms: i64) -> String {
    format!(
        "내 스트림은 {silent_ms} ms 동안 조용하다가 스냅샷 {burst}개가 한꺼번에 왔습니다. 세 번째 \
         플레이어의 데이터그램이 조용했던 시간은 길어야 {datagrams_ms} ms입니다."
    )
}

pub(crate) fn buffered_snapshots(buffered: BufferedSnapshots, behind_ms: i64) -> String {
    let BufferedSnapshots { n_arrived, n_late, n_lost, .. } = buffered;
    let late = match n_late {
        0 => format!("도착한 스냅샷 {n_arrived}개가 모두 제때 왔습니다"),
        n => format!("도착한 스냅샷 {n_arrived}개 가운데 {n}개가 너무 늦게 왔습니다"),
    };
    let lost = match n_lost {
        0 => String::new(),
        n => format!(". 그 밖에 {n}개는 사라졌습니다"),
    };
    format!("{late}{lost}. 상대 기체는 {behind_ms} ms 전의 모습으로 그려집니다.")
}

pub(crate) fn clock_stepped(
    [before_ms, after_ms, longer_ms, followed_ms]: [i64; 4],
    n_late: u32,
) -> String {
    let late = match n_late {
        0 => "그동안 너무 늦게 온 명령은 없습니다.".into(),
        n => format!("그동안 명령 {n}개가 너무 늦게 왔습니다."),
    };
    format!(
        "내 시계는 서버보다 {before_ms} ms 앞서 있었습니다. 그런데 명령이 닿는 데 {longer_ms} ms가 더 \
         걸리게 되자, {followed_ms} ms 뒤에는 따라잡아서 {after_ms} ms 앞섰습니다. {late}"
    )
}

pub(crate) fn bolts_left([in_a, in_b]: [i64; 2], flight_u: f32) -> String {
    let when = |earlier_ms| match earlier_ms {
        0 => "내 탄과 같은 순간에".into(),
        ms if ms < 0 => format!("내 탄보다 {} ms 늦게", -ms),
        ms => format!("내 탄보다 {ms} ms 먼저"),
    };
    format!(
        "A에서는 상대 플레이어의 탄이 {} 나갔습니다. 그 시간 동안 탄은 {:.0} u 날아갑니다. 최소 \
         랙이 있는 B에서는 {} 나갔습니다.",
        when(in_a),
        flight_u,
        when(in_b),
    )
}

pub(crate) fn beams_fired([in_a, in_b]: [BeamsFired; 2], shot_down: ShotDown) -> String {
    let end = match shot_down {
        ShotDown::BothShips => " B에서는 두 기체가 모두 격추되었습니다.",
        ShotDown::NotBoth => "",
    };
    format!(
        "A에서는 내가 빔을 {}발, 상대 플레이어가 {}발 쏘았습니다. 최소 랙이 있는 B에서는 내가 \
         {}발, 상대 플레이어가 {}발 쏘았습니다.{end}",
        in_a.yours, in_a.theirs, in_b.yours, in_b.theirs,
    )
}

pub(crate) fn lockstep(
    ran_hz: f32,
    rate_hz: u16,
    [slowest_ms, answers_ms]: [i64; 2],
    [up, down]: [u32; 2],
) -> String {
    format!(
        "가장 느린 플레이어의 핑은 {slowest_ms} ms입니다. \
         세계는 1초에 {rate_hz}틱 가운데 {ran_hz:.0}틱을 실행하고, 내 기체는 {answers_ms} ms 뒤에 \
         반응합니다. 1초에 패킷 {up}개가 올라가고 {down}개가 내려오며, 다시 실행되는 틱은 없습니다."
    )
}

pub(crate) fn hits_reported(
    n_shots: u32,
    [two, one]: [u64; 2],
    [late_ms, early_ms]: [i64; 2],
) -> String {
    format!(
        "{n_shots}발을 쏘는 데 메시지가 A에서는 {two}개, B에서는 {one}개 들었습니다. 상대 \
         플레이어는 방아쇠를 당긴 뒤 A에서는 {late_ms} ms, B에서는 {early_ms} ms 지나서 명중을 \
         알게 되었습니다."
    )
}
