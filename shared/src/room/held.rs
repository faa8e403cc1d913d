//! Seats of players whose connection is lost: each is held for a while, with its ship, its score
//! and its name, for the player to come back to. Runs when a connection is lost, when a player
//! resumes, and before every tick.
//!
//! The ship flies on as for a player whose commands are missing, and can be shot; after 3 s it is
//! taken out of the arena, where a bot takes its place, and comes back as a new life. Time counts
//! in ticks, so that a stall of the server takes nothing from it. When a newcomer finds the room
//! full, the seat that has been held for the longest time is given up; in the first seconds only
//! for who has no seat here, as far as the shell can tell.

use alloc::vec::Vec;

use super::{
    lost::Lost,
    output::{HeldSeats, Output, ResumeError, SessionId},
    session::Session,
    state::Room,
};
use crate::{
    base::{
        limits::{HELD_SEAT_FIRM_MS, HELD_SEAT_MS, HELD_SHIP_MS},
        time::Micros,
    },
    wire::{
        close_reason::CloseReason,
        message::{Hello, ServerControl},
    },
};

impl Session {
    /// Whether nobody hears what is said to it.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }
}

impl Room {
    /// A connection is lost, and its player may come back: the seat is held.
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

    /// A player comes back to the seat of an earlier session, whether that is lost or still stands:
    /// then it is closed. Ship, score and name are as they were. The welcome is the first output to
    /// the new session; what the others are told may come before it.
    ///
    /// # Errors
    /// When the seat was given up, or no codec is common; nothing changes then.
    pub fn handle_resume(
        &mut self,
        now: Micros,
        earlier: SessionId,
        hello: &Hello,
    ) -> Result<SessionId, ResumeError> {
        let found = self.session(earlier).ok_or(ResumeError::Gone)?;
        let (ship, lost, original, joined_at) =
            (found.ship, found.lost, found.original_session, found.joined_at);
        let codec = self.common_codec(hello).ok_or(ResumeError::NoCodec)?;
        let id = self.seat_session(ship, codec, hello);
        if let Some(session) = self.session_mut(id) {
            session.original_session = Some(original.unwrap_or(earlier));
            session.joined_at = joined_at;
        }
        self.remove_surplus_bots(self.n_present());
        match lost {
            Some(Lost { is_out: true, .. }) => self.world.schedule_respawn(ship),
            Some(_) => {}
            None => {
                let (reason, detail) = (CloseReason::Replaced, None);
                self.outputs.push_back(Output::Close { session: earlier, reason, detail });
            }
        }
        self.greet(now, id, ship, codec);
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

    /// Seats that are held for players who are away.
    #[must_use]
    pub fn n_held(&self) -> usize {
        self.lost_sessions().count()
    }

    /// Before a tick: ships whose players have been away for a while leave the arena, and seats
    /// that were held for long enough are given up.
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

    /// Of the held seats that somebody may be given, the one that has been held for longest.
    pub(super) fn oldest_held(&self, held: HeldSeats) -> Option<(SessionId, Lost)> {
        let firm = i64::from(self.clock.rate().ticks_in_ms(HELD_SEAT_FIRM_MS));
        let may_be_given = |(id, lost): &(SessionId, Lost)| match held {
            HeldSeats::Any => true,
            HeldSeats::NotFirm => self.world.tick.since(lost.after) >= firm,
            HeldSeats::Own(own) => *id == own,
        };
        self.lost_sessions().filter(may_be_given).min_by_key(|(id, lost)| (lost.after, *id))
    }

    /// Gives that seat up, for a newcomer. If it is the founder's, nobody else has its right for
    /// the rest of the time for which it was promised.
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
        // By then the player is back, or the seat is given up.
        let held = self.clock.rate().ticks_in_ms(HELD_SEAT_MS);
        self.world.despawn(ship, self.world.tick.plus(held));
        self.fill_with_bots();
    }

    fn lost_sessions(&self) -> impl Iterator<Item = (SessionId, Lost)> {
        self.all_sessions().filter_map(|session| Some((session.id, session.lost?)))
    }
}
