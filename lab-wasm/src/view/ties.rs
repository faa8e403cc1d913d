//! Draws threads between two panes: from a ship or bolt in one to the same in the other, labelled
//! with the distance in u and in ms.

use lab::pane::{BoltTie, PaneView, ShipTie, bolt_ties, ship_ties};
use shared::{
    base::{geometry::Vec2, time::Micros},
    sim::ship::ShipId,
};
use web_ui::{
    canvas::{
        camera::Camera,
        fonts,
        palette::{self, Theme},
        pen::Pen,
        rect::Rect,
    },
    text::figures::{signed_ms, tenths},
};

use crate::view::arrange::{Flow, TITLE_PX};

/// Maximum bolts with threads between two panes: the newest.
const BOLTS_MAX: usize = 2;
/// Width that the figures need between two panes.
const FIGURES_PX: f32 = 68.0;
/// Height of a thread's two lines of figures.
const LABEL_PX: f32 = 30.0;

struct Thread {
    from: Vec2,
    to: Vec2,
    colour: palette::Colour,
    distance_u: f32,
    /// How far the player's pane is ahead of the server's; between two players' panes, the second
    /// one of the first.
    ahead: Micros,
    /// Position of its figures.
    label: Vec2,
}

/// One end of a thread: a pane's view and its camera.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    pub sight: &'a PaneView,
    /// Its camera on the page.
    pub camera: &'a Camera,
}

/// Draws the threads between two neighbouring panes, for some ships; the first of them is the first
/// pane's own.
pub fn draw(pen: &Pen, flow: Flow, (a, b): (Side, Side), tied: [Option<ShipId>; 2]) {
    let mut threads: Vec<Thread> = Vec::new();
    let ships = ship_ties(a.sight, b.sight);
    let ships = ships.iter().filter(|tie| tied.contains(&Some(tie.ship)));
    threads.extend(ships.filter_map(|tie| ship_thread(a, b, tie, tied[0])));
    let bolts = bolt_ties(a.sight, b.sight);
    let newest = bolts.iter().rev().take(BOLTS_MAX);
    threads.extend(newest.filter_map(|tie| bolt_thread(a, b, tie)));
    let (first, second) = (a.camera.window(), b.camera.window());
    place_labels(&mut threads, flow, (first, second));
    for thread in &threads {
        pen.context.begin_path();
        pen.line(thread.from, thread.to);
        pen.opacity(match pen.theme() {
            Theme::Dark => 0.55,
            Theme::Light => 0.9,
        });
        pen.stroke(thread.colour, 1.0);
    }
    pen.set_font(fonts::FIGURES);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("middle");
    // If panes are too close for figures, these would cover ships.
    if flow == Flow::Down || second.at.x - (first.at.x + first.size.x) >= FIGURES_PX {
        threads.iter().for_each(|thread| draw_label(pen, thread));
    }
    pen.opacity(1.0);
}

fn ship_thread(a: Side, b: Side, tie: &ShipTie, yours: Option<ShipId>) -> Option<Thread> {
    let colour = if Some(tie.ship) == yours { palette::YOU } else { palette::PLAYER };
    thread(a, b, (tie.from, tie.to), colour, (tie.distance_u, tie.later))
}

fn bolt_thread(a: Side, b: Side, tie: &BoltTie) -> Option<Thread> {
    thread(a, b, (tie.from, tie.to), palette::SERVER, (tie.distance_u, tie.later))
}

/// A thread, if both of its ends are visible.
fn thread(
    a: Side,
    b: Side,
    (from, to): (Vec2, Vec2),
    colour: palette::Colour,
    (distance_u, later): (f32, Micros),
) -> Option<Thread> {
    let seen = |side: Side, at: Vec2| {
        let (low, high) = side.camera.seen();
        (at.cmpge(low).all() && at.cmple(high).all()).then(|| side.camera.to_page(at))
    };
    let (from, to) = (seen(a, from)?, seen(b, to)?);
    let ahead = ahead(b.sight, later);
    Some(Thread { from, to, colour, distance_u, ahead, label: (from + to) / 2.0 })
}

/// How far a pair of panes is ahead of the server, if the second one is later by this: all figures
/// have one sign, that of the times beside ships and in sentences.
fn ahead(second: &PaneView, later: Micros) -> Micros {
    if second.own().is_none() { Micros(-later.0) } else { later }
}

