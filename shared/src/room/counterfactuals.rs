//! What every scheme would have said of a shot: for shooters who ask, and for the reports of hits
//! and of misses that are looked into. The same hit test again under the rules of each preset, from
//! the same history, when the shot and the largest delay are over.

use alloc::vec::Vec;

use super::{
    comparison_queue::{Heard, PendingComparison},
    seat::Seat,
    state::Room,
};
use crate::{
    base::{
        geometry::{POS_STEPS_PER_U, Vec2},
        limits::{COUNTERFACTUALS_PER_TICK, DELAY_MAX_MS, HISTORY_MS},
        time::{Micros, Tick},
    },
    history::pose::Pair,
    judge::{
        hit_test::state::HitTest, rewind_source::RewindSource, shooter_history::ShooterHistory,
        shot::Shot,
    },
    netcode::{
        choices::RemoteView,
        preset::Preset,
        values::{Delivery, Netcode, Subscription},
    },
    report::{
        closest_approach::closest_approaches,
        counterfactual::{Counterfactual, Counterfactuals, Finding},
    },
    sim::{event::Decision, rules::BOLT_LIFE_MS, ship::ShipId},
    wire::message::ServerControl,
};

/// How far ahead of the newest snapshot QuakeWorld draws at least: half of 20 ms. What half of the
/// snapshot's age adds is not known here.
const HALF_GAP: Micros = Micros::from_ms(10);

impl Room {
    /// Looks at shots that have waited long enough, a few a tick. One that waited for longer than
    /// the history reaches back is left out.
    pub(super) fn tell_counterfactuals(&mut self) {
        let now = self.clock.rate().micros_at(self.world.tick);
        let wait_ms = BOLT_LIFE_MS + u32::from(self.config.netcode.delay_ms);
        let due = now - Micros::from_ms(wait_ms.into());
        let too_old = now - Micros::from_ms((HISTORY_MS - DELAY_MAX_MS).into());
        let mut told = Vec::new();
        for seat in &mut self.seats {
            let Seat::Player(session) = seat else { continue };
            let waiting = &mut session.counterfactuals.waiting;
            while waiting.pop_front_if(|waiting| waiting.shot.fired < too_old).is_some() {}
            if told.len() < COUNTERFACTUALS_PER_TICK
                && let Some(next) = waiting.pop_front_if(|waiting| waiting.shot.fired <= due)
            {
                told.push((session.id, next));
            }
        }
        if told.is_empty() {
            return;
        }
        let marker_rates_hz = self.marker_rates();
        for (id, waiting) in told {
            let counterfactuals = self.counterfactuals(&waiting, &marker_rates_hz);
            self.add_to_reports(&counterfactuals);
            if waiting.heard == Heard::Told {
                self.say(id, &ServerControl::Counterfactuals(counterfactuals));
            }
        }
    }

    fn counterfactuals(
        &self,
        waiting: &PendingComparison,
        marker_rates_hz: &[u16],
    ) -> Counterfactuals {
        let PendingComparison { shot, shooter, victim, .. } = waiting;
        let shooter_history = self.shooter_history(*shooter, marker_rates_hz, &[]);
        let session = shooter.and_then(|id| self.session(id));
        let subscription = session.map(|session| session.subscription).unwrap_or_default();
        let under = |preset: Preset| Shot { rule: preset.room(), ..*shot };
        let moments = || as_judged(shot, &shooter_history);
        let mut shown = HitTest::new(under(Preset::Lagrange), &shooter_history);
        let game = finding_of(&mut shown, moments());
        let target = closest_approaches(&shown, moments()).nearest.first().map(|look| look.ship);
        Counterfactuals {
            shot: shot.id,
            by_preset: Preset::ALL.map(|preset| {
                let netcode = preset.netcode();
                let finding = match preset {
                    Preset::Lagrange => game,
                    _ => {
                        let mut hit_test = HitTest::new(under(preset), &shooter_history);
                        finding_of(&mut hit_test, moments())
                    }
                };
                let finding = match finding {
                    // Its life was over because this very shot ended it.
                    Finding::Void { victim: of } if Some(of) == *victim => {
                        Finding::Hit { victim: of }
                    }
                    finding => finding,
                };
                let elsewhere = !draws_alike(&netcode, &subscription, shot);
                let off = target.filter(|_| elsewhere).and_then(|ship| {
                    let drawn = shooter_history.drawn(ship, shot.view, shot.pair)?.pose.pos;
                    let newest = newest_seen(shot, &subscription);
                    let there = drawn_under(&shooter_history, &netcode, shot, ship, newest)?;
                    Some((there - drawn).length() * POS_STEPS_PER_U)
                });
                Counterfactual { finding, drawn_off: off.unwrap_or(0.0) as u16 }
            }),
        }
    }
}

