// Light or dark.

import { preferences } from './game/preferences.js';

/** Whether the page is dark. */
export function isDark() {
  return document.documentElement.dataset.theme === 'dark';
}

/** Applies the chosen theme, or the system's. */
export function applyTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = preferences.theme || system;
}
