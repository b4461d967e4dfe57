// The page in all its languages: chosen from the browser's, changed during a game, and without English on any screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, TABLES } from './page-modules.js';
import { browser, server, setUp } from './setup.js';
import { Visitor } from './visitor.js';

setUp();

/** The categories of axe-core's rules that depend on the language: its code, names, and texts for screen readers. */
const OF_TEXTS = ['cat.language', 'cat.name-role-value', 'cat.forms', 'cat.text-alternatives', 'cat.semantics'];

/** Languages checked by axe-core, which doubles the time of a walk: one with numbers inside words, and the longest. */
const CHECKED_BY_AXE = ['ko', 'ru'];

const PHONE = { width: 360, height: 740 };

/** Names and notations that every language writes alike. */
const NAMES = /Tengen|zip|tengen web[^`]*|0\.0\.0\.0:\d+|127\.0\.0\.1|https?:\S+|Swap2|SGF|GGF|VC[FT]|AGA|Caro|Tromp-Taylor|QR|Wi-Fi|B\+3\.5|W\+R|\[\w+\]|SZ|GM|\b[A-Ta-t]\d+\b|\b[DI]\d+\b/g;

/** A reviewed game of renju: its values make a review without an engine. */
const REVIEWED = '(;GM[4]SZ[15]RU[renju]DT[2026-04-01]SBKV[50]TGVS[9];B[hh]SBKV[60]TGVS[9];W[hi]SBKV[61]TGVS[9];B[ij]SBKV[20]TGVS[9];W[aa]SBKV[95]TGVS[9])';

/** Returns every text that the page shows or tells to screen readers, except what is marked as another language. @param {import('playwright-core').Page} page */
function textsOf(page) {
  return page.evaluate(() => {
    const isForeign = (/** @type {Element | null} */ element) => Boolean(element?.closest('body [lang], kbd, script, noscript, .coordinates'));
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (!isForeign(node.parentElement)) texts.push(node.textContent ?? '');
    for (const element of document.body.querySelectorAll('*')) {
      if (isForeign(element)) continue;
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
    }
    return [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
  });
}

/**
 * Fails if a text is a key, or English. Where the language has another script, no Latin word may be left; elsewhere none of the
 * English messages.
 *
 * @param {Visitor} visitor
 * @param {string} tag
 * @param {string} where
 */
async function assertTranslated(visitor, tag, where) {
  const english = new Set(Object.keys(TABLES.en).filter((key) => TABLES.en[key] !== TABLES[tag][key]).map((key) => TABLES.en[key]));
  const own = new Set(Object.values(TABLES[tag]));
  for (const text of await textsOf(visitor.page)) {
    assert.ok(!(text in TABLES.en) || own.has(text), `${tag}, ${where}: the key ${text}`);
    assert.ok(!english.has(text) || own.has(text), `${tag}, ${where}: ${text}`);
    const isLatin = ['de', 'fr', 'vi'].includes(tag);
    if (!isLatin) assert.doesNotMatch(text.replace(NAMES, ''), /[A-Za-z]{2}/, `${tag}, ${where}`);
  }
}

/** Walks through the screens, and calls `look` at each. @param {Visitor} visitor @param {(where: string) => Promise<void>} look */
async function walk(visitor, look) {
  const { page } = visitor;
  const closed = () => page.waitForSelector('dialog', { state: 'detached' });
  for (const game of ['go', 'gomoku', 'reversi']) {
    await page.click(`[data-game=${game}]`);
    await page.waitForSelector(`.board.${game} .cell[aria-label]`);
    for (const tab of await page.locator('[role=tab]').all()) {
      await tab.click();
      await look(game);
    }
    await page.click('[data-action=new_game]');
    await page.selectOption('[name=opponent]', 'network');
    await look(`${game}, new game`);
    await page.keyboard.press('Escape');
    await closed();
  }
  for (const dialog of ['games', 'open', 'save']) {
    await page.click(`[data-action=${dialog}]`);
    await look(dialog);
    await page.keyboard.press('Escape');
    await closed();
  }
  await page.keyboard.press('?');
  await look('help');
  await page.keyboard.press('Escape');
  await page.click('[data-action=setup]');
  await look('set up');
  await page.setInputFiles('#record-file', { name: '1', mimeType: 'text/plain', buffer: Buffer.from(REVIEWED) });
  await page.waitForSelector('.board.gomoku');
  await page.locator('[role=tab]').nth(1).click();
  await page.locator('.travel button').last().click();
  await page.waitForSelector('.review-summary tbody td');
  await look('review');
  await page.locator('[role=tab]').nth(0).click();
  await page.click('[data-action=game_info]');
  await look('information');
  await page.keyboard.press('Escape');
  for (const broken of ['(;GM[1];B[aa', '(;GM[7])', '(;GM[1]SZ[9];B[zz])', 'PK\x03\x04', 'x']) {
    const before = await page.textContent('.status');
    await page.setInputFiles('#record-file', { name: '1', mimeType: 'text/plain', buffer: Buffer.from(broken) });
    await page.waitForFunction((text) => document.querySelector('.status')?.textContent !== text, before);
    await look(`a broken record: ${broken}`);
  }
  await page.click('[data-action=resign]');
  await look('resigned');
  await page.click('[data-action=lesson]');
  await page.waitForFunction(() => document.querySelector('.question')?.textContent);
  await page.click('[data-guess=escapes]');
  await page.waitForSelector('.wrong');
  await look('lesson');
  await page.click('[data-action=problems]');
  await page.waitForSelector('.trainer .cell[aria-label]');
  for (const game of ['go', 'gomoku', 'reversi']) {
    await page.selectOption('[name=games_choice]', game);
    for (const kind of await page.locator('[name=problem_kind] option').evaluateAll((options) => options.map((option) => option.value))) {
      await page.selectOption('[name=problem_kind]', kind);
      await page.click('[data-action=hint]');
      await look(`problems: ${kind}`);
    }
  }
  await page.setInputFiles('#record-file', { name: '1', mimeType: 'text/plain', buffer: Buffer.from('{}') });
  await look('a broken file of problems');
  await page.click('[data-action=share]');
  await page.waitForSelector('dialog');
  await look('the link to a problem');
}

for (const tag of Object.keys(LANGUAGES).filter((tag) => tag !== 'en')) {
  test(`no English is left in ${tag}, and nothing is wider than a phone`, async () => {
    const visitor = await Visitor.open(browser, server.url, { locale: tag, viewport: PHONE });
    assert.equal(await visitor.page.getAttribute('html', 'lang'), tag);
    await walk(visitor, async (where) => {
      await assertTranslated(visitor, tag, where);
      if (CHECKED_BY_AXE.includes(tag)) await visitor.assertAccessible(`${tag}, ${where}`, 'html', OF_TEXTS);
      await visitor.assertFits();
      await visitor.assertUncut(`${tag}, ${where}`);
      if (!where.endsWith('new game')) return;
      await visitor.page.setViewportSize({ width: 1280, height: 800 });
      await visitor.assertUncut(`${tag}, ${where}, on a large screen`);
      await visitor.page.setViewportSize(PHONE);
    });
    await visitor.leave();
  });
}

test('a game over the network, its refusals and a wrong key are translated', async () => {
  const host = await Visitor.open(browser, server.url, { locale: 'ja' });
  const { page } = host;
  await page.click('[data-action=new_game]');
  await page.selectOption('[name=opponent]', 'network');
  await page.click('.new-game .primary');
  await page.waitForSelector('[data-link=black]');
  await assertTranslated(host, 'ja', 'links');
  const [black, watch] = await Promise.all(['black', 'watch'].map((side) => page.inputValue(`[data-link=${side}]`)));
  for (const link of [black, watch]) {
    const visitor = await Visitor.open(browser, link, { locale: 'ja' });
    if (link === black) {
      await (await visitor.cell('E5')).click();
      await visitor.page.waitForSelector('.stones > g');
      // The other side is to move, so the server refuses.
      await visitor.page.click('[data-action=ask_undo]');
      await visitor.page.waitForFunction(() => document.querySelector('.request')?.textContent);
    }
    await assertTranslated(visitor, 'ja', link === black ? 'player' : 'watcher');
    await visitor.leave();
  }
  const lost = await browser.newContext({ locale: 'ja' });
  for (const [path, selector] of [['/game/AAAAAAAAAAAAAAAAAAAAAA', '.notice'], ['/#key=AAAA', '.status']]) {
    const wrong = await lost.newPage();
    await wrong.goto(new URL(path, server.url).href);
    await wrong.waitForFunction((where) => document.querySelector(where)?.textContent, selector);
    await assertTranslated(/** @type {any} */ ({ page: wrong }), 'ja', path);
  }
  await lost.close();
  await host.leave();
});

test('errors of the engine and faults of records arrive as codes, and are shown in the language of the page', async () => {
  const visitor = await Visitor.open(browser, server.url, { locale: 'de' });
  const { page } = visitor;
  const open = (/** @type {string | Buffer} */ content) => page.setInputFiles('#record-file', { name: 'x', mimeType: 'text/plain', buffer: Buffer.from(content) });
  for (const [content, expected] of [
    ['PK\x03\x04', /^x ist nicht lesbar: das ist ein ZIP-Archiv; entpacken Sie es zuerst/],
    ['\n\nhello', /^x ist nicht lesbar: das ist keine Aufzeichnung einer Partie/],
    ['Piskvorky 7', /^x ist nicht lesbar: die Aufzeichnung ist in Zeile 1 fehlerhaft/],
    ['(;GM[1]SZ[2]AB[aa][ab][ba][bb])', /^Das ging nicht: eine Kette hätte keine Freiheit/],
  ]) {
    await open(content);
    const faults = page.locator('dialog .faults');
    if (/GM/.test(String(content))) {
      await faults.waitFor();
      await page.keyboard.press('Escape');
      await faults.waitFor({ state: 'detached' });
    }
    await visitor.waitForStatus(expected);
  }
  await open(Buffer.from('(;GM[1]SZ[3]CA[klingon]KM[Andr\xe9]\n;B[aa];W[aa])', 'latin1'));
  await page.waitForSelector('dialog .faults');
  assert.deepEqual(await page.locator('dialog .faults li').allTextContents(), [
    'der Text hat nicht die Kodierung, die er angibt',
    'das Komi ergibt keinen Sinn',
    'Zeile 2: Zug 2: der Punkt ist besetzt',
  ]);
  await visitor.leave();
});

test('another language applies at once, is remembered, and leaves the game, its tab and a setup as they were', async () => {
  const visitor = await Visitor.open(browser, server.url, { locale: 'eo' });
  const { page } = visitor;
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  await visitor.begin('go', { opponent: 'people', size: '9' });
  await visitor.play('E5');
  await page.locator('[role=tab]').nth(1).click();
  await page.selectOption('.language', 'de');
  await visitor.waitForStatus(/^Weiß ist am Zug$/);
  await visitor.waitForLabel('E5', /Schwarz/);
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  assert.equal(await page.title(), 'Go · Tengen');
  assert.equal(await page.textContent('[role=tab][aria-selected=true]'), 'Analyse');
  await page.click('[data-action=setup]');
  await (await visitor.cell('A1')).click();
  await page.selectOption('.language', 'fr');
  await page.waitForSelector('.setup-panel');
  await visitor.waitForLabel('A1', /Noir/);
  await page.reload();
  await visitor.waitForStatus(/^À Blanc de jouer$/);
  await visitor.leave();
});
