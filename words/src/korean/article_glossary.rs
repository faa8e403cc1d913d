//! The article's terms, explained in Korean.

use crate::article::GlossaryEntry;

pub(crate) const GLOSSARY: [GlossaryEntry; 25] = [
    GlossaryEntry {
        term: "ping",
        words: &["핑(ping)", "핑"],
        text: "메시지가 서버에 닿고 답이 돌아오기까지의 시간입니다. 왕복 시간이라고도 합니다.",
    },
    GlossaryEntry {
        term: "latency",
        words: &["지연 시간(latency)", "랙"],
        text: "조작한 뒤 그 결과가 화면에 나올 때까지의 시간입니다. 핑에, 메시지를 보내기 전과 그리기 전에 기다리는 시간을 더한 것입니다. \
               플레이어는 랙이라고 부릅니다.",
    },
    GlossaryEntry {
        term: "jitter",
        words: &["지터(jitter)", "지터"],
        text: "메시지마다 걸리는 시간이 얼마나 들쭉날쭉한지를 말합니다.",
    },
    GlossaryEntry {
        term: "loss",
        words: &["패킷 손실(loss)", "패킷 손실"],
        text: "보낸 메시지 가운데 끝내 도착하지 않은 것의 비율입니다.",
    },
    GlossaryEntry {
        term: "tick",
        words: &["틱(tick)", "틱"],
        text: "세계를 한 번 계산하는 걸음으로, 여기서는 1/60초입니다. 클라이언트와 서버가 같은 번호로 셉니다.",
    },
    GlossaryEntry {
        term: "user command",
        words: &["명령(command)", "명령"],
        text: "한 틱 동안의 조작입니다. 추력, 회전, 발사가 담기며, 틱의 번호가 붙어 있습니다.",
    },
    GlossaryEntry {
        term: "command margin",
        words: &["여유(margin)", "명령 여유"],
        text: "명령이 자기 틱보다 얼마나 일찍 서버에 도착하는지입니다. 0보다 작으면 늦은 것입니다.",
    },
    GlossaryEntry {
        term: "lead",
        words: &["선행(lead)", "선행"],
        text: "내 화면의 내 기체가 서버보다 얼마나 앞선 순간에 있는지입니다. 왕복 시간의 절반에 \
               명령이 기다리는 시간을 더한 것입니다.",
    },
    GlossaryEntry {
        term: "predict",
        words: &["예측(prediction)", "예측"],
        text: "내 컴퓨터가 서버보다 앞서 내 명령을 실행하는 것입니다. 서버의 상태가 오면, 서버가 아직 실행하지 않은 명령을 다시 실행합니다.",
    },
    GlossaryEntry {
        term: "reconcile",
        words: &["재조정(reconciliation)", "재조정"],
        text: "예측을 서버의 상태와 비교하고, 서버가 아직 실행하지 않은 명령을 거기서부터 다시 \
               실행하는 것입니다.",
    },
    GlossaryEntry {
        term: "correction",
        words: &["보정(correction)", "보정"],
        text: "예측이 틀린 것을 화면에서 감추는 차이입니다. 금세 사라집니다.",
    },
    GlossaryEntry {
        term: "snap",
        words: &["스냅(snap)", "스냅"],
        text: "차이를 조금씩 없애지 않고, 고쳐진 자리에 기체를 곧바로 그리는 것입니다.",
    },
    GlossaryEntry {
        term: "snapshot",
        words: &["스냅샷(snapshot)", "스냅샷"],
        text: "어느 한 틱의 세계를 서버가 플레이어에게 보내는 것입니다.",
    },
    GlossaryEntry {
        term: "interpolation",
        words: &["보간(interpolation)", "보간"],
        text: "기체를 두 스냅샷 사이에 그리는 것입니다. 그리는 순간은 정해진 지연만큼 과거에 있습니다.",
    },
    GlossaryEntry {
        term: "interpolation delay",
        words: &["버퍼(buffer)", "보간 지연"],
        text: "화면이 스냅샷보다 얼마나 늦게 그리는지입니다. 그래서 늦게 온 스냅샷도 제때에 \
               쓰입니다. 그 길이가 보간 지연입니다.",
    },
    GlossaryEntry {
        term: "extrapolation",
        words: &["외삽(extrapolation)", "외삽"],
        text: "가장 새로운 스냅샷을 넘어, 하던 대로 계속 난다고 보고 기체를 그리는 것입니다. 이것은 추측입니다.",
    },
    GlossaryEntry {
        term: "scheme",
        words: &["방식(scheme)", "방식"],
        text: "게임이 지연 시간을 감추는 규칙의 묶음입니다. 누가 그 대가를 치르는지도 이것이 정합니다.",
    },
    GlossaryEntry {
        term: "convergence",
        words: &["수렴(convergence)", "수렴"],
        text: "탄이 모든 화면에서 포구를 떠나 처음에는 더 빠르게 날아, 있어야 할 자리를 따라잡는 것입니다.",
    },
    GlossaryEntry {
        term: "rewind",
        words: &["랙 보상(lag compensation)", "되감기"],
        text: "서버가 쏜 쪽이 본 과거의 순간으로 표적을 찾아보는 것입니다. 되감기라고도 합니다.",
    },
    GlossaryEntry {
        term: "rewind limit",
        words: &["되감기 한계"],
        text: "사격이 얼마나 먼 과거까지 들여다볼 수 있는지의 한계입니다.",
    },
    GlossaryEntry {
        term: "delayed synchronisation",
        words: &["지연 동기화(delayed synchronisation)", "지연 동기화"],
        text: "모든 화면이 다른 기체들을 정해진 시간 D만큼 늦게 그리고, 사격도 그 과거로 판정합니다. 결국에는 모든 화면의 결과가 일치합니다.",
    },
    GlossaryEntry {
        term: "lockstep",
        words: &["록스텝(lockstep)", "록스텝"],
        text: "모든 플레이어의 명령이 모여야 틱을 하나 진행하는 방식입니다.",
    },
    GlossaryEntry {
        term: "re-run",
        words: &["롤백(rollback)", "롤백"],
        text: "실제로 무슨 일이 있었는지 알게 되었을 때, 앞선 상태로 돌아가 거기서부터 틱을 다시 계산하는 것입니다.",
    },
    GlossaryEntry {
        term: "input delay",
        words: &["입력 지연(input delay)", "입력 지연"],
        text: "다시 계산할 양을 줄이려고, 명령과 그 결과가 보이는 화면 사이에 일부러 두는 틱입니다.",
    },
    GlossaryEntry {
        term: "cover veto",
        words: &["수비 쪽에 유리한"],
        text: "되돌린 표적에 맞았더라도, 지금 표적과 사격 사이에 엄폐물이 있으면 명중으로 치지 않는 규칙입니다.",
    },
];
