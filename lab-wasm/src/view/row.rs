//! Draws a row: the panes of a column, each from its own view, and the threads between neighbours.

use lab::{
    column::Column,
    cue::{Cue, JudgedPlaces},
    flight::{Flight, Way},
    outcome::Outcome,
    outcome_statement::{OutcomeStatement, ShotFate},
    pane::{Pane, PaneView},
};
use shared::{
    base::{geometry::Vec2, time::Micros},
    sim::{rules::SHIP_RADIUS_U, ship::ShipId},
};
use web_sys::CanvasRenderingContext2d;
use web_ui::{
    canvas::{camera::Camera, palette, pen::Pen, rect::Rect},
    shell::canvas::Size,
    stored::Stored,
    world::{draw_judged_places, draw_saw},
};

use super::{
    arrange::{Flow, PANES},
    callout::{self, Callout, Sign},
    overlay,
    panes::{self, Drawn, Look},
    ship_times, sight_line, snapshot_marks, ties,
};

/// Number of parts in which the path of a shot is sampled.
const SHOT_PARTS: u16 = 8;
/// Radius of the ring of an answer, in those of a ship.
const ANSWER_RADII: f32 = 1.7;
/// Radius of a packet on its way, in CSS pixels.
const PACKET_PX: f32 = 4.0;

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
        ties::draw(pen, row.flow, (side(pane - 1), side(pane)), tied);
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

/// Draws a cue in a row: what explains it in every pane, where a ship was seen and judged, and the
/// row's or the common number. Returns where the number is.
pub fn draw_cue(
    (context, size): (&CanvasRenderingContext2d, Size),
    pen: &Pen,
    cue: &Cue,
    n: usize,
    row: &Row,
) -> Option<Callout> {
    let mut covers_not = draw_explanation(pen, cue, n, row);
    let (pane, place) = place_of(cue, n, row.rects)?;
    let camera = panes::camera(row.rects[pane], row.look.framing);
    let judged_places = cue.judged.get(n).copied().flatten();
    if let Some(JudgedPlaces { saw, judged }) = judged_places {
        let in_world = |camera: &Camera, draw: &dyn Fn(&Pen)| {
            let world = Pen::new(context, camera, size.ratio).in_theme(pen.theme());
            world.enter_drawn_world();
            draw(&world);
            world.unclip();
        };
        // The shooter's own screen shows what it saw, too.
        if let Some(saw) = saw.filter(|_| pane != 0 && row.rects[0].size.x >= 1.0) {
            let camera = panes::camera(row.rects[0], row.look.framing);
            in_world(&camera, &|world| draw_saw(world, saw));
        }
        in_world(&camera, &|world| draw_judged_places(world, saw, judged));
    }
    let outcome = outcome_at(cue, n)?;
    let from_judged = match outcome.statement {
        OutcomeStatement::BoltCameBy(_) | OutcomeStatement::JudgedOffSeen(_) => true,
        OutcomeStatement::JudgedAndGone { shot, .. } => shot.fate == ShotFate::Missed,
        _ => false,
    };
    // A distance measured from the judged pose is marked there.
    let on_plot = || overlay::measured_place(row, &outcome);
    let (at, sign) = match judged_places.filter(|_| from_judged) {
        Some(places) => (camera.to_page(places.judged), Sign::Mark),
        None => match on_plot() {
            Some(at) => (at, Sign::Dot),
            None => (camera.to_page(place), Sign::Ring),
        },
    };
    covers_not.extend(row.sights[pane].scene.ships.iter().map(|ship| camera.to_page(ship.pos)));
    let shooter = row.column.ship(0).and_then(|ship| row.sights[pane].scene.ship(ship));
    if let Some(from) = shooter.map(|ship| camera.to_page(ship.pos)) {
        let share = |n: u16| f32::from(n) / f32::from(SHOT_PARTS);
        covers_not.extend((1..SHOT_PARTS).map(|n| from + (at - from) * share(n)));
    }
    let number = row.look.language.flag(&outcome)?;
    Some(callout::draw(pen, &camera, (at, sign), number, &covers_not))
}

