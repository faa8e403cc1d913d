//! Exports a workload for other systems, to a text file with a line for each tick and ship.

use std::{
    fs::File,
    io::{BufWriter, Write},
};

use shared::base::time::TickRate;
use testkit::workload::{Workload, csv};

/// The longest export, in s: of 1,024 ships that is more than a gigabyte.
const SECONDS_MAX: u32 = 600;

/// Writes a workload: `FILE NAME SECONDS`.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let [file, name, seconds] = words else {
        return Err(
            "--export-trace needs a file, a workload and seconds, e.g. f.csv curve-64 20".into()
        );
    };
    let workload = Workload::named(name).ok_or_else(|| {
        format!(
            "unknown workload {name}; expected curve-N, aim-N, battle-N, idle-N or swarm-N \
             with N from 1 to 1024"
        )
    })?;
    let seconds = seconds.parse().ok().filter(|seconds| (1..=SECONDS_MAX).contains(seconds));
    let seconds = seconds.ok_or(format!("expected seconds from 1 to {SECONDS_MAX}"))?;
    let hash = write(workload, seconds, file).map_err(|error| format!("{file}: {error}"))?;
    println!("{file}: {name} for {seconds} s at 60 ticks a second, trace {hash:016x}");
    Ok(())
}

fn write(workload: Workload, seconds: u32, file: &str) -> Result<u64, Box<dyn std::error::Error>> {
    let mut out = BufWriter::new(File::create(file)?);
    out.write_all(csv::HEADER.as_bytes())?;
    let rate = TickRate::DEFAULT;
    let mut trace = workload.start(rate)?;
    for _ in 0..seconds * u32::from(rate.hz()) {
        trace.step();
        out.write_all(csv::lines(&trace).as_bytes())?;
    }
    out.flush()?;
    Ok(trace.hash())
}
