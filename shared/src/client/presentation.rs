//! Everything shown besides the ships: shots, effects, ghosts, notices, and the tape. Updated by
//! events, records and frames; reads the match state and never writes it. `events` handles events,
//! and `picture` assembles the scene.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};
use core::mem;

use serde::Serialize;

use super::{
    bolts::Bolts,
    effects::Effects,
    frame_clocks::Confirmation,
    game::Game,
    ghosts::Ghosts,
    netgraph::Rewind,
    own_view::CATCH_UP,
    scene::{EffectKind, SceneHurt},
    shots::Shots,
    status::{KillLine, Notice},
    tape::Tape,
    tape_frame::frame_of_tape,
};
use crate::{
    base::{
        geometry::Vec2,
        limits::{KILL_FEED_MAX, STALL_NOTICE_MS},
        queue::push_bounded,
        time::{ClockEpoch, Micros},
    },
    judge::shot::HitClaim,
    netcode::{
        choices::{BoltView, OwnShip},
        values::PlayerNetcode,
    },
    report::{
        shot_record::ShotRecord,
        shot_report::{ReportsWanted, ShotReport},
    },
    sim::{
        bolt::Bolt,
        event::{Decision, Event, ShotId, Weapon},
        ship::ShipId,
    },
    wire::message::Refusal,
};

/// How long a ship flashes after a hit.
pub(super) const FLASH: Micros = Micros(180_000);
/// Cap on notices and records kept for a shell that does not drain them.
const NOTICES_MAX: usize = 64;

/// A hit that can still be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct TentativeHit {
    pub(super) shot: ShotId,
    pub(super) victim: ShipId,
    pub(super) damage: u8,
}

/// A hit on the own ship.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hurt {
    at: Micros,
    /// The unit vector towards where it came from.
    from: Vec2,
    damage: u8,
}

impl Hurt {
    pub(super) fn new(at: Micros, from: Vec2, damage: u8) -> Self {
        Self { at, from, damage }
    }

    pub(super) fn scene(&self, now: Micros) -> SceneHurt {
        let gone = (now - self.at).0 as f32 / SceneHurt::SHOWN.0 as f32;
        SceneHurt { from: self.from, damage: self.damage, fade: (1.0 - gone).clamp(0.0, 1.0) }
    }
}

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Presentation {
    pub(super) bolts: Bolts,
    pub(super) effects: Effects,
    pub(super) ghosts: Ghosts,
    pub(super) tape: Tape,
    pub(super) shots: Shots,
    /// When each ship was last hit, for the flash.
    pub(super) hurt_at: Vec<(ShipId, Micros)>,
    /// The hits on the own ship, for the arcs; up to [`EFFECTS_MAX`]. Not part of a match's hash,
    /// which does not depend on them.
    #[serde(skip)]
    pub(super) hurts: Vec<Hurt>,
    /// Hits that can still be undone; up to `EFFECTS_MAX`.
    pub(super) tentative: Vec<TentativeHit>,
    /// Events waiting for the view to reach them; up to `EFFECTS_MAX`.
    pub(super) to_show: Vec<Event>,
    /// The latest kills, oldest first; up to [`KILL_FEED_MAX`].
    kill_feed: VecDeque<KillLine>,
    /// Whether the player subscribed to reports of own shots.
    wants_reports: ReportsWanted,
    /// When the newest such report arrived, and its shot.
    newest_report: Option<(Micros, ShotId)>,
    /// Verdicts on own shots, until drained; up to [`NOTICES_MAX`].
    records: VecDeque<ShotRecord>,
    /// The rewind of the newest of them.
    rewind: Option<Rewind>,
    shots_fired: u32,
    pub(super) hits_reported: u32,
    /// Oldest first; up to [`NOTICES_MAX`].
    notices: VecDeque<Notice>,
}

impl Presentation {
    /// Fires an own shot, aimed at what the last frame showed, `dt` ago.
    pub(super) fn fire(
        &mut self,
        now: Micros,
        bolt: Bolt,
        dt: Micros,
        game: &Game,
        netcode: &PlayerNetcode,
    ) {
        self.shots_fired += 1;
        let own = game.timeline.own_time(now);
        let aimed_at = if dt <= CATCH_UP { game.remote.drawn_at().min(own) } else { own };
        self.shots.note_fired(bolt, aimed_at);
        // With `BoltView::Late`, own bolts also wait for the server.
        let late = netcode.bolts == BoltView::Late && bolt.shot.weapon == Weapon::Laser;
        if game.own.mode() == OwnShip::Wait || game.own.frozen() || late {
            self.bolts.await_own(bolt.shot);
            return;
        }
        self.notice(Notice::Fired { weapon: bolt.shot.weapon });
        // It leaves when the own ship is drawn pulling the trigger, which an input delay postpones.
        let leaves_at = aimed_at + game.timeline.rate().micros_at(netcode.input_delay());
        let (piercing, targets) = (game.piercing(bolt.shot), game.targets());
        self.bolts.fire_own(bolt, leaves_at, Confirmation::Pending, piercing, now, targets);
    }

