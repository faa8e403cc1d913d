//! The curve of agreement over rewind, as SVG: the past on the left, the present on the right. The
//! best rule with its interval, and the rivals where they agree.

use std::fmt::Write as _;

use referee::explanation::{Explanation, Rival, RivalKind};
use referee::rule::Rule;

use crate::html::Escaped;
use crate::judgement::Judgement;
use crate::marks::Mark;

/// A size of the chart, in CSS pixels: a page shows the one that fits it, so that letters keep
/// their size.
#[derive(Clone, Copy, Debug)]
pub struct ChartSize {
    pub class: &'static str,
    pub width: f64,
    pub height: f64,
    /// Most rivals whose names are written.
    pub names: usize,
}

pub const WIDE: ChartSize = ChartSize { class: "wide", width: 1040.0, height: 320.0, names: 7 };
pub const NARROW: ChartSize = ChartSize { class: "narrow", width: 342.0, height: 300.0, names: 3 };

/// Room around the curve, in CSS pixels.
const LEFT: f64 = 52.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 46.0;

/// Of a letter of the face for numbers at 12 px.
const LETTER_PX: f64 = 7.3;
const LINE_PX: f64 = 15.0;

/// A rule as the chart shows it.
struct Entry {
    name: String,
    mark: Mark,
    /// In the median over the shots.
    rewind_ms: f64,
    agreement: f64,
}

struct Scale {
    size: ChartSize,
    /// Of the left edge and of the right edge: the first is the larger one.
    from_ms: f64,
    to_ms: f64,
    least: f64,
}

impl Scale {
    fn x(&self, rewind_ms: f64) -> f64 {
        let part = (self.from_ms - rewind_ms) / (self.from_ms - self.to_ms).max(1.0);
        LEFT + part * (self.size.width - LEFT - RIGHT)
    }

    fn y(&self, agreement: f64) -> f64 {
        let part = (1.0 - agreement) / (1.0 - self.least);
        TOP + part * (self.size.height - TOP - BOTTOM)
    }

    fn contains(&self, rewind_ms: f64) -> bool {
        (self.to_ms..=self.from_ms).contains(&rewind_ms)
    }
}

/// The chart of an answer.
pub fn chart(judged: &Judgement, size: ChartSize) -> String {
    let explanation = &judged.explanation;
    let Some(scale) = scale(explanation, size) else { return String::new() };
    let entries = entries(judged, &scale);
    let (width, height) = (size.width, size.height);
    let mut svg = format!(
        "<svg class=\"{}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
        size.class,
        Escaped(description(explanation))
    );
    axes(&mut svg, &scale);
    if explanation.refusal.is_none() {
        interval(&mut svg, &scale, explanation);
    }
    let curve = &explanation.curve;
    let median_ms = explanation.rewinds_ms[1];
    let points: Vec<(f64, f64)> = curve
        .offsets_ms
        .iter()
        .zip(&curve.agreement)
        .map(|(offset_ms, agreement)| {
            let rewind_ms = offset_ms - explanation.best.offset_ms + median_ms;
            (scale.x(rewind_ms), scale.y(*agreement))
        })
        .collect();
    let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let line = line.join("L");
    let _ = write!(svg, "<path class=\"curve\" d=\"M{line}\"/>");
    marks(&mut svg, &scale, &entries, &points);
    svg.push_str("</svg>");
    svg
}

fn description(explanation: &Explanation) -> String {
    let [_, median_ms, _] = explanation.rewinds_ms;
    format!(
        "Agreement over rewind. The curve is highest at {median_ms:.0} ms back, where {:.1} % of \
         the shots agree. The table of rivals says the same in numbers.",
        explanation.agreement.share() * 100.0
    )
}

