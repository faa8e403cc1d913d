//! Tables of a foreign match: they come from anybody's logger.
//!
//! An input is a byte that says which tables are JSON lines, then the meta file, the poses and the
//! shots, separated by zeros.

use std::io::Cursor;

use referee::collect::{Control, Options, collect};
use referee::examination::examine;
use referee::explanation::{Question, explain};
use referee::made::{MadeShape, MatchPlan, made_match};
use referee::shape_fit::fit_shape;
use referee::tables::error::TableError;
use referee::tables::meta::Meta;
use referee::tables::{Format, TableInput, Tables};
use referee::text;
use referee::verdicts::write_verdicts;

use super::Count;

/// Tables that are read give an answer or a reason for none, in words, and always the same.
pub fn check(bytes: &[u8]) -> Count {
    let (formats, files) = bytes.split_first().unwrap_or((&0, &[]));
    let mut files = files.splitn(3, |byte| *byte == 0);
    let mut file = || files.next().unwrap_or_default().to_vec();
    let (meta, poses, shots) = (file(), file(), file());
    match answer(*formats, &meta, &poses, &shots) {
        Ok(one) => {
            let again = answer(*formats, &meta, &poses, &shots).expect("it was read before");
            assert_eq!(one, again);
            Count::READ
        }
        Err(error) => Count::refused(&error),
    }
}

fn answer(formats: u8, meta: &[u8], poses: &[u8], shots: &[u8]) -> Result<String, TableError> {
    let meta = Meta::read("meta", meta)?;
    let table = |name: &str, bit: u8, bytes: &[u8]| TableInput {
        name: name.to_string(),
        format: if formats & bit == 0 { Format::Csv } else { Format::JsonLines },
        input: Cursor::new(bytes.to_vec()),
    };
    let open = || Tables::open(table("poses", 1, poses), table("shots", 2, shots), &meta);
    let options = Options { shots_max: 64, ..Options::default() };
    let go_on = &mut |_| Control::Continue;
    let collected = collect(open()?, &meta, &options, go_on)?;
    let question = Question { asked: Vec::new(), records: meta.records };
    let explanation = explain(&collected, &question);
    let rule = &explanation.best;
    let diagnosis = examine(open()?, &meta, &options, &collected, rule, &[], go_on)?;
    let fitted = fit_shape(open()?, &meta, &options, go_on)?;
    let verdicts = write_verdicts(&collected, &text::rules_left(&explanation));
    Ok([
        text::summary(&collected),
        text::answer(&explanation, Some(&diagnosis), &collected.ids),
        text::fitted_shape(&fitted),
        verdicts,
    ]
    .concat())
}

/// Tables for the fuzzer to begin with: short matches of every shape, and small odd ones.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    let join = |formats: u8, meta: &str, poses: &str, shots: &str| {
        [&[formats], meta.as_bytes(), b"\0", poses.as_bytes(), b"\0", shots.as_bytes()].concat()
    };
    for shape in [MadeShape::Circle, MadeShape::Box, MadeShape::Capsule] {
        for seed in 0..3 {
            let plan = MatchPlan {
                shape,
                shots: 8,
                players: 2,
                length_s: 3,
                seed,
                ..MatchPlan::default()
            };
            let made = made_match(&plan);
            // Every eighth tick, so that inputs stay small.
            let poses: String = made
                .poses_csv
                .lines()
                .enumerate()
                .filter(|(n, _)| *n == 0 || (n - 1) % 16 < 2)
                .map(|(_, line)| format!("{line}\n"))
                .collect();
            seeds.push(join(0, &made.meta_json, &poses, &made.shots_csv));
        }
    }
    let ball = r#"{"up":"y","shapes":{"default":{"sphere":1}},"weapons":{"r":{"pierce":true}}}"#;
    seeds.push(join(
        0,
        ball,
        "t_s,id,x,y,z,team,alive,can_hit,life,shape\n0,a,0,0,0,r,1,1,0,\n0,b,9,0,0,b,1,0,0,\n\
         1,a,0,0,0,r,1,1,0,\n1,b,9,1,0,b,0,1,1,\n2,a,0,0,0,r,1,1,0,\n2,b,,,,b,1,1,1,\n",
        "t_s,shooter,weapon,yaw,pitch,said,rtt_ms,view_ms\n1.5,a,r,90,0,b|a,20,1400\n\
         1.6,a,,0,0,?,,\n",
    ));
    seeds.push(join(
        3,
        ball,
        "{\"tick\":0,\"t_ms\":0,\"id\":1,\"x\":0,\"y\":0,\"z\":null}\n\
         {\"t_ms\":0,\"id\":\"b\",\"x\":5,\"y\":0,\"z\":0}\n\
         {\"t_ms\":900,\"id\":\"b\",\"x\":5,\"y\":0,\"z\":2}\n",
        "{\"t_ms\":500,\"shooter\":\"c\",\"x\":0,\"y\":0,\"z\":0,\"to_x\":5,\"to_y\":0,\"to_z\":1,\
         \"said\":null}\n",
    ));
    seeds
}
