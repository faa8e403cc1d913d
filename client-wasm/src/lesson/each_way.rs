//! Chooses the simulated latency each way that makes the player's picture as old as a step needs,
//! from the ages measured: a real connection has a latency of its own.

use shared::base::time::Micros;

/// Latency of the first steps, in ms, where the rewind limit has room for it.
pub const USUAL_MS: u16 = 80;
/// Largest latency simulated, in ms.
const MOST_MS: i64 = 500;
/// Latencies are multiples of this, in ms.
const STEP_MS: i64 = 5;
/// How long after a change the picture's age follows it.
const SETTLES: Micros = Micros::from_ms(1_500);
/// The ages of the last part of that are averaged.
const AVERAGED: Micros = Micros::from_ms(500);
/// Means in a row that are not as needed, after which the latency is corrected.
const WRONG_MAX: u8 = 3;
/// How far within the limit a picture has to be, and is aimed to be, in ms.
const WITHIN_MS: i64 = 20;
const WITHIN_AIM_MS: i64 = 50;
/// Further within, a latency that was lowered is raised again, in ms.
const WITHIN_FAR_MS: i64 = 130;
/// How far beyond the limit a picture has to be, and is aimed to be, in ms.
const BEYOND_MS: i64 = 60;
const BEYOND_AIM_MS: i64 = 100;

/// The age that a step needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Within the rewind limit.
    Within,
    /// Beyond it.
    Beyond,
}

/// The measured age of the player's picture, and the rewind limit, in ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Age {
    pub age_ms: i64,
    pub limit_ms: i64,
}

/// The latency each way of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EachWay {
    wanted: Wanted,
    ms: u16,
    /// When the latency was last changed.
    since: Option<Micros>,
    /// Sum of the ages averaged, in ms, and their number.
    sum_ms: i64,
    n: i64,
    /// How many means in a row were not as needed. One alone may be a hiccup.
    n_wrong: u8,
    /// The last mean.
    mean_ms: Option<i64>,
    /// The first mean over this latency, or over the one before.
    said_ms: Option<i64>,
    is_stale: bool,
}

impl EachWay {
    /// For a step, from the latency in force and the age measured over it.
    #[must_use]
    pub fn new(wanted: Wanted, in_force_ms: u16, age: Age) -> Self {
        let ms = match wanted {
            Wanted::Within => USUAL_MS,
            Wanted::Beyond => towards(in_force_ms, age, wanted),
        };
        Self {
            wanted,
            ms,
            since: None,
            sum_ms: 0,
            n: 0,
            n_wrong: 0,
            mean_ms: None,
            said_ms: None,
            is_stale: true,
        }
    }

    /// For the next step, from the last age measured in this one.
    #[must_use]
    pub fn next(&self, wanted: Wanted, age: Age) -> Self {
        Self::new(wanted, self.ms, Age { age_ms: self.mean_ms.unwrap_or(age.age_ms), ..age })
    }

    #[must_use]
    pub const fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// In ms.
    #[must_use]
    pub const fn ms(&self) -> u16 {
        self.ms
    }

    /// The age of the picture over this latency, in ms, once it is known. It changes only with the
    /// latency, so that it can be read.
    #[must_use]
    pub const fn measured_ms(&self) -> Option<i64> {
        self.said_ms
    }

    /// Whether the player's own connection is beyond the limit without any simulation, so that no
    /// latency makes the picture young enough.
    #[must_use]
    pub fn is_hopeless(&self) -> bool {
        self.wanted == Wanted::Within && self.ms == 0 && self.n_wrong >= WRONG_MAX
    }

    /// Handles the age of a frame: corrects the latency where the age is not as needed.
    pub fn handle_age(&mut self, now: Micros, age: Age) {
        let since = *self.since.get_or_insert(now);
        if now - since < SETTLES - AVERAGED {
            return;
        }
        (self.sum_ms, self.n) = (self.sum_ms + age.age_ms, self.n + 1);
        if now - since < SETTLES {
            return;
        }
        let mean_ms = self.sum_ms / self.n;
        let is_right = match self.wanted {
            Wanted::Within => {
                let is_low = self.ms < USUAL_MS && mean_ms < age.limit_ms - WITHIN_FAR_MS;
                mean_ms <= age.limit_ms - WITHIN_MS && !is_low
            }
            Wanted::Beyond => mean_ms >= age.limit_ms + BEYOND_MS,
        };
        // A picture that has yet to grow old says nothing about what is beyond the limit.
        let is_known = self.wanted == Wanted::Within || mean_ms > age.limit_ms;
        if self.is_stale && is_known {
            (self.said_ms, self.is_stale) = (Some(mean_ms), false);
        }
        if is_right {
            self.n_wrong = 0;
        } else if self.n_wrong + 1 < WRONG_MAX {
            self.n_wrong += 1;
        } else {
            let corrected = towards(self.ms, Age { age_ms: mean_ms, ..age }, self.wanted);
            self.is_stale |= corrected != self.ms;
            self.n_wrong = if corrected == self.ms { WRONG_MAX } else { 0 };
            self.ms = corrected;
        }
        (self.since, self.sum_ms, self.n) = (Some(now), 0, 0);
        self.mean_ms = Some(mean_ms);
    }
}

