//! Everything that the verdict on a judged shot depends on, as of the last tick that its report
//! covers: the shot, the poses, the deaths, the snapshots sent to its shooter. Gathered on request.
//! Where the history no longer reaches back to the shot, the rows are rebuilt from the journal,
//! with identical results.

use alloc::{borrow::Cow, sync::Arc};

use super::judged_shots::{JudgedShot, KeptShot};
use crate::{
    base::{
        seat_set::SeatSet,
        time::{Micros, Tick, TickRate},
    },
    history::{
        deaths::{Death, DeathLog},
        pose::Pose,
        sent::SentLog,
        store::History,
    },
    judge::{
        rule::{forward, judged_at},
        shooter_history::ShooterHistory,
        shot::Shot,
    },
    report::{shot_record::ShotRecord, shot_report::RefusedClaim},
    room::{output::SessionId, state::Room},
    sim::{event::ShotId, ship::ShipId, world::WorldParams},
};

/// Everything that the verdict on a shot depends on.
#[derive(Clone, Debug)]
pub struct JudgedEvidence<'a> {
    pub(in crate::room) judged: JudgedShot,
    pub(in crate::room) record: ShotRecord,
    pub(in crate::room) rate: TickRate,
    /// The tick at which the shot was over and all that its report covers had been simulated;
    /// before that, the newest tick.
    pub(in crate::room) now: Tick,
    first: Tick,
    due: Micros,
    rows: Cow<'a, History>,
    deaths: Cow<'a, DeathLog>,
    params: &'a WorldParams,
    marker_rates_hz: Arc<[u16]>,
    shooter_sent: Option<KnownSent>,
}

/// The snapshots sent to a player, as far as a shot depends on them.
#[derive(Clone, Debug)]
pub(in crate::room) struct KnownSent {
    log: SentLog,
    /// The last tick judged before the player left; `None` while it is present.
    last: Option<Tick>,
}

impl Room {
    /// The evidence on a shot, for a report or for judging it again elsewhere. `None` where it is
    /// not available, or no longer.
    #[must_use]
    pub fn evidence(&self, shot: ShotId) -> Option<JudgedEvidence<'_>> {
        self.evidence_of(self.kept_shot(shot)?)
    }

    /// A judged shot that was not fired too long ago.
    pub(in crate::room) fn kept_shot(&self, shot: ShotId) -> Option<&KeptShot> {
        self.kept.judged.find(shot, self.world.tick, self.clock.rate())
    }

    pub(in crate::room) fn evidence_of(&self, kept: &KeptShot) -> Option<JudgedEvidence<'_>> {
        let (rate, judged) = (self.clock.rate(), kept.open()?);
        // A shot that waited for a claim may have ended later.
        let due = first_tick_from(rate, kept.due(rate)).max(judged.judged_at);
        let span @ (first, now) = (kept.first_tick(rate), due.min(self.world.tick));
        let params = self.world.params();
        let (rows, deaths) = if self.is_in_history(kept) {
            (Cow::Borrowed(&self.history), Cow::Borrowed(&self.deaths))
        } else {
            let rebuilt = self.kept.long_journal.rebuild(span, self.config.seats, params)?;
            (Cow::Owned(rebuilt.rows), Cow::Owned(rebuilt.deaths))
        };
        let acked_part = kept.acked_seats.as_deref().zip(judged.shot.acked);
        let shooter_sent = match judged.shooter.session {
            Some(session) => Some(self.known_sent(session, span, acked_part)?),
            None => None,
        };
        let record = judged.record(rate);
        let marker_rates_hz = kept.marker_rates_hz.clone();
        Some(JudgedEvidence {
            judged,
            record,
            rate,
            now,
            first,
            due: kept.due(rate),
            rows,
            deaths,
            params,
            marker_rates_hz,
            shooter_sent,
        })
    }

    /// Whether the history still reaches back to all that a shot depends on.
    pub(in crate::room) fn is_in_history(&self, kept: &KeptShot) -> bool {
        self.history.oldest() <= kept.first_tick(self.clock.rate())
    }

    /// The snapshots sent to a player from one tick to another, with the seats contained in the
    /// acknowledged one.
    fn known_sent(
        &self,
        session: SessionId,
        (first, now): (Tick, Tick),
        acked_part: Option<(&SeatSet, Tick)>,
    ) -> Option<KnownSent> {
        let (ticks, last) = match self.session(session) {
            Some(session) => (&session.flow.sent_ticks, None),
            None => {
                self.kept.departed_ticks.sent(session).map(|(ticks, last)| (ticks, Some(last)))?
            }
        };
        let mut log = SentLog::of(ticks, (first, now), self.clock.rate());
        if let Some((seats, acked)) = acked_part {
            log.record_part(acked, seats);
        }
        Some(KnownSent { log, last })
    }

    /// The snapshots sent to a screen's player, as far as a shot depends on them.
    pub(in crate::room) fn snapshots_sent_during(
        &self,
        evidence: &JudgedEvidence,
        session: SessionId,
    ) -> Option<KnownSent> {
        self.known_sent(session, (evidence.first, evidence.now), None)
    }
}

