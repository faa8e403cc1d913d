//! What came of shots, in English.

use alloc::{format, string::String};

use lab::outcome_statement::{
    BoltBeginning, ChordDeviation, ConvergedOverLine, EndedAndPierced, HitInLine, HitUndone,
    MarkersReach, ShipsInLine, ShotFate, ShotStatement, SmoothedImpact, ThreeSpeeds, UndoneTarget,
    WholeTick,
};
use shared::{base::time::Micros, sim::rules::SHIP_RADIUS_U};

use crate::{
    english::counts::counted,
    figures::{NOTHING_U, whole_ms, whole_u},
};

/// How a sentence about one shot begins.
const fn headline(fate: ShotFate) -> &'static str {
    match fate {
        ShotFate::Hit => "Hit",
        ShotFate::Missed => "Missed",
        ShotFate::Vetoed => "Vetoed",
    }
}

/// What a beam or a bolt did.
pub(super) const fn did(fate: ShotFate) -> &'static str {
    match fate {
        ShotFate::Hit => "hit",
        ShotFate::Missed => "missed",
        ShotFate::Vetoed => "was vetoed",
    }
}

pub(super) fn bolt_came_by(shot: ShotStatement) -> String {
    let passed_u = shot.passed_u;
    match shot.fate {
        ShotFate::Hit => format!(
            "Hit: the bolt passed {passed_u:.1} u from the middle of the ship, whose radius is \
             {SHIP_RADIUS_U:.0} u."
        ),
        ShotFate::Missed | ShotFate::Vetoed => format!(
            "Missed: at its nearest, the bolt was {passed_u:.1} u from where the server looked for \
             the ship."
        ),
    }
}

pub(super) fn bolt_began(ahead_u: f32) -> String {
    match whole_u(ahead_u) {
        0 => "On the other player's screen your bolt began at your muzzle.".into(),
        n if n < 0 => {
            format!("On the other player's screen your bolt began {} u behind your muzzle.", -n)
        }
        _ => format!(
            "On the other player's screen your bolt began {ahead_u:.1} u ahead of your muzzle."
        ),
    }
}

pub(super) fn bolt_converged(began: BoltBeginning, shot: ShotStatement) -> String {
    let passed_u = shot.passed_u;
    let place = match (began, shot.fate) {
        (BoltBeginning::AtMuzzle, ShotFate::Hit) => {
            return format!(
                "Hit: on the other player's screen too, the bolt began at your muzzle. It caught \
                 up, and passed {passed_u:.1} u from the middle of the ship."
            );
        }
        (BoltBeginning::AtMuzzle, _) => "at your muzzle",
        (BoltBeginning::Ahead, _) => "ahead of your muzzle",
    };
    format!(
        "{}: on the other player's screen the bolt began {place}, and it passed {passed_u:.1} u \
         from the middle of the ship.",
        headline(shot.fate)
    )
}

pub(super) fn converged_over_line(converged: ConvergedOverLine) -> String {
    let ConvergedOverLine { began, shot, bytes_per_s: [down, up], line_bytes_per_s: line } =
        converged;
    format!(
        "{} Your line carried {down} bytes a second down and {up} up; it could carry {line} each \
         way.",
        bolt_converged(began, shot),
    )
}

pub(super) fn three_speeds(bolt: ThreeSpeeds) -> String {
    let ThreeSpeeds { u_per_s: [own, server, third], caught_up_u: [server_u, third_u] } = bolt;
    format!(
        "In its first 100 ms the bolt flew at {own:.0} u/s on your screen, at {server:.0} u/s on \
         the server, and at {third:.0} u/s on the other player's screen: it had to catch up \
         {server_u:.0} u on the server, and {third_u:.0} u there."
    )
}

pub(super) fn judged_off_seen(shot: ShotStatement) -> String {
    let place = match shot.passed_u {
        off_u if off_u < NOTHING_U => "where".into(),
        off_u => format!("{off_u:.1} u from where"),
    };
    format!("{}: the ship was judged {place} you saw it.", headline(shot.fate))
}

pub(super) fn judged_and_gone(shot: ShotStatement, gone_u: f32) -> String {
    match whole_u(gone_u) {
        0 => format!(
            "{}: the ship was judged where it was at that moment, {:.1} u from where you saw it.",
            headline(shot.fate),
            shot.passed_u
        ),
        _ => format!("{} It had already flown {gone_u:.1} u on from there.", judged_off_seen(shot)),
    }
}

