use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;
use crate::sgf;

/// Words of game records: players, events, results and remarks.
const SIMPLIFIED: &str = "柯洁 古力 常昊 聂卫平 刘小光 马晓春 俞斌 周鹤洋 罗洗河 胡耀宇 陈耀烨 时越 唐韦星 芈昱廷 连笑 \
    杨鼎新 谢尔豪 辜梓豪 丁浩 王星昊 李轩豪 许嘉阳 范廷钰 围甲联赛 名人战 天元战 春兰杯 倡棋杯 中盘胜 黑方 白方 \
    第三局 决赛 挑战者 上海队 重庆队 浙江 这步棋太缓 双方下得很谨慎 黑棋实地领先 白棋外势雄厚 打劫 官子阶段 失误 \
    次序有误 此手好点 五子棋 花月开局 浦月 长连禁手 业余六段 让先 复盘 网友 绝艺指导";
const TRADITIONAL: &str = "周俊勳 林海峰 張栩 王立誠 許家元 林書豪 陳詩淵 蕭正浩 王元均 賴均輔 黃祥任 徐皓鋐 俞俐均 \
    楊博崴 張豐猷 黑方 白方 中盤勝 第一局 決賽 挑戰者 海峰盃 棋王賽 名人戰 十段賽 圍棋 臺北 高雄 成功 這步太緩 \
    雙方都很謹慎 黑棋實地領先 白棋厚勢 打劫 官子階段 次序錯誤 好點 五子棋 長連禁手 業餘六段 讓先 復盤 網路對局 許功蓋";
const JAPANESE: &str = "井山裕太 一力遼 芝野虎丸 張栩 高尾紳路 山下敬吾 羽根直樹 依田紀基 小林光一 趙治勲 武宮正樹 \
    大竹英雄 藤沢秀行 坂田栄男 呉清源 木谷実 上野愛咲美 仲邑菫 ソフト ゾウ 本因坊戦 名人戦 棋聖戦 十段戦 第二局 \
    予選決勝 黒番 白番 中押し勝ち 先手 後手 この手は緩い 両者とも慎重 実利で先行 厚みが働く コウ争い ヨセの段階 手順前後 \
    表示 能力 五目並べ 連珠 花月 浦月 長連 アマ六段 検討 ネット対局 ポイント エース";
const KOREAN: &str = "이창호 이세돌 박정환 신진서 조훈현 유창혁 서봉수 최철한 박영훈 원성진 김지석 강동윤 변상일 신민준 \
    이동훈 안성준 최정 오유진 김채영 흑번 백번 불계승 국수전 명인전 왕위전 농심배 결승 제삼국 도전자 한국기원 바둑리그 \
    서울 부산 이 수는 느슨하다 양쪽 모두 신중하다 흑이 실리에서 앞선다 백의 두터움 패싸움 끝내기 수순 착오 좋은 자리 \
    오목 장목 아마 육단 복기 인터넷 대국";
const RUSSIAN: &str = "Динерштейн Шикшина Сурин Червонко Богацкий Купрейчик Сокольский Никонов Александр Светлана \
    Илья Дмитрий Чемпионат Кубок Первенство Финал Партия Россия Москва Казань Петербург чёрные белые сдались \
    Победа по времени слабый ход хорошая форма угроза позиция рэндзю гомоку вилка пятёрка разбор комментарий дан кю";
const WESTERN: &str = "Müller Größler Schäfer Jürgen Jörg Björn Åström Öberg Søren Ødegård François Élise Benoît \
    André Gérard Zoé José Muñoz Núñez Íñigo Águeda João Conceição Gonçalves Ibáñez Champion d'été Finale à Besançon \
    Köln Zürich München Tromsø Málaga coup médiocre forme légère menace forêt später Zug schöner Schöpfung";

/// The encodings with their words and the separator between words.
const CORPUS: [(&Encoding, &str, &str); 7] = [
    (GB18030, SIMPLIFIED, ""),
    (BIG5, TRADITIONAL, ""),
    (SHIFT_JIS, JAPANESE, ""),
    (EUC_JP, JAPANESE, ""),
    (EUC_KR, KOREAN, " "),
    (WINDOWS_1251, RUSSIAN, " "),
    (WINDOWS_1252, WESTERN, " "),
];

/// Generates 2,000 texts of 2 to 200 characters from the corpus, each with a non-ASCII character.
fn corpus() -> Vec<(&'static Encoding, String)> {
    const TEXTS: usize = 2000;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2000);
    let mut below = move |bound: usize| random.next_u64() as usize % bound;
    let mut texts = Vec::new();
    while texts.len() < TEXTS {
        let (encoding, words, between) = CORPUS[texts.len() % CORPUS.len()];
        let words: Vec<&str> = words.split_whitespace().collect();
        // Most are names; a tenth are comments.
        let length = 2 + match below(10) {
            0 => below(199),
            _ => below(20),
        };
        let mut text = words[below(words.len())].to_owned();
        while text.chars().count() < length {
            text += between;
            text += words[below(words.len())];
        }
        let text: String = text.chars().take(length).collect();
        if !text.trim().is_ascii() {
            texts.push((encoding, text.trim().to_owned()));
        }
    }
    texts
}

