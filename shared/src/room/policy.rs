//! The command policies: which commands a ship executes in a tick, what replaces a missing command,
//! and how a late one is handled. Runs before the world's step, once for each player.
//!
//! Whatever the policy, a ship never executes more commands than ticks have passed: keys run once,
//! in order, and never before their tick.

use alloc::vec::Vec;

use super::session::Session;
use crate::{
    base::time::{Tick, TickRate},
    netcode::choices::CommandPolicy,
    schemes::{
        quakeworld,
        source::movement_bank::{AfterCommands, BANK_TICKS_MAX, MovementBank},
    },
    sim::{
        command::{Trigger, UserCommand},
        ship::ShipId,
    },
};

/// The counts of one run of the policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PolicyCounts {
    /// Stand-ins among the commands: those executed for missing ones.
    pub(super) stand_ins: u32,
    /// Commands that arrived and will not be executed.
    pub(super) dropped: u32,
}

/// Appends the commands that a session's ship executes in a tick, in order, and returns the counts.
///
/// What the session keeps after the tick depends on the policy:
///
/// | | repeat the last | run on the next packet | bank |
/// |---|---|---|---|
/// | `last`, to repeat | the tick's, or its stand-in | the newest received | the newest executed |
/// | `last_real`, start of drifting | the newest own one | as `last` | as `last` |
/// | `executed`, acknowledged | the tick | as `last` | the newest received, executed or not |
pub(super) fn run_policy(
    session: &mut Session,
    tick: Tick,
    rate: TickRate,
    policy: CommandPolicy,
    out: &mut Vec<(ShipId, UserCommand)>,
) -> PolicyCounts {
    let ship = session.ship;
    let mut execute = |command| out.push((ship, command));
    match policy {
        CommandPolicy::RepeatLast => repeat_last(session, tick, rate, &mut execute),
        CommandPolicy::RunOnNext => run_on_next(session, tick, &mut execute),
        CommandPolicy::Bank => bank(session, tick, rate, &mut execute),
        CommandPolicy::Lockstep => lockstep(session, tick, &mut execute),
    }
}

/// Exactly one: the tick's own, or the last one again.
fn repeat_last(
    session: &mut Session,
    tick: Tick,
    rate: TickRate,
    execute: &mut impl FnMut(UserCommand),
) -> PolicyCounts {
    let mut counts = PolicyCounts::default();
    let command = match session.window.get(tick) {
        Some(command) => {
            session.last_real = tick;
            *command
        }
        None => {
            counts.stand_ins = 1;
            session.last.stand_in(session.last_real, tick, rate)
        }
    };
    session.bank = MovementBank::default();
    session.last = command;
    session.executed = tick;
    execute(command);
    counts
}

/// QuakeWorld: the ship stands still until a command arrives. Then the last command runs again for
/// each key lost before it, unless 20 or more were lost, and then the new one runs.
fn run_on_next(
    session: &mut Session,
    tick: Tick,
    execute: &mut impl FnMut(UserCommand),
) -> PolicyCounts {
    let mut counts = PolicyCounts::default();
    for key in waiting(session, tick) {
        let Some(command) = session.window.get(key).copied() else { continue };
        let n_lost = command.tick.since(session.executed) - 1;
        // After a stall keys start over: those before the first were never sent.
        let began = session.keys.after.is_some_and(|after| session.executed <= after);
        if !began && quakeworld::bridges(u32::try_from(n_lost).unwrap_or(u32::MAX)) {
            for key in session.executed.next().0..command.tick.0 {
                execute(repeat_without_fire(session.last, Tick(key)));
                counts.stand_ins += 1;
            }
        }
        execute(command);
        session.last = command;
        session.last_real = command.tick;
        session.executed = command.tick;
    }
    session.bank = MovementBank::default();
    counts
}

/// Source: all waiting commands, as long as the bank has ticks for them. If the bank is over-full
/// after that, the last command runs again.
fn bank(
    session: &mut Session,
    tick: Tick,
    rate: TickRate,
    execute: &mut impl FnMut(UserCommand),
) -> PolicyCounts {
    let mut counts = PolicyCounts::default();
    session.bank.begin_tick();
    for key in waiting(session, tick) {
        let Some(command) = session.window.get(key).copied() else { continue };
        session.executed = command.tick;
        if session.bank.spend() {
            execute(command);
            session.last = command;
            session.last_real = command.tick;
        } else {
            counts.dropped += 1;
        }
    }
    if session.bank.end_tick() == AfterCommands::RerunLast {
        // For as long as under the other policies, counted from when the bank was full; then the
        // ship drifts.
        let full_since = session.last_real.plus(BANK_TICKS_MAX);
        execute(session.last.stand_in(full_since, tick, rate));
        counts.stand_ins += 1;
    }
    counts
}

/// Lockstep: the tick's own command, which has arrived; a neutral one before the player's first.
fn lockstep(
    session: &mut Session,
    tick: Tick,
    execute: &mut impl FnMut(UserCommand),
) -> PolicyCounts {
    let none = UserCommand::neutral(tick, session.last.aim);
    let command = session.window.get(tick).copied().unwrap_or(none);
    session.bank = MovementBank::default();
    (session.last, session.last_real, session.executed) = (command, tick, tick);
    execute(command);
    PolicyCounts::default()
}

/// The keys that may have arrived and have not been executed, in order.
fn waiting(session: &Session, tick: Tick) -> impl Iterator<Item = Tick> + use<> {
    let first = session.executed.next().max(tick.minus(session.window.capacity() as u32));
    (first.0..=tick.0).map(Tick)
}

/// Repeats a command with fire released: QuakeWorld's stand-in, which does not end after 250 ms.
fn repeat_without_fire(command: UserCommand, key: Tick) -> UserCommand {
    UserCommand { tick: key, trigger: Trigger::None, ..command }
}
