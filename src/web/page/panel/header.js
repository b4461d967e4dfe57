// The header of the page: games, dialogs, language and theme.

import { html } from '../element.js';
import { keepPreferences, preferences } from '../game/preferences.js';
import { GAME_NAMES } from '../game/games.js';
import { LANGUAGES } from '../text/languages.js';
import { language, loadLanguage, word } from '../text/words.js';
import { applyTheme, isDark } from '../theme.js';
import { icon } from './icon.js';

/** Buttons that show another page. */
const PAGES = ['lesson', 'problems'];

/**
 * The actions of the header's buttons.
 *
 * @typedef {object} HeaderActions
 * @property {(game: import('../game/config.js').Config['game']) => void} choose
 * @property {() => void} newGame
 * @property {() => void} games
 * @property {() => void} open
 * @property {() => void} save
 * @property {() => void} setup
 * @property {() => void} lesson
 * @property {() => void} problems
 * @property {() => void} help
 * @property {() => void} rebuild Rebuilds the page in another language.
 */

/**
 * Creates the header of the page.
 *
 * @param {string} current The game shown, `lesson` or `problems`.
 * @param {Partial<HeaderActions> & Pick<HeaderActions, 'help' | 'rebuild'>} actions
 */
export function header(current, actions) {
  const games = actions.choose ? GAME_NAMES.map((game) => html('button', { type: 'button', class: 'tab', 'data-game': game, 'aria-pressed': game === current, onclick: () => actions.choose?.(game) }, word(game))) : [];
  const button = (/** @type {string} */ name, /** @type {string} */ shape, /** @type {(() => void) | undefined} */ action) =>
    action && html('button', { type: 'button', class: 'tool', 'data-action': name, title: word(name), 'aria-pressed': PAGES.includes(name) ? current === name : null, onclick: action }, icon(shape), html('span', {}, word(name)));
  return html(
    'header',
    { class: 'head' },
    html('span', { class: 'brand' }, html('span', { class: 'brand-mark', 'aria-hidden': 'true' }), 'Tengen'),
    games.length > 0 && html('nav', { class: 'game-choice', 'aria-label': word('games_choice') }, ...games),
    html(
      'nav',
      { class: 'tools', 'aria-label': word('tools') },
      button('new_game', 'plus', actions.newGame),
      button('games', 'games', actions.games),
      button('open', 'open', actions.open),
      button('save', 'save', actions.save),
      button('setup', 'setup', actions.setup),
      button('lesson', 'lesson', actions.lesson),
      button('problems', 'problems', actions.problems),
    ),
    html('div', { class: 'settings' }, languageChoice(actions.rebuild), themeButton(), html('button', { type: 'button', class: 'plain', 'aria-label': word('help'), title: word('help'), onclick: actions.help }, icon('help'))),
  );
}

/** @param {() => void} rebuild */
function languageChoice(rebuild) {
  const options = Object.entries(LANGUAGES).map(([tag, name]) => html('option', { value: tag, selected: tag === language(), lang: tag }, name));
  const choice = html('select', { 'aria-label': word('language'), title: word('language'), class: 'language', 'data-action': 'language' }, ...options);
  choice.addEventListener('change', () => {
    preferences.language = choice.value;
    keepPreferences();
    loadLanguage().then(rebuild, () => {
      // The server does not answer, so the page keeps its language.
      choice.value = language();
    });
  });
  // On a phone the icon takes the place of the name.
  return html('span', { class: 'language-choice' }, icon('language'), choice);
}

function themeButton() {
  const button = html('button', { type: 'button', class: 'plain', 'data-action': 'theme' });
  const show = () => {
    button.replaceChildren(icon(isDark() ? 'sun' : 'moon'));
    button.setAttribute('aria-label', word(isDark() ? 'light' : 'dark'));
    button.title = word(isDark() ? 'light' : 'dark');
  };
  button.addEventListener('click', () => {
    preferences.theme = isDark() ? 'light' : 'dark';
    keepPreferences();
    applyTheme();
    show();
  });
  show();
  return button;
}
