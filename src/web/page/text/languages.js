// The languages of the page.

/** The languages by tag, each named in the language itself. */
export const LANGUAGES = {
  en: 'English',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
  ja: '日本語',
  ko: '한국어',
  ru: 'Русский',
  vi: 'Tiếng Việt',
  de: 'Deutsch',
  fr: 'Français',
};

/** @typedef {keyof typeof LANGUAGES} LanguageTag */

/** Regions that write Chinese in traditional characters. */
const TRADITIONAL = /-(hant|tw|hk|mo)\b/i;

/**
 * Returns the first language of the page among those that a browser asks for; English if there is none.
 *
 * @param {readonly string[]} wanted Tags such as `de-AT`, the favorite first.
 * @returns {LanguageTag}
 */
export function languageFor(wanted) {
  for (const tag of wanted) {
    const found = languageOf(tag);
    if (found) return found;
  }
  return 'en';
}

/** @param {string} tag */
function languageOf(tag) {
  const primary = tag.toLowerCase().split('-')[0];
  if (primary === 'zh') return TRADITIONAL.test(tag) && !/-hans\b/i.test(tag) ? 'zh-Hant' : 'zh-Hans';
  return isLanguage(primary) ? primary : null;
}

/** @param {string} tag @returns {tag is LanguageTag} */
export function isLanguage(tag) {
  return Object.hasOwn(LANGUAGES, tag);
}
