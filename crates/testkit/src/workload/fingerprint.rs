//! Checks that two builds play and encode a match identically: a state hash after each second of a
//! workload, and a hash of its encoded snapshots. Native debug, native release and wasm must agree,
//! or the rules or codecs depend on the platform.

use alloc::{format, string::String, vec::Vec};

use shared::{
    base::{state_hash::state_hash, time::TickRate},
    room::ConfigError,
    wire::codec::CodecId,
};

use super::{Viewer, Workload};

/// The workload that the check runs.
pub const WORKLOAD: &str = "battle-64";
/// Seconds of it that are played.
pub const SECONDS: u32 = 20;
/// Snapshots per second.
const SNAPSHOTS_HZ: u32 = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Hash of all states up to the end of each second.
    pub states: Vec<u64>,
    /// Per codec: its id, the bytes sent, and a hash of those bytes.
    pub encoded: Vec<(CodecId, u64, u64)>,
    /// Snapshots that decoded to a state other than the one encoded.
    pub wrong: u32,
}

impl Fingerprint {
    /// Plays a workload for some seconds; each snapshot is decoded and compared.
    ///
    /// # Errors
    /// Never, unless a workload's room config becomes invalid.
    pub fn of(workload: Workload, seconds: u32) -> Result<Self, ConfigError> {
        let rate = TickRate::DEFAULT;
        let (hz, mut viewer) = (u32::from(rate.hz()), Viewer::new(workload.ships));
        let mut trace = workload.start(rate)?;
        let (mut states, mut wrong) = (Vec::new(), 0);
        let mut encoded: Vec<(CodecId, u64, u64)> =
            CodecId::ALL.into_iter().map(|codec| (codec, 0, 0)).collect();
        for tick in 1..=seconds * hz {
            trace.step();
            if tick % (hz / SNAPSHOTS_HZ) == 0 {
                let state = trace.journal().state();
                for (codec, n_bytes, hash) in &mut encoded {
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
        Ok(Self { states, encoded, wrong })
    }

    /// As lines of a golden file.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (n, hash) in self.states.iter().enumerate() {
            text.push_str(&format!("state\t{} s\t{hash:016x}\n", n + 1));
        }
        for (codec, n_bytes, hash) in &self.encoded {
            text.push_str(&format!("{codec:?}\t{n_bytes} bytes\t{hash:016x}\n"));
        }
        text
    }
}
