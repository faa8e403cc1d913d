//! Directions on the screen, in words; down is a quarter turn.

use shared::base::geometry::Turn;
use words::game;

/// As in "from the left".
#[must_use]
pub const fn side(turn: Turn) -> &'static str {
    game::DIRECTIONS[eighth(turn)]
}

/// As in "to the left of where you saw it".
#[must_use]
pub const fn relative_to(turn: Turn) -> &'static str {
    game::RELATIVE_TO[eighth(turn)]
}

/// Rounded to the nearest eighth of a turn.
const fn eighth(turn: Turn) -> usize {
    (turn.0.wrapping_add(0x1000) >> 13) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_is_named_as_on_the_screen() {
        let rows = [
            (0, "the right", "to the right of"),
            (0x0fff, "the right", "to the right of"),
            (0x1000, "the lower right", "below and to the right of"),
            (0x4000, "below", "below"),
            (0x8000, "the left", "to the left of"),
            (0xc000, "above", "above"),
            (0xf000, "the right", "to the right of"),
            (0xefff, "the upper right", "above and to the right of"),
        ];
        for (turn, named, relative) in rows {
            assert_eq!((side(Turn(turn)), relative_to(Turn(turn))), (named, relative), "{turn:#x}");
        }
    }
}
