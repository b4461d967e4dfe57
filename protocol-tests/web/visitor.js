// A person in front of the page, in headless Chromium.

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const COLUMNS = { go: 'ABCDEFGHJKLMNOPQRSTUVWXYZ', gomoku: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', reversi: 'abcdefgh' };

/** Starts Chromium. */
export function startBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
}

/** A visitor with cookies, storage and errors of their own. */
export class Visitor {
  /**
   * Opens an address.
   *
   * @param {import('playwright-core').Browser} browser
   * @param {string} address
   * @param {import('playwright-core').BrowserContextOptions} [options]
   */
  static async open(browser, address, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', reducedMotion: 'reduce', ...options });
    const visitor = new Visitor();
    visitor.context = context;
    visitor.page = await context.newPage();
    visitor.page.setDefaultTimeout(15_000);
    visitor.errors = [];
    visitor.page.on('pageerror', (error) => visitor.errors.push(String(error.stack)));
    visitor.page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) visitor.errors.push(message.text());
    });
    await visitor.page.goto(address);
    await visitor.page.waitForSelector('.board .cell[aria-label]');
    return visitor;
  }

  /** Begins a game by the dialog. @param {string} game @param {Record<string, string>} choices */
  async begin(game, choices) {
    const { page } = this;
    await page.click(`[data-game=${game}]`);
    await page.waitForSelector(`.board.${game}`);
    await page.click('[data-action=new_game]');
    for (const [name, value] of Object.entries(choices)) {
      const field = page.locator(`.new-game [name=${name}]`);
      if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
      else await field.fill(value);
    }
    await page.click('.new-game .primary');
    await page.waitForSelector('dialog', { state: 'detached' });
    await page.waitForSelector('.cell[aria-label]');
  }

  /** Returns the place of a point on the board that is shown. @param {string} name */
  async cell(name) {
    const { game, size } = await this.page.locator('.board').evaluate((board) => ({ game: board.classList[1], size: Number(board.getAttribute('data-size')) }));
    const row = Number(name.slice(1)) - 1;
    const y = game === 'reversi' ? row : size - 1 - row;
    return this.page.locator(`.cell[data-point="${y * size + COLUMNS[game].indexOf(name[0])}"]`);
  }

  /** Plays a move and waits for the stone. @param {string} name */
  async play(name) {
    const cell = await this.cell(name);
    await cell.click();
    await this.waitForLabel(name, /black|white/);
  }

  /** Waits until a point's name for screen readers is as expected. @param {string} name @param {RegExp} expected */
  async waitForLabel(name, expected) {
    const cell = await this.cell(name);
    const handle = await cell.elementHandle();
    await this.page.waitForFunction(([element, source]) => new RegExp(source, 'i').test(element.getAttribute('aria-label') ?? ''), [handle, expected.source]);
  }

  /** Waits for a text of the status line. @param {RegExp} expected @param {number} [timeout] */
  async waitForStatus(expected, timeout = 15_000) {
    await this.page.waitForFunction((source) => new RegExp(source).test(document.querySelector('.status')?.textContent ?? ''), expected.source, { timeout });
  }

  /** Counts the stones on the board. */
  stones() {
    return this.page.locator('.stones > g').count();
  }

  /** Leaves, and fails for errors on the page. */
  async leave() {
    await this.context.close();
    assert.deepEqual(this.errors, []);
  }
}
