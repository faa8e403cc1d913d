//! Sends 1000 packets through a bad link, and prints a histogram of their delays.
//!
//! `cargo run -p link-emulator --example delay_histogram -- 80ms,jitter:20ms,loss:5,datagram`
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

use link_emulator::{Conditions, Delivery, Link, Micros, ParseConditionsError};

const SEED: u64 = 7;
/// A busy mobile network, as datagrams.
const DEFAULT: &str =
    "60ms,jitter:20ms,loss:2,burst:0.4,burst-length:150ms,duplicates:1,reordering:2,datagram";
const PACKETS: u16 = 1000;
const GAP_MS: i64 = 20;
/// Width of a bar of the histogram, in ms.
const BAR_MS: i64 = 10;
/// Packets that each mark of a bar stands for.
const PACKETS_PER_MARK: usize = 5;

fn main() -> Result<(), ParseConditionsError> {
    let text = std::env::args().nth(1).unwrap_or_else(|| DEFAULT.into());
    let conditions: Conditions = text.parse()?;
    let mut link = Link::new(conditions.up, SEED, 0);
    for n in 0..PACKETS {
        link.send(sent_at(n), Delivery::Unreliable, n.to_le_bytes().to_vec());
    }
    println!("{PACKETS} packets, {GAP_MS} ms apart, {conditions}, seed {SEED}\n");
    let (mut bars, mut seen) = (Vec::<usize>::new(), vec![0_u8; PACKETS.into()]);
    let (mut overtaken, mut newest) = (0, 0);
    while let Some(now) = link.next_delivery() {
        let Some(bytes) = link.poll_deliver(now) else { break };
        let n = u16::from_le_bytes([bytes[0], bytes[1]]);
        let bar = ((now - sent_at(n)).as_ms() / BAR_MS) as usize;
        bars.resize(bars.len().max(bar + 1), 0);
        bars[bar] += 1;
        seen[usize::from(n)] += 1;
        overtaken += u32::from(n < newest);
        newest = newest.max(n);
    }
    let first = bars.iter().take_while(|count| **count == 0).count();
    for (bar, count) in bars.iter().enumerate().skip(first) {
        let marks = "#".repeat(count.div_ceil(PACKETS_PER_MARK));
        println!("{:>5} ms {count:>4} {marks}", bar as i64 * BAR_MS);
    }
    let duplicates = seen.iter().filter(|copies| **copies > 1).count();
    println!("\n{} lost, {duplicates} arrived twice, {overtaken} overtaken", link.dropped());
    Ok(())
}

fn sent_at(packet: u16) -> Micros {
    Micros::from_ms(i64::from(packet) * GAP_MS)
}
