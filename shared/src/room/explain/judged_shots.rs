//! What reports are made from: the shots judged in the last minute, encoded as bytes, up to the
//! newest ones of each seat, player or bot; and what rebuilds their past.

use alloc::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use crate::{
    base::{
        encoding::{append, read},
        geometry::Steps,
        limits::{
            DELAY_MAX_MS, HISTORY_MS, JOURNAL_MS, SHOT_KEPT_MS, SHOT_PAST_MS, SHOTS_KEPT_MAX,
        },
        queue::{drop_while, push_bounded},
        seat_set::SeatSet,
        tick_length::TickLength,
        time::{Micros, Tick, TickRate, VIEW_STEPS_PER_TICK},
    },
    history::long_journal::LongJournal,
    judge::{
        hit_test::state::{Cover, VoidCause},
        shot::Shot,
        view::{RewindTime, resolve_rewind},
    },
    netcode::{choices::RemoteView, values::Subscription},
    report::{
        shot_record::{ResolvedView, ShotRecord, TargetRecord},
        shot_report::{BEFORE, RefusedClaim, ReportLink, RetractedHit},
    },
    room::{departed::DepartedTicks, output::SessionId},
    sim::{
        command::View,
        event::{Decision, ShotId},
        rules::BOLT_LIFE_MS,
        ship::ShipId,
    },
};

/// What reports are made from. Not part of the match's state.
#[derive(Clone, Debug, Default)]
pub(in crate::room) struct ReportStore {
    pub(in crate::room) judged: JudgedShots,
    /// The last minute, from which rows of the history are rebuilt.
    pub(in crate::room) long_journal: LongJournal,
    pub(in crate::room) departed_ticks: DepartedTicks,
    /// The tick in which rows were last rebuilt.
    pub(in crate::room) rebuilt_at: Option<Tick>,
    /// The marker rate of each seat when the newest shot ended, in Hz.
    pub(in crate::room) marker_rates_hz: Arc<[u16]>,
}

/// How long a due report may wait for its turn before its past has to be rebuilt, in ms.
const GRACE_MS: u32 = 250;

const _: () = assert!(
    SHOT_PAST_MS + BOLT_LIFE_MS + DELAY_MAX_MS + GRACE_MS <= HISTORY_MS,
    "the history covers everything that a due report shows or is rebuilt from"
);
const _: () = assert!(DELAY_MAX_MS + BEFORE.as_ms() as u32 <= SHOT_PAST_MS);
const _: () = assert!(SHOT_KEPT_MS + SHOT_PAST_MS < JOURNAL_MS);

/// The judged shots, by the shooter's seat, in the order in which they ended.
#[derive(Clone, Debug, Default)]
pub(in crate::room) struct JudgedShots {
    by_seat: BTreeMap<u16, VecDeque<KeptShot>>,
    n_kept: u32,
}

/// A stored shot that is over.
#[derive(Clone, Debug)]
pub(in crate::room) struct KeptShot {
    pub(in crate::room) shot: ShotId,
    /// Its place in the order in which shots ended.
    place: u32,
    /// The tick of its execution.
    fired: Tick,
    delay_ms: u16,
    /// The marker rate of each seat, in Hz.
    pub(in crate::room) marker_rates_hz: Arc<[u16]>,
    /// The seats in the snapshot that its shooter had acknowledged, if it did not contain every
    /// ship.
    pub(in crate::room) acked_seats: Option<Arc<SeatSet>>,
    /// An encoded [`JudgedShot`].
    bytes: Arc<[u8]>,
}

/// All that is known of a shot that is over, except the poses of ships.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::room) struct JudgedShot {
    pub(in crate::room) shot: Shot,
    /// The view that the shooter claimed.
    pub(in crate::room) claimed: View,
    pub(in crate::room) judged_at: Tick,
    pub(in crate::room) verdict: Decision,
    /// The nearest targets.
    pub(in crate::room) nearest: Vec<KeptTarget>,
    pub(in crate::room) n_seen: u16,
    /// Its place in the order in which the shots of a tick are judged.
    pub(in crate::room) order: u32,
    /// How long before its tick the command arrived, for a player's shot.
    pub(in crate::room) arrived: Option<Micros>,
    pub(in crate::room) undone: Option<RetractedHit>,
    pub(in crate::room) refused: Option<(RefusedClaim, Tick)>,
    pub(in crate::room) void: Option<VoidCause>,
    pub(in crate::room) cover: Option<Cover>,
    pub(in crate::room) shooter: Screen,
    /// The shooter's subscription, for a player's shot.
    pub(in crate::room) subscription: Option<Subscription>,
    /// The ships besides the shooter's that the report concerns: those it hit, those of retracted
    /// hits, and the one it came nearest to.
    pub(in crate::room) targets: Vec<ShotTarget>,
}

/// A compact [`TargetRecord`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::room) struct KeptTarget {
    ship: ShipId,
    judged: Steps,
    /// Offset from there to where the server had it.
    off: Steps,
    distance: u32,
    age: i64,
}

/// A ship that a shot concerns, as it was when the shot was over.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::room) struct ShotTarget {
    pub(in crate::room) ship: ShipId,
    /// Its connection; `None` for a bot.
    pub(in crate::room) link: Option<ReportLink>,
    pub(in crate::room) screen: Screen,
}

/// A player's screen, as far as the room knows it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::room) struct Screen {
    /// `None` for a bot, which needs no screen.
    pub(in crate::room) session: Option<SessionId>,
    pub(in crate::room) remote: RemoteView,
    /// How far the remote ships it shows lag behind its own clock.
    pub(in crate::room) lag: Micros,
}

