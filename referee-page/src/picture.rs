//! One shot as a small picture, from above and from the side: where the target was at the rewind of
//! the best rule and at that of a rival, the way it moved, and the line of the shot.

use std::fmt::Write as _;

use referee::examination::Look;
use referee::geometry::point::Point;
use referee::tables::ids::Ids;
use referee::tables::meta::{Meta, Up};
use referee::text::said;

use crate::html::Escaped;
use crate::judgement::ContrastShot;
use crate::marks::Mark;
use crate::projection::{Flat, Outline, Projection};

/// Of a picture, in CSS pixels.
const WIDTH: f64 = 320.0;
const ABOVE_HEIGHT: f64 = 168.0;
const SIDE_HEIGHT: f64 = 132.0;

/// How much wider the window is than what must be in it.
const MARGIN: f64 = 1.5;

/// What is told about all pictures.
pub struct Pictures<'a> {
    pub meta: &'a Meta,
    pub ids: &'a Ids,
    pub best: String,
    pub rival: String,
    pub rival_mark: Mark,
}

/// A place in a picture with the marks at it.
struct Target {
    at: Point,
    class: &'static str,
}

/// One of the two views of a shot.
struct View<'a> {
    projection: Projection,
    look: &'a Look,
    targets: Vec<Target>,
    /// The middle of the window.
    middle: Flat,
    /// Pixels a unit.
    scale: f64,
    height: f64,
}

