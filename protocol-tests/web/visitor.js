// A person using the page in headless Chromium.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How many times slower than this machine a page's processor is: what a test waits for must hold at any speed. */
const SLOWDOWN = Number(process.env.TENGEN_SLOWDOWN ?? 1);

/** Milliseconds that a test waits for something on a page. */
const PATIENCE = 15_000 * SLOWDOWN;

const COLUMNS = { go: 'ABCDEFGHJKLMNOPQRSTUVWXYZ', gomoku: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', reversi: 'abcdefgh' };

/**
 * Features of Chromium that the tests do without. With every page it loads two pages of its own for the address bar, which takes as
 * long as the page under test. The others are those that the driver turns off, since only the last list counts.
 */
const WITHOUT = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter'],
  ...['PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];

/** Starts Chromium. */
export function startBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', `--disable-features=${WITHOUT}`] });
}

/** A visitor with separate cookies, storage and errors. */
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
    visitor.page.setDefaultTimeout(PATIENCE);
    if (SLOWDOWN > 1) await (await context.newCDPSession(visitor.page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    visitor.errors = [];
    visitor.page.on('pageerror', (error) => visitor.errors.push(String(error.stack)));
    visitor.page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) visitor.errors.push(message.text());
    });
    await visitor.page.goto(address);
    await visitor.page.waitForSelector('.board .cell[aria-label]');
    return visitor;
  }

  /** Fills in the dialog for a new game. @param {string} game @param {Record<string, string>} choices */
  async choose(game, choices) {
    const { page } = this;
    await page.click(`[data-game=${game}]`);
    await page.waitForSelector(`.board.${game}`);
    await page.click('[data-action=new_game]');
    for (const [name, value] of Object.entries(choices)) {
      const field = page.locator(`.new-game [name=${name}]`);
      if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
      else await field.fill(value);
    }
  }

  /** Begins a game through the dialog. @param {string} game @param {Record<string, string>} choices */
  async begin(game, choices) {
    const { page } = this;
    await this.choose(game, choices);
    // The board of the game before may be shown a while longer.
    await page.evaluate(() => document.querySelector('.board').classList.add('before'));
    await page.click('.new-game .primary');
    await page.waitForSelector('dialog', { state: 'detached' });
    await page.waitForSelector('.board:not(.before)');
    await page.waitForSelector('.cell[aria-label]');
  }

  /** Opens a record of some moves, and waits for its first position. @param {string} name @param {string} text @param {number} moves */
  async openRecord(name, text, moves) {
    const { page } = this;
    // The record before may have as many moves.
    await page.evaluate(() => document.querySelector('.move-number')?.classList.add('before'));
    await page.setInputFiles('#record-file', { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.waitForFunction((count) => document.querySelector('.move-number:not(.before)')?.textContent === `0 / ${count}`, moves);
  }

  /** Returns the cell of a point on the board shown. @param {string} name */
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

  /** Waits until a point's label for screen readers matches. @param {string} name @param {RegExp} expected */
  async waitForLabel(name, expected) {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      // A new game replaces the board with its cells: look the point up each time.
      const label = (await (await this.cell(name)).getAttribute('aria-label')) ?? '';
      if (new RegExp(expected.source, 'i').test(label)) return;
      if (Date.now() > deadline) throw new Error(`${name} is ${JSON.stringify(label)}, not ${expected}`);
      await sleep(20);
    }
  }

  /** Waits until the status line matches. @param {RegExp} expected @param {number} [timeout] */
  async waitForStatus(expected, timeout = PATIENCE) {
    await this.waitForText('.status', expected, timeout);
  }

  /** Waits until the text of an element matches. @param {string} selector @param {RegExp} expected @param {number} [timeout] */
  async waitForText(selector, expected, timeout = PATIENCE) {
    const wait = this.page.waitForFunction(([selector, source]) => new RegExp(source).test(document.querySelector(selector)?.textContent ?? ''), [selector, expected.source], { timeout });
    await wait.catch(async (error) => {
      const shown = await this.page.evaluate((selector) => [selector, '.status', '.notice'].map((part) => document.querySelector(part)?.textContent), selector);
      throw new Error(`${error.message}: ${expected} is missing in ${JSON.stringify(shown)}`);
    });
  }

  /** Fails if the page is wider than its window. */
  async assertFits() {
    const [content, width] = await this.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    assert.ok(content <= width, `${content} points of content in ${width}`);
  }

  /** Fails if a text is cut off, or a field too narrow for one of its choices. @param {string} where */
  async assertUncut(where) {
    const cut = await this.page.evaluate(() => {
      const isSeen = (/** @type {Element} */ element) => element.getClientRects().length > 0 && !element.closest('svg, .unseen, .language, .tree, .move-list');
      const seen = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].filter(isSeen);
      const texts = seen('button, strong, span, p, h1, h2, h3, label, th, td, b').filter((element) => element.clientWidth > 0 && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 4));
      const fields = /** @type {HTMLSelectElement[]} */ (seen('select')).flatMap((field) => {
        const { width } = field.getBoundingClientRect();
        const measure = document.createElement('select');
        measure.className = field.className;
        // As wide as its widest choice.
        measure.style.cssText = 'position: absolute; visibility: hidden; width: auto; min-width: 0; flex: none';
        measure.append(...[...field.options].map((option) => option.cloneNode(true)));
        field.after(measure);
        const needed = measure.getBoundingClientRect().width;
        measure.remove();
        return needed > width + 1 ? [`${field.name || field.className}: ${needed} of ${width}`] : [];
      });
      return [...texts.map((element) => `${element.className || element.tagName}: ${element.textContent}`), ...fields];
    });
    assert.deepEqual(cut, [], `${where} is cut off`);
  }

  /**
   * Fails for anything that axe-core reports.
   *
   * @param {string} where
   * @param {string} [part] A selector for the part that has changed since the whole page was checked.
   * @param {string[]} [categories] The categories of rules; all rules by default.
   */
  async assertAccessible(where, part = 'html', categories = []) {
    // Through the browser's DevTools protocol, which the page's content security policy does not block.
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(AXE);
    const { violations } = await this.page.evaluate(([part, categories]) => {
      const chosen = categories.length ? { runOnly: categories } : {};
      return window.axe.run(part, { resultTypes: ['violations'], ...chosen });
    }, /** @type {const} */ ([part, categories]));
    assert.deepEqual(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0].html}`), []);
  }

  /** Counts the stones on the board. */
  stones() {
    return this.page.locator('.stones > g').count();
  }

  /** Closes the page, and fails if there were errors on it. */
  async leave() {
    await this.context.close();
    assert.deepEqual(this.errors, []);
  }
}
