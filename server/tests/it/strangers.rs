//! Rooms and strangers: a client that guesses a room's name cannot take it from those who play
//! there, and an address that keeps retrying cannot delay others.

use std::net::{Ipv6Addr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use server::config::Config;
use shared::client::Client;
use shared::netcode::values::RoomNetcode;
use shared::wire::message::{
    Access, ClientControl, Refusal, ServerControl, ServerMessage, Welcome, encode_resume,
};
use shared::wire::seat::{Admission, ResumeToken, SeatGrant};
use tokio::io::DuplexStream;
use tokio::time::{Instant, advance, sleep};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::support::line::AT_ONCE;
use crate::support::pipes::{Net, address, connect, metric, try_connect, with_server};
use crate::support::player::Player;
use crate::support::{hello, leave, within_guard};

/// The address that uses as much as it can.
const GREEDY: usize = 7;
const FOUNDER: usize = 1;
const GUEST: usize = 2;
const OTHER: usize = 3;

/// A player with a seat.
#[derive(Debug)]
struct SeatedPlayer {
    socket: WebSocketStream<DuplexStream>,
    given: SeatGrant,
    welcome: Welcome,
}

/// Says hello from a numbered address; returns the seat or the close frame.
async fn join_from(
    net: &Net,
    from: usize,
    token: Option<ResumeToken>,
    room: &str,
) -> Result<SeatedPlayer, (u16, String)> {
    join_from_address(net, address(from), token, room).await
}

/// Says hello from any address; returns the seat or the close frame.
async fn join_from_address(
    net: &Net,
    from: SocketAddr,
    token: Option<ResumeToken>,
    room: &str,
) -> Result<SeatedPlayer, (u16, String)> {
    let mut socket = try_connect(net, from, &[]).await.unwrap();
    if let Some(token) = token {
        socket.send(Message::Binary(encode_resume(&token).into())).await.unwrap();
    }
    socket.send(Message::Binary(hello("ada", room).into())).await.unwrap();
    let mut given = None;
    loop {
        match within_guard("a seat", socket.next()).await.unwrap().unwrap() {
            Message::Binary(message) => match ServerMessage::decode(&message).unwrap() {
                ServerMessage::Seat(seat) => given = Some(seat),
                ServerMessage::Control(ServerControl::Welcome(welcome)) => {
                    return Ok(SeatedPlayer { socket, given: given.unwrap(), welcome });
                }
                other => panic!("no welcome: {other:?}"),
            },
            Message::Close(Some(frame)) => {
                return Err((frame.code.into(), frame.reason.to_string()));
            }
            other => panic!("neither welcome nor close: {other:?}"),
        }
    }
}

/// Waits until the server has `n` players.
async fn players_become(net: &Net, n: f64) {
    let become_so = async {
        while metric(net, "lagrange_players").await != n {
            sleep(Duration::from_millis(1)).await;
        }
    };
    within_guard("the players", become_so).await;
}

/// The next message about the rules and who may change them.
async fn next_rules_message(seated: &mut SeatedPlayer) -> ServerControl {
    let said = async {
        loop {
            let Message::Binary(message) = seated.socket.next().await.unwrap().unwrap() else {
                continue;
            };
            if let ServerMessage::Control(
                control @ (ServerControl::Access(_)
                | ServerControl::Rules { .. }
                | ServerControl::Refused(_)),
            ) = ServerMessage::decode(&message).unwrap()
            {
                return control;
            }
        }
    };
    within_guard("a notice about the rules", said).await
}

async fn request_rules(seated: &mut SeatedPlayer) {
    let rules = RoomNetcode { rewind_bound_ms: 100, ..RoomNetcode::default() };
    let message = ClientControl::SetRules(rules).encode();
    seated.socket.send(Message::Binary(message.into())).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_stranger_leaves_four_seats_of_a_room_to_others() {
    with_server(Config { seats: 32, bots: 0, ..Config::default() }, async |net| {
        let mut held = vec![join_from(net, FOUNDER, None, "friends").await.unwrap()];
        let mut refused = Vec::new();
        for _ in 0..40 {
            match join_from(net, GREEDY, None, "friends").await {
                Ok(seated) => held.push(seated),
                Err(refusal) => refused.push(refusal),
            }
        }
        assert_eq!((held.len(), refused.len()), (1 + 28, 12));
        let (code, text) = &refused[0];
        assert_eq!((*code, text.starts_with("10.0.0.7 has 28 of 32 seats here")), (4409, true));
        held.push(join_from(net, GUEST, None, "friends").await.unwrap());
        // The founder has no limit there.
        for _ in 0..2 {
            held.push(join_from(net, FOUNDER, None, "friends").await.unwrap());
        }
        assert_eq!(
            join_from(net, FOUNDER, None, "friends").await.unwrap_err().0,
            4409,
            "it is full"
        );
    })
    .await;
}

/// An IPv6 address in this /48 and this /64 of it.
fn ipv6(network: u16, household: u16) -> SocketAddr {
    (Ipv6Addr::from([0x2001, 0xdb8, network, household, 0, 0, 0, 1]), 40_000).into()
}

/// The owner of a /48 has 65,536 addresses, and with all of them must leave two seats to others.
/// The founder's neighbours are exempt.
#[tokio::test(start_paused = true)]
async fn a_network_leaves_two_seats_of_a_room_to_others() {
    // (the greedy network, its households, the founder, the refusal, seats it gets of 8)
    for (households, founder, refused_by, n) in [
        ([0x100, 0x101], ipv6(2, 0), "2001:db8:1:100::/56 has 6 of 8 seats here", 6),
        ([0x100, 0x200], ipv6(2, 0), "2001:db8:1::/48 has 6 of 8 seats here", 6),
        ([0x100, 0x200], ipv6(1, 0x300), "This room is full: it has 8 seats.", 7),
    ] {
        with_server(Config { seats: 8, bots: 0, ..Config::default() }, async |net| {
            let _founder = join_from_address(net, founder, None, "friends").await.unwrap();
            let mut held = Vec::new();
            let mut refused = String::new();
            for household in households.into_iter().cycle().take(12) {
                match join_from_address(net, ipv6(1, household), None, "friends").await {
                    Ok(seated) => held.push(seated),
                    Err((_, text)) => refused = text,
                }
            }
            assert_eq!((held.len(), refused.starts_with(refused_by)), (n, true), "{refused}");
            let friend = join_from_address(net, ipv6(3, 0), None, "friends").await;
            assert_eq!(friend.is_ok(), n < 7);
        })
        .await;
    }
}

/// Nor can it take another player's held seat by coming from another of its addresses.
#[tokio::test(start_paused = true)]
async fn a_network_with_a_seat_cannot_take_a_held_one() {
    with_server(Config { seats: 3, bots: 0, ..Config::default() }, async |net| {
        let founder = join_from(net, FOUNDER, None, "friends").await.unwrap();
        let _one = join_from_address(net, ipv6(1, 0), None, "friends").await.unwrap();
        let _guest = join_from(net, GUEST, None, "friends").await.unwrap();
        let token = founder.given.token;
        drop(founder);
        players_become(net, 2.0).await;
        let refused = join_from_address(net, ipv6(1, 0x100), None, "friends").await.unwrap_err();
        assert_eq!(refused.0, 4409, "{}", refused.1);
        let back = join_from(net, FOUNDER, Some(token), "friends").await.unwrap();
        assert_eq!(back.given.admission, Admission::Resumed);
        drop(back);
        players_become(net, 2.0).await;
        join_from_address(net, ipv6(2, 0), None, "friends").await.unwrap();
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn two_players_at_one_address_fill_a_room_of_two() {
    for room in ["", "ours"] {
        with_server(Config { seats: 2, bots: 0, ..Config::default() }, async |net| {
            let first = join_from(net, GREEDY, None, room).await.unwrap();
            let second = join_from(net, GREEDY, None, room).await.unwrap();
            assert_eq!(second.welcome.room, first.welcome.room);
        })
        .await;
    }
}

/// An address with a seat cannot take a held seat for a while; for an address without one it is
/// given up at once.
#[tokio::test(start_paused = true)]
async fn an_address_with_a_seat_cannot_take_a_held_one() {
    with_server(Config { seats: 4, bots: 0, ..Config::default() }, async |net| {
        let founder = join_from(net, FOUNDER, None, "friends").await.unwrap();
        let _guest = join_from(net, GUEST, None, "friends").await.unwrap();
        let _one = join_from(net, 11, None, "friends").await.unwrap();
        let _another = join_from(net, 12, None, "friends").await.unwrap();
        let token = founder.given.token;
        drop(founder);
        players_become(net, 3.0).await;
        assert_eq!(join_from(net, GUEST, None, "friends").await.unwrap_err().0, 4409);
        let back = join_from(net, FOUNDER, Some(token), "friends").await.unwrap();
        assert_eq!(back.given.admission, Admission::Resumed);
        let token = back.given.token;
        drop(back);
        players_become(net, 3.0).await;
        let _other = join_from(net, OTHER, None, "friends").await.unwrap();
        let refused = join_from(net, FOUNDER, Some(token), "friends").await.unwrap_err();
        assert_eq!(refused.0, 4409, "the room is full without it");
    })
    .await;
}

/// A page may have lost its token: its held seat still goes to its address.
#[tokio::test(start_paused = true)]
async fn a_held_seat_goes_to_its_own_address_without_a_token() {
    with_server(Config { seats: 2, bots: 0, ..Config::default() }, async |net| {
        let founder = join_from(net, FOUNDER, None, "friends").await.unwrap();
        let _guest = join_from(net, GUEST, None, "friends").await.unwrap();
        drop(founder);
        players_become(net, 1.0).await;
        let again = join_from(net, FOUNDER, None, "friends").await.unwrap();
        assert_eq!(again.given.admission, Admission::New);
        drop(again);
        players_become(net, 1.0).await;
        // To an address that already plays there, it is still another player's seat.
        assert_eq!(join_from(net, GUEST, None, "friends").await.unwrap_err().0, 4409);
    })
    .await;
}

/// A founder whose seat was given away keeps its right for as long as the seat was to be held.
#[tokio::test(start_paused = true)]
async fn the_founder_keeps_its_right_while_its_seat_is_held() {
    with_server(Config { seats: 2, bots: 0, ..Config::default() }, async |net| {
        let founder = join_from(net, FOUNDER, None, "friends").await.unwrap();
        assert_eq!(founder.welcome.access, Access::May);
        let mut guest = join_from(net, GUEST, None, "friends").await.unwrap();
        let (token, ship) = (founder.given.token, founder.welcome.ship);
        drop(founder);
        players_become(net, 1.0).await;
        let mut other = join_from(net, OTHER, None, "friends").await.unwrap();
        let theirs = Access::FirstOnly { first: ship };
        assert_eq!(other.welcome.access, theirs, "the request arrived while the seat was promised");
        for seated in [&mut guest, &mut other] {
            request_rules(seated).await;
            let refused = ServerControl::Refused(Refusal::Rules(theirs));
            assert_eq!(next_rules_message(seated).await, refused);
        }
        leave(&mut other.socket).await;
        players_become(net, 1.0).await;
        let mut back = join_from(net, FOUNDER, Some(token), "friends").await.unwrap();
        assert_eq!(back.given.admission, Admission::Instead, "another seat");
        assert_eq!(next_rules_message(&mut back).await, ServerControl::Access(Access::May));
        request_rules(&mut back).await;
        assert!(matches!(next_rules_message(&mut back).await, ServerControl::Rules { .. }));
    })
    .await;
}

/// Opening room after room never ends one whose player may resume, except for the first room of an
/// address in whose networks no one has opened a room, and only if no room is empty.
#[tokio::test(start_paused = true)]
async fn rooms_with_held_seats_are_evicted_last() {
    make_way_last([address(GREEDY); 4]).await;
    make_way_last([0, 1, 2, 3].map(|household| ipv6(1, household))).await;
}

async fn make_way_last(greedy: [SocketAddr; 4]) {
    with_server(Config { rooms_max: 4, bots: 0, ..Config::default() }, async |net| {
        let friend = join_from(net, FOUNDER, None, "friends").await.unwrap();
        let token = friend.given.token;
        drop(friend);
        players_become(net, 0.0).await;
        let mut one = join_from_address(net, greedy[0], None, "greedy 1").await.unwrap();
        let _two = join_from_address(net, greedy[1], None, "greedy 2").await.unwrap();
        leave(&mut one.socket).await;
        players_become(net, 1.0).await;
        // The friends' room has been without a player for longer, but the other is empty.
        let _three = join_from_address(net, greedy[2], None, "greedy 3").await.unwrap();
        let (code, text) = join_from_address(net, greedy[3], None, "greedy 4").await.unwrap_err();
        assert_eq!((code, text.starts_with("All 4 rooms")), (4409, true), "{text}");
        let back = join_from(net, FOUNDER, Some(token), "friends").await.unwrap();
        assert_eq!(back.given.admission, Admission::Resumed);
        let token = back.given.token;
        drop(back);
        players_become(net, 2.0).await;
        let _first = join_from(net, OTHER, None, "first").await.unwrap();
        let (code, _) = join_from(net, FOUNDER, Some(token), "friends").await.unwrap_err();
        assert_eq!(code, 4409, "its room has made way, and there is no other one");
    })
    .await;
}

/// Keeps saying hello and disconnects before its turn.
async fn join_and_disconnect(net: Net) {
    loop {
        let mut socket = connect(&net, GREEDY, AT_ONCE, 1).await;
        let _ = socket.send(Message::Binary(hello("x", "").into())).await;
        drop(socket);
        // Just below the handshake rate of one address.
        sleep(Duration::from_millis(32)).await;
    }
}

async fn play_on(mut player: Player<DuplexStream>) {
    player.play_until("a ship", |client: &Client| client.own_ship().is_some()).await;
    loop {
        let until = Instant::now() + Duration::from_secs(1);
        player.play_until("a while", |_| Instant::now() >= until).await;
    }
}

/// Alternates between running and stalling the process, so that a third of the ticks are late.
async fn stutter_for(lasts: Duration) {
    let until = Instant::now() + lasts;
    while Instant::now() < until {
        sleep(Duration::from_millis(60)).await;
        advance(Duration::from_millis(50)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_overloaded_room_seats_others_despite_a_retrying_address() {
    with_server(Config { bots: 0, ..Config::default() }, async |net| {
        let player = Player::over(connect(net, FOUNDER, AT_ONCE, 1).await, "ada", "");
        let playing = tokio::spawn(play_on(player));
        let stuttering = tokio::spawn(stutter_for(Duration::from_secs(60)));
        sleep(Duration::from_secs(4)).await;
        let attacking = tokio::spawn(join_and_disconnect(net.clone()));
        sleep(Duration::from_secs(2)).await;
        let overloaded = "lagrange_room_seconds_total{pressure=\"overloaded\"}";
        assert!(metric(net, overloaded).await >= 2.0);
        for n in 0..5 {
            let begun = Instant::now();
            let seated = join_from(net, 20 + n, None, "").await.unwrap();
            assert!(begun.elapsed() < Duration::from_secs(2), "{n}: {:?}", begun.elapsed());
            drop(seated);
        }
        assert!(!playing.is_finished() && !attacking.is_finished() && !stuttering.is_finished());
        for task in [attacking, stuttering, playing] {
            task.abort();
        }
    })
    .await;
}
