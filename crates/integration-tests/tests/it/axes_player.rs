//! Measures every setting of the own ship, of bolts and of what is sent in a real room, against the
//! numbers of its scheme.

use lab::harness::Harness;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{Micros, Tick},
    },
    client::{
        Client, Controls,
        scene::{EffectKind, PlayerKind, PoseSource, SceneBolt},
        status::{NetStats, Notice},
    },
    netcode::{
        choices::{BoltView, CorrectionMode, HitRule, OwnShip, PushRule},
        preset::Preset,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    sim::{
        command::{Thrust, Trigger},
        event::ShotId,
    },
    wire::{
        conditions::{Conditions, LinkConditions},
        message::Refusal,
    },
};

use crate::support::{
    RandomHand, by_rule,
    course::{Course, Sight, Spread, TARGET, VIEWER, after, lane},
    room, seconds, towards,
};

const SEED: u64 = 20_261_122;

fn course(player: PlayerNetcode) -> Course {
    println!("seed {SEED}, RTT 100 ms");
    let netcode = Netcode { room: RoomNetcode::default(), player };
    Course::new(netcode, Conditions::round_trip(100), SEED)
}

fn right(_: &Client) -> Controls {
    Controls { thrust: Thrust::Right, ..Controls::default() }
}

/// How far ahead of the server the own ship is drawn, in ms of its flight at full speed.
fn own_lead(player: PlayerNetcode) -> (Spread, NetStats) {
    let mut course = course(player);
    let mut all = Vec::new();
    course.run(after(9), &mut right, &mut |sight| {
        if sight.now > after(6) {
            let own = sight.own().expect("the own ship is always drawn");
            all.push((own.pos - sight.truth(own.id)).x / 420.0 * 1000.0);
        }
    });
    (Spread::of(&all), course.harness.client(VIEWER).net_stats())
}

#[test]
fn push_says_how_much_of_the_round_trip_is_predicted() {
    let at = |push_ms| own_lead(PlayerNetcode { push_ms, ..PlayerNetcode::default() });
    let (all, stats) = at(999);
    let latency = stats.latency_ms as f32;
    println!("  latency {latency} ms");
    // The round trip, the margin, and the wait for the packet's second command.
    assert!((110.0..150.0).contains(&latency), "{latency}");
    all.check("push 999: ahead of the server, in ms", 50.0 + 29.0, 3.0);
    for push_ms in [0, 50] {
        let (less, _) = at(push_ms);
        let want = all.mean - (latency - f32::from(push_ms));
        less.check(&format!("push {push_ms}: ahead of the server, in ms"), want, 2.0);
    }
    let push_rule = PushRule::HalfLatency;
    let (half, _) = own_lead(PlayerNetcode { push_rule, ..PlayerNetcode::default() });
    half.check("half the latency: ahead of the server, in ms", all.mean - latency / 2.0, 2.0);
}

#[test]
fn a_ship_that_waits_is_where_the_newest_snapshot_has_it() {
    let player = PlayerNetcode { own_ship: OwnShip::Wait, ..PlayerNetcode::default() };
    let mut course = course(player);
    let mut all = Vec::new();
    course.run(after(3), &mut right, &mut |sight| {
        let own = sight.own().expect("the own ship is always drawn");
        let newest = sight.client.ships().iter().find(|ship| ship.id == own.id).unwrap();
        assert_eq!((own.pos, own.source), (newest.body.pos, PoseSource::Newest));
        all.push((sight.truth(own.id) - own.pos).x / 420.0 * 1000.0 - sight.staleness_ms());
    });
    Spread::of(&all).check("Wait: behind the server less the way down and p, in ms", 0.0, 0.5);
}

