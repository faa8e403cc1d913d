//! Decides which sounds are played when there are too many, and how they turn each other down.

use shared::base::time::Micros;

use super::{Duck, Sound, SoundKind, Volumes};

/// Most sounds at once.
pub const VOICES_MAX: usize = 24;
/// Quieter sounds are not played.
const AUDIBLE: f32 = 0.01;
/// A sound of the world that begins this soon after one of its kind is left out: together they are
/// only louder. Each other sound that plays adds to it, since a crowd's sounds merge into a noise.
const APART: Micros = Micros::from_ms(12);
const APART_MORE: Micros = Micros::from_ms(3);

/// A sound that begins now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VoiceStart {
    /// Which of the [`VOICES_MAX`] voices plays it; what that voice still plays is cut off.
    pub voice: usize,
    pub kind: SoundKind,
    /// From 0 to 1.
    pub gain: f32,
    /// From −1, left, to 1, right.
    pub pan: f32,
    /// How it turns down the others.
    pub duck: Option<Duck>,
}

#[derive(Clone, Copy, Debug)]
struct Voice {
    kind: SoundKind,
    priority: u8,
    gain: f32,
    begun: Micros,
    ends: Micros,
}

/// The voices and what they play.
#[derive(Clone, Debug, Default)]
pub struct Mixer {
    voices: [Option<Voice>; VOICES_MAX],
    /// The gain that ducked sounds have, and until when.
    ducked: Option<(f32, Micros)>,
}

impl Mixer {
    /// Starts a sound, unless it is too quiet or only more important ones are playing.
    pub fn start(&mut self, now: Micros, sound: &Sound, volumes: &Volumes) -> Option<VoiceStart> {
        let kind = sound.kind;
        let placement = sound.placement();
        let gain = placement.gain * volumes.gain_of(kind);
        if volumes.muted || gain < AUDIBLE {
            return None;
        }
        for voice in &mut self.voices {
            *voice = voice.filter(|voice| now < voice.ends);
        }
        let lasts = Micros((kind.lasts_ms() * 1000.0) as i64);
        let new = Voice { kind, priority: sound.priority(), gain, begun: now, ends: now + lasts };
        let apart = Micros(APART.0 + APART_MORE.0 * self.playing().count() as i64);
        if self.playing().any(|voice| repeats(voice, &new, apart)) {
            return None;
        }
        let voice = self.free().or_else(|| self.weakest_below(&new))?;
        self.voices[voice] = Some(new);
        Some(VoiceStart { voice, kind, gain, pan: placement.pan, duck: self.duck(now, kind) })
    }

    /// Forgets what is playing, after the output has been cut off.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    fn playing(&self) -> impl Iterator<Item = &Voice> {
        self.voices.iter().flatten()
    }

    fn free(&self) -> Option<usize> {
        self.voices.iter().position(Option::is_none)
    }

    /// The voice that gives way to a new one: the least important, then the quietest, then the
    /// oldest.
    fn weakest_below(&self, new: &Voice) -> Option<usize> {
        let voices = self.voices.iter().enumerate();
        let voices = voices.filter_map(|(n, voice)| Some((n, voice.as_ref()?)));
        let weakest = voices.min_by(|(_, a), (_, b)| {
            let by_gain = || a.gain.total_cmp(&b.gain);
            a.priority.cmp(&b.priority).then_with(by_gain).then(a.begun.cmp(&b.begun))
        });
        let (n, voice) = weakest?;
        let gives_way = (voice.priority, voice.gain) <= (new.priority, new.gain);
        gives_way.then_some(n)
    }

    /// The ducking that a sound begins: none while others duck more.
    fn duck(&mut self, now: Micros, kind: SoundKind) -> Option<Duck> {
        let duck = kind.duck()?;
        if self.ducked.is_some_and(|(level, until)| now < until && level < duck.level) {
            return None;
        }
        let hold = Micros((duck.hold_ms * 1000.0) as i64);
        self.ducked = Some((duck.level, now + hold));
        Some(duck)
    }
}

