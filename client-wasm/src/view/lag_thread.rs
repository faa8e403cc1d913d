//! Which lag thread gets a figure, and what the figure says. A thread leads from a ship as drawn to
//! where the newest snapshot has it. Runs every frame; its results change slowly enough to be read.

use shared::{
    base::{
        geometry::{Segment, Vec2, nearest_approach},
        time::Micros,
    },
    client::scene::{GhostKind, PoseSource, Scene},
    sim::{
        rules::{BEAM_RANGE_U, SHIP_RADIUS_U},
        ship::ShipId,
    },
};
use web_ui::canvas::camera::share;

/// A thread gets a figure from the first length on, and keeps it down to the second, in u.
const LONG_U: f32 = SHIP_RADIUS_U * 1.2;
const SHORT_U: f32 = SHIP_RADIUS_U;
/// Least time between two choices of a ship.
const STAYS: Micros = Micros::from_ms(600);
/// Another ship takes over if it is off the aim by less than this share of what the one shown is.
const TAKES_OVER: f32 = 0.6;
/// Distance from the own ship counts less than distance from the line of its aim, by this factor.
const NEARNESS: f32 = 0.25;
/// The figure is the mean over this time.
const MEAN_OVER: Micros = Micros::from_ms(500);
/// How fast the mean length follows the length, per s.
const FOLLOWS_PER_S: f32 = 8.0;

/// A thread with its figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MeasuredThread {
    /// From the ship as drawn to where the newest snapshot has it on average, in u: a figure at it
    /// glides with the ship.
    pub(super) line: Segment,
    /// The time between the two.
    pub(super) lag: Micros,
}

/// The ship whose thread gets the figure, and the figure.
#[derive(Clone, Debug, Default)]
pub(super) struct LagThread {
    ship: Option<ShipId>,
    /// When it was chosen.
    chosen_at: Option<Micros>,
    /// The mean of its thread, in u.
    reach: Vec2,
    updated_at: Micros,
    mean: Mean,
}

/// A mean that is renewed whenever its time is over.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    since: Option<Micros>,
    sum: Micros,
    n: i64,
    last: Option<Micros>,
}

/// A thread of the picture.
#[derive(Clone, Copy, Debug)]
struct Thread {
    ship: ShipId,
    line: Segment,
    /// Of the ship, in u/s.
    speed: f32,
}

impl LagThread {
    /// Chooses the thread of a frame among those in the picture, and measures it. `sees` tells
    /// whether a position is in the picture.
    pub(super) fn update(
        &mut self,
        now: Micros,
        scene: &Scene,
        sees: impl Fn(Vec2) -> bool,
    ) -> Option<MeasuredThread> {
        let dt = now - self.updated_at;
        self.updated_at = now;
        if dt > MEAN_OVER {
            self.mean = Mean::default();
        }
        let lag = self.mean.of(now, scene.newest_ahead?).filter(|lag| *lag > Micros::ZERO)?;
        let before = self.ship;
        let chosen = self.choose((now, lag), scene, sees);
        self.ship = chosen.map(|thread| thread.ship);
        let thread = chosen?;
        let way = thread.line.to - thread.line.from;
        if self.ship == before {
            self.reach += (way - self.reach) * share(FOLLOWS_PER_S, dt.as_s_f32());
        } else {
            (self.reach, self.chosen_at) = (way, Some(now));
        }
        let line = Segment::new(thread.line.from, thread.line.from + self.reach);
        Some(MeasuredThread { line, lag })
    }

    /// The thread nearest to the aim, unless the one shown is nearly as near.
    fn choose(
        &self,
        (now, lag): (Micros, Micros),
        scene: &Scene,
        sees: impl Fn(Vec2) -> bool,
    ) -> Option<Thread> {
        let is_seen = |thread: &Thread| sees(thread.line.from) && sees(thread.line.to);
        let seen: Vec<Thread> = threads(scene).filter(is_seen).collect();
        let off = |thread: &Thread| off_aim(scene, thread.line.from);
        // On average: a thread grows until the next snapshot, thirty times a second.
        let is_over = |thread: &Thread, length_u| thread.speed * lag.as_s_f32() >= length_u;
        let is_shown = |thread: &&Thread| Some(thread.ship) == self.ship;
        let shown = seen.iter().find(is_shown).filter(|thread| is_over(thread, SHORT_U));
        let long = seen.iter().filter(|thread| is_over(thread, LONG_U));
        let nearest = long.min_by(|a, b| off(a).total_cmp(&off(b)));
        let is_due = self.chosen_at.is_none_or(|at| now - at >= STAYS);
        let wins = |other: &&Thread| shown.is_none_or(|shown| off(other) < TAKES_OVER * off(shown));
        nearest.filter(|_| is_due).filter(wins).or(shown).copied()
    }
}

