//! Whatever bytes one player sends, the room carries on unaffected for all others.

use proptest::{collection::vec, prelude::*};
use shared::{
    base::{
        rng::Rng,
        state_hash::state_hash,
        time::{Tick, TickRate},
    },
    judge::shot::HitClaim,
    netcode::{
        setting::Owner,
        values::{Netcode, SnapshotDelivery},
    },
    report::shot_report::ReportsWanted,
    room::{RoomConfig, RoomKind},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger, UserCommand, View},
        event::{ShotId, Weapon},
        ship::ShipId,
        state::WorldState,
    },
    wire::{
        close_reason::CloseReason,
        command_packet::CommandPacket,
        message::{AimAssist, ClientControl, Hello, commands_message},
    },
};

use crate::support::{
    as_by_default, config,
    guest::{Party, config_of},
    mutate::{Mutation, mutate, mutations},
    shuffled,
};

/// A random message of a player's client: packets with shots and views, pings, echoes, hellos.
fn saying(tick: Tick, rng: &mut Rng) -> Vec<u8> {
    let command = |key: u32, rng: &mut Rng| UserCommand {
        tick: Tick(key),
        thrust: Thrust::ALL[rng.below(9) as usize],
        trigger: Trigger::from_pressed((rng.below(2) == 0, rng.below(2) == 0)),
        view: View { span: 2, ..View::present(tick.minus(rng.below(30))) },
        ..UserCommand::default()
    };
    let some = |rng: &mut Rng| {
        let room = shuffled(Netcode::default(), Owner::Room, rng);
        shuffled(room, Owner::Player, rng)
    };
    match rng.below(15) {
        14 => ClientControl::Rematch.encode(),
        13 => {
            let assist = if rng.below(2) == 0 { AimAssist::On } else { AimAssist::Off };
            ClientControl::AimAssist(assist).encode()
        }
        8 => ClientControl::Subscribe(some(rng).player.subscription(SnapshotDelivery::default()))
            .encode(),
        9 => ClientControl::SetRules(some(rng).room).encode(),
        10 => {
            let shooter = ShipId { idx: rng.below(6) as u16, generation: rng.below(2) as u16 };
            let key = tick.minus(rng.below(20)).plus(rng.below(20));
            let shot = ShotId { tick: key, shooter, weapon: Weapon::Laser };
            let victim = ShipId { idx: rng.below(8) as u16, generation: 0 };
            let age = rng.next_u32() >> rng.below(32);
            ClientControl::Claim(HitClaim { shot, victim, age }).encode()
        }
        12 => {
            let shooter = ShipId { idx: rng.below(6) as u16, generation: rng.below(2) as u16 };
            let weapon = if rng.below(2) == 0 { Weapon::Laser } else { Weapon::Beam };
            let tick = Tick(rng.next_u32() >> rng.below(32)).min(tick.plus(9));
            ClientControl::RequestReport(ShotId { tick, shooter, weapon }).encode()
        }
        11 => ClientControl::WantReports(ReportsWanted::Yes).encode(),
        0 => ClientControl::Ping { stamp: rng.next_u32() }.encode(),
        1 => ClientControl::Echo { nonce: rng.below(5) }.encode(),
        2 => Hello::new("someone", "").encode(),
        _ => {
            let first = tick.next().0 + rng.below(4);
            let commands = (first..first + rng.below(15)).map(|key| command(key, rng)).collect();
            let ack = (rng.below(8) > 0).then_some(tick.minus(tick.0 % 2));
            let view_epoch = rng.below(3) as u8;
            commands_message(&CommandPacket { ack, view_epoch, commands }.encode())
        }
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn a_room_goes_on_for_the_others_whatever_one_says(
        seed in any::<u64>(),
        wrong in vec((mutations(), proptest::option::of(vec(any::<u8>(), 0..60))), 60),
    ) {
        let mut rng = Rng::new(seed, 3);
        // In a laboratory the hostile player also changes the rules.
        let kind = if seed % 2 == 0 { RoomKind::Experimental } else { RoomKind::Private };
        // And the rates of the others, within the server's own bounds.
        let config = config_of(6, 3, Arena::strewn(seed), seed);
        let config = RoomConfig { kind, rate_bounds: as_by_default(), ..config };
        let mut party = Party::new(config, 2);
        let mut hostile = None;
        for (mutations, noise) in &wrong {
            let tick = party.room.tick();
            let thrust = Thrust::Up;
            let steady = UserCommand { tick: tick.next(), thrust, ..UserCommand::default() };
            for guest in 0..2 {
                let ack = party.guests[guest].newest();
                party.say(guest, ack, if guest == 0 { vec![steady] } else { Vec::new() });
            }
            // A player whose session was closed rejoins.
            let open = hostile.filter(|n: &usize| party.guests[*n].closed.is_none());
            let n = open.unwrap_or_else(|| party.join());
            hostile = Some(n);
            for _ in 0..3 {
                let (message, other) = (saying(tick, &mut rng), saying(tick, &mut rng));
                let wrong: &[Mutation] = if rng.below(3) == 0 { &[] } else { mutations };
                party.say_bytes(n, &mutate(&message, &other, wrong));
            }
            if let Some(noise) = noise {
                party.say_bytes(n, noise);
            }
            party.step();
            party.step();
            check_others(&party)?;
        }
        let closed = party.guests.iter().filter_map(|guest| guest.closed);
        prop_assert!(closed.into_iter().all(|reason| reason == CloseReason::Malformed));
    }
}

/// The others are still connected, and hold the world's state.
fn check_others(party: &Party) -> Result<(), TestCaseError> {
    let want = WorldState::of(party.room.world());
    for guest in &party.guests[..2] {
        prop_assert_eq!(guest.closed, None);
        prop_assert!(party.room.world().ship(guest.ship).is_some());
        let got = guest.states.last().unwrap();
        prop_assert!(want.tick.since(got.tick) < 2, "a snapshot every two ticks");
        if got.tick == want.tick {
            prop_assert_eq!(state_hash(got), state_hash(&want));
        }
    }
    prop_assert_eq!(party.room.config().rate, TickRate::DEFAULT);
    Ok(())
}
