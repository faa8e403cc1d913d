//! The table of sounds: the notes of each one, and what it does to the others. Every tone begins
//! and ends on D, F or A, so sounds that meet form a chord of D minor.

/// A sound of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundKind {
    /// A laser bolt leaves its muzzle.
    Laser,
    /// A beam is fired.
    Beam,
    /// A shot meets a ship on this screen.
    Contact,
    /// The server confirmed a hit by the player.
    Confirmed,
    /// The server undid or refused a hit by the player.
    Refused,
    /// Another ship was shot down.
    Kill,
    /// The player shot it down.
    OwnKill,
    /// The player was shot down.
    Death,
    /// The player's hull fell below the alarm's threshold.
    LowHull,
    /// Each of the last seconds of a round.
    LastSecond,
    /// One more kill ends the round.
    MatchPoint,
    /// The player won the round.
    RoundWon,
    /// The round ended otherwise.
    RoundLost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waveform {
    Triangle,
    Sawtooth,
}

/// What a note is made of. Its frequency moves exponentially over the whole note, in Hz.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Timbre {
    Tone {
        waveform: Waveform,
        from_hz: f32,
        to_hz: f32,
    },
    /// White noise through a band-pass filter.
    Noise {
        from_hz: f32,
        to_hz: f32,
        /// Centre frequency over bandwidth.
        q: f32,
    },
}

/// A note: it rises linearly to its peak and decays exponentially to [`ENVELOPE_END`] of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    pub timbre: Timbre,
    /// From the beginning of the sound, in ms.
    pub begins_ms: f32,
    pub lasts_ms: f32,
    pub attack_ms: f32,
    /// Amplitude at the peak, before the filter; 1 is full scale.
    pub peak: f32,
}

/// Share of its peak at which a note ends.
pub const ENVELOPE_END: f32 = 0.01;

const LASER: [Note; 1] = [tone(Waveform::Triangle, 1175.0, 587.0, 70.0, 0.2)];
const BEAM: [Note; 2] = [
    tone(Waveform::Sawtooth, 147.0, 147.0, 250.0, 0.2),
    tone(Waveform::Sawtooth, 220.0, 220.0, 250.0, 0.16),
];
const CONTACT: [Note; 1] = [noise(2500.0, 2500.0, 1.2, 18.0, 1.2)];
const CONFIRMED: [Note; 2] = [
    tone(Waveform::Triangle, 880.0, 880.0, 40.0, 0.3),
    tone(Waveform::Triangle, 1175.0, 1175.0, 40.0, 0.3).after(40.0),
];
const REFUSED: [Note; 1] = [tone(Waveform::Triangle, 147.0, 147.0, 120.0, 0.45)];
const KILL: [Note; 1] = [noise(900.0, 80.0, 0.7, 500.0, 2.4)];
const OWN_KILL: [Note; 2] = [KILL[0], tone(Waveform::Triangle, 147.0, 73.5, 400.0, 0.4)];
const DEATH: [Note; 1] = [tone(Waveform::Triangle, 220.0, 55.0, 600.0, 0.6)];
const LOW_HULL: [Note; 2] = [
    tone(Waveform::Triangle, 349.0, 349.0, 110.0, 0.3),
    tone(Waveform::Triangle, 349.0, 349.0, 110.0, 0.3).after(170.0),
];

const LAST_SECOND: [Note; 1] = [tone(Waveform::Triangle, 880.0, 880.0, 45.0, 0.22)];
const MATCH_POINT: [Note; 3] = [
    tone(Waveform::Triangle, 587.0, 587.0, 130.0, 0.25),
    tone(Waveform::Triangle, 698.5, 698.5, 130.0, 0.25).after(110.0),
    tone(Waveform::Triangle, 880.0, 880.0, 260.0, 0.3).after(220.0),
];
const ROUND_WON: [Note; 4] = [
    tone(Waveform::Triangle, 587.0, 587.0, 180.0, 0.28),
    tone(Waveform::Triangle, 698.5, 698.5, 180.0, 0.28).after(100.0),
    tone(Waveform::Triangle, 880.0, 880.0, 180.0, 0.28).after(200.0),
    tone(Waveform::Triangle, 1175.0, 1175.0, 380.0, 0.32).after(300.0),
];
const ROUND_LOST: [Note; 3] = [
    tone(Waveform::Triangle, 440.0, 440.0, 200.0, 0.3),
    tone(Waveform::Triangle, 349.0, 349.0, 200.0, 0.3).after(160.0),
    tone(Waveform::Triangle, 293.7, 293.7, 360.0, 0.34).after(320.0),
];

