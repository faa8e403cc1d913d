//! A naive judge, written from docs/schemes.md in f64. From a shot, every ship's recorded poses and
//! the room's knowledge at each tick, it computes every ruling on the shot, with its tick. It is
//! called once for a whole shot and tests every ship in every stretch of the flight, without a
//! search, without candidates and without state between calls.
//!
//! It shares the game's value types (`base`, `sim`, a room's settings) but none of the game's
//! judging code, so it can check that code while it is rebuilt.
//!
//! The game judges in f32. Within [`NEAR_U`] of a threshold, or within a microsecond, either ruling
//! may be right: such a shot is answered with [`Answer::TooClose`].
#![allow(dead_code, reason = "each test uses a part of it")]

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
        side::Division,
    },
};

/// Closer than this to a threshold, either ruling may be right, in u.
pub(crate) const NEAR_U: f64 = 1.0 / 64.0;

/// A shot, and everything that a room knows when it judges it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'a> {
    pub(crate) rate: TickRate,
    pub(crate) arena: &'a Arena,
    /// The rules that the shot was fired under.
    pub(crate) netcode: RoomNetcode,
    pub(crate) division: Division,
    pub(crate) shot: Shot,
    /// Every ship after each tick, as sent to clients: by tick from 0 on, in seat order. Ticks
    /// after the tick of judging are ignored.
    pub(crate) past: &'a [Vec<ShipState>],
    /// The ticks of the snapshots sent to the shooter, in order; `None` if it sees every tick.
    pub(crate) sent: Option<&'a [Tick]>,
    /// Markers a second that ET per command stores, for each seat.
    pub(crate) marker_rates_hz: &'a [u16],
    /// The room's knowledge when it judged the shot, one entry for each tick from the shot's own
    /// on. The shot is judged in as many ticks.
    pub(crate) known: &'a [Known],
    /// The hits that its shooter claims, in the order of arrival.
    pub(crate) claims: &'a [Claim],
}

/// A shot as fired.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shot {
    pub(crate) shooter: ShipId,
    pub(crate) weapon: Weapon,
    /// The tick that executes it.
    pub(crate) tick: Tick,
    /// Where it leaves its ship, in u.
    pub(crate) muzzle: Vec2,
    pub(crate) aim: Turn,
    /// The view on its shooter's screen, from its command. With a span of 0, no pair is known.
    pub(crate) view: View,
    /// The latest view that its shooter has used before, in server time.
    pub(crate) floor: Micros,
    /// Round trip, as measured by echo.
    pub(crate) round_trip: Micros,
    /// From trigger to execution: half the round trip, and how long the command then waited.
    pub(crate) lead: Micros,
    /// The shooter's interpolation delay; 0 where nothing is interpolated.
    pub(crate) lerp: Micros,
    /// Bounds on the age of its shooter's view; `None` if nothing has been measured.
    pub(crate) line: Option<Line>,
    /// From being fired to being judged first: 0 in a room.
    pub(crate) transit: Micros,
}

/// How old a shooter's view may be, by recent measurements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// The greatest of the newest round trips.
    pub(crate) round_trip: Micros,
    /// The longest that a command waited for its tick.
    pub(crate) waited: Micros,
    /// The farthest that remote ships were drawn behind the newest snapshot.
    pub(crate) drawn_behind: Micros,
    /// How long after its key the shot is executed.
    pub(crate) late: Micros,
}

/// The state of a ship after a tick.
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

/// The room's knowledge at a tick, when the shot's turn has come.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// Every ship with a seat, in seat order, after the hits decided before this shot in the same
    /// tick.
    pub(crate) present: Vec<ShipState>,
    /// How many of the snapshots in [`Case::sent`] had been sent by then.
    pub(crate) n_sent: usize,
}

/// A shooter's claim of a hit, where the rule lets the shooter decide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    /// The tick at which it arrives, before the shot is judged at that tick.
    pub(crate) heard: Tick,
    pub(crate) victim: ShipId,
    /// The shot's age on the shooter's screen.
    pub(crate) age: Micros,
}

/// The judge's answer for a shot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// Every ruling on it, in order.
    Decided(Decided),
    /// Something is too close to a threshold; the string says what.
    TooClose(&'static str),
}

/// The rulings on a shot.
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
    /// In server time.
    pub(crate) at: Micros,
    /// Why it is not the claimed one.
    pub(crate) why: Option<ClampReason>,
}

/// Why a claimed moment is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClampReason {
    /// It is further back than the rule allows.
    Bound,
    /// It is in the future.
    Future,
    /// Its shooter has already used a later one.
    Backwards,
    /// It is older than the shooter's latency explains.
    Implausible,
    /// It is not the moment `D` ago.
    NotDelayed,
    /// It is further back than the cap by ping and the interpolation delay allow.
    PingCap,
}

/// A ruling on a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ruling {
    /// It hits a ship.
    Hit { victim: ShipId, age_us: Span, distance_u: Span, finality: Finality },
    /// A tentative hit becomes final.
    Settled { victim: ShipId },
    /// A tentative hit is undone, because another ship was hit earlier.
    Retracted { victim: ShipId, by: ShipId },
    /// A piercing bolt is over; its victims, in order of age.
    Pierced { victims: Victims },
    /// A rewound hit is vetoed by cover in the present.
    Vetoed { victim: ShipId },
    /// A claim is refused; `claim` is its index.
    Refused { claim: usize, why: Refusal },
    /// It is over without a hit. `void` is the first ship it met that did not count, because the
    /// life that was seen is over or has a shield; after a veto it is `None`.
    Over { void: Option<ShipId> },
}

/// Why a claim is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The shot already has a verdict.
    Decided,
    /// The shot has not reached that age, or ended before it.
    NotReached,
    /// The target was seen further back than the room allows.
    BeyondBound,
    /// The target does not exist, or did not.
    Gone,
    /// The life that was hit is over.
    LifeOver,
    /// The target has a shield.
    Shielded,
    /// The target was somewhere else.
    TooFar,
    /// Cover is between the shot and the target's present position.
    Cover,
    /// The target is on the shooter's side.
    Ally,
}

/// A quantity that f32 may place anywhere between two ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    pub(crate) least: f64,
    pub(crate) most: f64,
}

/// The closest approach of a shot to a ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pass {
    pub(crate) ship: ShipId,
    /// From the ship's centre, in u.
    pub(crate) distance_u: f64,
}

impl ShipState {
    /// The state of a ship after a tick.
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

/// Every ruling on a shot in the ticks of [`Case::known`].
pub(crate) fn judge(case: &Case) -> Answer {
    let judged = NaiveHitTest::new(case).and_then(|hit_test| {
        match (case.netcode.hit_rule, case.shot.weapon) {
            (HitRule::Claim | HitRule::Unverified, _) => claims::judge(&hit_test),
            (_, Weapon::Beam) => beam::judge(&hit_test),
            (HitRule::DelayedSync, Weapon::Laser) if !pierces(case) => deferred::judge(&hit_test),
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

/// The closest approach of a shot to every other ship until a tick in which it was still judged,
/// nearest first. For a bolt with a hit, the rest of that stretch is included. `None` if something
/// is too close to a threshold.
pub(crate) fn passes(case: &Case, until: Tick) -> Option<Vec<Pass>> {
    let hit_test = NaiveHitTest::new(case).ok()?;
    passes::passes(&hit_test, until).ok()
}
