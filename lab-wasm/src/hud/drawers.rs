//! The drawers on the right, of which one is open at a time.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement};
use web_ui::shell::{
    MissingResource,
    dom::{Attribute, by_id, document},
};

/// A drawer on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    /// The lessons.
    Lessons,
    /// Schemes and their settings.
    Schemes,
    /// Links, and who flies.
    Network,
    /// The cheater's desk.
    Desk,
    /// The shots so far.
    Shots,
    /// Link and files.
    Share,
    /// What the keys do.
    Help,
}

impl Drawer {
    /// Every drawer.
    pub const ALL: [Self; 7] = [
        Self::Lessons,
        Self::Schemes,
        Self::Network,
        Self::Desk,
        Self::Shots,
        Self::Share,
        Self::Help,
    ];

    /// Whether it has a use where a capture is watched, which is as it was.
    #[must_use]
    pub const fn is_for_captures(self) -> bool {
        match self {
            Self::Shots | Self::Share | Self::Help => true,
            Self::Lessons | Self::Schemes | Self::Network | Self::Desk => false,
        }
    }

    /// The id of its element, and the name of its button.
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

/// All drawers.
pub struct Drawers {
    all: Vec<DrawerEntry>,
    open: Option<Drawer>,
    document: Document,
    /// What had the keyboard, and showed it, before a drawer was opened.
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

    /// Tab leads on through a drawer that was opened, and on from where it was before once that is
    /// closed, unless the keyboard has gone elsewhere meanwhile. The keys that fly go on flying: a
    /// drawer takes none.
    fn give_keyboard(&mut self, had: Option<HtmlElement>) {
        let shown = |one: &&DrawerEntry| self.open == Some(one.drawer);
        let within = |one: &DrawerEntry| one.element.contains(had.as_ref().map(AsRef::as_ref));
        let to = match self.all.iter().find(shown) {
            Some(one) => Some(one.element.clone()),
            None => self.before.take().filter(|_| self.all.iter().any(within)),
        };
        // What is not on the page any more takes it no more.
        let _ = to.map(|to| to.focus());
    }

    /// The one that is open.
    #[must_use]
    pub fn open(&self) -> Option<Drawer> {
        self.open
    }
}
