//! The steps of `cargo xtask test`, in order: a table of commands.

/// One command of the test run.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// What its success means, for the table at the end.
    pub(crate) what: &'static str,
    pub(crate) kind: Kind,
    /// The program and its arguments.
    pub(crate) command: &'static [&'static str],
    pub(crate) env: &'static [(&'static str, &'static str)],
    /// If any of these is missing, the step is skipped.
    pub(crate) needs: &'static [Requirement],
}

/// How a step counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// As one, by its exit code.
    Check,
    /// By the tests in its output, which run in parallel as libtest decides.
    Tests,
    /// By the tests in its output, which run on this number of threads.
    TestsOn(usize),
}

/// How long the longest tests take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// Shorter or fewer matches, with the same assertions.
    Short,
    /// Full length.
    Long,
}

/// The variable that makes tests run in full.
pub(crate) const LONG: &str = "LAGRANGE_LONG_TESTS";

/// Turns off incremental compilation: in a run from an empty target directory, its caches took a
/// seventh of the compile time and half of the disk.
pub(crate) const WITHOUT_INCREMENTAL: (&str, &str) = ("CARGO_INCREMENTAL", "0");

/// What a step cannot run without. Missing tools are installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Requirement {
    /// A file of the repository.
    File(&'static str),
    /// The server that the step `SERVER` builds.
    Server,
    /// rustfmt and clippy.
    Components,
    /// The standard library for wasm.
    WasmTarget,
    /// The wasm test runner, as cargo's runner.
    WasmRunner,
    /// `wasm-pack`, and the test runner it starts.
    WasmPack,
    /// chromium and chromedriver.
    Browser,
    /// nginx, in front of servers.
    Nginx,
    /// nats-server, between servers.
    Nats,
    /// nginx, Caddy and HAProxy.
    Proxies,
    /// What reads and runs the other files in `deploy/`.
    Hosting,
}

/// Lints, docs and native tests do without the pages' wasm, the program's one default feature.
const WITHOUT_WASM: &str = "--no-default-features";

/// With what released binaries have besides.
const RELEASED: &str = "--features=lagrange/tls,lagrange/cluster";

const WASM32: &str = "--target=wasm32-unknown-unknown";

/// Prints a test's error without a backtrace, even on machines that enable backtraces: in
/// end-to-end tests, fifty lines of runtime frames would hide it.
const ERRORS_ALONE: (&str, &str) = ("RUST_LIB_BACKTRACE", "0");

/// Includes the end-to-end tests, which need a server and a browser to run, and the pages, which
/// write the attributes that those tests read; the pages that users load do not.
const PAGES: &str = "--features=e2e/pages,lagrange/wasm,lagrange/probes";

/// Builds the server with its pages for the end-to-end tests: the same packages as `native`, in the
/// same profile, so that little besides the pages is left to compile. Without a test among its
/// targets, cargo would leave out the features that dev-dependencies enable, and compile most
/// dependencies again.
pub(crate) const BUILD: [&str; 9] = [
    "cargo",
    "build",
    "--workspace",
    "--exclude=xtask",
    WITHOUT_WASM,
    RELEASED,
    PAGES,
    "--bin=lagrange",
    "--test=pages",
];

/// The step that builds the server.
pub(crate) const SERVER: &str = "build";

/// Seconds. The defaults, 20 and 5, are short for a busy machine.
const WASM_TIMEOUTS: [(&str, &str); 2] =
    [("WASM_BINDGEN_TEST_TIMEOUT", "300"), ("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60")];

