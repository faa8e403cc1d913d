//! One of the three views of a shot: rocks, the bolt's path, and the ships as a screen drew them or
//! as the server had them.

use forensics::{Panel, PanelKind, PanelShip, PanelSource, Role, ShotMoment, sentence::Separation};
use shared::{
    base::geometry::Vec2,
    client::scene::PlayerKind,
    sim::{event::Weapon, rules::SHIP_RADIUS_U, ship::ShipId},
};
use web_sys::CanvasRenderingContext2d;
use words::SheetText;

use super::ShotPicture;
use crate::{
    canvas::{
        fonts,
        hull::Hull,
        palette,
        pen::{Ends, Pen},
        rect::Rect,
    },
    shell::canvas::Size,
    stored::{Marks, outlines},
    world::{Place, arena, drawn_radius, ghosts},
};

/// Length of a bolt, in u.
const BOLT_U: f32 = 22.0;
/// Half width of the window around an age over which a ship's motion is measured, in 1/256 tick.
const WAY: i64 = 128;
/// Gap between the legend entries at the edge of the server's view, in CSS pixels.
const KEY_GAP_PX: f32 = 14.0;
/// A ship that moves less than this within that window, in u, is drawn without a nose.
const STILL_U: f32 = 0.4;

/// Whose state a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Perspective {
    Shooter,
    Server,
    Victim,
}

impl Perspective {
    pub(super) const ALL: [Self; 3] = [Self::Shooter, Self::Server, Self::Victim];

    fn of(self, moment: &ShotMoment) -> &Panel {
        match self {
            Self::Shooter => &moment.shooter,
            Self::Server => &moment.server,
            Self::Victim => &moment.victim,
        }
    }

    /// The title and the colour of its area. Both depend on the role of the report's recipient.
    fn title(self, recipient: Role) -> (SheetText, palette::Colour) {
        match (self, recipient) {
            (Self::Server, _) => (SheetText::ServersView, palette::SERVER),
            (Self::Shooter, Role::Shooter) | (Self::Victim, Role::Target) => {
                (SheetText::YourView, palette::YOU)
            }
            (Self::Shooter, Role::Other) => (SheetText::ShootersView, palette::PLAYER),
            (Self::Victim, Role::Other) => (SheetText::TargetsView, palette::PLAYER),
            _ => (SheetText::TheirView, palette::PLAYER),
        }
    }
}

struct View<'a> {
    pen: Pen<'a>,
    picture: &'a ShotPicture<'a>,
    which: Perspective,
    panel: &'a Panel,
}

pub(super) fn draw(
    context: &CanvasRenderingContext2d,
    size: Size,
    window: Rect,
    picture: &ShotPicture,
    which: Perspective,
    moment: &ShotMoment,
) {
    let camera = picture.framing.camera(window);
    let pen = Pen::new(context, &camera, size.ratio);
    let view = View { pen, picture, which, panel: which.of(moment) };
    let line = picture.case.line();
    let stored = picture.case.stored().filter(|_| which == Perspective::Server);
    let stored = stored.map(|stored| Marks::of_shot(&stored, line.rate, line.fired));
    view.pen.enter_world();
    view.draw_world();
    if let Some(stored) = &stored {
        outlines::draw(&view.pen, stored);
    }
    view.pen.leave_world();
    view.draw_names();
    if let Some(stored) = &stored {
        outlines::draw_figures(&view.pen, stored);
    }
    view.pen.unclip();
    view.draw_edge(window);
    view.draw_title(window);
    view.draw_notes(window);
}

