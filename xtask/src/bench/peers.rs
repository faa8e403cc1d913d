//! Compares with other systems on the same match: bytes per ship and snapshot of whole messages to
//! one client.
//!
//! The constants were measured once, on 2026-11-22, with the output of `--export-trace battle-64`:
//! 400 snapshots at 20 Hz from the third second on, 64 ships, every shot counted as 4 bytes, which
//! is less than a broadcast takes. Measuring again takes those systems' own programs and languages.
use super::Readings;

/// The reading of our own that is compared.
pub(crate) const OURS: &str = "wire/battle-64/20/Replay/payload_B_ship";

/// Another system.
pub(crate) struct Peer {
    name: &'static str,
    /// Bytes per ship and snapshot.
    pub(crate) bytes: f64,
    /// How ships are encoded.
    how: &'static str,
}

/// Tuned as far as its users can: the fairest comparison.
pub(crate) const COLYSEUS: Peer =
    Peer { name: "Colyseus, @colyseus/schema 5.0.34", bytes: 14.1, how: "16 bits a number" };

const PEERS: [Peer; 5] = [
    Peer { name: COLYSEUS.name, bytes: 9.45, how: "16 bits a number, no velocities" },
    COLYSEUS,
    Peer { name: "bevy_replicon 0.44.3", bytes: 14.1, how: "packed to 10 bytes, no shots" },
    Peer { name: "nengi 2.0.0-alpha.57", bytes: 29.2, how: "16 bits a number" },
    Peer { name: "WebSocket and JSON", bytes: 102.0, how: "numbers as they are" },
];

/// Prints our figure beside theirs, if ours was measured.
pub(crate) fn report(readings: &Readings) {
    let Some(ours) = readings.get(OURS) else { return };
    println!(
        "\nbattle-64 at 20 Hz, a ship and snapshot as sent: {ours:.2} bytes, exact at every tick"
    );
    for Peer { name, bytes, how } in PEERS {
        let share = 100.0 * ours / bytes;
        println!("  {share:>5.1} % of {name:<34} {bytes:>6.2} bytes ({how})");
    }
}
