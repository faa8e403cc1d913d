//! The client's two clocks: its own tick timeline, which runs ahead of the server, and the snapshot
//! timeline, which runs behind it.
//!
//! Each is an offset to the client's clock and slews towards a windowed estimate: it runs slightly
//! fast or slow, and jumps forward or stands still only if it is far off. It is set back only when
//! the room's clock begins a new epoch. Timelines are in µs, with tick 0 at 0.

use alloc::collections::VecDeque;

use serde::Serialize;

use crate::{
    base::{
        limits::{COMMAND_LEAD_MAX_MS, PREDICTION_TICKS},
        queue::drop_while,
        tick_ring::TickRing,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    wire::snapshot::MarginReport,
};

/// How long a sample stays in a window.
const WINDOW: Micros = Micros(1_500_000);
/// Approximate time constant of the slew while the clock is ahead. A clock that is behind makes
/// everything late, so it is corrected faster.
const SLEW_TIME: Micros = Micros(400_000);
/// Time constant while the clock is behind.
const SLEW_TIME_BEHIND: Micros = Micros(100_000);
/// Largest slowdown of a clock, in thousandths, while the error is small.
const SLEW_PERMILLE: i64 = 50;
/// Largest speed-up of a clock, and largest slowdown for errors above [`LARGE`], in thousandths.
const SLEW_LARGE_PERMILLE: i64 = 250;
/// Threshold between small and large errors.
const LARGE: Micros = Micros(80_000);
/// A longer interval between frames counts as an absence, not as a frame rate.
const FRAME_MAX: Micros = Micros(50_000);
/// A clock that is further behind than this jumps.
const JUMP: Micros = Micros(250_000);
/// A clock that is further ahead than this stands still: the room rejects commands that far ahead.
const STAND_STILL: Micros = Micros::from_ms(COMMAND_LEAD_MAX_MS as i64);
/// Cap on reported lateness. A command later than this was held up and says little about the usual
/// delay. The cap limits how far the clock advances at once, so that the commands after it stay
/// within the lead the room accepts.
const LATE_MAX: Micros = Micros(750_000);
const _: () = assert!(LATE_MAX.0 < STAND_STILL.0);

/// A sliding window of samples, for their minimum.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Window(VecDeque<(Micros, i64)>);

impl Window {
    pub(super) fn push(&mut self, at: Micros, sample: i64) {
        drop_while(&mut self.0, |(then, _)| at - *then > WINDOW);
        self.0.push_back((at, sample));
    }

    /// Adds to every sample, when the timeline they refer to shifts.
    fn raise(&mut self, by: i64) {
        self.0.iter_mut().for_each(|(_, sample)| *sample += by);
    }

    pub(super) fn least(&self) -> Option<i64> {
        self.0.iter().map(|(_, sample)| *sample).min()
    }
}

/// A timeline that slews towards a target offset to the client's clock.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct SlewedClock {
    /// This clock minus the client's clock, in µs.
    offset: i64,
    read_at: Micros,
}

impl SlewedClock {
    fn position(&self, now: Micros) -> Micros {
        Micros(now.0.max(self.read_at.0) + self.offset)
    }

    /// Slews towards a target offset, as far as the time since the last call allows.
    fn follow(&mut self, now: Micros, wanted: i64) {
        let elapsed = (now.0 - self.read_at.0).max(0);
        self.read_at = self.read_at.max(now);
        let error = wanted - self.offset;
        if error > JUMP.0 {
            self.offset = wanted;
            return;
        }
        if -error > STAND_STILL.0 {
            // A page that was suspended may have been gone for longer than that.
            self.offset -= elapsed.min(-error);
            return;
        }
        let urgent = error > 0 || -error > LARGE.0;
        let permille = if urgent { SLEW_LARGE_PERMILLE } else { SLEW_PERMILLE };
        let time = if error > 0 { SLEW_TIME_BEHIND } else { SLEW_TIME };
        let most = elapsed * permille / 1000;
        let step = error * elapsed.min(time.0) / time.0;
        self.offset += step.clamp(-most, most);
    }
}

