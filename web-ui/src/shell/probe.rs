//! Attributes of the page that only tests read. The pages that users load are built without them.

use std::array;

use web_sys::Element;

use super::dom::Attribute;

/// Whether this build has attributes for tests.
pub const PROBES: bool = cfg!(feature = "probes");

const COPIES: usize = PROBES as usize;

/// An attribute for tests. Without the feature `probes` it has no size and is never written.
pub struct ProbeAttribute<const N: usize = COPIES>([Attribute; N]);

impl<const N: usize> ProbeAttribute<N> {
    /// An attribute of an element.
    // Inlined, or its name would stay in the wasm.
    #[inline]
    #[must_use]
    pub fn new(element: &Element, name: &'static str) -> Self {
        Self(array::from_fn(|_| Attribute::new(element, name)))
    }

    /// Writes a value, which is computed only if it is written.
    #[inline]
    pub fn set<T: AsRef<str>>(&mut self, value: impl FnOnce() -> T) {
        if let Some(attribute) = self.0.first_mut() {
            attribute.set(value().as_ref());
        }
    }
}
