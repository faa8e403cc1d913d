//! Packet loss on a stream compared with datagrams.

use shared::{
    base::time::Micros,
    netcode::preset::Preset,
    sim::command::Thrust,
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

use super::{
    card::Card,
    props::{SHORT_ROUND_TRIP_MS, path, place_second, place_third, resting_ships},
};
use crate::{
    checked_columns::CheckedColumns,
    outcome::{Outcome, OutcomeUnit},
    outcome_statement::{OutcomeStatement, StreamStalled},
    setup::Setup,
};

/// A stream waiting for a lost packet is silent for longer than this; a datagram link that loses
/// one or two packets at 30 per second is not.
const STALL: Micros = Micros::from_ms(180);

pub(super) const STREAM_STALL: Card =
    Card { key: "stream-stall", setup: stream_stall, evaluate_outcome: stream_stall_outcome };

fn stream_stall() -> Setup {
    let mut setup = resting_ships(Preset::Lagrange.netcode());
    let lossy = LinkConditions { loss_permille: 30, ..LinkConditions::delay(50) };
    let links =
        |mode| Conditions { up: LinkConditions::delay(50), down: LinkConditions { mode, ..lossy } };
    let corners = [(Thrust::Right, 30), (Thrust::Down, 30), (Thrust::Left, 30), (Thrust::Up, 30)];
    place_second(&mut setup, (-80, -200), path(&corners), SHORT_ROUND_TRIP_MS);
    place_third(&mut setup, (0, 200), path(&[]));
    // Over five seconds one link in a hundred loses nothing.
    setup.loop_frames = 480;
    setup.players[0].conditions = links(LinkMode::Stream);
    setup.players[2].conditions = links(LinkMode::Datagram);
    setup
}

fn stream_stall_outcome(state: &CheckedColumns) -> Option<Outcome> {
    let outcome_tracker = state.columns().first()?.outcome_tracker();
    let (stream, datagrams) = (outcome_tracker.arrivals(0), outcome_tracker.arrivals(2));
    let statement = OutcomeStatement::StreamStalled(StreamStalled {
        silent: stream.gap,
        burst: stream.burst,
        datagrams_silent: datagrams.gap,
    });
    let as_expected = stream.gap > STALL && stream.burst > 2 && datagrams.gap < stream.gap;
    as_expected
        .then(|| Outcome::as_expected(stream.gap.as_s_f32() * 1000.0, OutcomeUnit::Ms, statement))
}
