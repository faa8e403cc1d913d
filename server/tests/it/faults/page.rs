//! A page. It reconnects by the rules of the game's page when its connection ends, and suffers the
//! faults that a seed draws for it.

use std::sync::Arc;
use std::time::Duration;

use shared::{
    base::rng::Rng,
    client::reconnect::{AfterClose, Reconnect},
    sim::ship::ShipId,
    wire::{
        close_reason::{CloseReason, LOST_CODE},
        seat::{Admission, SeatGrant},
    },
};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use super::fault::{self, PlayerFault};
use super::stage::{Phase, Stage};
use super::violation::Violation;
use super::visit::{Pause, Visit};
use crate::support::line::Line;

/// How long a player takes to click.
const CLICK_DELAY: Duration = Duration::from_secs(2);
/// How often a wait checks for the end of the run.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// A page.
pub(super) struct Page {
    stage: Arc<Stage>,
    player: usize,
    rng: Rng,
    line: Line,
    reconnect: Reconnect,
    /// The ship that the token leads to, if its welcome arrived.
    ship: Option<ShipId>,
    /// Earlier pages on the same seat, each until its sender is dropped. They play on until this
    /// page gets the seat.
    earlier_pages: Vec<oneshot::Sender<()>>,
    /// Whether the token was presented without an answer, and how many rooms and servers had ended
    /// when it was issued.
    token_presented: bool,
    known_ends: u64,
    next_fault: Instant,
}

impl Page {
    pub(super) fn new(stage: &Arc<Stage>, player: usize) -> Self {
        let mut rng = Rng::new(stage.seed, 1 + player as u64);
        Self {
            stage: stage.clone(),
            player,
            line: Line::drawn(&mut rng),
            reconnect: Reconnect::new(None, None, stage.seed ^ player as u64),
            ship: None,
            earlier_pages: Vec::new(),
            token_presented: false,
            known_ends: 0,
            next_fault: Instant::now() + fault::player_pause(&mut rng),
            rng,
        }
    }

    /// Plays until the run is over.
    pub(super) async fn run(mut self) {
        while self.stage.phase() != Phase::Over {
            let line = self.line_now();
            self.reconnect.connect(self.stage.now());
            let reconnect = self.reconnect.clone();
            let visit = Visit::begin(&self.stage, self.player, reconnect, line).await;
            let wait = match visit {
                Some(visit) => {
                    let shown = self.reconnect.token();
                    let wait = self.visit(visit).await;
                    self.token_presented |= shown.is_some() && self.reconnect.token() == shown;
                    wait
                }
                None => self.handle_closed(LOST_CODE),
            };
            self.stage.set_connection(self.player, None);
            self.stage.show(self.player, None);
            self.wait(Instant::now() + wait).await;
        }
    }

    /// Plays over a connection until it ends; returns how long to wait before the next one.
    async fn visit(&mut self, mut visit: Visit) -> Duration {
        // The seat's former ship, if the server says that the seat was resumed.
        let mut before = None;
        loop {
            let pause = visit.play(self.due()).await;
            self.reconnect.clone_from(&visit.reconnect);
            if let Some(given) = visit.given.take() {
                before = self.take_seat(&given);
            }
            if pause != Pause::Due {
                let (player, connection) = (self.player, visit.id.0);
                let what = format_args!("player {player}, connection {connection}: {pause:?}");
                self.stage.log(what);
            }
            match pause {
                Pause::Seated => {
                    self.stage.count(|done| done.seated += 1);
                    self.ship = visit.ship;
                    self.check_ship(before);
                }
                Pause::Due => match self.stage.phase() {
                    Phase::Over => {
                        visit.leave();
                        return Duration::ZERO;
                    }
                    Phase::Faulty => {
                        let fault = fault::of_player(&mut self.rng);
                        self.next_fault = Instant::now() + fault::player_pause(&mut self.rng);
                        match self.apply_fault(visit, fault) {
                            Ok(wait) => return wait,
                            Err(goes_on) => visit = *goes_on,
                        }
                    }
                    Phase::Healing | Phase::Still => {
                        visit.wire.set(self.line_now());
                        visit.wire.release();
                    }
                },
                Pause::Closed(code) => {
                    visit.end();
                    self.check_close_code(code);
                    return self.handle_closed(code);
                }
                Pause::TimedOut(_) => {
                    visit.end();
                    self.stage.count(|done| done.silent += 1);
                    return self.backoff();
                }
            }
            let is_on = visit.ship.is_some() && visit.wire.is_up();
            self.stage.set_connection(self.player, is_on.then_some(visit.id));
        }
    }

