//! The client's two clocks: its own tick line, ahead of the server's, and the line of snapshots,
//! behind it.
//!
//! Both are an offset to the client's clock that follows a windowed estimate by slewing: the lines
//! run a little faster or slower for a while, jump forward or stand still only when far off, and
//! run backwards only where the room's clock has a new epoch. Lines are in µs, with tick 0 at 0.

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

/// How long a sample counts.
const WINDOW: Micros = Micros(1_500_000);
/// An error fades with about this time constant. One that makes things late fades faster.
const SLEW_TIME: Micros = Micros(400_000);
/// The time constant where the line is behind.
const SLEW_TIME_BEHIND: Micros = Micros(100_000);
/// Most a line runs slower, in thousandths, while the error is small.
const SLEW_PERMILLE: i64 = 50;
/// Most a line runs faster, or slower where the error is above [`LARGE`], in thousandths.
const SLEW_LARGE_PERMILLE: i64 = 250;
/// Above this, an error is large.
const LARGE: Micros = Micros(80_000);
/// A longer frame interval is an absence, not a frame rate.
const FRAME_MAX: Micros = Micros(50_000);
/// A line that is behind by more jumps.
const JUMP: Micros = Micros(250_000);
/// A line that is ahead by more stands still: the room takes no command that far ahead.
const STAND_STILL: Micros = Micros::from_ms(COMMAND_LEAD_MAX_MS as i64);
/// A command that came later than this was held up, and says little of the way. The line goes ahead
/// by no more at once, so that what follows is still within the lead that the room takes.
const LATE_MAX: Micros = Micros(750_000);
const _: () = assert!(LATE_MAX.0 < STAND_STILL.0);

/// The extreme of the samples of the last while.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Window(VecDeque<(Micros, i64)>);

impl Window {
    pub(super) fn push(&mut self, at: Micros, sample: i64) {
        drop_while(&mut self.0, |(then, _)| at - *then > WINDOW);
        self.0.push_back((at, sample));
    }

    /// Every sample is larger by so much, as seen from now on.
    fn raise(&mut self, by: i64) {
        self.0.iter_mut().for_each(|(_, sample)| *sample += by);
    }

    pub(super) fn least(&self) -> Option<i64> {
        self.0.iter().map(|(_, sample)| *sample).min()
    }
}

/// A line that follows a wanted offset to the client's clock.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Line {
    /// Line less clock, in µs.
    offset: i64,
    read_at: Micros,
}

impl Line {
    fn position(&self, now: Micros) -> Micros {
        Micros(now.0.max(self.read_at.0) + self.offset)
    }

    /// Moves towards a wanted offset, as far as the time since the last call allows.
    fn follow(&mut self, now: Micros, wanted: i64) {
        let elapsed = (now.0 - self.read_at.0).max(0);
        self.read_at = self.read_at.max(now);
        let error = wanted - self.offset;
        if error > JUMP.0 {
            self.offset = wanted;
            return;
        }
        if -error > STAND_STILL.0 {
            self.offset -= elapsed;
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

/// The client's own tick line: ahead of the server by the way up and the margin.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OwnClock {
    rate: TickRate,
    line: Line,
    /// For each command, what its margin would have been more at offset 0 and without waiting for
    /// a frame, in µs.
    bias_of: TickRing<i64>,
    /// Margins with their bias taken out.
    margins: Window,
    /// Frame intervals, negated: commands are made and sent with frames, so up to one late.
    frames: Window,
    newest_margin: Micros,
}

impl OwnClock {
    /// A clock set by the first round trip: a command made now would come just in time, and the
    /// margin on top.
    pub(super) fn new(
        rate: TickRate,
        welcome_tick: Tick,
        round_trip: Micros,
        margin: Micros,
        now: Micros,
    ) -> Self {
        // The welcome's tick has been running for up to a tick, and the first packet waits for a
        // frame and for its commands.
        let ahead = round_trip + margin + rate.micros_at(Tick(3));
        let offset = (rate.micros_at(welcome_tick) + ahead - now).0;
        Self {
            rate,
            line: Line { offset, read_at: now },
            bias_of: TickRing::new(PREDICTION_TICKS),
            margins: Window::default(),
            frames: Window::default(),
            newest_margin: margin,
        }
    }

    /// Where the line stands.
    pub(super) fn position(&self, now: Micros) -> Micros {
        self.line.position(now)
    }

    /// The tick whose command is being made: the one that is under way.
    pub(super) fn tick(&self, now: Micros) -> Tick {
        self.rate.tick_at(self.position(now)).next()
    }

    /// Notes that the commands from one key to another are sent now.
    pub(super) fn note_sent(&mut self, now: Micros, first: Tick, newest: Tick) {
        let under_way = self.rate.micros_at(newest.minus(1));
        let waited = (self.position(now) - under_way).0;
        for key in first.0..=newest.0 {
            self.bias_of.insert(Tick(key), waited - self.line.offset);
        }
    }

    /// The server says how early a command came.
    pub(super) fn handle_margin(&mut self, now: Micros, report: MarginReport) {
        let Some(bias) = self.bias_of.get(report.key) else {
            return;
        };
        let micros = i64::from(report.sixteenths) * 1_000_000 / (16 * i64::from(self.rate.hz()));
        self.newest_margin = Micros(micros);
        self.margins.push(now, micros.max(-LATE_MAX.0) + bias);
    }

    /// Follows the margins, once a frame: the least of the window shall be the wanted one even for
    /// a command that has to wait for its frame.
    pub(super) fn follow(&mut self, now: Micros, wanted_margin: Micros) {
        let interval = (now - self.line.read_at).min(FRAME_MAX);
        self.frames.push(now, -interval.0);
        let wait = self.frames.least().map_or(0, |least| -least);
        let wanted = self.margins.least().map(|least| wanted_margin.0 + wait - least);
        self.line.follow(now, wanted.unwrap_or(self.line.offset));
    }

    /// The room's ticks are due later by so much: so is everything on this line, and what the
    /// margins said stays true. Reports on keys of before say nothing any more.
    pub(super) fn postpone(&mut self, by: Micros) {
        self.line.offset -= by.0;
        self.margins.raise(by.0);
        self.bias_of.clear();
    }

    /// How early the commands came, by the newest report.
    pub(super) fn newest_margin(&self) -> Micros {
        self.newest_margin
    }
}

/// The line of snapshots: where the server is, as far as can be seen from here.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SnapshotClock {
    rate: TickRate,
    line: Option<Line>,
    /// Clock less line at each arrival: the least belongs to the fastest snapshot.
    lags: Window,
    view: ViewTime,
}

impl SnapshotClock {
    pub(super) fn new(rate: TickRate) -> Self {
        Self { rate, line: None, lags: Window::default(), view: ViewTime(0) }
    }

