//! A naive judge, written from docs/schemes.md in f64: a shot, everybody's recorded poses and what
//! a room knew at each tick go in, everything that is decided of the shot comes out, each with its
//! tick. It is asked once for a whole shot and looks at everybody in every stretch of its flight:
//! no search, no candidates, and nothing is kept from one call to the next.
//!
//! It knows the values that the game speaks of (`base`, `sim`, a room's settings) and nothing of
//! how the game's own judge is made, so it watches that judge while it is rebuilt.
//!
//! The game judges in f32. What lies within [`NEAR_U`] of a threshold, or within a microsecond,
//! may honestly be decided either way: such a shot is answered by [`Answer::TooClose`].
#![allow(dead_code, reason = "each test uses some of it")]

mod beam;
mod bolt;
mod claims;
mod close;
mod cover;
mod deferred;
mod flight;
mod hit_test;
mod markers;
mod meeting;
mod passes;
mod places;
mod point;
mod source;
mod view;

use close::Close;
use hit_test::NaiveHitTest;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{Micros, Tick, TickRate},
    },
    netcode::{
        choices::{HitRule, Piercing},
        values::RoomNetcode,
    },
    sim::{
        arena::Arena,
        command::View,
        event::{Finality, Victims, Weapon},
        ship::{Ship, ShipId},
    },
};

/// What is nearer than this to a threshold may be decided either way, in u.
pub(crate) const NEAR_U: f64 = 1.0 / 64.0;

/// A shot, and everything that a room knows when it judges it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'a> {
    pub(crate) rate: TickRate,
    pub(crate) arena: &'a Arena,
    /// The rules that the shot was fired under.
    pub(crate) netcode: RoomNetcode,
    pub(crate) shot: Shot,
    /// Everybody after each tick, as clients are sent it: by tick from 0 on, in the order of the
    /// seats. What lies after the tick of judging is not looked at.
    pub(crate) past: &'a [Vec<ShipState>],
    /// The ticks of which the shooter is sent snapshots, in order; `None` where it sees every tick.
    pub(crate) sent: Option<&'a [Tick]>,
    /// How many markers a second ET per command stores of each seat.
    pub(crate) marker_rates_hz: &'a [u16],
    /// What was known when the shot was judged: one for each tick from the shot's own on. The shot
    /// is judged at as many ticks as there are.
    pub(crate) known: &'a [Known],
    /// What its shooter says it hit, in the order in which that is heard.
    pub(crate) claims: &'a [Claim],
}

/// A shot as it is fired.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shot {
    pub(crate) shooter: ShipId,
    pub(crate) weapon: Weapon,
    /// The tick that executes it.
    pub(crate) tick: Tick,
    /// Where it leaves its ship, in u.
    pub(crate) muzzle: Vec2,
    pub(crate) aim: Turn,
    /// What was on its shooter's screen, as its command says. Of a span of 0 no pair is known.
    pub(crate) view: View,
    /// The latest moment that its shooter looked at before, on the server's line.
    pub(crate) floor: Micros,
    /// Round trip, as measured by echo.
    pub(crate) round_trip: Micros,
    /// From trigger to execution: half the round trip, and how long the command then waited.
    pub(crate) lead: Micros,
    /// The shooter's interpolation delay; 0 where nothing is interpolated.
    pub(crate) lerp: Micros,
    /// What is known of how old its shooter's picture may be; `None` where nothing is.
    pub(crate) line: Option<Line>,
    /// From being fired to being judged first: 0 in a room.
    pub(crate) transit: Micros,
}

/// How old a shooter's picture may be, by what was measured of late.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// The greatest of the newest round trips.
    pub(crate) round_trip: Micros,
    /// The longest that a command waited for its tick.
    pub(crate) waited: Micros,
    /// The farthest behind the news that the others were drawn.
    pub(crate) drawn_behind: Micros,
    /// How long after its key the shot is executed.
    pub(crate) late: Micros,
}

/// A ship as it stood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ShipState {
    pub(crate) ship: ShipId,
    /// In u.
    pub(crate) pos: Vec2,
    /// Which of its lives; a teleport counts as one.
    pub(crate) life: u16,
    pub(crate) alive: bool,
    pub(crate) shielded: bool,
}

/// What a room knows at a tick, when the shot's turn has come.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// Everybody who has a seat, in the order of the seats, as hits that were decided before this
    /// shot in the same tick have left them.
    pub(crate) present: Vec<ShipState>,
    /// How many of the snapshots in [`Case::sent`] had been sent by then.
    pub(crate) n_sent: usize,
}

