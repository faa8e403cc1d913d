//! The program `hostile`: attacks its own server and prints the results as tables. `cargo xtask
//! hostile` builds and runs it.
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