impl View<'_> {
    fn draw_world(&self) {
        if let Some(arena) = self.picture.arena {
            arena::draw(&self.pen, arena, &Place::default());
        }
        self.draw_path();
        // The shooter and the target are drawn last, so that nothing covers them.
        for roles in [[Role::Other, Role::Other], [Role::Shooter, Role::Target]] {
            for ship in self.panel.ships.iter().filter(|ship| roles.contains(&ship.role)) {
                self.draw_ship(ship);
            }
        }
        self.draw_shot();
    }

    /// Draws the known part of the shot's path, dashed.
    fn draw_path(&self) {
        let (pen, case) = (&self.pen, self.picture.case);
        let shot = case.report().shot();
        let end = match shot.weapon() {
            Weapon::Beam => shot.reach_u,
            Weapon::Laser => case.report().distance_u(*case.span().end()).unwrap_or(shot.reach_u),
        };
        pen.context.begin_path();
        pen.line(shot.muzzle, shot.point_at(end.min(shot.reach_u)));
        pen.dashes(pen.px(4.0), pen.px(5.0));
        pen.opacity(0.55);
        pen.stroke(self.shots_colour(), pen.px(1.0));
        pen.opacity(1.0);
        pen.dashes(0.0, 0.0);
    }

    fn draw_shot(&self) {
        let (pen, shot) = (&self.pen, self.picture.case.report().shot());
        let colour = self.shots_colour();
        pen.context.set_line_cap("round");
        if let Some(tip) = self.panel.bolt {
            let flown = (tip - shot.muzzle).dot(shot.dir).clamp(0.0, BOLT_U.max(pen.px(12.0)));
            pen.context.begin_path();
            pen.line(tip - shot.dir * flown, tip);
            pen.stroke(colour, pen.px(3.0));
        }
        if let Some((from, to)) = self.panel.beam {
            pen.context.begin_path();
            pen.line(from, to);
            pen.opacity(0.3);
            pen.stroke(colour, pen.px(7.0));
            pen.opacity(1.0);
            pen.stroke(colour, pen.px(1.75));
        }
        pen.context.set_line_cap("butt");
    }

    fn draw_ship(&self, ship: &PanelShip) {
        let pen = &self.pen;
        match (ship.kind, ship.role) {
            (PanelKind::Judged, _) => ghosts::draw_judged(pen, ship.pos),
            (PanelKind::Saw, _) => ghosts::draw_saw(pen, ship.pos),
            (PanelKind::Present, Role::Shooter) => {
                let nose = self.nose(ship).unwrap_or(Vec2::X);
                let outline = Hull::of(self.owner_of(ship.ship)).outline;
                pen.shape(ship.pos, nose * drawn_radius(pen), outline, Ends::Closed);
                pen.stroke(palette::SERVER, pen.px(1.0));
            }
            (PanelKind::Present, _) => ghosts::draw_present(pen, ship.pos),
            (PanelKind::Drawn, _) => self.draw_drawn(ship),
            (PanelKind::Extrapolated, _) => self.draw_guessed(ship),
        }
    }

    /// Draws a ship that a screen extrapolated: hatched, since no snapshot covered that moment yet.
    fn draw_guessed(&self, ship: &PanelShip) {
        self.draw_drawn(ship);
        let pen = &self.pen;
        let (radius, half) = (drawn_radius(pen) * 1.3, Vec2::new(0.7, -0.7));
        pen.context.begin_path();
        for n in -3..=3_i16 {
            let across = f32::from(n) / 3.5;
            let along = (1.0 - across * across).max(0.0).sqrt() * radius;
            let middle = ship.pos + half.perp() * (across * radius);
            pen.line(middle - half * along, middle + half * along);
        }
        pen.stroke(palette::of(self.owner_of(ship.ship)), pen.px(1.0));
    }

    /// Draws a ship as a screen drew it, or as a ring if it is still and its aim is unknown.
    fn draw_drawn(&self, ship: &PanelShip) {
        let (pen, whose) = (&self.pen, self.owner_of(ship.ship));
        let (colour, radius) = (palette::of(whose), drawn_radius(pen));
        let points = Hull::of(whose).outline;
        match self.nose(ship) {
            Some(nose) => pen.shape(ship.pos, nose * radius, points, Ends::Closed),
            None => {
                pen.context.begin_path();
                pen.circle(ship.pos, SHIP_RADIUS_U);
            }
        }
        pen.context.set_line_join("round");
        pen.opacity(if ship.role == Role::Other { 0.4 } else { 1.0 });
        pen.colour(if whose == PlayerKind::You { colour } else { palette::SPACE });
        pen.context.fill();
        pen.stroke(colour, pen.px(1.75));
        pen.opacity(1.0);
    }

    /// The direction of a ship: its aim, or else its velocity.
    fn nose(&self, ship: &PanelShip) -> Option<Vec2> {
        if let Some(aim) = ship.aim {
            return Some(aim.unit());
        }
        let at = |age: i64| {
            let moment = self.picture.case.at(age);
            let mut ships = self.which.of(&moment).ships.iter();
            ships.find(|other| (other.ship, other.kind) == (ship.ship, ship.kind)).map(|s| s.pos)
        };
        let age = self.picture.age;
        let way = at(age + WAY)? - at(age - WAY)?;
        (way.length() > STILL_U).then(|| way.normalize_or_zero())
    }

    fn owner_of(&self, ship: ShipId) -> PlayerKind {
        if self.picture.case.is_recipient(ship) {
            return PlayerKind::You;
        }
        let bot = self.picture.entry(ship).is_some_and(|entry| entry.bot);
        if bot { PlayerKind::Bot } else { PlayerKind::Player }
    }

    fn shots_colour(&self) -> palette::Colour {
        palette::of(self.owner_of(self.picture.case.shooter()))
    }

    fn draw_names(&self) {
        let pen = &self.pen;
        pen.set_font(fonts::WORDS);
        pen.context.set_text_align("center");
        pen.context.set_text_baseline("top");
        pen.colour(palette::QUIET);
        let named = |ship: &&PanelShip| {
            let named = [PanelKind::Drawn, PanelKind::Extrapolated, PanelKind::Present];
            named.contains(&ship.kind) && ship.role != Role::Other
        };
        for ship in self.panel.ships.iter().filter(named) {
            let name = match self.owner_of(ship.ship) {
                PlayerKind::You => self.says(SheetText::You).to_string(),
                _ => self.picture.language.ship(&(self.picture.names)(ship.ship)),
            };
            let below = drawn_radius(pen) * pen.camera.scale() * 1.25 + 5.0;
            pen.text(&name, pen.camera.to_page(ship.pos) + Vec2::new(0.0, below));
        }
    }

    fn draw_edge(&self, window: Rect) {
        self.pen.context.begin_path();
        self.pen.rect(window);
        self.pen.stroke(palette::HAIRLINE, 1.0);
    }

    fn draw_title(&self, window: Rect) {
        let pen = &self.pen;
        let (title, colour) = self.which.title(self.picture.case.recipient_role());
        pen.set_font(fonts::TITLE);
        pen.context.set_text_align("left");
        pen.context.set_text_baseline("alphabetic");
        pen.colour(colour);
        pen.text(self.says(title), window.at - Vec2::new(0.0, 7.0));
    }

    /// Text at the lower edge: the source of the view, or the legend of the server's marks.
    fn draw_notes(&self, window: Rect) {
        let pen = &self.pen;
        let low = window.at + Vec2::new(8.0, window.size.y - 8.0);
        pen.set_font(fonts::WORDS);
        pen.context.set_text_align("left");
        pen.context.set_text_baseline("alphabetic");
        let note = match (self.which, self.panel.source) {
            (Perspective::Server, _) => return self.draw_key(window),
            (_, PanelSource::Exact) => return,
            (_, PanelSource::Estimated) => SheetText::WorkedOut,
            (_, PanelSource::Unknown) => self.why_unknown(),
        };
        pen.colour(palette::QUIET);
        pen.text(self.says(note), low);
    }

    fn says(&self, text: SheetText) -> &'static str {
        self.picture.language.sheet(text)
    }

    fn why_unknown(&self) -> SheetText {
        let case = self.picture.case;
        let ship = match self.which {
            Perspective::Victim => case.target(),
            _ => Some(case.shooter()),
        };
        let Some(ship) = ship else { return SheetText::NobodyNear };
        let bot = self.picture.entry(ship).is_some_and(|entry| entry.bot);
        if bot { SheetText::BotWithoutScreen } else { SheetText::ScreenUnknown }
    }

    /// The legend of the target's marks on the server's view, with the distance between two of
    /// them.
    fn draw_key(&self, window: Rect) {
        let pen = &self.pen;
        let of = |kind| {
            let target = |ship: &&PanelShip| ship.role == Role::Target && ship.kind == kind;
            self.panel.ships.iter().find(target).map(|ship| ship.pos)
        };
        let saw = if self.picture.own() { SheetText::YouSaw } else { SheetText::TheySaw };
        let rows = [
            (PanelKind::Judged, SheetText::Judged, palette::JUDGED),
            (PanelKind::Saw, saw, palette::SAW),
            (PanelKind::Present, SheetText::Now, palette::SERVER),
        ];
        let mut at = window.at + Vec2::new(8.0, window.size.y - 8.0);
        for (kind, word, colour) in rows {
            if of(kind).is_some() {
                pen.colour(colour);
                let word = self.says(word);
                pen.text(word, at);
                at.x += pen.width_px(word) + KEY_GAP_PX;
            }
        }
        if let (Some(judged), Some(saw)) = (of(PanelKind::Judged), of(PanelKind::Saw)) {
            pen.set_font(fonts::FIGURES);
            pen.context.set_text_align("right");
            pen.colour(palette::QUIET);
            let apart = self.picture.language.apart(Separation::of((judged - saw).length()));
            pen.text(&apart, window.at + window.size - Vec2::splat(8.0));
        }
    }
}
