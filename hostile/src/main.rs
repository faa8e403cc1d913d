//! The program `hostile`: attacks a server of its own, and prints what came of it as tables. Built
//! and run by `cargo xtask hostile`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    hostile::main()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("hostile needs Linux, for its many loopback addresses and its network namespaces");
    ExitCode::FAILURE
}
