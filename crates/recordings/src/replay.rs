//! `lagrange replay`: plays a recording and prints what it is, and a hash of what was sent and
//! drawn for every second.

use std::io::{self, Write};

use capture::{
    CaptureError, CaptureFill,
    capture_file::CaptureFile,
    capture_playback::{CapturePlayback, PlayMode},
    limits::CAPTURE_BYTES_MAX,
};
use lab::{
    file::HASH_FRAMES, link::LinkedHash, outcome::Outcome, run::RunError, run_playback::RunPlayback,
};
use shared::{base::time::Micros, netcode::preset::Preset};
use words::Language;

use super::{
    RecordedError, RecordedRun, Recording,
    shots::{RunShotCollector, ShotCollector},
};

/// Capture frames between two progress lines: ten minutes at 60 Hz.
const PROGRESS_FRAMES: u32 = 36_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shots {
    Listed,
    Unlisted,
}

/// The result of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything matched the recording.
    Same,
    Differs,
}

#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error(transparent)]
    Recorded(#[from] RecordedError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Capture(#[from] CaptureError),
    #[error("cannot print")]
    Print(#[from] io::Error),
}

/// Replays a link, a file or standard input, and prints the result; the progress of a long capture
/// goes to `progress`.
///
/// # Errors
/// When it cannot be read or played.
pub fn replay(
    source: &str,
    shots: Shots,
    out: &mut impl Write,
    progress: &mut impl Write,
) -> Result<Ending, ReplayError> {
    match Recording::open(source)? {
        Recording::Run(run) => replay_run(&run, shots, out),
        Recording::Capture(file) => replay_capture(*file, shots, out, progress),
    }
}

fn replay_run(
    run: &RecordedRun,
    shots: Shots,
    out: &mut impl Write,
) -> Result<Ending, ReplayError> {
    let setup = &run.moment.run.setup;
    let scheme = |netcode| Preset::of(netcode).map_or("a custom scheme", Preset::key);
    let schemes: Vec<&str> = setup.columns.iter().map(scheme).collect();
    writeln!(
        out,
        "a run of {} ({}) under {}: {} frames, {} inputs",
        setup.scenario.key(),
        Language::default().scenario(setup.scenario).title,
        schemes.join(" and "),
        run.moment.run.frames,
        run.moment.run.inputs.len(),
    )?;
    if run.is_older() {
        writeln!(out, "made by an older version: its hashes are not compared")?;
    }
    let mut ending = Ending::Same;
    let mut printed = Ok(());
    let mut collectors = RunShotCollector::new(run.moment.shot.map(|of| of.shot));
    let length = u32::from(setup.loop_frames);
    let mut outcome = None;
    let mut playback = run.play(&mut |state| {
        collectors.observe(state);
        let frame = state.frame();
        if frame == length {
            outcome = state.outcome();
        }
        let mut tell = |what: String, hash: u64, expected: Option<(u64, String)>| {
            let word = match &expected {
                None => String::new(),
                Some((expected, _)) if *expected == hash => " ok".to_string(),
                Some((_, shown)) => format!(" differs from {shown}"),
            };
            if expected.is_some_and(|(expected, _)| expected != hash) {
                ending = Ending::Differs;
            }
            if printed.is_ok() {
                printed = writeln!(out, "{what} {hash:016x}{word}");
            }
        };
        if frame.is_multiple_of(HASH_FRAMES) {
            let second = frame / HASH_FRAMES;
            let expected = run.hashes.at(second);
            let expected = expected.map(|expected| (expected, format!("{expected:016x}")));
            tell(second.to_string(), state.played_hash(), expected);
        }
        if frame == run.moment.frame {
            let hash = state.played_hash();
            // A link carries only the low bits.
            let expected = match run.check {
                LinkedHash::Played(bits) => {
                    Some((hash & !u64::from(u32::MAX) | u64::from(bits), format!("…{bits:08x}")))
                }
                LinkedHash::Older | LinkedHash::Absent => None,
            };
            tell(format!("frame {frame}"), hash, expected);
        }
    })?;
    printed?;
    if length > 0 {
        if run.moment.run.frames < length {
            outcome = outcome_at(length, playback.clone());
        }
        print_outcome(outcome.as_ref(), (length, run.moment.run.frames), out)?;
    }
    if shots == Shots::Listed {
        collectors.run_until_reported(&mut playback);
        for (_, shot) in collectors.shots() {
            writeln!(out, "{}", shot.line())?;
        }
    }
    Ok(ending)
}

/// The scenario's outcome at its end, for a run that stops earlier.
fn outcome_at(length: u32, mut playback: RunPlayback) -> Option<Outcome> {
    while playback.frame() < length {
        playback.step().ok()?;
    }
    playback.state().outcome()
}

/// Prints the scenario's outcome at its end, and whether the run continues beyond it.
fn print_outcome(
    outcome: Option<&Outcome>,
    (length, frames): (u32, u32),
    out: &mut impl Write,
) -> io::Result<()> {
    let language = Language::default();
    writeln!(out, "{}", language.printed_outcome(outcome))?;
    if frames > length {
        writeln!(out, "{}", language.runs_past_end(length))?;
    }
    Ok(())
}

fn replay_capture(
    file: CaptureFile,
    shots: Shots,
    out: &mut impl Write,
    progress: &mut impl Write,
) -> Result<Ending, ReplayError> {
    let mut printed = Ok(());
    let mut tell = |what: &str, frame: u32, frames: u32| {
        if printed.is_ok() && frame > 0 && frame.is_multiple_of(PROGRESS_FRAMES) {
            printed = writeln!(progress, "{what} frame {frame} of {frames}");
        }
    };
    let (room, collector) = match shots {
        Shots::Listed => {
            let (room, collector) = collect_capture_shots(&file, |at, of| tell("judging", at, of))?;
            (room, Some(collector))
        }
        Shots::Unlisted => (room_of(&file)?, None),
    };
    let mut playback = CapturePlayback::new(file.capture, PlayMode::AsCaptured)?;
    let contents = playback.contents();
    writeln!(
        out,
        "a capture of the room {room}, recorded by {}: {} messages, {} frames",
        playback.capture().config.name,
        contents.messages,
        contents.frames,
    )?;
    let mut ending = Ending::Same;
    let mut has_next = true;
    while has_next {
        has_next = playback.step().is_ok();
        tell("replaying", playback.frame(), contents.frames);
        for compared in playback.compared() {
            let word = if compared.expected == compared.got {
                "ok".to_string()
            } else {
                ending = Ending::Differs;
                format!("differs from {:016x}", compared.expected)
            };
            writeln!(out, "{} {:016x} {word}", seconds(compared.at), compared.got)?;
        }
    }
    printed?;
    if playback.capture().fill == CaptureFill::Full {
        let most = CAPTURE_BYTES_MAX / 1024 / 1024;
        writeln!(out, "truncated: a capture holds up to {most} MiB")?;
    }
    for shot in collector.iter().flat_map(ShotCollector::shots) {
        writeln!(out, "{}", shot.line())?;
    }
    Ok(ending)
}

/// The room of a capture, from the first message to its client.
fn room_of(file: &CaptureFile) -> Result<String, CaptureError> {
    let mut playback = CapturePlayback::new(file.capture.clone(), PlayMode::AsCaptured)?;
    while playback.client().room_name().is_empty() && playback.step().is_ok() {}
    Ok(playback.client().room_name().to_string())
}

/// Plays a capture to its end and collects its room and the shot that its file selects, or all
/// shots. `each` is called with the frame just played and the total.
///
/// # Errors
/// When it cannot be played.
pub fn collect_capture_shots(
    file: &CaptureFile,
    mut each: impl FnMut(u32, u32),
) -> Result<(String, ShotCollector), CaptureError> {
    let mut playback = CapturePlayback::new(file.capture.clone(), PlayMode::ToJudge)?;
    let mut collector = ShotCollector::new(file.moment.map(|moment| moment.shot));
    while playback.step().is_ok() {
        collector.observe(playback.client());
        each(playback.frame(), playback.contents().frames);
    }
    collector.observe(playback.client());
    Ok((playback.client().room_name().to_string(), collector))
}

fn seconds(at: Micros) -> String {
    format!("{}.{:03}", at.as_ms() / 1000, at.as_ms() % 1000)
}
