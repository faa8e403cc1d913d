//! Bits, snapshot heads and command packets survive a round trip.

use proptest::{collection::vec, prelude::*};
use shared::{
    base::{
        geometry::Turn,
        limits::TICK_MAX,
        time::{Tick, ViewTime},
    },
    sim::command::{Thrust, Trigger, UserCommand, View},
    wire::{
        bits::{BitReader, BitWriter, PutBits, TakeBits},
        command_packet::CommandPacket,
        message::{ServerControl, ServerMessage},
        snapshot::{MarginReport, SnapshotHead, ViewerHead, decode, encode},
    },
};

use crate::support::{config, crafted::report, number};

/// An item of a bit stream, with the parameters to read it.
#[derive(Clone, Copy, Debug)]
enum Item {
    Bits(u32, u32),
    Flag(bool),
    Golomb(u32, u32),
    Signed(i32, u32),
    Changed(u32, u32, u32),
}

fn item() -> impl Strategy<Value = Item> {
    let any_number = || prop_oneof![number(u32::MAX), any::<u32>()];
    let fit = |value: u32, n: u32| (u64::from(value) & ((1 << n) - 1)) as u32;
    prop_oneof![
        (any_number(), 0_u32..=32).prop_map(move |(value, n)| Item::Bits(fit(value, n), n)),
        any::<bool>().prop_map(Item::Flag),
        (any_number(), 0_u32..=16).prop_map(|(value, k)| Item::Golomb(value, k)),
        (any_number(), 0_u32..=16).prop_map(|(value, k)| Item::Signed(value as i32, k)),
        (any_number(), any_number(), 1_u32..=32, any::<bool>()).prop_map(
            move |(value, other, n, same)| {
                let value = fit(value, n);
                Item::Changed(value, if same { value } else { other }, n)
            }
        ),
    ]
}

prop_compose! {
    fn command(tick: u32)(
        thrust in 0_u8..9,
        aim in prop_oneof![Just(7), any::<u16>()],
        held in prop_oneof![3 => Just((false, false)), 1 => any::<(bool, bool)>()],
        older in prop_oneof![Just(tick.saturating_sub(9)), 0_u32..TICK_MAX - (1 << 24)],
        span in prop_oneof![Just(2), any::<u8>()],
        after in prop_oneof![0..512, any::<i32>()],
    ) -> UserCommand {
        let trigger = Trigger::from_pressed(held);
        let time = ViewTime(ViewTime::from_tick(Tick(older)).0 + i64::from(after));
        let view = match trigger {
            Trigger::None => View::present(Tick(tick)),
            _ => View { time, older: Tick(older), span },
        };
        let thrust = Thrust::from_number(thrust).unwrap();
        UserCommand { tick: Tick(tick), thrust, aim: Turn(aim), trigger, view }
    }
}

fn packet() -> impl Strategy<Value = CommandPacket> {
    let ack = proptest::option::of(any::<u32>().prop_map(Tick));
    (ack, any::<u8>(), number(TICK_MAX - (1 << 24)), 0_u32..=15).prop_flat_map(
        |(ack, view_epoch, first, n)| {
            let commands: Vec<_> = (first..first + n).map(|tick| command(tick).boxed()).collect();
            commands.prop_map(move |commands| CommandPacket { ack, view_epoch, commands })
        },
    )
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn snapshot_heads_come_back(
        tick in 300_u32..2_000_000_000,
        back in 0_u32..=255,
        executed in -300_i64..300,
        margin in proptest::option::of((-2047_i16..=2047, -300_i64..300)),
        mistimed in any::<u8>(),
        body in vec(any::<u8>(), 0..20),
    ) {
        let at = |ahead: i64| Tick((i64::from(tick) + ahead) as u32);
        let margin =
            margin.map(|(sixteenths, ahead)| MarginReport { tick: at(ahead), sixteenths });
        let choked = mistimed ^ 0xFF;
        let viewer = ViewerHead { executed: at(executed), margin, mistimed, choked };
        let baseline = (back > 0).then(|| Tick(tick - back));
        let head = SnapshotHead { tick: Tick(tick), baseline, viewer };
        let bytes = encode(&head, &body);
        prop_assert_eq!(decode(&bytes), Ok((head, body.as_slice())));
    }

    #[test]
    fn bits_come_back_and_are_counted(items in vec(item(), 0..60)) {
        let mut writer = BitWriter::default();
        for item in &items {
            match *item {
                Item::Bits(value, n) => writer.bits(value, n),
                Item::Flag(value) => writer.flag(value),
                Item::Golomb(value, k) => writer.golomb(value, k),
                Item::Signed(value, k) => writer.signed(value, k),
                Item::Changed(value, expected, n) => writer.changed(value, expected, n),
            }
        }
        let (bytes, written) = writer.finish();
        let mut reader = BitReader::new(&bytes);
        for item in &items {
            match *item {
                Item::Bits(value, n) => prop_assert_eq!(reader.bits(n), Ok(value)),
                Item::Flag(value) => prop_assert_eq!(reader.flag(), Ok(value)),
                Item::Golomb(value, k) => prop_assert_eq!(reader.golomb(k), Ok(value)),
                Item::Signed(value, k) => prop_assert_eq!(reader.signed(k), Ok(value)),
                Item::Changed(value, expected, n) => {
                    prop_assert_eq!(reader.changed(expected, n), Ok(value));
                }
            }
        }
        prop_assert!(reader.rest().is_empty());
        prop_assert_eq!(reader.tally(), written);
    }

    #[test]
    fn reports_come_back_or_are_refused(report in report()) {
        let message = ServerControl::Report(Box::new(report.clone()));
        let may_be_sent = report.is_valid() && report.fits();
        match ServerMessage::decode(&message.encode()) {
            Ok(read) => {
                prop_assert!(may_be_sent, "{:?}", report);
                prop_assert_eq!(read, ServerMessage::Control(message));
            }
            // A track with ages that no room produces is refused.
            Err(_) => prop_assert!(!may_be_sent || !report.track.is_valid(), "{:?}", report),
        }
    }

    #[test]
    fn command_packets_come_back(packet in packet()) {
        prop_assert_eq!(CommandPacket::decode(&packet.encode()), Ok(packet));
    }
}