    /// Advances everything to this frame. Returns the hits of own shots on this screen.
    pub(super) fn frame(
        &mut self,
        now: Micros,
        dt: Micros,
        game: &Game,
        netcode: &PlayerNetcode,
    ) -> Vec<HitClaim> {
        let clocks = game.timeline.clocks(now);
        self.bolts.frame(clocks, dt, game.targets(), &mut self.effects);
        self.show_due(now, game);
        self.effects.frame(now);
        self.ghosts.frame(now);
        let frame = Arc::new(frame_of_tape(clocks, netcode.curve, game, &self.bolts));
        self.shots.grow_clips(&frame);
        self.tape.record(frame);
        self.hurt_at.retain(|(_, at)| now - *at < FLASH);
        self.hurts.retain(|hurt| now - hurt.at < SceneHurt::SHOWN);
        self.bolts.take_claims()
    }

    /// Forgets everything in flight, when the world is reset.
    pub(super) fn reset(&mut self) {
        self.bolts.clear();
        self.tentative.clear();
    }

    /// An own shot was judged.
    pub(super) fn handle_record(&mut self, now: Micros, record: &ShotRecord, game: &Game) {
        push_bounded(&mut self.records, record.clone(), NOTICES_MAX);
        let rate = game.timeline.rate();
        self.rewind = Some(Rewind::of(record, rate));
        let aimed_at = self.shots.aimed_at(record.shot);
        let drawn = (&self.tape, game.inbox.states());
        self.ghosts.handle_record(record, aimed_at, drawn, rate, now);
        self.shots.handle_record(record, now, &self.tape, rate);
        let verdict = record.verdict;
        if verdict.hits().is_none() || matches!(verdict, Decision::Pierced { .. }) {
            self.end_sparks(now, record.shot, |ship| verdict.is_hit_on(ship));
        }
    }

    /// The report of a shot arrived.
    pub(super) fn handle_report(&mut self, now: Micros, report: ShotReport, own: ShipId) {
        let shot = report.record.shot;
        if shot.shooter == own && self.wants_reports == ReportsWanted::Yes {
            self.newest_report = Some((now, shot));
        }
        self.shots.handle_report(report);
    }

    pub(super) fn set_reports_wanted(&mut self, wanted: ReportsWanted) {
        self.wants_reports = wanted;
    }

    /// Applies a new clock epoch: shots after the last tick of the old epoch were never fired, and
    /// the tape is cleared, since times on the timeline will repeat.
    pub(super) fn handle_epoch(&mut self, now: Micros, epoch: &ClockEpoch) {
        self.bolts.refuse_after(epoch.after, now, &mut self.effects);
        self.shots.refuse(|tick| tick > epoch.after);
        self.tape = Tape::default();
        let ms = epoch.later.as_ms() as u32;
        if ms >= STALL_NOTICE_MS {
            self.notice(Notice::ServerStalled { ms });
        }
    }

    /// The room refused a request.
    pub(super) fn handle_refusal(&mut self, now: Micros, why: Refusal) {
        if let Refusal::Report { shot, why } = why {
            self.shots.handle_refused(shot, why);
        }
        if let Refusal::Claim { claim, .. } = why {
            self.end_sparks(now, claim.shot, |ship| ship != claim.victim);
        }
        self.notice(Notice::Refused { why });
    }

    pub(super) fn notice(&mut self, notice: Notice) {
        push_bounded(&mut self.notices, notice, NOTICES_MAX);
    }

    pub(super) fn add_kill_line(&mut self, line: KillLine) {
        push_bounded(&mut self.kill_feed, line, KILL_FEED_MAX);
    }

    /// Takes the pending notices, oldest first.
    pub(super) fn drain_notices(&mut self) -> Vec<Notice> {
        mem::take(&mut self.notices).into()
    }

    /// Takes the verdicts on own shots, oldest first.
    pub(super) fn drain_records(&mut self) -> Vec<ShotRecord> {
        mem::take(&mut self.records).into()
    }

    pub(super) fn records(&self) -> &VecDeque<ShotRecord> {
        &self.records
    }

    pub(super) fn kill_feed(&self) -> &VecDeque<KillLine> {
        &self.kill_feed
    }

    pub(super) fn rewind(&self) -> Option<Rewind> {
        self.rewind
    }

    pub(super) fn shots_fired(&self) -> u32 {
        self.shots_fired
    }

    /// The newest report of an own shot and when it arrived, if the player subscribed to reports.
    pub(super) fn newest_report(&self) -> Option<(Micros, &ShotReport)> {
        let (at, shot) = self.newest_report?;
        Some((at, self.shots.report(shot)?))
    }

    /// Undoes the sparks of an own shot on ships that it did not hit.
    fn end_sparks(&mut self, now: Micros, shot: ShotId, stands: impl Fn(ShipId) -> bool) {
        for at in self.bolts.retract(shot, stands) {
            self.effects.add(EffectKind::Undone, at, now);
        }
    }
}
