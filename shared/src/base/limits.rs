//! Every bound of the system in one place, with the relations between them checked at compile time.

/// Slowest tick rate of a room, in Hz.
pub const TICK_RATE_MIN_HZ: u16 = 20;
/// Fastest tick rate of a room, in Hz.
pub const TICK_RATE_MAX_HZ: u16 = 128;

/// The last tick that a message may name: 388 days at the fastest rate. What is left up to the end
/// of a `u32` keeps sums of ticks from overflowing.
pub const TICK_MAX: u32 = u32::MAX - (1 << 20);

/// Most seats of any room.
pub const SEATS_MAX: u16 = 1024;
/// Seats of a room unless it is made with another number.
pub const SEATS_DEFAULT: u16 = 32;
/// Seats of a room in which everybody is told of everybody; in larger ones of those around.
pub const WHOLE_SEATS_MAX: u16 = 64;
/// Seats that a part of the chart of a large room tells of, at most.
pub const CHART_ROWS_MAX: usize = 256;
/// Players of whom a room tells at a time how far away they are.
pub const STANDINGS_AT_ONCE: usize = 16;
/// How long a seat is held for a player whose connection is lost, in ms.
pub const HELD_SEAT_MS: u32 = 30_000;
/// For so long a held seat is given up only to who has no other in the room, as far as the server
/// can tell, in ms.
pub const HELD_SEAT_FIRM_MS: u32 = 10_000;
/// How long the ship of such a player stays in the arena, in ms.
pub const HELD_SHIP_MS: u32 = 3_000;
/// How long a player must have had its seat for the others to read that it left, in ms.
pub const BRIEF_STAY_MS: u32 = 20_000;
/// How long a player's ship that has acted must neither thrust nor fire for the room's bots to
/// spare it again, in ms.
pub const TRUCE_AFTER_MS: u32 = 2000;
/// How long they spare it at most, each of two times a life, in ms.
pub const TRUCE_MAX_MS: u32 = 60_000;
/// How long a player may do nothing in a full room until it is asked, in ms.
pub const IDLE_ASK_MS: u32 = 180_000;
/// How long the player has for an answer until the seat is given up, in ms.
pub const IDLE_ANSWER_MS: u32 = 30_000;
/// Longest name of a player or a room, in characters as people count them: grapheme clusters.
pub const NAME_CHARS_MAX: usize = 16;
/// Longest name of a player or a room, in bytes of UTF-8.
pub const NAME_BYTES_MAX: usize = NAME_CHARS_MAX * 4;
/// Longest name that a hello may bear, in bytes of UTF-8: the server cuts it, since a page has no
/// tables of what people take for one character.
pub const TYPED_NAME_BYTES_MAX: usize = 4 * NAME_BYTES_MAX;

/// Largest message a client may send, in bytes.
pub const CLIENT_MESSAGE_BYTES_MAX: usize = 1024;
/// Largest message a server may send, in bytes: a keyframe of a full room and its events.
pub const SERVER_MESSAGE_BYTES_MAX: usize = 256 * 1024;
/// Most commands in one packet, new ones and backups together.
pub const COMMANDS_PER_PACKET_MAX: usize = 15;
/// How far ahead of the room's tick a command may be keyed, in ms.
pub const COMMAND_LEAD_MAX_MS: u32 = 1000;
/// Longest command margin that a player may choose, in ms.
pub const COMMAND_MARGIN_MAX_MS: u32 = 200;
/// Longest stall of a server that a new epoch of its clock can tell of, in ms: a day.
pub const STALL_MAX_MS: i64 = 24 * 3_600_000;
/// How long after the answer to a new epoch of the room's clock a command packet from before it may
/// still arrive, in ms: the longest delay and jitter of a simulated link.
pub const EPOCH_STRAYS_MS: u32 = 2 * LINK_DELAY_MAX_MS as u32;
/// Longest minimum lag of a room, in ms.
pub const MINIMUM_LAG_MAX_MS: u32 = 500;
/// Commands a session keeps until their tick comes: the lead at the fastest rate, and a reserve.
pub const COMMAND_WINDOW_TICKS: usize = 160;
/// How long a silent client's last command is repeated, in ms.
pub const COMMAND_REPEAT_MS: u32 = 250;
/// How long a snapshot may wait until it or a newer one is acknowledged, in ms.
pub const ACK_SILENCE_MAX_MS: i64 = 5000;
/// Under lockstep: how long a tick waits for the same players, one or several, in ms; then all of
/// these are out.
pub const LOCKSTEP_WAIT_MAX_MS: i64 = 5000;
/// Time between two changes of a session's view epoch, at least, in ms.
pub const VIEW_EPOCH_MIN_MS: u32 = 1000;