    /// A snapshot of this tick arrived.
    pub(super) fn handle_snapshot(&mut self, now: Micros, tick: Tick) {
        let lag = (now - self.rate.micros_at(tick)).0;
        self.lags.push(now, lag);
        self.line.get_or_insert(Line { offset: -lag, read_at: now });
    }

    /// Follows the arrivals, and moves the view to `delay` behind the line: never backwards, and
    /// rounded to what a shot can say.
    pub(super) fn follow(&mut self, now: Micros, delay: Micros) {
        let (Some(line), Some(least)) = (&mut self.line, self.lags.least()) else {
            return;
        };
        line.follow(now, -least);
        let view = self.rate.view_at(line.position(now) - delay);
        self.view = self.view.max(view);
    }

    /// The room's ticks are due later by so much, and snapshots come as much later.
    pub(super) fn postpone(&mut self, by: Micros) {
        if let Some(line) = &mut self.line {
            line.offset -= by.0;
        }
        self.lags.raise(by.0);
    }

    /// Where the server is by now, as far as can be seen from here, in µs of the line.
    pub(super) fn position(&self, now: Micros) -> Option<Micros> {
        self.line.map(|line| line.position(now))
    }

    /// The moment that is drawn.
    pub(super) fn view(&self) -> ViewTime {
        self.view
    }

    /// Forgets the view, so that it may be set back: for a change of settings.
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

    /// Runs an own clock against a server whose way up takes `delay(ms)`; gives the margins that
    /// the server measured, in µs, with the time of each in ms.
    fn margins(delay: impl Fn(i64) -> i64, guess_ms: i64, seconds: i64) -> Vec<(i64, i64)> {
        let mut clock =
            OwnClock::new(RATE, Tick(600), Micros::from_ms(guess_ms), Micros(20_000), Micros::ZERO);
        let server_at_zero = RATE.micros_at(Tick(600)).0;
        let mut reports: VecDeque<(i64, MarginReport)> = VecDeque::new();
        let (mut got, mut last_key, mut last_position) = (Vec::new(), Tick(0), Micros::ZERO);
        for ms in 0..seconds * 1000 {
            let now = Micros::from_ms(ms);
            clock.follow(now, Micros(20_000));
            assert!(clock.position(now) >= last_position, "never backwards");
            last_position = clock.position(now);
            let key = clock.tick(now);
            if key > last_key {
                last_key = key;
                clock.note_sent(now, key, key);
                let arrives = server_at_zero + (ms + delay(ms)) * 1000;
                let margin = RATE.micros_at(key).0 - arrives;
                got.push((ms, margin));
                let sixteenths = (margin * 16 * 60 / 1_000_000) as i16;
                reports.push_back((ms + 2 * delay(ms), MarginReport { key, sixteenths }));
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
    fn margins_settle_at_the_wanted_one_and_stay() {
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
    fn with_jitter_the_latest_of_the_commands_keeps_its_margin() {
        let mut rng = Rng::new(11, 0);
        let draws: Vec<i64> = (0..20_000).map(|_| i64::from(rng.below(40))).collect();
        let all = margins(|ms| 60 + draws[ms as usize], 160, 20);
        let settled = all.iter().filter(|(ms, _)| *ms > 5000);
        let late = settled.filter(|(_, margin)| *margin < 0).count();
        assert_eq!(late, 0, "40 ms of jitter");
    }

    #[test]
    fn a_longer_way_up_is_followed_within_a_second_or_two() {
        let all = margins(|ms| if ms < 5000 { 30 } else { 130 }, 60, 12);
        let last_late = all.iter().rev().find(|(_, margin)| *margin < 0).unwrap().0;
        assert!((5000..6500).contains(&last_late), "late until {last_late} ms");
    }

    /// A stream that is held up lets all go at once: what was sent meanwhile is late, and what is
    /// sent from then on comes in time, and never so early that the room does not take it.
    #[test]
    fn after_a_line_was_held_up_commands_are_taken_again() {
        const FROM_MS: i64 = 4000;
        const GUESS_MS: i64 = 80;
        for held_ms in [1500, 5000] {
            let until = FROM_MS + held_ms;
            let delay =
                |ms: i64| 40.max(if (FROM_MS..until).contains(&ms) { until - ms } else { 0 });
            let all = margins(delay, GUESS_MS, 14);
            for (ms, margin) in all.iter().filter(|(ms, _)| *ms > until + 150) {
                let taken = (0..=STAND_STILL.0).contains(margin);
                assert!(taken, "held up for {held_ms} ms: {margin} µs at {ms} ms");
            }
        }
    }

    #[test]
    fn the_view_follows_the_fastest_snapshots_and_never_turns_back() {
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
