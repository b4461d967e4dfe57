// A person's preferences, kept in this browser.

const STORE = 'tengen.preferences';

/**
 * @typedef {object} Preferences
 * @property {string} language `en`, `zh-Hant` or `zh-Hans`.
 * @property {'' | 'light' | 'dark'} theme Empty for the system's.
 * @property {boolean} coordinates
 * @property {boolean} numbers Whether stones bear their move numbers.
 * @property {Record<string, unknown>} newGame The last choices of the dialog for a new game.
 */

/** @type {Preferences} */
export const preferences = { language: '', theme: '', coordinates: true, numbers: false, newGame: {}, ...load() };

/** Keeps the preferences; a browser that stores nothing keeps them until the page is left. */
export function keepPreferences() {
  try {
    localStorage.setItem(STORE, JSON.stringify(preferences));
  } catch {
    // Private windows may refuse to store anything.
  }
}

function load() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}');
  } catch {
    return {};
  }
}
