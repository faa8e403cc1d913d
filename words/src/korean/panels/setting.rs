//! The netcode settings in Korean: names, and what to watch for when each changes.

use crate::panels::SettingTexts;

pub(crate) const TITLES: SettingTexts = SettingTexts {
    HitRule: "명중 판정",
    CoverVeto: "엄폐물에 의한 기각",
    BoltPath: "판정되는 탄",
    PathGain: "판정되는 탄의 계수 k",
    RewindBound: "되감기 한계",
    Delay: "지연 D",
    ClaimTolerance: "주장 허용 오차",
    Ramming: "들이받기",
    Commands: "늦은 명령",
    OwnShip: "내 기체",
    Push: "예측할 시간",
    Correction: "예측 오차 보정",
    CorrectionTime: "보정 시간",
    Remote: "다른 기체",
    Curve: "스냅샷 사이의 길",
    Interpolation: "보간 지연",
    InterpolationRatio: "보간 지연의 스냅샷 수",
    Extrapolation: "외삽 한계",
    ChaseGain: "뒤쫓기 계수 k",
    Bolts: "그려지는 탄",
    BoltGain: "그려지는 탄의 계수 k",
    UpdateRate: "업데이트 빈도",
    CommandRate: "명령 전송 빈도",
    ByteRate: "전송 속도",
    RateRule: "전송 속도 규칙",
    DeltaWindow: "델타 기준의 범위",
    MarkerRate: "마커 빈도",
    Margin: "명령 여유",
    Backups: "예비 명령 수",
    UpdateRateMin: "최소 업데이트 빈도",
    UpdateRateMax: "최대 업데이트 빈도",
    ByteRateMin: "최소 전송 속도",
    ByteRateMax: "최대 전송 속도",
    PushRule: "예측할 시간의 기준",
    MinimumLag: "최소 랙",
    InputDelay: "입력 지연, 틱 수",
    Rerun: "다시 실행할 최대 틱 수",
    LockstepTicks: "록스텝 n, 틱 수",
    Piercing: "명중한 탄",
    PingCap: "핑 상한",
};