/// Depth of every rewind history, in ms: a shot is looked at again, by every scheme, when a bolt's
/// life and the largest `D` have passed, from the largest `D` before it was fired on.
pub const HISTORY_MS: u32 = 4600;
/// Largest `D` of delayed synchronisation a room may choose, in ms.
pub const DELAY_MAX_MS: u32 = 1400;
/// Claims of hits that a session keeps until their shot is executed; more are refused.
pub const CLAIMS_MAX: usize = 16;
/// Decided shots that a session remembers, to tell late claims why they do not count.
pub const DECIDED_MAX: usize = 32;
/// For how long after it was fired it is remembered of a shot that it was decided, in ms: its
/// slowest flight, and half a second in which a claim may come.
pub const DECIDED_MS: u32 = 3000;
/// For how long after it was fired a shot can be looked into, in ms.
pub const SHOT_KEPT_MS: u32 = 60_000;
/// Shots of each player, or pilot, that can be looked into: the newest ones.
pub const SHOTS_KEPT_MAX: usize = 32;
/// How long before its trigger the past of a shot begins that it is judged by again, in ms: the
/// largest `D`, what its report shows of before, and a snapshot's interval.
pub const SHOT_PAST_MS: u32 = DELAY_MAX_MS + 350;
/// What is kept of a match for whoever looks into a shot, in ms: what a shot needs that can just be
/// looked into, and the second of the journal in which that begins.
pub const JOURNAL_MS: u32 = SHOT_KEPT_MS + SHOT_PAST_MS + 1000;
/// Players who have left of whom a room keeps when they were sent snapshots, for whoever looks into
/// their shots; of more the one who left first is forgotten.
pub const DEPARTED_KEPT_MAX: usize = 256;
/// Shots under judgement in a room; what is fired beyond is judged by nobody.
pub const SHOTS_OPEN_MAX: usize = BOLTS_MAX * 2;
/// Time between two changes of a room's rules, at least, in ms: of more the newest counts.
pub const RULES_MIN_MS: u32 = 100;
/// Largest rewind bound a room may choose, in ms.
pub const REWIND_BOUND_MAX_MS: u32 = 1000;
/// Largest cap by ping that a room may choose, in ms: at this value the cap is off, for it is no
/// shorter than any rewind bound.
pub const PING_CAP_MAX_MS: u32 = REWIND_BOUND_MAX_MS;
/// Depth of the history of snapshot baselines, in ms.
pub const BASELINE_MS: u32 = 2000;
/// How many times a session is told of a tick at most, on the average: whoever builds upon older
/// snapshots gets fewer of them.
pub const TELLINGS_MAX: u32 = 12;
/// What a keyframe counts as among these, in ms of ticks.
pub const KEYFRAME_COUNTS_MS: u32 = 10_000;
/// Time between two full updates that a player is granted, in ms.
pub const FULL_UPDATE_APART_MS: u32 = 1000;
/// Keyframes that a session gets in any second at most.
pub const KEYFRAMES_PER_S_MAX: usize = 2;
/// Bodies of snapshots that a room encodes in a tick, where everybody is told of everybody; those
/// who build upon something else yet wait for the next tick.
pub const BODIES_PER_TICK_MAX: usize = 24;
/// Most events a snapshot carries; more make a keyframe.
pub const EVENTS_PER_SNAPSHOT_MAX: usize = 2048;
/// Targets a shot record names: the nearest ones.
pub const SHOT_RECORD_TARGETS_MAX: usize = 8;
/// Ships that a shot record names as hit by one bolt that pierces: the first ones.
pub const VICTIMS_MAX: usize = 8;
/// Moments of a shot's report; fewer where they would not fit [`REPORT_BYTES_MAX`].
pub const REPORT_MOMENTS_MAX: usize = 24;
/// Largest report of a shot as a message, in bytes, what other schemes say included: each may name
/// [`VICTIMS_MAX`] ships.
pub const REPORT_BYTES_MAX: usize = 1152;
/// Reports a room makes in one tick; the others wait.
pub const REPORTS_PER_TICK: usize = 2;
/// Ticks from one report whose past has to be rebuilt to the next: as many seconds of the match as
/// a history holds are replayed for it, and up to one more, which takes longer than other reports.
pub const REBUILD_TICKS: u32 = 7;
/// Reports that a player waits for at most; more requests are refused.
pub const REPORT_REQUESTS_MAX: usize = 32;

