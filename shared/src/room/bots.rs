//! The room's bots: they see what the room's preset would draw for a player without lag, and fill
//! the room up to a chosen number of ships.

use super::seat::Bot;
use crate::{
    base::time::{Tick, ViewTime},
    history::store::History,
    netcode::{choices::RemoteView, preset::Preset, values::RoomNetcode},
    pilot::{
        conduct::Conduct,
        sights::{SeenShip, Sights},
    },
    sim::{
        command::{UserCommand, View},
        ship::ShipId,
        world::World,
    },
};

/// What the bots see before the next tick.
pub(super) struct BotView<'a> {
    world: &'a World,
    history: &'a History,
    /// The ships that they spare.
    spared: &'a [ShipId],
    conduct: Conduct,
    view: View,
}

impl<'a> BotView<'a> {
    pub(super) fn new(
        (world, history): (&'a World, &'a History),
        spared: &'a [ShipId],
        netcode: &RoomNetcode,
        conduct: Conduct,
    ) -> Self {
        // An escort fires at nobody, so it may go near a spared ship.
        let spared = if conduct.escort.is_some() { &[] } else { spared };
        Self { world, history, spared, conduct, view: view_of(world, netcode) }
    }

    /// A bot's command for the next tick.
    pub(super) fn fly(&self, bot: &mut Bot, sights: &mut Sights) -> Option<(ShipId, UserCommand)> {
        let Self { world, history, spared, ref conduct, view } = *self;
        let own = world.ship(bot.ship)?;
        let seen = |ship: ShipId| {
            let pose = history.drawn(None, ship.idx, view.time)?;
            let there = pose.ship == ship && pose.alive;
            let (pos, vel, shielded) = (pose.pos, pose.vel, pose.shielded);
            there.then_some(SeenShip { pos, vel, shielded, spared: spared.contains(&ship) })
        };
        sights.observe(world, bot.ship, seen);
        let surroundings = sights.surroundings(own, world, view);
        Some((bot.ship, bot.pilot.fly_as(&surroundings, conduct)))
    }
}

/// The view time of a player without lag under the room's preset.
fn view_of(world: &World, netcode: &RoomNetcode) -> View {
    let player = Preset::of_room(netcode).netcode().player;
    let rate = world.params().rate;
    let (from, back_ms) = match player.remote {
        RemoteView::Raw | RemoteView::QuakeWorld | RemoteView::Chase | RemoteView::Predicted => {
            (world.tick, 0)
        }
        RemoteView::Interpolate => (world.tick, player.interpolation_delay().as_ms() as u16),
        RemoteView::Delayed => (world.tick.next(), netcode.delay_ms),
    };
    let back = if back_ms == 0 { 0 } else { rate.ticks_in_ms(back_ms.into()) };
    let older = Tick(from.0.saturating_sub(back).max(1)).min(world.tick);
    View { time: ViewTime::from_tick(older), older, span: 0 }
}

/// Bot names, in order of use.
const NAMES: [&str; 12] = [
    "Kepler", "Tycho", "Halley", "Cassini", "Huygens", "Euler", "Hill", "Roche", "Trojan", "Hooke",
    "Messier", "Olbers",
];

pub(super) fn name(n: u32) -> &'static str {
    NAMES[n as usize % NAMES.len()]
}
