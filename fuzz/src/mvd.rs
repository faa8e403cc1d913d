//! Recordings of QuakeWorld servers: they come from anywhere.

use ::mvd::{Ids, SLOTS_MAX, Tables};

use super::Count;

/// Time after the block before, and kind: for all; hidden.
const FOR_ALL: &[u8] = &[10, 6];
const HIDDEN: &[u8] = &[0, 3, 0, 0, 0, 0];

/// The first message, up to the extensions of the protocol; then its version and the rest.
const SERVER_DATA: &[u8] = &[11];
const VERSION: &[u8] = &[28, 0, 0, 0, 5, 0, 0, 0, b'q', b'w', 0, 0, 0, 128, 63, b'T', 0];
const MOVEMENT: &[u8] = &[0; 40];

/// Extensions: MVDSV's hidden records; FTE's entities as well; only floats.
const EXTENSIONS: [&[u8]; 3] =
    [b"MVD1\x20\x00\x00\x00", b"FTEX\x08\x70\x08\x00MVD1\x20\x00\x00\x00", b"FTEX\x00\x80\x00\x00"];

/// Messages of servers, each in a block of its own.
const MESSAGES: [&[u8]; 19] = [
    b"\x28\x00\x07\x00\x00\x00\\name\\\xE1,\\team\\red\0",
    b"\x28\x01\x08\x00\x00\x00\\name\\a\\team\\blue\0\x33\x01name\0b\"c\0",
    b"\x09fullserverinfo \"\\map\\dm6\\teamplay\\2\\*version\\X 1\"\n\0",
    b"\x34teamplay\x002\0\x08\x02hello\n\0\x1Aready\0",
    b"\x24\x00\x20\x00\x24\x01\x33\x00\x35\x01\x05",
    b"\x2A\x00\x07\x00\x00\x08\x00\xF8\xFF\x01\x00",
    b"\x2A\x01\xFF\x0F\x05\x80\x02\0\0\0\0\x00\x20\x00\xC0\0\0\x01\x02\x03\x04",
    b"\x2A\x01\x00\x00\x00",
    b"\x17\x06\x02\x00\x80\x02\0\0\x80\0\x80\x07\xC0\xF9\x80\0",
    b"\x17\x06\x01\x00\0\0\0\0\0\0\x08\0\0\0\0\0\x17\x06\x01\x00\0\0\0\0\0\0\x08\0\0\0\0\0",
    b"\x17\x02\x05\0\0\0\0\0\0\x17\x03\0\0\0\0\0\0\x17\x05\x02\0\0\0\0\0\0\0\0\0\0\0\0\0",
    b"\x06\x08\xC0\xFF\x40\x09\0\0\0\0\0\0\x27\x01\x00\x13\x05\x0A\0\0\0\0\0\0",
    b"\x2D\x00progs/a.mdl\0\0\0\x2E\x00b.wav\0\0\0\x3C\x00\x01c\0\0\0",
    b"\x2F\x01\x9E\x7F\x01\x02\x03\x04\x05\0\0\0\0\0\0\0\0\0\x02\x40\x00\x00",
    b"\x30\x07\x01\x80\x84\x08\x05\x02\x02\x08\x00\x00\x00",
    b"\x15\x01\x80\x80\x02\xFE\x42\x01\x02\x08\x00\x14\x01\x02\x03\x04\0\0\0\0\0\0\0\0\0",
    b"\x2B\x01\0\0\0\0\0\0\x36\x01\0\0\0\0\0\0\0\x29\x02\x00\x32\xAA\xBB\x54\x01\x02\x03\x00\x00",
    b"\x03\x01\x64\x26\x01\xE8\x03\0\0\x0E\x01\xFF\xFF\x25\x01\0\0\x80\x3F",
    b"\x2C\x01\x18\x01\x0A\x01\0\0\0",
];

/// Records for tools: damage of the lightning gun, of a rocket, to no player; another kind.
const RECORDS: [&[u8]; 4] = [
    b"\x08\0\0\0\x07\0\x08\0\x02\0\x01\0\x14\0",
    b"\x08\0\0\0\x07\0\x07\x80\x02\0\x01\0\x14\0",
    b"\x08\0\0\0\x07\0\x08\0\x01\0\x28\0\x14\0",
    b"\x02\0\0\0\xFF\xFF\x0B\0\xAA\xBB",
];

/// A recording that is read has sorted rows of finite numbers, and every table can be written.
pub fn check(bytes: &[u8]) -> Count {
    let tables = match ::mvd::read(bytes) {
        Ok(tables) => tables,
        Err(error) => return Count::refused(&error),
    };
    check_poses(&tables);
    check_shots(&tables);
    for ids in [Ids::Slots, Ids::Names] {
        let (mut poses, mut shots, mut meta) = (Vec::new(), Vec::new(), Vec::new());
        tables.write_poses(&mut poses, ids).expect("memory can be written");
        tables.write_shots(&mut shots, ids).expect("memory can be written");
        tables.write_meta(&mut meta).expect("memory can be written");
        assert_eq!(lines(&poses), tables.poses.len() + 1);
        assert_eq!(lines(&shots), tables.shots.len() + 1);
        assert!(meta.is_ascii() && meta.starts_with(b"{"));
    }
    Count::READ
}

/// Recordings for the fuzzer to begin with: each message alone, all of them, and records for tools
/// after shots.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for extension in EXTENSIONS {
        let start = block(FOR_ALL, &[SERVER_DATA, extension, VERSION, MOVEMENT].concat());
        // With floats, most messages would be longer.
        let n = if extension == EXTENSIONS[2] { 5 } else { MESSAGES.len() };
        let blocks: Vec<_> = MESSAGES[..n].iter().map(|body| block(FOR_ALL, body)).collect();
        seeds.extend(blocks.iter().map(|block| [&start[..], block].concat()));
        let end = block(FOR_ALL, b"\x02EndOfDemo\0");
        seeds.push([&start[..], &blocks.concat(), &end].concat());
        for record in RECORDS {
            let hidden = block(HIDDEN, record);
            seeds.push([&start[..], &blocks.concat(), &blocks[n - 1], &hidden].concat());
            seeds.push([&start[..], &block(FOR_ALL, MESSAGES[8]), &hidden].concat());
        }
    }
    seeds
}

fn block(head: &[u8], body: &[u8]) -> Vec<u8> {
    [head, &(body.len() as u32).to_le_bytes(), body].concat()
}

fn check_poses(tables: &Tables) {
    assert!(tables.poses.is_sorted_by_key(|pose| pose.t_ms));
    let mut before = [None; SLOTS_MAX];
    for pose in &tables.poses {
        assert!(pose.at.iter().all(|coord| coord.is_finite()));
        let before = &mut before[usize::from(pose.slot)];
        if let Some((t_ms, life)) = *before {
            assert!(pose.t_ms > t_ms && pose.life >= life, "{pose:?} after {before:?}");
        }
        *before = Some((pose.t_ms, pose.life));
    }
}

fn check_shots(tables: &Tables) {
    assert!(tables.shots.is_sorted_by_key(|shot| shot.t_ms));
    for shot in &tables.shots {
        assert!(usize::from(shot.shooter) < SLOTS_MAX);
        let (direction, reach) = shot.ray();
        let length = direction.iter().map(|d| d * d).sum::<f64>();
        assert!(reach.is_finite() && (length == 0.0 || (length - 1.0).abs() < 1e-9), "{shot:?}");
    }
    assert!(tables.hits() <= tables.shots.len());
}

fn lines(csv: &[u8]) -> usize {
    csv.split(|byte| *byte == b'\n').count() - 1
}