/// From the trigger to the first frame that shows the own bolt, in ms, and what `see` returns then.
fn first_bolt<T>(mut course: Course, see: impl Fn(&Sight<'_>) -> T) -> (f32, T) {
    let (mut pulled, mut shown) = (None, None);
    let mut trigger = |client: &Client| {
        let pull = client.own_tick() >= Tick(300);
        Controls {
            trigger: if pull { Trigger::Laser } else { Trigger::None },
            ..Controls::default()
        }
    };
    course.run(after(3), &mut trigger, &mut |sight| {
        if pulled.is_none() && sight.client.net_stats().shots_fired > 0 {
            pulled = Some(sight.now);
        }
        if shown.is_none() && !sight.client.scene().bolts.is_empty() {
            shown = Some((sight.now, see(sight)));
        }
    });
    let (at, seen) = shown.unwrap();
    ((at - pulled.unwrap()).0 as f32 / 1000.0, seen)
}

/// From the trigger to the first frame that shows the bolt, in ms.
fn muzzle_delay(own_ship: OwnShip) -> f32 {
    first_bolt(course(PlayerNetcode { own_ship, ..PlayerNetcode::default() }), |_| ()).0
}

#[test]
fn own_shots_appear_at_once_or_when_the_server_says_so() {
    let (predicted, waiting) = (muzzle_delay(OwnShip::Predict), muzzle_delay(OwnShip::Wait));
    println!("  predicted {predicted} ms, waiting {waiting} ms after the trigger");
    assert_eq!(predicted, 0.0);
    assert!((100.0..180.0).contains(&waiting), "{waiting}");
}

/// Under QuakeWorld's netcode: from the trigger to the first frame that shows the own bolt, in ms,
/// and how far the server's bolt is from its muzzle in that frame, in u.
fn late_bolt(round_trip_ms: u16) -> (f32, f32) {
    let netcode = Preset::QuakeWorld.netcode();
    let course = Course::new(netcode, Conditions::round_trip(round_trip_ms), SEED);
    first_bolt(course, |sight| {
        let rate = sight.room.config().rate;
        let bolt = sight.room.world().bolts().next().expect("the server has the bolt");
        (rate.micros_at(sight.room.tick()) - rate.micros_at(bolt.fired)).as_s_f32() * 900.0
    })
}

/// "Missiles are late": QuakeWorld predicts the own ship, but not its missiles.
#[test]
fn own_missiles_are_late_by_the_round_trip() {
    // As docs/schemes.md prints them.
    for (round_trip_ms, figures) in [(50, (100, 45)), (100, (133, 60)), (200, (233, 105))] {
        let (late_ms, flown_u) = late_bolt(round_trip_ms);
        assert_eq!((late_ms.round() as u32, flown_u.round() as u32), figures);
        let round_trip = f32::from(round_trip_ms);
        println!("  {round_trip_ms} ms: {late_ms} ms late, by then {flown_u} u from its muzzle");
        // The margin, and the waits for frames, ticks and snapshots.
        assert!((round_trip..=round_trip + 62.0).contains(&late_ms), "{late_ms}");
        let way_down_u = 900.0 * round_trip / 2000.0;
        assert!((way_down_u..=way_down_u + 45.0).contains(&flown_u), "{flown_u}");
    }
}

/// The largest step of the drawn own ship between two frames, in u, with commands that are often
/// late; and the number of mispredictions.
fn largest_step(correction: CorrectionMode, correction_ms: u16) -> (f32, u32) {
    let player =
        PlayerNetcode { correction, correction_ms, margin_ms: 0, ..PlayerNetcode::default() };
    let link = LinkConditions { loss_permille: 20, ..LinkConditions::delay(50) };
    let mut harness = Harness::new(room(lane(), SEED)).unwrap();
    harness.add_player(player, Conditions { up: link, ..Conditions::round_trip(100) });
    let (mut last, mut largest) = (None, 0.0_f32);
    while harness.now() < seconds(60) {
        harness.step(&mut |_, _, client| {
            let left = client.own_tick().0 / 20 % 2 == 0;
            Controls {
                thrust: if left { Thrust::Left } else { Thrust::Right },
                ..Controls::default()
            }
        });
        if harness.now() > seconds(3) {
            let focus = harness.client(0).scene().focus;
            let step = last.map_or(0.0, |last: Vec2| (focus - last).length());
            largest = largest.max(step);
            last = Some(focus);
        }
    }
    (largest, harness.client(0).net_stats().mispredictions)
}

#[test]
fn errors_show_at_once_or_fade() {
    println!("seed {SEED}, RTT 100 ms, margin 0, 2 % stalls");
    let (off, wrong) = largest_step(CorrectionMode::Off, 100);
    let (snap, _) = largest_step(CorrectionMode::Snap, 100);
    let (fades, _) = largest_step(CorrectionMode::Linear, 100);
    let (slowly, _) = largest_step(CorrectionMode::Linear, 500);
    println!(
        "  {wrong} errors; largest step {off} u off, {snap} snap, {fades} in 100 ms, \
         {slowly} in 500 ms"
    );
    assert!(wrong > 20 && off > 10.0, "{wrong} errors, {off} u");
    assert_eq!(off, snap, "neither hides a correction");
    // A ship at full speed moves 7 u a frame.
    assert!(slowly < fades && fades - 7.0 < 0.5 * (off - 7.0), "{off}, {fades}, {slowly}");
}

#[test]
fn quakeworlds_prediction_freezes_without_acknowledgements() {
    for (correction, freezes) in [(CorrectionMode::Snap, true), (CorrectionMode::Linear, false)] {
        let mut course = course(PlayerNetcode { correction, ..PlayerNetcode::default() });
        course.run(after(1), &mut right, &mut |_| {});
        let cut = LinkConditions::delay(3000);
        let link = Conditions { down: cut, ..Conditions::round_trip(100) };
        course.harness.set_conditions(VIEWER, link);
        let (mut frozen, mut moved_while, mut last) = (0, 0.0_f32, Vec2::ZERO);
        let sent = course.harness.client(VIEWER).net_stats().bytes_out;
        course.run(after(3), &mut right, &mut |sight| {
            let focus = sight.client.scene().focus;
            if sight.client.net_stats().frozen {
                frozen += 1;
                moved_while = moved_while.max((focus - last).length());
            }
            last = focus;
        });
        let sent = course.harness.client(VIEWER).net_stats().bytes_out - sent;
        println!(
            "  {correction:?}: {frozen} frozen frames, moving {moved_while} u, {sent} bytes sent"
        );
        assert!(sent > 500, "commands go out all the same");
        assert_eq!(frozen > 50, freezes);
        assert_eq!(moved_while, 0.0);
        course.harness.set_conditions(VIEWER, Conditions::round_trip(100));
        course.run(after(8), &mut right, &mut |_| {});
        assert!(!course.harness.client(VIEWER).net_stats().frozen, "the match continues");
    }
}

/// At one age of a bolt, how far the viewer draws it from where its shooter does, in u along its
/// flight.
fn bolt_offset(bolts: BoltView, bolt_k: u8, age_frames: usize) -> f32 {
    let player = PlayerNetcode { bolts, bolt_k, ..PlayerNetcode::default() };
    let mut harness = Harness::new(room(lane(), SEED)).unwrap();
    for netcode in [player, PlayerNetcode::default()] {
        harness.add_player(netcode, Conditions::round_trip(100));
    }
    let mut placed = false;
    let (mut seen, mut offset): (Vec<ShotId>, Option<f32>) = (Vec::new(), None);
    let bolt = |client: &Client, shot: ShotId| -> Option<SceneBolt> {
        client.scene().bolts.into_iter().find(|bolt| bolt.shot == shot)
    };
    while offset.is_none() && harness.now() < seconds(8) {
        if !placed && harness.now() > seconds(2) {
            placed = true;
            for (idx, y) in [(VIEWER, 300.0), (TARGET, 900.0)] {
                let id = harness.client(idx).own_id().unwrap();
                harness.room_mut().world_mut().place(id, Vec2::new(2000.0, y));
            }
        }
        let mut framed = false;
        harness.step(&mut |_, idx, client| {
            framed |= idx == VIEWER;
            let pull = idx == TARGET && client.own_tick() > Tick(360);
            let trigger = if pull { Trigger::Laser } else { Trigger::None };
            Controls { trigger, ..Controls::default() }
        });
        let viewed = harness.client(VIEWER).scene().bolts;
        if framed && let Some(theirs) = viewed.first() {
            seen.push(theirs.shot);
            if seen.len() == age_frames {
                let own = bolt(harness.client(TARGET), seen[0]).expect("the bolt still flies");
                let here = bolt(harness.client(VIEWER), seen[0]).expect("the bolt still flies");
                offset = Some((here.pos - own.pos).x);
            }
        }
    }
    offset.expect("the bolt was seen")
}

#[test]
fn other_bolts_are_drawn_late_ahead_or_catching_up() {
    println!("seed {SEED}, both at RTT 100 ms");
    let jump = bolt_offset(BoltView::Jump, 1, 20);
    // Only the shooter has one frame of age and the wait for the packet's second command.
    println!("  Jump: {jump} u from where its shooter has it");
    assert!(jump.abs() < 35.0, "{jump}");
    let rows = [
        // (view, k, u behind Jump: 900 u/s)
        (BoltView::Late, 1, -0.9 * (50.0 + 50.0 + 12.0), 20.0),
        (BoltView::ConvergeAsPublished, 1, -15.0, 0.5),
        (BoltView::ConvergeTimed, 1, -21.64, 0.5),
        (BoltView::Converge, 1, 0.0, 0.5),
    ];
    for (view, k, want, within) in rows {
        let behind = bolt_offset(view, k, 20) - jump;
        println!("  {view:?} {k}: {behind} u from Jump, expected {want}");
        assert!((behind - want).abs() < within, "{view:?}: {behind} for {want}");
    }
    let slow = bolt_offset(BoltView::ConvergeAsPublished, 9, 20) - jump;
    println!("  ConvergeAsPublished 9: {slow} u from Jump");
    assert!((-140.0..-60.0).contains(&slow), "on its way to 9 frames behind: {slow}");
}

#[test]
fn a_shooter_says_once_what_each_shot_met() {
    let mut config = room(lane(), SEED);
    config.netcode = by_rule(HitRule::Claim);
    println!("seed {SEED}, RTT 100 ms");
    let mut harness = Harness::new(config).unwrap();
    for round_trip in [100, 40] {
        harness.add_player(PlayerNetcode::default(), Conditions::round_trip(round_trip));
    }
    let (mut refused, mut hits): (Vec<ShotId>, Vec<ShotId>) = (Vec::new(), Vec::new());
    let mut n_placed = 0;
    while harness.now() < seconds(12) {
        if harness.now() > seconds(2 + 3 * n_placed) {
            n_placed += 1;
            for (idx, at) in [(0, Vec2::new(1000.0, 500.0)), (1, Vec2::new(400.0, 900.0))] {
                let id = harness.client(idx).own_id().unwrap();
                harness.room_mut().world_mut().place(id, at);
            }
        }
        harness.step(&mut |_, idx, client| {
            if idx == 1 {
                return right(client);
            }
            let scene = client.scene();
            let find = |whose| scene.ships.iter().find(|ship| ship.owner == whose);
            let aim = match (find(PlayerKind::You), find(PlayerKind::Player)) {
                (Some(own), Some(target)) => towards(own.pos, target.pos),
                _ => Turn(0),
            };
            Controls { aim, trigger: Trigger::Both, ..Controls::default() }
        });
        for notice in harness.client_mut(0).drain_notices() {
            match notice {
                Notice::Refused { why: Refusal::Claim { claim, .. } } => refused.push(claim.shot),
                Notice::HitConfirmed { shot, .. } => hits.push(shot),
                _ => {}
            }
        }
    }
    let fired = harness.client(0).net_stats().shots_fired;
    println!("  {} claims refused, {} hits, {fired} shots", refused.len(), hits.len());
    assert!(refused.len() + hits.len() > 5);
    let mut once = refused.clone();
    once.sort_by_key(|shot| (shot.tick, shot.weapon as u8));
    once.dedup();
    assert_eq!(once.len(), refused.len(), "each once");
}

/// Own bolts that hit, and own bolts whose predicted hit the server undoes, while one player aims
/// ahead of another who turns all the time.
fn sparks(netcode: Netcode) -> (u32, u32) {
    let config = shared::room::RoomConfig { netcode: netcode.room, ..room(lane(), SEED) };
    let mut harness = Harness::new(config).unwrap();
    harness.add_player(netcode.player, Conditions::round_trip(150));
    harness.add_player(PlayerNetcode::default(), Conditions::round_trip(40));
    let mut hand = RandomHand::new(SEED, false);
    let (mut hits, mut undone, mut newest, mut n_placed) = (0, 0, 0, 0);
    let (mut life, mut changed_at) = (None, Micros::ZERO);
    while harness.now() < seconds(300) {
        if harness.now() > seconds(2 + 5 * n_placed) {
            n_placed += 1;
            for (idx, at) in [(0, Vec2::new(1000.0, 700.0)), (1, Vec2::new(1250.0, 700.0))] {
                let id = harness.client(idx).own_id().unwrap();
                harness.room_mut().world_mut().place(id, at);
            }
        }
        harness.step(&mut |_, idx, client| {
            if idx == 1 {
                return hand.next();
            }
            let scene = client.scene();
            let find = |whose| scene.ships.iter().find(|ship| ship.owner == whose);
            let (Some(own), Some(target)) = (find(PlayerKind::You), find(PlayerKind::Player))
            else {
                return Controls::default();
            };
            let flight_s = (target.pos - own.pos).length() / 900.0;
            let aim = towards(own.pos, target.pos + target.vel * flight_s);
            let pull = client.own_tick().0 % 27 < 2;
            let trigger = if pull { Trigger::Laser } else { Trigger::None };
            Controls { aim, trigger, ..Controls::default() }
        });
        // A shot at a life that is over does not count, whatever was seen.
        let target = harness.client(1).own_id().and_then(|id| harness.room().world().ship(id));
        let now =
            target.map(|ship| (ship.life, ship.alive(), ship.shielded(harness.room().tick())));
        if now != life {
            (life, changed_at) = (now, harness.now());
        }
        let effects = harness.client(0).scene().effects;
        let new = effects.iter().filter(|effect| effect.seed > newest);
        if harness.now() > changed_at + Micros::from_ms(1700) {
            undone += new.filter(|effect| effect.kind == EffectKind::Undone).count() as u32;
        }
        newest = effects.iter().map(|effect| effect.seed).fold(newest, u32::max);
        for notice in harness.client_mut(0).drain_notices() {
            hits += u32::from(matches!(notice, Notice::HitConfirmed { .. }));
        }
    }
    (hits, undone)
}

#[test]
fn a_bolt_that_sparks_here_hits_there() {
    println!("seed {SEED}, RTT 150 ms");
    let claim = Netcode { room: by_rule(HitRule::Claim), ..Netcode::default() };
    let own = Preset::Lagrange.netcode();
    for (name, netcode) in
        [("Lagrange", own), ("Claim", claim), ("Deferred", Preset::DelayedSync.netcode())]
    {
        let (hits, undone) = sparks(netcode);
        println!("  {name}: {hits} hits, {undone} undone");
        assert!(hits > 100 && undone * 50 < hits, "{hits} hits, {undone} undone");
    }
    // A delta window of one snapshot forces keyframes; bolts keep flying.
    let player = PlayerNetcode { delta_window: 1, ..own.player };
    assert_eq!(sparks(Netcode { player, ..own }), sparks(own));
    let late = sparks(Netcode { room: by_rule(HitRule::Present), ..own });
    println!("  Present: {} hits, {} undone", late.0, late.1);
    assert!(late.1 > 20, "without compensation, ships are not hit where they are seen");
}
