//! The files of `deploy/`, each held against the program and against the tool that reads it. The
//! proxies' own are tested with a browser, by `e2e/tests/pages/proxies.rs`.

mod image;
mod service;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::http;
use crate::support::program::Program;

/// What Prometheus itself knows of every server.
const OF_PROMETHEUS: [&str; 1] = ["up"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy")
}

fn text_of(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect(name)
}

/// A tool of the distribution, in the folder of the files. Panics with the command to type if it is
/// missing.
fn tool(name: &str, package: &str) -> Command {
    let path = env::var_os("PATH").unwrap_or_default();
    let system = ["/usr/sbin", "/sbin"].map(PathBuf::from);
    let mut folders = env::split_paths(&path).chain(system);
    let found = folders.find(|folder| folder.join(name).is_file());
    let found = found.unwrap_or_else(|| {
        panic!("{name} is missing; install it, on Debian by: apt-get install {package}")
    });
    let mut command = Command::new(found.join(name));
    command.current_dir(folder());
    command
}

/// The same, for what only root may do.
fn tool_as_root(name: &str, package: &str) -> Command {
    assert!(
        rustix::process::geteuid().is_root(),
        "{name} must run as root: start the tests as root"
    );
    tool(name, package)
}

/// Runs a command and returns its output; panics with all that it said if it fails.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [said, complained] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(output.status.success(), "{command:?}: {}\n{said}{complained}", output.status);
    said
}

/// Every value of a key in a JSON document, however deep.
fn values_of<'a>(key: &str, value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| values_of(key, item, found)),
        Value::Object(fields) => {
            found.extend(fields.get(key).and_then(Value::as_str));
            fields.values().for_each(|field| values_of(key, field, found));
        }
        _ => {}
    }
}

/// The queries of the dashboard's panels.
fn dashboard_queries() -> Vec<String> {
    let dashboard: Value = serde_json::from_str(&text_of("grafana.json")).unwrap();
    let mut queries = Vec::new();
    values_of("expr", &dashboard, &mut queries);
    assert!(queries.len() >= 12, "{} queries", queries.len());
    queries.into_iter().map(str::to_string).collect()
}

/// The names of metrics in a query: words that begin as the program's do, and those of Prometheus.
fn metrics_in(query: &str) -> BTreeSet<&str> {
    let words = query.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_metric = |word: &&str| {
        let own = word.starts_with("lagrange_") || word.starts_with("process_");
        own || OF_PROMETHEUS.contains(word)
    };
    words.filter(is_metric).collect()
}

/// The labels that a query asks for by name: `reason="slow"`, also of `bound=~"a|b"`.
fn labels_in(query: &str) -> Vec<String> {
    let mut labels = Vec::new();
    for (at, _) in query.match_indices('"').step_by(2) {
        let name = query[..at].trim_end_matches(['=', '~', '!']);
        let begin = name.rfind(|c: char| !c.is_ascii_lowercase()).map_or(0, |before| before + 1);
        let value = query[at + 1..].split('"').next().unwrap_or_default();
        let values = value.split('|').filter(|value| !value.contains('$'));
        labels.extend(values.map(|value| format!("{}=\"{value}\"", &name[begin..])));
    }
    labels
}

/// The expressions of the rules.
fn rule_queries() -> Vec<String> {
    let text = text_of("alerts.yml");
    let rules = text.split("- alert: ").skip(1);
    let queries = rules.map(|rule| {
        let (_, query) = rule.split_once("expr: ").expect("a rule has an expression");
        let end = ["\n        for:", "\n        labels:"].map(|key| query.find(key));
        let end = end.into_iter().flatten().min().expect("labels");
        query[..end].trim_start_matches(">-").to_string()
    });
    queries.collect()
}

#[tokio::test]
async fn dashboard_and_alerts_ask_for_metrics_and_labels_that_exist() {
    let program = Program::start(&["--listen", "127.0.0.1:0"]).await;
    let answer = http::get(program.address, "/metrics", &[]).await;
    let metrics = String::from_utf8(answer.body).unwrap();
    let end = |line: &str| line.find(['{', ' ']).unwrap_or(line.len());
    let names: BTreeSet<&str> = metrics.lines().map(|line| &line[..end(line)]).collect();
    let (dashboard, rules) = (dashboard_queries(), rule_queries());
    assert_eq!(rules.len(), 8, "{rules:?}");
    for query in dashboard.iter().chain(&rules) {
        let asked = metrics_in(query);
        assert!(!asked.is_empty(), "no metric in {query}");
        for name in asked {
            let known = names.contains(name) || OF_PROMETHEUS.contains(&name);
            assert!(known, "{name} is not in /metrics, but in {query}");
        }
        for label in labels_in(query).iter().filter(|label| !label.starts_with("job=")) {
            assert!(metrics.contains(label), "{label} is not in /metrics, but in {query}");
        }
    }
}

#[test]
fn prometheus_accepts_the_rules_and_they_fire_as_they_should() {
    let promtool = || tool("promtool", "prometheus");
    run(promtool().args(["check", "config", "prometheus.yml"]));
    run(promtool().args(["test", "rules", "alerts_test.yml"]));

    // The queries of the dashboard as rules, with Grafana's variables filled in.
    let folder = TempDir::new().unwrap();
    let rules = dashboard_queries().into_iter().map(|query| {
        let query = query.replace("$__rate_interval", "1m").replace("$instance", ".+");
        format!("      - record: dashboard\n        expr: '{query}'\n")
    });
    let groups = "groups:\n  - name: dashboard\n    rules:\n".to_string();
    let file = folder.path().join("dashboard.yml");
    fs::write(&file, rules.fold(groups, |text, rule| text + &rule)).unwrap();
    run(promtool().args(["check", "rules", "--lint=none"]).arg(file));
}

/// Otherwise a host could set what nobody reads.
#[test]
fn the_files_set_only_options_that_the_program_has() {
    let help = run(Command::new(env!("CARGO_BIN_EXE_lagrange")).arg("--help"));
    for name in ["lagrange.service", "lagrange.socket", "Dockerfile", "compose.yaml"] {
        let text = text_of(name);
        let words = text.split(|c: char| !c.is_ascii_uppercase() && c != '_');
        for variable in words.filter(|word| word.starts_with("LAGRANGE_")) {
            let known = help.contains(&format!("[env: {variable}="));
            assert!(known, "{name} sets {variable}, which is no option");
        }
    }
}

#[test]
fn compose_accepts_its_file() {
    // Debian has it as a program of its own, Docker's packages as a part of `docker`.
    let plugin = Command::new("docker").args(["compose", "version"]).output();
    let mut compose = if plugin.is_ok_and(|output| output.status.success()) {
        let mut docker = tool("docker", "docker-compose");
        docker.arg("compose");
        docker
    } else {
        tool("docker-compose", "docker-compose")
    };
    compose.args(["--file", "compose.yaml", "config"]);
    let read = run(compose.env("DOMAIN", "game.example"));
    assert!(read.contains("LAGRANGE_HOST: game.example"), "{read}");

    let without = compose.env_remove("DOMAIN").output().unwrap();
    let said = String::from_utf8_lossy(&without.stderr);
    assert!(!without.status.success() && said.contains("the name of your domain"), "{said}");
}
