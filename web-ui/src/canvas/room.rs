//! Where on the page the own ship may be drawn: wherever no panel is near. Asked in every frame.

use shared::base::geometry::Vec2;

use super::rect::Rect;

/// Distance from panels within which the ship is moved away from them, more the nearer they are, in
/// CSS pixels.
pub const EASE_PX: f32 = 96.0;

/// The part of the page in which a camera keeps the position that it follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// Where the position is always welcome.
    refuge: Rect,
    elsewhere: Elsewhere,
}

/// What keeps a position out of everywhere else.
#[derive(Clone, Debug, PartialEq)]
enum Elsewhere {
    Closed,
    /// Panels on the way from there to the refuge: the nearer one is to that way, the further the
    /// position is moved along it. So it never lies under a panel, and never jumps.
    Panels {
        panels: Vec<Rect>,
        clear_px: f32,
    },
}

impl Room {
    /// A part of the page that the position never leaves.
    #[must_use]
    pub fn within(refuge: Rect) -> Self {
        Self { refuge, elsewhere: Elsewhere::Closed }
    }

    /// All that is this clear of panels, in CSS pixels; `free` is a part of the page without any.
    #[must_use]
    pub fn around(panels: Vec<Rect>, free: Rect, clear_px: f32) -> Self {
        Self { refuge: free.inset(clear_px), elsewhere: Elsewhere::Panels { panels, clear_px } }
    }

    /// Where a position is drawn that would be drawn there.
    #[must_use]
    pub fn keep(&self, wanted: Vec2) -> Vec2 {
        let safe = wanted.clamp(self.refuge.at, self.refuge.end());
        let Elsewhere::Panels { panels, clear_px } = &self.elsewhere else { return safe };
        let at = wanted.min(safe);
        let way = Rect { at, size: wanted.max(safe) - at };
        let gap_px = panels.iter().map(|panel| gap(way, *panel)).fold(f32::INFINITY, f32::min);
        let far = ((gap_px - clear_px) / EASE_PX).clamp(0.0, 1.0);
        wanted + (safe - wanted) * (1.0 - far * far * (3.0 - 2.0 * far))
    }
}

/// Distance between two rectangles, 0 if they meet.
fn gap(a: Rect, b: Rect) -> f32 {
    (a.at - b.end()).max(b.at - a.end()).max(Vec2::ZERO).length()
}

#[cfg(test)]
mod tests {
    use shared::base::rng::{mix_all, unit_from_bits};

    use super::*;
    use crate::canvas::free_rect::free_rect;

    const WINDOW: Rect = Rect { at: Vec2::new(0.0, 50.0), size: Vec2::new(800.0, 450.0) };
    const CLEAR_PX: f32 = 40.0;

    /// A number below `most` that depends on the seed alone.
    fn draw(seed: u64, n: u64, most: f32) -> f32 {
        unit_from_bits(mix_all(&[seed, n]) as u32) * most
    }

    /// Up to six panels at the edges of the window, which leave its middle free.
    fn panels(seed: u64) -> Vec<Rect> {
        let panel = |n: u64| {
            let size = Vec2::new(draw(seed, n, 240.0), draw(seed, n + 1, 120.0));
            let along = Vec2::new(draw(seed, n + 2, 800.0), 50.0 + draw(seed, n + 3, 450.0));
            let most = WINDOW.end() - size;
            let at = match n / 4 % 4 {
                0 => Vec2::new(along.x, WINDOW.at.y),
                1 => Vec2::new(most.x, along.y),
                2 => Vec2::new(along.x, most.y),
                _ => Vec2::new(WINDOW.at.x, along.y),
            };
            Rect { at: at.clamp(WINDOW.at, most), size }
        };
        (0..seed % 7).map(|n| panel(n * 4)).collect()
    }

    fn room(panels: &[Rect]) -> Room {
        Room::around(panels.to_vec(), free_rect(WINDOW, panels), CLEAR_PX)
    }

    /// Checks the rooms of many panels at many positions: `check` gets a seed, the panels, the room
    /// and where the position would be drawn.
    fn everywhere(check: impl Fn(u64, &[Rect], &Room, Vec2)) {
        for seed in 0..300 {
            let panels = panels(seed);
            let room = room(&panels);
            for n in (1000..1120).step_by(2) {
                let wanted = WINDOW.at + Vec2::new(draw(seed, n, 800.0), draw(seed, n + 1, 450.0));
                check(seed, &panels, &room, wanted);
            }
        }
    }

    #[test]
    fn what_is_kept_is_clear_of_every_panel() {
        everywhere(|seed, panels, room, wanted| {
            let kept = room.keep(wanted);
            let near = panels.iter().find(|panel| panel.meets_circle(kept, CLEAR_PX - 0.1));
            assert_eq!(near, None, "seed {seed}: {wanted} is kept at {kept}");
        });
    }

    #[test]
    fn a_position_far_from_panels_stays() {
        everywhere(|seed, panels, room, wanted| {
            let safe = wanted.clamp(room.refuge.at, room.refuge.end());
            // Nothing is near the position, nor near the way from there to the refuge.
            let reach = wanted.distance(safe) + CLEAR_PX + EASE_PX;
            if !panels.iter().any(|panel| panel.meets_circle(wanted, reach)) {
                assert_eq!(room.keep(wanted), wanted, "seed {seed}");
            }
        });
    }

    #[test]
    fn a_position_that_moves_on_never_jumps() {
        for seed in 0..300 {
            let panels = panels(seed);
            let room = room(&panels);
            for y in [WINDOW.at.y + 20.0, WINDOW.middle().y, WINDOW.end().y - 20.0] {
                let mut before = room.keep(Vec2::new(0.0, y));
                for x in 1..800 {
                    let kept = room.keep(Vec2::new(x as f32, y));
                    let step = kept.distance(before);
                    assert!(step < 12.0, "seed {seed}: {step} px at {x}, {y}");
                    before = kept;
                }
            }
        }
    }

    #[test]
    fn a_room_without_panels_of_its_own_is_never_left() {
        let refuge = Rect { at: Vec2::new(100.0, 100.0), size: Vec2::new(200.0, 100.0) };
        let room = Room::within(refuge);
        for (wanted, kept) in [
            (Vec2::ZERO, refuge.at),
            (Vec2::new(150.0, 900.0), Vec2::new(150.0, 200.0)),
            (Vec2::new(150.0, 150.0), Vec2::new(150.0, 150.0)),
        ] {
            assert_eq!(room.keep(wanted), kept);
        }
    }
}
