//! Derives the sounds of a frame from what it shows for the first time: its notices, shots and
//! effects, each heard exactly once. Runs once a frame, on the drawn scene.
//!
//! | sound | when |
//! |---|---|
//! | own shot | it is fired: at the press if it is predicted, else when the server reports it |
//! | another's shot | it is first drawn |
//! | contact | a shot meets a ship on this screen |
//! | confirmed, refused | the server's word on a hit by the player arrives |
//! | kill | the explosion is drawn |
//! | death, low hull | the server's word on the own ship arrives |

use std::collections::VecDeque;

use shared::{
    base::{geometry::Vec2, queue::push_bounded, time::Micros},
    client::{
        scene::{EffectKind, PlayerKind, Scene, SceneBeam, SceneEffect},
        status::Notice,
    },
    sim::{
        event::{Decision, ShotId, Weapon},
        rules::SHIP_RADIUS_U,
        ship::ShipId,
    },
};
use web_ui::{
    sound::{Origin, Sound, SoundKind},
    world::LOW_HEALTH,
};

/// After a longer gap between two frames, what happened in between is not heard.
const GAP_MAX: Micros = Micros::from_ms(500);
/// How long a kill by the player waits for its explosion, which is drawn when the view reaches it.
const EXPLOSION_MAX: Micros = Micros::from_ms(900);
/// A beam that ends this near to a ship's centre has met it, in u: the ship may have moved for a
/// frame since.
const BEAM_REACH_U: f32 = SHIP_RADIUS_U + 10.0;
/// Places closer than this are the same, in u.
const SAME_U: f32 = 1.0;
/// Cap on notices between two frames, and on kills without their explosions.
const KEPT_MAX: usize = 64;
/// Cap on remembered beams. One recharges for 0.9 s, so these are of the last 7 s.
const BEAMS_MAX: usize = 8;

/// A ship that the player shot down, whose explosion is not drawn yet.
#[derive(Clone, Copy, Debug)]
struct Killed {
    victim: ShipId,
    until: Micros,
}

/// An own beam that met a ship on this screen.
#[derive(Clone, Copy, Debug)]
struct MetBeam {
    shot: ShotId,
    at: Vec2,
    /// Whether it was heard that the server refused it.
    refused: bool,
}

/// What was heard so far.
#[derive(Clone, Debug, Default)]
pub struct Ears {
    /// Notices since the last frame, oldest first; up to [`KEPT_MAX`].
    notices: VecDeque<Notice>,
    /// Time of the last frame; `None` before the first.
    heard_at: Option<Micros>,
    /// The newest effect heard.
    effect: u32,
    /// Shots drawn in the last frame, ordered.
    shots: Vec<ShotId>,
    /// Ships drawn in the last frame, with their places.
    ships: Vec<(ShipId, Vec2)>,
    /// The camera's focus in the last frame.
    focus: Vec2,
    /// The newest own beams that met a ship on this screen; up to [`BEAMS_MAX`].
    met: VecDeque<MetBeam>,
    /// Up to [`KEPT_MAX`].
    killed: VecDeque<Killed>,
    hull_is_low: bool,
}

impl Ears {
    /// Takes a notice, which belongs to the next frame.
    pub fn note(&mut self, notice: &Notice) {
        push_bounded(&mut self.notices, notice.clone(), KEPT_MAX);
    }

    /// Forgets everything, before another match.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// The sounds of a frame. `verdict_of` is the server's verdict on an own shot, once known.
    pub fn hear(
        &mut self,
        now: Micros,
        scene: &Scene,
        verdict_of: impl Fn(ShotId) -> Option<Decision>,
    ) -> Vec<Sound> {
        let before = self.heard_at.replace(now);
        let mut sounds = Vec::new();
        let mut known_sparks = Vec::new();
        for notice in std::mem::take(&mut self.notices) {
            match notice {
                Notice::HitConfirmed { shot, victim, .. } if self.has_met(shot) => {
                    known_sparks.extend(self.place_of(victim));
                }
                Notice::Killed { victim } => {
                    let killed = Killed { victim, until: now + EXPLOSION_MAX };
                    push_bounded(&mut self.killed, killed, KEPT_MAX);
                }
                _ => {}
            }
            sounds.extend(self.of_notice(&notice, scene));
        }
        self.hear_shots(scene, &mut sounds);
        self.hear_refused_beams(scene, verdict_of, &mut sounds);
        self.hear_effects(scene, known_sparks, &mut sounds);
        self.hear_late_kills(now, &mut sounds);
        self.hear_hull(scene, &mut sounds);
        self.remember(scene);
        if before.is_none_or(|before| now - before > GAP_MAX) {
            sounds.clear();
        }
        sounds
    }

