//! A cheat proxy: a program between an honest client and its links, which changes the messages that
//! the client sends. Those go in, what goes on to the server comes out; it reads what the server
//! says, and changes nothing of it. Runs whenever the client sends and something that it holds is
//! due.
//!
//! Valve's article on Source's networking names such proxies as a reason why its server decides.

use alloc::{collections::VecDeque, string::String, vec::Vec};

use serde::Serialize;
use shared::{
    base::{
        limits::{COMMANDS_PER_PACKET_MAX, LINK_QUEUE_MAX},
        queue::push_bounded,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    judge::shot::HitClaim,
    sim::{
        command::{Thrust, Trigger, UserCommand, View},
        event::{ShotId, Weapon},
        rules::LASER_COOLDOWN_MS,
        ship::ShipId,
    },
    wire::{
        command_packet::CommandPacket,
        message::{
            ClientControl, ClientMessage, RosterEntry, ServerControl, ServerMessage,
            commands_message,
        },
    },
};

use super::lie::Lie;

/// How long a trigger that was pulled once is held, in ms.
const HELD_TRIGGER_MS: u32 = 50;

/// What the proxy knows of the match.
#[derive(Clone, Copy, Debug, Serialize)]
struct MatchInfo {
    own: ShipId,
    rate: TickRate,
}

/// A proxy, and what it holds back.
#[derive(Clone, Debug, Serialize)]
pub struct CheatProxy {
    lie: Lie,
    /// The name of the player on whose ship it claims hits.
    victim_name: String,
    known: Option<MatchInfo>,
    victim: Option<ShipId>,
    /// The newest key that came from the client.
    newest_key: Tick,
    /// The newest command that came.
    newest: UserCommand,
    /// The newest trigger: the key of its first command.
    pulled: Option<Tick>,
    /// The first shot's key and the view that it carried.
    first_shot: Option<(Tick, ViewTime)>,
    /// The key at which commands began to be held, and until when they are.
    burst: Option<(Tick, Micros)>,
    /// Commands changed, claims made or echoes delayed.
    n_lies: u32,
    /// Messages and when they go on, as they came, at most [`LINK_QUEUE_MAX`].
    held: VecDeque<(Micros, Vec<u8>)>,
}

impl CheatProxy {
    /// A proxy with a lie, in a match of players with these names.
    #[must_use]
    pub fn new(lie: Lie, names: &[&str]) -> Self {
        let victim = match lie {
            Lie::FalseClaim { victim } => names.get(usize::from(victim)).copied(),
            _ => None,
        };
        Self {
            lie,
            victim_name: victim.unwrap_or_default().into(),
            known: None,
            victim: None,
            newest_key: Tick::ZERO,
            newest: UserCommand::default(),
            pulled: None,
            first_shot: None,
            burst: None,
            n_lies: 0,
            held: VecDeque::new(),
        }
    }

    /// Its lie.
    #[must_use]
    pub fn lie(&self) -> Lie {
        self.lie
    }

    /// It tells another lie from now on.
    pub fn set_lie(&mut self, lie: Lie) {
        self.lie = lie;
    }

    /// Commands changed, claims made or echoes delayed so far.
    #[must_use]
    pub fn n_lies(&self) -> u32 {
        self.n_lies
    }

    /// The server says something to the client, which the proxy reads.
    pub fn handle_down(&mut self, message: &[u8]) {
        match ServerMessage::decode(message) {
            Ok(ServerMessage::Control(ServerControl::Welcome(welcome))) => {
                self.known = Some(MatchInfo { own: welcome.ship, rate: welcome.rate });
                welcome.roster.iter().for_each(|entry| self.look_at(entry));
            }
            Ok(ServerMessage::Control(ServerControl::Joined(entry))) => self.look_at(&entry),
            _ => {}
        }
    }

    /// The client sends a message.
    pub fn handle_up(&mut self, now: Micros, message: Vec<u8>) {
        let packet = match ClientMessage::decode(&message) {
            Ok(ClientMessage::Commands(packet)) => CommandPacket::decode(packet).ok(),
            Ok(ClientMessage::Control(ClientControl::Echo { .. })) => {
                let late = match self.lie {
                    Lie::LateEcho { ms } => Micros::from_ms(ms.into()),
                    _ => Micros::ZERO,
                };
                self.n_lies += u32::from(late > Micros::ZERO);
                return self.hold(now + late, message);
            }
            _ => None,
        };
        match (packet, self.known) {
            (Some(packet), Some(known)) => self.handle_packet(now, packet, known),
            _ => self.hold(now, message),
        }
    }

    /// When something that is held goes on.
    #[must_use]
    pub fn next_transmit(&self) -> Option<Micros> {
        self.held.iter().map(|(due, _)| *due).min()
    }

    /// The next message that goes on to the server by now.
    pub fn poll_transmit(&mut self, now: Micros) -> Option<Vec<u8>> {
        let at = self.held.iter().position(|(due, _)| *due <= now)?;
        self.held.remove(at).map(|(_, message)| message)
    }

    fn look_at(&mut self, entry: &RosterEntry) {
        if !self.victim_name.is_empty() && entry.name == self.victim_name {
            self.victim = Some(entry.ship);
        }
    }

    fn hold(&mut self, due: Micros, message: Vec<u8>) {
        push_bounded(&mut self.held, (due, message), LINK_QUEUE_MAX);
    }

    fn handle_packet(&mut self, now: Micros, mut packet: CommandPacket, known: MatchInfo) {
        let before = self.newest_key;
        let is_new = |command: &&UserCommand| command.tick > before;
        let new: Vec<UserCommand> = packet.commands.iter().filter(is_new).copied().collect();
        self.newest_key = new.last().map_or(before, |command| command.tick);
        let claims = match self.lie {
            Lie::FalseClaim { .. } => self.claims(&new, known),
            _ => Vec::new(),
        };
        if let Lie::Burst { ticks } = self.lie {
            return self.hold_back(now, packet, &new, known.rate, ticks);
        }
        for command in &mut packet.commands {
            let honest = *command;
            self.change(command, known.rate);
            self.n_lies += u32::from(*command != honest && honest.tick > before);
        }
        self.hold(now, commands_message(&packet.encode()));
        for claim in claims {
            self.n_lies += 1;
            self.hold(now, ClientControl::Claim(claim).encode());
        }
    }

    /// A hit for every laser that a cooldown lets out, at the muzzle.
    fn claims(&mut self, new: &[UserCommand], known: MatchInfo) -> Vec<HitClaim> {
        let Some(victim) = self.victim else { return Vec::new() };
        let cooldown = i64::from(known.rate.ticks_in_ms(LASER_COOLDOWN_MS));
        let mut claims = Vec::new();
        for command in new.iter().filter(|command| command.trigger.laser()) {
            if self.pulled.is_none_or(|pulled| command.tick.since(pulled) >= cooldown) {
                self.pulled = Some(command.tick);
                let weapon = Weapon::Laser;
                let shot = ShotId { tick: command.tick, shooter: known.own, weapon };
                claims.push(HitClaim { shot, victim, age: 0 });
            }
        }
        claims
    }

    /// One command as it goes on.
    fn change(&mut self, command: &mut UserCommand, rate: TickRate) {
        let fires = command.trigger != Trigger::None;
        match self.lie {
            Lie::BackwardsView if fires => {
                let (key, view) = *self.first_shot.get_or_insert((command.tick, command.view.time));
                if command.tick > key {
                    let time =
                        view.0 - ViewTime::from_tick(command.tick).0 + ViewTime::from_tick(key).0;
                    command.view = unpaired(time);
                }
            }
            Lie::OldView { ms } if fires => {
                let back = ViewTime::from_tick(Tick(rate.ticks_in_ms(ms.into()))).0;
                command.view = unpaired(ViewTime::from_tick(command.tick).0 - back);
            }
            Lie::NoCooldown => {
                if command.trigger.laser() {
                    self.pulled = Some(command.tick);
                }
                let held = i64::from(rate.ticks_in_ms(HELD_TRIGGER_MS));
                let since = self.pulled.map(|pulled| command.tick.since(pulled));
                if since.is_some_and(|since| (0..held).contains(&since)) {
                    command.trigger = Trigger::from_held((true, command.trigger.beam()));
                }
            }
            _ => {}
        }
    }

    /// From the first thrust on, every command is made twice and held back; then all of them are
    /// sent at once.
    fn hold_back(
        &mut self,
        now: Micros,
        packet: CommandPacket,
        new: &[UserCommand],
        rate: TickRate,
        ticks: u8,
    ) {
        let begins = |(last, command): &(&UserCommand, &UserCommand)| {
            last.thrust == Thrust::None && command.thrust != Thrust::None
        };
        let last = self.newest;
        let starts = core::iter::once(&last).chain(new).zip(new).find(begins);
        self.newest = new.last().copied().unwrap_or(last);
        if self.burst.is_some_and(|(_, until)| now >= until) {
            self.burst = None;
        } else if self.burst.is_none()
            && let Some((_, command)) = starts
        {
            let span = rate.micros_at(Tick(ticks.into()));
            self.burst = Some((command.tick, now + span));
        }
        let Some((key, until)) = self.burst else {
            return self.hold(now, commands_message(&packet.encode()));
        };
        let doubled: Vec<UserCommand> = new
            .iter()
            .flat_map(|command| {
                let since = command.tick.since(key).max(0) as u32;
                let at = |more| UserCommand { tick: key.plus(2 * since + more), ..*command };
                [at(0), at(1)]
            })
            .collect();
        self.n_lies += new.len() as u32;
        for commands in doubled.chunks(COMMANDS_PER_PACKET_MAX) {
            let packet = CommandPacket { commands: commands.to_vec(), ..packet.clone() };
            self.hold(until, commands_message(&packet.encode()));
        }
    }
}

/// A view of a moment that says of no snapshots that they were blended.
fn unpaired(steps: i64) -> View {
    let time = ViewTime(steps.max(0));
    View { time, older: time.floor(), span: 0 }
}
