// Converts other programs' records to SGF, and finds the faults of records, through the engine.

import { CodedError } from '../coded-error.js';
import { GtpClient, GtpError } from '../engine/gtp-client.js';
import { openTransport } from '../engine/transport.js';
import { SgfError } from './sgf.js';

/** Longest file accepted, in bytes: as base64 it fits into a message. */
const LONGEST = 700_000;

/** A fault of a record: its code and values. @typedef {{code: string, line?: number, number?: number, rule?: string}} RecordFault */

/** A record as SGF, and the faults that the engine finds in it. @typedef {{sgf: string, faults: (RecordFault | GtpError)[]}} ReadRecord */

/**
 * Returns a record as SGF. UTF-8 text that begins like SGF is taken as it is; if it is longer than the engine accepts, it has no
 * faults. The engine recognizes and reads everything else, including other encodings.
 *
 * @param {ArrayBuffer} content
 * @returns {Promise<ReadRecord>} Rejected with the reason if the file is not a record.
 */
export async function readRecord(content) {
  // A command without its argument would be refused for that.
  if (content.byteLength === 0) throw new CodedError('refusal_empty_file');
  const text = utf8(content);
  const isSgf = text !== null && /^\s*\(\s*;/.test(text) && !/^\s*\(\s*;\s*GM\s*\[\s*Othello\s*\]/i.test(text);
  const isTooLong = content.byteLength > LONGEST;
  if (!isSgf) {
    if (isTooLong) throw new SgfError('error_record_long', { n: LONGEST });
    return askEngine(content);
  }
  if (isTooLong) return { sgf: text, faults: [] };
  try {
    return { sgf: text, faults: (await askEngine(content)).faults };
  } catch (error) {
    // The board shows a lost connection.
    return { sgf: text, faults: error instanceof GtpError ? [error] : [] };
  }
}

/** @param {ArrayBuffer} content @returns {Promise<ReadRecord>} */
async function askEngine(content) {
  const client = new GtpClient(openTransport({ protocol: 'gtp', game: 'go' }));
  try {
    const { sgf, codes } = JSON.parse(await client.send(`readrecord ${base64(content)}`));
    return { sgf, faults: codes };
  } finally {
    client.close();
  }
}

/** Decodes UTF-8, without a byte order mark; null for other bytes. @param {ArrayBuffer} content */
function utf8(content) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

/** @param {ArrayBuffer} content */
function base64(content) {
  let binary = '';
  for (const byte of new Uint8Array(content)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
