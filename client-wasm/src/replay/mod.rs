//! Which replay is shown. The own death shows itself; later the player asks. A replay ends when the
//! player flies on, respawns or dismisses it, and asking once more leads to the shot's sheet. Pure:
//! the page passes the time, the own ship's life and the clips.

pub mod callouts;
pub mod clock;
pub mod decisive;
pub mod framing;
pub mod placement;
pub mod sentence;

use shared::{base::time::Micros, client::tape::TapeClip, sim::event::ShotId};
use web_ui::world::Motion;

use clock::{ReplayClock, ReplayMoment, Stage};

/// For how long the own ship's explosion is seen before the replay begins. Meanwhile the killing
/// shot appears on screens that draw shots late.
pub const AFTER_DEATH: Micros = Micros::from_ms(250);

/// A shot that can be replayed.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotClip {
    pub shot: ShotId,
    /// What this screen drew.
    pub clip: TapeClip,
    /// When the shot was fired and when it was decided on this screen, on the own clock.
    pub fired: Micros,
    pub decisive: Micros,
}

/// What asking next would do about the own death.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeathQuestion {
    /// Play it again.
    Again,
    /// Open the sheet, which says why it counted.
    Why,
}

/// What led to a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// The own death, by itself.
    Death,
    /// The player asked while down.
    AskedDown,
    /// The player asked while flying.
    AskedFlying,
}

/// A replay that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    pub shot_clip: ShotClip,
    pub occasion: Occasion,
    clock: ReplayClock,
}

impl Replay {
    fn begin(shot_clip: ShotClip, occasion: Occasion, now: Micros, motion: Motion) -> Self {
        let decisive = shot_clip.decisive;
        let span = shot_clip.clip.span().unwrap_or((decisive, decisive));
        let clock = ReplayClock::new(now, span, decisive, motion);
        Self { shot_clip, occasion, clock }
    }

    /// The moment shown.
    #[must_use]
    pub fn moment(&self, now: Micros) -> ReplayMoment {
        self.clock.at(now)
    }

    /// For how long it has stood at the decisive moment.
    #[must_use]
    pub fn held(&self, now: Micros) -> Micros {
        self.clock.held(now)
    }

    /// The decisive moment, on the own clock.
    #[must_use]
    pub fn decisive(&self) -> Micros {
        self.clock.decisive()
    }
}

/// The answer to a player who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A replay has begun.
    Replay,
    /// The player has seen the replay of this shot and wants its sheet.
    Sheet(ShotId),
    /// Nothing can be replayed.
    Nothing,
}

/// The replay shown, if any, and the one that the player may ask for.
#[derive(Clone, Debug, Default)]
pub struct Replays {
    /// The shot that keeps the own ship down now.
    killed_by: Option<ShotId>,
    /// When the clip of this death is cut and its replay begins.
    cut_at: Option<Micros>,
    /// The last own death.
    death: Option<ShotClip>,
    shown: Option<Replay>,
}

impl Replays {
    /// Follows the own ship's life, every frame: `killed_by` is the shot that keeps it down now,
    /// and `cut` makes the clip of the own death.
    pub fn follow(
        &mut self,
        now: Micros,
        killed_by: Option<ShotId>,
        motion: Motion,
        cut: impl FnOnce(ShotId) -> Option<ShotClip>,
    ) {
        if self.killed_by != killed_by {
            (self.killed_by, self.shown) = (killed_by, None);
            self.cut_at = killed_by.map(|_| now + AFTER_DEATH);
        }
        if self.cut_at.is_some_and(|at| at <= now) {
            self.cut_death(cut);
            let death = self.death.clone();
            self.shown = death.map(|death| Replay::begin(death, Occasion::Death, now, motion));
        }
    }

    /// The player asks for the newest shot: the death, or `own`, the newest own shot, if that was
    /// fired in a later life.
    pub fn ask(
        &mut self,
        now: Micros,
        motion: Motion,
        own: Option<ShotClip>,
        cut: impl FnOnce(ShotId) -> Option<ShotClip>,
    ) -> Asked {
        let is_asked = |replay: &mut Replay| replay.occasion != Occasion::Death;
        if let Some(replay) = self.shown.take_if(is_asked) {
            return Asked::Sheet(replay.shot_clip.shot);
        }
        if self.cut_at.is_some() {
            self.cut_death(cut);
        }
        let (newest, occasion) = match self.killed_by {
            Some(_) => (self.death.clone(), Occasion::AskedDown),
            None => (self.newest(own), Occasion::AskedFlying),
        };
        let Some(newest) = newest else { return Asked::Nothing };
        self.shown = Some(Replay::begin(newest, occasion, now, motion));
        Asked::Replay
    }

