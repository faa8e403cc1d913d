//! Compact encoding of a run: the differences from a known setup, then every input as bits. Packed
//! when a link or file is made, unpacked when one is opened.
//!
//! First a head in postcard: the parts of the setup that are included, frames, the number of
//! inputs, and the inputs other than flight, in order. Then bits, for each input:
//!
//! | bits | what |
//! |---|---|
//! | golomb 0 | frames since the previous input, with 0 and 1 swapped: a person moves every frame |
//! | 1 | 0: the player of the last flight input flies |
//! | + 1 | 0: another player flies; 1: the next of the other inputs |
//! | + 2 | which player |
//! | 1 (+ 4) | thrust, if it changed |
//! | 1 (+ 2) | triggers, if they changed: laser, beam |
//! | 1 | whether the aim changed |
//! | + 1 | 0: golomb code of the change, with its order adapted to recent ones; 1: 16 bits |
//!
//! An input that changes only the aim therefore takes 22 bits at most.
//!
//! Last, in postcard, the cheats of all players, unless they are those of the known setup. A run
//! without cheats thus has the same bytes as before cheats existed.
//!
//! The snapshot codec is not included: links and files store its name separately, so it is passed
//! in next to the bytes.

use alloc::{string::String, vec::Vec};

use capture::limits::RUN_FRAMES_MAX;
use serde::{Deserialize, Serialize};
use shared::{
    base::{
        encoding::{append, read, read_first},
        geometry::Turn,
        time::TickRate,
    },
    client::Controls,
    netcode::values::Netcode,
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
    },
    wire::{
        bits::{BitReader, BitWriter, BitsError, PutBits, TakeBits},
        codec::CodecId,
    },
};

use super::{
    lie::Liar,
    pack_older::OlderHead,
    run::{Input, Run, RunError, TimedInput},
    scenario::Scenario,
    setup::{PlayerSetup, Setup, Throw},
};
use crate::limits::{LAB_INPUTS_MAX, LAB_PLAYERS};

/// Encoding of the netcodes in a packed run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackForm {
    /// As written by [`pack`]: settings that differ from the default, by number.
    Settings,
    /// Field by field: links up to version 2, files up to version 3.
    Fields,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    #[error("invalid header")]
    Head,
    #[error("unknown scenario")]
    Scenario,
    #[error("malformed input {n}: {why}")]
    Bits {
        /// Index from 0.
        n: u32,
        why: BitsError,
    },
    #[error("input {n} is invalid")]
    Input {
        /// Index from 0.
        n: u32,
    },
    /// Trailing data.
    #[error("trailing data: {inputs} inputs and {bytes} bytes")]
    TrailingData { inputs: usize, bytes: usize },
    /// The run violates a bound.
    #[error(transparent)]
    InvalidRun(#[from] RunError),
}

/// The head of a packed run. `None` means as in the setup that both ends know.
#[derive(Serialize, Deserialize)]
struct Head {
    /// By key, so that it stays valid when scenarios are added.
    scenario: Option<String>,
    seed: Option<u64>,
    rate: Option<TickRate>,
    arena: Option<Arena>,
    bots: Option<u8>,
    columns: Option<Vec<Netcode>>,
    players: [Option<PlayerSetup>; LAB_PLAYERS],
    throws: Option<Vec<Throw>>,
    loop_frames: Option<u16>,
    frames: u32,
    n_inputs: u32,
    /// The inputs other than flight.
    others: Vec<Input>,
}

/// The coder's state, derived from the inputs so far.
#[derive(Default)]
struct FlightModel {
    frame: u32,
    player: u8,
    controls: [Controls; LAB_PLAYERS],
    /// Eight times the mean change of aim, in folded steps.
    aim_change_x8: u32,
}

/// Packs a run. What equals `known` is left out; without it, everything but the snapshot codec is
/// included. An invalid run can be packed, but unpacking rejects it.
#[must_use]
pub fn pack(run: &Run, known: Option<&Setup>) -> Vec<u8> {
    let flown = |input: &Input| match input {
        Input::Fly { player, .. } => player_index(*player).is_some(),
        _ => false,
    };
    let others = run.inputs.iter().map(|timed| &timed.input).filter(|input| !flown(input));
    let head = Head {
        frames: run.frames,
        n_inputs: u32::try_from(run.inputs.len()).unwrap_or(u32::MAX),
        others: others.cloned().collect(),
        ..Head::of(&run.setup, known)
    };
    let mut writer = BitWriter::default();
    let mut model = FlightModel::default();
    for input in &run.inputs {
        model.write_frame(&mut writer, input.frame);
        match input.input {
            Input::Fly { player, controls } if flown(&input.input) => {
                model.write_flight(&mut writer, player, controls);
            }
            _ => writer.bits(0b11, 2),
        }
    }
    // Growing a vector cannot fail, nor can serialising these types.
    let mut bytes = append(Vec::new(), &head);
    bytes.extend(writer.finish().0);
    let lying = liars(&run.setup);
    if lying == known.map(liars).unwrap_or_default() { bytes } else { append(bytes, &lying) }
}