    /// Records a seat grant; returns the former ship if the seat was resumed and its ship is known.
    fn take_seat(&mut self, given: &SeatGrant) -> Option<ShipId> {
        let ship = self.ship.take();
        let ends = self.stage.n_ends();
        let is_lost = self.token_presented && ends == self.known_ends;
        (self.token_presented, self.known_ends) = (false, ends);
        self.stage.count(|done| match given.admission {
            Admission::New => {}
            Admission::Resumed => done.resumed += 1,
            Admission::Instead | Admission::ScoreKept => {
                done.seat_expired += 1;
                done.token_unanswered += u64::from(is_lost);
            }
        });
        ship.filter(|_| given.admission == Admission::Resumed)
    }

    /// A player who resumed its seat has its former ship.
    fn check_ship(&self, before: Option<ShipId>) {
        if let (Some(before), Some(now)) = (before, self.ship)
            && before != now
        {
            self.record(Violation::OtherSeat { before, now });
        }
    }

    /// Applies a fault; returns how long to wait if it ended the connection.
    fn apply_fault(&mut self, visit: Visit, fault: PlayerFault) -> Result<Duration, Box<Visit>> {
        let stage = self.stage.clone();
        stage.log(format_args!("player {} {fault:?}", self.player));
        match fault {
            PlayerFault::Line(line) => {
                self.line = line;
                visit.wire.set(line);
            }
            PlayerFault::Hold(ways, lasts) => {
                stage.count(|done| done.holds += 1);
                ways.iter().for_each(|way| visit.wire.hold(*way, Instant::now() + lasts));
            }
            PlayerFault::Cut => {
                stage.count(|done| done.cuts += 1);
                visit.wire.cut();
            }
            PlayerFault::HalfOpen(ways) => {
                stage.count(|done| done.half_open += 1);
                ways.iter().for_each(|way| visit.wire.kill(*way));
            }
            PlayerFault::Duplicate => {
                if visit.ship.is_some() {
                    stage.count(|done| done.duplicates += 1);
                    let (first, closed) = oneshot::channel();
                    tokio::spawn(linger(visit, stage, closed));
                    self.earlier_pages.push(first);
                    return Ok(Duration::ZERO);
                }
            }
            PlayerFault::Leave => {
                stage.count(|done| done.leaves += 1);
                visit.leave();
                self.forget();
                return Ok(Duration::from_millis(self.rng.below(2000).into()));
            }
            PlayerFault::NewTab => {
                stage.count(|done| done.cuts += 1);
                visit.wire.cut();
                visit.end();
                self.forget();
                return Ok(CLICK_DELAY);
            }
            PlayerFault::Away(lasts) => {
                stage.count(|done| done.cuts += 1);
                visit.wire.cut();
                visit.end();
                return Ok(lasts);
            }
        }
        Err(Box::new(visit))
    }

    /// The page's own rule after a close: it reconnects by itself, or its player clicks.
    fn handle_closed(&mut self, code: u16) -> Duration {
        match self.reconnect.handle_closed(self.stage.now(), code, "") {
            AfterClose::Reconnect => self.backoff(),
            AfterClose::OfferRejoin | AfterClose::OfferPlay | AfterClose::OfferReload => {
                self.forget();
                CLICK_DELAY
            }
        }
    }

