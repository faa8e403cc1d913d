//! Sends the same packets through the same delay, jitter and loss, once as datagrams and once as a
//! stream, and prints when each arrives.
//!
//! `cargo run -p link-emulator --example datagram_or_stream`
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

use link_emulator::{Delivery, Link, LinkConditions, LinkMode, Micros};

const SEED: u64 = 7;
/// Packets, sent 20 ms apart.
const PACKETS: u8 = 16;
const GAP_MS: i64 = 20;
/// By now every packet that was not lost has arrived, in ms.
const END_MS: i64 = 2000;

fn main() {
    let link = LinkConditions { jitter_ms: 15, loss_permille: 200, ..LinkConditions::delay(80) };
    let datagram = arrivals(LinkConditions { mode: LinkMode::Datagram, ..link });
    let stream = arrivals(LinkConditions { mode: LinkMode::Stream, ..link });
    println!("80 ms ± 15 ms, 200 of 1000 packets lost, seed {SEED}");
    println!("{:>6} {:>7} {:>11} {:>11}", "packet", "sent", "datagram", "stream");
    for n in 0..PACKETS {
        let (datagram, stream) = (when(&datagram, n), when(&stream, n));
        println!("{n:>6} {:>4} ms {datagram:>11} {stream:>11}", i64::from(n) * GAP_MS);
    }
}

/// Every packet that a link delivers, with its time of arrival, in that order.
fn arrivals(conditions: LinkConditions) -> Vec<(u8, Micros)> {
    // The draws depend on the seed, the link's number and the time, so both modes get the same.
    let mut link = Link::new(conditions, SEED, 0);
    for n in 0..PACKETS {
        let now = Micros::from_ms(i64::from(n) * GAP_MS);
        link.send(now, Delivery::Unreliable, vec![n]);
    }
    let mut arrived = Vec::new();
    // The link has no clock of its own: its owner passes the time.
    while let Some(at) = link.next_delivery().filter(|at| *at <= Micros::from_ms(END_MS)) {
        arrived.extend(link.poll_deliver(at).map(|bytes| (bytes[0], at)));
    }
    arrived
}

fn when(arrivals: &[(u8, Micros)], packet: u8) -> String {
    let found = arrivals.iter().find(|(n, _)| *n == packet);
    found.map_or("lost".into(), |(_, at)| format!("{:.1} ms", at.as_s_f32() * 1000.0))
}
