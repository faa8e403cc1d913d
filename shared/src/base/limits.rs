//! The limits that client and server agree on, and those of a room and of a client, with
//! compile-time assertions that relate them.

/// Slowest tick rate of a room, in Hz.
pub const TICK_RATE_MIN_HZ: u16 = 20;
/// Fastest tick rate of a room, in Hz.
pub const TICK_RATE_MAX_HZ: u16 = 128;

/// The last tick that a message may carry: 388 days at the fastest rate. The gap up to the end of a
/// `u32` keeps sums of ticks from overflowing.
pub const TICK_MAX: u32 = u32::MAX - (1 << 20);

/// Seats of the largest room.
pub const SEATS_MAX: u16 = 1024;
/// Seats of a room that does not set its own number.
pub const SEATS_DEFAULT: u16 = 32;
/// Seats up to which a room sends every ship to every player; larger rooms send only ships in the
/// player's area of interest.
pub const WHOLE_SEATS_MAX: u16 = 64;
/// Seats in one part of a large room's chart.
pub const CHART_ROWS_MAX: usize = 256;
/// Players whose latencies are sent in one latencies message.
pub const LATENCIES_AT_ONCE: usize = 16;
/// Players of whom it is sent in one second that they use aim assist from then on, or no more.
pub const AIM_ASSIST_AT_ONCE: usize = 16;
/// How long the seat of a disconnected player is held, in ms.
pub const HELD_SEAT_MS: u32 = 30_000;
/// How long a held seat goes only to a player with no other seat in the room, as far as the server
/// can tell, in ms; after that any joining player may take it.
pub const HELD_SEAT_FIRM_MS: u32 = 10_000;
/// How long the ship of a disconnected player stays in the arena, in ms.
pub const HELD_SHIP_MS: u32 = 3_000;
/// A player who leaves earlier than this after joining is not announced as having left, in ms.
pub const BRIEF_STAY_MS: u32 = 20_000;
/// How long a player's ship must neither thrust nor fire before the room's bots spare it again, in
/// ms, once it has acted.
pub const TRUCE_AFTER_MS: u32 = 2000;
/// Longest truce, in ms; a ship can have two per life.
pub const TRUCE_MAX_MS: u32 = 60_000;
/// How long bots hold their fire at a newcomer who is alone with them, even when hit, in ms.
pub const FIRST_LIFE_TRUCE_MS: u32 = 12_000;
/// How long they do so unless hit, in ms.
pub const FIRST_LIFE_MS: u32 = 40_000;
/// Highest level of the bots; the lowest is 1.
pub const BOT_LEVEL_MAX: u8 = 31;
/// Most kills that end a round.
pub const ROUND_KILLS_MAX: u16 = 1_000;
/// Longest time of a round, in ms.
pub const ROUND_MS_MAX: u32 = 3_600_000;
/// Most ships up to which the founder of a room may have bots fill it.
pub const BOTS_REQUESTED_MAX: u16 = 8;
/// Most players that a round may wait for.
pub const ROUND_PLAYERS_MAX: u8 = 8;
/// Longest round trip that a side plays with, in ms.
pub const SIDE_ROUND_TRIP_MS_MAX: u16 = 1_000;
/// How long the tie of a round may take to break, in ms.
pub const ROUND_OVERTIME_MS: u32 = 60_000;
/// From the end of a round to the next one, in ms.
pub const ROUND_PAUSE_MS: u32 = 8_000;
/// The same after the last round of a series.
pub const SERIES_PAUSE_MS: u32 = 15_000;
/// Rounds of a series that are remembered.
pub const SERIES_ROUNDS_MAX: usize = 32;
/// Most watchers of a room.
pub const WATCHERS_MAX: u16 = 256;
/// Latest that a room's watchers may see its match, in ms.
pub const WATCH_DELAY_MAX_MS: u32 = 10_000;
/// Snapshots a second for watchers.
pub const WATCH_RATE_HZ: u16 = 30;
/// Time between two keyframes for watchers, in ms: a new one begins with the newest of them.
pub const WATCH_KEYFRAME_MS: u32 = 1_000;
/// How long a player in a full room may be idle before it is asked whether it is still there, in
/// ms.
pub const IDLE_ASK_MS: u32 = 180_000;
/// How long the player has to answer before it loses the seat, in ms.
pub const IDLE_ANSWER_MS: u32 = 30_000;
/// Longest name of a player or room, in characters (grapheme clusters).
pub const NAME_CHARS_MAX: usize = 16;
/// Longest name of a player or room, in bytes of UTF-8.
pub const NAME_BYTES_MAX: usize = NAME_CHARS_MAX * 4;
/// Longest name in a hello, in bytes of UTF-8. The server truncates it to [`NAME_CHARS_MAX`], since
/// the page ships no grapheme tables.
pub const TYPED_NAME_BYTES_MAX: usize = 4 * NAME_BYTES_MAX;

