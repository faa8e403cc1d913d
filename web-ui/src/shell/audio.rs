//! Plays sounds by Web Audio: the page's output, which follows gestures and devices, and the
//! synthesiser behind it, which also renders offline.
//!
//! Nothing is created before the user's first gesture: browsers refuse it, and say so on the
//! console. Without Web Audio nothing is played, and everything else works.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{
    AudioBuffer, AudioContext, AudioContextState, AudioNode, AudioParam, AudioScheduledSourceNode,
    BaseAudioContext, BiquadFilterType, GainNode, KeyboardEvent, OscillatorType, PointerEvent,
    Window,
};

use super::{listener::Listener, mailbox::Mailbox};
use crate::sound::{Bus, Duck, ENVELOPE_END, Note, Timbre, VOICES_MAX, VoiceStart, Waveform};

/// Length of the noise that all noise notes are cut from, in s.
const NOISE_S: f32 = 1.0;
/// How far apart they are cut, as a share of that: two noises at once do not add up as one.
const NOISE_STEP: f64 = 0.381_966;
/// Time constant of cutting off a voice and of ducking, in s: short, but without a click.
const CUT_S: f64 = 0.005;
/// A voice is silent this long after it was cut off, in s.
const CUT_END_S: f64 = 0.04;
/// Level above which the mix is compressed, in dB.
const COMPRESSED_DB: f32 = -10.0;

/// Something that may change what the output can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AudioChange {
    /// The user pressed a key or a pointer: from now on sound is allowed.
    Gesture,
    /// The browser started or stopped the output.
    State,
    /// The devices changed, or the one in use failed.
    Device,
}

/// Whether the page wants to be heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Playback {
    #[default]
    Off,
    On,
}

/// The running output.
struct Live {
    context: AudioContext,
    synth: Synth,
    _listeners: [Listener; 2],
}

/// The page's output.
pub struct AudioOutput<E: 'static> {
    mailbox: Mailbox<E>,
    event: fn(AudioChange) -> E,
    playback: Playback,
    /// Whether a gesture has allowed sound.
    allowed: bool,
    live: Option<Live>,
    /// Whether the output must be made anew.
    stale: bool,
    master_gain: f32,
    /// Promises that are rejected are ignored, or they would be reported on the console.
    ignored: Closure<dyn FnMut(JsValue)>,
    _listeners: Vec<Listener>,
}

impl<E: 'static> AudioOutput<E> {
    /// An output that is off. `event` makes the event to post on each change, which must be passed
    /// to [`Self::handle`].
    #[must_use]
    pub fn new(window: &Window, mailbox: &Mailbox<E>, event: fn(AudioChange) -> E) -> Self {
        let gesture = |kind| {
            let mailbox = mailbox.clone();
            let post = move |gesture: web_sys::Event| {
                if is_gesture(&gesture) {
                    mailbox.post(event(AudioChange::Gesture));
                }
            };
            Listener::new(window, kind, Box::new(post))
        };
        let mut listeners: Vec<Listener> =
            ["pointerdown", "pointerup", "keydown"].into_iter().map(gesture).collect();
        // Pages without TLS have no access to devices.
        let devices = window.navigator().media_devices().ok();
        if let Some(devices) =
            devices.filter(|devices| !AsRef::<JsValue>::as_ref(devices).is_undefined())
        {
            let mailbox = mailbox.clone();
            let post = move |_| mailbox.post(event(AudioChange::Device));
            listeners.push(Listener::new(&devices, "devicechange", Box::new(post)));
        }
        Self {
            mailbox: mailbox.clone(),
            event,
            playback: Playback::Off,
            allowed: false,
            live: None,
            stale: false,
            master_gain: 1.0,
            ignored: Closure::new(|_| {}),
            _listeners: listeners,
        }
    }

    /// Handles a change.
    pub fn handle(&mut self, change: AudioChange) {
        match change {
            AudioChange::Gesture => self.allowed = true,
            AudioChange::State => {}
            // One device that is unplugged changes several; the next sound opens the output anew.
            AudioChange::Device => {
                self.stale = true;
                return;
            }
        }
        self.apply();
    }

    /// Turns the output on, as soon as it is allowed, or off.
    pub fn set_playback(&mut self, playback: Playback) {
        self.playback = playback;
        self.apply();
    }

    /// Sets the gain of everything.
    pub fn set_master_gain(&mut self, gain: f32) {
        self.master_gain = gain;
        if let Some(live) = &self.live {
            live.synth.set_master_gain(gain);
        }
    }

    /// Plays a sound now. While the output is not running, it is lost.
    pub fn start(&mut self, start: &VoiceStart) {
        if self.stale {
            self.apply();
        }
        let running = |live: &&mut Live| live.context.state() == AudioContextState::Running;
        if let Some(live) = self.live.as_mut().filter(running) {
            let now_s = live.context.current_time();
            // Without a node of some kind it stays silent.
            let _ = live.synth.start(start, now_s);
        }
    }

    /// Makes the output what is wanted.
    fn apply(&mut self) {
        let closed = |live: &Live| live.context.state() == AudioContextState::Closed;
        if self.stale || self.live.as_ref().is_some_and(closed) {
            self.close();
        }
        if self.playback == Playback::On && self.allowed && self.live.is_none() {
            self.live = self.open().ok();
        }
        let Some(live) = &self.live else { return };
        let promise = match (self.playback, live.context.state()) {
            (Playback::On, AudioContextState::Running) => return,
            (Playback::On, _) => live.context.resume(),
            (Playback::Off, AudioContextState::Running) => live.context.suspend(),
            (Playback::Off, _) => return,
        };
        if let Ok(promise) = promise {
            let _ = promise.catch(&self.ignored);
        }
    }

    fn open(&self) -> Result<Live, JsValue> {
        let context = AudioContext::new()?;
        let synth = Synth::new(&context, self.master_gain)?;
        let listener = |kind, change| {
            let (mailbox, event) = (self.mailbox.clone(), self.event);
            let post = move |_| mailbox.post(event(change));
            Listener::new(&context, kind, Box::new(post))
        };
        let listeners =
            [listener("statechange", AudioChange::State), listener("error", AudioChange::Device)];
        Ok(Live { context, synth, _listeners: listeners })
    }

    /// Releases the device.
    fn close(&mut self) {
        self.stale = false;
        if let Some(Live { context, .. }) = self.live.take()
            && let Ok(promise) = context.close()
        {
            let _ = promise.catch(&self.ignored);
        }
    }
}

