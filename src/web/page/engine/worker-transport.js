// A conversation with an engine in a Web Worker of this page.

/** The longest pause between two attempts to start, in milliseconds. */
const LONGEST_PAUSE = 5000;

/** @type {Promise<WebAssembly.Module> | null} The engine, compiled once for all conversations. */
let compiled = null;

/** Fetches and compiles the engine at the first call. */
export function engineModule() {
  compiled ??= compile(new URL('./tengen.wasm', import.meta.url));
  compiled.catch(() => {
    compiled = null;
  });
  return compiled;
}

/** @param {URL} address */
async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // Streaming compilation requires the type, which some hosts do not know.
  if (response.headers.get('Content-Type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * A conversation with `engine-worker.js`, where the engine is WebAssembly. A failed worker is replaced by a new one without the
 * state of the conversation.
 */
export class WorkerTransport {
  /** @param {import('./transport.js').Conversation} conversation */
  constructor(conversation) {
    this.conversation = conversation;
    this.lineHandler = (/** @type {string} */ _line) => {};
    this.stateHandler = (/** @type {boolean} */ _open) => {};
    /** @type {string[] | null} Lines waiting for the worker; `null` once it accepts lines. */
    this.waiting = [];
    this.pause = 250;
    this.closed = false;
    this.start();
  }

  async start() {
    if (this.closed) return;
    try {
      const module = await engineModule();
      if (this.closed) return;
      this.worker = new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' });
      this.worker.addEventListener('message', (event) => this.receive(event.data));
      this.worker.addEventListener('error', () => this.lose());
      this.worker.postMessage({ conversation: this.conversation, module });
      for (const line of this.waiting?.splice(0) ?? []) this.worker.postMessage(line);
      this.waiting = null;
      this.stateHandler(true);
    } catch (error) {
      console.error(error);
      this.lose();
    }
  }

  /** @param {string | {failed: string}} message */
  receive(message) {
    if (typeof message !== 'string') return this.lose();
    this.pause = 250;
    for (const line of message.split('\n')) this.lineHandler(line);
  }

  lose() {
    this.worker?.terminate();
    this.waiting = [];
    if (this.closed) return;
    this.stateHandler(false);
    setTimeout(() => this.start(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** @param {string} line */
  send(line) {
    if (this.waiting) this.waiting.push(line);
    else this.worker?.postMessage(line);
  }

  /** @param {(line: string) => void} handler */
  onLine(handler) {
    this.lineHandler = handler;
  }

  /** @param {(open: boolean) => void} handler */
  onState(handler) {
    this.stateHandler = handler;
  }

  close() {
    this.closed = true;
    this.worker?.terminate();
  }
}
