//! Exports a match as CSV for other systems: one line per ship and tick.
//!
//! | column | what |
//! |---|---|
//! | `tick` | from 1 |
//! | `ship` | its seat, from 0 |
//! | `x`, `y` | position in u, on the grid of 1/256 u; `y` points down |
//! | `vx`, `vy` | velocity in u/s, on the grid of 1/64 u/s |
//! | `heading` | aim, in 65,536ths of a turn: 0 to the right, 16,384 down |
//! | `hp` | hit points, 0 to 100; 0 while dead |
//! | `buttons` | a bit mask: thrust 1 up, 2 down, 4 left, 8 right; just fired 16 laser, 32 beam |

use alloc::string::String;
use core::fmt::Write;

use shared::sim::{
    command::Thrust,
    event::{EventKind, Weapon},
    ship::ShipId,
};

use super::Trace;

/// The header line.
pub const HEADER: &str = "tick,ship,x,y,vx,vy,heading,hp,buttons\n";

/// Trigger bits of the buttons; the lower four are the thrust.
const LASER: u8 = 16;
const BEAM: u8 = 32;

/// The lines of the newest tick.
#[must_use]
pub fn lines(trace: &Trace) -> String {
    let mut text = String::new();
    let tick = trace.world().tick.0;
    for ship in trace.world().ships() {
        let (pos, vel) = (ship.body.pos, ship.body.vel);
        let buttons = thrust_buttons(ship.thrust) | fired_buttons(trace, ship.id);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{tick},{},{},{},{},{},{},{},{buttons}",
            ship.id.idx, pos.x, pos.y, vel.x, vel.y, ship.aim.0, ship.health
        );
    }
    text
}

fn thrust_buttons(thrust: Thrust) -> u8 {
    let along = thrust.unit();
    let pressed = |held: bool, button| if held { button } else { 0 };
    pressed(along.y < 0.0, 1)
        | pressed(along.y > 0.0, 2)
        | pressed(along.x < 0.0, 4)
        | pressed(along.x > 0.0, 8)
}

fn fired_buttons(trace: &Trace, ship: ShipId) -> u8 {
    let fired = trace.journal().events_of(trace.world().tick).map(|event| match event.kind {
        EventKind::Fired { shot, .. } if shot.shooter == ship => match shot.weapon {
            Weapon::Laser => LASER,
            Weapon::Beam => BEAM,
        },
        _ => 0,
    });
    fired.fold(0, |all, one| all | one)
}
