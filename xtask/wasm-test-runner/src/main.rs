//! The runner of wasm-bindgen's tests, built from the same lock file as the client so that both
//! always match. Cargo passes it a wasm file of tests, which it runs in the browser.
#![forbid(unsafe_code)]
fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
