// The language in which the page begins, and the address of its messages.

import { preferences } from '../game/preferences.js';
import { isLanguage, languageFor } from './languages.js';

/** Returns the user's language, or else the browser's. */
export function wantedLanguage() {
  const wanted = preferences.language;
  return isLanguage(wanted) ? wanted : languageFor(navigator.languages);
}

/** Returns the address of a language's messages. @param {import('./languages.js').LanguageTag} tag */
export function tableAddress(tag) {
  return new URL(`tables/${tag}.js`, import.meta.url).href;
}
