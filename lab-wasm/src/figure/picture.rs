//! Draws a picture of a figure and updates its texts.

use article::figure::{FigureSpec, FigureTheme};
use lab::{
    column::Column,
    cue::Cue,
    pane::{Pane, PaneView},
};
use shared::base::{geometry::Vec2, time::Micros};
use web_sys::HtmlElement;
use web_ui::{
    canvas::{camera::Camera, palette::Theme, pen::Pen, rect::Rect},
    shell::{canvas::Size, probe::PROBES},
    text::figures::whole,
    world::Motion,
};

use super::{
    Figure,
    awake::{Awake, StillPicture},
    event::Act,
};
use crate::{
    time::transport::Pace,
    view::{
        arrange::{PANES, TITLE_PX},
        callout::Callout,
        cells::{Cells, FigureDemand},
        framing::Framing,
        panes::{self, Look},
        row::{self, Row},
    },
};

/// Longest camera step, in s: it does not jump after a pause.
const STEP_MAX_S: f32 = 0.1;
/// Interval of text updates, in pictures.
const WORDS_EVERY: u32 = 6;

impl Figure {
    pub(super) fn picture(&mut self) {
        self.follow_choice();
        let (now, theme) = (self.clock.now(), self.theme());
        let wanted = self.wanted_framing();
        let Some(awake) = &mut self.awake else { return };
        let dt = now - awake.frame_at;
        awake.frame_at = now;
        // The last picture stays until the match that replaces it has been surveyed.
        let looks_ahead = awake.watch.looks_ahead();
        if looks_ahead || wanted.is_some_and(|wanted| awake.is_still(theme, wanted)) {
            return;
        }
        awake.pass(dt);
        awake.pictures += 1;
        let stands = awake.transport.pace() == Pace::Paused;
        awake.still = stands.then_some(StillPicture { frame: awake.playback.frame(), theme });
        let says = stands || awake.pictures % WORDS_EVERY == 1;
        self.observe_answer();
        self.draw(now, dt.as_s_f32().clamp(0.0, STEP_MAX_S));
        if says {
            self.say();
        }
    }

    /// The framing that the panes should show now; `None` asleep.
    fn wanted_framing(&self) -> Option<Framing> {
        let awake = self.awake.as_ref()?;
        if awake.hand.flight().is_some()
            && let [other, own] = followed(awake, 0)[..]
        {
            return Some(awake.around_flown([other, own], &self.cells));
        }
        let player = self.spec.scenario.decisive().map_or(1, |decisive| decisive.player);
        Some(awake.wanted(&followed(awake, player), &self.cells))
    }

    /// Fits everything to its place.
    pub(super) fn fit(&mut self) {
        // Asleep it shows its last picture: resizing would clear the canvas.
        if self.awake.is_none() {
            return;
        }
        self.size = self.canvas.fit();
        let columns = self.setup.columns.len();
        let (column, panes, holds) = (self.column, panes_of(&self.spec), self.holds.clone());
        self.cells = Cells::of(self.size, &FigureDemand { columns, column, panes, holds });
        for (row, titles) in self.elements.titles.iter().enumerate() {
            for (pane, title) in titles.iter().enumerate() {
                let rect = self.cells.rows.get(row).map(|row| row[pane]).unwrap_or_default();
                title.element.set_hidden(rect.size.x < 1.0);
                put(&title.element, rect, self.size);
            }
        }
        let width = [&whole(self.size.width_px as i64), "px"].concat();
        // It fails only for invalid names.
        let _ = self.elements.picture.style().set_property("--width", &width);
        let one_at_a_time = columns > 1 && !(self.cells.shows(0) && self.cells.shows(1));
        for button in &self.elements.columns {
            button.set_hidden(!one_at_a_time);
        }
        self.draw(self.clock.now(), 0.0);
        self.say();
    }

