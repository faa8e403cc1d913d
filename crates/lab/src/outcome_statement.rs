//! What can be said of what came of a scenario: which sentence it is, with the numbers that were
//! measured. Made with an outcome; the crate `words` makes a sentence of it in some language.
//!
//! Where there is one value for each column, they stand in the order of the columns, A and B.

use shared::{
    base::time::Micros,
    client::view_line::DrawnFrom,
    schemes::{clamp::Clamp, targeting::ClaimRefusal},
};

/// What came of a scenario, by what is said of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutcomeStatement {
    /// How long after a key your ship answers.
    Answered(Answer),
    /// The same in each column.
    AnsweredTwice([Answer; 2]),
    /// How the other ship moves on your screen.
    DrawnMotions([DrawnMotion; 2]),
    /// Which moments your screen shows.
    TimeZones(TimeZones),
    /// How a bolt came by, where its target is judged as it is then.
    BoltCameBy(ShotStatement),
    /// Where your bolt began on the other player's screen.
    BoltBegan {
        /// How far ahead of your muzzle, in u.
        ahead_u: f32,
    },
    /// Where your bolt began on the other player's screen, and how it came by.
    BoltConverged { began: BoltBeginning, shot: ShotStatement },
    /// The same over a line of a narrow bandwidth.
    ConvergedOverLine(ConvergedOverLine),
    /// How fast a bolt began on three machines.
    ThreeSpeeds(ThreeSpeeds),
    /// Where a ship was judged, against where you saw it.
    JudgedOffSeen(ShotStatement),
    /// The same, and how far the ship was from there by then.
    JudgedAndGone { shot: ShotStatement, gone_u: f32 },
    /// What cover made of a hit on what you saw.
    BehindCover { shot: ShotStatement, gone_u: f32 },
    /// How far back markers reach for two rates of commands.
    MarkersReach([MarkersReach; 2]),
    /// How far off markers were from the way of a ship that turned, and that bounced.
    OffMarkers { turn: ShotStatement, bounce: ShotStatement },
    /// How far off its path the other ship was drawn at most, in u.
    DrawnOffPath { off_u: f32 },
    /// Your ship stands still on your screen, so far from where the server has it, in u.
    Frozen { apart_u: f32 },
    /// What two screens drew the others from at the same moment.
    DrawnBetween(DrawnBetween),
    /// How far behind the server the other ship is drawn, interpolated and as it comes.
    DrawnBehind([DrawnBehind; 2]),
    /// The same shot by the rule of 64 units, and by lives.
    ByUnitsAndLives([ShotStatement; 2]),
    /// How far off the straight line between two snapshots a ship was judged.
    OffChords([ChordDeviation; 2]),
    /// A view rounded to a whole tick.
    WholeTick(WholeTick),
    /// Which of two ships in line one bolt hit.
    ShipsInLine(ShipsInLine),
    /// When bolts met a ship that go a part of the way in each frame.
    PartsOfWay([SmoothedImpact; 2]),
    /// A hit that was undone.
    Undone(HitUndone),
    /// No hit was undone: which of two ships in line the bolt hit.
    NothingUndone { hit: HitInLine },
    /// One bolt that ends, and one that pierces.
    EndedAndPierced(EndedAndPierced),
    /// What two ways of ramming do.
    Rammed([RammingResult; 2]),
    /// How far two ships lay in each other on a third screen, in u.
    InsideEachOther { inside_u: f32 },
    /// How deep in a rock a ship was drawn.
    InRock([InRock; 2]),
    /// A stream that stalled, beside datagrams that did not.
    StreamStalled(StreamStalled),
    /// The same bolt without a rule that cover saves, and with it.
    CoverSaves { fates: [ShotFate; 2], gone_u: f32 },
    /// The same beam without a cap by ping, and with it.
    PingCapped {
        shots: [ShotStatement; 2],
        /// By how much your picture was older than the cap allows.
        too_old: Micros,
    },
    /// How much earlier than yours the other player's bolt left.
    BoltsLeft {
        earlier: [Micros; 2],
        /// What a bolt flies in that time in the first column, in u.
        flight_u: f32,
    },
    /// How many beams were fired, and who was shot down in the second column.
    BeamsFired { beams: [BeamsFired; 2], shot_down: ShotDown },
    /// How much earlier you saw a free line of fire.
    FreeLines(FreeLines),
    /// What two rooms made of hits that were claimed.
    HitsClaimed(HitsClaimed),
    /// A view that was claimed to be older than the one before it.
    ViewBackwards(ViewBackwards),
    /// Shots that were tried without cooldown.
    WithoutCooldown(CooldownBypass),
    /// Commands that were held back and sent at once.
    Burst {
        /// The most commands that a ship executed in one tick.
        most: [u8; 2],
        /// Commands that came too late in the first column.
        late: u32,
    },
    /// A view that was claimed to be older than it was.
    OldView(OldView),
    /// How far ahead of its muzzle a bolt started, in u.
    HeadStarts { ahead_u: [f32; 2] },
    /// How fast a world runs that waits for everybody.
    Lockstep(LockstepStatement),
    /// What two ways of telling hits take.
    HitsTold(HitMessageCost),
    /// What it takes to predict everybody.
    EveryonePredicted(EveryonePredicted),
}