impl JudgedEvidence<'_> {
    #[must_use]
    pub fn shot(&self) -> &Shot {
        &self.judged.shot
    }

    /// How it was judged.
    #[must_use]
    pub fn record(&self) -> &ShotRecord {
        &self.record
    }

    /// The last refused claim, and the tick at which the room received it.
    #[must_use]
    pub fn refused(&self) -> Option<(RefusedClaim, Tick)> {
        self.judged.refused
    }

    /// The marker rate of each seat under ET per command, in Hz.
    #[must_use]
    pub fn marker_rates_hz(&self) -> &[u16] {
        &self.marker_rates_hz
    }

    /// The past up to now, with the snapshots sent to the shooter.
    #[must_use]
    pub fn past(&self) -> ShooterHistory<'_> {
        self.past_of(self.shooter_sent.as_ref(), self.now)
    }

    /// The past at a tick, as seen by a player with these sent snapshots.
    pub(in crate::room) fn past_of<'s>(
        &'s self,
        sent: Option<&'s KnownSent>,
        now: Tick,
    ) -> ShooterHistory<'s> {
        let sent = sent.filter(|sent| sent.last.is_none_or(|last| now <= last));
        ShooterHistory {
            history: &self.rows,
            params: self.params,
            now,
            sent: sent.map(|sent| &sent.log),
            marker_rates_hz: &self.marker_rates_hz,
            died: &[],
        }
    }

    /// The past as the shooter knew it at a tick.
    pub(in crate::room) fn past_at(&self, now: Tick) -> ShooterHistory<'_> {
        self.past_of(self.shooter_sent.as_ref(), now)
    }

    /// The past that applied when an age of the shot was judged, and a ship's pose at that tick.
    pub(in crate::room) fn past_at_age(
        &self,
        ship: ShipId,
        age: Micros,
    ) -> Option<(ShooterHistory<'_>, Pose)> {
        let JudgedShot { shot, order, .. } = &self.judged;
        let rewind = self.judged.rewind(self.rate);
        let now = first_tick_from(self.rate, judged_at(shot, forward(shot, rewind), age));
        let present = self.rows.pose(ship.idx, now).filter(|pose| pose.ship == ship)?;
        let died: &[Death] = self.deaths.before(now, *order);
        Some((ShooterHistory { died, ..self.past_at(now) }, present))
    }

    /// Whether all that its report covers has been simulated.
    pub(in crate::room) fn is_past(&self) -> bool {
        self.due <= self.rate.micros_at(self.now)
    }

    /// The ships that the shot killed.
    pub(in crate::room) fn shot_down(&self) -> impl Iterator<Item = ShipId> {
        self.deaths.by(self.judged.order)
    }
}

/// The first tick that is not before a moment.
fn first_tick_from(rate: TickRate, at: Micros) -> Tick {
    let floor = rate.tick_at(at);
    if rate.micros_at(floor) == at { floor } else { floor.next() }
}
