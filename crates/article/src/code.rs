//! The rule of each section as a few lines of pseudo-code, and where the real code of it is. The
//! article's page shows them folded.
//!
//! The lines are the same in every language and have no comments; the crate `words` has a sentence
//! for each.

/// The project's source on the web; the path of a file follows.
pub const SOURCE_URL: &str = "https://github.com/lagrange-game/lagrange/blob/main/";

/// A function of this repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFunction {
    /// Path from the root of the repository.
    pub file: &'static str,
    pub name: &'static str,
}

/// The rule of a section.
#[derive(Clone, Copy, Debug)]
pub struct SectionCode {
    /// The section's key in URLs.
    pub key: &'static str,
    /// At most [`LINES_MAX`] lines of at most [`COLUMNS_MAX`] columns.
    pub lines: &'static str,
    /// Where the rule is implemented.
    pub functions: &'static [SourceFunction],
}

pub const LINES_MAX: usize = 16;
/// A line this long fits beside a figure on a desktop, and wraps once on a phone.
pub const COLUMNS_MAX: usize = 48;

/// The rule of a section, by its key.
#[must_use]
pub fn code_of(key: &str) -> Option<&'static SectionCode> {
    CODE.iter().find(|code| code.key == key)
}

const fn function(file: &'static str, name: &'static str) -> SourceFunction {
    SourceFunction { file, name }
}

