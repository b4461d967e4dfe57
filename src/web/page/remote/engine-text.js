// What engines say and do, in words.

import { sessionKey } from '../engine/session-key.js';
import { percentText, signedText, word } from '../text/words.js';

/** @typedef {import('./remote-game.js').RemoteState} RemoteState */
/** @typedef {import('../game/position.js').Color} Color */

/**
 * Describes the result of a game that an engine has lost by a fault.
 *
 * @param {RemoteState} state
 * @param {string} name The engine's.
 */
export function faultText({ fault }, name) {
  if (!fault) return '';
  const winner = fault.side === 'b' ? 'w' : 'b';
  return `${word(`fault_${fault.code}`, { name, text: fault.text })} ${word('wins', { winner })}`;
}

/**
 * Describes an engine's evaluation of its last move before a turn; empty if it gave none.
 *
 * @param {RemoteState} state
 * @param {Color} color
 * @param {number} turn
 */
export function remarkOf({ moves, evaluations }, color, turn) {
  for (let index = Math.min(turn, moves.length) - 1; evaluations && index >= 0; index--) {
    const found = evaluations[index];
    if (moves[index][0] !== color || !found) continue;
    if (found.unit === 'percent') return word('evaluation_percent', { percent: percentText(found.value / 100) });
    return word(`evaluation_${found.unit}`, { n: signedText(found.value, Number.isInteger(found.value) ? 0 : 1) });
  }
  return '';
}

/** Asks the server to stop a game between engines. @param {string} path */
export function stopGame(path) {
  return fetch(`${path}?${new URLSearchParams({ key: sessionKey() })}`, { method: 'DELETE' });
}
