//! Counts events of the server and renders them as the text of `/metrics`.
//!
//! The handles belong to a recorder of this server and not to the process, so that two servers in
//! one process (tests) count separately. They are created once, so that counting needs no lookup.
use metrics::{Counter, Gauge, Histogram, counter, describe_counter, describe_gauge};
use metrics::{describe_histogram, gauge, histogram, with_local_recorder};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use shared::base::pressure::Pressure;
use shared::room::RoomStats;
use shared::wire::close_reason::CloseReason;
use shared::wire::message::MessageError;

use crate::cluster::metrics::ClusterMetrics;
use crate::per_address::bound::Exceeded;
use crate::process::Usage;

/// Twenty preferred numbers a decade, 12 % apart (R20 of ISO 3). One of them is 4, for the tick
/// budget of 4 ms.
const R20: [f64; 20] = [
    1.0, 1.12, 1.25, 1.4, 1.6, 1.8, 2.0, 2.24, 2.5, 2.8, 3.15, 3.55, 4.0, 4.5, 5.0, 5.6, 6.3, 7.1,
    8.0, 9.0,
];
/// Starts of the decades, in s: from a tick of an empty room to one that is late. Fine enough for
/// quantiles of the difference between two readings.
const DECADES_S: [f64; 5] = [0.000_01, 0.000_1, 0.001, 0.01, 0.1];

/// Snapshots that were held back.
const HELD: &str = "lagrange_held_snapshots_total";

/// The counters of one server.
pub(crate) struct Metrics {
    text: PrometheusHandle,
    pub(crate) cluster: Option<ClusterMetrics>,
    /// Connections, HTTP and WebSocket.
    pub(crate) connections: Gauge,
    /// Clients in a room.
    pub(crate) players: Gauge,
    pub(crate) watchers: Gauge,
    /// Rooms, including the default one.
    pub(crate) rooms: Gauge,
    /// Rooms that ended with an error.
    pub(crate) room_failures: Counter,
    /// From when a room reads the input of its due ticks until their messages are in the outboxes.
    pub(crate) tick_seconds: Histogram,
    /// Processor time of those ticks: excludes what else the machine did meanwhile.
    pub(crate) tick_cpu_seconds: Histogram,
    /// Ticks that began after the next one was due.
    late_ticks: Counter,
    /// How often a room took longer over its due ticks than one tick lasts, in wall-clock time.
    pub(crate) long_ticks: Counter,
    /// Payload of messages from clients.
    pub(crate) bytes_in: Counter,
    /// Payload of messages to clients.
    pub(crate) bytes_out: Counter,
    /// Snapshots that were replaced by a newer one before they were sent.
    pub(crate) choked_snapshots: Counter,
    late_commands: Counter,
    stalls: Counter,
    snapshots: Counter,
    keyframes: Counter,
    bodies: Counter,
    held_by_allowance: Counter,
    held_by_bodies: Counter,
    rejected: Vec<(&'static str, Counter)>,
    closes: Vec<(CloseReason, Counter)>,
    refused: Vec<(Refused, Counter)>,
    /// Room seconds at each pressure level.
    pressure: Vec<(Pressure, Counter)>,
    /// Connections closed by the client.
    pub(crate) closes_by_client: Counter,
    cpu_seconds: Gauge,
    resident_bytes: Gauge,
    build_info: Gauge,
}

/// A message that was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// It could not be parsed.
    Unreadable(MessageError),
    /// It was not binary.
    Text,
    /// It exceeded the rate limit.
    Flood,
    /// It violated the WebSocket protocol.
    Protocol,
}

/// A limit at which a client was refused, as a metrics label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The server-wide limit on connections.
    ServerConnections,
    /// The server-wide limit on rooms.
    ServerRooms,
    Connections,
    NewConnections,
    Requests,
    ResponseBytes,
    WebSockets,
    Handshakes,
    Rooms,
    NewRooms,
    Seats,
    Bytes,
}

impl Rejection {
    /// The label of every reason.
    pub(crate) const LABELS: [&'static str; 12] = [
        "empty",
        "too_long",
        "unknown_kind",
        "version",
        "body",
        "commands",
        "snapshot",
        "laboratory_only",
        "out_of_place",
        "text",
        "flood",
        "protocol",
    ];

