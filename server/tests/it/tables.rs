//! `lagrange tables`: what it writes of a recording, and what it leaves as it was.

use std::fs;

use tempfile::TempDir;

use crate::support::command::{End, run};

/// A recording of a server: its data, two poses, a shot with the damage it did, and its end.
const RECORDING: &[&[u8]] = &[
    // After 0 ms, for all, 66 bytes: the data of the server, with hidden records, version 28, on a
    // map called T.
    b"\x00\x06\x42\0\0\0\x0BMVD1\x20\0\0\0\x1C\0\0\0\x05\0\0\0qw\0\0\0\x80\x3FT\0",
    &[0; 40],
    // After 13 ms, for all, 22 + 4 bytes: both players are somewhere, and the second's ping is 51.
    b"\x0D\x06\x1A\0\0\0",
    b"\x2A\x00\x07\x00\x00\x08\x00\xF8\xFF\x01\x00",
    b"\x2A\x01\x07\x00\x00\x80\x02\x00\x00\x00\x00",
    b"\x24\x01\x33\x00",
    // After 20 ms, for all, 16 bytes: the second shoots from 80, 0, 16 to 240, 0, 16.
    b"\x14\x06\x10\0\0\0\x17\x06\x02\x00\x80\x02\0\0\x80\0\x80\x07\0\0\x80\0",
    // After 0 ms, hidden, 14 bytes: lightning of entity 2 damages entity 1.
    b"\x00\x03\0\0\0\0\x0E\0\0\0\x08\0\0\0\x07\0\x08\0\x02\0\x01\0\x14\0",
    // After 100 ms, for all, 11 bytes: the end.
    b"\x64\x06\x0B\0\0\0\x02EndOfDemo\0",
];

const POSES: &str = "\
t_ms,id,x,y,z,yaw,pitch,alive
13,0,1.0,-1.0,0.125,0.0,0.0,1
13,1,80.0,0.0,0.0,0.0,0.0,1
";
const SHOTS: &str = "\
shot,t_ms,shooter,weapon,x,y,z,dx,dy,dz,reach,rtt_ms,said
0,33,1,beam,80.0,0.0,16.0,1.0,0.0,0.0,160.0,51,0
";

/// A folder for the files of a run.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Writes a recording and reads it into tables.
    fn tables(&self, name: &str, recording: &[u8], more: &[&str]) -> End {
        let source = self.path(name);
        fs::write(&source, recording).unwrap();
        let (poses, shots) = (self.path("p.csv"), self.path("s.csv"));
        let args = ["tables", &source, "--poses", &poses, "--shots", &shots];
        run(&[&args[..], more].concat(), b"")
    }

    /// The names of its files.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn a_recording_becomes_tables() {
    let folder = Folder::new();
    let meta = folder.path("m.json");
    let end = folder.tables("match.mvd", &RECORDING.concat(), &["--meta", &meta]);
    assert_eq!((end.status, end.stderr.as_str()), (Some(0), ""));
    let name = folder.path("match.mvd");
    let summary = format!("{name}: 2 players, 0.0 minutes\nposes: 2\nshots: 1, of which 1 hit\n");
    assert_eq!(end.stdout, summary);
    assert_eq!((folder.read("p.csv").as_str(), folder.read("s.csv").as_str()), (POSES, SHOTS));
    let meta: serde_json::Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    assert_eq!(meta["shapes"]["default"]["box"], serde_json::json!([16, 16, 28]));
    assert_eq!((&meta["up"], &meta["source"]["level"]), (&"z".into(), &"T".into()));
    assert_eq!(folder.names(), ["m.json", "match.mvd", "p.csv", "s.csv"]);
}

/// Again over its own tables, from standard input.
#[test]
fn tables_are_replaced() {
    let folder = Folder::new();
    folder.tables("match.mvd", &RECORDING.concat(), &[]);
    let (poses, shots) = (folder.path("p.csv"), folder.path("s.csv"));
    let start = RECORDING[..2].concat();
    let end = run(&["tables", "-", "--poses", &poses, "--shots", &shots], &start);
    assert_eq!(end.status, Some(0), "{}", end.stderr);
    let lines: Vec<&str> = end.stdout.lines().collect();
    assert_eq!(
        lines,
        [
            "standard input: 0 players, 0.0 minutes",
            "poses: 0",
            "shots: 0, of which 0 hit",
            "the server recorded no damage: whom shots hit is unknown (?)",
            "the recording ends before the server closed it",
        ]
    );
    assert_eq!(folder.read("p.csv").lines().count(), 1);
}

