//! Every message is read or skipped to its end: a ping behind it arrives.

use super::{START, bytes, read_after_start};
use crate::{MvdError, Tables, read};

/// A ping of 100 ms of slot 3, and a shot that tells it.
const PING_AND_SHOT: &str = "24 03 64 00 17 06 04 00 00*12";
const PING_AND_SHOT_BYTES: usize = 20;

/// Reads one message, followed by a ping and a shot.
fn read_message(start: &str, message: &str) -> Result<Tables, MvdError> {
    let n = bytes(message).len() + PING_AND_SHOT_BYTES;
    let header = format!("00 06 {:02x} {:02x} 00 00", n % 256, n / 256);
    read(&bytes(&[start, &header, message, PING_AND_SHOT].join("\n")))
}

#[track_caller]
fn check_length(start: &str, message: &str) {
    let tables = read_message(start, message).unwrap_or_else(|error| panic!("{message}: {error}"));
    let last = tables.shots.last().map(|shot| (shot.shooter, shot.rtt_ms));
    assert_eq!(last, Some((3, Some(100))), "{message}");
}

#[test]
fn every_message_has_its_length() {
    for message in [
        "01          ; nop",
        "02 45 00    ; disconnect",
        "03 01 64    ; updatestat",
        "06 08 00 09 00*6       ; sound",
        "06 08 80 ff 09 00*6    ; sound with a volume",
        "06 08 c0 ff 40 09 00*6 ; sound with volume and attenuation",
        "07 00 00 80 3f         ; time",
        "08 02 61 62 00         ; print",
        "09 61 0a 00            ; stufftext",
        "0a 01 10 20 30         ; setangle",
        "0c 01 61 00            ; lightstyle",
        "0e 01 ff ff            ; updatefrags",
        "10 08 00               ; stopsound",
        "13 05 0a 00*6          ; damage",
        "14 01 02 03 04 00*9    ; spawnstatic",
        "15 01 00               ; spawnstatic2 without fields",
        "16 05 00 01 02 03 04 00*9 ; spawnbaseline",
        "18 01                  ; setpause",
        "1a 61 00               ; centerprint",
        "1b                     ; killedmonster",
        "1c                     ; foundsecret",
        "1d 00*6 01 ff 40       ; spawnstaticsound",
        "1e 00*6 10 20 30       ; intermission",
        "1f 61 00               ; finale",
        "20 02                  ; cdtrack",
        "21                     ; sellscreen",
        "22                     ; smallkick",
        "23                     ; bigkick",
        "24 01 20 00            ; updateping",
        "25 01 00 00 80 3f      ; updateentertime",
        "26 01 e8 03 00 00      ; updatestatlong",
        "27 01 00               ; muzzleflash",
        "28 01 07 00 00 00 00   ; updateuserinfo of a free slot",
        "29 02 00 32 aa bb      ; download of 2 bytes",
        "29 ff ff 00            ; download of a missing file",
        "2a 01 00 00 00         ; playerinfo without fields",
        "2b 02 00*12            ; nails",
        "2c 01                  ; chokecount",
        "2d 00 61 00 62 00 00 00 ; modellist",
        "2e 00 61 00 00 05      ; soundlist that goes on",
        "2f 00 00               ; packetentities, none",
        "30 07 00 00            ; deltapacketentities, none",
        "31 00 00 a0 43         ; maxspeed",
        "32 00 00 80 3f         ; entgravity",
        "33 01 61 00 62 00      ; setinfo",
        "34 61 00 62 00         ; serverinfo",
        "35 01 05               ; updatepl",
        "36 01 00*7             ; nails2",
        "3c 00 01 61 00 00 00   ; modellistshort",
        "42 01 00               ; spawnbaseline2 without fields",
        "53 00*34               ; qizmovoice",
        "54 01 02 03 02 00 aa bb ; voicechat",
    ] {
        check_length(START, message);
    }
}

#[test]
fn every_temporary_entity_has_its_length() {
    for number in [0, 1, 3, 4, 7, 8, 10, 11, 13] {
        check_length(START, &format!("17 {number:02x} 00*6"));
    }
    for number in [2, 12] {
        check_length(START, &format!("17 {number:02x} 05 00*6"));
    }
    // Lightning of others is no shot.
    for number in [5, 9] {
        let message = format!("17 {number:02x} 02 00 00*12");
        assert_eq!(read_message(START, &message).unwrap().shots.len(), 1);
    }
    let error = read_message(START, "17 0e").unwrap_err();
    assert_eq!(error, MvdError::UnknownTempEntity { at: 79, number: 14 });
}

#[test]
fn every_field_of_a_player_has_its_length() {
    for (flag, n) in [
        (0, 2),  // x
        (1, 2),  // y
        (2, 2),  // z
        (3, 2),  // pitch
        (4, 2),  // yaw
        (5, 2),  // roll
        (6, 1),  // effects
        (7, 1),  // skin
        (8, 0),  // dead
        (9, 0),  // in pieces
        (10, 1), // frame of the weapon
        (11, 1), // model
    ] {
        let [low, high] = (1_u16 << flag).to_le_bytes();
        check_length(START, &format!("2a 01 {low:02x} {high:02x} 00 01*{n}"));
    }
    check_length(START, "2a 01 ff 0f 00 00*6 00*6 01 02 03 04 ; all of them");
}