fn encoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, is_lossy) = encoding.encode(text);
    assert!(!is_lossy, "{text} in {}", encoding.name());
    bytes.into_owned()
}

/// Minimum share of names of at least eight characters that are decoded correctly, in percent.
const RIGHT: usize = 97;
/// Minimum for each encoding, in percent.
const RIGHT_OF_EACH: usize = 95;

#[test]
fn names_of_eight_characters_are_right_and_no_move_is_lost() {
    let mut counts = [(0, 0); CORPUS.len()];
    for (index, (encoding, text)) in corpus().into_iter().enumerate() {
        let record =
            format!("(;GM[1]SZ[19]PB[{text}];B[pd]C[{text}];W[dp](;B[pp]N[{text}])(;B[dd]))");
        let bytes = encoded(encoding, &record);
        let decoded = sgf::decode(&bytes);
        let reading = sgf::read(&decoded.text).expect("a record");
        let moves = reading.game.moves().count();
        assert_eq!(moves, 3, "{}: {text}: {}", encoding.name(), decoded.text);
        assert!(
            reading.warnings.is_empty(),
            "{text}: {:?}",
            reading.warnings
        );
        if text.chars().count() < 8 {
            continue;
        }
        let name = encoded(encoding, &text);
        let (right, all) = &mut counts[index % CORPUS.len()];
        *all += 1;
        *right += usize::from(decode(&name).text == text);
    }
    let mut sums = (0, 0);
    for ((encoding, ..), (right, all)) in CORPUS.iter().zip(counts) {
        let name = encoding.name();
        println!("{name}: {right} of {all}");
        assert!(
            right * 100 >= all * RIGHT_OF_EACH,
            "{name}: {right} of {all}"
        );
        sums = (sums.0 + right, sums.1 + all);
    }
    assert!(sums.0 * 100 >= sums.1 * RIGHT, "{sums:?}");
}

#[test]
fn the_reason_for_an_encoding_is_given() {
    let gbk = encoded(GB18030, "黑方围棋");
    let big5 = encoded(BIG5, "功課");
    let declared = |bytes, label: &'static str| {
        let hints = EncodingHints {
            declared: Some(label.as_bytes()),
            ..EncodingHints::default()
        };
        let decoded = decode_with(bytes, hints);
        (
            decoded.text.into_owned(),
            decoded.reason,
            decoded.refuted.is_some(),
        )
    };
    use EncodingReason::{Declared, Detected, Valid};
    assert_eq!(
        declared(&big5, "Big5"),
        ("功課".to_owned(), Declared, false)
    );
    assert_eq!(
        declared(&gbk, "UTF-8"),
        ("黑方围棋".to_owned(), Detected, true)
    );
    assert_eq!(
        declared(&gbk, "klingon"),
        ("黑方围棋".to_owned(), Detected, true)
    );
    // Editors convert texts and leave the property.
    assert_eq!(
        declared("囲碁".as_bytes(), "GB2312"),
        ("囲碁".to_owned(), Valid, false)
    );
    let wrong = decode_with(
        &gbk,
        EncodingHints {
            declared: Some(b"UTF-8"),
            language: None,
        },
    );
    assert_eq!(
        wrong.to_string(),
        "the text is not in \"UTF-8\", which it declares; read as gb18030, detected from its characters"
    );
}

#[test]
fn a_mark_is_no_character() {
    assert_eq!(decode("\u{feff}黑".as_bytes()).text, "黑");
    assert_eq!(decode(b"").text, "");
    let utf_16 = |to_bytes: fn(u16) -> [u8; 2], text: &str| -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    };
    for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        assert_eq!(decode(&utf_16(to_bytes, "(囲碁)")).text, "(囲碁)");
        assert_eq!(decode(&utf_16(to_bytes, "\u{feff}(囲碁)")).text, "(囲碁)");
    }
}

#[test]
fn the_escapes_of_iso_2022_jp_need_no_declaration() {
    let decoded = decode(b"(\x1b$B9uHV\x1b(B)");
    assert_eq!((&*decoded.text, decoded.encoding), ("(黒番)", ISO_2022_JP));
    assert_eq!(decode(b"\x1b[1m").text, "\u{1b}[1m");
}

#[test]
fn a_language_decides_between_encodings_that_fit_alike() {
    let name = encoded(SHIFT_JIS, "ゾウ");
    assert_eq!(detect(&name, Some(Language::Japanese)), SHIFT_JIS);
    let name = encoded(EUC_KR, "박");
    assert_eq!(detect(&name, Some(Language::Korean)), EUC_KR);
}
