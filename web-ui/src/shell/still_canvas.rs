//! A canvas that is drawn only when something changes: it tells when its picture is gone, because
//! it has another size or its context was lost.

use std::{cell::Cell, rc::Rc};

use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, Window};

use super::{
    MissingResource,
    canvas::{Size, context_of, fit},
    listener::Listener,
};

pub struct StillCanvas {
    window: Window,
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// Its size when last fitted.
    size: Size,
    /// Whether its context was lost and is usable again, since it was last fitted.
    is_restored: Rc<Cell<bool>>,
    _listener: Listener,
}

impl StillCanvas {
    /// Takes a canvas through which the page shows.
    ///
    /// # Errors
    /// When the browser cannot draw on it.
    pub fn new(window: Window, element: HtmlCanvasElement) -> Result<Self, MissingResource> {
        let is_restored = Rc::new(Cell::new(false));
        let to_listener = Rc::clone(&is_restored);
        let restored = move |_| to_listener.set(true);
        Ok(Self {
            window,
            context: context_of(&element)?,
            size: Size::default(),
            is_restored,
            _listener: Listener::new(&element, "contextrestored", Box::new(restored)),
            element,
        })
    }

    /// Resizes it to the device pixels that it covers. Returns whether its picture is gone.
    pub fn fit(&mut self) -> bool {
        let size = fit(&self.window, &self.element);
        let before = std::mem::replace(&mut self.size, size);
        self.is_restored.take() || before != size
    }

    /// Its size when last fitted.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    #[must_use]
    pub fn context(&self) -> &CanvasRenderingContext2d {
        &self.context
    }
}