/// Largest message a client may send, in bytes.
pub const CLIENT_MESSAGE_BYTES_MAX: usize = 1024;
/// Largest message a server may send, in bytes: a keyframe of a full room with its events.
pub const SERVER_MESSAGE_BYTES_MAX: usize = 256 * 1024;
/// Commands per packet, new ones and backups together.
pub const COMMANDS_PER_PACKET_MAX: usize = 15;
/// How far a command's tick may be ahead of the room's, in ms.
pub const COMMAND_LEAD_MAX_MS: u32 = 1000;
/// Longest command margin that a player may choose, in ms.
pub const COMMAND_MARGIN_MAX_MS: u32 = 200;
/// Longest server stall that a new clock epoch can express, in ms: a day.
pub const STALL_MAX_MS: i64 = 24 * 3_600_000;
/// How long after acknowledging a new clock epoch command packets of the old one may still arrive,
/// in ms: the longest delay plus jitter of a simulated link.
pub const EPOCH_STRAYS_MS: u32 = 2 * link_emulator::DELAY_MAX_MS as u32;
/// Longest minimum lag of a room, in ms.
pub const MINIMUM_LAG_MAX_MS: u32 = 500;
/// Commands a session buffers until their tick is due: the maximum lead at the fastest rate, and
/// some slack.
pub const COMMAND_WINDOW_TICKS: usize = 160;
/// How long the last command of a silent client is repeated, in ms.
pub const COMMAND_REPEAT_MS: u32 = 250;
/// How long snapshots may go unacknowledged before the client counts as gone, in ms.
pub const ACK_SILENCE_MAX_MS: i64 = 5000;
/// Under lockstep: how long a tick waits for the same set of missing players, in ms, before all of
/// them are dropped.
pub const LOCKSTEP_WAIT_MAX_MS: i64 = 5000;
/// Shortest time between two view epochs of a session, in ms.
pub const VIEW_EPOCH_MIN_MS: u32 = 1000;

