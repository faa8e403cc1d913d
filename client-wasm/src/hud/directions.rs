//! Directions on the screen, in words; down is a quarter turn.

use shared::base::geometry::Turn;
use words::game::GameWords;

/// As in "from the left".
#[must_use]
pub fn side(words: &GameWords, turn: Turn) -> &'static str {
    words.play.sides[eighth(turn)]
}

/// Rounded to the nearest eighth of a turn.
#[must_use]
pub const fn eighth(turn: Turn) -> usize {
    (turn.0.wrapping_add(0x1000) >> 13) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::Language;

    #[test]
    fn a_direction_is_named_as_on_the_screen() {
        let rows = [
            (0, "the right"),
            (0x0fff, "the right"),
            (0x1000, "the lower right"),
            (0x4000, "below"),
            (0x8000, "the left"),
            (0xc000, "above"),
            (0xf000, "the right"),
            (0xefff, "the upper right"),
        ];
        for (turn, named) in rows {
            assert_eq!(side(Language::English.game(), Turn(turn)), named, "{turn:#x}");
        }
    }
}
