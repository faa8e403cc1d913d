//! Players in rooms: they meet, rooms are separate, and rooms open and end.

use std::sync::Arc;
use std::time::Duration;

use crate::support::line::AT_ONCE;
use crate::support::pipes::{connect, with_server};
use crate::support::player::Player;
use crate::support::{
    Server, close_of, hello, http, leave, receive_control, receive_snapshot, send, welcome,
    without_timeouts,
};
use server::config::{Config, Probe, Timeouts};
use shared::{
    base::time::TickRate,
    netcode::{choices::HitRule, preset::Preset, values::RoomNetcode},
    pilot::skill::{BotLevelNumber, RequestedLevel},
    wire::{
        close_reason::CloseReason,
        message::{Access, BotsRequest, ClientControl, Hello, Refusal, RoomRequest, ServerControl},
        sides::{Sides, SidesState},
    },
};
use tokio::time::{Instant, sleep};

#[tokio::test]
async fn two_players_meet_in_a_room() {
    let server = Server::start(without_timeouts()).await;
    let mut ada = Player::join(&server, "ada", "").await;
    ada.play_until("the welcome", |client| client.joined()).await;
    let mut bob = Player::join(&server, "bob", "").await;
    bob.play_until("the snapshots", |client| !client.ships().is_empty()).await;
    let both = |client: &shared::client::Client| {
        let players = client.roster().iter().filter(|entry| !entry.bot);
        let names: Vec<&str> = players.map(|entry| entry.name.as_str()).collect();
        names.contains(&"ada") && names.contains(&"bob") && !client.ships().is_empty()
    };
    ada.play_until("bob", both).await;
    bob.play_until("ada", both).await;
    assert_ne!(ada.client.own_id(), bob.client.own_id());
    assert_eq!(ada.client.room_name(), "lobby");
    assert_eq!(server.metric("lagrange_players").await, 2.0);

    leave(&mut bob.socket).await;
    let alone = |client: &shared::client::Client| {
        client.roster().iter().filter(|entry| !entry.bot).count() == 1
    };
    ada.play_until("bob's leaving", alone).await;
}

#[tokio::test]
async fn pings_are_answered_and_snapshots_arrive() {
    let server = Server::start(without_timeouts()).await;
    let (mut socket, welcome) = server.join("ada", "").await;
    assert_eq!(welcome.seats, without_timeouts().seats);
    assert_eq!(welcome.roster.len(), 2, "a newcomer meets one bot");
    send(&mut socket, ClientControl::Ping { stamp: 77 }.encode()).await;
    while receive_control(&mut socket).await != (ServerControl::Pong { stamp: 77 }) {}
    receive_snapshot(&mut socket).await;
    receive_snapshot(&mut socket).await;
}

#[tokio::test]
async fn rooms_are_separate_and_their_names_are_cleaned() {
    let server = Server::start(without_timeouts()).await;
    for (asked, expected) in
        [("", "lobby"), ("lobby", "lobby"), (" \u{202E} ", "lobby"), (" duel\u{200B} ", "duel")]
    {
        let (_socket, welcome) = server.join("ada", asked).await;
        assert_eq!(welcome.room, expected, "{asked:?}");
    }
    let (_one, one) = server.join("one", "a").await;
    let (_other, other) = server.join("other", "b").await;
    assert!(!one.roster.iter().any(|entry| entry.name == "other"));
    assert!(!other.roster.iter().any(|entry| entry.name == "one"));
    assert_eq!(server.metric("lagrange_rooms").await, 4.0);
}

#[tokio::test]
async fn names_that_look_the_same_are_numbered() {
    let server = Server::start(without_timeouts()).await;
    let names = ["Am\u{E9}lie", "AME\u{301}LIE", "\u{FF21}m\u{E9}lie\u{200B}", "Am\u{E9}lie 2"];
    let expected = ["Am\u{E9}lie", "AM\u{C9}LIE 2", "\u{FF21}m\u{E9}lie 3", "Am\u{E9}lie 2 2"];
    let mut sockets = Vec::new();
    for (name, expected) in names.into_iter().zip(expected) {
        let (socket, welcome) = server.join(name, "a").await;
        let own = welcome.roster.iter().find(|entry| entry.ship == welcome.ship).unwrap();
        assert_eq!(own.name, expected);
        sockets.push(socket);
    }
}

