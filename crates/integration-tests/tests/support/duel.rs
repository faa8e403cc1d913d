//! A shooter who aims perfectly at what is drawn, and a target that crosses at a constant speed.
//! Records what each shot was aimed at and how it was judged.

use core::ops::Range;

use lab::harness::Harness;
use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, TickRate, ViewTime},
    },
    client::{
        Client, Controls,
        scene::{PlayerKind, SceneShip},
    },
    netcode::values::{Netcode, PlayerNetcode},
    report::shot_record::ShotRecord,
    room::RoomKind,
    sim::{
        arena::{Arena, Asteroids},
        command::{Thrust, Trigger},
        event::Weapon,
        rules::{BOLT_SPEED_U_PER_S, SHIP_SPEED_MAX_U_PER_S},
        ship::ShipId,
    },
    wire::conditions::Conditions,
};

use super::{room, seconds, towards};

/// The target crosses at its top speed, in u/s.
pub(crate) const SPEED: f32 = SHIP_SPEED_MAX_U_PER_S;
/// The shooter's position; the target passes above it.
const PERCH: Vec2 = Vec2::new(8_000.0, 1_500.0);
/// Shots that are judged in a duel.
pub(crate) const SHOTS: usize = 12;

const RATE: TickRate = TickRate::DEFAULT;

/// A shot as aimed and as judged.
pub(crate) struct Sample {
    /// From the trigger to execution.
    pub(crate) up: Micros,
    /// From the moment of the targets on the screen to the trigger.
    pub(crate) behind: Micros,
    /// From the newest snapshot's moment to execution.
    pub(crate) newest: Micros,
    /// How old the newest marker of ET was at execution.
    pub(crate) since_frame: Micros,
    /// By how much it missed along the target's path, in u.
    pub(crate) miss_u: f32,
    pub(crate) record: ShotRecord,
}

/// The aim of a shot when fired.
struct Aimed {
    at: Micros,
    /// The newest snapshot's moment.
    newest: Micros,
    own: Vec2,
    target: SceneShip,
}

fn ship_of(client: &Client, you: bool) -> Option<SceneShip> {
    let scene = client.scene();
    scene.ships.iter().find(|ship| (ship.owner == PlayerKind::You) == you).copied()
}

/// Where to aim so that on this screen the shot hits the middle of the target.
fn perfect_aim(own: Vec2, target: &SceneShip, weapon: Weapon) -> Vec2 {
    if weapon == Weapon::Beam {
        return target.pos;
    }
    let mut seconds = 0.0;
    for _ in 0..30 {
        let way = (target.pos + target.vel * seconds - own).length() - 16.0;
        seconds = way / BOLT_SPEED_U_PER_S;
    }
    target.pos + target.vel * seconds
}

/// A duel with a crossing target.
pub(crate) struct Duel {
    pub(crate) netcode: Netcode,
    pub(crate) weapon: Weapon,
    pub(crate) round_trip_ms: u16,
    pub(crate) rate: TickRate,
    /// The target's netcode.
    pub(crate) target: PlayerNetcode,
    /// Rocks in the way.
    pub(crate) asteroids: Asteroids,
    /// Where the target is drawn when a shot is fired: to the right of the shooter, in u.
    pub(crate) window_u: Range<f32>,
    pub(crate) seed: u64,
}

impl Duel {
    /// A duel in the open.
    pub(crate) fn open(netcode: Netcode, weapon: Weapon, round_trip_ms: u16) -> Self {
        Self {
            netcode,
            weapon,
            round_trip_ms,
            rate: RATE,
            target: PlayerNetcode::default(),
            asteroids: Asteroids::default(),
            window_u: -200.0..200.0,
            seed: u64::from(round_trip_ms) + 1,
        }
    }
}

/// Runs a duel until enough shots are judged.
pub(crate) fn fight(duel: &Duel) -> (Vec<Sample>, Harness) {
    fight_watched(duel, &mut |_, _| ())
}