/// Unpacks a run, checks all of its bounds, and sets its snapshot codec. `known` must be the setup
/// it was packed with, if any.
///
/// # Errors
/// When the bytes are not a run, or the run is invalid.
pub fn unpack(
    bytes: &[u8],
    form: PackForm,
    codec: CodecId,
    known: Option<&Setup>,
) -> Result<Run, PackError> {
    let begun = match form {
        PackForm::Settings => read_first::<Head>(bytes),
        PackForm::Fields => {
            read_first::<OlderHead>(bytes).map(|(head, rest)| (Head::from(head), rest))
        }
    };
    let (mut head, rest) = begun.map_err(|_| PackError::Head)?;
    if head.frames > RUN_FRAMES_MAX {
        return Err(RunError::TooLong { frames: head.frames }.into());
    }
    if head.n_inputs as usize > LAB_INPUTS_MAX {
        return Err(RunError::TooManyInputs { n: head.n_inputs as usize }.into());
    }
    let (frames, n_inputs) = (head.frames, head.n_inputs);
    let mut others = core::mem::take(&mut head.others).into_iter();
    let mut run = Run { setup: head.setup(codec, known)?, inputs: Vec::new(), frames };
    let mut reader = BitReader::new(rest);
    let mut model = FlightModel::default();
    for n in 0..n_inputs {
        let flight = model.read(&mut reader).map_err(|why| PackError::Bits { n, why })?;
        let input = match flight {
            Some(flight) => flight.input().ok_or(PackError::Input { n })?,
            None => others.next().ok_or(PackError::Input { n })?,
        };
        if let Input::Fly { player, controls } = input
            && let Some(last) =
                player_index(player).and_then(|player_index| model.controls.get_mut(player_index))
        {
            (model.player, *last) = (player, controls);
        }
        run.inputs.push(TimedInput { frame: model.frame, input });
    }
    let left = PackError::TrailingData { inputs: others.len(), bytes: reader.rest().len() };
    if others.len() > 0 {
        return Err(left);
    }
    let lying = match reader.rest() {
        [] => known.map(liars).unwrap_or_default(),
        rest => read::<Liars>(rest).map_err(|_| left)?,
    };
    for (player, liar) in run.setup.players.iter_mut().zip(lying) {
        player.liar = liar;
    }
    run.check()?;
    Ok(run)
}

/// The cheat of each player.
type Liars = [Option<Liar>; LAB_PLAYERS];

fn liars(setup: &Setup) -> Liars {
    setup.players.each_ref().map(|player| player.liar)
}

/// A flight input as read, not validated yet.
struct Flight {
    player: u8,
    thrust: u8,
    aim: Turn,
    trigger: Trigger,
}

impl Flight {
    fn input(self) -> Option<Input> {
        player_index(self.player)?;
        let thrust = Thrust::from_number(self.thrust)?;
        let controls = Controls { thrust, aim: self.aim, trigger: self.trigger };
        Some(Input::Fly { player: self.player, controls })
    }
}

impl From<OlderHead> for Head {
    fn from(older: OlderHead) -> Self {
        let columns = older.columns.map(|all| all.into_iter().map(Netcode::from).collect());
        Self {
            scenario: older.scenario,
            seed: older.seed,
            rate: older.rate,
            arena: older.arena,
            bots: older.bots,
            columns,
            players: older.players,
            throws: older.throws,
            loop_frames: older.loop_frames,
            frames: older.frames,
            n_inputs: older.n_inputs,
            others: older.others.into_iter().map(Input::from).collect(),
        }
    }
}

impl Head {
    fn of(setup: &Setup, known: Option<&Setup>) -> Self {
        fn changed_value<T: Clone + PartialEq>(value: &T, known: Option<&T>) -> Option<T> {
            (Some(value) != known).then(|| value.clone())
        }
        let scenario = changed_value(&setup.scenario, known.map(|known| &known.scenario));
        let player =
            |n: usize| changed_value(&setup.players[n], known.map(|known| &known.players[n]));
        Self {
            scenario: scenario.map(|scenario| scenario.key().into()),
            seed: changed_value(&setup.seed, known.map(|known| &known.seed)),
            rate: changed_value(&setup.rate, known.map(|known| &known.rate)),
            arena: changed_value(&setup.arena, known.map(|known| &known.arena)),
            bots: changed_value(&setup.bots, known.map(|known| &known.bots)),
            columns: changed_value(&setup.columns, known.map(|known| &known.columns)),
            players: core::array::from_fn(player),
            throws: changed_value(&setup.throws, known.map(|known| &known.throws)),
            loop_frames: changed_value(&setup.loop_frames, known.map(|known| &known.loop_frames)),
            frames: 0,
            n_inputs: 0,
            others: Vec::new(),
        }
    }