/// Whether browsers allow sound after an event: a mouse counts when it is pressed, a finger or a
/// pen when it is lifted, and every key but Escape. Before that they refuse it, and say so on the
/// console.
fn is_gesture(event: &web_sys::Event) -> bool {
    if let Some(key) = event.dyn_ref::<KeyboardEvent>() {
        return event.is_trusted() && key.key() != "Escape";
    }
    let is_mouse = |pointer: &PointerEvent| pointer.pointer_type() == "mouse";
    let pointer = event.dyn_ref::<PointerEvent>().map(is_mouse);
    event.is_trusted() && pointer == Some(event.type_() == "pointerdown")
}

impl<E: 'static> Drop for AudioOutput<E> {
    fn drop(&mut self) {
        if let Some(Live { context, .. }) = self.live.take() {
            let _ = context.close();
        }
    }
}

/// What plays one sound.
struct Voice {
    gain: GainNode,
    sources: Vec<AudioScheduledSourceNode>,
}

/// Plays sounds into a context, each as a few nodes that end by themselves:
///
/// ```text
/// oscillator          ┐
/// noise ─▶ band-pass  ┴▶ envelope ─▶ gain ─▶ pan ─▶ bus ─▶ compressor ─▶ master ─▶ destination
/// ```
pub struct Synth {
    context: BaseAudioContext,
    ducked: GainNode,
    full: GainNode,
    master: GainNode,
    noise: AudioBuffer,
    /// Where the next noise is cut from, in s.
    noise_at_s: f64,
    voices: [Option<Voice>; VOICES_MAX],
}

impl Synth {
    /// Connects an empty mix to the context's destination.
    ///
    /// # Errors
    /// When the browser lacks a node of some kind.
    pub fn new(context: &BaseAudioContext, master_gain: f32) -> Result<Self, JsValue> {
        let (ducked, full) = (context.create_gain()?, context.create_gain()?);
        let compressor = context.create_dynamics_compressor()?;
        compressor.threshold().set_value(COMPRESSED_DB);
        let master = context.create_gain()?;
        master.gain().set_value(master_gain);
        for bus in [&ducked, &full] {
            bus.connect_with_audio_node(&compressor)?;
        }
        compressor.connect_with_audio_node(&master)?;
        master.connect_with_audio_node(&context.destination())?;
        Ok(Self {
            noise: noise(context)?,
            context: context.clone(),
            ducked,
            full,
            master,
            noise_at_s: 0.0,
            voices: [const { None }; VOICES_MAX],
        })
    }

    pub fn set_master_gain(&self, gain: f32) {
        let now_s = self.context.current_time();
        let _ = self.master.gain().set_target_at_time(gain, now_s, CUT_S);
    }

    /// Plays a sound from a time on, in s on the context's clock, and cuts off what its voice still
    /// plays. Returns the number of nodes made.
    ///
    /// # Errors
    /// When the browser lacks a node of some kind.
    pub fn start(&mut self, start: &VoiceStart, at_s: f64) -> Result<usize, JsValue> {
        let Some(voice) = self.voices.get_mut(start.voice) else { return Ok(0) };
        if let Some(voice) = voice.take() {
            voice.cut(at_s);
        }
        if let Some(duck) = start.duck {
            apply_duck(&self.ducked.gain(), &duck, at_s)?;
        }
        let gain = self.context.create_gain()?;
        gain.gain().set_value(start.gain);
        let bus = match start.kind.bus() {
            Bus::Ducked => &self.ducked,
            Bus::Full => &self.full,
        };
        let mut nodes = 1;
        // Some browsers have no such node: there, sounds have no side.
        match self.context.create_stereo_panner() {
            Ok(panner) => {
                panner.pan().set_value(start.pan);
                gain.connect_with_audio_node(&panner)?;
                panner.connect_with_audio_node(bus)?;
                nodes += 1;
            }
            Err(_) => drop(gain.connect_with_audio_node(bus)?),
        }
        let mut sources = Vec::new();
        for note in start.kind.notes() {
            let (source, made) = self.start_note(note, at_s, &gain)?;
            sources.push(source);
            nodes += made;
        }
        if let Some(voice) = self.voices.get_mut(start.voice) {
            *voice = Some(Voice { gain, sources });
        }
        Ok(nodes)
    }

