//! Positions of the panels over the picture, as laid out by the browser, and fading of those that
//! cover ships. Read a few times a second.

use shared::base::geometry::Vec2;
use web_sys::{Element, HtmlElement};
use web_ui::{
    canvas::rect::Rect,
    shell::{
        MissingResource,
        dom::{all, by_id, rect_of},
    },
};

use crate::view::layout::Places;

/// Class of a panel over the picture.
const PANEL: &str = ".over";
/// Panels that the player opens to read them.
const OPENED: &str = "#scores, #round-end, .drawer";
/// Class of such a panel with a ship under it.
const FADED: &str = "faded";

/// The panels over the picture, and the areas that the page reserves.
pub struct Overlay {
    picture: Element,
    map: Element,
    panels: Vec<Panel>,
    /// Scores, the end of a round and drawers: never faded, since they are read while they are
    /// shown.
    opened: Vec<Element>,
}

struct Panel {
    element: HtmlElement,
    is_faded: bool,
}

impl Overlay {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks an area, or cannot be searched.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let panels = all(root, PANEL)?.into_iter();
        Ok(Self {
            picture: by_id(root, "picture")?,
            map: by_id(root, "map")?,
            panels: panels.map(|element| Panel { element, is_faded: false }).collect(),
            opened: all(root, OPENED)?,
        })
    }

    /// The areas for picture and map.
    #[must_use]
    pub fn places(&self) -> Places {
        Places { picture: rect_of(&self.picture), map: rect_of(&self.map) }
    }

    /// Rectangles of the visible panels.
    #[must_use]
    pub fn panels(&self) -> Vec<Rect> {
        let over = self.panels.iter().map(|panel| rect_of(&panel.element));
        let rects = over.chain(self.opened.iter().map(rect_of));
        rects.filter(|rect| rect.size.cmpgt(Vec2::ZERO).all()).collect()
    }

    /// Rectangles of the visible panels that are not empty: the place reserved for messages is free
    /// while there are none.
    #[must_use]
    pub fn filled(&self) -> Vec<Rect> {
        let over = self.panels.iter().map(|panel| panel.element.as_ref()).chain(&self.opened);
        let filled = over.filter(|element: &&Element| element.has_child_nodes());
        filled.map(rect_of).filter(|rect| rect.size.cmpgt(Vec2::ZERO).all()).collect()
    }

    /// Fades panels that cover one of the ships, given by their positions on the page and their
    /// radius, and shows the others in full.
    pub fn fade(&mut self, ships: impl Iterator<Item = Vec2> + Clone, radius_px: f32) {
        for panel in &mut self.panels {
            let rect = rect_of(&panel.element);
            let covers = ships.clone().any(|at| rect.meets_circle(at, radius_px));
            if panel.is_faded != covers {
                panel.is_faded = covers;
                // It fails only for invalid names.
                let _ = panel.element.class_list().toggle_with_force(FADED, covers);
            }
        }
    }
}