impl Pictures<'_> {
    /// The picture of a shot with its caption.
    pub fn figure(&self, shot: &ContrastShot) -> String {
        let look = shot.told();
        let name = |player| self.ids.name(player).to_string();
        let ping = look.rtt_ms.map_or(String::new(), |ms| format!(", ping {ms:.0} ms"));
        let outcome = |look: &Look| match look.verdict {
            Some(victims) if !victims.is_empty() => "hit",
            _ => "miss",
        };
        let server = match said(&look.said, self.ids).as_str() {
            "-" => "miss".to_string(),
            victims => format!("hit {victims}"),
        };
        let (best, rival) = (&shot.best, &shot.rival);
        let title = format!(
            "Line {}: {} shoots at {}{ping}",
            look.line,
            name(look.shooter),
            name(look.target)
        );
        let told = format!(
            "The server said {server}. {} looks {:.0} ms back: {}. {} looks {:.0} ms back: {}.",
            self.best,
            best.rewind_ms,
            outcome(best),
            self.rival,
            rival.rewind_ms,
            outcome(rival)
        );
        let row = |mark: Mark, rule: &str, look: &Look| {
            format!(
                "<li>{}<span class=\"rule\">{}</span> \
                 <span class=\"number\">{:.0} ms</span> <b>{}</b></li>",
                mark.icon(),
                Escaped(rule),
                look.rewind_ms,
                outcome(look)
            )
        };
        format!(
            "<figure class=\"shot\">{}<figcaption><p>{}</p><ul>\
             <li><span class=\"server\">The server</span> \
             <b>{}</b></li>{}{}</ul></figcaption></figure>",
            self.svg(shot, &format!("{title}. {told}")),
            Escaped(&title),
            Escaped(server),
            row(Mark::Best, &self.best, best),
            row(self.rival_mark, &self.rival, rival)
        )
    }

    fn svg(&self, shot: &ContrastShot, label: &str) -> String {
        let look = shot.told();
        let up = self.meta.up;
        let views = [
            (Projection::above(&look.ray, up), 0.0, ABOVE_HEIGHT, "from above"),
            (
                Projection::side(&look.ray, up.unwrap_or(Up::Z)),
                ABOVE_HEIGHT,
                SIDE_HEIGHT,
                "from the side",
            ),
        ];
        let views = &views[..if up.is_some() { 2 } else { 1 }];
        let height: f64 = views.iter().map(|(_, _, height, _)| height).sum();
        // Both views at one scale.
        let scale = views
            .iter()
            .map(|(projection, _, height, _)| self.fitting(*projection, shot, *height))
            .fold(f64::INFINITY, f64::min);
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">",
            Escaped(label)
        );
        for (projection, top, height, name) in views {
            let targets = self.targets(shot);
            let middle = middle(*projection, &targets);
            let view =
                View { projection: *projection, look, targets, middle, scale, height: *height };
            let _ = write!(svg, "<svg y=\"{top}\" width=\"{WIDTH}\" height=\"{height}\">");
            view.draw(&mut svg);
            let _ = write!(svg, "<text class=\"tick\" x=\"8\" y=\"16\">{name}</text></svg>");
            if *top > 0.0 {
                let _ = write!(svg, "<path class=\"grid\" d=\"M0 {top}H{WIDTH}\"/>");
            }
        }
        self.measure(&mut svg, scale, height);
        svg.push_str("</svg>");
        svg
    }

    /// Where the target is now, for the rival and for the best rule: the last is drawn on top.
    fn targets(&self, shot: &ContrastShot) -> Vec<Target> {
        let look = shot.told();
        let at = |rewind_ms: f64, class: &'static str| {
            Some(Target { at: place(look, rewind_ms)?, class })
        };
        let now = at(0.0, "present");
        let rival = at(shot.rival.rewind_ms, self.rival_mark.class());
        [now, rival, at(shot.best.rewind_ms, Mark::Best.class())].into_iter().flatten().collect()
    }

    /// The scale at which the places of both rules are in a picture, in pixels a unit.
    fn fitting(&self, projection: Projection, shot: &ContrastShot, height: f64) -> f64 {
        let targets = self.targets(shot);
        let (x, y) = middle(projection, &targets);
        let (half_width, half_height) = projection.outline(&shot.told().body).half_size();
        let mut half = (half_width, half_height);
        for target in judged(&targets) {
            let (tx, ty) = projection.flat(target.at);
            half =
                (half.0.max((tx - x).abs() + half_width), half.1.max((ty - y).abs() + half_height));
        }
        (WIDTH / 2.0 / (half.0 * MARGIN)).min(height / 2.0 / (half.1 * MARGIN))
    }

    /// A line of a round length, for scale.
    fn measure(&self, svg: &mut String, scale: f64, height: f64) {
        let steps = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0];
        let length = steps.into_iter().rev().find(|length| length * scale <= 80.0).unwrap_or(0.1);
        let (right, y) = (WIDTH - 8.0, height - 8.0);
        let left = right - length * scale;
        let unit = Escaped(&self.meta.unit);
        let _ = write!(
            svg,
            "<path class=\"measure\" d=\"M{left:.1} {:.1}v6h{:.1}v-6\"/>\
             <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">\
             {length} {unit}</text>",
            y - 5.0,
            right - left,
            left - 6.0,
            y + 1.0
        );
    }
}

/// The targets at which the two rules look.
fn judged(targets: &[Target]) -> impl Iterator<Item = &Target> {
    targets.iter().filter(|target| target.class != "present")
}

fn middle(projection: Projection, targets: &[Target]) -> Flat {
    let all: Vec<Flat> = judged(targets).map(|target| projection.flat(target.at)).collect();
    let n = all.len().max(1) as f64;
    let (x, y) = all.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    (x / n, y / n)
}

/// The centre of the target's body at a rewind, on the line between two poses.
fn place(look: &Look, rewind_ms: f64) -> Option<Point> {
    let legs = look.path.windows(2).map(|pair| (pair[0], pair[1]));
    let within =
        |((from, _), (to, _)): &((f64, Point), (f64, Point))| (*to..=*from).contains(&rewind_ms);
    let ((from_ms, from), (to_ms, to)) = legs.into_iter().find(within)?;
    let length_ms = from_ms - to_ms;
    let part = if length_ms > 0.0 { (from_ms - rewind_ms) / length_ms } else { 0.0 };
    Some(from.lerp(to, part) + look.body.at)
}

