//! Where a sentence stands on the page: as near as possible to what it speaks of, but never over
//! the own ship, the middle of the picture or a panel. A line leads from it to the place.

use shared::base::geometry::{Segment, Vec2, nearest_approach};
use web_ui::canvas::rect::Rect;

/// The share of the picture, along x and y, that stays free.
const MIDDLE: f32 = 0.6;
/// Gap between a sentence and everything else, in CSS pixels.
const GAP_PX: f32 = 8.0;
/// Clearance around the target, in CSS pixels: what is spoken of is seen.
const TARGET_PX: f32 = 36.0;
/// Distance between two places that are tried, in CSS pixels.
const STEP_PX: f32 = 16.0;
/// A sentence stays while no place is this much nearer, in CSS pixels: it must not wander while it
/// is read.
const STAYS_PX: f32 = 160.0;

/// What a sentence must not cover, in CSS pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Occupied {
    pub page: Rect,
    pub picture: Rect,
    /// The own ship and the radius of its arcs.
    pub own: (Vec2, f32),
    pub panels: Vec<Rect>,
}

impl Occupied {
    /// The middle of the picture.
    #[must_use]
    pub fn middle(&self) -> Rect {
        let size = self.picture.size * MIDDLE;
        Rect { at: self.picture.middle() - size / 2.0, size }
    }

    /// Whether a sentence for a target may stand there.
    fn is_free(&self, rect: &Rect, target: Vec2) -> bool {
        let (own, reach_px) = self.own;
        let line = Segment::new(line_start(rect, target), target);
        let is_own = own.distance(target) < reach_px;
        let is_crossed =
            || nearest_approach(line, Segment::still(own)).distance < reach_px && !is_own;
        self.page.contains(rect)
            && !rect.meets(&self.middle())
            && !rect.meets_circle(own, reach_px + GAP_PX)
            && !rect.meets_circle(target, TARGET_PX)
            && !is_crossed()
            && !self.panels.iter().any(|panel| rect.meets(panel))
    }
}

/// Places a sentence of a size for a target, starting from its last place. On a page too small for
/// that it may reach into the middle of the picture; `None` if there is no room even then.
#[must_use]
pub fn place(occupied: &Occupied, size: Vec2, target: Vec2, before: Option<Rect>) -> Option<Rect> {
    let cramped = || Occupied { picture: Rect::default(), ..occupied.clone() };
    place_in(occupied, size, target, before).or_else(|| place_in(&cramped(), size, target, before))
}

fn place_in(occupied: &Occupied, size: Vec2, target: Vec2, before: Option<Rect>) -> Option<Rect> {
    let page = occupied.page.inset(GAP_PX);
    let room = page.size - size;
    if room.cmplt(Vec2::ZERO).any() {
        return None;
    }
    let tries = (room / STEP_PX).floor();
    let (columns, rows) = (tries.x as usize, tries.y as usize);
    let spread = |n: usize, of: usize, room: f32| n as f32 / of.max(1) as f32 * room;
    let places = (0..=rows).flat_map(|row| {
        (0..=columns).map(move |column| {
            let offset = Vec2::new(spread(column, columns, room.x), spread(row, rows, room.y));
            Rect { at: page.at + offset, size }
        })
    });
    let free = places.filter(|rect| occupied.is_free(rect, target));
    let nearest = free.min_by(|a, b| distance(a, target).total_cmp(&distance(b, target)))?;
    let stays = before.map(|before| Rect { size, ..before }).filter(|before| {
        occupied.is_free(before, target)
            && distance(before, target) < distance(&nearest, target) + STAYS_PX
    });
    Some(stays.unwrap_or(nearest))
}

/// The end of the line at the sentence: its point nearest to the target.
#[must_use]
pub fn line_start(rect: &Rect, target: Vec2) -> Vec2 {
    target.clamp(rect.at, rect.end())
}