/// How a shot of yours ended for one ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotFate {
    Hit,
    Missed,
    /// It hit what you saw, and cover was in the way of where the ship was by then.
    Vetoed,
}

/// How a shot of yours was judged against one ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShotStatement {
    pub fate: ShotFate,
    /// How far it passed from the middle of where the ship was judged, in u: where you aimed at
    /// the middle, how far that is from where you saw the ship.
    pub passed_u: f32,
}

/// How your ship answers a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// From a command to the picture that shows it.
    pub after: Micros,
    /// The way to the server and back.
    pub round_trip: Micros,
    /// What came of the prediction; none where your ship waits for the server.
    pub predicted: Option<PredictionErrors>,
}

/// What came of the prediction of your ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictionErrors {
    /// How often it was not exactly right.
    pub n_wrong: u32,
    /// By how much at most in the last seconds, in u.
    pub worst_u: f32,
}

/// How another ship moves on your screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrawnMotion {
    /// From one picture to the next it moves unevenly, by up to so much, in u.
    Hops { by_u: f32 },
    /// It moves as evenly as it flies, behind the server.
    Glides(DrawnBehind),
}

/// Which moments a screen shows, beside the server's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeZones {
    /// How far ahead of the server the own ship is.
    pub ahead: Micros,
    /// How far behind it the other ship is.
    pub behind: Micros,
}

/// Where a bolt began on another screen than its shooter's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoltBeginning {
    AtMuzzle,
    /// Some way ahead of the muzzle.
    Ahead,
}

/// Where your bolt began on the other player's screen, how it came by, and what the line carried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvergedOverLine {
    pub began: BoltBeginning,
    pub shot: ShotStatement,
    /// What came down your line and went up it in the last second, in bytes.
    pub bytes_per_s: [u32; 2],
    /// What the line carries each way, in bytes a second.
    pub line_bytes_per_s: u32,
}

/// How fast a bolt began on its shooter's screen, on the server, and on a third machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreeSpeeds {
    /// Its speed in its first tenth of a second, in u/s.
    pub u_per_s: [f32; 3],
    /// How far it had to catch up on the server and on the third machine, in u.
    pub caught_up_u: [f32; 2],
}

/// How a beam was judged by the markers of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkersReach {
    /// Commands that the player sends in a second, each of which writes a marker.
    pub commands_hz: u16,
    pub shot: ShotStatement,
    /// How old its oldest marker was.
    pub oldest: Micros,
}

/// What two screens drew the others from at the same moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnBetween {
    /// The moment, in ticks.
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

/// How far off the straight line between two snapshots a ship was judged.
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
    /// What the ship flies in half a tick, in u.
    pub half_tick_u: f32,
}

/// Which of two ships in line a bolt hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitInLine {
    Nobody,
    Front,
    Back,
    Both,
    /// A ship that stands elsewhere.
    Other,
}

/// Which of two ships in line one bolt hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShipsInLine {
    /// Where the shooter's word counts.
    pub by_claim: HitInLine,
    /// Where the server decides.
    pub by_server: HitInLine,
    /// How far the bolt passed from the ship in front on the server, in u.
    pub passed_u: f32,
}

/// When a bolt met a ship that goes a part of the way to its target point in each frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmoothedImpact {
    /// One part in so many and one it goes.
    pub k: u8,
    /// Its age, in frames of 1/60 s.
    pub age_frames: f32,
    /// How far it had come, in u.
    pub distance_u: f32,
    /// Where its target point was by then, in u.
    pub target_u: f32,
    /// How long the command took to its execution, by which the target point began ahead.
    pub lead: Micros,
    /// How far it would have come if the target point had begun at the muzzle, in u.
    pub undisplaced_u: f32,
    /// Where that target point would have been, in u.
    pub undisplaced_target_u: f32,
}

