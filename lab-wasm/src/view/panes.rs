//! Draws one pane: a player's view or the server's state, at the instant that all panes share.

use lab::pane::{Pane, PaneView};
use shared::{
    base::{geometry::Vec2, time::Micros},
    client::Client,
    sim::{arena::Arena, rules::SHIP_RADIUS_U},
    wire::message::RosterEntry,
};
use web_sys::CanvasRenderingContext2d;
use web_ui::{
    canvas::{
        axis::figure,
        camera::Camera,
        palette::{self, Theme},
        pen::Pen,
        quality::Quality,
        rect::Rect,
    },
    shell::canvas::Size,
    stored::{Stored, line, outlines},
    world::{Cooldowns, Motion, Picture, Place, draw_world},
};
use words::Language;

use crate::view::framing::Framing;

/// Minimum size of a pane for a line of the stored poses, in CSS pixels.
const LINE_FROM_PX: Vec2 = Vec2::new(220.0, 150.0);
/// Minimum height of a pane for an axis of that line.
const AXIS_FROM_PX: f32 = 260.0;

#[derive(Clone, Copy)]
pub struct Drawn<'a> {
    /// Whose view it is.
    pub pane: Pane,
    /// Its content.
    pub sight: &'a PaneView,
    /// The client whose pilot's status is drawn; `None` if the user does not fly it.
    pub flown: Option<&'a Client>,
    pub roster: &'a [RosterEntry],
    pub arena: Option<&'a Arena>,
    /// The server's stored poses of a ship, if shown.
    pub stored: Option<&'a Stored>,
    /// Its place on the page.
    pub rect: Rect,
}

/// What all panes have in common.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The part of the world.
    pub framing: Framing,
    pub now: Micros,
    /// Whether decorations move.
    pub motion: Motion,
    pub theme: Theme,
    /// The language of its texts.
    pub language: Language,
}

/// The camera of a pane; all panes show the same part of the world.
#[must_use]
pub fn camera(rect: Rect, framing: Framing) -> Camera {
    Camera::fixed(rect, framing.centre, framing.width_u(rect.size))
}

pub fn draw(
    (context, size): (&CanvasRenderingContext2d, Size),
    drawn: &Drawn,
    Look { framing, now, motion, theme, .. }: Look,
) {
    let camera = camera(drawn.rect, framing);
    let pen = Pen::new(context, &camera, size.ratio).in_theme(theme);
    let picture = Picture {
        now,
        scene: &drawn.sight.scene,
        arena: drawn.arena,
        roster: drawn.roster,
        trails: &[],
        glows: None,
        cooldowns: drawn.flown.map(Cooldowns::of).unwrap_or_default(),
        sticks: None,
        quality: Quality::Full,
        motion,
        place: Place::default(),
    };
    pen.enter_world();
    draw_world(&pen, &picture);
    if drawn.pane == Pane::Server {
        draw_holds(&pen, drawn.sight);
    }
    if let Some(stored) = drawn.stored {
        draw_stored(&pen, drawn.rect, stored);
    }
    pen.unclip();
    let edge = match drawn.pane {
        _ if drawn.flown.is_none() => palette::HAIRLINE,
        Pane::Player(0) => palette::YOU,
        Pane::Player(_) => palette::PLAYER,
        Pane::Server => palette::SERVER,
    };
    pen.context.begin_path();
    pen.rect(drawn.rect);
    pen.stroke(edge, 1.0);
}

/// Draws the stored poses of a ship: outlines with their times, the resulting judged pose, and if
/// there is room, all of them on a line below.
fn draw_stored(pen: &Pen, rect: Rect, stored: &Stored) {
    if !stored.marks.marks.is_empty() {
        outlines::draw(pen, &stored.marks);
        outlines::draw_judged(pen, stored.judged);
    }
    pen.leave_world();
    outlines::draw_figures(pen, &stored.marks);
    if rect.size.x < LINE_FROM_PX.x || rect.size.y < LINE_FROM_PX.y {
        return;
    }
    let height = match stored.marks.marks.is_empty() {
        true => line::HEADING_PX,
        false if rect.size.y < AXIS_FROM_PX => line::LINE_PX,
        false => line::LINE_PX + line::AXIS_PX,
    };
    let below = Vec2::new(0.0, rect.size.y - height);
    let part = Rect { at: rect.at + below, size: Vec2::new(rect.size.x, height) };
    pen.opacity(0.85);
    pen.colour(palette::PANEL);
    pen.fill_rect(part);
    pen.opacity(1.0);
    if stored.marks.marks.is_empty() {
        line::draw_heading(pen, part, &stored.heading);
    } else {
        line::draw_line(pen, part, &stored.heading, &stored.marks, stored.asked_ms, figure);
    }
}

/// Outlines every ship in the server's pane with its server state.
fn draw_holds(pen: &Pen, sight: &PaneView) {
    pen.context.begin_path();
    for ship in &sight.scene.ships {
        if pen.sees(ship.pos, SHIP_RADIUS_U) {
            pen.circle(ship.pos, SHIP_RADIUS_U);
        }
    }
    pen.opacity(0.8);
    pen.stroke(palette::SERVER, pen.px(1.0));
    pen.opacity(1.0);
}
