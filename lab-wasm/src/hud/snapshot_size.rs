//! What snapshots take, in words: a player's net graph goes in, a short text with units comes out,
//! a few times a second while the drawer of the network is open.

use shared::client::netgraph::NetGraph;
use web_ui::text::figures::{tenths, whole};

/// The bytes of a snapshot and those of a second: `17.0 B, 512 B/s`.
#[must_use]
pub fn snapshot_size(graph: &NetGraph) -> String {
    let Some(each) = graph.snapshot_tenths() else { return "none came".into() };
    let second = whole(graph.incoming.bytes_per_s.into());
    [&tenths(each.into()), " B, ", &second, " B/s"].concat()
}

#[cfg(test)]
mod tests {
    use shared::{
        lab::{run_playback::RunPlayback, scenario::Scenario, setup::Setup},
        wire::codec::CodecId,
    };

    use super::*;

    /// Frames after which everybody flies and fires.
    const FRAMES: u32 = 240;

    #[test]
    fn more_bytes_are_said_where_more_came() {
        let mut each = Vec::new();
        for codec in CodecId::ALL {
            let setup = Setup { codec, ..Scenario::Free.setup() };
            let Ok(mut playback) = RunPlayback::new(setup) else {
                unreachable!("scenarios are sound")
            };
            assert!((0..FRAMES).all(|_| playback.step().is_ok()));
            let client = playback.state().columns()[0].harness().client(0);
            let text = snapshot_size(&client.net_graph());
            let (bytes, rest) = text.split_once(" B, ").unwrap_or_default();
            assert!(rest.ends_with(" B/s"), "{text}");
            each.push(bytes.parse::<f32>().unwrap_or_default());
        }
        assert!(each[0] > 0.0 && each.is_sorted_by(|a, b| a < b), "{each:?}");
    }
}