fn distance(rect: &Rect, target: Vec2) -> f32 {
    line_start(rect, target).distance(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = Vec2::new(300.0, 56.0);

    fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
        Rect { at: Vec2::new(x, y), size: Vec2::new(width, height) }
    }

    /// A wide page, with panels in its corners and the own ship in the middle.
    fn wide() -> Occupied {
        let page = rect(0.0, 0.0, 1280.0, 720.0);
        let panels = vec![
            rect(8.0, 8.0, 140.0, 90.0),
            rect(700.0, 8.0, 572.0, 48.0),
            rect(440.0, 670.0, 400.0, 42.0),
            rect(8.0, 612.0, 176.0, 100.0),
        ];
        Occupied { page, picture: page, own: (page.middle(), 40.0), panels }
    }

    /// A phone in portrait: the picture is low, and below it there is room.
    fn upright() -> Occupied {
        let page = rect(0.0, 0.0, 390.0, 844.0);
        let picture = rect(0.0, 52.0, 390.0, 219.0);
        let panels = vec![rect(0.0, 4.0, 390.0, 44.0), rect(100.0, 360.0, 190.0, 24.0)];
        Occupied { page, picture, own: (picture.middle(), 12.0), panels }
    }

    #[test]
    fn a_sentence_is_near_its_target_and_covers_nothing() {
        for (name, occupied) in [("wide", wide()), ("upright", upright())] {
            let size = SIZE.min(occupied.page.size * 0.9);
            for n in 0..100 {
                let share = Vec2::new((n % 10) as f32, (n / 10) as f32) / 9.0;
                let target = occupied.picture.at + occupied.picture.size * share;
                let found = place(&occupied, size, target, None).expect("there is room");
                assert!(!found.meets(&occupied.middle()), "{name}: {found:?} for {target}");
                assert!(!occupied.panels.iter().any(|panel| panel.meets(&found)), "{name}");
                assert!(occupied.page.contains(&found));
                let (own, reach_px) = occupied.own;
                assert!(!found.meets_circle(own, reach_px), "{name}: {found:?}");
            }
        }
        let target = Vec2::new(900.0, 240.0);
        let found = place(&wide(), SIZE, target, None).expect("there is room");
        assert!(found.end().y < 144.0 && found.at.x < 900.0 && found.end().x > 900.0, "{found:?}");
    }

    #[test]
    fn its_line_does_not_cross_the_own_ship() {
        let occupied = Occupied { panels: vec![rect(0.0, 560.0, 1280.0, 160.0)], ..wide() };
        let (own, reach_px) = occupied.own;
        let target = own + Vec2::new(0.0, 120.0);
        let found = place(&occupied, SIZE, target, None).expect("there is room");
        let line = Segment::new(line_start(&found, target), target);
        let near = nearest_approach(line, Segment::still(own)).distance;
        assert!(near >= reach_px, "{found:?}");
        assert!(!found.meets_circle(target, TARGET_PX));
    }

    #[test]
    fn it_stays_where_it_is_while_no_place_is_much_nearer() {
        let occupied = wide();
        let (near, far) = (Vec2::new(700.0, 250.0), Vec2::new(300.0, 500.0));
        let first = place(&occupied, SIZE, near, None);
        let moved = near + Vec2::new(120.0, 30.0);
        assert_eq!(place(&occupied, SIZE, moved, first), first);
        assert_ne!(place(&occupied, SIZE, far, first), first);
        // A panel that opens over it moves it at once.
        let covered = Occupied { panels: vec![first.expect("there is room")], ..occupied };
        assert_ne!(place(&covered, SIZE, near, first), first);
    }

    #[test]
    fn a_cramped_page_gives_up_its_middle_before_its_panels() {
        let page = rect(0.0, 0.0, 844.0, 390.0);
        let panels = vec![rect(0.0, 0.0, 844.0, 80.0), rect(0.0, 300.0, 844.0, 90.0)];
        let occupied = Occupied { page, picture: page, own: (page.middle(), 20.0), panels };
        let found = place(&occupied, SIZE, Vec2::new(500.0, 200.0), None).expect("there is room");
        assert!(found.meets(&occupied.middle()), "{found:?}");
        assert!(!occupied.panels.iter().any(|panel| panel.meets(&found)), "{found:?}");
        assert!(!found.meets_circle(page.middle(), 20.0), "{found:?}");
    }

    #[test]
    fn a_page_without_room_has_none() {
        let page = rect(0.0, 0.0, 280.0, 50.0);
        let occupied = Occupied { page, picture: page, ..Occupied::default() };
        assert_eq!(place(&occupied, SIZE, Vec2::ZERO, None), None);
    }
}
