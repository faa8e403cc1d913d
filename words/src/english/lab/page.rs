//! Texts of the laboratory's page in English, as `web/lab.html` has them.

use crate::lab::page::LabPage;

pub(crate) const PAGE: LabPage = LabPage {
    bar_title: "Lagrange laboratory",
    bar_heading: "Laboratory",
    bar_scenario: "Scenario",
    bar_capture_end: "Close the capture",
    bar_panels: "Panels",
    bar_lessons: "Lessons {0}",
    bar_schemes: "Schemes {0}",
    bar_network: "Network {0}",
    bar_desk: "Cheats{0}{1}",
    bar_desk_hint: "The cheater’s desk: programs that lie",
    bar_shots: "Shots {0}",
    bar_graph: "Net graph {0}",
    bar_ring: "Ring{0}{1}",
    bar_ring_hint: "QuakeWorld’s ring of commands",
    bar_view_line: "View line{0}{1}",
    bar_view_line_hint: "The interpolation time line",
    bar_stored: "Stored{0}{1}",
    bar_stored_hint: "What the server has stored about a ship: press it to go from ship to ship, \
                      or point at one",
    bar_share: "Share {0}",
    bar_more: "More",
    bar_more_on: "something is on",
    bar_help: "Help{0}",
    bar_caption: "What this shows",
    bar_close: "Close {0}",
    bar_graph_name: "Net graph",
    bar_away: crate::english::article::ARTICLE.away,

    time_ring_slot: "Command, oldest to newest",
    time_ring_slot_hint: "Choose the slot whose numbers you want: the newest is on the right. Or \
                          point at one.",
    time_lanes_say: "What the lanes show",
    time_name: "Time",
    time_restart: "Restart {0}",
    time_restart_hint: "Restart with the same seed",
    time_frame_back: "One frame back",
    time_frame_on: "One frame forward",
    time_speed: "Speed",
    time_speed_hint: "Speed: − and + step through it",
    time_position: "Position in the recording",
    time_cue: "To the decisive moment",
    time_take: "Fly it yourself {0}",
    time_swap: "Swap ships{0}",

    help_name: "Help",
    help_about: "The room, three players and the six links between them run in this page, on one \
                 clock. So the three panes can show what no networked program can: the same \
                 instant on your screen, on the server and on the other player’s screen. Threads \
                 connect the same ship, and the same bolt, between panes.",
    help_keys_fly: "{0}{1}{2}{3} or arrows",
    help_fly: "fly: takes over from the scenario",
    help_keys_aim: "mouse or {0}{1}, {2}, {3}",
    help_aim: "aim, laser, beam",
    help_play: "play, pause",
    help_frames: "one frame back, one frame forward",
    help_cue: "to the decisive moment marked on the time bar; again: play on from there",
    help_speed: "slower, faster: down to 1/100",
    help_restart: "restart with the same seed",
    help_swap: "swap ships: fly the other one",
    help_maximise: "maximise the pane under the mouse",
    help_keys_schemes: "{0} to {1}",
    help_schemes: "schemes; {0} compares two",
    help_lessons: "lessons, previous, next",
    help_drawers: "schemes, network, shots, net graph, share",
    help_desk: "cheater’s desk: programs that lie, and what each room counts",
    help_ring: "ring: which of your commands were sent, acknowledged, replayed",
    help_view_line: "view line: the snapshots between which the others are drawn",
    help_ghosts: "ghosts",
    help_point_at_ship: "point at a ship, or {0}",
    help_stored: "what the server has stored about it: {0} goes from ship to ship",
    help_click_bolt: "click a bolt",
    help_why_hit: "why it hit or missed",
    help_close_open: "close what is open",
    help_cues_wanted: "{0}Slow down and pause at the decisive moment",
    help_legend: "{0}the server now{1} {2}what the shooter saw{3} {4}what the server judged",
    help_strip: "The strip below the panes: each dot is a packet that climbs from its sender to \
                 its receiver as time runs from left to right. Lost ones end half way, with a \
                 cross; late ones wait, in yellow, below the top edge.",
    help_referee: "See how far back it looks",
    help_referee_hint: "Do you run a server of your own? {0} when it decides hits.",
    help_play_online: "Play online",

    lessons_name: "Lessons",
    lessons_example_title: "An example, to scale",
    lessons_example_name: "Two dots on a time line, at 1 s and at 5 s, and a bar half way between \
                           them, at 3 s",
    lessons_example: "The example from the article on Wolfenstein: ET. The server has markers from \
                      1 s and from 5 s, and a command asks for 3 s. That is half way from one to \
                      the other, and so is the ship. Point at a ship, or press {0}, to see what is \
                      stored about it here.",
    lessons_do_this: "Try this",
    lessons_watch_that: "Watch for",
    lessons_article: "The same idea in the article",
    lessons_back: "Back {0}",
    lessons_next: "Next {0}",
    lessons_all: "All lessons",

    schemes_name: "Schemes",
    schemes_about: "A netcode scheme decides how the game hides the time that messages take. Run \
                    two side by side: the same aim, the same packets, different rules.",
    schemes_columns: "Columns",
    schemes_presets: "Presets",
    schemes_alternatives: "Compare with",
    schemes_choices: "What it chooses",
    schemes_shot_line: "{0}Shot line",
    schemes_room_part: "The room decides",
    schemes_player_part: "Every player decides",
    schemes_player_hint: "What each player sees and sends.",

    network_name: "Network",
    network_about: "Six links, all in this page: one up and one down for each player. Changes \
                    apply to whatever is sent from now on.",
    network_codec: "snapshots contain",
    network_codec_hint: "How the server packs the state of the world. The match restarts: watch \
                         the bytes, and the net graph.",
    network_whose_links: "Whose links",
    network_you: "You",
    network_other: "Other",
    network_third: "Third",
    network_kinds: "Kinds of connection",
    network_way_up: "Up: to the server, one way",
    network_way_down: "Down: from the server, one way",
    network_full_update: "Ask for a full update",
    network_full_update_hint: "The next snapshot repeats everything and depends on no earlier one: \
                               the tall pale bar in the net graph. At most one a second.",
    network_who_flies: "Who flies",
    network_controllers: "Who flies this ship",

    desk_name: "Cheater’s desk",
    desk_about: "A program can change what a player sends. Choosing one restarts the match.",
    desk_programs: "Whose program",
    desk_columns: "Where it lies",
    desk_lies: "What it does",
    desk_tries: "What it tries",
    desk_against: "Defence",
    desk_came: "Result",
    desk_gains: "Gain",
    desk_counters: "All counters",

    share_shots: "Shots",
    share_no_shot: "No shots yet. Pull the trigger, or let the scenario play.",
    share_name: "Share",
    share_about: "The link opens exactly this moment in another browser, with everything that was \
                  flown and the shot you are looking into.",
    share_copy: "Copy",
    share_as_figure: "As a figure",
    share_figure: "For your own page, as an element or in an iframe: the {0}, with the scenario \
                   and the presets you see here. Anything else you set or flew is not included.",
    share_figure_alone: "figure alone",
    share_copy_element: "Copy element",
    share_copy_iframe: "Copy iframe",
    share_as_file: "As a file",
    share_run: "A run holds every input of the match. {0} plays it, {1} judges its shots.",
    share_save_run: "Download this run",
    share_open_file: "Open a file{0}",
    share_drop: "Or drop a file anywhere on the page: a run, or a capture of an online match.",

    beginning_name: "Where to begin",
    beginning_about: "In a networked game, what you see, what the server has, and what the other \
                      player sees are three different moments. Here you see all three side by \
                      side, and you can stop time.",
    beginning_learn: "Learn",
    beginning_learn_hint: "Ten short lessons with one idea each, from latency to rewinding. Or \
                           read the article {0}.",
    beginning_article: "How shooters hide lag",
    beginning_try: "Try",
    beginning_try_hint: "Fly against two bots at a ping of 100 ms, then make it worse.",
    beginning_shot: "Look into a shot",
    beginning_shot_hint: "A hit that a rock cancelled: what each of the three saw of it, and how \
                          nine rules judge it.",
    beginning_dismiss: "Look around {0}",
    beginning_panic: "The laboratory stopped because of an error.",
    beginning_panic_hint: "That is a bug in Lagrange. Reload to start again; if it happens again, \
                           please report this:",
    beginning_reload: "Reload",
};