impl Mean {
    /// The last mean, after another value; `None` before the first.
    fn of(&mut self, now: Micros, value: Micros) -> Option<Micros> {
        let since = *self.since.get_or_insert(now);
        self.sum += value;
        self.n += 1;
        if now - since >= MEAN_OVER {
            *self = Self { last: Some(Micros(self.sum.0 / self.n)), ..Self::default() };
        }
        self.last
    }
}

/// The threads of the ships that are drawn between two snapshots. Elsewhere the drawn pose is a
/// guess, which has no age.
fn threads(scene: &Scene) -> impl Iterator<Item = Thread> {
    let newest = scene.ghosts.iter().filter(|ghost| ghost.kind == GhostKind::Server);
    newest.filter_map(|ghost| {
        let ship = scene.ship(ghost.ship)?;
        let line = Segment::new(ship.pos, ghost.pos);
        let thread = Thread { ship: ship.id, line, speed: ship.vel.length() };
        (ship.source == PoseSource::Interpolated).then_some(thread)
    })
}

/// How far a ship is from what the player aims at, in u: from the line of the aim, and a little
/// from the own ship; while that is down, from the focus.
fn off_aim(scene: &Scene, at: Vec2) -> f32 {
    let Some(own) = scene.own_ship() else { return at.distance(scene.focus) };
    let aim = Segment::new(own.pos, own.pos + own.aim.unit() * BEAM_RANGE_U);
    nearest_approach(aim, Segment::still(at)).distance + NEARNESS * at.distance(own.pos)
}

#[cfg(test)]
mod tests {
    use shared::client::scene::{PlayerKind, SceneGhost, SceneShip};

    use super::*;

    const OWN: Vec2 = Vec2::new(1000.0, 1000.0);
    const FRAME: Micros = Micros(16_667);
    const LAG: Micros = Micros::from_ms(110);

    fn id(idx: u16) -> ShipId {
        ShipId { idx, generation: 0 }
    }

    fn ship(idx: u16, pos: Vec2) -> SceneShip {
        let owner = if idx == 0 { PlayerKind::You } else { PlayerKind::Player };
        testkit::scene::ship(idx, owner, pos)
    }

    /// The own ship, which aims to the right, and others: where they are drawn and how far they fly
    /// until the newest snapshot.
    fn scene(others: &[(Vec2, f32)]) -> Scene {
        let placed = |n: usize| (n as u16 + 1, OWN + others[n].0);
        let ships = (0..others.len()).map(|n| {
            let (idx, pos) = placed(n);
            SceneShip { vel: Vec2::new(0.0, others[n].1 / LAG.as_s_f32()), ..ship(idx, pos) }
        });
        let ghosts = (0..others.len()).map(|n| {
            let (idx, pos) = placed(n);
            let pos = pos + Vec2::new(0.0, others[n].1);
            SceneGhost { kind: GhostKind::Server, ship: id(idx), shot: None, pos, fade: 1.0 }
        });
        Scene {
            focus: OWN,
            ships: [ship(0, OWN)].into_iter().chain(ships).collect(),
            ghosts: ghosts.collect(),
            newest_ahead: Some(LAG),
            ..Scene::default()
        }
    }

    /// One that has measured for a while, up to time zero.
    fn measuring() -> LagThread {
        LagThread { mean: Mean { last: Some(LAG), ..Mean::default() }, ..LagThread::default() }
    }

    fn shown(thread: &mut LagThread, now: Micros, scene: &Scene) -> Option<ShipId> {
        thread.update(now, scene, |_| true).and(thread.ship)
    }

    #[test]
    fn the_ship_aimed_at_has_the_figure_or_else_the_nearest() {
        let aside = (Vec2::new(0.0, -100.0), 40.0);
        let ahead = (Vec2::new(300.0, 20.0), 40.0);
        let rows = [
            (vec![aside, ahead], Some(2), "the one aimed at"),
            (vec![aside, (-ahead.0, 40.0)], Some(1), "the nearest, if it aims at none"),
            (vec![aside, (ahead.0, 12.0)], Some(1), "a short thread has no figure"),
            (vec![(aside.0, 12.0)], None, "nor has a ship that hardly moves"),
            (vec![], None, "nobody there"),
        ];
        for (others, want, why) in rows {
            let got = shown(&mut measuring(), Micros::ZERO, &scene(&others));
            assert_eq!(got, want.map(id), "{why}");
        }
        let mut of_the_dead = scene(&[(Vec2::new(0.0, 90.0), 40.0), (Vec2::new(200.0, 0.0), 40.0)]);
        of_the_dead.ships.remove(0);
        let nearest = shown(&mut measuring(), Micros::ZERO, &of_the_dead);
        assert_eq!(nearest, Some(id(1)), "nearest to where the own ship went down");
        let unseen = measuring().update(Micros::ZERO, &scene(&[ahead]), |_| false);
        assert_eq!(unseen, None);
    }

