//! The titles of the panes: whose truth each is, which moment it shows, and a button that gives it
//! all the room.

use shared::{
    base::limits::LAB_COLUMNS_MAX,
    lab::{lie::Lie, pane::Sight},
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    canvas::rect::Rect,
    shell::{
        Missing,
        dom::{Label, append, by_id},
    },
    text::figures::{signed_ms, whole},
};

use crate::view::arrange::{Arrangement, PANES, TITLE_PX};

const CLASSES: [&str; PANES] = ["you", "server", "other"];
const NAMES: [&str; PANES] = ["You", "Server", "Other player"];

struct Title {
    element: HtmlElement,
    at: Rect,
    name: Label,
    figures: Label,
}

/// The titles of all panes.
pub struct Titles {
    rows: Vec<[Title; PANES]>,
}

impl Titles {
    /// Makes them.
    ///
    /// # Errors
    /// When the page lacks their place.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        let list: Element = by_id(root, "titles")?;
        let mut rows = Vec::new();
        for _ in 0..LAB_COLUMNS_MAX {
            rows.push([make(&list, 0)?, make(&list, 1)?, make(&list, 2)?]);
        }
        Ok(Self { rows })
    }

    /// Puts them above their panes.
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

    /// Says which moments the panes of a column show, beside the server's, and which players'
    /// programs lie.
    pub fn say(
        &mut self,
        row: usize,
        scheme: Option<&str>,
        sights: &[Sight; PANES],
        tick: u32,
        lies: [Option<Lie>; PANES],
    ) {
        let Some(titles) = self.rows.get_mut(row) else { return };
        for (pane, title) in titles.iter_mut().enumerate() {
            let name = match scheme {
                Some(scheme) if pane == 0 => [scheme, ": you"].concat(),
                _ => NAMES[pane].to_string(),
            };
            // First, so that no narrow pane cuts it off.
            match lies[pane] {
                Some(lie) => title.name.say(&["Lying (", lie.title(), ") · ", &name].concat()),
                None => title.name.say(&name),
            }
            let text = if pane == 1 {
                ["tick ", &whole(tick.into())].concat()
            } else {
                let (own, others) = sights[pane].moments();
                let now = sights[1].moments().1;
                let [own, others] = [own - now, others - now].map(signed_ms);
                ["self ", &own, ", others ", &others].concat()
            };
            title.figures.say(&text);
        }
    }
}

fn make(list: &Element, pane: usize) -> Result<Title, Missing> {
    let element: HtmlElement = append(list, "p", CLASSES[pane], "")?;
    let name = Label::of(append(&element, "b", "", "")?);
    let figures = Label::of(append(&element, "span", "", "")?);
    let button: Element = append(&element, "button", "", "⤢")?;
    let act = ["maximise-", &whole(pane as i64)].concat();
    for (key, value) in [
        ("type", "button"),
        ("data-act", act.as_str()),
        ("title", "All the room for this pane, or for all three (M)"),
        ("aria-label", [NAMES[pane], ": all the room for this pane"].concat().as_str()),
    ] {
        let _ = button.set_attribute(key, value);
    }
    Ok(Title { element, at: Rect::default(), name, figures })
}

/// Puts a title above the rectangle of its pane.
pub fn put(element: &HtmlElement, rect: Rect) {
    let px = |length: f32| [whole((length as i64).max(0)).as_str(), "px"].concat();
    let style = element.style();
    let lengths = [("left", rect.at.x), ("top", rect.at.y - TITLE_PX), ("width", rect.size.x)];
    for (name, length) in lengths {
        // It fails only for names that are none.
        let _ = style.set_property(name, &px(length));
    }
}
