//! Draws names and hit points under the ships, in CSS pixels, so that they are legible on every
//! screen.

use shared::{
    base::geometry::Vec2,
    client::scene::{PlayerKind, SceneShip},
    sim::rules::SHIP_HEALTH,
    wire::message::RosterEntry,
};
use web_ui::{
    canvas::{fonts, palette, pen::Pen, rect::Rect},
    world::{Motion, Picture, drawn_radius},
};

const BAR_PX: Vec2 = Vec2::new(28.0, 3.0);
/// Maximum width of a character of a name, and the height of a name with its bar. It only keeps
/// names off the respawn text, so it need not be exact.
const LABEL_PX: Vec2 = Vec2::new(9.0, 24.0);
/// How far the point of a kill stands above it and rises, and the name below it, in CSS pixels.
const KILL_ABOVE_PX: f32 = 64.0;
const KILL_RISE_PX: f32 = 26.0;
const KILL_BELOW_PX: f32 = 34.0;
/// Width of the line through it, in CSS pixels.
const STRIKE_PX: f32 = 1.5;
/// Maximum names in a picture: in a crowd, those of the ships nearest to its middle.
const NAMES_MAX: usize = 12;

/// Draws them, and returns where names and hit points stand, in CSS pixels.
pub(super) fn draw(pen: &Pen, picture: &Picture, words: &Rect) -> Vec<Rect> {
    pen.set_font(fonts::WORDS);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("top");
    let labels: Vec<Label> = labels(pen, picture, words).collect();
    labels.iter().for_each(|label| draw_label(pen, label));
    draw_kills(pen, picture);
    labels.iter().map(Label::rect).collect()
}

/// How far below the middle of a ship its label begins, in CSS pixels.
pub(super) fn below_ship_px(pen: &Pen) -> f32 {
    drawn_radius(pen) * pen.camera.scale() * 1.5 + 6.0
}

/// The name of another ship, if it is named, and where it stands with the hit points.
struct Label<'a> {
    ship: &'a SceneShip,
    name: Option<&'a str>,
    /// The middle of its upper edge, in CSS pixels.
    at: Vec2,
}

/// The labels of other ships off a text, in the font in force.
fn labels<'a>(pen: &Pen, picture: &Picture<'a>, words: &Rect) -> impl Iterator<Item = Label<'a>> {
    let below = below_ship_px(pen);
    let named2 = named_within2(pen, picture);
    let (scene, roster) = (picture.scene, picture.roster);
    let own = scene.own_ship().map(|ship| pen.camera.to_page(ship.pos));
    let others = scene.ships.iter().filter(|ship| ship.owner != PlayerKind::You);
    let label = move |ship: &'a SceneShip| {
        let is_named = off2(pen, ship) <= named2;
        let entry = roster.iter().find(|entry| is_named && entry.ship == ship.id);
        let name = entry.map(|entry| entry.name.as_str());
        let at = pen.camera.to_page(ship.pos) + Vec2::new(0.0, below);
        let label = Label { ship, name, at };
        let window = pen.camera.window();
        // The bound of the width is enough, except at the edge: measuring a text takes long.
        let label = if window.contains(&label.rect()) {
            label
        } else {
            let half_px = name.map_or(0.0, |name| pen.width_px(name) / 2.0).max(BAR_PX.x / 2.0);
            Label { at: within(window, at, half_px), ..label }
        };
        // Above its ship where it would cover the own one.
        let above = label.at - Vec2::new(0.0, below * 2.0 + LABEL_PX.y);
        let covers = |label: &Label| own.is_some_and(|own| label.rect().meets_circle(own, below));
        if covers(&label) { Label { at: above, ..label } } else { label }
    };
    let seen = others.filter(|ship| pen.sees(ship.pos, 0.0));
    seen.map(label).filter(|label| !label.rect().meets(words))
}

impl Label<'_> {
    fn rect(&self) -> Rect {
        label_rect(self.at, self.name.map_or(0, |name| name.chars().count()))
    }
}

fn draw_label(pen: &Pen, label: &Label) {
    let hurt = label.ship.health < SHIP_HEALTH;
    if hurt {
        draw_bar(pen, label.ship, label.at);
    }
    if let Some(name) = label.name {
        pen.colour(match label.ship.owner {
            PlayerKind::Ally | PlayerKind::AllyBot => palette::ALLY,
            _ => palette::QUIET,
        });
        pen.text(name, label.at + Vec2::new(0.0, if hurt { 7.0 } else { 0.0 }));
    }
}

