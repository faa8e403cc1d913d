//! A build without NATS, which says so.
use std::sync::Arc;

use directory::{Identity, OpId, RequestId, Revision, RoomKey};
use shared::wire::route::NodeName;
use tokio::sync::{mpsc, watch};
use tracing::error;

use super::driver::FromNats;
use crate::config::{ClusterConfig, Config};
use crate::scores::{self, Scores};

/// A connection: there is none.
#[derive(Debug)]
pub(super) enum Session {}

/// Where an answer goes: nobody asks.
#[derive(Debug)]
pub(super) enum ReplySubject {}

/// Connects to nothing. The command line refuses a cluster before.
pub(super) fn start(
    config: &Config,
    _: &ClusterConfig,
    _: Identity,
    _: mpsc::Sender<FromNats>,
    _: watch::Receiver<Vec<NodeName>>,
) -> Arc<dyn Scores> {
    error!("this program was built without clusters (cargo feature `cluster`)");
    scores::from_config(config)
}

impl Session {
    pub(super) fn create(&self, _: OpId, _: RoomKey, _: Vec<u8>) {
        match *self {}
    }

    pub(super) fn update(&self, _: OpId, _: RoomKey, _: Revision, _: Vec<u8>) {
        match *self {}
    }

    pub(super) fn delete(&self, _: OpId, _: RoomKey, _: Revision) {
        match *self {}
    }

    pub(super) fn purge(&self, _: OpId, _: Revision) {
        match *self {}
    }

    pub(super) fn read(&self, _: OpId, _: RoomKey) {
        match *self {}
    }

    pub(super) fn request(&self, _: RequestId, _: &Identity, _: Vec<u8>) {
        match *self {}
    }

    pub(super) fn publish(&self, _: ReplySubject, _: Vec<u8>) {
        match *self {}
    }

    pub(super) fn beacon(&self, _: Vec<u8>) {
        match *self {}
    }

    pub(super) fn list_rooms(&self, _: Vec<u8>) {
        match *self {}
    }
}
