//! A rewinding scheme judges a shot against what its shooter's screen drew, within 1e-3 u. Also
//! measures the gap of the schemes that miss by design.

use lab::harness::Harness;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        tick_length::TickLength,
        time::{Micros, Tick},
    },
    client::{
        Client,
        scene::{PlayerKind, PoseSource, SceneShip},
    },
    history::{broad_phase::search::BroadPhase, record::Bracket},
    judge::{
        rule::target,
        shot::Shot,
        view::{resolve_rewind, verified_pair},
    },
    netcode::{
        choices::HitRule,
        preset::Preset,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    room::{Room, RoomConfig},
    sim::{
        arena::Arena,
        bolt::Bolt,
        command::View,
        event::{ShotId, Weapon},
        ship::ShipId,
    },
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

use crate::support::{RandomHand, room, seconds};

/// A frame as drawn, and the tick at which a beam fired at it is executed.
struct Picture {
    executed: Tick,
    view: View,
    own: ShipId,
    ships: Vec<SceneShip>,
}

/// Distance between judged and drawn poses: how many, mean and maximum, in u.
#[derive(Debug, Default)]
struct Gap {
    n: u32,
    sum_u: f64,
    most_u: f32,
}

impl Gap {
    fn note(&mut self, apart_u: f32) {
        self.n += 1;
        self.sum_u += f64::from(apart_u);
        self.most_u = self.most_u.max(apart_u);
    }
}

/// Selects drawn ships to compare, by the source of their poses.
type Counts = fn(PoseSource) -> bool;

fn interpolated(source: PoseSource) -> bool {
    source == PoseSource::Interpolated
}

fn picture(client: &Client, counts: Counts) -> Option<Picture> {
    let drawn = |ship: &SceneShip| ship.owner != PlayerKind::You && counts(ship.source);
    Some(Picture {
        executed: client.own_tick().next(),
        view: client.view()?,
        own: client.own_id()?,
        ships: client.scene().ships.into_iter().filter(drawn).collect(),
    })
}

/// The beam that a room would judge for a frame.
fn beam(room: &Room, picture: &Picture) -> Shot {
    let params = room.world().params();
    let id = ShotId { tick: picture.executed, shooter: picture.own, weapon: Weapon::Beam };
    let bolt = Bolt::new(id, picture.executed, Vec2::splat(50.0), Turn(0), &params.arena);
    let rates = room.marker_rates();
    let sent = room.past_of(picture.own, &rates).sent;
    let shot = Shot::of_bolt(&bolt, params.rate, room.config().netcode);
    let view = params.rate.micros_in_steps(picture.view.time.0);
    // What a perfect measurement of the link would give; Source uses it.
    let link = shared::judge::shot::LinkStats { round_trip: Micros::ZERO, lead: shot.fired - view };
    Shot { view, pair: verified_pair(picture.view, sent), link, ..shot }
}

fn compare(room: &Room, picture: &Picture, gap: &mut Gap) {
    let shot = beam(room, picture);
    let rates = room.marker_rates();
    let past = room.past_of(picture.own, &rates);
    let looked = resolve_rewind(&shot, TickLength::of(room.world().params().rate));
    if looked.clamp.is_some() {
        return;
    }
    for ship in &picture.ships {
        let Some(now) = past.present().find(|pose| pose.ship == ship.id) else {
            continue;
        };
        let found = target(&past, &shot, looked, &now, Micros::ZERO);
        let Some(found) = found.filter(|found| found.pose.life == now.life && now.alive) else {
            continue;
        };
        let source = matches!(shot.rule.hit_rule, HitRule::SourceExact | HitRule::SourceByLifeId);
        if source && found.bracket == Bracket::Present {
            // Outside its cone, or beyond a break: not rewound at all.
            continue;
        }
        gap.note((found.pose.pos - ship.pos).length());
    }
}

/// Plays a match, and compares every frame of every player when its beam would be judged.
fn gap_of(netcode: Netcode, link: LinkConditions, counts: Counts, seed: u64) -> Gap {
    let config = RoomConfig { bots: 6, ..room(Arena::strewn(seed), seed) };
    let mut harness = Harness::new(config).unwrap();
    harness.room_mut().set_netcode(netcode.room).unwrap();
    let mut hands: Vec<RandomHand> = (0..2).map(|n| RandomHand::new(seed + n, true)).collect();
    for _ in 0..2 {
        harness.add_player(netcode.player, Conditions::both(link));
    }
    let (mut gap, mut waiting) = (Gap::default(), Vec::new());
    let mut tick = Tick::ZERO;
    while harness.now() < seconds(40) {
        harness.step(&mut |_, idx, client| {
            waiting.extend(picture(client, counts));
            hands[idx].next()
        });
        let room = harness.room();
        if room.tick() != tick {
            tick = room.tick();
            waiting.retain(|picture| {
                if picture.executed == tick {
                    compare(room, picture, &mut gap);
                }
                picture.executed > tick
            });
        }
    }
    assert_eq!((0..2).filter_map(|n| harness.ended(n)).count(), 0, "seed {seed}");
    gap
}

fn claim() -> Netcode {
    let room = RoomNetcode { hit_rule: HitRule::Claim, ..RoomNetcode::default() };
    Netcode { room, player: PlayerNetcode::default() }
}

#[test]
fn what_a_rewinding_scheme_judges_is_what_was_drawn() {
    let seed = 4;
    let lossy = LinkConditions {
        jitter_ms: 10,
        loss_permille: 50,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(50)
    };
    let rows = [
        ("Lagrange", Preset::Lagrange.netcode(), lossy),
        ("Claim", claim(), lossy),
        // Both judge by what was sent; where a snapshot is lost, the drawn chord is longer.
        ("ET per frame", Preset::EtReleased.netcode(), LinkConditions::delay(50)),
        ("Deferred", Preset::DelayedSync.netcode(), LinkConditions::delay(50)),
    ];
    for (name, netcode, link) in rows {
        let gap = gap_of(netcode, link, interpolated, seed);
        println!("{name}, seed {seed}: {} poses, up to {:.5} u apart", gap.n, gap.most_u);
        assert!(gap.n > 10_000 && gap.most_u <= 1e-3, "{name}, seed {seed}: {gap:?}");
    }
}

#[test]
fn the_others_miss_by_design() {
    let seed = 4;
    let source = Preset::Source.netcode();
    let exact = RoomNetcode { hit_rule: HitRule::SourceExact, ..source.room };
    let rows = [
        // (name, netcode, least and most mean distance): 10 % either side of the scheme's delays at
        // the mean speed of this match. Source rounds to ticks.
        ("Source", source, 0.05, 0.15),
        ("Source exact", Netcode { room: exact, ..source }, 0.2, 0.4),
        ("ET per command", Preset::Et260.netcode(), 25.0, 31.0),
        ("QuakeWorld", Preset::QuakeWorld.netcode(), 31.5, 38.5),
        ("Targeting", Preset::Targeting.netcode(), 38.0, 47.0),
        ("Nothing", Preset::Nothing.netcode(), 63.5, 78.0),
        ("Jump", Preset::Jump.netcode(), 64.0, 79.0),
    ];
    for (name, netcode, least, most) in rows {
        let gap = gap_of(netcode, LinkConditions::delay(50), |_| true, seed);
        let mean = gap.sum_u / f64::from(gap.n.max(1));
        println!(
            "{name}, seed {seed}: {} poses, {mean:.2} u apart on average, up to {:.1} u",
            gap.n, gap.most_u
        );
        assert!(gap.n > 10_000 && (least..most).contains(&mean), "{name}, seed {seed}: {gap:?}");
    }
}
