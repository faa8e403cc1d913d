//! Flies the first player's ship with three held buttons, and measures how long its screen takes to
//! answer a press. Runs once per frame of a figure that its reader flies.
//!
//! The answer is the time from the frame that makes the command to the first picture that shows it.
//! It takes the round trip, and waits for the next tick, the next snapshot and the next picture.

use alloc::vec::Vec;

use shared::{
    base::{
        geometry::Turn,
        time::{Micros, Tick},
    },
    client::Controls,
    sim::command::{Thrust, Trigger},
    wire::link::{Fate, Link, Packet},
};

use super::{
    column::Column,
    run::Input,
    run_playback::{RunFull, RunPlayback},
    setup::{Controller, FRAMES},
    state::LabState,
};

/// Rotation of the aim per frame while *Turn* is held: half a turn a second.
const TURN_PER_FRAME: u16 = (32_768 / FRAMES.hz() as u32) as u16;

/// How long a screen shows that it has answered.
const ANSWER_SHOWN: Micros = Micros::from_ms(400);

/// What a reader can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlightButton {
    /// Accelerates towards the nose, in one of eight directions.
    Thrust,
    /// Turns clockwise.
    Turn,
    /// Fires the laser.
    Fire,
}

impl FlightButton {
    pub const ALL: [Self; 3] = [Self::Thrust, Self::Turn, Self::Fire];

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Whether a button is pressed or released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    Press,
    Release,
}

/// The buttons held, and the resulting aim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldButtons {
    held: u8,
    aim: Turn,
}

impl HeldButtons {
    /// Returns whether this changed anything.
    pub fn set(&mut self, button: FlightButton, hold: Hold) -> bool {
        let before = self.held;
        match hold {
            Hold::Press => self.held |= button.bit(),
            Hold::Release => self.held &= !button.bit(),
        }
        self.held != before
    }

    /// Lets go of everything. Returns whether anything was held.
    pub fn release_all(&mut self) -> bool {
        core::mem::take(&mut self.held) != 0
    }

    #[must_use]
    pub const fn holds(&self, button: FlightButton) -> bool {
        self.held & button.bit() != 0
    }

    /// The controls of the next frame.
    #[must_use]
    pub fn next_controls(&mut self) -> Controls {
        if self.holds(FlightButton::Turn) {
            self.aim = Turn(self.aim.0.wrapping_add(TURN_PER_FRAME));
        }
        let thrusts = self.holds(FlightButton::Thrust);
        Controls {
            thrust: if thrusts { Thrust::towards(self.aim.unit()) } else { Thrust::None },
            aim: self.aim,
            trigger: Trigger::from_pressed((self.holds(FlightButton::Fire), false)),
        }
    }
}

/// A flight of the first player's ship: what is held, and the answer to the newest press.
#[derive(Clone, Debug, Default)]
pub struct Flight {
    pub buttons: HeldButtons,
    /// Controls last put into the run.
    controls: Option<Controls>,
    presses: Vec<Press>,
}

/// The newest press, in one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// Its command is not made yet: the newest one has this tick.
    Waiting { after: Tick },
    /// Its command was made in a frame that ended at this time.
    Made { tick: Tick, at: Micros },
    /// The screen shows it.
    Answered { tick: Tick, at: Micros, after: Micros },
}

/// A packet that carries a press, or the answer to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carrier {
    pub way: Way,
    /// How far it has come, 0 to 1.
    pub share: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Up,
    Down,
}

impl Flight {
    /// Takes the first player's ship over, from the playback's current frame on.
    ///
    /// # Errors
    /// When the run is full.
    pub fn begin(playback: &mut RunPlayback) -> Result<Self, RunFull> {
        playback.handle_input(Input::Controller { player: 0, controller: Controller::You })?;
        Ok(Self::default())
    }

    /// Handles a press or release. A press is measured anew.
    pub fn set(&mut self, button: FlightButton, hold: Hold, state: &LabState) {
        if self.buttons.set(button, hold) && hold == Hold::Press {
            let press =
                |column: &Column| Press::Waiting { after: column.harness().client(0).own_tick() };
            self.presses = state.columns().iter().map(press).collect();
        }
    }

    /// Runs a frame with the buttons held.
    ///
    /// # Errors
    /// When the run is full; it stays at its end then.
    pub fn step(&mut self, playback: &mut RunPlayback) -> Result<(), RunFull> {
        let controls = self.buttons.next_controls();
        if self.controls.replace(controls) != Some(controls) {
            playback.handle_input(Input::Fly { player: 0, controls })?;
        }
        playback.step()?;
        for (press, column) in self.presses.iter_mut().zip(playback.state().columns()) {
            press.observe(column);
        }
        Ok(())
    }

    /// The playback moved to another frame: what is held applies there, instead of what the run has
    /// from that frame on, and the newest press was in another flight.
    pub fn handle_seek(&mut self) {
        self.controls = None;
        self.presses.clear();
    }

