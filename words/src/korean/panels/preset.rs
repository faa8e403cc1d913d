//! The presets in Korean: full names, and what to watch for under each.

use crate::panels::{LaboratoryPresetTexts, PresetTexts};

/// Full names.
pub(crate) const TITLES: PresetTexts = PresetTexts {
    Et260: "Wolfenstein: ET 2.60",
    EtReleased: "Wolfenstein: ET (공개된 소스)",
    QuakeWorld: "QuakeWorld",
    Source: "Source",
    DelayedSync: "지연 동기화",
    Targeting: "타기팅",
    Nothing: "그림 2: 보상 없음",
    Jump: "그림 3: 건너뛰기",
    Lagrange: "Lagrange",
};

/// Names for little space.
pub(crate) const SHORT: PresetTexts = PresetTexts {
    Et260: "ET 2.60",
    EtReleased: "ET (공개된 소스)",
    QuakeWorld: "QuakeWorld",
    Source: "Source",
    DelayedSync: "지연 동기화",
    Targeting: "타기팅",
    Nothing: "그림 2: 보상 없음",
    Jump: "그림 3: 건너뛰기",
    Lagrange: "Lagrange",
};

/// What to watch for under each preset.
pub(crate) const WATCH: PresetTexts = PresetTexts {
    Et260: "바위 뒤로 숨는 기체를 빔으로 쏘아 보세요. 그 명중은 기각되고, 다른 기체들은 내가 본 \
            곳보다 앞에서 판정됩니다.",
    EtReleased: "빔은 내가 본 모습이 450 ms보다 오래되지 않았다면 맞습니다. 탄은 그렇지 않아서, \
                 언제나 핑이 낮은 쪽이 먼저 쏩니다.",
    QuakeWorld: "내 기체는 정확하고, 다른 기체들은 차이의 절반만큼 앞을 추측해서 그립니다. 방향을 \
                 틀 때 튀는 것을 보세요.",
    Source: "내가 본 자리를 맞히면 1초 전의 모습까지 명중으로 인정됩니다. 이미 엄폐물 뒤에 있는 \
             기체가 격추되는 것을 보세요.",
    DelayedSync: "명중은 D 동안 잠정적이고 취소될 수 있습니다. 다른 기체가 먼저 맞은 것으로 밝혀져 \
               체력이 돌아오는 것을 보세요.",
    Targeting: "탄은 쏜 쪽의 화면에 보이는 자리를 따라잡을 때까지 더 빠르게 날아갑니다. 내 랙만큼 \
                앞을 겨누세요.",
    Nothing: "아무것도 감추지 않습니다. 내 기체는 늦게 반응하고, 눈에 보이는 것을 쏘면 빗나갑니다.",
    Jump: "탄이 포구보다 훨씬 앞에서 시작합니다. 랙이 큰 플레이어 가까이에서는 그 탄이 오는 것을 \
           아무도 볼 수 없습니다.",
    Lagrange: "400 ms 전까지는 내가 본 것이 인정됩니다. 주홍색 윤곽선과 보라색 윤곽선이 겹칩니다.",
};

/// Names of the laboratory presets.
pub(crate) const LABORATORY_TITLES: LaboratoryPresetTexts = LaboratoryPresetTexts {
    Lockstep: "록스텝",
    Diablo: "Diablo의 방법",
    PredictEveryone: "모두 예측하기",
};

/// What to watch for under each laboratory preset.
pub(crate) const LABORATORY_WATCH: LaboratoryPresetTexts = LaboratoryPresetTexts {
    Lockstep: "모든 화면이 같은 틱을 그리고, 모두가 같은 시간만큼 늦게 반응합니다. 회선 하나를 \
               느리게 하고, 모두의 세계를 보세요.",
    Diablo: "무엇을 맞혔는지는 내 화면이 정하고, 아무도 확인하지 않습니다. 명중마다 메시지가 두 개 \
             들고, 맞은 쪽은 내가 명중을 보고 핑만큼 지난 뒤에야 압니다.",
    PredictEveryone: "내 화면에서는 아무도 뒤처지지 않습니다. 그러다 누가 다른 쪽으로 추력을 내면, \
                      그 소식이 올 때 그 기체가 튑니다.",
};