/// Draws the names of those whom the viewer just shot down, struck through where they were, and
/// the point that it brought.
fn draw_kills(pen: &Pen, picture: &Picture) {
    for effect in &picture.scene.effects {
        let is_own_kill = effect.cause.killer == Some(PlayerKind::You);
        let Some(hull) = effect.cause.hull.filter(|_| is_own_kill) else { continue };
        if !pen.sees(effect.pos, 0.0) {
            continue;
        }
        let risen = match picture.motion {
            Motion::Full => effect.progress * KILL_RISE_PX,
            Motion::Reduced => 0.0,
        };
        let at = pen.camera.to_page(effect.pos);
        pen.opacity((2.5 * (1.0 - effect.progress)).min(1.0));
        pen.set_font(fonts::SCORE);
        pen.cased_text("+1", at - Vec2::new(0.0, KILL_ABOVE_PX + risen), palette::YOU);
        pen.set_font(fonts::STRUCK);
        let name = picture.roster.iter().find(|entry| entry.ship == hull.ship);
        if let Some(RosterEntry { name, .. }) = name {
            let below = at + Vec2::new(0.0, KILL_BELOW_PX);
            pen.cased_text(name, below, palette::SERVER);
            let half = Vec2::new(pen.width_px(name) / 2.0 + 3.0, 0.0);
            let middle = below + Vec2::new(0.0, 8.0);
            pen.context.begin_path();
            pen.line(middle - half, middle + half);
            // Without a casing, which would hide the name.
            pen.stroke(palette::SHOT_TAIL, STRIKE_PX);
        }
    }
    pen.opacity(1.0);
}

/// Upper bound for the rectangle of a bar and a name of `n_chars`; `top` is the middle of its upper
/// edge.
fn label_rect(top: Vec2, n_chars: usize) -> Rect {
    let size = LABEL_PX * Vec2::new(n_chars as f32, 1.0);
    let size = size.max(BAR_PX);
    Rect { at: top - Vec2::new(size.x / 2.0, 0.0), size }
}

/// Where a label of half this width is drawn whole: at a ship, or beside the edge of the picture.
fn within(window: Rect, at: Vec2, half_px: f32) -> Vec2 {
    let (left, right) = (window.at.x + half_px, window.end().x - half_px);
    Vec2::new(at.x.clamp(left.min(right), right.max(left)), at.y)
}

/// Squared distance of a ship from the middle of the picture, in u².
fn off2(pen: &Pen, ship: &SceneShip) -> f32 {
    ship.pos.distance_squared(pen.camera.centre())
}

/// Squared distance from the middle of the picture within which ships get names, in u².
fn named_within2(pen: &Pen, picture: &Picture) -> f32 {
    let mut nearest = [f32::INFINITY; NAMES_MAX];
    for ship in &picture.scene.ships {
        let mut off2 = off2(pen, ship);
        for known in &mut nearest {
            if off2 < *known {
                core::mem::swap(known, &mut off2);
            }
        }
    }
    nearest[NAMES_MAX - 1]
}

fn draw_bar(pen: &Pen, ship: &SceneShip, middle: Vec2) {
    let at = middle - Vec2::new(BAR_PX.x / 2.0, 0.0);
    let part = f32::from(ship.health) / f32::from(SHIP_HEALTH);
    let filled = |share: f32, colour: palette::Colour| {
        let size = Vec2::new(BAR_PX.x * share, BAR_PX.y);
        pen.colour(colour);
        pen.fill_rect(Rect { at, size });
    };
    filled(1.0, palette::HAIRLINE);
    filled(part, palette::of(ship.owner));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_at_the_edge_is_drawn_whole() {
        let window = Rect { at: Vec2::new(0.0, 48.0), size: Vec2::new(390.0, 506.0) };
        for (x, drawn) in [(200.0, 200.0), (5.0, 30.0), (385.0, 360.0)] {
            let at = within(window, Vec2::new(x, 100.0), 30.0);
            assert_eq!(at, Vec2::new(drawn, 100.0));
        }
    }

    #[test]
    fn names_avoid_other_text_or_are_hidden() {
        let words = Rect { at: Vec2::new(100.0, 100.0), size: Vec2::new(200.0, 60.0) };
        let rows = [
            (Vec2::new(200.0, 120.0), 5, true),
            // Overlap with its lower edge, and with its end.
            (Vec2::new(200.0, 80.0), 5, true),
            (Vec2::new(60.0, 120.0), 16, true),
            (Vec2::new(60.0, 120.0), 5, false),
            (Vec2::new(200.0, 160.0), 5, false),
            (Vec2::new(200.0, 70.0), 5, false),
            // A bar without a name.
            (Vec2::new(200.0, 99.0), 0, true),
            (Vec2::new(80.0, 120.0), 0, false),
        ];
        for (at, n_chars, meets) in rows {
            assert_eq!(label_rect(at, n_chars).meets(&words), meets, "{at}, {n_chars}");
            assert!(!label_rect(at, n_chars).meets(&Rect::default()), "no words");
        }
    }
}
