//! A canvas at the device's pixel resolution, with its drawing context.

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ResizeObserver, Window};

use super::{MissingResource, listener::Listener, mailbox::Mailbox};

const NO_CONTEXT: MissingResource = MissingResource::Capability("a 2D canvas");

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Width, in CSS pixels.
    pub width_px: f32,
    /// Height, in CSS pixels.
    pub height_px: f32,
    /// Device pixels per CSS pixel.
    pub ratio: f32,
}

/// A canvas that follows the size of its element.
pub struct Canvas {
    window: Window,
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// Device pixels per CSS pixel, at most.
    ratio_max: f32,
    observer: ResizeObserver,
    _observed: Closure<dyn FnMut()>,
    _listeners: [Listener; 2],
}

/// The events that a canvas posts.
pub struct CanvasEvents<E> {
    /// Its size or the screen's resolution changed.
    pub resized: fn() -> E,
    /// Its context was lost, as when the graphics driver restarts, and is usable again; everything
    /// drawn on any canvas is gone.
    pub restored: fn() -> E,
}

impl<E> CanvasEvents<E> {
    /// One event for both, where a page keeps nothing that it drew.
    #[must_use]
    pub const fn redraw(redraw: fn() -> E) -> Self {
        Self { resized: redraw, restored: redraw }
    }
}

impl Canvas {
    /// Takes a canvas and observes its size and its context.
    ///
    /// # Errors
    /// When the browser cannot draw on it.
    pub fn new<E: 'static>(
        window: &Window,
        element: HtmlCanvasElement,
        mailbox: &Mailbox<E>,
        CanvasEvents { resized, restored }: CanvasEvents<E>,
    ) -> Result<Self, MissingResource> {
        // Every frame covers the whole canvas, so it needs no transparency.
        let context = opaque_context_of(&element)?;
        let to_observer = mailbox.clone();
        let observed = move || to_observer.post(resized());
        let observed = Closure::wrap(Box::new(observed) as Box<dyn FnMut()>);
        let observer = ResizeObserver::new(observed.as_ref().unchecked_ref());
        let observer = observer.map_err(|_| MissingResource::Capability("a ResizeObserver"))?;
        observer.observe(&element);
        // Moving the window to a finer screen changes the ratio but not the size.
        let to_listener = mailbox.clone();
        let rescaled = move |_| to_listener.post(resized());
        let to_listener = mailbox.clone();
        let returned = move |_| to_listener.post(restored());
        Ok(Self {
            window: window.clone(),
            context,
            ratio_max: f32::INFINITY,
            observer,
            _observed: observed,
            _listeners: [
                Listener::new(window, "resize", Box::new(rescaled)),
                Listener::new(&element, "contextrestored", Box::new(returned)),
            ],
            element,
        })
    }

    /// Resizes the canvas to the device pixels that it covers.
    pub fn fit(&self) -> Size {
        fit_within(&self.window, &self.element, self.ratio_max)
    }

    /// Limits the device pixels per CSS pixel from the next fit on.
    pub fn set_ratio_max(&mut self, ratio_max: f32) {
        self.ratio_max = ratio_max;
    }

    #[must_use]
    pub fn context(&self) -> &CanvasRenderingContext2d {
        &self.context
    }

    #[must_use]
    pub fn element(&self) -> &HtmlCanvasElement {
        &self.element
    }
}

/// A drawing context with transparency, for a canvas through which the page shows.
///
/// # Errors
/// When the browser cannot draw on it.
pub fn context_of(
    element: &HtmlCanvasElement,
) -> Result<CanvasRenderingContext2d, MissingResource> {
    let context = element.get_context("2d").ok().flatten();
    context.and_then(|context| context.dyn_into().ok()).ok_or(NO_CONTEXT)
}

/// A drawing context without transparency, for a canvas that is always wholly covered.
///
/// # Errors
/// When the browser cannot draw on it.
pub fn opaque_context_of(
    element: &HtmlCanvasElement,
) -> Result<CanvasRenderingContext2d, MissingResource> {
    let opaque = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&opaque, &"alpha".into(), &false.into());
    let context = element.get_context_with_context_options("2d", &opaque).ok().flatten();
    context.and_then(|context| context.dyn_into().ok()).ok_or(NO_CONTEXT)
}

/// Resizes a canvas to the device pixels that it covers.
pub fn fit(window: &Window, element: &HtmlCanvasElement) -> Size {
    fit_within(window, element, f32::INFINITY)
}

fn fit_within(window: &Window, element: &HtmlCanvasElement, ratio_max: f32) -> Size {
    let size = Size {
        width_px: element.client_width() as f32,
        height_px: element.client_height() as f32,
        ratio: (window.device_pixel_ratio() as f32).min(ratio_max),
    };
    let pixels = |length: f32| (length * size.ratio + 0.5) as u32;
    let (width, height) = (pixels(size.width_px), pixels(size.height_px));
    // Setting the size clears the canvas, even if it is the same size.
    if (element.width(), element.height()) != (width, height) {
        element.set_width(width);
        element.set_height(height);
    }
    size
}

impl Drop for Canvas {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