/// Depth of every rewind history, in ms. Each scheme judges a shot again once a bolt's life and the
/// largest `D` have passed, and needs the past from the largest `D` before it was fired.
pub const HISTORY_MS: u32 = 4600;
/// Largest `D` of delayed synchronisation a room may choose, in ms.
pub const DELAY_MAX_MS: u32 = 1400;
/// Hit claims that a session buffers until their shot is executed; further ones are rejected.
pub const CLAIMS_MAX: usize = 16;
/// Decided shots that a session remembers, so that late claims get a reason for their rejection.
pub const DECIDED_MAX: usize = 32;
/// How long after firing a decided shot is remembered, in ms: the longest flight, and half a second
/// for late claims.
pub const DECIDED_MS: u32 = 3000;
/// How long after firing a shot can be inspected, in ms.
pub const SHOT_KEPT_MS: u32 = 60_000;
/// Shots of each player or pilot that can be inspected: the newest ones.
pub const SHOTS_KEPT_MAX: usize = 32;
/// How long before its trigger the replayed past of a shot begins, in ms: the largest `D`, the
/// lead-in that its report shows, and one snapshot interval.
pub const SHOT_PAST_MS: u32 = DELAY_MAX_MS + 350;
/// Depth of the match history kept for inspecting shots, in ms: enough for the oldest shot that can
/// still be inspected, plus the second of journal in which its past begins.
pub const JOURNAL_MS: u32 = SHOT_KEPT_MS + SHOT_PAST_MS + 1000;
/// Departed players whose snapshot send times a room keeps, so that their shots can still be
/// inspected. Beyond that, the first to leave is dropped.
pub const DEPARTED_KEPT_MAX: usize = 256;
/// Shots under judgement in a room; shots fired beyond it are not judged.
pub const SHOTS_OPEN_MAX: usize = BOLTS_MAX * 2;
/// Shortest time between two changes of a room's rules, in ms; of changes that come faster, the
/// newest applies.
pub const RULES_MIN_MS: u32 = 100;
/// Largest rewind limit a room may choose, in ms.
pub const REWIND_BOUND_MAX_MS: u32 = 1000;
/// Largest ping cap a room may choose, in ms. No rewind limit is longer, so this value turns the
/// cap off.
pub const PING_CAP_MAX_MS: u32 = REWIND_BOUND_MAX_MS;
/// Depth of the history of snapshot baselines, in ms.
pub const BASELINE_MS: u32 = 2000;
/// Cap on how often, on average, a tick is resent to one session. Deltas from older baselines
/// resend more ticks, so such a session gets fewer snapshots.
pub const TICK_RESENDS_MAX: u32 = 12;
/// What a keyframe costs in this budget, in ms of ticks.
pub const KEYFRAME_COUNTS_MS: u32 = 10_000;
/// Shortest time between two full updates granted to a player, in ms.
pub const FULL_UPDATE_GAP_MS: u32 = 1000;
/// Keyframes that a session gets in any one second.
pub const KEYFRAMES_PER_S_MAX: usize = 2;
/// Snapshot bodies that a room without interest management encodes per tick. Sessions on yet other
/// baselines wait for the next tick.
pub const BODIES_PER_TICK_MAX: usize = 24;
/// Events per snapshot; more force a keyframe.
pub const EVENTS_PER_SNAPSHOT_MAX: usize = 2048;
/// Targets in a shot record: the nearest ones.
pub const SHOT_RECORD_TARGETS_MAX: usize = 8;
/// Ships that a shot record lists as hit by one piercing bolt: the first ones.
pub const VICTIMS_MAX: usize = 8;
/// Moments in a shot's report; fewer where they would not fit [`REPORT_BYTES_MAX`].
pub const REPORT_MOMENTS_MAX: usize = 24;
/// Largest shot report as a message, in bytes, including the verdicts of the other schemes, each of
/// which may list [`VICTIMS_MAX`] ships.
pub const REPORT_BYTES_MAX: usize = 1152;
/// Reports a room makes per tick; the rest are queued.
pub const REPORTS_PER_TICK: usize = 2;
/// Ticks between two reports whose past has to be rebuilt. Each replays as many seconds of the
/// match as a history holds, plus up to one more, and so takes longer than other reports.
pub const REBUILD_TICKS: u32 = 7;
/// Pending report requests per player; further ones are rejected.
pub const REPORT_REQUESTS_MAX: usize = 32;

/// Shortest side of an arena, in u.
pub const ARENA_SIDE_MIN_U: u16 = 200;
/// Longest side of an arena, in u: positions in snapshots reach 16,384 u.
pub const ARENA_SIDE_MAX_U: u16 = 16_000;
/// Asteroids in an arena.
pub const ASTEROIDS_MAX: usize = 256;
/// Bolts in flight in a room: every seat firing without pause, and some slack.
pub const BOLTS_MAX: usize = SEATS_MAX as usize * 10;

