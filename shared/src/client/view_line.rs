//! The line of time by which the others are drawn, after the figure in Source's article: what the
//! client knows of the snapshots and of its clocks goes in, and the snapshots of the last while,
//! the client's time, the time that is rendered and the pair that is blended come out. Made anew
//! when somebody looks at it.

use alloc::vec::Vec;

use super::{game::Game, interpolate::view_at, remote_model::States, state::Client};
use crate::{
    base::time::{Micros, Tick, TickRate},
    netcode::choices::RemoteView,
    schemes::source::interpolation::fraction,
    sim::command::View,
};

/// How far back the line reaches.
const REACH: Micros = Micros::from_ms(2500);
/// Snapshots between two others that are marked as missing, at most.
const MISSING_MAX: u16 = 64;

/// Whether a snapshot is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It came.
    Here,
    /// It did not, and a later one did: it was lost, left out, or is late.
    Missing,
}

/// A snapshot on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotMark {
    /// The tick that it shows.
    pub tick: Tick,
    /// The moment of that tick.
    pub at: Micros,
    pub presence: Presence,
}

/// What the others are drawn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrawnFrom {
    /// No snapshot is here.
    Nothing,
    /// The newest snapshot, at whichever moment; a model of the others may fly them on from it.
    Newest(Tick),
    /// One snapshot, at its very moment.
    One(Tick),
    /// Two snapshots, this far on the way from the older to the newer, 0 to 1.
    Pair { older: Tick, newer: Tick, fraction: f32 },
    /// Straight on from the newest snapshot, for so long: no newer one is here.
    Extrapolated { from: Tick, by: Micros },
    /// Straight on from the newest snapshot for as long as is allowed, and held there since.
    Held { from: Tick, after: Micros },
}

/// The line in one frame. Times are on the line of ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewLine {
    pub rate: TickRate,
    /// How the others are drawn.
    pub model: RemoteView,
    /// The client's time: where the server is by now, as far as can be seen from here; where the
    /// others are drawn by the own clock, a fixed delay behind it or predicted, that clock.
    pub client_time: Micros,
    /// The moment that is drawn of the others.
    pub render_time: Micros,
    /// From one snapshot to the next at the rate in force.
    pub interval: Micros,
    /// The snapshots of the last while, by their ticks, oldest first.
    pub snapshots: Vec<SnapshotMark>,
    pub drawn_from: DrawnFrom,
}

impl ViewLine {
    /// How far behind the client's time the others are drawn.
    #[must_use]
    pub fn delay(&self) -> Micros {
        self.client_time - self.render_time
    }

    /// The moment of a tick.
    #[must_use]
    pub fn at(&self, tick: Tick) -> Micros {
        self.rate.micros_at(tick)
    }

    /// The newest snapshot that is here.
    #[must_use]
    pub fn newest(&self) -> Option<&SnapshotMark> {
        self.snapshots.iter().rev().find(|mark| mark.presence == Presence::Here)
    }
}

/// What is drawn at a view, of these snapshots; `most` is how long they lead on beyond the newest.
fn drawn_from(states: &States, view: View, rate: TickRate, most: Micros) -> DrawnFrom {
    if states.get(view.older).is_none() {
        return DrawnFrom::Nothing;
    }
    let (at, older) = (rate.micros_in_steps(view.time.0), view.older);
    if view.span > 0 {
        let newer = older.plus(view.span.into());
        let fraction = fraction(at, rate.micros_at(older), rate.micros_at(newer));
        return DrawnFrom::Pair { older, newer, fraction };
    }
    let by = at - rate.micros_at(older);
    if by <= Micros::ZERO {
        DrawnFrom::One(older)
    } else if by <= most {
        DrawnFrom::Extrapolated { from: older, by }
    } else {
        DrawnFrom::Held { from: older, after: most }
    }
}

/// The snapshots that are here since a moment, oldest first.
fn here(states: &States, rate: TickRate, since: Micros) -> Vec<SnapshotMark> {
    let Some((newest, _)) = states.newest() else { return Vec::new() };
    let mark = |tick| SnapshotMark { tick, at: rate.micros_at(tick), presence: Presence::Here };
    let all = states.walk_back(newest).map(|(tick, _)| mark(tick));
    let mut marks: Vec<SnapshotMark> = all.take_while(|mark| mark.at >= since).collect();
    marks.reverse();
    marks
}

/// The snapshots that are missing between two that came, evenly spread.
fn missing(n: u16, [before, after]: [Tick; 2], rate: TickRate) -> Vec<SnapshotMark> {
    let ticks = after.since(before);
    let nth = |k: u16| before.plus((i64::from(k) * ticks / i64::from(n + 1)) as u32);
    let mark = |tick| SnapshotMark { tick, at: rate.micros_at(tick), presence: Presence::Missing };
    (1..=n.min(MISSING_MAX)).map(|k| mark(nth(k))).collect()
}

impl Game {
    /// The client's time, by which the model of the others goes.
    fn client_time(&self, model: RemoteView) -> Option<Micros> {
        let now = self.timeline.frame_at();
        match model {
            RemoteView::Delayed | RemoteView::Predicted => Some(self.timeline.own_time(now)),
            RemoteView::Raw
            | RemoteView::Interpolate
            | RemoteView::QuakeWorld
            | RemoteView::Chase => self.timeline.server_time(now),
        }
    }
}

