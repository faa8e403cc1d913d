//! The tables: what is read from them, and what is refused in which words.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue fails")]

use std::fmt::Write as _;
use std::io::Cursor;

use referee::collect::{Collected, Control, Options, collect};
use referee::kept_shot::KeptShot;
use referee::rule::Rounding;
use referee::tables::error::TableError;
use referee::tables::meta::Meta;
use referee::tables::said::{Said, SaidCounts};
use referee::tables::{Format, TableInput, Tables};

const META: &str = r#"{ "up": "z", "tick_ms": 10, "records": "after-move",
    "shapes": { "default": { "box": [1, 1, 2] }, "ball": { "sphere": 1 } },
    "weapons": { "rail": { "pierce": true }, "rocket": { "kind": "projectile" } } }"#;

fn table(name: &str, text: &str) -> TableInput<Cursor<Vec<u8>>> {
    let format = Format::of_name(name);
    TableInput { name: name.to_string(), format, input: Cursor::new(text.as_bytes().to_vec()) }
}

fn read_as(poses: (&str, &str), shots: (&str, &str), meta: &str) -> Result<Collected, TableError> {
    let meta = Meta::read("meta.json", meta.as_bytes())?;
    let tables = Tables::open(table(poses.0, poses.1), table(shots.0, shots.1), &meta)?;
    collect(tables, &meta, &Options::default(), &mut |_| Control::Continue)
}

fn read(poses: &str, shots: &str) -> Result<Collected, TableError> {
    read_as(("poses.csv", poses), ("shots.csv", shots), META)
}

/// Ada at 0, Bob 10 away, passing from −5 to 5 within a second.
fn walk() -> String {
    let mut csv = String::from("t_ms,id,x,y,z\n");
    for tick in 0..=200 {
        let at_ms = tick * 10;
        let y = f64::from(at_ms - 1000) / 100.0;
        writeln!(csv, "{at_ms},ada,0,0,0\n{at_ms},bob,10,{y},0").unwrap();
    }
    csv
}

/// A shot along x at 1.3 s.
const SHOT: &str = "t_ms,shooter,x,y,z,dx,dy,dz,rtt_ms,interp_ms,said\n\
    1300,ada,0,0,0,1,0,0,60,100,bob\n";

/// The first and last rewind that hits somebody, to 0.01 ms.
fn hit_rewinds(shot: &KeptShot, rounding: Rounding) -> (f64, f64) {
    let hits = |rewind: f64| shot.verdict_at(rewind, rounding).is_some_and(|v| !v.is_empty());
    let all: Vec<f64> =
        (0..100_000).map(|n| f64::from(n) / 100.0).filter(|rewind| hits(*rewind)).collect();
    (*all.first().unwrap(), *all.last().unwrap())
}

#[test]
fn a_shot_hits_at_the_rewinds_at_which_the_target_was_there() {
    let collected = read(&walk(), SHOT).unwrap();
    let [shot] = &collected.shots[..] else { panic!("{:?}", collected.shots.len()) };
    // Bob is within 1 of the line from 0.9 s to 1.1 s.
    assert_eq!(hit_rewinds(shot, Rounding::None), (200.0, 400.0));
    // Poses exist every 10 ms, and those at both ends hit.
    assert_eq!(hit_rewinds(shot, Rounding::Older), (190.01, 400.0));
    assert_eq!(hit_rewinds(shot, Rounding::Newer), (200.0, 409.99));
    assert_eq!(hit_rewinds(shot, Rounding::Nearest), (195.0, 404.99));
    assert_eq!(collected.ids.name(1), "bob");
    assert_eq!(collected.tick_ms, 10.0);
}

