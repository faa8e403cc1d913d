//! The browser shell around `shared::client`.
