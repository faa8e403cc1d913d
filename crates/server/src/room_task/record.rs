//! Reports the scores of a room's seats while it runs, to where they are kept in case the server
//! ends unforeseen: after every welcome, and about once a second.
use std::time::Duration;

use directory::TokenHash;
use shared::room::SessionId;
use tokio::time::Instant;

use super::{RunningRoom, SeatTickets};
use crate::scores::SeatScore;

/// Between two reports without a welcome.
const PERIOD: Duration = Duration::from_secs(1);

/// When the scores are due.
#[derive(Debug, Default)]
pub(super) struct RecordState {
    last: Option<Instant>,
    /// Whether somebody was welcomed since.
    has_new: bool,
    /// Whether the last report had any seats.
    had_seats: bool,
}

impl RecordState {
    pub(super) fn note_welcome(&mut self) {
        self.has_new = true;
    }

    fn is_due(&self, now: Instant) -> bool {
        self.has_new || self.last.is_none_or(|last| now - last >= PERIOD)
    }
}

impl RunningRoom {
    /// Reports all scores if they are due and wanted.
    pub(super) fn record_scores(&mut self) {
        let (rooms, now) = (self.registration.rooms(), Instant::now());
        if !rooms.scores.wants_records() || !self.record.is_due(now) {
            return;
        }
        let seats: Vec<SeatScore> =
            self.seats().filter_map(|(session, seat)| self.seat_score(session, seat)).collect();
        let has_seats = !seats.is_empty();
        if has_seats || self.record.had_seats {
            rooms.scores.record(self.registration.key(), self.registration.id(), seats);
        }
        self.record = RecordState { last: Some(now), has_new: false, had_seats: has_seats };
    }

    /// All seats, connected or held, and the tickets that lead to them.
    pub(super) fn seats(&self) -> impl Iterator<Item = (SessionId, &SeatTickets)> {
        let connected = self.players.iter().map(|(session, player)| (*session, &player.tickets));
        let held = self.held_seats.iter().map(|(session, seat)| (*session, &seat.tickets));
        connected.chain(held)
    }

    fn seat_score(&self, session: SessionId, seat: &SeatTickets) -> Option<SeatScore> {
        let score = self.room.score_to_keep(session)?;
        Some(SeatScore { tokens: seat.hashes().collect(), score })
    }
}

impl SeatTickets {
    /// Of the tokens that lead to the seat.
    pub(super) fn hashes(&self) -> impl Iterator<Item = TokenHash> {
        let tickets = [&self.own, &self.presented].into_iter().flatten();
        tickets.map(|ticket| TokenHash::of(&ticket.token().0))
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::{Arc, Mutex};

    use shared::wire::message::Hello;
    use shared::wire::round::Score;
    use shared::wire::route::Route;
    use tokio::time::sleep;

    use super::*;
    use crate::awake::Awake;
    use crate::clock::Clock;
    use crate::config::Config;
    use crate::inbox::Urgency;
    use crate::metrics::Metrics;
    use crate::per_address::PerAddress;
    use crate::rooms::{RoomEvent, RoomKey, Rooms, Seat};
    use crate::scores::{KeptScore, Pending, Scores};

    /// What was reported, in order.
    #[derive(Clone, Default)]
    struct Recorder(Arc<Mutex<Vec<Report>>>);

    #[derive(Clone, Debug, PartialEq)]
    enum Report {
        Seats(Instant, Vec<SeatScore>),
        End,
    }

    impl Recorder {
        fn take(&self) -> Vec<Report> {
            std::mem::take(&mut self.0.lock().unwrap())
        }
    }

    impl Scores for Recorder {
        fn keep(&self, _: Vec<(TokenHash, KeptScore)>) -> Pending<'_, ()> {
            Box::pin(async {})
        }

        fn redeem(&self, _: TokenHash, _: &RoomKey) -> Pending<'_, Option<Score>> {
            Box::pin(async { None })
        }

        fn wants_records(&self) -> bool {
            true
        }

        fn record(&self, room: &RoomKey, _: u64, seats: Vec<SeatScore>) {
            assert_eq!(*room, RoomKey::from_typed("duel").unwrap(), "the lobby is empty");
            self.0.lock().unwrap().push(Report::Seats(Instant::now(), seats));
        }

        fn end(&self, _: &RoomKey, _: u64) {
            self.0.lock().unwrap().push(Report::End);
        }
    }

    async fn join(rooms: &Arc<Rooms>, name: &str) -> Seat {
        let addresses = PerAddress::new(&rooms.config, rooms.clock, Arc::new(Awake::new()));
        let share = addresses.share(Ipv4Addr::LOCALHOST.into());
        rooms.join(Hello::new(name, "duel"), None, share, &Route::default()).await.ok().unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn seats_are_reported_after_each_welcome_every_second_and_to_the_end() {
        let config = Arc::new(Config::default());
        let mut rooms = Rooms::new(config.clone(), Arc::new(Metrics::new()), Clock::start());
        let recorder = Recorder::default();
        Arc::get_mut(&mut rooms).unwrap().scores = Arc::new(recorder.clone());
        rooms.open_default().ok().unwrap();
        for (n, name) in ["ada", "bob"].into_iter().enumerate() {
            let welcomed = Instant::now();
            let seat = join(&rooms, name).await;
            sleep(Duration::from_millis(100)).await;
            let [Report::Seats(at, seats)] = &recorder.take()[..] else { panic!("{name}") };
            assert_eq!((*at, seats.len()), (welcomed, n + 1), "{name}");
            assert!(seats.iter().all(|seat| seat.tokens.len() == 1), "{seats:?}");
            // It loses its connection, and its seat is held.
            let session = seat.session;
            let lost = RoomEvent::Disconnect { session };
            seat.room.send(lost, Urgency::AtOnce).await.ok().unwrap();
        }
        sleep(Duration::from_secs(10)).await;
        let reports = recorder.take();
        assert!((9..=10).contains(&reports.len()), "{}", reports.len());
        let both = |report: &Report| matches!(report, Report::Seats(_, seats) if seats.len() == 2);
        assert!(reports.iter().all(both), "{reports:?}");
        // The seats are given up, and the room ends.
        sleep(Duration::from_secs(60) + config.timeouts.room_linger).await;
        let reports = recorder.take();
        let n_seats = reports.iter().map(|report| match report {
            Report::Seats(_, seats) => Some(seats.len()),
            Report::End => None,
        });
        assert!(n_seats.clone().is_sorted_by(|before, after| before >= after), "{reports:?}");
        assert_eq!(n_seats.filter(Option::is_none).count(), 1, "{reports:?}");
    }
}
