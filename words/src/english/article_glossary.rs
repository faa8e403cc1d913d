//! The article's terms, explained in English.

use crate::article::GlossaryEntry;

pub(crate) const GLOSSARY: [GlossaryEntry; 25] = [
    GlossaryEntry {
        term: "ping",
        words: &["ping"],
        text: "The time that a message takes to the server and its answer takes back, also \
               called round trip.",
    },
    GlossaryEntry {
        term: "latency",
        words: &["latency", "lag"],
        text: "The time from an input to the picture that shows it: the ping, and what \
               messages wait before they are sent and drawn. Players call it lag.",
    },
    GlossaryEntry {
        term: "jitter",
        words: &["jitter"],
        text: "How much the time that messages take varies from one to the next.",
    },
    GlossaryEntry {
        term: "loss",
        words: &["loss", "packet loss"],
        text: "Messages that never arrive, as a share of those sent.",
    },
    GlossaryEntry {
        term: "tick",
        words: &["tick", "ticks"],
        text: "One step of the simulation, here 1/60 s. Client and server use the same tick \
               numbers.",
    },
    GlossaryEntry {
        term: "user command",
        words: &["command", "commands"],
        text: "A player’s input for one tick: thrust, turn, fire. It carries the number of \
               its tick.",
    },
    GlossaryEntry {
        term: "command margin",
        words: &["margin", "command margin"],
        text: "How long before its tick a command arrives at the server. Below zero, it is \
               too late.",
    },
    GlossaryEntry {
        term: "lead",
        words: &["lead"],
        text: "How far you see your own ship ahead of the server: half of the round trip, and what \
               your commands wait.",
    },
    GlossaryEntry {
        term: "predict",
        words: &["prediction"],
        text: "Your computer executes your own commands ahead of the server. When the \
               server’s state arrives, it replays those that the server has not executed yet.",
    },
    GlossaryEntry {
        term: "reconcile",
        words: &["reconciliation"],
        text: "Comparing a prediction with the server’s state, and replaying from there the \
               commands that the server has not executed.",
    },
    GlossaryEntry {
        term: "correction",
        words: &["correction"],
        text: "An offset that hides on the screen that a prediction was wrong, and fades \
               within a moment.",
    },
    GlossaryEntry {
        term: "snap",
        words: &["snap", "snaps"],
        text: "To draw a ship at its corrected place at once, without an offset that fades.",
    },
    GlossaryEntry {
        term: "snapshot",
        words: &["snapshot", "snapshots"],
        text: "The world at one tick, quantised, as the server sends it to a player.",
    },
    GlossaryEntry {
        term: "interpolation",
        words: &["interpolation"],
        text: "Drawing a ship between two snapshots, at a moment that lies a fixed delay in \
               the past.",
    },
    GlossaryEntry {
        term: "interpolation delay",
        words: &["buffer", "interpolation delay"],
        text: "How far behind the snapshots your screen draws, so that late ones still arrive in \
               time. Its length is the interpolation delay.",
    },
    GlossaryEntry {
        term: "extrapolation",
        words: &["extrapolation"],
        text: "Drawing a ship beyond the newest snapshot, as if it flew on as before. This is \
               a guess.",
    },
    GlossaryEntry {
        term: "scheme",
        words: &["scheme", "schemes"],
        text: "A set of rules by which a game hides latency, and so decides who pays for it.",
    },
    GlossaryEntry {
        term: "convergence",
        words: &["convergence"],
        text: "A bolt is drawn from the muzzle on every screen and flies faster at first, \
               catching up with its true path.",
    },
    GlossaryEntry {
        term: "rewind",
        words: &["lag compensation", "rewinding"],
        text: "The server looks up the targets at the earlier moment that the shooter saw. \
               Also called rewinding.",
    },
    GlossaryEntry {
        term: "rewind limit",
        words: &["rewind limit"],
        text: "How far back a shot may look.",
    },
    GlossaryEntry {
        term: "delayed synchronisation",
        words: &["delayed synchronisation"],
        text: "Every screen draws the other ships a fixed time D late, and shots are judged \
               in that past. In the end all screens agree.",
    },
    GlossaryEntry {
        term: "lockstep",
        words: &["lockstep"],
        text: "A tick runs only when the commands of all players for it have arrived.",
    },
    GlossaryEntry {
        term: "re-run",
        words: &["rollback"],
        text: "Going back to an earlier state and simulating its ticks again, once it is \
               known what really happened in them.",
    },
    GlossaryEntry {
        term: "input delay",
        words: &["input delay"],
        text: "Ticks that pass on purpose between a command and the frame that shows it, so \
               that less has to be run again.",
    },
    GlossaryEntry {
        term: "cover veto",
        words: &["favours the defender"],
        text: "A rule by which a hit on the rewound target does not count if cover is now between \
               the shot and the target.",
    },
];
