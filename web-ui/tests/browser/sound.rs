//! Tests of the synthesiser: every sound is rendered offline, and measured.

use std::f32::consts::TAU;

use js_sys::futures::JsFuture;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{AudioBuffer, OfflineAudioContext};
use web_ui::{
    shell::audio::{AudioOutput, Playback, Synth},
    shell::mailbox::Mailbox,
    sound::{SoundKind, Timbre, VoiceStart},
};

use crate::fixture::window;

const RATE_HZ: f32 = 44_100.0;
const LENGTH_S: f32 = 1.2;
/// When the sound begins, in s.
const BEGINS_S: f32 = 0.1;
/// How much later the end of a sound may be: the compressor looks ahead, filters ring.
const SLACK_S: f32 = 0.06;

fn voice(kind: SoundKind, voice: usize) -> VoiceStart {
    VoiceStart { voice, kind, gain: 1.0, pan: 0.0, duck: kind.duck() }
}

/// The left and right channel.
struct Rendered([Vec<f32>; 2]);

/// Renders voices, each with the time when it begins, in s. Also returns the nodes made.
async fn render(starts: &[(VoiceStart, f32)]) -> (Rendered, usize) {
    let length = (LENGTH_S * RATE_HZ) as u32;
    let context = OfflineAudioContext::new_with_number_of_channels_and_length_and_sample_rate(
        2, length, RATE_HZ,
    );
    let context = context.unwrap();
    let mut synth = Synth::new(&context, 1.0).unwrap();
    let made = starts.iter().map(|(start, at_s)| synth.start(start, f64::from(*at_s)).unwrap());
    let nodes = made.sum();
    let buffer = JsFuture::from(context.start_rendering().unwrap()).await.unwrap();
    let buffer: AudioBuffer = buffer.unchecked_into();
    (Rendered([0, 1].map(|channel| buffer.get_channel_data(channel).unwrap())), nodes)
}

impl Rendered {
    fn span(&self, channel: usize, from_s: f32, to_s: f32) -> &[f32] {
        let at = |s: f32| ((s * RATE_HZ) as usize).min(self.0[channel].len());
        &self.0[channel][at(from_s)..at(to_s)]
    }

    /// Root mean square of the left channel over a span.
    fn rms(&self, from_s: f32, to_s: f32) -> f32 {
        rms(self.span(0, from_s, to_s))
    }
}

fn rms(samples: &[f32]) -> f32 {
    let squares: f32 = samples.iter().map(|sample| sample * sample).sum();
    (squares / samples.len() as f32).sqrt()
}

/// Power at a frequency, by Goertzel's algorithm.
fn power(samples: &[f32], hz: f32) -> f32 {
    let k = 2.0 * (TAU * hz / RATE_HZ).cos();
    let (a, b) = samples.iter().fold((0.0, 0.0), |(a, b), sample| (sample + k * a - b, a));
    (a * a + b * b - k * a * b) / samples.len() as f32
}

/// Mean power over a band.
fn band(samples: &[f32], from_hz: f32, to_hz: f32) -> f32 {
    const STEPS: u16 = 40;
    let step = (to_hz / from_hz).powf(1.0 / f32::from(STEPS));
    let powers = (0..=STEPS).map(|n| power(samples, from_hz * step.powi(n.into())));
    powers.sum::<f32>() / f32::from(STEPS + 1)
}

#[wasm_bindgen_test]
async fn every_sound_is_heard_for_its_time_and_no_longer() {
    for kind in SoundKind::ALL {
        let (rendered, nodes) = render(&[(voice(kind, 0), BEGINS_S)]).await;
        let ends_s = BEGINS_S + kind.lasts_ms() / 1000.0;
        assert!(rendered.rms(0.0, BEGINS_S) < 1e-6, "{kind:?} is silent before");
        let level = rendered.rms(BEGINS_S, ends_s + 0.01);
        assert!((0.02..0.6).contains(&level), "{kind:?}: {level}");
        let after = rendered.rms(ends_s + SLACK_S, LENGTH_S);
        assert!(after < 1e-3, "{kind:?} is silent afterwards: {after}");
        // A gain and a pan, and for each note a source, an envelope and perhaps a filter.
        let of_note = |note: &web_ui::sound::Note| match note.timbre {
            Timbre::Tone { .. } => 2,
            Timbre::Noise { .. } => 3,
        };
        assert_eq!(nodes, 2 + kind.notes().iter().map(of_note).sum::<usize>(), "{kind:?}");
        let peak = rendered.0[0].iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
        assert!(peak < 1.0, "{kind:?} is not clipped: {peak}");
    }
}

