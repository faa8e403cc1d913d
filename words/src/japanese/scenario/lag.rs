//! What a shorter way to the server is worth, in Japanese.

use crate::scenario_words::ScenarioWords;

pub(super) const WHO_FIRST: ScenarioWords = ScenarioWords {
    title: "どちらが先に撃つか",
    source: "ロケットが補償されないWolfenstein: Enemy Territoryと、最低ラグ",
    watch: "あなたの往復時間は200 ms、相手プレイヤーは40 msです。2人とも同じものを見て、すぐに弾を撃ちます。Bのルームには200 msの最低ラグがあり、相手プレイヤー\
            のコマンドを待たせます。",
    label: "Aでは、相手プレイヤーの弾があなたの弾より約150 ms早く出ます。弾が135 u飛ぶ時間です。Bでは\
            どちらも1ティック以内に出ます。",
};

pub(super) const WHO_FIRST_BEAM: ScenarioWords = ScenarioWords {
    title: "どちらが先に撃つか、ビームの場合",
    source: "Wolfenstein: Enemy Territoryと、最低ラグ",
    watch: "2人は3回、同じものを見てすぐにビームを撃ちます。機体は3本のビームで落ちます。Aでは相手プレイヤーの3本目があなたのより先に実行されます。Bでは両方が同時に実行され\
            ます。",
    label: "Aでは先に落とされるので、あなたの3本目のビームは出ません。Bでは2機とも落とされます。",
};

pub(super) const PEEKER: ScenarioWords = ScenarioWords {
    title: "ピーカーズアドバンテージ(覗く側の有利)",
    source: "自社のシューターのピーカーズアドバンテージについてのRiotの記事",
    watch: "あなたは岩の陰から出ます。相手プレイヤーに見えるあなたの姿は遅れているので、射線が通るのは、あなたの画面のほうが先です。",
    label: "射線が見えるのは、画面の上の2つの数字の合計だけ早くなります。あなたがサーバーよりどれだけ先に\
            いるかと、相手プレイヤーがあなたをどれだけサーバーより後ろに描くかです。",
};