    /// The sound of a notice alone.
    fn of_notice(&self, notice: &Notice, scene: &Scene) -> Option<Sound> {
        let marked = |victim| match self.place_of(victim) {
            Some(at) => Origin::Marked(at - scene.focus),
            None => Origin::Own,
        };
        let (kind, origin) = match notice {
            Notice::Fired { weapon: Weapon::Laser } => (SoundKind::Laser, Origin::Own),
            Notice::Fired { weapon: Weapon::Beam } => (SoundKind::Beam, Origin::Own),
            Notice::HitConfirmed { victim, .. } => (SoundKind::Confirmed, marked(*victim)),
            Notice::HitUndone { victim, .. } => (SoundKind::Refused, marked(*victim)),
            Notice::Died { .. } => (SoundKind::Death, Origin::Own),
            _ => return None,
        };
        Some(Sound { kind, origin })
    }

    /// Shots of others that are drawn for the first time, and own beams that meet a ship.
    fn hear_shots(&mut self, scene: &Scene, sounds: &mut Vec<Sound>) {
        for bolt in scene.bolts.iter().filter(|bolt| bolt.owner != PlayerKind::You) {
            if self.is_new(bolt.shot) {
                sounds.push(in_world(SoundKind::Laser, bolt.pos, scene));
            }
        }
        for beam in &scene.beams {
            if !self.is_new(beam.shot) {
                continue;
            }
            if beam.owner != PlayerKind::You {
                sounds.push(in_world(SoundKind::Beam, beam.from, scene));
            } else if meets_a_ship(beam, scene) {
                sounds.push(in_world(SoundKind::Contact, beam.to, scene));
                let met = MetBeam { shot: beam.shot, at: beam.to, refused: false };
                push_bounded(&mut self.met, met, BEAMS_MAX);
            }
        }
    }

    /// Own beams that met a ship here but not by the server's verdict: unlike bolts, they leave no
    /// ring.
    fn hear_refused_beams(
        &mut self,
        scene: &Scene,
        verdict_of: impl Fn(ShotId) -> Option<Decision>,
        sounds: &mut Vec<Sound>,
    ) {
        for beam in self.met.iter_mut().filter(|beam| !beam.refused) {
            beam.refused = verdict_of(beam.shot).is_some_and(|verdict| verdict.hits().is_none());
            if beam.refused {
                let origin = Origin::Marked(beam.at - scene.focus);
                sounds.push(Sound { kind: SoundKind::Refused, origin });
            }
        }
    }

    fn is_new(&self, shot: ShotId) -> bool {
        self.shots.binary_search(&shot).is_err()
    }

    fn has_met(&self, shot: ShotId) -> bool {
        self.met.iter().any(|beam| beam.shot == shot)
    }

    /// Effects that are drawn for the first time. `known_sparks` are the places of sparks whose
    /// contact was heard before.
    fn hear_effects(
        &mut self,
        scene: &Scene,
        mut known_sparks: Vec<Vec2>,
        sounds: &mut Vec<Sound>,
    ) {
        let before = self.effect;
        for effect in scene.effects.iter().filter(|effect| effect.seed > before) {
            self.effect = self.effect.max(effect.seed);
            match effect.kind {
                EffectKind::Spark => {
                    let own = known_sparks.iter().position(|at| is_same(*at, effect.pos));
                    match own {
                        Some(own) => drop(known_sparks.swap_remove(own)),
                        None => sounds.push(in_world(SoundKind::Contact, effect.pos, scene)),
                    }
                }
                // The rings of hits that the server undid are at the ships' centres: a notice
                // reports those by the player. Other rings are where own bolts were refused.
                EffectKind::Undone if !self.is_at_ship(effect.pos) => {
                    let origin = Origin::Marked(effect.pos - scene.focus);
                    sounds.push(Sound { kind: SoundKind::Refused, origin });
                }
                EffectKind::Explosion => sounds.extend(self.explosion(effect, scene)),
                EffectKind::Undone
                | EffectKind::Dust
                | EffectKind::Arrival
                | EffectKind::Confirmed => {}
            }
        }
    }

