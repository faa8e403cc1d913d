//! Judges a recording of the page: the outcome of its shots, and each scheme's verdict on them.

use capture::{
    CaptureError, CaptureFill,
    capture_file::{CaptureFile, CaptureFileError},
};
use lab::{
    file::{FileError, HASH_FRAMES},
    run::RunError,
};
use shared::{
    base::{
        geometry::POS_STEPS_PER_U,
        time::{Micros, TickRate, ViewTime},
    },
    history::pose::Pair,
    netcode::{choices::HitRule, preset::Preset},
    report::{counterfactual::Counterfactual, shot_record::TargetRecord},
    sim::{
        event::{Decision, Weapon},
        ship::ShipId,
    },
};

use super::{
    error::JudgeError,
    et::clamp_name,
    fields::{ms, point},
    json::Json,
};
use recordings::{
    RecordedRun, Recording,
    replay::collect_capture_shots,
    shots::{RecordedShot, RunShotCollector},
};

pub(super) fn judge(bytes: &[u8]) -> Result<Json, JudgeError> {
    Ok(match Recording::of_bytes(bytes)? {
        Recording::Run(run) => judge_run(&run).map_err(FileError::Moment)?,
        Recording::Capture(file) => {
            judge_capture(&file).map_err(CaptureFileError::Capture).map_err(FileError::Capture)?
        }
    })
}

/// The selected shot, or the first player's newest, in each column.
fn judge_run(run: &RecordedRun) -> Result<Json, RunError> {
    let mut collectors = RunShotCollector::new(run.moment.shot.map(|of| of.shot));
    let mut same = true;
    let mut playback = run.play(&mut |state| {
        collectors.observe(state);
        if state.frame().is_multiple_of(HASH_FRAMES) {
            let expected = run.hashes.at(state.frame() / HASH_FRAMES);
            same &= expected.is_none_or(|expected| expected == state.played_hash());
        }
    })?;
    let schemes: Vec<Option<Preset>> =
        playback.state().columns().iter().map(|column| Preset::of(&column.netcode())).collect();
    collectors.run_until_reported(&mut playback);
    let columns = schemes.iter().enumerate().map(|(n, scheme)| {
        let shots = collectors.shots().filter(|(column, _)| *column == n);
        Json::object([
            ("scheme", scheme.map(Preset::key).into()),
            ("shots", Json::list(shots.map(|(_, recorded)| shot(recorded)))),
        ])
    });
    let setup = &run.moment.run.setup;
    Ok(Json::object([
        ("kind", "run".into()),
        ("scenario", setup.scenario.key().into()),
        ("frames", run.moment.run.frames.into()),
        ("inputs", run.moment.run.inputs.len().into()),
        ("frame", run.moment.frame.into()),
        ("selected", run.moment.shot.map(|of| of.shot.to_string()).into()),
        ("same", (!run.is_older()).then_some(same).into()),
        ("columns", Json::list(columns)),
    ]))
}

/// The shot inspected in a capture file, or else the recording player's newest one.
fn judge_capture(file: &CaptureFile) -> Result<Json, CaptureError> {
    let CaptureFile { capture, moment } = file;
    let contents = capture.check()?;
    let (room, watch) = collect_capture_shots(file, |_, _| {})?;
    Ok(Json::object([
        ("kind", "capture".into()),
        ("room", room.into()),
        ("player", capture.config.name.as_str().into()),
        ("messages", contents.messages.into()),
        ("frames", contents.frames.into()),
        ("span_ms", ms(contents.span)),
        ("whole", (capture.fill == CaptureFill::Open).into()),
        ("frame", moment.map(|moment| moment.frame).into()),
        ("selected", moment.map(|moment| moment.shot.to_string()).into()),
        ("shots", Json::list(watch.shots().map(shot))),
    ]))
}

