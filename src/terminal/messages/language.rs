//! The languages of the terminal.

use clap::ValueEnum;

/// A language of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    #[value(name = "zh-Hans")]
    ZhHans,
    /// Traditional Chinese.
    #[value(name = "zh-Hant")]
    ZhHant,
    /// Japanese.
    Ja,
    /// Korean.
    Ko,
    /// Russian.
    Ru,
    /// Vietnamese.
    Vi,
    /// German.
    De,
    /// French.
    Fr,
}

/// A language with its tag, the terminal's messages and those of the page.
type LanguageRow = (Language, &'static str, &'static str, &'static str);

const LANGUAGES: [LanguageRow; 9] = [
    (
        Language::En,
        "en",
        include_str!("tables/en.ftl"),
        include_str!("../../web/page/text/tables/en.js"),
    ),
    (
        Language::ZhHans,
        "zh-Hans",
        include_str!("tables/zh-Hans.ftl"),
        include_str!("../../web/page/text/tables/zh-Hans.js"),
    ),
    (
        Language::ZhHant,
        "zh-Hant",
        include_str!("tables/zh-Hant.ftl"),
        include_str!("../../web/page/text/tables/zh-Hant.js"),
    ),
    (
        Language::Ja,
        "ja",
        include_str!("tables/ja.ftl"),
        include_str!("../../web/page/text/tables/ja.js"),
    ),
    (
        Language::Ko,
        "ko",
        include_str!("tables/ko.ftl"),
        include_str!("../../web/page/text/tables/ko.js"),
    ),
    (
        Language::Ru,
        "ru",
        include_str!("tables/ru.ftl"),
        include_str!("../../web/page/text/tables/ru.js"),
    ),
    (
        Language::Vi,
        "vi",
        include_str!("tables/vi.ftl"),
        include_str!("../../web/page/text/tables/vi.js"),
    ),
    (
        Language::De,
        "de",
        include_str!("tables/de.ftl"),
        include_str!("../../web/page/text/tables/de.js"),
    ),
    (
        Language::Fr,
        "fr",
        include_str!("tables/fr.ftl"),
        include_str!("../../web/page/text/tables/fr.js"),
    ),
];

impl Language {
    /// Returns the language of messages by the POSIX variables `LC_ALL`, `LC_MESSAGES` and `LANG`. It is English for
    /// other languages, and if the encoding by `LC_ALL`, `LC_CTYPE` and `LANG` is not UTF-8.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Language {
        let first = |names: [&str; 3]| {
            let mut set = names.into_iter().filter_map(&variable);
            set.find(|value| !value.is_empty()).unwrap_or_default()
        };
        if !is_utf_8(&first(["LC_ALL", "LC_CTYPE", "LANG"])) {
            return Language::En;
        }
        Language::of_locale(&first(["LC_ALL", "LC_MESSAGES", "LANG"]))
    }

    /// Returns the language of a locale such as `zh_TW.UTF-8`.
    fn of_locale(locale: &str) -> Language {
        let name = locale.split(['.', '@']).next().unwrap_or_default();
        let mut parts = name.split(['_', '-']);
        let language = parts.next().unwrap_or_default();
        if language == "zh" {
            let is_traditional = parts.any(|part| matches!(part, "Hant" | "TW" | "HK" | "MO"));
            return match is_traditional {
                true => Language::ZhHant,
                false => Language::ZhHans,
            };
        }
        let mut rows = LANGUAGES.into_iter();
        let row = rows.find(|(_, tag, ..)| *tag == language);
        row.map_or(Language::En, |(language, ..)| language)
    }

    fn row(self) -> LanguageRow {
        // The rows are in the order of the variants.
        LANGUAGES[self as usize]
    }

    /// Returns the BCP 47 tag.
    pub fn tag(self) -> &'static str {
        self.row().1
    }

    /// Returns the terminal's own messages as text.
    pub(super) fn table(self) -> &'static str {
        self.row().2
    }

    /// Returns the page's table of messages as text.
    pub(super) fn page_table(self) -> &'static str {
        self.row().3
    }
}

/// Whether a locale names the encoding UTF-8.
fn is_utf_8(locale: &str) -> bool {
    let encoding = locale
        .split('@')
        .next()
        .and_then(|name| name.split_once('.'));
    encoding.is_some_and(|(_, name)| name.replace('-', "").eq_ignore_ascii_case("utf8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(variables: &[(&str, &str)]) -> Language {
        Language::from_environment(|name| {
            let set = variables.iter().find(|(known, _)| *known == name);
            set.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn rows_are_in_the_order_of_the_variants() {
        for language in Language::value_variants() {
            assert_eq!(language.row().0, *language);
            let name = language.to_possible_value();
            assert_eq!(name.unwrap().get_name(), language.tag());
        }
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let german = ("LANG", "de_DE.UTF-8");
        assert_eq!(chosen(&[]), Language::En);
        assert_eq!(chosen(&[german]), Language::De);
        assert_eq!(
            chosen(&[german, ("LC_MESSAGES", "fr_CA.utf8")]),
            Language::Fr
        );
        assert_eq!(chosen(&[german, ("LC_ALL", "")]), Language::De);
        assert_eq!(
            chosen(&[
                german,
                ("LC_MESSAGES", "fr_FR.UTF-8"),
                ("LC_ALL", "ja_JP.UTF-8")
            ]),
            Language::Ja
        );
        assert_eq!(chosen(&[german, ("LC_ALL", "C.UTF-8")]), Language::En);
    }

    #[test]
    fn another_encoding_than_utf_8_means_english() {
        for locale in [
            "de_DE",
            "de_DE.ISO-8859-1",
            "de_DE@euro",
            "ja_JP.eucJP",
            "C",
            "POSIX",
        ] {
            assert_eq!(chosen(&[("LANG", locale)]), Language::En, "{locale}");
        }
        let encoding = ("LC_CTYPE", "de_DE.ISO-8859-1");
        assert_eq!(chosen(&[encoding, ("LANG", "de_DE.UTF-8")]), Language::En);
        assert_eq!(chosen(&[("LANG", "de_DE.UTF-8@euro")]), Language::De);
    }

    #[test]
    fn chinese_has_two_scripts_and_unknown_languages_are_english() {
        for (locale, expected) in [
            ("zh_CN.UTF-8", Language::ZhHans),
            ("zh_SG.UTF-8", Language::ZhHans),
            ("zh_TW.UTF-8", Language::ZhHant),
            ("zh_HK.UTF-8", Language::ZhHant),
            ("zh_Hant_SG.UTF-8", Language::ZhHant),
            ("ko_KR.UTF-8", Language::Ko),
            ("ru_UA.UTF-8", Language::Ru),
            ("vi_VN.UTF-8", Language::Vi),
            ("it_IT.UTF-8", Language::En),
            ("den_CA.UTF-8", Language::En),
        ] {
            assert_eq!(chosen(&[("LC_ALL", locale)]), expected, "{locale}");
        }
    }
}
