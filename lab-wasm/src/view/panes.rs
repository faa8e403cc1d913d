//! One pane: what somebody sees, or what the server holds, at the instant that all panes share.

use client_wasm::{
    shell::canvas::Size,
    view::{
        Cooldowns, Motion, Picture, camera::Camera, draw_world, layout::Rect, palette, pen::Pen,
    },
};
use shared::{
    base::time::Micros,
    lab::{
        pane::{Pane, Sight},
        stage::Column,
    },
    sim::rules::SHIP_RADIUS_U,
};
use web_sys::CanvasRenderingContext2d;

use crate::plain::framing::Framing;

/// A pane to draw.
#[derive(Clone, Copy)]
pub struct Drawn<'a> {
    /// Whose truth.
    pub pane: Pane,
    /// What it shows.
    pub sight: &'a Sight,
    /// Where on the page.
    pub rect: Rect,
    /// Whether the person flies here.
    pub flown: bool,
}

/// The camera of a pane: every pane shows the same stretch of the world.
#[must_use]
pub fn camera(rect: Rect, framing: Framing) -> Camera {
    let shorter = rect.size.x.min(rect.size.y).max(1.0);
    Camera::fixed(rect, framing.centre, framing.extent_u * rect.size.x / shorter)
}

/// Draws a pane.
pub fn draw(
    (context, size): (&CanvasRenderingContext2d, Size),
    column: &Column,
    drawn: &Drawn,
    framing: Framing,
    now: Micros,
    motion: Motion,
) {
    let camera = camera(drawn.rect, framing);
    let pen = Pen::new(context, &camera, size.ratio);
    let harness = column.harness();
    let player = match drawn.pane {
        Pane::Player(player) => Some(harness.client(player)),
        Pane::Server => None,
    };
    let picture = Picture {
        now,
        scene: &drawn.sight.scene,
        arena: Some(&harness.room().config().arena),
        roster: harness.client(0).roster(),
        cooldowns: player.map(Cooldowns::of).filter(|_| drawn.flown).unwrap_or_default(),
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
        _ if !drawn.flown => palette::HAIRLINE,
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
