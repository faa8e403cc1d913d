//! Outcomes about shots, in English.

use alloc::{format, string::String};

use lab::outcome_statement::{
    BoltBeginning, EndedAndPierced, HitInLine, MarkersReach, ShotFate, ShotStatement, UndoneTarget,
};
use shared::sim::rules::SHIP_RADIUS_U;

use crate::{
    english::counts::counted,
    figures::{NOTHING_U, whole_ms, whole_u},
};

/// The opening of a sentence about one shot.
const fn headline(fate: ShotFate) -> &'static str {
    match fate {
        ShotFate::Hit => "Hit",
        ShotFate::Missed => "Missed",
        ShotFate::Vetoed => "Vetoed",
    }
}

/// Verb for a shot's fate.
pub(super) const fn did(fate: ShotFate) -> &'static str {
    match fate {
        ShotFate::Hit => "hit",
        ShotFate::Missed => "missed",
        ShotFate::Vetoed => "was vetoed",
    }
}

pub(crate) fn bolt_came_by(shot: ShotStatement) -> String {
    let passed_u = shot.passed_u;
    match shot.fate {
        ShotFate::Hit => format!(
            "Hit: the bolt passed {passed_u:.1} u from the centre of the ship, whose radius is \
             {SHIP_RADIUS_U:.0} u."
        ),
        ShotFate::Missed | ShotFate::Vetoed => format!(
            "Missed: at its closest, the bolt was {passed_u:.1} u from where the server looked for \
             the ship."
        ),
    }
}

pub(crate) fn bolt_began(ahead_u: f32) -> String {
    match whole_u(ahead_u) {
        0 => "On the other player’s screen your bolt started at your muzzle.".into(),
        n if n < 0 => {
            format!("On the other player’s screen your bolt started {} u behind your muzzle.", -n)
        }
        _ => format!(
            "On the other player’s screen your bolt started {ahead_u:.1} u ahead of your muzzle."
        ),
    }
}

pub(crate) fn bolt_converged(began: BoltBeginning, shot: ShotStatement) -> String {
    let passed_u = shot.passed_u;
    let place = match (began, shot.fate) {
        (BoltBeginning::AtMuzzle, ShotFate::Hit) => {
            return format!(
                "Hit: on the other player’s screen too, the bolt started at your muzzle. It caught \
                 up, and passed {passed_u:.1} u from the centre of the ship."
            );
        }
        (BoltBeginning::AtMuzzle, _) => "at your muzzle",
        (BoltBeginning::Ahead, _) => "ahead of your muzzle",
    };
    format!(
        "{}: on the other player’s screen the bolt started {place}, and it passed {passed_u:.1} u \
         from the centre of the ship.",
        headline(shot.fate)
    )
}

pub(crate) fn converged_over_line(
    began: BoltBeginning,
    shot: ShotStatement,
    [down, up]: [u32; 2],
    line: u32,
) -> String {
    let converged = bolt_converged(began, shot);
    format!(
        "{converged} Your connection carried {down} bytes a second down and {up} up; it could \
         carry {line} each way."
    )
}

pub(crate) fn three_speeds(
    [own, server, third]: [f32; 3],
    [server_u, third_u]: [f32; 2],
) -> String {
    format!(
        "In its first 100 ms the bolt flew at {own:.0} u/s on your screen, at {server:.0} u/s on \
         the server, and at {third:.0} u/s on the other player’s screen: it had to catch up \
         {server_u:.0} u on the server, and {third_u:.0} u there."
    )
}

pub(crate) fn judged_off_seen(shot: ShotStatement) -> String {
    let place = match shot.passed_u {
        off_u if off_u < NOTHING_U => "where".into(),
        off_u => format!("{off_u:.1} u from where"),
    };
    format!("{}: the ship was judged {place} you saw it.", headline(shot.fate))
}

pub(crate) fn judged_and_gone(shot: ShotStatement, gone_u: f32) -> String {
    match whole_u(gone_u) {
        0 => format!(
            "{}: the ship was judged where it was at that moment, {:.1} u from where you saw it.",
            headline(shot.fate),
            shot.passed_u
        ),
        _ => format!(
            "{} By that time it had already flown {gone_u:.1} u \
                      on.",
            judged_off_seen(shot)
        ),
    }
}

pub(crate) fn behind_cover(shot: ShotStatement, gone_u: f32) -> String {
    match shot.fate {
        ShotFate::Vetoed => format!(
            "Vetoed: you hit what you saw, but the ship had flown {gone_u:.1} u on, behind the \
             rock."
        ),
        ShotFate::Hit => format!(
            "Hit: the ship had already flown {gone_u:.1} u on, so it was hit behind the rock."
        ),
        ShotFate::Missed => format!(
            "Missed: the ship had already flown {gone_u:.1} u on, and the beam passed {:.1} u from \
             where it was judged.",
            shot.passed_u
        ),
    }
}

pub(crate) fn markers_reach([slow, fast]: [MarkersReach; 2]) -> String {
    let of = |one: MarkersReach| {
        let (did, passed_u) = (did(one.shot.fate), one.shot.passed_u);
        let (hz, oldest) = (one.commands_hz, whole_ms(one.oldest));
        format!(
            "with {hz} commands a second, the beam {did}: it passed {passed_u:.1} u from the \
             centre of the ship, and the oldest marker was {oldest} ms old."
        )
    };
    format!("In A, {} In B, {}", of(slow), of(fast))
}

