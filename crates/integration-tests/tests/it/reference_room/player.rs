//! A player of a random match behind a link: a real client flown by a pilot or a random hand, or a
//! guest. Both rooms receive its messages at the same moments.

use shared::{
    base::{rng::Rng, time::Micros},
    client::{Client, ClientConfig, Controls, screen_pilot::ScreenPilot},
    netcode::{
        setting::Owner,
        values::{Netcode, PlayerNetcode, RoomNetcode, SnapshotDelivery, Subscription},
    },
    report::shot_report::ReportsWanted,
    room::SessionId,
    sim::world::WorldParams,
    wire::{
        conditions::{LinkConditions, LinkMode},
        link::{Link, send_message},
        message::{ClientControl, Hello},
    },
};

use super::guest::{Guest, Sight};
use crate::support::{RandomHand, shuffled};

/// Frame interval of a player, in µs: 60 a second.
const FRAME: Micros = Micros(16_667);

/// The kind of player.
#[allow(clippy::large_enum_variant, reason = "a match has a few of them")]
enum PlayerProgram {
    Client { client: Client, input: Input },
    Guest { guest: Guest, subscription: Subscription },
}

/// What flies a client's ship.
#[allow(clippy::large_enum_variant, reason = "a match has a few of them")]
enum Input {
    Pilot(ScreenPilot),
    Random(RandomHand),
}

/// A player and its links.
pub(crate) struct Player {
    who: PlayerProgram,
    pub(crate) session: Option<SessionId>,
    pub(crate) up: Link,
    pub(crate) down: Link,
    next_frame: Micros,
    /// Its connection is gone.
    pub(crate) gone: bool,
}

/// A random link of any kind.
pub(crate) fn some_line(rng: &mut Rng) -> LinkConditions {
    let bad = rng.below(3) == 0;
    LinkConditions {
        latency_ms: rng.below(if bad { 220 } else { 90 }) as u16,
        jitter_ms: rng.below(if bad { 60 } else { 12 }) as u16,
        loss_permille: if bad { rng.below(120) as u16 } else { 0 },
        duplicate_permille: rng.below(30) as u16,
        reorder_permille: if bad { rng.below(60) as u16 } else { 0 },
        mode: if rng.below(2) == 0 { LinkMode::Datagram } else { LinkMode::Stream },
        ..LinkConditions::default()
    }
}

fn delivery(down: LinkConditions) -> SnapshotDelivery {
    match down.mode {
        LinkMode::Stream => SnapshotDelivery::Stream,
        LinkMode::Datagram => SnapshotDelivery::Datagram,
    }
}

impl Player {
    /// The `n`th player of a match, with its hello sent.
    pub(crate) fn new(
        n: u32,
        seed: u64,
        netcode: PlayerNetcode,
        now: Micros,
        rng: &mut Rng,
    ) -> Self {
        let (up, down) = (some_line(rng), some_line(rng));
        let hand = u64::from(rng.next_u32());
        let who = match rng.below(5) {
            0..=2 => {
                let subscription = netcode.subscription(delivery(down));
                PlayerProgram::Guest { guest: Guest::new(hand), subscription }
            }
            kind => {
                let config = ClientConfig {
                    name: n.to_string(),
                    room: String::new(),
                    netcode,
                    room_request: None,
                    delivery: delivery(down),
                };
                let input = match kind {
                    3 => Input::Random(RandomHand::new(hand, true)),
                    _ => Input::Pilot(ScreenPilot::new(hand)),
                };
                PlayerProgram::Client { client: Client::new(config, now), input }
            }
        };
        let mut player = Self {
            who,
            session: None,
            up: Link::new(up, seed, 2 * n),
            down: Link::new(down, seed, 2 * n + 1),
            next_frame: now + Micros(1009 * (i64::from(n) + 1)),
            gone: false,
        };
        if let PlayerProgram::Guest { subscription, .. } = player.who {
            send_message(&mut player.up, now, guests_hello(n, subscription).encode());
        }
        player.send(now);
        player
    }

