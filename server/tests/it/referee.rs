//! `lagrange judge --poses --shots`: the answer on a made match, refusals, and what is left in
//! files.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use referee::made::{MadeTables, MatchPlan, made_match};
use tempfile::TempDir;

use crate::support::command::{End, run};

/// A match whose server rewinds by `rule`, in a folder.
fn folder(made: &MadeTables) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("poses.csv"), &made.poses_csv).unwrap();
    fs::write(folder.path().join("shots.csv"), &made.shots_csv).unwrap();
    fs::write(folder.path().join("meta.json"), &made.meta_json).unwrap();
    folder
}

fn made(rule: &str) -> MadeTables {
    made_match(&MatchPlan { rule: rule.parse().unwrap(), seed: 7, ..MatchPlan::default() })
}

/// Runs the judge; `poses`, `shots` and `meta` stand for the files of the folder.
fn judge(folder: &Path, args: &[&str], input: &[u8]) -> End {
    let path = |arg: &&str| match *arg {
        "poses" | "shots" => folder.join(format!("{arg}.csv")).display().to_string(),
        "meta" => folder.join("meta.json").display().to_string(),
        "out" => folder.join("out.csv").display().to_string(),
        arg => arg.to_string(),
    };
    let args: Vec<String> = args.iter().map(path).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    run(&[&["judge"], args.as_slice()].concat(), input)
}

const WHOLE: &[&str] = &["--poses", "poses", "--shots", "shots", "--meta", "meta"];

#[test]
fn the_rule_of_a_made_match_is_named() {
    let folder = folder(&made("rtt/2 + interp"));
    let args = [WHOLE, &["--explain", "--rival", "rtt + interp + 30", "--out", "out"]].concat();
    let End { status, stdout, stderr } = judge(folder.path(), &args, b"");
    assert_eq!((status, stderr.as_str()), (Some(0), ""), "{stdout}");
    for part in [
        "Read 19200 poses of 5 players and 400 shots: ",
        "\nBest: rtt/2 + interp, ",
        " of 400 shots in ",
        "\n  rtt + interp + 30 ms ",
        "\n  edge, in sizes of the body\n",
        "\nThe shots that disagree most:\n",
    ] {
        assert!(stdout.contains(part), "{part}\n{stdout}");
    }
    let csv = fs::read_to_string(folder.path().join("out.csv")).unwrap();
    assert!(csv.starts_with("line,t_ms,shooter,said,rtt/2 + interp"), "{csv}");
    assert!(csv.lines().next().unwrap().contains("rtt + interp + 30 ms"));
    assert_eq!(csv.lines().count(), 401);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "nothing half is left");
}

#[test]
fn one_table_may_come_from_standard_input() {
    let made = made("rtt");
    let folder = folder(&made);
    let args = ["--poses", "-", "--shots", "shots", "--meta", "meta", "--explain"];
    let end = judge(folder.path(), &args, made.poses_csv.as_bytes());
    assert_eq!(end.status, Some(0), "{}", end.stderr);
    assert!(end.stdout.contains("\nBest: rtt, "), "{}", end.stdout);
    assert!(end.stdout.contains("needs the tables twice"), "{}", end.stdout);
}

#[test]
fn the_size_of_bodies_is_fitted() {
    let mut made = made("rtt + interp");
    made.meta_json = made.meta_json.replace("[0.4, 0.4, 0.9]", "[0.5, 0.5, 0.9]");
    let folder = folder(&made);
    let end = judge(folder.path(), &[WHOLE, &["--explain", "--fit-shape"]].concat(), b"");
    assert_eq!(end.status, Some(0), "{}{}", end.stdout, end.stderr);
    let fitted = "Fitted bodies: width × 0.8, height × 1 of those given";
    assert!(end.stdout.contains(fitted), "{}", end.stdout);
    assert!(end.stdout.contains("\nBest: rtt + interp, "), "{}", end.stdout);
}

#[test]
fn a_server_is_held_to_the_rule_that_is_expected_of_it() {
    let folder = folder(&made("rtt + interp"));
    for (rule, status) in [("rtt + interp", 0), ("rtt", 1), ("rtt + interp + 40", 1)] {
        let args = [WHOLE, &["--explain", "--expect", rule]].concat();
        let end = judge(folder.path(), &args, b"");
        assert_eq!(end.status, Some(status), "{rule}: {}", end.stdout);
        assert_eq!(end.stdout.contains("which is not left."), status == 1, "{rule}");
    }
}

#[test]
fn without_an_answer_the_status_is_1() {
    let chance = MatchPlan { chance: true, ..MatchPlan::default() };
    let folder = folder(&made_match(&chance));
    let end = judge(folder.path(), &[WHOLE, &["--explain"]].concat(), b"");
    assert_eq!(end.status, Some(1), "{}", end.stdout);
    assert!(end.stdout.contains("\nNo answer: "), "{}", end.stdout);
    assert!(!end.stdout.contains("Rivals"), "{}", end.stdout);
}

