use std::collections::HashSet;

use rand_xoshiro::rand_core::SeedableRng;

use super::*;

#[test]
fn every_size_and_many_kinds_of_games_are_met() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let sizes: Vec<u8> = (0..2000).map(|_| draw_size(&mut random).width()).collect();
    for side in 7..=19 {
        assert!(sizes.contains(&side), "{side}");
    }
    let share = |side| sizes.iter().filter(|&&other| other == side).count();
    assert!(share(19) > 900 && share(13) > 400 && share(9) > 200);
    let size = Size::square(9).unwrap();
    let settings: Vec<GameSetup> = (0..2000)
        .map(|_| GameSetup::draw(size, &mut random))
        .collect();
    let komi: HashSet<i32> = settings.iter().map(|s| s.komi.half_points()).collect();
    assert!(komi.contains(&14) && komi.contains(&15) && komi.len() > 25);
    let rules: HashSet<Rules> = settings.iter().map(|s| s.rules).collect();
    assert!(rules.contains(&Rules::DEFAULT) && rules.contains(&Rules::JAPANESE));
    assert!(rules.len() > 30, "{}", rules.len());
    assert!(settings.iter().all(|s| s.random_opening_moves <= 4));
    let (early, late): (Vec<f32>, Vec<f32>) = settings.iter().map(|s| s.temperature).unzip();
    assert!(early.iter().all(|&power| (0.7..1.5).contains(&power)));
    assert!(late.iter().all(|&power| (0.2..0.8).contains(&power)));
}

#[test]
fn chances_of_a_table_are_what_comes_up() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let table = [('a', 70), ('b', 20)];
    let drawn: Vec<Option<char>> = (0..10_000)
        .map(|_| draw_weighted(&mut random, &table))
        .collect();
    let count = |choice| drawn.iter().filter(|&&other| other == choice).count() as i32;
    for (choice, expected) in [(Some('a'), 7000), (Some('b'), 2000), (None, 1000)] {
        assert!((count(choice) - expected).abs() < 200, "{choice:?}");
    }
    // The percentages of the sizes add up to 100.
    assert_eq!(SIDES.iter().map(|&(_, chance)| chance).sum::<u64>(), 100);
}
