//! Parses a line of `lagrange load` into the figures of one load, on one room or on many, and
//! formats them as a table row.
use serde_json::Value;

/// The header of a table of [`Measured::row`]s.
pub(super) const HEAD: &str = concat!(
    "                          bots joined   lost  core  µs/bot·s   tick p50     p99  p99 cpu",
    "   long   late keyframes  RSS MB  bots' core",
);

/// Results of a load.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Measured {
    pub(super) bots: f64,
    pub(super) joined: f64,
    /// Players who did not stay until the end, for whatever reason.
    pub(super) lost: f64,
    /// Reasons, as `slow 12, lost 1`.
    reasons: String,
    /// The server's processor time per second of wall time.
    pub(super) core: f64,
    pub(super) us_per_bot_s: f64,
    p50_ms: f64,
    pub(super) p99_ms: f64,
    p99_cpu_ms: f64,
    /// Ticks that took longer than a tick's time.
    pub(super) long_ticks: f64,
    late_ticks: f64,
    pub(super) keyframes: f64,
    pub(super) resident_bytes: f64,
    generator_core: f64,
}

impl Measured {
    /// Parses a line; values that the server did not report are NaN.
    pub(super) fn of(line: &Value) -> Self {
        let number = |path: &str| line.pointer(path).and_then(Value::as_f64).unwrap_or(f64::NAN);
        let seconds = number("/seconds").max(f64::MIN_POSITIVE);
        let lost = line["disconnects"].as_object().into_iter().flatten();
        let lost: Vec<(&String, f64)> =
            lost.map(|(reason, n)| (reason, n.as_f64().unwrap_or_default())).collect();
        let reasons: Vec<String> = lost.iter().map(|(reason, n)| format!("{reason} {n}")).collect();
        Self {
            bots: number("/bots"),
            joined: number("/joined"),
            lost: lost.iter().fold(0.0, |sum, (_, n)| sum + n),
            reasons: reasons.join(", "),
            core: number("/server/cpu_seconds") / seconds,
            us_per_bot_s: number("/server/cpu_us_per_bot_second"),
            p50_ms: number("/server/tick_ms/p50"),
            p99_ms: number("/server/tick_ms/p99"),
            p99_cpu_ms: number("/server/tick_cpu_ms/p99"),
            long_ticks: number("/server/long_ticks"),
            late_ticks: number("/server/late_ticks"),
            keyframes: number("/keyframes_after_first"),
            resident_bytes: number("/server/memory_end_bytes"),
            generator_core: number("/generator_cpu_seconds") / seconds,
        }
    }

    /// Whether every player was connected until the end.
    pub(super) fn kept_all_players(&self) -> bool {
        self.joined >= self.bots && self.lost <= 0.0
    }

    /// A row of the table, under [`HEAD`].
    pub(super) fn row(&self, what: &str) -> String {
        let cells = [
            (self.bots, 5, 0),
            (self.joined, 6, 0),
            (self.lost, 6, 0),
            (self.core, 5, 2),
            (self.us_per_bot_s, 9, 0),
            (self.p50_ms, 10, 2),
            (self.p99_ms, 7, 2),
            (self.p99_cpu_ms, 8, 2),
            (self.long_ticks, 6, 0),
            (self.late_ticks, 6, 0),
            (self.keyframes, 9, 0),
            (self.resident_bytes / 1e6, 7, 1),
            (self.generator_core, 11, 2),
        ];
        let cells = cells.map(|(value, width, digits)| {
            let text = if value.is_nan() { "-".into() } else { format!("{value:.digits$}") };
            format!(" {text:>width$}")
        });
        let closed = if self.reasons.is_empty() { "" } else { "   closed: " };
        format!("{what:<24}{}{closed}{}", cells.concat(), self.reasons)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"bots":64,"joined":63,"seconds":10.0,"keyframes_after_first":3,
        "generator_cpu_seconds":5.0,"disconnects":{"slow":2,"lost":1},"server":{
        "tick_ms":{"p50":0.5,"p99":1.0,"max":2.0},"tick_cpu_ms":{"p50":0.5,"p99":0.9,"max":1.0},
        "late_ticks":4.0,"long_ticks":5.0,"cpu_seconds":1.0,"cpu_us_per_bot_second":1562.5,
        "memory_end_bytes":16000000}}"#;

    #[test]
    fn load_report_is_parsed() {
        let measured = Measured::of(&serde_json::from_str(LINE).unwrap());
        assert_eq!((measured.lost, measured.core, measured.p99_ms), (3.0, 0.1, 1.0));
        assert_eq!((measured.long_ticks, measured.keyframes), (5.0, 3.0));
        assert!(!measured.kept_all_players());
        let row = measured.row("a room of 64");
        assert!(row.starts_with("a room of 64  ") && row.ends_with("closed: lost 1, slow 2"));
    }

    #[test]
    fn missing_server_metrics_are_nan() {
        let measured = Measured::of(&serde_json::json!({ "bots": 1, "joined": 1 }));
        assert!(measured.long_ticks.is_nan() && measured.p99_ms.is_nan());
        assert!(measured.kept_all_players());
        assert!(!measured.row("the floor").contains("NaN"));
    }
}
