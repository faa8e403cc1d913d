//! The three panes of the laboratory each show their own truth of the same instant, and the threads
//! between them measure the difference.

use lab::{
    column::Column,
    network::Network,
    pane::{Pane, bolt_ties, ship_ties},
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::{ArenaPos, Controller, FRAMES, Leg, Script},
};
use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick},
    },
    netcode::{
        choices::{OwnShip, PushRule},
        preset::Preset,
        values::{Netcode, PlayerNetcode},
    },
    sim::command::Thrust,
    wire::{
        conditions::{Conditions, LinkMode},
        link::Fate,
    },
};

const YOU: Pane = Pane::Player(0);
const OTHER: Pane = Pane::Player(1);

fn column(playback: &RunPlayback) -> &Column {
    &playback.state().columns()[0]
}

/// The player fires at intervals at a crossing ship, under a preset. Its round trip is 200 ms, the
/// other's 40 ms.
fn figure(preset: Preset) -> RunPlayback {
    let mut setup = Scenario::Converge.setup();
    setup.columns = vec![preset.netcode()];
    let leg = |thrust| Leg { thrust, frames: 120 };
    let legs = vec![leg(Thrust::Right), leg(Thrust::Left)];
    setup.players[1].controller = Controller::Script(Script { legs, gun: None });
    setup.players[0].place = Some(ArenaPos { x_u: 1600, y_u: 1300 });
    setup.players[1].place = Some(ArenaPos { x_u: 1300, y_u: 900 });
    setup.players[0].conditions = Conditions::round_trip(200);
    setup.players[1].conditions = Conditions::round_trip(40);
    RunPlayback::new(setup).unwrap()
}

#[test]
fn ties_measure_both_leads_and_both_delays() {
    let mut playback = figure(Preset::Lagrange);
    let mut frames = 0;
    for _ in 0..110 {
        playback.step().unwrap();
        let column = column(&playback);
        let at = column.harness().now();
        let [you, server, other] = [YOU, Pane::Server, OTHER].map(|pane| column.view(pane, at));
        let [own, there, _] = column.ships().map(Option::unwrap);
        let ties = ship_ties(&server, &you);
        let of = |ship| ties.iter().find(|tie| tie.ship == ship).unwrap();
        // The own ship leads by the way up and the margin; the other lags by the way down and the
        // interpolation delay.
        let lead = of(own).later.as_ms();
        assert!((100..=165).contains(&lead), "lead {lead} ms");
        let behind = -of(there).later.as_ms();
        assert!((200..=250).contains(&behind), "behind {behind} ms");
        // The other flies at up to 420 u/s, so the time corresponds to a distance.
        let speed = server.scene.ship(there).unwrap().vel.length();
        if speed > 395.0 {
            let way = of(there).distance_u;
            let expected = speed * behind as f32 / 1000.0;
            if (way - expected).abs() < 20.0 {
                frames += 1;
            }
        }
        let ties = ship_ties(&server, &other);
        let lead = ties.iter().find(|tie| tie.ship == there).unwrap().later.as_ms();
        assert!((20..=85).contains(&lead), "the other's lead {lead} ms");
    }
    assert!(frames > 20, "{frames} frames at speed agree");
}

#[test]
fn a_bolt_of_yours_is_ahead_on_your_screen_and_converges_on_the_server() {
    let mut playback = figure(Preset::Targeting);
    let mut gaps = Vec::new();
    for _ in 0..200 {
        playback.step().unwrap();
        let column = column(&playback);
        let at = column.harness().now();
        let ties = bolt_ties(&column.view(Pane::Server, at), &column.view(YOU, at));
        if let Some(tie) = ties.iter().find(|tie| tie.shot.shooter == column.ship(0).unwrap()) {
            gaps.push((tie.shot, tie.distance_u));
        }
    }
    let first = gaps.first().expect("bolts are tied").0;
    let of_first: Vec<f32> =
        gaps.iter().filter(|(shot, _)| *shot == first).map(|(_, gap)| *gap).collect();
    println!("{of_first:?}");
    assert!(of_first[0] > 60.0, "ahead by the way up: {}", of_first[0]);
    assert!(of_first.last().unwrap() < &of_first[0], "and less and less");
}

