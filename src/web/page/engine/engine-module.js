// The engine as a WebAssembly module: its exports, and the functions that it imports. `src/wasm` is the other side.

/** WASI's error for an unsupported function, ENOSYS. */
const NOT_SUPPORTED = 52;

/** WASI's error for a file that is not open, EBADF. There are no folders. */
const NO_FILE = 8;

/** The file descriptor of the standard error output. */
const STDERR = 2;

/**
 * The module's exports.
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
 * Support for module calls that wait for a promise (JSPI), which not every browser has.
 *
 * @type {{Suspending?: new (wait: () => Promise<void>) => Function, promising?: (call: () => void) => () => Promise<void>}}
 */
const jspi = /** @type {any} */ (WebAssembly);

/** A module instance with one conversation. With JSPI lines are accepted during a search, otherwise after it. */
export class EngineModule {
  /**
   * @param {WebAssembly.Module} module
   * @param {(lines: string) => void} send Receives whole lines, the last without its newline.
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
    /** Runs the waiting jobs. */
    this.search = async () => {};
  }

  /** Opens a conversation: `gtp GAME` or `analysis`. @param {string} name */
  open(name) {
    this.give(name);
    return this.exports.tengen_open() !== 0;
  }

  /** Passes a line to the conversation. Returns whether the conversation continues. @param {string} line */
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

  /** The WASI functions that the engine calls: clocks, random numbers, and error output. */
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

/** WASI functions that the standard library imports but no conversation calls, such as those for files. @param {WebAssembly.Module} module */
function refused(module) {
  const names = WebAssembly.Module.imports(module).map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, () => NOT_SUPPORTED]));
}

/** @type {(() => void)[]} Resolvers of the pending pauses. */
const pauses = [];
/** @type {MessagePort | null} A port on which a message starts a task. */
let port = null;

/** Waits until the tasks already queued have run; a timer would take some milliseconds. @returns {Promise<void>} */
function nextTask() {
  if (!port) {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => pauses.shift()?.();
    port = channel.port2;
  }
  port.postMessage(null);
  return new Promise((resolve) => pauses.push(resolve));
}
