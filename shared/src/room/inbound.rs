//! Decodes client messages, checks commands against what may still be executed, and puts them into
//! the session's window. The command policy executes them from there.
//!
//! A command is dropped if its tick has already been executed without it, or if it is keyed too far
//! ahead. Both are counted; the client learns of it from the count and the margin in the next
//! snapshot. Commands of an earlier epoch of the room's clock are ignored.

use super::{
    output::SessionId,
    seat::Seat,
    session::{CommandArrival, Session},
    snapshot_flow::FullUpdateWait,
    state::Room,
};
use crate::{
    base::{
        limits::{COMMAND_LEAD_MAX_MS, VIEW_EPOCH_MIN_MS},
        time::{Micros, Tick, TickRate, ViewTime},
    },
    sim::command::UserCommand,
    wire::{
        close_reason::CloseReason,
        command_packet::CommandPacket,
        message::{ClientControl, ClientMessage, MessageError, Refusal, ServerControl},
        snapshot::MarginReport,
    },
};

impl Room {
    /// Handles a message from a session: anything but a hello, which goes to
    /// [`handle_join`](Self::handle_join). A malformed message closes the session.
    pub fn handle_message(&mut self, now: Micros, session: SessionId, message: &[u8]) {
        let done = ClientMessage::decode(message).and_then(|message| match message {
            ClientMessage::Hello(_) => Err(MessageError::OutOfPlace { what: "hello" }),
            ClientMessage::Watch(_) => Err(MessageError::OutOfPlace { what: "watch" }),
            ClientMessage::Resume(_) => Err(MessageError::OutOfPlace { what: "resume" }),
            ClientMessage::Commands(packet) => {
                let packet = CommandPacket::decode(packet)?;
                self.handle_commands(now, session, &packet);
                Ok(())
            }
            ClientMessage::Control(control) => self.handle_control(now, session, control),
        });
        if let Err(error) = done {
            self.close(session, CloseReason::Malformed, Some(error));
        }
    }

    fn handle_control(
        &mut self,
        now: Micros,
        session: SessionId,
        control: ClientControl,
    ) -> Result<(), MessageError> {
        match control {
            ClientControl::Ping { stamp } => {
                self.send_control(session, &ServerControl::Pong { stamp });
            }
            ClientControl::Echo { nonce } => {
                if let Some(session) = self.session_mut(session) {
                    session.echo.answer(now, nonce);
                }
            }
            ClientControl::Subscribe(subscription) => {
                let limits = self.config.rate_limits();
                if subscription.check().is_err() {
                    self.send_control(session, &ServerControl::Refused(Refusal::Setting));
                } else if let Some(session) = self.session_mut(session) {
                    session.subscribe(&subscription, &limits);
                }
            }
            ClientControl::FullUpdate => self.handle_full_update_request(session),
            ClientControl::SetRules(netcode) => self.handle_rules_request(session, netcode),
            ClientControl::Claim(claim) => self.handle_claim(session, claim),
            ClientControl::WantReports(wanted) => {
                if let Some(session) = self.session_mut(session) {
                    session.report_requests.of_all = wanted;
                }
            }
            ClientControl::RequestReport(shot) => self.handle_report_request(session, shot),
            ClientControl::Here => {
                let tick = self.world.tick;
                if let Some(session) = self.session_mut(session) {
                    session.idleness.reset(tick);
                }
            }
            ClientControl::AimAssist(assist) => self.handle_aim_assist(session, assist),
            // From watchers only.
            ClientControl::Turn(_) => return Err(MessageError::OutOfPlace { what: "turn" }),
            ClientControl::Rematch => self.handle_rematch(session),
            ClientControl::Epoch { number, view_epoch } => {
                let tick = self.world.tick;
                if let Some(session) = self.session_mut(session) {
                    session.keys.answer(number, view_epoch, tick);
                }
            }
        }
        Ok(())
    }

