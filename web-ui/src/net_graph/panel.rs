//! The net graph panel. It builds its own elements in an empty one, so that any page can hold one
//! per client. Refreshed from a client's net graph a few times a second.

use shared::client::netgraph::{NetGraph, STACK};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, HtmlElement, Window};
use words::{GraphMark, GraphRow, Language, Term};

use crate::{
    canvas::palette::Theme,
    net_graph::{
        bars as netgraph,
        rows::{value, warnings},
    },
    shell::{
        MissingResource,
        canvas::{context_of, fit},
        dom::{self, Label, Shown, append},
    },
    text::language::of_page,
};

/// Maximum warnings shown at once.
const WARNINGS: usize = 2;

pub struct NetGraphPanel {
    language: Language,
    window: Window,
    panel: HtmlElement,
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    figures: Vec<Label>,
    warnings: Vec<Label>,
}

impl NetGraphPanel {
    /// Builds the panel in an empty element, in the page's language. The element is shown and
    /// hidden with it.
    ///
    /// # Errors
    /// When the browser cannot make elements or draw.
    pub fn build(panel: HtmlElement) -> Result<Self, MissingResource> {
        let language = of_page(&panel);
        let mut warnings = Vec::new();
        for _ in 0..WARNINGS {
            let mut warning = Label::of(append(&panel, "p", "warning", "")?);
            warning.say_if(None);
            warnings.push(warning);
        }
        let canvas: HtmlCanvasElement = append(&panel, "canvas", "", "")?;
        let bars = language.graph_bars().hint;
        hint(&canvas, bars);
        for (name, value) in [("role", "img"), ("aria-label", bars)] {
            // It fails only for invalid names.
            let _ = canvas.set_attribute(name, value);
        }
        let context = context_of(&canvas)?;
        let keys: Element = append(&panel, "ul", "", "")?;
        for part in STACK {
            let item = append_key(&keys, "", language.graph_category(part))?;
            let _ = item.style().set_property("--swatch", netgraph::colour(part).css(Theme::Dark));
        }
        let keys: Element = append(&panel, "ul", "marks", "")?;
        for mark in GraphMark::ALL {
            append_key(&keys, mark.key(), language.graph_mark(mark))?;
        }
        let list: Element = append(&panel, "dl", "", "")?;
        let rows = GraphRow::ALL.map(|row| append_row(&list, language.graph_row(row)));
        let figures = rows.into_iter().collect::<Result<_, _>>()?;
        let window = dom::window(&panel)?;
        Ok(Self { language, window, context, panel, canvas, figures, warnings })
    }

    pub fn toggle(&mut self) {
        self.show((!self.shown()).into());
    }

    pub fn show(&mut self, shown: Shown) {
        self.panel.set_hidden(shown == Shown::No);
    }

    #[must_use]
    pub fn shown(&self) -> bool {
        !self.panel.hidden()
    }

    /// Whether it is switched on but the page has no room for it beside other open panels.
    #[must_use]
    pub fn gives_way(&self) -> bool {
        self.shown() && self.panel.offset_height() == 0
    }

    /// Updates the panel if it is shown.
    pub fn refresh(&mut self, graph: &NetGraph, fps: u32) {
        if !self.shown() {
            return;
        }
        for (figure, row) in self.figures.iter_mut().zip(GraphRow::ALL) {
            figure.say(&value(row, (graph, fps), self.language));
        }
        let all = warnings(graph);
        for (n, warning) in self.warnings.iter_mut().enumerate() {
            let text = all.get(n).map(|one| self.language.graph_warning(*one));
            warning.say_if(text.as_deref());
        }
        let size = fit(&self.window, &self.canvas);
        netgraph::draw(&self.context, size, graph);
    }
}

/// Lists the meaning of every row, colour and mark, for readers who cannot hover over them.
///
/// # Errors
/// When the browser cannot make elements.
pub fn append_terms(list: &Element) -> Result<(), MissingResource> {
    let language = of_page(list);
    let rows = GraphRow::ALL.map(|row| language.graph_row(row));
    let keys = STACK.into_iter().map(|part| language.graph_category(part));
    let marks = GraphMark::ALL.map(|mark| language.graph_mark(mark));
    let all = [language.graph_bars()].into_iter().chain(keys).chain(marks).chain(rows);
    for Term { label, hint } in all {
        let _: Element = append(list, "dt", "", label)?;
        let _: Element = append(list, "dd", "", hint)?;
    }
    Ok(())
}

fn append_row(list: &Element, row: Term) -> Result<Label, MissingResource> {
    let item: HtmlElement = append(list, "div", "", "")?;
    hint(&item, row.hint);
    let _: Element = append(&item, "dt", "", row.label)?;
    Ok(Label::of(append(&item, "dd", "", "–")?))
}

/// A legend entry: with a colour swatch, or the mark that the style sheet draws for its class.
fn append_key(keys: &Element, class: &str, term: Term) -> Result<HtmlElement, MissingResource> {
    let item: HtmlElement = append(keys, "li", class, term.label)?;
    hint(&item, term.hint);
    Ok(item)
}

fn hint(element: &Element, text: &str) {
    // It fails only for invalid names.
    let _ = element.set_attribute("title", text);
}
