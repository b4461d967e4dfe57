// A test's own `tengen web`, on a separate port.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PROGRAM = process.env.TENGEN ?? new URL('../../target/release/tengen', import.meta.url).pathname;

/** A server with a folder for its games. */
export class Server {
  /** Starts a server. @param {number} port 0 takes a free one. @param {string[]} options Further options. */
  static async start(port = 0, options = []) {
    const server = new Server();
    server.options = options;
    server.games = await mkdtemp(join(tmpdir(), 'tengen-web-'));
    await server.run(port);
    return server;
  }

  /** @param {number} port */
  async run(port) {
    const process = spawn(PROGRAM, ['web', '--listen', `127.0.0.1:${port}`, '--games', this.games, '--threads', '2', ...this.options], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.process = process;
    this.exited = new Promise((resolve) => process.on('exit', resolve));
    this.url = await addressOf(process);
    this.port = Number(new URL(this.url).port);
  }

  /** Kills the server as a power failure would. */
  async kill() {
    this.process.kill('SIGKILL');
    await this.exited;
  }

  /** Starts the server again on the same port. */
  async restart() {
    await this.run(this.port);
  }

  async stop() {
    await this.kill();
    await rm(this.games, { recursive: true });
  }
}

/** @param {import('node:child_process').ChildProcess} process */
function addressOf(process) {
  return new Promise((resolve, reject) => {
    let text = '';
    process.stdout.on('data', (data) => {
      text += data;
      const address = /http:\/\/\S+/.exec(text)?.[0];
      if (address) resolve(address);
    });
    process.on('error', reject);
    process.on('exit', (code) => reject(new Error(`tengen web ended with ${code} before it named its address`)));
  });
}