pub(super) fn behind_cover(shot: ShotStatement, gone_u: f32) -> String {
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

pub(super) fn markers_reach([slow, fast]: [MarkersReach; 2]) -> String {
    let of = |one: MarkersReach| {
        let (did, passed_u) = (did(one.shot.fate), one.shot.passed_u);
        let (hz, oldest) = (one.commands_hz, whole_ms(one.oldest));
        format!(
            "with {hz} commands a second, the beam {did}: it passed {passed_u:.1} u from the \
             middle of the ship, and the oldest marker was {oldest} ms old."
        )
    };
    format!("In A, {} In B, {}", of(slow), of(fast))
}

pub(super) fn off_markers(turn: ShotStatement, bounce: ShotStatement) -> String {
    format!(
        "As it turned, the ship was judged {:.2} u from where you saw it, and the beam {}. As it \
         bounced, it was judged {:.1} u from there, and the beam {}.",
        turn.passed_u,
        did(turn.fate),
        bounce.passed_u,
        did(bounce.fate),
    )
}

pub(super) fn by_units_and_lives([units, lives]: [ShotStatement; 2]) -> String {
    format!(
        "In A, by 64 units, the beam {}: the ship was judged {:.0} u from where you saw it. In B, \
         by lives, the beam {}: the ship was judged {:.1} u from there.",
        did(units.fate),
        units.passed_u,
        did(lives.fate),
        lives.passed_u,
    )
}

pub(super) fn off_chords([few, many]: [ChordDeviation; 2]) -> String {
    format!(
        "In A, with {} snapshots a second, the beam {}: the ship was judged {:.1} u off the line \
         that you saw. In B, with {} snapshots a second, the beam {}: the ship was judged {:.2} u \
         off it.",
        few.snapshots_hz,
        did(few.shot.fate),
        few.shot.passed_u,
        many.snapshots_hz,
        did(many.shot.fate),
        many.shot.passed_u,
    )
}

pub(super) fn whole_tick(tick: WholeTick) -> String {
    format!(
        "{}: the ship flew at {:.0} u/s and was judged {:.2} u from where you saw it. In half a \
         tick it flies {:.2} u.",
        headline(tick.shot.fate),
        tick.speed_u_per_s,
        tick.shot.passed_u,
        tick.half_tick_u,
    )
}

pub(super) fn ships_in_line(hits: ShipsInLine) -> String {
    let whom = |hit| match hit {
        HitInLine::Nobody => "nobody",
        HitInLine::Front => "only the ship in front",
        HitInLine::Back => "only the ship behind",
        HitInLine::Both => "both ships",
        HitInLine::Other => "another ship",
    };
    format!(
        "Where your word counts, the bolt hit {}. Where the server decides, it hit {}: there it \
         passed {:.0} u from the ship in front.",
        whom(hits.by_claim),
        whom(hits.by_server),
        hits.passed_u,
    )
}

pub(super) fn parts_of_way([near, far]: [SmoothedImpact; 2]) -> String {
    format!(
        "In A, with k = {}, the bolt met the ship after {:.0} frames. In B, with k = {}, it met \
         the ship after {:.0} frames: by then it had come {:.1} u, and its target point {:.0} u. \
         Without the {} ms that your command took, those would be {:.1} u and {:.0} u.",
        near.k,
        near.age_frames,
        far.k,
        far.age_frames,
        far.distance_u,
        far.target_u,
        whole_ms(far.lead),
        far.undisplaced_u,
        far.undisplaced_target_u,
    )
}

pub(super) fn undone(hit: HitUndone) -> String {
    let whose = match hit.on {
        UndoneTarget::FarShip => "the far ship",
        UndoneTarget::OtherShip => "another ship",
    };
    let (points, after) = (counted(hit.points.into(), "point"), whole_ms(hit.after));
    format!("Undone: {whose} got its {points} back after {after} ms.")
}

pub(super) fn nothing_undone(hit: HitInLine) -> String {
    let hit = match hit {
        HitInLine::Nobody => "the bolt hit nobody",
        HitInLine::Front => "the bolt hit the near ship, and no other",
        HitInLine::Back | HitInLine::Both => "the bolt hit the far ship, and that stays",
        HitInLine::Other => "the bolt hit a ship that stands elsewhere",
    };
    format!("Nothing was undone: {hit}.")
}

pub(super) fn ended_and_pierced(bolts: EndedAndPierced) -> String {
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

pub(super) fn cover_saves([off, all]: [ShotFate; 2], gone_u: f32) -> String {
    let did = |fate| match fate {
        ShotFate::Hit => "hit",
        ShotFate::Missed => "missed",
        ShotFate::Vetoed => "was vetoed, because the rock saves the ship",
    };
    format!(
        "In A the bolt {}. In B it {}. When it was judged, the ship was {gone_u:.0} u from where \
         you saw it.",
        did(off),
        did(all)
    )
}

pub(super) fn ping_capped([free, capped]: [ShotStatement; 2], too_old: Micros) -> String {
    let age = match whole_ms(too_old) {
        ms if ms > 0 => format!("your picture was {ms} ms older than the cap allows"),
        _ => "your picture was no older than the cap allows".into(),
    };
    format!(
        "In A the beam {}: the ship was judged {:.1} u from where you saw it. In B the beam {}: \
         {age}, and the ship was judged {:.0} u from where you saw it.",
        did(free.fate),
        free.passed_u,
        did(capped.fate),
        capped.passed_u,
    )
}