/// The rules, in the order of the article.
pub const CODE: [SectionCode; 16] = [
    SectionCode {
        key: "cover",
        lines: "\
server.at_end_of_frame(now):
    for ship in ships:
        ship.markers.push(now, ship.pose)
        ship.markers.keep_newest(10)

server.pose_for_beam(ship, seen):
    if seen >= ship.markers.newest.time:
        return ship.pose
    if seen < ship.markers.oldest.time:
        return ship.markers.oldest.pose
    older, newer = ship.markers.around(seen)
    return blend(older, newer, seen)",
        functions: &[
            function("shared/src/schemes/et.rs", "store_frame"),
            function("shared/src/schemes/et.rs", "adjust"),
        ],
    },
    SectionCode {
        key: "message",
        lines: "\
client.every_tick():
    server.send(read_input())

server.every_tick():
    for ship in ships:
        ship.step(newest_input_of(ship))

server.every_snapshot():
    client.send(ships)

client.every_frame():
    draw(newest_snapshot.ships)

latency = ping + waiting_to_be_sent
               + waiting_to_be_drawn",
        functions: &[
            function("shared/src/client/timeline.rs", "packet"),
            function("shared/src/client/own_view.rs", "shown"),
        ],
    },
    SectionCode {
        key: "prediction",
        lines: "\
client.every_tick(tick):
    commands[tick] = read_input()
    server.send(tick, commands[tick])
    ship = step(ship, commands[tick])

server.every_snapshot():
    client.send(ship, ship.executed_tick)

client.on_snapshot(state, executed_tick):
    ship = state
    for tick in executed_tick + 1 .. newest:
        ship = step(ship, commands[tick])",
        functions: &[
            function("shared/src/client/predict.rs", "execute"),
            function("shared/src/client/predict.rs", "reconcile"),
        ],
    },
    SectionCode {
        key: "wrong-prediction",
        lines: "\
client.on_snapshot(state, executed_tick):
    before = ship.pos
    ship = state
    for tick in executed_tick + 1 .. newest:
        ship = step(ship, commands[tick])
    error = before - ship.pos
    if length(error) <= 64:
        offset += error

client.every_frame():
    offset = faded(offset, 100 ms)
    draw(ship.pos + offset)",
        functions: &[
            function("shared/src/client/predict.rs", "reconcile"),
            function("shared/src/schemes/source/error_smoothing.rs", "add"),
            function("shared/src/schemes/source/error_smoothing.rs", "offset_at"),
        ],
    },
    SectionCode {
        key: "moments",
        lines: "\
own_time    = server_time + up + margin
others_time = server_time - down - delay

client.every_frame():
    draw(me, at = own_time)
    for ship in others:
        draw(ship, at = others_time)

apart = own_time - others_time
      = up + down + margin + delay
      = ping + margin + delay",
        functions: &[
            function("shared/src/client/timeline.rs", "own_time"),
            function("shared/src/client/timeline.rs", "interpolated_view"),
        ],
    },
    SectionCode {
        key: "clocks",
        lines: "\
server.on_command(tick, command, now):
    margin = time_of(tick) - now
    client.report(tick, margin)

client.on_report(tick, margin):
    margins.push(margin - clock_offset)

client.every_frame():
    wanted = target_margin - min(margins)
    clock_offset = slew(clock_offset, wanted)

own_time = local_time + clock_offset",
        functions: &[
            function("shared/src/client/clock.rs", "handle_margin"),
            function("shared/src/client/clock.rs", "follow"),
        ],
    },
    SectionCode {
        key: "interpolation",
        lines: "\
client.every_frame(now):
    time = server_clock(now) - delay
    older = newest snapshot at or before time
    newer = the snapshot after it
    if newer has arrived:
        f = (time - older.time)
          / (newer.time - older.time)
        draw(older.pos
             + f * (newer.pos - older.pos))
    else:
        fly_on(older, at_most = 250 ms)",
        functions: &[
            function("shared/src/client/interpolate.rs", "drawn"),
            function("shared/src/schemes/source/interpolation.rs", "sample"),
        ],
    },
    SectionCode {
        key: "jitter-buffer",
        lines: "\
client.on_snapshot(snapshot, now):
    lags.push(now - snapshot.time)
    lags.keep_last(1.5 s)

client.every_frame(now):
    server_clock.slew_to(now - min(lags))
    time = server_clock - delay
    late = time > newest_snapshot.time

jitter = max(lags) - min(lags)
delay >= jitter
       + (lost_in_a_row + 1) * interval",
        functions: &[
            function("shared/src/client/clock.rs", "handle_snapshot"),
            function("shared/src/client/clock.rs", "follow"),
        ],
    },
    SectionCode {
        key: "late-laser",
        lines: "\
server.on_fire(shooter, aim):
    bolts.add(shooter.muzzle, aim)

server.every_tick():
    for bolt in bolts:
        path = bolt.pos, then bolt.vel * dt
        for ship in ships except bolt.shooter:
            if path.meets(ship.pose_now):
                hit(ship)
        bolt.pos = path.end

miss = target_speed * (up + down + delay)",
        functions: &[
            function("shared/src/judge/rule.rs", "target_time"),
            function("shared/src/judge/hit_test/sweep.rs", "sweep"),
        ],
    },
    SectionCode {
        key: "jump",
        lines: "\
jump(bolt, lag):
    bolt.pos = muzzle + bolt.vel * lag

converge(bolt, lag):
    bolt.pos = muzzle
    bolt.target = muzzle + bolt.vel * lag

bolt.every_frame():
    bolt.target += bolt.vel * dt
    bolt.pos    += bolt.vel * dt
    bolt.pos = (bolt.pos + bolt.target) / 2",
        functions: &[
            function("shared/src/judge/rule.rs", "distance_at"),
            function("shared/src/schemes/targeting.rs", "laser_distance"),
        ],
    },
    SectionCode {
        key: "rewinding",
        lines: "\
client.on_fire():
    server.send(FIRE, seen = others_time)

server.every_tick(now):
    for ship in ships:
        history[ship].push(now, ship.pose)

server.on_fire(shot, seen, now):
    seen = clamp(seen, now - limit, now)
    for age in the flight of shot:
        for ship in ships except shooter:
            then = history[ship].at(seen + age)
            if shot.at(age).meets(then):
                hit(ship)",
        functions: &[
            function("shared/src/judge/view.rs", "resolve_rewind"),
            function("shared/src/judge/rule.rs", "target_time"),
            function("shared/src/history/pose.rs", "pose_between"),
        ],
    },
    SectionCode {
        key: "victim-pays",
        lines: "\
server.on_hit(shot, victim, place):
    if rules.cover_veto:
        line = place .. victim.pose_now
        if some rock blocks line:
            return VETOED
    damage(victim)

hit_behind_cover_for_up_to
    = min(limit, shooter.up + shooter.down
                 + shooter.delay)
    + victim.up + victim.margin
    + victim.down",
        functions: &[
            function("shared/src/judge/hit_test/decide.rs", "is_vetoed"),
            function("shared/src/judge/hit_test/decide.rs", "cover_of"),
        ],
    },
    SectionCode {
        key: "lockstep",
        lines: "\
client.on_tick_drawn(tick):
    server.send(tick + 1 + n, read_input())

server.run():
    tick = next tick
    wait until dt after the previous tick
    wait until commands[tick] of every player
    world.step(commands[tick])
    everyone.send(world)

response = max((n + 1) * dt, slowest_ping)
speed    = min(1 / dt, (n + 1) / slowest_ping)",
        functions: &[
            function("shared/src/room/lockstep.rs", "run_lockstep"),
            function("shared/src/schemes/lockstep.rs", "input_to_picture"),
        ],
    },
    SectionCode {
        key: "everyone",
        lines: "\
client.on_snapshot(snapshot):
    world = snapshot.world
    for tick in snapshot.tick + 1 .. own_tick:
        me.step(commands[tick])
        if tick - snapshot.tick <= 15:
            for ship in others:
                ship.step(ship.last_command)
        separate_overlapping_ships(world)

client.every_frame():
    draw(world)",
        functions: &[
            function("shared/src/client/predicted_world.rs", "begin"),
            function("shared/src/client/predicted_world.rs", "step"),
        ],
    },
    SectionCode {
        key: "rollback",
        lines: "\
peer.every_frame(frame):
    input = read_input()
    mine[frame + input_delay] = input
    other.send(frame + input_delay, input)
    if theirs[frame] has not arrived:
        theirs[frame] = the last one known
    saved[frame] = world
    world.step(mine[frame], theirs[frame])

peer.on_input(frame, input):
    if frame has run and theirs[frame] != input:
        world = saved[frame]
        for f in frame .. now:
            world.step(mine[f], theirs[f])",
        functions: &[
            function("shared/src/client/predicted_world.rs", "begin"),
            function("shared/src/client/own_view.rs", "drawn_tick"),
        ],
    },
    SectionCode {
        key: "choose",
        lines: "\
hits(shot, age):
    for ship in ships except shooter:
        pose = ship.pose_at(moment(shot, age))
        if place(shot, age).meets(pose):
            return ship

place  = from the muzzle
       | ahead of it
       | catching up
moment = now
       | seen + age
       | fired - D + age",
        functions: &[
            function("shared/src/judge/rule_table.rs", "row"),
            function("shared/src/judge/rule.rs", "distance_at"),
            function("shared/src/judge/rule.rs", "target_time"),
        ],
    },
];
