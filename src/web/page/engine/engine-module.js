// The engine as a WebAssembly module: its exports, and the functions that it needs from outside. `src/wasm` is the other side.

/** What a function of WASI that is not to be had returns: ENOSYS. */
const NOT_SUPPORTED = 52;

/** What it returns for a file that is not open: EBADF. There are no folders. */
const NO_FILE = 8;

/** The number of the standard error output. */
const STDERR = 2;

/**
 * What the module exports.
 *
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} [_initialize]
 * @property {(length: number) => number} tengen_text_buffer
 * @property {() => number} tengen_open
 * @property {() => number} tengen_line
 * @property {() => number} tengen_wake
 * @property {() => void} tengen_search
 * @property {() => number} tengen_alarm
 * @property {() => number} tengen_bench
 */

/**
 * Calls of a module that wait for a promise (JSPI); not in every browser.
 *
 * @type {{Suspending?: new (wait: () => Promise<void>) => Function, promising?: (call: () => void) => () => Promise<void>}}
 */
const jspi = /** @type {any} */ (WebAssembly);

/** An instance of the engine with one conversation. Where a call can wait, lines are taken during a search; elsewhere after it. */
export class EngineModule {
  /**
   * @param {WebAssembly.Module} module
   * @param {(lines: string) => void} send Receives whole lines, the last one without its newline.
   * @returns {Promise<EngineModule>}
   */
  static async start(module, send) {
    const engine = new EngineModule(send);
    const wasi = { ...refused(module), ...engine.wasi() };
    const page = {
      send: (/** @type {number} */ at, /** @type {number} */ length) => send(engine.text(at, length - 1)),
      pause: jspi.Suspending ? new jspi.Suspending(nextTask) : () => {},
    };
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi, page });
    engine.exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    engine.exports._initialize?.();
    const search = engine.exports.tengen_search;
    engine.search = jspi.promising?.(search) ?? (async () => search());
    return engine;
  }

  /** @param {(lines: string) => void} send */
  constructor(send) {
    this.send = send;
    /** @type {Exports} */
    this.exports = /** @type {any} */ (null);
    /** Does the jobs that wait. */
    this.search = async () => {};
  }

  /** Opens a conversation: `gtp GAME` or `analysis`. @param {string} name */
  open(name) {
    this.give(name);
    return this.exports.tengen_open() !== 0;
  }

  /** Gives a line to the conversation. Returns whether it goes on. @param {string} line */
  line(line) {
    this.give(line);
    return this.exports.tengen_line() !== 0;
  }

  /** @param {string} text */
  give(text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.exports.tengen_text_buffer(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /**
   * @param {number} at
   * @param {number} length
   */
  text(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, length));
  }

  /** The functions of WASI that the engine calls: clocks, random numbers, and complaints. */
  wasi() {
    const view = () => new DataView(this.exports.memory.buffer);
    return {
      clock_time_get: (/** @type {number} */ clock, /** @type {bigint} */ _precision, /** @type {number} */ to) => {
        const milliseconds = clock === 0 ? Date.now() : performance.now();
        view().setBigUint64(to, BigInt(Math.round(milliseconds * 1e6)), true);
        return 0;
      },
      random_get: (/** @type {number} */ to, /** @type {number} */ length) => {
        crypto.getRandomValues(new Uint8Array(this.exports.memory.buffer, to, length));
        return 0;
      },
      fd_write: (/** @type {number} */ file, /** @type {number} */ parts, /** @type {number} */ count, /** @type {number} */ written) => {
        let text = '';
        let total = 0;
        for (let part = 0; part < count; part++) {
          const at = view().getUint32(parts + 8 * part, true);
          const length = view().getUint32(parts + 8 * part + 4, true);
          text += this.text(at, length);
          total += length;
        }
        if (file === STDERR) console.error(text.trimEnd());
        view().setUint32(written, total, true);
        return 0;
      },
      environ_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
        view().setUint32(count, 0, true);
        view().setUint32(size, 0, true);
        return 0;
      },
      environ_get: () => 0,
      fd_prestat_get: () => NO_FILE,
      sched_yield: () => 0,
      proc_exit: (/** @type {number} */ code) => {
        throw new Error(`the engine ended with ${code}`);
      },
    };
  }
}

/** Functions of WASI that the standard library names and no conversation calls, such as those of files. @param {WebAssembly.Module} module */
function refused(module) {
  const names = WebAssembly.Module.imports(module).map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, () => NOT_SUPPORTED]));
}

/** @type {(() => void)[]} Ends of pauses that are due. */
const pauses = [];
/** @type {MessagePort | null} Where a message begins a task. */
let port = null;

/** Waits for a task behind those that wait; a timer would wait for some milliseconds. @returns {Promise<void>} */
function nextTask() {
  if (!port) {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => pauses.shift()?.();
    port = channel.port2;
  }
  port.postMessage(null);
  return new Promise((resolve) => pauses.push(resolve));
}