#[tokio::test]
async fn founders_configure_their_rooms_but_not_lobbies() {
    let server = Server::start(without_timeouts()).await;
    let netcode = Preset::Source.room();
    let room_request =
        Some(RoomRequest { rate: TickRate::new(128).ok(), netcode, ..RoomRequest::default() });
    let rows = [
        // (room, what it asks for, ticks a second, rules); an open room is not changed
        ("mine", room_request, 128, netcode),
        ("mine", None, 128, netcode),
        ("lobby", room_request, 60, RoomNetcode::default()),
        ("other", None, 60, RoomNetcode::default()),
    ];
    let mut sockets = Vec::new();
    for (n, (room, room_request, hz, rules)) in rows.into_iter().enumerate() {
        let mut socket = server.connect().await;
        let hello = Hello { room_request, ..Hello::new("ada", room) };
        send(&mut socket, hello.encode()).await;
        let welcome = welcome(&mut socket).await;
        assert_eq!((welcome.rate.hz(), welcome.netcode), (hz, rules), "row {n}, {room}");
        sockets.push(socket);
    }
}

#[tokio::test]
async fn only_private_rooms_have_sides() {
    let server = Server::start(without_timeouts()).await;
    let sides = Sides { round_trip_ms: [20, 150] };
    let request = Some(RoomRequest { sides: Some(sides), ..RoomRequest::endless() });
    let hello = |room| Hello { room_request: request, ..Hello::new("ada", room) };
    for room in ["", "lobby", "lab 3"] {
        let mut socket = server.connect().await;
        send(&mut socket, hello(room).encode()).await;
        let (code, text) = close_of(&mut socket).await;
        assert_eq!(code, CloseReason::RoomName.code(), "{room}");
        assert!(text.contains("Only a private room can have two sides"), "{room}: {text}");
    }
    let mut socket = server.connect().await;
    send(&mut socket, hello("mine").encode()).await;
    welcome(&mut socket).await;
    let told = loop {
        if let ServerControl::Sides(told) = receive_control(&mut socket).await {
            break told;
        }
    };
    assert_eq!(told, SidesState::new(sides));
}

#[tokio::test]
async fn bots_adapt_in_rooms_with_the_default_rules() {
    let server = Server::start(without_timeouts()).await;
    let request = |netcode| Some(RoomRequest { netcode, ..RoomRequest::default() });
    let rows = [
        // (room, what it asks for, bots that the first player meets)
        ("", None, 1),
        ("mine", None, 1),
        ("other", request(RoomNetcode::default()), 1),
        ("by Source", request(Preset::Source.room()), 3),
        ("lab 2", None, 3),
    ];
    for (room, room_request, bots) in rows {
        let mut socket = server.connect().await;
        let hello = Hello { room_request, ..Hello::new("ada", room) };
        send(&mut socket, hello.encode()).await;
        let roster = welcome(&mut socket).await.roster;
        assert_eq!(roster.iter().filter(|entry| entry.bot).count(), bots, "{room}");
    }
}

