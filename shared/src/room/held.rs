//! Holds the seat of a player whose connection is lost, with its ship, score and name, for the
//! player to return to. Runs when a connection is lost, when a player resumes, and before every
//! tick.
//!
//! The ship flies on as for a player whose commands are missing, and can be shot. After 3 s it
//! leaves the arena and a bot takes its place; on return it starts a new life. Time is counted in
//! ticks, so a stall of the server does not shorten it. When a newcomer finds the room full, the
//! seat held longest is released; in its first seconds only to a newcomer who has no seat here, as
//! far as the shell can tell.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    aim_assist::SaidAimAssist,
    output::{HeldSeats, Output, ResumeError, SessionId},
    session::Session,
    state::Room,
};
use crate::{
    base::{
        limits::{HELD_SEAT_FIRM_MS, HELD_SEAT_MS, HELD_SHIP_MS},
        time::{Micros, Tick},
    },
    wire::{
        close_reason::CloseReason,
        message::{AimAssist, Announced, Hello, ServerControl},
    },
};

impl Session {
    /// Whether its connection is lost.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }
}

impl Room {
    /// Holds the seat of a session whose connection is lost.
    pub fn handle_lost(&mut self, session: SessionId) {
        let tick = self.world.tick;
        let Some(found) = self.session(session).filter(|session| !session.is_lost()) else {
            return;
        };
        let (ship, announced) = (found.ship, self.announces(found));
        if let Some(found) = self.session_mut(session) {
            found.lost = Some(Lost { after: tick, is_out: false, announced });
            found.window.forget_after(tick);
        }
        self.broadcast(&ServerControl::Away { ship, announced });
    }

    /// Returns a player to the seat of an earlier session. If that is still connected, it is
    /// closed. Ship, score and name stay as they were. The welcome is the first output to the new
    /// session; output to other sessions may precede it.
    ///
    /// # Errors
    /// When the seat was given up, or there is no common codec; the room is unchanged then.
    pub fn handle_resume(
        &mut self,
        now: Micros,
        earlier: SessionId,
        hello: &Hello,
    ) -> Result<SessionId, ResumeError> {
        let found = self.session(earlier).ok_or(ResumeError::Gone)?;
        let (ship, lost, original, joined_at) =
            (found.ship, found.lost, found.original_session, found.joined_at);
        let aim_assist = SaidAimAssist { said: AimAssist::Off, ..found.aim_assist };
        let codec = self.common_codec(hello).ok_or(ResumeError::NoCodec)?;
        let id = self.seat_session(ship, codec, hello);
        if let Some(session) = self.session_mut(id) {
            session.original_session = Some(original.unwrap_or(earlier));
            session.joined_at = joined_at;
            session.aim_assist = aim_assist;
        }
        let ended_solo = if self.n_present() > 1 { self.end_solo() } else { None };
        self.remove_surplus_bots(self.n_present(), None);
        match lost {
            Some(Lost { is_out: true, .. }) => self.world.schedule_respawn(ship),
            Some(_) => {}
            None => {
                let (reason, detail) = (CloseReason::Replaced, None);
                self.outputs.push_back(Output::Close { session: earlier, reason, detail });
            }
        }
        self.greet(now, id, ship, codec);
        self.send_current_bot_level(ship);
        if ended_solo.is_some() || self.sides.is_some() {
            self.even_out_bots();
        }
        if let Some(Lost { announced, .. }) = lost {
            self.broadcast_except(id, &ServerControl::Back { ship, announced });
        }
        Ok(id)
    }

    /// Whether the seat of a session is held.
    #[must_use]
    pub fn holds(&self, session: SessionId) -> bool {
        self.session(session).is_some_and(Session::is_lost)
    }

    /// The number of held seats.
    #[must_use]
    pub fn n_held(&self) -> usize {
        self.lost_sessions().count()
    }

    /// Before a tick: removes ships whose players have been away for a while from the arena, and
    /// releases seats whose time is up.
    pub(super) fn expire_held_seats(&mut self) {
        self.expire_founders_right();
        let (tick, rate) = (self.world.tick, self.clock.rate());
        let lost: Vec<(SessionId, Lost)> = self.lost_sessions().collect();
        for (id, lost) in lost {
            let away = tick.since(lost.after);
            if away >= i64::from(rate.ticks_in_ms(HELD_SEAT_MS)) {
                self.release_seat(id);
            } else if !lost.is_out && away >= i64::from(rate.ticks_in_ms(HELD_SHIP_MS)) {
                self.despawn_held_ship(id, lost);
            }
        }
    }

    /// Of the held seats that may be given to a newcomer, the one held longest.
    pub(super) fn oldest_held(&self, held: HeldSeats) -> Option<(SessionId, Lost)> {
        let firm = i64::from(self.clock.rate().ticks_in_ms(HELD_SEAT_FIRM_MS));
        let may_be_given = |(id, lost): &(SessionId, Lost)| match held {
            HeldSeats::Any => true,
            HeldSeats::LongHeld => self.world.tick.since(lost.after) >= firm,
            HeldSeats::Own(own) => *id == own,
        };
        self.lost_sessions().filter(may_be_given).min_by_key(|(id, lost)| (lost.after, *id))
    }

    /// Releases that seat for a newcomer. If it is the founder's, the right to the rules passes to
    /// no one else for the rest of the time it would have been held.
    pub(super) fn release_oldest_seat(&mut self, held: HeldSeats) {
        if let Some((id, lost)) = self.oldest_held(held) {
            let until = lost.after.plus(self.clock.rate().ticks_in_ms(HELD_SEAT_MS));
            self.keep_founders_right(id, until);
            self.free_seat(id);
            self.outputs.push_back(Output::GivenUp { session: id });
        }
    }

    fn release_seat(&mut self, session: SessionId) {
        self.handle_leave(session);
        self.outputs.push_back(Output::GivenUp { session });
    }

    fn despawn_held_ship(&mut self, id: SessionId, lost: Lost) {
        let Some(session) = self.session_mut(id) else { return };
        session.lost = Some(Lost { is_out: true, ..lost });
        let ship = session.ship;
        // By then the player is back, or the seat has been released.
        let held = self.clock.rate().ticks_in_ms(HELD_SEAT_MS);
        self.world.despawn(ship, self.world.tick.plus(held));
        self.even_out_bots();
    }

    fn lost_sessions(&self) -> impl Iterator<Item = (SessionId, Lost)> {
        self.all_sessions().filter_map(|session| Some((session.id, session.lost?)))
    }
}

/// A connection that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Lost {
    /// The last tick with the connection.
    pub(super) after: Tick,
    /// Whether its ship was taken out of the arena.
    pub(super) is_out: bool,
    /// Whether the loss was announced to other players; then the return is, too. Does not affect
    /// the match.
    #[serde(skip)]
    pub(super) announced: Announced,
}
