// A plain host of static files: no headers but the type, under a path of its own.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

/** A host of one folder. */
export class StaticServer {
  /**
   * @param {string} folder
   * @param {string} path The path of the folder in addresses, such as `/some/where/`.
   */
  static async start(folder, path) {
    const server = new StaticServer();
    /** @type {string[]} Addresses that were asked for in vain. */
    server.missing = [];
    server.http = createServer(async (request, response) => {
      const address = new URL(request.url, 'http://host').pathname;
      const name = normalize(address.endsWith('/') ? `${address}index.html` : address);
      const bytes = name.startsWith(path) ? await readFile(join(folder, name.slice(path.length))).catch(() => null) : null;
      if (!bytes) server.missing.push(address);
      response.writeHead(bytes ? 200 : 404, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' });
      response.end(bytes);
    });
    await new Promise((resolve) => server.http.listen(0, '127.0.0.1', () => resolve(undefined)));
    server.url = `http://127.0.0.1:${server.http.address().port}${path}`;
    return server;
  }

  async stop() {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }
}
