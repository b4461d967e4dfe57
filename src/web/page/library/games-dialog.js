// The dialog with the games saved in this browser.

import { html } from '../element.js';
import { dropGame, savedGames } from '../game/saved-games.js';
import { openDialog } from '../panel/dialog.js';
import { icon } from '../panel/icon.js';
import { recordedResultText } from '../text/results.js';
import { dateText, word } from '../text/words.js';

/**
 * Opens the list of saved games.
 *
 * @param {(game: import('../game/saved-games.js').SavedGame) => void} onOpen
 */
export function openGames(onOpen) {
  const list = html('ul', { class: 'games' });
  const search = html('input', { type: 'search', 'aria-label': word('search_games'), placeholder: word('search_games'), oninput: () => show() });
  const show = () => {
    const wanted = search.value.toLowerCase().split(/\s+/);
    const games = savedGames();
    const found = games.filter((game) => wanted.every((part) => textsOf(game).join(' ').toLowerCase().includes(part)));
    const items = found.map((game) => {
      const [title, names, ...notes] = textsOf(game);
      const open = html(
        'button',
        {
          type: 'button',
          class: 'game',
          onclick: () => {
            dialog.close();
            onOpen(game);
          },
        },
        html('b', {}, title),
        ` ${names}`,
        html('span', { class: 'note' }, notes.join(' · ')),
      );
      const remove = html(
        'button',
        {
          type: 'button',
          class: 'plain',
          'aria-label': word('delete_game'),
          onclick: () => {
            dropGame(game.id);
            show();
          },
        },
        icon('close'),
      );
      return html('li', {}, open, remove);
    });
    list.replaceChildren(...(items.length ? items : [html('li', {}, word(games.length ? 'no_games_found' : 'no_games'))]));
  };
  const dialog = openDialog(word('games'), search, list);
  show();
}

/**
 * Describes a saved game: its kind, its players, then size, moves, result and date.
 *
 * @param {import('../game/saved-games.js').SavedGame} saved
 */
function textsOf({ game, names, players, size, moves, result, time }) {
  const name = (/** @type {'b' | 'w'} */ color) => names?.[color] || (players[color] === 'engine' ? 'Tengen' : word(color === 'b' ? 'black' : 'white'));
  const date = dateText(new Date(time), { dateStyle: 'medium', timeStyle: 'short' });
  const kind = /** @type {import('../game/games.js').GameName} */ (game);
  const notes = [size ?? '', word('moves_n', { n: moves }), result ? recordedResultText(result, kind) : '', date];
  return [word(game), word('versus', { black: name('b'), white: name('w') }), ...notes.filter(Boolean)];
}