/// Draws in every visible pane what the outcome is about: the line of sight, the moments of the
/// ships, or the snapshots received. Returns the points of the page that this takes.
fn draw_explanation(pen: &Pen, cue: &Cue, n: usize, row: &Row) -> Vec<Vec2> {
    let judged = cue.judged.get(n).copied().flatten();
    let saw = judged.and_then(|places| places.saw);
    let outcomes = cue.outcomes.get(n).or(cue.outcomes.first());
    let Some(outcome) = outcomes.and_then(|one| one.outcome) else { return Vec::new() };
    let harness = row.column.harness();
    let ships = [row.column.ship(0), row.column.ship(1)];
    let server_at = row.sights.iter().find(|sight| sight.own().is_none());
    let server_at = server_at.map(|sight| sight.moments().0).unwrap_or_default();
    let mut taken = Vec::new();
    for pane in (0..PANES).filter(|pane| row.rects[*pane].size.x >= 1.0) {
        let (sight, camera) = (&row.sights[pane], panes::camera(row.rects[pane], row.look.framing));
        let drawn = |ship: Option<ShipId>| sight.scene.ship(ship?);
        match (outcome.statement, drawn(ships[0]), drawn(ships[1])) {
            (OutcomeStatement::BehindCover { .. }, Some(you), Some(other)) => {
                let arena = &harness.room().config().arena;
                // The shooter's line is the one at the trigger.
                let to = saw.filter(|_| pane == 0).unwrap_or(other.pos);
                sight_line::draw(pen, &camera, arena, [you.pos, to]);
            }
            (OutcomeStatement::BoltBegan { .. }, Some(you), _) if Pane::ALL[pane] == cue.pane => {
                if let Some(bolt) = cue.place(n, cue.pane) {
                    let muzzle = you.pos + (bolt - you.pos).normalize_or_zero() * SHIP_RADIUS_U;
                    sight_line::draw_distance(pen, &camera, [muzzle, bolt]);
                }
            }
            // The veto asks for cover between the shot, where it met the rewound ship, and the
            // ship now.
            (OutcomeStatement::CoverSaves { .. }, _, Some(other)) => {
                let Some(places) = judged else { continue };
                let arena = &harness.room().config().arena;
                sight_line::draw(pen, &camera, arena, [places.judged, other.pos]);
                let middle = camera.to_page((places.judged + other.pos) / 2.0);
                taken.push(middle);
            }
            (OutcomeStatement::BoltCameBy(shot), Some(you), _)
                if shot.fate == ShotFate::Missed && Pane::ALL[pane] == cue.pane =>
            {
                let bolt = sight.scene.bolts.iter().rfind(|bolt| bolt.shot.shooter == you.id);
                if let Some((places, bolt)) = judged.zip(bolt) {
                    sight_line::draw_distance(pen, &camera, [bolt.pos, places.judged]);
                }
            }
            (OutcomeStatement::JudgedAndGone { shot, .. }, _, Some(other))
                if shot.fate == ShotFate::Hit && Pane::ALL[pane] == Pane::Server =>
            {
                if let Some(places) = judged {
                    sight_line::draw_distance(pen, &camera, [other.pos, places.judged]);
                }
            }
            (OutcomeStatement::TimeZones(_), ..) => {
                taken.extend(ship_times::draw(pen, &camera, sight, (&ships, server_at)));
            }
            (OutcomeStatement::DrawnMotions(_), _, Some(other)) if pane == 0 => {
                snapshot_marks::draw(pen, &camera, harness.client(0), other.id);
            }
            _ => {}
        }
    }
    taken
}

/// Draws a flight: the packet that carries the newest press to the server and its answer back,
/// along the thread of the own ship, and a ring on the ship when its screen answers.
pub fn draw_flight(pen: &Pen, flight: &Flight, (n, now): (usize, Micros), row: &Row) {
    let Some(ship) = row.column.ship(0) else { return };
    let place = |pane: usize| {
        let rect = Some(row.rects[pane]).filter(|rect| rect.size.x >= 1.0)?;
        let camera = panes::camera(rect, row.look.framing);
        Some((camera.to_page(row.sights[pane].scene.ship(ship)?.pos), camera.scale()))
    };
    let Some((yours, scale)) = place(0) else { return };
    if flight.is_answering(n, now) {
        pen.context.begin_path();
        pen.circle(yours, SHIP_RADIUS_U * ANSWER_RADII * scale);
        pen.stroke_cased_in_pixels(palette::CONFIRMED, 2.0);
    }
    let (Some(carrier), Some((servers, _))) = (flight.carrier(n, row.column, now), place(1)) else {
        return;
    };
    let (from, to, colour) = match carrier.way {
        Way::Up => (yours, servers, palette::YOU),
        Way::Down => (servers, yours, palette::SERVER),
    };
    let at = from + (to - from) * carrier.share;
    pen.context.begin_path();
    pen.circle(at, PACKET_PX);
    pen.stroke_cased_in_pixels(colour, PACKET_PX);
}
