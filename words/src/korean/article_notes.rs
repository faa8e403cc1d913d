//! The notes under the article's sections in Korean.

use article::source::Source;

use crate::article::{NoteWords, SectionNotes, claim};

pub(crate) const WORDS: NoteWords =
    NoteWords { code: "코드로 보기", functions: "실제 코드:", sources: "출처" };

pub(crate) const NOTES: [SectionNotes; 16] = [
    SectionNotes {
        key: "cover",
        code: "마커는 50 ms마다 하나씩 열 개라서 450 ms 전까지 남아 있습니다. 그보다 오래된 모습을 보고 쏘면 \
               가장 오래된 마커로 판정합니다.",
        claims: &[claim(
            Source::EnemyTerritory,
            "서버는 플레이어마다 마커의 링을 두고, 사격을 그 마커에 대어 판정합니다.",
        )],
    },
    SectionNotes {
        key: "message",
        code: "여기서는 아무것도 예측하지 않습니다. 화면의 기체는 가장 새로운 스냅샷에 있는 기체입니다.",
        claims: &[
            claim(Source::ResponseTimes, "반응이 즉각적이라고 느끼는 한계는 약 0.1초입니다."),
            claim(
                Source::LatencyThresholds,
                "마우스를 쓰는 사람들이 알아차린 지연은 34~137 ms였고, 중앙값은 54 ms였습니다.",
            ),
            claim(
                Source::HiberniaExpress,
                "유리 속에서 1,000 km를 오가는 데 약 10 ms가 걸리므로, 런던과 뉴욕 사이의 5,570 km에는 56 \
                 ms가 걸립니다. 속도를 위해 놓은 케이블로는 58.95 ms입니다.",
            ),
            claim(Source::InternetLatency, "런던과 뉴욕 사이를 실제로 재면 70~80 ms입니다."),
        ],
    },
    SectionNotes {
        key: "prediction",
        code: "상태와 함께 돌아오는 것은 어느 틱일까요? 서버가 이 플레이어의 명령을 마지막으로 실행한 틱입니다. \
               클라이언트는 그 뒤의 명령만 모두 다시 실행합니다.",
        claims: &[
            claim(
                Source::GambettaPrediction,
                "예측, 그리고 서버가 아직 확인하지 않은 명령을 다시 실행하는 방법입니다.",
            ),
            claim(
                Source::QuakeWorldPlan,
                "1996년 8월의 계획입니다. QuakeWorld의 클라이언트는 서버가 답할 때까지 움직임의 결과를 추측해도 됩니다.",
            ),
            claim(
                Source::QuakeWorldCode,
                "QuakeWorld가 예측하는 방법입니다. 그 뒤로 거의 모든 슈팅 게임이 예측을 한다는 것은 이 글의 \
                 판단입니다.",
            ),
        ],
    },
    SectionNotes {
        key: "wrong-prediction",
        code: "계산은 서버의 상태를 곧바로 따릅니다. 부드럽게 하는 것은 그림뿐이며, 점점 사라지는 차이를 더해 \
               그립니다.",
        claims: &[
            claim(
                Source::GambettaPrediction,
                "서버의 상태로 돌아가 명령을 다시 실행하는 방법입니다.",
            ),
            claim(
                Source::SourceNetworking,
                "예측의 오차를 짧은 시간에 걸쳐 부드럽게 없애는 방법입니다.",
            ),
        ],
    },
    SectionNotes {
        key: "moments",
        code: "화면의 두 순간은 어느 쪽도 서버의 순간이 아닙니다. 여유(margin)는 명령이 자기 틱보다 얼마나 일찍 \
               도착하는지입니다.",
        claims: &[claim(
            Source::Targeting,
            "네트워크 게임에는 나, 서버, 상대라는 세 가지 시간대가 있습니다.",
        )],
    },
    SectionNotes {
        key: "clocks",
        code: "시계의 차이는 한 번 정하고 마는 것이 아닙니다. 서버의 보고가 올 때마다 조금씩 옮겨서, 최근의 명령 \
               가운데 가장 늦은 것도 자기 틱 전에 도착하게 합니다.",
        claims: &[claim(
            Source::OverwatchNetcode,
            "어느 플레이어의 명령이 모자라면, 서버는 그 클라이언트를 조금 더 빨리 돌게 합니다.",
        )],
    },
    SectionNotes {
        key: "interpolation",
        code: "그리려는 순간의 앞뒤에 있는 스냅샷 두 개면 충분합니다. 가장 새로운 스냅샷을 넘어서면 추측이므로, 250 \
               ms가 지나면 멈춥니다.",
        claims: &[
            claim(
                Source::GambettaInterpolation,
                "다른 기체를 과거의 모습으로 매끄럽게 그리는 방법입니다.",
            ),
            claim(
                Source::SourceNetworking,
                "Source는 스냅샷이 1초에 20개일 때 100 ms를 기다려서, 하나를 잃어도 괜찮습니다.",
            ),
            claim(
                Source::SnapshotInterpolation,
                "버퍼가 없으면 스냅샷이 고르지 않게 도착해서 물체가 덜컥거립니다.",
            ),
        ],
    },
    SectionNotes {
        key: "jitter-buffer",
        code: "시계는 가장 빨리 온 스냅샷을 따릅니다. 그래서 늦게 온 것과 잃어버린 것은 지연(delay)으로 메워야 \
               합니다.",
        claims: &[
            claim(
                Source::SnapshotCompression,
                "스냅샷이 1초에 10개라면 적어도 100 ms, 지터가 있으면 150 ms, 잇달아 1개나 2개를 잃어도 \
                 견디려면 250 ms나 350 ms가 필요합니다.",
            ),
            claim(
                Source::SourceInterpolation,
                "간격의 두 배, 세 배, 네 배를 기다리면 패킷을 몇 개까지 잃어도 되는지입니다.",
            ),
        ],
    },
    SectionNotes {
        key: "late-laser",
        code: "서버는 현재를 봅니다. 쏜 사람이 무엇을 보았는지는 상관없습니다.",
        claims: &[
            claim(
                Source::Targeting,
                "그 글의 그림 2에서는 같은 사격의 결과가 컴퓨터마다 다릅니다.",
            ),
            claim(
                Source::Schemes,
                "Wolfenstein: ET는 로켓에는 되감기를 하지 않습니다. 안티랙을 다룬 글을 정리한 것입니다.",
            ),
        ],
    },
    SectionNotes {
        key: "jump",
        code: "모자라는 거리는 프레임마다 절반이 되므로, 몇 프레임이 지나면 아무도 차이를 보지 못합니다.",
        claims: &[claim(
            Source::Targeting,
            "그 글의 그림 3에는 점프가, 그림 4에는 목표에 수렴하는 레이저가 나옵니다.",
        )],
    },
    SectionNotes {
        key: "rewinding",
        code: "어느 순간을 겨누었는지는 사격이 스스로 알립니다. 서버는 한계까지만 그 말을 믿습니다. 과거를 찾아볼 \
               뿐, 기체를 옮기지는 않습니다.",
        claims: &[
            claim(Source::Bernier, "Half-Life의 랙 보상과, 맞는 쪽이 치르는 대가입니다."),
            claim(Source::SourceLagCompensation, "Source에서는 기본값도 최댓값도 1초입니다."),
            claim(Source::Unlagged, "Quake III의 Unlagged에서는 약 1초입니다."),
            claim(Source::HalfLifeUnlag, "Half-Life의 기본값은 0.5초입니다."),
            claim(
                Source::Cs2dUnlag,
                "CS2D의 기본값은 0.2초, 최댓값은 1초입니다. 거의 모든 게임에 이런 한계가 있다는 것은 이 글의 판단입니다.",
            ),
        ],
    },
    SectionNotes {
        key: "victim-pays",
        code: "쏜 쪽의 지연에는 한계가 있습니다. 거기에 맞는 쪽의 지연이 더해집니다. 내 화면의 내 기체는 서버보다 \
               앞서 있고, 맞았다는 소식이 오는 데도 시간이 걸리기 때문입니다.",
        claims: &[
            claim(
                Source::OverwatchShooter,
                "Overwatch는 쏘는 쪽에 유리해서, 모퉁이를 돈 뒤에도 맞습니다.",
            ),
            claim(Source::PeekersAdvantage, "먼저 모습을 드러내는 쪽에 유리한 지연의 합입니다."),
            claim(
                Source::AroundACorner,
                "플레이어가 얼마나 알아차리는지를 다룬 연구로, 속도가 4 m/s라면 250 ms의 한계가 알맞다고 합니다.",
            ),
        ],
    },
    SectionNotes {
        key: "lockstep",
        code: "명령은 그것을 낳은 화면보다 n + 1틱 뒤의 틱에 쓰입니다. 명령이 하나라도 모자라는 틱은 그것을 \
               기다립니다.",
        claims: &[
            claim(
                Source::Archers,
                "명령은 나중 턴에 실행되고, 게임의 속도는 가장 느린 플레이어가 정합니다. 오래된 방식이라는 것은 이 글의 판단입니다.",
            ),
            claim(
                Source::SnapshotInterpolation,
                "록스텝에서는 모두가 랙이 가장 큰 플레이어를 기다립니다.",
            ),
        ],
    },
    SectionNotes {
        key: "everyone",
        code: "서버는 어느 틱이든 한 번만 실행합니다. 앞서 나가고 스냅샷마다 다시 시작하는 것은 클라이언트뿐입니다.",
        claims: &[claim(
            Source::Ggpo,
            "두 사람 사이의 롤백입니다. 추측으로 나아가고, 틀리면 다시 실행합니다. 이 그림처럼 서버를 두는 것은 \
             이 프로젝트의 변형입니다.",
        )],
    },
    SectionNotes {
        key: "rollback",
        code: "이것은 GGPO처럼 두 사람이 직접 연결된 롤백입니다. 그림처럼 서버가 있으면 되돌아가는 것은 \
               클라이언트뿐이고, 서버는 어떤 틱도 다시 실행하지 않습니다.",
        claims: &[claim(
            Source::Ggpo,
            "직접 연결된 두 사람의 롤백과 입력 지연입니다. 한쪽만 되돌아가는 것은 이 프로젝트의 변형입니다.",
        )],
    },
    SectionNotes {
        key: "choose",
        code: "방식은 저마다 두 가지 물음에 답합니다. 탄은 어디에 있는가? 그리고 표적을 어느 순간으로 찾아보는가?",
        claims: &[claim(
            Source::Schemes,
            "목록에 있는 모든 방식의 정확한 규칙과, 그 규칙이 발표된 곳입니다.",
        )],
    },
];
