// Errors in words. The engine and the server send codes with values, and the page has a text for each code.

import { CodedError } from '../coded-error.js';
import { ConnectionLost } from '../engine/gtp-client.js';
import { SgfError } from '../record/sgf.js';
import { hasWord, word } from './words.js';

/**
 * Describes an error in a clause.
 *
 * @param {unknown} error
 */
export function errorText(error) {
  if (error instanceof SgfError && error.line) return word('sgf_at', { line: error.line, text: word(error.code, error.values) });
  if (error instanceof CodedError && hasWord(error.code)) return word(error.code, error.values);
  // Developers still see what the engine said.
  console.warn(error instanceof Error ? error.message : error);
  return word('error_other');
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
 * Describes a fault of a record in a clause.
 *
 * @param {import('../record/other-record.js').RecordFault | Error} fault
 */
export function faultText(fault) {
  if (fault instanceof Error) return errorText(fault);
  const text = word(`record_fault_${fault.code}`, { number: fault.number ?? 0, reason: refusalText(fault.rule) });
  return fault.line ? word('sgf_at', { line: fault.line, text }) : text;
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
