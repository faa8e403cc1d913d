//! The rows that come of messages.

use super::{Ids, MATCH, START, bytes, poses, read_after_start, shots};
use crate::{INPUT_BYTES_MAX, MvdError, OCCUPANTS_MAX, read};

const POSE_HEADER: &str = "t_ms,id,x,y,z,yaw,pitch,alive";
const SHOT_HEADER: &str = "shot,t_ms,shooter,weapon,x,y,z,dx,dy,dz,reach,rtt_ms,said";

#[test]
fn a_match_becomes_two_tables() {
    let tables = read_after_start(MATCH).unwrap();
    let expected = [POSE_HEADER, "13,0,1.0,-1.0,0.125,0.0,0.0,1", "13,1,80.0,0.0,0.0,-90.0,45.0,1"];
    assert_eq!(poses(&tables, Ids::Slots).lines().collect::<Vec<_>>(), expected);
    let expected = [
        SHOT_HEADER,
        "0,33,1,beam,80.0,0.0,16.0,0.624695,-0.780869,0.0,256.125,51,0",
        "1,133,1,beam,80.0,0.0,16.0,0.0,0.0,1.0,584.0,51,",
    ];
    assert_eq!(shots(&tables, Ids::Slots).lines().collect::<Vec<_>>(), expected);
    assert_eq!((tables.hits(), tables.n_players()), (1, 2));
    let notes = tables.notes;
    assert!(notes.is_complete && notes.has_damage);
    assert_eq!((notes.duration_ms, notes.n_maps, notes.n_hidden_skipped), (133, 1, 0));
}

/// A file that ends early is an error within a block, and a shorter recording between two.
#[test]
fn every_truncation_is_an_error_or_shorter() {
    let whole = bytes(&[START, MATCH].join("\n"));
    let tables = read(&whole).unwrap();
    let mut ends = Vec::new();
    for n in 0..whole.len() {
        match read(&whole[..n]) {
            Ok(shorter) => {
                assert!(tables.poses.starts_with(&shorter.poses), "{n}");
                assert!(shorter.shots.len() <= tables.shots.len(), "{n}");
                assert!(!shorter.notes.is_complete, "{n}");
                ends.push(n);
            }
            Err(MvdError::NotMvd(_)) => assert_eq!(n, 0),
            Err(MvdError::Cut { at, needs, .. }) => assert!(at <= n && needs > 0, "{n}"),
            Err(error) => panic!("{n}: {error}"),
        }
    }
    // After the first block and each of the match, but the last.
    assert_eq!(ends, [72, 123, 145, 169, 191]);
}

/// Lives are counted by deaths that are over, and a pose holds what did not change.
#[test]
fn poses_keep_what_is_not_sent() {
    let tables = read_after_start(
        "
        0a 06 0d 00 00 00    ; after 10 ms
        2a 02 0f 00 00       ;   slot 2: position and pitch
        08 00 10 00 18 00    ;   1, 2, 3
        00 20                ;   pitch 45
        0a 06 05 00 00 00    ; after 10 ms
        2a 02 00 01 00       ;   dead
        0a 06 07 00 00 00    ; after 10 ms
        2a 02 02 01 00       ;   dead, y
        ff ff                ;   -1/8
        0a 06 07 00 00 00    ; after 10 ms
        2a 02 10 00 00       ;   yaw
        00 40                ;   90",
    );
    let tables = tables.unwrap();
    let expected = [
        POSE_HEADER,
        "10,2,1.0,2.0,3.0,0.0,45.0,1",
        "20,2,1.0,2.0,3.0,0.0,45.0,0",
        "30,2,1.0,-0.125,3.0,0.0,45.0,0",
        "40,2,1.0,-0.125,3.0,90.0,45.0,1",
    ];
    assert_eq!(poses(&tables, Ids::Slots).lines().collect::<Vec<_>>(), expected);
    assert_eq!(tables.poses.iter().map(|pose| pose.life).collect::<Vec<_>>(), [0, 0, 0, 1]);
}

/// Frames of one time are one frame: the last pose counts.
#[test]
fn a_player_has_one_pose_at_a_time() {
    let pose_x = |x: &str| format!("00 06 07 00 00 00 2a 00 01 00 00 {x} 00");
    let tables = read_after_start(&[pose_x("08"), pose_x("10")].join(" ")).unwrap();
    assert_eq!(poses(&tables, Ids::Slots).lines().nth(1), Some("0,0,2.0,0.0,0.0,0.0,0.0,1"));
    assert_eq!((tables.poses.len(), tables.notes.n_poses_replaced), (1, 1));
}

/// Positions begin anew with a map.
#[test]
fn a_new_map_begins_at_the_origin() {
    let pose = "0a 06 07 00 00 00 2a 00 01 00 00 08 00";
    let still = "0a 06 05 00 00 00 2a 00 00 00 00";
    let tables = read_after_start(&[pose, still, START, still].join("\n")).unwrap();
    assert_eq!(tables.poses.iter().map(|pose| pose.at[0]).collect::<Vec<_>>(), [1.0, 1.0, 0.0]);
    assert_eq!(tables.notes.n_maps, 2);
}

