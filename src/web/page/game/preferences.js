// The user's preferences, stored in this browser.

const STORE = 'tengen.preferences';

/**
 * @typedef {object} Preferences
 * @property {string} language The tag of the chosen language; empty for the browser's.
 * @property {'' | 'light' | 'dark'} theme Empty for the system's theme.
 * @property {boolean} coordinates
 * @property {boolean} numbers Whether to show move numbers on stones.
 * @property {boolean} sound Whether to play a sound at each move.
 * @property {{sound: boolean, notice: boolean, vibration: boolean}} calls How to call a player to move.
 * @property {Record<string, unknown>} newGame The last choices in the dialog for a new game.
 */

/** @type {Preferences} */
export const preferences = { language: '', theme: '', coordinates: true, numbers: false, sound: false, calls: { sound: false, notice: false, vibration: true }, newGame: {}, ...load() };

/** Stores the preferences. If the browser stores nothing, they last until the page is closed. */
export function keepPreferences() {
  try {
    localStorage.setItem(STORE, JSON.stringify(preferences));
  } catch {
    // Private windows may not allow storage.
  }
}

function load() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}');
  } catch {
    return {};
  }
}
