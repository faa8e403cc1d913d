//! A page: comes back by itself when its connection is over, as the game's page does and by the
//! same rules, and suffers the faults that a seed draws for it.

use std::sync::Arc;
use std::time::Duration;

use shared::{
    base::rng::Rng,
    client::{
        backoff::Backoff,
        remedy::{self, Help},
    },
    sim::ship::ShipId,
    wire::{
        close_reason::{CloseReason, LOST_CODE},
        seat::{Admission, ResumeToken, SeatGiven},
    },
};
use tokio::time::{Instant, sleep_until};

use super::fault::{self, PlayerFault};
use super::stage::{Phase, Stage};
use super::violation::Violation;
use super::visit::{Pause, Visit};
use crate::support::line::Line;

/// How long a player takes to click.
const CLICK: Duration = Duration::from_secs(2);
/// Waits are looked over this often, for the end of the run.
const LOOK: Duration = Duration::from_millis(250);

/// A page.
pub(super) struct Page {
    stage: Arc<Stage>,
    player: usize,
    rng: Rng,
    line: Line,
    token: Option<ResumeToken>,
    /// Which ship the token is good for, where its welcome came.
    ship: Option<ShipId>,
    backoff: Backoff,
    /// Whether the token was shown and nothing was heard of it, and how many rooms and servers had
    /// ended when it was given.
    was_shown: bool,
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
            token: None,
            ship: None,
            backoff: Backoff::default(),
            was_shown: false,
            known_ends: 0,
            next_fault: Instant::now() + fault::player_pause(&mut rng),
            rng,
        }
    }

    /// Plays until the run is over.
    pub(super) async fn run(mut self) {
        while self.stage.phase() != Phase::Over {
            let line = self.line_now();
            let visit = Visit::begin(&self.stage, self.player, self.token, line).await;
            let wait = match visit {
                Some(visit) => {
                    let shown = self.token;
                    let wait = self.visit(visit).await;
                    self.was_shown |= shown.is_some() && self.token == shown;
                    wait
                }
                None => self.come_back(LOST_CODE),
            };
            self.stage.set_on(self.player, None);
            self.stage.show(self.player, None);
            self.wait(Instant::now() + wait).await;
        }
    }

    /// Plays over a connection to its end; how long to wait until the next one.
    async fn visit(&mut self, mut visit: Visit) -> Duration {
        // Whose seat this is, where the server says that it is the same as before.
        let mut before = None;
        loop {
            let pause = visit.play(self.due()).await;
            if let Some(given) = visit.given.take() {
                before = self.take_seat(&given);
            }
            if pause != Pause::Due {
                let (player, connection) = (self.player, visit.id.0);
                let told = format_args!("player {player}, connection {connection}: {pause:?}");
                self.stage.tell(told);
            }
            match pause {
                Pause::Seated => {
                    self.stage.count(|done| done.seated += 1);
                    self.ship = visit.ship;
                    if let (Some(before), Some(now)) = (before, self.ship)
                        && before != now
                    {
                        self.hold(Violation::OtherSeat { before, now });
                    }
                    self.backoff.note_joined(self.stage.micros(Instant::now()));
                }
                Pause::Due => match self.stage.phase() {
                    Phase::Over => {
                        visit.leave();
                        return Duration::ZERO;
                    }
                    Phase::Faulty => {
                        let fault = fault::of_player(&mut self.rng);
                        self.next_fault = Instant::now() + fault::player_pause(&mut self.rng);
                        match self.suffer(visit, fault) {
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
                    self.mind_code(code);
                    return self.come_back(code);
                }
                Pause::Silent | Pause::Unanswered => {
                    visit.end();
                    self.stage.count(|done| done.silent += 1);
                    return self.come_back(LOST_CODE);
                }
            }
            let is_on = visit.ship.is_some() && visit.wire.is_whole();
            self.stage.set_on(self.player, is_on.then_some(visit.id));
        }
    }

    /// The server gave a seat; the ship on it, where it is known and the same as before.
    fn take_seat(&mut self, given: &SeatGiven) -> Option<ShipId> {
        let ship = self.ship.take();
        let ends = self.stage.n_ends();
        let is_lost = self.was_shown && ends == self.known_ends;
        self.token = Some(given.token);
        (self.was_shown, self.known_ends) = (false, ends);
        self.stage.count(|done| match given.admission {
            Admission::New => {}
            Admission::Resumed => done.resumed += 1,
            Admission::Instead => {
                done.instead += 1;
                done.unheard += u64::from(is_lost);
            }
        });
        ship.filter(|_| given.admission == Admission::Resumed)
    }

    /// What a fault does; how long to wait if it ended the connection.
    fn suffer(&mut self, visit: Visit, fault: PlayerFault) -> Result<Duration, Box<Visit>> {
        let stage = self.stage.clone();
        stage.tell(format_args!("player {} {fault:?}", self.player));
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
                    tokio::spawn(linger(visit, stage));
                    return Ok(Duration::ZERO);
                }
            }
            PlayerFault::Leave => {
                stage.count(|done| done.leaves += 1);
                visit.leave();
                (self.token, self.ship) = (None, None);
                return Ok(Duration::from_millis(self.rng.below(2000).into()));
            }
            PlayerFault::NewTab => {
                stage.count(|done| done.cuts += 1);
                visit.wire.cut();
                visit.end();
                (self.token, self.ship) = (None, None);
                return Ok(CLICK);
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

    /// What the rule of the page says: comes back by itself, or the player clicks.
    fn come_back(&mut self, code: u16) -> Duration {
        match remedy::after(code) {
            Help::ComesBack => {
                let now = self.stage.micros(Instant::now());
                let wait = self.backoff.next_wait(now, self.rng.next_u32());
                Duration::from_micros(wait.0 as u64)
            }
            Help::Again | Help::PlayAgain | Help::Reload => {
                (self.token, self.ship) = (None, None);
                CLICK
            }
        }
    }

    /// No fault here is the client's, so the server may not say that it is.
    fn mind_code(&self, code: u16) {
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
            self.hold(Violation::Closed { code });
        }
    }

    fn hold(&self, violation: Violation) {
        self.stage.hold(&format!("player {}", self.player), Err(violation));
    }

    /// How the line is: without faults once they are healed.
    fn line_now(&self) -> Line {
        match self.stage.phase() {
            Phase::Faulty => self.line,
            _ => Line { jitter_ms: 0, stalls_permille: 0, ..self.line },
        }
    }

    fn due(&self) -> Instant {
        match self.stage.phase() {
            Phase::Faulty => self.next_fault,
            _ => Instant::now() + LOOK,
        }
    }

    async fn wait(&self, until: Instant) {
        while Instant::now() < until && self.stage.phase() != Phase::Over {
            sleep_until(until.min(Instant::now() + LOOK)).await;
        }
    }
}

/// The first page of two on a seat plays on until it is told.
async fn linger(mut visit: Visit, stage: Arc<Stage>) {
    visit.is_first = true;
    loop {
        match visit.play(Instant::now() + LOOK).await {
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
            Pause::Silent | Pause::Unanswered => break,
        }
    }
    visit.end();
}
