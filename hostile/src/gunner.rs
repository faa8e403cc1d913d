//! The pilot of a lying player. It makes controls from the client's screen, and then replaces the
//! views in the commands that carry them.

use shared::base::geometry::{Turn, Vec2};
use shared::base::rng::Rng;
use shared::base::time::{Micros, Tick, TickRate, ViewTime};
use shared::client::screen_pilot::ScreenPilot;
use shared::client::{Client, Controls};
use shared::sim::command::{Thrust, Trigger, View};
use shared::sim::rules::{BEAM_RANGE_U, SHIP_RADIUS_U};
use shared::sim::ship::{Ship, ShipId};
use shared::sim::world::WorldParams;
use shared::wire::command_packet::CommandPacket;
use shared::wire::message::{ClientMessage, commands_message};

use crate::lies::{Manner, TARGET};

/// The room's rewind limit, in ticks.
pub(crate) const BOUND_TICKS: i64 = 24;
/// How far ahead a future view claims to be, in ticks.
const AHEAD_TICKS: i64 = 6;
/// The least time between duels, and the range of the random part added to it.
const DUEL_MS: i64 = 1000;
const DUEL_MORE_MS: u32 = 400;
/// How long `Starts` rests, and then thrusts.
const REST_TICKS: u32 = 45;
/// Recorded poses of the target: as many as a history holds, at 60 frames a second.
const TRACK_MAX: usize = 300;

/// The view that it claims.
#[derive(Clone, Copy, Debug)]
enum ViewClaim {
    /// The true one.
    Truth,
    /// The world this many ticks before its command.
    TicksAgo(i64),
    Moment(ViewTime),
    /// The true time, with a pair of snapshots of consecutive ticks.
    UnsentPair,
}

/// A beam to fire.
#[derive(Clone, Copy, Debug)]
struct Beam {
    aim: Turn,
    claim: ViewClaim,
    /// The last command before it.
    after: Tick,
}

pub(crate) struct Gunner {
    manner: Manner,
    pilot: ScreenPilot,
    params: Option<WorldParams>,
    rng: Rng,
    /// Where and when the screen showed the target.
    target_track: Vec<(ViewTime, Vec2)>,
    next_duel: Micros,
    duels: u64,
    beam: Option<Beam>,
    /// The newest beam; commands are sent later, a few at a time.
    newest: Option<Beam>,
    /// The views claimed in the commands that fired.
    claimed_views: Vec<(Tick, View)>,
    /// Where the target was last killed, until a beam has been fired at that place.
    ghost: Option<(ViewTime, Vec2)>,
    ghosts: u32,
    was_alive: bool,
}

impl Gunner {
    pub(crate) fn new(manner: Manner, seed: u64) -> Self {
        Self {
            manner,
            pilot: ScreenPilot::new(seed),
            params: None,
            rng: Rng::new(seed, 9),
            target_track: Vec::new(),
            next_duel: Micros::ZERO,
            duels: 0,
            beam: None,
            newest: None,
            claimed_views: Vec::new(),
            ghost: None,
            ghosts: 0,
            was_alive: false,
        }
    }

    pub(crate) fn duels(&self) -> u64 {
        self.duels
    }

    /// Number of false views.
    pub(crate) fn lies(&self) -> u64 {
        self.claimed_views.len() as u64
    }

    /// The controls for the next frame.
    pub(crate) fn controls(&mut self, client: &Client, now: Micros) -> Controls {
        if self.params.is_none() {
            let known = client.tick_rate().zip(client.arena().cloned());
            self.params = known.map(|(rate, arena)| WorldParams::new(rate, arena));
        }
        let (Some(params), Some(own)) = (&self.params, client.own_ship().copied()) else {
            return Controls::default();
        };
        if matches!(self.manner, Manner::Starts | Manner::Bursts) {
            return starts(client.own_tick());
        }
        let flown = Controls { trigger: Trigger::None, ..self.pilot.fly(client, params) };
        self.observe(client);
        if self.beam.is_some_and(|beam| beam.after < client.own_tick()) {
            self.beam = None;
        }
        let is_ready = own.alive() && own.beam_ready <= client.own_tick().next();
        if is_ready && self.beam.is_none() {
            self.beam = self.plan_beam(client, &own, now);
            self.newest = self.beam.or(self.newest);
        }
        match self.beam {
            Some(Beam { aim, .. }) => Controls { aim, trigger: Trigger::Beam, ..flown },
            None => flown,
        }
    }

    /// Replaces the views in a message's commands.
    pub(crate) fn falsify_views(&mut self, message: Vec<u8>) -> Vec<u8> {
        let Ok(ClientMessage::Commands(packet)) = ClientMessage::decode(&message) else {
            return message;
        };
        let Ok(mut packet) = CommandPacket::decode(packet) else { return message };
        for command in packet.commands.iter_mut().filter(|one| one.trigger.beam()) {
            let claimed = self.claimed_views.iter().rev().find(|(key, _)| *key == command.tick);
            if let Some((_, view)) = claimed {
                command.view = *view;
            } else if let Some(beam) = self.newest.filter(|beam| command.tick > beam.after)
                && let Some(view) = beam.claim.view(command.tick, command.view)
            {
                self.claimed_views.push((command.tick, view));
                command.view = view;
            }
        }
        commands_message(&packet.encode())
    }