    /// Ends a replay that is shown while the ship flies. Returns whether there was one.
    pub fn fly_on(&mut self) -> bool {
        self.shown.take_if(|replay| replay.occasion == Occasion::AskedFlying).is_some()
    }

    /// Ends any replay. Returns whether one was shown.
    pub fn dismiss(&mut self) -> bool {
        self.shown.take().is_some()
    }

    /// Forgets everything of a match.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    #[must_use]
    pub fn shown(&self) -> Option<&Replay> {
        self.shown.as_ref()
    }

    /// What asking next would do about the own death; `None` while it plays or is about to.
    #[must_use]
    pub fn next_question(&self, now: Micros) -> Option<DeathQuestion> {
        let plays = |replay: &Replay| replay.moment(now).stage == Stage::Plays;
        match &self.shown {
            Some(replay) if replay.occasion != Occasion::Death => Some(DeathQuestion::Why),
            Some(replay) => (!plays(replay)).then_some(DeathQuestion::Again),
            None if self.cut_at.is_some() => None,
            None if self.death.is_none() => Some(DeathQuestion::Why),
            None => Some(DeathQuestion::Again),
        }
    }

    fn newest(&self, own: Option<ShotClip>) -> Option<ShotClip> {
        let Some(death) = &self.death else { return own };
        own.filter(|own| own.fired > death.decisive).or_else(|| Some(death.clone()))
    }

    fn cut_death(&mut self, cut: impl FnOnce(ShotId) -> Option<ShotClip>) {
        self.cut_at = None;
        self.death = self.killed_by.and_then(cut);
    }
}

#[cfg(test)]
mod tests {
    use shared::{
        base::{rng::Rng, time::Tick},
        sim::{event::Weapon, ship::ShipId},
    };

    use super::*;

    const MS: fn(i64) -> Micros = Micros::from_ms;

    fn shot(tick: u32) -> ShotId {
        let shooter = ShipId { idx: 1, generation: 0 };
        ShotId { tick: Tick(tick), shooter, weapon: Weapon::Laser }
    }

    fn clip(tick: u32, fired_ms: i64) -> ShotClip {
        let (fired, decisive) = (MS(fired_ms), MS(fired_ms + 300));
        ShotClip { shot: shot(tick), clip: TapeClip::default(), fired, decisive }
    }

    /// A ship shot down by shot 1 at 1300 ms on its own clock.
    fn down() -> Replays {
        let mut replays = Replays::default();
        follow(&mut replays, 0, Some(1));
        follow(&mut replays, 250, Some(1));
        replays
    }

    fn follow(replays: &mut Replays, now_ms: i64, killed_by: Option<u32>) {
        replays.follow(MS(now_ms), killed_by.map(shot), Motion::Full, |_| Some(clip(1, 1000)));
    }

    fn ask(replays: &mut Replays, own: Option<ShotClip>) -> Asked {
        replays.ask(MS(900), Motion::Full, own, |_| Some(clip(1, 1000)))
    }

    fn shown(replays: &Replays) -> Option<(ShotId, Occasion)> {
        replays.shown().map(|replay| (replay.shot_clip.shot, replay.occasion))
    }

    #[test]
    fn a_death_replays_itself_until_the_respawn() {
        let mut replays = Replays::default();
        for now_ms in [0, 249] {
            follow(&mut replays, now_ms, Some(1));
            assert_eq!(shown(&replays), None, "the explosion is seen first");
        }
        follow(&mut replays, 250, Some(1));
        assert_eq!(shown(&replays), Some((shot(1), Occasion::Death)));
        replays.follow(MS(400), Some(shot(1)), Motion::Full, |_| panic!("once"));
        assert_eq!(replays.shown().unwrap().moment(MS(400)).at, MS(1300), "an empty clip");
        follow(&mut replays, 2000, None);
        assert_eq!(shown(&replays), None);
    }

