//! A cheat proxy: sits between an honest client and its links and modifies what the client sends.
//! It reads the server's messages but forwards them unchanged. Runs when the client sends, and when
//! a held message is due.
//!
//! Valve's article on Source's networking gives such proxies as a reason why its server decides
//! hits.

use alloc::{collections::VecDeque, string::String, vec::Vec};

use serde::Serialize;
use shared::{
    base::{
        limits::COMMANDS_PER_PACKET_MAX,
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
        link::IN_FLIGHT_MAX,
        message::{
            ClientControl, ClientMessage, RosterEntry, ServerControl, ServerMessage,
            commands_message,
        },
    },
};

use super::lie::Lie;

/// How long a single trigger pull is held, in ms.
const TRIGGER_REPEAT_MS: u32 = 50;

/// What the proxy has learnt about the match.
#[derive(Clone, Copy, Debug, Serialize)]
struct MatchInfo {
    own: ShipId,
    rate: TickRate,
}

/// A proxy and the messages it holds.
#[derive(Clone, Debug, Serialize)]
pub struct CheatProxy {
    lie: Lie,
    /// Name of the player whose ship it claims to hit.
    victim_name: String,
    known: Option<MatchInfo>,
    victim: Option<ShipId>,
    /// Highest command tick seen from the client.
    newest_key: Tick,
    /// Newest command from the client.
    newest: UserCommand,
    /// Tick of the first command of the newest trigger pull.
    trigger_tick: Option<Tick>,
    /// Tick and view of the first shot.
    first_shot: Option<(Tick, ViewTime)>,
    /// Tick at which commands began to be held, and until when they are.
    burst: Option<(Tick, Micros)>,
    /// Commands changed, claims made or echoes delayed.
    n_lies: u32,
    /// Messages with their release times, in order of arrival; up to [`IN_FLIGHT_MAX`].
    delayed: VecDeque<(Micros, Vec<u8>)>,
}

impl CheatProxy {
    /// A proxy with a cheat, in a match of players with these names.
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
            trigger_tick: None,
            first_shot: None,
            burst: None,
            n_lies: 0,
            delayed: VecDeque::new(),
        }
    }

    #[must_use]
    pub fn lie(&self) -> Lie {
        self.lie
    }

    /// Switches to another cheat.
    pub fn set_lie(&mut self, lie: Lie) {
        self.lie = lie;
    }

    /// Commands changed, claims made or echoes delayed so far.
    #[must_use]
    pub fn n_lies(&self) -> u32 {
        self.n_lies
    }

    /// Reads a message from the server to the client.
    pub fn handle_down(&mut self, message: &[u8]) {
        match ServerMessage::decode(message) {
            Ok(ServerMessage::Control(ServerControl::Welcome(welcome))) => {
                self.known = Some(MatchInfo { own: welcome.ship, rate: welcome.rate });
                welcome.roster.iter().for_each(|entry| self.note_roster_entry(entry));
            }
            Ok(ServerMessage::Control(ServerControl::Joined(entry))) => {
                self.note_roster_entry(&entry);
            }
            _ => {}
        }
    }

    /// Takes a message from the client.
    pub fn handle_up(&mut self, now: Micros, message: Vec<u8>) {
        let packet = match ClientMessage::decode(&message) {
            Ok(ClientMessage::Commands(packet)) => CommandPacket::decode(packet).ok(),
            Ok(ClientMessage::Control(ClientControl::Echo { .. })) => {
                let late = match self.lie {
                    Lie::LateEcho { ms } => Micros::from_ms(ms.into()),
                    _ => Micros::ZERO,
                };
                self.n_lies += u32::from(late > Micros::ZERO);
                return self.delay(now + late, message);
            }
            _ => None,
        };
        match (packet, self.known) {
            (Some(packet), Some(known)) => self.handle_packet(now, packet, known),
            _ => self.delay(now, message),
        }
    }

    /// Release time of the next held message.
    #[must_use]
    pub fn next_transmit(&self) -> Option<Micros> {
        self.delayed.iter().map(|(due, _)| *due).min()
    }

    /// The next message to forward to the server by now.
    pub fn poll_transmit(&mut self, now: Micros) -> Option<Vec<u8>> {
        let at = self.delayed.iter().position(|(due, _)| *due <= now)?;
        self.delayed.remove(at).map(|(_, message)| message)
    }

    fn note_roster_entry(&mut self, entry: &RosterEntry) {
        if !self.victim_name.is_empty() && entry.name == self.victim_name {
            self.victim = Some(entry.ship);
        }
    }

    fn delay(&mut self, due: Micros, message: Vec<u8>) {
        push_bounded(&mut self.delayed, (due, message), IN_FLIGHT_MAX);
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
            return self.hold_burst(now, packet, &new, known.rate, ticks);
        }
        for command in &mut packet.commands {
            let honest = *command;
            self.tamper(command, known.rate);
            self.n_lies += u32::from(*command != honest && honest.tick > before);
        }
        self.delay(now, commands_message(&packet.encode()));
        for claim in claims {
            self.n_lies += 1;
            self.delay(now, ClientControl::Claim(claim).encode());
        }
    }

    /// Claims a hit at the muzzle for every laser shot that the cooldown allows.
    fn claims(&mut self, new: &[UserCommand], known: MatchInfo) -> Vec<HitClaim> {
        let Some(victim) = self.victim else { return Vec::new() };
        let cooldown = i64::from(known.rate.ticks_in_ms(LASER_COOLDOWN_MS));
        let mut claims = Vec::new();
        for command in new.iter().filter(|command| command.trigger.laser()) {
            if self
                .trigger_tick
                .is_none_or(|trigger_tick| command.tick.since(trigger_tick) >= cooldown)
            {
                self.trigger_tick = Some(command.tick);
                let weapon = Weapon::Laser;
                let shot = ShotId { tick: command.tick, shooter: known.own, weapon };
                claims.push(HitClaim { shot, victim, age: 0 });
            }
        }
        claims
    }

    /// Modifies one command.
    fn tamper(&mut self, command: &mut UserCommand, rate: TickRate) {
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
                    self.trigger_tick = Some(command.tick);
                }
                let held = i64::from(rate.ticks_in_ms(TRIGGER_REPEAT_MS));
                let since = self.trigger_tick.map(|trigger_tick| command.tick.since(trigger_tick));
                if since.is_some_and(|since| (0..held).contains(&since)) {
                    command.trigger = Trigger::from_pressed((true, command.trigger.beam()));
                }
            }
            _ => {}
        }
    }

    /// From the first thrust on, duplicates every command and holds them back, then sends them all
    /// at once.
    fn hold_burst(
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
            return self.delay(now, commands_message(&packet.encode()));
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
            self.delay(until, commands_message(&packet.encode()));
        }
    }
}

/// A view that names no pair of interpolated snapshots.
fn unpaired(steps: i64) -> View {
    let time = ViewTime(steps.max(0));
    View { time, older: time.floor(), span: 0 }
}