    /// How long each column's screen took to answer the newest press; `None` where it has not yet.
    #[must_use]
    pub fn answers(&self) -> Vec<Option<Micros>> {
        self.presses.iter().map(Press::answer).collect()
    }

    /// Whether a column's screen shows that it has just answered the newest press.
    #[must_use]
    pub fn is_answering(&self, n: usize, now: Micros) -> bool {
        match self.presses.get(n) {
            Some(Press::Answered { at, after, .. }) => {
                (*at + *after..*at + *after + ANSWER_SHOWN).contains(&now)
            }
            Some(Press::Waiting { .. } | Press::Made { .. }) | None => false,
        }
    }

    /// The packet that carries the newest press to a column's server, or its answer back.
    #[must_use]
    pub fn carrier(&self, n: usize, column: &Column, now: Micros) -> Option<Carrier> {
        let (Press::Made { tick, at } | Press::Answered { tick, at, .. }) = *self.presses.get(n)?
        else {
            return None;
        };
        let harness = column.harness();
        let [up, down] = harness.links(0);
        let executed_at = harness.room().config().rate.micros_at(tick);
        let carrier = |link, since, way| Some(Carrier { way, share: share(link, since, now)? });
        carrier(up, at, Way::Up).or_else(|| carrier(down, executed_at, Way::Down))
    }
}

impl Press {
    fn observe(&mut self, column: &Column) {
        let (client, now) = (column.harness().client(0), column.harness().now());
        if let Self::Waiting { after } = *self
            && client.own_tick() > after
        {
            *self = Self::Made { tick: client.own_tick(), at: now };
        }
        let shown = client.tick_rate().zip(client.own_shown_at());
        if let (Self::Made { tick, at }, Some((rate, shown_at))) = (*self, shown)
            && rate.micros_at(tick) <= shown_at
        {
            *self = Self::Answered { tick, at, after: now - at };
        }
    }

    /// How long the screen took to answer it; `None` if it has not yet.
    #[must_use]
    pub const fn answer(&self) -> Option<Micros> {
        match self {
            Self::Answered { after, .. } => Some(*after),
            Self::Waiting { .. } | Self::Made { .. } => None,
        }
    }
}

