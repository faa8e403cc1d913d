//! One pane: what somebody sees, or what the server holds, at the instant that all panes share.

use shared::{
    base::time::Micros,
    client::Client,
    lab::pane::{Pane, Sight},
    sim::{arena::Arena, rules::SHIP_RADIUS_U},
    wire::message::RosterEntry,
};
use web_sys::CanvasRenderingContext2d;
use web_ui::{
    canvas::{camera::Camera, palette, pen::Pen, rect::Rect},
    shell::canvas::Size,
    world::{Cooldowns, Motion, Picture, draw_world},
};

use crate::view::framing::Framing;

/// A pane to draw.
#[derive(Clone, Copy)]
pub struct Drawn<'a> {
    /// Whose truth.
    pub pane: Pane,
    /// What it shows.
    pub sight: &'a Sight,
    /// Whose screen it is, for what its pilot needs to know; `None` where nobody flies.
    pub flown: Option<&'a Client>,
    /// Names.
    pub roster: &'a [RosterEntry],
    pub arena: Option<&'a Arena>,
    /// Where on the page.
    pub rect: Rect,
}

/// How the panes are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The stretch of the world.
    pub framing: Framing,
    /// The page's clock.
    pub now: Micros,
    /// Whether decorations move.
    pub motion: Motion,
}

/// The camera of a pane: every pane shows the same stretch of the world.
#[must_use]
pub fn camera(rect: Rect, framing: Framing) -> Camera {
    Camera::fixed(rect, framing.centre, framing.width_u(rect.size))
}

/// Draws a pane.
pub fn draw(
    (context, size): (&CanvasRenderingContext2d, Size),
    drawn: &Drawn,
    Look { framing, now, motion }: Look,
) {
    let camera = camera(drawn.rect, framing);
    let pen = Pen::new(context, &camera, size.ratio);
    let picture = Picture {
        now,
        scene: &drawn.sight.scene,
        arena: drawn.arena,
        roster: drawn.roster,
        cooldowns: drawn.flown.map(Cooldowns::of).unwrap_or_default(),
        sticks: None,
        motion,
    };
    pen.enter_world();
    draw_world(&pen, &picture);
    if drawn.pane == Pane::Server {
        draw_holds(&pen, drawn.sight);
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

/// In the server's pane every ship has the outline of what the server holds.
fn draw_holds(pen: &Pen, sight: &Sight) {
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
