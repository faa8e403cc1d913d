//! Snapshot bodies in every codec, against any baseline: a moment of a fight that they were not
//! encoded against, the state decoded from the body before, or none.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | the codec |
//! | 1 | the moment that is the baseline; 0: none |
//! | 1 | ticks from the baseline to the first body's snapshot |
//! | 2 | length of the first body |
//! | … | the first body |
//! | … | the second body, a delta against the first body's snapshot |

use shared::{
    base::{
        geometry::Steps,
        limits::{BOLTS_MAX, EVENTS_PER_SNAPSHOT_MAX},
        time::Tick,
    },
    sim::ship::Ship,
    wire::codec::{Baseline, CodecContext, CodecId, DecodedSnapshot, SnapshotInput},
};

use super::{
    Count,
    fight::{FIGHT, INTERVAL, SEATS},
    input::Input,
};

/// Each body is refused, or decodes to a well-formed state that survives a round trip.
pub fn check(bytes: &[u8]) -> Count {
    let mut input = Input(bytes);
    let fight = &*FIGHT;
    let context = fight.context();
    let codec = input.one_of(&CodecId::ALL);
    let upon = usize::from(input.u8()) % fight.moments.len();
    let baseline = upon.checked_sub(1).map(|upon| fight.baseline(upon));
    let from = baseline.map_or(fight.moments[0].state.tick, |baseline| baseline.state.tick);
    let tick = from.plus(u32::from(input.u8()));
    let length = input.u16();
    let first = input.bytes(length.into());
    let mut count = Count::default();
    let decoded = check_body(codec, &context, baseline, tick, first, &mut count);
    if let Some(decoded) = decoded.filter(|_| !input.is_over()) {
        let before = baseline.map(|baseline| baseline.state);
        let baseline = Baseline { state: &decoded.state, before };
        let tick = tick.plus(INTERVAL.into());
        check_body(codec, &context, Some(baseline), tick, input.0, &mut count);
    }
    count
}

fn check_body(
    codec: CodecId,
    context: &CodecContext,
    baseline: Option<Baseline>,
    tick: Tick,
    body: &[u8],
    count: &mut Count,
) -> Option<DecodedSnapshot> {
    let decoded = match codec.decode(None, context, baseline, tick, body) {
        Ok(decoded) => decoded,
        Err(error) => {
            *count += Count::refused(&error);
            return None;
        }
    };
    check_plausible(&decoded, tick);
    // Encoding a delta of `Replay` takes the ticks in between, which are not available here.
    if baseline.is_none() || CodecId::OF_STATES.contains(&codec) {
        let DecodedSnapshot { state, events, .. } = &decoded;
        let input = SnapshotInput { baseline, state, records: &[], events, area: None };
        let (body, _) = codec.encode(context, &input);
        let again = codec.decode(None, context, baseline, tick, &body);
        let again = again.map(|again| (again.state, again.events));
        assert_eq!(again.as_ref(), Ok(&(state.clone(), events.clone())), "{codec:?}");
    }
    *count += Count::READ;
    Some(decoded)
}

/// Each ship once, in order, on the grid and within the seats, and nothing beyond its limit.
fn check_plausible(decoded: &DecodedSnapshot, tick: Tick) {
    let DecodedSnapshot { state, events, .. } = decoded;
    assert_eq!(state.tick, tick);
    assert!(state.ships.is_sorted_by(|a, b| a.id.idx < b.id.idx), "each once, in order");
    assert!(state.ships.iter().all(|ship| ship.id.idx < SEATS && is_on_grid(ship)));
    assert!(events.len() <= EVENTS_PER_SNAPSHOT_MAX && state.bolts.len() <= BOLTS_MAX);
}

fn is_on_grid(ship: &Ship) -> bool {
    let (pos, vel) = (ship.body.pos, ship.body.vel);
    let (at, along) = (Steps::of_pos(pos).pos(), Steps::of_vel(vel).vel());
    at == pos && along == vel && ship.aim == ship.aim.coarse()
}