/// The same, and passes on each shot when its record reaches the shooter.
pub(crate) fn fight_watched(
    duel: &Duel,
    watch: &mut impl FnMut(&Harness, &ShotRecord),
) -> (Vec<Sample>, Harness) {
    let Duel { netcode, weapon, round_trip_ms, seed, .. } = *duel;
    let asteroids = duel.asteroids.clone();
    let arena = Arena { width_u: 16_000, height_u: 3_000, asteroids };
    let mut config = room(arena, seed);
    config.netcode = netcode.room;
    if netcode.room.check_outside_laboratory().is_err() {
        config.kind = RoomKind::Simulated;
    }
    config.rate = duel.rate;
    let mut harness = Harness::new(config).unwrap();
    let shooter = harness.add_player(netcode.player, Conditions::round_trip(round_trip_ms));
    let target = harness.add_player(duel.target, Conditions::round_trip(20));
    let mut aimed: Vec<(u32, Aimed)> = Vec::new();
    let mut samples = Vec::new();
    let mut next_pass = seconds(3);
    // QuakeWorld's latency estimate creeps up by 1 ms a snapshot.
    let mut next_shot = seconds(6) + Micros(i64::from(round_trip_ms) * 50_000);
    while samples.len() < SHOTS && harness.now() < seconds(240) {
        let now = harness.now();
        let mut fired = None;
        harness.step(&mut |_, idx, client| {
            if idx == target {
                return Controls { thrust: Thrust::Right, ..Controls::default() };
            }
            let (own, other) = (ship_of(client, true), ship_of(client, false));
            let (Some(own), Some(other)) = (own, other) else { return Controls::default() };
            let aim = towards(own.pos, perfect_aim(own.pos, &other, weapon));
            let steady = (other.vel.x - SPEED).abs() < 1.0 && other.vel.y.abs() < 0.5;
            let above = duel.window_u.contains(&(other.pos.x - own.pos.x));
            let ready = now > next_shot && steady && above;
            if ready {
                let newest = duel.rate.micros_at(client.net_stats().server_tick);
                let shot = Aimed { at: now, newest, own: own.pos, target: other };
                fired = Some((client.own_tick().next().0, shot));
            }
            let trigger = match weapon {
                _ if !ready => Trigger::None,
                Weapon::Beam => Trigger::Beam,
                Weapon::Laser => Trigger::Laser,
            };
            Controls { aim, trigger, ..Controls::default() }
        });
        if let Some(shot) = fired {
            aimed.push(shot);
            next_shot = now + Micros::from_ms(950);
        }
        if now >= next_pass {
            next_pass = now + seconds(7);
            let ids = [shooter, target].map(|n| harness.client(n).own_id());
            if let [Some(shooter), Some(target)] = ids {
                let world = harness.room_mut().world_mut();
                world.place(shooter, PERCH);
                world.place(target, PERCH - Vec2::new(1_300.0, 800.0));
            }
        }
        let target_id = harness.client(target).own_id();
        for record in harness.client_mut(shooter).drain_records() {
            watch(&harness, &record);
            if let Some(sample) = sample(record, &aimed, target_id, duel.rate) {
                samples.push(sample);
            }
        }
    }
    (samples, harness)
}

fn sample(
    record: ShotRecord,
    aimed: &[(u32, Aimed)],
    target: Option<ShipId>,
    rate: TickRate,
) -> Option<Sample> {
    let (_, shot) = aimed.iter().find(|(tick, _)| *tick == record.shot.tick.0)?;
    let judged = record.targets.iter().find(|judged| Some(judged.ship) == target)?;
    let executed = rate.micros_at(record.shot.tick);
    let view = rate.micros_in_steps(record.view.claimed.time.since(ViewTime(0)));
    let along = shot.target.vel.normalize();
    let dir = (perfect_aim(shot.own, &shot.target, record.shot.weapon) - shot.own).normalize();
    let flight = match record.shot.weapon {
        Weapon::Beam => dir,
        Weapon::Laser => (dir * BOLT_SPEED_U_PER_S - shot.target.vel).normalize(),
    };
    let sine = along.perp_dot(flight).abs();
    let frame = Micros::from_ms(50);
    Some(Sample {
        up: executed - shot.at,
        behind: shot.at - view,
        newest: executed - shot.newest,
        since_frame: Micros(executed.0 % frame.0),
        miss_u: judged.distance as f32 / 256.0 / sine,
        record,
    })
}
