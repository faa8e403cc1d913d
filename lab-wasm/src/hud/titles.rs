//! The titles of the panes: whose view each is, which moment it shows, and a button that maximises
//! it.

use lab::{lie::Lie, limits::LAB_COLUMNS_MAX, pane::PaneView};
use web_sys::{Element, HtmlElement};
use web_ui::{
    canvas::rect::Rect,
    shell::{
        MissingResource,
        dom::{Attribute, Label, append, by_id, set_px},
    },
    text::figures::whole,
};
use words::{Language, PaneName, PaneText, Wording};

use crate::view::arrange::{Arrangement, PANES, TITLE_PX};

const CLASSES: [&str; PANES] = ["you", "server", "other"];

/// Approximate widths in CSS pixels: a letter of a name, a character of the figures, and a
/// character of a square script.
const LETTER_PX: f32 = 7.8;
const FIGURE_PX: f32 = 7.3;
const SQUARE_PX: f32 = 14.5;
/// Width of the gaps in a title and of its button, in CSS pixels.
const AROUND_PX: f32 = 44.0;

struct Title {
    element: HtmlElement,
    at: Rect,
    name: Label,
    figures: Label,
    /// The full text, where room is short.
    hint: Attribute,
}

/// The titles of all panes.
pub struct Titles {
    language: Language,
    rows: Vec<[Title; PANES]>,
}

impl Titles {
    /// Makes them; their texts are in a language.
    ///
    /// # Errors
    /// When the page lacks their place.
    pub fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        let list: Element = by_id(root, "titles")?;
        let mut rows = Vec::new();
        for _ in 0..LAB_COLUMNS_MAX {
            let title = |pane| make(&list, pane, language);
            rows.push([title(0)?, title(1)?, title(2)?]);
        }
        Ok(Self { language, rows })
    }

    /// Places them above their panes.
    pub fn place(&mut self, arrangement: &Arrangement) {
        for (n, titles) in self.rows.iter_mut().enumerate() {
            for (pane, title) in titles.iter_mut().enumerate() {
                let rect = arrangement.rows.get(n).map(|row| row[pane]).unwrap_or_default();
                title.element.set_hidden(rect.size.x < 1.0);
                if title.at != rect {
                    title.at = rect;
                    put(&title.element, rect);
                }
            }
        }
    }

    /// Shows the moments of a column's panes relative to the server's, and which players' programs
    /// lie.
    pub fn say(
        &mut self,
        row: usize,
        scheme: Option<&str>,
        sights: &[PaneView; PANES],
        tick: u32,
        lies: [Option<Lie>; PANES],
    ) {
        let Some(titles) = self.rows.get_mut(row) else { return };
        for (n, title) in titles.iter_mut().enumerate() {
            let column = scheme.filter(|_| n == 0).map(|scheme| (row, scheme));
            let name = PaneText::Title { pane: PaneName::ALL[n], column, lie: lies[n] };
            let figures = if n == 1 {
                PaneText::Tick(tick)
            } else {
                let (own, others) = sights[n].moments();
                let now = sights[1].moments().1;
                PaneText::Moments { own: own - now, others: others - now }
            };
            title.say(self.language, name, figures);
        }
    }
}

impl Title {
    /// Shows as much as there is room for; the tooltip has the full text.
    fn say(&mut self, language: Language, name: PaneText, figures: PaneText) {
        let said = |wording: [Wording; 2]| {
            (language.pane(name, wording[0]), language.pane(figures, wording[1]))
        };
        let full = said([Wording::Full; 2]);
        let all = [&full.0, ": ", full.1.as_str()].concat();
        let room_px = self.at.size.x - AROUND_PX;
        let fits = |(name, figures): &(String, String)| {
            width_px(name, LETTER_PX) + width_px(figures, FIGURE_PX) <= room_px
        };
        let shorter = [[Wording::Full, Wording::Short], [Wording::Short; 2], [Wording::Least; 2]];
        let mut shown = full;
        for wording in shorter {
            if !fits(&shown) {
                shown = said(wording);
            }
        }
        self.name.say(&shown.0);
        self.figures.say(&shown.1);
        self.hint.set(&all);
    }
}

/// Approximate width of a text, in CSS pixels.
fn width_px(text: &str, letter_px: f32) -> f32 {
    let square = |c: char| ('\u{1100}'..).contains(&c) && !('\u{2000}'..'\u{2e80}').contains(&c);
    text.chars().map(|c| if square(c) { SQUARE_PX } else { letter_px }).sum()
}

fn make(list: &Element, pane: usize, language: Language) -> Result<Title, MissingResource> {
    let element: HtmlElement = append(list, "p", CLASSES[pane], "")?;
    let name = Label::of(append(&element, "b", "", "")?);
    let figures = Label::of(append(&element, "span", "", "")?);
    let button: Element = append(&element, "button", "", "⤢")?;
    let act = ["maximise-", &whole(pane as i64)].concat();
    let label = PaneText::AllTheRoomFor(PaneName::ALL[pane]);
    for (key, value) in [
        ("type", "button"),
        ("data-act", act.as_str()),
        ("title", language.pane(PaneText::AllTheRoom, Wording::Full).as_str()),
        ("aria-label", language.pane(label, Wording::Full).as_str()),
    ] {
        let _ = button.set_attribute(key, value);
    }
    let hint = Attribute::new(&element, "title");
    Ok(Title { element, at: Rect::default(), name, figures, hint })
}

/// Places a title above the rectangle of its pane.
pub fn put(element: &HtmlElement, rect: Rect) {
    let lengths = [("left", rect.at.x), ("top", rect.at.y - TITLE_PX), ("width", rect.size.x)];
    set_px(element, lengths.map(|(name, px)| (name, px.trunc().max(0.0))));
}
