//! The test, bench and dist commands.
fn main() {}
