//! The room's bots: they see what the room's preset would draw for a player without lag.

use super::seat::Bot;
use crate::{
    base::time::{Tick, ViewTime},
    history::store::History,
    netcode::{choices::RemoteView, preset::Preset, values::RoomNetcode},
    pilot::{
        conduct::Conduct,
        manner::Manner,
        sights::{SeenShip, Sights},
        surroundings::Look,
    },
    sim::{
        command::{UserCommand, View},
        rules::SHIP_HEALTH,
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
    /// The most kills of a ship; `None` if the pilots take no look at the scores.
    most_kills: Option<u16>,
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
        let looks = conduct.skill.is_some();
        let most_kills = looks.then(|| world.ships().map(|ship| ship.kills).max().unwrap_or(0));
        Self { world, history, spared, conduct, most_kills, view: view_of(world, netcode) }
    }

    /// A bot's command for the next tick.
    pub(super) fn fly(&self, bot: &mut Bot, sights: &mut Sights) -> Option<(ShipId, UserCommand)> {
        let Self { world, history, spared, conduct, most_kills, view } = *self;
        let own = world.ship(bot.ship)?;
        let seen = |ship: ShipId| {
            let pose = history.drawn(None, ship.idx, view.time)?;
            let there = pose.ship == ship && pose.alive;
            let (pos, vel, shielded) = (pose.pos, pose.vel, pose.shielded);
            let look = most_kills.and_then(|most| look(world, ship, most));
            let is_ally = world.params().division.are_allies(bot.ship, ship);
            let spared = spared.contains(&ship) || is_ally;
            there.then_some(SeenShip { pos, vel, shielded, spared, look })
        };
        sights.observe(world, bot.ship, seen);
        let surroundings = sights.surroundings(own, world, view);
        // Without a level a pilot plays by its temper alone.
        let manner = if conduct.skill.is_some() { bot.manner } else { Manner::default() };
        Some((bot.ship, bot.pilot.fly_as(&surroundings, &Conduct { manner, ..conduct })))
    }
}

/// What a client shows of a ship beside its pose.
fn look(world: &World, ship: ShipId, most_kills: u16) -> Option<Look> {
    let ship = world.ship(ship)?;
    Some(Look {
        damage: SHIP_HEALTH.saturating_sub(ship.health),
        reloads: ship.beam_ready > world.tick,
        leads: ship.kills > 0 && ship.kills == most_kills,
    })
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