/// Shortest side of an arena, in u.
pub const ARENA_SIDE_MIN_U: u16 = 200;
/// Longest side of an arena, in u: snapshots can say no place farther out than 16,384 u.
pub const ARENA_SIDE_MAX_U: u16 = 16_000;
/// Asteroids of an arena at most.
pub const ASTEROIDS_MAX: usize = 256;
/// Bolts in flight in a room: every seat firing without pause, and a reserve.
pub const BOLTS_MAX: usize = SEATS_MAX as usize * 10;

/// How long a server must have worked hard for a room for its players to be told, in ms.
pub const PRESSURE_TOLD_MS: u32 = 5000;
/// How long a server must have stood still for its players to read of it, in ms.
pub const STALL_TOLD_MS: u32 = 1000;
/// Ticks a room catches up at once; where more are due, its clock opens a new epoch instead.
pub const CATCH_UP_TICKS_MAX: u32 = 8;
/// Own commands a client keeps for replay.
pub const PREDICTION_TICKS: usize = 256;
/// Snapshots a client keeps: baselines and interpolation.
pub const INBOX_TICKS: usize = 384;
/// Effects a scene shows at most; the oldest go first.
pub const EFFECTS_MAX: usize = 256;
/// Bolts of others, and beams, that a screen keeps at most; the oldest go first.
pub const DRAWN_SHOTS_MAX: usize = 1024;
/// Frames a screen's tape keeps: 4 s at 240 frames a second; at more, not as long.
pub const TAPE_FRAMES_MAX: usize = 960;
/// Other ships a frame on the tape keeps: the nearest ones.
pub const TAPE_SHIPS_MAX: usize = 64;
/// Bolts, and beams, that a frame on the tape keeps: the newest.
pub const TAPE_SHOTS_MAX: usize = 64;
/// Shots that concern the player, of which a client keeps what became of them.
pub const SHOTS_TOLD_MAX: usize = 32;
/// Shots of which a client keeps what its screen showed meanwhile.
pub const CLIPS_MAX: usize = 16;
/// Reports a client keeps.
pub const CLIENT_REPORTS_MAX: usize = 16;
/// Lines the kill feed keeps.
pub const KILL_FEED_MAX: usize = 5;
/// How far back the net graph shows packets, in ms.
pub const NET_GRAPH_MS: u32 = 4000;
/// Packets it keeps at most, each way; the oldest go first.
pub const NET_GRAPH_PACKETS_MAX: usize = 1024;
/// Packets a simulated link holds; more are dropped at its entrance, as a router's queue would.
pub const LINK_QUEUE_MAX: usize = 4096;

/// Players of a laboratory.
pub const LAB_PLAYERS: usize = 3;
/// Bots of a laboratory's room at most: with its players sixteen ships.
pub const LAB_BOTS_MAX: u8 = 13;
/// Netcodes side by side in a laboratory at most.
pub const LAB_COLUMNS_MAX: usize = 2;
/// Controls of a figure that other pages embed, at most.
pub const FIGURE_CONTROLS_MAX: usize = 4;
/// Legs of a scripted path at most.
pub const LAB_LEGS_MAX: usize = 64;
/// Shots of a scripted gun at most.
pub const LAB_SHOTS_MAX: usize = 64;
/// Longest time in which a program of the laboratory lies, in ms.
pub const LIE_MAX_MS: u16 = 1000;
/// Most ticks for which a liar's program holds commands back.
pub const LIE_TICKS_MAX: u8 = 60;
/// Throws of a laboratory's match at most.
pub const LAB_THROWS_MAX: usize = 8;
/// Fastest throw along each axis, in u/s.
pub const LAB_THROW_MAX_U_PER_S: u16 = 6000;
/// Reports of shots that a column of the laboratory keeps.
pub const LAB_REPORTS_MAX: usize = 128;
/// Shots of a kind that the outcome tracker of a laboratory's column remembers.
pub const OUTCOME_TRACKED_MAX: usize = 32;
/// Commands of which it waits for the first picture: more than eight seconds of them at 60 a
/// second.
pub const OUTCOME_COMMANDS_MAX: usize = 512;
/// Longest latency, jitter or burst of a laboratory's links, in ms.
pub const LINK_DELAY_MAX_MS: u16 = 2000;
/// Largest bandwidth of a laboratory's links, in bytes/s; more is as good as no bound.
pub const LINK_BANDWIDTH_MAX_BYTES_PER_S: u32 = 10_000_000;
/// Longest run of a laboratory, in frames: ten minutes.
pub const RUN_FRAMES_MAX: u32 = 36_000;
/// Inputs of a run at most: another aim in every frame, and as much besides.
pub const LAB_INPUTS_MAX: usize = 2 * RUN_FRAMES_MAX as usize;
/// Moments of a run that are kept all over it to go back to, evenly: of a match of several columns
/// so many columns.
pub const CHECKPOINTS_MAX: u32 = 36;
/// Frames from one kept moment to the next at least, while a run is played.
pub const CHECKPOINT_FRAMES: u32 = 32;
/// Frames from one kept moment to the next at least, on the way to a frame.
pub const FINE_CHECKPOINT_FRAMES: u32 = 8;
/// For how many times its grain a moment is kept that is near.
pub const CHECKPOINT_REACH: u32 = 3;
/// Frames that are played again at most to go anywhere in a run of one column.
pub const REPLAYED_FRAMES_MAX: u32 = 1024;
/// Packets of a simulated link that are remembered for a picture of it; the oldest go first.
pub const TRAFFIC_MAX: usize = 256;
/// Longest fragment of a link to a moment of the laboratory, in bytes.
pub const LINK_BYTES_MAX: usize = 8 * 1024;
/// Largest file of the laboratory, in bytes.
pub const FILE_BYTES_MAX: usize = 16 * 1024 * 1024;
/// What a capture holds of its client's calls at most, in bytes; then it stops.
pub const CAPTURE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Frames of a capture: more than its bytes hold of any match, and a few minutes of one core.
pub const CAPTURE_FRAMES_MAX: u32 = 1 << 20;
/// Frames of a capture beyond one in each millisecond, and states to compare beyond its frames.
pub const CAPTURE_CALLS_AT_ONCE: u32 = 1000;
/// Longest capture, in ms: a day, so that no sum of its times overflows.
pub const CAPTURE_SPAN_MAX_MS: i64 = 24 * 3_600_000;
/// The latest moment of its clock at which a capture may begin, in ms: ten years.
pub const CAPTURE_BEGINS_MAX_MS: i64 = 10 * 366 * 24 * 3_600_000;