/// Where the output of a sound goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bus {
    /// It is turned down while others duck it.
    Ducked,
    /// It always has its full level.
    Full,
}

/// How a sound turns down the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duck {
    /// Gain of the others.
    pub level: f32,
    /// How long they stay there, in ms.
    pub hold_ms: f32,
    /// How long they take to recover, in ms.
    pub recover_ms: f32,
}

impl SoundKind {
    pub const ALL: [Self; 13] = [
        Self::Laser,
        Self::Beam,
        Self::Contact,
        Self::Confirmed,
        Self::Refused,
        Self::Kill,
        Self::OwnKill,
        Self::Death,
        Self::LowHull,
        Self::LastSecond,
        Self::MatchPoint,
        Self::RoundWon,
        Self::RoundLost,
    ];

    /// Its name in tests.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Laser => "laser",
            Self::Beam => "beam",
            Self::Contact => "contact",
            Self::Confirmed => "confirmed",
            Self::Refused => "refused",
            Self::Kill => "kill",
            Self::OwnKill => "own-kill",
            Self::Death => "death",
            Self::LowHull => "low-hull",
            Self::LastSecond => "last-second",
            Self::MatchPoint => "match-point",
            Self::RoundWon => "round-won",
            Self::RoundLost => "round-lost",
        }
    }

    #[must_use]
    pub const fn notes(self) -> &'static [Note] {
        match self {
            Self::Laser => &LASER,
            Self::Beam => &BEAM,
            Self::Contact => &CONTACT,
            Self::Confirmed => &CONFIRMED,
            Self::Refused => &REFUSED,
            Self::Kill => &KILL,
            Self::OwnKill => &OWN_KILL,
            Self::Death => &DEATH,
            Self::LowHull => &LOW_HULL,
            Self::LastSecond => &LAST_SECOND,
            Self::MatchPoint => &MATCH_POINT,
            Self::RoundWon => &ROUND_WON,
            Self::RoundLost => &ROUND_LOST,
        }
    }

    /// How long it sounds, in ms.
    #[must_use]
    pub fn lasts_ms(self) -> f32 {
        self.notes().iter().map(|note| note.begins_ms + note.lasts_ms).fold(0.0, f32::max)
    }

    /// Whether it says what the network does: such tones have a switch of their own, and no volume
    /// besides the master's.
    #[must_use]
    pub const fn is_netcode_tone(self) -> bool {
        matches!(self, Self::Contact | Self::Confirmed | Self::Refused)
    }

    #[must_use]
    pub const fn bus(self) -> Bus {
        match self {
            Self::Laser | Self::Beam | Self::Contact => Bus::Ducked,
            Self::Confirmed
            | Self::Refused
            | Self::Kill
            | Self::OwnKill
            | Self::Death
            | Self::LowHull
            | Self::LastSecond
            | Self::MatchPoint
            | Self::RoundWon
            | Self::RoundLost => Bus::Full,
        }
    }

    #[must_use]
    pub const fn duck(self) -> Option<Duck> {
        match self {
            Self::Kill => Some(Duck { level: 0.7, hold_ms: 150.0, recover_ms: 200.0 }),
            Self::OwnKill => Some(Duck { level: 0.45, hold_ms: 250.0, recover_ms: 300.0 }),
            Self::Death => Some(Duck { level: 0.35, hold_ms: 450.0, recover_ms: 500.0 }),
            _ => None,
        }
    }
}

impl Note {
    const fn after(self, begins_ms: f32) -> Self {
        Self { begins_ms, ..self }
    }
}

const ATTACK_MS: f32 = 2.0;

const fn tone(waveform: Waveform, from_hz: f32, to_hz: f32, lasts_ms: f32, peak: f32) -> Note {
    let timbre = Timbre::Tone { waveform, from_hz, to_hz };
    Note { timbre, begins_ms: 0.0, lasts_ms, attack_ms: ATTACK_MS, peak }
}

