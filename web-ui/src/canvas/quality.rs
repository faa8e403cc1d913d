//! Adapts the quality of pictures to what the machine can draw: it falls by steps while they take
//! too long, and comes back when they do not.

use shared::base::time::Micros;

/// What is drawn, best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quality {
    #[default]
    Full,
    /// One pixel for each CSS pixel.
    PlainPixels,
    /// And no glow.
    NoGlow,
    /// And no pieces, trails, smoke and painted sky.
    NoDebris,
}

impl Quality {
    pub const ALL: [Self; 4] = [Self::Full, Self::PlainPixels, Self::NoGlow, Self::NoDebris];

    fn worse(self) -> Option<Self> {
        Self::ALL.into_iter().find(|other| *other > self)
    }

    fn better(self) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|other| *other < self)
    }
}

/// Two steps are at least this far apart.
pub const STEP_GAP: Micros = Micros::from_ms(5_000);
/// Pictures further apart than this on average are too slow: fewer than 45 a second.
const SLOW: Micros = Micros(22_200);
/// Pictures closer than this are as fast as most screens are, or faster.
const FAST: Micros = Micros(17_500);
/// How many pictures are averaged.
const PICTURES: u32 = 60;
/// A longer gap is a hidden tab or a moved window, and says nothing.
const GAP_MAX: Micros = Micros::from_ms(500);
/// How long pictures have to be fast before quality rises again; doubled after each rise that did
/// not last, up to a bound.
const CALM: Micros = Micros::from_ms(15_000);
const CALM_MAX: Micros = Micros::from_ms(240_000);

/// Decides the quality from the times of the pictures.
#[derive(Clone, Copy, Debug)]
pub struct QualityControl {
    quality: Quality,
    last: Option<Micros>,
    /// The pictures of this average and how long they took.
    counted: u32,
    took: Micros,
    stepped_at: Option<Micros>,
    /// Since when pictures have been fast.
    fast_since: Option<Micros>,
    calm: Micros,
    /// When quality last rose.
    rose_at: Option<Micros>,
    /// The mean at full quality before it fell.
    full_took: Option<Micros>,
    /// Until when falling is pointless.
    in_vain_until: Option<Micros>,
}

impl Default for QualityControl {
    fn default() -> Self {
        Self {
            quality: Quality::Full,
            last: None,
            counted: 0,
            took: Micros::ZERO,
            stepped_at: None,
            fast_since: None,
            calm: CALM,
            rose_at: None,
            full_took: None,
            in_vain_until: None,
        }
    }
}

impl QualityControl {
    #[must_use]
    pub fn quality(&self) -> Quality {
        self.quality
    }

    /// Counts a picture drawn at `now`. Returns the new quality if it changes.
    pub fn count(&mut self, now: Micros) -> Option<Quality> {
        let took = self.last.replace(now).map(|last| now - last);
        let Some(took) = took.filter(|took| *took < GAP_MAX) else {
            (self.counted, self.took, self.fast_since) = (0, Micros::ZERO, None);
            return None;
        };
        self.counted += 1;
        self.took += took;
        if self.counted < PICTURES {
            return None;
        }
        let mean = Micros(self.took.0 / i64::from(self.counted));
        (self.counted, self.took) = (0, Micros::ZERO);
        if mean > FAST {
            self.fast_since = None;
        } else {
            self.fast_since.get_or_insert(now);
        }
        if self.stepped_at.is_some_and(|at| now - at < STEP_GAP) {
            return None;
        }
        if mean > SLOW {
            return self.fall(now, mean);
        }
        let calm = self.fast_since.is_some_and(|since| now - since >= self.calm);
        if calm { self.rise(now) } else { None }
    }

