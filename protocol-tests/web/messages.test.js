// The messages of the page: complete, well-formed and translated in every language.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { LANGUAGES, languageFor, MessageFormat, PAGE, parseMessage, sources, TABLES } from './page-modules.js';

const TAGS = Object.keys(LANGUAGES);

/** Numbers that show every plural form that the page can meet: no game has a million moves. */
const NUMBERS = Array.from({ length: 1000 }, (_, number) => number);

/** Words that are the same in English and in another language. */
const SHARED = {
  de: ['komi', 'chat', 'call_vibration'],
  fr: ['handicap', 'komi', 'level_word_9', 'rules_ing', 'markup_TR', 'mark_TR', 'mark_ko'],
  vi: ['komi', 'info_komi', 'mark_ko'],
};

/** Japanese names of openings, which languages with Latin letters write alike. */
const ROMANIZED = ['renju_direct', 'renju_indirect'];

/** Names that every language leaves as they are. */
const NAMES = /Tengen|Swap2|SGF|GGF|VCF|VCT|AGA|Caro|Tromp-Taylor|Home|End|Enter/g;

/** A character of Chinese, Japanese or Korean text. */
const CJK = '[\\u3040-\\u30ff\\u3400-\\u9fff\\u3000-\\u303f]';

/** Walks through the values of a message. @param {ReturnType<typeof parseMessage>} parts @param {(part: any) => void} visit */
function walk(parts, visit) {
  for (const part of parts) {
    if (typeof part === 'string') continue;
    visit(part);
    for (const cases of part.cases.values()) walk(cases, visit);
  }
}

/** Returns the text of a message without its values. @param {ReturnType<typeof parseMessage>} parts @returns {string} */
function plainText(parts) {
  return parts.map((part) => (typeof part === 'string' ? part : [...part.cases.values()].map(plainText).join(' '))).join('');
}

/** Returns a message's values: their names, and the cases that its author knew by name. @param {string} message */
function valuesOf(message) {
  const values = new Set();
  walk(parseMessage(message), ({ name, kind, cases }) => values.add(kind === 'select' ? `${name} ${[...cases.keys()].sort()}` : name));
  return [...values].sort().join('; ');
}

test('every language has a file, and every file the same keys with the same values', async () => {
  assert.deepEqual((await readdir(join(PAGE, 'text/tables'))).sort(), TAGS.map((tag) => `${tag}.js`).sort());
  for (const tag of TAGS) {
    assert.deepEqual(Object.keys(TABLES[tag]), Object.keys(TABLES.en), tag);
    for (const [key, message] of Object.entries(TABLES[tag])) {
      assert.notEqual(message.trim(), '', `${tag} ${key}`);
      assert.equal(valuesOf(message), valuesOf(TABLES.en[key]), `${tag} ${key}`);
    }
  }
});

test('plurals have exactly the forms of their language', () => {
  for (const tag of TAGS) {
    const rules = new Intl.PluralRules(tag);
    const needed = new Set([...NUMBERS.map((number) => rules.select(number)), 'other']);
    for (const [key, message] of Object.entries(TABLES[tag])) {
      walk(parseMessage(message), ({ kind, cases }) => {
        if (kind !== 'plural') return;
        // A form like the last one need not be written.
        for (const name of cases.keys()) assert.ok(needed.has(name), `${tag} ${key}: no number has the form ${name}`);
        if (cases.size > 1) for (const name of needed) assert.ok(cases.has(name), `${tag} ${key}: no form ${name}`);
      });
    }
  }
});

test('messages are translated', () => {
  for (const tag of TAGS.filter((tag) => tag !== 'en')) {
    for (const [key, message] of Object.entries(TABLES[tag])) {
      const text = plainText(parseMessage(message)).replace(NAMES, '');
      if (!/\p{L}{2}/u.test(text)) continue;
      const isShared = SHARED[tag]?.includes(key) || (ROMANIZED.includes(key) && ['de', 'fr'].includes(tag));
      assert.equal(message === TABLES.en[key], Boolean(isShared), `${tag} ${key}: ${message}`);
    }
  }
});