/// The latency that makes a picture as old as aimed at, from the age that it has over another one.
fn towards(ms: u16, age: Age, wanted: Wanted) -> u16 {
    let aim_ms = match wanted {
        Wanted::Within => age.limit_ms - WITHIN_AIM_MS,
        Wanted::Beyond => age.limit_ms + BEYOND_AIM_MS,
    };
    let most_ms = match wanted {
        Wanted::Within => USUAL_MS.into(),
        Wanted::Beyond => MOST_MS,
    };
    let exact = i64::from(ms) + (aim_ms - age.age_ms) / 2;
    let stepped = exact.clamp(0, most_ms) / STEP_MS * STEP_MS;
    stepped as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT_MS: i64 = 400;

    fn age(age_ms: i64) -> Age {
        Age { age_ms, limit_ms: LIMIT_MS }
    }

    /// The latency and the age that are settled on over a connection whose picture is `own_ms` old
    /// without simulation.
    fn settle(wanted: Wanted, own_ms: i64, begun_ms: u16) -> (u16, Option<i64>, bool) {
        let over = |ms: u16| age(own_ms + 2 * i64::from(ms));
        let mut each_way = EachWay::new(wanted, begun_ms, over(begun_ms));
        for n in 0..600 {
            each_way.handle_age(Micros::from_ms(n * 16), over(each_way.ms()));
        }
        (each_way.ms(), each_way.measured_ms(), each_way.is_hopeless())
    }

    #[test]
    fn a_picture_is_made_as_old_as_a_step_needs() {
        let rows = [
            (Wanted::Within, 170, 0, 80),
            (Wanted::Within, 170, 150, 80),
            (Wanted::Within, 260, 0, 45),
            (Wanted::Within, 360, 0, 0),
            (Wanted::Beyond, 170, 80, 165),
            (Wanted::Beyond, 170, 0, 165),
            (Wanted::Beyond, 380, 0, 60),
            (Wanted::Beyond, 600, 0, 0),
        ];
        for (wanted, own_ms, begun_ms, ms) in rows {
            let what = format!("{wanted:?} over {own_ms} ms, from {begun_ms}");
            let got = settle(wanted, own_ms, begun_ms);
            assert_eq!(got, (ms, Some(own_ms + 2 * i64::from(ms)), false), "{what}");
        }
    }

    #[test]
    fn a_connection_beyond_the_limit_is_found_out() {
        assert_eq!(settle(Wanted::Within, 420, 0), (0, Some(420), true));
        assert_eq!(settle(Wanted::Within, 900, 80), (0, Some(900), true));
    }

    #[test]
    fn an_age_that_follows_late_is_said_once_it_is_beyond() {
        let mut each_way = EachWay::new(Wanted::Beyond, 80, age(330));
        for n in 0..400 {
            let now = Micros::from_ms(n * 16);
            each_way.handle_age(now, age(if n < 150 { 390 } else { 500 }));
        }
        assert_eq!((each_way.ms(), each_way.measured_ms()), (165, Some(500)));
    }

    #[test]
    fn a_hiccup_changes_nothing() {
        let mut each_way = EachWay::new(Wanted::Within, 0, age(170));
        for n in 0..600 {
            let is_hiccup = (250..300).contains(&n);
            let now = Micros::from_ms(n * 16);
            each_way.handle_age(now, age(if is_hiccup { 700 } else { 330 }));
        }
        assert_eq!((each_way.ms(), each_way.measured_ms()), (80, Some(330)));
    }

    #[test]
    fn an_age_that_drifts_is_corrected_both_ways() {
        let mut each_way = EachWay::new(Wanted::Within, 0, age(200));
        let mut ms = Vec::new();
        for n in 0..1_800 {
            let own_ms = if (600..1_200).contains(&n) { 290 } else { 200 };
            let now = Micros::from_ms(n * 16);
            each_way.handle_age(now, age(own_ms + 2 * i64::from(each_way.ms())));
            if ms.last() != Some(&each_way.ms()) {
                ms.push(each_way.ms());
            }
        }
        assert_eq!((ms, each_way.measured_ms()), (vec![80, 30, 75], Some(350)));
    }
}