    /// Handles a request for a keyframe.
    fn handle_full_update_request(&mut self, id: SessionId) {
        let (tick, rate) = (self.world.tick, self.clock.rate());
        let wait = match self.session_mut(id) {
            Some(session) => session.flow.request_full_update(tick, rate),
            None => return,
        };
        if let Err(FullUpdateWait { ms }) = wait {
            self.send_control(id, &ServerControl::Refused(Refusal::FullUpdate { wait_ms: ms }));
        }
    }

    fn handle_commands(&mut self, now: Micros, session: SessionId, packet: &CommandPacket) {
        let (tick, clock) = (self.world.tick, self.clock);
        let waits = self.lockstep.is_some();
        let Some(&seat) = self.seat_of.get(&session) else {
            return;
        };
        let Seat::Player(session) = &mut self.seats[usize::from(seat)] else {
            return;
        };
        handle_ack(session, packet.ack, tick, clock.rate());
        session.probe_if_stale(now, &clock);
        if !session.keys.accepts(packet.view_epoch, tick, clock.rate()) {
            return;
        }
        handle_view_epoch(session, packet.view_epoch, tick, clock.rate());
        let lead_max = i64::from(clock.rate().ticks_in_ms(COMMAND_LEAD_MAX_MS));
        let mut first_new = None;
        for command in &packet.commands {
            if waits && session.lacks(command.tick) {
                session.window.insert(command.tick, *command);
                continue;
            }
            if session.newest_key.is_some_and(|newest| command.tick <= newest) {
                continue;
            }
            first_new.get_or_insert(command.tick);
            if command.tick.since(tick) > lead_max {
                self.stats.early_commands += u64::from(count_early(session, command.tick));
                continue;
            }
            session.counts.commands += 1;
            session.newest_key = Some(command.tick);
            session.idleness.handle_command(command, tick);
            if waits {
                session.first_key.get_or_insert(command.tick);
            }
            self.stats.late_commands += u64::from(accept_command(session, *command));
            // All but the newest command of a packet waited at the client for the packet to be
            // sent.
            let newest = packet.commands.last().map_or(command.tick, |newest| newest.tick);
            let waited = (clock.at(newest) - now).max(Micros::ZERO);
            let margin = clock.at(command.tick) - now;
            session.arrivals.insert(command.tick, CommandArrival { waited, margin });
        }
        if let Some(key) = first_new {
            let early = (clock.at(key) - now).0 * 16 * i64::from(clock.rate().hz()) / 1_000_000;
            let sixteenths = early.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            session.record_margin(MarginReport { tick: key, sixteenths });
        }
    }
}

/// Records a command that is too early; returns whether its key is new, as packets repeat commands.
fn count_early(session: &mut Session, key: Tick) -> bool {
    let is_first = session.newest_early.is_none_or(|newest| key > newest);
    if is_first {
        session.newest_early = Some(key);
        session.mistimed = session.mistimed.wrapping_add(1);
        session.counts.commands += 1;
        session.counts.early += 1;
    }
    is_first
}

/// Puts a command into the window; returns whether it came too late.
fn accept_command(session: &mut Session, command: UserCommand) -> bool {
    let late = command.tick <= session.executed;
    if late {
        session.mistimed = session.mistimed.wrapping_add(1);
        session.counts.late += 1;
    } else {
        session.window.insert(command.tick, command);
    }
    late
}

/// Applies an acknowledgement if its snapshot was sent and is newer than the last; `None` requests
/// a keyframe.
fn handle_ack(session: &mut Session, ack: Option<Tick>, tick: Tick, rate: TickRate) {
    let Some(ack) = ack else {
        session.flow.request_keyframe(tick, rate);
        return;
    };
    let newer = session.flow.acked.is_none_or(|known| ack > known);
    if ack <= tick && newer && session.flow.sent.was_sent(ack) {
        session.flow.acked = Some(ack);
        session.flow.ack_wait.clear();
    }
}

fn handle_view_epoch(session: &mut Session, number: u8, tick: Tick, rate: TickRate) {
    let view = &mut session.view;
    let since = tick.since(view.opened);
    if number != view.number && since >= i64::from(rate.ticks_in_ms(VIEW_EPOCH_MIN_MS)) {
        view.number = number;
        view.opened = tick;
        view.floor = ViewTime(0);
        view.lag = None;
    }
}