/// The client's own tick timeline, ahead of the server by the uplink delay and the margin.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OwnClock {
    rate: TickRate,
    slewed: SlewedClock,
    /// What each command's offset and wait for a frame took from its margin, in µs; added to the
    /// reported margin, it gives the margin at offset 0 and without the wait.
    bias_of: TickRing<i64>,
    /// Margins, normalised by `bias_of`.
    margins: Window,
    /// Negated frame intervals. Commands are made and sent at frames, so up to one interval late.
    frames: Window,
    newest_margin: Micros,
}

impl OwnClock {
    /// Starts the clock from the first round trip, so that a command made now arrives `margin`
    /// early.
    pub(super) fn new(
        rate: TickRate,
        welcome_tick: Tick,
        round_trip: Micros,
        margin: Micros,
        now: Micros,
    ) -> Self {
        // The welcome's tick may have been running for up to a tick, and the first packet waits for
        // a frame and for its commands.
        let ahead = round_trip + margin + rate.micros_at(Tick(3));
        let offset = (rate.micros_at(welcome_tick) + ahead - now).0;
        Self {
            rate,
            slewed: SlewedClock { offset, read_at: now },
            bias_of: TickRing::new(PREDICTION_TICKS),
            margins: Window::default(),
            frames: Window::default(),
            newest_margin: margin,
        }
    }

    pub(super) fn position(&self, now: Micros) -> Micros {
        self.slewed.position(now)
    }

    /// The current tick, whose command is being made.
    pub(super) fn tick(&self, now: Micros) -> Tick {
        self.rate.tick_at(self.position(now)).next()
    }

    /// Records that the commands `first..=newest` are sent now.
    pub(super) fn note_sent(&mut self, now: Micros, first: Tick, newest: Tick) {
        let under_way = self.rate.micros_at(newest.minus(1));
        let waited = (self.position(now) - under_way).0;
        for tick in first.0..=newest.0 {
            self.bias_of.insert(Tick(tick), waited - self.slewed.offset);
        }
    }

    /// Handles the server's report of how early a command arrived.
    pub(super) fn handle_margin(&mut self, now: Micros, report: MarginReport) {
        let Some(bias) = self.bias_of.get(report.tick) else {
            return;
        };
        let micros = i64::from(report.sixteenths) * 1_000_000 / (16 * i64::from(self.rate.hz()));
        self.newest_margin = Micros(micros);
        self.margins.push(now, micros.max(-LATE_MAX.0) + bias);
    }

    /// Handles the tick whose command the room executed last. A clock behind it jumps there: its
    /// commands would all be too late, and a command that was not sent is not reported either.
    pub(super) fn handle_executed(&mut self, now: Micros, executed: Tick) {
        let behind = self.rate.micros_at(executed) - self.position(now);
        self.slewed.offset += behind.0.max(0);
    }

    /// Slews towards the target, once a frame: the smallest margin in the window should equal the
    /// wanted one, even for a command that has to wait for its frame.
    pub(super) fn follow(&mut self, now: Micros, wanted_margin: Micros) {
        let interval = (now - self.slewed.read_at).min(FRAME_MAX);
        self.frames.push(now, -interval.0);
        let wait = self.frames.least().map_or(0, |least| -least);
        let wanted = self.margins.least().map(|least| wanted_margin.0 + wait - least);
        self.slewed.follow(now, wanted.unwrap_or(self.slewed.offset));
    }

    /// Sets the clock back because the room's ticks are due later. Margins keep their meaning;
    /// reports about earlier commands are ignored from now on.
    pub(super) fn postpone(&mut self, by: Micros) {
        self.slewed.offset -= by.0;
        self.margins.raise(by.0);
        self.bias_of.clear();
    }

    /// How early commands arrive, by the newest report.
    pub(super) fn newest_margin(&self) -> Micros {
        self.newest_margin
    }
}

