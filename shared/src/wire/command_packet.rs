//! A packet of user commands: the newest and the ones directly before it.
//!
//! | bits | what |
//! |---|---|
//! | 1 (+ 32) | the newest snapshot received; without it the server sends a keyframe |
//! | 8 | the view epoch |
//! | 32 | the tick of the newest command |
//! | 4 | the number of commands, 0 to 15; oldest first, each relative to the one before |
//! | 1 | the command is the same as the one before |
//! | otherwise 4, 1 (+ 16), 2 | thrust; aim if it changed; triggers |
//! | with a trigger held | its view, in three numbers |
//!
//! A view is the older snapshot as ticks before the command's (Exp-Golomb 4), the span to the newer
//! one (Exp-Golomb 1), and the time after the older one in 1/256 tick (signed Exp-Golomb 8).

use alloc::vec::Vec;

use super::bits::{BitReader, BitWriter, BitsError, Category, PutBits, TakeBits};
use crate::{
    base::{
        geometry::Turn,
        limits::{COMMANDS_PER_PACKET_MAX, TICK_MAX},
        time::{Tick, ViewTime},
    },
    sim::command::{Thrust, Trigger, UserCommand, View},
};

/// What a client sends at its command rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandPacket {
    /// The newest snapshot received; `None` requests a keyframe.
    pub ack: Option<Tick>,
    /// Counts changes of the view settings: view times are comparable only within one epoch.
    pub view_epoch: u8,
    /// Oldest first, with consecutive ticks; up to [`COMMANDS_PER_PACKET_MAX`]. Empty in a
    /// packet that only acknowledges.
    pub commands: Vec<UserCommand>,
}

/// Why a command packet cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum CommandError {
    /// Its bits end early or a code is too long.
    #[error(transparent)]
    Bits(#[from] BitsError),
    /// A field has an invalid value.
    #[error("invalid {field} in command: {value}")]
    Field { field: &'static str, value: u32 },
}

impl CommandPacket {
    /// Encodes the packet. If not all commands fit, the newest are sent.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = BitWriter::default();
        writer.flag(self.ack.is_some());
        if let Some(ack) = self.ack {
            writer.bits(ack.0, 32);
        }
        writer.bits(self.view_epoch.into(), 8);
        let skipped = self.commands.len().saturating_sub(COMMANDS_PER_PACKET_MAX);
        let commands = &self.commands[skipped..];
        let newest = commands.last().map_or(Tick::ZERO, |command| command.tick);
        writer.bits(newest.0, 32);
        writer.bits(commands.len() as u32, 4);
        writer.enter(Category::Commands);
        let mut last = UserCommand::default();
        for command in commands {
            write_command(&mut writer, &last, command);
            last = *command;
        }
        writer.finish().0
    }

    /// Decodes a packet.
    ///
    /// # Errors
    /// If the bits end early or a field is invalid.
    pub fn decode(bytes: &[u8]) -> Result<Self, CommandError> {
        let mut reader = BitReader::new(bytes);
        let ack = if reader.flag()? { Some(Tick(reader.bits(32)?)) } else { None };
        let view_epoch = reader.bits(8)? as u8;
        let newest = reader.bits(32)?;
        let n = reader.bits(4)?;
        reader.enter(Category::Commands);
        let impossible = CommandError::Field { field: "tick", value: newest };
        let end = newest.checked_add(1).filter(|end| *end <= TICK_MAX).ok_or(impossible)?;
        let oldest = end.checked_sub(n).ok_or(impossible)?;
        let mut last = UserCommand::default();
        let mut commands = Vec::new();
        for tick in oldest..end {
            last = read_command(&mut reader, &last, Tick(tick))?;
            commands.push(last);
        }
        if !reader.rest().is_empty() {
            return Err(CommandError::Field { field: "end", value: reader.rest().len() as u32 });
        }
        Ok(Self { ack, view_epoch, commands })
    }
}

fn write_command(writer: &mut BitWriter, last: &UserCommand, command: &UserCommand) {
    let inputs = |c: &UserCommand| (c.thrust, c.aim, c.trigger);
    writer.flag(inputs(command) == inputs(last));
    if inputs(command) != inputs(last) {
        writer.bits(command.thrust.number().into(), 4);
        writer.changed(command.aim.0.into(), last.aim.0.into(), 16);
        writer.flag(command.trigger.laser());
        writer.flag(command.trigger.beam());
    }
    if command.trigger != Trigger::None {
        let View { time, older, span } = command.view;
        writer.golomb(command.tick.0.wrapping_sub(older.0), 4);
        writer.golomb(span.into(), 1);
        writer.signed(time.since(ViewTime::from_tick(older)) as i32, 8);
    }
}

