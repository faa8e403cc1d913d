//! Questions on Source's view: where the others are drawn, and how prediction errors are smoothed.

use shared::{
    base::{geometry::Vec2, time::Micros},
    netcode::{choices::Curve, values::interpolation_delay},
    schemes::source::{
        error_smoothing::{ErrorHandling, ErrorSmoothing, SMOOTH_DEFAULT},
        interpolation::{
            INTERP_DEFAULT_MS, INTERP_RATIO_DEFAULT_PERMILLE, Origin, SOURCE_EXTRAPOLATION_MAX,
            Sampling, UPDATE_RATE_DEFAULT_HZ, sample,
        },
    },
};

use super::{
    error::JudgeError,
    fields::{Node, Object, ms, point},
    json::Json,
    limits::{LIST_MAX, MOMENT, POS_MAX_U, SPAN},
    parse_fields,
    poses::{found, newest_first},
};

/// `source-interpolation`: snapshot records and clock times → what is drawn at each time.
pub(super) fn interpolation(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(
        scenario,
        &[
            "records",
            "interp_ms",
            "interp_s",
            "ratio",
            "update_rate_hz",
            "curve",
            "extrapolation_ms",
            "extrapolation_s",
            "newest_snapshot_ms",
            "newest_snapshot_s",
            "at_ms",
            "at_s",
        ],
    )?;
    let records = newest_first(&fields.list("records", 1, LIST_MAX)?, fields.grid()?)?;
    let curves = [("linear", Curve::Linear), ("hermite", Curve::Hermite)];
    let sampling = Sampling {
        curve: fields.choice_or("curve", &curves, Curve::Linear)?,
        extrapolation_max: fields.time_or("extrapolation", SPAN, SOURCE_EXTRAPOLATION_MAX)?,
    };
    let delay = delay(&fields)?;
    // By default the newest snapshot is that of the newest record.
    let newest = fields.time_or("newest_snapshot", MOMENT, records[0].at)?;
    let mut answers = Vec::new();
    for at in fields.times("at", MOMENT)? {
        let target = at - delay;
        let Some(drawn) = sample(&records, target, newest, &sampling) else {
            continue;
        };
        let origin = match drawn.origin {
            Origin::Interpolated => "interpolated",
            Origin::Extrapolated => "extrapolated",
            Origin::Held => "held",
        };
        answers.push(Json::object([
            ("at_ms", ms(at)),
            ("target_ms", ms(target)),
            ("origin", origin.into()),
            ("found", found(&drawn.found)),
        ]));
    }
    Ok(Json::object([("delay_ms", ms(delay)), ("answers", Json::List(answers))]))
}

fn delay(fields: &Object) -> Result<Micros, JudgeError> {
    let interp = fields.time_or("interp", SPAN, Micros::from_ms(INTERP_DEFAULT_MS.into()))?;
    let ratio = match fields.get("ratio") {
        Some(node) => (node.number(0.0, 100.0)? * 1000.0).round() as u32,
        None => INTERP_RATIO_DEFAULT_PERMILLE,
    };
    let rate = fields.rate_or("update_rate_hz", UPDATE_RATE_DEFAULT_HZ)?;
    Ok(interpolation_delay(interp, ratio, rate.period()))
}

/// `source-smoothing`: prediction errors and times → the offset drawn at each time.
pub(super) fn smoothing(scenario: &Node) -> Result<Json, JudgeError> {
    let fields = parse_fields(scenario, &["errors", "smooth_ms", "smooth_s", "at_ms", "at_s"])?;
    let smooth = fields.time_or("smooth", SPAN, SMOOTH_DEFAULT)?;
    let mut asked = fields.times("at", MOMENT)?;
    asked.sort();
    let mut errors: Vec<(Micros, Vec2)> = Vec::new();
    for node in fields.list("errors", 1, LIST_MAX)? {
        let error = node.object(&["at_ms", "at_s", "error"])?;
        let at = error.time("at", MOMENT)?;
        if errors.last().is_some_and(|(last, _)| at < *last) {
            return Err(JudgeError::conflict(&node.path, "is before the previous error"));
        }
        let value = error.required("error", "a number x, or a pair [x, y], in u")?;
        errors.push((at, value.vector(POS_MAX_U)?));
    }
    let mut state = ErrorSmoothing::default();
    let (mut noted, mut offsets) = (Vec::new(), Vec::new());
    let mut errors = errors.into_iter().peekable();
    for at in asked {
        while let Some((then, error)) = errors.next_if(|(then, _)| *then <= at) {
            noted.push(note(&mut state, then, error, smooth));
        }
        let offset = point(state.offset_at(at, smooth));
        offsets.push(Json::object([("at_ms", ms(at)), ("offset", offset)]));
    }
    noted.extend(errors.map(|(then, error)| note(&mut state, then, error, smooth)));
    Ok(Json::object([("errors", Json::List(noted)), ("offsets", Json::List(offsets))]))
}

fn note(state: &mut ErrorSmoothing, at: Micros, error: Vec2, smooth: Micros) -> Json {
    let became = match state.add(at, error, smooth) {
        ErrorHandling::Ignored => "ignored",
        ErrorHandling::Smoothed => "smoothed",
        ErrorHandling::Snapped => "snapped",
    };
    Json::object([("at_ms", ms(at)), ("error", point(error)), ("became", became.into())])
}