    /// An explosion. That of the own ship is its death, which a notice reports.
    fn explosion(&mut self, effect: &SceneEffect, scene: &Scene) -> Option<Sound> {
        let hull = effect.cause.hull;
        if hull.is_some_and(|hull| hull.owner == PlayerKind::You) {
            return None;
        }
        let mut killed = self.killed.iter();
        let own = killed.position(|killed| hull.is_some_and(|hull| hull.ship == killed.victim));
        let Some(own) = own else { return Some(in_world(SoundKind::Kill, effect.pos, scene)) };
        self.killed.remove(own);
        let origin = Origin::Marked(effect.pos - scene.focus);
        Some(Sound { kind: SoundKind::OwnKill, origin })
    }

    /// Kills by the player whose explosions are not drawn.
    fn hear_late_kills(&mut self, now: Micros, sounds: &mut Vec<Sound>) {
        while self.killed.pop_front_if(|killed| killed.until <= now).is_some() {
            sounds.push(Sound { kind: SoundKind::OwnKill, origin: Origin::Own });
        }
    }

    fn hear_hull(&mut self, scene: &Scene, sounds: &mut Vec<Sound>) {
        let Some(own) = scene.own_ship() else {
            return;
        };
        let is_low = own.health < LOW_HEALTH;
        if is_low && !self.hull_is_low {
            sounds.push(Sound { kind: SoundKind::LowHull, origin: Origin::Own });
        }
        self.hull_is_low = is_low;
    }

    fn remember(&mut self, scene: &Scene) {
        self.shots.clear();
        self.shots.extend(scene.bolts.iter().map(|bolt| bolt.shot));
        self.shots.extend(scene.beams.iter().map(|beam| beam.shot));
        self.shots.sort_unstable();
        self.ships.clear();
        self.ships.extend(scene.ships.iter().map(|ship| (ship.id, ship.pos)));
        self.focus = scene.focus;
    }

    /// Where a ship was drawn in the last frame.
    fn place_of(&self, ship: ShipId) -> Option<Vec2> {
        self.ships.iter().find(|(id, _)| *id == ship).map(|(_, at)| *at)
    }

    /// Whether a place was the centre of a ship in the last frame, when events are shown.
    fn is_at_ship(&self, place: Vec2) -> bool {
        is_same(place, self.focus) || self.ships.iter().any(|(_, at)| is_same(*at, place))
    }
}

fn in_world(kind: SoundKind, at: Vec2, scene: &Scene) -> Sound {
    Sound { kind, origin: Origin::World(at - scene.focus) }
}

fn meets_a_ship(beam: &SceneBeam, scene: &Scene) -> bool {
    let hostile = scene.ships.iter().filter(|ship| ship.owner.is_hostile());
    hostile.map(|ship| ship.pos.distance(beam.to)).any(|away| away < BEAM_REACH_U)
}

