//! Makes a match of a server of known rule, and asks its tables how that server rewinds.
//!
//! `cargo run -p referee --example made_match -- DIR [RULE] [SHOTS] [PLAYERS] [SECONDS]` writes the
//! tables into a folder instead, for `lagrange judge`.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

use std::env;
use std::error::Error;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use referee::collect::{Control, Options, collect};
use referee::explanation::{Question, explain};
use referee::made::{MadeTables, MatchPlan, made_match};
use referee::tables::meta::Meta;
use referee::tables::{Format, TableInput, Tables};
use referee::text;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let plan = MatchPlan {
        rule: args.get(1).map_or("rtt + interp", String::as_str).parse()?,
        shots: args.get(2).map_or(Ok(400), |shots| shots.parse())?,
        players: args.get(3).map_or(Ok(5), |players| players.parse())?,
        length_s: args.get(4).map_or(Ok(60), |seconds| seconds.parse())?,
        ..MatchPlan::default()
    };
    let made = made_match(&plan);
    match args.first() {
        Some(folder) => write(Path::new(folder), &made),
        None => answer(&made),
    }
}

fn write(folder: &Path, made: &MadeTables) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("poses.csv"), &made.poses_csv)?;
    fs::write(folder.join("shots.csv"), &made.shots_csv)?;
    fs::write(folder.join("meta.json"), &made.meta_json)?;
    Ok(())
}

fn answer(made: &MadeTables) -> Result<(), Box<dyn Error>> {
    let table = |name: &str, text: &str| TableInput {
        name: name.to_string(),
        format: Format::Csv,
        input: Cursor::new(text.as_bytes().to_vec()),
    };
    let meta = Meta::read("meta.json", made.meta_json.as_bytes())?;
    let (poses, shots) = (table("poses", &made.poses_csv), table("shots", &made.shots_csv));
    let tables = Tables::open(poses, shots, &meta)?;
    let collected = collect(tables, &meta, &Options::default(), &mut |_| Control::Continue)?;
    let question = Question { asked: Vec::new(), records: meta.records };
    let explanation = explain(&collected, &question);
    print!("{}\n{}", text::summary(&collected), text::answer(&explanation, None, &collected.ids));
    Ok(())
}
