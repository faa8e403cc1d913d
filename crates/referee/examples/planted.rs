use referee::{collect::*, explanation::*, made::*, rule::*, tables::meta::*, tables::*};
use std::time::Instant;
fn table(name: &str, text: &str) -> TableInput<std::io::Cursor<Vec<u8>>> {
    TableInput {
        name: name.into(),
        format: Format::Csv,
        input: std::io::Cursor::new(text.as_bytes().to_vec()),
    }
}
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let t = made_tick_ms();
    let rules = [
        "present",
        "rtt/2",
        "rtt",
        "rtt - 20, at least 0",
        "interp",
        "rtt/2 + interp",
        "rtt + interp",
        "rtt + 2*interp",
        "rtt + interp, at most 150",
        "+t",
        "rtt + interp, older tick",
        "rtt + interp, nearest tick",
    ];
    for shape in [MadeShape::Circle, MadeShape::Box, MadeShape::Capsule] {
        for r in rules {
            let rule: Rule = if r == "+t" {
                "rtt + interp".parse::<Rule>().unwrap().plus(t)
            } else {
                r.parse().unwrap()
            };
            let (mut excl, mut wrong, mut alone, mut refused, mut cls) = (0, 0, 0, 0, 0);
            let now = Instant::now();
            let mut agr = 0.0;
            let mut bests = Vec::new();
            for seed in 0..n {
                let made =
                    made_match(&MatchPlan { rule, shape, seed: 1000 + seed, ..Default::default() });
                let meta = Meta::read("m", made.meta_json.as_bytes()).unwrap();
                let c = collect(
                    Tables::open(
                        table("poses", &made.poses_csv),
                        table("shots", &made.shots_csv),
                        &meta,
                    )
                    .unwrap(),
                    &meta,
                    &Options::default(),
                    &mut |_| Control::Continue,
                )
                .unwrap();
                let e = explain(&c, &Question { asked: vec![], records: meta.records });
                agr += e.agreement.share();
                if e.refusal.is_some() {
                    refused += 1;
                    if refused == 1 {
                        println!("   {:?}", e.refusal);
                    }
                    continue;
                }
                let truth_excl = e
                    .rivals
                    .iter()
                    .any(|x| x.kind == RivalKind::Named && x.rule == rule && x.is_excluded());
                excl += truth_excl as u32;
                let rem: Vec<_> = e.remaining().filter(|x| x.kind == RivalKind::Named).collect();
                cls += rem.len();
                if rem.len() == 1 {
                    if rem[0].rule == rule { alone += 1 } else { wrong += 1 }
                }
                bests.push(e.best.to_string());
            }
            println!(
                "{shape:?} {rule}: excluded {excl} wrong alone {wrong} right alone {alone} refused {refused} class {:.2} agree {:.3} {:.2} s/draw  {:?}",
                cls as f64 / n as f64,
                agr / n as f64,
                now.elapsed().as_secs_f64() / n as f64,
                &bests[..bests.len().min(3)]
            );
        }
    }
}
