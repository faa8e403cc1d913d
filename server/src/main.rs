//! The axum shell around `shared::room`.
fn main() {}