#[test]
fn forms_of_the_same_match_are_read_alike() {
    let expected = read(&walk(), SHOT).unwrap();
    let whole = expected.shots[0].clone();
    let swapped = walk().replace("t_ms,id,x,y,z", "t_ms,name,x,y,id");
    let swapped: String = swapped
        .lines()
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let [t, id, x, y, z] = cells[..] else { panic!("{line}") };
            format!("{y},{id},{z},{x},extra,{t}\n")
        })
        .collect();
    let swapped = swapped.replacen("y,name,id,x,extra,t_ms", "y,id,z,x,colour,t_ms", 1);
    let jsonl = |csv: &str| -> String {
        let mut lines = csv.lines();
        let names: Vec<&str> = lines.next().unwrap().split(',').collect();
        let object = |line: &str| {
            let cells = names.iter().zip(line.split(','));
            let cells = cells.map(|(name, cell)| match cell.parse::<f64>() {
                Ok(_) => format!("\"{name}\": {cell}"),
                Err(_) => format!("\"{name}\": \"{cell}\""),
            });
            format!("{{ {} }}\n", cells.collect::<Vec<_>>().join(", "))
        };
        lines.map(object).collect()
    };
    let in_s = |csv: &str| -> String {
        csv.lines()
            .map(|line| match line.split_once(',') {
                Some(("t_ms", rest)) => format!("t_s,{rest}\n"),
                Some((t, rest)) => format!("{},{rest}\n", t.parse::<f64>().unwrap() / 1000.0),
                None => panic!("{line}"),
            })
            .collect()
    };
    let unix = |csv: &str| -> String {
        csv.lines()
            .map(|line| match line.split_once(',') {
                Some((t, rest)) if t != "t_ms" => {
                    format!("{},{rest}\n", 1_700_000_000_000_u64 + t.parse::<u64>().unwrap())
                }
                _ => format!("{line}\n"),
            })
            .collect()
    };
    let crlf = |csv: &str| format!("\u{feff}{}", csv.replace('\n', "\r\n"));
    for (name, poses, shots) in [
        ("csv", swapped, SHOT.to_string()),
        ("jsonl", jsonl(&walk()), jsonl(SHOT)),
        ("csv", in_s(&walk()), in_s(SHOT)),
        ("csv", unix(&walk()), unix(SHOT)),
        ("csv", crlf(&walk()), crlf(SHOT)),
    ] {
        let names = (format!("poses.{name}"), format!("shots.{name}"));
        let collected = read_as((&names.0, &poses), (&names.1, &shots), META).unwrap();
        let [shot] = &collected.shots[..] else { panic!("{name}") };
        let at_ms = shot.at_ms;
        assert!((at_ms - 1300.0).abs() < 1e-3, "{name}: {at_ms}");
        let (from, to) = hit_rewinds(shot, Rounding::None);
        assert!((from - 200.0).abs() < 0.02 && (to - 400.0).abs() < 0.02, "{name}: {from} {to}");
        assert_eq!(shot.measured, whole.measured, "{name}");
        assert_eq!(shot.said, whole.said, "{name}");
    }
    assert!(expected.counts.unknown_columns.is_empty());
}

#[test]
fn unknown_columns_are_named() {
    let poses = walk().replace("t_ms,id,x,y,z", "t_ms,id,x,y,Z");
    let error = read(&poses, SHOT).unwrap_err();
    assert_eq!(
        error.to_string(),
        "poses.csv, line 2 has no z; it must be a coordinate: \"up\" is set"
    );
    let poses: String = walk().lines().map(|line| format!("{line},7\n")).collect();
    let collected = read(&poses.replacen("z,7", "z,hp", 1), SHOT).unwrap();
    let expected = [("poses.csv".to_string(), vec!["\"hp\"".to_string()])];
    assert_eq!(collected.counts.unknown_columns, expected);
}

