//! The size of a player's snapshots, from the player's net graph, shown a few times a second while
//! the network drawer is open.

use shared::client::netgraph::NetGraph;
use words::SnapshotSize;

/// Bytes per snapshot and per second.
#[must_use]
pub fn snapshot_size(graph: &NetGraph) -> SnapshotSize {
    let measured = |each_tenths| SnapshotSize::Measured {
        each_tenths,
        bytes_per_s: graph.incoming.bytes_per_s,
    };
    graph.snapshot_tenths().map_or(SnapshotSize::NoneCame, measured)
}

#[cfg(test)]
mod tests {
    use lab::{run_playback::RunPlayback, scenario::Scenario, setup::Setup};
    use shared::wire::codec::CodecId;
    use words::Language;

    use super::*;

    /// Frames after which all ships fly and fire.
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
            let text = Language::English.snapshot_size(snapshot_size(&client.net_graph()));
            let (bytes, rest) = text.split_once(" B, ").unwrap_or_default();
            assert!(rest.ends_with(" B/s"), "{text}");
            each.push(bytes.parse::<f32>().unwrap_or_default());
        }
        assert!(each[0] > 0.0 && each.is_sorted_by(|a, b| a < b), "{each:?}");
    }
}