    fn label(self) -> &'static str {
        match self {
            Self::Unreadable(MessageError::Empty) => "empty",
            Self::Unreadable(MessageError::TooLong { .. }) => "too_long",
            Self::Unreadable(MessageError::UnknownKind { .. }) => "unknown_kind",
            Self::Unreadable(MessageError::Version { .. }) => "version",
            Self::Unreadable(MessageError::Body { .. }) => "body",
            Self::Unreadable(MessageError::Commands(_)) => "commands",
            Self::Unreadable(MessageError::Snapshot(_)) => "snapshot",
            Self::Unreadable(MessageError::LaboratoryOnly(_)) => "laboratory_only",
            Self::Unreadable(MessageError::OutOfPlace { .. }) => "out_of_place",
            Self::Text => "text",
            Self::Flood => "flood",
            Self::Protocol => "protocol",
        }
    }
}

impl Refused {
    /// Every value, for registration.
    pub(crate) const ALL: [Self; 12] = [
        Self::ServerConnections,
        Self::ServerRooms,
        Self::Connections,
        Self::NewConnections,
        Self::Requests,
        Self::ResponseBytes,
        Self::WebSockets,
        Self::Handshakes,
        Self::Rooms,
        Self::NewRooms,
        Self::Seats,
        Self::Bytes,
    ];

    /// Its metrics label.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::ServerConnections => "server_connections",
            Self::ServerRooms => "server_rooms",
            Self::Connections => "connections",
            Self::NewConnections => "new_connections",
            Self::Requests => "requests",
            Self::ResponseBytes => "answers",
            Self::WebSockets => "web_sockets",
            Self::Handshakes => "handshakes",
            Self::Rooms => "rooms",
            Self::NewRooms => "new_rooms",
            Self::Seats => "seats",
            Self::Bytes => "bytes",
        }
    }
}

impl From<Exceeded> for Refused {
    fn from(exceeded: Exceeded) -> Self {
        match exceeded {
            Exceeded::Connections { .. } => Self::Connections,
            Exceeded::NewConnections { .. } => Self::NewConnections,
            Exceeded::Requests { .. } => Self::Requests,
            Exceeded::ResponseBytes { .. } => Self::ResponseBytes,
            Exceeded::WebSockets { .. } => Self::WebSockets,
            Exceeded::Rooms { .. } => Self::Rooms,
            Exceeded::Seats { .. } => Self::Seats,
            Exceeded::Handshakes { .. } => Self::Handshakes,
            Exceeded::NewRooms { .. } => Self::NewRooms,
        }
    }
}

impl Metrics {
    pub(crate) fn new() -> Self {
        Self::recorded(|| None)
    }

    /// With those of a server in a cluster.
    pub(crate) fn of_cluster() -> Self {
        Self::recorded(|| Some(ClusterMetrics::register()))
    }

    fn recorded(cluster: impl FnOnce() -> Option<ClusterMetrics>) -> Self {
        // Fails only if there are no buckets.
        let builder = PrometheusBuilder::new().set_buckets(&bucket_ends_s());
        let recorder = builder.unwrap_or_default().build_recorder();
        let text = recorder.handle();
        with_local_recorder(&recorder, || {
            describe();
            Self::register(text, cluster())
        })
    }