/// What to watch for when a setting changes.
pub(crate) const HINTS: SettingTexts = SettingTexts {
    HitRule: "보라색 윤곽선을 보세요. 내 사격이 판정되는 자리입니다.",
    CoverVeto: "방금 엄폐물에 다다른 기체를 빔으로 쏘아 보세요. 기각이 있으면 엄폐물이 곧바로 지켜 \
                줍니다.",
    BoltPath: "핑이 높은 플레이어의 탄이 어디서부터 맞기 시작하는지 보세요.",
    PathGain: "클수록 글에 적힌 대로 수렴하는 탄이 목표점보다 더 뒤처집니다.",
    RewindBound: "길수록 랙이 큰 플레이어가 본 것이 더 많이 인정되고, 나는 엄폐물 뒤에서도 더 오래 \
                  맞습니다.",
    Delay: "다른 기체들이 이만큼 과거의 모습으로 그려지고, 명중은 그동안 잠정적입니다.",
    ClaimTolerance: "주장한 명중이 서버의 기록에서 얼마나 벗어나도 되는지 정합니다.",
    Ramming: "다른 기체를 들이받아 보세요. 누가 튕겨 나가나요?",
    Commands: "지터를 명령 여유보다 크게 하고, 그 대가를 누가 치르는지 보세요. 나인가요, 나를 \
               겨누는 쪽인가요?",
    OwnShip: "키를 짧게 눌러 보세요. 기체가 곧바로 반응하나요, 핑만큼 뒤에 반응하나요?",
    Push: "핑 가운데 얼마만큼을 예측할지 정합니다. 전혀 예측하지 않을 수도, 전부 예측할 수도 있습니다.",
    Correction: "다른 기체를 들이받고, 내 기체가 미끄러지는지 튀는지 보세요.",
    CorrectionTime: "길수록 오차가 부드럽게 사라지지만, 틀린 자리에 더 오래 보입니다.",
    Remote: "잔상을 켜 보세요. 각 기체는 서버가 가진 위치에서 얼마나 떨어져 있나요?",
    Curve: "멈추는 기체를 보세요. 곡선으로 그리면 멈출 자리를 지나쳤다가 돌아옵니다.",
    Interpolation: "짧을수록 현재에 가깝지만, 스냅샷이 하나만 빠져도 덜컥거립니다.",
    InterpolationRatio: "스냅샷이 아무리 드물게 와도 적어도 이 개수만큼 지연합니다. 그러면 하나를 \
                         잃어도 드러나지 않습니다.",
    Extrapolation: "소식이 끊긴 기체를 얼마나 오래 계속 날릴지 정합니다.",
    ChaseGain: "0이면 시간 기준으로 뒤쫓아 따라잡습니다. 1 이상이면 글에 적힌 대로 뒤쫓아 k프레임 \
                뒤처집니다.",
    Bolts: "레이저가 다른 기체의 포구를 떠나는 것을 보세요. 내 것까지 늦게 나가나요, 너무 앞에서 \
            나타나나요, 따라잡나요?",
    BoltGain: "클수록 글에 적힌 대로 수렴하는 탄이 더 뒤처집니다.",
    UpdateRate: "나에게 1초에 오는 스냅샷 수입니다. 적을수록 바이트가 줄지만, 스냅샷을 잇는 직선이 \
                 길어집니다.",
    CommandRate: "내가 1초에 보내는 패킷 수입니다. 적을수록 패킷이 더 오래 기다렸다가 나갑니다.",
    ByteRate: "교전을 담기에 너무 느리면 서버가 스냅샷을 건너뛰고, 그만큼 초크(choke)로 \
               집계됩니다.",
    RateRule: "전송 속도를 낮추고, 규칙마다 스냅샷을 몇 개나 건너뛰는지 보세요.",
    DeltaWindow: "스냅샷이 몇 개 전의 스냅샷까지 기준으로 삼을 수 있는지 정합니다. 0이면 최근 2초 \
                  안의 어느 것이든 됩니다.",
    MarkerRate: "나의 com_maxfps입니다. ‘ET: 명령마다 마커’는 내 마커를 열 개만 보관하므로, \
                 높을수록 더 가까운 과거까지만 남습니다.",
    Margin: "명령이 얼마나 일찍 도착하는지입니다. 클수록 지터를 더 견디지만, 그만큼 랙이 \
             늘어납니다.",
    Backups: "이전 패킷의 명령을 패킷마다 이만큼 다시 담습니다. 잃어버린 명령이 그것으로 \
              메워집니다.",
    UpdateRateMin: "1초에 이보다 적은 스냅샷을 요청한 플레이어도 이만큼 받습니다.",
    UpdateRateMax: "1초에 이보다 많은 스냅샷을 요청한 플레이어도 이만큼만 받습니다.",
    ByteRateMin: "이보다 느린 속도를 요청한 플레이어도 이만큼 받습니다.",
    ByteRateMax: "이보다 빠른 속도를 요청한 플레이어도 이만큼만 받습니다. 넘치는 것은 \
                  초크(choke)가 됩니다.",
    PushRule: "지연 시간의 절반만 예측하면 내 기체가 늦게 반응하는 대신, 추측할 것이 절반으로 \
               줄어듭니다.",
    MinimumLag: "핑이 더 낮은 플레이어도 핑이 이만큼 높은 것처럼 기다립니다. 서버에 가깝다는 이유로 먼저 쏘는 일이 없습니다.",
    InputDelay: "모두 예측할 때 쓰입니다. 내 기체가 더 늦게 반응하는 대신, 추측할 것이 줄어듭니다.",
    Rerun: "모두 예측할 때 쓰입니다. 내 핑에 비해 너무 적으면 다른 기체들이 늦게 그려집니다.",
    LockstepTicks: "록스텝에서 쓰입니다. 회선이 느릴수록 커야 합니다. 필요한 것보다 크면 모두가 더 \
                    늦게 반응합니다.",
    Piercing: "두 기체가 한 줄로 서 있을 때, 탄 하나가 둘 다 맞히나요?",
    PingCap: "보간 지연을 빼고 이만큼까지 오래된 모습만 인정됩니다. 핑이 이보다 높으면 앞을 \
              겨누세요(1000: 끔).",
};