fn scale(explanation: &Explanation, size: ChartSize) -> Option<Scale> {
    let curve = &explanation.curve;
    let shift_ms = explanation.rewinds_ms[1] - explanation.best.offset_ms;
    let (first, last) = (curve.offsets_ms.first()?, curve.offsets_ms.last()?);
    let lowest = curve.agreement.iter().copied().fold(1.0, f64::min);
    // Whole tenths below the curve.
    let least = ((lowest * 10.0).floor() / 10.0).clamp(0.0, 0.9);
    Some(Scale { size, from_ms: last + shift_ms, to_ms: first + shift_ms, least })
}

fn axes(svg: &mut String, scale: &Scale) {
    let (width, height) = (scale.size.width, scale.size.height);
    let bottom = height - BOTTOM;
    let step = if scale.least < 0.5 { 2 } else { 1 };
    for tenths in (0..=10).rev().step_by(step) {
        let share = f64::from(tenths) / 10.0;
        if share < scale.least {
            break;
        }
        let y = scale.y(share);
        let right = width - RIGHT;
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/>\
             <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{} %</text>",
            LEFT - 8.0,
            y + 4.0,
            tenths * 10
        );
    }
    let step_ms = if scale.size.width > 600.0 { 50.0 } else { 100.0 };
    let mut at_ms = (scale.to_ms / step_ms).ceil() * step_ms;
    while at_ms <= scale.from_ms {
        let x = scale.x(at_ms);
        let is_now = at_ms.abs() < 1e-6;
        let class = if is_now { "now" } else { "grid" };
        let _ = write!(
            svg,
            "<path class=\"{class}\" d=\"M{x:.1} {TOP}V{:.1}\"/>\
             <text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 4.0,
            bottom + 18.0,
            at_ms + 0.0
        );
        if is_now {
            let y = TOP - 8.0;
            let _ = write!(
                svg,
                "<text class=\"tick\" x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">now</text>"
            );
        }
        at_ms += step_ms;
    }
    let _ = write!(
        svg,
        "<text class=\"axis\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">← how far back, in ms \
         (median of the shots)</text><text class=\"axis\" x=\"8\" y=\"14\">shots that agree</text>",
        f64::midpoint(LEFT, width - RIGHT),
        height - 8.0
    );
}

/// The band in which 95 % of the best offsets lie when bursts are drawn anew.
fn interval(svg: &mut String, scale: &Scale, explanation: &Explanation) {
    let Some((from, to)) = explanation.offset_interval_ms else { return };
    let median_ms = explanation.rewinds_ms[1];
    let (left, right) = (scale.x(median_ms + to), scale.x(median_ms + from));
    let (height, width) = (scale.size.height - TOP - BOTTOM, (right - left).max(2.0));
    let _ = write!(
        svg,
        "<rect class=\"interval\" x=\"{left:.1}\" y=\"{TOP}\" width=\"{width:.1}\" \
         height=\"{height}\"/>"
    );
}

/// The best rule first, then the rivals that matter most.
fn entries(judged: &Judgement, scale: &Scale) -> Vec<Entry> {
    let explanation = &judged.explanation;
    let best = Entry {
        name: explanation.best.to_string(),
        mark: Mark::Best,
        rewind_ms: explanation.rewinds_ms[1],
        agreement: explanation.agreement.share(),
    };
    let mut rivals: Vec<&Rival> =
        explanation.rivals.iter().filter(|rival| rival.rule != explanation.best).collect();
    rivals.sort_by_key(|rival| (rival.is_excluded(), rank(rival.kind)));
    let entry = |rival: &Rival| Entry {
        name: rival.rule.to_string(),
        mark: Mark::of(rival),
        rewind_ms: median_ms(judged, &rival.rule),
        agreement: rival.agreement.share(),
    };
    let shown = |entry: &Entry| scale.contains(entry.rewind_ms) && entry.agreement >= scale.least;
    [best].into_iter().chain(rivals.into_iter().map(entry).filter(shown)).collect()
}