#[wasm_bindgen_test]
async fn the_energy_of_every_sound_is_in_its_band() {
    for kind in SoundKind::ALL {
        let (rendered, _) = render(&[(voice(kind, 0), BEGINS_S)]).await;
        let samples = rendered.span(0, BEGINS_S, BEGINS_S + kind.lasts_ms() / 1000.0 + 0.005);
        let ends = kind.notes().iter().flat_map(|note| match note.timbre {
            Timbre::Tone { from_hz, to_hz, .. } | Timbre::Noise { from_hz, to_hz, .. } => {
                [from_hz, to_hz]
            }
        });
        let (low, high) =
            ends.fold((f32::MAX, 0.0_f32), |(low, high), hz| (low.min(hz), high.max(hz)));
        let within = band(samples, low * 0.95, high * 1.05);
        let above = band(samples, high * 5.2, high * 5.8);
        assert!(within > 4.0 * above, "{kind:?}: {within} against {above} above");
        let below = band(samples, low * 0.22, low * 0.28);
        assert!(within > 2.0 * below, "{kind:?}: {within} against {below} below");
    }
}

/// *Confirmed* goes up, *refused* is below it: heard without being told.
#[wasm_bindgen_test]
async fn confirmed_is_two_notes_up() {
    let (rendered, _) = render(&[(voice(SoundKind::Confirmed, 0), BEGINS_S)]).await;
    let first = rendered.span(0, BEGINS_S + 0.006, BEGINS_S + 0.04);
    let second = rendered.span(0, BEGINS_S + 0.048, BEGINS_S + 0.085);
    assert!(power(first, 880.0) > 3.0 * power(first, 1175.0));
    assert!(power(second, 1175.0) > 3.0 * power(second, 880.0));
}

#[wasm_bindgen_test]
async fn gain_and_pan_of_a_voice_are_heard() {
    let start = |gain, pan| VoiceStart { gain, pan, ..voice(SoundKind::Beam, 0) };
    let level = async |start| {
        let (rendered, _) = render(&[(start, BEGINS_S)]).await;
        [0, 1].map(|channel| rms(rendered.span(channel, BEGINS_S, BEGINS_S + 0.25)))
    };
    let [full, half] = [level(start(0.8, 0.0)).await, level(start(0.4, 0.0)).await];
    assert!((half[0] / full[0] - 0.5).abs() < 0.15, "{half:?} of {full:?}");
    let [left, right] = level(start(0.8, -0.8)).await;
    assert!(left > 3.0 * right, "{left} on the left, {right} on the right");
    let [left, right] = level(start(0.8, 0.8)).await;
    assert!(right > 3.0 * left, "{left} on the left, {right} on the right");
}

#[wasm_bindgen_test]
async fn a_death_turns_down_the_shots() {
    // A harmonic of the beam, far above the death.
    const HARMONIC_HZ: f32 = 147.0 * 15.0;
    let beam = (voice(SoundKind::Beam, 0), BEGINS_S);
    let death = (voice(SoundKind::Death, 1), BEGINS_S);
    let heard =
        |rendered: &Rendered| power(rendered.span(0, BEGINS_S + 0.05, BEGINS_S + 0.2), HARMONIC_HZ);
    let (alone, _) = render(&[beam]).await;
    let (both, _) = render(&[beam, death]).await;
    assert!(heard(&both) < 0.4 * heard(&alone), "{} of {}", heard(&both), heard(&alone));
}

#[wasm_bindgen_test]
async fn a_new_sound_cuts_off_what_its_voice_still_plays() {
    let death = (voice(SoundKind::Death, 3), BEGINS_S);
    let laser = (voice(SoundKind::Laser, 3), BEGINS_S + 0.1);
    let (rendered, _) = render(&[death, laser]).await;
    let after = rendered.rms(BEGINS_S + 0.1 + 0.07 + SLACK_S, LENGTH_S);
    assert!(after < 1e-3, "{after}");
}

/// A page that nobody has touched makes no sound and asks for none.
#[wasm_bindgen_test]
fn without_a_gesture_nothing_is_played_or_posted() {
    let mailbox = Mailbox::default();
    let mut output = AudioOutput::new(&window(), &mailbox, |change| change);
    output.set_playback(Playback::On);
    output.set_master_gain(0.5);
    output.start(&voice(SoundKind::Laser, 0));
    // Events of scripts are not gestures.
    window().dispatch_event(&web_sys::Event::new("pointerdown").unwrap()).unwrap();
    assert_eq!(mailbox.take(), None);
}
