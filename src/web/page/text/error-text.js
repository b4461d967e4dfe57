// Errors in words. The engine's replies are English sentences for programs and developers, so those that a person can meet here are
// recognized, and the page says them in its own language.

import { CodedError } from '../coded-error.js';
import { ConnectionLost } from '../engine/gtp-client.js';
import { SgfError } from '../record/sgf.js';
import { hasWord, word } from './words.js';

/** The engine's errors with the keys of their texts; named groups are values. @type {[RegExp, string][]} */
const ENGINE_ERRORS = [
  [/illegal move/, 'error_illegal_move'],
  [/would have no liberty/, 'error_no_liberty'],
  [/(is|are) off the board|no such point/, 'error_off_board'],
  [/unacceptable komi/, 'error_komi'],
  [/unacceptable size|a board of \d+x\d+ points/, 'error_size'],
  [/board not empty|invalid number of stones|bad vertex list/, 'error_handicap'],
  [/this is an? (?<kind>[\w-]+(?: zip)?) archive/, 'error_archive'],
  [/saw an empty file/, 'error_empty_file'],
  [/expected a game record/, 'error_no_record'],
  [/^(?:game \d+: )?line (?<line>\d+)/, 'error_record_at'],
  [/stopped/, 'error_stopped'],
];

/**
 * Describes an error in a clause.
 *
 * @param {unknown} error
 */
export function errorText(error) {
  if (error instanceof SgfError && error.line) return word('sgf_at', { line: error.line, text: word(error.code, error.values) });
  if (error instanceof CodedError) return word(error.code, error.values);
  const message = error instanceof Error ? error.message : String(error);
  for (const [pattern, key] of ENGINE_ERRORS) {
    const match = pattern.exec(message);
    if (match) return word(key, valuesOf(match.groups ?? {}));
  }
  // Developers still see what the engine said.
  console.warn(message);
  return word('error_other');
}

/** @param {Record<string, string>} groups */
function valuesOf(groups) {
  const values = Object.entries(groups).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text.toLowerCase().replace('7-zip', '7z').replace(' ', '-')]);
  return Object.fromEntries(values);
}

/**
 * Describes an error in a sentence.
 *
 * @param {unknown} error
 */
export function failureText(error) {
  return error instanceof ConnectionLost ? errorText(error) : word('engine_error', { text: errorText(error) });
}

/**
 * Describes why the server refuses something.
 *
 * @param {string | undefined} code The code in the server's reply.
 */
export function refusalText(code) {
  const key = `refusal_${code}`;
  return word(hasWord(key) ? key : 'refusal_other');
}
