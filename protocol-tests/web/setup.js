// The server and the browser of a test file.

import { after, before } from 'node:test';
import { Server } from './server.js';
import { startBrowser } from './visitor.js';

/** The server under test. */
export let server;

/** The browser of all visitors. */
export let browser;

/** Starts both before the tests of a file, and stops them afterwards. @param {() => Promise<any>} [start] Starts the server. */
export function setUp(start = () => Server.start()) {
  before(async () => {
    server = await start();
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
}