/// How far the first packet that was sent since a time and arrives has come; `None` if it is not
/// under way.
fn share(link: &Link, since: Micros, now: Micros) -> Option<f32> {
    let arrival = |packet: &Packet| match packet.fate {
        Fate::Arrives { at } => Some((packet.sent, at)),
        Fate::Lost | Fate::Refused => None,
    };
    let (sent, at) = link.traffic().filter(|packet| packet.sent >= since).find_map(arrival)?;
    (sent <= now && now < at).then(|| (now - sent).0 as f32 / (at - sent).0.max(1) as f32)
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use shared::{base::geometry::Vec2, wire::conditions::Conditions};

    use super::*;
    use crate::scenario::Scenario;

    const FRAME: Micros = Micros(16_667);
    /// Waits beyond the round trip: for the next of 60 ticks a second, of 30 snapshots, and of 60
    /// pictures.
    const WAITS: Micros = Micros::from_ms(67);

    fn playback(scenario: Scenario, round_trip_ms: u16) -> RunPlayback {
        let mut setup = scenario.setup();
        setup.players[0].conditions = Conditions::round_trip(round_trip_ms);
        RunPlayback::new(setup).unwrap()
    }

    fn fly(flight: &mut Flight, playback: &mut RunPlayback, frames: u32) {
        (0..frames).for_each(|_| flight.step(playback).unwrap());
    }

    fn own_pos(playback: &RunPlayback) -> Vec2 {
        let column = &playback.state().columns()[0];
        let world = column.harness().room().world();
        world.ship(column.ship(0).unwrap()).unwrap().body.pos
    }

    #[test]
    fn a_screen_that_waits_answers_after_its_round_trip_and_each_press_anew() {
        for round_trip_ms in (0..=600).step_by(50) {
            let mut playback = playback(Scenario::Latency, round_trip_ms);
            let mut flight = Flight::begin(&mut playback).unwrap();
            for (n, button) in FlightButton::ALL.into_iter().cycle().take(7).enumerate() {
                // Presses at all phases of the snapshots.
                fly(&mut flight, &mut playback, 30 + n as u32);
                flight.set(button, Hold::Press, playback.state());
                assert_eq!(flight.answers(), [None], "it is measured anew");
                fly(&mut flight, &mut playback, 45);
                flight.set(button, Hold::Release, playback.state());
                let round_trip = Micros::from_ms(round_trip_ms.into());
                let after = flight.answers()[0].unwrap();
                let what = format!("{button:?} at {round_trip_ms} ms: {after:?}");
                assert!((round_trip..=round_trip + WAITS).contains(&after), "{what}");
            }
        }
    }

    #[test]
    fn a_predicted_ship_answers_in_the_next_picture_at_any_ping() {
        for round_trip_ms in [0, 100, 300, 600] {
            let mut playback = playback(Scenario::Prediction, round_trip_ms);
            let mut flight = Flight::begin(&mut playback).unwrap();
            fly(&mut flight, &mut playback, 30);
            flight.set(FlightButton::Thrust, Hold::Press, playback.state());
            fly(&mut flight, &mut playback, 45);
            let [Some(waiting), Some(predicting)] = flight.answers()[..] else { panic!() };
            assert!(predicting <= FRAME, "{predicting:?}");
            assert!(waiting >= Micros::from_ms(round_trip_ms.into()), "{waiting:?}");
        }
    }

    #[test]
    fn what_is_held_flies_turns_and_fires_until_it_is_let_go() {
        let mut playback = playback(Scenario::Latency, 100);
        let mut flight = Flight::begin(&mut playback).unwrap();
        let start = own_pos(&playback);
        flight.set(FlightButton::Turn, Hold::Press, playback.state());
        fly(&mut flight, &mut playback, 30);
        flight.set(FlightButton::Turn, Hold::Release, playback.state());
        flight.set(FlightButton::Thrust, Hold::Press, playback.state());
        flight.set(FlightButton::Fire, Hold::Press, playback.state());
        fly(&mut flight, &mut playback, 40);
        let way = own_pos(&playback) - start;
        assert!(way.y > 20.0 && way.x.abs() < 1.0, "a quarter turn is down: {way}");
        assert!(playback.state().columns()[0].harness().client(0).net_stats().shots_fired > 1);
        assert!(flight.buttons.release_all() && !flight.buttons.release_all());
        fly(&mut flight, &mut playback, 200);
        let rests = own_pos(&playback);
        fly(&mut flight, &mut playback, 30);
        assert_eq!(own_pos(&playback), rests);
        // The run has all of it, and plays it again.
        let again = RunPlayback::of(playback.run().clone()).unwrap();
        assert_eq!(again.played_hashes(60), playback.played_hashes(60));
        assert_eq!(playback.run().loop_frames(), None);
    }

    #[test]
    fn after_a_seek_the_ship_obeys_what_is_held_and_not_what_the_run_had() {
        let mut playback = playback(Scenario::Latency, 0);
        let mut flight = Flight::begin(&mut playback).unwrap();
        let start = own_pos(&playback);
        fly(&mut flight, &mut playback, 30);
        flight.set(FlightButton::Thrust, Hold::Press, playback.state());
        fly(&mut flight, &mut playback, 60);
        flight.set(FlightButton::Thrust, Hold::Release, playback.state());
        fly(&mut flight, &mut playback, 30);
        playback.seek(20, u32::MAX);
        flight.handle_seek();
        fly(&mut flight, &mut playback, 90);
        assert_eq!(own_pos(&playback), start, "it does not thrust as it did before");
        assert!(flight.answers().is_empty());
    }

    #[test]
    fn each_column_shows_its_own_answer() {
        let mut playback = playback(Scenario::Prediction, 200);
        let mut flight = Flight::begin(&mut playback).unwrap();
        fly(&mut flight, &mut playback, 30);
        flight.set(FlightButton::Thrust, Hold::Press, playback.state());
        fly(&mut flight, &mut playback, 3);
        let now = playback.state().columns()[0].harness().now();
        assert_eq!([0, 1].map(|n| flight.is_answering(n, now)), [false, true]);
        fly(&mut flight, &mut playback, 60);
        let now = playback.state().columns()[0].harness().now();
        assert_eq!([0, 1].map(|n| flight.is_answering(n, now)), [false, false]);
    }

    #[test]
    fn a_press_travels_up_and_its_answer_down_until_it_is_shown() {
        let mut playback = playback(Scenario::Latency, 200);
        let mut flight = Flight::begin(&mut playback).unwrap();
        fly(&mut flight, &mut playback, 30);
        flight.set(FlightButton::Thrust, Hold::Press, playback.state());
        let mut seen: Vec<Carrier> = Vec::new();
        while flight.answers() == [None] {
            fly(&mut flight, &mut playback, 1);
            let column = &playback.state().columns()[0];
            seen.extend(flight.carrier(0, column, column.harness().now()));
        }
        for way in [Way::Up, Way::Down] {
            let shares: Vec<f32> =
                seen.iter().filter(|one| one.way == way).map(|one| one.share).collect();
            assert!(shares.len() >= 4 && shares.is_sorted(), "{way:?}: {shares:?}");
        }
        let turned = seen.iter().position(|one| one.way == Way::Down).unwrap();
        assert!(seen[turned..].iter().all(|one| one.way == Way::Down), "{seen:?}");
    }
}