const fn noise(from_hz: f32, to_hz: f32, q: f32, lasts_ms: f32, peak: f32) -> Note {
    let timbre = Timbre::Noise { from_hz, to_hz, q };
    Note { timbre, begins_ms: 0.0, lasts_ms, attack_ms: ATTACK_MS, peak }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frequency of A4, in Hz.
    const A4_HZ: f32 = 440.0;
    /// How far a tone may be off its note, in semitones: less than anyone hears.
    const TUNING: f32 = 0.04;

    /// Semitones above the A below, from 0 to 12.
    fn above_a(hz: f32) -> f32 {
        (12.0 * (hz / A4_HZ).log2()).rem_euclid(12.0)
    }

    #[test]
    fn all_tones_belong_to_one_chord() {
        // A, D and F, and the A above.
        const CHORD: [f32; 4] = [0.0, 5.0, 8.0, 12.0];
        for kind in SoundKind::ALL {
            for note in kind.notes() {
                let Timbre::Tone { from_hz, to_hz, .. } = note.timbre else { continue };
                for hz in [from_hz, to_hz] {
                    let off = CHORD.map(|step| (above_a(hz) - step).abs());
                    let off = off.into_iter().fold(f32::MAX, f32::min);
                    assert!(off < TUNING, "{kind:?}: {hz} Hz is {off} semitones off");
                }
            }
        }
    }

    /// Frequencies in Hz and lengths in ms, as the table of the design has them.
    #[test]
    fn sounds_have_their_frequencies_and_lengths() {
        type Glides = &'static [(f32, f32)];
        let rows: [(SoundKind, Glides, f32); 8] = [
            (SoundKind::Laser, &[(1175.0, 587.0)], 70.0),
            (SoundKind::Beam, &[(147.0, 147.0), (220.0, 220.0)], 250.0),
            (SoundKind::Contact, &[(2500.0, 2500.0)], 18.0),
            (SoundKind::Confirmed, &[(880.0, 880.0), (1175.0, 1175.0)], 80.0),
            (SoundKind::Refused, &[(147.0, 147.0)], 120.0),
            (SoundKind::Kill, &[(900.0, 80.0)], 500.0),
            (SoundKind::Death, &[(220.0, 55.0)], 600.0),
            (SoundKind::LowHull, &[(349.0, 349.0), (349.0, 349.0)], 280.0),
        ];
        for (kind, glides, lasts_ms) in rows {
            let of = |note: &Note| match note.timbre {
                Timbre::Tone { from_hz, to_hz, .. } | Timbre::Noise { from_hz, to_hz, .. } => {
                    (from_hz, to_hz)
                }
            };
            let got: Vec<_> = kind.notes().iter().map(of).collect();
            assert_eq!((got.as_slice(), kind.lasts_ms()), (glides, lasts_ms), "{kind:?}");
        }
    }

    #[test]
    fn notes_rise_before_they_decay_and_names_are_distinct() {
        for kind in SoundKind::ALL {
            let notes = kind.notes();
            assert!(!notes.is_empty() && notes.len() <= 4, "{kind:?}");
            assert!(notes.iter().all(|note| note.attack_ms < note.lasts_ms / 2.0), "{kind:?}");
            let same = SoundKind::ALL.iter().filter(|other| other.name() == kind.name());
            assert_eq!(same.count(), 1, "{kind:?}");
        }
    }

    #[test]
    fn what_ducks_is_never_ducked_and_netcode_verdicts_are_not_either() {
        for kind in SoundKind::ALL {
            let Some(duck) = kind.duck() else { continue };
            assert_eq!(kind.bus(), Bus::Full, "{kind:?}");
            assert!(duck.level > 0.0 && duck.level < 1.0, "{kind:?}");
            assert!(duck.hold_ms <= kind.lasts_ms(), "{kind:?}");
        }
        for kind in [SoundKind::Confirmed, SoundKind::Refused, SoundKind::LowHull] {
            assert_eq!((kind.bus(), kind.duck()), (Bus::Full, None), "{kind:?}");
        }
    }
}