fn rank(kind: RivalKind) -> u8 {
    match kind {
        RivalKind::Asked => 0,
        RivalKind::Named => 1,
        RivalKind::Fitted => 2,
    }
}

/// The rewind of a rule in the median over the shots; not a number if it is known of none.
fn median_ms(judged: &Judgement, rule: &Rule) -> f64 {
    let shots = judged.collected.shots.iter();
    let mut all: Vec<f64> = shots.filter_map(|shot| rule.rewind_ms(&shot.measured)).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

/// A rectangle that is taken: left, top, right, bottom.
type Taken = [f64; 4];

fn marks(svg: &mut String, scale: &Scale, entries: &[Entry], curve: &[(f64, f64)]) {
    let places: Vec<(f64, f64)> =
        entries.iter().map(|entry| (scale.x(entry.rewind_ms), scale.y(entry.agreement))).collect();
    let around = |(x, y): &(f64, f64), px: f64| [x - px, y - px, x + px, y + px];
    let mut taken: Vec<Taken> = places.iter().map(|place| around(place, 9.0)).collect();
    taken.extend(curve.iter().map(|place| around(place, 3.0)));
    let mut names = String::new();
    let mut n_named = 0;
    for (entry, (x, y)) in entries.iter().zip(&places) {
        if n_named > scale.size.names {
            break;
        }
        let width = entry.name.chars().count() as f64 * LETTER_PX;
        let Some([left, top, ..]) = room(scale, &mut taken, *x, *y, width) else { continue };
        n_named += 1;
        let class = entry.mark.class();
        let _ = write!(
            names,
            "<text class=\"name {class}\" x=\"{left:.1}\" y=\"{:.1}\">{}</text>",
            top + 12.0,
            Escaped(&entry.name)
        );
        if entry.mark == Mark::Excluded {
            let y = top + 8.0;
            let _ = write!(names, "<path class=\"strike\" d=\"M{left:.1} {y:.1}h{width:.1}\"/>");
        }
    }
    // The best one lies on top.
    for (entry, (x, y)) in entries.iter().zip(&places).rev() {
        svg.push_str(&entry.mark.shape(*x, *y));
    }
    svg.push_str(&names);
}

/// Room for a name beside a mark: right of it, left, above or below.
fn room(scale: &Scale, taken: &mut Vec<Taken>, x: f64, y: f64, width: f64) -> Option<Taken> {
    let half = LINE_PX / 2.0;
    let middle = (x - width / 2.0).clamp(LEFT, (scale.size.width - 4.0 - width).max(LEFT));
    let corners = [
        (x + 13.0, y - half),
        (x - 13.0 - width, y - half),
        (middle, y - 11.0 - LINE_PX),
        (middle, y + 11.0),
        (x + 10.0, y + 8.0),
        (x - 10.0 - width, y + 8.0),
    ];
    let free = corners.into_iter().find_map(|(left, top)| {
        let place = [left, top, left + width, top + LINE_PX];
        let is_inside = left >= LEFT
            && place[2] <= scale.size.width - 4.0
            && top >= 18.0
            && place[3] <= scale.size.height - BOTTOM;
        let is_free = taken.iter().all(|other| {
            place[2] <= other[0]
                || other[2] <= place[0]
                || place[3] <= other[1]
                || other[3] <= place[1]
        });
        (is_inside && is_free).then_some(place)
    })?;
    taken.push(free);
    Some(free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Example;
    use crate::judgement::judge;

    #[test]
    fn both_sizes_show_the_best_rule_and_the_present() {
        let judged = judge(&Example::new().case().unwrap(), &mut |_| {}).unwrap();
        for size in [WIDE, NARROW] {
            let svg = chart(&judged, size);
            let best = judged.explanation.best.to_string();
            for part in ["mark best", "mark excluded", "interval", ">now<", "curve", &best] {
                assert!(svg.contains(part), "{part}: {svg}");
            }
            assert!(!svg.contains("NaN"), "{svg}");
        }
    }
}