    fn setup(self, codec: CodecId, known: Option<&Setup>) -> Result<Setup, PackError> {
        fn of<T: Clone>(changed_value: Option<T>, known: Option<&T>) -> Result<T, PackError> {
            changed_value.or_else(|| known.cloned()).ok_or(PackError::Head)
        }
        let scenario = match self.scenario {
            Some(key) => Some(Scenario::of_key(&key).ok_or(PackError::Scenario)?),
            None => None,
        };
        let [first, second, third] = self.players;
        let player =
            |changed_value, n: usize| of(changed_value, known.map(|known| &known.players[n]));
        Ok(Setup {
            scenario: of(scenario, known.map(|known| &known.scenario))?,
            seed: of(self.seed, known.map(|known| &known.seed))?,
            rate: of(self.rate, known.map(|known| &known.rate))?,
            codec,
            arena: of(self.arena, known.map(|known| &known.arena))?,
            bots: of(self.bots, known.map(|known| &known.bots))?,
            columns: of(self.columns, known.map(|known| &known.columns))?,
            players: [player(first, 0)?, player(second, 1)?, player(third, 2)?],
            throws: of(self.throws, known.map(|known| &known.throws))?,
            loop_frames: of(self.loop_frames, known.map(|known| &known.loop_frames))?,
        })
    }
}

impl FlightModel {
    fn write_frame(&mut self, writer: &mut BitWriter, frame: u32) {
        writer.golomb(swap_zero_and_one(frame.saturating_sub(self.frame)), 0);
        self.frame = self.frame.max(frame);
    }

    fn write_flight(&mut self, writer: &mut BitWriter, player: u8, controls: Controls) {
        if player == self.player {
            writer.flag(false);
        } else {
            writer.bits(0b01, 2);
            writer.bits(player.into(), 2);
        }
        self.player = player;
        let last = core::mem::replace(&mut self.controls[usize::from(player)], controls);
        writer.changed(controls.thrust.number().into(), last.thrust.number().into(), 4);
        writer.changed(triggers(controls.trigger), triggers(last.trigger), 2);
        let change = zigzag(controls.aim.0.wrapping_sub(last.aim.0) as i16);
        writer.flag(change != 0);
        if change == 0 {
            return;
        }
        let k = self.order();
        let plain = golomb_bits(change, k) > 16;
        writer.flag(plain);
        if plain {
            writer.bits(change, 16);
        } else {
            writer.golomb(change, k);
        }
        self.update_order(change);
    }

    /// Reads the next input: a flight, or `None` for the next of the others.
    fn read(&mut self, reader: &mut BitReader) -> Result<Option<Flight>, BitsError> {
        let since = swap_zero_and_one(reader.golomb(0)?);
        self.frame = self.frame.checked_add(since).ok_or(BitsError::TooLong)?;
        let player = if !reader.flag()? {
            self.player
        } else if !reader.flag()? {
            reader.bits(2)? as u8
        } else {
            return Ok(None);
        };
        let last = player_index(player)
            .map(|player_index| self.controls[player_index])
            .unwrap_or_default();
        let thrust = reader.changed(last.thrust.number().into(), 4)? as u8;
        let buttons = reader.changed(triggers(last.trigger), 2)?;
        let trigger = Trigger::from_pressed((buttons & 1 != 0, buttons & 2 != 0));
        let mut aim = last.aim;
        if reader.flag()? {
            let k = self.order();
            let change = if reader.flag()? { reader.bits(16)? } else { reader.golomb(k)? };
            let change = u16::try_from(change).map_err(|_| BitsError::TooLong)?;
            aim = Turn(aim.0.wrapping_add(unzigzag(change) as u16));
            self.update_order(change.into());
        }
        Ok(Some(Flight { player, thrust, aim, trigger }))
    }

    /// The Golomb order that fits recent changes of aim.
    fn order(&self) -> u32 {
        (self.aim_change_x8 / 8).max(1).ilog2()
    }

    fn update_order(&mut self, change: u32) {
        self.aim_change_x8 = self.aim_change_x8 - self.aim_change_x8 / 8 + change;
    }
}

fn player_index(player: u8) -> Option<usize> {
    let player_index = usize::from(player);
    (player_index < LAB_PLAYERS).then_some(player_index)
}

fn triggers(trigger: Trigger) -> u32 {
    u32::from(trigger.laser()) | u32::from(trigger.beam()) << 1
}

/// Swaps 0 and 1, since 1 is the commonest value.
fn swap_zero_and_one(n: u32) -> u32 {
    if n <= 1 { 1 - n } else { n }
}

/// Zigzag: 0, −1, 1, −2, 2 … become 0, 1, 2, 3, 4 …
fn zigzag(change: i16) -> u32 {
    (((change << 1) ^ (change >> 15)) as u16).into()
}

fn unzigzag(folded: u16) -> i16 {
    (folded >> 1) as i16 ^ -((folded & 1) as i16)
}

/// Length in bits of a 16-bit number in an Exp-Golomb code of order `k`.
fn golomb_bits(value: u32, k: u32) -> u32 {
    let below = (value + (1 << k)).ilog2();
    2 * below - k + 1
}
