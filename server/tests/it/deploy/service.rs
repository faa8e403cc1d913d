//! The units of systemd: checked by its own analysis, and run under a systemd of their own, in a
//! container without a network, with every restriction that they name.
use std::fs;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use tokio::time::timeout;

use super::{run, text_of, tool, tool_as_root};
use crate::support::GUARD;

/// The highest exposure that `systemd-analyze security` may find, in tenths: 0 is none, 100 is all.
const EXPOSURE_MAX: u32 = 20;

/// The units that run: the program gets its socket from systemd.
const UNITS: [&str; 2] = ["lagrange.socket", "lagrange.service"];

/// Where the program is in the container.
const PROGRAM: &str = "/opt/lagrange";

/// What runs beside the service, for two minutes at most, once it is started: plays on it, kills
/// it, and stops it. Its results are lines of `NAME VALUE` in /mnt/results.
const WALK: &str = r#"
set -eu
result() { echo "$1 $2" >> /mnt/results; }
show() { systemctl show --property "$1" --value lagrange.service; }
state() { systemctl is-active lagrange.service; }
until_active() { until [ "$(state)" = active ]; do sleep 0.05; done; }
until_active
first=$(show MainPID)
result seccomp "$(grep -c '^Seccomp:.2$' /proc/$first/status)"
result capabilities "$(sed -n 's/^CapBnd:.//p' /proc/$first/status)"
result memory "$(grep -c MemTotal /proc/$first/root/proc/meminfo)"
/opt/lagrange load --url ws://127.0.0.1:8080 --metrics 127.0.0.1:9464 --bots 8 --seconds 1 \
    > /mnt/load
kill -KILL "$first"
while [ "$(show MainPID)" = "$first" ]; do sleep 0.05; done
until_active
result restarts "$(show NRestarts)"
systemctl stop lagrange.service
result end "$(show Result) $(show ExecMainStatus)"
"#;

#[test]
fn the_service_can_do_little_else_than_serve() {
    let threshold = format!("--threshold={EXPOSURE_MAX}");
    let mut analyze = tool("systemd-analyze", "systemd");
    run(analyze.args(["security", "--offline=yes", &threshold, "./lagrange.service"]));
}

#[test]
fn systemd_understands_every_line() {
    let folder = TempDir::new().unwrap();
    let files = ["lagrange.service", "lagrange.socket"].map(|name| {
        let file = folder.path().join(name);
        // The program that it names must be there.
        fs::write(&file, text_of(name).replace("/usr/local/bin/lagrange", "/bin/true")).unwrap();
        file
    });
    let output = tool("systemd-analyze", "systemd").arg("verify").args(&files).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    // It also reports what is wrong with the machine's own units.
    let own: Vec<&str> = said.lines().filter(|line| line.contains("lagrange")).collect();
    assert!(own.is_empty(), "{}", own.join("\n"));
}

#[tokio::test]
async fn the_service_runs_and_comes_back_under_its_restrictions() {
    let folder = TempDir::new().unwrap();
    let mut nspawn = tool_as_root("systemd-nspawn", "systemd-container");
    nspawn.args(["--quiet", "--directory=/", "--volatile=yes", "--register=no", "--keep-unit"]);
    nspawn.args(["--boot", "--private-network"]);
    let mut bind = |name: &str, text: String, inside: String| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        nspawn.arg(format!("--bind-ro={}:{inside}", file.display()));
    };
    for name in UNITS {
        let text = text_of(name).replace("/usr/local/bin/lagrange", PROGRAM);
        bind(name, text, format!("/etc/systemd/system/{name}"));
    }
    bind("walk", WALK.into(), "/opt/walk".into());
    let wants = UNITS.join(" ");
    let walk = format!(
        "[Unit]\nWants={wants}\nAfter={wants}\nDefaultDependencies=no\n\
         [Service]\nType=oneshot\nTimeoutStartSec=120\n\
         ExecStart=/bin/sh -c 'sh /opt/walk 2> /mnt/errors'\n\
         ExecStopPost=/bin/sh -c 'journalctl --no-pager --unit lagrange.service > /mnt/journal'\n\
         ExecStopPost=systemctl --no-block --force poweroff\n"
    );
    bind("walk.service", walk, "/etc/systemd/system/walk.service".into());
    let results = folder.path().join("out");
    fs::create_dir(&results).unwrap();
    nspawn.arg(format!("--bind={}:/mnt", results.display()));
    nspawn.arg(format!("--bind-ro={}:{PROGRAM}", env!("CARGO_BIN_EXE_lagrange")));
    // Not a whole boot: this unit and what it needs.
    nspawn.args(["systemd.unit=walk.service", "systemd.firstboot=no", "systemd.show_status=no"]);
    nspawn.arg("systemd.mask=systemd-networkd-wait-online.service");

    let said = within(nspawn, 5 * GUARD).await;
    let read = |name: &str| fs::read_to_string(results.join(name)).unwrap_or_default();
    let (found, load) = (read("results"), read("load"));
    let all = format!("{found}{load}{}{}{said}", read("errors"), read("journal"));
    for line in
        ["seccomp 1", "capabilities 0000000000000000", "memory 1", "restarts 1", "end success 0"]
    {
        assert!(found.lines().any(|own| own == line), "not {line:?}, but {all}");
    }
    let load: Value = serde_json::from_str(&load).expect(&all);
    assert_eq!(
        (&load["joined"], &load["disconnects"]),
        (&8.into(), &serde_json::json!({})),
        "{all}"
    );
}

/// Runs a command for so long at most, and returns its output.
async fn within(command: Command, limit: Duration) -> String {
    let mut command = tokio::process::Command::from(command);
    command.stdin(std::process::Stdio::null()).kill_on_drop(true);
    let output = timeout(limit, command.output()).await.expect("it ends").unwrap();
    let [said, complained] = [&output.stdout, &output.stderr].map(|b| String::from_utf8_lossy(b));
    format!("{said}{complained}")
}
