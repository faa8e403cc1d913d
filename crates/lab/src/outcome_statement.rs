//! Statements about a scenario's outcome, with the measured numbers. Created with an outcome; the
//! crate `words` phrases them in each language.
//!
//! Where there is one value per column, they are in column order, A and B.

use shared::{
    base::time::Micros,
    client::view_line::DrawnFrom,
    schemes::{claims::ClaimRefusal, clamp::Clamp},
};

/// The outcome of a scenario, by statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutcomeStatement {
    /// The response time of your ship.
    Answered(Answer),
    /// The response time of your ship in each column.
    AnsweredTwice([Answer; 2]),
    /// How a wrong prediction was corrected, at once and smoothed.
    Corrected(Corrected),
    /// How smoothly the other ship moves on your screen.
    DrawnMotions([DrawnMotion; 2]),
    /// How many snapshots arrived too late, and what the delay costs.
    BufferedSnapshots(BufferedSnapshots),
    /// How a clock followed when commands began to take longer.
    ClockStepped(ClockStepped),
    /// Which times your screen shows.
    TimeZones(TimeZones),
    /// How a bolt passed a target that is judged in the present.
    BoltCameBy(ShotStatement),
    /// Where your bolt started on the other player's screen.
    BoltBegan {
        /// Distance ahead of your muzzle, in u.
        ahead_u: f32,
    },
    /// Where your bolt started on the other player's screen, and how it passed.
    BoltConverged { began: BoltBeginning, shot: ShotStatement },
    /// Where your bolt started and how it passed, over a low-bandwidth line.
    ConvergedOverLine(ConvergedOverLine),
    /// A bolt's initial speed on three machines.
    ThreeSpeeds(ThreeSpeeds),
    /// Where a ship was judged, relative to where you saw it.
    JudgedOffSeen(ShotStatement),
    /// Where a ship was judged, relative to where you saw it, and how far it had moved on by then.
    JudgedAndGone { shot: ShotStatement, gone_u: f32 },
    /// What the cover veto made of a hit on your view.
    BehindCover { shot: ShotStatement, gone_u: f32 },
    /// How far back markers reach at two command rates.
    MarkersReach([MarkersReach; 2]),
    /// How far markers were off the path of a ship that turned, and of one that bounced.
    OffMarkers { turn: ShotStatement, bounce: ShotStatement },
    /// Largest distance from its path at which the other ship was drawn, in u.
    DrawnOffPath { off_u: f32 },
    /// Your ship is frozen on your screen, this far from its server position, in u.
    Frozen { apart_u: f32 },
    /// Which snapshots two screens interpolated the others between, at the same time.
    DrawnBetween(DrawnBetween),
    /// How far behind the server the other ship is drawn, interpolated and as received.
    DrawnBehind([DrawnBehind; 2]),
    /// One shot under the 64-unit rule and under life ids.
    ByUnitsAndLives([ShotStatement; 2]),
    /// How far off the chord between two snapshots a ship was judged.
    OffChords([ChordDeviation; 2]),
    /// A view rounded to a whole tick.
    WholeTick(WholeTick),
    /// Which of two ships in line a bolt hit.
    ShipsInLine(ShipsInLine),
    /// When bolts that cover a fixed fraction per frame met a ship.
    PartsOfWay([SmoothedImpact; 2]),
    /// A hit that was retracted.
    Undone(HitUndone),
    /// No hit was retracted: which of two ships in line the bolt hit.
    NothingUndone { hit: HitInLine },
    /// A bolt that ends at a hit, and one that pierces.
    EndedAndPierced(EndedAndPierced),
    /// The results of two ramming rules.
    Rammed([RammingResult; 2]),
    /// How far two ships overlapped on a third player's screen, in u.
    InsideEachOther { inside_u: f32 },
    /// How deep in a rock a ship was drawn.
    InRock([InRock; 2]),
    /// A stream that stalled, next to datagrams that did not.
    StreamStalled(StreamStalled),
    /// One bolt without the cover veto and with it.
    CoverSaves { fates: [ShotFate; 2], gone_u: f32 },
    /// One beam without a ping cap and with it.
    PingCapped {
        shots: [ShotStatement; 2],
        /// By how much your view exceeded the cap.
        too_old: Micros,
    },
    /// How much earlier than yours the other player's bolt was fired.
    BoltsLeft {
        earlier: [Micros; 2],
        /// Distance a bolt flies in that time in the first column, in u.
        flight_u: f32,
    },
    /// The number of beams fired, and who was shot down in the second column.
    BeamsFired { beams: [BeamsFired; 2], shot_down: ShotDown },
    /// How much earlier you had a clear line of fire.
    FreeLines(FreeLines),
    /// How two rooms handled claimed hits.
    HitsClaimed(HitsClaimed),
    /// A claimed view older than the one before it.
    ViewBackwards(ViewBackwards),
    /// Shots attempted without cooldown.
    WithoutCooldown(CooldownBypass),
    /// Commands held back and sent in a burst.
    Burst {
        /// The most commands that a ship executed in one tick.
        most: [u8; 2],
        /// Late commands in the first column.
        late: u32,
    },
    /// A claimed view older than the true one.
    OldView(OldView),
    /// How far ahead of its muzzle a bolt started, in u.
    HeadStarts { ahead_u: [f32; 2] },
    /// How fast a lockstep world runs.
    Lockstep(LockstepStatement),
    /// The cost of two ways to announce hits.
    HitMessages(HitMessageCost),
    /// The cost of predicting every ship.
    EveryonePredicted(EveryonePredicted),
}