fn is_same(one: Vec2, other: Vec2) -> bool {
    one.distance(other) < SAME_U
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::{
        base::{geometry::Turn, time::Tick},
        client::scene::{EffectCause, EffectHull, SceneBolt},
        sim::event::Finality,
    };
    use testkit::scene::ship;

    const FOCUS: Vec2 = Vec2::new(1600.0, 900.0);
    const TARGET: Vec2 = Vec2::new(1900.0, 900.0);
    const FRAME_MS: i64 = 16;

    fn id(idx: u16) -> ShipId {
        ShipId { idx, generation: 0 }
    }

    fn shot(tick: u32, shooter: u16, weapon: Weapon) -> ShotId {
        ShotId { tick: Tick(tick), shooter: id(shooter), weapon }
    }

    fn effect(kind: EffectKind, seed: u32, pos: Vec2) -> SceneEffect {
        SceneEffect { kind, pos, progress: 0.0, seed, cause: EffectCause::default() }
    }

    fn explosion(seed: u32, idx: u16, owner: PlayerKind) -> SceneEffect {
        let at = if owner == PlayerKind::You { FOCUS } else { TARGET };
        let hull = Some(EffectHull { ship: id(idx), owner, aim: Turn(0) });
        let cause = EffectCause { hull, ..EffectCause::default() };
        SceneEffect { cause, ..effect(EffectKind::Explosion, seed, at) }
    }

    /// The own ship and another one.
    fn scene() -> Scene {
        let ships = vec![ship(0, PlayerKind::You, FOCUS), ship(1, PlayerKind::Player, TARGET)];
        Scene { focus: FOCUS, ships, ..Scene::default() }
    }

    /// Ears in a running match, and what they hear frame by frame.
    struct Match {
        ears: Ears,
        now: Micros,
        verdict: Option<Decision>,
    }

    impl Match {
        fn new() -> Self {
            let mut new = Self { ears: Ears::default(), now: Micros::ZERO, verdict: None };
            assert_eq!(new.hear(&scene()), []);
            new
        }

        fn hear(&mut self, scene: &Scene) -> Vec<SoundKind> {
            self.sounds(scene).iter().map(|sound| sound.kind).collect()
        }

        fn sounds(&mut self, scene: &Scene) -> Vec<Sound> {
            self.now += Micros::from_ms(FRAME_MS);
            let verdict = self.verdict;
            self.ears.hear(self.now, scene, |_| verdict)
        }
    }

    fn confirmed(shot: ShotId) -> Notice {
        Notice::HitConfirmed { shot, victim: id(1), damage: 12 }
    }

    #[test]
    fn a_bolt_is_heard_at_the_press_at_its_contact_and_when_it_is_confirmed() {
        let mut game = Match::new();
        game.ears.note(&Notice::Fired { weapon: Weapon::Laser });
        let own = shot(60, 0, Weapon::Laser);
        let mut flying = scene();
        flying.bolts.push(SceneBolt {
            shot: own,
            owner: PlayerKind::You,
            pos: FOCUS,
            dir: Vec2::X,
        });
        assert_eq!(game.hear(&flying), [SoundKind::Laser]);
        assert_eq!(game.hear(&flying), []);
        let mut sparks = scene();
        let at = TARGET - Vec2::new(16.0, 0.0);
        sparks.effects.push(effect(EffectKind::Spark, 1, at));
        let heard = game.sounds(&sparks);
        let origin = Origin::World(at - FOCUS);
        assert_eq!(heard, [Sound { kind: SoundKind::Contact, origin }]);
        assert_eq!(game.hear(&sparks), []);
        game.ears.note(&confirmed(own));
        sparks.effects.push(effect(EffectKind::Confirmed, 2, TARGET));
        let heard = game.sounds(&sparks);
        let origin = Origin::Marked(TARGET - FOCUS);
        assert_eq!(heard, [Sound { kind: SoundKind::Confirmed, origin }]);
        assert_eq!(game.hear(&sparks), []);
    }

    /// The spark of a beam is drawn when the server reports the hit; the contact is heard at once.
    #[test]
    fn a_beam_meets_its_target_at_the_press() {
        for (verdict, want) in [
            (Decision::Hit { victim: id(1), finality: Finality::Final }, SoundKind::Confirmed),
            (Decision::Missed, SoundKind::Refused),
        ] {
            let mut game = Match::new();
            game.ears.note(&Notice::Fired { weapon: Weapon::Beam });
            let own = shot(60, 0, Weapon::Beam);
            let mut fired = scene();
            let to = TARGET - Vec2::new(16.0, 0.0);
            let (from, owner) = (FOCUS, PlayerKind::You);
            fired.beams.push(SceneBeam { shot: own, owner, from, to, glow: 1.0 });
            assert_eq!(game.hear(&fired), [SoundKind::Beam, SoundKind::Contact]);
            game.verdict = Some(verdict);
            if verdict.hits().is_some() {
                game.ears.note(&confirmed(own));
                fired.effects.push(effect(EffectKind::Spark, 1, TARGET));
                fired.effects.push(effect(EffectKind::Confirmed, 2, TARGET));
            }
            assert_eq!(game.hear(&fired), [want]);
            assert_eq!(game.hear(&fired), []);
        }
        // A beam that meets nobody here makes a contact only if the server reports a hit.
        let mut game = Match::new();
        let own = shot(60, 0, Weapon::Beam);
        let mut fired = scene();
        let (from, to) = (FOCUS, FOCUS + Vec2::new(0.0, 400.0));
        fired.beams.push(SceneBeam { shot: own, owner: PlayerKind::You, from, to, glow: 1.0 });
        assert_eq!(game.hear(&fired), []);
        game.ears.note(&confirmed(own));
        fired.effects.push(effect(EffectKind::Spark, 1, TARGET));
        assert_eq!(game.hear(&fired), [SoundKind::Confirmed, SoundKind::Contact]);
    }

    #[test]
    fn shots_of_others_are_heard_when_they_are_drawn() {
        let mut game = Match::new();
        let mut seen = scene();
        seen.bolts.push(SceneBolt {
            shot: shot(60, 1, Weapon::Laser),
            owner: PlayerKind::Player,
            pos: TARGET,
            dir: Vec2::X,
        });
        let beam = shot(60, 1, Weapon::Beam);
        let (from, owner) = (TARGET, PlayerKind::Bot);
        seen.beams.push(SceneBeam { shot: beam, owner, from, to: FOCUS, glow: 1.0 });
        let origin = Origin::World(TARGET - FOCUS);
        let want = [SoundKind::Laser, SoundKind::Beam].map(|kind| Sound { kind, origin });
        assert_eq!(game.sounds(&seen), want);
        assert_eq!(game.hear(&seen), []);
        assert_eq!(game.hear(&scene()), []);
    }

    #[test]
    fn undone_hits_are_heard_once_and_only_by_their_shooter() {
        let ring = |seed, at| {
            let mut scene = scene();
            scene.effects.push(effect(EffectKind::Undone, seed, at));
            scene
        };
        let mut game = Match::new();
        assert_eq!(game.hear(&ring(1, TARGET)), [], "another player's hit");
        let undone = Notice::HitUndone { shot: shot(60, 0, Weapon::Laser), victim: id(1) };
        game.ears.note(&undone);
        assert_eq!(game.hear(&ring(2, TARGET)), [SoundKind::Refused]);
        let sparked = TARGET - Vec2::new(16.0, 0.0);
        assert_eq!(game.hear(&ring(3, sparked)), [SoundKind::Refused], "a refused bolt");
        assert_eq!(game.hear(&ring(3, sparked)), []);
    }

    #[test]
    fn a_kill_is_heard_with_its_explosion_and_the_players_own_is_fuller() {
        let seen = |seed, idx| {
            let mut scene = scene();
            scene.effects.push(explosion(seed, idx, PlayerKind::Player));
            scene
        };
        let mut game = Match::new();
        let origin = Origin::World(TARGET - FOCUS);
        let heard = game.sounds(&seen(1, 1));
        assert_eq!(heard, [Sound { kind: SoundKind::Kill, origin }]);
        assert_eq!(game.hear(&scene()), []);
        game.ears.note(&Notice::Killed { victim: id(1) });
        assert_eq!(game.hear(&scene()), [], "its explosion is not drawn yet");
        assert_eq!(game.hear(&seen(2, 2)), [SoundKind::Kill], "that of another ship");
        assert_eq!(game.hear(&seen(3, 1)), [SoundKind::OwnKill]);
        assert_eq!(game.hear(&seen(3, 1)), []);
        // The explosion of a ship that is not drawn.
        game.ears.note(&Notice::Killed { victim: id(7) });
        assert_eq!(game.hear(&scene()), []);
        let later: Vec<SoundKind> = (0..80).flat_map(|_| game.hear(&scene())).collect();
        assert_eq!(later, [SoundKind::OwnKill]);
    }

    #[test]
    fn the_own_death_is_no_kill() {
        let mut game = Match::new();
        game.ears.note(&Notice::Died { by: id(1), weapon: Weapon::Laser, from: None });
        let mut dead = scene();
        dead.ships.remove(0);
        dead.effects.push(explosion(1, 0, PlayerKind::You));
        dead.effects.push(explosion(2, 1, PlayerKind::Player));
        assert_eq!(game.hear(&dead), [SoundKind::Death, SoundKind::Kill]);
        assert_eq!(game.hear(&dead), []);
    }

    #[test]
    fn the_alarm_sounds_each_time_the_hull_becomes_low() {
        let mut game = Match::new();
        let rows = [(40, 0), (30, 0), (29, 1), (5, 0), (100, 0), (20, 1), (28, 0)];
        for (health, times) in rows {
            let mut scene = scene();
            scene.ships[0].health = health;
            assert_eq!(game.hear(&scene).len(), times, "{health}");
        }
    }

    #[test]
    fn what_happened_while_no_frames_ran_is_not_heard() {
        let mut game = Match::new();
        game.now += Micros::from_ms(2000);
        game.ears.note(&Notice::Fired { weapon: Weapon::Laser });
        let mut later = scene();
        later.effects.push(effect(EffectKind::Spark, 9, TARGET));
        assert_eq!(game.hear(&later), []);
        assert_eq!(game.hear(&later), []);
        game.ears.reset();
        later.effects[0].seed = 1;
        assert_eq!(game.hear(&later), [], "another match begins");
        later.effects.push(effect(EffectKind::Spark, 2, TARGET));
        assert_eq!(game.hear(&later), [SoundKind::Contact]);
    }
}