#[tokio::test]
async fn founders_choose_how_well_their_bots_play() {
    let server = Server::start(without_timeouts()).await;
    let source = Preset::Source.room();
    let fixed = |level| RequestedLevel::Fixed(BotLevelNumber::new(level).unwrap());
    let rows = [
        // (room, rules, what it asks for, bots that the first player meets, their level)
        ("one", RoomNetcode::default(), fixed(7), 1, Some(7)),
        ("two", source, fixed(31), 1, Some(31)),
        // It is known once the newcomer has had its first life.
        ("three", source, RequestedLevel::Adaptive, 1, None),
        ("lobby", RoomNetcode::default(), fixed(7), 1, None),
    ];
    for (room, netcode, level, n_bots, known) in rows {
        let mut socket = server.connect().await;
        let bots = BotsRequest { ships: Some(2), level: Some(level) };
        let room_request = Some(RoomRequest { netcode, bots, ..RoomRequest::default() });
        let hello = Hello { room_request, ..Hello::new("ada", room) };
        send(&mut socket, hello.encode()).await;
        let roster = welcome(&mut socket).await.roster;
        assert_eq!(roster.iter().filter(|entry| entry.bot).count(), n_bots, "{room}");
        // The pong follows all that a newcomer is told.
        send(&mut socket, ClientControl::Ping { stamp: 1 }.encode()).await;
        let mut told = None;
        loop {
            match receive_control(&mut socket).await {
                ServerControl::BotLevel { level } => told = level,
                ServerControl::Pong { .. } => break,
                _ => {}
            }
        }
        assert_eq!(told, known, "{room}");
    }
}

#[tokio::test]
async fn laboratory_only_rules_are_refused() {
    let server = Server::start(without_timeouts()).await;
    let netcode = RoomNetcode { hit_rule: HitRule::Unverified, ..RoomNetcode::default() };
    // Neither is a room opened with it,
    let mut socket = server.connect().await;
    let hello = Hello {
        room_request: Some(RoomRequest { netcode, ..RoomRequest::default() }),
        ..Hello::new("ada", "mine")
    };
    send(&mut socket, hello.encode()).await;
    assert_eq!(close_of(&mut socket).await.0, CloseReason::Malformed.code());
    // nor may its players request it, even in a laboratory of the server's.
    for room in ["mine", "lab-1"] {
        let (mut socket, welcome) = server.join("ada", room).await;
        assert_eq!((welcome.netcode, welcome.access), (RoomNetcode::default(), Access::May));
        send(&mut socket, ClientControl::SetRules(netcode).encode()).await;
        let refused = ServerControl::Refused(Refusal::LaboratoryOnly);
        while receive_control(&mut socket).await != refused {}
    }
}

#[tokio::test]
async fn a_full_room_refuses_newcomers() {
    let mut config = without_timeouts();
    config.seats = 2;
    let server = Server::start(config).await;
    let (_first, welcome) = server.join("first", "small").await;
    assert_eq!(welcome.seats, 2);
    let (second, _) = server.join("second", "small").await;
    let mut third = server.connect().await;
    send(&mut third, hello("third", "small")).await;
    let said = "This room is full: it has 2 seats. The lobby may have a free one.";
    assert_eq!(close_of(&mut third).await, (4409, said.into()));
    // It has.
    let (_, welcome) = server.join("third", "").await;
    assert_eq!(welcome.room, "lobby");
    // Another room has seats, and so does this one after a player leaves.
    server.join("third", "elsewhere").await;
    drop(second);
    server.metric_becomes("lagrange_players", |n| n == 1.0).await;
    server.join("third", "small").await;
}

#[tokio::test]
async fn a_full_lobby_overflows_into_the_next() {
    let mut config = without_timeouts();
    config.seats = 2;
    let server = Server::start(config).await;
    let mut players = Vec::new();
    for (n, lobby) in ["lobby", "lobby", "lobby 2", "lobby 2", "lobby 3"].into_iter().enumerate() {
        let (socket, welcome) = server.join(&format!("player {n}"), "").await;
        assert_eq!(welcome.room, lobby, "player {n}");
        assert_eq!(
            welcome.access == Access::Public,
            n % 2 == 1,
            "player {n}: {:?}",
            welcome.access
        );
        players.push(socket);
    }
    drop(players.remove(0));
    server.metric_becomes("lagrange_players", |n| n == 4.0).await;
    let (_late, welcome) = server.join("late", "").await;
    assert_eq!(welcome.room, "lobby", "the first with a seat");
}