/// Places the figures in the gap between the panes, or for stacked panes above the title of the
/// lower one, without overlap.
fn place_labels(threads: &mut [Thread], flow: Flow, (first, second): (Rect, Rect)) {
    for thread in threads.iter_mut() {
        let (end, begin) = (first.at + first.size, second.at);
        let way = thread.to - thread.from;
        thread.label = match flow {
            Flow::Across => {
                let x = (end.x + begin.x) / 2.0;
                let share = (x - thread.from.x) / if way.x == 0.0 { 1.0 } else { way.x };
                Vec2::new(x, thread.from.y + way.y * share.clamp(0.0, 1.0))
            }
            Flow::Down => {
                let lowest = begin.y - TITLE_PX - LABEL_PX / 2.0;
                let y = lowest.min((end.y + begin.y - TITLE_PX) / 2.0);
                let share = (y - thread.from.y) / if way.y == 0.0 { 1.0 } else { way.y };
                // Keeps it on the page on the left.
                let least = first.at.x + FIGURES_PX / 2.0;
                Vec2::new((thread.from.x + way.x * share.clamp(0.0, 1.0)).max(least), y)
            }
        };
    }
    let along = |at: Vec2| if flow == Flow::Across { at.y } else { at.x };
    threads.sort_by(|a, b| along(a.label).total_cmp(&along(b.label)));
    let apart = if flow == Flow::Across { LABEL_PX } else { FIGURES_PX + LABEL_PX / 2.0 };
    for n in 1..threads.len() {
        let least = along(threads[n - 1].label) + apart;
        let label = &mut threads[n].label;
        match flow {
            Flow::Across => label.y = label.y.max(least),
            Flow::Down => label.x = label.x.max(least),
        }
    }
    // If the last one would leave the page on the right, all are shifted left.
    let last = threads.last().map_or(0.0, |thread| thread.label.x);
    let over = last + FIGURES_PX / 2.0 - (second.at.x + second.size.x);
    if flow == Flow::Down && over > 0.0 {
        threads.iter_mut().for_each(|thread| thread.label.x -= over);
    }
}

fn draw_label(pen: &Pen, thread: &Thread) {
    let distance = match (thread.distance_u * 10.0 + 0.5) as i64 {
        0 => "0 u".into(),
        tenth => [tenths(tenth).as_str(), " u"].concat(),
    };
    let half = Vec2::new(0.0, LABEL_PX / 4.0);
    pen.opacity(1.0);
    // In a casing, since the threads of bolts cross them.
    pen.cased_text(&distance, thread.label - half, thread.colour);
    pen.cased_text(&signed_ms(thread.ahead), thread.label + half, palette::QUIET);
}

#[cfg(test)]
mod tests {
    use lab::{pane::Pane, run_playback::RunPlayback, scenario::Scenario};

    use super::*;

    #[test]
    fn own_ships_are_ahead_of_the_server_and_others_behind_it_in_every_pair_of_panes() {
        let mut playback = RunPlayback::new(Scenario::Zones.setup()).unwrap();
        (0..60).for_each(|_| playback.step().unwrap());
        let column = &playback.state().columns()[0];
        let now = column.harness().now();
        let [you, server, other] = Pane::ALL.map(|pane| column.view(pane, now));
        for (first, second, owner) in [(&you, &server, 0), (&server, &other, 1)] {
            for tie in ship_ties(first, second) {
                let is_own = column.ship(owner) == Some(tie.ship);
                let ahead = ahead(second, tie.later);
                assert_eq!(ahead > Micros::ZERO, is_own, "{tie:?}: {ahead:?}");
            }
        }
    }

    #[test]
    fn figures_stand_on_no_title_and_on_no_other_figures() {
        // Two stacked panes of a phone, and threads that begin anywhere.
        let first = Rect { at: Vec2::new(8.0, 30.0), size: Vec2::new(360.0, 160.0) };
        let below = first.at.y + first.size.y + 8.0 + TITLE_PX;
        let second = Rect { at: Vec2::new(8.0, below), ..first };
        for x in [8.0, 25.0, 180.0, 300.0, 366.0] {
            let mut threads: Vec<Thread> = [x, x + 3.0]
                .map(|x| Thread {
                    from: Vec2::new(x, 100.0),
                    to: Vec2::new(x, below + 70.0),
                    colour: palette::YOU,
                    distance_u: 1.0,
                    ahead: Micros::ZERO,
                    label: Vec2::ZERO,
                })
                .into();
            place_labels(&mut threads, Flow::Down, (first, second));
            let half = Vec2::new(FIGURES_PX, LABEL_PX) / 2.0;
            for Thread { label, .. } in &threads {
                let (low, high) = (*label - half, *label + half);
                assert!(high.y <= below - TITLE_PX, "{x}: above the title of the lower pane");
                assert!(low.cmpge(first.at).all(), "{x}: {low}");
                assert!(high.x <= first.at.x + first.size.x, "{x}: {high}");
            }
            let apart = (threads[1].label - threads[0].label).x;
            assert!(apart >= FIGURES_PX, "{x}: {apart} px apart");
        }
    }
}