#[test]
fn what_the_server_said_is_counted_by_kind() {
    let mut shots = String::from("t_ms,shooter,x,y,z,dx,dy,dz,said\n");
    for (n, said) in ["bob", "", "-", "?", "bob|ada"].iter().enumerate() {
        writeln!(shots, "{},ada,0,0,0,1,0,0,{said}", 1300 + n).unwrap();
    }
    let collected = read(&walk(), &shots).unwrap();
    let expected = SaidCounts { hits: 2, misses: 2, empty_cells: 1, unknown: 1 };
    assert_eq!(collected.counts.said, expected);
    let jsonl = "{\"t_ms\": 1300, \"shooter\": \"ada\", \"to_x\": 10, \"to_y\": 0, \"to_z\": 0, \
         \"x\": 0, \"y\": 0, \"z\": 0, \"said\": null}\n\
         {\"t_ms\": 1301, \"shooter\": \"ada\", \"to_x\": 10, \"to_y\": 0, \"to_z\": 0}\n";
    let collected = read_as(("poses.csv", &walk()), ("shots.jsonl", jsonl), META).unwrap();
    assert_eq!(collected.counts.said, SaidCounts { unknown: 2, ..SaidCounts::default() });
    assert!(collected.shots.iter().all(|shot| shot.said == Said::Unknown));
}

#[test]
fn teams_protection_lives_and_absence_decide_who_can_be_hit() {
    let edit = |from_ms: u32, to_ms: u32, add: &str, header: &str| -> String {
        let mut csv = String::new();
        for line in walk().lines() {
            let Some((t, _)) = line.split_once(',') else { panic!("{line}") };
            let Ok(t) = t.parse::<u32>() else {
                writeln!(csv, "{line},{header}").unwrap();
                continue;
            };
            let is_in = (from_ms..to_ms).contains(&t) && line.contains("bob");
            writeln!(csv, "{line},{}", if is_in { add } else { "" }).unwrap();
        }
        csv
    };
    let nobody = |poses: &str| {
        let collected = read(poses, SHOT).unwrap();
        (0..1000).all(|rewind| {
            let verdict = collected.shots[0].verdict_at(f64::from(rewind), Rounding::None);
            verdict.is_none_or(|victims| victims.is_empty())
        })
    };
    assert!(!nobody(&edit(0, 0, "", "team")));
    let red = edit(0, 3000, "red", "team").replace("0,0,0,\n", "0,0,0,red\n");
    assert!(nobody(&red));
    assert!(nobody(&edit(0, 3000, "0", "can_hit")));
    assert!(nobody(&edit(0, 3000, "0", "alive")));
    // Dead until 1 s: then a new life, which is not joined to the old one.
    let collected = read(&edit(0, 1000, "false", "alive"), SHOT).unwrap();
    assert_eq!(hit_rewinds(&collected.shots[0], Rounding::None), (200.0, 300.0));
    // Away from 1 s to 1.2 s, without a pose.
    let away: String = walk()
        .lines()
        .map(|line| match line.split_once(',') {
            Some((t, _))
                if line.contains("bob")
                    && (100..120).contains(&(t.parse::<u32>().unwrap() / 10)) =>
            {
                format!("{t},bob,,,\n")
            }
            _ => format!("{line}\n"),
        })
        .collect();
    let collected = read(&away, SHOT).unwrap();
    assert_eq!(hit_rewinds(&collected.shots[0], Rounding::None), (300.0, 400.0));
}

#[test]
fn shots_with_a_flight_time_are_counted_and_left_out() {
    let shots = "t_ms,shooter,weapon,x,y,z,yaw,pitch,said\n\
        1300,ada,rocket,0,0,0,0,0,bob\n1301,ada,rail,0,0,0,0,0,bob\n1302,ada,bolt,0,0,0,0,0,-\n";
    let collected = read(&walk(), shots).unwrap();
    assert_eq!((collected.counts.projectiles, collected.counts.shots), (2, 1));
    assert!(collected.shots[0].pierces);
    assert_eq!(hit_rewinds(&collected.shots[0], Rounding::None), (201.0, 401.0));
}

