//! What links and the order of commands came to, in English.

use alloc::{format, string::String};

use lab::outcome_statement::{
    BeamsFired, HitMessageCost, LockstepStatement, ShotDown, StreamStalled,
};
use shared::base::time::Micros;

use crate::{english::counts::counted, figures::whole_ms};

pub(super) fn stream_stalled(stream: StreamStalled) -> String {
    format!(
        "Your stream was silent for {} ms, and then {} came at once. The third player's datagrams \
         were silent for at most {} ms.",
        whole_ms(stream.silent),
        counted(stream.burst, "snapshot"),
        whole_ms(stream.datagrams_silent),
    )
}

pub(super) fn bolts_left([in_a, in_b]: [Micros; 2], flight_u: f32) -> String {
    let when = |earlier| match whole_ms(earlier) {
        0 => "at the same moment as yours".into(),
        ms if ms < 0 => format!("{} ms after yours", -ms),
        ms => format!("{ms} ms before yours"),
    };
    format!(
        "In A the other player's bolt left {}: a bolt flies {:.0} u in that time. In B, with the \
         minimum lag, it left {}.",
        when(in_a),
        flight_u.abs(),
        when(in_b),
    )
}

pub(super) fn beams_fired([in_a, in_b]: [BeamsFired; 2], shot_down: ShotDown) -> String {
    let end = match shot_down {
        ShotDown::BothShips => " Both ships were shot down there.",
        ShotDown::NotBoth => "",
    };
    format!(
        "In A you fired {}, and the other player fired {}. In B, with the minimum lag, you fired \
         {}, and the other player fired {}.{end}",
        counted(in_a.yours, "beam"),
        in_a.theirs,
        counted(in_b.yours, "beam"),
        in_b.theirs,
    )
}

pub(super) fn lockstep(world: LockstepStatement) -> String {
    format!(
        "The world runs at {:.0} of {} ticks a second, and your ship answers after {} ms. In a \
         second {} go up and {} come down, and no tick is run again.",
        world.ran_hz,
        world.rate_hz,
        whole_ms(world.answers),
        counted(world.packets_up_hz, "packet"),
        world.packets_down_hz,
    )
}

pub(super) fn hits_told(hits: HitMessageCost) -> String {
    let ([two, one], [late, early]) = (hits.n_messages, hits.told);
    format!(
        "{} took {two} messages in A, and {one} in B. The other player was told of a hit {} ms \
         after the trigger in A, and {} ms after it in B.",
        counted(hits.n_shots, "shot"),
        whole_ms(late),
        whole_ms(early),
    )
}