/// The snapshot timeline: an estimate of the server's clock.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SnapshotClock {
    rate: TickRate,
    slewed: Option<SlewedClock>,
    /// The client's clock minus the server's at each arrival, in µs. The minimum belongs to the
    /// fastest snapshot.
    lags: Window,
    view: ViewTime,
}

impl SnapshotClock {
    pub(super) fn new(rate: TickRate) -> Self {
        Self { rate, slewed: None, lags: Window::default(), view: ViewTime(0) }
    }

    pub(super) fn handle_snapshot(&mut self, now: Micros, tick: Tick) {
        let lag = (now - self.rate.micros_at(tick)).0;
        self.lags.push(now, lag);
        self.slewed.get_or_insert(SlewedClock { offset: -lag, read_at: now });
    }

    /// Slews towards the arrivals and moves the view to `delay` behind the clock. The view never
    /// moves backwards and is rounded to the resolution that a command carries.
    pub(super) fn follow(&mut self, now: Micros, delay: Micros) {
        let (Some(slewed), Some(least)) = (&mut self.slewed, self.lags.least()) else {
            return;
        };
        slewed.follow(now, -least);
        let view = self.rate.view_at(slewed.position(now) - delay);
        self.view = self.view.max(view);
    }

    /// Sets the clock back: the room's ticks, and so its snapshots, come later by `by`.
    pub(super) fn postpone(&mut self, by: Micros) {
        if let Some(slewed) = &mut self.slewed {
            slewed.offset -= by.0;
        }
        self.lags.raise(by.0);
    }

    /// The estimated server clock, in µs on the tick timeline.
    pub(super) fn position(&self, now: Micros) -> Option<Micros> {
        self.slewed.map(|slewed| slewed.position(now))
    }

    /// The view time.
    pub(super) fn view(&self) -> ViewTime {
        self.view
    }

