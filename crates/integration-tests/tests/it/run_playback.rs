//! A playback seeks forward and back to the same state, whichever way it went.

use capture::playback::SeekProgress;
use lab::{
    column::Column,
    network::Network,
    run::{Input, Run, RunError, TimedInput},
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::Controller,
};
use shared::{
    base::geometry::Turn,
    client::Controls,
    netcode::preset::Preset,
    sim::{
        command::{Thrust, Trigger},
        ship::Ship,
    },
};

fn fly(n: u32) -> Input {
    let controls = Controls {
        thrust: Thrust::ALL[(n % 9) as usize],
        aim: Turn((n * 977) as u16),
        trigger: Trigger::from_pressed((n.is_multiple_of(3), n.is_multiple_of(7))),
    };
    Input::Fly { player: 0, controls }
}

/// Two hundred frames with every kind of input.
fn lively() -> RunPlayback {
    let mut playback = RunPlayback::new(Scenario::Free.setup()).unwrap();
    for n in 0..200 {
        let input = match n {
            40 => Input::Conditions { player: 0, conditions: Network::Mobile.conditions() },
            60 => Input::Netcode { column: 0, netcode: Preset::Source.netcode() },
            80 => Input::Split { netcode: Preset::DelayedSync.netcode() },
            120 => Input::Controller { player: 1, controller: Controller::still() },
            140 => Input::FullUpdate { player: 0 },
            160 => Input::Merge,
            _ => fly(n / 5),
        };
        playback.handle_input(input).unwrap();
        playback.step().unwrap();
    }
    playback
}

/// The state hash after every frame of a run, played from its beginning.
fn states(playback: &RunPlayback) -> Vec<u64> {
    let mut again = RunPlayback::of(playback.run().clone()).unwrap();
    let mut states = vec![again.state().state_hash()];
    while again.frame() < playback.run().frames {
        again.step().unwrap();
        states.push(again.state().state_hash());
    }
    states
}

#[test]
fn back_and_forward_is_the_same_state() {
    let mut playback = lively();
    let hashes = states(&playback);
    assert_eq!(hashes.len(), 201);
    for frame in [199, 150, 151, 31, 30, 29, 0, 200, 85, 84, 120] {
        assert_eq!(playback.seek(frame, u32::MAX), SeekProgress::Arrived);
        assert_eq!(playback.state().state_hash(), hashes[frame as usize], "frame {frame}");
    }
    assert_eq!(playback.run().frames, 200, "going back loses nothing");
    let mut again = RunPlayback::of(playback.run().clone()).unwrap();
    again.seek(200, u32::MAX);
    assert_eq!(again.state().state_hash(), hashes[200], "nor does playing again");
}

#[test]
fn other_hands_from_a_frame_on_make_another_match() {
    let mut playback = lively();
    let before = states(&playback);
    playback.seek(100, u32::MAX);
    playback.handle_input(fly(7777)).unwrap();
    playback.step().unwrap();
    assert_eq!(playback.run().frames, 101);
    let after = states(&playback);
    assert_eq!(before[..100], after[..100]);
    assert_ne!(before[100], after[100], "they count at once");
}

#[test]
fn a_long_way_is_gone_in_steps() {
    let mut playback = lively();
    playback.seek(0, u32::MAX);
    assert_eq!((playback.seeking(), playback.continue_seek(7)), (false, None));
    let mut progress = Some(playback.seek(190, 7));
    let mut rounds = 0;
    while progress == Some(SeekProgress::Seeking) {
        assert!(playback.seeking());
        rounds += 1;
        progress = playback.continue_seek(7);
    }
    assert_eq!((progress, playback.frame()), (Some(SeekProgress::Arrived), 190));
    assert!(rounds <= 30 / 7 + 1, "checkpoints are kept: {rounds} rounds");
    assert_eq!((playback.seeking(), playback.continue_seek(7)), (false, None));

    // An input drops all later frames, so a seek beyond it ends there.
    playback.seek(0, u32::MAX);
    playback.seek(190, 7);
    playback.handle_input(Input::Merge).unwrap();
    assert_eq!(playback.continue_seek(7), Some(SeekProgress::Arrived));
    assert_eq!(playback.frame(), playback.frames());
}

#[test]
fn two_columns_under_one_netcode_are_one_match_twice() {
    let mut setup = Scenario::Free.setup();
    setup.columns.push(setup.columns[0]);
    let mut playback = RunPlayback::new(setup).unwrap();
    for n in 0..300 {
        playback.handle_input(fly(n / 9)).unwrap();
        playback.step().unwrap();
    }
    let [a, b] = playback.state().columns() else { panic!("two columns") };
    assert_eq!(a.harness().state_hash(), b.harness().state_hash());
}

#[test]
fn an_unsound_run_is_refused() {
    let mut run = lively().run().clone();
    run.inputs.swap(3, 90);
    println!("{}", RunPlayback::of(run.clone()).unwrap_err());
    let empty = Run::new({
        let mut setup = Scenario::Free.setup();
        setup.columns.clear();
        setup
    });
    println!("{}", RunPlayback::of(empty).unwrap_err());
    run.inputs.clear();
    run.frames = u32::MAX;
    println!("{}", RunPlayback::of(run).unwrap_err());
}

/// The full updates that the first player received in each column, and the ships of its room.
fn full_updates(playback: &RunPlayback) -> Vec<(usize, Vec<Ship>)> {
    let of = |column: &Column| {
        let client = column.harness().client(0);
        let full = client.net_graph().received.iter().filter(|packet| packet.full).count();
        (full, column.harness().room().world().ships().copied().collect())
    };
    playback.state().columns().iter().map(of).collect()
}

#[test]
fn a_full_update_is_sent_in_every_column_and_played_again() {
    let mut setup = Scenario::Free.setup();
    setup.columns.push(Preset::Source.netcode());
    let mut asks = RunPlayback::new(setup.clone()).unwrap();
    let mut asks_nothing = RunPlayback::new(setup).unwrap();
    for n in 0..200 {
        if [100, 101].contains(&n) {
            asks.handle_input(Input::FullUpdate { player: 0 }).unwrap();
        }
        for playback in [&mut asks, &mut asks_nothing] {
            playback.handle_input(fly(n / 9)).unwrap();
            playback.step().unwrap();
        }
    }
    let got = full_updates(&asks);
    let not_asked = full_updates(&asks_nothing);
    assert_eq!(not_asked.iter().map(|(full, _)| *full).collect::<Vec<_>>(), [0, 0]);
    assert_eq!(got.iter().map(|(full, _)| *full).collect::<Vec<_>>(), [1, 1], "one a second");
    assert!(
        got.iter().zip(&not_asked).all(|(got, not)| got.1 == not.1),
        "no ship flies differently"
    );

    let mut again = RunPlayback::of(asks.run().clone()).unwrap();
    again.seek(200, u32::MAX);
    assert_eq!(again.state().state_hash(), asks.state().state_hash());
}

#[test]
fn a_full_update_is_asked_for_by_a_player_that_is_there() {
    let mut run = Run::new(Scenario::Free.setup());
    run.frames = 1;
    for (player, sound) in [(0, true), (2, true), (3, false)] {
        run.inputs = vec![TimedInput { frame: 0, input: Input::FullUpdate { player } }];
        let refused = (!sound).then_some(RunError::UnknownTarget { n: 0 });
        assert_eq!(run.check().err(), refused, "{player}");
    }
}