/// How long a server must have been under load before the players are notified, in ms.
pub const PRESSURE_NOTICE_MS: u32 = 5000;
/// How long a server must have stalled before its players are notified, in ms.
pub const STALL_NOTICE_MS: u32 = 1000;
/// Ticks a room catches up at once; with more due, its clock opens a new epoch instead.
pub const CATCH_UP_TICKS_MAX: u32 = 8;
/// Own commands a client keeps for reconciliation.
pub const PREDICTION_TICKS: usize = 256;
/// Snapshots a client keeps, as baselines and for interpolation.
pub const INBOX_TICKS: usize = 384;
/// Effects in a scene; the oldest are dropped first.
pub const EFFECTS_MAX: usize = 256;
/// Other players' bolts, and beams, that a screen keeps; the oldest are dropped first.
pub const DRAWN_SHOTS_MAX: usize = 1024;
/// Frames on a screen's tape: 4 s at 240 Hz, less at higher rates.
pub const TAPE_FRAMES_MAX: usize = 960;
/// Points of a ship's trail.
pub const TRAIL_POINTS_MAX: usize = 13;
/// Other ships per tape frame: the nearest ones.
pub const TAPE_SHIPS_MAX: usize = 64;
/// Bolts and beams per tape frame: the newest ones.
pub const TAPE_SHOTS_MAX: usize = 64;
/// Shots involving the player whose outcome a client keeps.
pub const CLIENT_SHOTS_MAX: usize = 32;
/// Shots for which a client keeps what its screen showed.
pub const CLIPS_MAX: usize = 16;
/// Reports a client keeps.
pub const CLIENT_REPORTS_MAX: usize = 16;
/// Lines the kill feed keeps.
pub const KILL_FEED_MAX: usize = 5;
/// How far back the net graph shows packets, in ms.
pub const NET_GRAPH_MS: u32 = 4000;
/// Packets the net graph keeps, each way; the oldest are dropped first.
pub const NET_GRAPH_PACKETS_MAX: usize = 1024;

const _: () = assert!(
    2 * TYPED_NAME_BYTES_MAX < CLIENT_MESSAGE_BYTES_MAX,
    "a hello also holds more than the names"
);

const fn ticks_at_fastest(ms: u32) -> usize {
    (ms as usize * TICK_RATE_MAX_HZ as usize).div_ceil(1000)
}

const _: () = assert!(ticks_at_fastest(COMMAND_LEAD_MAX_MS) <= COMMAND_WINDOW_TICKS);
const _: () = assert!(MINIMUM_LAG_MAX_MS + COMMAND_MARGIN_MAX_MS <= COMMAND_LEAD_MAX_MS);
const _: () = assert!(
    2 * DELAY_MAX_MS + 1200 < HISTORY_MS,
    "the history covers a bolt's life beyond the bound"
);
const _: () = assert!(REWIND_BOUND_MAX_MS <= DELAY_MAX_MS);
const _: () = assert!(SHOT_KEPT_MS > HISTORY_MS && SHOT_PAST_MS < HISTORY_MS);
const _: () = assert!(ticks_at_fastest(BASELINE_MS) <= INBOX_TICKS);
const _: () = assert!(
    BASELINE_MS <= KEYFRAMES_PER_S_MAX as u32 * KEYFRAME_COUNTS_MS,
    "every keyframe is counted"
);
const _: () =
    assert!(SEATS_DEFAULT as usize <= 2 * BODIES_PER_TICK_MAX, "full rooms wait up to one tick");
const _: () = assert!(
    WHOLE_SEATS_MAX as usize <= 3 * BODIES_PER_TICK_MAX,
    "the largest rooms wait up to two ticks"
);
const _: () = assert!(PREDICTION_TICKS + INBOX_TICKS < (u32::MAX - TICK_MAX) as usize);
const _: () = assert!(ticks_at_fastest(COMMAND_LEAD_MAX_MS) * 2 <= PREDICTION_TICKS);
const _: () = assert!(REPORT_MOMENTS_MAX <= u32::BITS as usize, "one bit per moment");
const _: () = assert!(CLIPS_MAX <= CLIENT_SHOTS_MAX);
const _: () = assert!(ticks_at_fastest(NET_GRAPH_MS) * 2 <= NET_GRAPH_PACKETS_MAX);
