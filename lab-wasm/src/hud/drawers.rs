//! The drawers on the right, one open at a time.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement};
use web_ui::shell::{
    MissingResource,
    dom::{Attribute, by_id, document},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    Lessons,
    /// Netcodes and their settings.
    Schemes,
    /// Links and controllers.
    Network,
    Desk,
    /// The list of shots.
    Shots,
    /// The link and files of this moment.
    Share,
    /// The key bindings.
    Help,
}

impl Drawer {
    pub const ALL: [Self; 7] = [
        Self::Lessons,
        Self::Schemes,
        Self::Network,
        Self::Desk,
        Self::Shots,
        Self::Share,
        Self::Help,
    ];

    /// Whether it is of use for a capture, which cannot be changed.
    #[must_use]
    pub const fn is_for_captures(self) -> bool {
        match self {
            Self::Shots | Self::Share | Self::Help => true,
            Self::Lessons | Self::Schemes | Self::Network | Self::Desk => false,
        }
    }

    /// The id of its element, and the act of its button.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Lessons => "lessons",
            Self::Schemes => "schemes",
            Self::Network => "network",
            Self::Desk => "desk",
            Self::Shots => "shots",
            Self::Share => "share",
            Self::Help => "help",
        }
    }
}

struct DrawerEntry {
    drawer: Drawer,
    element: HtmlElement,
    expanded: Attribute,
}

pub struct Drawers {
    all: Vec<DrawerEntry>,
    open: Option<Drawer>,
    document: Document,
    /// The visibly focused element before a drawer was opened.
    before: Option<HtmlElement>,
}

impl Drawers {
    /// Finds them on the page.
    ///
    /// # Errors
    /// When the page lacks one.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let mut all = Vec::new();
        for drawer in Drawer::ALL {
            let id = drawer.id();
            let query = ["[data-act=", id, "]"].concat();
            let button = root.query_selector(&query).ok().flatten();
            let button = button.ok_or_else(|| MissingResource::Element { id: id.into() })?;
            let mut expanded = Attribute::new(&button, "aria-expanded");
            expanded.set("false");
            all.push(DrawerEntry { drawer, element: by_id(root, id)?, expanded });
        }
        Ok(Self { all, open: None, document: document(root)?, before: None })
    }

    /// Opens a drawer, or closes it if it is open.
    pub fn toggle(&mut self, drawer: Drawer) {
        self.set((self.open != Some(drawer)).then_some(drawer));
    }

    /// Opens a drawer, or none.
    pub fn set(&mut self, open: Option<Drawer>) {
        if self.open == open {
            return;
        }
        let had = self.document.active_element();
        let had = had.and_then(|had| had.dyn_into::<HtmlElement>().ok());
        if self.open.is_none() {
            self.before = had.clone().filter(|had| had.matches(":focus-visible") == Ok(true));
        }
        self.open = open;
        for one in &mut self.all {
            let shown = open == Some(one.drawer);
            one.element.set_hidden(!shown);
            one.expanded.set(if shown { "true" } else { "false" });
        }
        self.give_keyboard(had);
    }

    /// Moves the focus into an opened drawer, so that Tab walks through it, and back when it is
    /// closed, unless the focus has moved elsewhere. Flight keys still fly: a drawer takes none.
    fn give_keyboard(&mut self, had: Option<HtmlElement>) {
        let shown = |one: &&DrawerEntry| self.open == Some(one.drawer);
        let within = |one: &DrawerEntry| one.element.contains(had.as_ref().map(AsRef::as_ref));
        let to = match self.all.iter().find(shown) {
            Some(one) => Some(one.element.clone()),
            None => self.before.take().filter(|_| self.all.iter().any(within)),
        };
        // Focusing an element no longer on the page has no effect.
        let _ = to.map(|to| to.focus());
    }

    #[must_use]
    pub fn open(&self) -> Option<Drawer> {
        self.open
    }
}
