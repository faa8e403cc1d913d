//! Which commands a ship executes in a tick: what stands in for a missing one, and what becomes of
//! one that came late. Runs before the world's step, once for each player.
//!
//! Whatever the policy, a ship never executes more commands than ticks have passed: keys run once,
//! in order, and never before their tick.

use alloc::vec::Vec;

use super::session::Session;
use crate::{
    base::time::{Tick, TickRate},
    scheme::{
        choices::CommandPolicy,
        quakeworld,
        source::movement_bank::{BANK_TICKS_MAX, Granted, MovementBank},
    },
    sim::command::{Trigger, UserCommand},
};

/// What a player executes in a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Due {
    /// In order.
    pub(super) commands: Vec<UserCommand>,
    /// How many of them stand in for missing ones.
    pub(super) stand_ins: u32,
    /// Commands that came, and do nothing any more.
    pub(super) dropped: u32,
}

/// The commands of the tick.
pub(super) fn due(session: &mut Session, tick: Tick, rate: TickRate, policy: CommandPolicy) -> Due {
    match policy {
        CommandPolicy::RepeatLast => repeat_last(session, tick, rate),
        CommandPolicy::RunOnNext => run_on_next(session, tick),
        CommandPolicy::Bank => bank(session, tick, rate),
    }
}

/// Exactly one: the tick's own, or the last one again.
fn repeat_last(session: &mut Session, tick: Tick, rate: TickRate) -> Due {
    let mut due = Due::default();
    let command = match session.window.get(tick) {
        Some(command) => {
            session.last_real = tick;
            *command
        }
        None => {
            due.stand_ins = 1;
            session.last.stand_in(session.last_real, tick, rate)
        }
    };
    session.bank = MovementBank::default();
    session.last = command;
    session.executed = tick;
    due.commands.push(command);
    due
}

/// QuakeWorld: nothing while none has come; then what was lost before it, and the packet's own.
fn run_on_next(session: &mut Session, tick: Tick) -> Due {
    let mut due = Due::default();
    for command in waiting(session, tick) {
        let n_lost = command.tick.since(session.executed) - 1;
        if quakeworld::bridges(u32::try_from(n_lost).unwrap_or(u32::MAX)) {
            for key in session.executed.next().0..command.tick.0 {
                due.commands.push(again(session.last, Tick(key)));
                due.stand_ins += 1;
            }
        }
        due.commands.push(command);
        session.last = command;
        session.last_real = command.tick;
        session.executed = command.tick;
    }
    session.bank = MovementBank::default();
    due
}

/// Source: every waiting one, as long as the bank has ticks for it. A tick that the full bank
/// cannot take is used to run the last command again.
fn bank(session: &mut Session, tick: Tick, rate: TickRate) -> Due {
    let mut due = Due::default();
    let granted = session.bank.tick();
    for command in waiting(session, tick) {
        session.executed = command.tick;
        if session.bank.spend() {
            due.commands.push(command);
            session.last = command;
            session.last_real = command.tick;
        } else {
            due.dropped += 1;
        }
    }
    if granted == Granted::RerunLast && due.commands.is_empty() {
        // As long as elsewhere, from when the bank was full; then the ship drifts.
        let full_since = session.last_real.plus(BANK_TICKS_MAX);
        due.commands.push(session.last.stand_in(full_since, tick, rate));
        due.stand_ins += 1;
    }
    due
}

/// What has come and was not executed yet, in order.
fn waiting(session: &Session, tick: Tick) -> Vec<UserCommand> {
    let first = session.executed.next().max(tick.minus(session.window.capacity() as u32));
    (first.0..=tick.0).filter_map(|key| session.window.get(Tick(key)).copied()).collect()
}

/// A command again, with fire released.
fn again(command: UserCommand, key: Tick) -> UserCommand {
    UserCommand { tick: key, trigger: Trigger::None, ..command }
}