/// All steps in run order: the cheap ones, which fail most often, first.
///
/// A dependency is compiled with the union of the features that the packages of one call need.
/// Steps therefore name the same packages where they can, or most dependencies would be compiled
/// twice.
pub(crate) const STEPS: [Step; 17] = [
    Step {
        name: "format",
        what: "rustfmt",
        kind: Kind::Check,
        command: &["cargo", "fmt", "--all", "--check"],
        env: &[],
        needs: &[Requirement::Components],
    },
    Step {
        name: "tidy",
        what: "house rules, licences, and xtask itself",
        kind: Kind::Tests,
        command: &["cargo", "test", "--no-fail-fast", "--package=xtask"],
        env: &[],
        needs: &[],
    },
    Step {
        name: "lint",
        what: "clippy, native",
        kind: Kind::Check,
        command: &[
            "cargo",
            "clippy",
            "--workspace",
            "--all-targets",
            WITHOUT_WASM,
            RELEASED,
            // With what compiles that wasm, too, which is linted nowhere else.
            "--features=e2e/pages,bundle/wasm",
            "--",
            "-D",
            "warnings",
        ],
        env: &[],
        needs: &[Requirement::Components],
    },
    Step {
        name: "lint-wasm",
        what: "clippy, wasm (shared and the crates of the browser)",
        kind: Kind::Check,
        command: &[
            "cargo",
            "clippy",
            "--package=web-ui",
            "--package=client-wasm",
            "--package=lab-wasm",
            "--package=lab-page",
            "--package=referee-page",
            "--all-targets",
            WASM32,
            "--",
            "-D",
            "warnings",
        ],
        env: &[],
        needs: &[Requirement::Components, Requirement::WasmTarget],
    },
    Step {
        name: "lint-fuzz",
        what: "clippy, the fuzzers, which are a workspace of their own",
        kind: Kind::Check,
        // Without the fuzzer itself, which would take a C++ compiler.
        command: &[
            "cargo",
            "clippy",
            "--locked",
            "--manifest-path=fuzz/Cargo.toml",
            "--target-dir=target/fuzz",
            "--no-default-features",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
        env: &[],
        needs: &[Requirement::Components],
    },
    Step {
        name: "doc",
        what: "rustdoc",
        kind: Kind::Check,
        // With examples, dependencies get the same features as for lints, and are not compiled
        // again.
        command: &[
            "cargo",
            "doc",
            "--workspace",
            "--no-deps",
            "--lib",
            "--examples",
            WITHOUT_WASM,
            RELEASED,
        ],
        env: &[("RUSTDOCFLAGS", "-D warnings")],
        needs: &[],
    },
    Step {
        name: "doctest",
        what: "examples in the docs of crates for other projects",
        kind: Kind::Tests,
        // In the other libraries there are none.
        command: &[
            "cargo",
            "test",
            "--doc",
            "--package=link-emulator",
            "--package=mvd",
            "--package=range-coder",
        ],
        env: &[],
        needs: &[],
    },
    Step {
        name: "native",
        what: "tests of all other crates, debug",
        kind: Kind::Tests,
        command: &[
            "cargo",
            "test",
            "--no-fail-fast",
            "--workspace",
            "--exclude=xtask",
            WITHOUT_WASM,
            RELEASED,
            "--lib",
            "--bins",
            "--tests",
            "--",
            // A step of its own, for what it needs.
            "--skip=deploy::",
        ],
        env: &[ERRORS_ALONE],
        needs: &[Requirement::Nginx, Requirement::Nats],
    },
    Step {
        name: "deploy",
        what: "the files in deploy/, but for the proxies'",
        kind: Kind::Tests,
        // The step before has built all of it.
        command: &[
            "cargo",
            "test",
            "--workspace",
            "--exclude=xtask",
            WITHOUT_WASM,
            RELEASED,
            "--test=it",
            "deploy::",
        ],
        env: &[ERRORS_ALONE],
        needs: &[Requirement::Hosting],
    },
    Step {
        name: "examples",
        what: "what the examples print, debug",
        kind: Kind::TestsOn(1),
        // The step before has built all but the programs themselves.
        command: &["cargo", "xtask", "examples"],
        env: &[],
        needs: &[],
    },
    Step {
        name: "wasm-ui",
        what: "tests of web-ui and lab-wasm, in chromium",
        kind: Kind::TestsOn(1),
        command: &[
            "cargo",
            "test",
            "--no-fail-fast",
            "--package=web-ui",
            "--package=lab-wasm",
            WASM32,
        ],
        env: &WASM_TIMEOUTS,
        needs: &[Requirement::WasmTarget, Requirement::Browser, Requirement::WasmRunner],
    },
    Step {
        name: "wasm",
        what: "tests of client-wasm, in chromium",
        kind: Kind::TestsOn(1),
        command: &[
            "wasm-pack",
            "test",
            "--headless",
            "--chrome",
            "--mode=no-install",
            "client-wasm",
        ],
        env: &WASM_TIMEOUTS,
        needs: &[Requirement::WasmTarget, Requirement::Browser, Requirement::WasmPack],
    },
    Step {
        name: SERVER,
        what: "the server, debug; its pages as released, with the attributes for tests",
        kind: Kind::Check,
        command: &BUILD,
        env: &[],
        needs: &[Requirement::WasmTarget],
    },
    Step {
        name: "size",
        what: "what the pages load, within its budget",
        kind: Kind::Check,
        // The step before has built all that it needs.
        command: &["cargo", "xtask", "size"],
        env: &[],
        needs: &[Requirement::Server],
    },
    Step {
        name: "golden",
        what: "golden hashes of shared, release",
        kind: Kind::Tests,
        // With the server, for which `shared` is compiled in release too.
        command: &[
            "cargo",
            "test",
            "--release",
            "--package=integration-tests",
            "--package=lagrange",
            "--test=golden",
        ],
        env: &[],
        needs: &[Requirement::File("crates/integration-tests/tests/golden.rs")],
    },
    Step {
        name: "browser",
        what: "end-to-end tests, that server and chromium",
        kind: Kind::TestsOn(3),
        // Each starts its own server, and half of the time waits for a match to go on. The same
        // packages as `native`.
        command: &[
            "cargo",
            "test",
            "--no-fail-fast",
            "--workspace",
            "--exclude=xtask",
            WITHOUT_WASM,
            RELEASED,
            PAGES,
            "--test=pages",
            "--",
            "--test-threads=3",
            // A step of its own, for what it needs.
            "--skip=proxies::",
            "--skip=cluster::",
        ],
        env: &[ERRORS_ALONE],
        needs: &[Requirement::Server, Requirement::Browser],
    },
    Step {
        name: "proxies",
        what: "that server behind nginx, Caddy and HAProxy, alone and as a cluster, in chromium",
        kind: Kind::TestsOn(3),
        command: &[
            "cargo",
            "test",
            "--no-fail-fast",
            "--workspace",
            "--exclude=xtask",
            WITHOUT_WASM,
            RELEASED,
            PAGES,
            "--test=pages",
            "--",
            "--test-threads=3",
            "proxies::",
            "cluster::",
        ],
        env: &[ERRORS_ALONE],
        needs: &[
            Requirement::Server,
            Requirement::Browser,
            Requirement::Proxies,
            Requirement::Nats,
        ],
    },
];

/// The steps that a whole run includes only with `--long`.
pub(crate) const ONLY_LONG: [&str; 2] = ["deploy", "golden"];

/// The steps whose failed tests run once more, alone.
pub(crate) const RUN_AGAIN: [&str; 2] = ["browser", "proxies"];

/// The steps of `--fast`, before its tests.
pub(crate) const FAST: [&str; 3] = ["format", "tidy", "lint"];

/// The tests of `--fast`: unit tests, and the tests of the rules, the netcode and the texts.
pub(crate) const FAST_TESTS: Step = Step {
    name: "fast",
    what: "unit tests, and tests of shared, the laboratory and words, debug",
    kind: Kind::Tests,
    command: &[
        "cargo",
        "test",
        "--no-fail-fast",
        "--workspace",
        "--exclude=xtask",
        "--exclude=lagrange",
        "--lib",
        "--test=it",
    ],
    env: &[ERRORS_ALONE],
    needs: &[],
};

/// Whether all of these are names of steps.
pub(crate) fn are_known(names: &[&str]) -> bool {
    names.iter().all(|name| self::names().contains(name))
}

/// The names of all steps.
pub(crate) fn names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.name).collect()
}