const _: () =
    assert!(2 * TYPED_NAME_BYTES_MAX < CLIENT_MESSAGE_BYTES_MAX, "with what else it says");

const fn ticks_at_fastest(ms: u32) -> usize {
    (ms as usize * TICK_RATE_MAX_HZ as usize).div_ceil(1000)
}

const _: () = assert!(ticks_at_fastest(COMMAND_LEAD_MAX_MS) <= COMMAND_WINDOW_TICKS);
const _: () = assert!(MINIMUM_LAG_MAX_MS + COMMAND_MARGIN_MAX_MS <= COMMAND_LEAD_MAX_MS);
const _: () = assert!(2 * DELAY_MAX_MS + 1200 < HISTORY_MS, "a bolt's life behind the bound");
const _: () = assert!(REWIND_BOUND_MAX_MS <= DELAY_MAX_MS);
const _: () = assert!(SHOT_KEPT_MS > HISTORY_MS && SHOT_PAST_MS < HISTORY_MS);
const _: () = assert!(ticks_at_fastest(BASELINE_MS) <= INBOX_TICKS);
const _: () =
    assert!(BASELINE_MS <= KEYFRAMES_PER_S_MAX as u32 * KEYFRAME_COUNTS_MS, "every one is covered");
const _: () = assert!(SEATS_DEFAULT as usize <= 2 * BODIES_PER_TICK_MAX, "a wait of one tick");
const _: () = assert!(WHOLE_SEATS_MAX as usize <= 3 * BODIES_PER_TICK_MAX, "and one of two");
const _: () = assert!(PREDICTION_TICKS + INBOX_TICKS < (u32::MAX - TICK_MAX) as usize);
const _: () = assert!(ticks_at_fastest(COMMAND_LEAD_MAX_MS) * 2 <= PREDICTION_TICKS);
const _: () = assert!(CAPTURE_BYTES_MAX + SERVER_MESSAGE_BYTES_MAX < FILE_BYTES_MAX);
const _: () = assert!(RUN_FRAMES_MAX <= CHECKPOINTS_MAX * REPLAYED_FRAMES_MAX);
const _: () =
    assert!(FINE_CHECKPOINT_FRAMES.is_power_of_two() && CHECKPOINT_FRAMES.is_power_of_two());
const _: () = assert!(REPORT_MOMENTS_MAX <= u32::BITS as usize, "a bit for each");
const _: () = assert!(CLIPS_MAX <= SHOTS_TOLD_MAX);
const _: () = assert!(ticks_at_fastest(NET_GRAPH_MS) * 2 <= NET_GRAPH_PACKETS_MAX);
