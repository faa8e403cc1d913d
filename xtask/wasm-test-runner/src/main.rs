//! The runner of wasm-bindgen's tests, from the same lock file as the client, so that the two
//! always match: cargo passes it a wasm file of tests, it runs them in the browser.
#![forbid(unsafe_code)]
fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
