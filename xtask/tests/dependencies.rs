//! Checks what a build of the program depends on: `cargo run --release` brings nothing that only
//! released binaries have, and no build needs a C compiler. Run with `tidy`.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue fails")]

use std::{collections::BTreeSet, env, path::Path, process::Command};

/// The packages of a build of `lagrange` with these features besides the default ones.
fn packages(features: &[&str]) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).args(["tree", "--locked", "--package=lagrange", "--edges=normal"]);
    cargo.args(["--prefix=none", "--format={p}", "--target=all"]).args(features);
    let tree = cargo.output().unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).unwrap();
    tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_string).collect()
}

/// Those of a build with these features that the default one lacks.
fn added(features: &[&str]) -> BTreeSet<String> {
    &packages(features) - &packages(&[])
}

#[test]
fn the_default_build_has_no_tls_and_no_message_broker() {
    let default = packages(&[]);
    assert!(default.contains("lagrange") && default.contains("tokio"), "{default:?}");
    for absent in ["rustls", "ring", "aws-lc-rs", "rustls-graviola", "async-nats"] {
        assert!(!default.contains(absent), "{absent} is in a default build");
    }
}

#[test]
fn released_features_need_no_c_compiler() {
    for (feature, brings) in [("tls", "tokio-rustls"), ("cluster", "async-nats")] {
        let added = added(&[&format!("--features={feature}")]);
        assert!(added.contains(brings) && added.contains("rustls-graviola"), "{added:?}");
        for absent in ["ring", "aws-lc-rs", "aws-lc-sys", "openssl-sys", "cc"] {
            assert!(!added.contains(absent), "{absent} comes with {feature}");
        }
    }
}
