//! Building blocks of scenarios: positions around the centre of the arena, paths, guns and links.
//! The screen shows ±800 × ±450 u around the own ship, so everything relevant stays within ±700 ×
//! ±380.

use alloc::vec::Vec;

use shared::{
    base::time::TickRate,
    netcode::{
        preset::Preset,
        values::{Netcode, PlayerNetcode},
    },
    sim::{
        arena::{Arena, Asteroid},
        command::Thrust,
        event::Weapon,
    },
    wire::{codec::CodecId, conditions::Conditions},
};

use crate::setup::{Aim, ArenaPos, Controller, Gun, Leg, PlayerSetup, Script, Setup};

/// Centre of the arena, in u: no wall is visible from here.
pub(super) const CENTRE_U: (i16, i16) = (1600, 900);
/// Where an uninvolved player waits: off screen, in u from the centre.
pub(super) const OFF_SCREEN_U: (i16, i16) = (1400, 800);
/// Round trip of players whose connection does not matter, in ms.
pub(super) const SHORT_ROUND_TRIP_MS: u16 = 20;

/// Snapshots per second of the two columns of [`snapshot_rate_columns`].
pub(super) const FEW_HZ: u16 = 2;
pub(super) const MANY_HZ: u16 = 20;
/// An interpolation delay long enough for either rate, in ms, so that both show the same time.
const LONG_DELAY_MS: u16 = 605;

/// Two columns under Source that differ in their snapshot rate.
pub(super) fn snapshot_rate_columns() -> [Netcode; 2] {
    let source = Preset::Source.netcode();
    [FEW_HZ, MANY_HZ].map(|update_rate_hz| Netcode {
        player: PlayerNetcode {
            update_rate_hz,
            interpolation_ms: LONG_DELAY_MS,
            interp_ratio: 1,
            ..source.player
        },
        ..source
    })
}

/// A match of ships at rest: the first in the centre, the others off screen.
pub(super) fn resting_ships(netcode: Netcode) -> Setup {
    let player = |(x, y)| PlayerSetup {
        controller: Controller::still(),
        place: Some(from_centre(x, y)),
        conditions: Conditions::round_trip(SHORT_ROUND_TRIP_MS),
        liar: None,
    };
    Setup {
        scenario: super::Scenario::Free,
        seed: 1,
        rate: TickRate::DEFAULT,
        codec: CodecId::Replay,
        arena: Arena::empty(),
        bots: 0,
        columns: alloc::vec![netcode],
        players: [(0, 0), (-OFF_SCREEN_U.0, -OFF_SCREEN_U.1), OFF_SCREEN_U].map(player),
        throws: Vec::new(),
        loop_frames: 300,
    }
}

/// A position relative to the centre, in u to the right and down.
pub(super) fn from_centre(x: i16, y: i16) -> ArenaPos {
    let place = |middle: i16, off: i16| middle.saturating_add(off).max(0) as u16;
    ArenaPos { x_u: place(CENTRE_U.0, x), y_u: place(CENTRE_U.1, y) }
}

/// One rock in an empty arena: its centre relative to the arena's, and its radius, in u.
pub(super) fn place_rock(setup: &mut Setup, (x, y): (i16, i16), radius_u: u16) {
    let at = from_centre(x, y);
    let rock = Asteroid { x_u: at.x_u, y_u: at.y_u, radius_u };
    setup.arena = Arena { asteroids: [rock].into(), ..Arena::empty() };
}

/// Sets another tick rate than the game's, if it is valid.
pub(super) fn set_tick_rate(setup: &mut Setup, hz: u16) {
    if let Ok(rate) = TickRate::new(hz) {
        setup.rate = rate;
    }
}

/// A scripted path of thrusts and their durations in frames.
pub(super) fn path(legs: &[(Thrust, u16)]) -> Controller {
    Controller::Script(Script { legs: legs_of(legs), gun: None })
}

/// Legs of a script from thrusts and their durations in frames.
pub(super) fn legs_of(legs: &[(Thrust, u16)]) -> Vec<Leg> {
    legs.iter().map(|(thrust, frames)| Leg { thrust: *thrust, frames: *frames }).collect()
}

/// A stationary ship that fires at a player at given frames.
pub(super) fn gun(target: u8, weapon: Weapon, aim: Aim, shots: &[u16]) -> Controller {
    let gun = Gun { target, weapon, aim, shots: shots.to_vec() };
    Controller::Script(Script { legs: Vec::new(), gun: Some(gun) })
}

/// Places the second player, in u from the centre, and sets its controller.
pub(super) fn place_second(
    setup: &mut Setup,
    at: (i16, i16),
    controller: Controller,
    round_trip_ms: u16,
) {
    setup.players[1] = PlayerSetup {
        controller,
        place: Some(from_centre(at.0, at.1)),
        conditions: Conditions::round_trip(round_trip_ms),
        liar: None,
    };
}

/// Places the third player, in u from the centre, and sets its controller.
pub(super) fn place_third(setup: &mut Setup, at: (i16, i16), controller: Controller) {
    setup.players[2] = PlayerSetup {
        controller,
        place: Some(from_centre(at.0, at.1)),
        conditions: Conditions::round_trip(SHORT_ROUND_TRIP_MS),
        liar: None,
    };
}

/// From left to right across the screen at full speed, braking before its edge.
pub(super) const CROSSING: [(Thrust, u16); 3] =
    [(Thrust::Right, 190), (Thrust::Left, 20), (Thrust::None, 90)];
/// Start of a crossing, in u from the centre.
pub(super) const CROSSING_FROM: (i16, i16) = (-650, -220);
/// The frame at which a crossing ship is drawn right above the centre on a screen about a third of
/// a second behind.
pub(super) const FRAME_ABOVE: u16 = 134;
