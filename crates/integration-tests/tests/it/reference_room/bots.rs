//! The pilots of the reference room, and the ships that a ship may ram as its player sees them:
//! both look at the others as of an earlier moment. Runs before the world's step.

use shared::{
    base::{
        rng::mix_all,
        time::{Tick, TickRate, ViewTime},
    },
    netcode::{choices::RemoteView, preset::Preset, values::RoomNetcode},
    pilot::{
        Pilot,
        sights::{SeenShip, Sights},
    },
    sim::{
        collision::Solid,
        command::{UserCommand, View},
        rules::{SHIP_RADIUS_U, SHIP_SPEED_MAX_U_PER_S},
        ship::{Ship, ShipId},
        side::Division,
        world::World,
    },
};

use super::{
    poses::{Poses, ticks_next_to},
    session::Sent,
};

/// A pilot of the room.
#[derive(Clone, Debug)]
pub(crate) struct Bot {
    pub(crate) ship: ShipId,
    pilot: Pilot,
}

impl Bot {
    /// The `n`th pilot of a room with this seed.
    pub(crate) fn new(ship: ShipId, seed: u64, n: u32) -> Self {
        Self { ship, pilot: Pilot::new(mix_all(&[seed, n.into()])) }
    }

    /// Its next command. It sees what the room's preset would draw for a player without lag.
    pub(crate) fn fly(
        &mut self,
        world: &World,
        poses: &Poses,
        netcode: &RoomNetcode,
        spared: &[ShipId],
    ) -> Option<UserCommand> {
        let own = world.ship(self.ship)?;
        let moment = seen_tick(world.tick, world.params().rate, netcode);
        let view = View { time: ViewTime::from_tick(moment), older: moment, span: 0 };
        let sights = Sights::of(world, self.ship, |ship| {
            let then = poses.of(ship, moment).filter(|ship| ship.alive())?;
            let (pos, vel) = (then.body.pos, then.body.vel);
            let has_sides = world.params().division == Division::TwoSides;
            let is_ally = has_sides && ship.idx % 2 == self.ship.idx % 2;
            let spared = spared.contains(&ship) || is_ally;
            Some(SeenShip { pos, vel, shielded: then.shielded(moment), spared, look: None })
        });
        Some(self.pilot.fly(&sights.surroundings(own, world, view)))
    }
}

/// The tick at which the room's pilots see the others.
fn seen_tick(now: Tick, rate: TickRate, netcode: &RoomNetcode) -> Tick {
    let player = Preset::of_room(netcode).netcode().player;
    let ticks = |ms: u32| if ms == 0 { 0 } else { rate.ticks_in_ms(ms) };
    let seen = match player.remote {
        RemoteView::Raw | RemoteView::QuakeWorld | RemoteView::Chase | RemoteView::Predicted => now,
        RemoteView::Interpolate => now.minus(ticks(player.interpolation_delay().as_ms() as u32)),
        RemoteView::Delayed => now.next().minus(ticks(netcode.delay_ms.into())),
    };
    seen.max(Tick(1)).min(now)
}

/// The ships that a ship can reach with one command, `D` before the next tick, as its player draws
/// them. If a policy runs several saved-up commands in a tick, the ship may fly into one that was
/// not near, and is not thrown back in that tick. Ships that left their seats before that moment
/// are unknown to the room, though the player sees them until the next snapshot.
pub(crate) fn solids_around(
    own: &Ship,
    next: Tick,
    poses: &Poses,
    sent: Option<Sent>,
    (rate, netcode): (TickRate, &RoomNetcode),
) -> Vec<Solid> {
    let back = rate.ticks_in_ms(netcode.delay_ms.into());
    let at = ViewTime::from_tick(next).plus_ticks(-i64::from(back));
    let pair = sent.and_then(|sent| sent.next_to(at)).unwrap_or_else(|| ticks_next_to(at));
    let reach_u = 4.0 * SHIP_RADIUS_U + 2.0 * SHIP_SPEED_MAX_U_PER_S * rate.dt_s();
    let is_taken = |seat: u16| {
        let mut then = poses.all(at.floor()).iter();
        then.any(|ship| ship.id.idx == seat && ship.id != own.id)
    };
    let others = poses.all(pair.older).iter();
    let others = others.filter(|other| other.id != own.id && is_taken(other.id.idx));
    let drawn = others.filter_map(|other| poses.place_between(other.id, pair, at));
    let near = drawn.filter(|pos| (*pos - own.body.pos).length_squared() < reach_u * reach_u);
    near.map(|pos| Solid { pos }).collect()
}