    #[test]
    fn while_down_asking_plays_again_and_then_opens_the_sheet() {
        let mut replays = down();
        assert_eq!(replays.next_question(MS(900)), Some(DeathQuestion::Again));
        assert_eq!(ask(&mut replays, Some(clip(7, 9000))), Asked::Replay);
        assert_eq!(shown(&replays), Some((shot(1), Occasion::AskedDown)), "not an own shot");
        assert!(!replays.fly_on(), "a ship that is down cannot fly on");
        assert_eq!(replays.next_question(MS(900)), Some(DeathQuestion::Why));
        assert_eq!(ask(&mut replays, None), Asked::Sheet(shot(1)));
        assert_eq!(shown(&replays), None, "the sheet takes its place");
        assert_eq!(ask(&mut replays, None), Asked::Replay);
        follow(&mut replays, 2000, None);
        assert_eq!(shown(&replays), None, "the respawn cuts it");
    }

    #[test]
    fn asking_does_not_wait_for_the_explosion() {
        let mut replays = Replays::default();
        follow(&mut replays, 0, Some(1));
        assert_eq!(replays.next_question(MS(100)), None, "nothing was seen yet");
        assert_eq!(ask(&mut replays, None), Asked::Replay);
        replays.follow(MS(900), Some(shot(1)), Motion::Full, |_| panic!("it was cut"));
        assert_eq!(shown(&replays), Some((shot(1), Occasion::AskedDown)));
    }

    #[test]
    fn in_flight_asking_shows_the_death_or_a_later_own_shot() {
        let mut replays = down();
        follow(&mut replays, 2000, None);
        for (own, want) in [(None, 1), (Some(clip(7, 1200)), 1), (Some(clip(8, 3000)), 8)] {
            assert_eq!(ask(&mut replays, own), Asked::Replay);
            assert_eq!(shown(&replays), Some((shot(want), Occasion::AskedFlying)));
            assert!(replays.fly_on());
            assert!(!replays.fly_on() && shown(&replays).is_none());
        }
        replays.clear();
        assert_eq!(ask(&mut replays, None), Asked::Nothing);
        assert_eq!(ask(&mut replays, Some(clip(7, 0))), Asked::Replay);
        assert!(replays.dismiss() && !replays.dismiss());
    }

    #[test]
    fn a_death_that_was_not_taped_shows_nothing() {
        let mut replays = down();
        follow(&mut replays, 2000, None);
        for now in [MS(3000), MS(3250)] {
            replays.follow(now, Some(shot(2)), Motion::Full, |_| None);
        }
        assert_eq!(shown(&replays), None, "nor the death before");
        assert_eq!(replays.next_question(MS(3300)), Some(DeathQuestion::Why));
        assert_eq!(ask(&mut replays, Some(clip(7, 0))), Asked::Nothing);
    }

    #[test]
    fn in_any_order_a_replay_belongs_to_the_life_it_is_shown_in() {
        for seed in 0..300 {
            let mut rng = Rng::new(seed, 0);
            let (mut replays, mut killed_by) = (Replays::default(), None);
            for step in 0..60 {
                let now = MS(step * 100);
                let taped = rng.below(4) > 0;
                let cut = |shot| taped.then(|| ShotClip { shot, ..clip(0, step * 100) });
                match rng.below(6) {
                    0 if killed_by.is_none() => killed_by = Some(shot(step as u32)),
                    0 => killed_by = None,
                    1 | 2 => {
                        let before = shown(&replays);
                        let own = taped.then(|| clip(900, step * 100));
                        let asked = replays.ask(now, Motion::Full, own, cut);
                        let was_asked = before.filter(|(_, why)| *why != Occasion::Death);
                        let sheet = was_asked.map(|(shot, _)| Asked::Sheet(shot));
                        assert!(sheet.is_none_or(|sheet| asked == sheet), "seed {seed}, {step}");
                        assert_eq!(asked == Asked::Replay, shown(&replays).is_some());
                    }
                    3 => drop(replays.fly_on()),
                    4 => drop(replays.dismiss()),
                    _ => {}
                }
                replays.follow(now, killed_by, Motion::Full, cut);
                let why = shown(&replays).map(|(_, why)| why);
                let flies = why == Some(Occasion::AskedFlying);
                assert!(why.is_none() || flies == killed_by.is_none(), "seed {seed}, {step}");
            }
        }
    }
}
