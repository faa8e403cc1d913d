//! A client in a match survives any bytes from the server. `crates/integration-tests/tests/fuzz.rs`
//! tests the decoders alone.

use std::sync::LazyLock;

use forensics::Case;
use proptest::{collection::vec, prelude::*, sample::Index};
use shared::{
    base::{limits::CLIENT_SHOTS_MAX, time::Micros},
    client::{Client, ClientConfig, GhostVisibility},
    netcode::values::{PlayerNetcode, SnapshotDelivery},
    room::{Output, Room, SessionId},
    sim::{event::ShotId, state::WorldState, world::WorldParams},
    wire::message::ClientMessage,
};

use crate::support::{
    RandomHand, config,
    crafted::{control, crafting, welcome},
    guest::config_of,
    mutate::{mutate, mutations},
    narrow_arena,
};

/// A client in a match, and the messages it receives next.
#[derive(Clone)]
struct Moment {
    client: Client,
    now: Micros,
    next: Vec<Vec<u8>>,
}

/// A match of a real client, bots and two more players, with copies of the client at some moments.
struct Recorded {
    moments: Vec<Moment>,
    /// Every message that the server sent to this client, and the states of its keyframes.
    down: Vec<Vec<u8>>,
    states: Vec<WorldState>,
    params: WorldParams,
}

const SEATS: u16 = 10;

static RECORDED: LazyLock<Recorded> = LazyLock::new(record);

fn record() -> Recorded {
    let mut room = Room::new(config_of(SEATS, 8, narrow_arena(), 4), Micros::ZERO).unwrap();
    let mut client = newcomer();
    let mut hand = RandomHand::new(4, true);
    let mut session = None;
    let mut recorded = Recorded {
        moments: Vec::new(),
        down: Vec::new(),
        states: Vec::new(),
        params: room.world().params().clone(),
    };
    for _ in 0..900 {
        let now = room.poll_time();
        transmit(&mut client, &mut room, &mut session, now);
        room.handle_time(now);
        recorded.states.push(WorldState::of(room.world()));
        let before = (client.clone(), recorded.down.len());
        while let Some(output) = room.poll_output() {
            if let Output::Snapshot { session, tick, .. } = output {
                room.handle_written(session, tick);
            }
            if let Output::Reliable { message, .. } | Output::Snapshot { message, .. } = output {
                client.handle_message(now, &message).unwrap();
                recorded.down.push(message);
            }
        }
        if room.tick().0.is_multiple_of(20) {
            let (client, first) = before;
            let next = recorded.down[first..].to_vec();
            recorded.moments.push(Moment { client, now, next });
        }
        client.handle_frame(now, hand.next());
    }
    recorded
}

fn newcomer() -> Client {
    let netcode = PlayerNetcode::default();
    Client::new(
        ClientConfig {
            name: "a".into(),
            room: String::new(),
            netcode,
            room_request: None,
            delivery: SnapshotDelivery::Datagram,
        },
        Micros::ZERO,
    )
}

fn transmit(client: &mut Client, room: &mut Room, session: &mut Option<SessionId>, now: Micros) {
    while let Some(message) = client.poll_transmit() {
        match (*session, ClientMessage::decode(&message)) {
            (Some(session), _) => room.handle_message(now, session, &message),
            (None, Ok(ClientMessage::Hello(hello))) => {
                *session = Some(room.handle_join(now, &hello).unwrap());
            }
            (None, other) => panic!("{other:?} before the hello"),
        }
    }
}

/// Runs frames, and makes every request that a shell makes.
fn draw(client: &mut Client, now: Micros, frames: i64, hand: &mut RandomHand) {
    for frame in 0..frames {
        client.handle_frame(now + Micros(frame * 16_667), hand.next());
        let _ = (client.scene(), client.net_stats(), client.own_ship(), client.view());
        while let Some(message) = client.poll_transmit() {
            assert!(ClientMessage::decode(&message).is_ok(), "a client sends valid messages");
        }
    }
    let _ = client.drain_notices();
    look_into_shots(client);
}

