// The Web Worker that runs the engine. The first message holds the conversation and the compiled module. After it every message,
// in both directions, is a line. A failure is reported as `{failed}` in a last message.

import { EngineModule } from './engine-module.js';

/** @typedef {{protocol: 'bench'} | import('./transport.js').Conversation} WorkerConversation */

/** A conversation with the engine in this worker. */
class WorkerEngine {
  constructor() {
    /** @type {Promise<EngineModule> | null} */
    this.engine = null;
    this.searching = false;
  }

  /** @param {string | {conversation: WorkerConversation, module: WebAssembly.Module}} message */
  receive(message) {
    if (typeof message === 'string') this.engine?.then((engine) => this.line(engine, message)).catch(fail);
    else this.engine = this.begin(message.conversation, message.module);
    this.engine?.catch(fail);
  }

  /**
   * @param {WorkerConversation} conversation
   * @param {WebAssembly.Module} module
   */
  async begin(conversation, module) {
    const engine = await EngineModule.start(module, (lines) => self.postMessage(lines));
    if (conversation.protocol === 'bench') engine.exports.tengen_bench();
    else if (!engine.open(conversation.protocol === 'gtp' ? `gtp ${conversation.game}` : 'analysis')) throw new Error('no such conversation');
    return engine;
  }

  /**
   * @param {EngineModule} engine
   * @param {string} line
   */
  line(engine, line) {
    const goesOn = engine.line(line);
    if (goesOn) this.proceed(engine);
    else self.close();
  }

  /** Runs the waiting jobs, now and at the alarm. A search that waits for this task resumes by itself. @param {EngineModule} engine */
  proceed(engine) {
    clearTimeout(this.timer);
    const time = engine.exports.tengen_alarm();
    if (time >= 0) this.timer = setTimeout(() => this.wake(engine), time);
    if (this.searching) return;
    this.searching = true;
    const done = () => {
      this.searching = false;
    };
    engine.search().then(done).catch(fail);
  }

  /** @param {EngineModule} engine */
  wake(engine) {
    if (engine.exports.tengen_wake() !== 0) this.proceed(engine);
    else self.close();
  }
}

/** Reports to the page that the engine has failed. @param {unknown} error */
function fail(error) {
  self.postMessage({ failed: String(error) });
  self.close();
}

const worker = new WorkerEngine();
self.addEventListener('message', (event) => worker.receive(event.data));