impl Client {
    /// The line of time by which the last frame drew the others, once a snapshot is here.
    #[must_use]
    pub fn view_line(&self) -> Option<ViewLine> {
        let game = &self.playing()?.game;
        let (rate, model, states) =
            (game.timeline.rate(), self.in_force.remote, game.inbox.states());
        let client_time = game.client_time(model)?;
        let view = game.remote.view();
        let since = client_time - REACH;
        let mut snapshots = here(states, rate, since);
        let gaps = self.packets.received().iter().filter_map(|packet| packet.missing());
        let gaps = gaps.flat_map(|(n, between)| missing(n, between, rate));
        snapshots.extend(gaps.filter(|gap| gap.at >= since && states.get(gap.tick).is_none()));
        snapshots.sort_by_key(|mark| mark.tick);
        let drawn_from = match model {
            RemoteView::Interpolate | RemoteView::Delayed => {
                let most = Micros::from_ms(self.in_force.extrapolation_ms.into());
                drawn_from(states, view, rate, most)
            }
            RemoteView::Predicted => {
                let newest = states.newest().map(|(tick, _)| tick);
                newest.map_or(DrawnFrom::Nothing, DrawnFrom::Newest)
            }
            RemoteView::Raw | RemoteView::QuakeWorld | RemoteView::Chase => {
                // As of that frame: another one may have come since.
                let known = states.get(view.older).is_some();
                if known { DrawnFrom::Newest(view.older) } else { DrawnFrom::Nothing }
            }
        };
        Some(ViewLine {
            rate,
            model,
            client_time,
            render_time: rate.micros_in_steps(view.time.0),
            interval: rate.micros_at(Tick(game.inbox.interval())),
            snapshots,
            drawn_from,
        })
    }

    /// What was drawn of the others at a moment on the line of ticks, or will be, by the snapshots
    /// that are here.
    #[must_use]
    pub fn drawn_from_at(&self, at: Micros) -> Option<DrawnFrom> {
        let game = &self.playing()?.game;
        let (rate, states) = (game.timeline.rate(), game.inbox.states());
        let most = Micros::from_ms(self.in_force.extrapolation_ms.into());
        Some(drawn_from(states, view_at(states, rate.view_at(at)), rate, most))
    }
}

#[cfg(test)]
mod tests {
    use alloc::{sync::Arc, vec};

    use super::*;
    use crate::{base::tick_ring::TickRing, sim::state::WorldState};

    /// 25 ms: two ticks from one snapshot of the article's example to the next.
    fn rate() -> TickRate {
        TickRate::new(40).unwrap()
    }

    fn states(ticks: &[u32]) -> States {
        let mut states = TickRing::new(64);
        for tick in ticks {
            let tick = Tick(*tick);
            states.insert(tick, Arc::new(WorldState { tick, ..WorldState::default() }));
        }
        states
    }

    fn at_ms(states: &States, ms: i64) -> DrawnFrom {
        let view = view_at(states, rate().view_at(Micros::from_ms(ms)));
        drawn_from(states, view, rate(), Micros::from_ms(250))
    }

    #[test]
    fn the_pair_and_its_fraction_are_those_of_the_article() {
        let check = |ticks: &[u32], newer: u32, want: f32| {
            // The client's time is 8620 ms, 100 ms later, as 10.32 s is in the article.
            let DrawnFrom::Pair { older, newer: found, fraction } = at_ms(&states(ticks), 8520)
            else {
                panic!("no pair of {ticks:?}");
            };
            assert_eq!((older, found), (Tick(340), Tick(newer)));
            // A view is a whole 1/256 of a tick.
            assert!((fraction - want).abs() < 1.0 / 512.0, "{fraction} for {want}");
        };
        check(&[338, 340, 342, 344], 342, 0.4);
        check(&[338, 340, 344], 344, 0.2);
    }

    #[test]
    fn when_data_runs_dry_it_leads_on_and_is_held() {
        let states = states(&[338, 340, 342]);
        assert_eq!(at_ms(&states, 8550), DrawnFrom::One(Tick(342)));
        let from = Tick(342);
        for (ms, by) in [(8600, 50), (8750, 200), (8800, 250)] {
            let by = Micros::from_ms(by);
            assert_eq!(at_ms(&states, ms), DrawnFrom::Extrapolated { from, by }, "at {ms} ms");
        }
        let after = Micros::from_ms(250);
        assert_eq!(at_ms(&states, 9550), DrawnFrom::Held { from, after });
        assert_eq!(at_ms(&states, 8000), DrawnFrom::Nothing);
    }

    #[test]
    fn snapshots_are_marked_and_gaps_between_them() {
        let marks = here(&states(&[334, 336, 340, 344]), rate(), Micros::from_ms(8400));
        let ticks: Vec<u32> = marks.iter().map(|mark| mark.tick.0).collect();
        assert_eq!(ticks, vec![336, 340, 344], "oldest first, since 8.4 s");
        let gaps = |n, before, after| -> Vec<u32> {
            let gaps = missing(n, [Tick(before), Tick(after)], rate());
            gaps.iter().map(|mark| mark.tick.0).collect()
        };
        assert_eq!(gaps(1, 340, 344), vec![342]);
        assert_eq!(gaps(3, 336, 344), vec![338, 340, 342]);
    }
}
