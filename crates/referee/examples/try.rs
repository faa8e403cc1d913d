use referee::{collect::*, explanation::*, tables::meta::*, tables::*};
use std::fs::File;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let meta = Meta::read("meta", std::fs::read(&a[3]).unwrap().as_slice()).unwrap();
    let open = |n: &str| TableInput {
        name: n.into(),
        format: Format::of_name(n),
        input: File::open(n).unwrap(),
    };
    let t = Tables::open(open(&a[1]), open(&a[2]), &meta).unwrap();
    let c = collect(t, &meta, &Options::default(), &mut |_| Control::Continue).unwrap();
    println!("{:?} tick {} bursts {} without {}", c.counts, c.tick_ms, c.bursts, c.without_poses);
    let asked = a[4..].iter().map(|r| r.parse().unwrap()).collect();
    let e = explain(&c, &Question { asked, records: meta.records });
    println!(
        "best {} {:?} share {:.4} balanced {:.4} bursts {} folds {} rewinds {:?} interval {:?} perm {} refusal {:?}",
        e.best,
        e.agreement,
        e.agreement.share(),
        e.agreement.balanced(),
        e.bursts,
        e.folds,
        e.rewinds_ms,
        e.offset_interval_ms,
        e.permutation_p,
        e.refusal
    );
    for r in &e.rivals {
        println!(
            "{:?} {:40} {:.4} {}:{} differ {} p {:.5} holm {:.5} slack {:?} {}",
            r.kind,
            r.rule.to_string(),
            r.agreement.share(),
            r.bursts_against,
            r.bursts_for,
            r.differ,
            r.p,
            r.p_corrected,
            r.p_within_a_tick,
            if r.is_excluded() { "EXCLUDED" } else { "" }
        );
    }
    for (o, g) in e.curve.offsets_ms.iter().zip(&e.curve.agreement) {
        if (*o as i64) % 4 == 0 {
            print!("{o}:{g:.3} ");
        }
    }
    println!();
}