#[test]
fn every_field_of_an_entity_has_its_length() {
    for entity in [
        "01 02 08 00                ; x",
        "01 04 08 00                ; y",
        "01 08 08 00                ; z",
        "01 10 40                   ; yaw",
        "01 20 05                   ; frame",
        "01 40                      ; removed",
        "01 80 01 40                ; pitch",
        "01 80 02 40                ; roll",
        "01 80 04 05                ; model",
        "01 80 08 05                ; colour map",
        "01 80 10 05                ; skin",
        "01 80 20 05                ; effects",
        "01 80 40                   ; solid",
        "01 be 7f 01 02 03 04 05 00*9 ; all of them",
        "01 80 80                   ; a flag of extensions, without any",
    ] {
        let entity = entity.split(';').next().unwrap();
        for list in ["2f", "30 01"] {
            check_length(START, &format!("{list} {entity} 02 02 00 00 00 00"));
        }
        check_length(START, &format!("15 {entity}"));
        check_length(START, &format!("42 {entity}"));
    }
}

/// The data of a server with extensions, without its block.
fn start_with(extensions: &str) -> String {
    let n = 58 + bytes(extensions).len();
    let rest = "1c 00 00 00 05 00 00 00 71 77 00 00 00 80 3f 54 00 00*40";
    format!("00 06 {n:02x} 00 00 00 0b {extensions} {rest}")
}

/// FTE's extensions of entities: transparency, models, numbers, colour.
const FTE_ENTITIES: &str = "46 54 45 58 08 70 08 00";

#[test]
fn extensions_of_entities_have_their_lengths() {
    let start = start_with(FTE_ENTITIES);
    for entity in [
        "01 80 80 02 fe             ; transparency",
        "01 80 80 08 00 02          ; a model above 511",
        "01 80 84 08 05             ; a model above 255",
        "01 80 80 60                ; a number above 1,536",
        "01 80 80 80 04 01 02 03    ; colour",
        "01 c0 80 20                ; removed, with a number above 511",
        "01 82 80 82 04 08 00 fe 01 02 03 ; x, transparency and colour",
    ] {
        let entity = entity.split(';').next().unwrap();
        check_length(&start, &format!("2f {entity} 00 00"));
        check_length(&start, &format!("15 {entity}"));
    }
    let error = read_message(&start, "15 01 80 80 01").unwrap_err();
    assert_eq!(error, MvdError::UnknownEntityFields { at: 82, fields: 1 });
}

/// With floats, coordinates take 4 bytes and angles 2.
#[test]
fn float_coordinates_have_their_lengths() {
    let start = start_with("46 54 45 58 00 80 00 00");
    let shot = "17 06 04 00 00*24";
    for message in [
        "0a 01 00*6                      ; setangle",
        "13 05 0a 00*12                  ; damage",
        "06 08 00 09 00*12               ; sound",
        "1e 00*12 00*6                   ; intermission",
        "14 01 02 03 04 00*18            ; spawnstatic",
        "2f 01 1e 00*12 00 00 00 00      ; an entity: x, y, z and yaw",
        "2a 01 0f 00 00 00*12 00 00      ; a player: position and pitch",
        "17 00 00*12                     ; temp_entity",
    ] {
        let message = message.split(';').next().unwrap();
        let n = bytes(&[message, shot].join(" ")).len();
        let block = format!("{start} 00 06 {n:02x} 00 00 00 {message} {shot}");
        let tables = read(&bytes(&block)).unwrap_or_else(|error| panic!("{message}: {error}"));
        assert_eq!(tables.shots.len(), 1, "{message}");
    }
    let pose = format!("{start} 00 06 09 00 00 00 2a 01 01 00 00 cd cc cc 3d");
    assert_eq!(read(&bytes(&pose)).unwrap().poses[0].at[0], 0.1);
    // Not a number.
    let pose = format!("{start} 00 06 09 00 00 00 2a 01 01 00 00 00 00 c0 7f");
    assert_eq!(read(&bytes(&pose)), Err(MvdError::NotFinite { at: 83 }));
}

/// With MVDSV's floats, only coordinates of entities change.
#[test]
fn float_coordinates_of_entities_have_their_lengths() {
    let start = start_with("4d 56 44 31 21 00 00 00");
    check_length(&start, "2f 01 1e 00*12 00 00 00");
    check_length(&start, "2a 01 07 00 00 00*6");
    // Extensions in a row: FTE's second word and MVDSV's.
    let start = start_with("46 54 45 32 02 00 00 00 4d 56 44 31 20 00 00 00");
    check_length(&start, "2f 01 1e 00*6 00 00 00");
}

#[test]
fn kinds_of_blocks_are_told_apart() {
    let tables = read_after_start(
        "
        0a 01 01 00 00 00 01             ; after 10 ms, kind 1: a nop
        05 03 01 00 00 00 01 00 00 00 01 ; after 5 ms, several: slot 0
        05 24 01 00 00 00 01             ; after 5 ms, single: slot 4
        05 25 01 00 00 00 01             ; after 5 ms, stats: slot 4
        02 02 00*8                       ; after 2 ms, sequence numbers
        ff 06 00 00 00 00                ; after 255 ms, all: nothing
        03 03 00 00 00 00 00 00 00 00    ; after 3 ms, hidden: nothing",
    );
    assert_eq!(tables.unwrap().notes.duration_ms, 285);
}