fn read_command(
    reader: &mut BitReader,
    last: &UserCommand,
    tick: Tick,
) -> Result<UserCommand, CommandError> {
    let mut command = UserCommand { tick, view: View::present(tick), ..*last };
    if !reader.flag()? {
        let thrust = reader.bits(4)?;
        let impossible = CommandError::Field { field: "thrust", value: thrust };
        command.thrust = Thrust::from_number(thrust as u8).ok_or(impossible)?;
        command.aim = Turn(reader.changed(last.aim.0.into(), 16)? as u16);
        command.trigger = Trigger::from_pressed((reader.flag()?, reader.flag()?));
    }
    if command.trigger != Trigger::None {
        let older = Tick(tick.0.wrapping_sub(reader.golomb(4)?));
        let span = reader.golomb(1)?;
        let impossible = CommandError::Field { field: "span", value: span };
        let span = u8::try_from(span).map_err(|_| impossible)?;
        let after = i64::from(reader.signed(8)?);
        let time = ViewTime(ViewTime::from_tick(older).0 + after);
        if !time.is_valid() {
            return Err(CommandError::Field { field: "view", value: older.0 });
        }
        command.view = View { time, older, span };
    }
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(tick: u32, trigger: Trigger) -> UserCommand {
        let older = Tick(tick - 9);
        let time = ViewTime(ViewTime::from_tick(older).0 + 300);
        let view = match trigger {
            Trigger::None => View::present(Tick(tick)),
            _ => View { time, older, span: 2 },
        };
        let (thrust, aim) =
            (Thrust::ALL[tick as usize % 9], Turn((tick / 3).wrapping_mul(777) as u16));
        UserCommand { tick: Tick(tick), thrust, aim, trigger, view }
    }

    #[test]
    fn packets_survive_a_round_trip() {
        let triggers = [Trigger::None, Trigger::Laser, Trigger::Beam, Trigger::Both];
        for n in 0..=COMMANDS_PER_PACKET_MAX as u32 {
            let commands = (100..100 + n).map(|t| command(t, triggers[t as usize % 4])).collect();
            let ack = (n % 2 == 0).then_some(Tick(90 + n));
            let packet = CommandPacket { ack, view_epoch: n as u8, commands };
            assert_eq!(CommandPacket::decode(&packet.encode()), Ok(packet));
        }
    }

    #[test]
    fn of_too_many_the_newest_are_sent() {
        let commands = (100..130).map(|t| command(t, Trigger::None)).collect();
        let packet = CommandPacket { ack: None, view_epoch: 0, commands };
        let read = CommandPacket::decode(&packet.encode()).unwrap();
        let ticks: Vec<u32> = read.commands.iter().map(|c| c.tick.0).collect();
        assert_eq!(ticks, (115..130).collect::<Vec<u32>>());
    }

    #[test]
    fn a_steady_hand_costs_a_bit_a_command() {
        let hold =
            |t: u32| UserCommand { thrust: Thrust::Up, ..UserCommand::neutral(Tick(t), Turn(7)) };
        let packet = |n: u32| CommandPacket {
            ack: Some(Tick(5)),
            view_epoch: 0,
            commands: (9..9 + n).map(hold).collect(),
        };
        assert_eq!(packet(1).encode().len(), 13);
        assert_eq!(packet(9).encode().len(), 14, "eight more in eight bits");
    }

    #[test]
    fn impossible_fields_are_named() {
        let packet = CommandPacket {
            ack: None,
            view_epoch: 0,
            commands: alloc::vec![command(100, Trigger::Laser)],
        };
        let bytes = packet.encode();
        assert_eq!(
            CommandPacket::decode(&bytes[..bytes.len() - 1]),
            Err(CommandError::Bits(BitsError::End))
        );
        let mut longer = bytes.clone();
        longer.push(0);
        let end = CommandError::Field { field: "end", value: 1 };
        assert_eq!(CommandPacket::decode(&longer), Err(end));
        // Key tick 3, and fifteen commands.
        let mut writer = BitWriter::default();
        writer.flag(false);
        writer.bits(0, 8);
        writer.bits(3, 32);
        writer.bits(15, 4);
        let tick = CommandError::Field { field: "tick", value: 3 };
        assert_eq!(CommandPacket::decode(&writer.finish().0), Err(tick));
        // A view and a tick after the last tick.
        let mut far = packet.clone();
        far.commands[0].view = View::present(Tick(u32::MAX));
        let view = CommandError::Field { field: "view", value: u32::MAX };
        assert_eq!(CommandPacket::decode(&far.encode()), Err(view));
        far.commands[0] = command(TICK_MAX, Trigger::None);
        let tick = CommandError::Field { field: "tick", value: TICK_MAX };
        assert_eq!(CommandPacket::decode(&far.encode()), Err(tick));
    }
}