#[test]
fn mistakes_are_named_by_table_line_and_column() {
    let shots = |row: &str| format!("t_ms,shooter,x,y,z,dx,dy,dz,said\n{row}\n");
    let whole = "1300,ada,0,0,0,1,0,0,-";
    for (poses, shots, expected) in [
        ("", SHOT, "poses.csv is empty; it must have t_ms or t_s or tick, id, x, y"),
        ("t_ms,id,x,y,z\n", SHOT, "poses.csv has no pose, so nothing can be judged"),
        ("t_ms,name,x,y,z\n", SHOT, "poses.csv has no column id"),
        ("time,id,x,y\n", SHOT, "poses.csv has no column t_ms, t_s or tick"),
        ("T_ms,id,x,y\n", SHOT, "t_s or tick; is \"T_ms\" the one?"),
        ("t_ms,id,x,x,y\n", SHOT, "poses.csv has two columns that say the same: x and x"),
        ("t_ms,id,x,y,z\n0,a,1,2\n", SHOT, "line 2: it has 4 fields, and the columns need 5"),
        (
            "t_ms,id,x,y,z\n0,a,1,2,3\n5,a,1,2,inf\n",
            SHOT,
            "poses.csv, line 3, z is \"inf\"; it must be a finite number, such as 12.5",
        ),
        (
            "t_ms,id,x,y,z\n5,a,1,2,3\n4,a,1,2,3\n",
            SHOT,
            "line 3: the time is 4 ms, after 5 ms; sort",
        ),
        ("t_ms,id,x,y,z\n5,,1,2,3\n", SHOT, "line 2 has no id; it must be the name of a player"),
        ("t_ms,id,x,y,z,alive\n5,a,1,2,3,yes\n", SHOT, "alive is \"yes\"; it must be 0, 1, true"),
        ("t_ms,id,x,y,z,life\n5,a,1,2,3,1.5\n", SHOT, "life is \"1.5\"; it must be an integer"),
        (
            "t_ms,id,x,y,z,shape\n5,a,1,2,3,cat\n",
            SHOT,
            "shape is \"cat\"; it must be a shape of the meta file (ball, default)",
        ),
        (&walk(), "t_ms,shooter\n", "shots.csv has no shot, so nothing can be judged"),
        (&walk(), &shots("1300,ada,0,0,0,0,0,0,-"), "dx is \"0\"; it must be part of a direction"),
        (&walk(), &shots("1300,ada,0,0,0,,,,-"), "line 2 has no dx; it must be a direction: dx"),
        (&walk(), &shots("1300,ada,0,0,,1,0,0,-"), "line 2 has no z; it must be a number"),
        (&walk(), &shots("1300,ada,0,0,0,1,0,0,a||b"), "said is \"a||b\"; it must be a player"),
        (&walk(), &shots("1300,ada,0,0,0,1,0,0,a|b|c|d|e"), "it must be up to 4 players"),
        (
            &walk(),
            &format!("{},weapon\n{whole},gun\n", "t_ms,shooter,x,y,z,dx,dy,dz,said"),
            "weapon is \"gun\"; it must be hitscan, projectile, or a weapon of the meta file",
        ),
        (&walk(), "tick,shooter,dx,dy,dz\n,ada,1,0,0\n", "line 2 has no t_ms; it must be a time"),
    ] {
        let error = read(poses, shots).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}\nfor: {expected}");
    }
    let rows = [
        ("poses.jsonl", "[1]\n", "poses.jsonl, line 1: it must be a JSON object"),
        ("poses.jsonl", "{\"t_ms\": 1\n", "poses.jsonl, line 1: it is not valid JSON: EOF"),
        ("poses.jsonl", "{\"t_ms\": \"x\", \"id\": \"a\"}", "line 1, t_ms is \"x\"; it must be"),
    ];
    for (name, poses, expected) in rows {
        let error = read_as((name, poses), ("shots.csv", SHOT), META).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}\nfor: {expected}");
    }
    let mut latin = walk().into_bytes();
    latin.extend(b"2100,\xe9ric,0,0,0\n");
    let meta = Meta::read("meta.json", META.as_bytes()).unwrap();
    let input = TableInput {
        name: "poses.csv".to_string(),
        format: Format::Csv,
        input: Cursor::new(latin),
    };
    let tables = Tables::open(input, table("shots.csv", SHOT), &meta).unwrap();
    let error = collect(tables, &meta, &Options::default(), &mut |_| Control::Continue);
    let error = error.unwrap_err().to_string();
    assert_eq!(error, "poses.csv, line 404: field 2 is not UTF-8 text");
}

