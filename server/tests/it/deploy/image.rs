//! The image of `Dockerfile`, built by buildah without a daemon and run in a root of its own.
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use super::{run, tool_as_root};
use crate::support::http;
use crate::support::program::Program;

/// An image, in a store of its own; removed when dropped.
struct Store(TempDir);

impl Store {
    fn buildah(&self, args: &[&str]) -> Command {
        let mut buildah = tool_as_root("buildah", "buildah");
        buildah.arg("--root").arg(self.0.path().join("root"));
        buildah.arg("--runroot").arg(self.0.path().join("run"));
        // It needs neither overlays nor a kernel of its own.
        buildah.args(["--storage-driver", "vfs"]).args(args);
        buildah
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // Else its mounts, and files of root, would stay.
        for what in [["rm", "--all"], ["rmi", "--all"]] {
            let _ = self.buildah(&what).stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
    }
}

/// The program of this test is linked to libraries, unlike the released one, so they are put beside
/// it; `cargo xtask release` runs the released one without.
#[tokio::test]
async fn the_image_serves_as_nobody_with_nothing_else_in_it() {
    let store = Store(TempDir::new().unwrap());
    let program = Path::new(env!("CARGO_BIN_EXE_lagrange"));
    let context = program.parent().unwrap().to_str().unwrap();
    // The context of this test holds more than a release: only the program is sent.
    let ignored = store.0.path().join("ignored");
    std::fs::write(&ignored, "*\n!lagrange\n").unwrap();
    let mut build = store.buildah(&["bud", "--isolation", "chroot", "--tag", "lagrange"]);
    run(build.arg("--ignorefile").arg(&ignored).args(["--file", "Dockerfile", context]));

    let image = run(&mut store.buildah(&["inspect", "--type", "image", "lagrange"]));
    let image: Value = serde_json::from_str(&image).unwrap();
    let config = &image["OCIv1"]["config"];
    let entry: Vec<&str> =
        config["Entrypoint"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let variables = config["Env"].as_array().unwrap().iter().filter_map(Value::as_str);

    let container = run(&mut store.buildah(&["from", "--pull-never", "lagrange"]));
    let root = run(&mut store.buildah(&["mount", container.trim()]));
    let root = root.trim();
    let inside: Vec<_> =
        std::fs::read_dir(root).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(inside, [Path::new(root).join("lagrange")], "nothing but the program");
    for library in libraries(program) {
        run(tool_as_root("install", "coreutils")
            .args(["-D", &library])
            .arg(format!("{root}{library}")));
    }

    let mut chroot = tool_as_root("chroot", "coreutils");
    let user = config["User"].as_str().expect("a user that is not root");
    chroot.args([&format!("--userspec={user}"), root]).args(&entry);
    // The ports of this machine are not its own, as those of a container are.
    chroot.args(["--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"]);
    chroot.envs(variables.filter_map(|variable| variable.split_once('=')));
    let mut command = tokio::process::Command::from(chroot);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let program = Program::spawn(command).await;
    assert_eq!(http::get(program.address, "/healthz", &[]).await.status, 200);
    let id = program.child.id().unwrap();
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    assert!(status.contains("\nUid:\t65534\t65534\t65534\t65534\n"), "{status}");
}

/// The files that a program is linked to.
fn libraries(program: &Path) -> Vec<String> {
    let listed = run(Command::new("ldd").arg(program));
    let files =
        listed.lines().filter_map(|line| line.split_whitespace().find(|w| w.starts_with('/')));
    let files: Vec<String> = files.map(str::to_string).collect();
    assert!(!files.is_empty(), "{listed}");
    files
}
