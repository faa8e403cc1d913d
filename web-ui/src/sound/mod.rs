//! The sounds of the game as plain data: their notes, how loud they are from where, and which of
//! them are played when there are too many. `shell::audio` plays them.

mod mixer;
mod placement;
mod table;
mod volumes;

pub use mixer::{Mixer, VOICES_MAX, VoiceStart};
pub use placement::{Origin, Placement, Sound};
pub use table::{Bus, Duck, ENVELOPE_END, Note, SoundKind, Timbre, Waveform};
pub use volumes::{NetcodeTones, Percent, Volumes};
