//! Tests of the painted sky: what is on the canvas stays behind ships and marks.

use crate::fixture::document;
use shared::base::{geometry::Vec2, time::Micros};
use sky::tone::{AREA_CONTRAST_MAX, RIM_CONTRAST_MAX, STAR_CONTRAST_MAX, contrast};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use web_ui::{
    canvas::{camera::Camera, pen::Pen, rect::Rect},
    world::{Activity, Backdrop, Motion, SKY_BYTES_MAX, Sky, SkyDetail},
};

/// More slices than any sky has.
const SLICES_MAX: i64 = 200;

fn context(width: u32, height: u32) -> CanvasRenderingContext2d {
    let canvas: HtmlCanvasElement = document().create_element("canvas").unwrap().unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    canvas.get_context("2d").unwrap().unwrap().unchecked_into()
}

fn camera(width: f32, height: f32) -> Camera {
    Camera::new(Rect { at: Vec2::ZERO, size: Vec2::new(width, height) })
}

/// Calls it once a frame until the sky is painted; the number of frames.
fn paint(sky: &mut Sky, pen: &Pen, activity: Activity) -> i64 {
    let frame = (0..SLICES_MAX).find(|n| {
        sky.paint_slice(pen, Micros::from_ms(1_000 + n * 16), activity);
        sky.is_painted()
    });
    frame.expect("a painted sky")
}

fn check_painted(room: &str, (width, height): (u32, u32), ratio: f32) {
    let (context, camera) =
        (context(width, height), camera(width as f32 / ratio, height as f32 / ratio));
    let pen = Pen::new(&context, &camera, ratio);
    let mut sky = Sky::of(room);
    assert_eq!(sky.draw(&pen, Vec2::ZERO, Motion::Full), Backdrop::Space, "before it is painted");
    paint(&mut sky, &pen, Activity::Calm);
    assert!(sky.bytes() <= SKY_BYTES_MAX, "{} bytes", sky.bytes());
    assert!(matches!(sky.draw(&pen, Vec2::ONE, Motion::Full), Backdrop::Planet { .. }));
    let image = context.get_image_data(0.0, 0.0, width.into(), height.into()).unwrap().data().0;
    let contrasts: Vec<f32> = image.chunks(4).map(|p| contrast([p[0], p[1], p[2]])).collect();
    let above = |limit: f32| contrasts.iter().filter(|contrast| **contrast > limit).count();
    assert_eq!(above(STAR_CONTRAST_MAX), 0, "{room}");
    // Stars and rims are a small part of a sky.
    assert!(above(RIM_CONTRAST_MAX) * 200 < contrasts.len(), "{room}");
    assert!(above(AREA_CONTRAST_MAX) * 50 < contrasts.len(), "{room}");
    let dark = contrasts.iter().filter(|contrast| **contrast < 1.2).count();
    assert!(dark < contrasts.len(), "{room} is not flat");
}

#[wasm_bindgen_test]
fn a_painted_sky_is_within_its_contrasts_and_bytes() {
    check_painted("lobby", (640, 360), 1.0);
    check_painted("kepler", (2560, 1440), 2.0);
}

#[wasm_bindgen_test]
fn a_sky_is_painted_in_slices_and_waits_for_a_calm_moment() {
    let (context, camera) = (context(640, 360), camera(640.0, 360.0));
    let pen = Pen::new(&context, &camera, 1.0);
    let mut sky = Sky::of("lobby");
    let calm = paint(&mut sky, &pen, Activity::Calm);
    let mut other = Sky::of("lobby");
    let fight = paint(&mut other, &pen, Activity::Fight);
    assert!(calm > 20 && fight > calm, "{calm} and {fight} frames");
    sky.enter("lobby");
    assert!(sky.is_painted(), "the same room");
    sky.enter("duel");
    assert!(!sky.is_painted(), "another room has another sky");
}

#[wasm_bindgen_test]
fn the_last_sky_stays_until_the_next_one_is_painted() {
    let (context, wide) = (context(640, 360), camera(640.0, 360.0));
    let mut sky = Sky::of("lobby");
    paint(&mut sky, &Pen::new(&context, &wide, 1.0), Activity::Calm);
    let bytes = sky.bytes();
    let colours = || -> Vec<u8> {
        let image = context.get_image_data(0.0, 0.0, 200.0, 300.0).unwrap().data().0;
        image.chunks(4).map(|pixel| pixel[0]).collect()
    };
    // Another size, and another room.
    let narrow = camera(200.0, 300.0);
    let pen = Pen::new(&context, &narrow, 1.0);
    for room in ["lobby", "duel"] {
        sky.enter(room);
        sky.paint_slice(&pen, Micros::from_ms(1_000), Activity::Calm);
        assert!(!sky.is_painted());
        assert_eq!(sky.draw(&pen, Vec2::ZERO, Motion::Full), Backdrop::Space);
        let drawn = colours();
        assert!(drawn.iter().any(|red| *red != drawn[0]), "{room}: it is flat");
        assert_eq!(sky.bytes(), bytes, "{room}: one canvas is kept");
    }
    paint(&mut sky, &pen, Activity::Calm);
    assert!(sky.bytes() < bytes, "the last one is dropped");
}

#[wasm_bindgen_test]
fn a_flat_sky_is_the_colour_of_space() {
    let (context, camera) = (context(320, 180), camera(320.0, 180.0));
    let pen = Pen::new(&context, &camera, 1.0);
    let mut sky = Sky::of("lobby");
    paint(&mut sky, &pen, Activity::Calm);
    sky.set_detail(SkyDetail::Flat);
    assert_eq!(sky.draw(&pen, Vec2::ZERO, Motion::Full), Backdrop::Space);
    let pixel = context.get_image_data(160.0, 90.0, 1.0, 1.0).unwrap().data().0;
    assert_eq!(pixel, [11, 16, 32, 255]);
}
