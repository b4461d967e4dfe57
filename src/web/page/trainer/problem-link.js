// A problem in a link: its line of JSON, compressed, in the fragment of the address, which browsers send to no server.

import { readProblems } from './problem.js';

const NAME = '#problem=';

/** Most characters of a fragment that is read. */
const MOST_LENGTH = 20_000;

/** Returns the fragment of a link with a problem in a text; empty if there is none. @param {string} text */
export function problemFragment(text) {
  return /#problem=[\w-]*/.exec(text)?.[0] ?? '';
}

/** Returns the link to a problem on this page. @param {import('./problem.js').Problem} problem */
export async function problemLink({ text }) {
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  const fragment = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${location.origin}${location.pathname}${NAME}${fragment}`;
}

/** Reads the problem of a fragment. Rejected if it is damaged. @param {string} fragment */
export async function problemOfFragment(fragment) {
  if (fragment.length > MOST_LENGTH) throw new RangeError('a long link');
  const base64 = fragment.slice(NAME.length).replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const text = new TextDecoder().decode(await piped(bytes, new DecompressionStream('deflate-raw')));
  return readProblems(text)[0];
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 */
function piped(bytes, stream) {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}
