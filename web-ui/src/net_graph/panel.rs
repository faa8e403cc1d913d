//! The net graph as a panel: it makes its own elements in one that is empty, so that any page can
//! hold one for each client. A client's net graph goes in a few times a second.

use shared::client::netgraph::{NetGraph, STACK};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, HtmlElement, Window};

use crate::{
    net_graph::{
        bars as netgraph,
        words::{BARS_HINT, MARKS, ROWS, Row, category, category_hint, values, warnings},
    },
    shell::{
        Missing,
        canvas::{context_of, fit},
        dom::{self, Label, append},
    },
};

/// Warnings shown at a time.
const WARNINGS: usize = 2;

/// The panel.
pub struct NetGraphPanel {
    window: Window,
    panel: HtmlElement,
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    figures: Vec<Label>,
    warnings: Vec<Label>,
}

impl NetGraphPanel {
    /// Makes the panel in an empty element, which is shown and hidden with it.
    ///
    /// # Errors
    /// When the browser cannot make elements or draw.
    pub fn build(panel: HtmlElement) -> Result<Self, Missing> {
        let mut warnings = Vec::new();
        for _ in 0..WARNINGS {
            let mut warning = Label::of(append(&panel, "p", "warning", "")?);
            warning.say_if(None);
            warnings.push(warning);
        }
        let canvas: HtmlCanvasElement = append(&panel, "canvas", "", "")?;
        hint(&canvas, BARS_HINT);
        for (name, value) in [("role", "img"), ("aria-label", BARS_HINT)] {
            // It fails only for names that are none.
            let _ = canvas.set_attribute(name, value);
        }
        let context = context_of(&canvas)?;
        let keys: Element = append(&panel, "ul", "", "")?;
        for part in STACK {
            append_key(&keys, category(part), category_hint(part), netgraph::colour(part))?;
        }
        let keys: Element = append(&panel, "ul", "marks", "")?;
        for mark in MARKS {
            append_key(&keys, mark.label, mark.hint, "")?;
        }
        let list: Element = append(&panel, "dl", "", "")?;
        let figures = ROWS.iter().map(|row| append_row(&list, row)).collect::<Result<_, _>>()?;
        Ok(Self { window: dom::window(&panel)?, context, panel, canvas, figures, warnings })
    }

    /// Shows or hides it.
    pub fn toggle(&mut self) {
        self.panel.set_hidden(self.shown());
    }

    /// Whether it is shown.
    #[must_use]
    pub fn shown(&self) -> bool {
        !self.panel.hidden()
    }

    /// Whether it is shown, and the page has no room for it beside what else is open.
    #[must_use]
    pub fn gives_way(&self) -> bool {
        self.shown() && self.panel.offset_height() == 0
    }

    /// Brings it up to date, if it is shown.
    pub fn refresh(&mut self, graph: &NetGraph, fps: u32) {
        if !self.shown() {
            return;
        }
        for (figure, value) in self.figures.iter_mut().zip(values(graph, fps)) {
            figure.say(&value);
        }
        let all = warnings(graph);
        for (n, warning) in self.warnings.iter_mut().enumerate() {
            warning.say_if(all.get(n).map(String::as_str));
        }
        let size = fit(&self.window, &self.canvas);
        netgraph::draw(&self.context, size, graph);
    }
}

/// Says in a list what every row, colour and mark means, for those who cannot point at them.
///
/// # Errors
/// When the browser makes no elements.
pub fn append_terms(list: &Element) -> Result<(), Missing> {
    let rows = ROWS.into_iter().map(|row| (row.label, row.hint));
    let keys = STACK.into_iter().map(|part| (category(part), category_hint(part)));
    let marks = MARKS.into_iter().map(|mark| (mark.label, mark.hint));
    for (label, hint) in [("bars", BARS_HINT)].into_iter().chain(keys).chain(marks).chain(rows) {
        let _: Element = append(list, "dt", "", label)?;
        let _: Element = append(list, "dd", "", hint)?;
    }
    Ok(())
}

fn append_row(list: &Element, row: &Row) -> Result<Label, Missing> {
    let item: HtmlElement = append(list, "div", "", "")?;
    hint(&item, row.hint);
    let _: Element = append(&item, "dt", "", row.label)?;
    Ok(Label::of(append(&item, "dd", "", "–")?))
}

/// An entry of the legend: a swatch of a colour, or of the mark that the style draws.
fn append_key(keys: &Element, word: &str, text: &str, colour: &str) -> Result<(), Missing> {
    let item: HtmlElement = append(keys, "li", word, word)?;
    hint(&item, text);
    if !colour.is_empty() {
        let _ = item.style().set_property("--swatch", colour);
    }
    Ok(())
}

fn hint(element: &Element, text: &str) {
    // It fails only for names that are none.
    let _ = element.set_attribute("title", text);
}