    /// How long until the page reconnects.
    fn backoff(&self) -> Duration {
        let now = self.stage.now();
        let at = self.reconnect.poll_connect().expect("the connection is lost");
        Duration::from_micros((at - now).0.max(0).unsigned_abs())
    }

    /// From here on the player joins as a new one. There are as many seats as players, so none of
    /// its earlier pages may keep another seat.
    fn forget(&mut self) {
        self.reconnect.leave();
        self.ship = None;
        self.earlier_pages.clear();
    }

    /// No fault here is a client's, so the server must not blame one.
    fn check_close_code(&self, code: u16) {
        let is_innocent = match CloseReason::from_code(code) {
            None
            | Some(
                CloseReason::Shutdown
                | CloseReason::RoomEnded
                | CloseReason::RoomFull
                | CloseReason::Silent
                | CloseReason::Replaced,
            ) => true,
            Some(CloseReason::Slow) => {
                self.stage.count(|done| done.slow += 1);
                true
            }
            Some(_) => false,
        };
        if !is_innocent {
            self.record(Violation::Closed { code });
        }
    }

    fn record(&self, violation: Violation) {
        self.stage.record(&format!("player {}", self.player), Err(violation));
    }

    /// The state of the line, without faults after the run has healed.
    fn line_now(&self) -> Line {
        match self.stage.phase() {
            Phase::Faulty => self.line,
            _ => Line { jitter_ms: 0, stalls_permille: 0, ..self.line },
        }
    }

    fn due(&self) -> Instant {
        match self.stage.phase() {
            Phase::Faulty => self.next_fault,
            _ => Instant::now() + POLL_INTERVAL,
        }
    }

    async fn wait(&self, until: Instant) {
        while Instant::now() < until && self.stage.phase() != Phase::Over {
            sleep_until(until.min(Instant::now() + POLL_INTERVAL)).await;
        }
    }
}

/// The first of two pages on a seat plays on until it is replaced, or its player closes it too.
async fn linger(mut visit: Visit, stage: Arc<Stage>, mut closed: oneshot::Receiver<()>) {
    visit.is_first = true;
    loop {
        let pause = tokio::select! {
            pause = visit.play(Instant::now() + POLL_INTERVAL) => pause,
            _ = &mut closed => {
                visit.wire.cut();
                break;
            }
        };
        match pause {
            Pause::Seated | Pause::Due => {
                if stage.phase() == Phase::Over {
                    break;
                }
            }
            Pause::Closed(code) => {
                if code == CloseReason::Replaced.code() {
                    stage.count(|done| done.replaced += 1);
                }
                break;
            }
            Pause::TimedOut(_) => break,
        }
    }
    visit.end();
}

mod tests {
    use server::config::Config;
    use tokio::task::JoinHandle;

    use super::*;
    use crate::support::line::{AT_ONCE, Direction};
    use crate::support::pipes::net;

    /// Opens the page with its token and plays for up to 2 s until something happens.
    async fn open(page: &mut Page, way_held: Option<Direction>) -> (Visit, Pause) {
        page.reconnect.connect(page.stage.now());
        let reconnect = page.reconnect.clone();
        let begun = Visit::begin(&page.stage, page.player, reconnect, AT_ONCE).await;
        let mut visit = begun.expect("there is a server");
        if let Some(way) = way_held {
            visit.wire.hold(way, Instant::now() + Duration::from_secs(60));
        }
        let pause = visit.play(Instant::now() + Duration::from_secs(2)).await;
        page.reconnect.clone_from(&visit.reconnect);
        if let Some(given) = visit.given.take() {
            page.take_seat(&given);
        }
        (visit, pause)
    }

    /// A server with one seat.
    struct Server {
        stage: Arc<Stage>,
        stop: oneshot::Sender<()>,
        run: JoinHandle<()>,
    }

