//! The verdict of every scheme on a judged shot: the same hit test run again under the rules of
//! each preset, over the past as it was known at each tick, with the ships that the shot killed
//! counted as alive. Piercing is a property of the weapon and stays as the room has it. Runs for a
//! report, once the shot and the largest delay are over.

use super::evidence::JudgedEvidence;
use crate::{
    base::{
        geometry::{POS_STEPS_PER_U, Vec2},
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
        values::{Netcode, RoomNetcode, SnapshotDelivery, Subscription},
    },
    report::{closest_approach::closest_approaches, counterfactual::Counterfactual},
    schemes::quakeworld::OTHERS_AHEAD,
    sim::{event::Decision, rules::BOLT_LIFE_MS, ship::ShipId},
};

/// The minimum by which QuakeWorld draws ahead of the newest snapshot. Half of the snapshot's age
/// comes on top, but is not known here.
const HALF_GAP: Micros = Micros(OTHERS_AHEAD.0 / 2);

impl JudgedEvidence<'_> {
    /// The verdict of every scheme, in the order of [`Preset::ALL`].
    pub(in crate::room) fn counterfactuals(&self) -> [Counterfactual; Preset::ALL.len()] {
        let (shot, past) = (self.shot(), self.past());
        let subscription = self.judged.subscription.unwrap_or_default();
        let under = |preset: Preset| {
            let rule = RoomNetcode { piercing: shot.rule.piercing, ..preset.room() };
            HitTest::new(Shot { rule, ..*shot }, &past).counting_alive(self.shot_down())
        };
        let moments = || self.as_judged();
        let mut game = under(Preset::Lagrange);
        decision_of(&mut game, moments());
        let target = closest_approaches(&game, moments()).nearest.first().map(|look| look.ship);
        Preset::ALL.map(|preset| {
            let netcode = preset.netcode();
            let decision = decision_of(&mut under(preset), moments());
            let elsewhere = !draws_alike(&netcode, &subscription, shot);
            let off = target.filter(|_| elsewhere).and_then(|ship| {
                let drawn = past.drawn(ship, shot.view, shot.pair)?.pose.pos;
                let newest = newest_seen(shot, &subscription);
                let there = drawn_under(&past, &netcode, shot, ship, newest)?;
                Some((there - drawn).length() * POS_STEPS_PER_U)
            });
            Counterfactual { decision, drawn_off: off.unwrap_or(0.0) as u16 }
        })
    }

    /// The past at every tick at which the shot may be judged, from the first to the last.
    fn as_judged(&self) -> impl Iterator<Item = ShooterHistory<'_>> {
        let first = self.rate.tick_at(self.shot().fired);
        let last = first.plus(self.rate.ticks_in_ms(BOLT_LIFE_MS) + 1).min(self.now);
        (first.0..=last.0).map(move |now| self.past_at(Tick(now)))
    }
}

/// The decision of a hit test run over these moments; `None`: it is not over by then.
fn decision_of<'a>(
    hit_test: &mut HitTest,
    moments: impl Iterator<Item = ShooterHistory<'a>>,
) -> Option<Decision> {
    let mut last = None;
    for past in moments {
        for decided in hit_test.advance(&past) {
            // A retraction is followed by the hit that caused it.
            if !matches!(decided.decision, Decision::Retracted { .. }) {
                last = Some(decided.decision.after(last));
            }
        }
    }
    last.filter(|_| hit_test.over())
}

/// Whether a player under another preset would have drawn the same.
fn draws_alike(preset: &Netcode, own: &Subscription, shot: &Shot) -> bool {
    let other = preset.player.subscription(SnapshotDelivery::default());
    let delayed = own.remote == RemoteView::Delayed;
    let same_delay = !delayed || preset.room.delay_ms == shot.rule.delay_ms;
    other.remote == own.remote
        && other.effective_interpolation_delay() == own.effective_interpolation_delay()
        && same_delay
}

/// The newest server time known to the shooter, derived from what it drew.
fn newest_seen(shot: &Shot, subscription: &Subscription) -> Micros {
    match subscription.remote {
        RemoteView::Delayed | RemoteView::Predicted => shot.fired - shot.link.latency(),
        _ => shot.view + shot.interpolation_delay,
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
        RemoteView::Delayed => {
            shooter_history.authoritative(ship, delayed).map(|found| found.pose.pos)
        }
        remote => on_screen(shooter_history, remote, ship, newest, None),
    }
}

/// Where a screen that shows remote ships at `view` drew a ship. An approximation where the client
/// extrapolates or chases.
pub(in crate::room) fn on_screen(
    shooter_history: &ShooterHistory,
    remote: RemoteView,
    ship: ShipId,
    view: Micros,
    pair: Option<Pair>,
) -> Option<Vec2> {
    let truly = |at| shooter_history.authoritative(ship, at).map(|found| found.pose);
    match remote {
        RemoteView::Raw | RemoteView::Chase | RemoteView::Predicted => {
            truly(view).map(|pose| pose.pos)
        }
        RemoteView::QuakeWorld => truly(view).map(|pose| pose.pos + pose.vel * HALF_GAP.as_s_f32()),
        RemoteView::Interpolate | RemoteView::Delayed => {
            shooter_history.drawn(ship, view, pair).map(|found| found.pose.pos)
        }
    }
}
