// Lines to an engine in a Web Worker of this page.

/**
 * A conversation with `engine-worker.js`, which stands beside the page where the engine is WebAssembly. The first message
 * names the conversation; then each message is one line, in both directions.
 */
export class WorkerTransport {
  /** @param {import('./transport.js').Conversation} conversation */
  constructor(conversation) {
    this.worker = new Worker(new URL('../engine-worker.js', import.meta.url), { type: 'module' });
    this.lineHandler = (/** @type {string} */ _line) => {};
    this.worker.addEventListener('message', (event) => {
      for (const line of String(event.data).replace(/\n$/, '').split('\n')) this.lineHandler(line);
    });
    this.worker.postMessage(conversation);
  }

  /** @param {string} line */
  send(line) {
    this.worker.postMessage(line);
  }

  /** @param {(line: string) => void} handler */
  onLine(handler) {
    this.lineHandler = handler;
  }

  /** @param {(open: boolean) => void} handler */
  onState(handler) {
    queueMicrotask(() => handler(true));
  }

  close() {
    this.worker.terminate();
  }
}