#[test]
fn mistakes_are_refused_and_nothing_is_written() {
    let mut broken = made("rtt");
    broken.poses_csv.push_str("0,p0,1,2,3\n");
    let folder = folder(&broken);
    let after = "poses.csv, line 19202: the time is 0 ms, after 59984.375 ms; sort it by time\n";
    for (args, expected) in [
        (vec!["--explain", "--out", "out"], after),
        (vec![], "lagrange: --poses needs --explain, or --out for the verdicts\n"),
        (vec!["--explain", "--rules", "et"], "lagrange: --rules asks presets about scenarios"),
        (vec!["--explain", "--rival", "ping"], "\"ping\" is no part of a rule"),
        (vec!["--explain", "--teleport=-1"], "must be a number of at least 0"),
    ] {
        let end = judge(folder.path(), &[WHOLE, &args].concat(), b"");
        assert_eq!((end.status, end.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(end.stderr.contains(expected), "{args:?}: {}", end.stderr);
    }
    for (args, expected) in [
        (
            vec!["--poses", "-", "--shots", "-", "--meta", "meta", "--explain"],
            "- stands for one table, not for both",
        ),
        (
            vec!["--poses", "-", "--shots", "shots", "--meta", "meta", "--explain", "--fit-shape"],
            "--fit-shape reads the tables twice, so none may be -",
        ),
        (
            vec!["--poses", "poses", "--shots", "shots", "--explain"],
            "--meta is missing; say the body of a player, in a file or at once: --meta '{ \"up\"",
        ),
        (
            vec![
                "--poses",
                "poses",
                "--shots",
                "shots",
                "--explain",
                "--meta",
                "{ \"shapes\": 1 }",
            ],
            "--meta: invalid type: integer `1`",
        ),
        (vec!["--poses", "poses", "--explain"], "--shots <SHOTS>"),
        (
            vec!["--poses", "no", "--shots", "shots", "--meta", "meta", "--explain"],
            "cannot read no",
        ),
        (
            vec!["--poses", "poses", "--shots", "shots", "--meta", "shots", "--explain"],
            "not valid JSON",
        ),
    ] {
        let end = judge(folder.path(), &args, b"");
        assert_eq!((end.status, end.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(end.stderr.contains(expected), "{args:?}: {}", end.stderr);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "no output was begun");
}

#[test]
fn an_output_that_cannot_be_written_is_left_as_it_was() {
    let folder = folder(&made("rtt"));
    fs::create_dir(folder.path().join("out.csv")).unwrap();
    let end = judge(folder.path(), &[WHOLE, &["--out", "out"]].concat(), b"");
    assert_eq!(end.status, Some(2), "{}", end.stderr);
    assert!(end.stderr.contains("cannot write "), "{}", end.stderr);
    assert!(folder.path().join("out.csv").is_dir());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

#[test]
fn an_interrupt_leaves_nothing_half() {
    let made = made("rtt");
    let folder = folder(&made);
    let out = folder.path().join("out.csv");
    let mut child = Command::new(env!("CARGO_BIN_EXE_lagrange"))
        .args(["judge", "--poses", "-", "--explain", "--shots"])
        .arg(folder.path().join("shots.csv"))
        .arg("--meta")
        .arg(folder.path().join("meta.json"))
        .arg("--out")
        .arg(&out)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // More than a pipe holds: once it is written, the program is reading, and listens for signals.
    stdin.write_all(made.poses_csv.as_bytes()).unwrap();
    let kill = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    // It stops at the next report of progress, so reading goes on until then.
    let later: String = (60_000..200_000).map(|ms| format!("{ms},p0,0,0,0\n")).collect();
    let _ = stdin.write_all(later.as_bytes());
    drop(stdin);
    let end = child.wait_with_output().unwrap();
    assert_eq!(end.status.code(), Some(130), "{}", String::from_utf8_lossy(&end.stderr));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn a_change_of_a_server_is_counted_by_whom_it_favours() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let before = write("before.csv", "shot,said\n1,bob\n2,-\n3,\n4,bob\n5,?\n6,eve\n");
    let after = write("after.csv", "said,shot\n-,1\nbob,2\n-,3\nada,4\nbob,5\nbob|eve,7\n");
    let end = run(&["judge", "--compare", &before, &after], b"");
    assert_eq!(
        (end.status, end.stdout.as_str()),
        (
            Some(0),
            "The change turned 3 of 4 shots: 1 in favour of the shooter, 1 in favour of the \
             target, 1 to another target.\nA change that favours nobody would be as uneven with \
             p = 1.000.\nNot compared: 1 unknown in one table, 2 in one table only.\n"
        )
    );
    let twice = write("twice.csv", "shot,said\n1,bob\n1,-\n");
    let end = run(&["judge", "--compare", &before, &twice], b"");
    assert_eq!(end.status, Some(2));
    assert!(end.stderr.contains("twice.csv, line 3, shot is \"1\"; it must be a name that no"));
}
