// The games kept in this browser.

import { html } from '../element.js';
import { dropGame, savedGames } from '../game/saved-games.js';
import { word } from '../text/words.js';
import { openDialog } from './dialog.js';
import { icon } from './icon.js';

/**
 * Opens the list of kept games.
 *
 * @param {(game: import('../game/saved-games.js').SavedGame) => void} onOpen
 */
export function openGames(onOpen) {
  const list = html('ul', { class: 'games' });
  const show = () => {
    const items = savedGames().map((game) => {
      const date = new Date(game.time).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
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
        html('b', {}, word(game.game)),
        ` ${word('moves_n', { n: game.moves })}`,
        html('span', { class: 'note' }, date),
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
    list.replaceChildren(...(items.length ? items : [html('li', {}, word('no_games'))]));
  };
  const dialog = openDialog(word('games'), list);
  show();
}
