use referee::{collect::*, explanation::*, made::*, tables::meta::*, tables::*};
use std::time::Instant;
fn table(name: &str, text: &str) -> TableInput<std::io::Cursor<Vec<u8>>> {
    TableInput {
        name: name.into(),
        format: Format::Csv,
        input: std::io::Cursor::new(text.as_bytes().to_vec()),
    }
}
fn main() {
    let shots: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let length_s = std::env::args().nth(2).unwrap().parse().unwrap();
    let n = Instant::now();
    let made = made_match(&MatchPlan {
        rule: "rtt + interp".parse().unwrap(),
        shots,
        length_s,
        ..Default::default()
    });
    println!("made {:?}", n.elapsed());
    let meta = Meta::read("m", made.meta_json.as_bytes()).unwrap();
    let n = Instant::now();
    let mut t =
        Tables::open(table("poses", &made.poses_csv), table("shots", &made.shots_csv), &meta)
            .unwrap();
    while t.next().unwrap().is_some() {}
    println!("tables only {:?}", n.elapsed());
    let n = Instant::now();
    let c = collect(
        Tables::open(table("poses", &made.poses_csv), table("shots", &made.shots_csv), &meta)
            .unwrap(),
        &meta,
        &Options::default(),
        &mut |_| Control::Continue,
    )
    .unwrap();
    println!("collect {:?} rows {}", n.elapsed(), c.counts.poses);
    let n = Instant::now();
    let e = explain(&c, &Question { asked: vec![], records: meta.records });
    println!("explain {:?} best {}", n.elapsed(), e.best);
}