    /// Resets the view so that it may move backwards, after a change of settings.
    pub(super) fn open_view_epoch(&mut self) {
        self.view = ViewTime(0);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use alloc::collections::VecDeque;

    use super::*;
    use crate::base::rng::Rng;

    const RATE: TickRate = TickRate::DEFAULT;

    /// Runs an own clock against a server with an uplink delay of `delay(ms)`. Returns the margins
    /// the server measured, in µs, with the time of each in ms.
    fn margins(delay: impl Fn(i64) -> i64, guess_ms: i64, seconds: i64) -> Vec<(i64, i64)> {
        let mut clock =
            OwnClock::new(RATE, Tick(600), Micros::from_ms(guess_ms), Micros(20_000), Micros::ZERO);
        let server_at_zero = RATE.micros_at(Tick(600)).0;
        let mut reports: VecDeque<(i64, MarginReport)> = VecDeque::new();
        let (mut got, mut last_tick, mut last_position) = (Vec::new(), Tick(0), Micros::ZERO);
        for ms in 0..seconds * 1000 {
            let now = Micros::from_ms(ms);
            clock.follow(now, Micros(20_000));
            assert!(clock.position(now) >= last_position, "never backwards");
            last_position = clock.position(now);
            let tick = clock.tick(now);
            if tick > last_tick {
                last_tick = tick;
                clock.note_sent(now, tick, tick);
                let arrives = server_at_zero + (ms + delay(ms)) * 1000;
                let margin = RATE.micros_at(tick).0 - arrives;
                got.push((ms, margin));
                let sixteenths = (margin * 16 * 60 / 1_000_000) as i16;
                reports.push_back((ms + 2 * delay(ms), MarginReport { tick, sixteenths }));
            }
            while reports.front().is_some_and(|(at, _)| *at <= ms) {
                if let Some((_, report)) = reports.pop_front() {
                    clock.handle_margin(now, report);
                }
            }
        }
        got
    }

    #[test]
    fn margins_settle_at_the_requested_one() {
        for (delay_ms, guess_ms) in [(0, 0), (25, 50), (150, 300), (150, 60), (40, 400), (300, 100)]
        {
            let all = margins(|_| delay_ms, guess_ms, 12);
            for (ms, margin) in all.iter().filter(|(ms, _)| *ms > 6000) {
                let off = (margin - 20_000).abs();
                assert!(off < 2500, "delay {delay_ms}, guess {guess_ms}: {margin} µs at {ms} ms");
            }
        }
    }

    #[test]
    fn with_jitter_no_command_is_late() {
        let mut rng = Rng::new(11, 0);
        let draws: Vec<i64> = (0..20_000).map(|_| i64::from(rng.below(40))).collect();
        let all = margins(|ms| 60 + draws[ms as usize], 160, 20);
        let settled = all.iter().filter(|(ms, _)| *ms > 5000);
        let late = settled.filter(|(_, margin)| *margin < 0).count();
        assert_eq!(late, 0, "40 ms of jitter");
    }

    #[test]
    fn the_own_clock_adapts_to_a_longer_uplink() {
        let all = margins(|ms| if ms < 5000 { 30 } else { 130 }, 60, 12);
        let last_late = all.iter().rev().find(|(_, margin)| *margin < 0).unwrap().0;
        assert!((5000..6500).contains(&last_late), "late until {last_late} ms");
    }

    /// When a stalled stream recovers, everything sent during the stall arrives late. Commands sent
    /// after it must arrive in time, and never so early that the room rejects them.
    #[test]
    fn commands_are_in_time_after_a_link_stall() {
        const FROM_MS: i64 = 4000;
        const GUESS_MS: i64 = 80;
        for held_ms in [1500, 5000] {
            let until = FROM_MS + held_ms;
            let delay =
                |ms: i64| 40.max(if (FROM_MS..until).contains(&ms) { until - ms } else { 0 });
            let all = margins(delay, GUESS_MS, 14);
            for (ms, margin) in all.iter().filter(|(ms, _)| *ms > until + 150) {
                let taken = (0..=STAND_STILL.0).contains(margin);
                assert!(taken, "delayed by {held_ms} ms: {margin} µs at {ms} ms");
            }
        }
    }

    #[test]
    fn a_clock_far_ahead_stands_still_only_until_it_is_right() {
        for (elapsed_ms, left_ms) in [(1000, 1400), (2400, 0), (26_000, 0)] {
            let mut clock = SlewedClock { offset: 2_400_000, read_at: Micros::ZERO };
            clock.follow(Micros::from_ms(elapsed_ms), 0);
            assert_eq!(clock.offset, left_ms * 1000, "after {elapsed_ms} ms");
        }
    }

    /// No report says so, as a client so far behind sends no commands.
    #[test]
    fn a_clock_behind_the_executed_commands_jumps_to_them() {
        let mut clock = OwnClock::new(RATE, Tick(600), Micros(0), Micros(20_000), Micros::ZERO);
        for (executed, due) in [(590, 605), (604, 605), (2100, 2101)] {
            clock.handle_executed(Micros::ZERO, Tick(executed));
            assert_eq!(clock.tick(Micros::ZERO), Tick(due), "executed {executed}");
        }
    }

    #[test]
    fn the_view_follows_the_fastest_snapshots_and_never_moves_back() {
        let mut clock = SnapshotClock::new(RATE);
        let mut rng = Rng::new(5, 5);
        let mut last = ViewTime(0);
        for ms in 0..10_000 {
            let now = Micros::from_ms(ms);
            if ms % 33 == 0 && ms > 100 {
                let sent = ms - 50 - i64::from(rng.below(20));
                clock.handle_snapshot(now, RATE.tick_at(Micros::from_ms(sent)));
            }
            clock.follow(now, Micros(100_000));
            assert!(clock.view() >= last);
            last = clock.view();
            if ms > 3000 {
                let behind = ms as f32 - last.0 as f32 / 256.0 * 1000.0 / 60.0;
                assert!((145.0..180.0).contains(&behind), "{behind} ms at {ms} ms");
            }
        }
    }
}
