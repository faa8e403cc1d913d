//! Schedules a light bot's commands from the welcome and the server's margin reports, so that they
//! arrive early enough but not much earlier.
use shared::base::limits::COMMANDS_PER_PACKET_MAX;
use shared::base::time::{Micros, Tick, TickRate};
use shared::wire::snapshot::MarginReport;

/// Divisor of an excess margin to remove with each report. At a twelfth, one lucky packet makes the
/// next ones no more than a frame later.
const EXCESS_DIVISOR: i64 = 12;

/// A bot's own tick line, ahead of the server's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    rate: TickRate,
    /// Tick line minus clock, in µs.
    offset: i64,
    ticks_per_packet: u32,
    target_margin: Micros,
    /// The newest command sent.
    newest: Tick,
    /// Reports for commands up to this one predate the last correction and are ignored.
    corrected_up_to: Tick,
}

impl Pace {
    /// Starts at the welcome. Sends `packets_per_s` packets a second, each to arrive at least
    /// `target_margin` before its oldest command is due.
    pub(super) fn new(
        rate: TickRate,
        tick: Tick,
        packets_per_s: u16,
        target_margin: Micros,
        now: Micros,
    ) -> Self {
        let ticks = (rate.hz() + packets_per_s / 2) / packets_per_s.max(1);
        let ticks_per_packet = u32::from(ticks).clamp(1, COMMANDS_PER_PACKET_MAX as u32);
        let ahead = rate.micros_at(Tick(ticks_per_packet)) + target_margin;
        let newest = rate.tick_at(rate.micros_at(tick) + ahead);
        Self {
            rate,
            offset: (rate.micros_at(tick) + ahead - now).0,
            ticks_per_packet,
            target_margin,
            newest,
            corrected_up_to: newest,
        }
    }

    /// Delays the tick line after a server stall, which moves every tick `later`. Commands already
    /// sent no longer count.
    pub(super) fn postpone(&mut self, now: Micros, later: Micros) {
        self.offset -= later.0;
        self.newest = self.rate.tick_at(Micros(now.0 + self.offset));
        self.corrected_up_to = self.newest;
    }

    /// When the next packet is due.
    pub(super) fn due_at(&self) -> Micros {
        let next = self.newest.plus(self.ticks_per_packet);
        Micros(self.rate.micros_at(next).0 - self.offset)
    }

    /// The first and last key of the packet to send now, if one is due: consecutive, as many as
    /// fit.
    pub(super) fn take_due(&mut self, now: Micros) -> Option<(Tick, Tick)> {
        if now < self.due_at() {
            return None;
        }
        let newest = self.rate.tick_at(Micros(now.0 + self.offset));
        let first = self
            .newest
            .next()
            .0
            .max(newest.next().0.saturating_sub(COMMANDS_PER_PACKET_MAX as u32));
        if newest.since(Tick(first)) >= i64::from(2 * self.ticks_per_packet) {
            // After a jump, the oldest command is older than in other packets, so its margin does
            // not count.
            self.corrected_up_to = newest;
        }
        self.newest = newest;
        Some((Tick(first), newest))
    }

    /// Corrects the line by a report of how early the oldest new command of a packet arrived.
    pub(super) fn handle_margin(&mut self, report: MarginReport) {
        if report.tick <= self.corrected_up_to {
            return;
        }
        let micros = i64::from(report.sixteenths) * 1_000_000 / (16 * i64::from(self.rate.hz()));
        let spare = micros - self.target_margin.0;
        self.offset -= if spare < 0 { spare } else { spare / EXCESS_DIVISOR };
        self.corrected_up_to = self.newest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: TickRate = TickRate::DEFAULT;
    const TARGET_MARGIN: Micros = Micros(15_000);

    /// Sends packets over an uplink with this delay, with reports three ticks later; returns the
    /// margins, in µs.
    fn margins(packets_per_s: u16, delay_ms: i64, guess_ms: i64) -> Vec<i64> {
        let welcome = Tick(600);
        let server = |now: Micros| RATE.micros_at(welcome) + now + Micros::from_ms(guess_ms);
        let mut pace = Pace::new(RATE, welcome, packets_per_s, TARGET_MARGIN, Micros::ZERO);
        let (mut got, mut reports, mut last) = (Vec::new(), Vec::new(), pace.newest);
        for ms in 0..10_000 {
            let now = Micros::from_ms(ms);
            if let Some((first, newest)) = pace.take_due(now) {
                let jumped = newest.since(last) > COMMANDS_PER_PACKET_MAX as i64;
                assert!(first == last.next() || jumped, "no other key is skipped");
                last = newest;
                let margin = (RATE.micros_at(first) - server(now)).0 - delay_ms * 1000;
                let sixteenths = (margin * 16 * 60 / 1_000_000) as i16;
                reports.push((ms + delay_ms + 50, MarginReport { tick: first, sixteenths }));
                got.push(margin);
            }
            while reports.first().is_some_and(|(at, _)| *at <= ms) {
                pace.handle_margin(reports.remove(0).1);
            }
        }
        got
    }

    #[test]
    fn packets_keep_their_rate_and_arrive_in_time() {
        for (packets_per_s, delay_ms, guess_ms) in
            [(20, 0, 0), (20, 40, 16), (30, 0, 5), (30, 150, 150), (60, 5, 0)]
        {
            let margins = margins(packets_per_s, delay_ms, guess_ms);
            let what = format!("{packets_per_s} a second, {delay_ms} ms, {guess_ms} ms off");
            let n = margins.len() as i64;
            assert!((n - 10 * i64::from(packets_per_s)).abs() < 12, "{what}: {n} packets");
            let settled = &margins[margins.len() / 2..];
            let least = settled.iter().min().unwrap();
            let most = settled.iter().max().unwrap();
            assert!(*least > 5_000 && *most < 30_000, "{what}: {least} to {most} µs");
        }
    }
}
