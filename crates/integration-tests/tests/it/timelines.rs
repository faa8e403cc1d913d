//! A client's command ring and snapshot line in whole matches match what the client did.

use lab::{run_playback::RunPlayback, scenario::Scenario, setup::Setup};
use shared::{
    base::time::{Micros, Tick},
    client::{
        Client,
        command_ring::{CommandRing, Freezing, Slot, SlotState},
        view_line::{DrawnFrom, Presence},
    },
};

/// Looks at a player's client after every frame of a scenario.
fn watch(setup: Setup, player: usize, mut look: impl FnMut(u32, &Client)) {
    let mut playback = RunPlayback::new(setup).unwrap();
    for _ in 0..playback.run().setup.loop_frames {
        playback.step().unwrap();
        look(playback.frame(), playback.state().columns()[0].harness().client(player));
    }
}

fn states(ring: &CommandRing, state: SlotState) -> impl Iterator<Item = &Slot> {
    ring.slots.iter().filter(move |slot| slot.state == state)
}

#[test]
fn at_a_round_trip_of_1200_ms_the_ring_freezes_and_says_so() {
    let mut n_frozen = 0;
    watch(Scenario::Freeze.setup(), 0, |frame, client| {
        let ring = client.command_ring().unwrap();
        assert_eq!(ring.freezing == Freezing::Now, client.net_stats().frozen, "frame {frame}");
        assert!(ring.replayed <= 61, "frame {frame}: {}", ring.replayed);
        if ring.freezing == Freezing::Now {
            n_frozen += 1;
            assert!(ring.unacknowledged >= 62 && ring.replayed == 0, "frame {frame}");
            assert_eq!(states(&ring, SlotState::Frozen).count(), 64, "frame {frame}");
        }
    });
    assert!(n_frozen > 200, "{n_frozen} frames");
}

#[test]
fn slots_keep_the_round_trip_of_their_commands() {
    let mut estimates = Vec::new();
    watch(Scenario::HalfGap.setup(), 0, |frame, client| {
        let ring = client.command_ring().unwrap();
        assert_eq!(ring.freezing, Freezing::No, "frame {frame}");
        assert_eq!(states(&ring, SlotState::Replayed).count() as u32, ring.replayed);
        assert_eq!(ring.replayed, ring.unacknowledged);
        let newest = ring.slots.last().unwrap();
        assert_eq!(newest.tick, client.own_tick());
        assert_eq!(usize::from(newest.number), newest.tick.0 as usize % 64);
        let latency = ring.newest_sample().unwrap().latency().unwrap();
        // 600 ms of links, the margin, and the waits at both ends.
        let usual = Micros::from_ms(600)..Micros::from_ms(700);
        assert!(usual.contains(&latency), "frame {frame}: {latency:?}");
        estimates.push(ring.estimate);
    });
    // It creeps up, and is not there yet.
    assert!(estimates.is_sorted() && estimates[0] < estimates[200], "{estimates:?}");
    assert!(*estimates.last().unwrap() < Micros::from_ms(600));
}

#[test]
fn a_lost_snapshot_is_a_gap_on_the_line_and_the_pair_is_around_it() {
    let mut widest = None;
    watch(Scenario::InterpolationLine.setup(), 1, |frame, client| {
        let line = client.view_line().unwrap();
        let off = line.delay() - Micros::from_ms(100);
        assert!(off.0.abs() < 1000, "frame {frame}: as far as a view can say, {off:?}");
        let DrawnFrom::Pair { older, newer, .. } = line.drawn_from else { return };
        let presence =
            |tick| line.snapshots.iter().find(|mark| mark.tick == tick).map(|mark| mark.presence);
        assert_eq!([older, newer].map(presence), [Some(Presence::Here); 2], "frame {frame}");
        if (older, newer) == (Tick(340), Tick(344)) {
            assert_eq!(presence(Tick(342)), Some(Presence::Missing), "frame {frame}");
            widest = Some(frame);
        }
    });
    assert!(widest.is_some(), "342 is lost on the way to the second player");
}

#[test]
fn without_news_the_line_leads_on_and_is_held() {
    let (mut led_on, mut held) = (0, 0);
    watch(Scenario::StreamStall.setup(), 0, |frame, client| {
        let line = client.view_line().unwrap();
        let newest = line.newest().unwrap();
        match line.drawn_from {
            DrawnFrom::Extrapolated { from, by } => {
                assert_eq!(line.at(from) + by, line.render_time, "frame {frame}");
                assert!(by <= Micros::from_ms(250) && newest.tick >= from, "frame {frame}");
                led_on += 1;
            }
            DrawnFrom::Held { after, .. } => {
                assert_eq!(after, Micros::from_ms(250), "frame {frame}");
                held += 1;
            }
            _ => {}
        }
    });
    assert!(led_on > 5, "{led_on} frames led on, {held} held");
}

#[test]
fn ships_without_interpolation_are_drawn_at_the_newest_snapshot() {
    watch(Scenario::HalfGap.setup(), 0, |frame, client| {
        let line = client.view_line().unwrap();
        let DrawnFrom::Newest(tick) = line.drawn_from else {
            panic!("frame {frame}: {:?}", line.drawn_from);
        };
        assert_eq!(line.render_time, line.at(tick), "frame {frame}");
    });
}
