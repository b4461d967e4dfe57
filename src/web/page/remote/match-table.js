// The table of a match between two engines.

import { html } from '../element.js';
import { word } from '../text/words.js';

/** @typedef {import('./remote-game.js').RemoteGame} RemoteGame */
/** A finished game of a match. @typedef {{black: string, white: string, result: string, watch: string}} PlayedGame */

/** The fragment of links in the table. */
const STAY = '#stay';

/** The games of a match and its score. Empty in other games. */
export class MatchTable {
  /** @param {RemoteGame} game */
  constructor(game) {
    this.game = game;
    this.element = html('section', { class: 'after-game', hidden: true });
    this.shown = '';
  }

  show() {
    const { state } = this.game;
    this.element.hidden = !state?.match;
    if (!state?.match) return;
    // A page that was opened from the table stays at its game.
    if (location.hash !== STAY && state.result && state.rematch.link) {
      location.assign(state.rematch.link);
      return;
    }
    const { games, played } = state.match;
    /** @type {PlayedGame[]} */
    const all = [...played, { black: state.names.b, white: state.names.w, result: state.result ?? '', watch: '' }];
    const shown = JSON.stringify(all);
    if (shown === this.shown) return;
    this.shown = shown;
    const title = word('match_now', { n: all.length, games });
    const head = html('tr', {}, ...['game_number', 'black', 'white', 'match_result'].map((key) => html('th', { scope: 'col' }, word(key))));
    const rows = all.map(({ black, white, result, watch }, index) => {
      const text = result || '…';
      return html('tr', {}, html('th', { scope: 'row' }, String(index + 1)), html('td', {}, black), html('td', {}, white), html('td', {}, watch ? html('a', { href: watch + STAY }, text) : text));
    });
    const [[first, n], [second, m]] = scoreOf(all);
    this.element.setAttribute('aria-label', title);
    this.element.replaceChildren(
      html('h2', {}, title),
      html('p', { class: 'match-score' }, word('match_score', { first, n, m, second })),
      html('table', { class: 'counts' }, html('caption', { class: 'unseen' }, title), html('thead', {}, head), html('tbody', {}, ...rows)),
    );
  }
}

/**
 * Counts the points of both engines: one for a win, a half for a draw.
 *
 * @param {PlayedGame[]} games
 * @returns {[string, number][]}
 */
export function scoreOf(games) {
  // Engines may have the same name, so the sides of the first game count, which swap with every game.
  const points = [0, 0];
  games.forEach(({ result }, index) => {
    if (result === '' || result === 'Void') return;
    const winner = result.startsWith('B+') ? 0 : result.startsWith('W+') ? 1 : null;
    if (winner === null) points.forEach((_, side) => (points[side] += 0.5));
    else points[(winner + index) % 2] += 1;
  });
  return [
    [games[0].black, points[0]],
    [games[0].white, points[1]],
  ];
}
