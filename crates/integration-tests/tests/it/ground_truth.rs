//! The ground truth of every scheme: a shooter aims perfectly at what is drawn, a target crosses at
//! a constant speed, and each scheme's miss is compared with its formula.
//!
//! Both delays of a shot are measured, not assumed: from the trigger to execution (`L_u`, the way
//! up and the command margin), and from the moment of the targets on the screen to the trigger
//! (`L_d` and what the remote view adds). A miss is measured along the target's path: the closest
//! approach in the server's record, divided by the sine of the angle.

use lab::harness::Harness;
use shared::{
    base::time::{Micros, TickRate},
    client::Controls,
    netcode::{
        choices::{BoltPath, HitRule, RemoteView},
        preset::Preset,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    sim::{arena::Arena, event::Weapon},
    wire::conditions::Conditions,
};

use crate::support::{
    duel::{Duel, SHOTS, SPEED, Sample, fight},
    room, seconds,
};

const RATE: TickRate = TickRate::DEFAULT;

/// A row of the table, measured against the formula, which gives the time missed by.
fn check(
    name: &str,
    netcode: Netcode,
    weapon: Weapon,
    round_trip_ms: u16,
    formula: impl Fn(&Sample) -> Micros,
) {
    let duel = Duel::open(netcode, weapon, round_trip_ms);
    let (samples, seed) = (fight(&duel).0, duel.seed);
    assert_eq!(samples.len(), SHOTS, "{name} at {round_trip_ms} ms: too few shots, seed {seed}");
    let n = samples.len() as f32;
    let mean = |of: &dyn Fn(&Sample) -> f32| samples.iter().map(of).sum::<f32>() / n;
    let ms = |of: fn(&Sample) -> Micros| mean(&|s| of(s).0 as f32 / 1000.0);
    let want = |s: &Sample| SPEED * formula(s).max(Micros::ZERO).as_s_f32();
    let off = samples.iter().map(|s| (s.miss_u - want(s)).abs()).fold(0.0, f32::max);
    println!(
        "{name:24} RTT {round_trip_ms:4}: up {:6.1} ms, behind {:6.1} ms, missed by {:6.1} u, \
         formula {:6.1} u, up to {off:4.1} u apart",
        ms(|s| s.up),
        ms(|s| s.behind),
        mean(&|s| s.miss_u),
        mean(&want),
    );
    let tolerance = SPEED * RATE.dt_s() + 0.5;
    assert!(off <= tolerance, "{name} at {round_trip_ms} ms: {off} u apart, seed {seed}");
}

const ROUND_TRIPS_MS: [u16; 4] = [100, 400, 600, 1200];

fn with(hit_rule: HitRule, bolt_path: BoltPath) -> Netcode {
    let room = RoomNetcode { hit_rule, bolt_path, ..RoomNetcode::default() };
    Netcode { room, player: PlayerNetcode::default() }
}

#[test]
fn without_compensation_every_delay_is_missed_by() {
    for rtt in ROUND_TRIPS_MS {
        let netcode = with(HitRule::Present, BoltPath::Muzzle);
        for (name, weapon) in [("Present, beam", Weapon::Beam), ("Present, bolt", Weapon::Laser)] {
            check(name, netcode, weapon, rtt, |s| s.up + s.behind);
        }
    }
}

#[test]
fn rewinding_misses_by_what_lies_beyond_its_bound() {
    let player = Preset::EtReleased.player();
    for rtt in ROUND_TRIPS_MS {
        let et = Netcode { room: Preset::EtReleased.room(), player };
        check("ET per frame, beam", et, Weapon::Beam, rtt, |s| {
            s.up + s.behind - Micros::from_ms(450) - s.since_frame
        });
        check("ET per frame, bolt", et, Weapon::Laser, rtt, |s| s.up + s.behind);
        let source = Preset::Source.netcode();
        let beyond = |bound_ms| move |s: &Sample| s.up + s.behind - Micros::from_ms(bound_ms);
        check("Source, beam", source, Weapon::Beam, rtt, beyond(1000));
        check("Source, bolt", source, Weapon::Laser, rtt, beyond(1000));
        let exact = RoomNetcode { hit_rule: HitRule::SourceExact, ..source.room };
        check(
            "Source exact, beam",
            Netcode { room: exact, ..source },
            Weapon::Beam,
            rtt,
            beyond(1000),
        );
        let own = Preset::Lagrange.netcode();
        check("Lagrange, beam", own, Weapon::Beam, rtt, beyond(400));
        check("Lagrange, bolt", own, Weapon::Laser, rtt, beyond(400));
    }
}

#[test]
fn a_cap_by_ping_is_missed_by_beyond_it_and_the_interpolation_delay() {
    let cap = Micros::from_ms(150);
    for rtt in [100, 200, 300, 600] {
        for (name, preset, bound_ms) in [
            ("Lagrange, cap 150", Preset::Lagrange, 400),
            ("Source, cap 150", Preset::Source, 1000),
            ("ET per frame, cap 150", Preset::EtReleased, 1000),
        ] {
            let mut netcode = preset.netcode();
            netcode.room.ping_cap_ms = 150;
            let most = (cap + netcode.player.effective_interpolation_delay())
                .min(Micros::from_ms(bound_ms));
            check(name, netcode, Weapon::Beam, rtt, |s| s.up + s.behind - most);
        }
        // A cap beyond the bound changes nothing.
        let mut wide = Preset::Lagrange.netcode();
        wide.room.ping_cap_ms = 400;
        let beyond = |s: &Sample| s.up + s.behind - Micros::from_ms(400);
        check("Lagrange, cap 400", wide, Weapon::Beam, rtt, beyond);
        // Claimed views do not count here.
        let mut present = with(HitRule::Present, BoltPath::Muzzle);
        present.room.ping_cap_ms = 0;
        check("Present, cap 0", present, Weapon::Beam, rtt, |s| s.up + s.behind);
    }
}

#[test]
fn bolts_that_jump_or_converge_save_the_way_up() {
    for rtt in ROUND_TRIPS_MS {
        let player = PlayerNetcode { remote: RemoteView::Interpolate, ..Preset::Jump.player() };
        let jump = Netcode { player, ..with(HitRule::Present, BoltPath::Jump) };
        check("Jump, bolt", jump, Weapon::Laser, rtt, |s| s.behind);
        let targeting = with(HitRule::Targeting, BoltPath::Converge);
        check("Targeting, bolt", targeting, Weapon::Laser, rtt, |s| s.behind);
        for k in [1, 2] {
            let mut seed = with(HitRule::Targeting, BoltPath::ConvergeAsPublished);
            seed.room.path_k = k;
            let name = format!("Targeting k = {k}, bolt");
            let lag = Micros(1_000_000 * i64::from(k) / 60);
            check(&name, seed, Weapon::Laser, rtt, |s| s.behind + lag);
        }
    }
}

#[test]
fn the_viewer_who_extrapolates_misses_by_half_a_gap_less() {
    let netcode = Preset::QuakeWorld.netcode();
    for rtt in [100, 400, 600] {
        // `v·(L_u + L_d + ½·p − 10 ms)`, where p is the age of the newest snapshot beyond its
        // transit.
        let formula = |s: &Sample| {
            let down = Micros::from_ms(i64::from(rtt) / 2);
            let p = s.behind - down;
            s.up + down + Micros(p.0 / 2) - Micros::from_ms(10)
        };
        check("QuakeWorld, beam", netcode, Weapon::Beam, rtt, formula);
        check("QuakeWorld, bolt", netcode, Weapon::Laser, rtt, formula);
    }
    // At 1200 ms, 63 commands are always in flight: prediction is frozen, and nothing flies.
    let mut harness = Harness::new(room(Arena::empty(), 1)).unwrap();
    harness.room_mut().set_netcode(netcode.room).unwrap();
    harness.add_player(netcode.player, Conditions::round_trip(1200));
    harness.run_until(seconds(8), &mut |_, _, _| Controls::default());
    assert!(harness.client(0).net_stats().frozen, "at 1200 ms the prediction is frozen");
}

#[test]
fn delayed_reports_agree_while_the_delay_covers_the_way() {
    for rtt in ROUND_TRIPS_MS {
        let mut netcode = Preset::DelayedSync.netcode();
        netcode.room.delay_ms = if rtt == 100 { 350 } else { rtt + 100 };
        check("Deferred, beam", netcode, Weapon::Beam, rtt, |_| Micros::ZERO);
        check("Deferred, bolt", netcode, Weapon::Laser, rtt, |_| Micros::ZERO);
        // Beyond that, extrapolation covers 250 ms without a miss; then the rest remains.
        netcode.room.delay_ms = 200;
        check("Deferred, D = 200, beam", netcode, Weapon::Beam, rtt, |s| {
            s.newest - Micros::from_ms(200 + 250)
        });
    }
}
