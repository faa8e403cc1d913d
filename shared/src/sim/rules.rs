//! The game's constants, each with its unit: the one table to tune.

/// Width of the arena, in u.
pub const ARENA_WIDTH_U: f32 = 3200.0;
/// Height of the arena, in u.
pub const ARENA_HEIGHT_U: f32 = 1800.0;
/// Width of the area around their ship that all players are sent, in u.
pub const VIEW_WIDTH_U: f32 = 1600.0;
/// Its height, in u.
pub const VIEW_HEIGHT_U: f32 = 900.0;
/// Asteroids of a new arena.
pub const ASTEROIDS: usize = 12;
/// Radius of the smallest asteroid, in u.
pub const ASTEROID_RADIUS_MIN_U: f32 = 44.0;
/// Radius of the largest asteroid, in u.
pub const ASTEROID_RADIUS_MAX_U: f32 = 110.0;

/// Radius of a ship, in u.
pub const SHIP_RADIUS_U: f32 = 16.0;
/// Acceleration at full thrust from rest, in u/s².
pub const SHIP_ACCELERATION_U_PER_S2: f32 = 900.0;
/// Speed at which drag balances thrust, in u/s.
pub const SHIP_SPEED_MAX_U_PER_S: f32 = 420.0;
/// Drag: the rate at which a coasting ship loses speed, in 1/s.
pub const SHIP_DRAG_PER_S: f32 = SHIP_ACCELERATION_U_PER_S2 / SHIP_SPEED_MAX_U_PER_S;
/// Speed below which a coasting ship comes to rest, in u/s.
pub const SHIP_REST_U_PER_S: f32 = 0.5;
/// Share of the speed kept in a bounce off a wall or an asteroid.
pub const BOUNCE_ARENA: f32 = 0.6;
/// Share of the closing speed kept when two ships bounce off each other.
pub const BOUNCE_SHIPS: f32 = 0.8;

/// Hit points of a fresh ship.
pub const SHIP_HEALTH: u8 = 100;
/// Time from death to respawn, in ms.
pub const RESPAWN_MS: u32 = 2000;
/// Invulnerability after a respawn, in ms.
pub const SHIELD_MS: u32 = 1000;

/// Preferred spawn distance from the nearest ship, in u: within its view, outside its fire.
pub const SPAWN_DISTANCE_U: f32 = 620.0;

/// Speed of a laser bolt, in u/s.
pub const BOLT_SPEED_U_PER_S: f32 = 900.0;
/// Lifetime of a laser bolt, in ms.
pub const BOLT_LIFE_MS: u32 = 1200;
/// Time between two laser bolts of a ship, in ms.
pub const LASER_COOLDOWN_MS: u32 = 150;
/// Damage of a laser bolt, in hit points.
pub const LASER_DAMAGE: u8 = 12;

/// Reach of the beam, in u.
pub const BEAM_RANGE_U: f32 = 1200.0;
/// Time between two beams of a ship, in ms.
pub const BEAM_COOLDOWN_MS: u32 = 900;
/// Damage of a beam, in hit points.
pub const BEAM_DAMAGE: u8 = 34;