    #[test]
    fn a_guess_has_no_figure() {
        let drawn = |source| {
            let mut scene = scene(&[(Vec2::new(300.0, 0.0), 40.0)]);
            scene.ships[1].source = source;
            shown(&mut measuring(), Micros::ZERO, &scene)
        };
        assert_eq!(drawn(PoseSource::Interpolated), Some(id(1)));
        for source in [PoseSource::Extrapolated, PoseSource::Chasing, PoseSource::Held] {
            assert_eq!(drawn(source), None, "{source:?}");
        }
        let unknown = Scene { newest_ahead: None, ..scene(&[(Vec2::new(300.0, 0.0), 40.0)]) };
        assert_eq!(shown(&mut measuring(), Micros::ZERO, &unknown), None);
    }

    #[test]
    fn the_figure_does_not_flicker_between_ships() {
        let (mut thread, mut changes, mut now) = (measuring(), Vec::new(), Micros::ZERO);
        let mut before = None;
        for n in 0..600 {
            // Two ships close to the aim, in turn the nearer one; threads as snapshots come.
            let sway = if n % 2 == 0 { 8.0 } else { -8.0 };
            let length = if n % 3 == 2 { SHORT_U + 2.0 } else { LONG_U + 4.0 };
            let others =
                [(Vec2::new(250.0, 30.0 + sway), length), (Vec2::new(250.0, -30.0 + sway), length)];
            let got = shown(&mut thread, now, &scene(&others));
            assert!(got.is_some(), "frame {n}");
            if got != before {
                changes.push(n);
            }
            (before, now) = (got, now + FRAME);
        }
        assert_eq!(changes, [0], "the first of the two keeps it");
        // One that is aimed at clearly better takes over, once.
        let clearly = scene(&[(Vec2::new(250.0, 200.0), 40.0), (Vec2::new(250.0, 0.0), 40.0)]);
        for n in 0..60 {
            let got = shown(&mut thread, now + Micros(FRAME.0 * n), &clearly);
            assert_eq!(got, Some(id(2)), "frame {n}");
        }
    }

    #[test]
    fn two_choices_are_apart_whatever_happens() {
        let (mut thread, mut changed_at, mut before) = (measuring(), Vec::new(), None);
        for n in 0..600 {
            let now = Micros(FRAME.0 * n);
            // The aim leaps from one ship to the other, and threads come and go.
            let aimed = if (n / 5) % 2 == 0 { [0.0, 300.0] } else { [300.0, 0.0] };
            let length = if n % 70 < 20 { 0.0 } else { 40.0 };
            let others = aimed.map(|y| (Vec2::new(250.0, y), length));
            let got = shown(&mut thread, now, &scene(&others));
            if got.is_some() && got != before {
                changed_at.push(now);
            }
            before = got;
        }
        assert!(changed_at.len() > 5, "{changed_at:?}");
        for pair in changed_at.windows(2) {
            assert!(pair[1] - pair[0] >= STAYS, "{pair:?}");
        }
    }

    /// What is said in the frames of four seconds, of which each second one has this and the others
    /// have that much to the newest snapshot, in ms.
    fn said(ahead_ms: [i64; 2]) -> Vec<Option<Micros>> {
        let mut thread = LagThread::default();
        let frames = 0..240_usize;
        let said = frames.map(|n| {
            let ahead = Some(Micros::from_ms(ahead_ms[n % 2]));
            let scene = Scene { newest_ahead: ahead, ..scene(&[(Vec2::new(250.0, 0.0), 40.0)]) };
            thread.update(Micros(FRAME.0 * n as i64), &scene, |_| true).map(|thread| thread.lag)
        });
        said.collect()
    }

    #[test]
    fn the_figure_is_a_mean_that_is_renewed_twice_a_second() {
        let said_ms = said([120, 100]);
        let changes = said_ms.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!((1..=8).contains(&changes), "{changes} changes in four seconds");
        assert_eq!(said_ms[0], None, "nothing is measured yet");
        for lag in said_ms.iter().skip(40) {
            assert!(lag.is_some_and(|lag| (lag.0 - 110_000).abs() < 1_000), "{lag:?}");
        }
        // Where ships are drawn beyond the newest snapshot there is nothing to say.
        assert_eq!(said([-10, -30]), vec![None; 240]);
    }
}