/// A beam of entity 2 from the origin along x.
const BEAM: &str = "17 06 02 00 00 00 00 00 00 00 08 00 00 00 00 00";

/// A hidden block with a damage record: weapon, attacker and victim.
fn damage(record: &str) -> String {
    format!("00 03 00 00 00 00 0e 00 00 00 08 00 00 00 07 00 {record} 01 00")
}

#[track_caller]
fn check_said(block: &str, expected: &[&str]) {
    let tables = read_after_start(block).unwrap();
    let csv = shots(&tables, Ids::Slots);
    let said = csv.lines().skip(1).map(|line| line.rsplit(',').next().unwrap());
    assert_eq!(said.collect::<Vec<_>>(), expected, "{block}");
}

#[test]
fn damage_belongs_to_the_shot_of_its_frame() {
    let beam = format!("0a 06 10 00 00 00 {BEAM}");
    let later = "0a 06 00 00 00 00".to_string();
    let with = |records: &[&str]| {
        let records = records.iter().map(|record| damage(record));
        [beam.clone()].into_iter().chain(records).collect::<Vec<_>>().join(" ")
    };
    // Nobody recorded any damage.
    check_said(&beam, &["?"]);
    // Two victims, one of them twice; in order of their slots.
    check_said(&with(&["08 00 02 00 05 00", "08 00 02 00 01 00", "08 00 02 00 05 00"]), &["0|4"]);
    // By a rocket; by somebody else; to an entity that is no player.
    check_said(&with(&["07 00 02 00 01 00"]), &[""]);
    check_said(&with(&["08 00 03 00 01 00"]), &[""]);
    check_said(&with(&["08 00 02 00 28 00"]), &[""]);
    // The last player's entity, and the flag of splash damage.
    check_said(&with(&["08 80 02 00 20 00"]), &["31"]);
    // Before the beam, in the same frame; and a frame later.
    check_said(
        &format!("0a 06 00 00 00 00 {} 00 {}", damage("08 00 02 00 01 00"), &beam[3..]),
        &["0"],
    );
    check_said(&[beam.clone(), later, damage("08 00 02 00 01 00")].join(" "), &[""]);
    // Of two beams at once, damage does not say which it was.
    let twice = format!("0a 06 20 00 00 00 {BEAM} {BEAM}");
    check_said(&[twice.clone(), damage("08 00 02 00 01 00")].join(" "), &["?", "?"]);
    check_said(&[twice, damage("07 00 02 00 01 00")].join(" "), &["", ""]);
}

#[test]
fn what_is_left_out_is_counted() {
    let notes = |text: &str| read_after_start(text).unwrap().notes;
    let of_world = format!("0a 06 10 00 00 00 {}", BEAM.replacen("02", "00", 1));
    assert_eq!(notes(&of_world).n_beams_of_others, 1);
    assert_eq!(notes(&damage("08 00 02 00 28 00")).n_damage_to_others, 1);
    assert_eq!(notes(&damage("08 00 02 00 01 00")).n_damage_without_beam, 1);
    // A hidden record of a user command, one with an extended type, and damage in another form.
    let hidden = "
        00 03 00 00 00 00 1d 00 00 00
        01 00 00 00 01 00 aa
        02 00 00 00 ff ff ff ff 0b 00 aa aa
        04 00 00 00 07 00 08 00 02 00";
    let notes = notes(hidden);
    assert_eq!((notes.n_hidden_skipped, notes.has_damage), (3, false));
}

/// A server that does not say that it writes records may write anything for nobody.
#[test]
fn blocks_for_nobody_are_skipped_without_records() {
    let start = START.replace("4d 56 44 31", "46 54 45 32");
    for hidden in [damage("08 00 02 00 01 00"), "00 03 00 00 00 00 02 00 00 00 08 02".into()] {
        let notes = read(&bytes(&format!("{start}\n{hidden}"))).unwrap().notes;
        assert_eq!((notes.n_hidden_skipped, notes.has_damage), (1, false), "{hidden}");
    }
}

#[test]
fn a_beam_without_length_has_no_direction() {
    let beam = BEAM.replace("08 00", "00 00");
    let tables = read_after_start(&format!("0a 06 10 00 00 00 {beam}")).unwrap();
    let row = "0,10,1,beam,0.0,0.0,0.0,0.0,0.0,0.0,0.0,,?";
    assert_eq!(shots(&tables, Ids::Slots).lines().nth(1), Some(row));
}

