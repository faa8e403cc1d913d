//! Source rewinds only the ships that the shooter knew of, by the last snapshot it acknowledged; it
//! judges all others in the present. The room has too many seats for every snapshot to hold all
//! ships.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        limits::WHOLE_SEATS_MAX,
        time::{Tick, ViewTime},
    },
    netcode::{choices::HitRule, values::RoomNetcode},
    room::RoomConfig,
    sim::{
        arena::Arena,
        command::{Trigger, UserCommand, View},
        event::{Decision, Finality},
    },
};

use crate::support::guest::{Party, config_of};

const SHOOTER_AT: Vec2 = Vec2::new(1600.0, 1500.0);
/// The age of the shooter's view, in ticks: 200 ms.
const BACK: u32 = 12;

/// Steps a room. Every guest acknowledges what it is sent, or acknowledges nothing.
fn step(party: &mut Party, acks: bool, shot: Option<UserCommand>) {
    let key = party.room.tick().next();
    for guest in 0..party.guests.len() {
        let ack = party.guests[guest].newest().filter(|_| acks);
        let command = shot.filter(|_| guest == 0).unwrap_or_default();
        party.say(guest, ack, vec![UserCommand { tick: key, ..command }]);
    }
    party.step();
}

/// The decision on a beam at a ship that was `above_u` above the shooter 200 ms ago, flies sideways
/// and is 50 u away by now.
fn beam_at(hit_rule: HitRule, above_u: f32, acks: bool) -> Decision {
    let netcode = RoomNetcode { hit_rule, rewind_bound_ms: 1000, ..RoomNetcode::default() };
    let config =
        RoomConfig { netcode, ..config_of(WHOLE_SEATS_MAX + 6, 0, Arena::empty(), 20_261_123) };
    let mut party = Party::new(config, 2);
    // Until no spawn shield holds.
    (0..240).for_each(|_| step(&mut party, true, None));
    let [shooter, target] = [0, 1].map(|n| party.guests[n].ship);
    party.room.world_mut().place(shooter, SHOOTER_AT);
    party.room.world_mut().place(target, SHOOTER_AT - Vec2::new(0.0, above_u));
    (0..60).for_each(|_| step(&mut party, true, None));
    party.room.world_mut().set_velocity(target, Vec2::new(400.0, 0.0));
    (0..BACK + 6).for_each(|_| step(&mut party, acks, None));
    let now = party.room.tick().next();
    let seen = Tick(now.0 - BACK);
    let at = |tick| party.room.history().pose(target.idx, tick).unwrap().pos;
    assert!((at(seen) - at(party.room.tick())).length() > 40.0);
    let view = View { time: ViewTime::from_tick(seen), older: seen, span: 0 };
    let own = party.room.history().pose(shooter.idx, party.room.tick()).unwrap().pos;
    let shot = UserCommand {
        aim: Turn::of(at(seen) - own),
        trigger: Trigger::Beam,
        view,
        ..UserCommand::default()
    };
    step(&mut party, acks, Some(shot));
    (0..4).for_each(|_| step(&mut party, acks, None));
    party.guests[0].records.last().expect("the shot was judged").verdict
}

#[test]
fn source_rewinds_ships_that_were_sent_to_the_shooter() {
    use HitRule::{Lagrange, SourceByLifeId, SourceExact};
    let rows = [
        // (rule, how far above, whether snapshots are acknowledged, hit)
        (SourceByLifeId, 500.0, true, true),
        (SourceExact, 500.0, true, true),
        // A view ends 450 u above, and ships more than 210 u outside it are not sent.
        (SourceByLifeId, 800.0, true, false),
        (SourceExact, 800.0, true, false),
        // For a player who waits for a full update, all ships are rewound.
        (SourceByLifeId, 800.0, false, true),
        // No other rule depends on it.
        (Lagrange, 800.0, true, true),
    ];
    for (rule, above_u, acks, hits) in rows {
        let verdict = beam_at(rule, above_u, acks);
        let is_hit = matches!(verdict, Decision::Hit { finality: Finality::Final, .. });
        assert_eq!(is_hit, hits, "{rule:?}, {above_u} u above, acks {acks}: {verdict:?}");
    }
}
