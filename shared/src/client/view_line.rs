//! The timeline that remote ships are drawn by, after the figure in Source's article: the recent
//! snapshots, the client time, the render time, and the pair of snapshots being blended. Built on
//! demand from the client's snapshots and clocks.

use alloc::vec::Vec;

use super::{game::Game, interpolate::view_at, remote_model::States, state::Client};
use crate::{
    base::time::{Micros, Tick, TickRate},
    netcode::choices::RemoteView,
    schemes::source::interpolation::fraction,
    sim::command::View,
};

/// How far back the timeline reaches.
const REACH: Micros = Micros::from_ms(2500);
/// Cap on the missing snapshots marked between two received ones.
const MISSING_MAX: u16 = 64;

/// Whether a snapshot was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    Here,
    /// A later one was received: this one was lost, choked, or is late.
    Missing,
}

/// A snapshot on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotMark {
    pub tick: Tick,
    /// The time of that tick.
    pub at: Micros,
    pub presence: Presence,
}

/// What remote ships are drawn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrawnFrom {
    /// No snapshot was received.
    Nothing,
    /// The newest snapshot, whatever the view time. The remote model may move ships on from it.
    Newest(Tick),
    /// One snapshot, exactly at its time.
    One(Tick),
    /// Two snapshots, blended at this fraction, from 0 (older) to 1 (newer).
    Pair { older: Tick, newer: Tick, fraction: f32 },
    /// Extrapolated from the newest snapshot by this time.
    Extrapolated { from: Tick, by: Micros },
    /// Extrapolated from the newest snapshot up to the limit, and held there.
    Held { from: Tick, after: Micros },
}

/// The timeline in one frame. Times are on the tick timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewLine {
    pub rate: TickRate,
    /// The remote model in force.
    pub model: RemoteView,
    /// The client time: the estimated server clock, or the own clock if remote ships are drawn a
    /// fixed delay behind it or predicted.
    pub client_time: Micros,
    /// The view time of the remote ships.
    pub render_time: Micros,
    /// The time between snapshots at the rate in force.
    pub interval: Micros,
    /// The recent snapshots by tick, oldest first.
    pub snapshots: Vec<SnapshotMark>,
    pub drawn_from: DrawnFrom,
}

impl ViewLine {
    /// How far behind the client time remote ships are drawn.
    #[must_use]
    pub fn delay(&self) -> Micros {
        self.client_time - self.render_time
    }

    /// The time of a tick.
    #[must_use]
    pub fn at(&self, tick: Tick) -> Micros {
        self.rate.micros_at(tick)
    }

    /// The newest snapshot received.
    #[must_use]
    pub fn newest(&self) -> Option<&SnapshotMark> {
        self.snapshots.iter().rev().find(|mark| mark.presence == Presence::Here)
    }
}

/// What is drawn at a view from these snapshots. `most` limits extrapolation beyond the newest.
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

/// The snapshots received since a time, oldest first.
fn here(states: &States, rate: TickRate, since: Micros) -> Vec<SnapshotMark> {
    let Some((newest, _)) = states.newest() else { return Vec::new() };
    let mark = |tick| SnapshotMark { tick, at: rate.micros_at(tick), presence: Presence::Here };
    let all = states.walk_back(newest).map(|(tick, _)| mark(tick));
    let mut marks: Vec<SnapshotMark> = all.take_while(|mark| mark.at >= since).collect();
    marks.reverse();
    marks
}

/// Marks for the snapshots missing between two received ones, evenly spaced.
fn missing(n: u16, [before, after]: [Tick; 2], rate: TickRate) -> Vec<SnapshotMark> {
    let ticks = after.since(before);
    let nth = |k: u16| before.plus((i64::from(k) * ticks / i64::from(n + 1)) as u32);
    let mark = |tick| SnapshotMark { tick, at: rate.micros_at(tick), presence: Presence::Missing };
    (1..=n.min(MISSING_MAX)).map(|k| mark(nth(k))).collect()
}

impl Game {
    /// The client time that the remote model is based on.
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
    /// The timeline of the remote ships as of the last frame; `None` before the first snapshot.
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
                // As of that frame: another snapshot may have arrived since.
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

    /// What remote ships are drawn from at a time on the tick timeline, past or future, given the
    /// snapshots received so far.
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

    /// 25 ms a tick: the article's example has a snapshot every two ticks.
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
            // The client time is 8620 ms, 100 ms later, as 10.32 s is in the article.
            let DrawnFrom::Pair { older, newer: found, fraction } = at_ms(&states(ticks), 8520)
            else {
                panic!("no pair of {ticks:?}");
            };
            assert_eq!((older, found), (Tick(340), Tick(newer)));
            // A view has a resolution of 1/256 tick.
            assert!((fraction - want).abs() < 1.0 / 512.0, "{fraction} for {want}");
        };
        check(&[338, 340, 342, 344], 342, 0.4);
        check(&[338, 340, 344], 344, 0.2);
    }

    #[test]
    fn out_of_data_the_line_extrapolates_and_then_holds() {
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