/// Asserts a one-line error after the recording's name, and that the outputs are as they were.
#[track_caller]
fn check_refused(name: &str, recording: &[u8], said: &str) {
    let folder = Folder::new();
    fs::write(folder.path("p.csv"), "before").unwrap();
    let End { status, stdout, stderr } = folder.tables(name, recording, &[]);
    let line = format!("lagrange: cannot read {}: {said}\n", folder.path(name));
    assert_eq!((status, stdout.as_str(), stderr), (Some(2), "", line));
    assert_eq!(folder.read("p.csv"), "before");
    assert_eq!(folder.names(), [name, "p.csv"]);
}

#[test]
fn other_files_are_refused_with_words() {
    let no = "this is no MVD recording: ";
    check_refused("a.mvd", b"", &format!("{no}the file is empty"));
    let packed = format!("{no}packed with gzip; unpack it first");
    check_refused("a.mvd.gz", b"\x1F\x8B\x08\0\xFF", &packed);
    let one_view = "which has one player's view only";
    check_refused("a.dem", b"2\n\x05\0\0\0", &format!("{no}a NetQuake demo (.dem), {one_view}"));
    let client = format!("{no}a client's own recording (.qwd), {one_view}");
    check_refused("a.qwd", b"\0\0\x48\x41\x01\x10\0\0\0", &client);
    let unknown = format!(
        "{no}it does not begin with the data of a server; a demo packed with Qizmo (.qwz) must be \
         unpacked first"
    );
    check_refused("a.qwz", b"\x93\x10\xFE\x04\x88\x31\xC0\x07", &unknown);
}

#[test]
fn faults_are_refused_with_their_offset() {
    let mut recording = RECORDING.concat();
    let cut = "byte 73: a block is cut off; bytes missing: at least 1";
    check_refused("a.mvd", &recording[..73], cut);
    recording[78] = 79;
    let unknown = "byte 78: unknown message 79, after the start of a block";
    check_refused("a.mvd", &recording, unknown);
}

#[test]
fn outputs_that_cannot_be_written_are_refused() {
    let folder = Folder::new();
    let recording = RECORDING.concat();
    let source = folder.path("match.mvd");
    fs::write(&source, &recording).unwrap();
    let [poses, shots] = ["p.csv", "s.csv"].map(|name| folder.path(name));
    let check = |poses: &str, shots: &str, said: &str| {
        let end = run(&["tables", &source, "--poses", poses, "--shots", shots], b"");
        assert_eq!((end.status, end.stdout.as_str()), (Some(2), ""));
        assert!(end.stderr.contains(said), "{}", end.stderr);
        assert_eq!(folder.names(), ["match.mvd"]);
        assert_eq!(fs::read(&source).unwrap(), recording);
    };
    check(&poses, &poses, "--poses and --shots are the same file");
    check(&poses, &source, "--shots and MATCH are the same file");
    check(&folder.path("."), &shots, "it is not a file");
    let nowhere = folder.path("nowhere/s.csv");
    check(&poses, &nowhere, &format!("cannot write {nowhere}: "));
    if cfg!(unix) {
        check("/dev/null", &shots, "cannot write /dev/null: it is not a file");
    }
}

#[test]
fn missing_files_are_named() {
    let folder = Folder::new();
    let [gone, poses, shots] = ["gone.mvd", "p.csv", "s.csv"].map(|name| folder.path(name));
    let end = run(&["tables", &gone, "--poses", &poses, "--shots", &shots], b"");
    assert_eq!(end.status, Some(2));
    assert!(end.stderr.starts_with(&format!("lagrange: cannot read {gone}: ")), "{}", end.stderr);
    assert!(folder.names().is_empty());
}
