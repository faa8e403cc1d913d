//! The other players of a crowd: each holds random controls for about half a second and receives
//! only one snapshot a second, so that the room mainly writes for the page.
use anyhow::Result;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        limits::CATCH_UP_TICKS_MAX,
        rng::Rng,
        time::{Micros, Tick},
    },
    netcode::values::Subscription,
    room::{Room, SessionId},
    sim::{
        command::{Thrust, Trigger, UserCommand, View},
        rules::{VIEW_HEIGHT_U, VIEW_WIDTH_U},
    },
    wire::{
        command_packet::CommandPacket,
        message::{Hello, commands_message},
    },
};

/// Ships, including the page's.
pub(crate) const SHIPS: u16 = 256;
/// Share of time that a player holds its trigger, in thousandths, such that there are two bolts in
/// flight per ship.
const ARMED: u32 = 285;
/// Mean ticks between changes of thrust, aim and trigger.
const HELD_TICKS: u32 = 30;

/// Lead of the commands, in ticks: a room on a busy machine catches up several at once.
const AHEAD: u32 = CATCH_UP_TICKS_MAX + 2;

struct Player {
    session: SessionId,
    held: UserCommand,
    acked: Option<Tick>,
}

pub(crate) struct Players {
    players: Vec<Player>,
    rng: Rng,
    /// The last tick for which commands have been sent.
    sent: Tick,
}

impl Players {
    /// Joins all players except the page to a room.
    pub(crate) fn join(room: &mut Room) -> Result<Self> {
        let mut players = Vec::new();
        for n in 1..SHIPS {
            let hello = Hello {
                subscription: Subscription { update_rate_hz: 1, ..Subscription::default() },
                ..Hello::new(&n.to_string(), "")
            };
            let session = room.handle_join(Micros::ZERO, &hello)?;
            while room.poll_output().is_some() {}
            players.push(Player { session, held: UserCommand::default(), acked: None });
        }
        Ok(Self { players, rng: Rng::new(7, 3), sent: room.tick() })
    }

    /// Sends all players' commands for as many ticks as the room may have to catch up.
    pub(crate) fn command(&mut self, room: &mut Room, now: Micros) {
        let until = room.tick().plus(AHEAD);
        // In the order of the seats, which is the order of joining.
        let places: Vec<Vec2> = room.world().ships().map(|ship| ship.body.pos).collect();
        for tick in (self.sent.0 + 1..=until.0).map(Tick) {
            self.command_at(tick, &places, room, now);
        }
        self.sent = until;
    }

    fn command_at(&mut self, tick: Tick, places: &[Vec2], room: &mut Room, now: Micros) {
        let middle = Vec2::new(VIEW_WIDTH_U, VIEW_HEIGHT_U) / 2.0;
        let rng = &mut self.rng;
        for (player, place) in self.players.iter_mut().zip(places) {
            if rng.below(HELD_TICKS) == 0 {
                player.held.thrust = Thrust::ALL[rng.below(9) as usize];
                // Through the middle, where the distance to a wall is long.
                player.held.aim = Turn::of(middle - *place);
                let armed = rng.below(1000) < ARMED;
                player.held.trigger = Trigger::from_pressed((armed, false));
            }
            let command = UserCommand { tick, view: View::present(room.tick()), ..player.held };
            let packet =
                CommandPacket { ack: player.acked, view_epoch: 0, commands: vec![command] };
            room.handle_message(now, player.session, &commands_message(&packet.encode()));
        }
    }

    /// Records the tick of a snapshot sent to a player.
    pub(crate) fn note(&mut self, session: SessionId, tick: Tick) {
        let of = self.players.iter_mut().find(|player| player.session == session);
        if let Some(player) = of {
            player.acked = Some(tick);
        }
    }
}