    /// Draws it, `dt_s` after the previous time.
    pub(super) fn draw(&mut self, now: Micros, dt_s: f32) {
        let motion = if self.media.reduced_motion() { Motion::Reduced } else { Motion::Full };
        let theme = self.theme();
        let Some(wanted) = self.wanted_framing() else { return };
        let hides_outcome = self.hides_outcome();
        let Some(awake) = &mut self.awake else { return };
        let state = awake.playback.state();
        let at = state.time_of(awake.playback.frame()) + awake.transport.since_frame();
        let rows: Vec<[PaneView; PANES]> = state
            .columns()
            .iter()
            .map(|column| Pane::ALL.map(|pane| column.view(pane, at)))
            .collect();
        let framing = match (motion, awake.framing) {
            (Motion::Full, Some(framing)) => framing.towards(wanted, dt_s),
            _ => wanted,
        };
        awake.framing = Some(framing);
        let canvas = (self.canvas.context(), self.size);
        let page = Camera::fixed(Default::default(), Default::default(), 1.0);
        let pen = Pen::new(canvas.0, &page, canvas.1.ratio).in_theme(theme);
        pen.clear(canvas.1);
        let look = Look { framing, now, motion, theme, language: self.language };
        let cue = awake.watch.near(awake.playback.frame()).filter(|_| !hides_outcome);
        let cue = cue.map(|cue| with_visible_number(cue, &self.cells, self.column));
        let cue = cue.as_ref();
        let mut callouts: Vec<Callout> = Vec::new();
        let mut ships_seen: Vec<String> = Vec::new();
        let columns = awake.playback.state().columns();
        for (n, (column, sights)) in columns.iter().zip(&rows).enumerate() {
            let Some(rects) = self.cells.rows.get(n).copied() else { continue };
            let flow = self.cells.flow;
            let row = Row { column, sights, rects, flow, flown: None, stored: None, look };
            row::draw(canvas, &pen, &row);
            if let Some(flight) = awake.hand.flight() {
                row::draw_flight(&pen, flight, (n, at), &row);
            }
            callouts.extend(cue.and_then(|cue| row::draw_cue(canvas, &pen, cue, n, &row)));
            if PROBES {
                ships_seen.extend(seen_in(column, sights, rects, look));
            }
        }
        let texts = || callouts.iter().map(Callout::text).collect::<Vec<_>>().join(";");
        self.elements.callouts.set(texts);
        self.elements.ships.set(|| ships_seen.join(";"));
    }

    /// The theme of its picture: that of its page, or of paper.
    fn theme(&self) -> Theme {
        let is_light = match self.spec.theme {
            FigureTheme::Dark => false,
            FigureTheme::Light => true,
            FigureTheme::Auto => self.media.light(),
        };
        if is_light || self.before_print.is_some() { Theme::Light } else { Theme::Dark }
    }

    pub(super) fn act(&mut self, act: Act) {
        match act {
            Act::Leave => self.elements.leave(),
            Act::EndFlight => self.rest(),
            Act::Cue | Act::Restart if self.is_flown() => self.rest(),
            Act::Column(column) => {
                self.column = column;
                self.fit();
            }
            _ => self.act_on_time(act),
        }
        self.say();
    }

    fn act_on_time(&mut self, act: Act) {
        let Some(awake) = &mut self.awake else { return };
        let frame = awake.playback.frame();
        match act {
            Act::Play => {
                let playing = awake.transport.pace() == Pace::Playing;
                awake.transport.set_pace(if playing { Pace::Paused } else { Pace::Playing });
                awake.still = None;
            }
            Act::Back | Act::Forth => {
                awake.transport.set_pace(Pace::Paused);
                awake.go_to(if act == Act::Back { frame.saturating_sub(1) } else { frame + 1 });
            }
            Act::Restart => {
                awake.transport.set_pace(Pace::Playing);
                awake.go_to(awake.first_frame());
            }
            Act::Cue => match awake.watch.cue().map(|cue| cue.frame) {
                Some(cue) if cue != frame => {
                    awake.go_to(cue);
                    awake.stay();
                }
                _ => awake.transport.set_pace(Pace::Playing),
            },
            Act::Leave | Act::EndFlight | Act::Column(_) => {}
        }
    }
}

/// Places a title above its pane, in fractions of the picture, which has another size on paper.
fn put(element: &HtmlElement, pane: Rect, picture: Size) {
    let share = |length: f32, of: f32| {
        let tenths = (length.max(0.0) * 1000.0 / of.max(1.0)) as i64;
        [whole(tenths / 10).as_str(), ".", &whole(tenths % 10), "%"].concat()
    };
    let (width, height) = (picture.width_px, picture.height_px);
    let lengths = [
        ("left", share(pane.at.x, width)),
        ("top", share(pane.at.y - TITLE_PX, height)),
        ("width", share(pane.size.x, width)),
    ];
    for (name, length) in lengths {
        // It fails only for invalid names.
        let _ = element.style().set_property(name, &length);
    }
}