/// Makes the requests of a shell when its player inspects shots, for every shot the client knows.
fn look_into_shots(client: &mut Client) {
    let shots: Vec<ShotId> = client.shots().map(|judged| judged.shot).collect();
    assert!(shots.len() <= CLIENT_SHOTS_MAX);
    for shot in shots {
        client.inspect_shot(shot);
        let _ = client.clip(shot);
    }
    let known = client.shots().map(|judged| judged.shot);
    let reports = known.flat_map(|shot| [client.report(shot).cloned(), client.own_account(shot)]);
    for report in reports.flatten() {
        let case = Case::new(&report, Some(client), Some(client));
        let (first, last) = case.span().into_inner();
        for age in [i64::MIN, first, 0, case.decisive(), last, i64::MAX] {
            let moment = case.at(age);
            let panels = [&moment.shooter, &moment.server, &moment.victim];
            let pos = panels.iter().flat_map(|panel| panel.ships.iter().map(|ship| ship.pos));
            assert!(pos.into_iter().all(|pos| pos.is_finite()), "{report:?}");
        }
        let _ = (case.sentences(), case.line(), case.others().count());
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn a_client_in_a_match_survives_mutated_messages(
        seed in any::<u64>(),
        moment in any::<Index>(),
        wrong in vec((any::<Index>(), any::<Index>(), mutations(), 0_i64..4), 1..12),
        noise in vec(any::<u8>(), 0..100),
    ) {
        let Moment { mut client, mut now, next } = moment.get(&RECORDED.moments).clone();
        let mut hand = RandomHand::new(seed, true);
        client.set_ghosts(GhostVisibility::Shown);
        for (message, other, mutations, frames) in &wrong {
            // A mutation of the next message, or of one from another time.
            let other = other.get(&RECORDED.down);
            let nth = message.index(next.len() + 4);
            let message = next.get(nth).unwrap_or_else(|| message.get::<Vec<u8>>(&RECORDED.down));
            let _ = client.handle_message(now, &mutate(message, other, mutations));
            draw(&mut client, now, *frames, &mut hand);
            now += Micros(frames * 16_667);
        }
        let _ = client.handle_message(now, &noise);
        for message in &next {
            let _ = client.handle_message(now, message);
        }
        // Longer than any time window.
        draw(&mut client, now, 3, &mut hand);
        draw(&mut client, now + Micros(1_700_000), 2, &mut hand);
        draw(&mut client, now + Micros(9_000_000), 2, &mut hand);
    }

    #[test]
    fn a_client_in_a_match_survives_a_lying_server(
        seed in any::<u64>(),
        moment in any::<Index>(),
        lies in vec((any::<(Index, Index)>(), crafting(), control(), 0_i64..4), 1..12),
    ) {
        let Moment { mut client, mut now, next } = moment.get(&RECORDED.moments).clone();
        let mut hand = RandomHand::new(seed, true);
        client.set_ghosts(GhostVisibility::Shown);
        for ((state, baseline), crafting, control, frames) in &lies {
            let (state, baseline) = (state.get(&RECORDED.states), baseline.get(&RECORDED.states));
            let snapshot = crafting.snapshot(state, Some(baseline), &RECORDED.params, SEATS);
            let _ = client.handle_message(now, &snapshot);
            let _ = client.handle_message(now, control);
            draw(&mut client, now, *frames, &mut hand);
            now += Micros(frames * 1_000_000);
        }
        for message in &next {
            let _ = client.handle_message(now, message);
        }
        draw(&mut client, now, 3, &mut hand);
    }

    #[test]
    fn a_client_survives_a_lying_welcome(
        seed in any::<u64>(),
        welcome in welcome(),
        later in vec((any::<Index>(), crafting(), control()), 0..6),
    ) {
        let (mut client, mut hand) = (newcomer(), RandomHand::new(seed, true));
        let _ = client.handle_message(Micros(90_000), &welcome.encode());
        for (n, (state, crafting, control)) in later.iter().enumerate() {
            let now = Micros(100_000 + 300_000 * n as i64);
            let state = state.get(&RECORDED.states);
            let snapshot = crafting.snapshot(state, None, &RECORDED.params, SEATS);
            let _ = client.handle_message(now, &snapshot);
            let _ = client.handle_message(now, control);
            draw(&mut client, now, 2, &mut hand);
        }
    }

    #[test]
    fn a_client_survives_a_mutated_welcome(
        seed in any::<u64>(),
        mutations in mutations(),
        other in any::<Index>(),
        later in vec(any::<Index>(), 0..8),
    ) {
        let (mut client, mut hand) = (newcomer(), RandomHand::new(seed, true));
        let welcome = mutate(&RECORDED.down[0], other.get::<Vec<u8>>(&RECORDED.down), &mutations);
        let joined = client.handle_message(Micros(90_000), &welcome);
        if let Err(error) = joined {
            prop_assert!(!client.joined(), "{}", error);
        }
        for (n, message) in later.iter().enumerate() {
            let now = Micros(100_000 + 30_000 * n as i64);
            let _ = client.handle_message(now, message.get::<Vec<u8>>(&RECORDED.down));
            draw(&mut client, now, 2, &mut hand);
        }
    }
}
