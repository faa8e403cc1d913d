//! The player's choice of volumes.

use super::SoundKind;

/// A volume from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Percent(u8);

impl Percent {
    pub const FULL: Self = Self(100);

    /// A volume; more than 100 counts as 100.
    #[must_use]
    pub const fn new(percent: u8) -> Self {
        Self(if percent > 100 { 100 } else { percent })
    }

    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Its amplitude. The square is nearer to how loudness is felt than a straight line.
    #[must_use]
    pub fn gain(self) -> f32 {
        let share = f32::from(self.0) / 100.0;
        share * share
    }
}

/// Whether contacts, confirmations and refusals sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetcodeTones {
    Off,
    On,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volumes {
    pub muted: bool,
    pub master: Percent,
    /// Volume of everything besides the netcode tones, on top of the master's.
    pub effects: Percent,
    pub netcode_tones: NetcodeTones,
}

impl Default for Volumes {
    fn default() -> Self {
        Self {
            muted: false,
            master: Percent::new(70),
            effects: Percent::FULL,
            netcode_tones: NetcodeTones::On,
        }
    }
}

impl Volumes {
    /// Gain of everything.
    #[must_use]
    pub fn master_gain(&self) -> f32 {
        if self.muted { 0.0 } else { self.master.gain() }
    }

    /// Gain of a sound below the master's.
    #[must_use]
    pub fn gain_of(&self, kind: SoundKind) -> f32 {
        match (kind.is_netcode_tone(), self.netcode_tones) {
            (true, NetcodeTones::On) => 1.0,
            (true, NetcodeTones::Off) => 0.0,
            (false, _) => self.effects.gain(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_volume_turns_down_its_own_sounds() {
        let quiet = Volumes { effects: Percent::new(0), ..Volumes::default() };
        let plain = Volumes { netcode_tones: NetcodeTones::Off, ..Volumes::default() };
        for kind in SoundKind::ALL {
            let tone = kind.is_netcode_tone();
            assert_eq!(quiet.gain_of(kind) > 0.0, tone, "{kind:?}");
            assert_eq!(plain.gain_of(kind) > 0.0, !tone, "{kind:?}");
        }
        assert_eq!(Volumes { muted: true, ..Volumes::default() }.master_gain(), 0.0);
        assert_eq!([Percent::new(250).get(), Percent::new(50).get()], [100, 50]);
        assert!(Percent::new(50).gain() < Percent::new(60).gain());
        assert_eq!(Percent::FULL.gain(), 1.0);
    }
}