    impl Server {
        fn begin() -> Self {
            let (net, listener) = net();
            let (stop, stopped) = oneshot::channel::<()>();
            let config = Config { seats: 1, ..Config::default() };
            let run = tokio::spawn(async move {
                let stopped = async { drop(stopped.await) };
                server::run(listener, Vec::new(), config, stopped).await.unwrap();
            });
            let stage = Stage::new(1, 1);
            stage.set_net(Some(Arc::new(net)));
            Self { stage, stop, run }
        }

        async fn end(self) {
            self.stage.set_net(None);
            self.stop.send(()).expect("the server runs");
            self.run.await.expect("the server shuts down cleanly");
        }
    }

    /// A server with one seat, and a player's page that was opened twice. The second page suffers a
    /// fault before it gets the seat, and then the player joins again as a new one.
    async fn join_after(fault: PlayerFault) -> Pause {
        let server = Server::begin();
        let mut page = Page::new(&server.stage, 0);
        let (first, pause) = open(&mut page, None).await;
        assert_eq!(pause, Pause::Seated);
        assert!(page.apply_fault(first, PlayerFault::Duplicate).is_ok());
        let (second, pause) = open(&mut page, Some(Direction::Up)).await;
        assert_eq!(pause, Pause::Due, "its hello is on its way");
        let wait = page.apply_fault(second, fault).map_err(drop).expect("its connection is over");
        page.wait(Instant::now() + wait).await;
        let (rejoined, pause) = open(&mut page, None).await;
        rejoined.end();
        drop(page);
        server.end().await;
        pause
    }

    #[tokio::test(start_paused = true)]
    async fn rejoining_as_new_closes_the_first_page() {
        for fault in [PlayerFault::Leave, PlayerFault::NewTab] {
            assert_eq!(join_after(fault).await, Pause::Seated, "{fault:?}");
        }
    }

    /// The only violation found in a run; none if there was none.
    fn found(stage: &Stage) -> String {
        let failures = stage.failures();
        assert!(failures.len() <= 1, "{failures:?}");
        let failure = failures.first().cloned().unwrap_or_default();
        failure.rsplit_once("s, player 0").map(|(_, found)| found.to_owned()).unwrap_or(failure)
    }

    #[tokio::test(start_paused = true)]
    async fn closes_that_blame_the_client_are_detected() {
        for (reason, is_innocent) in [
            (CloseReason::Shutdown, true),
            (CloseReason::Slow, true),
            (CloseReason::Malformed, false),
            (CloseReason::Flood, false),
        ] {
            let (stage, code) = (Stage::new(1, 1), reason.code());
            Page::new(&stage, 0).check_close_code(code);
            let closed = format!(": {}", Violation::Closed { code });
            assert_eq!(found(&stage), if is_innocent { "" } else { &closed }, "{reason:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_token_that_leads_to_another_seat_is_detected() {
        let [before, now] = [0, 1].map(|idx| ShipId { idx, generation: 0 });
        let other = format!(": {}", Violation::OtherSeat { before, now });
        for (before, want) in [(None, ""), (Some(now), ""), (Some(before), &other)] {
            let stage = Stage::new(1, 1);
            let mut page = Page::new(&stage, 0);
            page.ship = Some(now);
            page.check_ship(before);
            assert_eq!(found(&stage), want, "{before:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn messages_that_cannot_be_decoded_are_detected() {
        let server = Server::begin();
        let mut page = Page::new(&server.stage, 0);
        let (mut visit, pause) = open(&mut page, None).await;
        assert_eq!((pause, found(&server.stage)), (Pause::Seated, String::new()));
        assert_eq!(visit.handle_message(&[u8::MAX]), None);
        let found = found(&server.stage);
        assert!(found.contains("cannot decode a message"), "{found}");
        visit.end();
        server.end().await;
    }
}
