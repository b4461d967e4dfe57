// A static file server as hosts run them: serves the files of a folder under a path, with validators, and compressed if asked.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json' };

/** Files that compression does not make smaller. */
const COMPRESSED = ['.png'];

/**
 * @typedef {object} StaticServerOptions
 * @property {boolean} [compresses] Whether files are sent compressed.
 * @property {Record<string, string>} [headers] Headers of all responses.
 */

/** A server for the files of one folder. */
export class StaticServer {
  /**
   * @param {string} folder
   * @param {string} path The URL path of the folder, such as `/some/where/`.
   * @param {StaticServerOptions} [options]
   */
  static async start(folder, path, options = {}) {
    const server = new StaticServer();
    server.path = path;
    server.options = options;
    server.serve(folder);
    server.http = createServer((request, response) => server.answer(request, response));
    await server.listen(0);
    return server;
  }

  /** Serves another folder from now on. @param {string} folder */
  serve(folder) {
    this.folder = folder;
    /** @type {Map<string, Promise<{bytes: Buffer, compressed: Buffer | null, tag: string} | null>>} */
    this.files = new Map();
    /** @type {string[]} URLs that were requested but not found. */
    this.missing = [];
    /** @type {{name: string, bytes: number}[]} The responses, by file. */
    this.sent = [];
  }

  /** @param {number} port 0 takes a free one. */
  async listen(port) {
    await new Promise((resolve) => this.http.listen(port, '127.0.0.1', () => resolve(undefined)));
    this.port = this.http.address().port;
    this.url = `http://127.0.0.1:${this.port}${this.path}`;
  }

  async answer(request, response) {
    const address = new URL(request.url, 'http://host').pathname;
    const name = normalize(address.endsWith('/') ? `${address}index.html` : address);
    const file = name.startsWith(this.path) ? await this.file(name.slice(this.path.length)) : null;
    if (!file) {
      this.missing.push(address);
      response.writeHead(404);
      response.end();
      return;
    }
    const headers = { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream', ETag: file.tag, ...this.options.headers };
    const isKnown = request.headers['if-none-match'] === file.tag;
    const body = isKnown ? Buffer.alloc(0) : (file.compressed ?? file.bytes);
    if (!isKnown && file.compressed) headers['Content-Encoding'] = 'gzip';
    this.sent.push({ name: name.slice(this.path.length), bytes: body.length });
    response.writeHead(isKnown ? 304 : 200, headers);
    response.end(body);
  }

  /** Returns a file of the folder, read once. @param {string} name */
  file(name) {
    const known = this.files.get(name);
    if (known) return known;
    const file = this.read(name);
    this.files.set(name, file);
    return file;
  }

  /** @param {string} name */
  async read(name) {
    const bytes = await readFile(join(this.folder, name)).catch(() => null);
    if (!bytes) return null;
    const compressed = this.options.compresses && !COMPRESSED.includes(extname(name)) ? gzipSync(bytes, { level: 9 }) : null;
    return { bytes, compressed, tag: `"${createHash('sha1').update(bytes).digest('hex')}"` };
  }

  async stop() {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }
}