/// How your shot ended for one ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotFate {
    Hit,
    Missed,
    /// It hit on your view, but cover was in the way of the ship's position by then.
    Vetoed,
}

/// How your shot was judged against one ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShotStatement {
    pub fate: ShotFate,
    /// Distance from the centre of the judged ship, in u. If you aimed at the centre, this is also
    /// the distance from where you saw it.
    pub passed_u: f32,
}

/// How your ship responds to a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// From a command to the frame that shows it.
    pub after: Micros,
    pub round_trip: Micros,
    /// Prediction errors; `None` if your ship waits for the server.
    pub predicted: Option<PredictionErrors>,
}

/// Prediction errors of your ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictionErrors {
    /// Number of mispredictions.
    pub n_wrong: u32,
    /// The largest in the last seconds, in u.
    pub worst_u: f32,
}

/// A wrong prediction of your ship, corrected at once in the first column and smoothed in the
/// second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corrected {
    /// Commands replayed on top of the server's state.
    pub n_replayed: u32,
    /// The jump of your ship on your screen in the first column, in u.
    pub jump_u: f32,
    /// How long the smoothed correction takes.
    pub fades: Micros,
}

/// How many of your snapshots arrived too late for their interpolation delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferedSnapshots {
    /// Those that arrived, in time or too late.
    pub n_arrived: u32,
    pub n_late: u32,
    pub n_lost: u32,
    /// How far behind the server the others are drawn.
    pub behind: Micros,
}

/// How your clock followed when your commands began to take longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockStepped {
    /// How far it was ahead of the server's, before and after.
    pub ahead: [Micros; 2],
    /// By how much longer your commands take.
    pub longer: Micros,
    /// Until it had followed.
    pub followed_after: Micros,
    /// Commands that came too late in the meantime.
    pub n_late: u32,
}

/// How smoothly another ship moves on your screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrawnMotion {
    /// Its steps between frames vary by up to this, in u.
    Hops { by_u: f32 },
    /// Smoothly, behind the server.
    Glides(DrawnBehind),
}

/// The times a screen shows, relative to the server's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeZones {
    /// How far ahead of the server the own ship is.
    pub ahead: Micros,
    /// How far behind the server the other ship is.
    pub behind: Micros,
}

/// Where a bolt started on a screen other than its shooter's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoltBeginning {
    AtMuzzle,
    /// Some distance ahead of the muzzle.
    Ahead,
}

/// Where your bolt started on the other player's screen, how it passed, and the traffic on your
/// line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvergedOverLine {
    pub began: BoltBeginning,
    pub shot: ShotStatement,
    /// Bytes received and sent over your line in the last second.
    pub bytes_per_s: [u32; 2],
    /// Capacity of the line each way, in bytes/s.
    pub line_bytes_per_s: u32,
}

/// A bolt's initial speed on its shooter's screen, on the server, and on a third machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreeSpeeds {
    /// Speed over the first 100 ms, in u/s.
    pub u_per_s: [f32; 3],
    /// Distance it had to make up on the server and on the third machine, in u.
    pub caught_up_u: [f32; 2],
}

/// A beam judged by a player's markers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkersReach {
    /// The player's command rate; each command stores a marker.
    pub commands_hz: u16,
    pub shot: ShotStatement,
    /// Age of the oldest marker.
    pub oldest: Micros,
}

/// Which snapshots two screens interpolated the others between, at the same time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnBetween {
    /// The view time, in ticks.
    pub tick: f32,
    pub yours: DrawnFrom,
    pub theirs: DrawnFrom,
}

/// How far behind the server a ship is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnBehind {
    pub time: Micros,
    pub way_u: f32,
}

/// How far off the chord between two snapshots a ship was judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChordDeviation {
    pub snapshots_hz: u16,
    pub shot: ShotStatement,
}

/// A view rounded to a whole tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WholeTick {
    pub shot: ShotStatement,
    pub speed_u_per_s: f32,
    /// Distance the ship flies in half a tick, in u.
    pub half_tick_u: f32,
}

/// Which of two ships in line a bolt hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitInLine {
    Nobody,
    Front,
    Back,
    Both,
    /// A ship elsewhere.
    Other,
}

/// Which of two ships in line one bolt hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShipsInLine {
    /// Under a rule with claims.
    pub by_claim: HitInLine,
    /// Where the server decides.
    pub by_server: HitInLine,
    /// How far the bolt passed from the front ship on the server, in u.
    pub passed_u: f32,
}

