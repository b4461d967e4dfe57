use std::time::Instant;
use tengen::game::{Color, Outcome, Position as _};
use tengen::gomoku::*;
use tengen::search::*;
fn player(mb: usize) -> AlphaBeta {
    AlphaBeta::new(Settings {
        memory: mb << 20,
        ..Default::default()
    })
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a[1] == "bench" {
        let n: u64 = a[2].parse().unwrap();
        let mut total = 0;
        let t0 = Instant::now();
        let games = [
            ("8,7 7,7 7,8 6,8 9,6 8,8", 15),
            ("7,7 8,8 7,8 7,6 9,9 6,7 5,6 8,6", 15),
            ("10,10 9,9 10,9 10,11 9,10", 20),
        ];
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro] {
            for (g, s) in games {
                let mut p = Position::new(s, s, rule).unwrap();
                for m in g.split(' ') {
                    let (x, y) = m.split_once(',').unwrap();
                    p.play(
                        p.to_move(),
                        Point::new(x.parse().unwrap(), y.parse().unwrap()),
                    )
                    .unwrap();
                }
                let t = Instant::now();
                let mut pl = player(64);
                let f = pl.search(&p, &Control::new(Limits::nodes(n))).unwrap();
                total += f.report.nodes;
                println!(
                    "{rule} {s}: {:?} score {} depth {} nodes {} {:.0} kn/s pv {:?}",
                    f.mv,
                    f.report.lines[0].score,
                    f.report.depth,
                    f.report.nodes,
                    f.report.nodes as f64 / t.elapsed().as_secs_f64() / 1e3,
                    &f.report.lines[0].pv
                );
            }
        }
        println!(
            "total {:.0} kn/s",
            total as f64 / t0.elapsed().as_secs_f64() / 1e3
        );
    } else {
        let (n1, n2, games): (u64, u64, u32) = (
            a[2].parse().unwrap(),
            a[3].parse().unwrap(),
            a[4].parse().unwrap(),
        );
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            let mut s = [0u32; 3];
            let mut seed = 12345u64;
            let mut plies = 0;
            for g in 0..games {
                let pair = g / 2;
                if g % 2 == 0 {
                    seed = seed
                        .wrapping_mul(6364136223846793005)
                        .wrapping_add(1442695040888963407 + pair as u64);
                }
                let mut r = seed;
                let mut p = Position::new(15, 15, rule).unwrap();
                for _ in 0..4 {
                    loop {
                        r = r
                            .wrapping_mul(6364136223846793005)
                            .wrapping_add(1442695040888963407);
                        let x = 5 + (r >> 33) % 5;
                        let y = 5 + (r >> 45) % 5;
                        if p.play(p.to_move(), Point::new(x as u8, y as u8)).is_ok() {
                            break;
                        }
                    }
                }
                let mut a = player(16);
                let mut b = player(16);
                let first = if g % 2 == 0 {
                    Color::Black
                } else {
                    Color::White
                };
                while p.outcome().is_none() {
                    let (pl, n) = if p.to_move() == first {
                        (&mut a, n1)
                    } else {
                        (&mut b, n2)
                    };
                    let f = pl.search(&p, &Control::new(Limits::nodes(n))).unwrap();
                    p.play(p.to_move(), f.mv).unwrap();
                    plies += 1;
                }
                match p.outcome().unwrap() {
                    Outcome::Draw => s[1] += 1,
                    Outcome::Win(c) if c == first => s[0] += 1,
                    _ => s[2] += 1,
                }
            }
            println!(
                "{rule} {n1} v {n2}: +{} ={} -{} avg plies {}",
                s[0],
                s[1],
                s[2],
                plies / games
            );
        }
    }
}