/// What a shooter says it hit, where the rule lets it decide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    /// The tick at which that is heard, before the shot is judged at that tick.
    pub(crate) heard: Tick,
    pub(crate) victim: ShipId,
    /// The shot's age on the shooter's screen.
    pub(crate) age: Micros,
}

/// What the judge says of a shot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// What was decided of it, in order.
    Decided(Decided),
    /// Something lies too close to a threshold, and what.
    TooClose(&'static str),
}

/// What was decided of a shot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Decided {
    /// The moment of its targets at age 0.
    pub(crate) used: UsedMoment,
    /// The rulings with their ticks, in order.
    pub(crate) rulings: Vec<(Tick, Ruling)>,
}

/// The moment that a shot looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct UsedMoment {
    /// On the server's line.
    pub(crate) at: Micros,
    /// Why it is not the one that was claimed.
    pub(crate) why: Option<ClampReason>,
}

/// Why a moment that was claimed is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClampReason {
    /// It lies further back than the rule allows.
    Bound,
    /// It has not come yet.
    Future,
    /// Its shooter looked at a later one before.
    Backwards,
    /// It is too far from what the latency says.
    Implausible,
    /// It is not the moment `D` ago.
    NotDelayed,
    /// It lies further back than the cap by ping and the interpolation delay allow.
    PingCap,
}

/// Something that is decided of a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ruling {
    /// It hits somebody.
    Hit { victim: ShipId, age_us: Span, distance_u: Span, finality: Finality },
    /// A tentative hit stands.
    Settled { victim: ShipId },
    /// A tentative hit is undone, for another ship was hit before.
    Retracted { victim: ShipId, by: ShipId },
    /// A bolt that pierces is over, and whom it hit, in order of its age.
    Pierced { victims: Victims },
    /// A rewound hit is vetoed by cover in the present.
    Vetoed { victim: ShipId },
    /// A claim is not plausible: which of them, from 0.
    Refused { claim: usize, why: Refusal },
    /// It is over without a hit; and the first ship it met that did not count, as the life that was
    /// seen is over or a shield holds. After a veto none is named.
    Over { void: Option<ShipId> },
}

/// Why a claim does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// There is a verdict on the shot already.
    Decided,
    /// The shot is not that old yet, or it ended before.
    NotReached,
    /// The target was seen further back than the room allows.
    BeyondBound,
    /// The target is not there, or was not.
    Gone,
    /// The life that was hit is over.
    LifeOver,
    /// A shield holds.
    Shielded,
    /// The target was not there.
    TooFar,
    /// Cover is between the shot and where the target is now.
    Cover,
}

/// A quantity that f32 may find anywhere between two ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    pub(crate) least: f64,
    pub(crate) most: f64,
}

/// How near a shot came to a ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pass {
    pub(crate) ship: ShipId,
    /// From the ship's centre, in u.
    pub(crate) distance_u: f64,
}

impl ShipState {
    /// A ship as it stands after a tick.
    pub(crate) fn of(ship: &Ship, tick: Tick) -> Self {
        Self {
            ship: ship.id,
            pos: ship.body.pos,
            life: ship.life,
            alive: ship.alive(),
            shielded: ship.shielded(tick),
        }
    }
}

/// Everything that is decided of a shot at the ticks of [`Case::known`].
pub(crate) fn judge(case: &Case) -> Answer {
    let judged = NaiveHitTest::new(case).and_then(|hit_test| {
        match (case.netcode.hit_rule, case.shot.weapon) {
            (HitRule::Claim | HitRule::Unverified, _) => claims::judge(&hit_test),
            (_, Weapon::Beam) => beam::judge(&hit_test),
            (HitRule::Deferred, Weapon::Laser) if !pierces(case) => deferred::judge(&hit_test),
            (_, Weapon::Laser) => flight::judge(&hit_test),
        }
    });
    match judged {
        Ok(decided) => Answer::Decided(decided),
        Err(Close(what)) => Answer::TooClose(what),
    }
}

/// Whether a bolt flies on through the ships that it hits.
fn pierces(case: &Case) -> bool {
    case.shot.weapon == Weapon::Laser && case.netcode.piercing == Piercing::On
}

/// How near a shot came to everybody else by a tick at which it was still judged, the nearest
/// first. (Of a bolt that hits somebody, what the rest of that stretch passes is told as well.)
/// `None` where something lies too close to a threshold.
pub(crate) fn passes(case: &Case, until: Tick) -> Option<Vec<Pass>> {
    let hit_test = NaiveHitTest::new(case).ok()?;
    passes::passes(&hit_test, until).ok()
}