    /// When its next message or frame is due.
    pub(crate) fn next_moment(&self) -> Option<Micros> {
        let moments = [self.up.next_delivery(), self.down.next_delivery(), Some(self.next_frame)];
        moments.into_iter().flatten().reduce(Micros::min).filter(|_| !self.gone)
    }

    /// Receives what arrived, and runs a frame if one is due.
    pub(crate) fn advance(&mut self, now: Micros, sight: &Sight, params: &WorldParams) {
        while let Some(message) = self.down.poll_deliver(now) {
            match &mut self.who {
                PlayerProgram::Client { client, .. } => {
                    client.handle_message(now, &message).expect("a room sends valid messages");
                }
                PlayerProgram::Guest { guest, .. } => {
                    if let Some(answer) = guest.hear(&message) {
                        send_message(&mut self.up, now, answer);
                    }
                }
            }
        }
        if self.next_frame <= now {
            self.next_frame += FRAME;
            match &mut self.who {
                PlayerProgram::Client { client, input } => {
                    let controls = match input {
                        Input::Pilot(pilot) => pilot.fly(client, params),
                        Input::Random(hand) if client.joined() => hand.next(),
                        Input::Random(_) => Controls::default(),
                    };
                    client.handle_frame(now, controls);
                }
                PlayerProgram::Guest { guest, .. } => {
                    for message in guest.frame(sight) {
                        send_message(&mut self.up, now, message);
                    }
                }
            }
        }
        self.send(now);
    }

    /// Requests other rules.
    pub(crate) fn request_rules(&mut self, now: Micros, netcode: RoomNetcode) {
        match &mut self.who {
            PlayerProgram::Client { client, .. } => client.request_rules(netcode),
            PlayerProgram::Guest { .. } => {
                send_message(&mut self.up, now, ClientControl::SetRules(netcode).encode());
            }
        }
        self.send(now);
    }

    /// Changes its own settings.
    pub(crate) fn change_settings(&mut self, now: Micros, rng: &mut Rng) {
        let of = |player| Netcode { player, ..Netcode::default() };
        match &mut self.who {
            PlayerProgram::Client { client, .. } => {
                let netcode = shuffled(of(client.netcode()), Owner::Player, rng);
                client.set_netcode(netcode.player);
            }
            PlayerProgram::Guest { subscription, .. } => {
                let netcode = shuffled(of(PlayerNetcode::default()), Owner::Player, rng);
                let mut wanted = netcode.player.subscription(subscription.delivery);
                if rng.below(8) == 0 {
                    wanted.update_rate_hz = 0;
                }
                send_message(&mut self.up, now, ClientControl::Subscribe(wanted).encode());
            }
        }
        self.send(now);
    }

    /// Requests the counterfactuals of its shots.
    pub(crate) fn ask_about_shots(&mut self, now: Micros) {
        match &mut self.who {
            PlayerProgram::Client { client, .. } => {
                client.set_reports_wanted(ReportsWanted::Yes);
                let shot = client.records().next_back().map(|record| record.shot);
                if let Some(shot) = shot {
                    client.inspect_shot(shot);
                }
            }
            PlayerProgram::Guest { .. } => {
                let wanted = ClientControl::WantReports(ReportsWanted::Yes);
                send_message(&mut self.up, now, wanted.encode());
            }
        }
        self.send(now);
    }

    /// Changes the conditions of its links; what is in flight arrives as before.
    pub(crate) fn change_lines(&mut self, rng: &mut Rng) {
        for link in [&mut self.up, &mut self.down] {
            let mode = link.conditions().mode;
            link.set_conditions(LinkConditions { mode, ..some_line(rng) });
        }
    }

    /// Puts a client's messages onto its link.
    fn send(&mut self, now: Micros) {
        if let PlayerProgram::Client { client, .. } = &mut self.who {
            while let Some(message) = client.poll_transmit() {
                send_message(&mut self.up, now, message);
            }
        }
    }
}

fn guests_hello(n: u32, subscription: Subscription) -> Hello {
    Hello { subscription, ..Hello::new(&format!("guest {n}"), "") }
}