    fn fall(&mut self, now: Micros, mean: Micros) -> Option<Quality> {
        if self.in_vain_until.is_some_and(|until| now < until) {
            return None;
        }
        let Some(worse) = self.quality.worse() else {
            // Where the worst quality is no faster than the best, something else sets the pace: a
            // screen of 30 Hz, or a busy machine.
            let helped = self.full_took.is_none_or(|full| mean.0 * 10 < full.0 * 9);
            if helped {
                return None;
            }
            self.in_vain_until = Some(now + CALM_MAX);
            return self.step(now, Quality::Full);
        };
        if self.quality == Quality::Full {
            self.full_took = Some(mean);
        }
        // A rise that did not last is not tried again soon.
        if self.rose_at.take().is_some_and(|at| now - at < CALM) {
            self.calm = Micros((self.calm.0 * 2).min(CALM_MAX.0));
        }
        self.step(now, worse)
    }

    fn rise(&mut self, now: Micros) -> Option<Quality> {
        let better = self.quality.better()?;
        self.rose_at = Some(now);
        self.step(now, better)
    }

    fn step(&mut self, now: Micros, to: Quality) -> Option<Quality> {
        (self.quality, self.stepped_at, self.fast_since) = (to, Some(now), None);
        Some(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws for some seconds on a machine whose pictures take so many ms at each quality. Returns
    /// the steps with their times in s.
    fn run(seconds: i64, ms: impl Fn(Quality, i64) -> f64) -> Vec<(i64, Quality)> {
        let (mut control, mut now, mut steps) = (QualityControl::default(), Micros(0), Vec::new());
        while now < Micros::from_ms(seconds * 1000) {
            let took = ms(control.quality(), now.as_ms() / 1000);
            now += Micros((took * 1000.0) as i64);
            steps.extend(control.count(now).map(|quality| (now.as_ms() / 1000, quality)));
        }
        steps
    }

    #[test]
    fn a_fast_machine_keeps_full_quality_whatever_its_screen() {
        for ms in [16.7, 8.3, 6.9, 20.0] {
            assert_eq!(run(600, |_, _| ms), [], "{ms}");
        }
        // A single long picture, or a hidden tab, changes nothing.
        assert_eq!(run(120, |_, s| if s == 30 { 900.0 } else { 16.7 }), []);
    }

    #[test]
    fn quality_falls_in_order_and_its_steps_are_apart() {
        let slow = [60.0, 50.0, 40.0, 30.0];
        let steps = run(60, |quality, _| slow[quality as usize]);
        let qualities: Vec<Quality> = steps.iter().map(|(_, quality)| *quality).collect();
        assert_eq!(qualities, Quality::ALL[1..]);
        assert!(steps[0].0 <= 3, "{steps:?}");
        for pair in steps.windows(2) {
            assert!(pair[1].0 - pair[0].0 >= 5, "{steps:?}");
        }
    }

    #[test]
    fn quality_stops_falling_where_pictures_are_fast_and_tries_again_ever_later() {
        let slow_in_full = |quality: Quality| if quality == Quality::Full { 33.0 } else { 16.7 };
        let steps = run(600, |quality, _| slow_in_full(quality));
        assert_eq!(steps[0].1, Quality::PlainPixels);
        assert!(steps.iter().all(|(_, quality)| *quality <= Quality::PlainPixels), "{steps:?}");
        let rises: Vec<i64> =
            steps.iter().filter(|(_, q)| *q == Quality::Full).map(|(at, _)| *at).collect();
        let pauses: Vec<i64> = rises.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(rises.len() >= 3 && pauses.is_sorted() && pauses[0] >= 25, "{rises:?}");
    }

    #[test]
    fn where_nothing_helps_quality_is_full() {
        let steps = run(200, |_, _| 33.3);
        assert_eq!(steps.len(), 4, "{steps:?}");
        assert_eq!(steps[3].1, Quality::Full, "a screen of 30 Hz");
        assert!(steps[3].0 < 30, "{steps:?}");
    }

    #[test]
    fn quality_comes_back_after_a_busy_time() {
        let steps = run(200, |_, s| if s < 20 { 40.0 } else { 16.7 });
        assert_eq!(steps.last().map(|step| step.1), Some(Quality::Full), "{steps:?}");
    }
}