/// A typed name leads to an open lobby, but never opens one.
#[tokio::test]
async fn only_the_server_opens_lobbies() {
    let mut config = without_timeouts();
    config.seats = 2;
    let server = Server::start(config).await;
    for typed in ["lobby 2", "Lobby 2", "lobby 0", "lobby 05", "lobby +5", "lobby 100000"] {
        let (mut socket, welcome) = server.join("ada", typed).await;
        assert_eq!(welcome.room, "lobby", "{typed:?}");
        leave(&mut socket).await;
        server.metric_becomes("lagrange_players", |n| n == 0.0).await;
    }
    assert_eq!(server.metric("lagrange_rooms").await, 1.0);
    let mut players = Vec::new();
    for (typed, lobby) in [
        ("", "lobby"),
        ("", "lobby"),
        ("", "lobby 2"),
        ("Lobby 2", "lobby 2"),
        ("lobby 2", "lobby 3"),
    ] {
        let (socket, welcome) = server.join("ada", typed).await;
        assert_eq!(welcome.room, lobby, "{typed:?}");
        players.push(socket);
    }
    drop(players.remove(0));
    server.metric_becomes("lagrange_players", |n| n == 4.0).await;
    let (_late, welcome) = server.join("late", "lobby 2").await;
    assert_eq!(welcome.room, "lobby", "the one that was asked for is full");
}

#[tokio::test]
async fn a_player_without_a_lobby_seat_is_advised_to_open_a_room() {
    let mut config = without_timeouts();
    (config.seats, config.bots) = (1, 0);
    let server = Server::start(config).await;
    let mut players = Vec::new();
    for n in 1..=16 {
        let (socket, welcome) = server.join("ada", "").await;
        let lobby = if n == 1 { "lobby".into() } else { format!("lobby {n}") };
        assert_eq!(welcome.room, lobby);
        players.push(socket);
    }
    let said = "Every lobby is full: each has 1 seat. Open a room of your own.";
    for asked in ["", "lobby 2"] {
        let mut late = server.connect().await;
        send(&mut late, hello("late", asked)).await;
        assert_eq!(close_of(&mut late).await, (4409, said.into()), "{asked:?}");
    }
    let (_late, welcome) = server.join("late", "own").await;
    assert_eq!(welcome.room, "own");
}

#[tokio::test]
async fn rooms_are_bounded() {
    let mut config = without_timeouts();
    config.rooms_max = 2;
    let server = Server::start(config).await;
    let (_kept, _) = server.join("ada", "second").await;
    let mut socket = server.connect().await;
    send(&mut socket, hello("bob", "third")).await;
    let (code, text) = close_of(&mut socket).await;
    assert_eq!((code, text.contains("2 rooms")), (4409, true), "{text}");
    server.join("bob", "second").await;
}

#[tokio::test]
async fn the_longest_empty_room_is_evicted() {
    let mut config = without_timeouts();
    config.rooms_max = 4;
    let server = Server::start(config).await;
    let mut sockets = Vec::new();
    for (n, room) in ["one", "two", "three"].into_iter().enumerate() {
        sockets.push(server.join("ada", room).await.0);
        assert_eq!(server.metric("lagrange_rooms").await, n as f64 + 2.0);
    }
    // The second empties first, then the first; a player stays in the third.
    for (left, players) in [(1, 2.0), (0, 1.0)] {
        drop(sockets.remove(left));
        server.metric_becomes("lagrange_players", |n| n == players).await;
    }
    for (room, others) in [("four", ["one", "three"]), ("five", ["four", "three"])] {
        let (socket, _) = server.join("bob", room).await;
        sockets.push(socket);
        server.metric_becomes("lagrange_rooms", |n| n == 4.0).await;
        println!("{room} beside {others:?}");
    }
    let mut late = server.connect().await;
    send(&mut late, hello("eve", "six")).await;
    assert_eq!(close_of(&mut late).await.0, 4409, "every room has a player");
}

