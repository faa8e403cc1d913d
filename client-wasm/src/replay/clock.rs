//! Which moment a replay shows: the last second before the decisive moment at real speed, then the
//! decisive moment for as long as the replay lasts.

use shared::base::time::Micros;
use web_ui::world::Motion;

/// How much is played.
pub const LENGTH: Micros = Micros::from_ms(1_000);

/// A replay's stages, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Plays,
    /// It stands at the decisive moment.
    Holds,
}

/// The moment shown at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplayMoment {
    pub stage: Stage,
    /// On the own clock of the screen replayed.
    pub at: Micros,
    /// How much has been played: from 0 to 1 at the decisive moment.
    pub share: f32,
}

/// Maps the page's clock to the own clock of the screen replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayClock {
    /// When it begins, on the page's clock.
    begins: Micros,
    /// The first moment shown and the decisive one, on the own clock.
    first: Micros,
    decisive: Micros,
}

impl ReplayClock {
    /// The clock of a replay of what was taped between two times; the decisive moment is moved into
    /// it. Where motion is reduced, only the decisive moment is shown.
    #[must_use]
    pub fn new(
        begins: Micros,
        (taped, ended): (Micros, Micros),
        decisive: Micros,
        motion: Motion,
    ) -> Self {
        let decisive = decisive.max(taped).min(ended.max(taped));
        let first = match motion {
            Motion::Full => taped.max(decisive - LENGTH),
            Motion::Reduced => decisive,
        };
        Self { begins, first, decisive }
    }

    /// The decisive moment, on the own clock.
    #[must_use]
    pub fn decisive(&self) -> Micros {
        self.decisive
    }

    /// For how long the decisive moment has been shown.
    #[must_use]
    pub fn held(&self, now: Micros) -> Micros {
        (now - self.begins - (self.decisive - self.first)).max(Micros::ZERO)
    }

    #[must_use]
    pub fn at(&self, now: Micros) -> ReplayMoment {
        let length = self.decisive - self.first;
        let played = (now - self.begins).max(Micros::ZERO).min(length);
        let stage = if played < length { Stage::Plays } else { Stage::Holds };
        let share = if length > Micros::ZERO { played.0 as f32 / length.0 as f32 } else { 1.0 };
        ReplayMoment { stage, at: self.first + played, share }
    }
}

#[cfg(test)]
mod tests {
    use shared::base::rng::Rng;

    use super::*;

    const MS: fn(i64) -> Micros = Micros::from_ms;

    fn check(clock: &ReplayClock, now_ms: i64, stage: Stage, at_ms: i64, share: f32) {
        let moment = ReplayMoment { stage, at: MS(at_ms), share };
        assert_eq!(clock.at(MS(now_ms)), moment, "{now_ms} ms");
    }

    #[test]
    fn the_last_second_plays_at_real_speed_and_then_holds() {
        let clock = ReplayClock::new(MS(100), (MS(5_000), MS(8_000)), MS(7_000), Motion::Full);
        check(&clock, 0, Stage::Plays, 6_000, 0.0);
        check(&clock, 100, Stage::Plays, 6_000, 0.0);
        check(&clock, 600, Stage::Plays, 6_500, 0.5);
        check(&clock, 1_100, Stage::Holds, 7_000, 1.0);
        check(&clock, 99_000, Stage::Holds, 7_000, 1.0);
        for (now_ms, held_ms) in [(0, 0), (1_100, 0), (1_350, 250)] {
            assert_eq!(clock.held(MS(now_ms)), MS(held_ms), "{now_ms} ms");
        }
    }

    #[test]
    fn a_shorter_tape_is_played_from_its_beginning() {
        let clock = ReplayClock::new(MS(0), (MS(6_750), MS(7_000)), MS(9_000), Motion::Full);
        check(&clock, 0, Stage::Plays, 6_750, 0.0);
        check(&clock, 125, Stage::Plays, 6_875, 0.5);
        check(&clock, 250, Stage::Holds, 7_000, 1.0);
        let one_frame = ReplayClock::new(MS(0), (MS(70), MS(70)), MS(70), Motion::Full);
        check(&one_frame, 0, Stage::Holds, 70, 1.0);
    }

    #[test]
    fn reduced_motion_shows_the_decisive_moment_only() {
        let clock = ReplayClock::new(MS(100), (MS(0), MS(900)), MS(800), Motion::Reduced);
        check(&clock, 0, Stage::Holds, 800, 1.0);
        check(&clock, 100, Stage::Holds, 800, 1.0);
    }

    #[test]
    fn any_clock_stays_on_its_tape_and_never_runs_back() {
        for seed in 0..500 {
            let mut rng = Rng::new(seed, 0);
            let mut ms = |bound| MS(i64::from(rng.below(bound)) - i64::from(bound) / 2);
            let (taped, span) = (ms(9_000), ms(4_000).max(Micros::ZERO));
            let motion = if seed % 5 == 0 { Motion::Reduced } else { Motion::Full };
            let clock = ReplayClock::new(ms(900), (taped, taped + span), ms(12_000), motion);
            let mut now = MS(-600);
            let mut before = clock.at(now);
            for _ in 0..200 {
                now += ms(60).max(Micros::ZERO);
                let moment = clock.at(now);
                let what = format!("seed {seed}: {moment:?} after {before:?}");
                assert!(moment.at >= taped && moment.at <= taped + span, "{what}");
                assert!((0.0..=1.0).contains(&moment.share), "{what}");
                assert!(moment.at >= before.at && moment.stage >= before.stage, "{what}");
                assert!(moment.stage != Stage::Holds || moment.share == 1.0, "{what}");
                before = moment;
            }
            assert_eq!(clock.at(MS(60_000)).at, clock.decisive(), "seed {seed}");
        }
    }
}