/// A shot as judged, and as every scheme would have judged it.
fn shot(recorded: &RecordedShot) -> Json {
    let record = &recorded.record;
    let rate = recorded.rate;
    let at = |time: ViewTime| ms(rate.micros_in_steps(time.0));
    let weapon = match record.shot.weapon {
        Weapon::Laser => "bolt",
        Weapon::Beam => "beam",
    };
    let pair = record.view.pair.map(|Pair { older, newer }| {
        Json::list([older, newer].map(|tick| ms(rate.micros_at(tick))))
    });
    let (rule, _) = HitRule::NAMES[record.rule.number() as usize];
    let verdict = match record.verdict {
        Decision::Missed => "miss",
        Decision::Hit { .. } | Decision::Settled { .. } | Decision::Pierced { .. } => "hit",
        Decision::Retracted { .. } => "retracted",
        Decision::Void { .. } => "void",
        Decision::Vetoed { .. } => "veto",
    };
    let (victim, is_final) = (record.verdict.victim(), !record.verdict.is_open());
    let targets = record.targets.iter().enumerate();
    let presets = recorded.counterfactuals.map(|counterfactuals| {
        let result = Preset::ALL.iter().zip(&counterfactuals);
        Json::list(result.map(|(preset, result)| counterfactual(recorded, *preset, result)))
    });
    let json = Json::object([
        ("shot", record.shot.to_string().into()),
        ("shooter", name(recorded, record.shot.shooter)),
        ("weapon", weapon.into()),
        ("fired_ms", ms(rate.micros_at(record.shot.tick))),
        ("claimed_view_ms", at(record.view.claimed.time)),
        ("view_ms", at(record.view.used)),
        ("clamp", clamp_name(record.view.clamp)),
        ("pair_ms", pair.into()),
        ("rule", rule.into()),
        ("judged_at_ms", ms(rate.micros_at(record.judged_at))),
        ("age_ms", steps(rate, record.age)),
        ("verdict", verdict.into()),
        ("victim", victim.map(|ship| name(recorded, ship)).into()),
        ("final", is_final.into()),
        ("targets", Json::list(targets.map(|(n, of)| target(recorded, n, of)))),
        ("targets_in_all", u32::from(record.n_targets).into()),
        ("presets", presets.into()),
    ]);
    with_victims(json, recorded, Some(record.verdict))
}

/// A target; for the nearest one also where it was seen.
fn target(recorded: &RecordedShot, n: usize, target: &TargetRecord) -> Json {
    let judged = target.judged.pos();
    let seen = recorded.seen.filter(|_| n == 0);
    Json::object([
        ("ship", name(recorded, target.ship)),
        ("age_ms", steps(recorded.rate, target.age)),
        ("seen", seen.map(point).into()),
        ("judged", point(judged)),
        ("present", point(target.present.pos())),
        ("seen_from_judged_u", seen.map(|seen| (seen - judged).length()).into()),
        ("distance_u", (target.distance as f32 / POS_STEPS_PER_U).into()),
    ])
}

fn counterfactual(recorded: &RecordedShot, preset: Preset, result: &Counterfactual) -> Json {
    let verdict = match result.decision {
        None => "open",
        Some(Decision::Missed | Decision::Retracted { .. }) => "miss",
        Some(Decision::Hit { .. } | Decision::Settled { .. } | Decision::Pierced { .. }) => "hit",
        Some(Decision::Vetoed { .. }) => "veto",
        Some(Decision::Void { .. }) => "void",
    };
    let victim = result.decision.and_then(|decision| decision.victim());
    let json = Json::object([
        ("rule", preset.key().into()),
        ("verdict", verdict.into()),
        ("victim", victim.map(|ship| name(recorded, ship)).into()),
        ("drawn_off_u", (f32::from(result.drawn_off) / POS_STEPS_PER_U).into()),
    ]);
    with_victims(json, recorded, result.decision)
}

/// Adds every ship a bolt pierced.
fn with_victims(json: Json, recorded: &RecordedShot, verdict: Option<Decision>) -> Json {
    match verdict {
        Some(verdict @ Decision::Pierced { .. }) => {
            json.with("victims", Json::list(verdict.ships().map(|ship| name(recorded, ship))))
        }
        _ => json,
    }
}

fn name(recorded: &RecordedShot, ship: ShipId) -> Json {
    recorded.name(ship).into()
}

/// A duration in 1/256 ticks.
fn steps(rate: TickRate, steps: i64) -> Json {
    let span: Micros = rate.micros_in_steps(steps);
    ms(span)
}
