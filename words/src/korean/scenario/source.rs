//! The figures of Source, and what its records make of what a screen draws, in Korean.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "Source의 네트워킹과 랙 보상을 다룬 Valve의 글";

pub(super) const REWIND: ScenarioWords = ScenarioWords {
    title: "Source: 200 ms에서 본 것과 판정한 것",
    source: SOURCE,
    watch: "두 윤곽선을 비교해 보세요. 하나는 내가 기체를 본 자리, 하나는 서버가 판정한 자리입니다. \
            그 순간 기체는 어디에 있을까요?",
    label: "기체는 내가 본 자리에서 판정되고, 빔이 맞습니다. 그때 기체는 약 140 u 더 나아가 \
            있습니다.",
};

pub(super) const TELEPORT: ScenarioWords = ScenarioWords {
    title: "Source: 64유닛과 빠른 기체",
    source: SOURCE,
    watch: "투석기가 상대 기체를 1,280 u/s 넘는 속도로 가로질러 던집니다. 1초에 20틱이면 한 틱에 \
            64 u입니다. A에서는 원래 쓰인 규칙이 그것을 순간 이동으로 여기고 되감지 않습니다. \
            B에서는 새로 태어날 때만 순간 이동으로 칩니다.",
    label: "같은 빔이 64유닛 규칙으로는 빗나가고, 목숨 규칙으로는 맞습니다.",
};

pub(super) const CHORDS: ScenarioWords = ScenarioWords {
    title: "Source: 1초에 스냅샷 2개일 때와 20개일 때의 직선",
    source: SOURCE,
    watch: "상대 기체가 이리저리 방향을 바꿉니다. 내 화면은 한 스냅샷에서 다음 스냅샷까지 직선 \
            위에 기체를 그립니다. A에서는 1초에 두 개, B에서는 20개입니다. 서버의 기록에는 기체의 \
            실제 경로가 있습니다. ‘저장된 것’을 누르면 기록이 보입니다.",
    label: "A에서는 기체가 보이는 곳에서 28 u 떨어진 자리에서 판정되고, 빔이 빗나갑니다. B에서는 \
            0.3 u 떨어진 자리에서 판정되고, 빔이 맞습니다.",
};

pub(super) const TICKS_20: ScenarioWords = ScenarioWords {
    title: "원래 규칙대로의 Source: 1초에 20틱",
    source: SOURCE,
    watch: "원래 쓰인 규칙은 내가 본 순간을 서버의 온전한 틱으로 반올림하며, 여기서 한 틱은 50 \
            ms입니다. 내가 본 모습은 두 틱의 한가운데였습니다.",
    label: "기체의 속도는 320 u/s이고, 기체는 내가 본 자리에서 8 u 떨어진 자리에서 판정됩니다. 반 \
            틱 동안 나는 거리입니다.",
};

pub(super) const TICKS_128: ScenarioWords = ScenarioWords {
    title: "원래 규칙대로의 Source: 1초에 128틱",
    source: SOURCE,
    watch: "같은 규칙으로 하는 같은 사격이지만, 이 방에서는 한 틱이 7.8 ms입니다.",
    label: "기체의 속도는 320 u/s이고, 기체는 내가 본 자리에서 1.2 u 떨어진 자리에서 판정됩니다. \
            반 틱 동안 나는 거리입니다.",
};
