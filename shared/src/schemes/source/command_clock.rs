//! Source's clock of a player's commands, which is kept near the server's, and the split of
//! commands into packets. Read once a server tick and once a packet.

use crate::base::{
    tick_length::TickLength,
    time::{Micros, Tick},
};

/// How far the clock may be from its ideal (`sv_clockcorrection_msecs 60`).
pub const CORRECTION: Micros = Micros::from_ms(60);
/// Packets of commands a second by default (`cl_cmdrate 30`).
pub const COMMAND_RATE_DEFAULT_HZ: u16 = 30;

/// The new value of a player's clock, if it must be corrected; else `None`.
///
/// With n the ticks of [`CORRECTION`], the ideal is `now + n`. It is compared with the clock after
/// the `n_simulated` commands that the player is about to run (limited by its bank). If they are
/// more than n apart, the clock is set so that the last of these commands begins at the ideal.
#[must_use]
pub fn corrected_clock(clock: Tick, now: Tick, n_simulated: u32, dt: TickLength) -> Option<Tick> {
    let n = dt.to_ticks(CORRECTION);
    let ideal = now.plus(n as u32);
    let error = clock.plus(n_simulated).since(ideal);
    (error.abs() > n).then(|| ideal.next().minus(n_simulated))
}

/// New commands in the packet with this number, from 0, for one command a tick. At a rate that does
/// not divide the tick rate the counts alternate; their sums never lag by a whole command. A rate
/// above the tick rate is one packet a tick.
#[must_use]
pub fn commands_in_packet(packet: u32, dt: TickLength, between_packets: TickLength) -> u32 {
    let until = |n: u32| dt.ticks_in_periods(n.into(), between_packets);
    if until(1) == 0 {
        return 1;
    }
    (until(packet.saturating_add(1)) - until(packet)) as u32
}