/// Names, teams and facts about the match.
#[test]
fn players_are_called_by_their_names() {
    let tables = read_after_start(
        r#"
        00 06 40 00 00 00           ; 64 bytes
        28 00 07 00 00 00           ;   updateuserinfo of slot 0, user 7
        5c 6e 61 6d 65 5c           ;   \name\
        e1 12 22 2c 7c              ;   a in red, golden 0, quote, comma, bar
        5c 74 65 61 6d 5c 72 65 64  ;   \team\red
        00
        28 01 08 00 00 00           ;   updateuserinfo of slot 1
        5c 6e 61 6d 65 5c 62 00     ;   \name\b
        33 01                       ;   setinfo of slot 1
        74 65 61 6d 00 62 6c 75 00  ;   team blu
        34 74 65 61 6d 70 6c 61 79  ;   serverinfo teamplay
        00 32 00                    ;   2
        0a 06 0a 00 00 00           ; after 10 ms
        2a 00 00 00 00 2a 01 00 00 00 ; two poses
        0a 06 10 00 00 00 17 06 02 00 00 00 00 00 00 00 08 00 00 00 00 00
        00 03 00 00 00 00 0e 00 00 00 08 00 00 00 07 00 08 00 02 00 01 00 01 00
        "#,
    );
    let tables = tables.unwrap();
    let expected = [
        "t_ms,id,x,y,z,yaw,pitch,alive,team",
        "10,\"a0\"\",_\",0.0,0.0,0.0,0.0,0.0,1,red",
        "10,b,0.0,0.0,0.0,0.0,0.0,1,blu",
    ];
    assert_eq!(poses(&tables, Ids::Names).lines().collect::<Vec<_>>(), expected);
    let csv = shots(&tables, Ids::Names);
    let row = csv.lines().nth(1).unwrap();
    assert!(row.starts_with("0,20,b,beam,") && row.ends_with(",\"a0\"\",_\""), "{row}");
    assert!(shots(&tables, Ids::Slots).lines().nth(1).unwrap().ends_with(",0"));
}

/// Names that look the same in ASCII, or that mean something else in a table, have their slot.
#[test]
fn confusable_names_have_their_slots() {
    let tables = read_after_start(
        "
        00 06 45 00 00 00
        28 00 07 00 00 00 5c 6e 61 6d 65 5c 61 00 ; a
        28 01 08 00 00 00 5c 6e 61 6d 65 5c e1 00 ; a in red
        28 02 08 00 00 00 5c 6e 61 6d 65 5c 3f 00 ; ?
        28 03 08 00 00 00 5c 6e 61 6d 65 5c 62 00 ; b
        28 04 08 00 00 00 5c 6e 61 6d 65 5c 00    ; empty
        00 06 19 00 00 00
        2a 00 00 00 00 2a 01 00 00 00 2a 02 00 00 00 2a 03 00 00 00 2a 04 00 00 00",
    );
    let csv = poses(&tables.unwrap(), Ids::Names);
    let ids = csv.lines().skip(1).map(|line| line.split(',').nth(1).unwrap());
    assert_eq!(ids.collect::<Vec<_>>(), ["a#0", "a#1", "?#2", "b", "4"]);
}

#[test]
fn facts_about_the_match_are_json() {
    let tables = read_after_start(
        r"
        00 06 35 00 00 00
        09 66 75 6c 6c 73 65 72 76 65 72 69 6e 66 6f 20 22 ; fullserverinfo and a quote
        5c 6d 61 70 5c 64 6d 36                            ; \map\dm6
        5c 2a 76 65 72 73 69 6f 6e 5c 22                   ; \*version\ and a quote
        5c 74 65 61 6d 70 6c 61 79 5c 30                   ; \teamplay\0
        22 0a 00                                           ; a quote, a new line
        01 01 01",
    );
    let mut json = Vec::new();
    tables.unwrap().write_meta(&mut json).unwrap();
    let expected = r#"{
  "game": "quakeworld",
  "up": "z",
  "shapes": { "default": { "box": [16, 16, 28], "at": [0, 0, 4] } },
  "records": "unknown",
  "source": {
    "map": "dm6",
    "level": "T",
    "server": "\"",
    "game_dir": "qw"
  }
}
"#;
    assert_eq!(String::from_utf8(json).unwrap(), expected);
}

/// A long name is cut, and players who change theirs again and again are kept up to a limit.
#[test]
fn names_are_bounded() {
    let setinfo = |name: &[u8]| {
        let body = [b"\x33\x00name\0", name, b"\0"].concat();
        [&[0, 6], &(body.len() as u32).to_le_bytes()[..], &body].concat()
    };
    let names = (0..OCCUPANTS_MAX + 3).map(|n| setinfo(format!("{n}").as_bytes()));
    let mut recording = [bytes(START), setinfo(&[b'x'; 1000])].concat();
    recording.extend(names.flatten());
    let tables = read(&recording).unwrap();
    assert_eq!(tables.occupants[0].name, "x".repeat(64));
    assert_eq!(tables.occupants.len(), OCCUPANTS_MAX);
    assert_eq!(tables.notes.n_seatings_skipped, 4);
}

#[test]
fn input_is_bounded() {
    let bytes = INPUT_BYTES_MAX + 1;
    assert_eq!(read(&vec![0; bytes]), Err(MvdError::TooLong { bytes }));
}
