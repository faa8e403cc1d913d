//! A client that watches: whom it follows, how late it sees the match, and its place in the line
//! for a seat.

use alloc::boxed::Box;

use super::{Client, Phase};
use crate::{
    base::time::Micros,
    client::{
        playing::Playing,
        watched::{NOBODY, WatchMoments, Watched},
    },
    sim::ship::ShipId,
    wire::{
        message::{ClientControl, MessageError},
        watch::{Turn, TurnWish, WatchWelcome},
    },
};

impl Client {
    /// Whether this client watches.
    #[must_use]
    pub fn is_watching(&self) -> bool {
        self.watched().is_some()
    }

    /// As a watcher, follows a ship, whose player's screen is shown from now on; or nobody.
    pub fn follow(&mut self, now: Micros, ship: Option<ShipId>) {
        if let Phase::Playing(playing) = &mut self.phase
            && playing.game.watched.is_some()
        {
            playing.follow(now, ship.unwrap_or(NOBODY), &self.in_force);
        }
    }

    /// As a watcher: whether to take the next seat that gets free.
    pub fn request_turn(&mut self, wish: TurnWish) {
        if self.is_watching() {
            self.send_control(ClientControl::Turn(wish));
        }
    }

    /// The place in line of a watcher who waits for a seat.
    #[must_use]
    pub fn turn(&self) -> Option<Turn> {
        self.watched().and_then(Watched::turn)
    }

    /// How much later than it happens a watcher sees the match, in ms, without its own connection;
    /// `None` for a player.
    #[must_use]
    pub fn watch_delay_ms(&self) -> Option<u32> {
        self.watched().map(Watched::delay_ms)
    }

    /// The moments of a watcher's picture; `None` for a player.
    #[must_use]
    pub fn watch_moments(&self) -> Option<WatchMoments> {
        self.watched().map(Watched::moments)
    }

    /// How many watch the room.
    #[must_use]
    pub fn n_watchers(&self) -> u16 {
        self.game().map_or(0, |game| game.n_watchers)
    }

    /// Begins to watch, or begins anew after a part that was missed.
    pub(super) fn begin_watching(
        &mut self,
        now: Micros,
        welcome: WatchWelcome,
    ) -> Result<(), MessageError> {
        let before = self.playing().map(|playing| (playing.game.own.id(), &playing.game.watched));
        let (followed, turn) = match before {
            Some((_, None)) => return Err(MessageError::OutOfPlace { what: "watch welcome" }),
            Some((followed, Some(watched))) => (followed, watched.turn()),
            None => (NOBODY, None),
        };
        let mut playing = Playing::watching(welcome, &self.in_force, now);
        playing.follow(now, followed, &self.in_force);
        if let Some(watched) = &mut playing.game.watched {
            watched.set_turn(turn);
        }
        self.phase = Phase::Playing(Box::new(playing));
        Ok(())
    }

    fn watched(&self) -> Option<&Watched> {
        self.game()?.watched.as_ref()
    }
}