    fn observe(&mut self, client: &Client) {
        let (Some(view), Some(target)) = (client.view(), target(client)) else { return };
        let scene = client.scene();
        let drawn = scene.ship(target).filter(|ship| !ship.shielded).map(|ship| ship.pos);
        if let Some(pos) = drawn
            && self.target_track.last().is_none_or(|(at, _)| *at < view.time)
        {
            self.target_track.push((view.time, pos));
            if self.target_track.len() > TRACK_MAX {
                self.target_track.remove(0);
            }
        }
        let alive = client.ships().iter().any(|ship| ship.id == target && ship.alive());
        if self.was_alive && !alive {
            self.ghost = self.target_track.last().copied();
            self.ghosts += 1;
        }
        self.was_alive = alive;
    }

    /// A beam, if it is time for one.
    fn plan_beam(&mut self, client: &Client, own: &Ship, now: Micros) -> Option<Beam> {
        let scene = client.scene();
        let drawn = scene.ship(target(client)?).filter(|ship| !ship.shielded);
        let after = client.own_tick();
        let at = |to, claim| Beam { aim: Turn::of(to - own.body.pos), claim, after };
        if self.manner == Manner::Ghosts {
            // Every other one waits until the target lives again.
            let waits = self.ghosts.is_multiple_of(2) && !(self.was_alive && drawn.is_some());
            let (time, pos) = self.ghost.filter(|_| !waits)?;
            self.ghost = None;
            self.duels += 1;
            return Some(at(pos, ViewClaim::Moment(time)));
        }
        let drawn = drawn.filter(|_| now >= self.next_duel && self.manner != Manner::Target)?;
        self.next_duel = now + Micros::from_ms(DUEL_MS + i64::from(self.rng.below(DUEL_MORE_MS)));
        self.duels += 1;
        let key = ViewTime::from_tick(after.next());
        let seen_ticks = (key.since(client.view()?.time) + 255) / 256;
        let ahead = drawn.pos + drawn.vel * (seen_ticks as f32 / f32::from(TickRate::DEFAULT.hz()));
        let is_clear = self.is_clear(own.body.pos, drawn.pos);
        let oldest = match self.manner {
            Manner::OldViews | Manner::LateEchoes => i64::from(TickRate::DEFAULT.hz()),
            Manner::FutureViews => return Some(at(ahead, ViewClaim::TicksAgo(-AHEAD_TICKS))),
            Manner::UnsentPairs => return is_clear.then(|| at(drawn.pos, ViewClaim::UnsentPair)),
            _ => return is_clear.then(|| at(drawn.pos, ViewClaim::Truth)),
        };
        // An honest player would fire here, so a lie gains nothing.
        if is_clear {
            return None;
        }
        (seen_ticks..=oldest).find_map(|ticks| {
            let to = self.drawn_at(key.plus_ticks(-ticks))?;
            self.is_clear(own.body.pos, to).then(|| at(to, ViewClaim::TicksAgo(ticks)))
        })
    }

    /// Where the target was drawn at a moment.
    fn drawn_at(&self, time: ViewTime) -> Option<Vec2> {
        let next = self.target_track.iter().position(|(at, _)| *at >= time)?;
        let ((before, from), (after, to)) =
            (self.target_track[next.checked_sub(1)?], self.target_track[next]);
        Some(from.lerp(to, time.since(before) as f32 / after.since(before) as f32))
    }

    fn is_clear(&self, from: Vec2, to: Vec2) -> bool {
        let Some(params) = &self.params else { return false };
        let reach = (to - from).length() - SHIP_RADIUS_U;
        let dir = (to - from).normalize_or_zero();
        reach < BEAM_RANGE_U && params.arena.free_path(from, dir, reach) >= reach - 0.5
    }
}

impl ViewClaim {
    /// The false view of a command, if its view is not the true one.
    fn view(self, key: Tick, honest: View) -> Option<View> {
        let moment = |time: ViewTime| View { time, older: time.floor(), span: 0 };
        match self {
            Self::Truth => None,
            Self::TicksAgo(ticks) => Some(moment(ViewTime::from_tick(key).plus_ticks(-ticks))),
            Self::Moment(time) => Some(moment(time)),
            Self::UnsentPair => Some(View { older: honest.time.floor(), span: 1, ..honest }),
        }
    }
}

/// Rests, thrusts one way, rests, and thrusts the other way.
fn starts(tick: Tick) -> Controls {
    let thrust = match tick.0 / REST_TICKS % 4 {
        1 => Thrust::Right,
        3 => Thrust::Left,
        _ => Thrust::None,
    };
    Controls { thrust, trigger: Trigger::Beam, ..Controls::default() }
}

fn target(client: &Client) -> Option<ShipId> {
    client.roster().iter().find(|entry| entry.name == TARGET).map(|entry| entry.ship)
}