/// Positions on the canvas of the first two players' ships in each pane of a row, for tests:
/// `x,y x,y` for those visible in the pane.
fn seen_in(
    column: &Column,
    sights: &[PaneView; PANES],
    rects: [Rect; PANES],
    look: Look,
) -> Vec<String> {
    let shown = (0..PANES).filter(|pane| rects[*pane].size.x >= 1.0);
    let in_pane = |pane: usize| {
        let camera = panes::camera(rects[pane], look.framing);
        let on_canvas = |player: usize| {
            let at = camera.to_page(sights[pane].scene.ship(column.ship(player)?)?.pos);
            let end = rects[pane].at + rects[pane].size;
            let inside = at.cmpge(rects[pane].at).all() && at.cmple(end).all();
            inside.then(|| [whole(at.x as i64), whole(at.y as i64)].join(","))
        };
        [0, 1].into_iter().filter_map(on_canvas).collect::<Vec<_>>().join(" ")
    };
    shown.map(in_pane).collect()
}

/// A cue whose number is in a visible column: where there is room for only one, in that.
fn with_visible_number(cue: &Cue, cells: &Cells, shown: usize) -> Cue {
    let mut cue = cue.clone();
    let outcomes = cue.outcomes.iter_mut().filter_map(|one| one.outcome.as_mut());
    for outcome in outcomes.filter(|outcome| !cells.shows(outcome.column.into())) {
        outcome.column = u8::try_from(shown).unwrap_or_default();
    }
    cue
}

/// The positions that the picture follows: the first player's ship and the one the scenario is
/// about.
fn followed(awake: &Awake, player: usize) -> Vec<Vec2> {
    let Some(column) = awake.playback.state().columns().first() else { return Vec::new() };
    let world = column.harness().room().world();
    let at = |player: usize| Some(world.ship(column.ship(player)?)?.body.pos);
    [1 - player.min(1), player].into_iter().filter_map(at).collect()
}

/// The panes that a figure shows, least important last: first the one where the outcome is decided.
fn panes_of(figure: &FigureSpec) -> Vec<usize> {
    let asked = |pane: &Pane| Pane::ALL.iter().position(|shown| shown == pane);
    let mut panes: Vec<usize> = figure.panes.iter().filter_map(asked).collect();
    let decisive = figure.scenario.decisive().and_then(|decisive| asked(&decisive.pane));
    panes.sort_by_key(|pane| Some(*pane) != decisive);
    panes
}

#[cfg(test)]
mod tests {
    use article::section::Section;
    use lab::run_playback::RunPlayback;
    use shared::sim::rules::SHIP_RADIUS_U;

    use super::*;
    use crate::{
        time::cue_watch::CueWatch,
        view::{framing::Framing, overlay::covered_share},
    };

    /// Canvases of figures, in CSS pixels: wide, in the article on a desktop, and on phones 390 and
    /// 360 wide.
    const CANVASES: [(f32, f32); 4] =
        [(1000.0, 400.0), (657.0, 420.0), (356.0, 310.0), (326.0, 310.0)];

    #[test]
    fn every_section_shows_its_panes_and_both_ships_whole_on_every_canvas() {
        for (section, (width_px, height_px)) in
            Section::ALL.into_iter().flat_map(|one| CANVASES.map(|canvas| (one, canvas)))
        {
            let figure = section.figure().unwrap();
            let playback = RunPlayback::new(figure.setup()).unwrap();
            let mut watch = CueWatch::default();
            watch.begin(&playback);
            let cue = watch.cue().unwrap();
            let size = Size { width_px, height_px, ratio: 1.0 };
            let columns = cue.places.len();
            let (panes, holds) = (panes_of(&figure), Framing::holds(cue));
            let cells = Cells::of(size, &FigureDemand { columns, column: 0, panes, holds });
            let what = format!("{section:?} on {width_px}");
            for row in &cells.rows {
                let shown = |pane: &Pane| {
                    Pane::ALL.iter().zip(row).any(|(one, rect)| one == pane && rect.size.x >= 1.0)
                };
                assert!(figure.panes.iter().all(shown), "{what}: {cells:?}");
            }
            let (pane, px_per_u) = (cells.pane(), cells.px_per_u);
            let covered = covered_share(figure.scenario);
            let framing = Framing::close_up_above(cue, covered, pane, px_per_u);
            let ship_px = 2.0 * SHIP_RADIUS_U * pane.x / framing.width_u(pane);
            // Three panes side by side leave less room for each, and so does a plot.
            let least_px = match (width_px < 400.0, figure.panes.len()) {
                (true, _) => 12.0,
                (false, _) if covered > 0.0 => 22.0,
                (false, 3) => 27.0,
                (false, _) => 32.0,
            };
            assert!(ship_px >= least_px, "{what}: ships of {ship_px} px");
            let seen = pane * framing.width_u(pane) / pane.x;
            for corner in [cue.whole.low, cue.whole.high] {
                let off = (corner - framing.centre).abs();
                assert!(off.cmple(seen / 2.0).all(), "{what}: {off} of {seen}");
            }
        }
    }
}
