//! *Predict everyone*: formulas for how far remote ships are run ahead of the newest snapshot, how
//! far a shot judged in the present misses them, and how far a ship jumps on a screen when its
//! player changes thrust. This is rollback with a server, after GGPO's description.

use crate::sim::rules::SHIP_DRAG_PER_S;

/// How far the world is run ahead at a moment, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicksAhead {
    /// Ticks from the newest snapshot to the one that is drawn.
    pub gap: u32,
    /// The part of them that remote ships are run.
    pub run: u32,
    /// The part of them for which remote ships hold still.
    pub frozen: u32,
}

/// How far remote ships are run over a gap, up to `run_max` ticks.
#[must_use]
pub const fn run(gap: u32, run_max: u32) -> TicksAhead {
    let run = if gap < run_max { gap } else { run_max };
    TicksAhead { gap, run, frozen: gap - run }
}

/// How far a shot judged in the present misses a target that flies straight on, in u: by the input
/// delay and by the ticks for which the target is held.
#[must_use]
pub fn miss_u(speed_u_per_s: f32, input_delay_ticks: u32, held_ticks: u32, dt_s: f32) -> f32 {
    speed_u_per_s * (input_delay_ticks + held_ticks) as f32 * dt_s
}

/// How far a ship jumps on a screen that learns of a change in its acceleration after `after_s`, in
/// u: `(Δa/c)·(t − (1 − e^(−ct))/c)`, where c is the drag that gives ships their top speed.
#[must_use]
pub fn jump_u(change_u_per_s2: f32, after_s: f32) -> f32 {
    let gone = 1.0 - libm::expf(-SHIP_DRAG_PER_S * after_s);
    change_u_per_s2 / SHIP_DRAG_PER_S * (after_s - gone / SHIP_DRAG_PER_S)
}

/// The upper bound of that jump: without drag, in u.
#[must_use]
pub fn jump_max_u(change_u_per_s2: f32, after_s: f32) -> f32 {
    0.5 * change_u_per_s2 * after_s * after_s
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_is_never_above_the_one_without_drag() {
        for ms in (0..=500).step_by(5) {
            let t = ms as f32 / 1000.0;
            let (jump, max) = (jump_u(1800.0, t), jump_max_u(1800.0, t));
            assert!((-1e-3..=max + 1e-3).contains(&jump), "{ms} ms: {jump} of {max}");
        }
    }
}