/// A room in which a player stayed for a while lingers longer.
#[tokio::test(start_paused = true)]
async fn played_rooms_linger_longer() {
    for (stays_s, lingers_s) in [(5, 2), (15, 30)] {
        with_server(Config { bots: 0, ..Config::default() }, async |net| {
            let first = async |name: &str| {
                let mut player = Player::over(connect(net, 1, AT_ONCE, 1).await, name, "here");
                player.play_until("a ship", |client| client.own_ship().is_some()).await;
                player
            };
            let begun = Instant::now();
            let mut player = first("ada").await;
            player.play_until("a while", |_| begun.elapsed() >= Duration::from_secs(stays_s)).await;
            leave(&mut player.socket).await;
            sleep(Duration::from_secs(lingers_s) - Duration::from_millis(800)).await;
            let tick = first("bob").await.client.net_stats().server_tick;
            assert!(tick.0 > 60 * stays_s as u32, "{stays_s} s: the same room at tick {}", tick.0);
            sleep(Duration::from_secs(lingers_s) + Duration::from_secs(30)).await;
            let tick = first("eve").await.client.net_stats().server_tick;
            assert!(tick.0 < 60, "{stays_s} s: a new room at tick {}", tick.0);
        })
        .await;
    }
}

#[tokio::test]
async fn empty_rooms_end_except_the_default() {
    let brief = |timeouts: &mut Timeouts| timeouts.brief_room_linger = crate::support::SHORT;
    let server = Server::without_timeouts_but(brief).await;
    let (mut socket, _) = server.join("ada", "brief").await;
    let (mut lobby, _) = server.join("ada", "").await;
    assert_eq!(server.metric("lagrange_rooms").await, 2.0);
    leave(&mut socket).await;
    leave(&mut lobby).await;
    server.metric_becomes("lagrange_rooms", |n| n == 1.0).await;
    assert_eq!(http::get(server.address, "/healthz", &[]).await.status, 200);
    server.join("ada", "brief").await;
}

#[tokio::test]
async fn a_paused_room_resumes_for_the_next_player() {
    let server = Server::start(without_timeouts()).await;
    for _ in 0..3 {
        let mut player = Player::join(&server, "ada", "").await;
        player.play_until("the snapshots", |client| !client.ships().is_empty()).await;
        drop(player);
        server.metric_becomes("lagrange_players", |n| n == 0.0).await;
    }
    assert_eq!(server.metric("lagrange_stalls_total").await, 0.0);
}

#[tokio::test]
async fn a_panic_ends_only_its_room() {
    let mut config = without_timeouts();
    config.probe = Some(Probe(Arc::new(|hello| {
        assert!(hello.name != "boom", "a room fails, as this test wants");
    })));
    let server = Server::start(config).await;
    let (mut ada, _) = server.join("ada", "").await;
    let (mut bob, _) = server.join("bob", "").await;
    let (mut eve, _) = server.join("eve", "elsewhere").await;
    let mut boom = server.connect().await;
    send(&mut boom, hello("boom", "")).await;
    for socket in [&mut ada, &mut bob, &mut boom] {
        assert_eq!(close_of(socket).await.0, 1012);
    }
    receive_snapshot(&mut eve).await;
    assert_eq!(server.metric("lagrange_room_failures_total").await, 1.0);
    // The default room reopens, and the next player can join at once.
    let (_socket, _) = server.join("ada", "").await;
    assert_eq!(http::get(server.address, "/healthz", &[]).await.status, 200);
}

#[tokio::test]
async fn the_default_room_reopens_after_a_failure() {
    let mut config = without_timeouts();
    config.probe = Some(Probe(Arc::new(|_| panic!("a room fails, as this test wants"))));
    let server = Server::start(config).await;
    let mut boom = server.connect().await;
    send(&mut boom, hello("boom", "")).await;
    assert_eq!(close_of(&mut boom).await.0, 1012);
    server.metric_becomes("lagrange_room_failures_total", |n| n == 1.0).await;
    server.metric_becomes("lagrange_rooms", |n| n == 1.0).await;
    assert_eq!(http::get(server.address, "/healthz", &[]).await.status, 200);
}