test('Chinese and Japanese have full-width punctuation, and French has blanks before its signs', () => {
  const half = new RegExp(`${CJK}[,.:;?!()]|[,:;?!(]${CJK}`);
  for (const tag of ['zh-Hans', 'zh-Hant', 'ja']) {
    for (const [key, message] of Object.entries(TABLES[tag])) {
      if (ROMANIZED.includes(key)) continue;
      assert.doesNotMatch(plainText(parseMessage(message)).replace(/[“「][^“「]*[”」]/g, ''), half, `${tag} ${key}`);
    }
  }
  for (const [key, message] of Object.entries(TABLES.fr)) {
    if (key === 'renju_direct' || /SZ|0\.0\.0/.test(message)) continue;
    assert.doesNotMatch(plainText(parseMessage(message)), /[^\u00a0\u202f][:;?!]/, key);
  }
});

test('every key that the page uses has a message, and every message is used', async () => {
  const text = (await sources()).join('\n');
  const keys = Object.keys(TABLES.en);
  for (const [, key] of text.matchAll(/\bword\('([^']+)'/g)) assert.ok(keys.includes(key), `no message ${key}`);
  const patterns = [...text.matchAll(/(?:\bword\(|key = )`([^`$]*)\$\{[^`]*?\}([^`$]*)`/g)].map(([, before, after]) => new RegExp(`^${before}.+${after}$`));
  for (const pattern of patterns) assert.ok(keys.some((key) => pattern.test(key)), `no message ${pattern}`);
  const quoted = new Set([...text.matchAll(/'([\w-]+)'/g)].map(([, key]) => key));
  for (const key of keys) {
    // The engine names patterns of gomoku and forbidden points.
    const isUsed = quoted.has(key) || patterns.some((pattern) => pattern.test(key));
    assert.ok(isUsed || ['double-three', 'double-four', 'overline'].includes(key), `${key} is not used`);
  }
});

test('the first language of a browser that the page has is used', () => {
  for (const [wanted, tag] of [
    [['de-AT', 'en'], 'de'],
    [['pt-BR', 'fr-CA', 'en'], 'fr'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-Hant-HK'], 'zh-Hant'],
    [['zh-Hans-HK'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['ja-JP'], 'ja'],
    [['eo'], 'en'],
    [[], 'en'],
  ]) assert.equal(languageFor(wanted), tag);
});

test('numbers and plurals are written as the language does', () => {
  const russian = new MessageFormat('ru');
  const text = (/** @type {import('../../src/web/page/text/message.js').Value} */ n) => russian.format(TABLES.ru.points_n, { n });
  assert.deepEqual([1, 2, 5, 11, 21, 22].map(text), ['1 очко', '2 очка', '5 очков', '11 очков', '21 очко', '22 очка']);
  assert.equal(text({ value: 3.5, digits: 1 }), '3,5 очка');
  assert.equal(text({ value: -4, digits: 1, isSigned: true }), '−4,0 очка');
  const german = new MessageFormat('de');
  assert.equal(german.number(0.625, 1, 'percent'), '62,5\u00a0%');
  assert.equal(german.signed(0.04, 1), '0');
  assert.equal(german.number(12345), '12.345');
  const english = new MessageFormat('en');
  // Small whole numbers and plurals of a single form are written without the browser's data.
  for (const tag of TAGS) {
    const [format, standard] = [new MessageFormat(tag), new Intl.NumberFormat(tag)];
    for (const number of [...NUMBERS, 1000, 1234567, 0.5, -1]) assert.equal(format.number(number), standard.format(number), `${tag} ${number}`);
    assert.equal(format.format('{n, plural, other {#.}}', { n: 1 }), '1.');
  }
  assert.equal(english.format('{a, plural, one {# move} other {# moves}} of {b}{c}', { a: 1, b: 'x#' }), '1 move of x#');
});

test('malformed messages are not accepted', () => {
  for (const message of ['{', '}', '{a', '{a, plural, one {x}}', '{a, select, other {x}', '{a b}', '{a, date}']) assert.throws(() => parseMessage(message), message);
});