pub(crate) fn off_markers(fates: [ShotFate; 2], [turn_u, bounce_u]: [f32; 2]) -> String {
    let [turn, bounce] = fates.map(did);
    format!(
        "As it turned, the ship was judged {turn_u:.2} u from where you saw it, and the beam \
         {turn}. As it bounced, it was judged {bounce_u:.1} u from there, and the beam {bounce}."
    )
}

pub(crate) fn by_units_and_lives(fates: [ShotFate; 2], [units_u, lives_u]: [f32; 2]) -> String {
    let [units, lives] = fates.map(did);
    format!(
        "In A, under the 64-unit rule, the beam {units}: the ship was judged {units_u:.0} u from \
         where you saw it. In B, under the life rule, the beam {lives}: the ship was judged \
         {lives_u:.1} u from there."
    )
}

pub(crate) fn off_chords(
    [few_hz, many_hz]: [u16; 2],
    fates: [ShotFate; 2],
    [few_u, many_u]: [f32; 2],
) -> String {
    let [few, many] = fates.map(did);
    format!(
        "In A, with {few_hz} snapshots a second, the beam {few}: the ship was judged {few_u:.1} u \
         off the line you saw. In B, with {many_hz} snapshots a second, the beam {many}: the ship \
         was judged {many_u:.2} u off it."
    )
}

pub(crate) fn whole_tick(fate: ShotFate, speed: f32, off_u: f32, half_tick_u: f32) -> String {
    let headline = headline(fate);
    format!(
        "{headline}: the ship flew at {speed:.0} u/s and was judged {off_u:.2} u from where you \
         saw it. In half a tick it flies {half_tick_u:.2} u."
    )
}

pub(crate) fn ships_in_line(hits: [HitInLine; 2], passed_u: f32) -> String {
    let [by_claim, by_server] = hits.map(|hit| match hit {
        HitInLine::Nobody => "nobody",
        HitInLine::Front => "only the ship in front",
        HitInLine::Back => "only the ship behind",
        HitInLine::Both => "both ships",
        HitInLine::Other => "another ship",
    });
    format!(
        "Where your word counts, the bolt hit {by_claim}. Where the server decides, it hit \
         {by_server}: there it passed {passed_u:.0} u from the ship in front."
    )
}

pub(crate) fn parts_of_way(
    ks: [u8; 2],
    ages: [f32; 2],
    [bolt_u, target_u]: [f32; 2],
    lead_ms: i64,
    plain: [f32; 2],
) -> String {
    let ([near_k, far_k], [near_age, far_age]) = (ks, ages);
    let [plain_bolt_u, plain_target_u] = plain;
    format!(
        "In A, with k = {near_k}, the bolt met the ship after {near_age:.0} frames. In B, with k = \
         {far_k}, it met the ship after {far_age:.0} frames: the bolt had travelled {bolt_u:.1} u, \
         and its target point {target_u:.0} u. Without the {lead_ms} ms that your command took, \
         those would be {plain_bolt_u:.1} u and {plain_target_u:.0} u."
    )
}

pub(crate) fn undone(on: UndoneTarget, points: u8, after_ms: i64) -> String {
    let points = counted(points.into(), "point");
    let whose = match on {
        UndoneTarget::FarShip => "the far ship",
        UndoneTarget::OtherShip => "another ship",
    };
    format!("Undone: {whose} got its {points} back after {after_ms} ms.")
}

pub(crate) fn nothing_undone(hit: HitInLine) -> String {
    let hit = match hit {
        HitInLine::Nobody => "the bolt hit nobody",
        HitInLine::Front => "the bolt hit the near ship, and no other",
        HitInLine::Back | HitInLine::Both => "the bolt hit the far ship, and the hit stands",
        HitInLine::Other => "the bolt hit another ship",
    };
    format!("Nothing was undone: {hit}.")
}

pub(crate) fn ended_and_pierced(bolts: EndedAndPierced) -> String {
    let [in_a, in_b] = bolts.came_back;
    let in_b = match in_b {
        0 => "nothing came back".into(),
        points => format!("{points} came back"),
    };
    format!(
        "In A the far ship got {} back. In B the bolt hit {} for {} each, and {in_b}.",
        counted(in_a.into(), "point"),
        counted(bolts.n_hit.into(), "ship"),
        counted(bolts.points_each.into(), "point"),
    )
}

pub(crate) fn cover_saves([off, all]: [ShotFate; 2], gone_u: f32) -> String {
    let did = |fate| match fate {
        ShotFate::Hit => "hit",
        ShotFate::Missed => "missed",
        ShotFate::Vetoed => "was vetoed, because the rock was in between",
    };
    format!(
        "In A the bolt {}. In B it {}. When it was judged, the ship was {gone_u:.0} u from where \
         you saw it.",
        did(off),
        did(all)
    )
}

pub(crate) fn ping_capped(
    fates: [ShotFate; 2],
    [free_u, capped_u]: [f32; 2],
    older_ms: i64,
) -> String {
    let [free, capped] = fates.map(did);
    let age = match older_ms {
        ms if ms > 0 => format!("what you saw was {ms} ms older than the cap allows"),
        _ => "what you saw was no older than the cap allows".into(),
    };
    format!(
        "In A the beam {free}: the ship was judged {free_u:.1} u from where you saw it. In B the \
         beam {capped}: {age}, and the ship was judged {capped_u:.0} u from where you saw it."
    )
}