/// Whether a new sound is of the world and only makes another one louder, which began less than
/// `apart` before.
fn repeats(playing: &Voice, new: &Voice, apart: Micros) -> bool {
    playing.kind == new.kind
        && playing.priority == new.priority
        && new.begun - playing.begun < apart
        && playing.gain >= new.gain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound::{NetcodeTones, Origin};
    use shared::base::geometry::Vec2;

    fn world(kind: SoundKind, distance_u: f32) -> Sound {
        Sound { kind, origin: Origin::World(Vec2::new(0.0, distance_u)) }
    }

    fn own(kind: SoundKind) -> Sound {
        Sound { kind, origin: Origin::Own }
    }

    fn start(mixer: &mut Mixer, ms: u32, sound: Sound) -> Option<VoiceStart> {
        mixer.start(Micros::from_ms(ms.into()), &sound, &Volumes::default())
    }

    /// The kinds playing, by voice.
    fn kinds(mixer: &Mixer) -> Vec<SoundKind> {
        mixer.playing().map(|voice| voice.kind).collect()
    }

    #[test]
    fn in_a_flood_the_important_sounds_survive() {
        let mut mixer = Mixer::default();
        let important = [
            own(SoundKind::Death),
            own(SoundKind::OwnKill),
            own(SoundKind::LowHull),
            own(SoundKind::Refused),
        ];
        for sound in important {
            assert!(start(&mut mixer, 0, sound).is_some());
        }
        // In 80 ms, as many distant shots, contacts and kills as a full room makes.
        for ms in 0..80 {
            for n in 0..8 {
                let distance_u = (n * 90 + ms) as f32;
                let kinds = [SoundKind::Laser, SoundKind::Beam, SoundKind::Contact];
                let sound = world(kinds[n as usize % 3], distance_u);
                if let Some(start) = start(&mut mixer, ms, sound) {
                    assert!(start.voice < VOICES_MAX);
                }
            }
            assert!(kinds(&mixer).len() <= VOICES_MAX);
        }
        for sound in important {
            assert!(kinds(&mixer).contains(&sound.kind), "{:?}", sound.kind);
        }
    }

    #[test]
    fn a_full_mixer_replaces_the_least_important_and_quietest() {
        let mut mixer = Mixer::default();
        for n in 0..VOICES_MAX as u32 {
            let sound = world(SoundKind::Beam, 900.0 - 20.0 * n as f32);
            assert_eq!(start(&mut mixer, n * 5, sound).map(|start| start.voice), Some(n as usize));
        }
        assert_eq!(start(&mut mixer, 130, world(SoundKind::Laser, 0.0)), None);
        assert_eq!(start(&mut mixer, 130, world(SoundKind::Beam, 1000.0)), None);
        let confirmed = start(&mut mixer, 130, own(SoundKind::Confirmed));
        assert_eq!(confirmed.map(|start| start.voice), Some(0), "that of the farthest beam");
        let nearer = start(&mut mixer, 131, world(SoundKind::Beam, 400.0));
        assert_eq!(nearer.map(|start| start.voice), Some(1));
        assert_eq!(kinds(&mixer).len(), VOICES_MAX);
        // A voice is free once its sound has ended.
        assert!(start(&mut mixer, 600, world(SoundKind::Laser, 800.0)).is_some());
        assert_eq!(kinds(&mixer), [SoundKind::Laser]);
    }

    #[test]
    fn sounds_that_nobody_hears_take_no_voice() {
        let mut mixer = Mixer::default();
        assert_eq!(start(&mut mixer, 0, world(SoundKind::Laser, 1500.0)), None);
        let muted = Volumes { muted: true, ..Volumes::default() };
        assert_eq!(mixer.start(Micros::ZERO, &own(SoundKind::Death), &muted), None);
        let plain = Volumes { netcode_tones: NetcodeTones::Off, ..Volumes::default() };
        assert_eq!(mixer.start(Micros::ZERO, &own(SoundKind::Confirmed), &plain), None);
        // Two contacts in one frame sound as one, unless the second is louder.
        assert!(start(&mut mixer, 0, world(SoundKind::Contact, 300.0)).is_some());
        assert_eq!(start(&mut mixer, 4, world(SoundKind::Contact, 400.0)), None);
        assert!(start(&mut mixer, 4, world(SoundKind::Contact, 100.0)).is_some());
        assert_eq!(kinds(&mixer).len(), 2);
    }

    #[test]
    fn a_crowd_begins_fewer_sounds_of_a_kind() {
        let begun_in_1_s = |every_ms: usize| {
            let mut mixer = Mixer::default();
            let begins =
                |ms: &u32| start(&mut mixer, *ms, world(SoundKind::Laser, 300.0)).is_some();
            (0..1000).step_by(every_ms).filter(begins).count()
        };
        assert_eq!(begun_in_1_s(100), 10, "a fight is heard whole");
        assert!((20..60).contains(&begun_in_1_s(2)), "{}", begun_in_1_s(2));
    }

    #[test]
    fn the_strongest_ducking_lasts() {
        let mut mixer = Mixer::default();
        let duck = |start: Option<VoiceStart>| start.and_then(|start| start.duck);
        assert_eq!(duck(start(&mut mixer, 0, own(SoundKind::Laser))), None);
        assert_eq!(duck(start(&mut mixer, 0, own(SoundKind::Death))), SoundKind::Death.duck());
        assert_eq!(duck(start(&mut mixer, 100, world(SoundKind::Kill, 0.0))), None);
        let later = start(&mut mixer, 500, world(SoundKind::Kill, 0.0));
        assert_eq!(duck(later), SoundKind::Kill.duck());
        assert_eq!(
            duck(start(&mut mixer, 510, own(SoundKind::OwnKill))),
            SoundKind::OwnKill.duck()
        );
        mixer.reset();
        assert_eq!(kinds(&mixer), []);
    }
}