    fn register(text: PrometheusHandle, cluster: Option<ClusterMetrics>) -> Self {
        let rejected = Rejection::LABELS.map(|reason| {
            let rejected = counter!("lagrange_rejected_messages_total", "reason" => reason);
            (reason, rejected)
        });
        let closes = CloseReason::ALL.map(|reason| {
            let label = close_label(reason);
            (reason, counter!("lagrange_closes_total", "reason" => label))
        });
        let pressure = Pressure::ALL.map(|level| {
            let label = match level {
                Pressure::Calm => "calm",
                Pressure::Busy => "busy",
                Pressure::Overloaded => "overloaded",
            };
            (level, counter!("lagrange_room_seconds_total", "pressure" => label))
        });
        let refused = Refused::ALL.map(|bound| {
            let label = bound.label();
            (bound, counter!("lagrange_refused_total", "bound" => label))
        });
        Self {
            text,
            cluster,
            connections: gauge!("lagrange_connections"),
            players: gauge!("lagrange_players"),
            watchers: gauge!("lagrange_watchers"),
            rooms: gauge!("lagrange_rooms"),
            room_failures: counter!("lagrange_room_failures_total"),
            tick_seconds: histogram!("lagrange_tick_seconds"),
            tick_cpu_seconds: histogram!("lagrange_tick_cpu_seconds"),
            late_ticks: counter!("lagrange_late_ticks_total"),
            long_ticks: counter!("lagrange_long_ticks_total"),
            bytes_in: counter!("lagrange_bytes_in_total"),
            bytes_out: counter!("lagrange_bytes_out_total"),
            choked_snapshots: counter!("lagrange_choked_snapshots_total"),
            late_commands: counter!("lagrange_late_commands_total"),
            stalls: counter!("lagrange_stalls_total"),
            snapshots: counter!("lagrange_snapshots_total"),
            keyframes: counter!("lagrange_keyframes_total"),
            bodies: counter!("lagrange_snapshot_bodies_total"),
            held_by_allowance: counter!(HELD, "by" => "allowance"),
            held_by_bodies: counter!(HELD, "by" => "bodies"),
            rejected: rejected.into(),
            closes: closes.into(),
            refused: refused.into(),
            pressure: pressure.into(),
            closes_by_client: counter!("lagrange_closes_total", "reason" => "by_client"),
            build_info: gauge!("lagrange_build_info", "version" => env!("CARGO_PKG_VERSION")),
            cpu_seconds: gauge!("process_cpu_seconds_total"),
            resident_bytes: gauge!("process_resident_memory_bytes"),
        }
    }

    /// Renders the Prometheus text format.
    pub(crate) fn render(&self) -> String {
        let usage = Usage::now();
        self.cpu_seconds.set(usage.cpu_s);
        self.resident_bytes.set(usage.resident_bytes as f64);
        self.build_info.set(1.0);
        self.text.render()
    }

    /// Drains the samples of the histograms into their buckets; without it they grow until the next
    /// scrape.
    pub(crate) fn upkeep(&self) {
        self.text.run_upkeep();
    }

    pub(crate) fn count_rejection(&self, rejection: Rejection) {
        count(&self.rejected, rejection.label());
    }

    pub(crate) fn count_close(&self, reason: CloseReason) {
        count(&self.closes, reason);
    }

    pub(crate) fn count_refused(&self, bound: impl Into<Refused>) {
        count(&self.refused, bound.into());
    }

    /// Counts one second of a room in which players are, at this pressure.
    pub(crate) fn count_pressure(&self, level: Pressure) {
        count(&self.pressure, level);
    }

    /// Counts late ticks of a room.
    pub(crate) fn count_late_ticks(&self, late: u64) {
        if late > 0 {
            self.late_ticks.increment(late);
        }
    }

    /// Adds the growth of a room's own counters.
    pub(crate) fn count_room(&self, before: RoomStats, after: RoomStats) {
        let counters = [
            (&self.late_commands, after.late_commands - before.late_commands),
            (&self.stalls, after.stalls - before.stalls),
            (&self.snapshots, after.snapshots - before.snapshots),
            (&self.keyframes, after.keyframes - before.keyframes),
            (&self.choked_snapshots, after.choked - before.choked),
            (&self.bodies, after.bodies - before.bodies),
            (&self.held_by_allowance, after.held_by_allowance - before.held_by_allowance),
            (&self.held_by_bodies, after.held_by_bodies - before.held_by_bodies),
        ];
        for (counter, n) in counters.into_iter().filter(|(_, n)| *n > 0) {
            counter.increment(n);
        }
    }
}

/// Upper bounds of the time buckets, in s, ascending.
fn bucket_ends_s() -> Vec<f64> {
    let decades = DECADES_S.iter();
    decades.flat_map(|decade| R20.map(|number| (number * decade * 1e9).round() / 1e9)).collect()
}

fn count<K: PartialEq>(counters: &[(K, Counter)], key: K) {
    if let Some((_, counter)) = counters.iter().find(|(own, _)| *own == key) {
        counter.increment(1);
    }
}