#[test]
fn a_third_coordinate_needs_an_axis_that_points_up() {
    let planar = r#"{ "shapes": { "default": { "sphere": 1 } } }"#;
    let error = read_as(("p.csv", &walk()), ("s.csv", SHOT), planar).unwrap_err().to_string();
    let expected = "p.csv, line 2, z is \"0\"; it must be left out in a planar game; else the meta \
        file says which axis points up";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn mistakes_of_the_meta_file_are_named() {
    for (meta, expected) in [
        ("{", "meta.json is not valid JSON: EOF"),
        ("{}", "meta.json: shapes is missing; say the body of a player"),
        (r#"{ "shape": {} }"#, "unknown field `shape`, expected one of"),
        (r#"{ "up": "x", "shapes": {} }"#, "up is \"x\"; it must be \"y\" or \"z\""),
        (r#"{ "shapes": { "a": { "sphere": 0 } } }"#, "shapes.a must be above 0"),
        (r#"{ "shapes": { "a": { "capsule": [1, 3] } } }"#, "stands upright: say \"up\""),
        (
            r#"{ "up": "y", "shapes": { "a": { "capsule": [1, 1] } } }"#,
            "a capsule [radius, height] lower than it is wide",
        ),
        (r#"{ "up": "y", "shapes": { "a": { "box": [1, 1] } } }"#, "half its size: [x, y, z]"),
        (r#"{ "shapes": { "a": {} } }"#, "shapes.a must be one of { \"sphere\": radius }"),
        (
            r#"{ "shapes": { "a": { "sphere": 1 } }, "tick_ms": 0 }"#,
            "tick_ms must be from 0.1 to 1000",
        ),
        (
            r#"{ "shapes": { "a": { "sphere": 1 } }, "records": "before-move" }"#,
            "tick_ms is missing; records before the move need it",
        ),
    ] {
        let error = Meta::read("meta.json", meta.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}\nfor: {expected}");
    }
}

#[test]
fn of_more_shots_than_are_kept_whole_bursts_are_drawn_by_seed() {
    let mut shots = String::from("t_ms,shooter,x,y,z,dx,dy,dz,said\n");
    let poses: String = walk();
    for burst in 0..300_i32 {
        for shot in 0..3 {
            let (at_ms, shooter) = (900 + burst + shot, burst % 300);
            writeln!(shots, "{at_ms},s{shooter},0,0,0,1,0,0,-").unwrap();
        }
    }
    let sorted = {
        let mut rows: Vec<&str> = shots.lines().skip(1).collect();
        rows.sort_by_key(|row| row.split(',').next().unwrap().parse::<u32>().unwrap());
        format!("t_ms,shooter,x,y,z,dx,dy,dz,said\n{}\n", rows.join("\n"))
    };
    let kept = |seed| {
        let meta = Meta::read("meta.json", META.as_bytes()).unwrap();
        let tables =
            Tables::open(table("poses.csv", &poses), table("shots.csv", &sorted), &meta).unwrap();
        let options = Options { seed, shots_max: 300, ..Options::default() };
        collect(tables, &meta, &options, &mut |_| Control::Continue).unwrap()
    };
    let one = kept(1);
    assert!(!one.is_whole() && one.shots.len() <= 300 && one.shots.len() > 100);
    for shot in &one.shots {
        let of_burst = one.shots.iter().filter(|other| other.burst == shot.burst).count();
        assert_eq!(of_burst, 3);
    }
    assert_eq!(one.shots, kept(1).shots);
    assert_ne!(one.shots, kept(2).shots);
}

#[test]
fn reading_stops_when_asked() {
    let meta = Meta::read("meta.json", META.as_bytes()).unwrap();
    let mut poses = walk();
    for tick in 201..20_000 {
        writeln!(poses, "{},ada,0,0,0", tick * 10).unwrap();
    }
    let tables = Tables::open(table("poses.csv", &poses), table("shots.csv", SHOT), &meta).unwrap();
    let stopped = collect(tables, &meta, &Options::default(), &mut |_| Control::Stop);
    assert!(matches!(stopped, Err(TableError::Interrupted)));
}
