// Records of other programs as SGF, read by the engine.

import { GtpClient } from '../engine/gtp-client.js';
import { openTransport } from '../engine/transport.js';
import { SgfError } from './sgf.js';

/** The longest file that is read, in bytes: in base64 it fits into a message. */
const LONGEST = 700_000;

/**
 * Returns a record as SGF. Text in UTF-8 that begins as SGF does is taken as it is; the engine recognizes and reads everything
 * else, other encodings among it.
 *
 * @param {ArrayBuffer} content
 * @returns {Promise<string>} Rejected with the reason if the file is no record.
 */
export async function sgfOf(content) {
  const text = utf8(content);
  if (text !== null && /^\s*\(\s*;/.test(text) && !/^\s*\(\s*;\s*GM\s*\[\s*Othello\s*\]/i.test(text)) return text;
  if (content.byteLength > LONGEST) throw new SgfError(`longer than ${LONGEST} bytes`);
  const client = new GtpClient(openTransport({ protocol: 'gtp', game: 'go' }));
  try {
    return JSON.parse(await client.send(`readrecord ${base64(content)}`)).sgf;
  } finally {
    client.close();
  }
}

/** Returns the text of bytes that are UTF-8, without a byte order mark; null for others. @param {ArrayBuffer} content */
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