/// Whose hit was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoneTarget {
    FarShip,
    /// Some other ship.
    OtherShip,
}

/// A hit that was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitUndone {
    pub on: UndoneTarget,
    /// Hit points that came back.
    pub points: u8,
    /// How long the hit had been felt.
    pub after: Micros,
}

/// The same shot twice: a bolt that ends with the first ship, and one that pierces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedAndPierced {
    /// Hit points that came back to the far ship, in each column.
    pub came_back: [u8; 2],
    /// How many ships the one that pierces hit.
    pub n_hit: u8,
    /// Hit points that each of them lost.
    pub points_each: u8,
}

/// What ramming did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RammingResult {
    /// How far the other ship was thrown, in u.
    pub thrown_u: f32,
    /// How often your prediction was wrong.
    pub wrong_predictions: u32,
}

/// How deep in a rock a ship was drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InRock {
    pub snapshots_hz: u16,
    pub deep_u: f32,
}

/// A stream that stalled, beside datagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamStalled {
    /// How long nothing came by your stream.
    pub silent: Micros,
    /// How many snapshots came at once then.
    pub burst: u32,
    /// How long nothing came by the third player's datagrams, at most.
    pub datagrams_silent: Micros,
}

/// How many beams were fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeamsFired {
    pub yours: u32,
    pub theirs: u32,
}

/// Whether two who fire at each other were shot down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotDown {
    BothShips,
    NotBoth,
}

/// How much earlier than the other player you saw a free line of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeLines {
    pub earlier: Micros,
    /// How far your own ship was ahead of the server.
    pub lead: Micros,
    /// How far behind the server the other player drew you.
    pub lag: Micros,
}

/// What two rooms made of hits that were claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitsClaimed {
    /// Claims to the room that verifies them.
    pub n_claims: u32,
    /// How many of them it refused.
    pub n_refused: u32,
    /// Why it refused the newest.
    pub why: ClaimRefusal,
    /// Hits in the room that believes them.
    pub n_hits: u32,
    pub killed: Killed,
    /// From the first of those hits to the last.
    pub span: Micros,
}

/// Whether hits killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Killed {
    Yes,
    No,
}

/// A view that was claimed to be older than the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewBackwards {
    /// How much older than the true one was claimed.
    pub asked: Micros,
    /// How much older than the true one was used.
    pub gained: Micros,
    /// Why it was not the one that was claimed; none where it was.
    pub clamp: Option<Clamp>,
}

/// Shots that were tried without cooldown, beside an honest gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CooldownBypass {
    /// Bolts that left, in each column.
    pub n_bolts: [u32; 2],
    /// Commands in which the program pulled the trigger besides.
    pub n_lies: u32,
    /// The least time between two bolts of the liar's.
    pub apart: Micros,
}

/// A view that was claimed to be older than it was, beside an honest one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OldView {
    pub fates: [ShotFate; 2],
    /// How far back was judged, in each column.
    pub back: [Micros; 2],
    /// How far back was claimed.
    pub claimed: Micros,
    /// Why that was not used; none where it was.
    pub clamp: Option<Clamp>,
    /// How much of the ship's path the lie gains, in u.
    pub gained_u: f32,
}

/// How fast a world runs that waits for everybody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LockstepStatement {
    /// Ticks a second that it ran.
    pub ran_hz: f32,
    /// Ticks a second of its rate.
    pub rate_hz: u16,
    /// From a command to the picture that shows it.
    pub answers: Micros,
    /// Packets of commands a second.
    pub packets_up_hz: u32,
    /// Snapshots a second.
    pub packets_down_hz: u32,
}

/// What two ways of telling hits take: in the first column by two messages, in the second by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitMessageCost {
    pub n_shots: u32,
    pub n_messages: [u64; 2],
    /// From the trigger until the other player was told of the hit.
    pub told: [Micros; 2],
}

/// What it takes to predict everybody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EveryonePredicted {
    /// How far the other ship jumped, in u.
    pub jump_u: f32,
    /// From a command to the picture that shows it.
    pub answers: Micros,
    /// Ticks of all ships that are run again with each snapshot.
    pub rerun_ticks: u32,
    pub snapshots_hz: u32,
    /// How far behind your ship the others are drawn: what lies beyond the ticks that may be run.
    pub held: Micros,
}
