// Opens conversations with the engine, behind a WebSocket or in a Web Worker.

import { WebSocketTransport } from './web-socket-transport.js';
import { WorkerTransport } from './worker-transport.js';

/**
 * A conversation with the engine in lines of text.
 *
 * @typedef {object} Transport
 * @property {(line: string) => void} send Sends one line, without its newline.
 * @property {(handler: (line: string) => void) => void} onLine Sets the receiver of complete lines.
 * @property {(handler: (open: boolean, reason?: string) => void) => void} onState Sets the receiver of changes of the connection.
 * @property {() => void} close Ends the conversation.
 */

/**
 * The kind of a conversation: GTP for one game, or JSON analysis.
 *
 * @typedef {{protocol: 'gtp', game: string} | {protocol: 'analysis'}} Conversation
 */

/**
 * Opens a conversation. The page's `<meta name="tengen-engine" content="worker">` selects the engine inside the browser.
 *
 * @param {Conversation} conversation
 * @returns {Transport}
 */
export function openTransport(conversation) {
  const place = document.querySelector('meta[name="tengen-engine"]')?.getAttribute('content');
  return place === 'worker' ? new WorkerTransport(conversation) : new WebSocketTransport(conversation);
}
