//! A row: the panes of a column, each from its own sight, and the threads between those that follow
//! each other.

use shared::{
    base::geometry::Vec2,
    lab::{
        column::Column,
        cue::Cue,
        pane::{Pane, Sight},
    },
};
use web_sys::CanvasRenderingContext2d;
use web_ui::{
    canvas::{pen::Pen, rect::Rect},
    shell::canvas::Size,
    stored::Stored,
};

use super::{
    arrange::{Flow, PANES},
    panes::{self, Drawn, Look},
    place_mark, ties,
};

/// A row to draw.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    pub column: &'a Column,
    /// What each pane shows.
    pub sights: &'a [Sight; PANES],
    /// Where each pane is; one that is not to be seen has no size.
    pub rects: [Rect; PANES],
    /// Which way they follow each other.
    pub flow: Flow,
    /// The pane whose player somebody flies.
    pub flown: Option<usize>,
    /// What the server has stored of a ship, where that is shown.
    pub stored: Option<&'a Stored>,
    pub look: Look,
}

/// Draws the panes, and the threads between all that are to be seen.
pub fn draw(canvas: (&CanvasRenderingContext2d, Size), pen: &Pen, row: &Row) {
    let harness = row.column.harness();
    let seen = |pane: &usize| row.rects[*pane].size.x >= 1.0;
    for n in (0..PANES).filter(seen) {
        let drawn = Drawn {
            pane: Pane::ALL[n],
            sight: &row.sights[n],
            flown: row.flown.filter(|flown| *flown == n).map(|pane| harness.client(pane / 2)),
            roster: harness.client(0).roster(),
            arena: Some(&harness.room().config().arena),
            stored: row.stored.filter(|_| Pane::ALL[n] == Pane::Server),
            rect: row.rects[n],
        };
        panes::draw(canvas, &drawn, row.look);
    }
    let cameras = row.rects.map(|rect| panes::camera(rect, row.look.framing));
    let side = |pane: usize| ties::Side { sight: &row.sights[pane], camera: &cameras[pane] };
    let tied = [row.column.ship(0), row.column.ship(1)];
    for pane in (1..PANES).filter(|pane| seen(pane) && seen(&(pane - 1))) {
        ties::draw(pen, row.flow, (side(pane - 1), side(pane)), tied, row.look.language);
    }
}

/// The pane in which a cue is seen best among those of a row that are shown, and where in the world
/// that is.
fn place_of(cue: &Cue, row: usize, rects: [Rect; PANES]) -> Option<(Rect, Vec2)> {
    let others = [Pane::Player(1), Pane::Player(0), Pane::Server];
    [cue.pane].into_iter().chain(others).find_map(|pane| {
        let rect = rects[Pane::ALL.iter().position(|shown| *shown == pane)?];
        Some((rect, cue.place(row, pane)?)).filter(|_| rect.size.x >= 1.0)
    })
}

/// Draws where a cue happens in a row, and says where that is on the page, and in which pane.
pub fn draw_place(
    pen: &Pen,
    cue: &Cue,
    (row, rects): (usize, [Rect; PANES]),
    look: Look,
) -> Option<(Rect, Vec2)> {
    let (rect, place) = place_of(cue, row, rects)?;
    let camera = panes::camera(rect, look.framing);
    place_mark::draw(pen, &camera, place);
    Some((rect, camera.to_page(place)))
}