impl JudgedShots {
    /// Stores a shot that is over, dropping the oldest of its seat if there are too many.
    pub(in crate::room) fn push(&mut self, kept: KeptShot) {
        let of_seat = self.by_seat.entry(kept.shot.shooter.idx).or_default();
        self.n_kept = self.n_kept.wrapping_add(1);
        push_bounded(of_seat, KeptShot { place: self.n_kept, ..kept }, SHOTS_KEPT_MAX);
    }

    /// Drops shots fired too long ago.
    pub(in crate::room) fn forget_old(&mut self, now: Tick, rate: TickRate) {
        self.by_seat.retain(|_, shots| {
            drop_while(shots, |kept| kept.is_old(now, rate));
            !shots.is_empty()
        });
    }

    /// A shot that was not fired too long ago.
    pub(in crate::room) fn find(
        &self,
        shot: ShotId,
        now: Tick,
        rate: TickRate,
    ) -> Option<&KeptShot> {
        let found = self.by_seat.get(&shot.shooter.idx)?.iter().rev();
        found.filter(|kept| !kept.is_old(now, rate)).find(|kept| kept.shot == shot)
    }

    /// Whether newer shots of its seat have displaced this one.
    pub(in crate::room) fn is_displaced(&self, shot: ShotId) -> bool {
        let of_seat = self.by_seat.get(&shot.shooter.idx);
        let oldest = of_seat.filter(|shots| shots.len() >= SHOTS_KEPT_MAX).and_then(|s| s.front());
        let time = |shot: ShotId| (shot.shooter.generation, shot.tick);
        oldest.is_some_and(|oldest| time(shot) <= time(oldest.shot))
    }

    /// The shots that fell due after a moment, in the order in which they ended.
    pub(in crate::room) fn due_after(&self, after: Micros, rate: TickRate) -> Vec<&KeptShot> {
        let all = self.by_seat.values().flatten();
        let mut due: Vec<&KeptShot> = all.filter(|kept| kept.due(rate) > after).collect();
        due.sort_by_key(|kept| kept.place);
        due
    }
}

impl KeptShot {
    /// Encodes a shot; `place` is set when it is pushed.
    pub(in crate::room) fn new(
        judged: &JudgedShot,
        rate: TickRate,
        marker_rates_hz: Arc<[u16]>,
        acked_seats: Option<Arc<SeatSet>>,
    ) -> Self {
        Self {
            shot: judged.shot.id,
            place: 0,
            fired: rate.tick_at(judged.shot.fired),
            delay_ms: judged.shot.rule.delay_ms,
            marker_rates_hz,
            acked_seats,
            bytes: append(Vec::new(), judged).into(),
        }
    }

    /// Decodes it.
    pub(in crate::room) fn open(&self) -> Option<JudgedShot> {
        read(&self.bytes).ok()
    }

    /// When all that a report covers has passed: a bolt's life and `D` after the shot.
    pub(in crate::room) fn due(&self, rate: TickRate) -> Micros {
        let life = Micros::from_ms(BOLT_LIFE_MS.into());
        rate.micros_at(self.fired) + life + Micros::from_ms(self.delay_ms.into())
    }

    /// The first tick that its report covers or its judge may look up; never before tick 1.
    pub(in crate::room) fn first_tick(&self, rate: TickRate) -> Tick {
        self.fired.minus(rate.ticks_in_ms(SHOT_PAST_MS)).max(Tick::ZERO.next())
    }

    fn is_old(&self, now: Tick, rate: TickRate) -> bool {
        now.since(self.fired) > i64::from(rate.ticks_in_ms(SHOT_KEPT_MS))
    }
}

impl KeptTarget {
    pub(in crate::room) fn of(target: &TargetRecord) -> Self {
        let TargetRecord { ship, judged, present, distance, age } = *target;
        let off = |to: i32, from: i32| to.wrapping_sub(from);
        let off = Steps { x: off(present.x, judged.x), y: off(present.y, judged.y) };
        Self { ship, judged, off, distance, age }
    }

    fn record(&self) -> TargetRecord {
        let Self { ship, judged, off, distance, age } = *self;
        let present = Steps { x: judged.x.wrapping_add(off.x), y: judged.y.wrapping_add(off.y) };
        TargetRecord { ship, judged, present, distance, age }
    }
}

impl JudgedShot {
    /// Its rewind time.
    pub(in crate::room) fn rewind(&self, rate: TickRate) -> RewindTime {
        resolve_rewind(&self.shot, TickLength::of(rate))
    }

    /// Its record.
    pub(in crate::room) fn record(&self, rate: TickRate) -> ShotRecord {
        let (shot, rewind) = (&self.shot, self.rewind(rate));
        ShotRecord {
            shot: shot.id,
            view: ResolvedView {
                claimed: self.claimed,
                used: rate.view_at(rewind.at),
                pair: shot.pair.filter(|_| rewind.clamp.is_none()),
                clamp: rewind.clamp,
            },
            rule: shot.rule.hit_rule,
            judged_at: self.judged_at,
            age: self.judged_at.since(rate.tick_at(shot.fired)) * VIEW_STEPS_PER_TICK,
            verdict: self.verdict,
            targets: self.nearest.iter().map(KeptTarget::record).collect(),
            n_targets: self.n_seen,
        }
    }

    /// Whether a ship's player may request its report: the shooter, and ships that it hit or was
    /// thought to have hit.
    pub(in crate::room) fn concerns(&self, ship: ShipId) -> bool {
        let undone = self.undone.map(|undone| undone.victim);
        ship == self.shot.id.shooter
            || undone == Some(ship)
            || self.verdict.ships().any(|victim| victim == ship)
    }

    /// A ship that the report may be about.
    pub(in crate::room) fn target(&self, ship: ShipId) -> Option<&ShotTarget> {
        self.targets.iter().find(|target| target.ship == ship)
    }
}
