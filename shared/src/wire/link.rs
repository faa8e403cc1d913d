//! (outline)