    /// Starts a note. Returns its source, and the number of nodes made.
    fn start_note(
        &mut self,
        note: &Note,
        at_s: f64,
        output: &AudioNode,
    ) -> Result<(AudioScheduledSourceNode, usize), JsValue> {
        let begins_s = at_s + seconds(note.begins_ms);
        let ends_s = begins_s + seconds(note.lasts_ms);
        let envelope = self.context.create_gain()?;
        let level = envelope.gain();
        level.set_value_at_time(0.0, at_s)?;
        level.set_value_at_time(0.0, begins_s)?;
        let peaks_s = begins_s + seconds(note.attack_ms);
        level.linear_ramp_to_value_at_time(note.peak, peaks_s)?;
        level.exponential_ramp_to_value_at_time(note.peak * ENVELOPE_END, ends_s)?;
        envelope.connect_with_audio_node(output)?;
        let (source, nodes): (AudioScheduledSourceNode, usize) = match note.timbre {
            Timbre::Tone { waveform, from_hz, to_hz } => {
                let oscillator = self.context.create_oscillator()?;
                oscillator.set_type(match waveform {
                    Waveform::Triangle => OscillatorType::Triangle,
                    Waveform::Sawtooth => OscillatorType::Sawtooth,
                });
                glide(&oscillator.frequency(), [from_hz, to_hz], [begins_s, ends_s])?;
                oscillator.connect_with_audio_node(&envelope)?;
                let source: AudioScheduledSourceNode = oscillator.into();
                source.start_with_when(begins_s)?;
                (source, 2)
            }
            Timbre::Noise { from_hz, to_hz, q } => {
                let noise = self.context.create_buffer_source()?;
                noise.set_buffer(Some(&self.noise));
                noise.set_loop(true);
                let filter = self.context.create_biquad_filter()?;
                filter.set_type(BiquadFilterType::Bandpass);
                filter.q().set_value(q);
                glide(&filter.frequency(), [from_hz, to_hz], [begins_s, ends_s])?;
                noise.connect_with_audio_node(&filter)?;
                filter.connect_with_audio_node(&envelope)?;
                self.noise_at_s = (self.noise_at_s + NOISE_STEP) % f64::from(NOISE_S);
                noise.start_with_when_and_grain_offset(begins_s, self.noise_at_s)?;
                (noise.into(), 3)
            }
        };
        source.stop_with_when(ends_s)?;
        Ok((source, nodes))
    }
}

impl Voice {
    /// Fades out; what has ended already is not affected.
    fn cut(&self, at_s: f64) {
        let _ = self.gain.gain().set_target_at_time(0.0, at_s, CUT_S);
        for source in &self.sources {
            let _ = source.stop_with_when(at_s + CUT_END_S);
        }
    }
}

fn apply_duck(gain: &AudioParam, duck: &Duck, at_s: f64) -> Result<(), JsValue> {
    gain.cancel_scheduled_values(at_s)?;
    gain.set_target_at_time(duck.level, at_s, CUT_S)?;
    // After three time constants 5 % is left.
    let recovers_s = at_s + seconds(duck.hold_ms);
    gain.set_target_at_time(1.0, recovers_s, seconds(duck.recover_ms) / 3.0)?;
    Ok(())
}

/// Moves a frequency from one value to another over a span of time.
fn glide(frequency: &AudioParam, hz: [f32; 2], at_s: [f64; 2]) -> Result<(), JsValue> {
    frequency.set_value_at_time(hz[0], at_s[0])?;
    frequency.exponential_ramp_to_value_at_time(hz[1], at_s[1])?;
    Ok(())
}

/// White noise, the same each time.
fn noise(context: &BaseAudioContext) -> Result<AudioBuffer, JsValue> {
    let rate_hz = context.sample_rate();
    let length = (rate_hz * NOISE_S) as u32;
    let buffer = context.create_buffer(1, length, rate_hz)?;
    // Marsaglia's xorshift.
    let mut state = 0x2545_f491_u32;
    let samples: Vec<f32> = (0..length)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as f32 / u32::MAX as f32 * 2.0 - 1.0
        })
        .collect();
    buffer.copy_to_channel(&samples, 0)?;
    Ok(buffer)
}

fn seconds(ms: f32) -> f64 {
    f64::from(ms) / 1000.0
}