/// When a bolt that covers a fixed fraction of the way to its target point per frame met a ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmoothedImpact {
    /// It covers 1/(k + 1) of the way.
    pub k: u8,
    /// Its age, in frames of 1/60 s.
    pub age_frames: f32,
    /// Distance covered, in u.
    pub distance_u: f32,
    /// Distance of its target point by then, in u.
    pub target_u: f32,
    /// The command's latency, by which the target point was displaced.
    pub lead: Micros,
    /// Distance it would have covered with a target point that started at the muzzle, in u.
    pub undisplaced_u: f32,
    /// Distance of that target point, in u.
    pub undisplaced_target_u: f32,
}

/// Whose hit was retracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoneTarget {
    FarShip,
    OtherShip,
}

/// A hit that was retracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitUndone {
    pub on: UndoneTarget,
    /// Hit points refunded.
    pub points: u8,
    /// Time from the hit to its retraction.
    pub after: Micros,
}

/// One shot in two columns: a bolt that ends at the first ship, and a piercing bolt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedAndPierced {
    /// Hit points refunded to the far ship, in each column.
    pub came_back: [u8; 2],
    /// Number of ships hit by the piercing bolt.
    pub n_hit: u8,
    /// Damage to each of them.
    pub points_each: u8,
}

/// The result of ramming.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RammingResult {
    /// Distance the other ship was thrown, in u.
    pub thrown_u: f32,
    /// Number of your mispredictions.
    pub wrong_predictions: u32,
}

/// How deep in a rock a ship was drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InRock {
    pub snapshots_hz: u16,
    pub deep_u: f32,
}

/// A stream that stalled, next to datagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamStalled {
    /// Length of the gap in your stream.
    pub silent: Micros,
    /// Snapshots received at once after the gap.
    pub burst: u32,
    /// Longest gap in the third player's datagrams.
    pub datagrams_silent: Micros,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeamsFired {
    pub yours: u32,
    pub theirs: u32,
}

/// Which of two duelling players were shot down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotDown {
    BothShips,
    NotBoth,
}

/// How much earlier than the other player you had a clear line of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeLines {
    pub earlier: Micros,
    /// How far your own ship was ahead of the server.
    pub lead: Micros,
    /// How far behind the server the other player drew you.
    pub lag: Micros,
}

/// How two rooms handled claimed hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitsClaimed {
    /// Claims to the room that verifies them.
    pub n_claims: u32,
    /// Claims it rejected.
    pub n_refused: u32,
    /// Reason for the newest rejection.
    pub why: ClaimRefusal,
    /// Hits in the room that trusts claims.
    pub n_hits: u32,
    pub killed: Killed,
    /// From the first of those hits to the last.
    pub span: Micros,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Killed {
    Yes,
    No,
}

/// A claimed view older than the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewBackwards {
    /// How much older than the true view the claim was.
    pub asked: Micros,
    /// How much older than the true view the used one was.
    pub gained: Micros,
    /// Why the claim was not used; `None` if it was.
    pub clamp: Option<Clamp>,
}

/// Shots attempted without cooldown, next to an honest gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CooldownBypass {
    /// Bolts fired, in each column.
    pub n_bolts: [u32; 2],
    /// Trigger pulls that the cheat added.
    pub n_lies: u32,
    /// Shortest interval between two of the cheater's bolts.
    pub apart: Micros,
}

/// A claimed view older than the true one, next to an honest one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OldView {
    pub fates: [ShotFate; 2],
    /// The rewind used, in each column.
    pub back: [Micros; 2],
    /// The rewind claimed.
    pub claimed: Micros,
    /// Why the claim was not used; `None` if it was.
    pub clamp: Option<Clamp>,
    /// How much of the ship's path the cheat gains, in u.
    pub gained_u: f32,
}

/// How fast a lockstep world runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LockstepStatement {
    /// Measured ticks per second.
    pub ran_hz: f32,
    /// Nominal ticks per second.
    pub rate_hz: u16,
    /// From a command to the frame that shows it.
    pub answers: Micros,
    /// The longest round trip of a player.
    pub slowest: Micros,
    /// Command packets per second.
    pub packets_up_hz: u32,
    pub packets_down_hz: u32,
}

impl LockstepStatement {
    /// Whether the world runs as fast as its tick rate says.
    #[must_use]
    pub fn is_full_speed(&self) -> bool {
        self.ran_hz > f32::from(self.rate_hz) - 0.5
    }
}

/// The cost of two ways to announce hits: with two messages in the first column, with one in the
/// second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitMessageCost {
    pub n_shots: u32,
    pub n_messages: [u64; 2],
    /// From the trigger until the other player is notified of the hit.
    pub notified_after: [Micros; 2],
}

/// The cost of predicting every ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EveryonePredicted {
    /// How far the other ship jumped, in u.
    pub jump_u: f32,
    /// From a command to the frame that shows it.
    pub answers: Micros,
    /// Ticks that every ship is resimulated per snapshot.
    pub rerun_ticks: u32,
    pub snapshots_hz: u32,
    /// How far behind your ship the others are drawn, where the limit on resimulated ticks is
    /// exceeded.
    pub drawn_behind: Micros,
}