impl View<'_> {
    fn draw(&self, svg: &mut String) {
        let mut way = String::new();
        let mut poses = String::new();
        for (_, pose) in &self.look.path {
            let (x, y) = self.pixel(*pose + self.look.body.at);
            let command = if way.is_empty() { 'M' } else { 'L' };
            let _ = write!(way, "{command}{x:.1} {y:.1}");
            let _ = write!(poses, "M{x:.1} {y:.1}h0");
        }
        let _ =
            write!(svg, "<path class=\"way\" d=\"{way}\"/><path class=\"poses\" d=\"{poses}\"/>");
        for target in &self.targets {
            self.body(svg, target);
        }
        self.ray(svg);
    }

    fn pixel(&self, point: Point) -> Flat {
        let (x, y) = self.projection.flat(point);
        let (mx, my) = self.middle;
        (WIDTH / 2.0 + (x - mx) * self.scale, self.height / 2.0 - (y - my) * self.scale)
    }

    fn body(&self, svg: &mut String, target: &Target) {
        let (x, y) = self.pixel(target.at);
        let class = target.class;
        let _ = match self.projection.outline(&self.look.body) {
            Outline::Circle { radius } => {
                let r = radius * self.scale;
                write!(
                    svg,
                    "<circle class=\"body {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>"
                )
            }
            Outline::Upright { half_width, half_height } => {
                let (w, h) = (half_width * self.scale, half_height * self.scale);
                write!(
                    svg,
                    "<rect class=\"body {class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" \
                     height=\"{:.1}\" rx=\"{w:.1}\"/>",
                    x - w,
                    y - h,
                    w * 2.0,
                    h * 2.0
                )
            }
            Outline::Polygon(corners) => {
                let points: Vec<String> = corners
                    .iter()
                    .map(|(cx, cy)| {
                        format!("{:.1},{:.1}", x + cx * self.scale, y - cy * self.scale)
                    })
                    .collect();
                write!(svg, "<polygon class=\"body {class}\" points=\"{}\"/>", points.join(" "))
            }
        };
        if class == Mark::Best.class() {
            let _ = write!(svg, "<path class=\"cross\" d=\"M{:.1} {y:.1}h10m-5-5v10\"/>", x - 5.0);
        }
    }

    /// The line of the shot through the window, and its tip.
    fn ray(&self, svg: &mut String) {
        let ray = &self.look.ray;
        let reach = 4.0 * WIDTH / self.scale;
        let centre = judged(&self.targets).next().map_or(ray.from, |target| target.at);
        let along = (centre - ray.from).dot(ray.direction);
        let (begin, end) = ((along - reach).max(0.0), (along + reach).min(ray.reach));
        let (x0, y0) = self.pixel(ray.from + ray.direction * begin);
        let (x1, y1) = self.pixel(ray.from + ray.direction * end);
        let _ = write!(svg, "<path class=\"ray\" d=\"M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}\"/>");
        let tip_x = WIDTH - 14.0;
        if x1 > tip_x && x1 > x0 {
            let slope = (y1 - y0) / (x1 - x0);
            let tip_y = y0 + (tip_x - x0) * slope;
            let turn = slope.atan().to_degrees();
            let _ = write!(
                svg,
                "<path class=\"tip\" transform=\"translate({tip_x} {tip_y:.1}) rotate({turn:.1})\" \
                 d=\"M8 0-4-4.5V4.5Z\"/>"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Example;
    use crate::judgement::judge;

    #[test]
    fn a_picture_shows_both_places_and_the_shot_from_two_sides() {
        let case = Example::new().case().unwrap();
        let judged = judge(&case, &mut |_| {}).unwrap();
        let contrast = judged.contrast.unwrap();
        let pictures = Pictures {
            meta: &case.meta,
            ids: &judged.collected.ids,
            best: judged.explanation.best.to_string(),
            rival: contrast.rival.rule.to_string(),
            rival_mark: Mark::of(&contrast.rival),
        };
        for shot in &contrast.shots {
            let figure = pictures.figure(shot);
            assert_eq!(figure.matches("class=\"ray\"").count(), 2, "{figure}");
            assert_eq!(figure.matches("body best").count(), 2, "{figure}");
            assert_eq!(figure.matches("body excluded").count(), 2, "{figure}");
            assert!(!figure.contains("NaN") && !figure.contains("inf"), "{figure}");
        }
    }
}