/// The past at every tick at which a shot may be judged, from the first to the last.
fn as_judged<'a>(
    shot: &Shot,
    newest: &ShooterHistory<'a>,
) -> impl Iterator<Item = ShooterHistory<'a>> {
    let (rate, newest) = (newest.ground.rate, *newest);
    let first = rate.tick_at(shot.fired);
    let last = first.plus(rate.ticks_in_ms(BOLT_LIFE_MS) + 1).min(newest.now);
    (first.0..=last.0).map(move |now| ShooterHistory { now: Tick(now), ..newest })
}

/// What comes of a shot that is tried at these moments.
fn finding_of<'a>(
    hit_test: &mut HitTest,
    moments: impl Iterator<Item = ShooterHistory<'a>>,
) -> Finding {
    let mut finding = Finding::Miss;
    for past in moments {
        for decided in hit_test.advance(&past) {
            finding = match decided.decision {
                Decision::Missed => Finding::Miss,
                Decision::Hit { victim, .. } | Decision::Settled { victim } => {
                    Finding::Hit { victim }
                }
                Decision::Void { victim } => Finding::Void { victim },
                Decision::Vetoed { victim } => Finding::Veto { victim },
                // The hit that undoes it follows.
                Decision::Retracted { .. } => continue,
            };
        }
    }
    if hit_test.over() { finding } else { Finding::Pending }
}

/// Whether a player under another preset would have drawn the same.
fn draws_alike(preset: &Netcode, own: &Subscription, shot: &Shot) -> bool {
    let other = preset.player.subscription(Delivery::default());
    let delayed = own.remote == RemoteView::Delayed;
    let same_delay = !delayed || preset.room.delay_ms == shot.rule.delay_ms;
    other.remote == own.remote && other.lerp() == own.lerp() && same_delay
}

/// The newest moment that the shooter had heard of, by what it drew.
fn newest_seen(shot: &Shot, subscription: &Subscription) -> Micros {
    match subscription.remote {
        RemoteView::Delayed => shot.fired - shot.link.latency(),
        _ => shot.view + shot.lerp,
    }
}

/// Where a ship would have been drawn under other settings.
fn drawn_under(
    shooter_history: &ShooterHistory,
    preset: &Netcode,
    shot: &Shot,
    ship: ShipId,
    newest: Micros,
) -> Option<Vec2> {
    let Netcode { room, player } = preset;
    let interpolated = newest - player.interpolation_delay();
    let delayed = shot.fired - Micros::from_ms(room.delay_ms.into());
    match player.remote {
        RemoteView::Interpolate => {
            on_screen(shooter_history, player.remote, ship, interpolated, None)
        }
        RemoteView::Delayed => shooter_history.truly(ship, delayed).map(|found| found.pose.pos),
        remote => on_screen(shooter_history, remote, ship, newest, None),
    }
}

/// Where a screen drew a ship that showed this moment of the others, as far as can be said from
/// here: where it guesses ahead, or chases, roughly.
pub(super) fn on_screen(
    shooter_history: &ShooterHistory,
    remote: RemoteView,
    ship: ShipId,
    view: Micros,
    pair: Option<Pair>,
) -> Option<Vec2> {
    let truly = |at| shooter_history.truly(ship, at).map(|found| found.pose);
    match remote {
        RemoteView::Raw | RemoteView::Chase => truly(view).map(|pose| pose.pos),
        RemoteView::QuakeWorld => truly(view).map(|pose| pose.pos + pose.vel * HALF_GAP.as_s_f32()),
        RemoteView::Interpolate | RemoteView::Delayed => {
            shooter_history.drawn(ship, view, pair).map(|found| found.pose.pos)
        }
    }
}
