//! What a spectator of a fight counts.

use core::fmt;

/// Columns of the histogram of distances, 100 u each; the last holds all beyond.
pub(crate) const COLUMNS: usize = 10;
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) seconds: f32,
    pub(crate) bolts: u32,
    pub(crate) bolt_hits: u32,
    pub(crate) beams: u32,
    pub(crate) beam_hits: u32,
    pub(crate) kills: u32,
    pub(crate) ship_ticks: u32,
    pub(crate) speed_sum: f64,
    pub(crate) near: [u32; COLUMNS],
    pub(crate) bounces: u32,
    pub(crate) contacts: u32,
    pub(crate) thrust_changes: u32,
    /// Most changes of thrust of a ship within one second.
    pub(crate) busiest: u32,
    /// Longest time a ship stood still, in s.
    pub(crate) stillest_s: f32,
    /// Longest time a ship stayed near one point, in s.
    pub(crate) longest_loiter_s: f32,
    /// Fastest turn of the aim, in degrees per second.
    pub(crate) fastest_flick: f32,
    /// Longest time without a shot by any ship, in s.
    pub(crate) longest_peace_s: f32,
    /// Lives of the first seat, in s.
    pub(crate) first_lives_s: Vec<f32>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Self) {
        self.seconds += other.seconds;
        self.bolts += other.bolts;
        self.bolt_hits += other.bolt_hits;
        self.beams += other.beams;
        self.beam_hits += other.beam_hits;
        self.kills += other.kills;
        self.ship_ticks += other.ship_ticks;
        self.speed_sum += other.speed_sum;
        self.near.iter_mut().zip(other.near).for_each(|(sum, n)| *sum += n);
        self.bounces += other.bounces;
        self.contacts += other.contacts;
        self.thrust_changes += other.thrust_changes;
        self.busiest = self.busiest.max(other.busiest);
        self.stillest_s = self.stillest_s.max(other.stillest_s);
        self.longest_loiter_s = self.longest_loiter_s.max(other.longest_loiter_s);
        self.fastest_flick = self.fastest_flick.max(other.fastest_flick);
        self.longest_peace_s = self.longest_peace_s.max(other.longest_peace_s);
        self.first_lives_s.extend(&other.first_lives_s);
    }

    pub(crate) fn bolt_rate(&self) -> f32 {
        self.bolt_hits as f32 / self.bolts as f32
    }

    pub(crate) fn beam_rate(&self) -> f32 {
        self.beam_hits as f32 / self.beams as f32
    }

    pub(crate) fn kills_per_min(&self) -> f32 {
        self.kills as f32 * 60.0 / self.seconds
    }

    pub(crate) fn speed(&self) -> f32 {
        (self.speed_sum / f64::from(self.ship_ticks)) as f32
    }

    pub(crate) fn thrust_changes_per_s(&self, rate: f32) -> f32 {
        self.thrust_changes as f32 * rate / self.ship_ticks as f32
    }

    /// The time by which a share of the first seat's lives is over, in s.
    pub(crate) fn first_life_s(&self, share: f32) -> f32 {
        let mut lives = self.first_lives_s.clone();
        lives.sort_by(f32::total_cmp);
        let idx = (lives.len() as f32 * share) as usize;
        lives.get(idx).copied().unwrap_or(f32::INFINITY)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let minutes = self.seconds / 60.0;
        write!(f, "bolts {:.1} % of {}, ", self.bolt_rate() * 100.0, self.bolts)?;
        write!(f, "beams {:.1} % of {}, ", self.beam_rate() * 100.0, self.beams)?;
        write!(f, "{:.1} kills/min, {:.0} u/s, ", self.kills_per_min(), self.speed())?;
        write!(f, "{:.1} bounces/min, ", self.bounces as f32 / minutes)?;
        write!(f, "{:.1} contacts/min, ", self.contacts as f32 / minutes)?;
        write!(f, "busiest {}/s, still {:.2} s, ", self.busiest, self.stillest_s)?;
        write!(f, "loiters {:.1} s, ", self.longest_loiter_s)?;
        write!(f, "flick {:.0}°/s, peace {:.1} s, ", self.fastest_flick, self.longest_peace_s)?;
        write!(f, "life {:.1} s; near % by 100 u:", self.first_life_s(0.5))?;
        let share = |n: &u32| *n as f32 * 100.0 / self.ship_ticks as f32;
        self.near.iter().try_for_each(|n| write!(f, " {:.0}", share(n)))
    }
}
