//! Draws a row: the panes of a column, each from its own view, and the threads between neighbours.

use lab::{
    column::Column,
    cue::{Cue, JudgedPlaces},
    outcome::Outcome,
    outcome_statement::{OutcomeStatement, ShotFate},
    pane::{Pane, PaneView},
};
use shared::base::geometry::Vec2;
use web_sys::CanvasRenderingContext2d;
use web_ui::{
    canvas::{pen::Pen, rect::Rect},
    shell::canvas::Size,
    stored::Stored,
    world::draw_judged_places,
};

use super::{
    arrange::{Flow, PANES},
    callout::{self, Callout},
    overlay,
    panes::{self, Drawn, Look},
    ties,
};

/// Number of parts in which the path of a shot is sampled.
const SHOT_PARTS: u16 = 8;

#[derive(Clone, Copy)]
pub struct Row<'a> {
    pub column: &'a Column,
    /// The content of each pane.
    pub sights: &'a [PaneView; PANES],
    /// The place of each pane; hidden ones are empty.
    pub rects: [Rect; PANES],
    /// Direction in which they follow each other.
    pub flow: Flow,
    /// The pane whose player the user flies.
    pub flown: Option<usize>,
    /// The server's stored poses of a ship, if shown.
    pub stored: Option<&'a Stored>,
    pub look: Look,
}

/// Draws the panes, and the threads between all visible ones.
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
    overlay::draw(canvas, pen, row);
}

/// The visible pane of a row in which a cue is best seen: its index, and the cue's position in the
/// world.
fn place_of(cue: &Cue, row: usize, rects: [Rect; PANES]) -> Option<(usize, Vec2)> {
    let others = [Pane::Player(1), Pane::Player(0), Pane::Server];
    [cue.pane].into_iter().chain(others).find_map(|pane| {
        let n = Pane::ALL.iter().position(|shown| *shown == pane)?;
        Some((n, cue.place(row, pane)?)).filter(|_| rects[n].size.x >= 1.0)
    })
}

/// The outcome of a row, or the common outcome in the row that shows its number.
fn outcome_at(cue: &Cue, row: usize) -> Option<Outcome> {
    let of_each = cue.outcomes.len() == cue.places.len();
    let found = if of_each { cue.outcomes.get(row) } else { cue.outcomes.first() };
    let outcome = found.and_then(|one| one.outcome);
    outcome.filter(|one| of_each || usize::from(one.column) == row)
}

/// Draws a cue in a row, with the row's or the common number, and for a shot where the ship was
/// seen and judged. Returns where that is.
pub fn draw_cue(
    (context, size): (&CanvasRenderingContext2d, Size),
    pen: &Pen,
    cue: &Cue,
    n: usize,
    row: &Row,
) -> Option<Callout> {
    let (pane, place) = place_of(cue, n, row.rects)?;
    let camera = panes::camera(row.rects[pane], row.look.framing);
    let judged_places = cue.judged.get(n).copied().flatten();
    if let Some(JudgedPlaces { saw, judged }) = judged_places {
        let world = Pen::new(context, &camera, size.ratio).in_theme(pen.theme());
        world.enter_drawn_world();
        draw_judged_places(&world, saw, judged);
        world.unclip();
    }
    let outcome = outcome_at(cue, n)?;
    let from_judged = match outcome.statement {
        OutcomeStatement::BoltCameBy(_) | OutcomeStatement::JudgedOffSeen(_) => true,
        OutcomeStatement::JudgedAndGone { shot, .. } => shot.fate == ShotFate::Missed,
        _ => false,
    };
    // A distance measured from the judged pose is marked there.
    let place = judged_places.filter(|_| from_judged).map_or(place, |places| places.judged);
    let ships = row.sights[pane].scene.ships.iter();
    let mut covers_not: Vec<Vec2> = ships.map(|ship| camera.to_page(ship.pos)).collect();
    let shooter = row.column.ship(0).and_then(|ship| row.sights[pane].scene.ship(ship));
    let at = camera.to_page(place);
    if let Some(from) = shooter.map(|ship| camera.to_page(ship.pos)) {
        let share = |n: u16| f32::from(n) / f32::from(SHOT_PARTS);
        covers_not.extend((1..SHOT_PARTS).map(|n| from + (at - from) * share(n)));
    }
    let number = row.look.language.flag(&outcome)?;
    Some(callout::draw(pen, &camera, place, number, &covers_not))
}
