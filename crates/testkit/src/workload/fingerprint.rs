//! Whether two builds play and tell a match alike: a workload goes in, a number for its state
//! after each second and one for everything that was told of it come out. The same in native debug,
//! native release and wasm, or something in the rules or the codecs depends on the machine.

use alloc::{format, string::String, vec::Vec};

use shared::{
    base::{state_hash::state_hash, time::TickRate},
    room::ConfigError,
    wire::codec::CodecId,
};

use super::{Viewer, Workload};

/// The workload of the guard.
pub const WORKLOAD: &str = "battle-64";
/// How much of it is played, in s.
pub const SECONDS: u32 = 20;
/// Snapshots a second.
const SNAPSHOTS_HZ: u32 = 20;

/// A match and its snapshots in a few numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Of all states up to the end of each second.
    pub states: Vec<u64>,
    /// What was told: by which codec, in how many bytes, and the number of these bytes.
    pub told: Vec<(CodecId, u64, u64)>,
    /// Snapshots that were decoded to another state than the one that was told.
    pub wrong: u32,
}

impl Fingerprint {
    /// Plays a workload for some seconds; each snapshot is decoded again and compared.
    ///
    /// # Errors
    /// Never, unless a room of a fight is not allowed any more.
    pub fn of(workload: Workload, seconds: u32) -> Result<Self, ConfigError> {
        let rate = TickRate::DEFAULT;
        let (hz, mut viewer) = (u32::from(rate.hz()), Viewer::new(workload.ships));
        let mut trace = workload.start(rate)?;
        let (mut states, mut wrong) = (Vec::new(), 0);
        let mut told: Vec<(CodecId, u64, u64)> =
            CodecId::ALL.into_iter().map(|codec| (codec, 0, 0)).collect();
        for tick in 1..=seconds * hz {
            trace.step();
            if tick % (hz / SNAPSHOTS_HZ) == 0 {
                let state = trace.journal().state();
                for (codec, n_bytes, hash) in &mut told {
                    let (body, _) = viewer.encode(*codec, &trace);
                    *n_bytes += body.len() as u64;
                    *hash = state_hash(&(*hash, &body));
                    let read = viewer.decode(*codec, &trace, state.tick, &body);
                    wrong += u32::from(!read.is_ok_and(|read| read.state == *state));
                }
                viewer.note(state);
            }
            if tick % hz == 0 {
                states.push(trace.hash());
            }
        }
        Ok(Self { states, told, wrong })
    }

    /// The fingerprint as lines of a golden file.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (n, hash) in self.states.iter().enumerate() {
            text.push_str(&format!("state\t{} s\t{hash:016x}\n", n + 1));
        }
        for (codec, n_bytes, hash) in &self.told {
            text.push_str(&format!("{codec:?}\t{n_bytes} bytes\t{hash:016x}\n"));
        }
        text
    }
}