fn describe() {
    describe_gauge!("lagrange_connections", "Connections, HTTP and WebSocket");
    describe_gauge!("lagrange_players", "Clients in a room");
    describe_gauge!("lagrange_watchers", "Clients that watch a room");
    describe_gauge!("lagrange_rooms", "Rooms");
    describe_counter!("lagrange_room_failures_total", "Rooms ended by an internal error");
    describe_histogram!("lagrange_tick_seconds", "Time a room spends on its due ticks");
    describe_counter!(
        "lagrange_late_ticks_total",
        "Ticks started when the next one was already due"
    );
    describe_counter!("lagrange_long_ticks_total", "Ticks that took longer than a tick's time");
    describe_gauge!("lagrange_build_info", "Always 1; the label is the version");
    describe_gauge!("process_cpu_seconds_total", "Processor time of this process");
    describe_gauge!("process_resident_memory_bytes", "Resident memory of this process");
    describe_histogram!(
        "lagrange_tick_cpu_seconds",
        "Processor time a room spends on its due ticks"
    );
    describe_counter!("lagrange_bytes_in_total", "Payload bytes from clients");
    describe_counter!("lagrange_bytes_out_total", "Payload bytes to clients");
    describe_counter!(
        "lagrange_choked_snapshots_total",
        "Snapshots left out or replaced before sending"
    );
    describe_counter!(
        "lagrange_late_commands_total",
        "Commands dropped because they arrived too late"
    );
    describe_counter!("lagrange_stalls_total", "Stalls after which ticks were skipped");
    describe_counter!("lagrange_snapshots_total", "Snapshots built");
    describe_counter!("lagrange_keyframes_total", "Snapshots built without a baseline");
    describe_counter!("lagrange_snapshot_bodies_total", "Snapshot bodies encoded");
    describe_counter!(HELD, "Due snapshots delayed to the next tick, by reason");
    describe_counter!("lagrange_rejected_messages_total", "Messages rejected, by reason");
    describe_counter!("lagrange_closes_total", "Closed WebSockets, by reason");
    describe_counter!("lagrange_room_seconds_total", "Room seconds, by pressure");
    describe_counter!("lagrange_refused_total", "Refusals at a limit, by limit");
}

/// The label of a close reason in metrics and reports.
pub(crate) fn close_label(reason: CloseReason) -> &'static str {
    match reason {
        CloseReason::Shutdown => "shutdown",
        CloseReason::Framing => "framing",
        CloseReason::TextFrame => "text_frame",
        CloseReason::NotUtf8 => "not_utf8",
        CloseReason::TooLong => "too_long",
        CloseReason::Flood => "flood",
        CloseReason::Malformed => "malformed",
        CloseReason::Version => "version",
        CloseReason::Slow => "slow",
        CloseReason::Busy => "busy",
        CloseReason::RoomFull => "room_full",
        CloseReason::Silent => "silent",
        CloseReason::RoomEnded => "room_ended",
        CloseReason::Replaced => "replaced",
        CloseReason::Idle => "idle",
        CloseReason::RoomName => "room_name",
        CloseReason::NobodyThere => "nobody_there",
        CloseReason::Moved => "moved",
    }
}

#[cfg(test)]
mod tests {
    use shared::netcode::laboratory::LaboratoryOnly;
    use shared::netcode::setting::Setting;

    use super::*;

    #[test]
    fn every_rejection_and_close_has_a_metric() {
        let metrics = Metrics::new();
        metrics.count_rejection(Rejection::Unreadable(MessageError::Empty));
        metrics.count_rejection(Rejection::Flood);
        let only = LaboratoryOnly { setting: Setting::HitRule, value: 0 };
        metrics.count_rejection(Rejection::Unreadable(MessageError::LaboratoryOnly(only)));
        for reason in CloseReason::ALL {
            metrics.count_close(reason);
        }
        let text = metrics.render();
        for line in [
            r#"lagrange_rejected_messages_total{reason="empty"} 1"#,
            r#"lagrange_rejected_messages_total{reason="flood"} 1"#,
            r#"lagrange_rejected_messages_total{reason="laboratory_only"} 1"#,
            r#"lagrange_rejected_messages_total{reason="version"} 0"#,
        ] {
            assert!(text.contains(line), "no {line} in\n{text}");
        }
        let closes = text.lines().filter(|line| line.starts_with("lagrange_closes_total{"));
        let ones = closes.filter(|line| line.ends_with(" 1")).count();
        assert_eq!(ones, CloseReason::ALL.len());
    }

    #[test]
    fn two_servers_count_separately() {
        let (one, other) = (Metrics::new(), Metrics::new());
        one.bytes_in.increment(7);
        assert!(one.render().contains("lagrange_bytes_in_total 7"));
        assert!(other.render().contains("lagrange_bytes_in_total 0"));
    }
}
