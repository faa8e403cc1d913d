//! The example from the article on ET's antilag, drawn to scale: markers at 1 s and 5 s and a
//! command at 3 s between them, interpolated by the scheme's own code. Drawn when its lesson is
//! open and it has a size.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::Micros,
    },
    history::{pose::Pose, record::Bracket, target_time::MarkerKind},
    judge::rule_table::TargetPoses,
    schemes::et::Markers,
    sim::ship::ShipId,
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    canvas::{camera::Camera, palette, pen::Pen, rect::Rect},
    shell::{
        MissingResource,
        dom::{self, by_id},
        still_canvas::StillCanvas,
    },
    stored::{Mark, Marks, line},
    text::figures::tenths,
};
use words::{Language, StoredText};

/// Times of the markers, oldest first, and of the command.
const MARKERS: [Micros; 2] = [Micros::from_ms(1000), Micros::from_ms(5000)];
const ASKED: Micros = Micros::from_ms(3000);

pub(super) struct EtExample {
    language: Language,
    figure: HtmlElement,
    canvas: StillCanvas,
}

impl EtExample {
    /// Finds it on the page; its heading is in a language.
    ///
    /// # Errors
    /// When the page lacks it, or the browser cannot draw.
    pub(super) fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        Ok(Self {
            language,
            figure: by_id(root, "et-example")?,
            canvas: StillCanvas::new(dom::window(root)?, by_id(root, "et-example-view")?)?,
        })
    }

    pub(super) fn show(&self, shown: dom::Shown) {
        self.figure.set_hidden(shown == dom::Shown::No);
    }

    /// Draws it if its picture is gone. While hidden its size is zero, which clears the canvas; it
    /// is redrawn when shown again.
    pub(super) fn refresh(&mut self) {
        if !self.canvas.fit() {
            return;
        }
        let size = self.canvas.size();
        if size.width_px < 1.0 {
            return;
        }
        let rect = Rect { at: Vec2::ZERO, size: Vec2::new(size.width_px, size.height_px) };
        let camera = Camera::new(rect);
        let pen = Pen::new(self.canvas.context(), &camera, size.ratio);
        pen.in_pixels();
        pen.colour(palette::PANEL);
        pen.fill_rect(rect);
        let marks = marks();
        let example = StoredText::Example { from: marks.from, used: marks.used() };
        let heading = self.language.stored(&example);
        line::draw_line(&pen, rect, &heading, &marks, ms(ASKED), seconds);
    }
}

/// The markers, and the fraction of the command's time between them.
fn marks() -> Marks {
    let pose = |x| Pose {
        ship: ShipId::default(),
        pos: Vec2::new(x, 0.0),
        vel: Vec2::ZERO,
        aim: Turn::default(),
        life: 1,
        alive: true,
        shielded: false,
    };
    let mut ring = Markers::default();
    for at in MARKERS {
        ring.store_frame(at, &pose(at.as_s_f32()));
    }
    let found = ring.adjust(ASKED, MARKERS[1], &pose(0.0));
    let fraction = match found.bracket {
        Bracket::Between { num, den, .. } => Some(num as f32 / den as f32),
        Bracket::Present | Bracket::At(_) => None,
    };
    let mark = |at: Micros| Mark { ms: ms(at), pos: None, used: true };
    let marks = ring.newest_first().map(|marker| mark(marker.at)).collect();
    Marks { from: TargetPoses::Markers(MarkerKind::PerFrame), marks, fraction }
}

fn ms(at: Micros) -> f32 {
    at.as_s_f32() * 1000.0
}

fn seconds(ms: f32) -> String {
    [&tenths((ms / 100.0 + 0.5) as i64), " s"].concat()
}

#[cfg(test)]
mod tests {
    use words::StoredUse;

    use super::*;

    #[test]
    fn the_articles_fraction_is_a_half() {
        let marks = marks();
        assert_eq!(marks.fraction, Some(0.5));
        assert_eq!(
            marks.marks.iter().map(|mark| seconds(mark.ms)).collect::<Vec<_>>(),
            ["5.0 s", "1.0 s"]
        );
        assert_eq!(marks.used(), StoredUse::Between(0.5));
    }
}