#[test]
fn a_look_between_frames_lies_between_them_and_changes_nothing() {
    let mut playback = figure(Preset::Lagrange);
    playback.seek(0, 0);
    for _ in 0..60 {
        playback.step().unwrap();
    }
    let there = column(&playback).ship(1).unwrap();
    let at = |column: &Column, later: i64| {
        let at = column.harness().now() + Micros(later);
        let scene = column.view(YOU, at).scene;
        scene.ship(there).unwrap().pos
    };
    let hash = playback.state().state_hash();
    let before = at(column(&playback), 0);
    let half = at(column(&playback), 8_000);
    assert_eq!(playback.state().state_hash(), hash);
    playback.step().unwrap();
    let after = at(column(&playback), 0);
    let (whole, part): (Vec2, Vec2) = (after - before, half - before);
    println!("{part} of {whole}");
    assert!(whole.length() > 2.0 && part.length() > 0.0 && part.length() < whole.length());
    assert!((part.perp_dot(whole)).abs() < 1.0, "on the same way");
}

#[test]
fn the_traffic_tells_of_every_packet() {
    let mut setup = Scenario::Free.setup();
    let mut conditions = Network::Mobile.conditions();
    conditions.down.mode = LinkMode::Datagram;
    conditions.down.loss_permille = 200;
    setup.players[0].conditions = conditions;
    let mut playback = RunPlayback::new(setup).unwrap();
    for _ in 0..300 {
        playback.step().unwrap();
    }
    let second = FRAMES.micros_at(Tick(60));
    let [up, down] = column(&playback).harness().links(0);
    let now = column(&playback).harness().now();
    let recent = |link: &shared::wire::link::Link| {
        let all: Vec<_> = link.traffic().filter(|p| now - p.sent < second).copied().collect();
        all
    };
    let (up, down) = (recent(up), recent(down));
    let lost = down.iter().filter(|packet| packet.fate == Fate::Lost).count();
    println!("{} up, {} down, {lost} of them lost", up.len(), down.len());
    assert!((28..=40).contains(&up.len()) && (28..=50).contains(&down.len()));
    assert!((1..=14).contains(&lost), "{lost} lost");
    assert!(
        up.iter().all(|packet| matches!(packet.fate, Fate::Arrives { at } if at > packet.sent))
    );
    assert!(up.iter().any(|packet| packet.stalled > Micros::ZERO), "a stream stalls");
}

/// The moment that a pane gives for the own ship is the one at which the server had it there,
/// however the own ship is drawn.
#[test]
fn the_moment_of_the_own_ship_is_that_of_its_picture() {
    let waits = PlayerNetcode { own_ship: OwnShip::Wait, ..PlayerNetcode::default() };
    let half = PlayerNetcode { push_rule: PushRule::HalfLatency, ..PlayerNetcode::default() };
    let rows = [
        // (netcode, how far before or after the server's newest tick, in ms)
        ("predicted", PlayerNetcode::default(), 100..=165),
        ("waits for the server", waits, -180..=-90),
        ("half the latency", half, -20..=75),
    ];
    for (what, player, expected) in rows {
        let mut setup = Scenario::Converge.setup();
        setup.columns = vec![Netcode { player, ..Netcode::default() }];
        let leg = |thrust| Leg { thrust, frames: 50 };
        let legs = vec![leg(Thrust::Right), leg(Thrust::Down), leg(Thrust::Left), leg(Thrust::Up)];
        setup.players[0].controller = Controller::Script(Script { legs, gun: None });
        setup.players[0].place = Some(ArenaPos { x_u: 1600, y_u: 1100 });
        setup.players[0].conditions = Conditions::round_trip(200);
        let mut playback = RunPlayback::new(setup).unwrap();
        let mut drawn = Vec::new();
        for frame in 0..160 {
            playback.step().unwrap();
            let column = column(&playback);
            let own = column.ships()[0].unwrap();
            let [you, server] =
                [YOU, Pane::Server].map(|pane| column.view(pane, column.harness().now()));
            let lead = (you.shown_at(own) - server.shown_at(own)).as_ms();
            let Some(ship) = you.scene.ship(own) else { continue };
            if frame > 60 {
                assert!(expected.contains(&lead), "{what}: {lead} ms");
                drawn.push((own, you.shown_at(own), ship.pos));
            }
        }
        // By now the server has reached all of these moments.
        (0..40).for_each(|_| playback.step().unwrap());
        let room = column(&playback).harness().room();
        for (own, moment, pos) in drawn {
            let tick = room.config().rate.tick_at(moment);
            let [from, to] = [tick, tick.next()].map(|at| room.history().pose(own.idx, at));
            let (from, to) = (from.unwrap().pos, to.unwrap().pos);
            let part = (moment - room.config().rate.micros_at(tick)).as_s_f32() * 60.0;
            let there = from + (to - from) * part;
            assert!((pos - there).length() < 0.6, "{what}: {pos} for {there}");
        }
    }
}
