//! Replays, in Japanese.

use alloc::{format, string::String};

use forensics::shot_end::EndKind;

use crate::game::{Offset, OffsetFrom, ReplayWords};

pub(super) const WORDS: ReplayWords = ReplayWords {
    title: "リプレイ",
    you_were_here: "あなたがいた場所",
    server_had_you_here: "サーバーでのあなたの位置",
    server_had_you_where_you_were: "サーバーでも同じ位置",
    saw_you_here: |shooter| format!("{shooter}に見えたあなた"),
    saw_you_where_you_were: |shooter| format!("{shooter}にもここに見えていた"),
    you_saw_it_here: "あなたに見えた場所",
    server_had_it_here: |end| format!("{end}: サーバーでの位置"),
    server_had_it_where_you_saw_it: |end| format!("{end}: サーバーでも見えた場所と同じ"),
    apart: |u, ms| {
        let time = ms.map_or_else(String::new, |ms| format!(" · {ms} ms遅れ"));
        format!("{u} u{time}")
    },
    place,
    saw_you: |shooter, place| format!("{shooter}には、あなたが{place}に見えていました。"),
    server_had_you: |place| format!("サーバーでは、あなたは{place}にいました。"),
    server_had: |end, target, place| format!("{end}: サーバーでは、{target}は{place}にいました。"),
    ended: |end| format!("{end}。"),
    near_none: |end| format!("{end}: ショットの近くには誰もいませんでした。"),
    end,
    went_by_what_was_seen: |shooter| {
        format!("サーバーは、{}に見えていたとおりに判定しました。", shooter.unwrap_or("あなた"))
    },
    went_part_of_the_way: |shooter| {
        let shooter = shooter.unwrap_or("あなた");
        format!("サーバーは、{shooter}に見えていた時刻まで巻き戻しきれませんでした。")
    },
    went_by_servers_time: "サーバーは巻き戻さず、自分の時刻で判定しました。",
    went_by_shared_delay: "全員がほかの機体を同じ遅延で見ていて、サーバーもその遅延で判定しました。",
};

const fn end(end: EndKind) -> &'static str {
    match end {
        EndKind::Pending => "判定待ち",
        EndKind::Open => "命中(取り消されることもあります)",
        EndKind::Hit => "命中",
        EndKind::Undone => "命中、のちに取り消し",
        EndKind::Refused => "命中を拒否",
        EndKind::Miss => "外れ",
        EndKind::Veto => "遮蔽物により却下",
        EndKind::Void => "無効",
    }
}

fn place(off: Option<Offset>, from: OffsetFrom) -> String {
    const SIDES: [&str; 8] = ["右", "右下", "下", "左下", "左", "左上", "上", "右上"];
    let from = match from {
        OffsetFrom::WhereYouWentDown => "撃墜された場所",
        OffsetFrom::WhereYouSawIt => "あなたに見えた場所",
    };
    off.map_or_else(
        || from.into(),
        |Offset { half_ships, u, eighth }| {
            format!("{from}から{}へ{}({u} u)の所", SIDES[eighth % 8], ship_widths(half_ships))
        },
    )
}

pub(super) fn ship_widths(halves: u32) -> String {
    match halves {
        0 => "機体の幅の半分足らず".into(),
        1 => "機体の幅の約半分".into(),
        3 => "機体の幅の約1.5倍".into(),
        2 => "機体の幅とほぼ同じ".into(),
        _ => format!("機体の幅の約{}倍", halves / 2),
    }
}
